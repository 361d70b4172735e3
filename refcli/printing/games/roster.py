"""Who is in play, as a page to run the game with: a card for each unit, with boxes to tick."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refcli.core.card import CardPart, along_of, head_of
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.printing.sheets.conditions import beside

YES = "yes"
"""What is said of a unit by the name of a figure alone: its wreck stays."""


class Boxes(NamedTuple):
    """A row of boxes with what they count, and how many of them are ticked already."""

    text: str
    many: int
    ticked: int = 0


class Figures(NamedTuple):
    """Figures of a unit, or modifiers: each line says what it is, then its figures; ``heads`` stand over these."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


class Card(NamedTuple):
    """One unit, or a group of them: what it is, what is true of it now, its boxes and its figures."""

    name: str
    what: str
    states: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    out: bool = False
    figures: tuple[Figures, ...] = ()


class RosterGroup(NamedTuple):
    """Units that belong together, below a card of their group's own; without one where they belong to none."""

    own: Card | None
    cards: tuple[Card, ...]


class RosterSide(NamedTuple):
    """The units of a side, group by group."""

    title: str
    states: tuple[str, ...]
    groups: tuple[RosterGroup, ...]


class Roster(NamedTuple):
    """The forces of a game as they stand: where the game is, and side by side who is in play.

    ``modifiers`` are those that count for whoever is; ``legend`` explains the marks of figures.
    """

    title: str
    under: tuple[str, ...]
    sides: tuple[RosterSide, ...]
    footer: str
    modifiers: tuple[Figures, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


def figures_of(parts: Iterable[CardPart], marks: Marks) -> tuple[Figures, ...]:
    """What the charts say of a unit; what stands in the same bands is one table."""
    found: list[Figures] = []
    for part in parts:
        title = part.chart.title.rpartition(": ")[2] if part.along else part.chart.title
        said = tuple(f"{'' if one.said == YES else one.said}{marks.of(one.cell.source)}" for one in part.figures)
        if not said:
            continue
        if not part.along:
            whole, _, share = title.rpartition(": ")
            over = whole if whole and not any(one.what for one in part.figures) else title
            over = f"{over}: {part.of}" if part.of else over
            before = found.pop().lines if found and (found[-1].title, found[-1].heads) == (over, ()) else ()
            lines = ((one.what or share, text) for one, text in zip(part.figures, said, strict=True))
            found.append(Figures(over, (), (*before, *lines)))
            continue
        heads = tuple(one.what for one in part.figures)
        over = f"{part.of}, {part.along}" if part.of else part.along
        if found and (found[-1].title, found[-1].heads) == (over, heads):
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, (title, *said)))
        else:
            found.append(Figures(over, heads, ((title, *said),)))
    return tuple(found)


def modifiers_of(charts: Iterable[Chart], marks: Marks) -> Iterator[Figures]:
    """What counts for everybody: the target numbers of charts, and their modifiers, each with what it is."""
    for chart in charts:
        along = along_of(chart)
        heads = tuple(head_of(chart, column) for column in chart.columns)
        if chart.rows:
            over = f"{chart.title}{', ' if along else ''}{along}"
            yield Figures(over, heads, tuple((chart.label(row), *_row(chart, row, marks)) for row in chart.rows))
        lines = tuple(
            (beside(chart, one), f"{one.value:+g}{marks.of(one.source)}")
            for one in chart.conditions.values()
            if one.value is not None
        )
        if lines:
            yield Figures(f"{chart.title}: modifiers" if chart.rows else chart.title, (), lines)


def _row(chart: Chart, row: str, marks: Marks) -> Iterator[str]:
    for column in chart.columns:
        cell = chart.cell(row, column)
        yield "-" if cell.blank else f"{cell.said}{marks.of(cell.source)}"
