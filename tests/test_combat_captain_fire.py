"""Combat Captain: fire, penetrate, save."""

from functools import partial
from typing import Any

import pytest

from refcli.core.chances import Odds
from refcli.core.dice import Choice
from refcli.core.errors import Refused
from refcli.core.ruling import Ruling
from refcli.referee.what_if import odds_in
from tests.rulings import notes
from tests.rulings import ruled as ruled_by
from tests.situations import referee

ruled = partial(ruled_by, "combat-captain")


def odds(procedure: str, **plain: Any) -> Odds:
    """The odds of a request."""
    return odds_in(referee().case({"rules": "cc", "procedure": procedure, **plain}))


def points(dice: list[int], **plain: Any) -> int | float:
    """The fire points of a request with no markers, the variable die a 1."""
    return ruled("fire", [*dice, 1], **{"target": "infantry", **plain}).sums["fire points"]


class TestWhatIsTold:
    """A verdict and a citation tell all of it. Source: combat-captain.txt 623-646, 655-657."""

    def test_a_destroyed_sub_units_verdict_tells_the_hits_swapped(self) -> None:
        ruling = ruled("fire", [6] * 12 + [5], attackers="4xcrewed-mg", target="infantry", range=12, swap=2)
        assert ruling.outcome.word == "destroyed"

    def test_an_auto_kill_is_told_as_that_and_counts_no_hits(self) -> None:
        for target, men in (("infantry", 5), ("heavy-weapon", 2), ("truck", 0)):
            ruling = ruled("fire", [6] * 16 + [1], attackers="4xmg", target=target, range=8, activity=4, adjust=["+9"])
            assert (ruling.counts["hits"], ruling.counts["casualties"]) == (0, men)
            assert ruling.counts["markers"] == 1

    def test_a_guns_range_is_cited_from_the_table_of_ranges(self) -> None:
        charts = referee().loaded("combat-captain").library.everything()
        cells = {cell.ref: cell for cell in charts["weapons"].cells()}
        assert cells["weapons.gun.range"].source.lines == "623-646, 1302-1304"
        assert cells["weapons.gun.gun"].source.lines == "1304"


class TestThePublishedExamples:
    """Source: combat-captain.txt 605-607, 677-683."""

    def test_nine_fire_points_and_a_six_are_two_hits(self) -> None:
        ruling = ruled("fire", [4, 3, 2, 6], attackers="rifles", target="infantry", range=8)
        assert ruling.sums["fire points"] == 9
        assert ruling.counts["hits"] == 2
        assert ruling.outcome.word == "casualties"

    def test_a_tanks_two_dice_of_eight_serve_both_its_weapons(self) -> None:
        ruling = ruled("fire", [5, 3, 1, 1], attackers="tank", target="armor,infantry", range=10, activity=2)
        shown = [step.step.parts[0].value for step in ruling.steps if hasattr(step.step, "parts")]
        assert shown[:2] == [8, 8]
        assert ruling.sums["fire points"] == 8 + 6
        assert dict(ruling.each)["Armor"].word == "no effect"

    def test_a_machine_gun_is_useless_against_a_tank(self) -> None:
        ruling = ruled("fire", [5, 3, 4, 1], attackers="tank", target="armor", range=10, activity=2)
        assert ruling.sums["fire points"] == 8
        assert any("no effect" in note for note in notes(ruling))

    def test_four_dice_each_when_all_five_squads_fire(self) -> None:
        ruling = ruled("fire", [1] * 20 + [1], attackers="5xrifles", target="infantry", range=8, activity=4)
        assert ruling.sums["fire points"] == 20

    def test_combined_fire_is_one_look_at_the_chart(self) -> None:
        ruling = ruled("fire", [2, 2, 2, 3, 3, 3, 1], attackers="2xrifles", target="infantry", range=8)
        assert ruling.sums["fire points"] == 15
        assert [roll.label for roll in ruling.rolls] == ["rifles/fire", "variable die"]


