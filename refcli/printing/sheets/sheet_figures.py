"""Figures and conditions as a quick-reference sheet shows them: in words, with chances and marks."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from refcli.core.cells import Cell, Source, TargetNumber, split
from refcli.core.charts import VALUE, Chart, Condition
from refcli.core.dice import Die, die_named
from refcli.core.marks import Marks
from refcli.core.quick_sheet import PLACE, Part
from refcli.core.reference import in_words
from refcli.printing.sheets.plans import condition_ref
from refcli.printing.sheets.sheet import TO_FILL_IN, Row, SheetCondition, SheetFigure, SheetTable, Style

PLAIN = Part(chances=False)
"""A part without wishes."""


ARTICLE = re.compile(r"^an? ")

Same = list[tuple[Chart, Condition]]
"""Conditions of one text and consequence, with their charts."""


class SheetFigures:
    """Shows the figures of charts on a quick-reference sheet in a style, with their marks."""

    def __init__(self, charts: Mapping[str, Chart], style: Style, marks: Marks) -> None:
        self.charts = charts
        self.style = style
        self.marks = marks

    def filled(self, line: str) -> str:
        """Return a line with the figures in its places."""

        def text(ref: str) -> str:
            name, row, column = split(ref)
            chart = self.charts[name]
            if row in chart.rows:
                shown = self.figure(chart.cell(row, column), chart, row, column)
            else:
                shown = self.modifier(chart.conditions[row])
            return f"{shown.text}{shown.mark}"

        return PLACE.sub(lambda place: text(place[1]), line)

    def modifier(self, condition: Condition) -> SheetFigure:
        """Return the modifier of a condition."""
        if self._left_open(condition.source):
            return SheetFigure(TO_FILL_IN)
        text = "" if condition.value is None else f"{condition.value:+g}"
        return SheetFigure(text, "", self.marks.of(condition.source))

    def figure(self, cell: Cell, chart: Chart, row: str, column: str, part: Part = PLAIN) -> SheetFigure:
        """Return a cell as a part of the sheet shows it."""
        if self._left_open(cell.source):
            return SheetFigure(TO_FILL_IN, ref=cell.ref)
        if self.style.published_only and cell.source.at is not None:
            return SheetFigure(f"{cell.said} at {cell.source.at:g}", ref=cell.ref)
        mark = "" if cell.blank else self.marks.of(cell.source)
        chance = chance_beside(chart, row, column, self.style) if self._has_chances(part, chart) else ""
        return SheetFigure(
            part.values.get(str(cell.value)) or in_words(chart, column, cell, self.charts), chance, mark, cell.ref
        )

    def words(self, part: Part, row: str, words: Iterable[str]) -> SheetFigure:
        """Return in words what a row has in some columns; a blank has no words."""
        found, refs = [], []
        for ref in words:
            name, column, _ = split(ref)
            chart = self.charts[name]
            if row not in chart.rows:
                continue
            cell = chart.cell(row, column)
            refs.append(cell.ref)
            if not cell.blank:
                shown = self.figure(cell, chart, row, column, part)
                found.append(part.words[ref].replace("{}", f"{shown.text}{shown.mark}"))
        return SheetFigure(", ".join(found), ref=" ".join(refs))

    def _left_open(self, source: Source) -> bool:
        return self.style.published_only and source.is_house

    def _has_chances(self, part: Part, chart: Chart) -> bool:
        if self.style.odds != "some":
            return self.style.odds == "all"
        return part.chances if part.chances is not None else len(chart.axes) > 1 and bool(chart.modifies)


def head_of(part: Part, chart: Chart, column: str, joined: bool) -> SheetFigure:
    """Return the head of a column; ``joined`` if its table shows other charts as well."""
    ref = f"{chart.name}.{column}".rstrip(".")
    if ref in part.heads:
        return SheetFigure(part.heads[ref])
    if not column:
        return SheetFigure(chart.title if joined else "")
    axis = chart.axes[1]
    if not axis.bands or chart.head(column) == chart.column_label(column):
        return SheetFigure(chart.column_label(column))
    if die_named(axis.unit):
        return SheetFigure(chart.head(column, "", True))
    return SheetFigure(column)


def corner_of(chart: Chart) -> str:
    """Return the head of the labels, with the meaning of the bands beside it."""
    row, *column = (axis.name.replace("-", " ") for axis in chart.axes)
    if not column:
        return ""
    axis = chart.axes[1]
    if axis.bands and not die_named(axis.unit):
        unit = "" if axis.unit in ("", axis.name) else f" in {axis.unit}"
        return f"{row}, by {column[0]}{unit} up to"
    return row


def in_bands(table: SheetTable) -> SheetTable:
    """Return a table with consecutive numbers of the same figures as one row, from the first to the last."""
    rows: list[Row] = []
    for same in (list(found) for _, found in groupby(table.rows, lambda row: [one[:3] for one in row.figures])):
        first, last = same[0], same[-1]
        if len(same) == 1 or not all(row.label.isdecimal() for row in same):
            rows.extend(same)
            continue
        columns = zip(*(row.figures for row in same), strict=True)
        figures = tuple(column[0]._replace(ref=" ".join(figure.ref for figure in column)) for column in columns)
        rows.append(Row(first.name, f"{first.label}-{last.label}", figures))
    return table._replace(rows=tuple(rows))


def chance_beside(chart: Chart, row: str, column: str, style: Style) -> str:
    """Return the chance of a target number on the chart's die; empty for any other figure, for 0 and for 1."""
    cell, die = chart.cell(row, column), die_named(chart.die)
    if die is None or not cell.sign or not isinstance(cell.value, (int, float)):
        return ""
    rungs = tuple(_rungs(chart, row, column))
    if style.published_only and any(rung.source.is_house for rung in rungs):
        return ""
    chance = _chance_of(die, cell.target_number, [rung.target_number for rung in rungs])
    return percent(chance) if 0 < chance < 1 else ""


