"""The turn: initiative, movement, fire phases. Source: first-watch.txt 29-53, 111."""

from refcli.core.cells import Cell, Source, Sum
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, stated_anywhere
from refcli.core.rulebook import (
    D10,
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Refused,
    Ruling,
    changes,
    note,
    part,
    procedure,
)
from refcli.core.sentence import Proper, ordinal
from refcli.rulesets.first_watch.attack import FIRST_YEAR, LAST_YEAR, type_of
from refcli.rulesets.first_watch.effects import Kind

GROUND = ("troops", "vehicles")
TOWED = ("guns", "artillery")
"""The charts that name what has no speed of its own."""

LEVELS = ("low", "medium", "high")

FAST = "more than half speed"
"""How an effect tells the pace of a unit that is harder to hit than one that only moves."""

SLOPES = ("uphill", "downhill", "reverse")
"""Terrain that says how one moves, and not over what."""

MOVEMENT = Source(section="Movement", lines="39")
DIVES = Source(section="Optional rules", lines="159")


class Initiative(NamedTuple):
    """The nationalities in play; the outcome is told of the first."""

    sides: Annotated[Terms, Field("the nationalities in play", 1, ("initiative",), noun="nationality")]
    year: Annotated[int, Field("year of the battle", short="-y", at_least=FIRST_YEAR, at_most=LAST_YEAR)]
    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    HIGHEST = (
        "highest",
        True,
        "{The lowest} moves first; {side} moves last, or earlier if it likes. Order: {order}.",
        "initiative",
    )
    BETWEEN = "in between", False, "{The lowest} moves first, {side} {place}. Order: {order}.", "initiative"
    LOWEST = (
        "lowest",
        False,
        "{The side} moves first; {highest} moves last, or earlier if it likes. Order: {order}.",
        "initiative",
    )


OWN, OPPOSING = "initiative", "opposing initiative"
"""The sum of the first nationality, and that of every other."""


@procedure("initiative", InitiativeOutcome, ("initiative",), sums=(OWN, OPPOSING), by_side=True)
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
    names = [charts.called(side, "initiative") for side in order]
    places = {side: order.index(side) + 1 for side in sides}
    told = {
        "side": Proper(charts.called(first, "initiative")),
        "order": ", then ".join(names),
        "place": ordinal(places[first]),
        "lowest": Proper(names[0]),
        "highest": Proper(names[-1]),
    }
    return Ruling(
        outcome,
        places,
        lambda: [Effect(Kind.ORDER, name, place, role="side") for place, name in enumerate(names, 1)],
        told=told,
    )


def sides_of(request: Initiative) -> list[str]:
    """The nationalities by name, two or more. Raises Refused for one that stands more than once."""
    sides = [side.name for side in request.sides]
    for side in request.sides:
        if side.many > 1 or sides.count(side.name) > 1:
            raise Refused(f"sides: {side.name} is named more than once; each nationality rolls one die")
    if len(sides) < 2:
        raise Refused("sides: name two nationalities or more, by commas: german,british")
    return sides


@part
def in_order(rolling: tuple[tuple[str, Sum], ...], dice: Dice) -> tuple[str, ...]:
    """The nationalities, lowest total first; those that tie roll again. Source: first-watch.txt 29-30."""
    rolls = {side: dice.at(side).check(modifiers, D10, "initiative") for side, modifiers in rolling}
    totals = {side: roll.total for side, roll in rolls.items()}
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
    edge: Annotated[
        float | None, Field("the shortest edge of the table", short="-e", unit="cm", at_least=1, at_most=9999)
    ] = None
    turn: Annotated[
        int | None, Field("turn in play of an aircraft; 1 as it enters", short="-t", at_least=1, at_most=99)
    ] = None
    altitude: Annotated[str | None, Field("altitude of an aircraft before its move", short="-a", choices=LEVELS)] = None
    to: Annotated[str | None, Field("altitude that an aircraft changes to", choices=LEVELS)] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    FULL = "full speed", True, "{The mover} may move up to {cm} cm."
    SLOWED = "slowed", True, "{The mover} may move up to {cm} cm[ {limit}][: half of {edge}]."
    CANNOT_MOVE = "cannot move", Outcome.NO_ATTEMPT, "{The mover} cannot move."
    LEAVES = "leaves", False, "{The mover} leaves the table after {turns:turn} in play."