class TestRange:
    """Which dice count, an upper end still inside its band. Source: combat-captain.txt 617-646, 700-701."""

    @pytest.mark.parametrize(
        ("weapon", "short", "medium", "long"),
        [("rifles", 8, 16, 24), ("mortar", 12, 24, 36), ("gun", 16, 32, 48)],
    )
    def test_the_borders_of_the_bands(self, weapon: str, short: int, medium: int, long: int) -> None:
        extra = 2 if weapon == "gun" else 0
        for inches, pips in ((short, 6), (short + 0.5, 2), (medium, 2), (medium + 0.5, 4), (long, 4)):
            assert points([1, 2, 3], attackers=weapon, range=inches) == pips + extra, inches
        ruling = ruled("fire", attackers=weapon, target="infantry", range=long + 0.5)
        assert ruling.outcome.word == "cannot fire"

    def test_a_bazooka_has_only_short_range(self) -> None:
        assert points([1, 2, 3], attackers="bazooka", range=8) == 6
        assert ruled("fire", attackers="bazooka", target="armor", range=8.5).outcome.word == "cannot fire"
        assert ruled("fire", attackers="bazooka/medium", target="armor").outcome.word == "cannot fire"

    def test_in_a_forest_all_fire_is_long_and_sight_is_eight_inches(self) -> None:
        assert points([1, 2, 3], attackers="rifles", range=2, conditions=["forest"]) == 4
        assert points([1, 2, 3], attackers="bazooka", range=8, conditions=["forest"]) == 4
        beyond = ruled("fire", attackers="gun", target="infantry", range=9, conditions=["forest"])
        assert beyond.outcome.word == "cannot fire"

    def test_each_sub_unit_may_have_a_band_of_its_own(self) -> None:
        assert points([1, 2, 3, 1, 2, 3], attackers="rifles/medium,rifles", range=4) == 2 + 6

    def test_without_range_or_band_it_refuses(self) -> None:
        with pytest.raises(Refused, match="range"):
            ruled("fire", attackers="rifles", target="infantry")

    def test_the_two_weapons_of_a_tank_have_their_own_bands(self) -> None:
        # 14 inches: short for the cannon, medium for the machine gun
        assert points([1, 2], attackers="tank", range=14, activity=2) == (3 + 2) + (2 + 6)


class TestMarkersOnTheFirer:
    """Each marker takes a pip from each die. Source: combat-captain.txt 547-548, 1018-1019; readings CC-6."""

    def test_the_natural_die_is_even_and_then_loses_the_pip(self) -> None:
        assert ruled("fire", [4, 3, 2, 2], attackers="rifles", target="infantry", range=12, markers=1).sums[
            "fire points"
        ] == (3 + 1)

    def test_by_the_other_reading_the_lowered_die_is_even(self) -> None:
        ruling = ruled(
            "fire",
            [4, 3, 1, 2],
            attackers="rifles",
            target="infantry",
            range=12,
            markers=1,
            readings={"CC-6": "lowered"},
        )
        assert ruling.sums["fire points"] == 2

    def test_the_expected_pips_of_a_die_are_those_of_the_readings(self) -> None:
        for reading, even, odd in (("natural", 1.5, 1.0), ("lowered", 1.0, 1.5)):
            for ground, expected in (("normal", even), ("odd-terrain", odd)):
                chances = odds(
                    "move",
                    mover="infantry",
                    activity=1,
                    markers=1,
                    conditions=[] if ground == "normal" else [ground],
                    readings={"CC-6": reading},
                ).counts["inches"]
                assert float(sum(value * chance for value, chance in chances.items())) == expected

    def test_no_die_counts_less_than_nothing(self) -> None:
        ruling = ruled("fire", [1, 1, 2, 6], attackers="rifles", target="infantry", range=8, markers=3)
        assert ruling.sums["fire points"] == 0

    def test_the_variable_die_is_lowered_but_never_below_one(self) -> None:
        ruling = ruled("fire", [6, 6, 6, 2], attackers="rifles", target="infantry", range=8, markers=3)
        assert ruling.sums["variable die"] == -1
        assert ruling.outcome.word == "no effect"  # row 9, die 1


