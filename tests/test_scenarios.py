"""The scenarios: worked out by hand from the sources, made by the program, held to every number."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refcli.core.limits import LARGEST_FILE
from refcli.referee.check import scenarios_disagree, too_few
from refcli.referee.scenario import not_as_expected, rulings, scenario_file, scenarios_in
from refcli.rulesets import RULESETS
from tests.situations import SCENARIOS, referee, suite

ALL = scenarios_in(scenario_file(str(SCENARIOS)))


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: scenario.name)
class TestEveryScenario:
    """Each agrees with what was worked out, and only with that."""

    def test_anything_else_expected_is_noticed(self, scenario: Any) -> None:
        for number, record in rulings(scenario, referee()):
            for changed in one_off(scenario.rulings[number]["expect"]):
                assert list(not_as_expected(changed, record)), f"{scenario.name} {number + 1}: {changed}"


@pytest.mark.parametrize("rules", list(RULESETS))
class TestTheCollection:
    """What the shipped scenarios cover."""

    def test_every_ruling_agrees_with_its_scenario(self, rules: str) -> None:
        assert list(scenarios_disagree(suite(rules))) == []

    def test_every_procedure_has_two_situations_at_least_and_two_examples(self, rules: str) -> None:
        assert list(too_few(suite(rules))) == []


class TestListAndRun:
    """``refcli scenario list`` and ``run`` at a shell."""

    def test_they_tell_where_a_scenario_stands(self, run: Any, tmp_path: Path) -> None:
        first = ALL[0]
        told = json.loads(run("scenario", "list", "--json", "--file", str(SCENARIOS)).out)["scenarios"]
        assert (told[0]["name"], told[0]["source"]) == (first.name, first.source)
        assert f"{first.title} ({first.source})\n" in run("scenario", "run", first.name, "--plain").out

    def test_a_source_with_a_fault_is_told(self, run: Any, tmp_path: Path) -> None:
        file = tmp_path / "odd.toml"
        source = 'source = { section = "Fire", line = "3" }'
        file.write_text(f'[[scenario]]\nname = "a"\nrules = "grid"\nruling = []\n{source}\n', encoding="utf-8")
        status, _, err = run("scenario", "list", "--file", str(file))
        assert status == 3
        assert "odd.toml:5:" in err and "'line'" in err


class TestStandardInput:
    """``-`` is read where a file of scenarios is named."""

    TEXT = '[[scenario]]\nname = "a"\nrules = "grid"\n[[scenario.ruling]]\nprocedure = "strafe"\ntarget = "tank"\n'

    @pytest.mark.parametrize("command", ["list", "run", "check"])
    def test_says_what_the_file_says(self, run: Any, tmp_path: Path, command: str) -> None:
        file = tmp_path / "some.toml"
        text = f'{self.TEXT}dice = [6]\nexpect = {{ outcome = "eliminated" }}\n'
        file.write_text(text, encoding="utf-8")
        ran = run("scenario", command, "--file", "-", stdin=text)
        assert ran == run("scenario", command, "--file", str(file)) and ran.status == 0 and ran.err == ""

    def test_has_its_faults_told_with_their_lines(self, run: Any) -> None:
        ran = run("scenario", "check", "-f", "-", stdin=f"{self.TEXT}\n[nonsense]\n")
        assert ran.status == 3 and ran.err.startswith("refcli: -:8: ") and "'nonsense'" in ran.err

    def test_is_no_larger_than_a_file_may_be(self, run: Any) -> None:
        ran = run("scenario", "check", "-f", "-", stdin="#" * (LARGEST_FILE + 1))
        assert ran.status == 3 and f"{LARGEST_FILE:,}" in ran.err


class TestCheck:
    """``refcli scenario check`` at a shell."""

    def test_it_agrees_on_everything_shipped(self, run: Any) -> None:
        status, out, err = run("scenario", "check", "--file", str(SCENARIOS))
        assert (status, err) == (0, "")
        assert "all agree" in out

    def test_a_changed_number_leaves_with_five_and_names_the_line(self, run: Any, tmp_path: Path) -> None:
        blocks = SCENARIOS.read_text(encoding="utf-8").partition("[[scenario]]")[2].split("[[scenario]]")
        text = "[[scenario]]" + next(block for block in blocks if '"tank/1/score" = ' in block)
        place = re.search(r'"tank/1/score" = (\d+)', text)
        assert place
        changed = f"{text[: place.start(1)]}{int(place[1]) + 1}{text[place.end(1) :]}"
        file = tmp_path / "changed.toml"
        file.write_text(changed, encoding="utf-8")
        status, _, err = run("scenario", "check", "--file", str(file))
        assert status == 5
        line = text[: place.start()].count("\n") + 1
        told = re.search(r"changed\.toml:(\d+): .*tank/1/score: expected", err)
        assert told
        assert int(told[1]) <= line

    @pytest.mark.parametrize(
        ("rest", "said"),
        [
            ('expect = { outcome = "eliminated" }', "sortie (d6)"),
            ('dice = [6]\nexpect = { "\\u001b[2J" = 1 }', "'\\x1b[2J'"),
        ],
        ids=["a die is missing", "a control character"],
    )
    def test_what_does_not_hold_is_told(self, run: Any, tmp_path: Path, rest: str, said: str) -> None:
        file = tmp_path / "short.toml"
        file.write_text(
            '[[scenario]]\nname = "a"\nrules = "grid"\n[[scenario.ruling]]\nprocedure = "strafe"\n'
            f'target = "tank"\n{rest}\n',
            encoding="utf-8",
        )
        status, _, err = run("scenario", "check", "--file", str(file))
        assert status == 5
        assert said in err


def one_off(expect: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The expectation with each of its figures and texts changed, one at a time: a number by one."""
    for key, wanted in expect.items():
        if isinstance(wanted, dict):
            for name, value in wanted.items():
                yield {**expect, key: {**wanted, name: raised(value)}}
        elif isinstance(wanted, list):
            for index, value in enumerate(wanted):
                yield {**expect, key: [*wanted[:index], raised(value), *wanted[index + 1 :]]}
        else:
            yield {**expect, key: raised(wanted)}


def raised(value: str | float) -> str | float:
    """A number one higher; a text with its last number one higher, or another text."""
    if not isinstance(value, str):
        return value + 1
    changed, found = re.subn(r"-?\d+(?!.*\d)", lambda number: str(int(number[0]) + 1), value)
    return changed if found else f"{value}!"


def test_the_file_is_plain_toml() -> None:
    """Anything that reads TOML reads the scenarios."""
    assert len(tomllib.loads(SCENARIOS.read_text(encoding="utf-8"))["scenario"]) == len(ALL)
