"""Figures in words: with their modifiers, with whose they are, as a rung of a ladder."""

from collections.abc import Sequence
from typing import Any

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, READING, REFEREE, Cell, Source, Sum, split
from refcli.core.charts import Chart
from refcli.core.marks import MARKS
from refcli.core.ruling import Note
from refcli.render.book import Book

WHOSE = {
    HOUSE: MARKS[HOUSE],
    INFERRED: " (inferred)",
    OVERLAY: " (overlay)",
    READING: " (reading)",
    REFEREE: " (referee)",
}
"""What stands behind a figure that is not published as it is."""
NO_CHART = Chart("", "", Source(), (), {}, {}, {}, {}, {})
"""Where figures stand that a rule works out."""


class FigureSaid(Note):
    """A figure that its label says in a sentence."""

    __slots__ = ()


def said_whole(step: Any) -> Any:
    """A figure whose label is a sentence that says it, alone or as all that a sum has, as that; else the step."""
    if isinstance(step, Sum) and len(step.parts) == 1 and not step.target:
        return said_whole(step.parts[0]) if step.parts[0].is_sentence else step
    if isinstance(step, Cell) and step.is_sentence:
        return FigureSaid(f"{step.label.removesuffix('.')}{whose(step.source)}.", step.source)
    return step


def part_said(part: Cell, index: int) -> str:
    """A part of a sum: the first as it stands, the others as what they add; a sentence says its figure."""
    if part.is_sentence:
        return f"{part.label[:1].lower()}{part.label[1:].removesuffix('.')}{whose(part.source)}"
    return f"{part.label} {part.text if not index else f'{part.number:+g}'}{whose(part.source)}"


def parts_said(step: Sum) -> str:
    """The parts of a sum in one line."""
    return joined([part_said(part, index) for index, part in enumerate(step.parts)])


def joined(reasons: Sequence[str]) -> str:
    """Reasons in one line, by commas unless one has commas of its own."""
    return ("; " if any("," in one for one in reasons) else ", ").join(reasons)


def whose(source: Source) -> str:
    """What stands behind a figure: nothing where it is published as it is."""
    return WHOSE.get(source.origin, "")


def word_said(cell: Cell, book: Book) -> str:
    """A figure as it is said; a word as the charts label it, but for the columns of a chart."""
    word = cell.value
    if not isinstance(word, str):
        return cell.said
    charts = (chart for chart in book.charts.values() if word in chart.labels and word not in chart.columns)
    return next((chart.labels[word].lower() for chart in charts), word)


def chart_of(cell: Cell, book: Book) -> Chart:
    """The chart that a cell stands in; one that a rule worked out stands in none."""
    return book.charts.get(split(cell.ref)[0]) or NO_CHART


def rung_said(cell: Cell, book: Book) -> str:
    """What a rung of a ladder is called: the side of the chart along which it stands."""
    name, row, column = split(cell.ref)
    chart = book.charts[name]
    rung = chart.column_label(column) if chart.rungs == "rows" else chart.label(row)
    return rung.partition(" / ")[0].lower()


def side_said(cell: Cell, book: Book) -> str:
    """What the rungs of a ladder have in common."""
    name, row, column = split(cell.ref)
    chart = book.charts[name]
    return chart.label(row) if chart.rungs == "rows" else chart.column_label(column) if column else chart.title
