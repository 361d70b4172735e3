"""Where figures stand: lines in their order, of a source that has so many."""

from collections.abc import Iterator

from refcli.conformance.situations import Suite
from refcli.core.cells import Source
from refcli.files.library import READINGS, STATES, TEMPLATES


def odd_lines(suite: Suite, last: int | None) -> Iterator[str]:
    """Sources whose lines are out of order or beyond the ``last`` of the book; None where nobody knows that."""
    for place, source in _sources(suite):
        told = [int(line) for part in filter(None, source.lines.split(", ")) for line in part.split("-")]
        if told != sorted(told):
            yield f"{place}: lines {source.lines} are out of order"
        elif last is not None and told and told[-1] > last:
            yield f"{place}: lines {source.lines} are beyond line {last}, the last of the source"


def _sources(suite: Suite) -> Iterator[tuple[str, Source]]:
    """Every source of a chart, a cell, a condition, a reading, a template or a state, with its place."""
    library = suite.loaded.library
    at = suite.place
    for chart in library.everything().values():
        yield at(chart.name, "source"), chart.source
        for row in chart.rows:
            place = at(chart.name, "rows", row)
            yield from ((place, chart.cell(row, column).source) for column in chart.columns)
        for name, condition in chart.conditions.items():
            yield at(chart.name, "condition", name, "source"), condition.source
    for id, reading in suite.loaded.readings.items():
        yield at(READINGS, "reading", id, "source"), reading.source
    for name, template in library.templates().items():
        yield at(TEMPLATES, "template", name, "source"), template.source
    for name, state in library.states()[0].items():
        yield at(STATES, name, "source"), state.source
