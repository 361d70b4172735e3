"""Stated conditions that a rule never asks for are not used. Source: reading G-63, in every ruleset."""

import json

import pytest

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, RecordedConditions, with_conditions
from refcli.core.resolve import resolve
from refcli.core.ruling import Ruling
from refcli.referee.referee import Case
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import situations


def without(case: Case, typed: str) -> Case:
    """The case without a condition, as it is typed: one of a term behind its name."""
    term, _, name = typed.rpartition("+")

    def change(conditions: Conditions, of: str) -> Conditions:
        return conditions.without(name) if of == term else conditions

    return case._replace(request=with_conditions(case.request, change))


def stating(case: Case, name: str) -> Case:
    """The case with one more condition of the whole ruling."""
    return case._replace(request=case.request._replace(conditions=case.request.conditions + Conditions([name])))


def ruled(case: Case, procedure: Procedure | None = None) -> Ruling | None:
    try:
        return resolve(procedure or case.procedure, case.request, case.charts(), 1)
    except Refused:
        return None


class TestConditionsThatAreNotUsed:
    @pytest.mark.parametrize(
        ("line", "unused"),
        [
            ("-R grid fire tank infantry hull-down", ["hull-down"]),
            ("-R grid fire tank infantry woods hull-down", ["hull-down"]),
            ("-R grid fire tank infantry+hull-down", ["infantry+hull-down"]),
            ("-R grid fire tank tank hull-down", []),
            ("-R grid bombard artillery infantry fields --dice 4", ["fields"]),
            ("-R grid bombard artillery infantry fields woods --dice 4", ["fields"]),
            ("-R grid fire tank infantry disrupted --dice 1", []),
            ("-R grid fire tank,tank+moved infantry --dice 4", []),
            ("-R sk morale bad-morale --failed 1 --dice 4", []),
            ("-R sk fire 12xrifle infantry -r 20 hull-down --seed 1", ["hull-down"]),
        ],
    )
    def test_are_in_the_json(self, line: str, unused: list[str], run: Run) -> None:
        assert json.loads(run(*line.split(), "--json").out)["no_effect"] == unused

    @pytest.mark.parametrize("rules", RULESETS)
    def test_change_nothing_with_the_same_faces(self, rules: str) -> None:
        claims = 0
        for one in situations(rules):
            added = [name for name in one.case.procedure.conditions(one.case.words.charts) if name not in one.stated]
            for case in [one.case, *[stating(one.case, name) for name in added]]:
                ruling = ruled(case)
                for typed in ruling.unused if ruling else ():
                    bare = ruled(without(case, typed))
                    assert ruling and bare and bare._replace(unused=()) == ruling._replace(unused=()), one.name
                    claims += 1
        assert claims > 20

    def test_are_those_of_the_ruling_however_faces_are_given(self, run: Run) -> None:
        line = ["-R", "sk", "fire", "rifle", "infantry", "-r", "20", "hull-down", "soft-cover"]
        given = [json.loads(run(*line, "--dice", dice, "--json").out) for dice in ("9,2", "9 / 2")]
        assert given[0]["no_effect"] == given[1]["no_effect"] == ["hull-down"]


class TestRecordedConditions:
    def test_record_what_is_asked_by_name(self) -> None:
        asked: set[str] = set()
        stated = RecordedConditions({"woods": 1, "night": 2, "foo": 1}, asked)
        assert "woods" in stated and "dusk" not in stated and stated["night"] == 2
        assert asked == {"woods", "night"}

    def test_record_all_that_are_iterated(self) -> None:
        asked: set[str] = set()
        assert set(RecordedConditions({"woods": 1, "night": 1}, asked)) == asked

    def test_record_through_what_is_made_of_them(self) -> None:
        asked: set[str] = set()
        stated = RecordedConditions({"woods": 1, "night": 1, "foo": 1}, asked)
        merged = Conditions(["dusk"]) + stated.without("night") + Conditions(["foo"])
        assert asked == set()
        assert "woods" in merged and "night" not in merged and merged["foo"] == 2
        assert asked == {"woods", "foo"}

    def test_are_equal_to_the_same_conditions(self) -> None:
        asked: set[str] = set()
        stated = RecordedConditions({"woods": 2}, asked)
        assert stated == Conditions({"woods": 2}) and hash(stated) == hash(Conditions({"woods": 2}))
        assert asked == set()
