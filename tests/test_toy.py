"""A fifth ruleset from one request, one function and one chart: everything else comes by itself."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refcli.core.procedure import Ruleset
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Charts, Dice, Outcome, Ruling, procedure
from refcli.rulesets import RULESETS


class Duel(NamedTuple):
    """One champion against a number."""

    champion: Annotated[Term, Field("who fights", 1, ("duel",), noun="champion")]
    paces: Annotated[int, Field("paces apart", short="-p", unit="paces", at_least=1, at_most=30)] = 10
    conditions: Conditions = NOTHING


class DuelOutcome(Outcome):
    WON = "won", True, "{champion} wins by {margin}"
    LOST = "lost", False, "{champion} loses"
    ABSENT = "stays away", Outcome.NO_ATTEMPT, "{champion} stays away"


@procedure("duel", DuelOutcome, ("duel",), sums=("nerve",))
def duel(request: Duel, charts: Charts, dice: Dice) -> Ruling:
    """A duel with pistols."""
    if "asleep" in request.conditions:
        return Ruling(DuelOutcome.ABSENT, {"margin": 0})
    needed = charts["duel", request.champion.name, request.paces]
    nerve = charts.add_up("nerve", *charts.modifiers("duel", request.conditions))
    shot = dice.check(nerve, D6, "shot", needed.target_number)
    if not shot.passed:
        return Ruling(DuelOutcome.LOST, {"margin": 0})
    return Ruling(DuelOutcome.WON, {"margin": int(shot.total - needed.number)})


CHART = """
title    = "Duel: number required"
source   = { section = "Duels", lines = "1-9" }
axes     = ["champion", "paces"]
paces    = { unit = "paces", to = [5, 10, 20] }
needs    = ">="
modifies = "nerve"

[rows]
marshal = [2, 4, 6]
ensign  = [3, 5]

[aliases]
ney = "marshal"

[[condition]]
name   = "sober"
text   = "before noon"
value  = 1
source = { section = "Duels", lines = "8" }

[[condition]]
name   = "asleep"
text   = "still in bed"
source = { section = "Duels", lines = "9" }
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The toy ruleset, registered for one test."""
    folder = tmp_path / "charts"
    folder.mkdir()
    (folder / "duel.toml").write_text(CHART, encoding="utf-8")
    (folder / "ruleset.toml").write_text('title = "Toy duels"\nturn = ["Duel"]\n', encoding="utf-8")
    (folder / "readings.toml").write_text("", encoding="utf-8")
    monkeypatch.setitem(RULESETS, "toy", Ruleset("toy", {"duel": "tests.test_toy:duel"}, folder=str(folder)))
    yield tmp_path


class TestTheToyRuleset:
    """What a ruleset gets for one request, one function and one chart, and one line in the registry."""

    def test_it_has_a_command_that_resolves(self, toy: Path, run: Any) -> None:
        status, out, err = run("-R", "toy", "duel", "ney", "-p", "7", "sober", "--dice", "3", "--json")
        assert (status, err) == (0, "")
        ruling = json.loads(out)
        assert (ruling["outcome"], ruling["counts"]) == ("won", {"margin": 0})

    def test_its_help_tells_its_inputs_and_conditions(self, toy: Path, run: Any) -> None:
        status, out, _ = run("-R", "toy", "duel", "--help")
        assert status == 0
        for said in ("who fights", "--paces", "before noon: +1", "A duel with pistols."):
            assert said in out

    def test_its_limits_hold(self, toy: Path, run: Any) -> None:
        status, out, err = run("-R", "toy", "duel", "ney", "-p", "31")
        assert (status, out) == (2, "")
        assert "paces: 31" in err and "1 to 30" in err

    def test_a_value_beyond_the_last_band_is_a_blank(self, toy: Path, run: Any) -> None:
        status, _, err = run("-R", "toy", "duel", "ensign", "-p", "20", "--dice", "3")
        assert status == 2
        assert "duel.ensign.20" in err

    def test_its_names_complete(self, toy: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("_REFCLI_COMPLETE", "complete_bash")
        monkeypatch.setenv("_REFCLI_COMPLETE_LINE", "refcli -R toy duel e")
        _, out, _ = run()
        assert out.split() == ["ensign"]

    def test_it_has_a_schema(self, toy: Path, run: Any) -> None:
        _, out, _ = run("schema", "toy")
        schema = json.loads(out)["requests"]["toy duel"]
        assert schema["properties"]["paces"] == {
            "description": "paces apart (paces)",
            "type": "integer",
            "minimum": 1,
            "maximum": 30,
        }
        assert "marshal|ensign|ney" in schema["properties"]["champion"]["pattern"]

    def test_it_has_odds(self, toy: Path, run: Any) -> None:
        _, out, _ = run("-R", "toy", "duel", "ensign", "-p", "10", "--odds", "--json")
        odds = json.loads(out)
        assert odds["odds"]["won"]["exact"] == "1/3"
        assert odds["counts"]["margin"]["1"]["exact"] == "1/6"

    def test_it_has_scenarios(self, toy: Path, run: Any) -> None:
        file = toy / "duels.toml"
        file.write_text(
            '[[scenario]]\nname = "dawn"\nrules = "toy"\n[scenario.units]\nhero = { name = "ensign" }\n'
            '[[scenario.ruling]]\nprocedure = "duel"\nchampion = "hero"\npaces = 5\ndice = [3]\n'
            'expect = { outcome = "won", margin = 0, nerve = 3 }\n',
            encoding="utf-8",
        )
        status, out, err = run("scenario", "check", "--file", str(file))
        assert (status, err) == (0, "")
        assert "1 rulings" in out

    def test_it_has_a_batch(self, toy: Path, run: Any) -> None:
        line = '{"rules": "toy", "procedure": "duel", "champion": "ensign", "paces": 5, "conditions": ["sober"], '
        status, out, _ = run("batch", "--only", "outcome,counts", stdin=f'{line}"dice": [1]}}\n{line}"dice": [2]}}\n')
        assert status == 0
        assert [json.loads(answer) for answer in out.splitlines()] == [
            {"outcome": "lost", "counts": {"margin": 0}},
            {"outcome": "won", "counts": {"margin": 0}},
        ]

    def test_its_charts_are_checked_and_shown(self, toy: Path, run: Any) -> None:
        assert run("charts", "check", "toy")[0] == 0
        assert "to 5 paces" in run("charts", "show", "toy", "duel", "--plain")[1]

    def test_it_stands_in_the_matrix(self, toy: Path, run: Any) -> None:
        _, out, _ = run("rules", "--json")
        assert json.loads(out)["procedures"]["duel"] == ["toy"]

    def test_whoever_tries_nothing_has_not_acted_in_its_games(self, toy: Path, run: Any) -> None:
        game = ("--game", "duels.jsonl")
        assert run("-R", "toy", *game, "add", "ney", "marshal", "French").status == 0
        ran = run(*game, "duel", "ney", "asleep")
        assert ran.status == 0 and "STAYS AWAY" in ran.out
        assert "(ruling" not in run(*game, "who", "ney").out
        assert run(*game, "duel", "ney", "--dice", "6").status == 0
        assert "(ruling 4)" in run(*game, "who", "ney").out