@procedure(
    "move",
    MoveOutcome,
    (*GROUND, "aircraft", "terrain", "target-types", "flight", "movement"),
    sums=("speed",),
    rolls=False,
)
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """Movement: how far can a unit move?

    Max Speed times the multiplier of the most difficult terrain of this turn; infantry and cavalry ignore
    most of them; aircraft fly 100 cm or half the shortest edge, for six turns. No dice.
    Source: first-watch.txt 39-53, 111, 153.
    """
    name = request.mover.name
    bar = charts.bar("cannot move", "movement", stated_anywhere(request), "immobilised")
    if bar and charts.has("vehicles", name):
        dice.show(bar)
        return Ruling(MoveOutcome.CANNOT_MOVE, {"cm": 0})
    if charts.has("aircraft", name):
        turns = charts["flight", "turns"]
        if request.turn and request.turn > turns.number:
            dice.show(turns, "{0} turns in play, normally.", turns.text)
            return Ruling(
                MoveOutcome.LEAVES,
                {"cm": 0},
                lambda: (Effect(Kind.LEAVE, charts.called(name, "aircraft"), role="mover"),),
                told={"turns": turns.number},
            )
        most = charts["flight", "flight"]
        speed, limit = flight(request, charts, dice)
    else:
        most = max_speed(name, charts)
        speed, over = speed_of(name, request.terrain, charts, dice)
        limit = {"limit": over if over in SLOPES else f"over {over}" if over else ""}
        if request.edge is not None or request.turn or request.altitude or request.to:
            dice.show(
                Note(
                    "the edge of the table, turns and altitude count only for aircraft",
                    charts["flight", "flight"].source,
                )
            )
    cm = max(0, round(speed.total, 2))
    cm = int(cm) if cm == int(cm) else cm
    if not cm:
        return Ruling(MoveOutcome.CANNOT_MOVE, {"cm": 0})
    outcome = MoveOutcome.SLOWED if cm < most.number else MoveOutcome.FULL
    return Ruling(outcome, {"cm": cm}, lambda: moves(request, cm, charts), told=limit)


def moves(request: Move, cm: int | float, charts: Charts) -> tuple[Effect, ...]:
    """The way that a unit may go; of an aircraft, that it enters, and its new altitude.

    Source: first-watch.txt 39, 111.
    """
    mover = charts.called(request.mover.name, *GROUND, "aircraft")
    way = Effect(Kind.MOVE, mover, cm, "cm", role="mover")
    if not charts.has("aircraft", request.mover.name):
        return (way,)
    enters = (Effect(Kind.ENTER, mover, role="mover"),) if request.turn == 1 else ()
    goes_to = request.to if request.to != request.altitude else ""
    goes_to = goes_to or (request.altitude if enters else "")
    level = (Effect(Kind.ALTITUDE, mover, role="mover", detail=goes_to),) if goes_to else ()
    return (*enters, way, *level)


def max_speed(name: str, charts: Charts) -> Cell:
    """The Max Speed of troops or a vehicle. Source: first-watch.txt 39."""
    return charts["troops" if charts.has("troops", name) else "vehicles", name, "max-speed"]


def speed_of(name: str, terrain: Terms, charts: Charts, dice: Dice) -> tuple[Sum, str]:
    """The speed of this turn, and the terrain that limits it. Source: first-watch.txt 39, 53."""
    most = max_speed(name, charts)
    dice.show(most, "Max Speed of {the 0} is {1} cm.", charts.called(name, *GROUND), most.text)
    gear = charts["target-types", type_of(name, charts), "moves-as"].text
    share, limit = 1.0, ""
    for one in terrain:
        multiplier = charts["terrain", one.name, gear]
        if not multiplier.blank:
            dice.show(multiplier, "multiplier of {0}, {1}", multiplier.label, charts.label("terrain", gear))
        if not multiplier.blank and (not limit or multiplier.number < share):
            share, limit = multiplier.number, charts.label("terrain", one.name)
    product = round(most.number * share, 2)
    return dice.show(charts.add_up("speed", Cell(product, "Max Speed x multiplier", "", MOVEMENT))), limit


def flight(request: Move, charts: Charts, dice: Dice) -> tuple[Sum, dict[str, str]]:
    """The smaller of 100 cm and half the shortest edge, and what limits it; a dive bomber may go two levels down.

    Raises Refused for more than one level of any other plane. Source: first-watch.txt 111, 159; FW-27.
    """
    mover = request.mover.name
    way, limit = charts["flight", "flight"].told("A plane flies {value} cm a turn."), {}
    source = way.source
    for one in request.terrain:
        dice.show(
            note("{terrain} {terrain:does|do} not slow an aircraft", source, terrain=charts.label("terrain", one.name))
        )
    if request.edge is not None:
        share = charts["flight", "of-edge"]
        if request.edge * share.number < way.number:
            way = Cell(request.edge * share.number, "", "", share.source).told("Half the shortest edge is {value} cm.")
            limit = {"edge": "the shortest edge"}
    speed = dice.show(charts.add_up("speed", way))
    if request.to is None:
        dice.show(Note("it may change its altitude by one level", source))
    elif (request.altitude, request.to) == ("high", "low") and charts["aircraft", mover, "type"].text == "dive-bomber":
        dice.show(Note("a dive bomber may dive from high to low altitude, by an optional rule", DIVES))
    elif request.altitude and abs(LEVELS.index(request.altitude) - LEVELS.index(request.to)) > 1:
        raise Refused(f"to: an aircraft changes one level a turn, from {request.altitude} altitude to medium")
    turns = charts["flight", "turns"]
    dice.show(turns, "{0} turns in play, normally.", turns.text)
    return speed, limit