class TestModifiers:
    """Modifiers to fire points for each sub-unit. Source: combat-captain.txt 969-1011; readings CC-8, CC-19."""

    def test_a_modifier_counts_for_each_sub_unit_even_without_a_pip(self) -> None:
        assert points([1, 1, 1, 1], attackers="2xcrewed-mg", range=20, activity=2) == 12

    @pytest.mark.parametrize(("reading", "added"), [("sub-unit", 18), ("target", 6), ("die", 36)])
    def test_how_often_it_counts_is_a_reading(self, reading: str, added: int) -> None:
        pips = [1] * 6
        assert points(pips, attackers="3xmg", range=4, activity=2, readings={"CC-8": reading}) == 6 + added

    def test_once_a_target_holds_over_several_terms_of_one_weapon(self) -> None:
        found = points([1, 1, 1], attackers="mg,mg+2xdie", range=4, activity=1, readings={"CC-8": "target"})
        assert found == 3 + 6

    @pytest.mark.parametrize(
        ("weapon", "target", "modifier"),
        [
            ("gun", "thin-armor", 1),
            ("gun", "armor", 0),
            ("gun", "superior-armor", -1),
            ("superior-gun", "thin-armor", 2),
            ("superior-gun", "armor", 1),
            ("superior-gun", "superior-armor", -1),
            ("inferior-gun", "thin-armor", -1),
            ("inferior-gun", "armor", -2),
            ("inferior-gun", "superior-armor", -4),
            ("bazooka", "superior-armor", -4),
            ("inferior-gun", "infantry", 2),
            ("superior-gun", "infantry", 2),
        ],
    )
    def test_guns_against_armor(self, weapon: str, target: str, modifier: int) -> None:
        assert points([2, 2], attackers=weapon, target=target, range=8, activity=2) == 4 + modifier

    def test_superior_meets_superior_by_the_other_reading(self) -> None:
        found = points(
            [2, 2], attackers="superior-gun", target="superior-armor", range=8, activity=2, readings={"CC-9": "even"}
        )
        assert found == 4

    def test_a_stationary_gun_adds_two_whatever_the_target_and_nobody_else_does(self) -> None:
        for target, modifier in (("infantry", 2), ("superior-armor", -1)):
            found = points([2], attackers="gun", target=target, range=8, activity=1, conditions=["third-turn"])
            assert found == 2 + modifier + 2
        assert points([2], attackers="rifles", range=8, activity=1, conditions=["third-turn"]) == 2
        assert points([2], attackers="bazooka", range=8, activity=1, conditions=["third-turn"]) == 2

    def test_a_tanks_cannon_and_machine_gun_add_up_at_one_infantry_target(self) -> None:
        assert points([3, 4], attackers="tank", range=8, activity=2) == (7 + 2) + (7 + 6)

    def test_a_tanks_machine_gun_has_no_modifier_by_the_other_reading(self) -> None:
        found = points([3, 4], attackers="tank", range=8, activity=2, readings={"CC-19": "none"})
        assert found == (7 + 2) + 7

    def test_nashcon_knows_only_regular_armor_and_regular_tank_cannons(self) -> None:
        nashcon = {"CC-47": "nashcon"}
        for target in ("thin-armor", "superior-armor"):
            assert points([2], attackers="tank", target=target, range=8, activity=1, readings=nashcon) == 2
            assert points([2], attackers="superior-tank", target=target, range=8, activity=1, readings=nashcon) == 2
        found = points([2], attackers="bazooka", target="superior-armor", range=8, activity=1, readings=nashcon)
        assert found == 2 - 2

    def test_who_has_no_effect_on_armor_adds_nothing_to_those_who_have(self) -> None:
        ruling = ruled("fire", [6, 6, 1], attackers="rifles,gun", target="armor", range=8, activity=2)
        assert ruling.sums["fire points"] == 12
        assert [roll.label for roll in ruling.rolls] == ["gun/fire", "variable die"]
        assert ruled("fire", attackers="rifles,mg,mortar", target="thin-armor", range=8).outcome.word == "cannot fire"


