"""What the references of a plan name: the cells and the conditions of charts."""

from collections.abc import Iterator, Mapping

from refcli.core.cells import HOUSE, INFERRED, PUBLISHED, split
from refcli.core.charts import Chart
from refcli.core.quick_sheet import Part


def condition_ref(chart: Chart, name: str) -> str:
    """How a condition is told from a row of its name."""
    return f"{chart.name}:{name}"


def meant(charts: Mapping[str, Chart], ref: str, figure: bool = False) -> set[str]:
    """The cells and conditions that a reference names: one, those of a row, a column or a chart; or a figure."""
    chart, places, conditions = _named(charts, ref, figure)
    return {*(cell_ref(chart, *place) for place in places), *(condition_ref(chart, one) for one in conditions)}


def _named(
    charts: Mapping[str, Chart], ref: str, figure: bool = False
) -> tuple[Chart, list[tuple[str, str]], list[str]]:
    """The chart of a reference, the rows and columns that it names there, and the conditions."""
    name, row, column = split(ref)
    chart = charts[name]
    conditions = [one for one in chart.conditions if one == row] if row or column else [*chart.conditions]
    if row in chart.rows:
        return chart, [(row, one) for one in chart.columns if column in ("", one)], [] if figure else conditions
    if row and conditions:
        return chart, [], conditions
    named = column or row
    columns = [one for one in chart.columns if not named or one == named]
    return chart, [(one, at) for one in chart.rows for at in columns], conditions


def cell_ref(chart: Chart, row: str, column: str) -> str:
    """The reference of a cell, which need not be looked up for it."""
    return f"{chart.name}.{row}.{column}" if column else f"{chart.name}.{row}"


def column_of(charts: Mapping[str, Chart], ref: str) -> set[str]:
    """The cells of a column, whatever row or condition is called alike."""
    name, column, _ = split(ref)
    return meant(charts, f"{name}..{column}")


def said_by(charts: Mapping[str, Chart], part: Part) -> tuple[str, ...]:
    """The figures and modifiers in the places of a part, and what it states in its own words."""
    placed = [one for ref in part.places for one in sorted(meant(charts, ref, figure=True))]
    said = dict.fromkeys(one for ref in part.says for one in _stated(charts, ref, part))
    return (*placed, *(one for one in said if one not in placed))


def _stated(charts: Mapping[str, Chart], ref: str, part: Part) -> Iterator[str]:
    """What a line may state in its own words: no number, nothing changed by this table, no modifier but its own.

    Beside a table these are conditions and other charts' words: its own stand in it.
    """
    chart, places, conditions = _named(charts, ref)
    for place in () if chart.name in part.table else places:
        cell = chart.cell(*place)
        ours = cell.source.origin in (PUBLISHED, INFERRED, HOUSE)
        if ours and not isinstance(cell.value, (int, float)):
            yield cell.ref
    shown = {_modifier(charts, place) for place in part.places}
    for one in conditions:
        if (value := chart.conditions[one].value) is None or value in shown:
            yield condition_ref(chart, one)


def _modifier(charts: Mapping[str, Chart], ref: str) -> float | None:
    """The modifier that a place shows, if it shows one."""
    name, row, _ = split(ref)
    condition = charts[name].conditions.get(row) if row not in charts[name].rows else None
    return condition.value if condition else None
