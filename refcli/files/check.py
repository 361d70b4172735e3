"""Whether the files of a ruleset and its code fit each other: ``refcli charts check``."""

import sys
from collections.abc import Iterator, Mapping
from importlib.util import resolve_name
from inspect import isfunction
from itertools import chain

from refcli.core.cells import OVERLAY, Cell
from refcli.core.charts import Chart, Condition
from refcli.core.errors import BadData, nearest
from refcli.core.limits import in_short
from refcli.core.procedure import Procedure, Ruleset
from refcli.core.readings import Reading
from refcli.core.request import Term
from refcli.core.ruling import Outcome
from refcli.core.sentence import places_in
from refcli.files.chart_file import chart_from
from refcli.files.library import ABOUT, READINGS, STATES, Faults, Library, undefined_words
from refcli.files.ruleset_file import Names, about_from, readings_from, sequence_from, states_from
from refcli.files.source_code import place_of, place_of_error, place_of_text, shown, source_of
from refcli.files.toml_file import Fault


def faults_of(ruleset: Ruleset, library: Library) -> list[str]:
    """Return every fault of a ruleset, as ``file:line: what``. Raises BadData where its files cannot be read."""
    if not library.folder.is_dir():
        what = f"there is no folder {library.shown}; it holds the charts of {ruleset.name}"
        raise BadData([f"{library.shown}/{ABOUT}.toml:1: {what}"])
    charts, readings = library.everything(), library.readings()
    found: list[str] = []
    procedures = _procedures(ruleset, found)
    if found:  # what they read is unknown
        return found
    for procedure in procedures:
        found.extend(_procedure_faults(procedure, charts, readings))
    states, play = library.states()
    about = library.file(ABOUT)
    names = Names(procedures, charts, readings, states, library.about()["turn"])
    about_from(about, found, names)
    readings_from(library.files(READINGS), found, names)
    sequence_from(library.about(), about, found, names)
    states_from(library.files(STATES), [phase.name for phase in play.phases], found, names)
    for name in charts:
        chart_from(name, library.files(name), found, names)
    asked = {id for one in procedures for id, _ in source_of(one.rule.__module__).readings}
    asked |= {bar.reading.partition("=")[0] for state in states.values() for bar in state.bars}
    asked |= {id.partition("=")[0] for id, _ in source_of(type(ruleset.hook()).__module__).readings}
    on_the_table = {chart for template in library.templates().values() for chart in template.charts}
    of_charts = [_chart_faults(chart, charts, procedures, on_the_table) for chart in charts.values()]
    unread = _unread_rows(charts, library.as_shipped().charts(charts), procedures), _unread_readings(readings, asked)
    found.extend(library.faults(chain(*of_charts, *unread)))
    return list(dict.fromkeys(found))


def _chart_faults(
    chart: Chart, charts: Mapping[str, Chart], procedures: list[Procedure], on_the_table: set[str]
) -> Faults:
    """Yield what is wrong with a chart beside the others, and the rules that read it."""
    readers = [procedure for procedure in procedures if chart.name in procedure.charts]
    if not readers and chart.name not in on_the_table:
        yield chart.name, Fault(f"no procedure and no template reads {chart.name}")
    if not chart.rows and not chart.conditions:
        yield chart.name, Fault(f"{chart.name} has neither a row nor a condition", ["rows"])
    for cell in chart.cells():
        if cell.sign and isinstance(cell.value, str):
            yield chart.name, Fault(f"{cell.ref} is a number required, not {cell.value!r}", ["rows", _row(cell)])
    for cell, before, beside in _falling(chart):
        changed = before if before.source.origin == OVERLAY != cell.source.origin else cell
        order = "row" if beside == "after" else "column"
        what = f"{cell.ref}: {cell.text} {beside} {before.text} breaks the order of the {order}"
        yield chart.name, Fault(what, ["rows", _row(changed)])
    for _, fault in undefined_words(chart, charts):
        yield chart.name, fault
    others = [charts[name] for name in chart.rows_of if name in charts]
    known = dict.fromkeys(row for other in others for row in other.rows)
    if known and len(others) == len(chart.rows_of) and all(other.rows for other in others):
        for other in others:
            for row in other.rows.keys() - chart.rows.keys():
                yield other.name, Fault(f"{row!r} of {other.name} has no row in {chart.name}", ["rows", row])
        for row in chart.rows:
            if row not in known:
                yield chart.name, Fault(f"{row!r} is no row of {' or '.join(chart.rows_of)}", ["rows", row], row, known)
    everywhere = [f"{one.name}.{name}" for one in charts.values() for name in one.conditions]
    for condition in chart.conditions.values():
        for what in _condition_faults(condition, chart, readers):
            yield chart.name, Fault(f"condition {condition.name!r} {what}", ["condition", condition.name, "name"])
        for name in condition.excludes:
            if "." in name and name not in everywhere:
                what = f"{condition.name} excludes no condition: {in_short(name)}"
                yield chart.name, Fault(what, ["condition", condition.name, "excludes"], name, everywhere)


