"""Movement. Source: skirmish.txt 49, 61-133, 183, 411, 415."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, Source, note, procedure, unit_names
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.preparation import PREPARATION, bar_to_task, goes_with, stage_of, task_in, turns_for

SHARES = ("stream", "wood", "hedge", "reverse", "load", "tow", "emergency-tow", "limping")
"""Obstacles and ways of going that leave a share of the move; several multiply."""

LOSSES = ("wire", "wall", "high-wall")
"""Obstacles that take a share of the allowance away; several add up."""

ON_FOOT = ("men", "weapon")
COLUMNS = {"men": "men", "weapon": "men", "tank": "tank", "carrier": "carrier", "motorcycle": "motorcycle"}
"""The columns of the obstacles; all others are starred. Source: 91-97, 107-109."""

TENTHS = 1
"""The places behind the point to which the cm of a move are told."""

WENT_BEFORE = "the part of the move that went before"

ABOARD = Source(section="Movement", lines="88, 99")
MEN_IN_SMOKE = Source(section="Movement", lines="84")
PUSHES = Source(section="Movement", lines="133")
EMBARKS = Conditions(["load"])


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("who moves", 1, ("troops", "vehicles"))]
    moved: Annotated[float | None, Field("how far it goes, if less than it may", short="-m", unit="cm", at_least=0)] = (
        None
    )
    vehicle: Annotated[
        Term | None,
        Field("the vehicle that men get into, or a tank pushes", charts=("vehicles", "troops"), noun="vehicle"),
    ] = None
    left: Annotated[
        float | None,
        Field(
            "how much of its move is left, after a first part of it",
            unit="%",
            at_least=0,
            at_most=100,
            said="{value}% of the move left",
        ),
    ] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{The mover} may move {cm} cm[, into {vehicle}][ and {mover:goes|go} {gone} cm]."
    MOVES_IN = "moves in", True, "{The mover} may move {cm} cm into the wood, but not through it."
    ANYWHERE = "anywhere inside", True, "{The mover} may take up any place inside the building."
    PREPARES = "prepares", True, "{The mover} {mover:needs|need} {turns:turn} {tasks}."
    MAY_NOT = "may not move", Outcome.NO_ATTEMPT, "{The mover} may not move that way."


CHARTS = ("troops", "vehicles", "vehicle-facts", "movement-men", "movement-vehicles", "obstacles", "preparation")
STAYS = Ruling(MoveOutcome.MAY_NOT, {"cm": 0})


@procedure("move", MoveOutcome, CHARTS, sums=("distance",), rolls=False)
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how many cm? Or it makes itself ready to fire or to go.

    No dice. Each way of going leaves a share of the move, and these multiply; each obstacle that is climbed or crossed
    takes half of what is left to it. Source: skirmish.txt 63-127.
    """
    mover, kind = request.mover.name, class_of(request.mover.name, charts)
    name = unit_names([request.mover], charts, "troops", "vehicles")[mover]
    stated = conditions_of(request)
    bar = bar_to(mover, kind, stated, charts) or bar_to_board(kind, request.vehicle, stated, charts)
    if bar:
        dice.show(bar)
        return STAYS
    if "inside" in stated:
        dice.show(charts.note("obstacles", "inside"))
        return Ruling(MoveOutcome.ANYWHERE, {"cm": 0}, lambda: (Effect(Kind.INSIDE, name, role="mover"),))
    if task := task_in(stated):
        stages = turns_for(task, charts, dice)
        told = {"turns": sum([stage.turns for stage in stages]), "tasks": tuple([stage.task for stage in stages])}
        return Ruling(MoveOutcome.PREPARES, {"cm": 0}, lambda: [stage.busy(name) for stage in stages], told=told)
    way = way_of(mover, kind, stated, request.left, charts)
    if way.bar:
        dice.show(way.bar)
        return STAYS
    distance = charts.add_up("distance", *way.parts)
    cm = max(0, round(distance.total, TENTHS))
    if request.moved is not None and request.moved > cm:
        far = "it may move {cm} cm, not {gone}"
        dice.show(note(far, way.parts[0].source, cm=cm, gone=request.moved))
        dice.show(distance)
        return STAYS
    for figure in goes_with(kind, stated):
        dice.show(charts["preparation", figure], PREPARATION[figure])
    dice.show(distance)
    if not cm and not (request.left and "load" in stated):
        return STAYS
    boards = request.vehicle if "push" not in stated else None
    vehicle = charts.called(boards.name, "vehicles", "troops") if boards else ""
    set_up = stage_of("set-up", charts, dice) if kind == "weapon" else None

    def effects() -> Iterator[Effect]:
        yield from effects_of_move(name, kind, cm, request.moved, stated, vehicle, into=way.into)
        if request.moved is not None and request.moved < cm and not vehicle:  # whoever is aboard rides
            yield Effect(Kind.MOVE_LEFT, name, way.left_after(request.moved), "%", "mover")
        if set_up:
            yield set_up.busy(name)

    outcome = MoveOutcome.MOVES_IN if way.into else MoveOutcome.MOVES
    return Ruling(outcome, {"cm": cm}, effects, told={"gone": request.moved, "vehicle": vehicle})


