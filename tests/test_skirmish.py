"""The skirmish rules: small arms, anti-tank shots, HE, bursts, grenades, morale, crews, rams and moves."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from refcli.core.cells import Cell, Sum
from refcli.core.errors import Refused, UnknownName
from refcli.core.request import names_of
from refcli.files.library import shipped
from refcli.referee.what_if import odds_in
from tests.rulings import effects, notes
from tests.rulings import ruled as ruled_by
from tests.situations import referee

ruled = partial(ruled_by, "skirmish")


def outcome_of(procedure: str, dice: Sequence[int] = (), **fields: Any) -> str:
    """The outcome of a ruling in its word."""
    return ruled(procedure, dice, **fields).outcome.word


def number(range: float, *conditions: str, firer: str = "rifle", target: str = "infantry") -> int | float:
    """The hit number of a shot, whatever it comes to."""
    plain = {"rules": "skirmish", "procedure": "fire", "firer": firer, "target": target, "range": range}
    return referee().rule(referee().case({**plain, "conditions": list(conditions)}), 0).ruling.sums["hit number"]


@pytest.fixture(scope="module")
def charts() -> Any:
    """All charts of the ruleset."""
    return referee().loaded("skirmish").library.everything()


class TestCountedFigures:
    """Every figure of the tables stands in a chart; sums added up from the text, skirmish.txt 29-33, 65-97, 153-405."""

    @pytest.mark.parametrize(
        ("chart", "rows", "cells"),
        [
            ("small-arms", 5, 16),
            ("hit-effect", 3, 6),
            ("attack-values", 20, 64),
            ("ap-hit", 1, 4),
            ("ap-effect", 2, 8),
            ("guns", 11, 33),
            ("burst-damage", 3, 9),
            ("soft-vehicle", 1, 3),
            ("visibility", 2, 6),
            ("movement-men", 3, 6),
            ("movement-vehicles", 7, 14),
            ("fall-of-shot", 2, 10),
        ],
    )
    def test_every_cell_of_a_table_is_there(self, charts: Any, chart: str, rows: int, cells: int) -> None:
        assert len(charts[chart].rows) == rows
        assert sum(not cell.blank for cell in charts[chart].cells()) == cells

    @pytest.mark.parametrize(
        ("chart", "column", "count", "total"),
        [
            ("vehicles", "front", 36, 351),
            ("vehicles", "side", 36, 262),
            ("vehicles", "rear", 36, 249),
            ("vehicles", "crew", 36, 144),
            ("vehicles", "passengers", 3, 27),
            ("guns", "min", 11, 165),
            ("guns", "max", 11, 31000),
            ("guns", "burst", 11, 102.5),
            ("mortars", "min", 10, 720),
            ("mortars", "max", 10, 4875),
            ("mortars", "burst", 10, 45),
            ("attack-values", 20, 20, 258),
            ("attack-values", 60, 17, 185),
            ("attack-values", 90, 14, 122),
            ("attack-values", 200, 13, 67),
            ("small-arms", 10, 5, 17),
            ("small-arms", 20, 4, 24),
            ("small-arms", 40, 3, 24),
            ("small-arms", 60, 3, 29),
            ("small-arms", 80, 1, 10),
            ("ap-hit", 200, 1, 10),
            ("movement-men", "road", 3, 30),
            ("movement-men", "cross-country", 3, 24),
            ("movement-vehicles", "road", 7, 290),
            ("movement-vehicles", "cross-country", 7, 175),
        ],
    )
    def test_a_column_adds_up_to_what_the_text_adds_up_to(
        self, charts: Any, chart: str, column: Any, count: int, total: float
    ) -> None:
        figures = [charts[chart].cell(row, column).value for row in charts[chart].rows]
        numbers = [figure for figure in figures if isinstance(figure, (int, float))]
        assert (len(numbers), sum(numbers)) == (count, total)

    def test_every_modifier_of_the_tables_has_its_value(self, charts: Any) -> None:
        values = {
            chart: sorted(one.value for one in charts[chart].conditions.values() if one.value is not None)
            for chart in ("small-arms", "ap-hit", "morale")
        }
        assert values["small-arms"] == [-2, -1, -1, 1, 1, 1, 1, 1, 2]  # prone or moved is one line of two conditions
        assert values["ap-hit"] == [-2, -1, -1, 1, 1, 1, 1, 2]
        assert values["morale"] == [-2, -2, -1, -1, -1, -1, 1, 1]

    def test_all_armament_of_the_vehicles_is_a_weapon(self, charts: Any) -> None:
        mounts = ("main", "coax", "bow", "pivot", "rear-mg")
        fitted = {
            mount: sum(not charts["vehicles"].cell(row, mount).blank for row in charts["vehicles"].rows)
            for mount in mounts
        }
        assert fitted == {"main": 32, "coax": 24, "bow": 15, "pivot": 11, "rear-mg": 2}


class TestFiguresThatCount:
    """The referee's own figures of what is counted one by one, skirmish.txt 293-338, 440, 446."""

    @pytest.mark.parametrize(
        ("procedure", "plain", "figure"),
        [
            ("escape", {"target": "tiger-i", "cause": "wrecked"}, "vehicles.tiger-i.crew=-3"),
            ("escape", {"target": "tiger-i", "cause": "wrecked"}, "vehicles.tiger-i.crew=2.5"),
            ("escape", {"target": "tiger-i", "cause": "wrecked"}, "vehicles.tiger-i.crew=1000"),
            ("escape", {"target": "tiger-i", "cause": "turret-destroyed"}, "vehicle-facts.tiger-i.turret=1.5"),
            ("morale", {"conditions": ["half-killed", "4xkilled"]}, "morale.ranks-for-each=0"),
            ("morale", {"conditions": ["leader-killed"], "dice": [10]}, "morale.leaderless-turns=-1"),
        ],
    )
    def test_no_other_than_a_whole_one_will_do(self, procedure: str, plain: dict[str, Any], figure: str) -> None:
        with pytest.raises(Refused, match=f"^{re.escape(figure.partition('=')[0])} "):
            ruled(procedure, **plain, set=[figure])


