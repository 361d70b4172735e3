"""Plotted missions, and where a bombardment or a bomb comes down.

Source: first-watch.txt 36, 94-104, 115, 129-135, 141, 160, 163.
"""

from collections.abc import Callable

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, stated_anywhere
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Outcome, Ruling, procedure
from refcli.rulesets.first_watch.attack import Altitude, bar_by_attacks
from refcli.rulesets.first_watch.effects import Kind

ON_TARGET, UNKNOWN = "on-target", "unknown"
GUNS = ("", "guns")
"""What a battery is counted in: one gun in nothing, several in guns."""

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

Towards = Annotated[
    str | None, Field("a direction that matters, as to one's own troops, which is counted", choices=POINTS)
]


Point = Annotated[str, Field("the target point, as from a landmark", short="-p")]


class Plot(NamedTuple):
    """A mission that is written down for a later turn."""

    attacker: Annotated[Term, Field("the guns or mortars, or a plane (optional)", 1, ("artillery", "aircraft"))]
    point: Point = ""
    guns: Annotated[int, Field("guns of the battery", said="{value:gun}", short="-g", at_least=1, at_most=24)] = 1
    conditions: Conditions = NOTHING


class Bombard(NamedTuple):
    """A plotted mission of guns of one kind at one target point."""

    attacker: Annotated[Term, Field("the guns or mortars", 1, ("artillery",), noun="weapon")]
    turn: Annotated[int, Field("turn of fire at this target point; 1 is new", short="-t", at_least=1, at_most=99)] = 1
    shift: Annotated[
        float | None,
        Field("cm that the target point moves from the last impact", short="-s", unit="cm", at_least=0, at_most=999),
    ] = None
    guns: Annotated[int, Field("guns of the battery", said="{value:gun}", short="-g", at_least=1, at_most=24)] = 1
    point: Point = ""
    towards: Towards = None
    conditions: Conditions = NOTHING


class Bomb(NamedTuple):
    """One bomb dropped at a target point."""

    attacker: Annotated[Term, Field("the bomb", 1, ("bombs",), noun="bomb")]
    plane: Annotated[Term | None, Field("the plane that drops it", charts=("aircraft",), noun="plane", short="-p")] = (
        None
    )
    altitude: Altitude = "medium"
    distance: Annotated[
        float | None,
        Field(
            "cm from the end of the plane's move to the target point", short="-d", unit="cm", at_least=0, at_most=999
        ),
    ] = None
    towards: Towards = None
    conditions: Conditions = NOTHING


class Salvo(NamedTuple):
    """What comes down: its name and role, its drift dice, its greatest ring."""

    what: str
    role: str
    drift: Cell
    ring: Cell


class PlotOutcome(Outcome):
    PLOTTED = (
        "plotted",
        True,
        "The [plane?target][!plane?mission] of {the attacker} is plotted for next turn[: {point}].",
    )
    CANNOT_PLOT = "cannot plot", Outcome.NO_ATTEMPT, "{The attacker} cannot fire indirectly."


BURST = " Lay the template: burst is for what lies under it."


class ImpactOutcome(Outcome):
    ON_TARGET = "on target", True, "The impact is on the target point." + BURST
    COVERED = (
        "target covered",
        True,
        "The impact is {drift} cm {direction} of the target point, which is still covered." + BURST,
    )
    DRIFTED = "off target", False, "The impact is {drift} cm {direction} of the target point." + BURST
    NOT_SAID = "not said", False, "The published dial has no {face}: the referee names the direction."
    CANNOT_ATTACK = (
        "cannot attack",
        Outcome.NO_ATTEMPT,
        "[plane?{The plane} cannot drop its bomb]"
        "[bomb?{The attacker} cannot be dropped][gun?{The attacker} cannot fire].",
    )


@procedure("plot", PlotOutcome, ("artillery", "aircraft", "drift"), rolls=False)
def plot(request: Plot, charts: Charts, dice: Dice) -> Ruling:
    """A mission is plotted, from a landmark that a Forward Observer sees; it is fired next turn. No dice.

    Optional: the targets of planes are plotted too. Source: first-watch.txt 36, 94, 102, 163.
    """
    unit = charts.called(request.attacker.name, "artillery", "aircraft")
    if charts.has("aircraft", request.attacker.name):
        return Ruling(
            PlotOutcome.PLOTTED,
            {},
            lambda: (Effect(Kind.PLOT_TARGET, unit, role="attacker", detail=request.point),),
            told={"point": request.point, "plane": True},
        )
    bar = charts.bar("cannot plot", "drift", stated_anywhere(request), "no-observer")
    if bar:
        dice.show(bar)
        return Ruling(PlotOutcome.CANNOT_PLOT)
    return Ruling(
        PlotOutcome.PLOTTED, {}, lambda: (of_battery(Kind.PLOT, unit, request),), told={"point": request.point}
    )


def of_battery(kind: Kind, unit: str, request: "Plot | Bombard") -> Effect:
    """An effect on so many guns of a battery, with the target point."""
    return Effect(kind, unit, request.guns, GUNS[request.guns > 1], role="attacker", detail=request.point)


