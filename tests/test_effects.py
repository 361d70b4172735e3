"""Effects: a closed list of kinds for each ruleset, each with its sentence, on one unit in one role."""

import json
import re

import pytest

from refcli.core.ruling import Effect
from refcli.referee.check import odd_effects
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import referee, situations, suite


@pytest.mark.parametrize("rules", RULESETS)
class TestTheKindsOfARuleset:
    """Are all that its rulings have, come up, and fall each on a unit in a role, in a sentence that can be said."""

    def test_are_whole(self, rules: str) -> None:
        assert list(odd_effects(suite(rules))) == []


@pytest.mark.parametrize("rules", RULESETS)
def test_odds_of_stored_requests_make_no_effect(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = situations(rules)

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("odds make an effect")

    monkeypatch.setattr(Effect, "__new__", forbidden)
    for one in stored:
        one.odds()


@pytest.mark.parametrize("rules", RULESETS)
class TestEachOfSeveralTargets:
    """Has its outcome under the name that the effects use: its type as the charts call it, perhaps a letter."""

    def test_is_called_as_in_the_effects(self, rules: str) -> None:
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
            several += len(each) > 1
        assert others == []
        assert several


class TestTwoUnits:
    """Two units are never one effect, and what falls on one is never told of another."""

    def on_the_table(self, run: Run, line: str) -> list[tuple[str, str, str]]:
        told = json.loads(run(*line.split(), "--json").out)["effects"]
        return [(effect["kind"], effect["role"], effect["unit"]) for effect in told]

    def test_a_firer_and_its_target_of_one_type(self, run: Run) -> None:
        told = self.on_the_table(run, "-R grid bombard 2xartillery artillery in-sight --dice 5,1")
        assert ("disrupt", "target", "Artillery") in told
        assert ("disrupt", "attacker", "Artillery B") in told

    def test_a_tank_that_may_move_and_the_one_it_hit(self, run: Run) -> None:
        told = self.on_the_table(run, "-R grid fire tank tank --dice 4")
        assert ("disrupt", "target", "Tank") in told
        assert ("may-move", "attacker", "Tank") in told

    def test_are_told_apart_in_words(self, run: Run) -> None:
        told = run(*["-R", "grid", "bombard", "2xartillery", "artillery", "in-sight", "--dice", "5,1", "--plain"]).out
        assert "Artillery B" in told
