"""The plan of a quick-reference sheet read against its charts: which blocks there are, what its references name."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from refcli.core.cells import HOUSE, INFERRED, PUBLISHED, split
from refcli.core.charts import Chart
from refcli.core.quick_sheet import Block, Part, Plan
from refcli.printing.sheets.sheet import ChartGroup

MOST_CHARTS = 4
"""Charts of a phase that are one block unless the plan decides otherwise; more are a block each."""


def slug(title: str) -> str:
    """Return the title of a block as it is typed: ``Who may attack whom`` is ``who-may-attack-whom``."""
    return "-".join(re.findall(r"\w+", title.lower()))


def planned(plan: Plan, groups: Iterable[ChartGroup]) -> tuple[Block, ...]:
    """Return the blocks of a plan, with the charts that it does not name added to their phase."""
    blocks = list(plan.blocks)
    placed = {name for block in blocks for name in block.named}
    for group in groups:
        left = tuple(chart.name for chart in group.charts if chart.name not in placed and not chart.reference)
        if not left:
            continue
        at = max((at for at, block in enumerate(blocks, 1) if block.phase == group.title), default=0)
        if at:
            blocks[at - 1] = blocks[at - 1]._replace(charts=(*blocks[at - 1].charts, *left))
        elif len(left) <= MOST_CHARTS:
            blocks.append(Block(group.title, group.title, left))
        else:
            blocks += [Block(chart.title, group.title, (chart.name,)) for chart in group.charts if chart.name in left]
    return tuple(blocks)


def picked(blocks: Iterable[Block], wanted: Collection[str], charts: Mapping[str, Chart]) -> tuple[Block, ...]:
    """Return the parts of blocks that concern some charts; a chart without any is a block of its own."""
    found, left = [], dict.fromkeys(wanted)
    for block in blocks:
        if not (here := [name for name in block.named if name in left]):
            continue
        parts = tuple(part for part in block.parts if set(Block("", parts=(part,)).named) & set(here))
        found.append(block._replace(charts=tuple(here), parts=parts))
        for name in here:
            del left[name]
    return (*found, *(Block(charts[name].title, "", (name,)) for name in left))


def condition_ref(chart: Chart, name: str) -> str:
    """Return the reference of a condition, which differs from that of a row of its name."""
    return f"{chart.name}:{name}"


def cell_ref(chart: Chart, row: str, column: str) -> str:
    """Return the reference of a cell without looking the cell up."""
    return f"{chart.name}.{row}.{column}" if column else f"{chart.name}.{row}"


def meant(charts: Mapping[str, Chart], ref: str, figure: bool = False) -> set[str]:
    """Return the cells and conditions of a reference to a chart, row, column, cell or condition.

    A ``figure`` is one cell or condition; a row before a condition of its name.
    """
    chart, places, conditions = _named(charts, ref, figure)
    return {*(cell_ref(chart, *place) for place in places), *(condition_ref(chart, one) for one in conditions)}


def column_of(charts: Mapping[str, Chart], ref: str) -> set[str]:
    """Return the cells of a column, even if a row or condition has its name."""
    name, column, _ = split(ref)
    return meant(charts, f"{name}..{column}")


def said_by(charts: Mapping[str, Chart], part: Part) -> tuple[str, ...]:
    """Return the cells and conditions that a part shows in its places, and those that its words state."""
    placed = [one for ref in part.places for one in sorted(meant(charts, ref, figure=True))]
    said = dict.fromkeys(one for ref in part.says for one in _stated(charts, ref, part))
    return (*placed, *(one for one in said if one not in placed))


def _named(
    charts: Mapping[str, Chart], ref: str, figure: bool = False
) -> tuple[Chart, list[tuple[str, str]], list[str]]:
    """Return the chart of a reference with the rows and columns, and the conditions, that it names."""
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


def _stated(charts: Mapping[str, Chart], ref: str, part: Part) -> Iterator[str]:
    """Yield what a line may state in its own words: no number, no change of an overlay, only a modifier that it shows.

    Beside a table these are its conditions and the words of other charts; its own words are in its rows.
    """
    chart, places, conditions = _named(charts, ref)
    for place in () if chart.name in part.table else places:
        cell = chart.cell(*place)
        ours = cell.source.origin in (PUBLISHED, INFERRED, HOUSE)
        if ours and not isinstance(cell.value, (int, float)):
            yield cell.ref
    shown = set()
    for placed in part.places:
        name, row, _ = split(placed)
        condition = charts[name].conditions.get(row) if row not in charts[name].rows else None
        shown.add(condition.value if condition else None)
    for one in conditions:
        if (value := chart.conditions[one].value) is None or value in shown:
            yield condition_ref(chart, one)
