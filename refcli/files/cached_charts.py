"""Charts and readings that were checked and found good, as the cache keeps them: plain, and quickly made again.

Things of one kind are kept as columns, one for each of their fields, so that ``zip`` and ``map`` alone put
them together again.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, repeat
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.charts import Axis, Chart, Condition
from refcli.core.readings import Option, Reading

Columns = tuple[tuple[Any, ...], ...]

CHECKED_BY = (
    *[f"core/{name}" for name in ("cells", "charts", "limits", "names", "readings", "sentence", "states")],
    *[f"files/{name}" for name in ("cached_charts", "cached_states", "library", "judge", "toml_file")],
    *[f"files/{name}" for name in ("chart_file", "reading_file", "state_file")],
)
"""The modules that say what a file means and what is kept of it, this one among them."""


@cache
def version() -> bytes:
    """What tells this version of the formats of charts and states from any other; empty where nothing tells it.

    It is what Python knows its bytecode by: where the modules are, their sizes, and when they were changed.
    """
    folder = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
    modules = [f"{folder}/{name}.py" for name in CHECKED_BY]
    try:
        told = [(module, os.stat(module)) for module in modules]  # noqa: PTH116
    except OSError:
        return b""
    return repr([(module, one.st_size, one.st_mtime_ns) for module, one in told]).encode()


def chart_to_keep(chart: Chart) -> tuple[Any, ...]:
    """A chart as the cache keeps it, field by field."""
    fields = chart._asdict()
    fields["source"] = tuple(chart.source)
    fields["axes"] = _columns(Axis, chart.axes)
    fields["sources"] = tuple(chart.sources), _columns(Source, chart.sources.values())
    fields["conditions"] = tuple(chart.conditions), _columns(Condition, chart.conditions.values())
    return tuple(fields.values())


def chart_kept(kept: Sequence[Any]) -> Chart:
    """The chart that the cache kept."""
    fields = dict(zip(Chart._fields, kept, strict=True))
    fields["source"] = Source(*fields["source"])
    fields["axes"] = tuple(_things(Axis, fields["axes"]))
    for key, kind in (("sources", Source), ("conditions", Condition)):
        names, columns = fields[key]
        fields[key] = dict(zip(names, _things(kind, columns), strict=True))
    return Chart(**fields)


def readings_to_keep(readings: Iterable[Reading]) -> tuple[Any, ...]:
    """Readings as the cache keeps them: what each says, how many options it has, and the options of them all."""
    asked = tuple((one.id, one.question, len(one.options), one.default) for one in readings)
    return asked, _columns(Option, [option for one in readings for option in one.options])


def readings_kept(kept: Sequence[Any]) -> dict[str, Reading]:
    """The readings that the cache kept, by id."""
    asked, columns = kept
    options = _things(Option, columns)
    return {id: Reading(id, question, tuple(islice(options, many)), default) for id, question, many, default in asked}


def _columns(kind: type[NamedTuple], things: Iterable[Any]) -> Columns:
    """Things of a kind as columns, their sources plain."""
    columns = [*zip(*things, strict=True)]
    if columns and "source" in kind._fields:
        source = kind._fields.index("source")
        columns[source] = tuple(map(tuple, columns[source]))
    return tuple(columns)


def _things(kind: type[NamedTuple], columns: Columns) -> Iterator[Any]:
    """The things of a kind that stand in these columns."""
    fields: list[Iterable[Any]] = [*columns]
    if columns and "source" in kind._fields:
        source = kind._fields.index("source")
        fields[source] = _made(Source, columns[source])
    return _made(kind, zip(*fields, strict=True))


def _made(kind: type[NamedTuple], rows: Iterable[Any]) -> Iterator[Any]:
    """Things of a kind, each of a plain tuple of its fields."""
    return map(tuple.__new__, repeat(kind), rows)
