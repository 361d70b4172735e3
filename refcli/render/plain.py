"""Rulings as plain lines: for a pipe, a log, a screen reader, a terminal without colour.

The first line is the procedure, the ruleset in brackets, a colon, what was asked, where the dice came from. Then, in
the order of the rule, a line for each fact, and for things that need the same a line for what each roll needs, then a
line behind two spaces for each thing; a thing that rolls alone has a line for each roll, and what it needs in brackets.
Then a sentence for each change on the table that the verdict does not say, and what the ruling rests on. The verdict is
last: the outcome in capitals, a colon, its sentence.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import repeat

from refcli.core.cells import Cell, Sum
from refcli.core.procedure import Record
from refcli.core.ruling import Note
from refcli.render.blocks import Block, Came, Fact, Need, came_text, picture_of
from refcli.render.book import Book
from refcli.render.words import asked, beside_the_verdict, dice_told, on_the_table, rests_on, spare_said, verdict_line


def ruling_lines(record: Record, book: Book, why: bool = False, was: Record | None = None) -> Iterator[str]:
    """A ruling, the verdict last; with ``why`` every step of it, and where each stands.

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
"""How a fact begins that repeats what the verdict says: ``no shot: ``."""


def in_one_line(record: Record, book: Book) -> str:
    """A ruling in which nothing was tried: the verdict, then why, with the lines where that stands.

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
    """What a fact says beside the verdict: of ``may not move: isolated`` the reason, of what stands there nothing."""
    said = verdict.lower()
    act, colon, reason = fact.partition(": ")
    return "" if fact.lower() in said else reason if colon and act.lower() in said else fact


def head_line(record: Record, book: Book) -> str:
    """What was asked, and where the dice came from."""
    said = "; ".join(filter(None, (*asked(record, book.charts), dice_told(record))))
    return f"{record.procedure.name} ({book.title}){': ' if said else ''}{said}"


def _changed_lines(was: Record, now: Record, book: Book) -> Iterator[str]:
    """A ruling that was judged again: what was asked, what changed, then what of it differs, the verdict last."""
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
    """What changed in a ruling that was judged again, without what of it differs; nothing of one asked as it was."""
    from refcli.render.changes import asked_as_before, changes_between

    return [] if asked_as_before(was, now) else changes_between(was, now, book).in_short


MOST_CHANGED = 16
"""Lines of what changed and of the blocks that differ; beyond these what changed in short is enough."""


def body_lines(shown: Iterable[Block | Fact]) -> Iterator[str]:
    """What each roll needs, what each thing rolled, and the facts."""
    for one in shown:
        if isinstance(one, Fact):
            yield one.said
        elif len(one.chains) == 1:
            yield from map(_one_line, repeat(one.chains[0].name), one.chains[0].rolls)
        else:
            yield from map(need_line, one.needs)
            yield from (f"  {chain.name}: {', '.join(map(came_text, chain.rolls))}" for chain in one.chains)


def _one_line(name: str, came: Came) -> str:
    """What a thing that rolls alone rolled, and why it needs what it needs."""
    need = came.need
    why = ": ".join(filter(None, (need.needs, need.why)))
    thing = f"{name}, {need.roll}" if name else need.roll
    return f"{thing}: {came_text(came)}{f' ({why})' if why else ''}"


def need_line(need: Need) -> str:
    """What a roll needs, and why."""
    return ": ".join(filter(None, (need.said, need.why)))


def _breakdown(record: Record, book: Book) -> Iterator[str]:
    """Every step on a line of its own."""
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
