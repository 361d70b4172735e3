"""Rulings as plain lines: for a pipe, a log, a screen reader, a terminal without colour.

The first line is the procedure, the ruleset in brackets, a colon, what was asked, where the dice came from. Then, in
the order of the rule, a line for each fact, and for things that need the same a line for what each roll needs, then a
line behind two spaces for each thing; a thing that rolls alone has a line for each roll, and what it needs in brackets.
Then a sentence for each change on the table that the verdict does not say, and what the ruling rests on. The verdict is
last: the outcome in capitals, a colon, its sentence.
"""

from collections.abc import Iterator
from itertools import repeat

from refcli.core.procedure import Record
from refcli.render.blocks import Fact, picture_of
from refcli.render.book import Book
from refcli.render.rolls import Came, Need
from refcli.render.words import asked, beside_the_verdict, dice_told, on_the_table, rests_on


def ruling_lines(record: Record, book: Book, why: bool = False) -> Iterator[str]:
    """A ruling, the verdict last; with ``why`` every step of it, and where each stands."""
    yield head_line(record, book)
    if why:
        from refcli.render.view import basis, sources

        yield from _breakdown(record, book)
        yield from (f"why: {said}" for said in sources(record, book.charts))
        yield from basis(record, book.charts)
        yield from on_the_table(record)
    else:
        told = list(body_lines(record, book))
        yield from told
        yield from beside_the_verdict(record)
        yield from rests_on(record, book, " ".join(told))
    yield verdict_line(record)


def head_line(record: Record, book: Book) -> str:
    """What was asked, and where the dice came from."""
    said = "; ".join(filter(None, (*asked(record, book.charts), dice_told(record))))
    return f"{record.procedure.name} ({book.title}){': ' if said else ''}{said}"


def verdict_line(record: Record) -> str:
    """The outcome in capitals, and its sentence."""
    return f"{record.ruling.outcome.word.upper()}: {record.ruling.verdict}"


def body_lines(record: Record, book: Book) -> Iterator[str]:
    """What each roll needs, what each thing rolled, and the facts."""
    for one in picture_of(record, book):
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


def came_text(came: Came) -> str:
    """Faces and what came of them: ``8 hits``; what was rolled beside entered faces is in brackets."""
    faces = " ".join(
        [f"[{face}]" if rolled else f"{face}" for face, rolled in zip(came.faces, came.rolled, strict=True)]
    )
    read = ", ".join([f"{value} ({label})" if label else value for label, value in came.read])
    return " ".join(filter(None, (f"{faces}{came.sum}", came.said, read)))


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
