"""Rulings on a terminal: what several dice share is said once, the verdict stands last and large."""

from rich.console import Console, Group, RenderableType
from rich.text import Text

from refcli.core.procedure import Record
from refcli.render.book import Book
from refcli.render.layout import Line
from refcli.render.letters import takes_blocks
from refcli.render.picture import LINES, WIDEST, changed_picture_lines, head, ruling_picture_lines
from refcli.render.plain import changed_in_short, ruling_lines
from refcli.render.verdict import verdict
from refcli.render.words import on_the_table

NARROW = 50
"""Columns below which the breakdown has no columns."""


def ruling_picture(
    record: Record, book: Book, console: Console, why: bool = False, was: Record | None = None
) -> RenderableType:
    """A ruling for a console of this width, height and encoding; with ``why`` every step of it and its source.

    Of one that was judged again, what changed since it ``was``.
    """
    blocks = takes_blocks(console.encoding)
    if why:
        return _with_sources(record, book, console, blocks, was)
    room = max(LINES, console.height - 2) if console.is_terminal else LINES
    if was:
        return _printed(changed_picture_lines(was, record, book, console.width, room, blocks))
    return _printed(ruling_picture_lines(record, book, console.width, room, blocks))


def _printed(lines: list[Line]) -> Text:
    """Lines as one text for Rich, which prints them as they are."""
    text = Text(no_wrap=True, overflow="ignore")
    for number, line in enumerate(lines):
        if number:
            text.append("\n")
        for piece, style in line:
            text.append(piece, style or None)
    return text


def _with_sources(record: Record, book: Book, console: Console, blocks: bool, was: Record | None) -> RenderableType:
    """Every step, its source beside it; then where all of it stands, what changes on the table, the verdict."""
    width = min(console.width, WIDEST)
    if console.width < NARROW:
        *plain, _ = ruling_lines(record, book, True, was)
        return Group(*map(Text, plain), _printed(list(verdict(record, width, blocks))))
    from refcli.render.breakdown import breakdown
    from refcli.render.view import basis, sources

    behind = [*sources(record, book), "", *basis(record, book.charts)]
    return Group(
        _printed([*head(record, book, width), []]),
        breakdown(record, book, width),
        Text(),
        *[Text(said, style="dim") for said in behind],
        *map(Text, on_the_table(record)),
        *map(Text, changed_in_short(was, record, book) if was else ()),
        _printed(list(verdict(record, width, blocks))),
    )
