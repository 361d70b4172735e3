"""The breakdown of a ruling in columns: labels, figures, what they mean, where they stand."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from refcli.core.procedure import Record
from refcli.render.book import Book
from refcli.render.view import Line, lines

GOOD, BAD, QUIET = "bold green", "bold red", "dim"
ACROSS = ("heading", "note", "choice", "again")
"""Kinds of lines that stand across the columns."""
GAPS, LEAST_SOURCE = 8, 28
"""Columns between the columns; the narrowest source worth showing."""
MOST_FIGURE, LEAST_MEANING = 0.25, 16
"""The share of the width beyond which the faces of many dice go on below; where what they mean may do so, too."""


def breakdown(record: Record, book: Book, width: int) -> RenderableType:
    """The figures in columns that hold from the first part to the last, notes across them."""
    every = list(lines(record, book))
    label, figure, meaning, source = _columns([line for line in every if line.kind not in ACROSS], width)
    parts: list[RenderableType] = []
    table: Table | None = None
    for line in every:
        if line.kind in ACROSS:
            table = None
            style = "bold underline" if line.kind == "heading" else "bold yellow" if line.kind != "note" else "italic"
            indent = 0 if line.kind == "heading" else 2
            meant = f"{line.label}: {line.figure} ({line.meaning})" if line.kind == "choice" else line.label
            parts.append(Padding(Text(meant, style=style), (0, 0, 0, indent)))
            continue
        if table is None:
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
            table.add_column(width=label, overflow="fold")
            table.add_column(width=figure, justify="right", overflow="fold")
            table.add_column(width=meaning, overflow="fold")
            if source:
                table.add_column(width=source, style=QUIET, overflow="fold")
            parts.append(Padding(table, (0, 0, 0, 2)))
        row = _row(line)
        table.add_row(*row) if source else table.add_row(*row[:3])
    return Group(*parts)


def _columns(rows: list[Line], width: int) -> tuple[int, int, int, int]:
    """Widths of label, figure, meaning and source; the source gives way, and without room it goes."""
    most = int(width * MOST_FIGURE)
    figure = min(_longest(line.figure for line in rows), most)
    beside = _longest(_meant(line) for line in rows if cell_len(line.figure) <= most)
    meaning = min(_longest(map(_meant, rows)), max(LEAST_MEANING, beside))
    label = max(12, min(_longest(map(_named, rows)), width - figure - meaning - GAPS))
    source = width - label - figure - meaning - GAPS
    return label, figure, meaning, source if source >= LEAST_SOURCE else 0


def _longest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=1)


def _row(line: Line) -> tuple[Text, Text, Text, Text]:
    figure = {"die": "bold cyan", "total": "bold"}.get(line.kind, "")
    good = "" if line.good is None else GOOD if line.good else BAD
    meaning = Text(_meant(line), style=good)
    if line.mark:
        meaning.stylize("yellow", meaning.cell_len - cell_len(line.mark))
    return (
        Text(_named(line), style=figure if line.kind == "total" else ""),
        Text(line.figure, style=figure),
        meaning,
        Text(line.source),
    )


def _named(line: Line) -> str:
    return f"= {line.label}" if line.kind == "total" else line.label


def _meant(line: Line) -> str:
    """What the figure means, and whose it is."""
    return ", ".join(filter(None, (line.meaning, line.mark)))