class TestSmallArms:
    """Small arms: the hit number and its modifiers, skirmish.txt 151-172."""

    @pytest.mark.parametrize(("range", "needed"), [(0, 4), (10, 4), (10.5, 7), (20, 7), (40, 9), (60, 10)])
    def test_a_band_ends_with_its_upper_range(self, range: float, needed: int) -> None:
        assert number(range) == needed

    def test_beyond_the_table_there_is_no_shot(self) -> None:
        assert outcome_of("fire", firer="rifle", target="infantry", range=60.1) == "no shot"
        assert outcome_of("fire", firer="pistol", target="infantry", range=11) == "no shot"

    def test_the_die_hits_when_it_reaches_the_number(self) -> None:
        assert outcome_of("fire", [6], firer="rifle", target="infantry", range=20) == "miss"
        assert outcome_of("fire", [7, 6], firer="rifle", target="infantry", range=20) == "dead"

    def test_all_modifiers_add_up(self) -> None:
        stated = ("walking", "same-target", "veteran", "prone", "crossing-sight", "from-vehicle")
        assert number(20, *stated) == 7 + 1 - 1 - 1 + 1 + 1 + 1

    def test_a_running_firer_does_not_walk_nor_stand(self) -> None:
        for both in ("running walking", "walking stationary"):
            with pytest.raises(Refused, match="both"):
                number(20, *both.split())
        assert number(20, "running") == 9 and number(20, "walking") == 8
        assert number(20, "stationary") == 5
        assert number(20, "from-vehicle", "stationary") == number(20, "from-vehicle") == 8

    def test_prone_and_moved_count_once_and_not_under_5_cm(self) -> None:
        assert number(5, "prone", "moved-over-10") == 5
        assert number(4.9, "prone", "moved-over-10") == 4
        assert number(5, "moved-over-10") == 5

    @pytest.mark.parametrize("speed", ["moving-over-20", "moving-over-30"])
    def test_a_target_at_speed_moved_over_10_cm(self, speed: str) -> None:
        assert number(10, speed, target="lorry") == 5
        assert number(10, speed, "moved-over-10", target="lorry") == 5
        assert number(4.9, speed, target="lorry") == 4
        assert number(10, "moving", target="lorry") == 4

    def test_what_is_said_of_one_firer_is_his_alone(self) -> None:
        ruling = ruled("fire", [5, 1, 6], firer="rifle+stationary,rifle", target="infantry", range=20)
        assert [str(roll.target) for roll in ruling.rolls if roll.label.endswith("to hit")] == [">= 5", ">= 7"]
        assert ruling.counts["hits"] == 1


class TestHitEffect:
    """The Hit Effect Table by cover, skirmish.txt 174-183."""

    @pytest.mark.parametrize(("cover", "lowest"), [("", 6), ("+soft-cover", 8), ("+hard-cover", 10)])
    def test_the_row_of_the_cover_counts(self, cover: str, lowest: int) -> None:
        shot = {"firer": "hmg", "target": f"infantry{cover}", "range": 10}
        assert outcome_of("fire", [10, lowest], **shot) == "dead"
        ruling = ruled("fire", [10, lowest - 1], **shot)
        assert ruling.outcome.word == "near miss"
        assert effects(ruling) == ["near-miss target: Infantry"]

    def test_the_better_cover_counts_when_both_are_stated(self) -> None:
        target = "infantry+soft-cover+hard-cover"
        assert outcome_of("fire", [10, 9], firer="hmg", target=target, range=10) == "near miss"

    def test_men_in_total_cover_cannot_be_shot_at(self) -> None:
        assert outcome_of("fire", firer="hmg", target="infantry+total-cover", range=10) == "no shot"


class TestMachineGuns:
    """Zones of fire and smoke, skirmish.txt 37, 145."""

    def test_a_machine_gun_rolls_for_each_man_in_its_zone(self) -> None:
        ruling = ruled("fire", [3, 6, 2, 8, 8], firer="lmg", target="2xinfantry,infantry+soft-cover", range=10)
        assert ruling.counts == {"shots": 3, "hits": 2, "dead": 2, "near misses": 0}
        assert [outcome.word for _, outcome in ruling.each] == ["dead", "miss", "dead"]

    def test_one_armoured_vehicle_in_its_zone_has_its_escapes_counted(self) -> None:
        """Escapes are of armoured vehicles, skirmish.txt 201, 265."""
        ruling = ruled("fire", [1, 1], firer="lmg", target="infantry,bren-carrier", range=15)
        assert ruling.counts["escaped"] == 0
        assert "escaped" not in ruled("fire", [1, 1], firer="lmg", target="2xinfantry", range=15).counts

    def test_a_rifle_has_no_zone(self) -> None:
        assert outcome_of("fire", firer="rifle", target="2xinfantry", range=10) == "no shot"

    def test_only_machine_guns_fire_through_smoke_and_only_defensively(self) -> None:
        shot = {"target": "infantry", "range": 10}
        assert outcome_of("fire", firer="lmg", conditions=["through-smoke"], **shot) == "no shot"
        assert outcome_of("fire", firer="rifle", conditions=["through-smoke", "defensive"], **shot) == "no shot"
        assert outcome_of("fire", [2], firer="lmg", conditions=["through-smoke", "defensive"], **shot) == "miss"


class TestSmallArmsAtVehicles:
    """Soft vehicles and hatches, skirmish.txt 197-203."""

    def test_a_soft_vehicle_suffers_by_its_own_die(self) -> None:
        shot = {"firer": "lmg", "target": "lorry", "range": 10}
        assert outcome_of("fire", [3, 4], **shot) == "slight damage"
        assert outcome_of("fire", [3, 5], **shot) == "immobilised"
        assert outcome_of("fire", [3, 9], **shot) == "destroyed"

    def test_hits_that_do_no_harm_are_counted(self) -> None:
        shots = {"firer": "2xlmg", "range": 10}
        on_armour = ruled("fire", [9, 9], target="t34-85", **shots)
        assert (on_armour.counts["hits"], effects(on_armour)) == (2, ["close-hatches target: T34/85"])

    def test_an_hmg_adds_1(self) -> None:
        assert outcome_of("fire", [3, 4], firer="hmg", target="lorry", range=10) == "immobilised"

    def test_those_in_an_immobilised_lorry_are_hit_in_soft_cover(self) -> None:
        ruling = ruled("fire", [3, 5, 7, 8], firer="lmg", target="lorry+2xaboard", range=10)
        assert (ruling.counts["dead"], ruling.counts["near misses"]) == (1, 1)

    def test_those_in_a_destroyed_lorry_jump_clear_and_then_are_hit(self) -> None:
        ruling = ruled("fire", [3, 9, 6, 5, 7, 5, 8], firer="lmg", target="lorry+3xaboard", range=10)
        assert (ruling.counts["dead"], ruling.counts["near misses"]) == (2, 1)

    def test_armour_that_is_hit_closes_hatches(self) -> None:
        ruling = ruled("fire", [4], firer="rifle", target="tiger-i", range=10)
        assert ruling.outcome.word == "closes hatches"
        assert effects(ruling) == ["close-hatches target: Tiger I"]

    def test_an_hmg_may_fire_as_an_anti_tank_weapon(self) -> None:
        shot = {"firer": "hmg", "target": "humber-ii", "range": 20, "shot": "anti-tank", "facing": "rear"}
        ruling = ruled("fire", [4, 2, 7], **shot)
        assert ruling.sums["attack value"] == 4
        assert ruling.outcome.word == "near miss"


