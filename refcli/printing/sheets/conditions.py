"""The conditions of a quick-reference sheet, grouped by modifier or by consequence."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from refcli.core.charts import VALUE, Chart, Condition
from refcli.printing.sheets.cell_figures import CellFigures
from refcli.printing.sheets.plans import condition_ref
from refcli.printing.sheets.sheet import TO_FILL_IN, SheetCondition, SheetFigure, SheetTable

ARTICLE = re.compile(r"^an? ")

Same = list[tuple[Chart, Condition]]
"""Conditions of one text and consequence, with their charts."""


def conditions_table(
    conditions: Iterable[tuple[Chart, Condition]], figures: CellFigures, title: str = ""
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


def _valued(conditions: Iterable[Same], figures: CellFigures) -> Iterator[SheetCondition]:
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
