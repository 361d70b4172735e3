"""Conditions that change nothing in a ruling are told. Source: reading G-63, in every ruleset."""

import json
from typing import Any

import pytest

from refcli.core.chances import Odds
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.odds import enumeration
from refcli.odds.enumeration import odds_of
from refcli.referee.no_effect import bare_requests, comes_to
from refcli.rulesets import RULESETS
from tests.conftest import Run
from tests.situations import referee, situations


class TestConditionsThatChangeNothing:
    @pytest.mark.parametrize(
        ("line", "idle"),
        [
            ("-R grid fire tank infantry hull-down", ["hull-down"]),
            ("-R grid fire tank infantry woods hull-down", ["hull-down"]),
            ("-R grid fire tank infantry+hull-down", ["infantry+hull-down"]),
            ("-R grid fire tank tank hull-down", []),
            ("-R grid bombard artillery infantry fields --dice 4", ["fields"]),
            ("-R grid bombard artillery infantry fields woods --dice 4", ["fields"]),
            ("-R fw fire hmg t-34-76 as-main-gun -r 5 --dice 7", []),
            ("-R grid fire tank infantry disrupted --dice 1", []),
            ("-R grid fire tank,tank+moved infantry --dice 4", []),
            ("-R cc fire crewed-mg armor from-rear -r 6 -a 1", ["from-rear"]),
            ("-R sk morale bad-morale --failed 1 --dice 4", []),
        ],
    )
    def test_are_in_the_json(self, line: str, idle: list[str], run: Run) -> None:
        assert json.loads(run(*line.split(), "--json").out)["no_effect"] == idle

    def test_are_told_below_the_ruling_in_words(self, run: Run) -> None:
        told = run("-R", "grid", "fire", "tank", "infantry+hull-down", "--dice", "4", "--plain").out
        assert "No effect here: hull down (Infantry)" in told

    def test_change_nothing_on_falls_that_they_were_not_tried_on(self) -> None:
        claims = 0
        for case in [one.case for rules in RULESETS for one in situations(rules)]:
            idle, charts = case.no_effect(), case.charts()
            for name, request in bare_requests(case.request):
                if name in idle:
                    claims += 1
                    for seed in range(9000, 9100):
                        rulings = [comes_to(case.procedure, asked, charts, seed) for asked in (request, case.request)]
                        assert rulings[0] == rulings[1], name
        assert claims > 20

    def test_a_condition_that_counts_on_a_seldom_fall_is_not_among_them(self) -> None:
        plain = {
            "rules": "grid",
            "procedure": "fire",
            "attackers": "tank",
            "target": "infantry",
            "conditions": ["disrupted"],
        }
        assert referee().case(plain).no_effect() == ()

    def test_are_each_compared_with_odds_that_are_worked_out_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Any] = []

        def counted(procedure: Procedure, request: Any, charts: Charts, most: int) -> Odds:
            asked.append(request)
            return odds_of(procedure, request, charts, most=most)

        monkeypatch.setattr(enumeration, "odds_of", counted)
        plain = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry+hull-down"}
        case = referee().case({**plain, "conditions": ["hull-down"]})
        assert case.no_effect() == ("hull-down", "infantry+hull-down")
        assert asked == [case.request, *[bare for _, bare in bare_requests(case.request)]]
