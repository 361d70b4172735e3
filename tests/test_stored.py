"""Held for every ruleset, by its stored situations: nothing that can be said is without effect."""

import pytest

from refcli.cli.options import options_taken
from refcli.core.errors import Refused
from refcli.core.request import Conditions
from refcli.referee.check import colliding, whole_odds
from refcli.rulesets import RULESETS
from tests.conformance.chances import odds_against_dice
from tests.conformance.inert import inert
from tests.conformance.states import odd_states
from tests.situations import procedures, referee, suite

rulesets = pytest.mark.parametrize("rules", list(RULESETS))


@rulesets
class TestNothingIsInert:
    """Every condition, every option of every reading and every outcome changes or is reached somewhere."""

    def test_every_condition_reading_and_outcome_matters_in_some_stored_request(self, rules: str) -> None:
        assert list(inert(suite(rules))) == []

    def test_every_state_begins_and_ends_by_some_stored_ruling_and_fills_whose_it_is(self, rules: str) -> None:
        assert list(odd_states(suite(rules))) == []

    def test_every_option_means_one_thing(self, rules: str) -> None:
        assert list(colliding(suite(rules), options_taken(suite(rules).loaded))) == []


@rulesets
class TestCounted:
    """Conditions that count say so in their chart, and no other is ever counted by a rule."""

    def test_counting_another_is_refused(self, rules: str) -> None:
        for procedure in procedures(rules):
            words = referee().loaded(rules).words(procedure, prefixes=False)
            for name, condition in words.conditions.items():
                if condition.counted:
                    assert words.stated([f"2x{name}", name]) == Conditions({name: 3})
                    continue
                with pytest.raises(Refused, match=f"^{name} "):
                    words.stated([f"3x{name}"])
                assert words.stated([name, f"1x{name}", name]) == Conditions([name])


@rulesets
class TestTheOddsAreTheDice:
    """The odds are what all faces come to, each entered at the table."""

    def test_every_stored_request_adds_up_to_exactly_one(self, rules: str) -> None:
        assert list(whole_odds(suite(rules))) == []

    def test_every_procedure_agrees_with_all_faces_entered_by_hand(self, rules: str) -> None:
        assert list(odds_against_dice(suite(rules))) == []
