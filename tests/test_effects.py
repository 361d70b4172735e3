"""Effects: a closed list of kinds for each ruleset, each with its sentence, on one unit in one role."""

import json
import re
from functools import cache

import pytest

from refcli.core.ruling import Effect
from refcli.render.words import in_sentences
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import kinds, referee, situations

FALLS = 40
"""Falls of the dice that each situation is ruled on."""


@cache
def effects(rules: str) -> tuple[tuple[str, Effect], ...]:
    """Every effect of every stored situation, and of what falls besides, with the situation's name."""
    found: dict[tuple[str, Effect], None] = {}
    for one in situations(rules):
        for seed in range(FALLS):
            for effect in referee().rule(one.case, seed).ruling.effects:
                found[one.name, effect] = None
    return tuple(found)


@pytest.mark.parametrize("rules", RULESETS)
class TestTheKindsOfARuleset:
    def test_are_all_that_its_rulings_have(self, rules: str) -> None:
        assert [name for name, effect in effects(rules) if effect.kind not in kinds(rules)] == []

    def test_all_come_up(self, rules: str) -> None:
        assert {kind.word for kind in kinds(rules)} - {effect.word for _, effect in effects(rules)} == set()

    def test_fall_on_a_unit_in_a_role(self, rules: str) -> None:
        assert [(name, effect) for name, effect in effects(rules) if not effect.unit or not effect.role] == []

    def test_have_a_sentence_that_can_be_said(self, rules: str) -> None:
        for name, effect in effects(rules):
            for sentence in in_sentences([effect]) if effect.says else ():
                assert "{" not in sentence and "[" not in sentence and sentence.strip(), name


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
