"""What charts say of one weapon, vehicle or unit type: as a line of the reference lists, or as a card."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.dice import die_named


class ReferenceTable(NamedTuple):
    """One list: its title, and the charts of which each line merges the figures, those of the first one first.

    A chart has its row by the name of the line; with ``by``, by the word in that column of the first chart. The one
    figure of a chart ``under`` a column of the first chart stands there. A chart ``below`` has lines of its own
    beneath, in the columns of the chart before it, called as said here. ``conditions`` are the charts whose modifiers
    count wherever one of this list is used; ``headings`` what stands over a row and those that follow it, ``over``
    what stands over the columns of a chart in place of its title.
    """

    title: str
    charts: tuple[str, ...]
    by: Mapping[str, str] = {}
    under: Mapping[str, str] = {}
    below: Mapping[str, str] = {}
    conditions: tuple[str, ...] = ()
    headings: Mapping[str, str] = {}
    over: Mapping[str, str] = {}


class Line(NamedTuple):
    """One line: its row, what to call it, what stands over it, and a figure or none for each column.

    One that is ``below`` goes on with the line before it.
    """

    row: str
    label: str
    heading: str
    cells: tuple[Cell | None, ...]
    below: bool = False


Column = tuple[str, str]
"""A chart and the name of its column."""


def reference_tables(declared: Iterable[ReferenceTable], charts: Mapping[str, Chart]) -> tuple[ReferenceTable, ...]:
    """Return the declared tables, then one for each other reference chart."""
    declared = tuple(declared)
    named = {name for table in declared for name in table.charts}
    others = [chart for chart in charts.values() if chart.reference and chart.name not in named]
    return (*declared, *(ReferenceTable(chart.title, (chart.name,)) for chart in others))


class Merged:
    """The lines of a table, and the columns that they share."""

    def __init__(self, table: ReferenceTable, charts: Mapping[str, Chart]) -> None:
        self.table = table
        self.charts = [charts[name] for name in table.charts]
        self.first = self.charts[0]
        self.columns: list[Column] = []
        self.place: dict[Column, int] = {}
        for chart in self.charts:
            self._add_columns(chart)

    def lines(self) -> Iterator[Line]:
        """Yield every line, heading by heading."""
        found: dict[str, list[Line]] = {}
        heading = ""
        for row in self._rows():
            heading = self.table.headings.get(row, heading)
            found.setdefault(heading, []).extend(self._lines_of(row, heading))
        for lines in found.values():
            yield from lines

    def _add_columns(self, chart: Chart) -> None:
        table, name = self.table, chart.name
        if name in table.under:
            self.place[name, chart.columns[0]] = self.place[self.first.name, table.under[name]]
            return
        alike = [one for one in self.charts[: self.charts.index(chart)] if one.columns == chart.columns]
        if name in table.by:
            alike = [one for one in alike if table.by.get(one.name) == table.by[name]]
        elif name not in table.below:
            alike = []
        for column in chart.columns:
            if chart is self.first and column in table.by.values():
                continue
            if alike:
                self.place[name, column] = self.place[alike[-1].name, column]
            else:
                self.place[name, column] = len(self.columns)
                self.columns.append((name, column))

    def _rows(self) -> list[str]:
        """Return the rows of the first chart, then the other rows of the others."""
        rows = dict.fromkeys(self.first.rows)
        for chart in self.charts[1:]:
            if chart.name in self.table.by:
                linked = {self.row_in(chart, row) for row in self.first.rows}
                rows |= dict.fromkeys(row for row in chart.rows if row not in linked)
            elif chart.name not in self.table.below:
                rows |= dict.fromkeys(chart.rows)
        return list(rows)

    def row_in(self, chart: Chart, row: str) -> str | None:
        """Return the row of a chart that belongs to a line."""
        by = self.table.by.get(chart.name)
        if by and row in self.first.rows:
            word = self.first.cell(row, by).value
            return word if isinstance(word, str) and word in chart.rows else None
        return row if row in chart.rows else None

    def _lines_of(self, row: str, heading: str) -> Iterator[Line]:
        main = [chart for chart in self.charts if chart.name not in self.table.below]
        label = next(chart.label(row) for chart in main if row in chart.rows)
        yield Line(row, label, heading, self._cells(row, main))
        for name, said in self.table.below.items():
            chart = next(one for one in self.charts if one.name == name)
            if row in chart.rows:
                yield Line(row, said, heading, self._cells(row, [chart]), True)

    def _cells(self, row: str, charts: Iterable[Chart]) -> tuple[Cell | None, ...]:
        found: list[Cell | None] = [None] * len(self.columns)
        for chart in charts:
            there = self.row_in(chart, row)
            for column in chart.columns if there else ():
                if (chart.name, column) in self.place and there:
                    found[self.place[chart.name, column]] = chart.cell(there, column)
        return tuple(found)


class Figure(NamedTuple):
    """One figure: its name, the figure in words, and its cell."""

    what: str
    said: str
    cell: Cell


class CardPart(NamedTuple):
    """The figures of one chart on a card; ``of`` names another row, ``along`` the bands of figures side by side."""

    chart: Chart
    of: str
    along: str
    figures: tuple[Figure, ...]

    @property
    def title(self) -> str:
        """The title of the chart, with the meaning of its bands and the name of another row."""
        title = self.chart.title
        along = f", {self.along}" if self.along and self.along not in title.split() else ""
        return f"{title}{along}{f': {self.of}' if self.of else ''}"


def rows_called(
    row: str, charts: Mapping[str, Chart], tables: Iterable[ReferenceTable] = ()
) -> Iterator[tuple[Chart, str]]:
    """Yield the rows of a name in all charts, then the rows that their cells name, such as a unit's combat row.

    A line of the reference lists adds all rows that it merges, in its order: the ranges of a vehicle's gun.
    """
    merged = [Merged(table, charts) for table in tables]
    order = {chart.name: place for one in merged for place, chart in enumerate(one.charts)}
    here = sorted(charts.values(), key=lambda chart: order.get(chart.name, len(charts)))
    found = [(chart, row) for chart in here if row in chart.rows]
    named = [
        (other, word)
        for chart, _ in found
        for column, target in chart.names.items()
        if isinstance(word := chart.cell(row, column).value, str) and word in charts[target].rows
        if not _names_columns(charts[target], column)
        for other in (charts[target], *(one for one in here if target in one.rows_of and word in one.rows))
    ]
    for chart, there in (*found, *named):
        lines = [one for one in merged if one.first is chart]
        found += [(chart, there)]
        found += [(other, word) for one in lines for other in one.charts[1:] if (word := one.row_in(other, there))]
    seen = set[tuple[str, str]]()
    for chart, there in found:
        if (chart.name, there) not in seen:
            seen.add((chart.name, there))
            yield chart, there


def card_parts(row: str, charts: Mapping[str, Chart], tables: Iterable[ReferenceTable] = ()) -> Iterator[CardPart]:
    """Yield the figures of a row chart by chart, without blanks."""
    name = label_of(row, charts)
    for chart, there in rows_called(row, charts, tables):
        label = chart.label(there)
        figures = []
        for column in chart.columns:
            cell = chart.cell(there, column)
            if not cell.blank:
                what = head_of(chart, column) if column else "needed" if cell.sign else ""
                figures.append(Figure(what, in_words(chart, column, cell, charts), cell))
        yield CardPart(chart, "" if label == name else label, along_of(chart), tuple(figures))


def along_of(chart: Chart) -> str:
    """Return the meaning of a chart's bands: ``up to cm``, ``year``, ``d10``; empty if columns have names."""
    axis = chart.axes[1] if len(chart.axes) > 1 else None
    if axis is None or not axis.bands or any(map(chart.is_labelled, axis.columns)):
        return ""
    whole = die_named(axis.unit) or all(low == high for low, high in axis.bands)
    return axis.unit if whole else f"up to {axis.unit or axis.name}"


def head_of(chart: Chart, column: str) -> str:
    """Return the head of a figure, below the meaning of its bands."""
    along = along_of(chart)
    head = chart.head(column, both_ends=die_named(along) is not None)
    return head.removeprefix("to ") if along else head


def label_of(row: str, charts: Mapping[str, Chart]) -> str:
    """Return the label of a row in the first chart that has it."""
    return next(chart.label(row) for chart in charts.values() if row in chart.rows)


def _names_columns(chart: Chart, column: str) -> bool:
    """Return whether the figures of a column name columns of a chart, as a unit's class does."""
    return len(chart.axes) > 1 and chart.axes[1].name == column


def in_words(chart: Chart, column: str, cell: Cell, charts: Mapping[str, Chart]) -> str:
    """Return a figure as players call it; a word by its label in the chart that defines it."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    named = charts.get(chart.names.get(column, ""))
    if named is not None and word in named.rows and not _names_columns(named, column):
        return named.label(word)
    if named is not None and word in named.columns:
        return named.column_label(word)
    return chart.labels.get(word) or word.replace("-", " ")
