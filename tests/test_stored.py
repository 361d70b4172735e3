"""Stored situations of each ruleset: all conditions, readings and outcomes matter, and effects and odds are whole."""

import re

import pytest

from refcli.cli.procedure import NOT_OF_FIELDS
from refcli.core.errors import Refused
from refcli.core.request import Conditions
from refcli.core.ruling import Effect
from refcli.referee.check import colliding, odd_effects, whole_odds
from refcli.rulesets import RULESETS
from tests.conformance.chances import odds_against_dice
from tests.conformance.inert import inert
from tests.conformance.states import odd_states
from tests.situations import procedures, referee, situations, suite

rulesets = pytest.mark.parametrize("rules", list(RULESETS))


@rulesets
class TestNothingIsInert:
    """Every condition, every option of every reading and every outcome changes or is reached somewhere."""

    def test_every_condition_reading_and_outcome_matters_in_some_stored_request(self, rules: str) -> None:
        assert list(inert(suite(rules))) == []

    def test_every_state_begins_and_ends_by_some_stored_ruling_and_fills_whose_it_is(self, rules: str) -> None:
        assert list(odd_states(suite(rules))) == []

    def test_every_option_means_one_thing(self, rules: str) -> None:
        assert list(colliding(suite(rules), NOT_OF_FIELDS)) == []


@rulesets
class TestEffects:
    """Effects are of a closed list of kinds, each on one unit in one role."""

    def test_are_whole(self, rules: str) -> None:
        assert list(odd_effects(suite(rules))) == []

    def test_outcomes_of_several_targets_have_the_units_of_the_effects(self, rules: str) -> None:
        """The name of a unit is its type as the charts call it, perhaps with a letter; one target alone has none."""
        others, several = [], 0
        for one in situations(rules):
            case, each = one.case, referee().rule(one.case, 0).ruling.each
            charts = case.charts()
            called = [
                re.escape(charts.called(term.name, *field.field.charts))
                for field in case.procedure.inputs
                if field.several
                for term in getattr(case.request, field.name)
            ]
            name = re.compile(rf"(Plane( [A-Z])? over )?({'|'.join(called)})( [A-Z]+)?")
            others += [(one.name, unit) for unit, _ in each if not name.fullmatch(unit)]
            assert len(each) != 1, one.name
            several += bool(each)
        assert others == []
        assert several


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

    def test_every_stored_request_adds_up_to_exactly_one_and_makes_no_effect(
        self, rules: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def forbidden(*_: object, **__: object) -> None:
            raise AssertionError("odds make an effect")

        stored = suite(rules)
        assert stored.situations
        monkeypatch.setattr(Effect, "__new__", forbidden)
        assert list(whole_odds(stored)) == []

    def test_every_procedure_agrees_with_all_faces_entered_by_hand(self, rules: str) -> None:
        assert list(odds_against_dice(suite(rules))) == []
