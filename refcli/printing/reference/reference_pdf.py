"""The reference set as PDF."""

from pathlib import Path
from typing import Any

from refcli.printing.paper import Paper
from refcli.printing.pdf import pdf_of
from refcli.printing.reference.reference import List, Part, Reference, overs
from refcli.printing.sheets.typeset import breakable

DOCUMENT = Path(__file__).with_name("reference.typ")
"""How Typst lays the set out."""


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
    return {
        "title": breakable(one.title),
        "corner": breakable(one.corner),
        "overs": [[breakable(over), many] for over, many in overs(one.heads)],
        "heads": [breakable(head.text) for head in one.heads],
        "parts": [_part(part) for part in one.parts],
        "notes": [breakable(note) for note in one.notes],
    }


def _part(part: Part) -> dict[str, Any]:
    lines = [
        {"label": breakable(line.label), "figures": [breakable(text) for text in line.figures], "below": line.below}
        for line in part.lines
    ]
    return {"heading": breakable(part.heading), "lines": lines}
