"""A chart as the book lays it out, for a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refcli.core.cells import Cell
from refcli.core.charts import Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import footnote, mark_of

if TYPE_CHECKING:
    from rich.console import RenderableType


def chart_lines(chart: Chart) -> Iterator[str]:
    """A chart as aligned plain lines."""
    yield chart.title
    yield from (f"  {fact}" for fact in _facts(chart))
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
    parts += [Text(f"  {fact}") for fact in _facts(chart)]
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


def _facts(chart: Chart) -> tuple[str, ...]:
    """What counts for the whole chart, in a line, if anything does."""
    return tuple(filter(None, ["; ".join(chart.facts)]))


def _head(chart: Chart, column: str) -> str:
    unit = chart.axes[1].unit if column else ""
    return chart.head(column, unit, die_named(unit) is not None)


def _text(cell: Cell) -> str:
    """A cell with the mark of whose it is, none for a published one."""
    return f"{cell.said}{mark_of(cell.source)}"


def _condition(condition: Condition) -> str:
    return f"{condition.told} {mark_of(condition.source)}".rstrip()


def _sources(chart: Chart) -> Iterator[str]:
    """The chart's source, then those of cells that differ, alike ones on one line."""
    yield footnote(chart.source)
    for source, cells in chart.sources_beside().items():
        yield footnote(source, [cell.ref.partition(".")[2] for cell in cells])
