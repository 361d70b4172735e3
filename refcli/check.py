"""What no schema sees: whether the charts and the rules of a ruleset fit each other."""

from collections.abc import Iterator, Mapping

from refcli.core.charts import HOUSE, Chart, Condition, Reading
from refcli.core.errors import nearest
from refcli.core.ruleset import Procedure, Ruleset, Term
from refcli.load import READINGS, Library


def faults_of(ruleset: Ruleset, library: Library) -> list[str]:
    """Every fault of a ruleset's charts, as ``file:line: what``. Raises BadData when they do not even load."""
    charts = library.everything()
    procedures = [ruleset.procedure(name) for name in ruleset.procedures]
    turn = library.about()["turn"]
    found: list[str] = []
    on_the_table = frozenset().union(*(template.charts for template in library.templates().values()))
    for name, chart in charts.items():
        file = library.file(name)
        readers = [procedure for procedure in procedures if name in procedure.charts]
        if not readers and name not in on_the_table:
            found.append(file.fault([], f"no procedure and no template reads {name}"))
        for index, condition in enumerate(chart.conditions.values()):
            for what in _condition(condition, chart, readers, procedures):
                found.append(file.fault(["condition", index, "name"], what))
        for row, column, what in _not_rising(chart):
            found.append(file.fault(["rows", row], f"{name}.{row}.{column}: {what}"))
        for cell in chart.cells():
            if not cell.source.section or (cell.source.origin not in (HOUSE, "overlay") and not cell.source.lines):
                found.append(file.fault(["rows", cell.ref.split(".")[1]], f"{cell.ref} has no source"))
        for cell in chart.cells():
            if cell.sign and isinstance(cell.value, str):
                said = f"{cell.ref} is a number required, not {cell.value!r}"
                found.append(file.fault(["rows", cell.ref.split(".")[1]], said))
        if chart.phase and chart.phase not in turn:
            found.append(file.fault(["phase"], f"{chart.phase!r} is no phase{nearest(chart.phase, turn)}"))
        for ref, word, other in _unknown_words(chart, charts):
            found.append(file.fault(["rows", ref.split(".")[1]], f"{ref}: {other} defines no {word!r}"))
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


def _not_rising(chart: Chart) -> Iterator[tuple[str, str, str]]:
    """Cells that break the order that a chart declares, along its rows or down its columns."""
    if not chart.rising:
        return
    falling = chart.rising.endswith("falling")
    along = chart.rising.startswith(("rows", "both"))
    down = chart.rising.startswith(("columns", "both"))
    before: dict[str, int | float] = {}
    for row in chart.rows:
        last: int | float | None = None
        for column in chart.columns:
            value = chart.cell(row, column).value
            if not isinstance(value, (int, float)):
                continue
            if along and last is not None and (value > last if falling else value < last):
                yield row, column, f"{value:g} after {last:g} breaks the order of the row"
            if down and column in before and (value > before[column] if falling else value < before[column]):
                yield row, column, f"{value:g} under {before[column]:g} breaks the order of the column"
            last = before[column] = value


def _unknown_words(chart: Chart, charts: Mapping[str, Chart]) -> Iterator[tuple[str, str, str]]:
    """Words in cells that should be rows or columns of another chart, and are not."""
    for column, target in chart.names.items():
        other = charts.get(target)
        known = {*other.rows, *other.columns} if other else set()
        for row in chart.rows:
            cell = chart.cell(row, column)
            if not cell.blank and cell.text not in known:
                yield cell.ref, cell.text, target


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
    for index, reading in enumerate(readings.values()):
        words = [word for option in reading.options for word in (option.letter, option.word)]
        if len(set(words)) < len(words):
            yield library.file(READINGS).fault(["reading", index], f"reading {reading.id} names two options alike")
        for number, option in enumerate(reading.options):
            for ref in option.figures:
                chart, _, rest = ref.partition(".")
                row, _, column = rest.partition(".")
                known = chart in charts and row in charts[chart].rows and column in charts[chart].columns
                if not known:
                    at: list[str | int] = ["reading", index, "option", number, "figures", ref]
                    yield library.file(READINGS).fault(at, f"reading {reading.id} changes {ref!r}, which is no cell")
