"""The format of a chart file: what may stand in it, and the Chart it makes.

A file is judged whole: every fault is told, with its line and the nearest name that would be right.
An overlay file is the same with parts left out; what it states is laid over the shipped chart.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from refcli.core.cells import SIGNS, Source, Value
from refcli.core.charts import TIMES, VALUE, Axis, Chart, Condition
from refcli.core.errors import Refused
from refcli.core.limits import LARGEST_FIGURE, in_short
from refcli.files.judge import Judge, Keys, named
from refcli.files.toml_file import TomlFile, TomlTable

KEYS = {
    "title": str,
    "source": dict,
    "axes": list,
    "rows": dict,
    "labels": dict,
    "aliases": dict,
    "sources": dict,
    "condition": list,
    "needs": (str, dict),
    "die": str,
    "values": str,
    "modifies": str,
    "reference": bool,
    "phase": str,
    "rising": str,
    "rungs": str,
    "notes": list,
    "names": dict,
    "rows-of": (str, list),
    "says": str,
}
CONDITION_KEYS = {
    "name": str,
    "text": str,
    "says": str,
    "value": (int, float),
    "of": str,
    "only": list,
    "automatic": bool,
    "counted": bool,
    "several": str,
    "aliases": list,
    "excludes": list,
    "source": dict,
}
AXIS_KEYS = {"names": list, "unit": str, "to": list, "from": (int, float), "bands": list}
NAME = r"[a-z0-9][a-z0-9.-]*"
RISING = ("", "rows", "columns", "both", "rows-falling", "columns-falling")
RUNGS = ("", "rows", "columns")


def chart_from(name: str, file: TomlFile, overlays: Sequence[TomlFile], faults: list[str]) -> Chart | None:
    """The chart of a file with its overlays laid over it; None when its faults leave none."""
    judge = Judge(file, faults)
    before = len(faults)
    table = file.table
    axis_names = _axis_names(judge, table)
    known = {**KEYS, **dict.fromkeys(axis_names, dict)}
    entries = judge.entries(table, known, [], required=("title", "source", "axes"))
    axes = tuple(_axis(judge, axis, entries.get(axis)) for axis in axis_names)
    if len(faults) > before:
        return None
    chart_source = judge.source(entries["source"], ["source"])
    rows = _rows(judge, entries.get("rows", {}), axes)
    _names(judge, [["rows", row] for row in rows])
    labels = judge.texts(entries.get("labels", {}), ["labels"])
    aliases = _aliases(judge, entries, rows)
    sources = {key: judge.source(value, ["sources", key]) for key, value in entries.get("sources", {}).items()}
    columns = axes[1].columns if len(axes) > 1 else ()
    for key in sources:
        row, _, column = key.partition(".")
        if not (row in rows or key in columns or not row) or (column and column not in columns):
            judge.fault(["sources", key], f"sources names no cell: {in_short(key)}{judge.near(row, [*rows, *columns])}")
    conditions = _conditions(judge, entries)
    chart = Chart(
        name=name,
        title=entries["title"],
        source=chart_source,
        axes=axes,
        rows=rows,
        labels=labels,
        aliases=aliases,
        sources=sources,
        conditions=conditions,
        signs=_signs(judge, entries.get("needs", ""), rows, columns),
        die=entries.get("die", ""),
        unit=entries.get("values", ""),
        modifies=entries.get("modifies", ""),
        reference=entries.get("reference", False),
        rising=_one_of(judge, entries, "rising", RISING),
        rungs=_one_of(judge, entries, "rungs", RUNGS),
        notes=judge.words(entries.get("notes", []), ["notes"]),
        names=judge.texts(entries.get("names", {}), ["names"]),
        phase=entries.get("phase", ""),
        rows_of=_rows_of(judge, entries.get("rows-of", [])),
        says=_says(judge, entries, []),
    )
    _labelled(judge, labels, chart)
    for overlay in overlays:
        chart = _laid_over(chart, overlay, faults)
    return chart


def _labelled(judge: Judge, labels: Iterable[str], chart: Chart) -> None:
    """Labels of a file that say something of nothing in its chart."""
    words = [cell for row in chart.rows.values() for cell in row if isinstance(cell, str)]
    known = dict.fromkeys((*chart.rows, *chart.columns, *words, *(axis.name for axis in chart.axes)))
    columns = set(chart.columns)
    for key in labels:
        if key not in known and key.removeprefix(".") not in columns:
            what = f"{in_short(key)} is no row, no column and no word of a cell{judge.near(key, known)}"
            judge.fault(["labels", key], what)


def _laid_over(chart: Chart, overlay: TomlFile, faults: list[str]) -> Chart:
    """``chart`` with the cells, conditions, labels and aliases of an overlay file in place of its own."""
    judge = Judge(overlay, faults)
    known = {key: KEYS[key] for key in ("title", "source", "rows", "labels", "aliases", "condition", "notes")}
    entries = judge.entries(overlay.table, known, [])
    source = judge.source(entries.get("source", {}), ["source"], overlay=overlay.shown)
    rows = dict(chart.rows)
    sources = dict(chart.sources)
    columns = chart.columns
    allowed = {column: chart.allowed(column) for column in columns if column not in chart.names}
    for row, values in entries.get("rows", {}).items():
        old = rows.get(row, ())
        if isinstance(values, dict):
            new = list(old) + [None] * (len(columns) - len(old))
            for column, value in values.items():
                if column not in columns:
                    what = f"{chart.name} has no column {in_short(column)}{judge.near(column, columns)}"
                    judge.fault(["rows", row, column], what)
                    continue
                new[columns.index(column)] = judge.value(value, ["rows", row, column])
        else:
            new = list(_rows(judge, {row: values}, chart.axes)[row])
        for index, column in enumerate(columns):
            was = old[index] if index < len(old) else None
            now = new[index] if index < len(new) else None
            if was != now or row not in chart.rows:
                sources[f"{row}.{column}" if column else row] = source
                try:
                    if column in allowed:
                        allowed[column].check(now)
                except Refused as error:
                    judge.fault(["rows", row, column], f"{chart.name}.{row}: {error}")
        rows[row] = tuple(new)
    _names(judge, [["rows", row] for row in entries.get("rows", {})])
    conditions = {**chart.conditions, **_conditions_over(judge, entries, chart, source)}
    labels = judge.texts(entries.get("labels", {}), ["labels"])
    _labelled(judge, labels, chart._replace(rows=rows))
    return chart._replace(
        title=entries.get("title", chart.title),
        rows=rows,
        sources=sources,
        conditions=conditions,
        labels={**chart.labels, **labels},
        aliases={**chart.aliases, **_aliases(judge, entries, rows)},
        notes=(*chart.notes, *judge.words(entries.get("notes", []), ["notes"])),
    )


def _axis_names(judge: Judge, table: TomlTable) -> tuple[str, ...]:
    names = table.get("axes")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        if "axes" in table:
            judge.fault(["axes"], "axes must be a list of one or two names")
        return ()
    if len(names) > 2 or len(set(names)) < len(names) or set(names) & set(KEYS):
        judge.fault(["axes"], "axes must be one or two different names, none a key of the format")
        return ()
    return tuple(names)


def _is_bound(value: Any) -> bool:
    """Whether a band can end there."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST_FIGURE


