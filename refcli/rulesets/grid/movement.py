"""The Movement phase. Source: grid.txt 22-33, 80-108, 178, 204, 209, 212."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.grid.carried import treated_as
from refcli.rulesets.grid.circumstance import Circumstance


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("the unit that moves", position=1, charts=("units",))]
    into: Annotated[Term | None, Field("terrain it would enter", position=2, charts=("terrain",), noun="terrain")] = (
        None
    )
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{unit} may move {squares}"
    ENTERS = "enters", True, "{unit} may enter: {into}, {how}"
    MOVES_UP = "moves up", False, "{unit} may move up to the edge of: {into}; to enter takes another turn"
    MAY_NOT = "may not move", False, "{unit} may not move"
    MAY_NOT_ENTER = "may not enter", False, "{unit} may not enter: {into}"


def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how far, and may it enter that terrain?

    No dice. A terrain feature or minefield is entered from contact and takes a whole move, in or out;
    a road spares both. A wreck blocks a bridge. Source: grid.txt 81-99, 101-108, 204, 209, 212.
    """
    unit = request.mover.name
    stated = request.conditions + request.mover.conditions
    into = request.into.name if request.into else ""
    by_road = Circumstance.ROAD in stated
    names = [("unit", charts.label("units", unit)), ("into", charts.label("terrain", into or "open"))]
    bars = [charts.stated("movement", circumstance) for circumstance in stays(stated)]
    if bars:
        dice.show(Note(f"may not move: {', and '.join(bar.text for bar in bars)}", bars[0].source))
        return Ruling(MoveOutcome.MAY_NOT, names=tuple(names))

    moves_as = treated_as(unit, charts, dice, in_building=Circumstance.FROM_BUILDINGS in stated)
    allowance = charts["movement", moves_as, "road" if by_road else "cross-country"]
    allowance = allowance._replace(label="allowance by road" if by_road else "allowance")
    squares = charts.add_up("squares", allowance)
    dice.show(squares)
    total = max(0, int(squares.total))
    for circumstance in (Circumstance.NIGHT, Circumstance.LEAVING, Circumstance.FROM_BUILDINGS):
        if circumstance in stated and total > 1 and not (by_road and circumstance != Circumstance.NIGHT):
            condition = charts.stated("movement", circumstance)
            dice.show(Note(f"one square only: {condition.text}", condition.source))
            total = 1
    if not total:
        return Ruling(MoveOutcome.MAY_NOT, names=tuple(names))

    if Circumstance.FULL in stated:
        full = charts.stated("movement", Circumstance.FULL)
        dice.show(Note(full.text, full.source))
        return Ruling(MoveOutcome.MAY_NOT_ENTER, names=tuple(names))
    if not into or into == "open":
        names.append(("squares", some(total, "square")))
        return _moves(MoveOutcome.MOVES, total, unit, names)

    entry = charts["terrain", into, charts["units", unit, "enters-as"].text]
    dice.show(Figure(f"{charts.label('units', unit)} into {charts.label('terrain', into)}", entry))
    crossing = next((place for place in (Circumstance.FORD, Circumstance.BRIDGE) if place in stated), None)
    if into == "river" and crossing:
        if crossing is Circumstance.BRIDGE and Circumstance.WRECK in stated:
            wreck = charts.stated("movement", Circumstance.WRECK)
            dice.show(Note(f"may not cross: {wreck.text}", wreck.source))
            return Ruling(MoveOutcome.MAY_NOT_ENTER, names=tuple(names))
        place = charts.stated("movement", crossing)
        dice.show(Note(f"may cross: {place.text}", place.source))
        names.append(("squares", some(total, "square")))
        return _moves(MoveOutcome.MOVES, total, unit, names)
    if entry.blank:
        return Ruling(MoveOutcome.MAY_NOT_ENTER, names=tuple(names))
    if Circumstance.IN_CONTACT not in stated and not by_road:
        contact = charts.stated("movement", Circumstance.IN_CONTACT)
        dice.show(Note("contact with the feature comes first", contact.source))
        return _moves(MoveOutcome.MOVES_UP, total, unit, names)
    names.append(("how", f"{some(total, 'square')} by road" if by_road else "which takes the whole move"))
    return _moves(MoveOutcome.ENTERS, total, unit, names)


def stays(stated: Conditions) -> tuple[str, ...]:
    """The conditions that keep a unit where it is, if any do. Source: grid.txt 108, 111, 178."""
    if Circumstance.FOUGHT in stated:
        return (Circumstance.FOUGHT,)
    if Circumstance.ENEMY_ADJACENT in stated:
        return (Circumstance.ENEMY_ADJACENT,)
    if Circumstance.DISRUPTED in stated and Circumstance.TOWARDS_ENEMY in stated:
        return (Circumstance.DISRUPTED, Circumstance.TOWARDS_ENEMY)
    return ()


def _moves(outcome: MoveOutcome, squares: int, unit: str, names: list[tuple[str, str]]) -> Ruling:
    return Ruling(
        outcome, {"squares": squares}, names=tuple(names), effects=(Effect("move", unit, squares, "squares"),)
    )


MOVE = Procedure(
    "move",
    move,
    Move,
    charts=("units", "movement", "terrain"),
    outcomes=MoveOutcome,
    sums=("squares",),
    circumstances=Circumstance,
)
