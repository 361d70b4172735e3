"""Rows of the rulesets name what exists, and predicates join as they read."""

import pytest

from refcli.core.request import BACK
from refcli.core.rows import Case, Number, Predicate, always, given, has, since, this_turn
from refcli.rulesets import RULESETS
from tests.play import Session, referee

never = ~always


@pytest.mark.parametrize("rules", RULESETS)
def test_rows_name_procedures_fields_phases_and_states(rules: str) -> None:
    loaded = referee().loaded(rules)
    hook, (states, play) = loaded.ruleset.hook(), loaded.library.states()
    phases = {phase.name for phase in play.phases}
    fields = {field.name for name in loaded.ruleset.procedures for field in loaded.procedure(name).inputs}
    for row in (*hook.refusals, *hook.reactions):
        acts = {one.removeprefix("set ") for one in row.procedures.split("|")}
        assert acts <= {*loaded.ruleset.procedures, *states, "add"}, row.name
    for row in hook.refusals:
        assert {*row.fields.split("|")} <= {"", *fields}, row.name
    for row in hook.reminders:
        assert {*row.phases.split("|")} <= phases and row.leads_to in ("", *loaded.ruleset.procedures), row.name
    for then in hook.consequences:
        assert {then.begins, then.ends} <= {"", *states} and (then.begins or then.ends), then
        assert then.of in ("unit", "group", "side", "game", *states), then


@pytest.mark.parametrize("rules", RULESETS)
def test_rows_of_one_procedure_have_different_names(rules: str) -> None:
    """Tests and JSON name a row; the same refusal in several procedures may share a name."""
    hook = referee().loaded(rules).ruleset.hook()
    keys = [(row.name, one) for row in hook.refusals for one in row.procedures.split("|")]
    keys += [(row.name, f"{row.phases} {row.at_end}") for row in hook.reminders]
    keys += [(row.name, row.procedures) for row in hook.reactions]
    assert len({*keys}) == len(keys)


@pytest.fixture
def case(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A disrupted tank of Blue in turn 2, disrupted since turn 1, with a condition stated of it."""
    session = Session(tmp_path_factory.mktemp("game") / "game.jsonl", "grid")
    session.must("add alpha tank Blue", "next", "set alpha disrupted", "next Game", "set alpha moved")
    request = {"attackers": ["tank+adjacent"], "names": {"attackers": ["alpha"]}, "conditions": ["dusk"]}
    return Case(session.game.ledger, request, "alpha", "attackers", "fire")


def test_predicates_join_and_keep_the_words_of_both(case: Case) -> None:
    words = Predicate(lambda case: {"enemy": "panzer"})
    assert (has("disrupted") & words)(case) == {"disrupted": 1, "enemy": "panzer"}
    assert (never | words)(case) == {"enemy": "panzer"}
    assert (words & never)(case) is None and (~words)(case) is None and (~never)(case) == {}


def test_conditions_are_those_of_the_unit_and_of_the_ruling(case: Case) -> None:
    assert given("adjacent").holds(case) and given("dusk").holds(case) and not given("night").holds(case)
    assert not given("adjacent").holds(case.at("", ""))


def test_a_state_that_is_taken_back_does_not_hold(case: Case) -> None:
    assert not has("disrupted").holds(case._replace(request={**case.request, BACK: {"disrupted"}}))


def test_states_have_an_age(case: Case) -> None:
    assert since("disrupted", 1).holds(case) and not since("disrupted", 2).holds(case)
    assert this_turn("moved").holds(case) and not this_turn("disrupted").holds(case)


def test_numbers_compare_to_predicates(case: Case) -> None:
    two = Number(lambda case: 2)
    assert (two > 1).holds(case) and (two >= 2).holds(case) and (two <= 2).holds(case) and not (two < 2).holds(case)
    assert (two + 1 > 2).holds(case) and (two - two < 1).holds(case)
