"""The map: terrain of squares, distance, adjacency, sight and ways. Source: grid.txt 10, 58-62, 81-108, 189-209.

The terrain of squares is a state of the place, so that it stays when a unit leaves. Without a declared map no square is
known, and nothing is asked of squares.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from refcli.core.request import ROWS
from refcli.core.rows import Case, Predicate, Words
from refcli.core.squares import SQUARE, named, position, squares_in
from refcli.core.states import GAME
from refcli.core.view import LedgerView
from refcli.rulesets.grid.unit_types import artillery, carried, heavy, infantry, officer, plane, tank_class

OPEN, BUILDINGS, MINEFIELD = "Open Terrain", "Buildings", "Minefield"
TERRAIN_ROWS = {"Marshland/Lakes": "marsh", "Rivers": "river"}
"""Rows of the chart of terrain that are not the label in small letters."""
BLOCK_SIGHT = (BUILDINGS, "Woods", "Fields", "Hill")
"""Features that block the line of sight. Source: grid.txt 58, 81, 93, 99."""
CROWD = 2
"""Units that fill an open square and block the line of sight; a wreck is one. Source: grid.txt 58, 62, 83, 209."""


class Board:
    """The squares of a game, and the units in them. Squares are upper-case; a unit without a square is nowhere."""

    def __init__(self, ledger: LedgerView, request: Mapping[str, Any] | None = None) -> None:
        self._ledger = ledger
        places = [(place, str(held.value)) for place, held in ledger.named("terrain")]
        self._terrain = {square: feature for place, feature in places for square in squares_in(place)}
        self._diagonals = self.is_declared and ledger.reads("G-80=one", request or {})
        self.square_of = {
            unit: str(held.value).upper()
            for unit, held in (ledger.named("square") if self.is_declared else ())
            if re.fullmatch(SQUARE, str(held.value))
        }

    @property
    def is_declared(self) -> bool:
        """True if the game has a map."""
        return bool(self._terrain)

    def terrain(self, square: str) -> str:
        """The feature of a square."""
        return self._terrain.get(square.upper(), OPEN)

    def apart(self, here: str, there: str) -> int:
        """Squares from one to another; by a reading (G-80) a diagonal step counts two, or one."""
        (x, y), (to_x, to_y) = position(here), position(there)
        across, along = abs(x - to_x), abs(y - to_y)
        return max(across, along) if self._diagonals else across + along

    def next_to(self, square: str) -> Iterator[str]:
        """The adjacent squares."""
        x, y = position(square)
        steps = (step for step in product((0, 1, -1), repeat=2) if any(step) and (self._diagonals or not all(step)))
        names = (named(x + across, y + along) for across, along in steps)
        return (name for name in names if re.fullmatch(SQUARE, name))

    def feature(self, square: str) -> set[str]:
        """The squares of the feature that a square is part of; an open or mined square is one by itself."""
        found, edge = {square}, [square]
        while edge and self.terrain(square) not in (OPEN, MINEFIELD):
            edge = [one for at in edge for one in self.next_to(at) if self.terrain(one) == self.terrain(square)]
            edge = [one for one in dict.fromkeys(edge) if one not in found]
            found |= {*edge}
        return found

    def range(self, unit: str, square: str) -> int | None:
        """Squares from a unit to a square, from the edge of its feature. Source: grid.txt 81."""
        here = self.square_of.get(unit)
        return min(self.apart(one, square) for one in self.feature(here)) if here and square else None

    def units_in(self, square: str) -> list[str]:
        """The units in a square."""
        return [unit for unit, at in self.square_of.items() if at == square.upper()]

    def has(self, square: str, state: str) -> int:
        """How many wrecks are in a square, or 1 for smoke on it."""
        names = ((where, held) for where, held in self._ledger.named(state))
        return next((int(held.value) for where, held in names if where.upper() == square.upper()), 0)

    def enemies_next_to(self, square: str, side: str) -> list[str]:
        """The enemies of a side in the adjacent squares."""
        near = {*self.next_to(square)} if square and side else ()
        return [unit for unit in self.enemies_of(side) if self.square_of[unit] in near]

    def enemies_of(self, side: str) -> list[str]:
        """The enemies of a side on the map."""
        return [unit for unit in self.square_of if self._ledger.side_of(unit) not in (side, "")]

    def blocks(self, here: str, there: str) -> str:
        """What blocks the sight between two squares, in words; empty for nothing. Source: grid.txt 58-62, 191, 209."""
        between = [square for square in squares_between(here, there) if square not in (here, there)]
        reasons = [self._blocks(square) for square in between]
        return reasons[0] if reasons and all(reasons) else ""

    def _blocks(self, square: str) -> str:
        if self.terrain(square) in BLOCK_SIGHT:
            return f"{self.terrain(square)} in {square}"
        if self.has(square, "smoke"):
            return f"smoke on {square}"
        if self.has(square, "wreck"):
            return f"the wreck in {square}"
        return f"two units in {square}" if len(self.units_in(square)) >= CROWD else ""

    def sight(self, unit: str, square: str) -> tuple[bool, str]:
        """Whether a unit sees a square, and what hides it within range. From a feature it sees from the edge."""
        far = int(self._ledger.figure("observation", "range", ""))
        edge = [one for one in self.feature(self.square_of[unit]) if self.apart(one, square) <= far]
        hidden = [self.blocks(one, square) for one in edge]
        return bool(edge) and not all(hidden), next(iter(hidden), "")

    def is_reachable(self, unit: str, square: str, most: int, *, by_road: bool, crosses: bool) -> bool:
        """True if a way of so many squares leads to a square past enemies and terrain. Source: grid.txt 81-97, 106."""
        edge = self.feature(self.square_of[unit])
        enemies = {self.square_of[enemy] for enemy in self.enemies_of(self._ledger.side_of(unit))}
        for _ in range(most):
            reached = {one for at in edge for one in self.next_to(at)} - enemies
            if square in reached:
                return True
            passed = (one for one in reached if self.is_passed(one, by_road=by_road, crosses=crosses))
            edge = {one for one in passed if not enemies & {*self.next_to(one)}}
        return False

    def is_passed(self, square: str, *, by_road: bool, crosses: bool) -> bool:
        """True if a move may pass through a square: open ground, any terrain by road, a river by bridge or ford."""
        terrain = self.terrain(square)
        return terrain == OPEN or (by_road and terrain != MINEFIELD) or (crosses and terrain == "Rivers")


def squares_between(here: str, there: str) -> list[str]:
    """The squares halfway between two that are one or two steps apart: one, or the two beside the line."""
    (x, y), (to_x, to_y) = position(here), position(there)
    columns, rows = ({(a + b) // 2, -(-(a + b) // 2)} for a, b in ((x, to_x), (y, to_y)))
    return [named(column, row) for column in sorted(columns) for row in sorted(rows)]


# predicates of rows


def square_asked(case: Case) -> str:
    """The square that a request names, upper-case; empty for none, and for a place of another form."""
    square = str(case.request.get("square") or "").upper()
    return square if re.fullmatch(SQUARE, square) else ""


def target_square(case: Case, board: Board) -> str:
    """The square of the target, as it is known or typed."""
    return next((board.square_of[one] for one in case.named("target") if one in board.square_of), square_asked(case))


map_declared = Predicate(lambda case: Board(case.ledger, case.request).is_declared)
no_square = Predicate(lambda case: case.unit in Board(case.ledger, case.request).square_of and not square_asked(case))


@Predicate
def next_to_enemy(case: Case) -> Words | None:
    """An enemy is in an adjacent square. Source: grid.txt 108, 120, 174, 181."""
    board = Board(case.ledger, case.request)
    enemies = board.enemies_next_to(board.square_of.get(case.unit, ""), case.side)
    return {"enemy": enemies[0]} if enemies else None


@Predicate
def enemy_in_square(case: Case) -> Words | None:
    """The move ends in the square of an enemy. Source: grid.txt 106."""
    board, square = Board(case.ledger, case.request), square_asked(case)
    enemies = [unit for unit in board.units_in(square) if case.ledger.side_of(unit) not in (case.side, "")]
    return {"enemy": enemies[0], "square": square} if enemies and case.ledger.side_of(case.unit) else None


@Predicate
def square_full(case: Case) -> Words | None:
    """The move ends in an open square with two units, a wreck being one. Source: grid.txt 83, 209."""
    board, square = Board(case.ledger, case.request), square_asked(case)
    others = [unit for unit in board.units_in(square) if unit not in case.named("mover")]
    full = len(others) + board.has(square, "wreck") >= CROWD and board.terrain(square) == OPEN
    return {"square": square} if board.is_declared and square and full else None


@Predicate
def closed_terrain(case: Case) -> Words | None:
    """The unit may not enter the terrain of the move, typed or known. Source: grid.txt 85-97."""
    board, square = Board(case.ledger, case.request), square_asked(case)
    crosses = case.times("bridge", "ford")
    features = [row for row in case.request.get(ROWS, {}).get("into", ()) if row and row != "river"]
    if square and not crosses and board.terrain(square) != OPEN:
        features.append(row_of(board.terrain(square)))
    kinds = case.figures("units", "enters-as")
    for feature in features:
        if kinds and not any(case.ledger.figure("terrain", feature, str(kind)) for kind in kinds):
            return {"feature": feature}
    return None


def row_of(feature: str) -> str:
    """The row of a feature in the chart of terrain."""
    return TERRAIN_ROWS.get(feature, feature.lower())


@Predicate
def not_in_contact(case: Case) -> Words | None:
    """The move enters a feature from a square that is not next to it. Source: grid.txt 81, 104; a reading, G-66."""
    board, square = Board(case.ledger, case.request), square_asked(case)
    here = board.square_of.get(case.unit)
    feature = board.terrain(square)
    if not here or not square or feature == OPEN or case.times("road") or board.apart(here, square) <= 1:
        return None
    return {"feature": feature, "square": square} if square not in board.feature(here) else None


def allowance(case: Case, board: Board) -> tuple[int, str] | None:
    """The squares that a unit may move, and the lines of the source. None if no chart has its kind.

    After combat, at night and out of a feature it is one. Source: grid.txt 22-34, 85, 104, 166, 204, 212.
    """
    road = bool(case.times("road"))
    inside = case.ledger.value(case.unit, "in", "") == BUILDINGS and carried.holds(case)
    column = "road" if road else "cross-country"
    figures = [case.ledger.figure("movement", "infantry", column)] if inside else case.figures("movement", column)
    if not figures:
        return None
    feature = board.terrain(board.square_of[case.unit]) != OPEN
    dark = bool(case.times("night")) or case.ledger.value(GAME, "light", "") == "night"
    reasons = (
        (case.ledger.has(case.unit, "combat-move"), "166"),
        (feature and not road, "81, 104, 204"),
        (dark, "212"),
    )
    slow = next((lines for holds, lines in reasons if holds), "")
    most = max(int(figure) for figure in figures)
    return (min(1, most), slow) if slow else (most, "22-34")


@Predicate
def too_far(case: Case) -> Words | None:
    """The square is farther than the unit may move, or an enemy or terrain stops it. Source: grid.txt 22-34, 106."""
    board, square = Board(case.ledger, case.request), square_asked(case)
    if not square or case.unit not in board.square_of or (may := allowance(case, board)) is None:
        return None
    most, lines = may
    far = board.range(case.unit, square)
    assert far is not None
    if far > most:
        return {"why": f"may move {most} square{'s' * (most != 1)}, and {square} is {far} away", "lines": lines}
    by_road, crosses = bool(case.times("road")), bool(case.times("bridge", "ford"))
    if far and not board.is_reachable(case.unit, square, most, by_road=by_road, crosses=crosses):
        return {"why": f"has no way to {square} past enemies and terrain", "lines": "81-97, 106"}
    return None


@Predicate
def hidden(case: Case) -> Words | None:
    """Something between the squares hides the target from the unit. Source: grid.txt 58-62, 191, 209."""
    board = Board(case.ledger, case.request)
    square = target_square(case, board)
    if case.unit not in board.square_of or not square or case.times("adjacent"):
        return None
    sees, reason = board.sight(case.unit, square)
    return {"reason": reason} if reason and not sees else None


@Predicate
def out_of_sight(case: Case) -> Words | None:
    """The target is farther than a unit sees. Source: grid.txt 58."""
    board = Board(case.ledger, case.request)
    square = target_square(case, board)
    far = board.range(case.unit, square) if square else None
    return {"far": far} if far is not None and far > int(case.ledger.figure("observation", "range", "")) else None


@Predicate
def sees_target(case: Case) -> bool:
    """The unit sees the target on the map."""
    board = Board(case.ledger, case.request)
    square = target_square(case, board)
    return bool(square) and case.unit in board.square_of and board.sight(case.unit, square)[0]


@Predicate
def seen_by_none(case: Case) -> Words | None:
    """No observer of the side sees the target, and no officer directs artillery. Source: grid.txt 58, 64-70."""
    board = Board(case.ledger, case.request)
    square = target_square(case, board)
    if not square or sees_target.holds(case):
        return None
    observers = [one for one in friends(case) if infantry.holds(case.at(one))]
    directed = artillery.holds(case) and any(may_direct(case, one) for one in observers)
    if directed or any(one not in board.square_of or board.sight(one, square)[0] for one in observers):
        return None
    return {"side": case.side}


def may_direct(case: Case, unit: str) -> bool:
    """True if a unit has an officer who may direct artillery, from any distance. Source: grid.txt 58, 68-70."""
    board = Board(case.ledger, case.request)
    square, here = target_square(case, board), board.square_of.get(unit)
    hidden_near = here and square and not board.sight(unit, square)[0] and board.sight(unit, square)[1]
    return officer.holds(case.at(unit)) and not hidden_near


def friends(case: Case) -> list[str]:
    """The other units of the side that are in play, without planes."""
    ledger = case.ledger
    own = [unit for unit in ledger.units if unit != case.unit and ledger.side_of(unit) == case.side]
    return [unit for unit in own if not ledger.is_out(unit) and not plane.holds(case.at(unit))]


@Predicate
def alone_next_to_enemy(case: Case) -> Words | None:
    """The unit is disrupted next to an enemy and sees no friend on the map. Source: grid.txt 181."""
    board, near = Board(case.ledger, case.request), next_to_enemy(case)
    if near is None or not case.ledger.has(case.unit, "disrupted"):
        return None
    seen = (one not in board.square_of or board.sight(case.unit, board.square_of[one])[0] for one in friends(case))
    return None if any(seen) else near


def targets_near(case: Case) -> list[str]:
    """The enemies next to a unit that it has to attack first, in smoke too. Source: grid.txt 120, 191."""
    board = Board(case.ledger, case.request)
    near = board.enemies_next_to(board.square_of.get(case.unit, ""), case.side)
    return [one for one in near if has_score(case, one)]


def tanks_in_sight(case: Case) -> list[str]:
    """The enemies of Tank Class that a unit sees and may attack, the closest first. Source: grid.txt 120, 199."""
    board = Board(case.ledger, case.request)
    if case.unit not in board.square_of:
        return []
    tanks = [unit for unit in board.enemies_of(case.side) if tank_class.holds(case.at(unit))]
    far = {unit: board.range(case.unit, board.square_of[unit]) or 0 for unit in tanks}
    seen = [unit for unit in tanks if board.sight(case.unit, board.square_of[unit])[0]]
    return sorted((one for one in seen if far[one] <= 1 or not heavy.holds(case.at(one))), key=lambda one: far[one])


def has_score(case: Case, enemy: str) -> bool:
    """True if the Combat Table has a score of a unit against an enemy. Source: grid.txt 130-162."""
    classes = case.at(enemy).figures("units", "class")
    return any(case.ledger.figure("combat", row, its) for row in case.figures("units", "attacks-as") for its in classes)
