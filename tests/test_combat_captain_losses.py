"""Combat Captain: who lost which men, what partial losses make together, and whom each effect names."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from refcli.core.errors import Refused
from refcli.odds.enumeration import Enumeration
from refcli.rulesets.combat_captain.effects import Kind
from refcli.rulesets.combat_captain.losses import SubUnit, gone_of
from tests.conformance.falls import amounts, every_ruling
from tests.rulings import effects
from tests.rulings import ruled as ruled_by
from tests.situations import referee

ruled = partial(ruled_by, "combat-captain")


class TestPartialLosses:
    """The sub-unit that lost most goes, its survivors fill the places of others. Source: combat-captain.txt 570-573."""

    @given(some.lists(some.integers(0, 5), min_size=1, max_size=8))
    def test_five_men_are_a_squad_and_nobody_gets_lost_or_rises_again(self, lost: list[int]) -> None:
        came = gone_of([SubUnit(f"Squad {at}", (0, "infantry"), 5, men) for at, men in enumerate(lost)], "unit")
        gone = [effect.unit for effect in came if effect.kind is Kind.REMOVE]
        over = {effect.detail: effect.amount for effect in came if effect.kind is Kind.SURVIVORS}
        assert len(gone) == len(set(gone)) == sum(lost) // 5
        assert not set(gone) & set(over)
        survivors = sum(5 - men for at, men in enumerate(lost) if f"Squad {at}" in gone)
        assert sum(effect.amount for effect in came if effect.kind is Kind.SURVIVORS) == survivors
        for at, men in enumerate(lost):
            fill = sum(one.amount for one in came if one.kind is Kind.SURVIVORS and one.detail == f"Squad {at}")
            assert fill <= men
        assert all(effect.amount > 0 for effect in came)
        markers = [effect.amount for effect in came if effect.kind is Kind.MARKER]
        assert markers == ([len(gone)] if gone else [])

    def test_men_of_a_squad_and_of_a_crew_make_no_sub_unit(self) -> None:
        assert ruled("consolidate", unit="infantry+4xman-lost,heavy-weapon+man-lost").outcome.word == "stands"
        crews = ruled("consolidate", unit="2xheavy-weapon+man-lost,2xinfantry")
        assert crews.counts["lost"] == 1

    def test_vehicles_and_more_than_all_men_are_refused(self) -> None:
        with pytest.raises(Refused, match="truck"):
            ruled("consolidate", unit="truck")
        with pytest.raises(Refused, match=r"\b5\b.*\b6\b"):
            ruled("consolidate", unit="infantry+6xman-lost")

    def test_five_men_of_a_unit_lost_before_are_consolidated_first(self) -> None:
        assert ruled("save", target="infantry+2xman-lost+2xunit-lost").outcome.word != "all saved"
        with pytest.raises(Refused, match="consolidate"):
            ruled("save", target="infantry+2xman-lost+3xunit-lost")


class TestLossesBeforeACloseCombat:
    """They stay with the sub-unit that had them. Source: combat-captain.txt 538, 565-573, 801-804; readings CC-65."""

    @pytest.mark.parametrize("losses", ["squads first", "heavy weapons first"])
    @pytest.mark.parametrize("lost", ["4xattacker-lost", "attacker-lost", "5xattacker-lost"])
    def test_where_nobody_is_hit_nobody_is_lost(self, losses: str, lost: str) -> None:
        dice = [1, 1, 1, 1, 2, *[2] * 4, 1]
        company = "2xinfantry,2xheavy-weapon"
        ruling = ruled("close-assault", dice, attackers=company, defenders="infantry", losses=losses, conditions=[lost])
        assert ruling.counts["attackers markers"] == 0
        assert effects(ruling) == []

    @pytest.mark.parametrize("typed", ["heavy weapons first", "heavy-weapons-first", "Heavy-Weapons-First"])
    def test_who_goes_first_is_typed_in_one_word_or_in_several(self, typed: str) -> None:
        case = {"rules": "combat-captain", "procedure": "close-assault", "attackers": "infantry"}
        request = referee().case({**case, "defenders": "infantry", "losses": typed}).request
        assert request.losses == "heavy weapons first"

    def test_another_word_is_told_with_those_that_there_are(self) -> None:
        with pytest.raises(Refused, match="squads-first, heavy-weapons-first"):
            ruled("close-assault", attackers="infantry", defenders="infantry", losses="heavy")

    def test_a_crew_that_lost_a_man_goes_with_its_other_one(self) -> None:
        dice = [2, 1, 1, *[2] * 3, *[2] * 3, 1, 1]
        company = "infantry,heavy-weapon,heavy-weapon+defenders-lost"
        ruling = ruled("close-assault", dice, attackers="3xinfantry", defenders=company, losses="heavy weapons first")
        assert effects(ruling)[:3] == [
            "casualties defender: Heavy weapon A",
            "casualties defender: Heavy weapon B",
            "remove defender: Heavy weapon B",
        ]

    @pytest.mark.parametrize(
        ("company", "lost"),
        [
            ("2xinfantry", "5xattacker-lost"),
            ("infantry,heavy-weapon", "6xattacker-lost"),
            ("heavy-weapon", "2xattacker-lost"),
        ],
    )
    def test_a_whole_sub_unit_lost_before_is_no_longer_named(self, company: str, lost: str) -> None:
        with pytest.raises(Refused, match="sub-unit"):
            ruled("close-assault", attackers=company, defenders="infantry", conditions=[lost])

    def test_squads_that_lost_five_together_are_one_squad_too_many(self) -> None:
        with pytest.raises(Refused, match="sub-unit"):
            ruled(
                "close-assault", attackers="infantry+3xattackers-lost,infantry+2xattackers-lost", defenders="infantry"
            )


class TestUnderShellsAndTape:
    """Men of one unit are counted together, those of another by themselves. Source: combat-captain.txt 565-573."""

    @pytest.mark.parametrize(
        ("target", "markers"),
        [
            ("5xinfantry", 1),
            ("4xinfantry,infantry", 1),
            ("4xinfantry,infantry+other-unit", 0),
            ("4xinfantry,heavy-weapon", 0),
            ("4xinfantry,2xheavy-weapon", 1),
            ("2xinfantry+3xman-lost,2xheavy-weapon", 2),
            ("2xinfantry+3xunit-lost", 1),
            ("10xinfantry", 2),
        ],
    )
    def test_five_are_a_squad_wherever_they_fall(self, target: str, markers: int) -> None:
        assert ruled("bombard", target=target).counts["markers"] == markers
        men = sum(int(part[0]) if part[0].isdigit() else 1 for part in target.replace("10", "9").split(","))
        dice = [6] * (men + (1 if "10" in target else 0))
        assert ruled("strafe", dice, target=target).counts["markers"] == markers

    def test_a_tape_crosses_nobody_who_fell_before(self) -> None:
        with pytest.raises(Refused, match=r"\b2 of 5\b.*\b3$"):
            ruled("strafe", [2] * 3, target="3xinfantry+3xman-lost")

    def test_two_shells_may_touch_one_man_who_falls_once(self) -> None:
        """Source: combat-captain.txt 565-573, 867-870."""
        ruling = ruled("bombard", target="3xinfantry+3xman-lost")
        assert (ruling.counts["touched"], ruling.counts["casualties"], ruling.counts["markers"]) == (3, 2, 1)
        assert effects(ruling)[0] == "casualties target: Infantry 2"

    def test_of_two_bombers_the_one_that_was_hit_is_named_not_its_target(self) -> None:
        ruling = ruled("bomb", [5, 1], target="armor,infantry", side="german")
        assert effects(ruling)[-1] == "remove aircraft: Plane B Germans"


class TestWhomAnEffectNames:
    """One unit each, by type and letter, with its role."""

    def test_two_targets_of_a_kind_are_told_apart(self) -> None:
        ruling = ruled("fire", [6, 6, 6, 5, 1], attackers="tank", target="armor,armor", range=10)
        assert effects(ruling) == ["kill target: the unit of Armor A"]

    def test_who_fired_is_told_squad_by_squad(self) -> None:
        ruling = ruled("fire", [1] * 4 + [1], attackers="2xrifles", target="infantry", range=8, activity=2)
        fired = [effect.unit for effect in ruling.effects if effect.kind is Kind.FIRED]
        assert fired == ["Rifles Only A", "Rifles Only B"]
        assert [effect.unit for effect in ruling.effects if effect.kind is Kind.ACTIVATED] == [
            "the unit of Rifles Only A"
        ]

    def test_a_charge_names_the_enemy_and_no_other_move_does(self) -> None:
        home = ruled("move", [2, 2, 2], mover="infantry", enemy="armor", distance=4, conditions=["charge"])
        assert effects(home) == ["contact mover: Infantry Armor"]
        with pytest.raises(Refused, match="charge"):
            ruled("move", mover="infantry", enemy="armor")

    @pytest.mark.parametrize("sides", ["british,british", "british,german,soviet"])
    def test_an_event_has_two_sides(self, sides: str) -> None:
        with pytest.raises(Refused, match="two sides"):
            ruled("event", sides=sides)


class TestOddsOfWhatWasLost:
    """The odds equal every fall of the dice. Source: combat-captain.txt 565-573; readings CC-65."""

    @pytest.mark.parametrize(
        ("procedure", "asked"),
        [
            ("close-assault", {"attackers": "infantry+4xattackers-lost", "defenders": "infantry"}),
            ("close-assault", {"attackers": "heavy-weapon+attackers-lost", "defenders": "heavy-weapon,infantry"}),
            ("bombard", {"target": "2xinfantry+3xman-lost,heavy-weapon", "cover": 2}),
            ("bombard", {"target": "2xinfantry+3xunit-lost,infantry+other-unit", "cover": 2}),
            ("strafe", {"target": "infantry+3xman-lost,infantry", "conditions": ["marker"]}),
            ("fire", {"attackers": "crewed-mg", "target": "infantry+3xunit-lost", "range": 5, "activity": 1}),
            ("save", {"target": "heavy-weapon+unit-lost+2xsub-unit-beside+marker", "hits": 3, "cover": 2}),
        ],
    )
    def test_they_equal_every_fall(self, procedure: str, asked: dict[str, Any]) -> None:
        case = referee().case({"rules": "combat-captain", "procedure": procedure, **asked})
        by_hand = every_ruling(case.procedure, case.request, case.charts())
        asked_of = case.procedure, case.request, case.charts()
        assert Enumeration().distribution(amounts, asked_of).chances() == by_hand
