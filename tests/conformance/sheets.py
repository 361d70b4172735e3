"""What is printed is what the charts say: every figure, condition, note, reading and state, in every format."""

from collections.abc import Callable, Iterator

from refcli.core.charts import Chart
from refcli.core.marks import mark_of
from refcli.files.library import ABOUT, READINGS, STATES
from refcli.printing.sheets.sheet import Sheet, SheetTable
from refcli.referee.check import Suite

FORMATS = ("html", "md", "csv")
"""The formats that need nothing besides refcli."""


def odd_sheets(suite: Suite, sheet: Sheet, printed: Callable[[str], str | bytes]) -> Iterator[str]:
    """What a ruleset's sheet lacks, or says otherwise than its charts; ``printed`` is that sheet in a format."""
    library = suite.loaded.library
    tables = {table.name: table for table in sheet.tables}
    for name, chart in library.everything().items():
        if name not in tables:
            yield library.fault(name, [], f"{name} stands on no sheet")
        else:
            yield from _table(suite, chart, tables[name])
    holds = {one.id: one.holds for one in sheet.readings}
    usual = {"", *(f"{id}={reading.default}" for id, reading in suite.loaded.readings.items())}
    for id, reading in suite.loaded.readings.items():
        option = reading.option(reading.default)
        if holds.get(id) != f"{option.word}: {option.text}":
            yield library.fault(READINGS, ["reading", id], f"reading {id} does not stand on the sheet as it holds")
    there = [state for state in library.states()[0].values() if state.is_told]
    for state, shown in zip(there, sheet.states, strict=True):
        told = [state.source.lines, *(name for bar in state.bars if bar.reading in usual for name in bar.by)]
        told += [give.condition for give in state.gives]
        named = shown.name in (state.text, state.text.rstrip(":"), state.name.replace("-", " "))
        if not named or not all(one in shown.said or one.replace("-", " ") in shown.said for one in told):
            yield library.fault(STATES, [state.name], f"state {state.name} does not stand on the sheet as it is")
    for how in FORMATS:
        if not printed(how):
            yield library.fault(ABOUT, [], f"nothing is printed as {how}")


def _table(suite: Suite, chart: Chart, table: SheetTable) -> Iterator[str]:
    """Where a table differs from its chart: a cell with its mark, a condition, a note."""
    library = suite.loaded.library
    rows = {row.name: row for row in table.rows}
    for name in chart.rows:
        figures = rows[name].figures if name in rows else ()
        cells = [chart.cell(name, column) for column in chart.columns]
        if name not in rows or rows[name].label != chart.label(name) or len(figures) != len(cells):
            yield library.fault(chart.name, ["rows", name], f"row {name} does not stand on the sheet as it is")
            continue
        for cell, figure in zip(cells, figures, strict=True):
            if (figure.text, figure.mark) != (cell.said, mark_of(cell.source)):
                what = f"{cell.ref} is {cell.said}, and {figure.text}{figure.mark} on the sheet"
                yield library.fault(chart.name, ["rows", name], what)
    conditions = {one.name: one for one in table.conditions}
    for one in chart.conditions.values():
        told = (one.text, one.told, one.says)  # its modifier has a column of its own
        said = conditions[one.name].text if one.name in conditions else ""
        if said not in told or (one.value is None and said != one.told):
            what = f"condition {one.name} does not stand on the sheet as it is"
            yield library.fault(chart.name, ["condition", one.name, "name"], what)
    if table.notes != chart.notes:
        yield library.fault(chart.name, ["notes"], f"the notes of {chart.name} do not stand on the sheet as they are")
