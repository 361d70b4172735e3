"""What no schema sees: whether the charts and the rules of a ruleset fit each other."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from refcli.core.cells import HOUSE, OVERLAY, Cell, split
from refcli.core.charts import Chart, Condition
from refcli.core.dice import AVERAGE_DIE, die_named
from refcli.core.errors import BadData, Likeness
from refcli.core.limits import in_short
from refcli.core.procedure import Procedure, Ruleset
from refcli.core.readings import Reading
from refcli.files.check_rules import loaded_procedures, procedure_faults
from refcli.files.check_states import play_faults, state_faults
from refcli.files.code import said_for
from refcli.files.library import ABOUT, READINGS, STATES, Library
from refcli.files.overlays import unknown_words

Entry = list[str | int]
"""The keys of an entry of a file, one of a list by its name or id."""


def faults_of(ruleset: Ruleset, library: Library) -> list[str]:
    """Every fault of a ruleset's charts and rules, as ``file:line: what``. Raises BadData where charts do not load."""
    if not library.folder.is_dir():
        what = f"there is no folder {library.shown}; it holds the charts of {ruleset.name}"
        raise BadData([f"{library.shown}/{ABOUT}.toml:1: {what}"])
    charts, readings = library.everything(), library.readings()
    found: list[str] = []
    near = Likeness()
    procedures = loaded_procedures(ruleset, found)
    if found:  # what it reads cannot be told
        return found
    for procedure in procedures:
        found.extend(procedure_faults(procedure, charts, readings))
    found.extend(_about(library, ruleset, near))
    on_the_table = frozenset().union(*(template.charts for template in library.templates().values()))
    for name, chart in charts.items():
        readers = [procedure for procedure in procedures if name in procedure.charts]
        if not readers and name not in on_the_table:
            found.append(library.file(name).fault([], f"no procedure and no template reads {name}"))
        faults = _chart(chart, charts, library.about()["turn"], near)
        found.extend(library.fault(name, entry, what) for entry, what in faults)
        found.extend(library.fault(of, ["rows", row], what) for of, row, what in _rows_of(chart, charts, near))
        for condition in chart.conditions.values():
            for what in _condition(condition, chart, readers, procedures, near):
                found.append(library.fault(name, ["condition", condition.name, "name"], what))
            for what in _excluded(condition, charts, near):
                found.append(library.fault(name, ["condition", condition.name, "excludes"], what))
    for name, row, what in _unread(charts, library.as_shipped().charts(charts), procedures, near):
        found.append(library.fault(name, ["rows", row], what))
    found.extend(_readings(library, ruleset, readings, charts, procedures))
    states, play = library.states()
    for at, what in state_faults(states, procedures, charts, readings):
        found.append(library.fault(STATES, at, what))
    for at, what in play_faults(play, states, procedures, library.about().get("phases", ())):
        found.append(library.fault(ABOUT, at, what))
    return list(dict.fromkeys(found))


def _about(library: Library, ruleset: Ruleset, near: Likeness) -> Iterator[str]:
    """Procedures and phases that the ruleset's own file speaks of, and that are none."""
    about = library.about()
    for key in ("phases", "examples"):
        for name in about.get(key, {}):
            if name not in ruleset.procedures:
                yield library.fault(ABOUT, [key, name], f"{name!r} is no procedure{near(name, ruleset.procedures)}")
    for name, phase in about.get("phases", {}).items():
        if phase not in about["turn"] and not phase.startswith(("before ", "after ")):
            yield library.fault(ABOUT, ["phases", name], f"{phase!r} is no phase{near(phase, about['turn'])}")


def _chart(
    chart: Chart, charts: Mapping[str, Chart], turn: Collection[str], near: Likeness
) -> Iterator[tuple[Entry, str]]:
    """Faults of a chart's figures and names: the entry, and what is wrong."""
    if not chart.rows and not chart.conditions:
        yield ["rows"], f"{chart.name} has neither a row nor a condition"
    if chart.die and die_named(chart.die) is None:
        yield ["die"], f"{chart.die!r} is no die: d6, d10, {AVERAGE_DIE.name}"
    for row, what in _not_rising(chart):
        yield ["rows", row], what
    for row in chart.rows:
        for cell in (chart.cell(row, column) for column in chart.columns):
            if not cell.source.section or (cell.source.origin not in (HOUSE, OVERLAY) and not cell.source.lines):
                yield ["rows", row], f"{cell.ref} has no source"
            if cell.sign and isinstance(cell.value, str):
                yield ["rows", row], f"{cell.ref} is a number required, not {cell.value!r}"
    if chart.phase and chart.phase not in turn:
        yield ["phase"], f"{chart.phase!r} is no phase{near(chart.phase, turn)}"
    for row, _, what in unknown_words(chart, charts, near):
        yield ["rows", row], what
    for column, target in chart.names.items():
        if target not in charts:
            yield ["names", column], f"{target!r} is no chart{near(target, charts)}"
    for name in chart.rows_of:
        if name not in charts:
            yield ["rows-of"], f"{name!r} is no chart{near(name, charts)}"


