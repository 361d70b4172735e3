"""The charts of a ruleset as they lie on disk: the shipped folder, and overlays laid over it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.core.charts import OVERLAY, Cell, Chart, Condition, Reading
from refcli.core.errors import BadData, nearest
from refcli.core.hashing import blake2b
from refcli.files.chart_file import chart_from
from refcli.files.judge import Judge
from refcli.files.reading_file import readings_from
from refcli.files.toml_file import Table, TomlFile

if TYPE_CHECKING:
    from refcli.core.template import Template

ABOUT, READINGS, TEMPLATES = "ruleset", "readings", "templates"
ABOUT_KEYS = {
    **dict.fromkeys(("title", "work", "author", "scale"), str),
    "year": int,
    "turn": list,
    "instead": dict,
    "phases": dict,
}
"""What may stand in ruleset.toml."""


def shipped() -> Path:
    """The folder of shipped charts: inside an installed package, at the top of a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "charts"
    return inside if inside.is_dir() else package.parent / "charts"


class Library:
    """One ruleset's chart files; each is read when it is asked for.

    ``overlays`` are folders that hold ``<ruleset>/<chart>.toml`` files; ``cache`` is where parsed
    files are remembered. Every look-up raises BadData with all faults of the files it needs.
    """

    def __init__(
        self,
        ruleset: str,
        folder: Path | None = None,
        overlays: Sequence[Path] = (),
        cache: Path | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.folder = folder or shipped() / ruleset
        self.overlays = tuple(overlays)
        self.cache = cache
        self._charts: dict[str, Chart] = {}
        self._digest = ""

    def charts(self, names: Iterable[str]) -> dict[str, Chart]:
        """The charts of these names, overlays laid over them."""
        names = tuple(names)
        faults: list[str] = []
        found: dict[str, Chart] = {}
        if self.overlays:
            self._check_overlays(faults)
        for name in names:
            if name in self._charts:
                found[name] = self._charts[name]
                continue
            try:
                chart = chart_from(name, self._file(name), self._over(name), faults)
            except BadData as error:
                faults.extend(error.faults)
                continue
            if chart is not None:
                found[name] = chart
        if self.overlays and not faults:
            faults.extend(self._words_of_overlays(found.values()))
        if faults:
            raise BadData(faults)
        self._charts.update(found)
        return found

    def readings(self) -> dict[str, Reading]:
        """The readings of the ruleset by id."""
        faults: list[str] = []
        readings = readings_from(self._file(READINGS), self._over(READINGS), faults)
        if faults:
            raise BadData(faults)
        return readings

    def templates(self) -> "dict[str, Template]":
        """What the ruleset lays on the table, by name; nothing where it has no such file."""
        from refcli.files.template_file import templates_from  # a ruling lays nothing on the table

        file = self._file(TEMPLATES) if (self.folder / f"{TEMPLATES}.toml").exists() else None
        faults: list[str] = []
        templates = templates_from(file, self._over(TEMPLATES), self.names(), self.charts, faults)
        if faults:
            raise BadData(faults)
        return templates

    def about(self) -> Table:
        """What the ruleset says of itself: title, work, turn, phases, what stands in for what."""
        file = self._file(ABOUT)
        faults: list[str] = []
        table = Judge(file, faults).entries(file.table, ABOUT_KEYS, [], required=("title", "turn"))
        if faults:
            raise BadData(faults)
        return table

    def names(self) -> tuple[str, ...]:
        """The names of all charts."""
        try:
            found = sorted(path.stem for path in self.folder.iterdir() if path.suffix == ".toml")
        except OSError as error:
            raise BadData([f"{self.folder}: cannot be read: {error.strerror or error}"]) from None
        return tuple(name for name in found if name not in (ABOUT, READINGS, TEMPLATES))

    def everything(self) -> dict[str, Chart]:
        """All charts, every fault of every file told at once."""
        faults: list[str] = []
        for read in (lambda: self.charts(self.names()), self.readings, self.about, self.templates):
            try:
                read()
            except BadData as error:
                faults.extend(fault for fault in error.faults if fault not in faults)
        if faults:
            raise BadData(faults)
        return self.charts(self.names())

    def digest(self) -> str:
        """Sixteen hexadecimal digits that change when any figure, label or reading changes; read once."""
        if self._digest:
            return self._digest
        digest = blake2b(digest_size=8)
        for folder in (self.folder, *(overlay / self.ruleset for overlay in self.overlays)):
            if not folder.is_dir():
                continue
            for path in sorted(folder.glob("*.toml")):
                content = path.read_bytes()
                digest.update(f"{path.name}:{len(content)}:".encode() + content)
        self._digest = digest.hexdigest()
        return self._digest

    def file(self, name: str) -> TomlFile:
        """The shipped file of a chart."""
        return self._file(name)

    def fault(self, name: str, entry: Sequence[str | int], what: str) -> str:
        """A fault of an entry of a chart, with its line in the topmost file that states it.

        An entry of a list is called by its name or id.
        """
        shipped = self._file(name)
        for file in (*reversed(self._over(name)), shipped):
            keys = file.keys_of(entry)
            if keys is not None:
                return file.fault(keys, what)
        return shipped.fault([], what)

    def as_shipped(self) -> "Library":
        """The same charts with no overlay over them."""
        return Library(self.ruleset, self.folder, cache=self.cache)

    def _file(self, name: str) -> TomlFile:
        path = self.folder / f"{name}.toml"
        return TomlFile(path, f"charts/{self.ruleset}/{name}.toml", self.cache)

    def _over(self, name: str) -> list[TomlFile]:
        paths = [overlay / self.ruleset / f"{name}.toml" for overlay in self.overlays]
        return [TomlFile(path, str(path), self.cache) for path in paths if path.exists()]

    def _words_of_overlays(self, charts: Iterable[Chart]) -> Iterator[str]:
        """Words that overlays put where a row or column of another chart is named, and that are none."""
        for chart in charts:
            laid = {place.rpartition(".")[2] for place, one in chart.sources.items() if one.origin == OVERLAY}
            named = {chart.names[column] for column in laid & set(chart.names)}
            others = {name: chart_from(name, self._file(name), self._over(name), []) for name in named}
            known = {name: other for name, other in others.items() if other is not None}
            for row, cell, what in unknown_words(chart, known):
                if cell.source.origin == OVERLAY:
                    yield self.fault(chart.name, ["rows", row], what)

    def _check_overlays(self, faults: list[str]) -> None:
        """An overlay that is no folder, or names a chart that is none, changes nothing: say so."""
        known = (*self.names(), READINGS, TEMPLATES)
        for overlay in self.overlays:
            try:
                inside = sorted(overlay.iterdir())
                folder = overlay / self.ruleset
                files = sorted(folder.glob("*.toml")) if folder in inside else []
            except OSError as error:
                faults.append(f"{overlay}: cannot be read: {error.strerror or error}")
                continue
            for path in files:
                if path.stem not in known:
                    faults.append(f"{path}:1: {self.ruleset} has no chart {path.stem!r}{nearest(path.stem, known)}")


def unknown_words(chart: Chart, charts: Mapping[str, Chart]) -> Iterator[tuple[str, Cell, str]]:
    """Words in cells that should be rows or columns of one of these charts, and are not: row, cell, what is wrong."""
    for column, target in chart.names.items():
        if target not in charts:
            continue
        known = {*charts[target].rows, *charts[target].columns}
        for row in chart.rows:
            cell = chart.cell(row, column)
            if not cell.blank and cell.text not in known:
                yield row, cell, f"{cell.ref}: {target} defines no {cell.text!r}{nearest(cell.text, known)}"


def differences(shipped: Library, laid: Library) -> list[tuple[str, Any, Any]]:
    """What overlays change: ``(what, before, after)``, None for none, chart by chart, then readings and templates.

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
    templates = shipped.templates()
    for name, template in laid.templates().items():
        old = templates.get(name)
        if old is None:
            found.append((f"template {name}", None, template.title))
        else:
            found.extend(_changed(f"template {name}", old, template))
    return found


def _of_chart(before: Chart, after: Chart) -> Iterator[tuple[str, Any, Any]]:
    """What differs between two states of a chart."""
    name = after.name
    cells = {cell.ref: cell.said for cell in before.cells()}
    for cell in after.cells():
        if cells.get(cell.ref) != cell.said:
            yield cell.ref, cells.get(cell.ref), cell.said
    for key, condition in after.conditions.items():
        old = before.conditions.get(key)
        if old is None or _said(old) != _said(condition):
            yield f"{name}.{key}", old and _said(old), _said(condition)
        else:
            yield from _changed(f"{name}.{key}", old, condition)
    if before.title != after.title:
        yield f"title of {name}", before.title, after.title
    for row in after.rows:
        called = before.label(row) if row in before.rows else None
        if called != after.label(row) and (called or row in after.labels):
            yield f"label of {name}.{row}", called, after.label(row)
    for column in after.columns:
        if before.column_label(column) != after.column_label(column):
            yield f"label of {name}, column {column}", before.column_label(column), after.column_label(column)
    for alias, row in after.aliases.items():
        if before.aliases.get(alias) != row:
            yield f"alias {alias} of {name}", before.aliases.get(alias), row
    yield from ((f"note of {name}", None, note) for note in after.notes[len(before.notes) :])


def _changed(
    name: str, before: "Condition | Template", after: "Condition | Template"
) -> Iterator[tuple[str, Any, Any]]:
    """The entries of a condition or a template that differ, each as a text."""
    old, new = _entries(before), _entries(after)
    for what in dict.fromkeys((*old, *new)):
        if old.get(what, "-") != new.get(what, "-"):
            yield f"{name}, {what}", old.get(what, "-"), new.get(what, "-")


def _entries(stated: "Condition | Template") -> dict[str, str]:
    """What a condition or a template states, its source left out; entries that hold entries, one by one."""
    found: dict[str, str] = {}
    for field, value in stated._asdict().items():
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


def _said(condition: Condition) -> str:
    """A condition in a few words: its modifier, or that it has none, and its text."""
    return f"{'no modifier' if condition.value is None else f'{condition.value:+g}'}, {condition.text}"
