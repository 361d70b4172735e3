"""The evening of the grid beyond its tables: where a move ends, and what the map gives to a request.

Source: grid.txt 50-70, 81, 101-120, 181-191, 209-221.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hooks import RulesetHooks
from refcli.core.request import NAMES
from refcli.core.rows import Case
from refcli.core.states import GAME, NUMBER, WORD, Held, State
from refcli.core.view import LedgerEditor, PastRuling
from refcli.rulesets.grid.board import (
    OPEN,
    Board,
    alone_next_to_enemy,
    friends,
    may_direct,
    row_of,
    sees_target,
    square_asked,
    tanks_in_sight,
    target_square,
    targets_near,
)
from refcli.rulesets.grid.effects import Kind
from refcli.rulesets.grid.refusals import REFUSALS
from refcli.rulesets.grid.reminders import CONSEQUENCES, REMINDERS
from refcli.rulesets.grid.unit_types import aa_gun, artillery, planes, seeks_tanks, tank_class

AGREED = {"dawn": "dawn", "day": "day", "dusk": "dusk", "night": "night", "end": "closing-time", "limit": "most-losses"}
"""The fields of the clock that are agreed for a game, and the states that keep them. Source: grid.txt 184, 212."""

OFFICER = Source(section="Artillery & Mortars", lines="68, 70")
SQUARES = Source(section="Observation; Terrain", lines="58, 81")
NO_LOSSES = Held(State("losses", "side", "down {value:unit}", Source(section="End of the game", lines="184")), 0)
ON_MAP = Held(State("map", "game", "", SQUARES))
AA_RANGE = 2
"""Squares from an AA gun to a unit that it protects. Source: grid.txt 221."""


class Grid(RulesetHooks):
    """The hook of the grid."""

    refusals = REFUSALS
    reminders = REMINDERS
    consequences = CONSEQUENCES
    set_for_each = True
    by_each = frozenset({("move", "mover")})

    def after_ruling(self, ledger: LedgerEditor, ruling: PastRuling) -> None:
        """On a map a unit is where it moved. Times and losses stated with the clock are agreed; a light may end.

        Source: grid.txt 101-106, 184, 212.
        """
        moves = [one for one in ruling.effects if one.kind == Kind.MOVE.word and one.unit]
        for effect in moves if Board(ledger).is_declared else ():
            ledger.end(effect.unit, "square")
            if effect.detail:
                ledger.begin(effect.unit, "square", effect.detail.upper(), ruling.number)
        if ruling.procedure != "clock":
            return
        light, has_light = ledger.has(GAME, "light"), any(one.kind == "light" for one in ruling.effects)
        if light and not light.by_hand and not has_light and ruling.attempt:
            ledger.end(GAME, "light")
        for field, state in AGREED.items():
            agreed = ruling.given.get(field)
            if agreed is not None and ledger.value(GAME, state, None) != agreed:
                ledger.begin(GAME, state, agreed, ruling.number)

    def default_units(self, case: Case) -> Iterator[tuple[str, str]]:
        """The only plane of a side flies its sorties."""
        own = planes(case) if case.procedure == "strafe" else []
        if len(own) == 1:
            yield "aircraft", own[0]

    def conditions_of(self, case: Case) -> Iterator[tuple[str, int, Held]]:
        """The conditions that the only officer of a side and the map give to a unit."""
        if (case.procedure, case.field) == ("bombard", "attackers") and artillery.holds(case):
            officers = [one for one in friends(case) if may_direct(case, one)]
            if officers and not case.times("in-sight", "unobserved"):
                yield "foo", 1, Held(State("foo", "unit", "{value}", OFFICER, WORD), f"with {officers[0]}")
        rule = GIVEN_BY_MAP.get((case.procedure, case.field)) or GIVEN_BY_MAP.get(("", case.field))
        for condition in rule(case, Board(case.ledger, case.request)) if rule else ():
            yield condition, 1, ON_MAP

    def fields_of(self, case: Case) -> Iterator[tuple[str, Any, Held]]:
        """The losses of the side that has lost more, and the squares of a map. Source: grid.txt 58, 81, 184, 209."""
        ledger, procedure = case.ledger, case.procedure
        if procedure == "clock" and case.request.get("limit") is not None:
            lost = [held for side in ledger.sides if (held := ledger.has(side, "losses"))]
            most = max(lost, key=lambda held: float(held.value), default=NO_LOSSES)
            yield "casualties", most.value, most
        board = Board(ledger, case.request)
        square = target_square(case, board)
        if procedure == "move":
            units = [unit for unit in case.named("mover") if unit in board.square_of]
            entered = board.terrain(square) if units and square else OPEN
            if entered != OPEN and square not in board.feature(board.square_of[units[0]]):
                yield "into", row_of(entered), ON_MAP
        elif board.is_declared and square:
            yield "square", square, ON_MAP
            yield from range_on(board, case, square) if procedure == "fire" else ()


def range_on(board: Board, case: Case, square: str) -> Iterator[tuple[str, int, Held]]:
    """The range of the farthest attacker, if a map has them all in range. Source: grid.txt 58, 81."""
    names = [name for name in case.request.get(NAMES, {}).get("attackers", ()) if name]
    ranges = {unit: far for unit in names if (far := board.range(unit, square)) is not None}
    farthest = max(ranges, key=lambda unit: ranges[unit], default="")
    if names and len(ranges) == len(names) and ranges[farthest] <= int(case.ledger.figure("observation", "range", "")):
        text = f"{{value:square}} ({board.square_of[farthest]} to {square})"
        yield "range", ranges[farthest], Held(State("range", "game", text, SQUARES, NUMBER), ranges[farthest])


def given_to_firer(case: Case, board: Board) -> Iterator[str]:
    """Adjacency, and enemies that come first. Source: grid.txt 120, 199, 212."""
    square = target_square(case, board)
    far = board.range(case.unit, square) if square else None
    if far == 1 and len(case.named("attackers")) > 1:
        yield "adjacent"
    target = next(iter(case.named("target")), "")
    near = [one for one in targets_near(case) if one != target]
    tanks = seeks_tanks.holds(case) and [one for one in near if tank_class.holds(case.at(one))]
    at_tank = tank_class.holds(case.at(target))
    if tanks and not (at_tank and far == 1):
        yield "tank-adjacent"
    elif near and far != 1 and case.request.get("range") != 1:
        yield "enemy-adjacent"
    in_sight = tanks_in_sight(case) if seeks_tanks.holds(case) else []
    ranges = [board.range(case.unit, board.square_of[one]) or 0 for one in in_sight if one != target]
    if any(not at_tank or (far is not None and one < far) for one in ranges):
        yield "tank-seen"


def given_to_guns(case: Case, board: Board) -> Iterator[str]:
    """Adjacency and sight. Source: grid.txt 58, 68, 199, 212."""
    square = target_square(case, board)
    if square and board.range(case.unit, square) == 1:
        yield "adjacent"
    if sees_target.holds(case) and not case.times("in-sight", "unobserved", "observer-far", "foo"):
        yield "in-sight"


def given_to_target(case: Case, board: Board) -> Iterator[str]:
    """Smoke on its square. Source: grid.txt 191."""
    square = target_square(case, board) or str(case.request.get("square") or "")
    if board.has(square, "smoke"):
        yield "smoke"


def given_to_target_from_air(case: Case, board: Board) -> Iterator[str]:
    """AA guns within their range. Source: grid.txt 221."""
    yield from given_to_target(case, board)
    here = board.square_of.get(case.unit, "")
    guns = [one for one in board.square_of if aa_gun.holds(case.at(one)) and case.ledger.side_of(one) == case.side]
    if here and any(board.apart(board.square_of[gun], here) <= AA_RANGE for gun in guns):
        yield "aa-near"


def given_to_mover(case: Case, board: Board) -> Iterator[str]:
    """Enemies where it starts and ends, contact with a feature, a wreck on the bridge. Source: grid.txt 81, 104-108."""
    square, here = square_asked(case), board.square_of.get(case.unit, "")
    if case.times("bridge") and board.has(str(case.request.get("square") or ""), "wreck"):
        yield "wreck"
    left, met = board.enemies_next_to(here, case.side), board.enemies_next_to(square, case.side)
    if alone_next_to_enemy.holds(case):
        yield "isolated"
    if left:
        yield "enemy-adjacent"
        yield from () if {*left} & {*met} else ("away",)
    if met and square != here:
        yield "towards-enemy"
    if here and square and board.terrain(square) != OPEN and board.apart(here, square) == 1:
        yield "in-contact"


GIVEN_BY_MAP: Mapping[tuple[str, str], Callable[[Case, Board], Iterator[str]]] = {
    ("fire", "attackers"): given_to_firer,
    ("bombard", "attackers"): given_to_guns,
    ("strafe", "target"): given_to_target_from_air,
    ("", "target"): given_to_target,
    ("move", "mover"): given_to_mover,
}
"""The conditions that the map gives, by procedure and field."""

HOOK = Grid()
