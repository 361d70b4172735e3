"""The charts of a ruleset as they lie on disk: the shipped folder, and overlays laid over it."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.core.charts import Chart
from refcli.core.errors import BadData
from refcli.core.hashing import blake2b
from refcli.core.readings import Reading
from refcli.files.cache import place_in, remember, remembered
from refcli.files.cached_charts import chart_kept, chart_to_keep, readings_kept, readings_to_keep, version
from refcli.files.toml_file import TomlFile, TomlTable, content_of

if TYPE_CHECKING:
    from refcli.core.quick_sheet import Plan
    from refcli.core.reference import ReferenceTable
    from refcli.core.states import Sequence as Play
    from refcli.core.states import State
    from refcli.core.template import Template

ABOUT, READINGS, REFERENCE, SHEET = "ruleset", "readings", "reference", "sheet"
STATES, TEMPLATES = "states", "templates"
NO_CHARTS = (ABOUT, READINGS, REFERENCE, SHEET, STATES, TEMPLATES)
"""Files beside the charts."""
NEEDED = {
    ABOUT: 'it says what the ruleset is: title = "..." and turn = ["...", "..."]',
    READINGS: "it holds the disputed rules, and is empty where there are none",
}
"""The files that every ruleset has, and what for."""
ABOUT_KEYS = {
    **dict.fromkeys(("title", "work", "author", "scale"), str),
    "year": int,
    "turn": list,
    "instead": dict,
    "phases": dict,
    "play": dict,
    "examples": dict,
    "rolls": dict,
}
"""What may stand in ruleset.toml."""


def shipped() -> Path:
    """The folder of shipped charts: inside an installed package, at the top of a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "charts"
    return inside if inside.is_dir() else package.parent / "charts"


