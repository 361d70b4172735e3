"""What a ruleset's quick-reference sheet says, block by block: a plan as data, filled from its charts."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from refcli.core.cells import split

PLACE = re.compile(r"\{([^{}]+)\}")
"""A place of a line: the figure of a cell, ``{chart.row.column}``, or the modifier of a condition."""

DIAL = "dial"
"""How a chart of directions is drawn: a dial of eight points."""


class Part(NamedTuple):
    """A part of a block: a line of text, or charts as one table, or conditions.

    A line has figures in its places, and ``says`` what else it states in its own words: conditions, rows of words, a
    whole chart without figures. The charts of ``table`` stand beside each other, joined by their rows; ``columns``
    are those shown, in order (``chart.column``), ``words`` those that become words in a last column, with the place
    ``{}`` for the figure, ``values`` what is said for a word of the charts. What holds only under some reading names
    it and its option.
    """

    line: str = ""
    says: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    title: str | None = None
    corner: str | None = None
    columns: tuple[str, ...] = ()
    heads: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    values: Mapping[str, str] = {}
    notes: tuple[str, ...] | None = None
    chances: bool | None = None
    drawn: str = ""
    reading: Mapping[str, str] = {}

    @property
    def places(self) -> tuple[str, ...]:
        """What the places of the line, or of the notes below a table, name."""
        return tuple(PLACE.findall("\n".join((self.line, *(self.notes or ())))))


class Block(NamedTuple):
    """A block: its title, the phase it belongs to, its charts, and how they are set; what no part says follows."""

    title: str
    phase: str = ""
    charts: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The charts that it names anywhere, in order."""
        names = list(self.charts)
        for part in self.parts:
            names += [*part.table, *part.conditions, *(split(ref)[0] for ref in (*part.places, *part.says))]
        return tuple(dict.fromkeys(names))


class Plan(NamedTuple):
    """The blocks of a sheet in order, on so many sides of A4 at most (0: as many as they take).

    ``omit`` are the charts whose figures stand in the reference set alone.
    ``only`` is what holds under one option of a reading alone, by the reading's id and the word of the option.
    """

    blocks: tuple[Block, ...] = ()
    pages: int = 0
    omit: tuple[str, ...] = ()
    only: Mapping[tuple[str, str], tuple[str, ...]] = {}

    @property
    def shown(self) -> frozenset[str]:
        """The charts whose figures stand on the sheet, reference charts among them."""
        return frozenset(name for block in self.blocks for name in block.named) - {*self.omit}
