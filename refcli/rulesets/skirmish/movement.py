"""Movement. Source: skirmish.txt 49, 61-133, 183, 411, 415."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, Source, note, procedure

SPEEDS = ("stream", "wood", "hedge", "reverse", "tow", "emergency-tow", "limping")
"""Obstacles and ways of going that leave a share of the speed."""

LOSSES = ("wire", "wall", "high-wall", "load")
"""What takes a share of the whole allowance away."""

ON_FOOT = ("men", "weapon")
COLUMNS = {"men": "men", "weapon": "men", "tank": "tank", "carrier": "carrier", "motorcycle": "motorcycle"}
"""The columns of the obstacles; all others are starred. Source: skirmish.txt 91-97, 107-109."""


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("who moves", 1, ("troops", "vehicles"))]
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{mover} may move {cm} cm"
    MOVES_IN = "moves in", True, "{mover} may move {cm} cm into the wood, but not through"
    MAY_NOT = "may not move", False, "{mover} may not move so"


CHARTS = ("troops", "vehicles", "vehicle-facts", "movement-men", "movement-vehicles", "obstacles", "preparation")
STAYS = Ruling(MoveOutcome.MAY_NOT, {"cm": 0})


@procedure("move", MoveOutcome, CHARTS, sums=("distance",))
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how many cm?

    No dice. Each speed leaves a share of the move; each loss takes a share of the whole allowance.
    Source: skirmish.txt 63-127.
    """
    mover, kind = request.mover.name, class_of(request.mover.name, charts)
    stated = request.conditions + request.mover.conditions
    bar = bar_to(kind, stated, charts)
    if bar:
        dice.show(bar)
        return STAYS
    for task in tasks(kind, stated):
        dice.show(charts["preparation", task])
    allowance = allowance_of(mover, kind, stated, charts)
    outcome, parts, left = MoveOutcome.MOVES, [allowance], allowance.number
    slowing = set(stated) if kind != "gun" else set()
    for cause in [cause for cause in (*SPEEDS, *LOSSES) if cause in slowing]:
        share = charts["obstacles", cause, COLUMNS.get(kind, "starred")]
        if share.blank:
            dice.show(note("may not go {cause}", share.source, cause=charts.note("obstacles", cause).text))
            return STAYS
        if share.text == "into":
            outcome = MoveOutcome.MOVES_IN
        elif share.number != 1:
            lost = left * (1 - share.number) if cause in SPEEDS else allowance.number * share.number
            left -= lost if cause in SPEEDS else 0
            parts.append(share._replace(value=-lost).called("{}: {}", share.label, share.text))
    if "stand-up" in slowing:
        cost = charts["preparation", "stand-up"]
        parts.append(cost._replace(value=-cost.number))
    cm = max(0, dice.show(charts.add_up("distance", *parts)).total)
    return Ruling(outcome, {"cm": cm}, (Effect("move", mover, cm, "cm"),)) if cm else STAYS


def class_of(name: str, charts: Charts) -> str:
    """What a vehicle or unit is to a move or a ram: men, weapon, gun, or a class of vehicle."""
    if charts.has("vehicles", name):
        return charts["vehicle-facts", name, "class"].text
    return charts["troops", name, "kind"].text


def bar_to(kind: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why a unit may not move so; None when it may. Source: skirmish.txt 70-72, 84-86, 183, 411."""
    bar = charts.bar("may not move", "movement-men", stated, "near-missed") if kind in (*ON_FOOT, "gun") else None
    if kind not in ON_FOOT:
        return bar or charts.bar("may not move", "movement-vehicles", stated, "immobilised")
    if bar or "running" not in stated:
        return bar
    if kind == "weapon":
        return Note("men with an HMG or mortar cannot run", Source(section="Movement", lines="72, 86"))
    bar = charts.bar("may not run", "movement-men", stated, "ran-last-turn", "heavy-load")
    return bar or charts.bar("may not run", "obstacles", stated, "smoke")


def tasks(kind: str, stated: Conditions) -> tuple[str, ...]:
    """The turns and men that go with a move. Source: skirmish.txt 86, 111-125."""
    if kind == "weapon":
        return ("carriers", "set-up")
    if kind == "gun":
        return ("hitch-up", "unhitch", "load-and-aim")
    tows = "tow" in stated or "emergency-tow" in stated
    return ("hitch-up", "unhitch", "load-and-aim", "ammunition") if tows else ()


def allowance_of(mover: str, kind: str, stated: Conditions, charts: Charts) -> Cell:
    """The allowance of the gait or the vehicle, on its ground; smoke is cross-country to vehicles.

    Men who embark or disembark have the normal one, whatever gait is stated. Source: skirmish.txt 65-68, 88-97, 105,
    125.
    """
    if kind == "gun":
        return charts["preparation", "manhandle"]
    ground = "road" if "road" in stated else "cross-country"
    if kind in ON_FOOT:
        gaits = ("running", "crawling") if "load" not in stated else ()
        row = next((gait for gait in gaits if gait in stated), "normal")
        return on_ground("movement-men", row, ground, charts)
    if any(cause in stated for cause in ("smoke", "wood", "hedge")):
        ground = "cross-country"
    if not charts.has("vehicles", mover):
        return on_ground("movement-vehicles", charts["troops", mover, "movement"].text, ground, charts)
    speed = charts["vehicles", mover, "speed"]
    return on_ground("movement-vehicles", kind if speed.blank else speed.text, ground, charts)


def on_ground(chart: str, row: str, ground: str, charts: Charts) -> Cell:
    """The allowance of a row on a ground, called by both."""
    cell = charts[chart, row, ground]
    return cell.called("{}, {}", cell.label, charts.label(chart, ground))
