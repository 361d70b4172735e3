"""The reference set of a ruleset: its long lists of weapons, vehicles and units, each a line with all its figures."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.charts import Chart


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
    """The tables that are declared, then one for each reference chart that is in none of them."""
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
        """Every line, those of one heading together."""
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
        """The rows of the first chart, then those of the others that no line before them has."""
        rows = dict.fromkeys(self.first.rows)
        for chart in self.charts[1:]:
            if chart.name in self.table.by:
                linked = {self.row_in(chart, row) for row in self.first.rows}
                rows |= dict.fromkeys(row for row in chart.rows if row not in linked)
            elif chart.name not in self.table.below:
                rows |= dict.fromkeys(chart.rows)
        return list(rows)

    def row_in(self, chart: Chart, row: str) -> str | None:
        """The row of a chart that a line shows."""
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
