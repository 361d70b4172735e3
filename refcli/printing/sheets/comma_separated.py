"""A sheet as CSV, one figure a line, for those who lay it out themselves."""

import csv
import io
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
"""The header. ``kind`` is figure, condition, fact, note, source or reading; ``charts`` the digest of the chart set."""


def comma_separated(sheet: Sheet) -> str:
    """The whole sheet, lines ended as RFC 4180 has them."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for line in _lines(sheet):
        writer.writerow({"rules": sheet.title, "charts": sheet.digest, **line})
    return out.getvalue()


def _lines(sheet: Sheet) -> Iterator[dict[str, str]]:
    for section in sheet.sections:
        for table in section.tables:
            here = {"phase": section.title, "chart": table.name, "title": table.title}
            for row in table.rows:
                for head, figure in zip(table.heads, row.figures, strict=True):
                    yield {
                        **here,
                        "kind": "figure",
                        "row": row.name,
                        "label": row.label,
                        "column": head.text,
                        "figure": figure.text,
                        "chance": figure.chance,
                        "mark": figure.mark,
                    }
            for one in table.conditions:
                modifier = {"figure": one.modifier.text, "mark": one.modifier.mark}
                yield {**here, "kind": "condition", "row": one.name, **modifier, "text": one.text}
            for kind, texts in (("fact", table.facts), ("note", table.notes), ("source", table.sources)):
                for text in texts:
                    yield {**here, "kind": kind, "text": text}
    for reading in sheet.readings:
        yield {"kind": "reading", "row": reading.id, "title": reading.question, "text": reading.holds}
