"""The figures of one weapon, vehicle or unit type in all charts, as players say them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.dice import die_named
from refcli.core.reference import Merged, ReferenceTable


class Figure(NamedTuple):
    """One figure: what it is, the figure in words, and its cell."""

    what: str
    said: str
    cell: Cell


class CardPart(NamedTuple):
    """What one chart says of it: whose figures they are where it is called otherwise there, and the figures.

    ``along`` says what bands they stand in, beside each other; without one each has a line.
    """

    chart: Chart
    of: str
    along: str
    figures: tuple[Figure, ...]

    @property
    def title(self) -> str:
        """What the chart is called, what its bands are of where that does not say so, and whose figures they are."""
        title = self.chart.title
        along = f", {self.along}" if self.along and self.along not in title.split() else ""
        return f"{title}{along}{f': {self.of}' if self.of else ''}"


def rows_called(
    row: str, charts: Mapping[str, Chart], tables: Iterable[ReferenceTable] = ()
) -> Iterator[tuple[Chart, str]]:
    """The rows of that name in all charts, then those of other charts that their cells name: a unit's combat row,
    and what further charts of the same rows say of it: the attacks that a plane's cannon has rounds for.

    Of what stands in the reference set, all that its line there merges, in its order: the ranges of a vehicle's gun.
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
    """What the charts say of a row, one after the other; dashes are left out."""
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
    """What bands the figures of a chart stand in: ``up to cm``, ``year``, ``d10``; nothing where columns have names."""
    axis = chart.axes[1] if len(chart.axes) > 1 else None
    if axis is None or not axis.bands or any(map(chart.is_labelled, axis.columns)):
        return ""
    whole = die_named(axis.unit) or all(low == high for low, high in axis.bands)
    return axis.unit if whole else f"up to {axis.unit or axis.name}"


def head_of(chart: Chart, column: str) -> str:
    """What stands over a figure, below what its bands are of."""
    along = along_of(chart)
    head = chart.head(column, both_ends=die_named(along) is not None)
    return head.removeprefix("to ") if along else head


def label_of(row: str, charts: Mapping[str, Chart]) -> str:
    """What the first chart that has a row calls it."""
    return next(chart.label(row) for chart in charts.values() if row in chart.rows)


def _names_columns(chart: Chart, column: str) -> bool:
    """Whether the figures of a column name columns of a chart: a unit's class is one of those that it is hit by."""
    return len(chart.axes) > 1 and chart.axes[1].name == column


def in_words(chart: Chart, column: str, cell: Cell, charts: Mapping[str, Chart]) -> str:
    """A figure as players say it: a word as the chart that defines it calls it."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    named = charts.get(chart.names.get(column, ""))
    if named is not None and word in named.rows and not _names_columns(named, column):
        return named.label(word)
    if named is not None and word in named.columns:
        return named.column_label(word)
    return chart.labels.get(word) or word.replace("-", " ")
