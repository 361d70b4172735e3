"""The Reorganisation phase. Source: grid.txt 171-178."""

from collections.abc import Iterator
from itertools import chain

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, how_many, one_by_one
from refcli.core.rulebook import D6, Charts, Dice, Effect, Note, Outcome, Ruling, of_several, procedure, unit_names
from refcli.rulesets.grid.effects import Kind


class Regroup(NamedTuple):
    """Disrupted units that try to regroup, each for itself."""

    units: Annotated[Terms, Field("the disrupted units", 1, ("units",))]
    conditions: Conditions = NOTHING


class RegroupOutcome(Outcome):
    REGROUPED = "regrouped", True, "{The units} {units:regroups|regroup}."
    PARTLY = "some regrouped", True, "{regrouped} of {all} regroup: {the back}."
    STILL_DISRUPTED = "still disrupted", False, "{The units} {units:stays|stay} disrupted."
    MAY_NOT = "may not regroup", Outcome.NO_ATTEMPT, "{The units} may not try to regroup."


class Attempt(NamedTuple):
    """What one unit's attempt comes to, or several together."""

    regrouped: int = 0
    barred: int = 0

    @property
    def outcome(self) -> RegroupOutcome:
        """The outcome of one attempt."""
        if self.barred:
            return RegroupOutcome.MAY_NOT
        return RegroupOutcome.REGROUPED if self.regrouped else RegroupOutcome.STILL_DISRUPTED


@procedure("morale", RegroupOutcome, ("units", "regroup"), sums=("regroup",))
def regroup(request: Regroup, charts: Charts, dice: Dice) -> Ruling:
    """Disrupted units try to regroup: who loses the disruption marker?

    One d6 for each unit; tanks and elite units roll a failure again. Source: grid.txt 173-177.
    """
    units = how_many(request.units)
    tried, each = dice.all_of(attempt, one_by_one(request.units), request.conditions, charts)
    if tried.barred == units:
        outcome = RegroupOutcome.MAY_NOT
    elif tried.regrouped:
        outcome = RegroupOutcome.REGROUPED if tried.regrouped == units else RegroupOutcome.PARTLY
    else:
        outcome = RegroupOutcome.STILL_DISRUPTED
    names = unit_names(request.units, charts, "units")
    outcomes = of_several((names[label], one.outcome) for label, _, one in each)
    counts = {"regrouped": tried.regrouped, "barred": tried.barred}
    back = tuple([names[label] for label, _, one in each if one.regrouped])
    return Ruling(
        outcome,
        counts,
        lambda: chain.from_iterable(effects_of(names[label], one) for label, _, one in each),
        outcomes,
        {"all": units, "back": back},
    )


def effects_of(unit: str, one: Attempt) -> Iterator[Effect]:
    """What an attempt leaves: a unit that has tried, and perhaps regrouped. Source: grid.txt 174-177."""
    if not one.barred:
        yield Effect(Kind.TRIED, unit, role="unit")
    if one.regrouped:
        yield Effect(Kind.REGROUP, unit, role="unit")


def attempt(unit: Term, of_all: Conditions, charts: Charts, dice: Dice) -> Attempt:
    """One unit's attempt. Source: grid.txt 174-177."""
    stated = of_all + unit.conditions
    bar = charts.bar("may not regroup", "regroup", stated, "fought", "enemy-adjacent", "poor-moved")
    if bar:
        dice.show(bar)
        return Attempt(barred=1)
    needed = charts["regroup", "regroup"]
    modifiers = charts.add_up("regroup", *charts.modifiers("regroup", stated))
    regroups = dice.check(modifiers, D6, "regroup", needed.target_number).passed
    again = charts["units", unit.name, "re-rolls"]
    if not regroups and ("elite" in stated or not again.blank):
        dice.show(Note("tank and elite units roll a failure again", again.source))
        regroups = dice.check(modifiers, D6, "regroup again", needed.target_number).passed
    return Attempt(regrouped=regroups)