def _axis(judge: Judge, name: str, raw: Any) -> Axis:
    if raw is None:
        return Axis(name)
    at: Keys = [name]
    entries = judge.entries(raw, AXIS_KEYS, at)
    bands: list[tuple[int | float, int | float]] = []
    if "to" in entries:
        lower = entries.get("from", 0)
        if not _is_bound(lower):
            judge.fault([*at, "from"], f"{name}.from must be a number, not {in_short(lower)}")
            lower = 0
        for upper in entries["to"]:
            if not _is_bound(upper):
                judge.fault([*at, "to"], f"{name}.to must be numbers, not {in_short(upper)}")
                break
            bands.append((lower, upper))
            lower = upper
    for band in entries.get("bands", []):
        if not (isinstance(band, list) and len(band) == 2 and all(map(_is_bound, band))):
            judge.fault([*at, "bands"], f"{name}.bands must be pairs of numbers, not {in_short(band)}")
            break
        bands.append((band[0], band[1]))
    for (_, upper), (lower, _) in itertools.pairwise(bands):
        if lower < upper:
            judge.fault(at, f"bands of {name} overlap: one ends at {upper:g}, the next begins at {lower:g}")
        elif lower > upper and not (isinstance(lower, int) and isinstance(upper, int) and lower == upper + 1):
            judge.fault(at, f"bands of {name} leave a gap: {upper:g} to {lower:g}")
    for lower, upper in bands:
        if upper < lower:
            judge.fault(at, f"bands of {name} must rise: {lower:g} to {upper:g} does not")
    names = judge.words(entries.get("names", []), [*at, "names"])
    if bool(names) == bool(bands):
        judge.fault(at, f"{name} needs either names or bands (to = [...])")
    return Axis(name, names, entries.get("unit", ""), tuple(bands))


