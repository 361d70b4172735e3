"""Rulings as plain lines: for a pipe, a log, a screen reader, a terminal without colour.

The first line is the procedure, the ruleset in brackets, a colon, what was asked, where the dice came from. Then, in
the order of the rule, a line for each fact, and for things that need the same a line for what each roll needs, then a
line behind two spaces for each thing; a thing that rolls alone has a line for each roll, and what it needs in brackets.
Then a sentence for each change on the table that the verdict does not say, and what the ruling rests on. The verdict is
last: the outcome in capitals, a colon, its sentence.
"""

import re
from collections.abc import Iterator

from refcli.core.cells import Cell, Sum
from refcli.core.procedure import Record
from refcli.core.ruling import Note
from refcli.render.blocks import body_lines, picture_of
from refcli.render.book import Book
from refcli.render.words import asked, beside_the_verdict, dice_told, on_the_table, rests_on, spare_said, verdict_line


def ruling_lines(record: Record, book: Book, why: bool = False, was: Record | None = None) -> Iterator[str]:
    """Return the lines of a ruling, the verdict last; with ``why`` every step and its source.

    Of one that was judged again, what changed since it ``was``.
    """
    if was and not why:
        yield from _changed_lines(was, record, book)
        return
    yield head_line(record, book)
    if why:
        from refcli.render.view import basis, sources

        yield from _breakdown(record, book)
        yield from (f"why: {said}" for said in sources(record, book))
        yield from basis(record, book.charts)
        yield from on_the_table(record)
        yield from changed_in_short(was, record, book) if was else ()
    else:
        told = list(body_lines(picture_of(record, book)))
        yield from told
        yield from beside_the_verdict(record)
        yield from rests_on(record, book, " ".join(told))
    yield verdict_line(record)


BARRED = re.compile(r"^(no|cannot) \w+: ")
"""The beginning of a fact that repeats the verdict: ``no shot: ``."""


def in_one_line(record: Record, book: Book) -> str:
    """Return one line for an attempt that is not allowed: the verdict, the reason, its source lines.

    Where a number is too high, how it adds up; else the last fact alone, which is what bars it.
    """
    steps = [entry.step for entry in record.ruling.steps]
    facts = list(body_lines(picture_of(record, book)))
    told = facts if any(isinstance(step, Sum) for step in steps) else facts[-1:]
    if not told:
        return verdict_line(record)
    sources = [step.source for step in steps if isinstance(step, (Cell, Note))]
    sources = sources or [part.source for step in steps if isinstance(step, Sum) for part in step.parts[:1]]
    lines = sources[-1].lines if sources else ""
    where = f" ({'line' if lines.isdigit() else 'lines'} {lines})" if lines else ""
    verdict = verdict_line(record)
    new = [_not_in(verdict, BARRED.sub("", one).removesuffix(".")) for one in told]
    why = ". ".join(f"{one[:1].upper()}{one[1:]}" for one in new if one)
    spare = f". {spare_said(record.ruling.spare)}" if record.ruling.spare else ""
    return f"{f'{verdict} {why}' if why else verdict.removesuffix('.')}{where}{spare}"


def _not_in(verdict: str, fact: str) -> str:
    """Return the part of a fact that the verdict lacks: the reason in ``may not move: isolated``."""
    said = verdict.lower()
    act, colon, reason = fact.partition(": ")
    return "" if fact.lower() in said else reason if colon and act.lower() in said else fact


def head_line(record: Record, book: Book) -> str:
    """Return the line with the request and the origin of the dice."""
    said = "; ".join(filter(None, (*asked(record, book.charts), dice_told(record))))
    return f"{record.procedure.name} ({book.title}){': ' if said else ''}{said}"


def _changed_lines(was: Record, now: Record, book: Book) -> Iterator[str]:
    """Return the lines of a corrected ruling: the request, the changes, the blocks that differ, the verdict."""
    from refcli.render.changes import changes_between

    changes = changes_between(was, now, book)
    yield head_line(now, book)
    yield from changes.in_short
    told = list(body_lines(changes.shown))
    if len(changes.in_short) + len(told) <= MOST_CHANGED:
        yield from told
    yield from changes.effects
    yield from changes.rests_on(" ".join(told))
    yield verdict_line(now)


def changed_in_short(was: Record, now: Record, book: Book) -> list[str]:
    """Return the changes in a corrected ruling in short; none for an unchanged request."""
    from refcli.render.changes import asked_as_before, changes_between

    return [] if asked_as_before(was, now) else changes_between(was, now, book).in_short


MOST_CHANGED = 16
"""The most lines about changes and differing blocks; beyond it the changes in short are enough."""


def _breakdown(record: Record, book: Book) -> Iterator[str]:
    """Return a line for each step."""
    from refcli.render.view import lines

    for line in lines(record, book):
        if line.kind == "heading":
            yield f"[{line.label}]"
            continue
        text = f"  {line.label}"
        if line.figure:
            text += f": {line.figure}"
        if line.meaning:
            text += f", {line.meaning}" if line.kind != "choice" else f" ({line.meaning})"
        if line.mark:
            text += f" [{line.mark}]"
        yield text