class TestWhoMayFire:
    """Source: combat-captain.txt 234-254, 435-448, 670-683."""

    def test_a_crewed_weapon_that_moved_cannot_fire_and_a_rifle_or_a_tank_can(self) -> None:
        for weapon in ("crewed-mg", "mortar", "gun"):
            ruling = ruled("fire", attackers=f"{weapon}+moved", target="infantry", range=8)
            assert ruling.outcome.word == "cannot fire"
        assert points([2], attackers="rifles+moved", range=8, activity=1) == 2
        assert points([2], attackers="tank+moved", range=8, activity=1) == 4 + 8

    def test_out_of_cohesion_fires_only_what_it_held(self) -> None:
        apart = ruled("fire", attackers="rifles+out-of-cohesion", target="infantry", range=8)
        assert apart.outcome.word == "cannot fire"
        assert points([2], attackers="rifles+out-of-cohesion+hold-fire", range=8, activity=1) == 2

    def test_held_fire_is_three_dice_at_most(self) -> None:
        assert points([1, 1, 1], attackers="rifles", range=8, activity=4, conditions=["hold-fire"]) == 3

    def test_each_sub_unit_may_use_other_dice(self) -> None:
        assert points([1, 1, 1, 1], attackers="rifles+die,rifles", range=8, activity=3) == 4
        assert points([1, 1, 1, 1], attackers="rifles+4xdie", range=8, activity=3) == 4

    @pytest.mark.parametrize("stated", ["5xdie", "9xdie", "5xdie+hold-fire"])
    def test_more_than_four_dice_are_refused(self, stated: str) -> None:
        with pytest.raises(Refused, match=r"\b4\b"):
            ruled("fire", attackers=f"rifles+{stated}", target="infantry", range=8)

    def test_a_vehicle_in_cover_fires_its_main_weapon_alone(self) -> None:
        assert points([2], attackers="tank+in-cover", range=8, activity=1) == 2 + 2

    def test_two_targets_are_for_tanks_alone(self) -> None:
        with pytest.raises(Refused, match="one target"):
            ruled("fire", attackers="gun", target="armor,infantry", range=8)
        with pytest.raises(Refused, match="one target"):
            ruled("fire", attackers="tank", target="armor,infantry,infantry", range=8)

    def test_hits_are_on_one_sub_unit(self) -> None:
        with pytest.raises(Refused, match="one sub-unit"):
            ruled("fire", attackers="rifles", target="2xinfantry", range=8)

    def test_without_a_line_of_sight_nobody_fires(self) -> None:
        ruling = ruled("fire", attackers="rifles", target="infantry", range=8, conditions=["no-line-of-sight"])
        assert ruling.outcome.word == "cannot fire"


class TestTheChart:
    """Source: combat-captain.txt 601-609, 1025-1276."""

    def test_no_fire_points_give_no_hits_and_the_variable_die_is_rolled_all_the_same(self) -> None:
        ruling = ruled("fire", [2, 2, 2, 6], attackers="rifles", target="infantry", range=20)
        assert ruling.sums["fire points"] == 0
        assert ruling.outcome.word == "no effect"

    def test_above_a_hundred_reads_the_last_row_and_spares_nobody(self) -> None:
        ruling = ruled(
            "fire", [6] * 20 + [1], attackers="5xmg", target="infantry", range=8, activity=4, cover=5, markers=0
        )
        assert ruling.sums["fire points"] == 120 + 30
        assert ruling.outcome.word == "destroyed"
        assert ruling.counts["casualties"] == 5

    @pytest.mark.parametrize(("added", "dice", "came"), [(3, [1, 2], "saved"), (4, [1], "kill")])
    def test_row_99_gives_a_kill_number_that_cover_saves_and_row_100_does_not(
        self, added: int, dice: list[int], came: str
    ) -> None:
        ruling = ruled(
            "fire",
            [6] * 16 + dice,
            attackers="4xgun",
            target="armor",
            range=8,
            activity=4,
            cover=2,
            adjust=[f"fire points={added}"],
        )
        assert ruling.sums["fire points"] == 96 + added
        assert ruling.outcome.word == came

    def test_the_bounds_of_column_six_are_a_reading(self) -> None:
        for reading, hits in (("line", 4), ("lower", 3), ("upper", 10)):
            ruling = ruled(
                "fire",
                [6, 6, 5, 6],
                attackers="rifles",
                target="infantry",
                range=8,
                readings={"CC-1": reading},
            )
            assert ruling.sums["fire points"] == 17
            assert ruling.counts["hits"] == hits


