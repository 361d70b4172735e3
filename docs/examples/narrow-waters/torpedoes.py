"""The Torpedoes phase. Source: rules.txt 8-10."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Ruling, procedure, unit_names

from .effects import Kind


class Torpedo(NamedTuple):
    """Torpedoes launched at one boat."""

    attackers: Annotated[Terms, Field("the torpedoes launched", 1, ("torpedoes",), noun="weapon")]
    target: Annotated[Term, Field("the boat aimed at", 2, ("boats",))]
    range: Annotated[float, Field("how far it is", short="-r", unit="inches", at_least=0, at_most=100)]
    conditions: Conditions = NOTHING


class TorpedoOutcome(Outcome):
    SUNK = "sunk", True, "{The target} sinks: {hits:torpedo hits|torpedoes hit}."
    HIT = "hit", True, "{The target} is hit and stays afloat."
    MISSED = "missed", False, "{The target} is missed."
    NOT_LAUNCHED = "not launched", False, "No torpedo is launched."


class Runs(NamedTuple):
    """What one torpedo's run comes to, or several together."""

    launched: int = 0
    hits: int = 0


@procedure("torpedo", TorpedoOutcome, ("torpedoes", "boats"), sums=("score",))
def torpedo(request: Torpedo, charts: Charts, dice: Dice) -> Ruling:
    """Torpedoes are launched at a boat: does one hit?

    One die for each; none at full speed. Source: rules.txt 8-10.
    """
    target = request.target
    stated = request.conditions + target.conditions
    runs, each = dice.all_of(run, one_by_one(request.attackers), request.range, stated, charts)
    needed = dice.show(charts["boats", target.name, "torpedoes"], "torpedoes that sink it")
    if not runs.launched:
        outcome = TorpedoOutcome.NOT_LAUNCHED
    elif runs.hits >= needed.number:
        outcome = TorpedoOutcome.SUNK
    else:
        outcome = TorpedoOutcome.HIT if runs.hits else TorpedoOutcome.MISSED
    names = unit_names(request.attackers, charts, "torpedoes")

    def effects() -> Iterator[Effect]:
        if outcome is TorpedoOutcome.SUNK:
            yield Effect(Kind.SINK, charts.called(target.name, "boats"), role="target")
        for label, _, one in each:
            if one.launched:
                yield Effect(Kind.LAUNCHED, names[label], role="attacker")

    return Ruling(outcome, {"hits": runs.hits}, effects)


def run(weapon: Term, range: float, of_all: Conditions, charts: Charts, dice: Dice) -> Runs:
    """One torpedo's run. Source: rules.txt 8-9."""
    stated = of_all + weapon.conditions
    bar = charts.bar("cannot launch", "torpedoes", stated, "at-full-speed")
    needed = charts["torpedoes", weapon.name, range]
    if bar or needed.blank:
        dice.show(bar or needed)
        return Runs()
    score = charts.add_up("score", *charts.modifiers("torpedoes", stated))
    return Runs(1, int(dice.check(score, D6, "run", dice.show(needed).target_number).passed))