class Phase(NamedTuple):
    """A unit that wants to fire, and how far it moved."""

    mover: Annotated[Term, Field("the troops, vehicle or gun that fires", 1, (*GROUND, *TOWED))]
    terrain: Annotated[Terms, Field("every terrain it moved over", 2, ("terrain",), noun="terrain")] = ()
    moved: Annotated[float, Field("cm that it moved this turn", short="-m", unit="cm", at_least=0, at_most=999)] = 0
    conditions: Conditions = NOTHING


class PhaseOutcome(Outcome):
    OPPORTUNITY = "opportunity fire", True, "{The mover} may fire now, at the moving target."
    FIRST = "first", True, "{The mover} fires in Infantry/Stationary Vehicle Fire."
    SLOW = "slow", True, "{The mover} fires in Slow Vehicle Fire."
    REMAINING = "remaining", True, "{The mover} fires in Remaining Fire."
    MAY_NOT = "may not fire", Outcome.NO_ATTEMPT, "{The mover} may not fire."


@procedure("phase", PhaseOutcome, (*GROUND, *TOWED, "terrain", "target-types", "phases"), sums=("speed",), rolls=False)
def phase(request: Phase, charts: Charts, dice: Dice) -> Ruling:
    """In which fire phase does a unit fire, by the share of its speed that it used?

    Infantry and stationary vehicles first, those that moved less than half speed next, then the rest; each
    fires once. Stationary units may take opportunity fire; a towed gun is one of them, and so is artillery
    that fires directly. No dice. Raises Refused for a way that is longer than the unit may go.
    Source: first-watch.txt 30-33, 39, 94; FW-61.
    """
    name = request.mover.name
    stated = request.conditions + request.mover.conditions
    bar = charts.bar("may not fire", "phases", stated, "fired", "assaulting")
    if not bar and "opportunity" in stated and request.moved:
        opportunity = charts.note("phases", "opportunity")
        bar = Note("only stationary units take opportunity fire", opportunity.source)
    if bar:
        dice.show(bar)
        return Ruling(PhaseOutcome.MAY_NOT)
    if "opportunity" in stated:
        return fires_in(PhaseOutcome.OPPORTUNITY, request, "Land Movement Phase", charts)
    speed = way_allowed(request, charts, dice) if request.moved else None
    slow = charts["phases", "slow"]
    share = request.moved / speed.total if speed else 0
    pace = FAST if share > slow.number else ""
    if "small-arms" in stated and charts.has("vehicles", name):
        main_gun = "" if charts.is_blank("vehicles", name, "main-gun") else ", and not its main gun"
        dice.show(Note(f"its machinegun fires{main_gun}", charts.note("phases", "small-arms").source))
    if speed is None or charts.has("troops", name) or "small-arms" in stated:
        return fires_in(PhaseOutcome.FIRST, request, "Infantry/Stationary Vehicle Fire", charts, pace)
    dice.show(note("it moved {moved} of {speed} cm", slow.source, moved=request.moved, speed=speed.total))
    dice.show(slow, "Slow Vehicle Fire is for less than {0} of its speed.", slow.text)
    if slow.target_number.met_by(share):
        return fires_in(PhaseOutcome.SLOW, request, "Slow Vehicle Fire", charts)
    return fires_in(PhaseOutcome.REMAINING, request, "Remaining Fire", charts, pace)


def way_allowed(request: Phase, charts: Charts, dice: Dice) -> Sum:
    """How far the unit may go this turn. Raises Refused where it went farther. Source: first-watch.txt 39; FW-61."""
    name = request.mover.name
    mover = charts.called(name, *GROUND, *TOWED)
    if not any(charts.has(chart, name) for chart in GROUND):
        raise Refused(f"moved: {mover} has no Max Speed of its own; ask for the vehicle that tows it")
    speed, limit = speed_of(name, request.terrain, charts, dice)
    if request.moved > speed.total:
        over = f" over {limit}" if limit else ""
        raise Refused(f"moved: {mover} may go {speed.total:g} cm{over}, not {request.moved:g}")
    return speed


def fires_in(outcome: PhaseOutcome, request: Phase, phase: str, charts: Charts, pace: str = "") -> Ruling:
    """The phase in which a unit fires, and how far and at what pace it moved. Source: first-watch.txt 31-33, 73."""
    mover = charts.called(request.mover.name, *GROUND, *TOWED)
    return Ruling(
        outcome,
        {},
        lambda: changes(
            Effect(Kind.MOVED, mover, request.moved, "cm", role="mover", detail=pace),
            Effect(Kind.FIRES_IN, mover, role="mover", detail=phase),
        ),
    )
