"""The charts that are shipped: whole, and of the sources that they name."""

import re
from pathlib import Path

import pytest

from refcli.core.errors import BadData
from refcli.files.check import faults_of
from refcli.referee.check import odd_lines
from refcli.rulesets import RULESETS, ruleset
from tests.conftest import Home, Run
from tests.situations import referee, suite
from tests.tables import entry_of
from tests.test_charts import library

LINES = {"grid": 234, "first-watch": 172, "combat-captain": 1443, "skirmish": 462}
"""How many lines the source of each ruleset has."""


class TestEveryShippedChart:
    """``refcli charts check``."""

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_fits_the_rules_that_read_it(self, rules: str) -> None:
        assert faults_of(ruleset(rules), referee().loaded(rules).library) == []

    @pytest.mark.parametrize("rules", list(RULESETS))
    def test_tells_lines_that_its_source_has_in_their_order(self, rules: str) -> None:
        last = entry_of(LINES, rules, "tests/test_shipped_charts.py: LINES", "how many lines its source has")
        assert list(odd_lines(suite(rules), last)) == []

    def test_a_condition_that_no_procedure_reads_is_found(self, home: Home, run: Run) -> None:
        path = home.write("mine/grid/smoke.toml", '[[condition]]\nname = "windy"\ntext = "a strong wind"\n')
        ran = run("-R", "grid", "charts", "check", "grid")
        assert (ran.status, ran.err) == (0, "")
        home.write("refcli.toml", f'charts = ["{path.parent.parent}"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert "smoke.toml:" in ran.err and "'windy'" in ran.err

    def test_a_row_that_breaks_its_order_is_found(self, home: Home, run: Run) -> None:
        home.write("mine/grid/movement.toml", "[rows]\ntank = { road = 1 }\n")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert "movement.tank.road: 1 " in ran.err

    @pytest.mark.parametrize(
        ("name", "row", "says"),
        [
            ("combat", 'tanks = ["3+", 4, 3]', "'3+'"),
            ("cover", "woods = [5]", "5 "),
            ("units", 'tank = { heavy = "huge" }', "'huge'"),
        ],
    )
    def test_what_no_cell_beside_it_is_like_is_told_with_its_line(
        self, home: Home, run: Run, name: str, row: str, says: str
    ) -> None:
        home.write(f"mine/grid/{name}.toml", f"[rows]\n{row}\n")
        home.write("refcli.toml", 'charts = ["mine"]\n')
        for command in (["charts", "check", "grid"], ["-R", "grid", "fire", "tank", "infantry"]):
            ran = run(*command)
            assert ran.status == 3 and f"{name}.toml:2: {name}." in ran.err and says in ran.err

    def test_a_word_that_no_chart_defines_is_found(self, home: Home, run: Run) -> None:
        home.write("mine/grid/units.toml", '[rows]\ntank = { attacks-as = "tonks" }\n')
        home.write("refcli.toml", 'charts = ["mine"]\n')
        ran = run("charts", "check", "grid")
        assert ran.status == 3
        assert re.search("units.tank.attacks-as: .*'tonks'", ran.err)


class TestWhatARulesetSaysOfItself:
    """``ruleset.toml``: judged as every other file."""

    def test_a_key_that_is_none_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(BadData, match=r"'trun' \(nearest: turn\)"):
            library(tmp_path, ruleset='title = "Test"\ntrun = []').about()

    def test_its_readings_tell_where_their_rules_stand(self, run: Run) -> None:
        """Source: grid.txt 199."""
        assert re.search(r"G-24: [^?]*\? \(Heavy Tanks, line 199\)", " ".join(run("rules", "grid").out.split()))