@procedure("bombard", ImpactOutcome, ("artillery", "bombardment", "dial", "drift", "shift"), sums=("drift",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Plotted artillery fire: where is the impact point? `burst` then resolves what lies under it.

    A new mission rolls for direction and drift; a point moved up to 10 cm from the last impact does
    not drift, the same point drifts less from turn to turn. Source: first-watch.txt 94-104.
    """
    name = request.attacker.name
    bar = charts.bar("cannot fire", "drift", stated_anywhere(request), "fired", "unplotted", "no-observer")
    if bar:
        dice.show(bar)
        return Ruling(ImpactOutcome.CANNOT_ATTACK, told={"gun": True})
    size = charts["artillery", name]
    dice.show(size, "{The 0} is {1}.", size.label, charts.label("bombardment", size.text))
    battery = charts.called(name, "artillery")
    turn = request.turn
    if request.shift is not None:
        shift = charts["shift", "shift"]
        dice.show(shift, "No drift up to {0} cm from the last impact.", shift.text)
        if request.shift <= shift.number:
            return Ruling(
                ImpactOutcome.ON_TARGET,
                {},
                lambda: (of_battery(Kind.FIRED, battery, request), strikes(battery, "attacker")),
            )
        turn = 1
    drift = charts["drift", "artillery", min(turn, charts.axis("drift").bands[-1][1])].told(
        "{value:drift die|drift dice} on turn {0}.", turn
    )
    salvo = Salvo(battery, "attacker", drift, charts["bombardment", size.text, "ring"])
    return impact(request, salvo, lambda: (of_battery(Kind.FIRED, battery, request),), charts, dice)


@procedure("bomb", ImpactOutcome, ("bombs", "bombing", "aircraft", "aircraft-types", "dial"), sums=("drift",))
def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """A bomb is dropped: where does it come down? `burst` then resolves what lies under it.

    As artillery, but the drift depends on the plane's altitude. Source: first-watch.txt 115, 129-135, 141, 160, 163.
    """
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    stated += request.plane.conditions if request.plane else NOTHING
    aborting = () if "jettison" in stated else ("aborting",)
    bar = charts.bar("cannot bomb", "bombing", stated, *aborting, "air-fire-due", "unplotted")
    plane = request.plane.name if request.plane else None
    bar = bar or bar_by_attacks("cannot bomb", plane, stated["attacked"], charts, dice)
    if bar:
        dice.show(bar)
        return Ruling(ImpactOutcome.CANNOT_ATTACK, told={"bomb": not request.plane})
    if request.distance is not None:
        reach = charts["bombing", request.altitude, "reach"]
        dice.show(reach, "A bomb from {0} reaches {1} cm.", reach.label, reach.text)
        if request.distance > reach.number:
            return Ruling(ImpactOutcome.CANNOT_ATTACK, told={"bomb": not request.plane})
    drift = charts["bombing", request.altitude, "drift"]
    ring = charts["bombs", name, "ring"]
    by = charts.called(plane, "aircraft") if plane else ""
    salvo = Salvo(ring.label, "bomb", drift.told("{value:drift die|drift dice} at {0}.", drift.label), ring)
    return impact(request, salvo, lambda: dropped(ring.label, by), charts, dice)


def dropped(bomb: str, plane: str) -> tuple[Effect, ...]:
    """A plane makes an attack and is rid of its bomb; where it is not named, the bomb. Source: first-watch.txt 115."""
    if not plane:
        return (Effect(Kind.DROP, bomb, role="bomb"),)
    return (
        Effect(Kind.ATTACKED, plane, role="plane", detail=bomb),
        Effect(Kind.DROP, plane, role="plane", detail=bomb),
    )


def strikes(what: str, role: str, drift: int | float = 0, direction: str = "") -> Effect:
    """Where a salvo or a bomb comes down, seen from the target point. Source: first-watch.txt 96, 104, 141."""
    return Effect(Kind.IMPACT, what, drift, "cm", role=role, detail=direction)


def impact(
    request: Bombard | Bomb, salvo: Salvo, spent: Callable[[], tuple[Effect, ...]], charts: Charts, dice: Dice
) -> Ruling:
    """The direction die and, off target, the drift dice. ``spent`` makes the effects of firing or dropping.

    Source: first-watch.txt 96, 104, 141.
    """
    face = dice.die(D10, "direction")
    direction = direction_of(face, charts, dice)
    counts = {"towards": int(direction == request.towards)} if request.towards else {}
    if direction == UNKNOWN:
        return Ruling(ImpactOutcome.NOT_SAID, counts, spent, told={"face": face})
    if direction == ON_TARGET:
        return Ruling(ImpactOutcome.ON_TARGET, counts, lambda: (*spent(), strikes(salvo.what, salvo.role)))
    dice.show(salvo.drift)
    rolled = dice.pool(salvo.drift.whole(), D10, int, "drift")
    drift = max(0, dice.show(charts.add_up("drift").plus_die(rolled)).total)
    dice.show(salvo.ring, "The greatest ring of {0} is {1} cm across.", salvo.ring.label, salvo.ring.text)
    outcome = ImpactOutcome.COVERED if 2 * drift <= salvo.ring.number else ImpactOutcome.DRIFTED
    return Ruling(
        outcome,
        counts,
        lambda: (*spent(), strikes(salvo.what, salvo.role, drift, direction)),
        told={"drift": drift, "direction": direction},
    )


def direction_of(face: int, charts: Charts, dice: Dice) -> str:
    """What the direction die says; where only 5 and 3 are taken, the referee. Source: first-watch.txt 104, 141."""
    if charts.reads("FW-15", "unknown") and charts.is_house("dial", f"{face}"):
        return dice.decide("direction", (UNKNOWN, ON_TARGET, *POINTS), UNKNOWN)
    cell = charts["dial", f"{face}"]
    dice.show(cell._replace(value=cell.text.replace("on-target", "on target")), "on the dial")
    return cell.text
