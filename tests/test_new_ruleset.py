"""``refcli rules new``: a ruleset that is whole as it is written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from refcli.rulesets import RULESETS, SHORT
from tests.conftest import Home, Run, write


@pytest.fixture
def muskets(run: Run, home: Home) -> Path:
    """A ruleset that was just begun, and that the user's settings name."""
    assert run("rules", "new", "musket-line", "muskets").status == 0
    write(home.settings / "refcli.toml", f'rulesets = ["{home.work / "muskets"}"]\n')
    return home.work / "muskets"


class TestANewRuleset:
    """Is whole as it is written."""

    def test_is_all_there(self, home: Home, run: Run) -> None:
        ran = run("rules", "new", "musket-line", "muskets")
        assert (ran.status, ran.err) == (0, "")
        assert "rules check muskets" in ran.out and 'rulesets = ["~/table/muskets"]' in ran.out
        code = {"__init__.py", "effects.py", "fire.py", "tests/test_musket_line.py"}
        charts = {f"charts/{name}.toml" for name in ("ruleset", "units", "readings", "states")}
        written = {path.relative_to(home.work / "muskets").as_posix() for path in (home.work / "muskets").rglob("*.*")}
        assert written == {*code, *charts, "rules.txt", "scenarios.toml", "requests.toml"}

    def test_passes_every_check(self, run: Run, muskets: Path) -> None:
        assert run("charts", "check", "musket-line").status == 0
        ran = run("rules", "check", "muskets")
        assert (ran.status, ran.err) == (0, "") and ran.out.startswith("musket-line: ")

    def test_passes_its_own_tests(self, muskets: Path) -> None:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(muskets)]
        root = Path(__file__).parent.parent
        ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(root)})
        assert ran.returncode == 0 and "6 passed" in ran.stdout, ran.stdout

    def test_rules(self, run: Run, muskets: Path) -> None:
        ran = run("-R", "musket-line", "fire", "2xregulars", "militia", ":", "4", "5")
        assert (ran.status, ran.err) == (0, "") and "DRIVEN BACK: " in ran.out and "2 hits" in ran.out
        assert json.loads(run("rules", "musket-line", "--json").out)["title"] == "Musket Line"

    def test_lies_in_a_folder_of_its_name_where_none_is_said(self, run: Run, home: Home) -> None:
        assert run("rules", "new", "muskets").status == 0
        assert (home.work / "muskets" / "fire.py").is_file()

    @pytest.mark.parametrize("there", ["muskets/notes.txt", "muskets"])
    def test_is_written_over_nothing(self, run: Run, home: Home, there: str) -> None:
        home.write(there, "mine")
        ran = run("rules", "new", "muskets")
        assert ran.status == 2 and ran.err.startswith("refcli: muskets ")
        assert [path.read_text() for path in home.work.rglob("*") if path.is_file()] == ["mine"]

    @pytest.mark.parametrize("name", [*RULESETS, *SHORT])
    def test_takes_no_name_of_ours(self, run: Run, name: str) -> None:
        ran = run("rules", "new", name)
        assert (ran.status, ran.out) == (2, "") and ran.err.startswith(f"refcli: {name}: ")

    @pytest.mark.parametrize("name", ["Muskets", "check", "../muskets", "a b", "-x"])
    def test_takes_no_name_that_is_none(self, run: Run, home: Home, name: str) -> None:
        assert run("rules", "new", "--", name).status == 2
        assert list(home.work.iterdir()) == []
