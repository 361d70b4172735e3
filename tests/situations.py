"""Every situation that is stored for a ruleset: the rulings of the scenarios, and requests kept for the tests."""

import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.chances import Odds
from refcli.core.procedure import Procedure
from refcli.core.request import stated_in
from refcli.core.ruling import EffectKind
from refcli.odds.enumeration import odds_of
from refcli.referee.referee import Case, Referee
from refcli.referee.scenario import scenario_file, scenarios_in
from refcli.referee.settings import Settings
from refcli.rulesets import ruleset

STORED = Path(__file__).parent / "stored"
SCENARIOS = Path(__file__).parent.parent / "scenarios.toml"


@cache
def referee() -> Referee:
    """A referee under no settings at all."""
    return Referee(Settings())


class Situation(NamedTuple):
    """A stored request: what to call it, and the case it makes."""

    name: str
    case: Case

    def odds(self, request: Any = None, readings: dict[str, str] | None = None) -> Odds:
        """Its odds, perhaps with another request, perhaps with other readings."""
        case = self.case
        if readings is not None:
            case = case._replace(plain={**case.plain, "readings": readings})
        return odds_of(case.procedure, case.request if request is None else request, case.charts())

    @property
    def stated(self) -> set[str]:
        """Every condition that is stated of the ruling or of a term."""
        return stated_in(self.case.request)


@cache
def situations(rules: str) -> tuple[Situation, ...]:
    """Every stored situation of a ruleset."""
    found = []
    for scenario in scenarios_in(scenario_file(str(SCENARIOS))):
        if scenario.rules == rules:
            for number in range(len(scenario.rulings)):
                plain = scenario.plain(number, referee())
                found.append(Situation(f"{scenario.name} {number + 1}", referee().case(plain)))
    stored = STORED / f"{rules}.toml"
    if stored.exists():
        for number, plain in enumerate(tomllib.loads(stored.read_text(encoding="utf-8"))["request"], 1):
            found.append(Situation(f"{rules}.toml {number}", referee().case({"rules": rules, **plain})))
    return tuple(found)


def kinds(rules: str) -> list[EffectKind]:
    """Every kind of effect of a ruleset; none where it has no module of them."""
    module = f"{ruleset(rules).package}.effects"
    return list(import_module(module).Kind) if find_spec(module) else []


def procedures(rules: str) -> list[Procedure]:
    """Every procedure of a ruleset."""
    loaded = referee().loaded(rules)
    return [loaded.procedure(name) for name in loaded.ruleset.procedures]
