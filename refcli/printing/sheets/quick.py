"""What stands on a quick-reference sheet: its blocks as a plan has them, and how its lines and dials are read."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.core.quick_sheet import Block, Plan
from refcli.printing.sheets.sheet import ChartGroup, SheetTable

MOST_CHARTS = 4
"""Charts that are one block where no plan says otherwise; more are a block each."""

POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The points of a dial, clockwise."""


class Point(NamedTuple):
    """A point of a dial: where it is, clockwise from the top (None: in the middle), its faces and its name."""

    degrees: int | None
    faces: str
    name: str


def dial_of(table: SheetTable) -> tuple[Point, ...]:
    """A chart of directions by face as the points of a dial; what is no direction stands in the middle."""
    faces: dict[str, list[str]] = {}
    for row in table.rows:
        faces.setdefault(row.figures[0].text, []).append(row.name)
    found = []
    for said, rolled in faces.items():
        words = said.split()
        known = "-".join(words) in POINTS
        name = "".join(word[0] for word in words).upper() if known else said
        found.append(Point(POINTS.index("-".join(words)) * 45 if known else None, ", ".join(rolled), name))
    return tuple(found)


LEAD = re.compile(r"([^:.{]{1,64}): (.*)", re.DOTALL)


def lead_of(note: str) -> tuple[str, str]:
    """The words of a line that stand before its colon, and the rest."""
    found = LEAD.fullmatch(note)
    return (found[1], found[2]) if found else ("", note)


def slug(title: str) -> str:
    """The title of a block as it is typed: ``Who may attack whom`` is ``who-may-attack-whom``."""
    return "-".join(re.findall(r"\w+", title.lower()))


def planned(plan: Plan, groups: Iterable[ChartGroup]) -> tuple[Block, ...]:
    """The blocks of a plan, and the charts that it leaves to us in their phase: all of them where there is none."""
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
    """What the blocks hold of some charts alone; a chart that is in none is a block of its own."""
    found, left = [], dict.fromkeys(wanted)
    for block in blocks:
        if not (here := [name for name in block.named if name in left]):
            continue
        parts = tuple(part for part in block.parts if set(Block("", parts=(part,)).named) & set(here))
        found.append(block._replace(charts=tuple(here), parts=parts))
        for name in here:
            del left[name]
    return (*found, *(Block(charts[name].title, "", (name,)) for name in left))
