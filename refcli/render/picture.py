"""The picture of a ruling as lines: a head, blocks of dice, facts, what changes on the table, the verdict last."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from refcli.core.cells import HOUSE
from refcli.core.marks import MARKS
from refcli.core.procedure import Record
from refcli.render.blocks import Block, Fact, picture_of
from refcli.render.body import body
from refcli.render.book import Book
from refcli.render.layout import QUIET, STRONG, Line, flow, glued, whole
from refcli.render.verdict import verdict
from refcli.render.words import asked, beside_the_verdict, dice_told, rests_on

LINES = 22
"""Lines that a picture takes at most in a window of 24."""
WIDEST = 120
"""Columns beyond which a line is not read with ease."""
SHORT = 24
"""Letters of something that stays on one line."""


class Tightness(NamedTuple):
    """How much a picture gives up to be short."""

    gaps: bool = True
    box: bool = True
    flowing: bool = False
    large: bool = True
    figures: bool = True


TIDY = (
    Tightness(),
    Tightness(gaps=False),
    Tightness(gaps=False, box=False),
    Tightness(gaps=False, box=False, flowing=True),
)
"""What is given up first, and changes nothing but the looks: empty lines, the box around the verdict, a line for each
fact and each sentence.
"""
TIGHT = (
    *TIDY,
    Tightness(gaps=False, box=False, flowing=True, figures=False),
    Tightness(gaps=False, box=False, flowing=True, large=False),
    Tightness(gaps=False, box=False, flowing=True, large=False, figures=False),
)
"""What is given up last: bare figures but for house values, since all that follows from them is there; the
large letters instead; both.
"""


class Told(NamedTuple):
    """What a picture tells, but for the verdict; what it rests on hangs on what is shown of it."""

    head: list[Line]
    shown: list[Block | Fact]
    effects: list[str]
    rests_on: Callable[[str], list[str]]


def ruling_picture_lines(record: Record, book: Book, most: int, lines: int = LINES, blocks: bool = True) -> list[Line]:
    """A ruling as lines of a width, drawn with ``blocks`` or without.

    They are two thirds of ``lines`` where only looks have to be given up for it, and no more than these if that can be.
    """
    most = min(most, WIDEST)
    shown, effects = picture_of(record, book), beside_the_verdict(record)
    told = Told(head(record, book, most), shown, effects, partial(rests_on, record, book))
    return _fitting(record, told, most, lines, blocks)


def changed_picture_lines(
    was: Record, now: Record, book: Book, most: int, lines: int = LINES, blocks: bool = True
) -> list[Line]:
    """A ruling that was judged again: what was asked, what changed, then what of it differs, the verdict last.

    Where that takes more than ``lines``, what changed in short is enough.
    """
    from refcli.render.changes import changes_between

    most = min(most, WIDEST)
    changes = changes_between(was, now, book)
    in_short = [line for one in changes.in_short for line in flow([(one, "")], most, _indent(one), _indent(one) + 2)]
    told = Told([*head(now, book, most), *in_short], changes.shown, changes.effects, changes.rests_on)
    drawn = _fitting(now, told, most, lines, blocks)
    return drawn if len(drawn) <= lines else _fitting(now, told._replace(shown=[]), most, lines, blocks)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _fitting(record: Record, told: Told, most: int, lines: int, blocks: bool) -> list[Line]:
    """The first drawing that is short enough, else the shortest; facts a paragraph only where there are many."""
    without_figures = [
        one for one in told.shown if not (isinstance(one, Fact) and one.bare and MARKS[HOUSE] not in one.text)
    ]
    drawn: list[Line] = []
    for tightness in TIGHT:
        kept = told if tightness.figures else told._replace(shown=without_figures)
        drawn = list(_drawn(record, kept, most, tightness, blocks))
        if len(drawn) <= (lines * 2 // 3 if tightness.box else lines * 4 // 5 if tightness in TIDY[:-1] else lines):
            break
    return drawn


def _drawn(record: Record, told: Told, most: int, tightness: Tightness, blocks: bool) -> Iterator[Line]:
    yield from told.head
    gap: list[Line] = [[]] if tightness.gaps else []
    if told.shown:
        yield from gap
    inside = list(body(told.shown, most, tightness.flowing))
    yield from inside
    so_far = " ".join([text for line in inside for text, _ in line])
    basis = " ".join([whole(one, SHORT) for one in told.rests_on(so_far)])
    if told.effects or basis:
        yield from gap
    if tightness.flowing:
        yield from flow([(" ".join(told.effects), ""), (f" {glued(basis)}", QUIET)], most, after=2)
    else:
        for sentence in told.effects:
            yield from flow([(sentence, "")], most, after=2)
        yield from flow([(glued(basis), QUIET)], most, after=2)
    yield from verdict(record, most, blocks, tightness.box, tightness.large)


def head(record: Record, book: Book, most: int) -> list[Line]:
    """What was asked, and where the dice came from, in a line or two."""
    said = "; ".join([whole(one, SHORT) for one in asked(record, book.charts)])
    dice = glued(dice_told(record))
    pieces = [(record.procedure.name, STRONG), (f" ({book.title}){': ' if said or dice else ''}", QUIET)]
    return flow([*pieces, (f"{said}; " if said and dice else said, ""), (dice, QUIET)], most, after=2)