class TestAntiTankHit:
    """The AP Hit Table and its modifiers, skirmish.txt 342-363."""

    @pytest.mark.parametrize(("range", "needed"), [(20, 4), (20.1, 6), (60, 6), (90, 8), (200, 10)])
    def test_a_band_ends_with_its_upper_range(self, range: float, needed: int) -> None:
        assert number(range, firer="88mm-l56", target="tiger-i") == needed

    def test_beyond_200_cm_there_is_no_shot(self) -> None:
        assert outcome_of("fire", firer="88mm-l56", target="tiger-i", range=201) == "no shot"

    def test_the_faster_speed_counts_alone(self) -> None:
        gun = {"firer": "88mm-l56", "target": "t34-85"}
        assert number(20, "moving", **gun) == 4
        assert number(20, "moving-over-20", **gun) == 5
        assert number(20, "moving-over-20", "moving-over-30", **gun) == 6

    @pytest.mark.parametrize("gait", ["walking", "running"])
    def test_who_walks_or_runs_does_not_stand(self, gait: str) -> None:
        shot = {"firer": "bazooka", "target": "t34-85"}
        with pytest.raises(Refused, match="both"):
            number(20, gait, "stationary", **shot)
        assert number(20, gait, **shot) == 4
        assert number(20, "stationary", **shot) == 2

    def test_infantry_weapons_add_1_at_anything_that_moves(self) -> None:
        assert number(20, "moving", firer="bazooka", target="t34-85") == 5
        assert number(20, "moving-over-30", firer="bazooka", target="t34-85") == 7

    def test_the_other_modifiers_add_up(self) -> None:
        stated = ("stationary", "veteran", "same-target", "hatches-closed", "crossing-sight")
        assert number(60, *stated, firer="88mm-l56", target="t34-85") == 6 - 2 - 1 - 1 + 1 + 1

    @pytest.mark.parametrize(("weapon", "last"), [("piat", 10), ("stick-bomb", 1), ("bazooka", 20)])
    def test_infantry_weapons_have_their_own_reach(self, weapon: str, last: float) -> None:
        assert outcome_of("fire", [1], firer=weapon, target="t34-85", range=last) == "miss"
        assert outcome_of("fire", firer=weapon, target="t34-85", range=last + 0.5) == "no shot"

    def test_no_infantry_weapon_fires_from_a_moving_vehicle(self) -> None:
        shot = {"firer": "bazooka", "target": "t34-85", "range": 5}
        assert outcome_of("fire", conditions=["from-vehicle"], **shot) == "no shot"

    def test_a_gun_that_was_moved_does_not_fire(self) -> None:
        assert outcome_of("fire", firer="6pdr+moved", target="tiger-i", range=5) == "no shot"

    @pytest.mark.parametrize(("firer", "fires"), [("hmg", False), ("15mm-hmg", False), ("lmg", True), ("ba64", True)])
    def test_nor_does_an_hmg_that_was_shifted_on_the_ground(self, firer: str, fires: bool) -> None:
        shot = {"firer": f"{firer}+moved", "target": "infantry", "range": 20}
        assert outcome_of("fire", [1] if fires else [], **shot) == ("miss" if fires else "no shot")

    @pytest.mark.parametrize("gait", ["walking", "running"])
    @pytest.mark.parametrize(
        ("firer", "shot", "fires"),
        [
            ("hmg", "small-arms", False),
            ("hmg", "anti-tank", False),
            ("6pdr", "anti-tank", False),
            ("lmg", "small-arms", True),
            ("bazooka", "anti-tank", True),
        ],
    )
    def test_who_walks_or_runs_with_an_hmg_or_a_gun_moves_it(
        self, firer: str, shot: str, fires: bool, gait: str
    ) -> None:
        fire = {"firer": f"{firer}+{gait}", "shot": shot, "target": "tiger-i", "range": 5}
        assert outcome_of("fire", [1] if fires else [], **fire) == ("miss" if fires else "no shot")

    @pytest.mark.parametrize(("firer", "fires"), [("6pdr", False), ("hmg", True), ("t34-85", True)])
    def test_a_gun_does_not_fire_from_a_vehicle_that_moves_it(self, firer: str, fires: bool) -> None:
        shot = {"firer": f"{firer}+from-vehicle", "target": "tiger-i", "range": 10}
        assert outcome_of("fire", [1] if fires else [], **shot) == ("miss" if fires else "no shot")

    def test_a_near_miss_makes_a_vehicle_close_hatches_and_no_more(self) -> None:
        assert number(60, "near-missed", firer="t34-85", target="tiger-i") == 6 + 1
        assert number(60, "near-missed", "hatches-closed", firer="t34-85", target="tiger-i") == 6 + 1
        assert outcome_of("move", mover="t34-85+near-missed") == "moves"
        assert outcome_of("fire", firer="85mm-l53+near-missed", target="tiger-i", range=60) == "no shot"

    def test_a_soft_vehicle_that_is_hit_is_destroyed(self) -> None:
        ruling = ruled("fire", [4, 5, 7], firer="6pdr", target="lorry+aboard", range=5)
        assert ruling.outcome.word == "destroyed"
        assert ruling.counts["near misses"] == 1


AT = {"firer": "88mm-l56", "target": "t34-85", "range": 50}
"""A shot that penetrates or not by its dice."""


class TestPenetration:
    """Attack value, location, effect, skirmish.txt 365-417. 88mm L56 at 50 cm has 13; a T34/85's front is 14."""

    def test_an_equal_attack_value_does_nothing_but_close_hatches(self) -> None:
        ruling = ruled("penetrate", [1], **AT)
        assert ruling.outcome.word == "no effect"
        assert effects(ruling) == ["close-hatches target: T34/85"]

    @pytest.mark.parametrize(
        ("dice", "outcome"),
        [
            ([2, 6], "near miss"),
            ([4, 7], "near miss"),
            ([5, 6], "immobilised"),
            ([5, 7], "main gun destroyed"),
            ([7, 10], "main gun destroyed"),
            ([8, 1, 6, 6, 7, 7], "wrecked"),
            ([8, 7, 5, 6], "turret destroyed"),
        ],
    )
    def test_location_and_margin_decide(self, dice: list[int], outcome: str) -> None:
        assert outcome_of("penetrate", dice, **AT) == outcome

    def test_greater_by_10_kills_all(self) -> None:
        ruling = ruled("penetrate", [1], firer="88mm-l56", target="m3-half-track+8xaboard", range=50)
        assert ruling.outcome.word == "destroyed"
        assert ruling.counts == {"dead": 10, "escaped": 0}

    def test_in_a_wreck_each_man_escapes_on_1_to_6(self) -> None:
        ruling = ruled("penetrate", [8, 1, 6, 6, 7, 7], **AT)
        assert ruling.counts == {"dead": 2, "escaped": 2}

    def test_a_note_says_of_a_per_cent_what_it_is_on_a_d10(self) -> None:
        """Of the chart and of the sheet: so many per cent are 1 to a tenth of it."""
        for file in ("escape.toml", "sheet.toml"):
            text = (shipped() / "skirmish" / file).read_text(encoding="utf-8")
            (per_cent, most) = re.findall(r"\b(\d+) is 1 to (\d+) on a d10", text)[0]
            assert (int(per_cent), text.count(" on a d10")) == (10 * int(most), 1), file

    def test_the_turret_crew_dies_and_the_wreck_limps_if_the_driver_lives(self) -> None:
        ruling = ruled("penetrate", [8, 7, 5, 6], **AT)
        assert ruling.counts == {"dead": 3, "escaped": 1}
        assert "limp target: T34/85" in effects(ruling)
        assert "limp target: T34/85" not in effects(ruled("penetrate", [8, 7, 6, 5], **AT))

    def test_a_target_without_turret_takes_no_location_die(self) -> None:
        shot = {"firer": "88mm-l71", "target": "su85", "range": 90}
        assert outcome_of("penetrate", [4], **shot) == "immobilised"

    def test_hull_down_turns_a_hull_hit_into_a_near_miss(self) -> None:
        assert outcome_of("penetrate", [10, 6], conditions=["hull-down"], **AT) == "near miss"
        assert outcome_of("penetrate", [5, 7], conditions=["hull-down"], **AT) == "main gun destroyed"

    def test_hull_down_without_a_turret_only_near_misses_are_suffered(self) -> None:
        shot = {"firer": "88mm-l71", "target": "su85", "range": 20, "facing": "side"}
        assert outcome_of("penetrate", [10], conditions=["hull-down"], **shot) == "near miss"

    def test_the_facing_names_the_defence_value(self) -> None:
        shot = {"firer": "6pdr", "target": "jagdpanther", "range": 20}
        assert outcome_of("penetrate", [2], facing="side", **shot) == "immobilised"
        assert outcome_of("penetrate", [7], **shot) == "no effect"

    def test_weapons_without_a_row_of_their_own_take_a_general_one(self) -> None:
        for weapon in ("20mm", "37mm", "40mm", "45mm", "2pdr"):
            assert ruled("penetrate", [1], firer=weapon, target="tiger-ii", range=90).sums["attack value"] == 4
        assert ruled("penetrate", [1], firer="105mm-l22", target="tiger-ii", range=60).sums["attack value"] == 10
        assert ruled("penetrate", [1], firer="russian-122mm", target="tiger-ii", range=60).sums["attack value"] == 12
        assert ruled("penetrate", [1], firer="25pdr", target="tiger-ii", range=60).sums["attack value"] == 11

    def test_a_vehicle_fires_its_main_armament_or_what_is_named(self) -> None:
        assert ruled("penetrate", [1], firer="tiger-i", target="js-ii", range=20).sums["attack value"] == 16
        assert ruled("penetrate", [1], firer="ba64", target="js-ii", range=20).sums["attack value"] == 3
        assert number(60, firer="m4a3-sherman/pivot") == 9
        assert number(60, firer="m4a3-sherman/coax") == 10


