"""A quick-reference sheet as PDF."""

from pathlib import Path
from typing import Any

from refcli.core.errors import Refused
from refcli.printing.paper import Layout
from refcli.printing.pdf import pdf_of
from refcli.printing.sheets.quick import dial_of, lead_of, slug
from refcli.printing.sheets.sheet import Section, Sheet, SheetFigure, SheetTable
from refcli.printing.sheets.typeset import breakable

QUICK = Path(__file__).with_name("quick.typ")
"""How Typst lays it out."""

TOO_MUCH = "too much: "
"""How it tells the blocks to leave out."""


def quick_pdf(sheet: Sheet, layout: Layout) -> bytes:
    """A quick-reference sheet on a paper, in the largest type that fits. Raises NoTypst, and Refused for too much."""
    try:
        return pdf_of(QUICK, quick_plain(sheet, layout))
    except RuntimeError as error:
        _, told, numbers = str(error).partition(TOO_MUCH)
        if not told:
            raise
        blocks = [(*sheet.sections, *_chosen(sheet))[int(number)] for number in numbers.split(";")[0].split(",")]
        out = ",".join(slug(block.title) for block in blocks)
        sides = "a page" if not sheet.pages else "one side" if sheet.pages == 1 else f"{sheet.pages} sides"
        raise Refused(
            f"{sheet.title}: more than fits on {sides} in type that can be read; leave out "
            f"{' and '.join(block.title for block in blocks)}: --without {out}"
        ) from None


def quick_plain(sheet: Sheet, layout: Layout) -> dict[str, Any]:
    """A quick-reference sheet as quick.typ reads it."""
    numbers = {phase: str(number) for number, phase in enumerate(sheet.turn, 1)}
    return {
        "width": layout.width,
        "height": layout.height,
        "zoom": layout.zoom,
        "large": layout.large,
        "columns": layout.columns,
        "pages": 0 if layout.more_pages else sheet.pages,
        "title": breakable(sheet.title),
        "scale": breakable(sheet.scale),
        "footer": breakable(sheet.footer),
        "digest": sheet.digest,
        "turn": [breakable(phase) for phase in sheet.turn],
        "legend": [[mark, breakable(meaning)] for mark, meaning in sheet.legend],
        "blocks": [
            {
                "title": breakable(section.title),
                "number": numbers.get(section.phase, ""),
                "tables": [_quick_table(table) for table in section.tables],
            }
            for section in (*sheet.sections, *_chosen(sheet))
        ],
    }


def _chosen(sheet: Sheet) -> tuple[Section, ...]:
    """The disputed rules that are not played as usual, as a block of their own."""
    notes = tuple(f"{one.question} {one.holds}" for one in sheet.readings)
    return (Section("Chosen at this table", (), (SheetTable("", "", "", (), (), notes=notes),)),) if notes else ()


def _quick_table(table: SheetTable) -> dict[str, Any]:
    return {
        "title": breakable(table.title) + (table.mark if table.title else ""),
        "facts": breakable("; ".join(table.facts)),
        "corner": breakable(table.corner) + ("" if table.title else table.mark),
        "heads": [_figure(head) for head in table.heads],
        "rows": [(breakable(row.label) + row.mark, [_figure(figure) for figure in row.figures]) for row in table.rows],
        "by": breakable(table.by),
        "conditions": [(_figure(one.modifier)[0], breakable(one.text)) for one in table.conditions],
        "notes": [lead_of(breakable(note)) for note in table.notes],
        "dial": [[point.degrees, point.faces, point.name] for point in dial_of(table)] if table.drawn else None,
    }


def _figure(figure: SheetFigure) -> list[str]:
    return [breakable(figure.text) + figure.mark, figure.chance]
