"""A sheet as it is printed, in any format: sections in the order of play, each of tables."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.printing.paper import footer_of

TO_REMEMBER = "What to remember"
"""The heading of the states."""

ANY_TIME, REFERENCE = "At any time", "Reference"
"""The headings of procedures without a phase, and of charts of weapons, vehicles and units."""

TO_SIGN = ("Date", "Signature", "Signature")
"""The lines to sign."""

TO_FILL_IN = "....."
"""Room for a house value on a sheet of published figures alone."""

LEAD = re.compile(r"([^:.{]{1,64}): (.*)", re.DOTALL)

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The points of a dial, clockwise."""


class SheetFigure(NamedTuple):
    """One figure: its text, the exact chance of a target number, and its mark unless it is published."""

    text: str
    chance: str = ""
    mark: str = ""
    ref: str = ""
    """The cell or the condition that it is, or several."""


class Row(NamedTuple):
    """One row: its name in the chart, its label and figures, and the mark that all of them share."""

    name: str
    label: str
    figures: tuple[SheetFigure, ...]
    mark: str = ""


class SheetCondition(NamedTuple):
    """A condition below a chart: the name to type, its modifier if it has one, and its text."""

    name: str
    modifier: SheetFigure
    text: str


class SheetTable(NamedTuple):
    """One table: heads over its columns, rows, conditions, notes and sources."""

    name: str = ""
    title: str = ""
    corner: str = ""
    heads: tuple[SheetFigure, ...] = ()
    rows: tuple[Row, ...] = ()
    facts: tuple[str, ...] = ()
    """What holds for the whole table: the die, the unit of its figures, the sum that its conditions change."""
    conditions: tuple[SheetCondition, ...] = ()
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    mark: str = ""
    """The mark that all its figures share."""
    by: str = ""
    """The heading of its modifiers: the sum that they change."""
    said: tuple[str, ...] = ()
    """The cells and conditions that its notes state."""
    drawn: str = ""
    """How it is drawn, if it is no table on paper."""


class Section(NamedTuple):
    """The charts of one phase with its procedures, or one block of a phase."""

    title: str
    procedures: tuple[str, ...]
    tables: tuple[SheetTable, ...]
    phase: str = ""


class SheetReading(NamedTuple):
    """A reading in force: its id and question, the chosen option as a word and in full, and the usual option."""

    id: str
    question: str
    word: str
    holds: str
    usual: str

    @property
    def changed(self) -> bool:
        """Whether it is not the usual option."""
        return self.holds != self.usual


class SheetState(NamedTuple):
    """A state to remember: its name, its owner, and in words its beginning, end, consequences and source lines."""

    name: str
    whose: str
    said: str


class Sheet(NamedTuple):
    """A sheet: its titles, sections, readings and states, and the digest of its charts.

    ``turn`` is the sequence of play; ``legend`` explains each mark that is used.
    """

    title: str
    work: str
    scale: str
    turn: tuple[str, ...]
    sections: tuple[Section, ...]
    readings: tuple[SheetReading, ...]
    legend: tuple[tuple[str, str], ...]
    digest: str
    states: tuple[SheetState, ...] = ()
    quick: bool = False
    """A quick-reference sheet: its sections are blocks, and it has no names to type."""
    pages: int = 0
    """The sides of A4 that a quick-reference sheet may take; 0 for as many as it needs."""
    signed: bool = False
    """Whether both players sign it."""

    @property
    def footer(self) -> str:
        """The foot of every page; it names the chosen readings, which the digest does not include."""
        chosen = ", ".join(f"{one.id} {one.word}" for one in self.readings if one.changed)
        title = "" if self.work.startswith(self.title) else self.title
        return footer_of(self.digest, title, self.work, chosen)

    @property
    def tables(self) -> Iterator[SheetTable]:
        """Every table, section by section."""
        for section in self.sections:
            yield from section.tables


class Style(NamedTuple):
    """The referee's choices: a chance beside ``some``, ``all`` or ``none`` of the target numbers; published figures."""

    odds: str = "some"
    published_only: bool = False


class ChartGroup(NamedTuple):
    """The charts of one phase and the procedures that read them."""

    title: str
    procedures: tuple[str, ...]
    charts: tuple[Chart, ...]


class Point(NamedTuple):
    """A point of a dial: degrees clockwise from the top (None: the middle), its faces and its name."""

    degrees: int | None
    faces: str
    name: str


def dial_of(table: SheetTable) -> tuple[Point, ...]:
    """Return a chart of directions by face as a dial; a word that is no direction goes to the middle."""
    faces: dict[str, list[str]] = {}
    for row in table.rows:
        faces.setdefault(row.figures[0].text, []).append(row.name)
    found = []
    for text, rolled in faces.items():
        point = "-".join(text.split())
        known = point in POINTS
        name = "".join(word[0] for word in text.split()).upper() if known else text
        found.append(Point(POINTS.index(point) * 45 if known else None, ", ".join(rolled), name))
    return tuple(found)


def lead_of(note: str) -> tuple[str, str]:
    """Return the words of a line before its colon, and the rest."""
    found = LEAD.fullmatch(note)
    return (found[1], found[2]) if found else ("", note)
