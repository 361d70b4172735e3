"""A set of sheets as PDF."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.sheets.sheet import REFERENCE, TO_REMEMBER, TO_SIGN, Section, Sheet, SheetFigure, SheetTable

DOCUMENT = Path(__file__).with_name("sheet.typ")
"""How Typst lays sheets out."""

LONGEST_WORD = 28
"""A word of more letters may be wider than its column."""

LONGEST_FIGURE = 11
"""A figure of more letters may go on on a second line, between its words."""

BREAK = "\u200b"
"""Zero-width space: a line may end here."""

OVERLONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
PART = re.compile(rf"[^-._/]{{1,{LONGEST_WORD}}}[-._/]*|[-._/]+")
"""What an overlong word is taken apart into: names behind their points and hyphens, else so many letters."""

MOST_BELOW = 3000
"""Letters of conditions, of notes or of sources that stand below one chart; more go on in another."""

CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


T = TypeVar("T", str, tuple[str, ...])


def sheet_pdf(sheet: Sheet, paper: Paper) -> bytes:
    """The sheets of a ruleset on a paper; the same sheet gives the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, plain(sheet, paper))


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
        "states": [[*map(breakable, (one.name, one.whose, one.said))] for one in sheet.states],
        "remember": TO_REMEMBER,
        "sign": TO_SIGN if sheet.signed else (),
        "legend": [[mark, breakable(meaning)] for mark, meaning in sheet.legend],
    }


def breakable(text: str) -> str:
    """A text on one line, without control characters; a word of too many letters gets places to break."""
    clean = CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))
    return OVERLONG.sub(lambda word: BREAK.join(PART.findall(word[0])), clean)


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": breakable(section.title),
        "procedures": breakable(", ".join(section.procedures)),
        "reference": section.title == REFERENCE,
        "charts": [chart for table in section.tables for chart in _charts(table)],
    }


def _charts(table: SheetTable) -> Iterator[dict[str, Any]]:
    """A chart; where more stands below its figures than part of a page holds, the rest as charts without rows."""
    stated = [(breakable(one.name), _figure(one.modifier)[0], breakable(one.text)) for one in table.conditions]
    below = zip_longest(_parts(stated), _parts(_short(table.notes)), _parts(_short(table.sources)), fillvalue=())
    rows = [(breakable(row.label), [_figure(figure) for figure in row.figures]) for row in table.rows]
    columns = [_column(head, [row[1][x] for row in rows]) for x, head in enumerate(table.heads)]
    for number, (conditions, notes, sources) in enumerate(below):
        yield {
            "title": breakable(table.title),
            "facts": breakable("; ".join(table.facts)) if number == 0 else "",
            "corner": breakable(table.corner),
            "long-labels": [label for label in dict.fromkeys(row[0] for row in rows) if _wraps(label)],
            "columns": columns,
            "rows": rows if number == 0 else [],
            "conditions": conditions,
            "notes": notes,
            "sources": sources,
            "continued": number > 0,
        }


def _short(texts: Sequence[str]) -> list[str]:
    return [part for text in texts for part in textwrap.wrap(breakable(text), MOST_BELOW, break_long_words=False)]


def _parts(texts: Sequence[T]) -> Iterator[list[T]]:
    """Texts in lists of no more letters than part of a page holds; one empty list for none."""
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
    """A head, and what its column is as wide as: the different figures that stay on one line, and those that do not."""
    text, chance = _figure(head)
    texts = dict.fromkeys(figure[0] for figure in figures)
    chances = list(dict.fromkeys(figure[1] for figure in figures if figure[1]))
    return {
        "head": text,
        "head-chance": chance,
        "short": [text for text in texts if text and not _wraps(text)],
        "long": [text for text in texts if _wraps(text)],
        "words": not chances and (any(map(_wraps, texts)) or _words("".join(texts))),
        "chances": chances,
    }


def _words(text: str) -> bool:
    """Whether figures are all words: letters, and no digit."""
    return any(map(str.isalpha, text)) and not any(map(str.isdigit, text))


def _wraps(text: str) -> bool:
    """Whether a figure may go on on a second line; ``4 or less`` may not."""
    return len(text) > LONGEST_FIGURE


def _figure(figure: SheetFigure) -> list[str]:
    return [breakable(figure.text) + figure.mark, figure.chance]
