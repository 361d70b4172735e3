"""What a ruleset lays on the table: templates as data, whose sizes are figures of charts."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from refcli.core.cells import Cell, Source, split
from refcli.core.charts import Axis, Chart
from refcli.core.errors import UnknownName, nearest
from refcli.core.limits import in_short

MM = {"mm": 1.0, "cm": 10.0, "inches": 25.4}
"""The units of a template, in mm."""

EVERY, BAND = "*", "@"
"""In a reference: every row or column, or the row at hand; the band at hand."""


class Part(NamedTuple):
    """One row of numbers along a stick: what they are, and the figures that add up to each of them.

    One that stands ``alone`` is drawn for weapons that were asked for by name. ``above`` is a cell whose number is
    never enough on the die, ``up_to`` the cell of the highest number that can be rolled. ``rows`` are the weapons
    that have it; None is all of them.
    """

    text: str
    add: tuple[str, ...]
    needs: str = ""
    alone: bool = False
    above: str = ""
    up_to: str = ""
    rows: tuple[str, ...] | None = None

    def is_of(self, row: str) -> bool:
        """Whether a row has this part."""
        return self.rows is None or row in self.rows


class Template(NamedTuple):
    """One thing to lay on the table.

    ``figures`` are references to cells (``chart.row.column``) by what they measure; ``paper`` are sizes in mm
    that no rule has, such as how long the arms of an angle are drawn; ``words`` are texts by what they say.
    """

    name: str
    title: str
    shape: str
    source: Source
    unit: str = "cm"
    figures: Mapping[str, tuple[str, ...]] = {}
    rows: tuple[str, ...] = ()
    """The rows that it goes through, one stick or one marker for each."""
    paper: Mapping[str, float] = {}
    words: Mapping[str, str] = {}
    towards: Mapping[str, float] = {}
    """Of a dial: the degrees, clockwise from straight ahead, that each word of its chart points at."""
    parts: tuple[Part, ...] = ()
    lines: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    """What to call a cell, by its name, where its own label says something else."""
    notes: tuple[str, ...] = ()

    def mm(self, cell: Cell) -> float:
        """The length that a cell states, in mm."""
        return float(cell.number) * MM[self.unit]

    @property
    def charts(self) -> frozenset[str]:
        """The names of the charts that it reads."""
        refs = [ref for refs in self.figures.values() for ref in refs]
        refs += [ref for part in self.parts for ref in (*part.add, part.above, part.up_to) if ref]
        refs += [place for line in self.lines for place in PLACE.findall(line) if "." in place]
        return frozenset(split(ref)[0] for ref in refs)


PLACE = re.compile(r"\{([^{}]*)\}")
"""A place in a text where a figure stands: ``{chart.row.column}``, ``{row}`` or ``{label}``."""


def chart_of(ref: str, charts: Mapping[str, Chart]) -> Chart:
    """The chart of a reference. Raises UnknownName."""
    name = split(ref)[0]
    if name not in charts:
        raise UnknownName(f"{in_short(ref)} is of no chart{nearest(name, charts)}")
    return charts[name]


def cells_named(ref: str, charts: Mapping[str, Chart], row: str = "", band: str | int | float = "") -> Iterator[Cell]:
    """The cells that a reference means; of every row or column, those that are not blank.

    ``row`` is the row at hand in place of ``*``, ``band`` the column or the distance at hand in place of ``@``,
    or where the reference names no column. Raises UnknownName with the nearest name.
    """
    chart = chart_of(ref, charts)
    _, rows, column = split(ref)
    if not rows:
        raise UnknownName(f"{in_short(ref)} names no row of {chart.name}{nearest(chart.name, chart.rows)}")
    if column and len(chart.axes) < 2:
        raise UnknownName(f"{in_short(ref)} names a column, and {chart.name} has none")
    if column not in ("", EVERY, BAND) and column not in chart.columns:
        raise UnknownName(f"{chart.name} has no column {in_short(column)}{nearest(column, chart.columns)}")
    wanted = str(band) if rows == BAND else (row or EVERY) if rows == EVERY else rows
    columns = (band,) if column in ("", BAND) else chart.columns if column == EVERY else (column,)
    for name in chart.rows if wanted == EVERY else (wanted,):
        for one in columns if len(chart.axes) > 1 else ("",):
            cell = chart.cell(name, one)
            if not (cell.blank and EVERY in (wanted, column)):
                yield cell


def rows_of(ref: str, charts: Mapping[str, Chart]) -> tuple[str, ...]:
    """The rows that a reference means."""
    chart = chart_of(ref, charts)
    row = split(ref)[1]
    if row in (EVERY, ""):
        return tuple(chart.rows)
    name = chart.row_name(row)
    if name is None:
        raise UnknownName(f"{chart.name} has no row {in_short(row)}{nearest(row, chart.rows)}")
    return (name,)


def bands_of(ref: str, charts: Mapping[str, Chart]) -> Axis | None:
    """The bands that a reference without a column is read along; None for any other reference."""
    chart = chart_of(ref, charts)
    if split(ref)[2] or len(chart.axes) < 2 or not chart.axes[1].bands:
        return None
    return chart.axes[1]