class TestHighExplosive:
    """Fall of shot, direct and indirect, skirmish.txt 205-253, 283-289."""

    @pytest.mark.parametrize(
        ("die", "where"), [(1, "short"), (2, "short"), (4, "to the left"), (6, "beyond"), (8, "to the right")]
    )
    def test_a_miss_falls_to_a_side_by_3_cm_a_point(self, die: int, where: str) -> None:
        ruling = ruled("bombard", [die, 10], guns="german-105mm")
        assert f"30 cm {where}" in effects(ruling)[0]

    def test_9_is_a_direct_hit_without_a_second_die(self) -> None:
        ruling = ruled("bombard", [9], guns="german-105mm")
        assert ruling.outcome.word == "direct hit"

    def test_each_gun_of_a_battery_rolls(self) -> None:
        ruling = ruled("bombard", [9, 1, 1, 3, 2], guns="2xgerman-105mm,82mm")
        assert ruling.counts == {"shells": 3, "hits": 1, "covering": 2}

    def test_the_second_observed_round_misses_by_1_cm_a_point(self) -> None:
        shot = {"guns": "german-105mm", "conditions": ["observed"]}
        assert ruled("bombard", [1, 6], round=1, **shot).sums["miss distance"] == 18
        assert ruled("bombard", [1, 6], round=2, **shot).sums["miss distance"] == 6
        assert ruled("bombard", [1, 6], round=2, guns="german-105mm").sums["miss distance"] == 18

    def test_observed_fire_that_hit_stays_on_target_but_map_fire_does_not(self) -> None:
        kept = ["observed", "on-target"]
        assert outcome_of("bombard", guns="german-105mm", conditions=kept) == "direct hit"
        assert outcome_of("bombard", [1, 9], guns="german-105mm", conditions=[*kept, "map-fire"]) == "misses"

    @pytest.mark.parametrize(("some", "dice"), [("", [9, 9, 9]), ("guns-on-target", [9, 9]), ("3xguns-on-target", [])])
    def test_each_gun_of_several_stays_on_target_for_itself(self, some: str, dice: list[int]) -> None:
        guns = "3xgerman-105mm" + (f"+{some}" if some else "")
        assert ruled("bombard", dice, guns=guns, conditions=["observed"]).counts["hits"] == 3

    def test_no_more_guns_are_on_target_than_fire(self) -> None:
        guns = "2xgerman-105mm+5xguns-on-target"
        assert ruled("bombard", guns=guns, conditions=["observed"]).counts["hits"] == 2

    @pytest.mark.parametrize(
        ("gun", "range", "fires"),
        [
            ("82mm", 50, True),
            ("82mm", 200, True),
            ("82mm", 201, False),
            ("82mm", 49, False),
            ("german-105mm", 15, True),
        ],
    )
    def test_the_ranges_are_inclusive(self, gun: str, range: float, fires: bool) -> None:
        assert (outcome_of("bombard", [9] if fires else [], guns=gun, range=range) == "direct hit") is fires

    @pytest.mark.parametrize("procedure", ["bombard", "smoke"])
    @pytest.mark.parametrize("gun", ["german-105mm", "british-3in"])
    @pytest.mark.parametrize("why", ["near-missed", "moved"])
    def test_a_gun_or_mortar_that_moved_or_whose_crew_was_near_missed_is_silent(
        self, procedure: str, gun: str, why: str
    ) -> None:
        ruling = ruled(procedure, guns=f"{gun}+{why}", conditions=["observed", "on-target"])
        assert (ruling.outcome.word, effects(ruling)) == ("cannot fire", [])

    @pytest.mark.parametrize("point", ["x" * 41, "-farm", "farm\n"])
    def test_a_point_of_aim_is_a_short_name(self, point: str) -> None:
        assert ruled("bombard", [9], guns="82mm", point="the farm").outcome.word == "direct hit"
        with pytest.raises(Refused, match="point"):
            ruled("bombard", [9], guns="82mm", point=point)

    def test_the_other_guns_of_a_battery_fire(self) -> None:
        ruling = ruled("bombard", [9], guns="german-105mm+moved,82mm")
        assert effects(ruling) == ["shell gun: Russian 82mm mortar 0 cm on the aim"]

    def test_direct_he_misses_by_1_cm_a_point(self) -> None:
        ruling = ruled("fire", [3, 4], firer="m4a3-sherman", target="infantry", range=15)
        assert ruling.sums["miss distance"] == 4
        assert ruling.outcome.word == "wide"
        assert outcome_of("fire", [3, 3], firer="m4a3-sherman", target="infantry", range=15) == "covers"

    @pytest.mark.parametrize(
        ("dice", "outcome", "covering", "fall", "effect"),
        [
            ([9, 6, 6], "dead", 1, "0 cm on", "kill"),
            ([1, 5, 6, 6], "dead", 1, "5 cm short of", "kill"),
            ([1, 6, 6, 6], "dead", 0, "6 cm short of", "kill"),
            ([9, 6, 5], "direct hit", 1, "0 cm on", "near-miss"),
            ([1, 6, 6, 5], "near miss", 0, "6 cm short of", "near-miss"),
        ],
    )
    def test_a_shell_and_small_arms_both_have_their_effect(
        self, dice: list[int], outcome: str, covering: int, fall: str, effect: str
    ) -> None:
        ruling = ruled("fire", dice, firer="tiger-i/main,tiger-i/coax", target="infantry", range=15)
        assert (ruling.outcome.word, ruling.counts["covering"]) == (outcome, covering)
        assert effects(ruling) == [f"shell firer: Tiger I A {fall} the aim", f"{effect} target: Infantry"]

    def test_smoke_falls_likewise_and_lies_2_turns_more(self) -> None:
        ruling = ruled("smoke", [2, 2], guns="81mm", conditions=["direct-fire"])
        assert (ruling.outcome.word, ruling.told["turns"]) == ("covers", 2)


