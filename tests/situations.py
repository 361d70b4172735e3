"""Every situation that is stored for a ruleset: the rulings of the scenarios, and requests kept for the tests."""

from functools import cache
from pathlib import Path

from refcli.core.procedure import Procedure
from refcli.core.ruling import EffectKind
from refcli.files.toml_file import TomlFile
from refcli.referee.check import Situation as Situation
from refcli.referee.check import Suite
from refcli.referee.referee import Referee
from refcli.referee.scenario import scenario_file
from refcli.referee.settings import Settings
from tests.tables import stored_in

STORED = Path(__file__).parent / "stored"
SCENARIOS = Path(__file__).parent.parent / "scenarios.toml"


@cache
def referee() -> Referee:
    """A referee under no settings at all."""
    return Referee(Settings())


@cache
def suite(rules: str) -> Suite:
    """What a ruleset of ours is checked by, as anybody's is."""
    stored = STORED / f"{rules}.toml"
    requests = TomlFile(stored, stored_in(rules)) if stored.exists() else None
    return Suite(referee(), rules, scenario_file(str(SCENARIOS)), requests)


def situations(rules: str) -> tuple[Situation, ...]:
    """Every stored situation of a ruleset."""
    return suite(rules).situations


def kinds(rules: str) -> list[EffectKind]:
    """Every kind of effect of a ruleset."""
    return suite(rules).kinds


def procedures(rules: str) -> list[Procedure]:
    """Every procedure of a ruleset."""
    return suite(rules).procedures
