"""Rulings as a picture: the figures add up before the eye, the verdict stands last and large."""

import re
from collections.abc import Iterable
from io import StringIO

from rich.box import ASCII, HEAVY
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from refcli.core.charts import Chart
from refcli.core.procedure import Record
from refcli.render.letters import large, takes_blocks
from refcli.render.plain import ruling_lines
from refcli.render.view import Line, asked, basis, each_in_words, lines, on_the_table, sources

GOOD, BAD, QUIET = "bold green", "bold red", "dim"
ACROSS = ("heading", "note", "choice", "again")
"""Kinds of lines that stand across the columns."""
GAPS, LEAST_SOURCE, NARROW, WIDEST = 8, 28, 50, 120
"""Columns between the columns; the narrowest source worth showing; the narrowest and the widest picture."""
MOST_FIGURE, LEAST_MEANING = 0.25, 16
"""The share of the width beyond which the faces of many dice go on below; where what they mean may do so, too."""


def ruling_picture(
    record: Record, charts: dict[str, Chart], title: str, console: Console, why: bool = False
) -> RenderableType:
    """A ruling for a console of this width and encoding."""
    if console.width < NARROW:
        plain = [Text(line) for line in ruling_lines(record, charts, title, why)][:-1]
        return Group(*plain, _verdict(record, console))
    parts: list[RenderableType] = [_head(record, charts, title), Text("")]
    parts.append(_breakdown(record, charts, min(console.width, WIDEST)))
    if record.ruling.each:
        parts += [Text(""), _each(record)]
    parts.append(Text(""))
    if why:
        parts += [Text(said, style=QUIET) for said in sources(record, charts)]
        parts.append(Text(""))
    parts += [Text(said, style=QUIET) for said in basis(record, charts)]
    effects = on_the_table(record)
    if effects:
        parts.append(Text(f"on the table: {effects}"))
    parts.append(_verdict(record, console))
    return Group(*parts)


def ruling_svg(record: Record, charts: dict[str, Chart], title: str, width: int = 80) -> str:
    """A ruling as an SVG picture that asks nothing of the network."""
    console = Console(
        record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    console.print(ruling_picture(record, charts, title, console))
    drawn = console.export_svg(title=f"refcli {record.procedure.name}", unique_id="refcli")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # fonts that the network would serve


def _head(record: Record, charts: dict[str, Chart], title: str) -> RenderableType:
    head = Table.grid(padding=(0, 2), expand=False)
    head.add_column(style=QUIET, no_wrap=True)
    head.add_column(overflow="fold")
    head.add_row(Text(title), Text(record.procedure.name, style="bold"))
    for name, said in asked(record, charts):
        head.add_row(Text(name), Text(said))
    return head


def _breakdown(record: Record, charts: dict[str, Chart], width: int) -> RenderableType:
    """The figures in columns that hold from the first part to the last, notes across them."""
    every = list(lines(record, charts))
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


def _each(record: Record) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column()
    for unit, came, success in each_in_words(record):
        table.add_row(Text(f"  {unit}"), Text(came, style=GOOD if success else BAD))
    return table


def _verdict(record: Record, console: Console) -> RenderableType:
    """The outcome in large letters where the window and its encoding take them, then the verdict in words."""
    outcome = record.ruling.outcome
    style = GOOD if outcome.success else BAD
    width = min(console.width, WIDEST)
    drawable = takes_blocks(console.encoding)
    drawn = large(outcome.word, width - 6) if drawable else []
    said = Text("\n".join(drawn) or outcome.word.upper(), style=style)
    box = HEAVY if drawable else ASCII
    return Panel(
        Group(said, Text(record.ruling.verdict, style="bold")), box=box, border_style=style, width=width, padding=(0, 2)
    )