class TestGrenades:
    """Grenades, skirmish.txt 187-195."""

    def test_a_miss_is_half_a_cm_a_point(self) -> None:
        assert ruled("grenade", [8, 3], thrower="smg", range=10).sums["miss distance"] == 1.5
        assert outcome_of("grenade", [8, 3], range=10) == "wide"
        assert outcome_of("grenade", [8, 2], range=10) == "covers"

    def test_close_to_a_window_or_slit_no_die_falls(self) -> None:
        assert outcome_of("grenade", range=5, conditions=["through-window"]) == "inside"
        assert outcome_of("grenade", [9], range=5.5, conditions=["through-window"]) == "direct hit"
        assert outcome_of("grenade", range=1, conditions=["through-slit"]) == "inside"
        assert outcome_of("grenade", [9], range=2, conditions=["through-slit"]) == "direct hit"

    def test_only_men_with_rifles_or_smgs_throw_and_10_cm_at_most(self) -> None:
        assert outcome_of("grenade", thrower="lmg", range=5) == "may not throw"
        assert outcome_of("grenade", range=10.5) == "may not throw"
        assert outcome_of("grenade", range=5, conditions=["from-vehicle"]) == "may not throw"

    def test_a_thrower_who_suffered_a_near_miss_does_not_throw(self) -> None:
        assert outcome_of("grenade", thrower="rifle+near-missed", range=5) == "may not throw"
        assert outcome_of("grenade", range=5, conditions=["through-window", "near-missed"]) == "may not throw"

    def test_those_under_it_are_hit_as_in_the_open(self) -> None:
        assert outcome_of("burst", [6], weapon="grenade", target="infantry+hard-cover") == "dead"

    def test_a_confined_space_adds_1_and_11_is_a_10(self) -> None:
        assert outcome_of("burst", [5], weapon="grenade", target="infantry", conditions=["confined"]) == "dead"
        assert outcome_of("burst", [10], weapon="grenade", target="infantry", conditions=["confined"]) == "dead"

    def test_a_soft_vehicle_under_it_suffers_with_1_more(self) -> None:
        assert outcome_of("burst", [4], weapon="grenade", target="lorry") == "immobilised"
        assert outcome_of("burst", weapon="grenade", target="gun,infantry-weapon") == "undamaged"

    def test_a_soft_vehicle_that_it_destroys_is_one_vehicle_lost(self) -> None:
        lost = ruled("burst", [9], weapon="grenade", target="lorry")
        assert (lost.outcome.word, lost.counts["destroyed"]) == ("destroyed", 1)


class TestAZone:
    """A machine gun fires at all in its zone, skirmish.txt 145, 149-161."""

    def test_names_those_who_had_the_near_misses_that_it_counts(self) -> None:
        ruling = ruled("fire", [8, 9, 8, 5], firer="lmg", target="2xinfantry", range=12)
        assert (ruling.counts["dead"], ruling.counts["near misses"]) == (1, 1)
        assert effects(ruling) == ["kill target: Infantry A", "near-miss target: Infantry B"]


class TestBurst:
    """What lies under a burst circle, skirmish.txt 141, 255-281."""

    @pytest.mark.parametrize("fires", ["bombard", "fire"])
    def test_all_that_fires_bursts_by_the_same_name(self, fires: str, charts: Any) -> None:
        """Or that name could be another gun as well, and asks which."""
        fired, bursting = (referee().loaded("skirmish").procedure(name).inputs[0].field for name in (fires, "burst"))
        known = names_of(bursting, charts)
        for name, row in names_of(fired, charts).items():
            could_be = [row for chart in bursting.charts for row in charts[chart].aliases.get(name, ())]
            assert name in known or row in could_be, name

    def test_what_fired_he_bursts_by_the_name_of_the_vehicle(self) -> None:
        assert outcome_of("fire", [9], firer="js-ii", target="infantry", range=50) == "direct hit"
        assert ruled("burst", [5], weapon="js-ii", target="infantry").sums["effect"] == 6
        assert outcome_of("burst", weapon="js-ii/coax", target="infantry") == "no burst"
        assert outcome_of("burst", weapon="m3-half-track", target="infantry") == "no burst"

    def test_men_roll_by_their_own_cover(self) -> None:
        ruling = ruled("burst", [6, 8, 9], weapon="81mm", target="infantry,infantry+soft-cover,infantry+hard-cover")
        assert (ruling.counts["dead"], ruling.counts["near misses"]) == (2, 1)

    @pytest.mark.parametrize(
        ("target", "immobilised", "destroyed"), [("lorry", 3, 7), ("gun", 3, 7), ("ba64", 6, 9), ("su76", 6, 9)]
    )
    def test_each_class_has_its_row(self, target: str, immobilised: int, destroyed: int) -> None:
        for die, word in ((immobilised - 1, None), (immobilised, "immobilised"), (destroyed - 1, "immobilised")):
            aboard = [1, 1, 1, 1] if word and target == "su76" else []
            outcome = outcome_of("burst", [die, *aboard], weapon="25pdr", target=target)
            assert outcome == word or (word is None and outcome in ("undamaged", "closes hatches"))
        assert outcome_of("burst", [destroyed], weapon="25pdr", target=target) == "destroyed"

    @pytest.mark.parametrize(("die", "needed"), [(7, ">= 8"), (8, ">= 8"), (9, ">= 8"), (10, ">= 10")])
    def test_the_die_is_shown_against_the_result_that_it_made(self, die: int, needed: str) -> None:
        ruling = ruled("burst", [die], weapon="25pdr", target="tiger-i")
        rolled = next(entry.step for entry in ruling.steps if isinstance(entry.step, Sum))
        assert (str(rolled.target), rolled.passed) == (needed, ruling.outcome.success)

    @pytest.mark.parametrize(
        ("procedure", "plain", "rungs"),
        [
            ("burst", {"dice": [8], "weapon": "25pdr", "target": "tiger-i"}, [1, 8, 10]),
            ("burst", {"dice": [8], "weapon": "grenade", "target": "lorry"}, [1, 5, 9]),
            ("burst", {"dice": [8], "weapon": "25pdr", "target": "infantry"}, [1, 6]),
            ("fire", {"dice": [4, 5], "firer": "rifle", "target": "lorry", "range": 10}, [1, 5, 9]),
        ],
    )
    def test_every_result_that_a_die_can_make_is_on_the_trail(
        self, procedure: str, plain: dict[str, Any], rungs: list[int]
    ) -> None:
        steps = [entry.step for entry in ruled(procedure, **plain).steps]
        assert [step.number for step in steps if isinstance(step, Cell) and step.sign == ">="] == rungs

    def test_up_to_82mm_a_tank_only_closes_hatches(self) -> None:
        assert outcome_of("burst", weapon="82mm", target="tiger-i") == "closes hatches"
        assert outcome_of("burst", [10], weapon="85mm-l53", target="tiger-i") == "destroyed"
        assert outcome_of("burst", [8], weapon="85mm-l53", target="tiger-i") == "immobilised"

    def test_over_100mm_adds_1_to_men_and_vehicles(self) -> None:
        assert outcome_of("burst", [5], weapon="german-105mm", target="infantry") == "dead"
        assert outcome_of("burst", [9], weapon="german-105mm", target="tiger-i") == "destroyed"
        assert outcome_of("burst", [5], weapon="25pdr", target="infantry") == "near miss"
        assert outcome_of("burst", [5], weapon="british-4-5in", target="infantry") == "dead"

    def test_mortars_over_100mm_add_1_unless_guns_alone_do(self) -> None:
        shot = {"weapon": "german-120mm", "target": "infantry"}
        assert outcome_of("burst", [5], **shot) == "dead"
        assert outcome_of("burst", [5], readings={"S-9": "guns"}, **shot) == "near miss"

    def test_men_may_have_to_be_hit_first(self) -> None:
        shot = {"weapon": "81mm", "target": "infantry", "readings": {"S-8": "hit-first"}}
        assert outcome_of("burst", [2], **shot) == "undamaged"
        assert outcome_of("burst", [3, 6], **shot) == "dead"

    def test_all_aboard_what_is_destroyed_are_killed(self) -> None:
        assert ruled("burst", [9], weapon="25pdr", target="sdkfz-251+5xaboard").counts["dead"] == 7

    def test_those_aboard_what_is_immobilised_roll_by_its_kind(self) -> None:
        open_topped = ruled("burst", [6, 9, 10], weapon="25pdr", target="sdkfz-251")
        assert (open_topped.counts["dead"], open_topped.counts["near misses"]) == (1, 1)
        soft = ruled("burst", [3, 7, 8], weapon="25pdr", target="lorry+2xaboard")
        assert (soft.counts["dead"], soft.counts["near misses"]) == (1, 1)
        assert ruled("burst", [6], weapon="25pdr", target="ba64").counts["dead"] == 0

    def test_an_infantry_weapon_is_lost_on_1_to_4(self) -> None:
        assert outcome_of("burst", [4], weapon="81mm", target="infantry-weapon") == "destroyed"
        assert outcome_of("burst", [5], weapon="81mm", target="infantry-weapon") == "undamaged"

    def test_total_cover_saves_from_direct_he_alone(self) -> None:
        shot = {"weapon": "25pdr", "target": "infantry+total-cover"}
        assert outcome_of("burst", conditions=["direct"], **shot) == "undamaged"
        assert outcome_of("burst", [10], **shot) == "dead"

    @pytest.mark.parametrize("thing", ["gun", "infantry-weapon", "lorry", "jeep"])
    def test_total_cover_saves_guns_weapons_and_soft_vehicles_from_direct_he(self, thing: str) -> None:
        assert outcome_of("burst", weapon="25pdr", target=f"{thing}+total-cover", conditions=["direct"]) == "undamaged"

    def test_armour_in_total_cover_under_direct_he_closes_hatches_alone(self) -> None:
        ruling = ruled("burst", weapon="25pdr", target="bren-carrier+total-cover", conditions=["direct"])
        assert ruling.outcome.word == "closes hatches"
        assert effects(ruling) == ["close-hatches target: Bren Carrier"]

    def test_a_near_miss_of_one_who_jumps_clear_is_told(self) -> None:
        ruling = ruled("escape", [5, 7, 6], target="lorry+2xaboard", cause="jump-clear")
        assert effects(ruling) == [
            "kill-aboard target: Lorry passengers",
            "escaped target: Lorry passengers",
            "near-miss-aboard target: Lorry passengers",
        ]


