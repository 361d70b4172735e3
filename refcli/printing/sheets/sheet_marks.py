"""The marks of a quick-reference sheet: of published and house figures the rarer kind, and each as seldom as can be."""

from collections.abc import Collection, Iterable

from refcli.core.marks import Marks
from refcli.printing.sheets.sheet import Section, SheetTable

WHOLE = "behind a name or a title: all of its figures"

BLANK = ("", "-")
"""Figures that have no mark."""


def legend_of(sections: Iterable[Section], marks: Marks) -> tuple[tuple[str, str], ...]:
    """The marks that a sheet uses, each with its meaning; of the first, where it stands for several figures at once."""
    tables = [table for section in sections for table in section.tables]
    whole = any(mark for table in tables for mark in (table.mark, *(row.mark for row in table.rows)))
    legend = marks.legend
    return ((legend[0][0], f"{legend[0][1]} ({WHOLE})"), *legend[1:]) if whole and legend else legend


def marked_once(table: SheetTable) -> SheetTable:
    """Where all figures of a table, a column or a row have one mark, it stands there once."""
    figures = [figure for row in table.rows for figure in row.figures if figure.text not in BLANK]
    marks = {figure.mark for figure in figures}
    headed = table.title or any(head.text for head in table.heads)
    if headed and len(figures) > 2 and len(marks) == 1 and marks != {""}:
        return _unmarked(table, range(len(table.heads)))._replace(mark=marks.pop())
    for at, head in enumerate(table.heads):
        column = [row.figures[at] for row in table.rows if row.figures[at].text not in BLANK]
        marks = {figure.mark for figure in column}
        if head.text and len(column) > 2 and len(marks) == 1 and marks != {""}:
            heads = (*table.heads[:at], head._replace(mark=marks.pop()), *table.heads[at + 1 :])
            table = _unmarked(table, [at])._replace(heads=heads)
    rows = []
    for row in table.rows:
        shown = [figure for figure in row.figures if figure.text not in BLANK]
        marks = {figure.mark for figure in shown}
        if len(shown) > 1 and len(marks) == 1 and marks != {""}:
            row = row._replace(mark=marks.pop(), figures=tuple(f._replace(mark="") for f in row.figures))
        rows.append(row)
    return table._replace(rows=tuple(rows))


def _unmarked(table: SheetTable, columns: Collection[int]) -> SheetTable:
    rows = tuple(
        row._replace(figures=tuple(f._replace(mark="") if at in columns else f for at, f in enumerate(row.figures)))
        for row in table.rows
    )
    return table._replace(rows=rows)
