"""The reference lists of a ruleset as they are printed, in any format."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.core.reference import Column, Merged, ReferenceTable, in_words
from refcli.printing.sheets.sheet import TO_FILL_IN


class Head(NamedTuple):
    """The name of a column, and what it shares with its neighbours, if anything."""

    over: str
    text: str

    @property
    def whole(self) -> str:
        """Both in one line."""
        return f"{self.over} {self.text}".strip()


class ReferenceLine(NamedTuple):
    """One line: its row, label and marked figures; one ``below`` continues the line before it."""

    name: str
    label: str
    figures: tuple[str, ...]
    below: bool


class Part(NamedTuple):
    """The lines under one heading."""

    heading: str
    lines: tuple[ReferenceLine, ...]


class List(NamedTuple):
    """One list, with a corner over its labels and heads over its figures."""

    name: str
    title: str
    corner: str
    heads: tuple[Head, ...]
    parts: tuple[Part, ...]
    notes: tuple[str, ...]

    @property
    def overs(self) -> list[tuple[str, int]]:
        """What neighbouring heads share, and how many they are."""
        return [(over, len([*under])) for over, under in groupby(self.heads, lambda head: head.over)]


class Reference(NamedTuple):
    """All lists; ``legend`` explains each mark that is used."""

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
    """Return lists with the figures of these charts; their title, work and footer are left empty."""
    tables = tuple(tables)
    cells = [cell for table in tables for name in table.charts for cell in charts[name].cells()]
    marks = Marks(cell.source for cell in cells if not (published_only and cell.source.is_house))

    def figure(column: Column, cell: Cell | None) -> str:
        if cell is None:
            return ""
        if published_only and cell.source.is_house:
            return TO_FILL_IN
        if cell.blank:
            return "-"
        name, _, _ = cell.ref.partition(".")
        return f"{in_words(charts[name], column[1], cell, charts)}{marks.of(cell.source)}"

    def list_of(table: ReferenceTable) -> List:
        merged = Merged(table, charts)
        lines = list(merged.lines())
        shown = [x for x, _ in enumerate(merged.columns) if any(line.cells[x] is not None for line in lines)]
        parts = [
            Part(
                heading,
                tuple(
                    ReferenceLine(
                        line.row,
                        line.label,
                        tuple(figure(merged.columns[x], line.cells[x]) for x in shown),
                        line.below,
                    )
                    for line in under
                ),
            )
            for heading, under in groupby(lines, lambda line: line.heading)
        ]
        return List(
            merged.first.name,
            table.title,
            merged.first.axes[0].name.replace("-", " "),
            tuple(_shared([_head(charts[merged.columns[x][0]], merged.columns[x][1], table) for x in shown])),
            tuple(parts),
            tuple(dict.fromkeys(note for chart in merged.charts for note in chart.notes)),
        )

    lists = tuple(map(list_of, tables))
    return Reference("", "", lists, marks.legend, "")


def _head(chart: Chart, column: str, table: ReferenceTable) -> Head:
    short = chart.title.rpartition(": ")[2]
    if not column:
        return Head("", ", ".join(filter(None, (short, chart.unit))))
    axis = chart.axes[1]
    unit = axis.unit if axis.unit != axis.name else ""
    over = "" if chart.name == table.charts[0] else ", ".join(filter(None, (short, chart.unit or unit)))
    over = table.over.get(chart.name, over)
    text = chart.head(column)
    return Head(over, text.removeprefix("to ") if over and axis.bands else text)


def _shared(heads: Iterable[Head]) -> Iterator[Head]:
    """Yield heads; neighbours that begin alike share their beginning: ``Modifier, side`` and ``Modifier, rear``."""
    for (over, first), under in groupby(heads, lambda head: (head.over, head.text.partition(", ")[0])):
        several = list(under)
        if over or len(several) == 1:
            yield from several
        else:
            yield from (Head(first, head.text.partition(", ")[2]) for head in several)
