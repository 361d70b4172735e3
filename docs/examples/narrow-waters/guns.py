"""The Guns phase. Source: rules.txt 3-7."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D6, Cell, Charts, Dice, Effect, Outcome, Ruling, procedure, unit_names

from .effects import Kind


class Fire(NamedTuple):
    """Guns that fire at one boat."""

    attackers: Annotated[Terms, Field("the guns that fire", 1, ("guns",), noun="weapon")]
    target: Annotated[Term, Field("the boat fired at", 2, ("boats",))]
    range: Annotated[float, Field("how far it is", short="-r", unit="inches", at_least=0, at_most=100)]
    damage: Annotated[int, Field("damage that it has already", short="-d", unit="points", at_least=0, at_most=20)] = 0
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    SUNK = "sunk", True, "{The target} sinks: {hits:hit}."
    ON_FIRE = "on fire", True, "{The target} is hit and burns: {hits:hit}."
    DAMAGED = "damaged", True, "{The target} is damaged: {hits:hit}."
    MISSED = "missed", False, "{The target} is missed."
    OUT_OF_RANGE = "out of range", False, "{The target} is out of range."


class Shots(NamedTuple):
    """What one gun's shot comes to, or several together."""

    fired: int = 0
    hits: int = 0
    sixes: int = 0


@procedure("fire", FireOutcome, ("guns", "boats"), sums=("score",))
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Guns fire at a boat: is it hit, and does it sink?

    One die for each gun. Source: rules.txt 3-7.
    """
    target = request.target
    stated = request.conditions + target.conditions
    shots, each = dice.all_of(shot, one_by_one(request.attackers), request.range, stated, charts)
    points = dice.show(charts["boats", target.name, "points"], "points of damage that sink it")
    burns = shots.sixes and charts["boats", target.name, "engines"].value == "petrol"
    if not shots.fired:
        outcome = FireOutcome.OUT_OF_RANGE
    elif not shots.hits:
        outcome = FireOutcome.MISSED
    elif request.damage + shots.hits >= points.number:
        outcome = FireOutcome.SUNK
    else:
        outcome = FireOutcome.ON_FIRE if burns else FireOutcome.DAMAGED
    names = unit_names(request.attackers, charts, "guns")

    def effects() -> Iterator[Effect]:
        yield from suffered_by(charts.called(target.name, "boats"), outcome, shots.hits)
        for label, _, one in each:
            if one.fired:
                yield Effect(Kind.FIRED, names[label], role="attacker")

    return Ruling(outcome, {"hits": shots.hits}, effects)


def shot(gun: Term, range: float, of_all: Conditions, charts: Charts, dice: Dice) -> Shots:
    """One gun's shot. Source: rules.txt 3-6."""
    needed = dice.show(charts["guns", gun.name, range])
    if needed.blank:
        return Shots()
    score = charts.add_up("score", *bonuses(of_all + gun.conditions, charts))
    rolled = dice.check(score, D6, "shot", needed.target_number)
    return Shots(1, int(rolled.passed), int(rolled.passed and rolled.face == 6))


def bonuses(stated: Conditions, charts: Charts) -> tuple[Cell, ...]:
    """What is added to the die. Source: rules.txt 4-5."""
    found = charts.modifiers("guns", stated)
    if "lit" in stated and "burning" in stated and charts.reads("NW-1", "once"):
        return tuple([cell for cell in found if not cell.ref.endswith(".burning")])
    return found


def suffered_by(target: str, outcome: Outcome, hits: int) -> Iterator[Effect]:
    """What hits do to a boat. Source: rules.txt 6-7."""
    if outcome is FireOutcome.SUNK:
        yield Effect(Kind.SINK, target, role="target")
    elif hits:
        yield Effect(Kind.DAMAGE, target, hits, role="target")
        if outcome is FireOutcome.ON_FIRE:
            yield Effect(Kind.BURN, target, role="target")
