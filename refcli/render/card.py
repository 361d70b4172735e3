"""Every figure of one weapon, vehicle or unit type, as the charts call them."""

from collections.abc import Iterable, Iterator, Mapping

from refcli.core.cells import Cell
from refcli.core.charts import Chart
from refcli.core.marks import LEGEND, MARKS, mark_of
from refcli.render.columns import table_lines, wrapped


def card_lines(rows: Iterable[tuple[Chart, str]], charts: Mapping[str, Chart], width: int) -> Iterator[str]:
    """The figures of rows chart by chart: what each is, and whose unless it is published; dashes are left out."""
    name, marks = "", set()
    for chart, row in rows:
        own = chart.label(row)
        if not name:
            name = own
            yield name
        yield from wrapped(f"{chart.title}{'' if own == name else f': {own}'}", width, "  ", "  ")
        lines = []
        for column in chart.columns:
            cell = chart.cell(row, column)
            if not cell.blank:
                marks.add(mark_of(cell.source))
                what = chart.head(column, chart.axes[1].unit) if column else "needed" if cell.sign else ""
                lines.append([what, f"{_in_words(chart, column, cell, charts)}{mark_of(cell.source)}"])
        if lines and len(chart.axes) > 1 and chart.axes[1].bands:
            heads, figures = zip(*lines, strict=True)
            yield from table_lines(heads, [figures], width, "    ")
        else:
            yield from table_lines(["", ""], lines, width, "    ")
    yield from (f"  {mark} {LEGEND[origin]}" for origin, mark in MARKS.items() if mark in marks)


def _in_words(chart: Chart, column: str, cell: Cell, charts: Mapping[str, Chart]) -> str:
    """A figure as players say it: a word as the chart that defines it calls it."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    named = charts.get(chart.names.get(column, ""))
    if named is not None and word in named.rows:
        return named.label(word)
    if named is not None and word in named.columns:
        return named.column_label(word)
    return chart.labels.get(word, word)
