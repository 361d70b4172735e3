"""Whole charts as tables with their sources, states in words, and the changes of overlays and readings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from refcli.core.cells import PUBLISHED, Cell, Source, Value
from refcli.core.charts import VALUE, Axis, Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import LEGEND, MARKS, footnote, mark_of, which_of
from refcli.core.readings import Reading
from refcli.core.sentence import Proper, fill, some
from refcli.core.states import Bar, Moment, State, Trigger
from refcli.printing.sheets.sheet import (
    TO_FILL_IN,
    Row,
    SheetCondition,
    SheetFigure,
    SheetReading,
    SheetState,
    SheetTable,
    Style,
)
from refcli.printing.sheets.sheet_figures import chance_beside, percent

OUT = "out of play"

WHOSE = {"name": "by name"}
"""Printed names of owners, if they differ."""


def table_of(chart: Chart, style: Style) -> SheetTable:
    """Return a chart as its book prints it."""
    rows = tuple(
        Row(row, chart.label(row), tuple(_figure(chart, row, column, style) for column in chart.columns))
        for row in chart.rows
    )
    conditions = tuple(_condition(condition, style) for condition in chart.conditions.values())
    return SheetTable(
        chart.name,
        chart.title,
        _corner(chart),
        tuple(_heads(chart, style)),
        rows,
        (*chart.facts, *(["each chance is that of this result alone"] if chart.rungs else [])),
        conditions,
        chart.notes,
        tuple(_sources(chart, style)),
    )


def legend_of(tables: Iterable[SheetTable]) -> tuple[tuple[str, str], ...]:
    """Return the marks of tables with their meanings."""
    used = {figure.mark for table in tables for row in table.rows for figure in row.figures}
    used |= {one.modifier.mark for table in tables for one in table.conditions}
    return tuple((mark, LEGEND[origin]) for origin, mark in MARKS.items() if mark in used)


def readings_of(readings: Mapping[str, Reading], choices: Mapping[str, str]) -> tuple[SheetReading, ...]:
    """Return each disputed rule with the option of ``choices``, else of the charts. Raises UnknownName."""
    found = []
    for reading in readings.values():
        option, usual = reading.option(choices.get(reading.id, reading.default)), reading.usual
        texts = (f"{one.word}: {one.text}" for one in (option, usual))
        found.append(SheetReading(reading.id, reading.question, option.word, *texts))
    return tuple(found)


def changes_of(
    figures: Iterable[tuple[str, str | None, str]], readings: Iterable[SheetReading], charts: Mapping[str, Chart]
) -> tuple[SheetTable, ...]:
    """Return the differences from the rules as shipped: figures of charts and templates, and chosen readings.

    ``figures`` are names, each with the shipped figure, or None, and the figure in force.
    """
    changed = tuple(
        Row(ref, _place(ref, charts), (SheetFigure("-" if old is None else old), SheetFigure(new)))
        for ref, old, new in figures
    )
    chosen = tuple(
        Row(one.id, f"{one.id}: {one.question}", (SheetFigure(one.usual), SheetFigure(one.holds)))
        for one in readings
        if one.changed
    )
    heads = (SheetFigure("as shipped"), SheetFigure("at this table"))
    tables = (
        SheetTable("figures", "Charts and templates", "what", heads, changed),
        SheetTable("readings", "Disputed rules", "the question", heads, chosen),
    )
    return tuple(table for table in tables if table.rows)


def _place(ref: str, charts: Mapping[str, Chart]) -> str:
    """Return the name of a cell or condition in words: ``Combat Table, Infantry, Tank``."""
    name, _, rest = ref.partition(".")
    chart = charts.get(name)
    if chart is None:
        return ref
    for cell in chart.cells():
        if cell.ref == ref:
            column = ref.removeprefix(f"{name}.").partition(".")[2]
            return ", ".join(filter(None, (chart.title, cell.label, column and chart.column_label(column))))
    return f"{chart.title}, {_spaced(rest)}"


def _figure(chart: Chart, row: str, column: str, style: Style) -> SheetFigure:
    cell = chart.cell(row, column)
    point = cell.source.at
    if style.published_only and cell.source.is_house:
        return SheetFigure(TO_FILL_IN)
    if style.published_only and point is not None:
        return SheetFigure(f"{cell.said} at {point:g}")
    mark = mark_of(cell.source)
    return SheetFigure(cell.said, chance_beside(chart, row, column, style) if style.odds != "none" else "", mark)


def _corner(chart: Chart) -> str:
    """Return the head of the labels, with the meaning of the bands unless their heads have a unit."""
    row, *column = chart.axes
    by = [f"by {_spaced(axis.name)}" for axis in column if axis.bands and axis.unit in ("", axis.name)]
    return ", ".join([_spaced(row.name), *by])


def _heads(chart: Chart, style: Style) -> Iterator[SheetFigure]:
    """Yield the heads of the columns; a band of die faces has its chance."""
    axis = chart.axes[1] if len(chart.axes) > 1 else Axis("")
    die = die_named(axis.unit) if axis.bands else None
    unit = "" if axis.unit == axis.name else axis.unit
    for index, column in enumerate(chart.columns):
        head = chart.head(column, unit, die is not None)
        if die is None or style.odds == "none":
            yield SheetFigure(head)
        else:
            low, high = axis.bands[index]
            yield SheetFigure(head, percent(Fraction(sum(low <= face <= high for face in die.faces), len(die.faces))))


def _condition(condition: Condition, style: Style) -> SheetCondition:
    value: Value = condition.value
    text = "" if value is None else f"{value:+g}"
    mark = mark_of(condition.source)
    hidden = style.published_only and condition.source.is_house
    told = condition.text if VALUE in condition.says else condition._replace(value=None).told
    return SheetCondition(condition.name, SheetFigure(TO_FILL_IN) if hidden else SheetFigure(text, "", mark), told)


def _sources(chart: Chart, style: Style) -> Iterator[str]:
    """Yield the chart's source, then the sources of other sections and of unpublished figures."""
    if not (style.published_only and chart.source.is_house):
        yield footnote(chart.source)
    beside: dict[Source, list[Cell]] = {}
    for source, cells in chart.sources_beside().items():
        if style.published_only and source.is_house:
            continue
        if (source.origin, source.section) != (chart.source.origin, chart.source.section):
            short = source._replace(lines="") if source.origin == PUBLISHED else source
            beside.setdefault(short, []).extend(cells)
    yield from (footnote(source, which_of(chart, cells)) for source, cells in beside.items())


