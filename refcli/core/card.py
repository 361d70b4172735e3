"""The figures of one weapon, vehicle or unit type in all charts, as players say them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from refcli.core.cells import Cell
from refcli.core.charts import Chart


class Figure(NamedTuple):
    """One figure: what it is, the figure in words, and its cell."""

    what: str
    said: str
    cell: Cell


class CardPart(NamedTuple):
    """What one chart says of it: whose figures they are where it is called otherwise there, and the figures.

    ``along`` is the unit of the bands that they stand in, beside each other; without one each has a line.
    """

    chart: Chart
    of: str
    along: str
    figures: tuple[Figure, ...]


def rows_called(row: str, charts: Mapping[str, Chart]) -> Iterator[tuple[Chart, str]]:
    """The rows of that name in all charts, then those of other charts that their cells name: a unit's combat row."""
    found = [(chart, row) for chart in charts.values() if row in chart.rows]
    seen = {(chart.name, row) for chart, row in found}
    yield from found
    for chart, _ in found:
        for column, target in chart.names.items():
            word = chart.cell(row, column).value
            if isinstance(word, str) and word in charts[target].rows and (target, word) not in seen:
                seen.add((target, word))
                yield charts[target], word


def card_parts(row: str, charts: Mapping[str, Chart]) -> Iterator[CardPart]:
    """What the charts say of a row, one after the other; dashes are left out."""
    name = ""
    for chart, there in rows_called(row, charts):
        label = chart.label(there)
        name = name or label
        axis = chart.axes[1] if len(chart.axes) > 1 else None
        banded = bool(axis and axis.bands)
        figures = []
        for column in chart.columns:
            cell = chart.cell(there, column)
            if not cell.blank:
                what = chart.head(column) if column else "needed" if cell.sign else ""
                figures.append(Figure(what, in_words(chart, column, cell, charts), cell))
        along = (axis.unit or axis.name) if axis and banded else ""
        yield CardPart(chart, "" if label == name else label, along, tuple(figures))


def in_words(chart: Chart, column: str, cell: Cell, charts: Mapping[str, Chart]) -> str:
    """A figure as players say it: a word as the chart that defines it calls it."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    named = charts.get(chart.names.get(column, ""))
    of_columns = named is not None and len(named.axes) > 1 and named.axes[1].name == column
    if named is not None and word in named.rows and not of_columns:
        return named.label(word)
    if named is not None and word in named.columns:
        return named.column_label(word)
    return chart.labels.get(word) or word.replace("-", " ")
