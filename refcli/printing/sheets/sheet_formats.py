"""Sheets in each format: as Markdown, as CSV with one figure a line; HTML and PDF have modules of their own."""

import csv
import io
from collections.abc import Iterator

from refcli.printing.paper import Paper, layout_of
from refcli.printing.sheets.sheet import TO_REMEMBER, TO_SIGN, Sheet, SheetCondition, SheetFigure, SheetTable
from refcli.printing.text import escaped, harmless, markdown_table

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


def sheet_as(sheet: Sheet, how: str, paper: Paper, landscape: bool = False, large: bool = False) -> str | bytes:
    """Return a sheet as ``html``, ``pdf``, ``md`` or ``csv``; the other arguments are for PDF. Raises NoTypst."""
    if how == "html":
        from refcli.printing.sheets.sheet_html import html

        return html(sheet)
    if how == "pdf":
        from refcli.printing.sheets.sheet_pdf import quick_pdf, sheet_pdf

        return quick_pdf(sheet, layout_of(paper, landscape, large)) if sheet.quick else sheet_pdf(sheet, paper)
    return markdown(sheet) if how == "md" else comma_separated(sheet)


def markdown(sheet: Sheet) -> str:
    """Return a sheet as Markdown; every text of a chart is shown literally."""
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
        rows = [(one.id, one.question, f"{one.holds}{' (chosen)' if one.changed else ''}") for one in sheet.readings]
        yield from markdown_table(("id", "question", "here"), rows)
    if sheet.states:
        yield from (f"## {TO_REMEMBER}", "")
        yield from markdown_table(("state", "whose", "what"), sheet.states)
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
        yield from markdown_table(heads, ((row.label + row.mark, *map(_text, row.figures)) for row in table.rows))
    if table.by and table.conditions:
        yield from (escaped(table.by), "")
    for one in table.conditions:
        yield f"- {escaped(_condition(one))}"
    if table.conditions:
        yield ""
    for line in (*table.notes, *table.sources):
        yield from (escaped(line), "")


def _text(figure: SheetFigure) -> str:
    return f"{figure.text}{figure.mark}{f' ({figure.chance})' if figure.chance else ''}"


def _condition(one: SheetCondition) -> str:
    name = f"{one.name}: " if one.name else ""
    return f"{name}{_text(one.modifier)} {one.text}" if one.modifier.text else f"{name}{one.text}"


def comma_separated(sheet: Sheet) -> str:
    """Return a sheet as CSV, with the line ends of RFC 4180."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for line in _figures(sheet):
        row = {"rules": sheet.title, "charts": sheet.digest, **line}
        writer.writerow({column: harmless(text) for column, text in row.items()})
    return out.getvalue()


def _figures(sheet: Sheet) -> Iterator[dict[str, str]]:
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
