"""From a raw request to a ruling: one place for the command line, scenarios and batches."""

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.charts import Chart
from refcli.core.errors import BadData, Refused, UnknownName
from refcli.core.faces import faces_from
from refcli.core.figures import Charts, options_in_force, with_readings
from refcli.core.limits import SEED_BITS, in_short
from refcli.core.procedure import Procedure, Record, Ruleset
from refcli.core.readings import Reading
from refcli.core.resolve import NONE_CHOSEN, Chosen, Players, resolve
from refcli.files.library import Library
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.settings import NO_SETTINGS, Settings
from refcli.wire import JsonObject
from refcli.wire.lookup import Words, known_name
from refcli.wire.requests import (
    CONTROLS,
    READING_TEXT,
    SET_TEXT,
    cell_at,
    charts_for,
    choices_from,
    request_from,
    seed_from,
    table_from,
)

MOST_VIEWS = 32
"""Different figures in force that are kept for one procedure."""

LONGEST_VIEW = 1000
"""Characters of what the referee made of the figures, beyond which they are not kept."""


class Case(NamedTuple):
    """A ``request`` with the figures in force, ready to be resolved or to have its odds worked out.

    ``rules`` is the name of the ruleset, ``procedure`` what is asked of it, ``words`` the names that it knows,
    ``readings`` the disputed rules by their ids, ``overrides`` the referee's own figures, modifiers and readings as
    JSON, ``published_only`` whether no house value may be used. ``views`` are the figures in force by the overrides
    they were made with. ``digest`` returns that of the charts.
    """

    rules: str
    procedure: Procedure
    request: Any
    words: Words
    readings: Mapping[str, Reading]
    overrides: JsonObject
    published_only: bool
    views: dict[str, Charts]
    digest: Callable[[], str]

    @property
    def controls(self) -> JsonObject:
        """The referee's own figures, modifiers and readings, as a ruling object has them."""
        if not self.published_only and not any(self.overrides.values()):
            return {}
        given = {
            "set": {
                cell_at(place, self.words.charts).ref: figure
                for place, figure in table_from(self.overrides.get("set"), *SET_TEXT).items()
            },
            "adjust": list(self.overrides.get("adjust") or ()),
            "readings": table_from(self.overrides.get("readings"), *READING_TEXT),
            "published": self.published_only,
        }
        return {key: value for key, value in given.items() if value}

    def charts(self) -> Charts:
        """The figures in force, fresh for one ruling."""
        key = repr((self.published_only, self.overrides)) if self.published_only or any(self.overrides.values()) else ""
        view = self.views.get(key)
        if view is None:
            view = charts_for(self.procedure, self.words.charts, self.readings, self.overrides, self.published_only)
            if len(self.views) >= MOST_VIEWS:
                self.views.clear()
            if len(key) <= LONGEST_VIEW:
                self.views[key] = view
        return view.fresh()


class LoadedRuleset:
    """One ruleset at hand: its procedures and its charts; ``place`` is where one that is not ours comes from."""

    def __init__(self, entry: Ruleset, settings: Settings, place: str = "") -> None:
        self.ruleset = entry
        self.place = place
        folder = Path(entry.folder) if entry.folder else None
        self.library = Library(entry.name, folder, settings.overlays, settings.cache, entry.folder if place else "")
        self._procedures: dict[str, Procedure] = {}
        self._words: dict[tuple[str, bool], Words] = {}
        self._views: dict[str, dict[str, Charts]] = {}

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The readings of the ruleset by id."""
        return self.library.readings()

    def chosen(self, settings: Settings) -> dict[str, str]:
        """The readings that the settings choose, by id. Raises BadData for one that the ruleset has not."""
        rules = self.ruleset.name
        found: dict[str, str] = {}
        for id, choice in settings.choices(rules).items():
            try:
                found |= choices_from({id: choice}, self.readings)
            except UnknownName as error:
                raise BadData([settings.fault_of_reading(rules, id, str(error))]) from None
        return found

    def reads(self, reading: str, raw: Mapping[str, Any], settings: Settings) -> bool:
        """Whether a reading, ``G-64=once``, is the one chosen for what is asked, or by the settings."""
        ((id, word),) = choices_from(dict([reading.split("=")]), self.readings).items()
        chosen = {**self.chosen(settings), **choices_from(_choices(raw.get("readings")), self.readings)}
        return options_in_force(self.readings, chosen)[id].word == word

    def charts_in_force(self, settings: Settings) -> dict[str, Chart]:
        """All charts, with the figures of the readings that the settings choose. Raises BadData."""
        return with_readings(self.library.everything(), options_in_force(self.readings, self.chosen(settings)))

    def procedure(self, name: str) -> Procedure:
        """A procedure by name, or by the ruleset's own word for it; UnknownName tells what does the job."""
        key = name.lower()
        key = self.ruleset.also.get(key, key)
        if key in self._procedures:
            return self._procedures[key]
        if key in self.ruleset.procedures:
            return self._procedures.setdefault(key, self._imported(key))
        instead = self.library.about().get("instead", {}).get(key)
        if instead:
            raise UnknownName(f"{self.ruleset.name} has no {key}: {instead}")
        known_name(
            key, (*self.ruleset.procedures, *self.ruleset.also), f"procedure of {self.ruleset.name}", "refcli rules"
        )
        raise AssertionError(key)

    def _imported(self, name: str) -> Procedure:
        """A procedure, its module loaded. Raises BrokenRuleset for one that is not ours and cannot."""
        try:
            return self.ruleset.procedure(name)
        except Exception as error:
            if not self.place:
                raise
            from refcli.referee.own_rulesets import cannot_load

            raise cannot_load(f"{name} of {self.ruleset.name}", error) from None

    def fields(self) -> set[str]:
        """The names of all fields of all its procedures."""
        return {field.name for name in self.ruleset.procedures for field in self.procedure(name).inputs}

    def words(self, procedure: Procedure, prefixes: bool) -> Words:
        """The names a procedure knows."""
        key = (procedure.name, prefixes)
        if key not in self._words:
            charts = self.library.charts(procedure.charts)
            self._words[key] = Words(self.ruleset.name, procedure, charts, prefixes)
        return self._words[key]

    def views(self, procedure: Procedure) -> dict[str, Charts]:
        """Where the figures in force for a procedure are kept."""
        return self._views.setdefault(procedure.name, {})


