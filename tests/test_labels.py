"""Labels of dice: the thing that rolls and its roll."""

import pytest

from refcli.core.labels import roll_of, thing_of
from refcli.core.request import terms_of
from refcli.rulesets import RULESETS
from tests.situations import referee, situations


class TestWhereADieBelongs:
    """A path is the thing that rolls, then the roll; a time is of the roll."""

    @pytest.mark.parametrize(
        ("path", "thing", "roll"),
        [
            ("clock", "", "clock"),
            ("rifle/2/effect", "rifle/2", "effect"),
            ("again 2/german/initiative", "german", "initiative again"),
            ("again 3/german/initiative", "german", "initiative again again"),
            ("tie at 7/german/initiative", "german", "initiative tie"),
            ("tie at 7/again 2/german/initiative", "german", "initiative tie again"),
            ("crew/aboard/1/next hit/effect", "crew/aboard/1", "effect"),
        ],
    )
    def test_a_path_tells_both(self, path: str, thing: str, roll: str) -> None:
        assert (thing_of(path), roll_of(path)) == (thing, roll)

    @pytest.mark.parametrize("rules", RULESETS)
    def test_no_unit_that_is_asked_for_is_the_name_of_a_roll(self, rules: str) -> None:
        for one in situations(rules):
            asked = {"allied", "axis", "attackers", "defenders", "attacker", "target", "interceptor"}
            asked |= {term.name for term in terms_of(one.case.request)}
            for roll in referee().rule(one.case, 3).ruling.rolls:
                assert roll_of(roll.label) not in asked
