"""A chart as its book prints it, and a card of figures, for a terminal."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from refcli.core.charts import Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import LEGEND, MARKS, footnote, mark_of, which_of
from refcli.core.reference import CardPart, in_words
from refcli.render.columns import in_blocks, listed, table_lines, wrapped

if TYPE_CHECKING:
    from rich.console import RenderableType


Charts = Mapping[str, Chart]

EDGES, BETWEEN = 4, 3
"""Letters that Rich counts for both sides of a table in this box, and between two of its columns."""


def chart_lines(chart: Chart, charts: Charts, width: int) -> Iterator[str]:
    """A chart as aligned plain lines, a wide one in blocks below each other; ``charts`` define its words."""
    yield chart.title
    for fact in _facts(chart):
        yield from wrapped(fact, width, "  ", "    ")
    if chart.rows:
        yield from table_lines(*_table(chart, charts), width)
    yield from listed([(condition.name, _condition(condition)) for condition in chart.conditions.values()], width)
    for line in (*chart.notes, *_sources(chart)):
        yield from wrapped(line, width, "  ", "    ")


def chart_table(chart: Chart, charts: Charts, width: int) -> "RenderableType":
    """A chart as a table, a wide one in blocks below each other, with its conditions and sources under it."""
    from rich.box import HORIZONTALS
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = [Text(chart.title, style="bold")]
    parts += [Text(f"  {fact}") for fact in _facts(chart)]
    if chart.rows:
        heads, rows = _table(chart, charts)
        for block in in_blocks([heads, *rows], width - EDGES, BETWEEN):
            table = Table(box=HORIZONTALS, show_header=bool(chart.columns[0]), pad_edge=False)
            for index, wide in zip(*block, strict=True):
                justify: Literal["center", "left"] = "center" if index else "left"
                table.add_column(Text(heads[index]), justify=justify, width=wide)
            for row in rows:
                table.add_row(*[Text(row[index]) for index in block.indexes])
            parts.append(table)
    for condition in chart.conditions.values():
        parts.append(Text.assemble((f"  {condition.name}", "bold"), f"  {_condition(condition)}"))
    parts += [Text(f"  {note}") for note in chart.notes]
    parts += [Text(f"  {line}", style="dim") for line in _sources(chart)]
    return Group(*parts, Text(""))


def _table(chart: Chart, charts: Charts) -> tuple[list[str], list[list[str]]]:
    """The heads of the columns, and the rows, each with its label first."""
    heads = ["", *(_head(chart, column) for column in chart.columns)]
    return heads, [
        [chart.label(row), *(_text(chart, row, column, charts) for column in chart.columns)] for row in chart.rows
    ]


def _facts(chart: Chart) -> tuple[str, ...]:
    """What counts for the whole chart, in a line, if anything does."""
    return tuple(filter(None, ["; ".join(chart.facts)]))


def _head(chart: Chart, column: str) -> str:
    unit = chart.axes[1].unit if column else ""
    return chart.head(column, unit, die_named(unit) is not None)


def _text(chart: Chart, row: str, column: str, charts: Charts) -> str:
    """A figure in words with the mark of whose it is, none for a published one."""
    cell = chart.cell(row, column)
    return f"{in_words(chart, column, cell, charts)}{mark_of(cell.source)}"


def _condition(condition: Condition) -> str:
    return f"{condition.told} {mark_of(condition.source)}".rstrip()


def _sources(chart: Chart) -> Iterator[str]:
    """The chart's source, then those of cells that differ, alike ones on one line."""
    yield footnote(chart.source)
    for source, cells in chart.sources_beside().items():
        yield footnote(source, which_of(chart, cells))


def card_lines(name: str, parts: Iterable[CardPart], width: int) -> Iterator[str]:
    """The figures chart by chart: what each is, and whose unless it is published."""
    marks = set()
    yield name
    for part in parts:
        yield from wrapped(part.title, width, "  ", "  ")
        marks |= {mark_of(figure.cell.source) for figure in part.figures}
        lines = [[one.what, f"{one.said}{mark_of(one.cell.source)}"] for one in part.figures]
        if lines and part.along:
            heads, figures = zip(*lines, strict=True)
            yield from table_lines(heads, [figures], width, "    ")
        else:
            yield from table_lines(["", ""], lines, width, "    ")
    yield from (f"  {mark} {LEGEND[origin]}" for origin, mark in MARKS.items() if mark in marks)
