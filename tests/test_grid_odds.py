"""WW2 rules on a grid: the odds of what is rolled, where a die may be rolled again or fall back on its owner."""

from typing import Any

import pytest

from refcli.odds.enumeration import Enumeration
from tests.conformance.falls import amounts, every_ruling
from tests.situations import referee

REQUESTS: list[dict[str, Any]] = [
    {"procedure": "clock", "now": "20:45", "dusk": "20:00", "night": "21:00", "end": "21:05"},
    {"procedure": "clock", "casualties": 4, "limit": 5},
    {"procedure": "bombard", "attackers": "artillery+intense,mortars", "target": "infantry+minefield"},
    {"procedure": "bombard", "attackers": "2xartillery+in-sight", "target": "artillery+already-hit+disrupted"},
    {"procedure": "smoke", "attackers": "3xmortars,artillery+firer-disrupted", "squares": "C4"},
    {"procedure": "strafe", "target": "tank+minefield"},
    {"procedure": "strafe", "target": "tank+minefield+aa-near", "conditions": ["aircraft-disrupted"]},
    {"procedure": "fire", "attackers": "2xtank+tank-adjacent,infantry+tank-adjacent", "target": "infantry", "range": 1},
    {"procedure": "fire", "attackers": "tank+tank-seen,infantry+isolated,mortars,tank", "target": "infantry+minefield"},
    {"procedure": "fire", "attackers": "3xanti-tank-gun+powerful,tank+powerful", "target": "heavy-tank+disrupted"},
    {"procedure": "move", "mover": "tank+fought+combat-move+towards-enemy"},
    {"procedure": "move", "mover": "infantry+isolated"},
    {"procedure": "morale", "units": "2xtank,infantry,infantry+fought"},
]


@pytest.mark.parametrize("plain", REQUESTS, ids=lambda plain: plain["procedure"])
def test_the_odds_are_what_all_faces_come_to(plain: dict[str, Any]) -> None:
    """Each face entered at the table, in order and by label."""
    case = referee().case({"rules": "grid", **plain})
    asked = case.procedure, case.request, case.charts()
    by_hand = every_ruling(*asked)
    assert Enumeration().distribution(amounts, asked).chances() == by_hand
    assert every_ruling(*asked, by_label=True) == by_hand
