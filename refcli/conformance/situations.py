"""A ruleset with the situations that are stored for it: the rulings of its scenarios, and requests kept beside them."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from refcli.core.chances import Odds
from refcli.core.errors import BadData, Refused
from refcli.core.procedure import Procedure
from refcli.core.request import stated_in
from refcli.core.ruling import EffectKind, Outcome
from refcli.files.code import place_of, place_of_text
from refcli.files.toml_file import TomlFile
from refcli.odds.enumeration import odds_of
from refcli.referee.referee import Case, LoadedRuleset, Referee
from refcli.referee.scenario import Scenario, scenarios_in

IN_VAIN = "in-vain"
"""The key of a file of requests that lists what a rule names only to say that it has no effect: ``bombard fields``."""


class Situation(NamedTuple):
    """A stored request: what to call it, the case it makes, where it stands."""

    name: str
    case: Case
    place: str = ""

    def odds(self, request: Any = None, readings: dict[str, str] | None = None) -> Odds:
        """Its odds, perhaps with another request, perhaps with other readings."""
        case = self.case
        if readings is not None:
            case = case._replace(plain={**case.plain, "readings": readings})
        return odds_of(case.procedure, case.request if request is None else request, case.charts())

    @property
    def stated(self) -> tuple[str, ...]:
        """Every condition that is stated of the ruling or of a term."""
        return stated_in(self.case.request)


class Suite:
    """What a ruleset is checked by: its charts and procedures, its scenarios and its file of requests."""

    def __init__(self, referee: Referee, rules: str, scenarios: TomlFile | None, requests: TomlFile | None) -> None:
        self.referee = referee
        self.rules = rules
        self.scenario_file = scenarios
        self.request_file = requests
        self._files: dict[str, TomlFile] = {}

    @property
    def loaded(self) -> LoadedRuleset:
        """The ruleset."""
        return self.referee.loaded(self.rules)

    @cached_property
    def procedures(self) -> list[Procedure]:
        """Its procedures."""
        return [self.loaded.procedure(name) for name in self.loaded.ruleset.procedures]

    @cached_property
    def scenarios(self) -> Sequence[Scenario]:
        """Its scenarios; those of other rulesets in the same file are left out. Raises BadData."""
        found = scenarios_in(self.scenario_file) if self.scenario_file else []
        return [one for one in found if one.rules == self.rules]

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """Every stored situation. Raises BadData with the place of one that cannot be asked for."""
        found: list[Situation] = []
        faults: list[str] = []
        for scenario in self.scenarios:
            for number in range(len(scenario.rulings)):
                try:
                    case = self.referee.case(scenario.plain(number, self.referee))
                    found.append(Situation(f"{scenario.name} {number + 1}", case, scenario.place(number)))
                except Refused as error:
                    faults.append(f"{scenario.place(number)}: {error}")
        file = self.request_file
        for index, plain in enumerate(file.table.get("request", ()) if file else ()):
            assert file is not None
            place = f"{file.shown}:{file.line(['request', index])}"
            try:
                case = self.referee.case({"rules": self.rules, **plain})
                found.append(Situation(f"{Path(file.shown).name} {index + 1}", case, place))
            except Refused as error:
                faults.append(f"{place}: {error}")
        if faults:
            raise BadData(faults)
        return tuple(found)

    def of(self, procedure: Procedure) -> list[Situation]:
        """The stored situations of one procedure."""
        return [one for one in self.situations if one.case.procedure.name == procedure.name]

    @cached_property
    def kinds(self) -> list[EffectKind]:
        """Every kind of effect; none where it has no such list."""
        packages = {procedure.rule.__module__.rpartition(".")[0] for procedure in self.procedures}
        lists = [one for one in EffectKind.__subclasses__() if one.__module__.rpartition(".")[0] in packages]
        return [kind for one in lists for kind in one]

    @cached_property
    def modules(self) -> list[str]:
        """Every module of its package, loaded now."""
        package = import_module(self.loaded.ruleset.package)
        begins = f"{package.__name__}."
        return [import_module(one.name).__name__ for one in iter_modules(package.__path__, begins) if not one.ispkg]

    def place(self, file: str, *entry: str | int) -> str:
        """Where an entry of a file of its charts stands, as ``file:line``."""
        if file not in self._files:
            self._files[file] = self.loaded.library.file(file)
        found = self._files[file]
        return f"{found.shown}:{found.line(found.keys_of(entry) or ())}"

    @property
    def in_vain(self) -> list[str]:
        """Conditions, behind their procedures, that a rule names only to say that they have no effect."""
        return list(self.request_file.table.get(IN_VAIN, ())) if self.request_file else []

    @property
    def requests_said(self) -> str:
        """Where requests are kept, to be named in a fault."""
        return self.request_file.shown if self.request_file else "requests.toml"


@lru_cache(1024)
def place_of_member(member: Outcome | EffectKind) -> str:
    """Where a member of an enumeration stands, as ``file:line``: where its word does, else the whole."""
    own = place_of(type(member))
    return place_of_text(type(member).__module__, member.word, after=int(own.rpartition(":")[2]))