def _row(cell: Cell) -> str:
    """Return the row of a cell of a chart."""
    return cell.ref.split(".", 2)[1]


def _condition_faults(condition: Condition, chart: Chart, readers: list[Procedure]) -> Iterator[str]:
    """Yield why no rule reads a condition, or which request lacks the field that it is stated of."""
    knowing = [procedure for procedure in readers if not condition.only or procedure.name in condition.only]
    if condition.value is None:
        by_name = any(condition.name in source_of(procedure.rule.__module__).texts for procedure in knowing)
        if not by_name and condition.name not in chart.rows:
            yield "has no value, and no procedure reads it by name"
    elif not any(chart.modifies in procedure.sums for procedure in knowing):
        yield f"modifies {chart.modifies or 'nothing'!r}, which no procedure adds up"
    if condition.of:
        fields = {procedure.name: [field.name for field in procedure.inputs] for procedure in knowing}
        having = ", ".join(f'"{name}"' for name, known in fields.items() if condition.of in known)
        for name, known in fields.items():
            if condition.of not in known:
                keep = f"; only = [{having}] keeps it from there" if having else ""
                yield f"is of the {condition.of}; {name} has {', '.join(known)}{keep}"


def _falling(chart: Chart) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield each cell that breaks the order its chart declares, the cell before it, and how it is beside that."""
    falls = chart.rising.endswith("falling")
    sides = (("rows", "after"), ("columns", "under"))
    kept = [(way, beside) for way, beside in sides if chart.rising.startswith((way, "both"))]
    for way, beside in kept:
        last: dict[str, Cell] = {}
        for row in chart.rows:
            for column in chart.columns:
                cell, line = chart.cell(row, column), row if way == "rows" else column
                if not isinstance(cell.value, (int, float)):
                    continue
                before = last.get(line)
                if before and (cell.number > before.number if falls else cell.number < before.number):
                    yield cell, before, beside
                last[line] = cell


def _unread_rows(charts: Mapping[str, Chart], shipped: Mapping[str, Chart], procedures: list[Procedure]) -> Faults:
    """Yield rows that an overlay adds under a name that no request and no cell has."""
    fields = [field.field for procedure in procedures for field in procedure.inputs]
    asked = {row for field in fields for name in field.charts if name in charts for row in charts[name].rows}
    asked |= {word for field in fields for word in (*field.choices, *field.places)}
    words = {cell.text for chart in charts.values() for cell in chart.cells() if isinstance(cell.value, str)}
    by_cells = {target for chart in charts.values() for target in chart.names.values()}
    for name, chart in charts.items():
        if chart.rows_of or any(name in field.charts for field in fields):
            continue
        rows = shipped[name].rows
        # a word that is a column means that
        known = {*rows, *chart.conditions, *(words - {*chart.columns} if name in by_cells else words | asked)}
        for row in chart.rows:
            if row not in known and not row.isdigit():
                what = f"no request and no cell names the new row {row!r} of {name}"
                yield name, Fault(what, ["rows", row], row, rows)


def _unread_readings(readings: Mapping[str, Reading], asked: set[str]) -> Faults:
    """Yield readings that no rule asks for and that change no figure."""
    for id, reading in readings.items():
        if id not in asked and not any(option.figures or option.signs for option in reading.options):
            yield READINGS, Fault(f"no procedure asks for reading {id}, and it changes no figure", ["reading", id])


def _procedures(ruleset: Ruleset, faults: list[str]) -> list[Procedure]:
    """Return the procedures of a ruleset; one that cannot be loaded is a fault."""
    found = []
    for name, entry in ruleset.procedures.items():
        try:
            loaded: object = ruleset.procedure(name)
        except Exception as error:
            place = place_of_error(error, place_of_text(ruleset.package, entry))
            faults.append(f"{place}: {name} of {ruleset.name} cannot be loaded: {error}")
            continue
        if isinstance(loaded, Procedure):
            found.append(loaded)
        elif isfunction(loaded):
            faults.append(f"{place_of(loaded)}: {name} of {ruleset.name} is no procedure: it lacks @procedure(...)")
        else:
            module = sys.modules[resolve_name(entry.partition(":")[0], ruleset.package)]
            place = place_of_text(ruleset.package, entry) or f"{shown(module)}:1"
            faults.append(f"{place}: {name} of {ruleset.name} is no procedure: {entry} is {loaded!r}")
    return found


def _procedure_faults(
    procedure: Procedure, charts: Mapping[str, Chart], readings: Mapping[str, Reading]
) -> Iterator[str]:
    """Yield what a procedure lacks or names wrongly, as ``file:line: what``."""
    rule, request, outcomes, name = procedure.rule, procedure.request, procedure.outcomes, procedure.name
    for chart in procedure.charts:
        if chart not in charts:
            yield f"{place_of(rule)}: {name} reads the chart {chart!r}, which is none{nearest(chart, charts)}"
    if not procedure.summary:
        yield f"{place_of(rule)}: {name} has no docstring; its first line is the help of the procedure"
    if not isinstance(outcomes, type) or not issubclass(outcomes, Outcome):
        yield f"{place_of(rule)}: {name} has no outcomes; they are an enumeration of Outcome"
    elif not len(outcomes):
        yield f"{place_of(outcomes)}: {outcomes.__name__} names no outcome of {name}"
    else:
        source = source_of(rule.__module__)
        filled = dict.fromkeys((*request._fields, *sorted(source.names), *sorted(source.texts)))
        for outcome in outcomes:
            for place in places_in(outcome.says):
                if place not in filled:
                    near = nearest(place, [one for one in filled if one.isidentifier()], most=1)
                    what = f"{outcomes.__name__}.{outcome.name} has the place {place!r}, which nothing fills"
                    yield f"{place_of(outcomes)}: {what}{near}"
    for what in _request_faults(procedure):
        yield f"{place_of(request)}: {request.__name__}{what}"
    for id, at in source_of(rule.__module__).readings:
        if id not in readings:
            yield f"{at}: {id!r} is no reading{nearest(id, readings)}"


def _request_faults(procedure: Procedure) -> Iterator[str]:
    """Yield what the request of a procedure lacks, or which chart gives it no names."""
    known = {field.name for field in procedure.inputs}
    if "conditions" not in procedure.request._fields:
        yield f", the request of {procedure.name}, lacks the field conditions: Conditions = NOTHING"
    for field in procedure.request._fields:
        if field not in known and field != "conditions":
            yield f".{field} says nothing of itself: it is Annotated[..., Field(...)]"
    for one in procedure.inputs:
        for chart in one.field.charts:
            if chart not in procedure.charts:
                yield f".{one.name} takes its names from {chart!r}, which {procedure.name} does not read"
        if one.kind is Term and not one.field.charts:
            yield f".{one.name} takes its names from no chart"