class TestMorale:
    """Morale checks, skirmish.txt 429-458."""

    def test_the_reasons_are_told_in_words(self) -> None:
        ruling = ruled("morale", [9], conditions=["leader-killed", "5xother-rank-killed"])
        assert [step.step.label for step in ruling.steps if isinstance(step.step, Cell)] == ["morale check"]

    def test_1_passes_and_0_fails(self) -> None:
        stated = ["bailed-out", "transport-destroyed"]
        assert outcome_of("morale", [2], conditions=stated) == "passes"
        assert outcome_of("morale", [1], conditions=stated) == "halted"

    def test_nothing_calls_for_a_check_without_a_trigger(self) -> None:
        assert outcome_of("morale", conditions=["in-open", "2xother-rank-killed"]) == "no check"

    @pytest.mark.parametrize(("killed", "total"), [(1, 10), (2, 9), (3, 9), (4, 8)])
    def test_each_full_two_other_ranks_killed_take_1(self, killed: int, total: int) -> None:
        ruling = ruled("morale", [10], conditions=["half-killed", f"{killed}xother-rank-killed"])
        assert ruling.sums["morale"] == total

    def test_those_killed_earlier_count_unless_only_this_turn_does(self) -> None:
        stated = ["half-killed", "other-rank-killed", "killed-earlier"]
        assert ruled("morale", [10], conditions=stated).sums["morale"] == 9
        assert ruled("morale", [10], conditions=stated, readings={"S-37": "turn"}).sums["morale"] == 10

    def test_the_second_failure_retires_and_the_third_runs(self) -> None:
        assert outcome_of("morale", [2], failed=1) == "retires"
        assert outcome_of("morale", [2], failed=2) == "runs"
        assert outcome_of("morale", [3], failed=5) == "passes"

    def test_bad_morale_counts_once_however_it_is_stated(self) -> None:
        assert ruled("morale", [9], failed=1, conditions=["bad-morale"]).sums["morale"] == 7
        assert outcome_of("morale", [2], conditions=["bad-morale"]) == "retires"

    def test_without_its_leader_a_section_that_passes_stays_halted(self) -> None:
        ruling = ruled("morale", [3], conditions=["leader-killed"])
        assert ruling.outcome.word == "passes, halted"
        assert effects(ruling) == ["halt section: Section 2 turns without its leader"]


class TestInitiativeAndVisibility:
    """Skirmish.txt 9, 27-33."""

    def test_a_tie_is_the_axis_commanders(self) -> None:
        assert outcome_of("initiative", [6, 5]) == "allied"
        assert outcome_of("initiative", [5, 5]) == "axis"

    @pytest.mark.parametrize(("die", "unaided", "aided"), [(1, 75, 150), (2, 100, 200), (6, 100, 200), (7, 150, 300)])
    def test_one_die_for_the_battle(self, die: int, unaided: int, aided: int) -> None:
        seen = ruled("visibility", [die]).effects
        assert [(effect.detail, effect.amount) for effect in seen] == [("unaided", unaided), ("aided", aided)]

    def test_no_modifier_of_the_referees_goes_beyond_the_die(self) -> None:
        assert outcome_of("visibility", [10], adjust=["+3:clear skies"]) == "clear"
        assert outcome_of("visibility", [1], adjust=["-3:fog"]) == "poor"


