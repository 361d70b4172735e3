"""What the passages from phase to phase ended and began, so that whoever goes back finds everything as it stood."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from refcli.core.states import Held
from refcli.game.course import Course, Position
from refcli.game.held_states import Changed, States


class Passage(NamedTuple):
    """The beginning or end (``edge``) of a phase: the states that ended with it or changed, and those that began."""

    edge: str
    at: Position
    ended: States
    began: States

    def is_behind(self, to: Position, course: Course) -> bool:
        """Whether whoever goes back ``to`` a phase goes back over it."""
        order = course.order
        return order(self.at) > order(to) or (self.edge == "end" and order(self.at) == order(to))

    def without(self, owner: str) -> "Passage":
        """The passage for a game that somebody has left."""
        ended = {key: held for key, held in self.ended.items() if key[0].split("/")[0] != owner}
        return self._replace(ended=ended) if len(ended) != len(self.ended) else self


class Again(NamedTuple):
    """What holds of a passage that the game went back over, for when it comes by once more.

    ``given`` are states that begin again as they were, though what they came of is hidden by something newer;
    ``used`` are those that began with it and were taken back or used up meanwhile: they do not begin again.
    """

    edge: str
    at: Position
    given: States
    used: States


def passage(edge: str, at: Position, changed: Changed, now: States) -> Passage:
    """What a phase that began or ended did to the states that it ``changed``."""
    ended = {key: held for key, held in changed.items() if held is not None and now.get(key) != held}
    began = {key: now[key] for key, held in changed.items() if key in now and now[key] != held}
    return Passage(edge, at, ended, began)


Passed = TypeVar("Passed", "Passage", "Again")


def began_behind(held: Held, edge: str, at: Position, course: Course) -> bool:
    """Whether a state began later in the course of the game than a phase does, or ends: it does not end with it."""
    began = course.order(Position(held.turn, *held.phase))
    return began > course.order(at) or (edge == "start" and began == course.order(at))


def lately(passages: Iterable[Passed], turn: int) -> Iterator[Passed]:
    """Those of a turn and of the one before it, which is as far back as anybody goes to mend what he forgot."""
    return (one for one in passages if one.at.turn >= turn - 1)