def _rows_of(chart: Chart, charts: Mapping[str, Chart], near: Likeness) -> Iterator[tuple[str, str, str]]:
    """Rows that a chart lacks or has alone, though its rows are those of others: chart and row, and what is wrong."""
    others = [charts[name] for name in chart.rows_of if name in charts and charts[name].rows]
    if len(others) < len(chart.rows_of) or not others:
        return
    for other in others:
        for row in other.rows:
            if row not in chart.rows:
                yield other.name, row, f"{row!r} of {other.name} has no row in {chart.name}"
    known = dict.fromkeys(row for other in others for row in other.rows)
    for row in chart.rows:
        if row not in known:
            yield chart.name, row, f"{row!r} is no row of {' or '.join(chart.rows_of)}{near(row, known)}"


def _condition(
    condition: Condition, chart: Chart, readers: list[Procedure], procedures: list[Procedure], near: Likeness
) -> Iterator[str]:
    """Faults of one condition: nothing reads it, or it is said of what no request has."""
    name = condition.name
    names = [procedure.name for procedure in procedures]
    for only in condition.only:
        if only not in names:
            yield f"condition {name!r} is for no procedure: {only!r}{near(only, names)}"
    knowing = [procedure for procedure in readers if not condition.only or procedure.name in condition.only]
    if condition.value is None:
        by_name = any(name in said_for(procedure.rule.__module__).texts for procedure in knowing)
        if not by_name and name not in chart.rows:
            yield f"condition {name!r} has no value, and no procedure reads it by name"
    elif not any(chart.modifies in procedure.sums for procedure in knowing):
        yield f"condition {name!r} modifies {chart.modifies or 'nothing'!r}, which no procedure adds up"
    if condition.of:
        fields = {procedure.name: [field.name for field in procedure.inputs] for procedure in knowing}
        having = ", ".join(f'"{one}"' for one in fields if condition.of in fields[one])
        for one, known in fields.items():
            if condition.of not in known:
                keep = f"; only = [{having}] keeps it from there" if having else ""
                yield f"condition {name!r} is of the {condition.of}; {one} has {', '.join(known)}{keep}"


def _excluded(condition: Condition, charts: Mapping[str, Chart], near: Likeness) -> Iterator[str]:
    """Conditions of other charts that one excludes, and that are none."""
    known = [f"{chart.name}.{name}" for chart in charts.values() for name in chart.conditions]
    for name in condition.excludes:
        if "." in name and name not in known:
            yield f"{condition.name} excludes no condition: {in_short(name)}{near(name, known)}"


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
    charts: Mapping[str, Chart], shipped: Mapping[str, Chart], procedures: list[Procedure], near: Likeness
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
        if chart.rows_of or any(name in field.charts for field in fields):
            continue
        for row in chart.rows:
            if row not in known and not row.isdigit():
                yield name, row, f"no request and no cell names the new row {row!r} of {name}{near(row, rows)}"


def _readings(
    library: Library,
    ruleset: Ruleset,
    readings: Mapping[str, Reading],
    charts: Mapping[str, Chart],
    procedures: Iterable[Procedure],
) -> Iterator[str]:
    asked = {id for procedure in procedures for id, _ in said_for(procedure.rule.__module__).readings}
    asked |= {bar.reading.partition("=")[0] for state in library.states()[0].values() for bar in state.bars}
    asked |= {id.partition("=")[0] for id, _ in said_for(type(ruleset.hook()).__module__).readings}
    for reading in readings.values():
        if len(reading.options) < 2:
            what = f"reading {reading.id} has one option, which is no choice"
            yield library.fault(READINGS, ["reading", reading.id, "option", 0], what)
        if reading.id not in asked and not any(option.figures or option.signs for option in reading.options):
            what = f"no procedure asks for reading {reading.id}, and it changes no figure"
            yield library.fault(READINGS, ["reading", reading.id], what)
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
            for chart in option.signs:
                if chart not in charts:
                    sign: list[str | int] = ["reading", reading.id, "option", number, "needs", chart]
                    yield library.fault(READINGS, sign, f"reading {reading.id} signs {chart!r}, which is no chart")
