"""``import refcli``: its names, when they are loaded, what they say of themselves, the programs of docs/library.md."""

import ast
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import refcli
from tests.conftest import Home, Run, environment_of

PAGE = Path(__file__).parent.parent / "docs" / "library.md"
TANKS = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry", "conditions": ["woods"]}
FIRE = ("-R", "grid", "fire", "2xtank", "infantry", "woods")


def functions_of(name: str) -> Iterator[tuple[str, Any]]:
    """A public function, or the public methods of a class, by what they are called."""
    found = getattr(refcli, name)
    if inspect.isfunction(found):
        yield name, found
    if inspect.isclass(found):
        for one, method in vars(found).items():
            if inspect.isfunction(method) and not one.startswith("_"):
                yield f"{name}.{one}", method


PUBLIC = [name for name in refcli.__all__ if name != "__version__"]
FUNCTIONS = [found for name in PUBLIC for found in functions_of(name)]


class TestTheNames:
    """Are loaded when they are asked for, and stay what they are."""

    def test_are_those_that_a_type_checker_sees(self) -> None:
        tree = ast.parse(Path(refcli.__file__).read_text(encoding="utf-8"))
        (seen,) = [node for node in tree.body if isinstance(node, ast.If)]
        homes = {
            one.module: {alias.name for alias in one.names} for one in seen.body if isinstance(one, ast.ImportFrom)
        }
        assert homes == {f"refcli.{home}": {*names} for home, names in refcli._HOMES.items()}
        assert sorted([*PUBLIC, "__version__"]) == refcli.__all__ == dir(refcli)
        assert {*PUBLIC} == {name for names in homes.values() for name in names}

    def test_cost_a_start_nothing(self) -> None:
        code = "import sys, typing; before = {*sys.modules}; import refcli; print(*({*sys.modules} - before))"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert ran.stdout.split() == ["refcli"]

    @pytest.mark.parametrize("first", ["refcli.odds.enumeration", "refcli.odds", "refcli.batch.stream", "refcli"])
    def test_are_no_folders(self, first: str) -> None:
        """Whatever was imported before."""
        code = (
            f"import {first}, refcli\n"
            "assert callable(refcli.odds), refcli.odds\n"
            "from refcli import odds\n"
            "from refcli.odds.enumeration import odds_of\n"
            "assert odds is refcli.odds\n"
            "print(odds.__module__)"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (ran.stdout, ran.stderr) == ("refcli.referee.api\n", "")

    def test_are_no_others(self) -> None:
        with pytest.raises(AttributeError, match="'nonsense'"):
            refcli.nonsense  # type: ignore[attr-defined]  # noqa: B018


class TestTheDocstrings:
    """Say what a name holds: each part of a value, each argument, what is raised, where figures stand."""

    @pytest.mark.parametrize("name", PUBLIC)
    def test_tell_every_field_of_a_value(self, name: str) -> None:
        found = getattr(refcli, name)
        said = inspect.getdoc(found) or ""
        assert said
        assert [field for field in getattr(found, "_fields", ()) if f"``{field}``" not in said] == []

    @pytest.mark.parametrize(("name", "function"), FUNCTIONS, ids=[name for name, _ in FUNCTIONS])
    def test_tell_what_a_function_does(self, name: str, function: Any) -> None:
        assert inspect.getdoc(function)

    @pytest.mark.parametrize(
        ("name", "function"),
        [(name, function) for name, function in FUNCTIONS if name.startswith("Referee.") or "." not in name],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_tell_every_argument_and_what_is_raised(self, name: str, function: Any) -> None:
        said = inspect.getdoc(function) or ""
        arguments = [one for one in inspect.signature(function).parameters if one not in ("self", "prefixes")]
        assert [one for one in arguments if f"``{one}``" not in said] == []
        assert "Raises" in said

    @pytest.mark.parametrize("name", ["resolve", "odds", "sweep"])
    def test_tell_units_and_sources(self, name: str) -> None:
        said = inspect.getdoc(getattr(refcli, name)) or ""
        assert re.search(r"unit|fractions from 0 to 1", said) and re.search(r"stands in the source|same charts", said)

    def test_are_told_by_the_page(self) -> None:
        rows = re.findall(r"^\| (`.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
        told = {name for row in rows for name in re.findall(r"`(\w+)", row)}
        assert {*refcli.__all__} - told == set()


class TestResolve:
    """As the command line rules."""

    def test_is_the_ruling_of_the_command_line(self, run: Run) -> None:
        ruling = refcli.resolve({**TANKS, "seed": 7})
        told = json.loads(run(*FIRE, "--seed", "7", "--json").out)
        assert (ruling.verdict, ruling.outcome.word) == (told["verdict"], told["outcome"])
        assert [list(roll.faces) for roll in ruling.rolls] == [roll["faces"] for roll in told["rolls"]]
        referee = refcli.Referee()
        record = referee.rule(referee.case(TANKS), 7)
        assert record.ruling == ruling
        assert refcli.ruling_to(record) == told

    def test_takes_dice_that_fell(self) -> None:
        ruling = refcli.resolve({**TANKS, "dice": [6, 1]})
        assert [roll.faces for roll in ruling.rolls] == [(6,), (1,)]

    def test_rolls_with_a_fresh_seed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "urandom", lambda size: b"\xff" * size)
        assert refcli.resolve(TANKS).seed == 2**53 - 1

    def test_reads_no_settings_but_those_of_its_referee(self, home: Home) -> None:
        home.write("refcli.toml", "published = true")
        shot = {"rules": "fw", "procedure": "fire", "weapon": "6pdr", "target": "tiger-i", "range": 12}
        assert refcli.resolve(shot).figures
        judge = refcli.Referee(refcli.Settings().under(published=True))
        with pytest.raises(refcli.Refused, match="house"):
            refcli.resolve(shot, judge)

    @pytest.mark.parametrize(
        ("changed", "kind"), [({"target": "infantri"}, "unknown-name"), ({"dice": [7]}, "usage"), ({"x": 1}, "usage")]
    )
    def test_raises_what_is_wrong_in_a_line(self, changed: dict[str, Any], kind: str) -> None:
        with pytest.raises(refcli.Refused) as raised:
            refcli.resolve({**TANKS, **changed})
        assert raised.value.kind == kind and "\n" not in str(raised.value)


class TestOdds:
    """Exact, as the command line tells them."""

    def test_are_those_of_the_command_line(self, run: Run) -> None:
        odds = refcli.odds(TANKS)
        told = json.loads(run(*FIRE, "--odds", "--json").out)
        assert {outcome.word: str(chance) for outcome, chance in odds.outcomes.items()} == {
            word: chance["exact"] for word, chance in told["odds"].items()
        }
        assert odds.success == Fraction(5, 9)

    def test_know_the_dice_that_lie_already(self) -> None:
        assert refcli.odds({**TANKS, "dice": [6]}).success == 1

    def test_are_swept_over(self) -> None:
        swept = refcli.sweep(TANKS, "range=1:3", outcome="eliminated")
        assert swept.axes == (refcli.SweptAxis("range", (1, 2, 3)),) and swept.outcome == "eliminated"
        assert swept.chances == ((Fraction(1, 9),), (Fraction(1, 9),), (Fraction(0),))
        with pytest.raises(refcli.Refused, match="2"):
            refcli.sweep(TANKS, "range=1:3", "target=tank", "attackers=tank")


def programs() -> list[tuple[str, str]]:
    """Each Python program of the page, and what is said to be its output."""
    page = PAGE.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```\n.*?^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


TYPED = "!refcli grid fire attackers=2xtank target=infantry conditions=woods seed=7\n"


@pytest.mark.parametrize("number", range(4), ids=["bot", "notebook", "said", "game"])
def test_a_program_of_the_page_does_what_is_shown(number: int, home: Home) -> None:
    """Each as it stands there, in a process of its own."""
    assert len(programs()) == 4
    code, shown = programs()[number]
    assert len(code.splitlines()) <= 32
    home.write("program.py", code)
    typed = f"{TYPED}{TYPED.replace('=infantry', '=infantri')}!refcli\nnot for the bot\n"
    ran = subprocess.run(
        [sys.executable, "program.py"],
        cwd=home.work,
        env=environment_of(home.folder),
        input=typed,
        capture_output=True,
        encoding="utf-8",
    )
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert ran.stdout == shown
