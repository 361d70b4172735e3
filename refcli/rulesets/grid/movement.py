"""Movement, and the combat move. Source: grid.txt 22-33, 80-116, 166, 178-181, 204, 209, 212."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, note, procedure
from refcli.core.sentence import fill
from refcli.rulesets.grid.attack import EDGE, treated_as
from refcli.rulesets.grid.effects import CELL, SQUARE, Kind

NO_COMBAT_MOVE = "may not move: only tanks, armoured infantry and armoured reconnaissance have a combat move"

ONLY_CROSSED = "Units cross rivers at bridges and fords alone."


class Move(NamedTuple):
    """One unit's move."""

    mover: Annotated[Term, Field("the unit that moves", 1, ("units",))]
    into: Annotated[Term | None, Field("the terrain that it enters", 2, ("terrain",), noun="terrain")] = None
    square: Annotated[str | None, Field("the square that it moves to", short="-s", pattern=SQUARE, form=CELL)] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    MOVES = "moves", True, "{The mover} may move {squares:square}."
    ENTERS = (
        "enters",
        True,
        "{The mover} may enter {the into}: "
        "[by_road?{squares:square} by road][!by_road?that is {mover:its|their} whole move].",
    )
    LEAVES = "has to leave", True, "{The mover} must try to move away from the enemy: {squares:square}."
    MOVES_UP = "moves up", False, "{The mover} may move up to the edge of {the into}, and enter next turn."
    MAY_NOT = "may not move", Outcome.NO_ATTEMPT, "{The mover} may not move."
    MAY_NOT_ENTER = (
        "may not enter",
        Outcome.NO_ATTEMPT,
        "{The mover} may not [entered?enter {the into}][crossed?cross the river][full?enter that square].",
    )


@procedure("move", MoveOutcome, ("units", "movement", "terrain"), sums=("squares",), rolls=False)
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A unit moves: how far, and may it enter that terrain?

    No dice. A terrain feature or minefield is entered from contact and takes a whole move, in or out;
    a road spares both. A wreck blocks a bridge. A move ends next to an enemy; an isolated unit has to move away
    from one. After combat some units move a square, by the same rules.
    Source: grid.txt 81-99, 101-108, 166, 178-181, 204, 209, 212.
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
    if "fought" in stated:
        dice.show(Note("only its combat move is left", charts.note("movement", "fought").source))

    into = request.into.name if request.into else "open"
    outcome = may_enter(unit, into, stated, charts, dice)
    told = {"into": charts.label("terrain", into), "by_road": "road" in stated}
    told |= {"entered": into not in ("open", "river"), "crossed": into == "river", "full": into == "open"}
    if outcome is MoveOutcome.MAY_NOT_ENTER:
        return Ruling(outcome, told=told)
    if outcome is MoveOutcome.ENTERS and "road" not in stated:
        squares = 1  # out of contact, into the next square: grid.txt 81, 104
    if "towards-enemy" in stated:
        first = "must stop in the first such square" if squares > 1 else "must stop there"
        dice.show(charts.note("movement", "towards-enemy", first))
    if "isolated" in stated:
        dice.show(charts.note("movement", "isolated", "must try to move away"))
        outcome = MoveOutcome.LEAVES if outcome is MoveOutcome.MOVES else outcome
    return Ruling(outcome, {"squares": squares}, lambda: effects_of(request, outcome, squares, charts), told=told)


def effects_of(request: Move, outcome: MoveOutcome, squares: int, charts: Charts) -> Iterator[Effect]:
    """What a move leaves to be remembered: how far, where, into or up to what. Source: grid.txt 81, 104-106, 166."""
    unit = charts.called(request.mover.name, "units")
    stated = request.conditions + request.mover.conditions
    yield Effect(Kind.MOVE, unit, squares, "squares", "mover", request.square or "")
    if "combat-move" in stated:
        yield Effect(Kind.COMBAT_MOVE, unit, role="mover")
    if request.into and outcome in (MoveOutcome.ENTERS, MoveOutcome.MOVES_UP):
        kind = Kind.ENTER if outcome is MoveOutcome.ENTERS else Kind.MOVE_UP
        yield Effect(kind, unit, role="mover", detail=charts.label("terrain", request.into.name))
    if "towards-enemy" in stated:
        yield Effect(Kind.STOP, unit, role="mover")