def percent(chance: Fraction) -> str:
    """Return an exact chance in per cent: ``40%``, ``33⅓%``, ``1 5/9%``."""
    whole, rest = divmod(chance * 100, 1)
    if not rest:
        return f"{whole}%"
    glyph = {Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 2): "½"}.get(rest)
    return f"{whole or ''}{glyph}%" if glyph else f"{whole} {rest}%" if whole else f"{rest}%"


def _chance_of(die: Die, target: TargetNumber, rungs: Iterable[TargetNumber]) -> Fraction:
    """Return the chance that a die meets a target number, and none of the harder ones among ``rungs``."""

    def met(one: TargetNumber) -> list[int]:
        return [face for face in die.faces if one.met_by(face)]

    faces = met(target)
    harder = {face for rung in rungs if len(met(rung)) < len(faces) for face in met(rung)}
    return Fraction(sum(face not in harder for face in faces), len(die.faces))


def _rungs(chart: Chart, row: str, column: str) -> Iterator[Cell]:
    """Yield the other target numbers that the same roll may meet."""
    along = ((row, other) for other in chart.columns)
    down = ((other, column) for other in chart.rows)
    places = along if chart.rungs == "rows" else down if chart.rungs == "columns" else ()
    for place in places:
        cell = chart.cell(*place)
        if cell.sign and not cell.blank and place != (row, column):
            yield cell


def conditions_table(
    conditions: Iterable[tuple[Chart, Condition]], figures: SheetFigures, title: str = ""
) -> SheetTable:
    """Return conditions as a table without rows; equal ones of several charts appear once."""
    found: dict[str, Same] = {}
    for chart, one in conditions:
        found.setdefault(f"{one.text} {one.value} {one.says}", []).append((chart, one))
    valued = [same for same in found.values() if same[0][1].value is not None]
    others = [same for same in found.values() if same[0][1].value is None]
    by = {_sum_of(same[0][0]) for same in valued}
    return SheetTable(
        title=title,
        conditions=tuple(_valued(valued, figures)),
        by=", ".join(sorted(by)),
        notes=tuple(_consequences(same[0][1] for same in others)),
        said=tuple(ref for same in others for ref in _refs(same)),
    )


def _refs(same: Same) -> list[str]:
    return [condition_ref(chart, one.name) for chart, one in same]


def _valued(conditions: Iterable[Same], figures: SheetFigures) -> Iterator[SheetCondition]:
    def value(same: Same) -> tuple[float, str]:
        condition = same[0][1]
        shown = figures.modifier(condition)
        return condition.value or 0, shown.text if shown.text == TO_FILL_IN else shown.mark

    for (_, mark), alike in groupby(sorted(conditions, key=value), value):
        several = list(alike)
        figure = SheetFigure(mark) if mark == TO_FILL_IN else figures.modifier(several[0][0][1])
        refs = " ".join(ref for same in several for ref in _refs(same))
        yield SheetCondition("", figure._replace(ref=refs), "; ".join(modifier_text(*same[0]) for same in several))


def _sum_of(chart: Chart) -> str:
    """Return the heading of a chart's modifiers: ``modifiers to hit``, ``morale marker``."""
    said = chart.says.replace(VALUE, "").strip() or f"to the {chart.modifies.replace('-', ' ')}"
    return f"modifiers {said}" if said.startswith("to ") else said


def modifier_text(chart: Chart, condition: Condition) -> str:
    """Return the reason of a modifier, with ``each`` if it can hold several times, and its other consequences."""
    text = ARTICLE.sub("each ", condition.text) if condition.counted else condition.text
    more = condition.says.removeprefix(chart.says).replace(VALUE, "").strip(" ,")
    return ", ".join(filter(None, (text, more)))


def _consequences(conditions: Iterable[Condition]) -> Iterator[str]:
    """Yield ``Cannot fire: disrupted; unobserved.`` for several of one consequence, else ``Disrupted: cannot fire.``"""
    found: dict[str, list[str]] = {}
    for one in conditions:
        found.setdefault(one.says, []).append(one.text)
    for says, texts in found.items():
        if len(texts) > 1:
            yield f"{says[:1].upper()}{says[1:]}: {'; '.join(texts)}."
        else:
            yield f"{texts[0][:1].upper()}{texts[0][1:]}: {says}."
