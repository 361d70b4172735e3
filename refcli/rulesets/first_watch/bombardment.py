"""Where a bombardment or a bomb comes down. Source: first-watch.txt 94-104, 129, 135, 141."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Outcome, Ruling
from refcli.rulesets.first_watch.common import ALTITUDES, barred

ON_TARGET, UNKNOWN = "on-target", "unknown"
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Circumstance(StrEnum):
    """Conditions that the rules read by name."""

    UNPLOTTED = "unplotted"
    NO_OBSERVER = "no-observer"
    ABORTING = "aborting"


class Bombard(NamedTuple):
    """A plotted mission of guns of one kind at one target point."""

    attacker: Annotated[Term, Field("the guns or mortars", position=1, charts=("artillery",), noun="weapon")]
    turn: Annotated[int, Field("turn of fire at this target point; 1 is new", short="-t", at_least=1, at_most=99)] = 1
    shift: Annotated[
        float | None, Field("cm that the target point moves from the last impact", unit="cm", at_least=0, at_most=999)
    ] = None
    guns: Annotated[int, Field("guns of the battery", short="-g", at_least=1, at_most=24)] = 1
    towards: Annotated[
        str | None, Field("a direction that matters, such as one's own troops: counted", choices=POINTS)
    ] = None
    conditions: Conditions = NOTHING


class Bomb(NamedTuple):
    """One bomb dropped at a target point."""

    attacker: Annotated[Term, Field("the bomb", position=1, charts=("bombs",), noun="bomb")]
    altitude: Annotated[str, Field("altitude of the plane", short="-a", choices=ALTITUDES)] = "medium"
    distance: Annotated[
        float | None,
        Field("cm from the end of the plane's move to the target point", unit="cm", at_least=0, at_most=999),
    ] = None
    towards: Annotated[
        str | None, Field("a direction that matters, such as one's own troops: counted", choices=POINTS)
    ] = None
    conditions: Conditions = NOTHING


class ImpactOutcome(Outcome):
    ON_TARGET = "on target", True, "{attacker}: on target{then}"
    COVERED = "target covered", True, "{attacker}: {drift} cm {direction}, the target point is still covered{then}"
    DRIFTED = "off target", False, "{attacker}: the impact is {drift} cm {direction} of the target point{then}"
    NOT_SAID = "not said", False, "{attacker}: the published dial has no {face}; the referee names the direction"
    CANNOT_ATTACK = "cannot attack", False, "{attacker} cannot {attack}"


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Plotted artillery fire: where is the impact point? `burst` then resolves what lies under it.

    A new mission throws for direction and drift; a point moved up to 10 cm from the last impact does
    not drift, the same point drifts less from turn to turn. Source: first-watch.txt 94-104.
    """
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    named = charts.label("artillery", name)
    for circumstance in (Circumstance.UNPLOTTED, Circumstance.NO_OBSERVER):
        if circumstance in stated:
            barred(dice, charts.stated("drift", circumstance), "cannot fire")
            return Ruling(ImpactOutcome.CANNOT_ATTACK, names=(("attacker", named), ("attack", "fire")))
    size = charts["artillery", name]
    dice.show(Figure(f"size of {named}", size))
    fired = (Effect("fired", name, request.guns),)
    turn = request.turn
    if request.shift is not None:
        most = charts["shift", "shift"]
        dice.show(Figure(most.label, most))
        if request.shift <= most.number:
            return Ruling(
                ImpactOutcome.ON_TARGET, names=(("attacker", named), ("then", next_step(name))), effects=fired
            )
        turn = 1
    drift = charts["drift", "artillery", min(turn, charts.axis("drift").bands[-1][1])]
    drift = drift._replace(label=f"drift dice, turn {turn}")
    ring = charts["bombardment", size.text, "ring"]
    return impact(Falling(name, named, request.towards, fired), drift, ring, charts, dice)


