"""An evening as it is told afterwards, whatever the format."""

from typing import NamedTuple


class Told(NamedTuple):
    """One thing that happened: when, and what; of a ruling its number, what was asked, its dice, what to know of it."""

    time: str
    text: str
    number: int = 0
    asked: str = ""
    dice: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class Part(NamedTuple):
    """A phase, or what else has a heading of its own; it may stand without a title."""

    title: str
    told: tuple[Told, ...]


class Chapter(NamedTuple):
    """A turn, part by part."""

    title: str
    parts: tuple[Part, ...]


class Force(NamedTuple):
    """Those of one side: each unit with what it is and how it ended, and what was lost."""

    title: str
    units: tuple[tuple[str, str, str], ...]
    losses: str = ""


class Account(NamedTuple):
    """One evening: what stands over it, who was there, its turns, and what is to be said at the end.

    ``after`` are headings, each with its lines.
    """

    title: str
    under: tuple[str, ...]
    forces: tuple[Force, ...]
    chapters: tuple[Chapter, ...]
    after: tuple[tuple[str, tuple[str, ...]], ...]
    footer: str


HEADS = ("unit", "what it is", "at the end")
"""Over the units of a side."""