def _rows(judge: Judge, rows: TomlTable, axes: tuple[Axis, ...]) -> dict[str, tuple[Value, ...]]:
    """The rows of a chart, none longer than there are columns."""
    most = len(axes[1].columns) if len(axes) > 1 else 1
    read = {}
    for row, values in rows.items():
        at: Keys = ["rows", row]
        if not isinstance(values, list):
            values = [values]
        if len(values) > most or not values:
            by = " by ".join(axis.name for axis in axes)
            judge.fault(at, f"row {row!r} has {len(values)} cells; {by} has {most} columns")
        read[row] = tuple([judge.value(value, at) for value in values[:most]])
    return read


def _rows_of(judge: Judge, charts: Any) -> tuple[str, ...]:
    """The charts whose rows are those of this one."""
    return judge.words([charts] if isinstance(charts, str) else charts, ["rows-of"])


def _names(judge: Judge, places: Sequence[Keys]) -> None:
    """Names that can be typed: small letters, digits, points and hyphens."""
    for at in places:
        _name(judge, str(at[-1]), at)


def _name(judge: Judge, name: str, at: Keys) -> None:
    """A name that can be typed: small letters, digits, points and hyphens."""
    if not re.fullmatch(NAME, name):
        judge.fault(at, f"{in_short(name)} is no name: small letters, digits, points and hyphens make one")


