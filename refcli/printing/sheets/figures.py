"""The figures of a quick-reference sheet as they stand there: words, chances, marks, heads."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from refcli.core.card import in_words
from refcli.core.cells import Cell, Source, split
from refcli.core.charts import Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import Marks
from refcli.core.quick_sheet import PLACE, Part
from refcli.printing.sheets.chances import chance_beside
from refcli.printing.sheets.sheet import TO_FILL_IN, Row, SheetFigure, SheetTable, Style

PLAIN = Part(chances=False)
"""A part that asks for nothing."""


class Figures:
    """Shows the figures of charts in a style, with their marks."""

    def __init__(self, charts: Mapping[str, Chart], style: Style, marks: Marks) -> None:
        self.charts = charts
        self.style = style
        self.marks = marks

    def filled(self, line: str) -> str:
        """A line with the figures in its places."""
        return PLACE.sub(lambda place: self._said(place[1]), line)

    def _said(self, ref: str) -> str:
        chart, row, column = split(ref)
        found = self.charts[chart]
        shown = (
            self.figure(found.cell(row, column), found, row, column)
            if row in found.rows
            else self.modifier(found.conditions[row])
        )
        return f"{shown.text}{shown.mark}"

    def modifier(self, condition: Condition) -> SheetFigure:
        """The modifier of a condition."""
        if self._left_open(condition.source):
            return SheetFigure(TO_FILL_IN)
        text = "" if condition.value is None else f"{condition.value:+g}"
        return SheetFigure(text, "", self.marks.of(condition.source))

    def figure(self, cell: Cell, chart: Chart, row: str, column: str, part: Part = PLAIN) -> SheetFigure:
        """A cell as a part of the sheet shows it."""
        if self._left_open(cell.source):
            return SheetFigure(TO_FILL_IN, ref=cell.ref)
        if self.style.published_only and cell.source.at is not None:
            return SheetFigure(f"{cell.said} at {cell.source.at:g}", ref=cell.ref)
        mark = "" if cell.blank else self.marks.of(cell.source)
        chance = chance_beside(chart, row, column, self.style) if self._chances(part, chart) else ""
        said = part.values.get(str(cell.value)) or in_words(chart, column, cell, self.charts)
        return SheetFigure(said, chance, mark, cell.ref)

    def words(self, part: Part, row: str, words: Iterable[str]) -> SheetFigure:
        """What holds of a row, in words: of each column that has something there."""
        found, refs = [], []
        for ref in words:
            name, column, _ = split(ref)
            chart = self.charts[name]
            if row not in chart.rows:
                continue
            cell = chart.cell(row, column)
            refs.append(cell.ref)
            if not cell.blank:
                shown = self.figure(cell, chart, row, column, part)
                found.append(part.words[ref].replace("{}", f"{shown.text}{shown.mark}"))
        return SheetFigure(", ".join(found), ref=" ".join(refs))

    def _left_open(self, source: Source) -> bool:
        """Whether a figure is left to be written in."""
        return self.style.published_only and source.is_house

    def _chances(self, part: Part, chart: Chart) -> bool:
        if self.style.odds == "all":
            return True
        if self.style.odds == "none":
            return False
        return part.chances if part.chances is not None else len(chart.axes) > 1 and bool(chart.modifies)


def head_of(part: Part, chart: Chart, column: str, joined: bool) -> SheetFigure:
    """What stands over a column; ``joined`` where its table shows other charts as well."""
    ref = f"{chart.name}.{column}".rstrip(".")
    if ref in part.heads:
        return SheetFigure(part.heads[ref])
    if not column:
        return SheetFigure(chart.title if joined else "")
    axis = chart.axes[1]
    if not axis.bands or chart.head(column) == chart.column_label(column):
        return SheetFigure(chart.column_label(column))
    if die_named(axis.unit):
        return SheetFigure(chart.head(column, "", True))
    return SheetFigure(column)


def corner_of(chart: Chart) -> str:
    """What stands over the rows, and what the bands beside it are of."""
    row, *column = (axis.name.replace("-", " ") for axis in chart.axes)
    if not column:
        return ""
    axis = chart.axes[1]
    if axis.bands and not die_named(axis.unit):
        unit = "" if axis.unit in ("", axis.name) else f" in {axis.unit}"
        return f"{row}, by {column[0]}{unit} up to"
    return row


def facts_of(charts: Iterable[Chart]) -> tuple[str, ...]:
    """The die and the unit that hold for all of a table."""
    return tuple(dict.fromkeys(fact for chart in charts for fact in chart._replace(modifies="").facts))


def in_bands(table: SheetTable) -> SheetTable:
    """Rows of numbers that follow on each other with the same figures as one, from the first to the last."""

    def shown(row: Row) -> list[tuple[str, str, str]]:
        return [figure[:3] for figure in row.figures]

    rows: list[Row] = []
    for same in (list(found) for _, found in groupby(table.rows, shown)):
        first, last = same[0], same[-1]
        if len(same) == 1 or not all(row.label.isdecimal() for row in same):
            rows.extend(same)
            continue
        columns = zip(*(row.figures for row in same), strict=True)
        figures = tuple(column[0]._replace(ref=" ".join(figure.ref for figure in column)) for column in columns)
        rows.append(Row(first.name, f"{first.label}-{last.label}", figures))
    return table._replace(rows=tuple(rows))