class TestTwoTargets:
    """The cannon of a tank fires at one, its machine gun at the other. Source: combat-captain.txt 670-683."""

    def test_each_target_has_its_own_variable_die_cover_and_outcome(self) -> None:
        ruling = ruled(
            "fire",
            [6, 6, 6, 5, 5, 2, 3, 3],
            attackers="tank",
            target="armor,infantry+2xcover-stick",
            range=12,
            activity=2,
        )
        # 12 fire points and a 6 are kill number 2, which a 5 fails; 12 + 6 and a 5 are three hits
        assert [roll.label for roll in ruling.rolls] == [
            "tank/fire",
            "cannon/variable die",
            "cannon/kill die",
            "machine gun/variable die",
            "machine gun/saves",
        ]
        assert {unit: outcome.word for unit, outcome in ruling.each} == {"Armor": "no kill", "Infantry": "casualties"}
        assert ruling.counts["hits"] == 3
        assert ruling.counts["casualties"] == 2

    def test_the_ranges_of_the_two_targets_may_differ(self) -> None:
        ruling = ruled("fire", [2, 4, 3, 1], attackers="tank", target="armor,infantry/short", range=50)
        assert {unit: outcome.word for unit, outcome in ruling.each} == {
            "Armor": "cannot fire",
            "Infantry": "no effect",
        }


class TestSwaps:
    """The owner takes a marker in lieu of every other hit. Source: combat-captain.txt 655-657; readings CC-16."""

    @pytest.mark.parametrize(
        ("reading", "most"),
        [("second", [0, 1, 1, 2, 2]), ("all-but-first", [0, 1, 2, 3, 4]), ("third", [0, 0, 1, 1, 2])],
    )
    def test_which_hits_may_be_swapped(self, reading: str, most: list[int]) -> None:
        for hits, swapped in enumerate(most, 1):
            ruling = ruled("save", target="infantry", hits=hits, swap=9, readings={"CC-16": reading})
            lost = ruling.counts["casualties"]
            assert lost == hits - swapped, hits
            assert ruling.counts["markers"] == swapped + (lost == 5)

    def test_saves_come_first(self) -> None:
        ruling = ruled("save", [1, 1, 6], target="infantry", hits=3, cover=1, swap=9)
        assert ruling.counts == {"hits": 3, "casualties": 1, "kills": 0, "markers": 0, "routed": 0}

    def test_a_hit_that_kills_nobody_is_not_swapped(self) -> None:
        ruling = ruled("save", target="infantry", hits=9)
        asked = [step.step.label for step in ruling.steps if isinstance(step.step, Choice)]
        assert asked == ["hit 2", "hit 4"]
        crew = ruled("save", target="heavy-weapon", hits=6, swap=1)
        asked = [step.step.label for step in crew.steps if isinstance(step.step, Choice)]
        assert (asked, crew.counts["casualties"]) == (["hit 2"], 2)

    def test_nobody_swaps_unless_he_says_so(self) -> None:
        ruling = ruled("save", target="infantry", hits=4)
        assert ruling.counts["casualties"] == 4
        choices = [step.step for step in ruling.steps if isinstance(step.step, Choice)]
        assert [(choice.label, choice.chosen, choice.by) for choice in choices] == [
            ("hit 2", "loses a man", "policy"),
            ("hit 4", "loses a man", "policy"),
        ]


