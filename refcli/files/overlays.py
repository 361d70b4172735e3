"""What overlays change of a ruleset, and folders of them that change nothing."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from refcli.core.charts import Chart, Condition
from refcli.core.errors import Likeness
from refcli.files.library import Library


def unknown_folders(overlays: Iterable[Path], rulesets: Collection[str]) -> Iterator[str]:
    """Yield folders of charts in overlays that have the name of no ruleset, and so change nothing."""
    near = Likeness()
    for overlay in overlays:
        for folder in sorted(overlay.iterdir()) if overlay.is_dir() else ():
            if folder.name not in rulesets and any(folder.glob("*.toml")):
                yield f"{folder}: no ruleset is called {folder.name!r}{near(folder.name, rulesets)}"


def overlay_changes(shipped: Library, laid: Library) -> list[tuple[str, Any, Any]]:
    """What overlays change: ``(what, before, after)``, None for none: charts, then readings, states, templates.

    Of a chart that is each cell, condition, title, label, alias and note.
    """
    before, after = shipped.everything(), laid.everything()
    found = [one for name, chart in after.items() for one in _of_chart(before[name], chart)]
    readings = shipped.readings()
    for id, reading in laid.readings().items():
        chosen = readings[id].option(readings[id].default).word if id in readings else None
        word = reading.option(reading.default).word
        if chosen != word:
            found.append((f"reading {id}", chosen, word))
    known = shipped.states()[0]
    for name, state in laid.states()[0].items():
        found.extend(_changed(f"state {name}", known.get(name), state, state.text))
    templates = shipped.templates()
    for name, template in laid.templates().items():
        found.extend(_changed(f"template {name}", templates.get(name), template, template.title))
    return found


def _of_chart(before: Chart, after: Chart) -> Iterator[tuple[str, Any, Any]]:
    """Yield the differences of a chart: cells, conditions, title, labels, aliases and notes."""
    name = after.name
    cells = {cell.ref: cell.said for cell in before.cells()}
    for cell in after.cells():
        if cells.get(cell.ref) != cell.said:
            yield cell.ref, cells.get(cell.ref), cell.said
    for key, condition in after.conditions.items():
        old = before.conditions.get(key)
        if old and _in_short(old) != _in_short(condition):
            yield f"{name}.{key}", _in_short(old), _in_short(condition)
        else:
            yield from _changed(f"{name}.{key}", old, condition, _in_short(condition))
    if before.title != after.title:
        yield f"title of {name}", before.title, after.title
    for row in after.rows:
        called = before.label(row) if row in before.rows else None
        if called != after.label(row) and (called or row in after.labels):
            yield f"label of {name}.{row}", called, after.label(row)
    for column in after.columns:
        if before.column_label(column) != after.column_label(column):
            yield f"label of {name}, column {column}", before.column_label(column), after.column_label(column)
    for alias, rows in after.aliases.items():
        meant = before.aliases.get(alias, ())
        if meant != rows:
            yield f"alias {alias} of {name}", " or ".join(meant) or None, " or ".join(rows)
    yield from ((f"note of {name}", None, note) for note in after.notes[len(before.notes) :])


def _changed(name: str, before: Any, after: Any, text: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the entries of a condition, a state or a template that differ, or the ``text`` of a new one."""
    if before is None:
        yield name, None, text
        return
    old, new = _entries(before), _entries(after)
    for what in dict.fromkeys((*old, *new)):
        if old.get(what, "-") != new.get(what, "-"):
            yield f"{name}, {what}", old.get(what, "-"), new.get(what, "-")


def _entries(table: Any) -> dict[str, str]:
    """Return what a table states, its source left out, each entry as a text; entries that hold entries, one by one."""
    found: dict[str, str] = {}
    for field, value in table._asdict().items():
        if field != "source":
            inside = value.items() if isinstance(value, Mapping) else ((field, value),)
            found.update((key, _text(one)) for key, one in inside)
    return found


def _text(value: Any) -> str:
    """An entry as a text: ``-`` for nothing, yes or no, several joined."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_text(one) for one in value if one) or "-"
    return f"{value:g}" if isinstance(value, (int, float)) else str(value or "-")


def _in_short(condition: Condition) -> str:
    """A condition in a few words: its modifier, or that it has none, and its text."""
    return f"{'no modifier' if condition.value is None else f'{condition.value:+g}'}, {condition.text}"