class TestEscapeAndRam:
    """Crews, rams and running over, skirmish.txt 129-131, 201, 413-417."""

    def test_who_runs_over_a_weapon_harms_no_man(self) -> None:
        """skirmish.txt 131: the crew jumps clear."""
        over = ruled("ram", rammer="tiger-i", target="infantry-weapon")
        assert (over.outcome.word, over.counts) == ("runs over", {"escaped": 0, "dead": 0})

    def test_one_die_for_all_is_a_reading(self) -> None:
        crew = {"target": "tiger-i", "cause": "wrecked", "readings": {"S-33": "crew"}}
        assert ruled("escape", [6], **crew).counts["escaped"] == 5
        assert ruled("escape", [7], **crew).counts["dead"] == 5

    def test_a_soft_vehicle_has_only_those_who_are_stated(self) -> None:
        nobody = ruled("escape", target="lorry", cause="wrecked")
        assert nobody.outcome.word == "nobody aboard"
        assert set(nobody.counts.values()) == {0}

    def test_a_wreck_on_fire_does_not_limp_whoever_escapes(self) -> None:
        fire = {**AT, "firer": "88mm-l56", "readings": {"S-33": "crew"}}
        assert effects(ruled("fire", [6, 8, 1, 6], **fire)) == [
            "wrecked target: T34/85",
            "escaped target: T34/85 4 crew",
        ]

    def test_the_men_in_the_turret_of_a_wreck_die_with_it_and_the_others_escape_as_from_a_wreck(self) -> None:
        ruling = ruled("fire", [6, 8, 1, 6, 8, 7, 6, 7], **{**AT, "firer": "2x88mm-l56"})  # two of four in the turret
        assert (ruling.counts["dead"], ruling.counts["escaped"]) == (3, 1)
        assert [str(roll.target) for roll in ruling.rolls if roll.label.endswith("escape")] == ["<= 6", "<= 6"]
        assert effects(ruling) == [
            "wrecked target: T34/85",
            "turret-destroyed target: T34/85",
            "kill-aboard target: T34/85 3 crew",
            "escaped target: T34/85 crew",
        ]

    @pytest.mark.parametrize("target", ["lorry+2xaboard", "stug-iii-g", "m3-half-track"])
    def test_what_has_no_turret_loses_none(self, target: str) -> None:
        with pytest.raises(Refused, match="turret"):
            ruled("escape", target=target, cause="turret-destroyed")

    def test_who_is_in_a_turret_is_asked_where_it_is_destroyed_alone(self) -> None:
        tank = {"target": "tiger-i", "published": True}
        assert ruled("escape", [6, 6, 6, 7, 7], cause="wrecked", **tank).counts["escaped"] == 3
        assert ruled("escape", cause="destroyed", **tank).counts["dead"] == 5
        assert all(
            not cell.source.is_house for cell in ruled("escape", [1] * 5, target="tiger-i", cause="wrecked").cells
        )
        with pytest.raises(Refused, match=r"vehicle-facts\.tiger-i\.turret"):
            ruled("escape", cause="turret-destroyed", **tank)

    def test_tanks_ram_unharmed_and_never_tanks(self) -> None:
        assert outcome_of("ram", rammer="tiger-i", target="su76") == "may not ram"
        assert outcome_of("ram", rammer="tiger-i", target="sdkfz-7+moving") == "may not ram"

    def test_others_ram_what_is_smaller_and_stay_immobilised(self) -> None:
        assert outcome_of("ram", rammer="lorry", target="jeep") == "may not ram"
        ruling = ruled("ram", rammer="lorry", target="jeep+smaller")
        assert effects(ruling) == ["wrecked target: Jeep", "immobilised rammer: Lorry"]

    def test_all_but_motorcycles_run_over_weapons_and_nobody_runs_over_men(self) -> None:
        assert outcome_of("ram", rammer="jeep", target="infantry-weapon") == "runs over"
        assert outcome_of("ram", rammer="motorcycle", target="infantry-weapon") == "may not ram"
        assert outcome_of("ram", rammer="tiger-i", target="infantry") == "may not ram"


class TestMovement:
    """Allowances, half moves, obstacles, skirmish.txt 63-127, 415."""

    def test_nobody_goes_further_than_he_may(self) -> None:
        most = ruled("move", mover="infantry").counts["cm"]
        assert not notes(ruled("move", mover="infantry", moved=most))
        assert outcome_of("move", mover="infantry", moved=most + 1) == "may not move"

    @pytest.mark.parametrize("mover", ["motorcycle+wood", "t34-85+wall"])
    def test_what_ground_costs_is_a_part_of_the_sum(self, mover: str) -> None:
        """skirmish.txt 99-113: ways of going leave a share of the move, obstacles take one."""
        (distance,) = [step.step for step in ruled("move", mover=mover).steps if isinstance(step.step, Sum)]
        assert [part.value for part in distance.parts] == [30, -15]

    @pytest.mark.parametrize(
        ("mover", "stated", "cm"),
        [
            ("infantry", [], 8),
            ("infantry", ["road", "running"], 15),
            ("infantry", ["crawling"], 4),
            ("infantry", ["load"], 4),
            ("infantry", ["road", "running", "load"], 5),
            ("infantry", ["running", "load"], 4),
            ("infantry", ["crawling", "load"], 4),
            ("infantry", ["stream"], 4),
            ("infantry", ["wire"], 4),
            ("infantry", ["stand-up"], 3),
            ("infantry", ["road", "stream", "high-wall"], 2.5),
            ("tiger-i", ["road"], 30),
            ("tiger-i", ["road", "smoke"], 20),
            ("tiger-i", ["wall"], 10),
            ("t-70", ["reverse", "road"], 20),
            ("tiger-i", ["limping"], 10),
            ("lorry", ["road", "tow"], 30),
            ("lorry", ["road", "emergency-tow"], 25),
            ("motorcycle", ["wood"], 15),
            ("gun", [], 5),
        ],
    )
    def test_a_move_is_what_is_left_of_the_allowance(self, mover: str, stated: list[str], cm: int) -> None:
        assert ruled("move", mover=mover, conditions=stated).counts["cm"] == cm

    def test_half_a_centimetre_is_told_in_verdict_count_and_effect(self) -> None:
        ruling = ruled("move", mover="motorcycle", conditions=["wood", "reverse"])
        assert (ruling.counts, ruling.effects[0].amount) == ({"cm": 7.5}, 7.5)

    def test_starred_vehicles_go_into_a_wood_but_not_over_a_wall(self) -> None:
        hidden = ruled("move", mover="lorry", conditions=["wood"])
        assert (hidden.outcome.word, hidden.counts) == ("moves in", {"cm": 20})
        stopped = ruled("move", mover="lorry", conditions=["wall"])
        assert stopped.outcome.word == "may not move"
        assert outcome_of("move", mover="bren-carrier", conditions=["wall"]) == "may not move"

    @pytest.mark.parametrize("mover", ["infantry", "infantry-weapon", "gun"])
    def test_men_who_suffered_a_near_miss_move_neither_themselves_nor_a_gun(self, mover: str) -> None:
        assert outcome_of("move", mover=f"{mover}+near-missed") == "may not move"

    @pytest.mark.parametrize("why", ["ran-last-turn", "heavy-load", "smoke"])
    def test_some_may_not_run(self, why: str) -> None:
        assert outcome_of("move", mover="infantry", conditions=["running", why]) == "may not move"
        assert outcome_of("move", mover="infantry", conditions=[why]) == "moves"

    def test_an_immobilised_vehicle_does_not_move(self) -> None:
        """skirmish.txt 411."""
        assert outcome_of("move", mover="tiger-i+immobilised") == "may not move"
        assert outcome_of("move", mover="tiger-i") == "moves"