class TestLosses:
    """Source: combat-captain.txt 562-573; readings CC-18."""

    def test_hits_beyond_the_men_are_lost(self) -> None:
        ruling = ruled("save", target="infantry", hits=9)
        assert ruling.outcome.word == "destroyed"
        assert ruling.counts["casualties"] == 5
        assert ruling.counts["markers"] == 1

    def test_a_heavy_weapon_goes_with_its_second_man(self) -> None:
        assert ruled("save", target="heavy-weapon", hits=1).outcome.word == "casualties"
        assert ruled("save", target="heavy-weapon", hits=2).outcome.word == "destroyed"
        assert ruled("save", target="heavy-weapon", hits=1, conditions=["man-lost"]).outcome.word == "destroyed"

    def test_a_sub_unit_without_men_is_no_target(self) -> None:
        with pytest.raises(Refused, match="nobody"):
            ruled("save", target="heavy-weapon+2xman-lost")


class TestSoftVehicles:
    """A hit on a vehicle without armor is a kill on its unit's roster. Source: 576-578, 655-657, 954."""

    def truck(self, dice: list[int], target: str = "truck", **plain: Any) -> Ruling:
        """Rifles fire three dice at a truck."""
        return ruled("fire", dice, attackers="rifles", target=target, range=8, **plain)

    def test_the_third_kill_removes_the_model(self) -> None:
        ruling = self.truck([6, 6, 6, 5])
        assert ruling.counts == {"hits": 3, "casualties": 0, "kills": 3, "markers": 1, "routed": 0}

    def test_kills_that_its_unit_had_count(self) -> None:
        for before, came in (("", "kill"), ("+kill", "kill"), ("+2xkill", "model removed"), ("+3xkill", "kill")):
            assert self.truck([3, 3, 3, 4], f"truck{before}").outcome.word == came, before

    def test_its_owner_may_swap_and_level_2_saves(self) -> None:
        assert self.truck([6, 5, 3, 4, 2, 2], cover=2).outcome.word == "saved"
        assert self.truck([6, 5, 3, 4], cover=1).counts["kills"] == 2

    def test_its_saves_count_the_same(self) -> None:
        ruling = ruled("save", target="truck+kill", hits=2)
        assert (ruling.outcome.word, ruling.counts["kills"], ruling.counts["casualties"]) == ("model removed", 2, 0)


class TestSave:
    """Source: combat-captain.txt 364-381, 430-444, 582-591; readings CC-7."""

    @pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
    def test_a_level_saves_on_its_number_or_less(self, level: int) -> None:
        assert ruled("save", [level], target="infantry", cover=level).outcome.word == "all saved"
        assert ruled("save", [level + 1], target="infantry", cover=level).outcome.word == "casualties"

    def test_kills_that_are_not_saved_remove_a_model_at_the_third_of_its_unit(self) -> None:
        for stated, hits, came, models in (
            ("", 2, "kills", 0),
            ("+2xkill", 1, "model removed", 1),
            ("", 4, "model removed", 1),
            ("+2xkill", 4, "model removed", 2),
        ):
            ruling = ruled("save", target=f"armor{stated}", hits=hits)
            assert (ruling.outcome.word, ruling.counts["kills"]) == (came, hits)
            assert ruling.counts["markers"] == models

    def test_from_the_rear_only_levels_4_and_5_protect(self) -> None:
        for level in (1, 2, 3):
            assert ruled("save", target="infantry+from-rear", cover=level).outcome.word == "casualties"
        for level in (4, 5):
            assert ruled("save", [1], target="infantry+from-rear", cover=level).outcome.word == "all saved"

    def test_hedge_and_wall_are_levels_1_and_2_and_do_not_add_to_sticks(self) -> None:
        assert ruled("save", [1], target="infantry+hedge").outcome.word == "all saved"
        assert ruled("save", [2], target="infantry+hedge").outcome.word == "casualties"
        assert ruled("save", [2], target="infantry+wall").outcome.word == "all saved"
        assert ruled("save", [3], target="infantry+wall+hedge+cover-stick").outcome.word == "casualties"
        assert ruled("save", [3], target="infantry+wall+3xcover-stick").outcome.word == "all saved"

    def test_a_vehicle_has_level_2_or_nothing(self) -> None:
        assert ruled("save", target="armor", cover=1).outcome.word == "kills"
        assert ruled("save", [2], target="armor", cover=2).outcome.word == "all saved"
        assert ruled("save", [3], target="armor", cover=3).outcome.word == "kills"

    def test_terrain_gives_level_5_at_most_which_protects_from_the_rear(self) -> None:
        walled = {"target": "infantry", "conditions": ["wall", "from-rear"], "set": ["terrain-cover.wall=9"]}
        assert ruled("save", [5], **walled).outcome.word == "all saved"
        assert ruled("save", [6], **walled).outcome.word == "casualties"

    def test_markers_of_the_unit_hit_help_only_by_the_literal_reading(self) -> None:
        assert ruled("save", [3], target="infantry+marker", cover=2).outcome.word == "casualties"
        literal = ruled("save", [3], target="infantry+marker", cover=2, readings={"CC-7": "literal"})
        assert literal.outcome.word == "all saved"

    def test_an_overturned_truck_is_cover_in_the_nashcon_game_alone(self) -> None:
        general = ruled("save", target="infantry+overturned")
        assert general.outcome.word == "casualties"
        told = "in the Nashcon game only: behind an overturned car or truck"
        assert notes(general) == [told]
        fired = ruled("fire", [1, 1], attackers="rifles", target="infantry+overturned", range=8, activity=1)
        assert told in notes(fired)
        nashcon = ruled("save", [2], target="infantry+overturned", readings={"CC-47": "nashcon"})
        assert nashcon.outcome.word == "all saved"


