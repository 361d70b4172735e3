"""Charts as they are laid out on paper, whatever the format: sections in the order of the sequence of play."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.printing.paper import footer_of
from refcli.printing.sheets.remember import SheetState

TO_REMEMBER = "What to remember"
"""What stands over the states."""

ANY_TIME, REFERENCE = "At any time", "Reference"
"""What stands over procedures of no phase, and over charts of weapons, vehicles and units."""

TO_SIGN = ("Date", "Signature", "Signature")
"""What stands before the lines where players sign."""

TO_FILL_IN = "....."
"""What stands for a house value on a sheet of published figures alone: room for the figure."""


class SheetFigure(NamedTuple):
    """One figure on paper: its text, the exact chance of a number required, and its mark unless it is published."""

    text: str
    chance: str = ""
    mark: str = ""
    ref: str = ""
    """The cell or the condition that it is, or several."""


class Row(NamedTuple):
    """One row: its name in the chart, its label and its figures, and their mark where all have one."""

    name: str
    label: str
    figures: tuple[SheetFigure, ...]
    mark: str = ""


class SheetCondition(NamedTuple):
    """A condition beside a chart: the name to type, its modifier if it has one, and what it says."""

    name: str
    modifier: SheetFigure
    text: str


class SheetTable(NamedTuple):
    """One chart as it is laid out: heads over its columns, rows, conditions, notes, and where its figures stand."""

    name: str
    title: str
    corner: str
    heads: tuple[SheetFigure, ...]
    rows: tuple[Row, ...]
    facts: tuple[str, ...] = ()
    """What counts for the whole chart: the die rolled, the unit of its figures, the sum that its conditions change."""
    conditions: tuple[SheetCondition, ...] = ()
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    mark: str = ""
    """The mark that all its figures have."""
    by: str = ""
    """What its modifiers are added to, where that stands over them."""
    said: tuple[str, ...] = ()
    """The cells and conditions that its notes state."""
    drawn: str = ""
    """How it is drawn, where it is no table on paper."""


class Section(NamedTuple):
    """The charts of one phase, and the procedures that are played there; or one block of a phase."""

    title: str
    procedures: tuple[str, ...]
    tables: tuple[SheetTable, ...]
    phase: str = ""


class SheetReading(NamedTuple):
    """A reading in force: its id, what is disputed, what holds in a word and in full, and what would unchosen."""

    id: str
    question: str
    word: str
    holds: str
    usual: str

    @property
    def changed(self) -> bool:
        """Whether something else holds than usual."""
        return self.holds != self.usual


class Sheet(NamedTuple):
    """A set of sheets: what stands over it, its sections, the readings in force, and what stands below.

    ``turn`` is the sequence of play; ``legend`` explains each mark that is used, none meaning that every figure
    is published; ``states`` are what to remember between rulings; ``digest`` is that of the chart set.
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
    """Whether it is a quick-reference sheet: its sections are blocks, and nothing on it is a name to type."""
    pages: int = 0
    """The sides of A4 that it may take then; 0 for as many as it takes."""
    signed: bool = False
    """Whether both players sign it."""

    @property
    def footer(self) -> str:
        """What stands below every page: readings that are chosen are none of the charts' digest."""
        chosen = ", ".join(f"{one.id} {one.word}" for one in self.readings if one.changed)
        title = "" if self.work.startswith(self.title) else self.title
        return footer_of(self.digest, title, self.work, chosen)

    @property
    def tables(self) -> Iterator[SheetTable]:
        """Every table, section by section."""
        for section in self.sections:
            yield from section.tables


class Style(NamedTuple):
    """What the referee wants on paper: chances beside some target numbers, all or none; published figures alone."""

    odds: str = "some"
    published_only: bool = False


class ChartGroup(NamedTuple):
    """Charts that belong together: what stands over them, the procedures they serve, and the charts."""

    title: str
    procedures: tuple[str, ...]
    charts: tuple[Chart, ...]
