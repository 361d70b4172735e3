"""Charts as tables, each whole with its sources: in the order of play, or what an overlay and readings change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from refcli.core.cells import PUBLISHED, Cell, Source, Value
from refcli.core.charts import VALUE, Axis, Chart, Condition
from refcli.core.dice import die_named
from refcli.core.marks import LEGEND, MARKS, footnote, mark_of, which_of
from refcli.core.readings import Option, Reading
from refcli.printing.sheets.chances import chance_beside, percent
from refcli.printing.sheets.sheet import (
    ANY_TIME,
    REFERENCE,
    TO_FILL_IN,
    ChartGroup,
    Row,
    SheetCondition,
    SheetFigure,
    SheetReading,
    SheetTable,
    Style,
)


def chart_groups(
    turn: Sequence[str],
    phases: Mapping[str, str],
    uses: Mapping[str, Sequence[str]],
    charts: Mapping[str, Chart],
) -> tuple[ChartGroup, ...]:
    """All charts in the order of the sequence of play, each once, reference charts behind them all.

    ``phases`` gives the phase of a procedure, ``uses`` the names of the charts that a procedure reads, both in
    the order of play. A phase that is none of the turn's comes before the first turn. A chart stands where it is
    read first, or in the phase that it names itself, whatever reads it.
    """
    before = dict.fromkeys(phase for phase in phases.values() if phase not in turn)
    left = dict(charts)
    parts = []
    for phase in (*before, *turn, ANY_TIME):
        procedures = [name for name in uses if phases.get(name, ANY_TIME) == phase]
        names = dict.fromkeys(name for procedure in procedures for name in uses[procedure])
        names |= dict.fromkeys(name for name, chart in left.items() if chart.phase == phase)
        here = [name for name in names if name in left and not left[name].reference]
        found = [left.pop(name) for name in here if left[name].phase in ("", phase)]
        if found:
            parts.append(ChartGroup(phase, tuple(procedures), tuple(found)))
    if left:
        parts.append(ChartGroup(REFERENCE, (), tuple(left.values())))
    return tuple(parts)


def table_of(chart: Chart, style: Style) -> SheetTable:
    """A chart as the book lays it out."""
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
    """The marks that tables use, each with its meaning."""
    used = {figure.mark for table in tables for row in table.rows for figure in row.figures}
    used |= {one.modifier.mark for table in tables for one in table.conditions}
    return tuple((mark, LEGEND[origin]) for origin, mark in MARKS.items() if mark in used)


def readings_of(readings: Mapping[str, Reading], choices: Mapping[str, str]) -> tuple[SheetReading, ...]:
    """Each disputed rule and what holds; ``choices`` are those of the referee. Raises UnknownName."""
    found = []
    for reading in readings.values():
        option = reading.option(choices.get(reading.id, reading.default))
        found.append(SheetReading(reading.id, reading.question, option.word, _meaning(option), _meaning(reading.usual)))
    return tuple(found)


def _meaning(option: Option) -> str:
    return f"{option.word}: {option.text}"


def changes_of(
    figures: Iterable[tuple[str, str | None, str]], readings: Iterable[SheetReading], charts: Mapping[str, Chart]
) -> tuple[SheetTable, ...]:
    """What differs from the rules as shipped: what charts and templates say, by name, and readings chosen.

    ``figures`` are the name, what is shipped (None: nothing) and what holds here.
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
    tables = []
    heads = (SheetFigure("as shipped"), SheetFigure("at this table"))
    if changed:
        tables.append(SheetTable("figures", "Charts and templates", "what", heads, changed))
    if chosen:
        tables.append(SheetTable("readings", "Disputed rules", "the question", heads, chosen))
    return tuple(tables)


def _place(ref: str, charts: Mapping[str, Chart]) -> str:
    """The name of a cell or condition in words: the chart's title, then its row and column, or the condition."""
    name, _, rest = ref.partition(".")
    chart = charts.get(name)
    if chart is None:
        return ref
    for cell in chart.cells():
        if cell.ref == ref:
            column = ref.removeprefix(f"{name}.").partition(".")[2]
            return ", ".join(filter(None, (chart.title, cell.label, column and chart.column_label(column))))
    return f"{chart.title}, {_said(rest)}"


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
    """What stands over the rows, and beside it what the bands are of where their heads do not tell."""
    row, *column = chart.axes
    by = [f"by {_said(axis.name)}" for axis in column if axis.bands and axis.unit in ("", axis.name)]
    return ", ".join([_said(row.name), *by])


def _heads(chart: Chart, style: Style) -> Iterator[SheetFigure]:
    """The heads of the columns: names, or bands; those of a die have their chance."""
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
    """Where the figures stand: the chart's source, then other sections, and whatever is not published."""
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


def _said(name: str) -> str:
    return name.replace("-", " ")