class TestPenetrate:
    """Source: combat-captain.txt 430-433, 576-578, 658-660, 710-712, 955-956; readings CC-7, CC-14, CC-61."""

    def test_a_die_of_the_kill_number_or_less_kills(self) -> None:
        assert ruled("penetrate", [4], target="armor", number=4).outcome.word == "kill"
        assert ruled("penetrate", [5], target="armor", number=4).outcome.word == "no kill"

    def test_six_or_more_is_automatic_and_nothing_is_no_effect(self) -> None:
        assert ruled("penetrate", target="armor", number=6).outcome.word == "kill"
        assert ruled("penetrate", target="armor", number=0).outcome.word == "no kill"

    def test_markers_that_change_nothing_are_told_as_such(self) -> None:
        shot = {"target": "armor", "number": 4}
        assert len(notes(ruled("penetrate", [5], markers=1, **shot))) == 1
        by_the_letter = ruled("penetrate", [5], markers=1, readings={"CC-7": "literal"}, **shot)
        assert by_the_letter.outcome.word == "kill" and not notes(by_the_letter)
        assert not notes(ruled("penetrate", [5], **shot))

    def test_level_2_saves_even_an_automatic_kill(self) -> None:
        assert ruled("penetrate", [2], target="armor", number=9, cover=2).outcome.word == "saved"
        assert ruled("penetrate", [3], target="armor", number=9, cover=2).outcome.word == "kill"

    def test_a_model_goes_at_kills_three_six_and_nine(self) -> None:
        removed = [
            kills + 1
            for kills in range(9)
            if ruled("penetrate", target="armor", number=6, conditions=[f"{kills}xkill"] if kills else []).outcome.word
            == "model removed"
        ]
        assert removed == [3, 6, 9]

    def test_every_kill_removes_a_model_by_the_other_reading(self) -> None:
        ruling = ruled("penetrate", target="armor", number=6, readings={"CC-14": "model"})
        assert ruling.outcome.word == "model removed"

    def test_a_marker_lowers_the_kill_die_only_by_the_literal_reading(self) -> None:
        assert ruled("penetrate", [5], target="armor", number=4, markers=1).outcome.word == "no kill"
        literal = ruled("penetrate", [5], target="armor", number=4, markers=1, readings={"CC-7": "literal"})
        assert literal.outcome.word == "kill"
