"""The reference set as it is laid out on paper, whatever the format."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from refcli.core.card import in_words
from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.core.reference import Column, Merged, ReferenceTable
from refcli.printing.sheets.sheet import TO_FILL_IN


class Head(NamedTuple):
    """What stands over a column: its own name, and below what it belongs to with its neighbours."""

    over: str
    text: str


class ReferenceLine(NamedTuple):
    """One line: its name, what to call it, its figures with their marks; one ``below`` goes on with the line before."""

    name: str
    label: str
    figures: tuple[str, ...]
    below: bool


class Part(NamedTuple):
    """The lines under one heading."""

    heading: str
    lines: tuple[ReferenceLine, ...]


class List(NamedTuple):
    """One table of the reference set."""

    name: str
    title: str
    corner: str
    heads: tuple[Head, ...]
    parts: tuple[Part, ...]
    notes: tuple[str, ...]


class Reference(NamedTuple):
    """The whole set; ``legend`` explains each mark that is used."""

    title: str
    work: str
    lists: tuple[List, ...]
    legend: tuple[tuple[str, str], ...]
    footer: str


def reference_of(
    tables: Iterable[ReferenceTable],
    charts: Mapping[str, Chart],
    published_only: bool = False,
) -> Reference:
    """The tables of a reference set with the figures of these charts; its title, work and footer are left open."""
    tables = tuple(tables)
    cells = [cell for table in tables for name in table.charts for cell in charts[name].cells()]
    marks = Marks(cell.source for cell in cells if not (published_only and cell.source.is_house))
    writer = _Writer(charts, marks, published_only)
    lists = tuple(writer.list(table) for table in tables)
    return Reference("", "", lists, marks.legend, "")


class _Writer:
    def __init__(self, charts: Mapping[str, Chart], marks: Marks, published_only: bool) -> None:
        self.charts = charts
        self.marks = marks
        self.published_only = published_only

    def list(self, table: ReferenceTable) -> List:
        """One table."""
        merged = Merged(table, self.charts)
        lines = list(merged.lines())
        shown = [x for x, _ in enumerate(merged.columns) if any(line.cells[x] is not None for line in lines)]
        parts = tuple(
            Part(
                heading,
                tuple(
                    ReferenceLine(
                        line.row,
                        line.label,
                        tuple(self._figure(merged.columns[x], line.cells[x]) for x in shown),
                        line.below,
                    )
                    for line in under
                ),
            )
            for heading, under in groupby(lines, lambda line: line.heading)
        )
        heads = tuple(_shared([self._head(merged.columns[x], table) for x in shown]))
        notes = tuple(dict.fromkeys(note for chart in merged.charts for note in chart.notes))
        corner = merged.first.axes[0].name.replace("-", " ")
        return List(merged.first.name, table.title, corner, heads, parts, notes)

    def _head(self, column: Column, table: ReferenceTable) -> Head:
        chart = self.charts[column[0]]
        short = chart.title.rpartition(": ")[2]
        if not column[1]:
            return Head("", ", ".join(filter(None, (short, chart.unit))))
        axis = chart.axes[1]
        unit = axis.unit if axis.unit != axis.name else ""
        over = "" if chart.name == table.charts[0] else ", ".join(filter(None, (short, chart.unit or unit)))
        over = table.over.get(chart.name, over)
        text = chart.head(column[1])
        return Head(over, text.removeprefix("to ") if over and axis.bands else text)

    def _figure(self, column: Column, cell: Cell | None) -> str:
        if cell is None:
            return ""
        if self.published_only and cell.source.is_house:
            return TO_FILL_IN
        if cell.blank:
            return "-"
        name, _, _ = cell.ref.partition(".")
        said = in_words(self.charts[name], column[1], cell, self.charts)
        return f"{said}{self.marks.of(cell.source)}"


def _shared(heads: Iterable[Head]) -> Iterator[Head]:
    """Neighbours that begin alike have what they share over them: ``Modifier, side`` and ``Modifier, rear``."""
    for (over, first), under in groupby(heads, lambda head: (head.over, head.text.partition(", ")[0])):
        several = list(under)
        if over or len(several) == 1:
            yield from several
        else:
            yield from (Head(first, head.text.partition(", ")[2]) for head in several)


def overs(heads: Iterable[Head]) -> Iterator[tuple[str, int]]:
    """What stands over several columns, and how many they are."""
    for over, under in groupby(heads, lambda head: head.over):
        yield over, len(list(under))
