"""Acts of each ruleset, its scenarios, and the sentences that both print, against their stored results."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from refcli.rulesets import RULESETS
from tests.acts import ILLEGAL, INDENT, LEGAL, Act, faults, file_of, played, stated
from tests.conftest import Home, run_here
from tests.play import Result
from tests.situations import SCENARIOS
from tests.update import Compare

WORDS = Path(__file__).parent / "stored" / "words"
KINDS = (LEGAL, ILLEGAL)
FEWEST = {ILLEGAL: 40, LEGAL: 20}
NUMBERED = re.compile(r"(?m)^\d+(?=:)|(?<=\bruling )\d+|(?<=\bentry )\d+")
"""Numbers of entries in a printed line: the same sentence is stored once."""


@cache
def all_played(kind: str, rules: str) -> list[tuple[str | Act, list[Result]]]:
    """The parts of a file of acts with their results, for both tests."""
    return list(played(kind, rules))


@pytest.mark.parametrize("rules", RULESETS)
def test_acts_do_what_is_stored(rules: str, compare: Compare) -> None:
    """Every act is decided as before, for the same reason, and changes the same states."""
    wrong: list[str] = []
    texts = {}
    for kind in KINDS:
        lines = []
        for part, results in all_played(kind, rules):
            lines.append(str(part))
            if isinstance(part, Act):
                lines.append(INDENT + stated(part, results[-1]))
                wrong += faults(kind, part, results)
        texts[kind] = "\n".join(lines) + "\n"
    assert not wrong, f"{len(wrong)} acts\n" + "\n".join(wrong)
    for kind, text in texts.items():
        compare("acts", file_of(kind, rules), text)


@pytest.mark.parametrize("rules", RULESETS)
def test_enough_acts_are_stored(rules: str) -> None:
    for kind, fewest in FEWEST.items():
        assert len({part.typed for part, _ in all_played(kind, rules) if isinstance(part, Act)}) >= fewest


@pytest.mark.parametrize("rules", RULESETS)
def test_words_are_as_stored(rules: str, compare: Compare, home: Home) -> None:
    """Sentences are compared here alone: that of each act, then all other lines, each once."""
    lines, others = ["# The sentence of each act."], dict[str, None]()
    for kind in KINDS:
        for part, results in all_played(kind, rules):
            if isinstance(part, Act):
                lines += ["; ".join(part.typed), INDENT + sentence(results[-1])]
                others.update(dict.fromkeys(line for result in results for line in other_lines(result)))
    lines += ["", "# All other lines that acts print.", *sorted(others)]
    lines += ["", "# All lines that scenarios print.", *sorted(lines_of_scenarios(rules))]
    compare("words", WORDS / f"{rules}.txt", "\n".join(lines) + "\n")


def sentence(result: Result) -> str:
    """The verdict of a ruling, or all that another line prints, in one line."""
    lines = NUMBERED.sub("#", result.printed).splitlines()
    return " / ".join([line for line in lines if has_verdict(line, result)] or lines)


def other_lines(result: Result) -> Iterable[str]:
    """The lines of a ruling without its verdict, and without the numbers of entries."""
    lines = NUMBERED.sub("#", result.printed).splitlines() if result.is_accepted else []
    return [line for line in lines if not has_verdict(line, result)]


def has_verdict(line: str, result: Result) -> bool:
    return any(verdict in line for verdict in result.verdicts)


def lines_of_scenarios(rules: str) -> set[str]:
    """All that the scenarios of a ruleset print."""
    scenarios = tomllib.loads(SCENARIOS.read_text("utf-8"))["scenario"]
    names = [one["name"] for one in scenarios if one["rules"] == rules]
    ran = run_here(["scenario", "run", "--file", str(SCENARIOS), "--plain", *names])
    assert ran.status == 0, ran.err
    return {*ran.out.splitlines()} - {""}
