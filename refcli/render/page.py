"""A help page: plain lines for a pipe, panels for a terminal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from refcli.render.columns import listed, stand_beside, wrapped
from refcli.render.layout import NO_BREAK

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDEST = 100
"""Columns beyond which a line of text is hard to read."""

Section = tuple[str, str | list[tuple[str, str]]]


def page_lines(usage: str, text: str, sections: Sequence[Section], width: int) -> Iterator[str]:
    """A page in plain lines."""
    for line in _unbroken(usage.replace("[: ", f"[:{NO_BREAK}"), text, sections, min(width, WIDEST)):
        yield line.replace(NO_BREAK, " ")


def _unbroken(usage: str, text: str, sections: Sequence[Section], width: int) -> Iterator[str]:
    """The lines of a page, with the spaces at which no line ends."""
    yield from wrapped(usage, width, "Usage: ", " " * 7)
    for paragraph in filter(None, text.split("\n\n")):
        yield ""
        yield from wrapped(paragraph, width)
    for title, content in sections:
        yield ""
        yield f"{title}:"
        if isinstance(content, str):
            yield from wrapped(content, width, "  ", "  ")
        else:
            yield from listed(content, width)


def page_picture(usage: str, text: str, sections: Sequence[Section], width: int) -> "RenderableType":
    """A page in panels, one for each section."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    width = min(width, WIDEST)
    parts: list[RenderableType] = [Text.assemble(("Usage: ", "yellow"), (usage, "bold"))]
    parts += [Text(paragraph) for paragraph in filter(None, text.split("\n\n"))]
    shown: list[RenderableType] = [Padding(part, (0, 1, 1, 1)) for part in parts]
    for title, content in sections:
        inside: RenderableType = Text(content) if isinstance(content, str) else ""
        if not isinstance(content, str):
            beside = stand_beside(content, width)
            inside = table = Table.grid(padding=(0, 2))
            table.add_column(style="cyan", no_wrap=beside)
            table.add_column()
            for name, said in content if beside else ():
                table.add_row(Text(name), Text(said.replace(NO_BREAK, " ")))
            for name, said in () if beside else content:
                said = f"\n    {said}".replace(NO_BREAK, " ") if said else ""
                table.add_row(Text.assemble(name, (said, "default")))
        shown.append(Panel(inside, title=Text(title), title_align="left", border_style="dim", width=width))
    return Group(*shown)
