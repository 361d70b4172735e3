"""Where a bombardment or a bomb comes down. Source: first-watch.txt 94-104, 129, 135, 141."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Outcome, Ruling, procedure
from refcli.rulesets.first_watch.attack import Altitude

ON_TARGET, UNKNOWN = "on-target", "unknown"
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

Towards = Annotated[str | None, Field("a direction that matters, such as one's own troops: counted", choices=POINTS)]


class Bombard(NamedTuple):
    """A plotted mission of guns of one kind at one target point."""

    attacker: Annotated[Term, Field("the guns or mortars", 1, ("artillery",), noun="weapon")]
    turn: Annotated[int, Field("turn of fire at this target point; 1 is new", short="-t", at_least=1, at_most=99)] = 1
    shift: Annotated[
        float | None, Field("cm that the target point moves from the last impact", unit="cm", at_least=0, at_most=999)
    ] = None
    guns: Annotated[int, Field("guns of the battery", short="-g", at_least=1, at_most=24)] = 1
    towards: Towards = None
    conditions: Conditions = NOTHING


class Bomb(NamedTuple):
    """One bomb dropped at a target point."""

    attacker: Annotated[Term, Field("the bomb", 1, ("bombs",), noun="bomb")]
    altitude: Altitude = "medium"
    distance: Annotated[
        float | None,
        Field("cm from the end of the plane's move to the target point", unit="cm", at_least=0, at_most=999),
    ] = None
    towards: Towards = None
    conditions: Conditions = NOTHING


BURST = "; lay the template, then burst {name}"


class ImpactOutcome(Outcome):
    ON_TARGET = "on target", True, "{attacker}: on target" + BURST
    COVERED = "target covered", True, "{attacker}: {drift} cm {direction}, the target point is still covered" + BURST
    DRIFTED = "off target", False, "{attacker}: the impact is {drift} cm {direction} of the target point" + BURST
    NOT_SAID = "not said", False, "{attacker}: the published dial has no {face}; the referee names the direction"
    CANNOT_ATTACK = "cannot attack", False, "{attacker} cannot [bomb?be dropped][!bomb?fire]"


@procedure("bombard", ImpactOutcome, ("artillery", "bombardment", "dial", "drift", "shift"), sums=("drift",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Plotted artillery fire: where is the impact point? `burst` then resolves what lies under it.

    A new mission rolls for direction and drift; a point moved up to 10 cm from the last impact does
    not drift, the same point drifts less from turn to turn. Source: first-watch.txt 94-104.
    """
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    bar = charts.bar("cannot fire", "drift", stated, "unplotted", "no-observer")
    if bar:
        dice.show(bar)
        return Ruling(ImpactOutcome.CANNOT_ATTACK)
    size = charts["artillery", name]
    dice.show(size, "size of {}", size.label)
    fired = Effect("fired", name, request.guns)
    turn = request.turn
    if request.shift is not None:
        if request.shift <= dice.show(charts["shift", "shift"]).number:
            return Ruling(ImpactOutcome.ON_TARGET, effects=(fired,), told={"name": name})
        turn = 1
    drift = charts["drift", "artillery", min(turn, charts.axis("drift").bands[-1][1])]
    ring = charts["bombardment", size.text, "ring"]
    return impact(request, fired, drift.called("drift dice, turn {}", turn), ring, charts, dice)


@procedure("bomb", ImpactOutcome, ("bombs", "bombing", "dial"), sums=("drift",))
def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """A bomb is dropped: where does it come down? `burst` then resolves what lies under it.

    As artillery, but the drift depends on the plane's altitude. Source: first-watch.txt 129, 135, 141.
    """
    name = request.attacker.name
    bar = charts.bar("cannot bomb", "bombing", request.conditions + request.attacker.conditions, "aborting")
    if bar:
        dice.show(bar)
        return Ruling(ImpactOutcome.CANNOT_ATTACK, told={"bomb": True})
    if request.distance is not None:
        reach = charts["bombing", request.altitude, "reach"]
        dice.show(reach, "bombing reach, {}", reach.label)
        if request.distance > reach.number:
            return Ruling(ImpactOutcome.CANNOT_ATTACK, told={"bomb": True})
    drift = charts["bombing", request.altitude, "drift"]
    ring = charts["bombs", name, "ring"]
    return impact(request, Effect("dropped", name), drift.called("drift dice, {}", drift.label), ring, charts, dice)


def impact(request: Bombard | Bomb, spent: Effect, drift_dice: Cell, ring: Cell, charts: Charts, dice: Dice) -> Ruling:
    """The direction die and, off target, the drift dice. Source: first-watch.txt 96, 104, 141."""
    name = request.attacker.name
    face = dice.die(D10, "direction")
    direction = direction_of(face, charts, dice)
    counts = {"towards": int(direction == request.towards)} if request.towards else {}
    if direction == UNKNOWN:
        return Ruling(ImpactOutcome.NOT_SAID, counts, (spent,), told={"face": face})
    if direction == ON_TARGET:
        return Ruling(ImpactOutcome.ON_TARGET, counts, (spent,), told={"name": name})
    dice.show(drift_dice)
    rolled = dice.pool(int(drift_dice.number), D10, int, "drift")
    drift = max(0, int(dice.show(charts.add_up("drift").plus_die(rolled)).total))
    dice.show(ring, "{}: greatest ring, cm across", ring.label)
    outcome = ImpactOutcome.COVERED if 2 * drift <= ring.number else ImpactOutcome.DRIFTED
    effects = (spent, Effect(f"impact {direction}", name, drift, "cm"))
    return Ruling(outcome, counts, effects, told={"name": name, "drift": drift, "direction": direction})


def direction_of(face: int, charts: Charts, dice: Dice) -> str:
    """What the direction die says; where only 5 and 3 are taken, the referee. Source: first-watch.txt 104, 141."""
    if charts.reads("FW-15", "unknown") and charts.is_house("dial", f"{face}"):
        return dice.decide("direction", (UNKNOWN, ON_TARGET, *POINTS), UNKNOWN)
    return dice.show(charts["dial", f"{face}"], "direction, {}", face).text
