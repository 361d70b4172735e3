"""The Movement phase. Source: grid.txt 22-33, 80-108, 178, 204, 209, 212."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, note, procedure
from refcli.rulesets.grid.attack import treated_as


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("the unit that moves", 1, ("units",))]
    into: Annotated[Term | None, Field("terrain it would enter", 2, ("terrain",), noun="terrain")] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{mover} may move {squares:square}"
    ENTERS = (
        "enters",
        True,
        "{mover} may enter: {into}, [by_road?{squares:square} by road][!by_road?which takes the whole move]",
    )
    MOVES_UP = "moves up", False, "{mover} may move up to the edge of: {into}; to enter takes another turn"
    MAY_NOT = "may not move", False, "{mover} may not move"
    MAY_NOT_ENTER = "may not enter", False, "{mover} may not enter: {into}"


@procedure("move", MoveOutcome, ("units", "movement", "terrain"), sums=("squares",))
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how far, and may it enter that terrain?

    No dice. A terrain feature or minefield is entered from contact and takes a whole move, in or out;
    a road spares both. A wreck blocks a bridge. Source: grid.txt 81-99, 101-108, 204, 209, 212.
    """
    unit = request.mover.name
    stated = request.conditions + request.mover.conditions
    bar = bar_to(stated, charts)
    if bar:
        dice.show(bar)
        return Ruling(MoveOutcome.MAY_NOT)
    squares = allowance(unit, stated, charts, dice)
    if not squares:
        return Ruling(MoveOutcome.MAY_NOT)

    into = request.into.name if request.into else "open"
    outcome = may_enter(unit, into, stated, charts, dice)
    told = {"into": charts.label("terrain", into), "by_road": "road" in stated}
    if outcome is MoveOutcome.MAY_NOT_ENTER:
        return Ruling(outcome, told=told)
    return Ruling(outcome, {"squares": squares}, (Effect("move", unit, squares, "squares"),), told=told)


def bar_to(stated: Conditions, charts: Charts) -> Note | None:
    """Why a unit may not move, if it may not. Source: grid.txt 108, 111, 178."""
    bar = charts.bar("may not move", "movement", stated, "fought", "enemy-adjacent")
    if not bar and "disrupted" in stated and "towards-enemy" in stated:
        disrupted = charts.bar("may not move", "movement", stated, "disrupted")
        towards = charts.note("movement", "towards-enemy")
        return disrupted and note("{bar}, and {towards}", disrupted.source, bar=disrupted.text, towards=towards.text)
    return bar


def allowance(unit: str, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The squares that a unit may move: one alone at night, and out of a feature, which a road spares.

    Source: grid.txt 22-33, 85, 101-106, 204, 212.
    """
    moves_as = treated_as(unit, charts, dice, in_building="from-buildings" in stated)
    by_road = "road" in stated
    figure = charts["movement", moves_as, "road" if by_road else "cross-country"]
    total = dice.show(charts.add_up("squares", figure.called("allowance by road" if by_road else "allowance"))).total
    slow = ("night",) if by_road else ("night", "leaving", "from-buildings")
    one_square = charts.bar("one square only", "movement", stated, *slow)
    if one_square and total > 1:
        dice.show(one_square)
        return 1
    return max(0, int(total))


def may_enter(unit: str, into: str, stated: Conditions, charts: Charts, dice: Dice) -> MoveOutcome:
    """Whether a unit with squares to move may enter a terrain. Source: grid.txt 81-99, 101-108, 204, 209."""
    if "full" in stated:
        dice.show(charts.note("movement", "full"))
        return MoveOutcome.MAY_NOT_ENTER
    if into == "open":
        return MoveOutcome.MOVES
    entry = charts["terrain", into, charts["units", unit, "enters-as"].text]
    dice.show(entry, "{} into {}", charts.label("units", unit), charts.label("terrain", into))
    crossing = charts.bar("may cross", "movement", stated, "ford", "bridge") if into == "river" else None
    if crossing:
        blocked = charts.bar("may not cross", "movement", stated, "wreck") if "ford" not in stated else None
        dice.show(blocked or crossing)
        return MoveOutcome.MAY_NOT_ENTER if blocked else MoveOutcome.MOVES
    if entry.blank:
        return MoveOutcome.MAY_NOT_ENTER
    if "in-contact" not in stated and "road" not in stated:
        dice.show(Note("contact with the feature comes first", charts.note("movement", "in-contact").source))
        return MoveOutcome.MOVES_UP
    return MoveOutcome.ENTERS
