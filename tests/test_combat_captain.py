"""Combat Captain: initiative, activity dice, movement, morale, close combat, and what comes from off the board."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from refcli.core.cells import Cell
from refcli.core.errors import Refused, UnknownName
from refcli.core.labels import roll_of
from refcli.core.limits import MOST_WORK
from refcli.core.resolve import rolls_as_they_came
from refcli.core.ruling import Note, Ruling
from tests.rulings import effects, notes
from tests.situations import referee
from tests.test_combat_captain_fire import odds, ruled


def figures(ruling: Ruling) -> dict[str, str]:
    """The figures of a ruling by what they are told as."""
    return {step.step.label: step.step.said for step in ruling.steps if isinstance(step.step, Cell)}


def inches(**plain: Any) -> Fraction:
    """The mean inches of a move."""
    chances = odds("move", **plain).counts["inches"]
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


class TestInitiative:
    """Source: combat-captain.txt 95-105, 860-861; readings CC-27."""

    def test_the_higher_total_has_it(self) -> None:
        assert ruled("initiative", [4, 3], sides="british,german").outcome.word == "won"
        assert ruled("initiative", [3, 4], sides="british,german").outcome.word == "lost"

    def test_one_for_every_sub_unit_two_for_the_last_one_three_for_every_close_combat(self) -> None:
        ruling = ruled("initiative", [6, 1], sides="german,british+2xdestroyed+won+2xclose-combat")
        assert ruling.sums["initiative"] == 1 + 2 + 2 + 6
        assert ruling.outcome.word == "lost"

    def test_initiative_is_won_last_turn_once(self) -> None:
        assert ruled("initiative", [6, 1], sides="german,british+won+won").sums["initiative"] == 3
        with pytest.raises(Refused, match="won"):
            ruled("initiative", [6, 1], sides="german,british+3xwon")

    def test_a_tie_is_rolled_again(self) -> None:
        ruling = ruled("initiative", [3, 5, 2, 1], sides="british+won,german")
        assert [roll.label for roll in ruling.rolls] == [
            "british/initiative",
            "german/initiative",
            "again 2/british/initiative",
            "again 2/german/initiative",
        ]
        assert ruling.outcome.word == "won"

    def test_a_tie_is_renormalised(self) -> None:
        chances = odds("initiative", sides="british,german").outcomes
        assert set(chances.values()) == {Fraction(1, 2)}

    def test_automatic_initiative_needs_no_die(self) -> None:
        ruling = ruled("initiative", sides="british+won,german+automatic")
        assert ruling.outcome.word == "lost"
        assert not ruling.rolls

    def test_three_sides_are_rolled_alike(self) -> None:
        ruling = ruled("initiative", [3, 5, 4], sides="british,german,soviet+won+destroyed")
        assert ruling.outcome.word == "lost"

    @pytest.mark.parametrize("sides", ["british+won,german+won", "british+won,german,soviet+won"])
    def test_one_side_alone_has_won_it_last_turn(self, sides: str) -> None:
        with pytest.raises(Refused, match="won"):
            ruled("initiative", sides=sides)

    @pytest.mark.parametrize("condition", ["won", "2xdestroyed", "close-combat", "automatic"])
    def test_what_a_side_did_is_said_of_that_side(self, condition: str) -> None:
        """Of all sides alike it would cancel out, or hold for those who did nothing."""
        with pytest.raises(Refused, match=re.escape(f"german+{condition}")):
            ruled("initiative", sides="german,british", conditions=[condition])
        assert (
            odds("initiative", sides=f"german+{condition},british").success
            > odds("initiative", sides="german,british").success
        )

    @pytest.mark.parametrize("sides", ["british,british", "2xbritish", "british,german,british+won"])
    def test_a_side_stands_once(self, sides: str) -> None:
        with pytest.raises(Refused, match="british"):
            ruled("initiative", sides=sides)

    @pytest.mark.parametrize("sides", ["british", "american,axis,british,french,german", "british+auto,german+auto"])
    def test_it_is_between_two_sides(self, sides: str) -> None:
        with pytest.raises(Refused):
            ruled("initiative", sides=sides)


class TestActivity:
    """Source: combat-captain.txt 149-448."""

    def outcome_of(self, unit: str, *conditions: str, **plain: Any) -> str:
        """The outcome of an activity."""
        word: str = ruled("activity", unit=unit, conditions=list(conditions), **plain).outcome.word
        return word

    @pytest.mark.parametrize(
        "uses", [("2xmove", "fire"), ("3xmove",), ("2xtake-cover", "hold-fire"), ("move", "fire", "move")]
    )
    def test_the_examples_are_legal(self, uses: tuple[str, ...]) -> None:
        assert self.outcome_of("infantry", *uses) == "legal"

    def test_a_fourth_die_is_for_all_sub_units_alike(self) -> None:
        assert self.outcome_of("infantry", "4xmove") == "too many dice"
        assert self.outcome_of("infantry", "4xmove", "all-alike") == "legal"
        assert self.outcome_of("infantry", "4xfire", "all-alike") == "legal"
        assert self.outcome_of("infantry", "5xfire", "all-alike") == "too many dice"
        assert self.outcome_of("infantry", "2xmove", "2xfire", "all-alike") == "too many dice"

    def test_the_home_guard_never_has_it_in_the_nashcon_game(self) -> None:
        assert self.outcome_of("infantry", "4xmove", "all-alike", "home-guard") == "legal"
        nashcon = {"CC-47": "nashcon"}
        assert self.outcome_of("infantry", "4xmove", "all-alike", "home-guard", readings=nashcon) == "too many dice"
        assert self.outcome_of("infantry", "4xmove", "all-alike", readings=nashcon) == "legal"

    def test_a_truck_is_turned_over_in_the_nashcon_game_alone(self) -> None:
        assert self.outcome_of("infantry", "overturn") == "not allowed"
        assert self.outcome_of("infantry", "overturn", readings={"CC-47": "nashcon"}) == "legal"

    def test_what_the_nashcon_game_alone_knows_is_told_under_the_general_rules(self) -> None:
        uses = ["4xmove", "all-alike", "home-guard"]
        general, nashcon = (
            notes(ruled("activity", unit="infantry", conditions=uses, readings=readings))
            for readings in ({}, {"CC-47": "nashcon"})
        )
        assert len(general) == 1 and general != nashcon

    def test_level_3_takes_three_dice_to_leave(self) -> None:
        for dice, level in ((1, 2), (2, 1), (3, 0)):
            ruling = ruled("activity", unit="infantry", cover=3, conditions=[f"{dice}xleave-cover"])
            assert ruling.counts["level"] == level

    def test_an_overturned_car_gives_no_more_than_level_5(self) -> None:
        figures = {"set": ["terrain-cover.overturned=9"], "readings": {"CC-47": "nashcon"}}
        assert ruled("activity", unit="infantry", conditions=["overturn"], **figures).counts["level"] == 5

    @pytest.mark.parametrize("cover", [4, 5])
    def test_levels_4_and_5_take_three_dice_in_all(self, cover: int) -> None:
        for dice, level in ((2, cover), (3, 0)):
            ruling = ruled("activity", unit="infantry", cover=cover, conditions=[f"{dice}xleave-cover"])
            assert ruling.counts["level"] == level

    def test_level_3_is_taken_near_a_building_and_nothing_higher(self) -> None:
        assert self.outcome_of("infantry", "take-cover", cover=1) == "legal"
        assert self.outcome_of("infantry", "take-cover", cover=2) == "not allowed"
        assert self.outcome_of("infantry", "take-cover", "near-building", cover=2) == "legal"
        assert self.outcome_of("infantry", "take-cover", "near-building", cover=3) == "not allowed"

    def test_a_vehicle_has_level_2_at_most(self) -> None:
        assert self.outcome_of("vehicle", "2xtake-cover") == "legal"
        assert self.outcome_of("vehicle", "3xtake-cover", "near-building") == "not allowed"

    @pytest.mark.parametrize(
        ("unit", "uses", "is_useless"), [("vehicle", 1, True), ("vehicle", 2, False), ("infantry", 1, False)]
    )
    def test_a_vehicle_has_no_use_of_level_1_yet(self, unit: str, uses: int, is_useless: bool) -> None:
        assert ruled("activity", unit=unit, conditions=[f"{uses}xtake-cover"]).told["useless"] is is_useless

    def test_who_is_in_cover_leaves_it_before_he_moves(self) -> None:
        assert self.outcome_of("infantry", "move", cover=1) == "not allowed"
        assert self.outcome_of("infantry", "leave-cover", "move", "take-cover", cover=1) == "legal"
        assert self.outcome_of("infantry", "fire", cover=3) == "legal"

    @pytest.mark.parametrize(
        ("plain", "lines"),
        [
            ({"unit": "infantry", "cover": 1, "conditions": ["move"]}, "399-400"),
            ({"unit": "infantry", "conditions": ["leave-cover"]}, "355-356"),
            ({"unit": "infantry", "cover": 3, "conditions": ["take-cover"]}, "378-379"),
            ({"unit": "vehicle", "cover": 2, "conditions": ["take-cover"]}, "430-433"),
        ],
    )
    def test_what_forbids_it_stands_in_lines_of_its_own(self, plain: dict[str, Any], lines: str) -> None:
        last = ruled("activity", **plain).steps[-1].step
        assert isinstance(last, Note)
        assert last.source.lines == lines

    def test_nobody_departs_from_cover_he_is_not_in(self) -> None:
        assert ruled("activity", unit="infantry", conditions=["break-cover"]).outcome.word == "not allowed"

    def test_an_emergency_departure_costs_a_marker_and_no_die(self) -> None:
        ruling = ruled("activity", unit="infantry", cover=5, conditions=["break-cover", "3xmove"])
        assert ruling.outcome.word == "legal"
        assert ruling.counts["markers"] == 1
        assert effects(ruling) == ["leave-cover sub-unit: Infantry 5", "marker sub-unit: the unit of Infantry"]

    @pytest.mark.parametrize("use", ["move", "take-cover", "pull-marker"])
    def test_a_heavy_weapon_that_fires_does_nothing_else(self, use: str) -> None:
        assert self.outcome_of("heavy-weapon", "fire", use, markers=1) == "not allowed"
        assert self.outcome_of("heavy-weapon", "hold-fire", use, markers=1) == "not allowed"
        assert self.outcome_of("infantry", "fire", use, markers=1) == "legal"

    def test_a_heavy_weapon_may_move_and_take_cover(self) -> None:
        assert self.outcome_of("heavy-weapon", "move", "take-cover") == "legal"
        assert self.outcome_of("heavy-weapon", "fire", "2xhold-fire") == "legal"

    def test_a_marker_is_pulled_when_there_is_one_and_no_heavy_weapon_fires(self) -> None:
        assert self.outcome_of("infantry", "pull-marker") == "not allowed"
        assert self.outcome_of("infantry", "pull-marker", markers=1) == "legal"
        assert self.outcome_of("infantry", "pull-marker", "heavy-fired", markers=1) == "not allowed"

    def test_three_hold_fire_markers_are_the_most(self) -> None:
        assert self.outcome_of("infantry", "3xhold-fire") == "legal"
        assert self.outcome_of("infantry", "4xhold-fire", "all-alike") == "not allowed"

    def test_out_of_cohesion_it_may_take_cover_and_hold_fire(self) -> None:
        assert self.outcome_of("infantry", "out-of-cohesion", "move") == "not allowed"
        assert self.outcome_of("infantry", "out-of-cohesion", "fire") == "not allowed"
        assert self.outcome_of("infantry", "out-of-cohesion", "2xtake-cover", "hold-fire") == "legal"

    def test_the_dice_left_are_told(self) -> None:
        for uses, left in ((1, 2), (2, 1), (3, 0)):
            assert ruled("activity", unit="infantry", conditions=[f"{uses}xfire"]).counts["dice left"] == left


class TestMove:
    """Source: combat-captain.txt 441-530, 719-778, 811; readings CC-6, CC-36, CC-43, CC-44."""

    @pytest.mark.parametrize(("reading", "inches"), [("lowered", 4), ("unhindered", 8)])
    @pytest.mark.parametrize("conditions", [["withdraw", "unit-marked"], ["beaten"]])
    def test_the_marker_of_its_own_withdrawal_is_a_reading(
        self, conditions: list[str], reading: str, inches: int
    ) -> None:
        """540, 547, 811-812; readings CC-69."""
        asked = {"mover": "infantry", "markers": 1, "conditions": conditions, "readings": {"CC-69": reading}}
        assert ruled("move", [2, 2, 2, 2], **asked).counts["inches"] == inches

    def test_infantry_moves_on_even_dice_alone(self) -> None:
        assert ruled("move", [3], mover="infantry", activity=1).outcome.word == "stays"
        assert ruled("move", [6, 6, 6], mover="infantry").counts["inches"] == 18
        assert ruled("move", [6, 6, 6, 6], mover="infantry", activity=4).counts["inches"] == 24
        assert ruled("move", [2, 3, 4], mover="heavy-weapon").counts["inches"] == 6

    def test_vehicles_move_on_any_die(self) -> None:
        assert ruled("move", [3, 4, 5], mover="vehicle").counts["inches"] == 12

    def test_the_averages_of_the_designer(self) -> None:
        assert inches(mover="infantry") == 6
        assert inches(mover="vehicle") == Fraction(21, 2)
        assert inches(mover="infantry", conditions=["odd-terrain"]) == Fraction(9, 2)
        assert inches(mover="vehicle", conditions=["odd-terrain"]) == Fraction(9, 2)

    def test_at_night_odd_dice_count_and_in_odd_terrain_one_and_three(self) -> None:
        dice = [1, 3, 5, 6]
        assert ruled("move", dice, mover="vehicle", activity=4, conditions=["night"]).counts["inches"] == 9
        both = ruled("move", dice, mover="vehicle", activity=4, conditions=["night", "odd-terrain"])
        assert both.counts["inches"] == 4

    def test_hedges_and_walls_cost_dice(self) -> None:
        for condition, dice in (("to-hedge", 2), ("over-hedge", 2), ("to-wall", 1), ("over-wall", 1)):
            assert ruled("move", [1] * dice, mover="vehicle", conditions=[condition]).counts["inches"] == dice
        gone = ruled("move", mover="vehicle", conditions=["to-wall", "over-hedge"])
        assert gone.outcome.word == "stays"
        unpaid = ruled("move", mover="vehicle", conditions=["to-wall", "over-wall"])
        assert unpaid.outcome.word == "may not move"

    def test_a_charge_makes_contact_at_its_very_distance(self) -> None:
        at = ruled("move", [6, 2, 1], mover="infantry", distance=8, conditions=["charge"])
        beyond = ruled("move", [6, 2, 1], mover="infantry", distance=8.5, conditions=["charge"])
        assert at.outcome.word == "contact"
        assert beyond.outcome.word == "no contact"
        with pytest.raises(Refused, match="distance"):
            ruled("move", mover="infantry", conditions=["charge"])

    def test_without_a_charge_it_stays_six_inches_off(self) -> None:
        assert ruled("move", [6, 6, 6], mover="infantry", distance=14).counts["inches"] == 8
        assert ruled("move", [6, 6, 6], mover="infantry", distance=6.5).outcome.word == "stays"

    def test_a_unit_near_an_enemy_may_move_away(self) -> None:
        ruling = ruled("move", [6, 6, 6], mover="infantry", distance=6)
        assert (ruling.outcome.word, ruling.counts["inches"], ruling.told["near"]) == ("moves", 18, True)

    def test_a_withdrawal_is_four_dice_out_of_any_cover_for_a_marker(self) -> None:
        ruling = ruled("move", [2, 2, 2, 2], mover="infantry", cover=3, distance=1, conditions=["withdraw"])
        assert ruling.counts["inches"] == 8
        assert effects(ruling) == [
            "move mover: Infantry 8 inches",
            "leave-cover mover: Infantry 3",
            "marker mover: the unit of Infantry",
        ]
        late = ruled("move", mover="infantry", conditions=["withdraw", "activated"])
        assert late.outcome.word == "may not move"

    def test_who_lost_a_close_combat_withdraws_though_it_has_activated(self) -> None:
        ruling = ruled("move", [2, 2, 2, 2], mover="infantry", conditions=["beaten", "activated"])
        assert ruling.counts["inches"] == 8

    @pytest.mark.parametrize("other", ["reinforce", "withdraw", "beaten"])
    def test_a_charge_is_an_offensive_activity_and_no_other_move(self, other: str) -> None:
        with pytest.raises(Refused, match="offensive"):
            ruled("move", mover="infantry", distance=41, conditions=["charge", other])

    def test_a_reinforcement_begins_beyond_forty_inches_and_ends_no_nearer(self) -> None:
        ruling = ruled("move", [6, 6, 6], mover="infantry", distance=45, conditions=["reinforce"])
        assert ruling.counts["inches"] == 5
        assert ruled("move", mover="infantry", distance=40, conditions=["reinforce"]).outcome.word == "may not move"
        for bar in ({"conditions": ["reinforce", "fought"]}, {"conditions": ["reinforce"], "markers": 1}):
            assert ruled("move", mover="infantry", distance=60, **bar).outcome.word == "may not move"

    def test_in_cover_out_of_cohesion_or_with_a_heavy_weapon_that_fired_it_may_not(self) -> None:
        assert ruled("move", mover="infantry", cover=1).outcome.word == "may not move"
        assert ruled("move", mover="infantry", conditions=["out-of-cohesion"]).outcome.word == "may not move"
        assert ruled("move", mover="heavy-weapon", conditions=["fought"]).outcome.word == "may not move"
        assert ruled("move", [2], mover="infantry", activity=1, conditions=["fought"]).outcome.word == "moves"

    def test_a_truck_carries_a_sub_unit_in_the_nashcon_game_alone(self) -> None:
        nashcon = {"CC-47": "nashcon"}
        carried = ruled("move", [1, 2, 3, 4], mover="infantry", conditions=["carried"], readings=nashcon)
        assert carried.counts["inches"] == 10
        on_foot = ruled("move", [1, 2, 3], mover="infantry", conditions=["carried"])
        assert on_foot.counts["inches"] == 2


class TestMorale:
    """Source: combat-captain.txt 219-239, 536-561; readings CC-35, CC-37."""

    def test_each_event_is_a_marker_and_a_failed_charge_one_a_turn(self) -> None:
        events = ["2xdestroyed", "failed-charge", "failed-charge", "withdrew", "lost-close-combat"]
        ruling = ruled("morale", unit="7xinfantry", conditions=events)
        assert ruling.sums["markers"] == 2 + 1 + 1 + 1
        assert ruling.outcome.word == "carries on"
        with pytest.raises(Refused, match="failed-charge"):
            ruled("morale", unit="7xinfantry", conditions=["2xfailed-charge"])

    def test_it_routs_at_six_or_at_its_sub_units_left(self) -> None:
        assert ruled("morale", unit="5xinfantry,2xheavy", markers=5).outcome.word == "carries on"
        assert ruled("morale", unit="5xinfantry,2xheavy", markers=6).outcome.word == "routs"
        assert ruled("morale", unit="3xinfantry", markers=2).outcome.word == "carries on"
        assert ruled("morale", unit="3xinfantry", markers=3).outcome.word == "routs"
        assert ruled("morale", unit="armor", markers=1).outcome.word == "routs"

    def test_the_number_that_routs_it_is_told(self) -> None:
        shown = ruled("morale", unit="3xinfantry", markers=1, set=["morale.rout=9"]).steps[-1].step
        assert isinstance(shown, Cell)
        assert (shown.said, shown.source.origin) == ("3+", "published")

    def test_a_company_of_the_examples_is_seven_sub_units_and_a_tank_company_three(self) -> None:
        for unit, sub_units in (("5xinfantry,2xheavy-weapon", "7 sub-units"), ("3xarmor", "3 sub-units")):
            ruling = ruled("morale", unit=unit)
            assert any(sub_units in getattr(step.step, "label", "") for step in ruling.steps)

    def test_without_a_marker_it_is_steady(self) -> None:
        assert ruled("morale", unit="armor").outcome.word == "steady"

    def test_a_marker_is_pulled_for_a_die_of_every_sub_unit(self) -> None:
        for pull, activity, left in ((1, 3, 3), (3, 3, 1), (4, 3, 1), (2, 1, 3)):
            ruling = ruled("morale", unit="5xinfantry", markers=4, pull=pull, activity=activity)
            assert ruling.counts["markers"] == left, (pull, activity)
        assert ruled("morale", unit="5xinfantry", markers=1, pull=1).outcome.word == "steady"

    @pytest.mark.parametrize(
        "bar", [{"activity": 0}, {"conditions": ["heavy-fired"]}, {"conditions": ["activation-over"]}]
    )
    def test_what_keeps_it_from_pulling(self, bar: dict[str, Any]) -> None:
        ruling = ruled("morale", unit="5xinfantry", markers=2, pull=1, **bar)
        assert ruling.outcome.word == "cannot pull"
        assert ruling.counts["markers"] == 2


class TestCloseAssault:
    """Source: combat-captain.txt 562-573, 582-591, 791-819; readings CC-29, CC-30, CC-57."""

    def assault(self, dice: list[int], attackers: str, defenders: str, **plain: Any) -> Ruling:
        """A close assault with its dice."""
        return ruled("close-assault", dice, attackers=attackers, defenders=defenders, **plain)

    def test_even_pips_hit_the_defenders_odd_pips_the_attackers(self) -> None:
        ruling = self.assault([2, 3, 1, 2, 1, 6, 5, 4], "2xinfantry", "2xinfantry")
        assert (ruling.counts["defenders lost"], ruling.counts["attackers lost"]) == (2, 1)

    def test_odd_and_even_change_sides_for_who_wins(self) -> None:
        ruling = self.assault([1, 1, 2, 2, 5, 3, 6, 4], "2xinfantry", "2xinfantry")
        assert ruling.sums["attackers' total"] == 8
        assert ruling.sums["defenders' total"] == 10
        assert ruling.outcome.word == "attacker gone"  # two sub-units, two markers

    def test_the_loser_withdraws_four_dice_with_two_markers(self) -> None:
        ruling = self.assault([1] * 3 + [2] * 3 + [1] * 3 + [6, 1, 1], "3xinfantry", "3xinfantry")
        assert ruling.outcome.word == "defender wins"
        assert effects(ruling) == [
            "marker attacker: the attackers 2",
            "withdraw attacker: the attackers 4 dice",
            "may-move defender: the defenders 6 inches",
        ]

    def test_a_winning_attacker_may_take_the_ground(self) -> None:
        ruling = self.assault([1] * 3 + [2] * 3 + [5, 1, 1] + [1] * 3, "3xinfantry", "3xinfantry")
        assert ruling.outcome.word == "attacker wins"
        assert effects(ruling) == [
            "may-take-ground attacker: the attackers",
            "marker defender: the defenders 2",
            "withdraw defender: the defenders 4 dice",
        ]

    def test_the_defenders_cover_saves_and_adds_a_point_for_each_sub_unit_and_level(self) -> None:
        ruling = self.assault([4, 1, 1, 2, 2, 2, 1, 2, 3, 4, 1, 1, 1, 1, 1, 1], "3xinfantry", "3xinfantry", cover=2)
        assert ruling.counts["defenders lost"] == 2
        assert ruling.sums["defenders' total"] == 3 * 2

    COVERED = "infantry+2xdefenders-cover,infantry+defenders-cover"

    def test_each_defender_adds_its_own_levels_where_one_level_is_said_for_all_saves(self) -> None:
        """582-591, 807-808."""
        ruling = self.assault([2, 1, 2, 2, 1, 1, 1, 1], "2xinfantry", self.COVERED, cover=0)
        assert ruling.counts["defenders lost"] == 2
        assert ruling.sums["defenders' total"] == 3

    def test_each_defender_saves_for_its_own_cover(self) -> None:
        """582-591: six hits, of which the first squad saves one of five, and then the sixth."""
        dice = [2, 4, 1, 2, 2, 2, 3, 3, 3, 3, 2, 1, 1, 1, 1, 1]
        ruling = self.assault(dice, "3xinfantry", self.COVERED)
        assert [roll.label for roll in ruling.rolls if "saves" in roll.label] == [
            "defenders/Infantry A/saves",
            "defenders/again 2/Infantry A/saves",
        ]
        assert ruling.counts["defenders lost"] == 4

    def test_each_attacker_saves_for_its_own_cover_and_adds_no_level_of_it(self) -> None:
        """582-591, 807-808: of six hits the first squad saves one of five, and not the sixth."""
        ours = "infantry+2xattackers-cover,infantry+attackers-cover,infantry"
        ruling = self.assault([1, 1, 1, 5, 1, 2, 3, 3, 3, 3, 3, 5, 5, 2, 2], ours, "2xinfantry")
        assert [roll.label for roll in ruling.rolls if "saves" in roll.label] == [
            "attackers/Infantry A/saves",
            "attackers/again 2/Infantry A/saves",
        ]
        assert ruling.counts["attackers lost"] == 5
        assert ruling.sums["attackers' total"] == 2 * (5 - 1)  # a marker for the squad that is gone

    def test_a_defender_that_falls_takes_its_cover_along(self) -> None:
        """570-573, 807-808: who had lost most falls first."""
        theirs = "infantry+2xdefenders-cover+4xdefenders-lost,2xinfantry+defenders-cover"
        ruling = self.assault([2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1], "3xinfantry", theirs, cover=0)
        assert ruling.sums["defenders' total"] == 2

    def test_the_order_of_the_dice_is_both_sides_then_the_saves_then_who_wins(self) -> None:
        ruling = self.assault([2, 1, 3, 3, 5, 6, 6], "infantry", "infantry", cover=1, conditions=["attacker-cover"])
        assert [roll.label for roll in ruling.rolls] == [
            "attackers/hits",
            "defenders/hits",
            "defenders/saves",
            "attackers/saves",
            "attackers/who wins",
            "defenders/who wins",
        ]

    def test_a_tie_leaves_the_defender_where_he_is(self) -> None:
        ruling = self.assault([1] * 3 + [2] * 3 + [5, 1, 2] + [6, 1, 1], "3xinfantry", "3xinfantry")
        assert ruling.outcome.word == "tie"
        assert effects(ruling) == []

    def test_a_tie_is_rolled_again_by_the_other_reading(self) -> None:
        ruling = self.assault(
            [1] * 3 + [2] * 3 + [5, 1, 2] + [6, 1, 1] + [5, 1, 2] + [1] * 3,
            "3xinfantry",
            "3xinfantry",
            readings={"CC-29": "again"},
        )
        assert ruling.outcome.word == "attacker wins"

    def test_a_marker_takes_a_pip_from_each_die_and_those_of_step_one_count_in_step_two(self) -> None:
        # five attackers: 6 even pips and a marker; four defenders left with a marker of their own
        ruling = self.assault(
            [6, 1, 1, 1, 1] + [2] * 5 + [5, 1, 1, 1, 1] + [6, 1, 1, 1], "5xinfantry", "5xinfantry", markers=1
        )
        assert ruling.sums["hits of the attackers"] == 5
        assert ruling.sums["attackers' total"] == 4
        assert ruling.sums["defenders' total"] == 5
        assert ruling.counts["defenders markers"] == 1

    def test_partial_losses_are_consolidated(self) -> None:
        # 4 men of one sub-unit and 1 of another are one sub-unit
        ruling = self.assault(
            [2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1],
            "3xinfantry",
            "3xinfantry",
            conditions=["3xdefender-lost"],
        )
        assert ruling.counts["defenders lost"] == 2
        assert ruling.counts["defenders markers"] == 1 + 2
        assert len(ruling.rolls[3].faces) == 2

    def test_who_routs_between_the_steps_has_lost(self) -> None:
        dice = [6, 1, 1] + [2] * 3
        ruling = self.assault(dice, "3xinfantry", "3xinfantry", conditions=["defender-marker"])
        assert ruling.outcome.word == "defender gone"
        assert effects(ruling)[-1] == "rout defender: the defenders"

    def test_or_after_both_steps_by_the_other_reading(self) -> None:
        dice = [6, 1, 1] + [2] * 3 + [1, 1, 1] + [6, 6]
        ruling = self.assault(
            dice, "3xinfantry", "3xinfantry", conditions=["defender-marker"], readings={"CC-57": "after"}
        )
        assert ruling.sums["defenders' total"] == 8
        assert ruling.outcome.word == "defender gone"
        assert ruling.counts["attackers markers"] == 2  # it lost before the winner left the field

    def test_a_side_wiped_out_has_lost(self) -> None:
        ruling = self.assault([6, 1, 1], "2xinfantry", "infantry")
        assert ruling.outcome.word == "defender gone"
        assert effects(ruling) == [
            "casualties attacker: Infantry A",
            "may-take-ground attacker: the attackers",
            "casualties defender: Infantry 5",
            "remove defender: Infantry",
            "marker defender: the defenders",
        ]

    def test_the_owner_says_who_loses_men_first(self) -> None:
        dice = [4, 1, 1, 2, 2, 2]
        squads = self.assault([*dice, 1, 1, 1, 1, 1, 1], "3xinfantry", "2xinfantry,heavy")
        heavy = self.assault([*dice, 1, 1, 1, 1, 1], "3xinfantry", "2xinfantry,heavy", losses="heavy weapons first")
        assert squads.counts["defenders lost"] == heavy.counts["defenders lost"] == 4
        assert (len(squads.rolls[3].faces), len(heavy.rolls[3].faces)) == (3, 2)

    def test_vehicles_are_the_referees(self) -> None:
        with pytest.raises(Refused, match="vehicles"):
            self.assault([], "infantry", "truck")

    def test_companies_of_seven_enumerate_quickly(self) -> None:
        found = odds("close-assault", attackers="5xinfantry,2xheavy", defenders="5xinfantry,2xheavy", cover=2)
        assert sum(found.outcomes.values()) == 1
        assert found.runs < 50_000

    def test_of_a_side_without_a_marker_nothing_is_told_of_a_rout(self) -> None:
        """549-550: markers rout; the attackers here have none, and nobody of the defenders is left."""
        ruling = ruled("close-assault", [4, 6, 5, 4, 3], attackers="3xinfantry", defenders="2xinfantry")
        assert (ruling.outcome.word, ruling.counts["attackers markers"]) == ("defender gone", 0)
        assert not [entry for entry in ruling.steps if "rout at" in getattr(entry.step, "label", "")]


class TestRandomEvent:
    """Source: combat-captain.txt 853-884."""

    @pytest.mark.parametrize(
        ("dice", "came", "counts"),
        [
            ([1, 4], "opponent strikes", (4, 0)),
            ([2], "opponent's initiative", (0, 0)),
            ([3], "initiative", (0, 0)),
            ([4, 6], "artillery", (6, 0)),
            ([5, 2], "strafing run", (0, 1)),
            ([6, 3], "bombing run", (0, 2)),
            ([6, 6], "bombing run", (0, 3)),
        ],
    )
    def test_each_face(self, dice: list[int], came: str, counts: tuple[int, int]) -> None:
        ruling = ruled("event", dice)
        assert ruling.outcome.word == came
        assert (ruling.counts["shells"], ruling.counts["planes"]) == counts

    def test_the_opponent_may_choose_planes(self) -> None:
        assert ruled("event", [1, 5], choice="bombing").counts["planes"] == 3

    def test_planes_shot_down_do_not_come_back(self) -> None:
        assert [ruled("event", [5, 6], lost=lost).counts["planes"] for lost in (0, 1, 2)] == [3, 2, 1]

    @pytest.mark.parametrize(
        "event",
        [{"dice": [5], "lost": 3}, {"dice": [6], "lost": 3}, {"dice": [1], "choice": "strafing", "opposing": 3}],
    )
    def test_without_a_plane_nothing_flies(self, event: dict[str, Any]) -> None:
        ruling = ruled("event", **event)
        assert (ruling.outcome.word, ruling.outcome.success) == ("no planes", False)
        assert ruling.counts["planes"] == 0


class TestArtillery:
    """Source: combat-captain.txt 576-578, 866-871; readings CC-39."""

    def test_a_pip_is_a_shell(self) -> None:
        assert ruled("bombard", [5]).counts["shells"] == 5

    def test_each_thing_touched_saves_for_itself(self) -> None:
        ruling = ruled("bombard", [1, 2, 3, 3], target="3xinfantry,armor", cover=2)
        assert (ruling.counts["casualties"], ruling.counts["kills"]) == (1, 1)
        assert [roll.label for roll in ruling.rolls] == [
            "infantry/1/saves",
            "infantry/2/saves",
            "infantry/3/saves",
            "armor/1/saves",
        ]

    def test_in_the_open_everything_touched_falls(self) -> None:
        ruling = ruled("bombard", target="3xinfantry")
        assert ruling.counts["casualties"] == 3
        both = ruled("bombard", target="3xinfantry,2xinfantry,armor")
        assert both.counts == {"shells": 0, "casualties": 5, "kills": 1, "markers": 1, "touched": 6}
        assert both.told["who"] == ("Infantry A", "Infantry B")

    @pytest.mark.parametrize("target", ["armor", "truck"])
    def test_a_vehicle_touched_takes_a_kill_and_the_third_removes_a_model(self, target: str) -> None:
        for before, removed in ((0, 0), (1, 1), (2, 1), (5, 1)):
            kills = f"+{before}xkill" if before else ""
            ruling = ruled("bombard", target=f"2x{target}{kills}")
            assert ruling.counts["kills"] == 2
            assert ruling.counts["markers"] == removed
            model = {"armor": "Armor A", "truck": "Car or truck A"}[target]
            assert (f"remove target: {model}" in effects(ruling)) == bool(removed), before

    def test_everything_touched_has_an_outcome_of_its_own(self) -> None:
        ruling = ruled("bombard", [1, 6, 3], target="2xinfantry,armor", cover=2)
        came = [(unit, outcome.word) for unit, outcome in ruling.each]
        assert came == [("Infantry", "saved"), ("Infantry", "casualties"), ("Armor", "casualties")]
        assert not ruled("bombard", target="infantry").each


class TestStrafing:
    """Source: combat-captain.txt 881-899; readings CC-40, CC-41."""

    def test_a_five_or_six_is_a_casualty_unless_saved(self) -> None:
        ruling = ruled("strafe", [4, 5, 6], target="3xinfantry")
        assert ruling.counts["casualties"] == 2
        assert ruling.outcome.word == "finished"
        assert ruled("strafe", [5, 6, 2, 3], target="2xinfantry", cover=2).counts["casualties"] == 1

    @pytest.mark.parametrize(
        ("effect", "came"), [(1, "finished"), (3, "finished"), (4, "breaks off"), (5, "breaks off"), (6, "crashes")]
    )
    def test_a_one_is_a_return_shot(self, effect: int, came: str) -> None:
        ruling = ruled("strafe", [1, effect], target="infantry")
        assert ruling.outcome.word == came

    def test_hits_made_before_the_plane_goes_stand(self) -> None:
        ruling = ruled("strafe", [6, 1, 4, 6, 1, 6], target="5xinfantry")
        assert ruling.counts["casualties"] == 1
        assert effects(ruling) == ["casualties target: Infantry", "remove aircraft: plane"]

    def test_who_is_not_reached_is_told(self) -> None:
        assert not notes(ruled("strafe", [6, 1, 4], target="2xinfantry"))

    def test_the_player_may_end_the_run(self) -> None:
        ruling = ruled("strafe", [6, 5], target="5xinfantry", stop=2)
        assert ruling.outcome.word == "ended"
        assert ruling.counts["casualties"] == 2
        assert ruled("strafe", [6, 5], target="2xinfantry", stop=2).outcome.word == "finished"
        assert ruled("strafe", [6, 1, 4], target="5xinfantry", stop=2).outcome.word == "breaks off"

    def test_all_men_roll_together_and_shoot_back_one_by_one(self) -> None:
        """Nobody rolls a return shot after the one that ends the run, nor saves himself when the plane is gone."""
        case = referee().case({"rules": "combat-captain", "procedure": "strafe", "target": "4xinfantry", "cover": 1})
        faces = {f"infantry/{man}/strafed": face for man, face in enumerate((1, 6, 1, 5), 1)}
        faces |= {"infantry/2/saves/1": 3, "infantry/4/saves/1": 3}
        faces |= {"infantry/1/return shot": 2, "infantry/3/return shot": 5}
        rolls = rolls_as_they_came(case.procedure, case.request, case.charts(), faces)
        assert [(roll_of(roll[0].roll), len(roll)) for roll in rolls] == [
            ("strafed", 4),
            ("return shot", 1),
            ("saves", 1),
            ("return shot", 1),
        ]

    def test_each_group_has_its_own_cover_and_trucks_are_not_touched(self) -> None:
        ruling = ruled("strafe", [5, 3, 5], target="infantry+3xcover-stick,truck,heavy-weapon")
        assert ruling.counts["casualties"] == 1

    def test_every_man_crossed_has_an_outcome_of_its_own(self) -> None:
        ruling = ruled("strafe", [6, 5, 4, 1, 2, 2, 3, 6], target="2xinfantry,3xheavy-weapon", cover=2)
        assert [(unit, outcome.word) for unit, outcome in ruling.each] == [
            ("Infantry", "saved"),
            ("Infantry", "fallen"),
            ("Heavy weapon", "missed"),
            ("Heavy weapon", "missed"),
            ("Heavy weapon", "not reached"),
        ]
        assert not ruled("strafe", [4], target="infantry").each

    def test_a_die_brings_the_planes(self) -> None:
        assert ruled("strafe", [5], lost=2).counts["planes"] == 1
        assert ruled("strafe", lost=3).outcome.word == "no planes"

    def test_a_plane_that_is_not_left_strafes_nobody(self) -> None:
        ruling = ruled("strafe", target="4xinfantry", lost=3)
        assert (ruling.outcome.word, ruling.counts["casualties"]) == ("no planes", 0)
        assert ruled("strafe", [6], target="infantry", lost=2).counts["casualties"] == 1

    def test_forty_men_enumerate_and_too_many_are_refused(self) -> None:
        assert odds("strafe", target="40xinfantry", cover=3).runs < 50_000
        with pytest.raises(Refused, match="100"):
            ruled("strafe", target="101xinfantry")


class TestBombing:
    """Source: combat-captain.txt 904-908; readings CC-42."""

    @pytest.mark.parametrize(
        ("face", "came"),
        [
            (1, "shot down"),
            (2, "missed"),
            (3, "missed"),
            (4, "missed"),
            (5, "target destroyed"),
            (6, "target destroyed"),
        ],
    )
    def test_each_face(self, face: int, came: str) -> None:
        assert ruled("bomb", [face], target="armor").outcome.word == came

    def test_each_plane_has_one_bomb(self) -> None:
        ruling = ruled("bomb", [5, 1, 2], target="armor,2xinfantry")
        assert ruling.counts == {"planes": 0, "bombs": 3, "destroyed": 1, "kills": 3, "shot down": 1}
        assert effects(ruling) == [
            "kill target: the unit of Armor 3",
            "remove target: Armor",
            "marker target: the unit of Armor",
            "remove aircraft: Plane B",
        ]
        assert [(unit, outcome.word) for unit, outcome in ruling.each] == [
            ("Plane A over Armor", "target destroyed"),
            ("Plane B over Infantry A", "shot down"),
            ("Plane C over Infantry B", "missed"),
        ]

    def test_a_model_has_all_its_kills_on_the_roster_and_a_sub_unit_none(self) -> None:
        ruling = ruled("bomb", [5, 6, 5], target="2xtruck,infantry")
        assert ruling.counts["kills"] == 6
        assert effects(ruling) == [
            "kill target: the unit of Car or truck A 3",
            "remove target: Car or truck A",
            "marker target: the unit of Car or truck A",
            "kill target: the unit of Car or truck B 3",
            "remove target: Car or truck B",
            "marker target: the unit of Car or truck B",
            "remove target: Infantry",
            "marker target: the unit of Infantry",
        ]
        assert ruled("bomb", [5], target="armor", readings={"CC-14": "model"}).counts["kills"] == 1

    @pytest.mark.parametrize(("target", "lost"), [("5xinfantry", 0), ("armor,2xinfantry", 1), ("2xarmor", 2)])
    def test_more_bombs_than_planes_are_refused(self, target: str, lost: int) -> None:
        with pytest.raises(Refused, match="bomb"):
            ruled("bomb", target=target, lost=lost)

    def test_without_a_plane_no_bomb_falls(self) -> None:
        ruling = ruled("bomb", target="armor", lost=3)
        assert ruling.outcome.word == "no planes"
        assert not ruling.effects

    def test_a_die_brings_the_planes(self) -> None:
        assert [ruled("bomb", [face]).counts["planes"] for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


class TestUnit:
    """A company has up to eight sub-units; a few more are still believed. Source: combat-captain.txt 55-58."""

    @pytest.mark.parametrize(
        ("procedure", "units", "plain"),
        [
            ("fire", "attackers", {"target": "infantry", "range": 30}),
            ("close-assault", "attackers", {"defenders": "infantry"}),
            ("close-assault", "defenders", {"attackers": "infantry"}),
        ],
    )
    def test_has_twelve_sub_units_at_most(self, procedure: str, units: str, plain: dict[str, Any]) -> None:
        squad = "rifles" if procedure == "fire" else "infantry"
        heavy = "mortar" if procedure == "fire" else "heavy-weapon"
        assert odds(procedure, **{units: f"10x{squad},2x{heavy}"}, **plain).outcomes
        with pytest.raises(Refused, match=r"\b12\b"):
            ruled(procedure, **{units: f"11x{squad},2x{heavy}"}, **plain)


class TestFiguresThatCount:
    """Men, hits, planes, kills and markers are whole and never less than none, whatever the referee sets."""

    @pytest.mark.parametrize(
        ("procedure", "plain", "figure"),
        [
            ("penetrate", {"target": "armor", "number": 6}, "armor.armor.kills=0"),
            ("penetrate", {"target": "armor", "number": 6}, "armor.armor.kills=0.5"),
            ("penetrate", {"target": "armor", "number": 6}, "armor.armor.kills=2.5"),
            ("bombard", {"target": "truck"}, "non-armor.truck.men=0"),
            ("save", {"target": "infantry"}, "non-armor.infantry.men=-1"),
            ("close-assault", {"attackers": "2xheavy", "defenders": "heavy"}, "non-armor.infantry.men=0"),
            ("morale", {"unit": "infantry"}, "morale.rout=0"),
            ("morale", {"unit": "2xinfantry", "markers": 1, "pull": 1}, "morale.pull=0"),
            ("activity", {"unit": "infantry", "conditions": ["move"]}, "activity.limit=-2"),
            ("save", {"target": "infantry", "conditions": ["wall"]}, "terrain-cover.wall=1.5"),
            ("save", {"target": "truck", "cover": 2}, "vehicle-cover.vehicle=-2"),
            (
                "activity",
                {"unit": "infantry", "conditions": ["overturn"], "readings": {"CC-47": "nashcon"}},
                "terrain-cover.overturned=-1",
            ),
            ("strafe", {"dice": [3]}, "planes.3=-2"),
            ("bomb", {}, "air.most=-1"),
            (
                "fire",
                {"attackers": "rifles", "target": "infantry", "range": 8, "dice": [4, 3, 2, 6]},
                "fire-chart.9.6=-3",
            ),
        ],
    )
    def test_another_is_refused_by_name(self, procedure: str, plain: dict[str, Any], figure: str) -> None:
        with pytest.raises(Refused, match=f"^{re.escape(figure.partition('=')[0])} "):
            ruled(procedure, **plain, set=[figure])


class TestOddsStayCheap:
    """What a game has at its largest stays far below the cap."""

    @pytest.mark.parametrize(
        ("procedure", "plain"),
        [
            ("fire", {"attackers": "5xenhanced,2xmg", "target": "infantry", "range": 8, "activity": 4, "cover": 2}),
            ("fire", {"attackers": "4xrifles,mg,mortar,bazooka", "target": "infantry", "range": 8, "activity": 4}),
            ("fire", {"attackers": "2xtank", "target": "armor,infantry", "range": 30, "activity": 4, "cover": 2}),
            ("close-assault", {"attackers": "8xinfantry", "defenders": "8xinfantry"}),
            ("bombard", {"target": "6xinfantry,6xarmor", "cover": 2}),
        ],
    )
    def test_typical_requests_take_less_than_fifty_thousand_runs(self, procedure: str, plain: dict[str, Any]) -> None:
        found = odds(procedure, **plain)
        assert sum(found.outcomes.values()) == 1
        assert found.runs < 50_000

    def test_the_largest_close_assault_stays_below_the_cap(self) -> None:
        found = odds(
            "close-assault", attackers="8xinfantry", defenders="8xinfantry", cover=5, conditions=["attacker-cover"]
        )
        assert found.work < MOST_WORK / 5


class TestOddsAgainstOtherReckonings:
    """The odds of the rules against sums that share no line with them."""

    def test_fire_is_the_sum_over_all_faces(self) -> None:
        """Two Enhanced Small Arms, two dice each, medium range, level 2 cover, without any of our dice."""
        rows = referee().loaded("combat-captain").library.everything()["fire-chart"].rows
        expected: Counter[int] = Counter()
        for *faces, variable in product(range(1, 7), repeat=5):
            points = sum(face for face in faces if face % 2 == 0) + 2
            hits = rows[str(points)][variable - 1] or 0
            assert isinstance(hits, int)
            for saves in range(hits + 1):
                ways = comb(hits, saves) * 2 ** (hits - saves) * 3 ** (9 - hits)
                expected[min(5, hits - saves)] += ways
        found = odds("fire", attackers="2xenhanced", target="infantry", range=12, activity=2, cover=2)
        assert found.counts["casualties"] == {
            lost: Fraction(ways, 6**5 * 3**9) for lost, ways in sorted(expected.items())
        }

    @pytest.mark.parametrize(("attackers", "defenders", "cover"), [(3, 2, 2), (5, 6, 0), (6, 6, 1)])
    def test_close_combat_costs_the_pips_that_are_not_saved(self, attackers: int, defenders: int, cover: int) -> None:
        """Even pips hit the defenders and odd ones the attackers; a company loses no more men than it has."""
        found = odds(
            "close-assault", attackers=f"{attackers}xinfantry", defenders=f"{defenders}xinfantry", cover=cover
        ).counts
        assert found["defenders lost"] == lost(attackers, 0, defenders, cover)
        assert found["attackers lost"] == lost(defenders, 1, attackers, 0)

    @pytest.mark.parametrize(("men", "cover"), [(1, 0), (5, 0), (8, 2), (30, 2)])
    def test_each_man_stops_a_strafing_run_once_in_twelve(self, men: int, cover: int) -> None:
        """A 1 and then 4 to 6, of which one is a crash; of the men reached a third falls, but for those saved."""
        found = odds("strafe", target=f"{men}xinfantry", cover=cover)
        chances = {outcome.word: chance for outcome, chance in found.outcomes.items()}
        goes_on = Fraction(11, 12)
        assert chances["finished"] == goes_on**men
        assert chances["breaks off"] == 2 * chances["crashes"] == 2 * (1 - goes_on**men) / 3
        fallen = sum(number * chance for number, chance in found.counts["casualties"].items())
        assert fallen == sum(goes_on**before for before in range(men)) * Fraction(1, 3) * Fraction(6 - cover, 6)


def lost(rolling: int, odd: int, sub_units: int, cover: int) -> dict[int, Fraction]:
    """The men lost to so many dice, by counting every fall of them and every way to save."""
    stands = Fraction(6 - cover, 6)
    pips = Counter(sum(face for face in fall if face % 2 == odd) for fall in product(range(1, 7), repeat=rolling))
    found: dict[int, Fraction] = {}
    for hits, ways in pips.items():
        for left in range(hits + 1):
            share = comb(hits, left) * stands**left * (1 - stands) ** (hits - left)
            if share:
                men = min(left, sub_units * 5)
                found[men] = found.get(men, Fraction(0)) + ways * share / 6**rolling
    return dict(sorted(found.items()))


class TestTheCharts:
    """Every condition, reading and chart is found."""

    def test_check_finds_no_fault(self) -> None:
        from refcli.files.check import faults_of

        loaded = referee().loaded("combat-captain")
        assert faults_of(loaded.ruleset, loaded.library) == []


class TestCommonNames:
    """One name works in every procedure in which the unit is; where it could be several, it asks which."""

    @pytest.mark.parametrize(
        ("procedure", "field", "name", "row"),
        [
            ("fire", "attackers", "hmg", "crewed-mg"),
            ("activity", "unit", "hmg", "heavy-weapon"),
            ("move", "mover", "hmg", "heavy-weapon"),
            ("morale", "unit", "hmg", "heavy-weapon"),
            ("consolidate", "unit", "crewed-mg", "heavy-weapon"),
            ("close-assault", "attackers", "rifles", "infantry"),
            ("fire", "target", "enhanced-small-arms", "infantry"),
            ("fire", "attackers", "panzerfaust", "bazooka"),
            ("fire", "attackers", "sten", "enhanced-small-arms"),
            ("morale", "unit", "pak40", "heavy-weapon"),
            ("activity", "unit", "superior-tank", "vehicle"),
        ],
    )
    def test_mean_their_row(self, procedure: str, field: str, name: str, row: str) -> None:
        loaded = referee().loaded("combat-captain")
        known = loaded.words(loaded.procedure(procedure), prefixes=False)
        assert known.name(name, known.fields[field]) == row

    @pytest.mark.parametrize(
        ("field", "name", "several"),
        [
            ("attackers", "infantry", ("enhanced-small-arms", "rifles")),
            ("attackers", "pak40", ("gun", "superior-gun")),
            ("target", "superior-tank", ("superior-armor", "armor", "thin-armor")),
        ],
    )
    def test_of_several_ask(self, field: str, name: str, several: tuple[str, ...]) -> None:
        loaded = referee().loaded("combat-captain")
        known = loaded.words(loaded.procedure("fire"), prefixes=False)
        with pytest.raises(UnknownName, match=f"{name!r}.*{'.*'.join(several)}"):
            known.name(name, known.fields[field])