def bar_to(stated: Conditions, charts: Charts) -> Note | None:
    """Why a unit may not move, if it may not: it fought, or would stay by an enemy, or go to one when disrupted.

    A combat move is made after the fight. An isolated unit is disrupted, and may not stay.
    Source: grid.txt 108, 111, 166, 178-181.
    """
    bar = None if "combat-move" in stated else charts.bar("may not move", "movement", stated, "fought")
    if not bar and "enemy-adjacent" in stated and "isolated" not in stated and "away" not in stated:
        beside = charts.note("movement", "enemy-adjacent")
        return note("may not move: {unit} and does not move away", beside.source, unit=beside.text)
    if not bar and "towards-enemy" in stated and ("disrupted" in stated or "isolated" in stated):
        disrupted = charts.note("movement", "disrupted")
        why = "may not move: {unit}, and the move would end next to an enemy"
        return note(why, disrupted.source, unit=disrupted.text)
    return bar


def allowance(unit: str, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The squares that a unit may move: one alone at night, and out of a feature, which a road spares.

    Out of a feature it is measured from the edge. Source: grid.txt 22-33, 81, 85, 101-106, 166, 204, 212.
    """
    moves_as = treated_as(unit, charts, dice, in_building="from-buildings" in stated)
    by_road = "road" in stated
    if "combat-move" in stated:
        figure = charts["units", moves_as, "combat-move"].told("It may move {value:square} after combat.")
    else:
        figure = charts["movement", moves_as, "road" if by_road else "cross-country"]
        over = "by road" if by_road else "across country"
        figure = figure.told(f"It moves {{value:square}} {over}." if figure.value else "It does not move.")
    if figure.blank:
        dice.show(Note(NO_COMBAT_MOVE, figure.source))
        return 0
    if "leaving" in stated or "from-buildings" in stated:
        dice.show(EDGE)
    slow = ("night",) if by_road else ("night", "leaving", "from-buildings")
    one_square = charts.bar("moves 1 square", "movement", stated, *slow)
    allowed = charts.add_up("squares", figure)
    if one_square and allowed.total > 1:
        dice.show(one_square)
        return 1
    return max(0, int(dice.show(allowed).total))


def may_enter(unit: str, into: str, stated: Conditions, charts: Charts, dice: Dice) -> MoveOutcome:
    """Whether a unit with squares to move may enter a terrain. Source: grid.txt 81-99, 101-108, 204, 209."""
    if "full" in stated:
        dice.show(charts.note("movement", "full", "may not end its move there"))
        return MoveOutcome.MAY_NOT_ENTER
    if into == "open":
        return MoveOutcome.MOVES
    entry = charts["terrain", into, charts["units", unit, "enters-as"].text]
    crossing = charts.bar("may cross", "movement", stated, "ford", "bridge") if into == "river" else None
    if crossing:
        blocked = charts.bar("may not cross", "movement", stated, "wreck") if "ford" not in stated else None
        dice.show(blocked or crossing)
        return MoveOutcome.MAY_NOT_ENTER if blocked else MoveOutcome.MOVES
    if entry.blank:
        dice.show(entry, ONLY_CROSSED if into == "river" else only_some_enter(into, charts))
        return MoveOutcome.MAY_NOT_ENTER
    if "in-contact" not in stated and "road" not in stated:
        dice.show(Note("it must move up to the feature first", charts.note("movement", "in-contact").source))
        return MoveOutcome.MOVES_UP
    return MoveOutcome.ENTERS


def only_some_enter(into: str, charts: Charts) -> str:
    """Who may enter a terrain that not every unit may. Source: grid.txt 83-99, 204."""
    may = [kind for kind in charts.axis("terrain").names if not charts.is_blank("terrain", into, kind)]
    names = [charts.column_label("terrain", kind) for kind in may]
    return fill("Only {names} may enter." if may else "No unit may enter.", {"names": names})
