"""The reference set as PDF."""

import re
from pathlib import Path
from typing import Any

from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.reference.reference import Head, List, Part, Reference, overs
from refcli.printing.sheets.typeset import breakable

DOCUMENT = Path(__file__).with_name("reference.typ")
"""How Typst lays the set out."""

HALF, WHOLE = 33.4, 68.0
"""Ems side by side that half of the paper's width holds, and all of it."""

LETTER, BOLD, PAD = 0.475, 0.52, 0.43
"""About how wide a letter is, one of a head, and the room around a column, in ems."""

LONGEST_FIGURE = 11
"""More letters are words."""

LONGEST_LABEL, LONGEST_WORDS = 15, 11
"""Letters of a label, or of a column of words, from which on they go on on a second line where there is little room."""


def reference_pdf(reference: Reference, paper: Paper) -> bytes:
    """The set on a paper; the same set gives the same bytes. Raises NoTypst."""
    return pdf_of(DOCUMENT, plain(reference, paper))


def plain(reference: Reference, paper: Paper) -> dict[str, Any]:
    """A reference set as reference.typ reads it."""
    return {
        "paper": paper.typst,
        "title": breakable(reference.title),
        "work": breakable(reference.work),
        "legend": [[mark, breakable(meaning)] for mark, meaning in reference.legend],
        "footer": breakable(reference.footer),
        "lists": [_list(one) for one in reference.lists],
    }


def _list(one: List) -> dict[str, Any]:
    lines = [line for part in one.parts for line in part.lines]
    columns = [_column(head, [line.figures[x] for line in lines]) for x, head in enumerate(one.heads)]
    label = max((len(line.label) for line in lines), default=0)
    least = min(label, LONGEST_LABEL) * LETTER + PAD + sum(column["least"] for column in columns)
    width = label * LETTER + PAD + sum(column["width"] for column in columns)
    return {
        "title": breakable(one.title),
        "corner": breakable(one.corner),
        "label": label * LETTER + PAD,
        "overs": [[breakable(over), many] for over, many in overs(one.heads)],
        "heads": columns,
        "parts": [_part(part) for part in one.parts],
        "notes": [breakable(note) for note in one.notes],
        "wide": least > HALF,
        "roomy": width <= (WHOLE if least > HALF else HALF),
    }


def _column(head: Head, figures: list[str]) -> dict[str, Any]:
    """A column: its head, whether words stand in it, how wide it is in ems, and how narrow it may be."""
    words = any(len(text) > LONGEST_FIGURE for text in figures)
    longest = max(map(len, figures), default=0)
    unbroken = max((len(word) for text in figures for word in text.split()), default=0)
    above = max((len(word) for word in re.split("[ -]", head.text)), default=0) * BOLD
    least = max(unbroken, min(longest, LONGEST_WORDS)) if words else longest
    return {
        "text": breakable(head.text),
        "words": words,
        "width": max(longest * LETTER, above) + PAD,
        "least": max(least * LETTER, above) + PAD,
    }


def _part(part: Part) -> dict[str, Any]:
    lines = [
        {"label": breakable(line.label), "figures": [breakable(text) for text in line.figures], "below": line.below}
        for line in part.lines
    ]
    return {"heading": breakable(part.heading), "lines": lines}
