"""What no schema sees: whether the charts and the rules of a ruleset fit each other."""

from collections.abc import Iterator, Mapping

from refcli.core.charts import HOUSE, OVERLAY, Cell, Chart, Condition, Reading, split
from refcli.core.errors import nearest
from refcli.core.procedure import Procedure, Ruleset
from refcli.core.request import Term
from refcli.files.library import READINGS, Library
from refcli.files.overlays import unknown_words


def faults_of(ruleset: Ruleset, library: Library) -> list[str]:
    """Every fault of a ruleset's charts, as ``file:line: what``. Raises BadData when they do not even load."""
    charts = library.everything()
    procedures = [ruleset.procedure(name) for name in ruleset.procedures]
    turn = library.about()["turn"]
    found: list[str] = []
    on_the_table = frozenset().union(*(template.charts for template in library.templates().values()))
    for name, chart in charts.items():
        readers = [procedure for procedure in procedures if name in procedure.charts]
        if not readers and name not in on_the_table:
            found.append(library.file(name).fault([], f"no procedure and no template reads {name}"))
        for condition in chart.conditions.values():
            for what in _condition(condition, chart, readers, procedures):
                found.append(library.fault(name, ["condition", condition.name, "name"], what))
        for row, what in _not_rising(chart):
            found.append(library.fault(name, ["rows", row], what))
        for row in chart.rows:
            for cell in (chart.cell(row, column) for column in chart.columns):
                if not cell.source.section or (cell.source.origin not in (HOUSE, OVERLAY) and not cell.source.lines):
                    found.append(library.fault(name, ["rows", row], f"{cell.ref} has no source"))
                if cell.sign and isinstance(cell.value, str):
                    said = f"{cell.ref} is a number required, not {cell.value!r}"
                    found.append(library.fault(name, ["rows", row], said))
        if chart.phase and chart.phase not in turn:
            found.append(library.fault(name, ["phase"], f"{chart.phase!r} is no phase{nearest(chart.phase, turn)}"))
        for row, _, what in unknown_words(chart, charts):
            found.append(library.fault(name, ["rows", row], what))
        for column, target in chart.names.items():
            if target not in charts:
                found.append(library.fault(name, ["names", column], f"{target!r} is no chart{nearest(target, charts)}"))
    for name, row, what in _unread(charts, library.as_shipped().charts(charts), procedures):
        found.append(library.fault(name, ["rows", row], what))
    for procedure in procedures:
        for what in _procedure(procedure, charts):
            found.append(f"{ruleset.name} {procedure.name}: {what}")
    found.extend(_readings(library, library.readings(), charts))
    return list(dict.fromkeys(found))


def _condition(
    condition: Condition, chart: Chart, readers: list[Procedure], procedures: list[Procedure]
) -> Iterator[str]:
    """Faults of one condition: nothing reads it, or it is said of what no request has."""
    name = condition.name
    names = [procedure.name for procedure in procedures]
    for only in condition.only:
        if only not in names:
            yield f"condition {name!r} is for no procedure: {only!r}{nearest(only, names)}"
    knowing = [procedure for procedure in readers if not condition.only or procedure.name in condition.only]
    if condition.value is None:
        by_name = [
            procedure
            for procedure in knowing
            if procedure.circumstances is not None and name in [member.value for member in procedure.circumstances]
        ]
        if not by_name and name not in chart.rows:
            yield f"condition {name!r} has no value, and no procedure reads it by name"
    elif not any(chart.modifies in procedure.sums for procedure in knowing):
        yield f"condition {name!r} modifies {chart.modifies or 'nothing'!r}, which no procedure adds up"
    if condition.of:
        for procedure in knowing:
            fields = [field.name for field in procedure.inputs]
            if condition.of not in fields:
                yield f"condition {name!r} is of the {condition.of}; {procedure.name} has {', '.join(fields)}"


def _not_rising(chart: Chart) -> Iterator[tuple[str, str]]:
    """Cells that break the order that a chart declares, along its rows or down its columns: the row, and what is wrong.

    Of two cells of which an overlay changed one, it is that one's row.
    """
    if not chart.rising:
        return
    falling = chart.rising.endswith("falling")
    along = chart.rising.startswith(("rows", "both"))
    down = chart.rising.startswith(("columns", "both"))
    above: dict[str, tuple[str, Cell]] = {}
    for row in chart.rows:
        last: tuple[str, Cell] | None = None
        for column in chart.columns:
            cell = chart.cell(row, column)
            if not isinstance(cell.value, (int, float)):
                continue
            left = last if along else None
            over = above.get(column) if down else None
            for before, beside, order in ((left, "after", "row"), (over, "under", "column")):
                if before is None:
                    continue
                there, other = before
                if cell.number > other.number if falling else cell.number < other.number:
                    changed = there if other.source.origin == OVERLAY != cell.source.origin else row
                    yield changed, f"{cell.ref}: {cell.text} {beside} {other.text} breaks the order of the {order}"
            last = above[column] = (row, cell)


def _unread(
    charts: Mapping[str, Chart], shipped: Mapping[str, Chart], procedures: list[Procedure]
) -> Iterator[tuple[str, str, str]]:
    """Rows that an overlay adds under a name by which nothing comes to them: chart, row, what is wrong."""
    fields = [field.field for procedure in procedures for field in procedure.inputs]
    asked = {row for field in fields for name in field.charts if name in charts for row in charts[name].rows}
    asked |= {word for field in fields for word in (*field.choices, *field.places)}
    words = {cell.text for chart in charts.values() for cell in chart.cells() if isinstance(cell.value, str)}
    by_cells = {target for chart in charts.values() for target in chart.names.values()}
    for name, chart in charts.items():
        rows = shipped[name].rows
        own = words - {*chart.columns} if name in by_cells else words  # a word that is a column means that
        known = {*rows, *own, *chart.conditions, *(() if name in by_cells else asked)}
        if any(name in field.charts for field in fields):
            continue
        for row in chart.rows:
            if row not in known and not row.isdigit():
                yield name, row, f"no request and no cell names the new row {row!r} of {name}{nearest(row, rows)}"


def _procedure(procedure: Procedure, charts: Mapping[str, Chart]) -> Iterator[str]:
    for name in procedure.charts:
        if name not in charts:
            yield f"reads the chart {name!r}, which is none{nearest(name, charts)}"
    for field in procedure.inputs:
        for chart in field.field.charts:
            if chart not in procedure.charts:
                yield f"{field.name} takes its names from {chart!r}, which it does not read"
        if field.kind is Term and not field.field.charts:
            yield f"{field.name} takes its names from no chart"


def _readings(library: Library, readings: Mapping[str, Reading], charts: Mapping[str, Chart]) -> Iterator[str]:
    for reading in readings.values():
        words = [word for option in reading.options for word in (option.letter, option.word)]
        if len(set(words)) < len(words):
            at = ["reading", reading.id]
            yield library.fault(READINGS, at, f"reading {reading.id} names two options alike")
        for number, option in enumerate(reading.options):
            for ref in option.figures:
                chart, row, column = split(ref)
                known = chart in charts and row in charts[chart].rows and column in charts[chart].columns
                if not known:
                    figure: list[str | int] = ["reading", reading.id, "option", number, "figures", ref]
                    yield library.fault(READINGS, figure, f"reading {reading.id} changes {ref!r}, which is no cell")
            for chart in option.needs:
                if chart not in charts:
                    sign: list[str | int] = ["reading", reading.id, "option", number, "needs", chart]
                    yield library.fault(READINGS, sign, f"reading {reading.id} signs {chart!r}, which is no chart")