def conditions_of(request: Move) -> Conditions:
    """What is stated of a move; who gets into a vehicle embarks. Source: skirmish.txt 88."""
    stated = request.conditions + request.mover.conditions
    embarks = request.vehicle and "push" not in stated and "load" not in stated
    return stated + EMBARKS if embarks else stated


class Way(NamedTuple):
    """What a distance is made of: the allowance and what is lost of it; or the bar that stops the mover.

    One that goes ``into`` a wood may not go through it. ``whole`` is what it might go in a turn on this way, and
    ``lost`` what went before and to obstacles: half a turn's move on a road is half of it across country, too.
    """

    parts: tuple[Cell, ...] = ()
    into: bool = False
    bar: Note | None = None
    whole: float = 0
    lost: float = 0

    def left_after(self, gone: float) -> float:
        """How much of the turn's move is left after so many cm of this way, of 100."""
        return round(100 * (1 - (self.lost + gone) / self.whole), TENTHS + 1)


def way_of(mover: str, kind: str, stated: Conditions, left_of_it: float | None, charts: Charts) -> Way:
    """The shares that ways of going leave multiply; of what they leave, each obstacle takes its own.

    A gun that its crew manhandles is not slowed. What went before in this turn is taken off; half a move is still left
    to pick up or unload in. Source: skirmish.txt 19, 63, 74-80, 88, 99-113, 123, 415.
    """
    allowance = allowance_of(mover, kind, stated, charts)
    parts, left, into = [allowance], allowance.number, False
    lost, to_load = 0.0, 1.0
    for cause in [cause for cause in (*SHARES, *LOSSES) if cause in stated and kind != "gun"]:
        share = charts["obstacles", cause, COLUMNS.get(kind, "starred")]
        if share.blank:
            where = charts.note("obstacles", cause).text
            return Way(bar=note("may not go {cause}", share.source, cause=where))
        into = into or share.text == "into"
        if share.text == "into" or share.number == 1:  # at the speed of the ground
            continue
        part = left * (1 - share.number if cause in SHARES else share.number)
        left -= part if cause in SHARES else 0
        lost += part if cause in LOSSES else 0
        to_load = share.number if cause == "load" else to_load
        costs = "leaves" if cause in SHARES else "takes"
        parts.append(share._replace(value=-part).told("{0}, {1} {2} of it", share.label, costs, share.text))
    if "stand-up" in stated and "crawling" not in stated and kind != "gun":  # who crawls stays down
        cost = charts["preparation", "stand-up"]
        lost += cost.number
        parts.append(cost._replace(value=-cost.number))
    whole = left / to_load
    if left_of_it is not None:
        before = round(whole * (1 - left_of_it / 100), TENTHS)
        lost += before
        parts.append(allowance._replace(value=-before).told(WENT_BEFORE))
    return Way(tuple(parts), into, whole=whole, lost=lost)


def effects_of_move(
    name: str, kind: str, cm: int | float, gone: float | None, stated: Conditions, vehicle: str, *, into: bool
) -> tuple[Effect, ...]:
    """How far and in what gait a unit moves, and where it is then; what goes ``into`` a wood leaves it the same way.

    Men who get into a ``vehicle`` are aboard.

    Source: skirmish.txt 49, 65-70, 82, 88, 99, 109.
    """
    effects = [Effect(Kind.MAY_MOVE, name, cm, "cm", "mover")]
    if gone is not None:
        effects.append(Effect(Kind.MOVED, name, gone, "cm", "mover"))
    if kind in ON_FOOT:
        gait = gait_of(stated)
        effects.append(Effect(Kind.GAIT, name, role="mover", detail="walking" if gait == "normal" else gait))
    if "load" in stated:
        effects.append(Effect(Kind.LOADED, name, role="mover", detail=vehicle))
    if "wood" in stated:
        effects.append(Effect(Kind.IN_WOOD, name, role="mover", detail="into" if into else "through"))
    if "building" in stated:
        effects.append(Effect(Kind.ENTERED, name, role="mover"))
    return tuple(effects)


def gait_of(stated: Conditions) -> str:
    """The gait of men; those who embark or disembark have the normal one. Source: skirmish.txt 65-68, 88."""
    gaits = ("running", "crawling") if "load" not in stated else ()
    return next((gait for gait in gaits if gait in stated), "normal")


