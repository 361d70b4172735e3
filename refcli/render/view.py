"""The whole breakdown of a ruling, step by step, with its sources: what ``--why`` shows."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, READING, REFEREE, Cell, Sum
from refcli.core.charts import Chart
from refcli.core.dice import Again, Choice, Roll
from refcli.core.labels import roll_of
from refcli.core.procedure import Record, was_said
from refcli.core.request import stated_in
from refcli.core.ruling import Note, cells_shown, sum_after
from refcli.core.sentence import some
from refcli.render.blocks import word_said
from refcli.render.book import Book
from refcli.render.things import Things
from refcli.render.words import WHOSE_FIGURES, as_read, conditions_in_vain, spare_said, unused_adjustments

ORIGINS = (HOUSE, INFERRED, OVERLAY, READING, REFEREE)
"""Whose a figure is that is not published: told beside it."""


class Line(NamedTuple):
    """One line of the breakdown.

    ``kind`` is heading, figure, die, part, total, note, choice or again; ``figure`` stands in the
    column of numbers, ``meaning`` beside it, ``mark`` says whose figure it is unless published.
    """

    kind: str
    label: str
    figure: str = ""
    meaning: str = ""
    source: str = ""
    mark: str = ""
    good: bool | None = None


def lines(record: Record, book: Book) -> Iterator[Line]:
    """The breakdown, part by part, in the order of the rule."""
    path = ""
    things = Things(record.procedure, record.request, book.charts)
    steps = record.ruling.steps
    for index, entry in enumerate(steps):
        if entry.at != path:
            path = entry.at
            yield Line("heading", things.headed(path) if path else "Together")
        step = entry.step
        if isinstance(step, Cell):
            alone = Line("note", step.label) if step.is_sentence else Line("figure", step.label, word_said(step, book))
            yield _of(step, alone)
        elif isinstance(step, Roll):
            yield _die(step, sum_after(steps, index), book)
        elif isinstance(step, Sum):
            roll = steps[index - 1].step if index else None
            yield from _sum(step, roll_of(roll.label) if isinstance(roll, Roll) else step.name, book)
        elif isinstance(step, Note):
            yield Line("note", step.said, source=step.source.section)
        elif isinstance(step, Choice):
            said = was_said(step, record.procedure, record.request)
            by = "as said" if said else "default" if step.by == "policy" else "his choice"
            yield Line("choice", step.label, step.chosen, by)
        elif isinstance(step, Again):
            yield Line("again", f"{step.label}: rolled again")


def _die(roll: Roll, total: Sum | None, book: Book) -> Line:
    """A die says itself what came of it, unless it went into a sum that does; a pool, how many passed."""
    target, good = roll.target, None
    if total is not None and len(total.parts) == 1 and total.target is not None:
        target, good = total.target, total.passed
    elif total is None and target is not None and len(roll.faces) == 1:
        good = bool(roll.passing)
    name = roll_of(roll.label)
    meaning = f"needs {target.said}" if target else ""
    if good is not None:
        meaning += f": {book.word(name, good)}"
    elif total is None and target is not None:
        meaning += f": {book.word(name, True)} {roll.passing} of {len(roll.faces)}"
    how = " and ".join(dict.fromkeys(roll.origins))
    return Line(
        "die",
        f"{name} ({roll.dice}{f', {how}' if how else ''})",
        ", ".join(map(str, roll.faces)),
        meaning,
        good=good,
    )


def _sum(step: Sum, roll: str, book: Book) -> Iterator[Line]:
    """The parts of a sum and its total; a lone part tells itself what was needed, as a lone die does."""
    parts = [part for part in step.parts if part.source.origin != "die"]
    meaning = f"needs {step.target.said}: {book.word(roll, step.passed)}" if step.target is not None else ""
    good = step.passed if step.target is not None else None
    alone = len(step.parts) == 1
    for index, part in enumerate(parts):
        first = not index and len(parts) == len(step.parts)
        figure = "" if part.is_sentence else part.text if first else f"{part.number:+g}"
        line = Line("part", part.label, figure)
        yield _of(part, line._replace(meaning=meaning, good=good) if alone else line)
    if not alone and step.parts:
        yield Line("total", step.name, f"{step.total:g}", meaning, good=good)


def _of(cell: Cell, line: Line) -> Line:
    return line._replace(source=cell.source.section, mark=cell.source.origin if cell.source.origin in ORIGINS else "")


def basis(record: Record, charts: dict[str, Chart]) -> list[str]:
    """What a ruling rests on, with the names that figures are typed by."""
    ruling = record.ruling
    said = []
    shown = ruling.figures
    for origin, one, many in WHOSE_FIGURES:
        refs = [cell.ref for cell in shown.values() if cell.source.origin == origin]
        if refs:
            said.append(
                f"{len(refs)} of {some(len(shown), 'figure')} {many if len(refs) > 1 else one}: {', '.join(refs)}"
            )
    in_vain = conditions_in_vain(record, charts)
    if in_vain:
        said.append(f"not used: {'; '.join(in_vain)}")
    if ruling.spare:
        said.append(spare_said(ruling.spare))
    vain = [ref for ref in record.controls.get("set", {}) if ref not in shown]
    if vain:
        said.append(f"set, but not used here: {', '.join(vain)}")
    idle = unused_adjustments(record)
    if idle:
        said.append(f"adjusted, but not added up here: {', '.join(idle)}")
    if any("rolled" in roll.origins for roll in ruling.rolls):
        said.append(f"the same dice again: --seed {ruling.seed}")
    return said


def sources(record: Record, book: Book) -> list[str]:
    """Where each step stands, then what else was read, the conditions that did not apply, and the readings.

    A figure is told as it was read, whatever a sum made of it.
    """
    said: dict[str, None] = {}
    shown = set()
    read = {cell.ref: cell for cell in record.ruling.cells}
    for entry in record.ruling.steps:
        for cell in cells_shown(entry.step):
            if cell.ref:
                shown.add(cell.ref)
                said[_why(record, read.get(cell.ref, cell))] = None
        if isinstance(entry.step, Note):
            said[f"{entry.step.said.removesuffix('.')}: {entry.step.source.said}"] = None
    said |= {_why(record, cell): None for ref, cell in read.items() if ref not in shown and not cell.blank}
    others = [name for name in record.procedure.conditions(book.charts) if name not in stated_in(record.request)]
    if others:
        said[f"not stated: {', '.join(others)}"] = None
    for id, option in record.ruling.readings:
        read_so = as_read(book.readings[id].question, option)
        said[f"reading {id}={option.word}: {read_so} ({option.source.said})"] = None
    return list(said)


def _why(record: Record, cell: Cell) -> str:
    """A figure and where it stands; the shipped file of its chart where it stands in that."""
    chart = cell.ref.partition(".")[0]
    elsewhere = cell.source.origin in (OVERLAY, READING, REFEREE)
    file = "" if elsewhere else f", charts/{record.rules}/{chart}.toml"
    return f"{cell.ref} = {cell.text}: {cell.source.said}{file}"
