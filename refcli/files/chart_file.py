"""A chart file, and the overlays laid over it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, NewType

from refcli.core.cells import Source, Value
from refcli.core.charts import TIMES, VALUE, Axis, Chart, Condition
from refcli.core.dice import AVERAGE_DIE, die_named
from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.files.reader import (
    ChartName,
    Form,
    Format,
    Hook,
    LowerName,
    Name,
    OneOrMore,
    PhaseName,
    ProcedureName,
    Reader,
    Sign,
    Text,
    Unfit,
    Words,
    completed,
    distinct,
    entries,
    entry_name,
    fitting,
    one_of,
    only,
)
from refcli.files.toml_file import Fault, TomlFile, TomlTable

if TYPE_CHECKING:
    from refcli.files.ruleset_file import Names

Row = NewType("Row", tuple[Value, ...])
"""The cells of a row in the order of the columns, or the only one."""
Cells = Row | Mapping[str, Value]
"""The cells of a row, or in an overlay some of them by column."""
Rows = NewType("Rows", Words)
"""The row that an alias means, or those it may mean, the most usual first."""
Signs = str | Mapping[str, Sign]
"""The sign of every number required, or that of each row or column."""
Conditions = NewType("Conditions", tuple[Condition, ...])
"""Conditions, by name when they are read."""
Band = NewType("Band", tuple[float, float])


class Side(NamedTuple):
    """One side of a chart, as it is written."""

    names: Words = ()
    unit: str = ""
    to: tuple[float, ...] = ()
    lowest: float = 0
    bands: tuple[Band, ...] = ()


class ChartOverlay(NamedTuple):
    """What an overlay may state of a chart."""

    title: str = ""
    source: Source = Source()
    rows: Mapping[str, tuple[Value, ...] | Mapping[str, Value]] = {}
    labels: Mapping[str, str] = {}
    aliases: Mapping[str, Words] = {}
    conditions: Mapping[str, Condition] = {}
    notes: Words = ()


def _with_place(place: str, what: str, once: bool = False) -> Hook:
    """Return a hook for texts with no other place than this one."""

    def fits(text: str) -> bool:
        rest = text.replace(place, "")
        return bool(text.strip()) and not {*"{}"} & {*rest} and not (once and text.count(place) != 1)

    return fitting(fits, f"must be a text, with {'' if once else 'no place but '}{place} for {what}")


SAYS = _with_place(VALUE, "the modifier")
WORDS = {"labels": Mapping[str, Text], "aliases": Mapping[Name, Rows], "conditions": Conditions}
FORMS = {
    Chart: Form(
        keys={"conditions": "condition", "signs": "needs", "unit": "values"},
        types={
            "axes": lambda axes, _: axes,
            "rows": Mapping[LowerName, Row],
            **WORDS,
            "signs": Signs,
            "phase": PhaseName,
            "rising": one_of("", "rows", "columns", "both", "rows-falling", "columns-falling"),
            "rungs": one_of("", "rows", "columns"),
            "names": Mapping[str, ChartName],
            "rows_of": str | tuple[ChartName, ...],
            "says": SAYS,
        },
        omit=("name",),
        check=lambda chart: chart_faults(chart),
    ),
    ChartOverlay: Form(keys={"conditions": "condition"}, types={"rows": Mapping[LowerName, Cells], **WORDS}),
    Condition: Form(
        types={
            "name": LowerName,
            "text": Text,
            "only": tuple[ProcedureName, ...],
            "aliases": tuple[Name, ...],
            "says": SAYS,
            "several": _with_place(TIMES, "how many there are", once=True),
        }
    ),
    Side: Form(keys={"lowest": "from"}),
}


@cache
def chart_format(overlay: str = "", names: "Names | None" = None) -> Format:
    """Return the format of chart files, once for all of them; it may check the ``names`` of other things."""
    return Format(FORMS, _hooks, overlay, names.known if names else {})


def _hooks(read: Hook) -> Mapping[Any, Hook]:
    def rows(raw: Any, _: Any) -> Words:
        found: Words = read(raw, OneOrMore)
        if isinstance(raw, list) and len(set(found)) < 2:
            raise Unfit("could mean several rows: name two or more, each once")
        if not all(found):
            raise Unfit("is empty; leave it out")
        return tuple(dict.fromkeys(found))

    def band(raw: Any, _: Any) -> tuple[float, ...]:
        found: tuple[float, ...] = read(raw, tuple[float, ...])
        if len(found) != 2:
            raise Unfit(f"must be two numbers, not {in_short(raw)}")
        return found

    def signs(raw: Any, _: Any) -> Any:
        return {"": read(raw, Sign)} if isinstance(raw, str) else read(raw, Mapping[str, Sign])

    return {
        Row: lambda raw, _: read(raw if isinstance(raw, list) else [raw], tuple[Value, ...]),
        Cells: lambda raw, _: read(raw, Mapping[str, Value] if isinstance(raw, dict) else Row),
        Rows: only(str, list, then=rows),
        Signs: only(str, dict, then=signs),
        Conditions: distinct(read, Condition, "condition"),
        Band: only(list, then=band),
    }


def chart_from(name: str, files: Sequence[TomlFile], faults: list[str], names: "Names | None" = None) -> Chart | None:
    """Return the chart of a file with its overlays laid over it; None when its faults leave none."""
    file, *overlays = files
    before = len(faults)
    reader = Reader(file, faults, chart_format(names=names))
    table = dict(file.table)
    given: dict[str, Any] = {"axes": _axes(reader, table)} if "axes" in table else {}
    chart: Chart | None = reader.read(table, Chart, name=name, **given)
    if chart is None or len(faults) > before:
        return None
    aliases = {alias.lower(): rows for alias, rows in chart.aliases.items()}
    conditions = {name: _saying(one, chart.says) for name, one in chart.conditions.items()}
    chart = chart._replace(aliases=aliases, conditions=conditions)
    stated = {one["name"]: {**one, "source": {}} for one in table.get("condition", ())}
    for overlay in overlays:
        chart = _laid_over(chart, stated, Reader(overlay, faults, chart_format(overlay.shown, names)))
    return chart


def _axes(reader: Reader, table: TomlTable) -> tuple[Axis, ...]:
    """Take the sides of a chart out of its table; none where one of them is at fault."""
    names = table.pop("axes")
    right = isinstance(names, list) and 0 < len(names) < 3 and all(isinstance(name, str) for name in names)
    if not right or len({*names}) < len(names) or {*names} & reader.format.keys(Chart).keys():
        reader.note(Fault("axes must be one or two different names, none a key of the format", ["axes"]))
        return ()
    axes = [_axis(reader, name, table.pop(name, None if name == names[0] else {})) for name in names]
    return () if None in axes else tuple(filter(None, axes))


def _axis(reader: Reader, name: str, raw: Any) -> Axis | None:
    """Return a side of a chart; None when its table is at fault."""
    if raw is None:  # the names of the rows say it all
        return Axis(name)
    side: Side | None = reader.read(raw, Side, [name])
    if side is None:
        return None
    bands = (*pairwise((side.lowest, *side.to)), *side.bands)
    for (_, high), (low, _) in pairwise(bands):
        if low < high:
            what = f"bands of {name} overlap: one ends at {high:g}, the next begins at {low:g}"
            reader.note(Fault(what, [name]))
        elif low > high and not (isinstance(low, int) and isinstance(high, int) and low == high + 1):
            reader.note(Fault(f"bands of {name} leave a gap: {high:g} to {low:g}", [name]))
    for low, high in bands:
        if high < low:
            reader.note(Fault(f"bands of {name} must rise: {low:g} to {high:g} does not", [name]))
    if bool(side.names) == bool(bands):
        reader.note(Fault(f"{name} needs either names or bands (to = [...])", [name]))
    return Axis(name, side.names, side.unit, bands)


def chart_faults(chart: Chart) -> Iterator[Fault]:
    """Yield what is wrong between the entries of a chart."""
    if not chart.axes:
        return
    rows, columns = chart.rows, chart.columns
    for row, cells in rows.items():
        if not 0 < len(cells) <= len(columns):
            by = " by ".join(axis.name for axis in chart.axes)
            yield Fault(f"row {row!r} has {len(cells)} cells; {by} has {len(columns)} columns", ["rows", row])
    if chart.die and die_named(chart.die) is None:
        yield Fault(f"{chart.die!r} is no die: d6, d10, {AVERAGE_DIE.name}", ["die"])
    words = [cell for cells in rows.values() for cell in cells if isinstance(cell, str)]
    known = dict.fromkeys((*rows, *columns, *words, *(axis.name for axis in chart.axes)))
    for key in chart.labels:
        if key not in known and key.removeprefix(".") not in columns:
            what = f"{in_short(key)} is no row, no column and no word of a cell"
            yield Fault(what, ["labels", key], key, known)
    for alias, meant in chart.aliases.items():
        at, unknown = ["aliases", alias], [row for row in meant if row not in rows]
        for row in unknown:
            yield Fault(f"alias {in_short(alias)} means no row: {in_short(row)}", at, row, rows)
        if alias in rows and not unknown:
            yield Fault(f"alias {in_short(alias)} is a row of its own", at)
    sides = dict.fromkeys((*rows, *columns))
    for key in chart.sources:
        row, _, column = key.partition(".")
        if not (row in rows or key in columns or not row) or (column and column not in columns):
            yield Fault(f"sources names no cell: {in_short(key)}", ["sources", key], row, sides)
    for key in chart.signs:
        if key and key.removeprefix(".") not in sides:
            yield Fault(f"needs names no row or column: {in_short(key)}", ["needs"], key, sides)
    for name, condition in chart.conditions.items():
        for other in condition.excludes:
            if other not in chart.conditions and "." not in other:
                what = f"{name} excludes no condition of this chart: {in_short(other)}"
                yield Fault(what, ["condition", name, "excludes"], other, chart.conditions)


def _laid_over(chart: Chart, stated: dict[str, TomlTable], reader: Reader) -> Chart:
    """Return the chart with an overlay laid over it; conditions are ``stated`` so far as these tables have them."""
    table = {"source": {}, **reader.file.table}
    overlay: ChartOverlay | None = reader.read(completed(table, "condition", stated, source={}), ChartOverlay)
    if overlay is None:
        return chart
    conditions = dict(chart.conditions)
    own = {entry_name(one) for _, one in entries(table, "condition") if "source" in one}
    for name, condition in overlay.conditions.items():
        before = conditions.get(name)
        condition = _saying(condition, chart.says)
        if before is None or condition._replace(source=before.source) != before:
            conditions[name] = condition if name in own else condition._replace(source=overlay.source)
    rows, sources = _cells_laid_over(chart, overlay, reader)
    whole = chart._replace(
        title=overlay.title or chart.title,
        rows=rows,
        sources=sources,
        conditions=conditions,
        labels={**chart.labels, **overlay.labels},
        aliases={**chart.aliases, **{alias.lower(): meant for alias, meant in overlay.aliases.items()}},
        notes=(*chart.notes, *overlay.notes),
    )
    for fault in chart_faults(whole._replace(aliases=overlay.aliases)):
        if reader.file.keys_of(fault.keys):
            reader.note(fault)
    return whole


def _cells_laid_over(
    chart: Chart, overlay: ChartOverlay, reader: Reader
) -> tuple[dict[str, tuple[Value, ...]], dict[str, Source]]:
    """Return the rows of a chart with those of an overlay, and the sources of all cells."""
    rows, sources, columns = dict(chart.rows), dict(chart.sources), chart.columns
    allowed = {column: chart.allowed(column) for column in columns if column not in chart.names}
    for row, cells in overlay.rows.items():
        before = rows.get(row, ())
        before = (*before, *[None] * (len(columns) - len(before)))
        now: tuple[Value, ...]
        if not isinstance(cells, Mapping):
            now = cells
        else:
            for column in cells:
                if column not in columns:
                    what = f"{chart.name} has no column {in_short(column)}"
                    reader.note(Fault(what, ["rows", row, column], column, columns))
            now = tuple(map(cells.get, columns, before))
        rows[row] = now
        for column, was, value in zip(columns, before, (*now, *[None] * (len(columns) - len(now))), strict=False):
            if was != value or row not in chart.rows:
                sources[f"{row}.{column}" if column else row] = overlay.source
                try:
                    if column in allowed:
                        allowed[column].check(value)
                except Refused as error:
                    reader.note(Fault(f"{chart.name}.{row}: {error}", ["rows", row, column]))
    return rows, sources


def _saying(condition: Condition, says: str) -> Condition:
    """Return the condition; one with a modifier says what its chart does unless it says something itself."""
    return condition if condition.says or condition.value is None else condition._replace(says=says)
