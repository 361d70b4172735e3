"""Movement. Source: skirmish.txt 49, 61-133, 183, 411, 415."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.skirmish.circumstance import Circumstance

SPEEDS = (
    Circumstance.STREAM,
    Circumstance.WOOD,
    Circumstance.HEDGE,
    Circumstance.REVERSE,
    Circumstance.TOW,
    Circumstance.EMERGENCY_TOW,
    Circumstance.LIMPING,
)
"""Obstacles and ways of going that leave a share of the speed."""

LOSSES = (Circumstance.WIRE, Circumstance.WALL, Circumstance.HIGH_WALL, Circumstance.LOAD)
"""What takes a share of the whole allowance away."""


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("who moves", position=1, charts=("troops", "vehicles"))]
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{mover} may move {distance} cm"
    MOVES_IN = "moves in", True, "{mover} may move {distance} cm into the wood, but not through"
    MAY_NOT = "may not move", False, "{mover} may not move so"


def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how many cm?

    No dice. Each speed leaves a share of the move; each loss takes a share of the whole allowance.
    Source: skirmish.txt 63-127.
    """
    mover = request.mover.name
    stated = request.conditions + request.mover.conditions
    names = (("mover", charts.called(mover, "vehicles", "troops")), ("distance", "0"))
    barred = bar(mover, stated, charts)
    if barred:
        dice.show(barred)
        return Ruling(MoveOutcome.MAY_NOT, {"cm": 0}, names=names)
    for task in tasks(mover, stated, charts):
        dice.show(Figure(task.label, task))
    if not on_foot(mover, charts) and class_of(mover, charts) == "gun":
        manhandled = charts["preparation", "manhandle"]
        return moved(MoveOutcome.MOVES, mover, (manhandled,), names, charts, dice)

    allowance = allowance_of(mover, stated, charts)
    column = column_of(mover, charts)
    parts = [allowance]
    left: int | float = allowance.number
    outcome = MoveOutcome.MOVES
    for cause in (*SPEEDS, *LOSSES):
        if cause not in stated:
            continue
        share = charts["obstacles", cause, column]
        if share.blank:
            dice.show(Note(f"may not go {charts.stated('obstacles', cause).text}", share.source))
            return Ruling(MoveOutcome.MAY_NOT, {"cm": 0}, names=names)
        if share.text == "into":
            outcome = MoveOutcome.MOVES_IN
            continue
        if share.number == 1:
            continue
        lost = left * (1 - share.number) if cause in SPEEDS else allowance.number * share.number
        left = left - lost if cause in SPEEDS else left
        parts.append(share._replace(value=-lost, label=f"{share.label}: {share.text}"))
    if Circumstance.STAND_UP in stated:
        cost = charts["preparation", "stand-up"]
        parts.append(cost._replace(value=-cost.number))
    return moved(outcome, mover, tuple(parts), names, charts, dice)


def moved(
    outcome: MoveOutcome,
    mover: str,
    parts: tuple[Cell, ...],
    names: tuple[tuple[str, str], ...],
    charts: Charts,
    dice: Dice,
) -> Ruling:
    """The parts of a move added up; nothing left is no move."""
    distance = charts.add_up("distance", *parts)
    dice.show(distance)
    cm = max(0, distance.total)
    if not cm:
        return Ruling(MoveOutcome.MAY_NOT, {"cm": 0}, names=names)
    told = (names[0], ("distance", f"{cm:g}"))
    return Ruling(outcome, {"cm": cm}, names=told, effects=(Effect("move", mover, cm, "cm"),))


def class_of(name: str, charts: Charts) -> str:
    """What a vehicle or unit is to a move or a ram: men, weapon, gun, or a class of vehicle."""
    if charts.has("vehicles", name):
        return charts["vehicle-facts", name, "class"].text
    return charts["troops", name, "kind"].text


def on_foot(mover: str, charts: Charts) -> bool:
    """Whether men move, perhaps with a weapon that they carry."""
    return class_of(mover, charts) in ("men", "weapon")


