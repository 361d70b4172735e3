"""What the procedures declare is what a command line understands, prints, and understands again.

Every line is drawn from what the rulesets declare (procedures, inputs, names of charts, conditions,
readings), so a new ruleset is tested by being there. tests/slow/test_generated.py checks what no line may do.
"""

import json
from functools import cache
from typing import Any

import jsonschema
import pytest

from refcli.wire.requests import request_to
from refcli.wire.schemas import request_schema, ruling_schema
from tests.conftest import Home, run_here
from tests.generated.commands import sensible
from tests.generated.draw import Draw
from tests.generated.oracle import faults
from tests.generated.vocabulary import PROCEDURES, loaded_ruleset, said
from tests.situations import referee

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


class TestEveryProcedure:
    """Each procedure of each registered ruleset, one by one."""

    @named
    def test_its_json_and_its_request_go_there_and_back(self, home: Home, rules: str, name: str) -> None:
        """Lines drawn for this procedure: rulings match the schema, requests read back."""
        draw = Draw(f"{rules} {name}")
        rulings = 0
        for _ in range(20):
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
        assert rulings

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