def class_of(name: str, charts: Charts) -> str:
    """What a vehicle or unit is to a move or a ram: men, weapon, gun, or a class of vehicle."""
    if charts.has("vehicles", name):
        return charts["vehicle-facts", name, "class"].text
    return charts["troops", name, "kind"].text


def is_no_sp_gun(name: str, charts: Charts) -> bool:
    """Whether a vehicle of the Equipment Data is neither an SP gun nor may be one. Source: skirmish.txt 121."""
    return charts.has("vehicles", name) and charts["vehicle-facts", name, "sp"].blank


def bar_to(mover: str, kind: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why a unit may not move so; None when it may. Source: skirmish.txt 70-72, 80-86, 115-121, 133, 183, 411."""
    if task := task_in(stated):
        return bar_to_task(task, kind, is_no_sp_gun(mover, charts), charts) or bar_to_men(kind, stated, charts)
    if kind in (*ON_FOOT, "gun"):
        bar = bar_to_men(kind, stated, charts)
    else:
        bar = charts.bar("may not move", "movement-vehicles", stated, "immobilised")
    if not bar and kind != "tank":
        bar = charts.bar("only a tank may do so", "preparation", stated, "push")
    if not bar and kind not in ON_FOOT:
        bar = charts.bar("only men may do so", "obstacles", stated, "building", "inside")
    if bar or kind not in ON_FOOT or "running" not in stated:
        return bar
    if kind == "weapon":
        return Note("men with an HMG or mortar cannot run", Source(section="Movement", lines="72, 86"))
    bar = charts.bar("may not run", "movement-men", stated, "ran-last-turn", "heavy-load")
    smoke = charts.bar("may not run", "obstacles", stated, "smoke")
    return bar or (smoke and smoke._replace(source=MEN_IN_SMOKE))


def bar_to_men(kind: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why men, with what they carry or push, may not move; None when they may. Source: skirmish.txt 80, 86, 183."""
    if kind not in (*ON_FOOT, "gun"):
        return None
    bar = charts.bar("may not move", "movement-men", stated, "near-missed")
    if not bar and kind == "weapon":
        bar = charts.bar("may not move", "movement-men", stated, "short-handed")
    if not bar and "building" in stated:
        bar = charts.bar("may not enter", "obstacles", stated, "defended")
    return bar


def bar_to_board(kind: str, vehicle: Term | None, stated: Conditions, charts: Charts) -> Note | None:
    """Why nobody gets into a vehicle, or pushes it: men do so, and nothing else carries them; tanks push no tanks.

    Source: skirmish.txt 88, 99, 133.
    """
    if vehicle and "push" in stated:
        pushed, name = class_of(vehicle.name, charts), charts.called(vehicle.name, "vehicles", "troops")
        bars = pushed in ("tank", *ON_FOOT, "gun")
        return (
            note("a tank pushes wheeled and half-tracked vehicles, and not {what}", PUSHES, what=name) if bars else None
        )
    if vehicle and kind not in ON_FOOT:
        return Note("only men get into a vehicle", ABOARD)
    if vehicle and class_of(vehicle.name, charts) in (*ON_FOOT, "gun"):
        return note("{what} is no vehicle", ABOARD, what=charts.called(vehicle.name, "troops"))
    return None


def allowance_of(mover: str, kind: str, stated: Conditions, charts: Charts) -> Cell:
    """The allowance of the gait or the vehicle, on its ground; smoke is cross-country to vehicles.

    Men who embark or disembark have the normal one, whatever gait is stated. Source: skirmish.txt 65-68, 88-97, 105,
    125, 133.
    """
    if kind == "gun":
        return charts["preparation", "manhandle"].told(PREPARATION["manhandle"])
    if "push" in stated:
        return charts["preparation", "push"].told(PREPARATION["push"])
    ground = "road" if "road" in stated else "cross-country"
    if kind in ON_FOOT:
        return on_ground("movement-men", gait_of(stated), ground, charts)
    if any(cause in stated for cause in ("smoke", "wood", "hedge")):
        ground = "cross-country"
    if not charts.has("vehicles", mover):
        return on_ground("movement-vehicles", charts["troops", mover, "movement"].text, ground, charts)
    speed = charts["vehicles", mover, "speed"]
    return on_ground("movement-vehicles", kind if speed.blank else speed.text, ground, charts)


def on_ground(chart: str, row: str, ground: str, charts: Charts) -> Cell:
    """The allowance of a row on a ground, called by both."""
    cell = charts[chart, row, ground]
    return cell.told("{0}, {1}", cell.label, charts.label(chart, ground))