def column_of(mover: str, charts: Charts) -> str:
    """The column of the obstacles. Source: skirmish.txt 91-97, 107-109."""
    kind = class_of(mover, charts)
    columns = {"men": "men", "weapon": "men", "tank": "tank", "carrier": "carrier", "motorcycle": "motorcycle"}
    return columns.get(kind, "starred")


def allowance_of(mover: str, stated: Conditions, charts: Charts) -> Cell:
    """The allowance of the gait or the vehicle, on its ground; smoke is cross-country to vehicles.

    Men who embark or disembark have the normal one, whatever gait is stated. Source: skirmish.txt 65-68, 88-97, 105.
    """
    ground = "road" if Circumstance.ROAD in stated else "cross-country"
    if on_foot(mover, charts):
        slow = "crawling" if Circumstance.CRAWLING in stated else "normal"
        gait = "running" if Circumstance.RUNNING in stated else slow
        cell = charts["movement-men", "normal" if Circumstance.LOAD in stated else gait, ground]
        return cell._replace(label=f"{cell.label}, {charts.label('movement-men', ground)}")
    slowed = (Circumstance.SMOKE, Circumstance.WOOD, Circumstance.HEDGE)
    ground = "cross-country" if any(cause in stated for cause in slowed) else ground
    if charts.has("vehicles", mover):
        speed = charts["vehicles", mover, "speed"]
        row = class_of(mover, charts) if speed.blank else speed.text
    else:
        row = charts["troops", mover, "movement"].text
    cell = charts["movement-vehicles", row, ground]
    return cell._replace(label=f"{cell.label}, {charts.label('movement-vehicles', ground)}")


def bar(mover: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why a unit may not move so; None when it may. Source: skirmish.txt 70-72, 84-86, 183, 411."""
    foot = on_foot(mover, charts)
    kind = class_of(mover, charts)
    runs = foot and Circumstance.RUNNING in stated
    if (foot or kind == "gun") and Circumstance.NEAR_MISSED in stated:
        condition = charts.stated("movement-men", Circumstance.NEAR_MISSED)
        return Note(f"may not move: {condition.text}", condition.source)
    if not foot and Circumstance.IMMOBILISED in stated:
        condition = charts.stated("movement-vehicles", Circumstance.IMMOBILISED)
        return Note(f"may not move: {condition.text}", condition.source)
    if runs and kind == "weapon":
        return Note("men with an HMG or mortar cannot run", Source(section="Movement", lines="72, 86"))
    for name in (Circumstance.RAN_LAST_TURN, Circumstance.HEAVY_LOAD):
        if runs and name in stated:
            condition = charts.stated("movement-men", name)
            return Note(f"may not run: {condition.text}", condition.source)
    if runs and Circumstance.SMOKE in stated:
        condition = charts.stated("obstacles", Circumstance.SMOKE)
        return Note(f"may not run: {condition.text}", condition.source)
    return None


def tasks(mover: str, stated: Conditions, charts: Charts) -> tuple[Cell, ...]:
    """The turns and men that go with a move. Source: skirmish.txt 86, 111-125."""
    kind = class_of(mover, charts)
    if kind == "weapon":
        names = ["carriers", "set-up"]
    elif kind == "gun":
        names = ["hitch-up", "unhitch", "load-and-aim"]
    elif Circumstance.TOW in stated or Circumstance.EMERGENCY_TOW in stated:
        names = ["hitch-up", "unhitch", "load-and-aim", "ammunition"]
    else:
        names = []
    return tuple(charts["preparation", name] for name in names)


MOVE = Procedure(
    "move",
    move,
    Move,
    charts=("troops", "vehicles", "vehicle-facts", "movement-men", "movement-vehicles", "obstacles", "preparation"),
    outcomes=MoveOutcome,
    sums=("distance",),
    circumstances=Circumstance,
)
