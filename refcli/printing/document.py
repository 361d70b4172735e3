"""A set of sheets as PDF."""

import re
from typing import Any

from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.sheet import Figure, Section, Sheet, Table

LONGEST_WORD = 28
"""A word of more letters may be broken anywhere: it could be wider than its column."""

LONGEST_FIGURE = 11
"""A text of more letters may be broken between its words."""

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
    rows = [[breakable(row.label), [_figure(figure) for figure in row.figures]] for row in table.rows]
    return {
        "title": breakable(table.title),
        "facts": breakable("; ".join(table.facts)),
        "corner": breakable(table.corner),
        "long-labels": [label for label in dict.fromkeys(row[0] for row in rows) if _wraps(label)],
        "columns": [_column(head, [row[1][x] for row in rows]) for x, head in enumerate(table.heads)],
        "rows": rows,
        "circumstances": [
            [breakable(one.name), _figure(one.modifier)[0], breakable(one.text)] for one in table.circumstances
        ],
        "notes": [breakable(note) for note in table.notes],
        "sources": [breakable(source) for source in table.sources],
    }


def _column(head: Figure, figures: list[list[str]]) -> dict[str, Any]:
    """A head, and what its column is as wide as: the different figures that stay on one line, and those that do not."""
    text, chance = _figure(head)
    texts = dict.fromkeys(figure[0] for figure in figures)
    return {
        "head": text,
        "head-chance": chance,
        "short": [text for text in texts if text and not _wraps(text)],
        "long": [text for text in texts if _wraps(text)],
        "chances": list(dict.fromkeys(figure[1] for figure in figures if figure[1])),
    }


def _wraps(text: str) -> bool:
    """Whether a text may go on on a second line; ``4 or less`` may not."""
    return len(text) > LONGEST_FIGURE


def _figure(figure: Figure) -> list[str]:
    return [breakable(figure.text) + figure.mark, figure.chance]
