"""What the procedures declare is what a command line understands, prints, and understands again.

Every line is drawn from what the rulesets declare (procedures, inputs, names of charts, conditions,
readings), so a new ruleset is tested by being there. What no line may do is held in test_generated.
"""

import json
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import jsonschema
import pytest

import refcli.rulesets
from refcli.plain.dump import request_to
from refcli.plain.schema import request_schema, ruling_schema
from tests.conftest import Home, Ran, run_here
from tests.generated.commands import mistyped, sensible
from tests.generated.draw import Draw
from tests.generated.oracle import faults
from tests.generated.runner import Place, run_in_process
from tests.generated.vocabulary import PROCEDURES, loaded_ruleset, said
from tests.situations import referee

SAMPLE = 400
"""Command lines of the fixed sample, for each ruleset."""

RULING = jsonschema.Draft202012Validator(ruling_schema())

named = pytest.mark.parametrize(("rules", "name"), PROCEDURES, ids=[" ".join(pair) for pair in PROCEDURES])


@cache
def requests_of(rules: str, name: str) -> jsonschema.Draft202012Validator:
    """The schema of a procedure's requests."""
    loaded = loaded_ruleset(rules)
    procedure = loaded.procedure(name)
    schema = request_schema(rules, procedure, loaded.library.charts(procedure.charts), loaded.readings)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize(
    "line",
    [
        ("-R", "grid", "fire", "tank", "infantry", "--set", "a\u2028b=1"),
        ("-R", "grid", "fire", "\ud800", "infantry"),
    ],
)
def test_a_word_that_cannot_be_shown_is_told_in_one_line(home: Home, line: tuple[str, ...]) -> None:
    """As any other."""
    ran = run_here(line)
    assert ran.status == 4 and list(faults(line, ran)) == []


class Made(NamedTuple):
    """One line of the fixed sample and what it came to."""

    rules: str
    name: str
    line: list[str]
    ran: Ran

    @property
    def ruling(self) -> bool:
        """Whether it came to a ruling, and not to a help or a list of charts."""
        first = self.ran.out.partition("\n")[0]
        return self.ran.status in (0, 1) and ('"verdict": ' in first or f"{self.name} (" in first)

    @property
    def told(self) -> dict[str, Any]:
        """The ruling's object, where JSON was asked for; else an empty one."""
        found: dict[str, Any] = json.loads(self.ran.out) if self.ruling and "--json" in self.line else {}
        return found


