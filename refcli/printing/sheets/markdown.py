"""A sheet as Markdown, for those who lay it out themselves."""

import re
from collections.abc import Iterable, Iterator, Sequence

from refcli.printing.sheets.sheet import TO_REMEMBER, TO_SIGN, Sheet, SheetCondition, SheetFigure, SheetTable

SPECIAL = re.compile(r"[\\`*_\[\]<>|#~$@]|&(?=[#\w])|:(?=[A-Za-z/+_-]|\d+:)|^[+-](?=\s|$)|^\d+(?=[.)](?:\s|$))")
"""What may mean something in Markdown, wherever it stands or at the beginning of a line."""


def markdown(sheet: Sheet) -> str:
    """The whole sheet; every text of a chart stands in it literally."""
    return "\n".join(_lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"# {escaped(sheet.title)}"
    yield ""
    for line in (sheet.work, sheet.scale):
        if line:
            yield from (escaped(line), "")
    if sheet.turn:
        yield from (f"{number}. {escaped(phase)}" for number, phase in enumerate(sheet.turn, 1))
        yield ""
    for section in sheet.sections:
        yield f"## {escaped(section.title)}"
        yield ""
        if section.procedures:
            yield from (escaped(", ".join(section.procedures)), "")
        for table in section.tables:
            yield from _table(table)
    if sheet.readings:
        yield from ("## Readings in force", "")
        yield from _grid(
            ("id", "question", "here"),
            ((one.id, one.question, f"{one.holds}{' (chosen)' if one.changed else ''}") for one in sheet.readings),
        )
    if sheet.states:
        yield from (f"## {TO_REMEMBER}", "")
        yield from _grid(("state", "whose", "what"), ((one.name, one.whose, one.said) for one in sheet.states))
    if sheet.signed:
        yield from (f"{what}: \\_\\_\\_\\_\\_\\_\\_\\_\n" for what in TO_SIGN)
    for mark, meaning in sheet.legend:
        yield from (f"{escaped(mark)} {escaped(meaning)}", "")
    yield escaped(sheet.footer)


def _table(table: SheetTable) -> Iterator[str]:
    if table.title:
        yield from (f"### {escaped(table.title + table.mark)}", "")
    if table.facts and (table.rows or not table.by):
        yield from (escaped("; ".join(table.facts)), "")
    if table.rows:
        heads = (table.corner + ("" if table.title else table.mark), *map(_text, table.heads))
        yield from _grid(heads, ((row.label + row.mark, *map(_text, row.figures)) for row in table.rows))
    if table.by and table.conditions:
        yield from (escaped(table.by), "")
    for one in table.conditions:
        yield f"- {escaped(_condition(one))}"
    if table.conditions:
        yield ""
    for line in (*table.notes, *table.sources):
        yield from (escaped(line), "")


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(heads)
    yield "|---|" + ":-:|" * (len(heads) - 1)
    yield from map(_row, rows)
    yield ""


def _row(texts: Iterable[str]) -> str:
    return f"| {' | '.join(map(escaped, texts))} |"


def _text(figure: SheetFigure) -> str:
    return f"{figure.text}{figure.mark}{f' ({figure.chance})' if figure.chance else ''}"


def _condition(one: SheetCondition) -> str:
    name = f"{one.name}: " if one.name else ""
    return f"{name}{_text(one.modifier)} {one.text}" if one.modifier.text else f"{name}{one.text}"


def escaped(text: str) -> str:
    """A text that reads as itself in Markdown; a line break would end its cell, so it becomes a space."""
    return SPECIAL.sub(_escape, " ".join(text.split()))


def _escape(found: re.Match[str]) -> str:
    return found[0] + "\\" if found[0].isdecimal() else "\\" + found[0]