class Library:
    """One ruleset's chart files; each is read when it is asked for.

    ``overlays`` are folders that hold ``<ruleset>/<chart>.toml`` files; ``cache`` is where charts and readings
    without a fault are remembered. Every look-up raises BadData with all faults of the files it needs.
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
        """The folder as faults tell it."""
        self.folder = folder or shipped() / ruleset
        self.overlays = tuple(overlays)
        self.cache = cache
        self._charts: dict[str, Chart] = {}
        self._states: tuple[dict[str, State], Play] | None = None
        self._reference: tuple[ReferenceTable, ...] | None = None
        self._sheet: Plan | None = None
        self._digest = ""

    def charts(self, names: Iterable[str]) -> dict[str, Chart]:
        """The charts of these names, overlays laid over them."""
        names = tuple(names)
        faults: list[str] = []
        found: dict[str, Chart] = {}
        if self.overlays:
            from refcli.files.overlays import unknown_files, unknown_words_laid

            faults.extend(unknown_files(self.overlays, self.ruleset, (*self.names(), READINGS, STATES, TEMPLATES)))
        for name in names:
            try:
                found[name] = self._charts[name] if name in self._charts else self._chart(name)
            except BadData as error:
                faults.extend(error.faults)
        if self.overlays and not faults:
            faults.extend(unknown_words_laid(found.values(), self._chart, self.fault))
        if faults:
            raise BadData(faults)
        self._charts.update(found)
        return found

    def readings(self) -> dict[str, Reading]:
        """The readings of the ruleset by id."""
        file, overlays = self._file(READINGS), self._over(READINGS)

        def judged(faults: list[str]) -> Any:
            from refcli.files.reading_file import readings_from

            return readings_to_keep(readings_from(file, overlays, faults).values())

        return readings_kept(self._checked(READINGS, [file, *overlays], judged))

    def templates(self) -> "dict[str, Template]":
        """What the ruleset lays on the table, by name; nothing where it has no such file."""
        from refcli.files.template_file import templates_from  # a ruling lays nothing on the table

        file = self._file(TEMPLATES, self.cache) if (self.folder / f"{TEMPLATES}.toml").exists() else None
        faults: list[str] = []
        templates = templates_from(file, self._over(TEMPLATES, self.cache), self.names(), self.charts, faults)
        if faults:
            raise BadData(faults)
        return templates

    def reference(self) -> "tuple[ReferenceTable, ...]":
        """The lists of the reference set that are declared; none where there is no such file."""
        if self._reference is not None:
            return self._reference
        from refcli.files.reference_file import reference_from  # a ruling needs none

        if not (self.folder / f"{REFERENCE}.toml").exists():
            return ()
        faults: list[str] = []
        tables = reference_from(self._file(REFERENCE, self.cache), self.charts(self.names()), faults)
        if faults:
            raise BadData(faults)
        self._reference = tables
        return tables

    def sheet(self) -> "Plan":
        """What the quick-reference sheet says; nothing is planned where there is no such file."""
        if self._sheet is not None:
            return self._sheet
        from refcli.core.quick_sheet import Plan  # only a sheet asks for it
        from refcli.files.sheet_file import plan_from

        if not (self.folder / f"{SHEET}.toml").exists():
            return Plan()
        faults: list[str] = []
        charts = self.charts(self.names())
        plan = plan_from(self._file(SHEET, self.cache), self.about()["turn"], charts, self.readings(), faults)
        if faults:
            raise BadData(faults)
        self._sheet = plan
        return plan

    def states(self) -> "tuple[dict[str, State], Play]":
        """What an evening remembers, by name, and the sequence of play; no states where there is no such file."""
        if self._states is None:
            about, said = self.about(), self._file(ABOUT)
            file = self._file(STATES) if (self.folder / f"{STATES}.toml").exists() else None
            overlays = self._over(STATES) if file else []

            def judged(faults: list[str]) -> Any:
                from refcli.files.judge import Judge
                from refcli.files.state_file import sequence_from, states_from

                play = sequence_from(about, Judge(said, faults))
                phases = [phase.name for phase in play.phases]
                found = states_from(file, overlays, phases, faults) if file else {}
                return states_to_keep(found.values(), play)

            from refcli.files.cached_states import states_kept, states_to_keep  # one ruling alone remembers nothing

            self._states = states_kept(self._checked(STATES, [said, *([file] if file else []), *overlays], judged))
        return self._states

    def about(self) -> TomlTable:
        """What the ruleset says of itself: title, work, turn, phases, examples, words for its rolls and the like."""
        file = self._file(ABOUT)

        def judged(faults: list[str]) -> TomlTable:
            from refcli.files.judge import Judge

            judge = Judge(file, faults)
            entries = judge.entries(file.table, ABOUT_KEYS, [], required=("title", "turn"))
            judge.words(entries.get("turn", []), ["turn"])
            for key in ("phases", "instead", "rolls"):
                judge.texts(entries.get(key, {}), [key])
            for name, lines in entries.get("examples", {}).items():
                judge.words(lines, ["examples", name])
            for roll, words in entries.get("rolls", {}).items():
                if isinstance(words, str) and words.count("|") != 1:
                    judge.fault(["rolls", roll], f"rolls.{roll} must be two words, as in hits|misses")
            return entries

        table: TomlTable = self._checked(ABOUT, [file], judged)
        return table

    def work(self) -> str:
        """The published rules, with their author and year; the name of the ruleset where it does not say."""
        about = self.about()
        return ", ".join(
            str(part) for part in (about.get("work", self.ruleset), about.get("author"), about.get("year")) if part
        )

    def names(self) -> tuple[str, ...]:
        """The names of all charts."""
        try:
            found = sorted(path.stem for path in self.folder.iterdir() if path.suffix == ".toml")
        except OSError as error:
            raise BadData([f"{self.folder}: cannot be read: {error.strerror or error}"]) from None
        return tuple(name for name in found if name not in NO_CHARTS)

    def everything(self) -> dict[str, Chart]:
        """All charts, every fault of every file told at once."""
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
        """Sixteen hexadecimal digits that change when any figure, label or reading changes; read once."""
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
        return Library(self.ruleset, self.folder, cache=self.cache, shown=self.shown)

    def _chart(self, name: str) -> Chart:
        file, overlays = self._file(name), self._over(name)

        def judged(faults: list[str]) -> Any:
            from refcli.files.chart_file import chart_from

            chart = chart_from(name, file, overlays, faults)
            return chart and chart_to_keep(chart)

        return chart_kept(self._checked(f"chart {name}", [file, *overlays], judged))

    def _checked(self, what: str, files: Sequence[TomlFile], judged: Callable[[list[str]], Any]) -> Any:
        """What these files make, as the cache keeps it: remembered, or else judged now, and then without a fault."""
        form = version() if self.cache else b""
        stated = [part for file in files for part in (os.fsencode(file.shown), file.content)]
        place = place_in(self.cache, "checked", form, what.encode(), *stated) if self.cache and form else None
        kept = remembered(place)
        if kept is None:
            faults: list[str] = []
            kept = judged(faults)
            if faults:
                raise BadData(faults)
            remember(place, kept)
        return kept

    def _file(self, name: str, cache: Path | None = None) -> TomlFile:
        path, shown = self.folder / f"{name}.toml", f"{self.shown}/{name}.toml"
        try:
            return TomlFile(path, shown, cache)
        except BadData:
            if name in NEEDED and self.folder.is_dir() and not path.exists():
                raise BadData([f"{shown}:1: there is no such file; {NEEDED[name]}"]) from None
            raise

    def _over(self, name: str, cache: Path | None = None) -> list[TomlFile]:
        paths = (overlay / self.ruleset / f"{name}.toml" for overlay in self.overlays)
        return [TomlFile(path, str(path), cache) for path in paths if path.exists()]
