"""A sheet as CSV, one figure a line, for those who lay it out themselves."""

import csv
import io
import re
from collections.abc import Iterator

from refcli.printing.sheets.sheet import Sheet

COLUMNS = (
    "rules",
    "charts",
    "phase",
    "chart",
    "title",
    "kind",
    "row",
    "label",
    "column",
    "figure",
    "chance",
    "mark",
    "text",
)
"""The header. ``kind`` is figure, condition, fact, note, source, reading or
state; ``charts`` the digest of the chart set."""

FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d*(\.\d+)?$)")
"""How a text begins that a spreadsheet would work out; a number with its sign is none."""


def comma_separated(sheet: Sheet) -> str:
    """The whole sheet, lines ended as RFC 4180 has them."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for line in _lines(sheet):
        row = {"rules": sheet.title, "charts": sheet.digest, **line}
        writer.writerow({column: harmless(text) for column, text in row.items()})
    return out.getvalue()


def harmless(text: str) -> str:
    """A text as a spreadsheet shows it and works nothing out: behind an apostrophe where it would be a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def _lines(sheet: Sheet) -> Iterator[dict[str, str]]:
    for section in sheet.sections:
        for table in section.tables:
            if sheet.quick:
                here = {"phase": section.phase, "chart": section.title, "title": table.title}
            else:
                here = {"phase": section.title, "chart": table.name, "title": table.title}
            for row in table.rows:
                for head, figure in zip(table.heads, row.figures, strict=True):
                    yield {
                        **here,
                        "kind": "figure",
                        "row": "" if sheet.quick else row.name,
                        "label": row.label,
                        "column": head.text,
                        "figure": figure.text,
                        "chance": figure.chance,
                        "mark": figure.mark or row.mark or head.mark or table.mark,
                    }
            for one in table.conditions:
                modifier = {"figure": one.modifier.text, "mark": one.modifier.mark}
                yield {**here, "kind": "condition", "row": one.name, **modifier, "text": one.text}
            for kind, texts in (("fact", table.facts), ("note", table.notes), ("source", table.sources)):
                for text in texts:
                    yield {**here, "kind": kind, "text": text}
    for reading in sheet.readings:
        yield {"kind": "reading", "row": reading.id, "title": reading.question, "text": reading.holds}
    for state in sheet.states:
        yield {"kind": "state", "row": state.name, "title": state.whose, "text": state.said}
