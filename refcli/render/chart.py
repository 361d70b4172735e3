"""A chart as the book lays it out, for a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refcli.core.charts import PUBLISHED, Cell, Chart, Condition

if TYPE_CHECKING:
    from rich.console import RenderableType


def chart_lines(chart: Chart) -> Iterator[str]:
    """A chart as aligned plain lines."""
    yield chart.title
    if chart.rows:
        heads = ["", *(_head(chart, column) for column in chart.columns)]
        rows = [[chart.label(row), *(_text(chart.cell(row, column)) for column in chart.columns)] for row in chart.rows]
        widths = [max(len(line[index]) for line in [heads, *rows]) for index in range(len(heads))]
        for line in [heads, *rows] if any(heads) else rows:
            yield "  " + "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
    for condition in chart.conditions.values():
        yield f"  {condition.name}: {_condition(condition)}"
    for note in chart.notes:
        yield f"  {note}"
    yield from (f"  {line}" for line in _sources(chart))


def chart_table(chart: Chart) -> "RenderableType":
    """A chart as a table with its conditions and sources under it."""
    from rich.box import HORIZONTALS
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = [Text(chart.title, style="bold")]
    if chart.rows:
        table = Table(box=HORIZONTALS, show_header=bool(chart.columns[0]), pad_edge=False)
        table.add_column(Text(""), overflow="fold")
        for column in chart.columns:
            table.add_column(Text(_head(chart, column)), justify="center", overflow="fold")
        for row in chart.rows:
            table.add_row(Text(chart.label(row)), *(Text(_text(chart.cell(row, column))) for column in chart.columns))
        parts.append(table)
    for condition in chart.conditions.values():
        parts.append(Text.assemble((f"  {condition.name}", "bold"), f"  {_condition(condition)}"))
    parts += [Text(f"  {note}") for note in chart.notes]
    parts += [Text(f"  {line}", style="dim") for line in _sources(chart)]
    return Group(*parts, Text(""))


def _head(chart: Chart, column: str) -> str:
    if not column or not chart.axes[1].bands:
        return chart.column_label(column)
    return f"to {column} {chart.axes[1].unit}".rstrip()


def _text(cell: Cell) -> str:
    """A cell, with a star for a house figure and a ~ for any other that is not published."""
    return f"{cell.said}{'*' if cell.source.ours else '' if cell.source.origin == PUBLISHED else '~'}"


def _condition(condition: Condition) -> str:
    value = "" if condition.value is None else f"{condition.value:+g} "
    return f"{value}{condition.text}"


def _sources(chart: Chart) -> Iterator[str]:
    """The chart's source, then those of cells that differ, alike ones on one line."""
    yield chart.source.said
    for source, cells in chart.sources_beside().items():
        refs = [cell.ref.partition(".")[2] for cell in cells]
        shown = ", ".join(refs) if len(refs) <= 3 else f"{refs[0]} and {len(refs) - 1} more"
        mark = "* " if source.ours else "" if source.origin == PUBLISHED else "~ "
        yield f"{mark}{shown}: {source.said}"
