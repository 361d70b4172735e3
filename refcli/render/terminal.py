"""Rulings and odds as a picture: the figures add up before the eye, the verdict stands last and large."""

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from refcli.core.charts import Chart
from refcli.core.ruleset import Record
from refcli.render.letters import large
from refcli.render.view import Line, asked, footing, lines, percent, sources

GOOD, BAD, QUIET = "bold green", "bold red", "dim"
NARROW = 72
"""Columns below which the sources of the figures are left to ``--why``."""


def ruling_picture(
    record: Record, charts: dict[str, Chart], title: str, console: Console, why: bool = False
) -> RenderableType:
    """A ruling for a console of this width and encoding."""
    parts: list[RenderableType] = [_head(record, charts, title), Text("")]
    parts.append(_breakdown(record, console.width >= NARROW))
    if record.ruling.each:
        parts += [Text(""), _each(record)]
    parts.append(Text(""))
    if why:
        parts += [Text(said, style=QUIET) for said in sources(record, charts)]
        parts.append(Text(""))
    parts += [Text(said, style=QUIET) for said in footing(record)]
    parts.append(_verdict(record, console))
    return Group(*parts)


def _head(record: Record, charts: dict[str, Chart], title: str) -> RenderableType:
    head = Table.grid(padding=(0, 2), expand=False)
    head.add_column(style=QUIET, no_wrap=True)
    head.add_column(overflow="fold")
    head.add_row(Text(title), Text(record.procedure.name, style="bold"))
    for name, said in asked(record, charts):
        head.add_row(Text(name), Text(said))
    return head


def _breakdown(record: Record, wide: bool) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False, expand=False)
    table.add_column(overflow="fold", min_width=18)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    if wide:
        table.add_column(style=QUIET, overflow="fold", max_width=34)
    for line in lines(record):
        row = _row(line)
        table.add_row(*row) if wide else table.add_row(*row[:3])
    return table


def _row(line: Line) -> tuple[Text, Text, Text, Text]:
    source = Text(line.source)
    if line.kind == "heading":
        return Text(line.label, style="bold underline"), Text(""), Text(""), Text("")
    if line.kind == "note":
        return Text(f"  {line.label}", style="italic"), Text(""), Text(""), source
    style = {"die": "bold cyan", "total": "bold", "again": "bold yellow", "choice": "bold yellow"}.get(line.kind, "")
    meaning = Text(line.meaning, style="" if line.good is None else GOOD if line.good else BAD)
    if line.mark:
        meaning = Text(line.mark, style="yellow")
    label = f"  = {line.label}" if line.kind == "total" else f"  {line.label}"
    return Text(label, style="bold" if line.kind == "total" else ""), Text(line.figure, style=style), meaning, source


def _each(record: Record) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column()
    for unit, outcome in record.ruling.each:
        table.add_row(Text(f"  {unit}"), Text(outcome.word, style=GOOD if outcome.success else BAD))
    return table


def _verdict(record: Record, console: Console) -> RenderableType:
    """The outcome in large letters where the window and its encoding take them, then the verdict in words."""
    outcome = record.ruling.outcome
    style = GOOD if outcome.success else BAD
    letters = large(outcome.word, console.width - 4) if console.encoding.lower().startswith("utf") else []
    rule = Text("=" * min(console.width, 72), style=style)
    drawn = [Text(f"  {line}", style=style) for line in letters] or [Text(f"  {outcome.word.upper()}", style=style)]
    return Group(rule, *drawn, Text(f"  {record.ruling.verdict}", style="bold"), rule)


def odds_picture(title: str, procedure: Any, odds: Any, console: Console) -> RenderableType:
    """Odds: a bar for every outcome, then the counts that vary."""
    bars = max(10, min(40, console.width - 44))
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    for outcome, chance in odds.outcomes.items():
        filled = round(float(chance) * bars)
        style = GOOD if outcome.success else BAD
        table.add_row(Text(f"  {outcome.word}"), Text(percent(chance), style="bold"), Text("#" * filled, style=style))
    parts: list[RenderableType] = [Text.assemble((f"{title}  ", QUIET), (f"odds of {procedure.name}", "bold"))]
    parts += [Text(""), table]
    for name, chances in odds.counts.items():
        if len(chances) > 1:
            spread = "   ".join(f"{value}: {percent(chance)}" for value, chance in chances.items())
            parts.append(Text.assemble((f"  {name}   ", "bold"), spread))
    parts += [Text(""), Text(f"  success {percent(odds.success)}  ({odds.success})", style="bold")]
    return Group(*parts)
