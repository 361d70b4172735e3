"""JSON: every command that answers has it, by ``--json`` and as it is set, and it fits the schema that is printed."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import refcli.batch.stream
import refcli.printing.pdf
from refcli.batch.stream import INTERNAL
from refcli.cli.output import book_of
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.game.game import Barred
from refcli.render.plain import ruling_lines
from refcli.rulesets import RULESETS
from refcli.wire.objects import ERROR_KINDS, odds_to, ruling_to
from refcli.wire.schemas import answer_schemas, ruling_schema
from tests.conftest import Home, Run, run_here
from tests.situations import kinds, procedures, referee, situations

ANSWERS = {
    "charts list": ["charts list", "charts list grid"],
    "charts show": ["charts show grid combat", "charts show sk small-arms", "charts show fw aa-range"],
    "charts check": ["charts check grid"],
    "charts diff": ["charts diff"],
    "charts digest": ["charts digest", "charts digest fw"],
    "rules": ["rules"],
    "rules RULESET": [f"rules {rules}" for rules in RULESETS],
    "scenario list": ["scenario list"],
    "scenario check": ["scenario check tanks-in-the-village"],
    "config": ["config", "-R grid config"],
    "card": ["-R grid card tank", "-R fw card tiger-i", "-R sk card rifle"],
}
"""Lines of each command that answers, by the name of its schema."""

LINES = [(name, line) for name, lines in ANSWERS.items() for line in lines]


@cache
def schemas(*of: str) -> dict[str, Any]:
    """What ``refcli schema`` prints."""
    found: dict[str, Any] = json.loads(run_here(["schema", *of]).out)
    return found


@pytest.mark.parametrize(("name", "line"), LINES, ids=[line for _, line in LINES])
class TestEveryCommandThatAnswers:
    """Answers in JSON."""

    def test_as_its_schema_promises(self, run: Run, name: str, line: str) -> None:
        ran = run(*line.split(), "--json")
        assert (ran.status, ran.err) == (0, "")
        for one in ran.out.splitlines():
            jsonschema.validate(json.loads(one), answer_schemas()[name])

    def test_where_it_is_set(self, run: Run, monkeypatch: pytest.MonkeyPatch, name: str, line: str) -> None:
        """But for who asks for plain lines."""
        asked, plain = run(*line.split(), "--json"), run(*line.split(), "--plain")
        monkeypatch.setenv("REFCLI_FORMAT", "json")
        if name != "config":  # which tells where each setting was set
            assert run(*line.split()) == asked
            assert run(*line.split(), "--plain") == plain
        assert json.loads(run(*line.split()).out.splitlines()[0])["schema"] == "refcli/1"
        assert not plain.out.startswith("{")


ACTS = "add, remove, sides, set, map, next, undo, redo, note"
EVENING = (
    (ACTS, "-R grid", "add alpha tank Blue"),
    (ACTS, "", "add rifles infantry Red"),
    (ACTS, "", "add guns artillery Blue"),
    (ACTS, "", "remove guns"),
    (ACTS, "", "sides Blue Red Green"),
    (ACTS, "", "next Combat"),
    ("due", "", "due"),
    (ACTS, "", "set rifles in Woods"),
    (ACTS, "", "undo"),
    (ACTS, "", "redo"),
    (ACTS, "", "note Red is glad"),
    ("ruling", "", "fire alpha rifles : 5"),
    ("what-if", "", "what-if"),
    ("ruling", "", "why"),
    ("ruling", "", "fix 1 3"),
    ("who", "", "who"),
    ("who", "", "who rifles"),
    ("log show", "", "log show evening.jsonl"),
    ("log show", "", "log show evening.jsonl 13"),
    ("log verify", "", "log verify evening.jsonl"),
    ("log replay", "", "log replay evening.jsonl"),
    ("log stats", "", "log stats evening.jsonl"),
)
"""An evening, line by line: the schema of each answer, the ruleset where it is named, what is typed."""


class TestAnEvening:
    """Answers in JSON all along, by the flag and as it is set, and so do its journal's commands."""

    @pytest.mark.parametrize("by", ["flag", "setting"])
    def test_as_its_schemas_promise(self, run: Run, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
        if by == "setting":
            monkeypatch.setenv("REFCLI_FORMAT", "json")
        every = {"ruling": ruling_schema(), **answer_schemas()}
        for name, rules, line in EVENING:
            words, colon, faces = line.partition(" :")
            flag = ["--json"] if by == "flag" else []
            game = [] if line.startswith("log") else ["--game", "evening.jsonl"]
            ran = run(*rules.split(), *game, *words.split(), *flag, *f"{colon}{faces}".split())
            assert (ran.status, ran.err) == (0, ""), line
            assert ran.out, line
            for one in ran.out.splitlines():
                jsonschema.validate(json.loads(one), every[name])

    def test_that_was_changed_is_told(self, run: Run, home: Home) -> None:
        """Which line and why, with status 5."""
        run("-R", "grid", "fire", "tank", "infantry", ":", "5", "--log", "evening.jsonl")
        file = home.work / "evening.jsonl"
        file.write_bytes(file.read_bytes().replace(b"disrupted", b"eliminated"))
        ran = run("log", "verify", "evening.jsonl", "--json")
        told = json.loads(ran.out)
        assert ran.status == 5 and (told["whole"], told["torn"]) == (0, [])
        assert [one["line"] for one in told["faults"]] == [1] and told["faults"][0]["what"]
        jsonschema.validate(told, answer_schemas()["log verify"])

    def test_that_comes_out_otherwise_is_told(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        """Which ruling and what of it, and that its charts changed since."""
        run("-R", "grid", "fire", "tank", "infantry", ":", "4", "--log", "evening.jsonl")
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 5 }\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        ran = run("log", "replay", "evening.jsonl", "--json")
        told = json.loads(ran.out)
        assert ran.status == 5 and [one["entry"] for one in told["differ"]] == [1]
        assert told["differ"][0]["charts_changed"] and told["charts_changed"] == 1
        jsonschema.validate(told, answer_schemas()["log replay"])


class TestACheck:
    """Tells in its answer what it found, and leaves with its status."""

    def test_of_charts_tells_every_fault(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", "x = 1\ny = 2\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        ran = run("charts", "check", "grid", "--json")
        told, error = json.loads(ran.out), json.loads(ran.err)["error"]
        assert ran.status == error["status"] == 3 and len(told["faults"]) == 2
        assert error["message"].splitlines() == told["faults"]
        jsonschema.validate(told, answer_schemas()["charts check"])

    def test_of_scenarios_tells_what_does_not_agree(self, run: Run, home: Home) -> None:
        ruling = '[[scenario.ruling]]\nprocedure = "strafe"\ntarget = "tank"\ndice = [6]\n'
        home.write("some.toml", f'[[scenario]]\nname = "a"\nrules = "grid"\n{ruling}expect = {{ success = false }}\n')
        ran = run("scenario", "check", "-f", "some.toml", "--json")
        assert ran.status == json.loads(ran.err)["error"]["status"] == 5
        (found,) = json.loads(ran.out)["disagreements"]
        assert (found["scenario"], found["ruling"], found["place"]) == ("a", 1, "some.toml:4: a 1")
        jsonschema.validate(json.loads(ran.out), answer_schemas()["scenario check"])


class TestChangesOfAnOverlay:
    """Fit their schema, each kind of them."""

    def test_are_told(self, run: Run, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("mine/grid/combat.toml", "[rows]\ntanks = { infantry = 2 }\n")
        monkeypatch.setenv("REFCLI_CHARTS", "mine")
        told = json.loads(run("charts", "diff", "--json").out)
        jsonschema.validate(told, answer_schemas()["charts diff"])
        assert [one["cell"] for one in told["changes"]] == ["combat.tanks.infantry"]


class TestTheSchemas:
    """Have names of their own, and tell every word that an answer may have."""

    def test_are_good_ones(self) -> None:
        every = [*all_of(schemas())]
        assert len(every) > 60
        for one in every:
            jsonschema.Draft202012Validator.check_schema(one)

    def test_have_each_a_name_of_its_own(self) -> None:
        names = [one["$id"] for of in ((), ("grid",), ("grid", "fire"), ("sk",)) for one in all_of(schemas(*of))]
        assert all(name.startswith("urn:refcli:1:") for name in names)
        of_one = {name for name in names if names.count(name) == 1}
        assert {"urn:refcli:1:ruling", "urn:refcli:1:ruling:grid", "urn:refcli:1:odds:grid:fire"} <= of_one

    @pytest.mark.parametrize("rules", RULESETS)
    def test_tell_the_outcomes_and_effects_of_a_ruleset(self, rules: str) -> None:
        properties = schemas(rules)["ruling"]["properties"]
        outcomes = {outcome.word for procedure in procedures(rules) for outcome in procedure.outcomes}
        assert set(properties["outcome"]["enum"]) == outcomes
        told = properties["effects"]["items"]["properties"]["kind"]["enum"]
        assert sorted(told) == sorted({kind.word for kind in kinds(rules)})

    def test_tell_the_outcomes_of_a_procedure(self) -> None:
        found = schemas("grid", "fire")
        fire = outcomes_of(referee().loaded("grid").procedure("fire"))
        assert found["ruling"]["properties"]["outcome"]["enum"] == fire
        assert found["odds"]["properties"]["odds"]["propertyNames"]["enum"] == fire
        assert found["sweep"]["properties"]["outcome"]["enum"] == ["success", *fire]

    @pytest.mark.parametrize("rules", RULESETS)
    def test_hold_for_every_stored_situation(self, rules: str) -> None:
        ruling = jsonschema.Draft202012Validator(schemas(rules)["ruling"])
        for situation in situations(rules):
            ruling.validate(ruling_to(referee().rule(situation.case, 3)))

    def test_hold_for_odds(self) -> None:
        odds = jsonschema.Draft202012Validator(schemas("grid")["odds"])
        for situation in situations("grid"):
            odds.validate(odds_to(situation.case, situation.odds(), {}, ()))

    def test_know_no_other_outcome(self) -> None:
        (situation, *_) = situations("grid")
        told = ruling_to(referee().rule(situation.case, 3))
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**told, "outcome": "nonsense"}, schemas("grid")["ruling"])
        jsonschema.validate({**told, "outcome": "nonsense"}, ruling_schema())

    def test_tell_every_kind_of_error(self) -> None:
        assert {refcli.batch.stream.LostWorker, refcli.printing.pdf.NoTypst, Barred} <= set(kinds_of_refusal())
        found = {one.kind for one in kinds_of_refusal() if one.__module__.startswith("refcli.")}
        assert sorted({*found, "interrupted", INTERNAL}) == sorted(ERROR_KINDS)


def kinds_of_refusal(of: type[Refused] = Refused) -> list[type[Refused]]:
    """Every class of what can go wrong."""
    return [of, *(found for one in of.__subclasses__() for found in kinds_of_refusal(one))]


def outcomes_of(procedure: Procedure) -> list[str]:
    return [outcome.word for outcome in procedure.outcomes]


def all_of(found: dict[str, Any]) -> list[Any]:
    """Every schema that was printed."""
    others = [one for name, one in found.items() if name not in ("requests", "answers")]
    return [*found["requests"].values(), *found["answers"].values(), *others]


class TestPlainLines:
    """Keep the one line that docs/json.md promises of them."""

    @pytest.mark.parametrize("rules", RULESETS)
    def test_have_the_verdict_behind_the_outcome(self, rules: str) -> None:
        for situation in situations(rules):
            record = referee().rule(situation.case, 3)
            lines = [*ruling_lines(record, book_of(referee(), rules, record.procedure.charts))]
            outcome = record.ruling.outcome.banner.upper()
            assert lines[0].startswith(f"{record.procedure.name} (") and len(lines) > 1
            assert [line.startswith(f"{outcome}: ") for line in lines].count(True) == 1, lines


class TestThePage:
    """docs/json.md."""

    def test_tells_every_schema(self) -> None:
        page = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
        every = schemas("grid", "fire")
        assert told(page, "Schemas") == {*every.keys() - {"answers"}, *every["answers"]}

    def test_tells_every_key_of_a_request(self) -> None:
        page = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
        keys = schemas("grid", "fire")["requests"]["grid fire"]["properties"].keys()
        fields = {"attackers", "target", "range", "square"}
        assert told(page, "What a ruling is asked") == {*keys - fields, "overrule", "attackers"}


def told(page: str, heading: str) -> set[str]:
    """The names that stand first in the rows of the table below a heading."""
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| ([^|]+) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