class TestTheFixedSample:
    """The same lines each time, so that what they reach can be counted."""

    @pytest.fixture(scope="class")
    @classmethod
    def sample(cls, tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
        """Right and wrong lines of every ruleset, run once for all the tests of the class."""
        made = []
        with Place(tmp_path_factory.mktemp("home"), run_in_process).entered():
            for rules in refcli.rulesets.RULESETS:
                draw = Draw(f"sample of {rules}")
                names = list(refcli.rulesets.ruleset(rules).procedures)
                for number in range(SAMPLE):
                    name = names[number % len(names)]
                    line = sensible(draw, (rules, name))
                    if number // len(names) % 4 == 3:
                        line = mistyped(draw, line)
                    made.append(Made(rules, name, line, run_here(line)))
        return made

    def test_at_least_half_reach_a_ruling(self, sample: list[Made]) -> None:
        """In each ruleset; what is drawn would otherwise test the error messages alone."""
        rulings = Counter(made.rules for made in sample if made.ruling)
        for rules in refcli.rulesets.RULESETS:
            assert rulings[rules] >= SAMPLE / 2, (rules, _refusals(sample, rules))

    def test_every_procedure_is_reached(self, sample: list[Made]) -> None:
        """Each procedure of each ruleset gives a ruling to one of the lines at least."""
        reached = {(made.rules, made.name) for made in sample if made.ruling}
        missed = set(PROCEDURES) - reached
        assert not missed, [made.ran.err for made in sample if (made.rules, made.name) in missed][:5]

    def test_the_json_of_every_ruling_matches_its_schema(self, sample: list[Made]) -> None:
        """What ``refcli schema`` promises is what ``--json`` prints."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            RULING.validate(ruling)
        assert len(rulings) > SAMPLE / 10

    def test_a_request_that_is_read_back_is_the_same_request(self, sample: list[Made]) -> None:
        """The ``request`` of a ruling, given as a plain object, asks for the same thing again."""
        rulings = [made.told for made in sample if made.told]
        for ruling in rulings:
            again = referee().case(_plain(ruling))
            assert {**request_to(again.request), **again.controls} == ruling["request"]
            assert referee().case({**_plain(ruling), **request_to(again.request)}).request == again.request
        assert len(rulings) > SAMPLE / 10

    def test_the_request_of_every_ruling_matches_the_schema_of_requests(self, sample: list[Made]) -> None:
        """What a ruling was asked can stand in a batch or a scenario as it is."""
        for ruling in (made.told for made in sample if made.told):
            requests_of(ruling["rules"], ruling["procedure"]).validate(_plain(ruling))

    def test_the_same_seed_gives_the_same_ruling(self, home: Home, sample: list[Made]) -> None:
        """A line with a seed says the same a second time, to the byte."""
        seeded = [made for made in sample if "--seed" in made.line and made.ruling][:40]
        assert seeded
        for made in seeded:
            assert run_here(made.line) == made.ran


class TestEveryProcedure:
    """Each procedure of each registered ruleset, one by one."""

    @named
    def test_its_json_and_its_request_go_there_and_back(self, home: Home, rules: str, name: str) -> None:
        """Sixty lines drawn for this procedure: rulings match the schema, requests read back."""
        draw = Draw(f"{rules} {name}")
        rulings = 0
        for _ in range(60):
            line = sensible(draw, (rules, name))
            line = [word for word in line if word not in ("--plain", "--json")] + ["--json"]
            ran = run_here(line)
            assert list(faults(line, ran)) == []
            if ran.status not in (0, 1):
                continue
            rulings += 1
            ruling = json.loads(ran.out)
            RULING.validate(ruling)
            requests_of(rules, name).validate(_plain(ruling))
            again = referee().case(_plain(ruling))
            assert {**request_to(again.request), **again.controls} == ruling["request"]
        assert rulings >= 5

    @named
    def test_its_help_tells_every_input_and_condition(self, home: Home, rules: str, name: str) -> None:
        """Help is made from the same declarations."""
        about = said(rules, name)
        ran = run_here(["-R", rules, name, "--help"])
        assert ran.status == 0 and ran.err == ""
        text = " ".join(ran.out.split())
        for field in about.procedure.inputs:
            flag = field.name.upper() if field.field.position else f"--{field.name}"
            assert flag in text
        for condition in (*about.of_ruling, *(word for words in about.of_term.values() for word in words)):
            assert condition in text

    @named
    def test_what_is_typed_in_capitals_is_the_same(self, home: Home, rules: str, name: str) -> None:
        """Names of rulesets and procedures are case-insensitive, in the first line drawn that reaches a ruling."""
        draw = Draw(f"{rules} {name}")
        for _ in range(60):
            line = sensible(draw, (rules, name))
            line = [*(word for word in line[line.index(name) :] if word not in ("-R", rules)), "--seed", "1"]
            ran = run_here(["-R", rules, *line])
            if ran.status in (0, 1):
                break
        assert ran.status in (0, 1)
        assert run_here(["-R", rules.upper(), name.upper(), *line[1:]]) == ran


def _plain(ruling: dict[str, Any]) -> dict[str, Any]:
    """What a ruling was asked, as a plain object."""
    return {"rules": ruling["rules"], "procedure": ruling["procedure"], **ruling["request"]}


def _refusals(sample: list[Made], rules: str) -> Counter[str]:
    return Counter(made.ran.err[:80] for made in sample if made.rules == rules and not made.ruling)
