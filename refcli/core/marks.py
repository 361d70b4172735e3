"""The marks of figures that are not published, on paper and on the screen."""

from collections.abc import Iterable, Sequence

from refcli.core.cells import HOUSE, INFERRED, OVERLAY, PUBLISHED, READING, Cell, Source, split
from refcli.core.charts import Chart
from refcli.core.sentence import listed

MARKS = {HOUSE: "*", INFERRED: "~", OVERLAY: "†", READING: "‡"}
"""The mark of each origin."""

LEGEND = {
    HOUSE: "house value: the source gives none",
    INFERRED: "inferred from what is published",
    OVERLAY: "this table's own figure, from an overlay",
    READING: "as a reading has it that is chosen here",
}
"""The meaning of each mark."""

IN_SHORT = {
    HOUSE: "house value",
    INFERRED: "inferred",
    OVERLAY: "this table's own figure",
    READING: "a reading's figure",
}
"""The same where there is little room."""


PUBLISHED_MARK = "\N{DEGREE SIGN}"
"""The mark of a published figure where most are not."""

PUBLISHED_SAID = "published, or inferred from what is; figures without a mark are house values: the source gives none"


class Marks:
    """Of published and house figures the rarer kind is marked, and what a table or a reading changed.

    What is inferred from published figures counts as one of them.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        house = [is_ours(source) for source in sources]
        self.of_published = 2 * sum(house) > len(house)
        self._used: set[str] = set()

    def of(self, source: Source) -> str:
        """The mark of a figure that is shown."""
        mark = self._of(source)
        self._used.add(mark)
        return mark

    def _of(self, source: Source) -> str:
        if source.origin not in (PUBLISHED, INFERRED, HOUSE):
            return mark_of(source)
        if is_ours(source) == self.of_published:
            return ""
        return PUBLISHED_MARK if self.of_published else MARKS[HOUSE]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The marks that were given, each with its meaning."""
        said = [(PUBLISHED_MARK, PUBLISHED_SAID), *((mark, LEGEND[origin]) for origin, mark in MARKS.items())]
        return tuple((mark, meaning) for mark, meaning in said if mark in self._used)


def is_ours(source: Source) -> bool:
    """Return whether a figure is a house value; a figure published at a single point is ours elsewhere."""
    return source.is_house or source.at is not None


def mark_of(source: Source) -> str:
    """Return the mark of a figure; none for a published one."""
    return MARKS.get(source.origin if source.at is None else HOUSE, "")


def footnote(source: Source, which: str = "") -> str:
    """Return the source of some figures, or of a whole chart: mark, figures, source."""
    point = "" if source.at is None else f", published at {source.at:g} alone"
    return f"{mark_of(source)} {which}{': ' if which else ''}{source.said}{point}".strip()


def which_of(chart: Chart, cells: Sequence[Cell]) -> str:
    """Return the names of figures of a chart: ``class of Tank and Heavy Tank``; of many the first."""
    rows, columns = (list(dict.fromkeys(part)) for part in zip(*[split(cell.ref)[1:] for cell in cells], strict=True))
    if len(rows) * len(columns) > len(cells):
        return f"{which_of(chart, cells[:1])} and {len(cells) - 1} more"
    names = _first_of(chart.label(chart.axes[0].name), [chart.label(row) for row in rows])
    if len(columns) == len(chart.columns):
        return names
    heads = _first_of(chart.label(chart.axes[1].name), [chart.head(column, chart.axes[1].unit) for column in columns])
    return heads if len(rows) == len(chart.rows) else f"{heads} of {names}"


def _first_of(side: str, names: Sequence[str]) -> str:
    """Return names on a side of a chart, of many the first; a number with its side, ``fire points 9``."""
    said = [f"{side} {name}" if name.isdigit() else name for name in names]
    return listed(said) if len(said) <= 3 else f"{said[0]} and {len(said) - 1} more"