def _spaced(name: str) -> str:
    return name.replace("-", " ")


def state_lines(states: Iterable[State], holds: Callable[[str], bool] = lambda reading: True) -> tuple[SheetState, ...]:
    """Return states in words, in their order; ``holds`` is whether a reading is in force."""
    found = []
    for state in states:
        bars = tuple([bar for bar in state.bars if not bar.reading or holds(bar.reading)])
        lines = state.source.lines
        where = f"({'line' if lines.isdigit() else 'lines'} {lines})" if lines else ""
        said = " ".join((*_parts(state._replace(bars=bars)), where)).strip()
        found.append(SheetState(state.label, WHOSE.get(state.of, state.of), said))
    return tuple(found)


def _parts(state: State) -> Iterator[str]:
    begins = _either(map(_trigger, state.begins))
    ends = _either((*map(_trigger, state.ends), *map(_moment, state.until)))
    if begins or ends:
        yield _sentence(", ".join(filter(None, (begins and f"begins with {begins}", ends and f"until {ends}"))))
    if state.then:
        yield _sentence(f"then {_spaced(state.then)}")
    if state.out and state.label != OUT:
        yield _sentence(OUT)
    given = dict.fromkeys(_spaced(give.condition) for give in state.gives)
    if given:
        yield _sentence(f"gives {', '.join(given)}")
    filled = dict.fromkeys(_spaced(filling.field) for filling in state.fills if filling.field != state.name)
    if filled:
        yield _sentence(f"fills in {', '.join(filled)}")
    who = "" if state.of == "game" else "it "
    for later, reason in dict.fromkeys(map(_reason, state.bars)):
        barred = _either(_spaced(name) for bar in state.bars if _reason(bar) == (later, reason) for name in bar.by)
        yield f"No {barred}{later}: {who}{reason}."


def _trigger(trigger: Trigger) -> str:
    """Return the beginning or end of a state: ``disrupt in bombard``, ``move with withdraw``."""
    by = _either(map(_spaced, trigger.by))
    said = _spaced(trigger.effect) or by
    said += f" in {by}" if by and by != said else ""
    said += f" ({trigger.detail})" if trigger.detail else ""
    said += f" with {_spaced(trigger.stated)}" if trigger.stated else ""
    said += f" if {_spaced(trigger.held)}" if trigger.held else ""
    return f"{said} unless {_spaced(trigger.unless)}" if trigger.unless else said


def _moment(moment: Moment) -> str:
    """Return the moment at which a state ends by itself: ``the end of the turn``."""
    if moment.counted:
        return "so many turns after"
    if moment.turns:
        return f"{some(moment.turns, 'turn')} after"
    own = "its own " if moment.own else "the " if moment.what in ("turn", "phase") else ""
    return f"the {moment.edge} of {own}{moment.what}"


def _reason(bar: Bar) -> tuple[str, str]:
    """Return when a bar begins, and its reason."""
    later = f" after {some(bar.after, 'turn')}" if bar.after else ""
    return later, fill(bar.text, {"unit": Proper("it"), "value": "that one"})


def _either(said: Iterable[str]) -> str:
    """Return alternatives, each once: ``fire, bombard or smoke``."""
    found = [*dict.fromkeys(said)]
    return " or ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."