class TestManyAtOnce:
    """Several weapons and targets in one ruling; odds merge what differs in nothing that counts."""

    def test_all_weapons_roll_and_the_worst_result_counts(self) -> None:
        ruling = ruled("fire", [4, 6, 4, 1, 3], firer="3xrifle", target="infantry", range=10)
        assert ruling.counts == {"shots": 3, "hits": 2, "dead": 1, "near misses": 0}

    @pytest.mark.parametrize(
        ("penetrate", "fallen", "what"),
        [
            ([5, 6, 5, 7], [], ["immobilised", "main-gun-destroyed", "close-hatches"]),
            ([5, 7, 5, 6], [], ["immobilised", "main-gun-destroyed", "close-hatches"]),
            ([5, 6, 8, 7], [5, 6], ["turret-destroyed", "immobilised", "kill-aboard"]),
            ([5, 7, 8, 7], [5, 6], ["turret-destroyed", "kill-aboard", "limp"]),
            ([8, 1, 8, 7], [6, 6], ["wrecked", "turret-destroyed", "kill-aboard", "escaped"]),
            ([8, 1, 5, 6], [6, 6, 6, 6], ["wrecked", "escaped"]),
        ],
    )
    def test_hits_on_one_vehicle_all_hold_but_what_a_worse_one_takes_in(
        self, penetrate: list[int], fallen: list[int], what: list[str]
    ) -> None:
        dice = [6, *penetrate[:2], 6, *penetrate[2:], 5, *fallen]  # the third shot misses
        ruling = ruled("fire", dice, **{**AT, "firer": "3x88mm-l56"})
        assert [effect.word for effect in ruling.effects if effect.says] == what

    def test_the_verdict_tells_what_holds_besides_the_worst(self) -> None:
        ruling = ruled("fire", [6, 5, 7, 6, 5, 6], **{**AT, "firer": "2x88mm-l56"})
        assert ruling.outcome.word == "immobilised"

    def test_the_odds_of_three_shots_are_those_of_the_worst_of_three(self) -> None:
        gun = {"rules": "skirmish", "procedure": "fire", **AT}
        once = odds_in(referee().case(gun))
        thrice = odds_in(referee().case({**gun, "firer": "3x88mm-l56"}))
        at_least = thrice_at_least = Fraction(0)
        for outcome, chance in once.outcomes.items():
            at_least += chance
            thrice_at_least += thrice.outcomes.get(outcome, 0)
            assert thrice_at_least == 1 - (1 - at_least) ** 3

    def test_a_gun_on_a_vehicle_fires_though_it_moved(self) -> None:
        assert outcome_of("fire", [3], firer="t34-85+moved", target="tiger-i", range=10) == "miss"

    def test_the_odds_of_a_zone_are_those_of_its_men(self) -> None:
        plain = {"rules": "skirmish", "procedure": "fire", "firer": "lmg", "range": 10}
        zone = odds_in(referee().case({**plain, "target": "2xinfantry,infantry+soft-cover"}))
        open_, soft = (
            odds_in(referee().case({**plain, "target": target})).success
            for target in ("infantry", "infantry+soft-cover")
        )
        assert zone.counts["dead"][0] == (1 - open_) ** 2 * (1 - soft)
        assert zone.counts["dead"][3] == open_**2 * soft

    @pytest.mark.parametrize(
        "plain",
        [
            {"procedure": "fire", "firer": "hmg", "target": "10xinfantry,5xinfantry+soft-cover,lorry+4xaboard"},
            {"procedure": "fire", "firer": "10xrifle,4xlmg,2xhmg", "target": "infantry"},
            {"procedure": "fire", "firer": "4x88mm-l56,4x75mm-l48,4xbazooka,4x85mm-l53", "target": "t34-85"},
            {"procedure": "burst", "weapon": "german-105mm", "target": "12xinfantry,sdkfz-251+10xaboard,tiger-i"},
        ],
    )
    def test_a_large_request_stays_cheap(self, plain: dict[str, Any]) -> None:
        ranged = {"range": 10} if plain["procedure"] == "fire" else {}
        odds = odds_in(referee().case({"rules": "skirmish", **plain, **ranged}))
        assert odds.runs < 50_000
        assert sum(odds.outcomes.values()) == 1


class TestCommonNames:
    """What players call a weapon or a vehicle; what could be several asks which. House: public facts."""

    @pytest.mark.parametrize(
        ("procedure", "field", "name", "row"),
        [
            ("fire", "firer", "k98", "rifle"),
            ("fire", "firer", "m1", "rifle"),
            ("fire", "firer", "sten", "smg"),
            ("fire", "firer", "ppsh", "smg"),
            ("fire", "firer", "bren", "lmg"),
            ("fire", "firer", "panzerfaust", "piat"),
            ("fire", "firer", "pak40", "75mm-l48"),
            ("fire", "firer", "pak43", "88mm-l71"),
            ("fire", "target", "rifle", "infantry"),
            ("fire", "target", "hmg", "infantry-weapon"),
            ("fire", "target", "pak40", "gun"),
            ("move", "mover", "hmg", "infantry-weapon"),
            ("move", "mover", "17pdr", "gun"),
            ("move", "mover", "hanomag", "sdkfz-251"),
            ("bombard", "guns", "88mm", "german-88mm"),
        ],
    )
    def test_mean_their_row(self, procedure: str, field: str, name: str, row: str) -> None:
        loaded = referee().loaded("skirmish")
        known = loaded.words(loaded.procedure(procedure), prefixes=False)
        assert known.name(name, known.fields[field]) == row

    @pytest.mark.parametrize(
        ("field", "name", "several"),
        [
            ("firer", "sherman", ("m4a3-sherman", "m4a1-sherman", "firefly")),
            ("target", "tiger", ("tiger-i", "tiger-ii")),
            ("firer", "mg42", ("lmg", "hmg")),
            ("firer", "88mm", ("german-88mm", "88mm-l56", "88mm-l71")),
        ],
    )
    def test_of_several_ask(self, field: str, name: str, several: tuple[str, ...]) -> None:
        loaded = referee().loaded("skirmish")
        known = loaded.words(loaded.procedure("fire"), prefixes=False)
        with pytest.raises(UnknownName, match=f"{name!r}.*{'.*'.join(several)}"):
            known.name(name, known.fields[field])


class TestTheWeaponOfAVehicle:
    """A vehicle fires its main gun, or what is named behind its slash; the ruling says which. Skirmish.txt 293-338."""

    @pytest.mark.parametrize(
        ("firer", "weapon"),
        [
            ("panther", "German 75mm L70"),
            ("m4a3-sherman/pivot", "HMG"),
            ("kv85/rear-mg", "Vehicle MG"),
        ],
    )
    def test_is_noted(self, firer: str, weapon: str) -> None:
        assert notes(ruled("fire", [1], firer=firer, target="t34-85", range=10))[0].endswith(weapon)

    def test_is_not_told_of_a_gun_on_the_ground(self) -> None:
        assert notes(ruled("fire", [1], firer="75mm-l70", target="t34-85", range=10)) == []
