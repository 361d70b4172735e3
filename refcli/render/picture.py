"""The picture of a ruling as lines: a head, blocks of dice, facts, what changes on the table, the verdict last."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.procedure import Record
from refcli.render.blocks import Block, Fact, picture_of
from refcli.render.body import body
from refcli.render.book import Book
from refcli.render.layout import QUIET, STRONG, Line, flow, glued, whole
from refcli.render.verdict import verdict
from refcli.render.words import asked, dice_told, on_the_table, rests_on

LINES = 22
"""Lines that a picture takes at most in a window of 24."""
WIDEST = 120
"""Columns beyond which a line is not read with ease."""
SHORT = 24
"""Letters of something that stays on one line."""


class Tightness(NamedTuple):
    """How much a picture gives up to be short."""

    gaps: bool = True
    flowing: bool = False
    large: bool = True
    box: bool = True
    figures: bool = True


TIGHTER = (
    Tightness(),
    Tightness(gaps=False),
    Tightness(gaps=False, flowing=True),
    Tightness(gaps=False, flowing=True, box=False),
    Tightness(gaps=False, flowing=True, box=False, large=False),
    Tightness(gaps=False, flowing=True, box=False, figures=False),
    Tightness(gaps=False, flowing=True, box=False, large=False, figures=False),
)
"""What is given up first: empty lines, a line for each fact, the box around the verdict, its large letters; then bare
figures, of which all that follows from them is there, for the large letters and with them.
"""


def ruling_picture_lines(record: Record, book: Book, most: int, lines: int = LINES, blocks: bool = True) -> list[Line]:
    """A ruling as lines of a width, no more than asked if that can be, drawn with ``blocks`` or without."""
    most = min(most, WIDEST)
    shown = picture_of(record, book)
    without_figures = [one for one in shown if not (isinstance(one, Fact) and one.bare)]
    drawn: list[Line] = []
    for tightness in TIGHTER:
        kept = shown if tightness.figures else without_figures
        drawn = list(_drawn(record, book, kept, most, tightness, blocks))
        if len(drawn) <= lines:
            break
    return drawn


def _drawn(
    record: Record, book: Book, shown: list[Block | Fact], most: int, tightness: Tightness, blocks: bool
) -> Iterator[Line]:
    yield from head(record, book, most)
    gap: list[Line] = [[]] if tightness.gaps else []
    if shown:
        yield from gap
    yield from body(shown, most, tightness.flowing)
    effects = on_the_table(record)
    basis = " ".join([whole(one, SHORT) for one in (*rests_on(record, book), *dice_told(record))])
    if effects or basis:
        yield from gap
    if tightness.flowing:
        yield from flow([(" ".join(effects), ""), (f" {glued(basis)}", QUIET)], most, after=2)
    else:
        for sentence in effects:
            yield from flow([(sentence, "")], most, after=2)
        yield from flow([(glued(basis), QUIET)], most, after=2)
    yield from verdict(record, most, blocks, tightness.box, tightness.large)


def head(record: Record, book: Book, most: int) -> list[Line]:
    """What was asked, in a line or two."""
    said = "; ".join([whole(one, SHORT) for one in asked(record, book.charts)])
    return flow([(record.procedure.name, STRONG), (f" ({book.title})  ", QUIET), (said, "")], most, after=2)
