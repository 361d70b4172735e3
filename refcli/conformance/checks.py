"""Everything that a ruleset is held to, in the order in which its faults are told."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from refcli.conformance.chances import odds_against_dice, whole_odds
from refcli.conformance.effects import odd_effects
from refcli.conformance.examples import scenarios_disagree, too_few
from refcli.conformance.inert import counting, inert
from refcli.conformance.options import colliding
from refcli.conformance.sentences import sentences
from refcli.conformance.situations import Suite
from refcli.conformance.sources import odd_lines
from refcli.conformance.states import odd_states
from refcli.core.errors import BadData, Refused
from refcli.files.check import faults_of
from refcli.files.code import place_in, place_of
from refcli.files.toml_file import TomlFile
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.own_rulesets import folder_of
from refcli.referee.referee import Referee
from refcli.referee.settings import Setting, Settings

SCENARIOS, REQUESTS, SOURCE = "scenarios.toml", "requests.toml", "rules.txt"
"""What stands beside the code of a ruleset: its scenarios, more requests, and perhaps the text of its rules."""

CHECKS: dict[str, Callable[[Suite], Iterator[str]]] = {
    "scenarios": scenarios_disagree,
    "examples": too_few,
    "conditions, readings and outcomes that matter": inert,
    "conditions that count": counting,
    "odds that are whole": whole_odds,
    "odds against every fall of the dice": odds_against_dice,
    "effects": odd_effects,
    "states that begin and end": odd_states,
    "words": sentences,
}
"""What is checked of the situations of every ruleset, each with what it is called."""


def suite_in(folder: Path) -> tuple[Suite, int | None]:
    """The suite of the ruleset in a folder, and the last line of its source. Raises BadData for one that is broken."""
    whole = str(folder.absolute())
    left_out: list[str] = []
    referee = Referee(Settings(rulesets=Setting((whole,))), KnownRulesets((whole,), left_out.append))
    rules = next((name for name in referee.rulesets.at_hand() if referee.rulesets.place(name)), "")
    if not rules:
        raise BadData([line.removeprefix(f"{whole} is left out: ") for line in left_out])
    found = [folder.absolute() / name for name in (SCENARIOS, REQUESTS)]
    files = [TomlFile(path, str(path)) if path.exists() else None for path in found]
    source = folder / SOURCE
    last = len(source.read_text(encoding="utf-8").splitlines()) if source.is_file() else None
    return Suite(referee, rules, *files), last


def faults_in(suite: Suite, last: int | None = None, taken: Collection[str] = ()) -> Iterator[str]:
    """Every fault of a ruleset, each once; while its charts and code are not whole, or a request is none, only that.

    ``last`` is the last line of its source, ``taken`` words that no procedure may be called by, and options that no
    field may have.
    """
    told = set[str]()
    for fault in _faults(suite, last, taken):
        if fault not in told:
            told.add(fault)
            yield fault


def _faults(suite: Suite, last: int | None, taken: Collection[str]) -> Iterator[str]:
    try:
        found = faults_of(suite.loaded.ruleset, suite.loaded.library)
        yield from found
        if found:
            return
        yield from colliding(suite, taken)
        if not suite.situations:
            return
    except BadData as error:
        yield from error.faults
        return
    for procedure in suite.procedures:
        if procedure.name in taken:
            yield f"{place_of(procedure.rule)}: {procedure.name} is a command of refcli, and no name of a procedure"
    yield from odd_lines(suite, last)
    for check in CHECKS.values():
        yield from _told(suite, check)


def _told(suite: Suite, check: Callable[[Suite], Iterator[str]]) -> Iterator[str]:
    """What a check finds; where a rule goes wrong meanwhile or refuses what it is asked, that, with its line."""
    try:
        yield from check(suite)
    except BadData as error:
        yield from error.faults
    except Refused as error:
        folder = folder_of(suite.loaded.ruleset)
        place = place_in(error, folder) if folder else ""
        yield f"{place}: {error}" if place else str(error)
    except Exception as error:
        fault = suite.referee.rulesets.fault(error)
        if fault is None:
            raise
        yield str(fault)
