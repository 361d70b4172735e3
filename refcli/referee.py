"""From a plain object to a ruling: one place for the command line, scenarios and batches."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.charts import Chart, Charts, Reading
from refcli.core.dice import Asker
from refcli.core.errors import Refused, UnknownName
from refcli.core.ruleset import Procedure, Record, Ruleset, resolve
from refcli.load import Library
from refcli.names import Words, one_of
from refcli.rulesets import RULESETS, SHORT, ruleset
from refcli.settings import Settings
from refcli.wire import Plain
from refcli.wire.given import CONTROLS, charts_for, dice_from, request_from, seed_from


class Case(NamedTuple):
    """A request with the figures in force, ready to be resolved or to have its odds told."""

    rules: str
    procedure: Procedure
    request: Any
    words: Words
    readings: Mapping[str, Reading]
    plain: Plain
    published_only: bool

    def charts(self) -> Charts:
        """The figures in force, fresh for one ruling."""
        return charts_for(self.procedure, self.words.charts, self.readings, self.plain, self.published_only)


class Shelf:
    """One ruleset at hand: its procedures and its charts."""

    def __init__(self, entry: Ruleset, settings: Settings) -> None:
        self.ruleset = entry
        folder = Path(entry.folder) if entry.folder else None
        self.library = Library(entry.name, folder, settings.overlays, settings.cache)
        self._procedures: dict[str, tuple[Procedure, dict[str, Chart]]] = {}

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The readings of the ruleset by id."""
        return self.library.readings()

    def procedure(self, name: str) -> Procedure:
        """A procedure by name, or by the ruleset's own word for it; UnknownName tells what does the job."""
        key = name.lower()
        key = self.ruleset.also.get(key, key)
        if key in self.ruleset.procedures:
            return self.ruleset.procedure(key)
        instead = self.library.about().get("instead", {}).get(key)
        if instead:
            raise UnknownName(f"{self.ruleset.name} has no {key}: {instead}")
        one_of(key, (*self.ruleset.procedures, *self.ruleset.also), f"procedure of {self.ruleset.name}", "refcli rules")
        raise AssertionError(key)

    def words(self, procedure: Procedure, prefixes: bool) -> Words:
        """The names a procedure knows."""
        return Words(self.ruleset.name, procedure, self.library.charts(procedure.charts), prefixes)


class Referee:
    """Resolves plain objects under the settings; keeps what it read for the next one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._shelves: dict[str, Shelf] = {}

    def shelf(self, rules: str) -> Shelf:
        """A ruleset by its name, a short name or, where only one fits, a beginning of it."""
        name = ruleset_name(rules)
        if name not in self._shelves:
            self._shelves[name] = Shelf(ruleset(name), self.settings)
        return self._shelves[name]

    def case(self, plain: Mapping[str, Any], prefixes: bool = False) -> Case:
        """What a plain object asks for; every name checked. Raises Refused, UnknownName or BadData."""
        rules = plain.get("rules") or self.settings.rules.value
        name = plain.get("procedure")
        for key, value in (("rules", rules), ("procedure", name)):
            if not isinstance(value, str) or not value:
                raise Refused(f"a ruling needs {key!r}, the name of a {'ruleset' if key == 'rules' else key}")
        assert isinstance(name, str)
        shelf = self.shelf(rules)
        procedure = shelf.procedure(name)
        words = shelf.words(procedure, prefixes)
        fields = {key: value for key, value in plain.items() if key not in CONTROLS}
        controls = {key: plain[key] for key in ("set", "adjust") if key in plain}
        controls["readings"] = {**self.settings.choices(shelf.ruleset.name), **_choices(plain.get("readings"))}
        case = Case(
            shelf.ruleset.name,
            procedure,
            request_from(words, fields),
            words,
            shelf.readings,
            controls,
            bool(self.settings.published.value),
        )
        case.charts()  # a figure or reading that does not exist is told before any die falls
        return case

    def rule(
        self,
        case: Case,
        seed: int,
        dice: Any = None,
        asker: Asker | None = None,
        known: Mapping[str, int] | None = None,
    ) -> Record:
        """Resolve a case at a table."""
        ruling = resolve(case.procedure, case.request, case.charts(), seed_from(seed), dice_from(dice), known, asker)
        return Record(case.rules, case.procedure, case.request, ruling, self.shelf(case.rules).library.digest)

    def odds(self, case: Case) -> Any:
        """The exact odds of a case."""
        from refcli.core.odds import odds_of

        return odds_of(case.procedure, case.request, case.charts())


def ruleset_name(word: str) -> str:
    """The name of the ruleset that a word means. Raises UnknownName."""
    key = word.lower()
    key = SHORT.get(key, key)
    if key in RULESETS:
        return key
    begun = [name for name in RULESETS if name.startswith(key)]
    if len(begun) == 1 and key:
        return begun[0]
    return one_of(key, (*RULESETS, *SHORT), "ruleset", "refcli rules")


def _choices(given: Any) -> dict[str, str]:
    """Readings of a plain object: a table, or a list of ``ID=option``."""
    if not given:
        return {}
    if isinstance(given, Mapping):
        return {str(id): str(choice) for id, choice in given.items()}
    if not isinstance(given, (list, tuple)):
        raise Refused(f"readings: {given!r} is no table of ID = option")
    pairs = {}
    for text in given:
        id, equals, choice = str(text).partition("=")
        if not equals or not choice:
            raise Refused(f"--reading {text}: write it as ID=option")
        pairs[id.strip()] = choice.strip()
    return pairs