class Referee:
    """Resolves raw requests under settings that stay as they are; keeps what it read for the next one.

    ``Referee(Settings().under(charts=("my-charts",), published=True))`` has an overlay and takes published figures
    alone; without settings there are none. Charts are read when they are first needed: with faults they raise BadData
    then.
    """

    def __init__(self, settings: Settings = NO_SETTINGS, rulesets: KnownRulesets | None = None) -> None:
        self._settings = settings
        self.rulesets = rulesets or KnownRulesets(settings.rulesets.value)
        """Every ruleset that it knows."""
        self._loaded: dict[str, LoadedRuleset] = {}

    @property
    def settings(self) -> Settings:
        """The settings that it judges under."""
        return self._settings

    def under(self, settings: Settings) -> "Referee":
        """Another referee, who judges under other ``settings``; what both read from the same files is read once.

        Raises nothing.
        """
        other = Referee(settings, self.rulesets)
        if (settings.overlays, settings.cache) == (self._settings.overlays, self._settings.cache):
            other._loaded = self._loaded
        return other

    def loaded(self, rules: str) -> LoadedRuleset:
        """A ruleset by its name, a short name or, where only one fits, a beginning of it, as ``rules``.

        Raises UnknownName.
        """
        if rules in self._loaded:
            return self._loaded[rules]
        name = self.rulesets.name_of(rules)
        if name not in self._loaded:
            known = self.rulesets
            self._loaded[name] = LoadedRuleset(known.ruleset(name), self.settings, known.place(name))
        return self._loaded[name]

    def procedure(self, raw: Mapping[str, Any]) -> Procedure:
        """The procedure that a ``raw`` request names. Raises Refused, UnknownName or BadData."""
        return self._named(raw)[1]

    def _named(self, raw: Mapping[str, Any]) -> tuple[LoadedRuleset, Procedure]:
        rules = raw.get("rules") or self.settings.rules.value
        name = raw.get("procedure")
        for key, value in (("rules", rules), ("procedure", name)):
            if not isinstance(value, str) or not value:
                raise Refused(f"a ruling needs {key!r}, the name of a {'ruleset' if key == 'rules' else key}")
        assert isinstance(name, str)
        loaded = self.loaded(rules)
        return loaded, loaded.procedure(name)

    def case(self, raw: Mapping[str, Any], prefixes: bool = False) -> Case:
        """Parse a ``raw`` request; every name checked, the beginning of one enough with ``prefixes``.

        Raises Refused, UnknownName or BadData.
        """
        loaded, procedure = self._named(raw)
        words = loaded.words(procedure, prefixes)
        fields = {key: value for key, value in raw.items() if key not in CONTROLS}
        published = raw.get("published") or False
        if not isinstance(published, bool):
            raise Refused(f"published must be true or false, not {in_short(published)}")
        readings = {**loaded.chosen(self.settings), **_choices(raw.get("readings"))}
        controls = {"set": raw.get("set"), "adjust": raw.get("adjust"), "readings": readings}
        case = Case(
            loaded.ruleset.name,
            procedure,
            request_from(words, fields),
            words,
            loaded.readings,
            controls,
            bool(self.settings.published.value) or published,
            loaded.views(procedure),
            loaded.library.digest,
        )
        case.charts()  # a figure or reading that does not exist is told before any die falls
        return case

    def rule(
        self,
        case: Case,
        seed: int,
        dice: Any = None,
        *,
        known: Mapping[str, int] | None = None,
        players: Players | None = None,
        spare: bool = False,
        chosen: Chosen = NONE_CHOSEN,
    ) -> Record:
        """Resolve a ``case``: ``dice`` are faces given, ``known`` ones by label; the rest are asked for or rolled.

        The ``seed`` is from 0 to 2**64 - 1. ``players`` are asked a roll at a time. What they
        have ``chosen`` at a place is not asked for again. Faces that no die needs are refused unless they may be
        ``spare``.

        Raises Refused for faces that fit no die, and for a figure that may not be used; BadData for charts with faults.
        """
        asked = case.procedure, case.request, case.charts()
        ruling = resolve(*asked, seed_from(seed), faces_from(dice), known, players, spare, chosen)
        return Record(case.rules, case.procedure, case.request, ruling, case.digest, case.controls, known or {}, chosen)


def fresh_seed() -> int:
    """A seed from the operating system, of SEED_BITS bits."""
    return int.from_bytes(os.urandom(8), "big") >> (64 - SEED_BITS)


def _choices(given: Any) -> dict[str, str]:
    """Readings of a raw request: a table, or a list of ``ID=option``."""
    if not given:
        return {}
    if not isinstance(given, (Mapping, list, tuple)):
        raise Refused(f"readings: {in_short(given)} is no table of ID = option")
    return {id: str(choice) for id, choice in table_from(given, *READING_TEXT).items()}
