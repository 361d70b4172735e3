"""The exact chance of a target number on the die of its chart, as it stands beside the number."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from refcli.core.cells import Cell, TargetNumber
from refcli.core.charts import Chart
from refcli.core.dice import Die, die_named
from refcli.printing.sheets.sheet import Style


def percent(chance: Fraction) -> str:
    """A chance in per cent, exactly: ``40%``, ``33⅓%``, ``1 5/9%``."""
    whole, rest = divmod(chance * 100, 1)
    if not rest:
        return f"{whole}%"
    glyph = {Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 2): "½"}.get(rest)
    return f"{whole or ''}{glyph}%" if glyph else f"{whole} {rest}%" if whole else f"{rest}%"


def chance_of(die: Die, target: TargetNumber, rungs: Iterable[TargetNumber] = ()) -> Fraction:
    """The chance that a die meets a number required, and none of the harder ones among ``rungs``."""

    def met(one: TargetNumber) -> list[int]:
        return [face for face in die.faces if one.met_by(face)]

    faces = met(target)
    harder = {face for rung in rungs if len(met(rung)) < len(faces) for face in met(rung)}
    return Fraction(sum(face not in harder for face in faces), len(die.faces))


def chance_beside(chart: Chart, row: str, column: str, style: Style) -> str:
    """The chance of a target number on the chart's die; empty for any other figure, and where it says nothing."""
    cell, die = chart.cell(row, column), die_named(chart.die)
    if die is None or not cell.sign or not isinstance(cell.value, (int, float)):
        return ""
    rungs = tuple(_rungs(chart, row, column))
    if style.published_only and any(rung.source.is_house for rung in rungs):
        return ""
    chance = chance_of(die, cell.target_number, [rung.target_number for rung in rungs])
    return percent(chance) if 0 < chance < 1 else ""


def _rungs(chart: Chart, row: str, column: str) -> Iterator[Cell]:
    """The numbers required that one roll may meet besides that of a cell."""
    along = ((row, other) for other in chart.columns)
    down = ((other, column) for other in chart.rows)
    places = along if chart.rungs == "rows" else down if chart.rungs == "columns" else ()
    for place in places:
        cell = chart.cell(*place)
        if cell.sign and not cell.blank and place != (row, column):
            yield cell
