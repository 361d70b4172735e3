"""The files of a ruleset on disk: the shipped folder, and the overlays over it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.core.cells import OVERLAY, Cell
from refcli.core.charts import Chart
from refcli.core.errors import BadData, Likeness
from refcli.core.hashing import blake2b
from refcli.core.readings import Reading
from refcli.files.cache import checked
from refcli.files.toml_file import Fault, TomlFile, TomlTable, content_of

if TYPE_CHECKING:
    from refcli.core.quick_sheet import Plan
    from refcli.core.reference import ReferenceTable
    from refcli.core.states import Sequence as Play
    from refcli.core.states import State
    from refcli.core.template import Template

Files = Sequence[TomlFile]
Faults = Iterator[tuple[str, Fault]]
"""Faults, each with the name of its file; an entry of a list is called by its name."""

ABOUT, READINGS, REFERENCE, SHEET = "ruleset", "readings", "reference", "sheet"
STATES, TEMPLATES = "states", "templates"
NO_CHARTS = (ABOUT, READINGS, REFERENCE, SHEET, STATES, TEMPLATES)
"""Files beside the charts."""
OPTIONAL = (REFERENCE, SHEET, STATES, TEMPLATES)
NEEDED = {
    ABOUT: 'it says what the ruleset is: title = "..." and turn = ["...", "..."]',
    READINGS: "it holds the disputed rules, and is empty where there are none",
}
"""The files that every ruleset has, and what for."""


def shipped() -> Path:
    """Return the folder of shipped charts: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "charts"
    return inside if inside.is_dir() else package.parent / "charts"


