"""The turn: initiative, movement, fire phases. Source: first-watch.txt 29-53, 111."""

from refcli.core.charts import Cell, Source, Sum
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms
from refcli.core.rulebook import D10, Charts, Dice, Effect, Note, Outcome, Refused, Ruling, note, part, procedure
from refcli.rulesets.first_watch.attack import type_of

GROUND = ("troops", "vehicles")
TOWED = ("guns", "artillery")
"""The charts that name what has no speed of its own."""

MOVEMENT = Source(section="Movement", lines="39")


class Initiative(NamedTuple):
    """The nationalities in play; the outcome is told of the first."""

    sides: Annotated[Terms, Field("the nationalities in play", 1, ("initiative",), noun="nationality")]
    year: Annotated[int, Field("year of the battle", short="-y", at_least=1939, at_most=1945)]
    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    HIGHEST = "highest", True, "{side} moves last, or earlier if it likes; order of movement: {order}"
    BETWEEN = "in between", False, "{side} moves in between; order of movement: {order}"
    LOWEST = "lowest", False, "{side} moves first; order of movement: {order}"


OWN, OPPOSING = "initiative", "opposing initiative"
"""The sum of the first nationality, and that of every other."""


@procedure("initiative", InitiativeOutcome, ("initiative",), sums=(OWN, OPPOSING))
def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Initiative: in which order do the nationalities move?

    One die each with a modifier by nationality and year; the lowest total moves first, a higher one
    earlier if it likes; a tie is rolled again between the tied. Source: first-watch.txt 29-30; FW-30.
    """
    sides = sides_of(request)
    first = sides[0]
    figures = [charts["initiative", side, request.year] for side in sides]
    sums = [charts.add_up(OWN, figures[0]), *[charts.add_up(OPPOSING, figure) for figure in figures[1:]]]
    order = in_order(tuple(zip(sides, sums, strict=True)), dice)
    outcome = InitiativeOutcome.BETWEEN
    if order[-1] == first:
        outcome = InitiativeOutcome.HIGHEST
    elif order[0] == first:
        outcome = InitiativeOutcome.LOWEST
    names = [charts.label("initiative", side) for side in order]
    places = {side: order.index(side) + 1 for side in sides}
    return Ruling(outcome, places, told={"side": charts.label("initiative", first), "order": names})


def sides_of(request: Initiative) -> list[str]:
    """The nationalities by name, two or more. Raises Refused for one that stands more than once."""
    sides = [side.name for side in request.sides]
    for side in request.sides:
        if side.many > 1 or sides.count(side.name) > 1:
            raise Refused(f"sides: {side.name} stands more than once; each nationality rolls one die")
    if len(sides) < 2:
        raise Refused("sides: initiative is rolled between two nationalities or more, by commas")
    return sides


@part
def in_order(rolling: tuple[tuple[str, Sum], ...], dice: Dice) -> tuple[str, ...]:
    """The nationalities, lowest total first; those that tie roll again. Source: first-watch.txt 29-30."""
    totals = {side: dice.check(modifiers, D10, side).total for side, modifiers in rolling}
    different = sorted(set(totals.values()))
    if len(different) == 1 and len(rolling) > 1:
        dice.again("all of them tie")
    order: tuple[str, ...] = ()
    for total in different:
        tied = tuple([one for one in rolling if totals[one[0]] == total])
        order += (tied[0][0],) if len(tied) == 1 else in_order(tied, dice.at(f"tie at {total:g}"))
    return order


class Move(NamedTuple):
    """A unit that moves over terrain."""

    mover: Annotated[Term, Field("the troops, vehicle or plane that moves", 1, (*GROUND, "aircraft"))]
    terrain: Annotated[Terms, Field("every terrain it moves over", 2, ("terrain",), noun="terrain")] = ()
    edge: Annotated[float | None, Field("the shortest edge of the table", unit="cm", at_least=1, at_most=9999)] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    FULL = "full speed", True, "{mover} moves up to {cm} cm"
    SLOWED = "slowed", True, "{mover} moves up to {cm} cm[ over {limit}]"
    CANNOT_MOVE = "cannot move", False, "{mover} cannot move"


@procedure("move", MoveOutcome, (*GROUND, "aircraft", "terrain", "target-types", "flight"), sums=("speed",))
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """Movement: how far can a unit move?

    Max Speed times the multiplier of the most difficult terrain of this turn; infantry and cavalry ignore
    most of them; aircraft fly 100 cm or half the shortest edge. No dice. Source: first-watch.txt 39-53, 111.
    """
    name = request.mover.name
    if charts.has("aircraft", name):
        most = charts["flight", "flight"]
        speed, limit = flight(request, charts, dice)
    else:
        most = max_speed(name, charts)
        speed, limit = speed_of(name, request.terrain, charts, dice)
        if request.edge is not None:
            dice.show(Note("the edge of the table limits aircraft alone", charts["flight", "flight"].source))
    cm = max(0, round(speed.total, 2))
    cm = int(cm) if cm == int(cm) else cm
    if not cm:
        return Ruling(MoveOutcome.CANNOT_MOVE, {"cm": 0})
    outcome = MoveOutcome.SLOWED if cm < most.number else MoveOutcome.FULL
    return Ruling(outcome, {"cm": cm}, (Effect("move", name, cm, "cm"),), told={"limit": limit})


def max_speed(name: str, charts: Charts) -> Cell:
    """The Max Speed of troops or a vehicle. Source: first-watch.txt 39."""
    return charts["troops" if charts.has("troops", name) else "vehicles", name, "max-speed"]


def speed_of(name: str, terrain: Terms, charts: Charts, dice: Dice) -> tuple[Sum, str]:
    """The speed of this turn, and the terrain that limits it. Source: first-watch.txt 39, 53."""
    most = max_speed(name, charts)
    dice.show(most, "Max Speed of {}, cm", most.label)
    gear = charts["target-types", type_of(name, charts), "moves-as"].text
    share, limit = 1.0, ""
    for one in terrain:
        multiplier = charts["terrain", one.name, gear]
        dice.show(multiplier, "{}, {}", multiplier.label, charts.label("terrain", gear))
        if not multiplier.blank and (not limit or multiplier.number < share):
            share, limit = multiplier.number, charts.label("terrain", one.name)
    product = round(most.number * share, 2)
    return dice.show(charts.add_up("speed", Cell(product, "Max Speed x multiplier", "", MOVEMENT))), limit


def flight(request: Move, charts: Charts, dice: Dice) -> tuple[Sum, str]:
    """The smaller of 100 cm and half the shortest edge, and what limits it. Source: first-watch.txt 111; FW-27."""
    way, limit = charts["flight", "flight"], ""
    source = way.source
    for one in request.terrain:
        dice.show(note("does not slow an aircraft: {terrain}", source, terrain=charts.label("terrain", one.name)))
    if request.edge is not None:
        share = dice.show(charts["flight", "of-edge"])
        if request.edge * share.number < way.number:
            way, limit = Cell(request.edge * share.number, "half the shortest edge", "", share.source), "a short table"
    speed = dice.show(charts.add_up("speed", way))
    dice.show(Note("it may change its altitude by one level", source))
    dice.show(charts["flight", "turns"])
    return speed, limit


class Phase(NamedTuple):
    """A unit that wants to fire, and how far it moved."""

    mover: Annotated[Term, Field("the troops, vehicle or gun that fires", 1, (*GROUND, *TOWED))]
    terrain: Annotated[Terms, Field("every terrain it moved over", 2, ("terrain",), noun="terrain")] = ()
    moved: Annotated[float, Field("cm that it moved this turn", short="-m", unit="cm", at_least=0, at_most=999)] = 0
    conditions: Conditions = NOTHING


class PhaseOutcome(Outcome):
    OPPORTUNITY = "opportunity fire", True, "{mover} may fire now, at the moving target"
    FIRST = "first", True, "{mover} fires in Infantry/Stationary Vehicle Fire"
    SLOW = "slow", True, "{mover} fires in Slow Vehicle Fire"
    REMAINING = "remaining", True, "{mover} fires in Remaining Fire"
    MAY_NOT = "may not fire", False, "{mover} may not fire"


@procedure("phase", PhaseOutcome, (*GROUND, *TOWED, "terrain", "target-types", "phases"), sums=("speed",))
def phase(request: Phase, charts: Charts, dice: Dice) -> Ruling:
    """In which fire phase does a unit fire, by the share of its speed that it used?

    Infantry and stationary vehicles first, those that moved less than half speed next, then the rest; each
    fires once. Stationary units may take opportunity fire; a towed gun is one of them, and so is artillery
    that fires directly. No dice. Source: first-watch.txt 30-33, 94.
    """
    name = request.mover.name
    stated = request.conditions + request.mover.conditions
    bar = charts.bar("may not fire", "phases", stated, "fired")
    if not bar and "opportunity" in stated and request.moved:
        opportunity = charts.note("phases", "opportunity")
        bar = note("only stationary units take {fire}", opportunity.source, fire=opportunity.text)
    if bar:
        dice.show(bar)
        return Ruling(PhaseOutcome.MAY_NOT)
    if "opportunity" in stated:
        return Ruling(PhaseOutcome.OPPORTUNITY)
    if charts.has("troops", name) or not request.moved or "small-arms" in stated:
        return Ruling(PhaseOutcome.FIRST)
    if not charts.has("vehicles", name):
        mover = charts.called(name, *TOWED)
        raise Refused(f"moved: {mover} has no Max Speed of its own; ask for the vehicle that tows it")

    speed, _ = speed_of(name, request.terrain, charts, dice)
    slow = dice.show(charts["phases", "slow"])
    dice.show(note("it moved {moved} of {speed} cm", slow.source, moved=request.moved, speed=speed.total))
    share = request.moved / speed.total if speed.total > 0 else 1
    return Ruling(PhaseOutcome.SLOW if slow.target_number.met_by(share) else PhaseOutcome.REMAINING)
