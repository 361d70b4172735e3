"""The course of a game: the next position, the side in turn, the moments at which states end."""

from typing import NamedTuple

from refcli.core.states import Held, Moment
from refcli.core.states import Sequence as Play


class Position(NamedTuple):
    """A position of the game: its turn, the index of its phase, and the index of its side."""

    turn: int = 0
    phase: int = 0
    side: int = 0


class Course(NamedTuple):
    """The sequence of play for so many ``sides``. Before turn 1 the battle has not begun."""

    play: Play
    sides: int

    def after(self, at: Position) -> Position:
        """The position that follows another one."""
        phases = self.play.phases
        if not at.turn:
            return Position(1)
        if self.play.own_turns:
            if at.phase + 1 < len(phases):
                return at._replace(phase=at.phase + 1)
            return Position(at.turn, 0, at.side + 1) if at.side + 1 < self.sides else Position(at.turn + 1)
        if phases[at.phase].each_side and at.side + 1 < self.sides:
            return at._replace(side=at.side + 1)
        return Position(at.turn, at.phase + 1) if at.phase + 1 < len(phases) else Position(at.turn + 1)

    def order(self, at: Position) -> tuple[int, int, int]:
        """The place of a position in the course of the game."""
        return (at.turn, at.side, at.phase) if self.play.own_turns else (at.turn, at.phase, at.side)

    def turn_of(self, at: Position) -> tuple[int, int]:
        """The turn of a position, and the side if every side has its own turns."""
        return at.turn, at.side if self.play.own_turns else 0

    def with_turn(self, edge: str, at: Position) -> bool:
        """True if the turn begins or ends with the phase at a position."""
        if edge == "end":
            return self.turn_of(self.after(at)) != self.turn_of(at)
        return at.phase == 0 and (self.play.own_turns or at.side == 0)

    def has_come(self, moment: Moment, edge: str, at: Position, side: str, held: Held) -> bool:
        """True if the moment of a state that is held has come, at the beginning or end of the phase at a position.

        ``side`` is the one whose phase it is, empty where it is nobody's own.
        """
        if moment.edge != edge or (moment.what == "turn" and not self.with_turn(edge, at)):
            return False
        if moment.what not in ("turn", "phase", self.play.phases[at.phase].name):
            return False
        if moment.turns or moment.counted:
            own = not self.play.own_turns or not held.side or held.side == side
            value = held.value if moment.counted and not isinstance(held.value, str) else 0
            return own and at.turn >= held.turn + value + moment.turns
        return not moment.own or not held.side or not side or held.side == side