class Library:
    """One ruleset's chart files; each is read when it is asked for.

    ``overlays`` are folders that hold ``<ruleset>/<chart>.toml`` files; ``cache`` is where what was read without
    a fault is kept. Every look-up raises BadData with all faults of the files it needs.
    """

    def __init__(
        self,
        ruleset: str,
        folder: Path | None = None,
        overlays: Sequence[Path] = (),
        cache: Path | None = None,
        shown: str = "",
    ) -> None:
        self.ruleset = ruleset
        self.shown = shown or f"charts/{ruleset}"
        """The folder as faults name it."""
        self.folder = folder or shipped() / ruleset
        self.overlays = tuple(overlays)
        self.cache = cache
        self._found: dict[str, Any] = {}
        self._digest = ""

    def charts(self, names: Iterable[str]) -> dict[str, Chart]:
        """Return the charts of these names, overlays laid over them."""
        faults = [*self._unknown_files()]
        found: dict[str, Chart] = {}
        for name in names:
            try:
                found[name] = self._chart(name)
            except BadData as error:
                faults.extend(error.faults)
        if self.overlays and not faults:
            faults.extend(self.faults(self._undefined_words_laid(found.values())))
        if faults:
            raise BadData(faults)
        return found

    def _unknown_files(self) -> Iterator[str]:
        """Yield overlays that cannot be read, and their files that have the name of nothing in the ruleset."""
        known = (*self.names(), READINGS, STATES, TEMPLATES) if self.overlays else ()
        near = Likeness()
        for overlay in self.overlays:
            try:
                folder = overlay / self.ruleset
                files = sorted(folder.glob("*.toml")) if folder in overlay.iterdir() else []
            except OSError as error:
                yield f"{overlay}: cannot be read: {error.strerror or error}"
                continue
            for path in files:
                if path.stem not in known:
                    yield f"{path}:1: {self.ruleset} has no chart {path.stem!r}{near(path.stem, known)}"

    def _undefined_words_laid(self, charts: Iterable[Chart]) -> Faults:
        """Yield words that overlays put where a row or column of another chart is named, and that are none."""
        for chart in charts:
            laid = {place.rpartition(".")[2] for place, one in chart.sources.items() if one.origin == OVERLAY}
            known = {}
            for name in {chart.names[column] for column in laid & chart.names.keys()}:
                with suppress(BadData):  # its own faults are noted where it is read
                    known[name] = self._chart(name)
            yield from (
                (chart.name, fault) for cell, fault in undefined_words(chart, known) if cell.source.origin == OVERLAY
            )

    def _chart(self, name: str) -> Chart:
        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.chart_file import chart_from

            return chart_from(name, files, faults)

        chart: Chart = self._read(name, Chart, read)
        return chart

    def readings(self) -> dict[str, Reading]:
        """Return the readings of the ruleset by id."""

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.ruleset_file import readings_from

            return readings_from(files, faults)

        found: dict[str, Reading] = self._read(READINGS, dict[str, Reading], read)
        return found

    def about(self) -> TomlTable:
        """Return the table of ruleset.toml: title, work, turn, phases, examples, words for its rolls and the like."""

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.ruleset_file import about_from

            return about_from(files[0], faults)

        table: TomlTable = self._read(ABOUT, TomlTable, read)
        return table

    def states(self) -> "tuple[dict[str, State], Play]":
        """Return the states of the ruleset by name, none without a file of them, and the sequence of play."""
        from refcli.core.states import Sequence as Play
        from refcli.core.states import State  # one ruling alone has no states

        about, about_file = self.about(), self.file(ABOUT)

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.ruleset_file import sequence_from, states_from

            play = sequence_from(about, about_file, faults)
            return states_from(files, [phase.name for phase in play.phases], faults), play

        found: tuple[dict[str, State], Play] = self._read(STATES, tuple[dict[str, State], Play], read, about_file)
        return found

    def templates(self) -> "dict[str, Template]":
        """Return the templates of the ruleset by name; none without a file of them."""
        from refcli.core.template import Template  # a ruling lays nothing on the table

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.paper_files import templates_from

            charts: dict[str, Chart] = {}
            try:
                charts = self.charts(self.names())
            except BadData as error:
                faults.extend(error.faults)
            return templates_from(files, charts, faults)

        found: dict[str, Template] = self._read(TEMPLATES, dict[str, Template], read, with_charts=True)
        return found

    def reference(self) -> "tuple[ReferenceTable, ...]":
        """Return the declared lists of the reference set; none without a file of them."""
        from refcli.core.reference import ReferenceTable  # a ruling needs none

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.paper_files import reference_from

            return reference_from(files[0], self.charts(self.names()), faults) if files else ()

        tables: tuple[ReferenceTable, ...] = self._read(REFERENCE, tuple[ReferenceTable, ...], read, with_charts=True)
        return tables

    def sheet(self) -> "Plan":
        """Return the plan of the quick-reference sheet; an empty one without a file of it."""
        from refcli.core.quick_sheet import Plan  # only a sheet asks for it

        def read(files: Files, faults: list[str]) -> Any:
            from refcli.files.paper_files import plan_from

            if not files:
                return Plan()
            return plan_from(files[0], self.about()["turn"], self.charts(self.names()), self.readings(), faults)

        plan: Plan = self._read(SHEET, Plan, read, with_charts=True)
        return plan

    def _read(
        self,
        name: str,
        kind: Any,
        read: Callable[[Files, list[str]], Any],
        *also: TomlFile,
        with_charts: bool = False,
    ) -> Any:
        """Return what a file and its overlays make, a value of a type; read once, and none of them without a fault.

        It may be made from another file too, or from all charts.
        """
        if name not in self._found:
            files = self.files(name)
            made_from = [part for file in (*also, *files) for part in file.identity]
            if with_charts and self.cache:
                made_from.append(self.digest().encode())
            try:
                self._found[name] = checked(self.cache, name, kind, made_from, lambda faults: read(files, faults))
            except BadData as error:
                self._found[name] = error
        if isinstance(self._found[name], BadData):
            raise self._found[name]
        return self._found[name]

    def work(self) -> str:
        """Return the published rules with their author and year, or the name of the ruleset."""
        about = self.about()
        return ", ".join(
            str(part) for part in (about.get("work", self.ruleset), about.get("author"), about.get("year")) if part
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of all charts."""
        try:
            found = sorted(path.stem for path in self.folder.iterdir() if path.suffix == ".toml")
        except OSError as error:
            raise BadData([f"{self.folder}: cannot be read: {error.strerror or error}"]) from None
        return tuple(name for name in found if name not in NO_CHARTS)

    def everything(self) -> dict[str, Chart]:
        """Return all charts. Raises BadData with every fault of every file."""
        files = (lambda: self.charts(self.names()), self.readings, self.about, self.states, self.templates)
        for reads in (files, (self.reference, self.sheet)):  # which stand on charts without a fault
            faults: list[str] = []
            for read in reads:
                try:
                    read()
                except BadData as error:
                    faults.extend(error.faults)
            if faults:
                raise BadData(dict.fromkeys(faults))
        return self.charts(self.names())

    def digest(self) -> str:
        """Return sixteen hexadecimal digits that change when any figure, label or reading changes."""
        if self._digest:
            return self._digest
        digest = blake2b(digest_size=8)
        for folder in (self.folder, *(overlay / self.ruleset for overlay in self.overlays)):
            if not folder.is_dir():
                continue
            for path in sorted(folder.glob("*.toml")):
                content = content_of(path, str(path))
                digest.update(f"{path.name}:{len(content)}:".encode() + content)
        self._digest = digest.hexdigest()
        return self._digest

    def file(self, name: str) -> TomlFile:
        """Return the shipped file of a chart, or one beside the charts."""
        path, shown = self.folder / f"{name}.toml", f"{self.shown}/{name}.toml"
        try:
            return TomlFile(path, shown)
        except BadData:
            if name in NEEDED and self.folder.is_dir() and not path.exists():
                raise BadData([f"{shown}:1: there is no such file; {NEEDED[name]}"]) from None
            raise

    def files(self, name: str) -> list[TomlFile]:
        """Return the shipped file, if there is one, and its overlays."""
        is_left_out = name in OPTIONAL and not (self.folder / f"{name}.toml").exists()
        paths = (overlay / self.ruleset / f"{name}.toml" for overlay in self.overlays)
        laid = [TomlFile(path, str(path), is_overlay=True) for path in paths if path.exists()]
        return laid if is_left_out else [self.file(name), *laid]

    def faults(self, found: Faults) -> Iterator[str]:
        """Yield faults of files, each with its line and the nearest right names."""
        near = Likeness()
        for name, fault in found:
            yield self.fault(name, fault.keys, fault.what + (near(fault.word, fault.known) if fault.word else ""))

    def fault(self, name: str, entry: Sequence[str | int], what: str) -> str:
        """Return a fault of an entry, with its line in the topmost file that states it.

        An entry of a list is called by its name or id.
        """
        files = self.files(name)
        for file in reversed(files):
            keys = file.keys_of(entry)
            if keys is not None:
                return file.fault(keys, what)
        return files[0].fault([], what)

    def as_shipped(self) -> "Library":
        """Return the library without its overlays."""
        return Library(self.ruleset, self.folder, cache=self.cache, shown=self.shown)


def undefined_words(chart: Chart, charts: Mapping[str, Chart]) -> Iterator[tuple[Cell, Fault]]:
    """Yield each cell whose word should be a row or a column of one of these charts, and is none."""
    for column, name in chart.names.items():
        if name in charts:
            known = {*charts[name].rows, *charts[name].columns}
            for row in chart.rows:
                cell = chart.cell(row, column)
                if not cell.blank and cell.text not in known:
                    what = f"{cell.ref}: {name} defines no {cell.text!r}"
                    yield cell, Fault(what, ["rows", row], cell.text, known)
