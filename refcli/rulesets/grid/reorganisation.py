"""The Reorganisation phase. Source: grid.txt 171-178."""

from enum import StrEnum
from operator import add
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling, merged
from refcli.core.tally import Tally
from refcli.rulesets.grid.circumstance import Circumstance


class Regroup(NamedTuple):
    """Disrupted units that try to regroup, each for itself."""

    units: Annotated[tuple[Term, ...], Field("the disrupted units", position=1, charts=("units",))]
    conditions: Conditions = NOTHING


class RegroupOutcome(Outcome):
    REGROUPED = "regrouped", True, "{units}: regrouped"
    PARTLY = "some regrouped", True, "{units}: {regrouped} of {all} regrouped"
    STILL_DISRUPTED = "still disrupted", False, "{units}: still disrupted"
    MAY_NOT = "may not regroup", False, "{units}: no attempt to regroup is allowed"


class Came(StrEnum):
    """What came of one unit's attempt."""

    REGROUPED = "regrouped"
    FAILED = "still disrupted"
    BARRED = "may not try"


EACH = {
    Came.REGROUPED: RegroupOutcome.REGROUPED,
    Came.FAILED: RegroupOutcome.STILL_DISRUPTED,
    Came.BARRED: RegroupOutcome.MAY_NOT,
}


def regroup(request: Regroup, charts: Charts, dice: Dice) -> Ruling:
    """Disrupted units try to regroup: who loses the disruption marker?

    One d6 for each unit; tanks and elite units throw a failure again. Source: grid.txt 173-177.
    """
    several = [("", (label, unit, request.conditions, charts)) for label, unit in labelled(request.units)]
    units = dice.joined(add, attempts_of, several)
    tried, regrouped, barred = units.counts
    if barred == tried:
        outcome = RegroupOutcome.MAY_NOT
    elif regrouped:
        outcome = RegroupOutcome.REGROUPED if regrouped == tried else RegroupOutcome.PARTLY
    else:
        outcome = RegroupOutcome.STILL_DISRUPTED
    return Ruling(
        outcome,
        {"regrouped": regrouped, "barred": barred},
        names=(("units", in_words(request.units, charts, "units")), ("all", str(tried))),
        effects=dice.told(effects_of, units),
        each=dice.told(each_of, units) if tried > 1 else (),
    )


def attempts_of(label: str, unit: Term, stated: Conditions, charts: Charts, dice: Dice) -> Tally:
    """The attempts of alike units: how many they are, how many regroup, how many may not try."""
    came = dice.each(unit.many, attempt, (unit.name, stated + unit.conditions, charts), label)
    return Tally((came.total, came[Came.REGROUPED], came[Came.BARRED]), (label, unit.name, came))


def effects_of(tried: Tally) -> tuple[Effect, ...]:
    """What regrouping changes on the table."""
    regrouped = [Effect("regroup", name, came[Came.REGROUPED]) for _, name, came in tried.parts]
    return merged([effect for effect in regrouped if effect.amount])


def each_of(tried: Tally) -> tuple[tuple[str, Outcome], ...]:
    """What became of each unit."""
    came = [(label, result, count) for label, _, results in tried.parts for result, count in results.items()]
    return tuple([(label, EACH[result]) for label, result, count in came for _ in range(count)])


def attempt(name: str, stated: Conditions, charts: Charts, dice: Dice) -> Came:
    """One unit's attempt. Source: grid.txt 174-177."""
    for circumstance in (Circumstance.FOUGHT, Circumstance.ENEMY_ADJACENT, Circumstance.POOR_MOVED):
        if circumstance in stated:
            bars = charts.stated("regroup", circumstance)
            dice.show(Note(f"may not try: {bars.text}", bars.source))
            return Came.BARRED
    needed = charts["regroup", "regroup"]
    dice.show(Figure(needed.label, needed))
    modifiers = charts.add_up("regroup", *charts.modifiers("regroup", stated))
    regroups = dice.test(modifiers, D6, "regroup", needed.needs)
    again = charts["units", name, "re-rolls"]
    if not regroups and (Circumstance.ELITE in stated or not again.blank):
        dice.show(Note("tank and elite units throw a failure again", again.source))
        regroups = dice.test(modifiers, D6, "regroup again", needed.needs)
    return Came.REGROUPED if regroups else Came.FAILED


MORALE = Procedure(
    "morale",
    regroup,
    Regroup,
    charts=("units", "regroup"),
    outcomes=RegroupOutcome,
    sums=("regroup",),
    circumstances=Circumstance,
)
