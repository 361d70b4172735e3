"""Sheets as PDF: whole charts as sheet.typ sets them, a quick-reference sheet as quick.typ does."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from refcli.core.errors import Refused
from refcli.printing.paper import Layout, Paper
from refcli.printing.pdf import as_data, pdf_of
from refcli.printing.sheets.plans import slug
from refcli.printing.sheets.sheet import (
    REFERENCE,
    TO_REMEMBER,
    TO_SIGN,
    Section,
    Sheet,
    SheetFigure,
    SheetTable,
    dial_of,
    lead_of,
)

DOCUMENT, QUICK = (Path(__file__).with_name(name) for name in ("sheet.typ", "quick.typ"))

LONGEST_FIGURE = 11
"""A figure of more letters may wrap between its words."""

MOST_BELOW = 3000
"""Letters of conditions, of notes or of sources below one chart; more continue below another."""

TOO_MUCH = "too much: "
"""How quick.typ begins its list of blocks to leave out."""

T = TypeVar("T", str, tuple[str, ...])


def sheet_pdf(sheet: Sheet, paper: Paper) -> bytes:
    """Return whole charts as PDF; the same sheet gives the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, sheet_data(sheet, paper))


def sheet_data(sheet: Sheet, paper: Paper) -> Any:
    """Return a sheet as sheet.typ reads it: texts, and figures as text and chance."""
    sections = [
        {
            "title": section.title,
            "procedures": ", ".join(section.procedures),
            "reference": section.title == REFERENCE,
            "charts": [chart for table in section.tables for chart in _charts(table)],
        }
        for section in sheet.sections
    ]
    return as_data(
        {
            **sheet._asdict(),
            "paper": paper.typst,
            "footer": sheet.footer,
            "sections": sections,
            "readings": [{**one._asdict(), "changed": one.changed} for one in sheet.readings],
            "remember": TO_REMEMBER,
            "sign": TO_SIGN if sheet.signed else (),
        }
    )


def _charts(table: SheetTable) -> Iterator[dict[str, Any]]:
    """Yield a chart; more conditions, notes and sources than part of a page holds go to charts without rows."""
    stated = [(one.name, _figure(one.modifier)[0], one.text) for one in table.conditions]
    below = zip_longest(_parts(stated), _parts(_short(table.notes)), _parts(_short(table.sources)), fillvalue=())
    rows = [(row.label, [_figure(figure) for figure in row.figures]) for row in table.rows]
    columns = [_column(head, [row[1][x] for row in rows]) for x, head in enumerate(table.heads)]
    for number, (conditions, notes, sources) in enumerate(below):
        yield {
            "title": table.title,
            "facts": "; ".join(table.facts) if number == 0 else "",
            "corner": table.corner,
            "long-labels": [label for label in dict.fromkeys(row[0] for row in rows) if _wraps(label)],
            "columns": columns,
            "rows": rows if number == 0 else [],
            "conditions": conditions,
            "notes": notes,
            "sources": sources,
            "continued": number > 0,
        }


def _short(texts: Sequence[str]) -> list[str]:
    return [part for text in texts for part in textwrap.wrap(text, MOST_BELOW, break_long_words=False)]


def _parts(texts: Sequence[T]) -> Iterator[list[T]]:
    """Yield texts in lists of no more letters than part of a page holds; one empty list for none."""
    part: list[T] = []
    letters = 0
    for text in texts:
        letters += sum(map(len, text))
        if part and letters > MOST_BELOW:
            yield part
            part, letters = [], sum(map(len, text))
        part.append(text)
    yield part


def _column(head: SheetFigure, figures: list[list[str]]) -> dict[str, Any]:
    """Return a head and the texts that decide the width of its column: those that wrap, and those that do not."""
    text, chance = _figure(head)
    texts = dict.fromkeys(figure[0] for figure in figures)
    chances = list(dict.fromkeys(figure[1] for figure in figures if figure[1]))
    letters = "".join(texts)
    all_words = any(map(str.isalpha, letters)) and not any(map(str.isdigit, letters))
    return {
        "head": text,
        "head-chance": chance,
        "short": [text for text in texts if text and not _wraps(text)],
        "long": [text for text in texts if _wraps(text)],
        "words": not chances and (any(map(_wraps, texts)) or all_words),
        "chances": chances,
    }


def _wraps(text: str) -> bool:
    """Return whether a figure may wrap; ``4 or less`` may not."""
    return len(text) > LONGEST_FIGURE


def quick_pdf(sheet: Sheet, layout: Layout) -> bytes:
    """Return a quick-reference sheet in the largest type that fits. Raises NoTypst, and Refused if none does."""
    try:
        return pdf_of(QUICK, quick_data(sheet, layout))
    except RuntimeError as error:
        _, told, numbers = str(error).partition(TOO_MUCH)
        if not told:
            raise
        blocks = [_blocks(sheet)[int(number)] for number in numbers.split(";")[0].split(",")]
        out = ",".join(slug(block.title) for block in blocks)
        sides = "a page" if not sheet.pages else "one side" if sheet.pages == 1 else f"{sheet.pages} sides"
        raise Refused(
            f"{sheet.title}: more than fits on {sides} in type that can be read; leave out "
            f"{' and '.join(block.title for block in blocks)}: --without {out}"
        ) from None


def quick_data(sheet: Sheet, layout: Layout) -> Any:
    """Return a quick-reference sheet as quick.typ reads it."""
    numbers = {phase: str(number) for number, phase in enumerate(sheet.turn, 1)}
    blocks = [
        {
            "title": section.title,
            "number": numbers.get(section.phase, ""),
            "tables": [_quick_table(table) for table in section.tables],
        }
        for section in _blocks(sheet)
    ]
    pages = 0 if layout.more_pages else sheet.pages
    told = sheet._replace(pages=pages, sections=())._asdict()
    return as_data({**told, **layout._asdict(), "footer": sheet.footer, "blocks": blocks})


def _blocks(sheet: Sheet) -> tuple[Section, ...]:
    """Return the blocks of a sheet, with one for the disputed rules that are not played as usual."""
    notes = tuple(f"{one.question} {one.holds}" for one in sheet.readings)
    if not notes:
        return sheet.sections
    return (*sheet.sections, Section("Chosen at this table", (), (SheetTable(notes=notes),)))


def _quick_table(table: SheetTable) -> dict[str, Any]:
    return {
        "title": table.title + (table.mark if table.title else ""),
        "facts": "; ".join(table.facts),
        "corner": table.corner + ("" if table.title else table.mark),
        "heads": [_figure(head) for head in table.heads],
        "rows": [(row.label + row.mark, [_figure(figure) for figure in row.figures]) for row in table.rows],
        "by": table.by,
        "conditions": [(_figure(one.modifier)[0], one.text) for one in table.conditions],
        "notes": [lead_of(note) for note in table.notes],
        "dial": [tuple(point) for point in dial_of(table)] if table.drawn else None,
    }


def _figure(figure: SheetFigure) -> list[str]:
    return [figure.text + figure.mark, figure.chance]