def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """A bomb is dropped: where does it come down? `burst` then resolves what lies under it.

    As artillery, but the drift depends on the plane's altitude. Source: first-watch.txt 129, 135, 141.
    """
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    named = charts.label("bombs", name)
    cannot = Ruling(ImpactOutcome.CANNOT_ATTACK, names=(("attacker", named), ("attack", "be dropped")))
    if Circumstance.ABORTING in stated:
        barred(dice, charts.stated("bombing", Circumstance.ABORTING), "cannot bomb")
        return cannot
    if request.distance is not None:
        reach = charts["bombing", request.altitude, "reach"]
        dice.show(Figure(f"bombing reach, {reach.label}", reach))
        if request.distance > reach.number:
            return cannot
    drift = charts["bombing", request.altitude, "drift"]
    drift = drift._replace(label=f"drift dice, {drift.label}")
    falling = Falling(name, named, request.towards, (Effect("dropped", name),))
    return impact(falling, drift, charts["bombs", name, "ring"], charts, dice)


class Falling(NamedTuple):
    """What comes down: its name, what to call it, the direction that matters, what it does in any case."""

    name: str
    named: str
    towards: str | None
    effects: tuple[Effect, ...]


def impact(falling: Falling, drift_dice: Cell, ring: Cell, charts: Charts, dice: Dice) -> Ruling:
    """The direction die and, off target, the drift dice. Source: first-watch.txt 96, 104, 141."""
    names = (("attacker", falling.named), ("then", next_step(falling.name)))
    face = dice.die(D10, "direction")
    direction = told(face, charts, dice)
    counts = {"towards": int(direction == falling.towards)} if falling.towards else {}
    if direction == UNKNOWN:
        return Ruling(ImpactOutcome.NOT_SAID, counts, names=(*names, ("face", f"{face}")), effects=falling.effects)
    if direction == ON_TARGET:
        return Ruling(ImpactOutcome.ON_TARGET, counts, names=names, effects=falling.effects)
    dice.show(Figure(drift_dice.label, drift_dice))
    fallen = dice.pool(int(drift_dice.number), D10, pips, "drift")
    drift = charts.add_up("drift").plus_die(fallen)
    dice.show(drift)
    dice.show(Figure(f"{ring.label}: greatest ring, cm across", ring))
    centimetres = max(0, int(drift.total))
    outcome = ImpactOutcome.COVERED if 2 * centimetres <= ring.number else ImpactOutcome.DRIFTED
    return Ruling(
        outcome,
        counts,
        names=(*names, ("drift", f"{centimetres}"), ("direction", direction)),
        effects=(*falling.effects, Effect(f"impact {direction}", falling.name, centimetres, "cm")),
    )


def told(face: int, charts: Charts, dice: Dice) -> str:
    """What the direction die says; where only 5 and 3 are taken, the referee. Source: first-watch.txt 104, 141."""
    known = not charts.ours("dial", f"{face}")
    if charts.reads("FW-15", "unknown") and not known:
        return dice.decide("direction", (UNKNOWN, ON_TARGET, *POINTS), UNKNOWN)
    dial = charts["dial", f"{face}"]
    dice.show(Figure(f"direction, {face}", dial))
    return dial.text


def pips(face: int) -> int:
    """A drift die counts its face in cm. Source: first-watch.txt 104."""
    return face


def next_step(name: str) -> str:
    """What comes next at the table."""
    return f"; lay the template, then burst {name}"


BOMBARD = Procedure(
    "bombard",
    bombard,
    Bombard,
    charts=("artillery", "bombardment", "dial", "drift", "shift"),
    outcomes=ImpactOutcome,
    sums=("drift",),
    circumstances=Circumstance,
)
BOMB = Procedure(
    "bomb",
    bomb,
    Bomb,
    charts=("bombs", "bombing", "dial"),
    outcomes=ImpactOutcome,
    sums=("drift",),
    circumstances=Circumstance,
)
