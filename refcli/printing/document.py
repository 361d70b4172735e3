"""A set of sheets as PDF."""

import re
from typing import Any

from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.sheet import Figure, Section, Sheet, Table

LONGEST_WORD = 28
"""A word of more letters may be broken anywhere: it could be wider than its column."""

BREAK = "\u200b"
"""Zero-width space: a line may end here."""


def sheet_pdf(sheet: Sheet, paper: Paper) -> bytes:
    """The sheets of a ruleset on a paper; the same sheet gives the same bytes. Raises NoTypst."""
    return pdf_of("sheet.typ", plain(sheet, paper))


def plain(sheet: Sheet, paper: Paper) -> dict[str, Any]:
    """A sheet as sheet.typ reads it: texts, and figures as text, chance and mark."""
    return {
        "paper": paper.typst,
        "title": breakable(sheet.title),
        "work": breakable(sheet.work),
        "scale": breakable(sheet.scale),
        "footer": breakable(sheet.footer),
        "digest": sheet.digest,
        "turn": [breakable(phase) for phase in sheet.turn],
        "sections": [_section(section) for section in sheet.sections],
        "readings": [[*map(breakable, (one.id, one.question, one.holds)), one.changed] for one in sheet.readings],
        "legend": [[mark, breakable(meaning)] for mark, meaning in sheet.legend],
    }


def breakable(text: str) -> str:
    """A text on one line, each overlong word of it with places to break."""
    return re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: BREAK.join(word[0]), " ".join(text.split()))


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": breakable(section.title),
        "procedures": breakable(", ".join(section.procedures)),
        "charts": [_chart(table) for table in section.tables],
    }


def _chart(table: Table) -> dict[str, Any]:
    return {
        "title": breakable(table.title),
        "facts": breakable("; ".join(table.facts)),
        "corner": breakable(table.corner),
        "heads": [_figure(head) for head in table.heads],
        "rows": [[breakable(row.label), [_figure(figure) for figure in row.figures]] for row in table.rows],
        "circumstances": [
            [breakable(one.name), _figure(one.modifier)[0], breakable(one.text)] for one in table.circumstances
        ],
        "notes": [breakable(note) for note in table.notes],
        "sources": [breakable(source) for source in table.sources],
    }


def _figure(figure: Figure) -> list[str]:
    return [breakable(figure.text) + figure.mark, figure.chance]
