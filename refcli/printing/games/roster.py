"""Who is in play, as a page to run the game with: a card for each unit, with boxes to tick."""

from typing import NamedTuple


class Boxes(NamedTuple):
    """A row of boxes with what they count, and how many of them are ticked already."""

    text: str
    many: int
    ticked: int = 0


class Card(NamedTuple):
    """One unit, or a group of them: what it is, what is true of it now, and its boxes."""

    name: str
    what: str
    states: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    out: bool = False


class RosterGroup(NamedTuple):
    """Units that belong together, below a card of their group's own; without one where they belong to none."""

    own: Card | None
    cards: tuple[Card, ...]


class RosterSide(NamedTuple):
    """The units of a side, group by group."""

    title: str
    states: tuple[str, ...]
    groups: tuple[RosterGroup, ...]


class Roster(NamedTuple):
    """The forces of a game as they stand: where the game is, and side by side who is in play."""

    title: str
    under: tuple[str, ...]
    sides: tuple[RosterSide, ...]
    footer: str