def _aliases(judge: Judge, entries: TomlTable, rows: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Aliases, each with the row that it means, or with those it could mean, the most usual first."""
    aliases: dict[str, tuple[str, ...]] = {}
    for alias, said in entries.get("aliases", {}).items():
        at: Keys = ["aliases", alias]
        several = isinstance(said, list)
        named = judge.words(said, at) if several else tuple(judge.texts({alias: said}, ["aliases"]).values())
        judge.name(alias, at)
        unknown = [row for row in named if row not in rows]
        for row in unknown:
            judge.fault(at, f"alias {in_short(alias)} means no row: {in_short(row)}{judge.near(row, rows)}")
        if alias in rows and not unknown:
            judge.fault(at, f"alias {in_short(alias)} is a row of its own")
        if several and len(set(named)) < 2 and (named or not said):
            judge.fault(at, f"alias {in_short(alias)} could mean several rows: name two or more, each once")
        if named:
            aliases[alias.lower()] = tuple(dict.fromkeys(named))
    return aliases


def _conditions(judge: Judge, entries: TomlTable) -> dict[str, Condition]:
    conditions: dict[str, Condition] = {}
    required = ("name", "text", "source")
    for index, raw in enumerate(entries.get("condition", [])):
        at: Keys = ["condition", index]
        entry = judge.entries(raw, CONDITION_KEYS, at, required)
        if any(key not in entry for key in required):
            continue
        if entry["name"] in conditions:
            judge.fault(at, f"condition {in_short(entry['name'])} stands twice")
        _name(judge, entry["name"], [*at, "name"])
        blank = Condition(entry["name"], "", None, "", (), False, (), judge.source(entry["source"], [*at, "source"]))
        conditions[entry["name"]] = _saying(blank._replace(**_stated(judge, entry, at)), entries.get("says", ""))
    _excluded(judge, conditions, conditions)
    return conditions


def _conditions_over(judge: Judge, entries: TomlTable, chart: Chart, source: Source) -> dict[str, Condition]:
    """Conditions of an overlay: what one does not state stays, and one that changes nothing is not the overlay's."""
    conditions: dict[str, Condition] = {}
    for index, raw in enumerate(entries.get("condition", [])):
        at: Keys = ["condition", index]
        known = chart.conditions.get(named(raw, "name"))
        required = ("name",) if known else ("name", "text")
        entry = judge.entries(raw, CONDITION_KEYS, at, required)
        if any(key not in entry for key in required):
            continue
        if entry["name"] in conditions:
            judge.fault(at, f"condition {in_short(entry['name'])} stands twice")
        _name(judge, entry["name"], [*at, "name"])
        own = judge.source(entry["source"], [*at, "source"], overlay=judge.file.shown) if "source" in entry else source
        before = known or Condition(entry["name"], "", None, "", (), False, (), source)
        after = _saying(before._replace(**_stated(judge, entry, at)), chart.says)
        conditions[entry["name"]] = before if after == before else after._replace(source=own)
    _excluded(judge, conditions, {**chart.conditions, **conditions})
    return conditions


def _excluded(judge: Judge, conditions: Mapping[str, Condition], known: Iterable[str]) -> None:
    """Conditions that exclude what is none; one of another chart, ``chart.name``, is looked for when all are there."""
    for index, condition in enumerate(conditions.values()):
        for name in condition.excludes:
            if name not in known and "." not in name:
                said = (
                    f"{condition.name} excludes no condition of this chart: {in_short(name)}{judge.near(name, known)}"
                )
                judge.fault(["condition", index, "excludes"], said)


def _stated(judge: Judge, entry: TomlTable, at: Keys) -> TomlTable:
    """What a condition's entry states, by the fields of a condition."""
    stated: TomlTable = {key: entry[key] for key in ("text", "of", "automatic", "counted") if key in entry}
    if "value" in entry:
        stated["value"] = judge.value(entry["value"], [*at, "value"])
    if "says" in entry:
        stated["says"] = _says(judge, entry, at)
    if "several" in entry:
        stated["several"] = _several(judge, entry, at)
    if "text" in entry and not entry["text"].strip():
        judge.fault([*at, "text"], f"the condition {in_short(entry['name'])} says nothing")
    for key in ("only", "aliases", "excludes"):
        if key in entry:
            stated[key] = judge.words(entry[key], [*at, key])
    for alias in stated.get("aliases", ()):
        judge.name(alias, [*at, "aliases"])
    return stated


def _says(judge: Judge, entry: TomlTable, at: Keys) -> str:
    """What follows from a condition, or from each of a chart that has a modifier: a sentence with a place for that."""
    says = str(entry.get("says", ""))
    if "says" in entry and not says.strip():
        judge.fault([*at, "says"], "says is empty; leave it out")
    if "{" in says.replace(VALUE, "") or "}" in says.replace(VALUE, ""):
        judge.fault([*at, "says"], f"says has no place but {VALUE}, its modifier: {in_short(says)}")
    return says


def _several(judge: Judge, entry: TomlTable, at: Keys) -> str:
    """What a counted condition is when it holds several times: a text with one place for how many."""
    several = str(entry["several"])
    if several.count(TIMES) != 1 or "{" in several.replace(TIMES, "") or "}" in several.replace(TIMES, ""):
        judge.fault([*at, "several"], f"several has one place, {TIMES}, for how many: {in_short(several)}")
    return several


def _saying(condition: Condition, says: str) -> Condition:
    """The condition; one with a modifier says what its chart does, unless it says something itself."""
    return condition if condition.says or condition.value is None else condition._replace(says=says)


def _signs(judge: Judge, needs: Any, rows: Iterable[str], columns: Iterable[str]) -> dict[str, str]:
    signs = {"": needs} if isinstance(needs, str) else judge.texts(needs, ["needs"])
    known = dict.fromkeys((*rows, *columns))
    for key, sign in signs.items():
        if sign and sign not in SIGNS:
            judge.fault(["needs"], f"needs {in_short(sign)} is none of {' '.join(SIGNS)}")
        if key and key.removeprefix(".") not in known:
            judge.fault(["needs"], f"needs names no row or column: {in_short(key)}{judge.near(key, known)}")
    return {key: sign for key, sign in signs.items() if sign}


def _one_of(judge: Judge, entries: TomlTable, key: str, known: Sequence[str]) -> str:
    word = str(entries.get(key, ""))
    if word not in known:
        judge.fault([key], f"{key} {in_short(word)} is none of {', '.join(filter(None, known))}")
    return word
