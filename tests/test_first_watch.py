"""The rules of First Watch, rule by rule. The lines are those of first-watch.txt."""

import json
import re
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from refcli.core.cells import Cell
from refcli.core.chances import Odds
from refcli.core.errors import Refused, UnknownName
from refcli.core.ruling import Note, Ruling
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.referee.what_if import odds_in
from tests.conftest import Home, Run
from tests.rulings import effects
from tests.rulings import ruled as ruled_by


def referee(published: bool = False) -> Referee:
    """A referee of First Watch, perhaps one who takes published figures alone."""
    return Referee(Settings().under(rules="first-watch", published=published))


BOTH = {published: referee(published) for published in (False, True)}


def ruled(procedure: str, dice: Any = (), published: bool = False, **plain: Any) -> Ruling:
    """A ruling with the dice given; none is rolled."""
    return ruled_by("first-watch", procedure, dice, BOTH[published], **plain)


def odds(procedure: str, **plain: Any) -> Odds:
    """Exact odds."""
    return odds_in(BOTH[False].case({"procedure": procedure, **plain}))


def needs(ruling: Ruling) -> list[str]:
    """What each roll needed."""
    return [str(roll.target) for roll in ruling.rolls]


def note_steps(ruling: Ruling) -> list[Note]:
    """The notes of a ruling."""
    return [one.step for one in ruling.steps if isinstance(one.step, Note)]


def charts_combat(plane: str) -> int:
    """The Combat Modifier of a plane."""
    return int(referee().loaded("first-watch").library.everything()["aircraft"].cell(plane, "combat").number)


@pytest.mark.parametrize("published", [False, True])
class TestThePublishedExamples:
    """The examples of the source: with every number in between, under --published too."""

    def test_light_machinegun_at_a_halftrack(self, published: bool) -> None:
        ruling = ruled(
            "fire", [9], published, attacker="lmg", target="infantry", range=8, conditions=["in-open-topped"]
        )
        assert ruling.sums["hit number"] == 4
        assert needs(ruling) == [">= 4"]
        assert ruling.outcome.word == "second counter"
        assert ruling.counts == {"eliminated": 2}
        assert effects(ruling) == ["eliminate target: infantry", "lose-another close at hand: infantry"]

    def test_six_pounder_at_a_pzkpfw_ivf2(self, published: bool) -> None:
        ruling = ruled("fire", [8], published, **VILLAGE)
        assert ruling.sums["hit number"] == 2 + 1 - 1 + 1 + 3 + 1
        assert needs(ruling) == [">= 7"]
        assert ruling.outcome.word == "destroyed"

    def test_its_penetration(self, published: bool) -> None:
        shot = {key: VILLAGE[key] for key in ("attacker", "target", "range", "facing")}
        for ruling in (ruled("fire", [8], published, **VILLAGE), ruled("penetrate", (), published, **shot)):
            assert ruling.sums["penetration"] == 4
            assert ruling.sums["armor value"] == 1.5
            assert ruling.outcome.word == "destroyed"

    def test_drift_of_a_new_mission(self, published: bool) -> None:
        ruling = ruled("bombard", [5, 4, 8, 3], published, attacker="76mm", guns=3)
        assert ruling.sums["drift"] == 15
        assert ruling.told["direction"] == "south"
        assert effects(ruling) == ["impact attacker: 76 mm 15 cm south"]

    def test_two_tigers_in_the_centre_ring(self, published: bool) -> None:
        ruling = ruled("burst", (), published, attacker="76mm", targets="2xtiger-i/centre", guns=3)
        assert ruling.counts == {"destroyed": 2}
        assert ruling.outcome.word == "destroyed"

    def test_the_third_one_charging(self, published: bool) -> None:
        targets = "2xtiger-i/centre,tiger-i/outer+charging"
        ruling = ruled("burst", [2, 1, 6], published, attacker="76mm", targets=targets, guns=3)
        assert ruling.sums["kill number"] == 7
        assert needs(ruling) == ["> 7"]
        assert ruling.counts == {"destroyed": 2}
        assert [outcome.word for _, outcome in ruling.each] == ["destroyed", "destroyed", "not destroyed"]

    def test_the_interceptor_is_spared(self, published: bool) -> None:
        ruling = ruled("air-combat", [2, 1, 4, 6], published, **INTERCEPTION)
        totals = [
            (entry.at, entry.step.name, entry.step.total) for entry in ruling.steps if hasattr(entry.step, "total")
        ]
        assert totals[:2] == [("attacker", "combat", 7), ("interceptor", "opposing combat", 6)]
        assert ruling.counts == {"interceptors down": 0}

    def test_the_lightning_is_shot_down(self, published: bool) -> None:
        ruling = ruled("air-combat", [2, 1, 4, 6], published, **INTERCEPTION)
        assert (ruling.sums["combat"], ruling.sums["opposing combat"]) == (9, 8)
        assert ruling.outcome.word == "shot down"
        assert effects(ruling) == ["shoot-down target: P-38 Lightning"]

    @pytest.mark.parametrize(("die", "outcome"), [(1, "no effect"), (8, "aborts"), (9, "shot down"), (10, "shot down")])
    def test_bofors_at_a_stuka(self, published: bool, die: int, outcome: str) -> None:
        ruling = ruled("anti-air", [die], published, attacker="40mm-bofors", target="stuka", altitude="medium")
        assert ruling.sums["kill number"] == 8
        assert ruling.outcome.word == outcome

    def test_drift_of_a_bomb(self, published: bool) -> None:
        ruling = ruled("bomb", [3, 5, 2], published, attacker="1100lb", altitude="medium")
        assert ruling.sums["drift"] == 7
        assert ruling.told["direction"] == "east"

    def test_the_bomb_at_a_fortified_gun(self, published: bool) -> None:
        ruling = ruled("burst", [2], published, attacker="1000lb", targets="40mm-bofors/outer+fortified")
        assert ruling.sums["kill number"] == 5
        assert needs(ruling) == ["> 5"]
        assert ruling.outcome.word == "not destroyed"

    @pytest.mark.parametrize("attacker", ["37mm-cannon", "stuka-37mm"])
    def test_strafing_the_gun(self, published: bool, attacker: str) -> None:
        ruling = ruled("strafe", [5], published, attacker=attacker, targets="40mm-bofors+soft-cover")
        assert ruling.sums["strafing"] == 3
        assert needs(ruling) == ["> 10"]
        assert ruling.outcome.word == "not destroyed"


VILLAGE = {
    "attacker": "6pdr",
    "target": "pzkpfw-ivf2",
    "range": 12,
    "facing": "side",
    "conditions": ["stationary", "target-moving", "disappearing"],
}
INTERCEPTION = {"attacker": "zero", "target": "p-38+payload", "interceptor": "wildcat"}


class TestPublishedFiguresAlone:
    """A figure that is not published is refused with the option that sets it."""

    @pytest.mark.parametrize(
        ("plain", "cell"),
        [
            ({"procedure": "fire", "attacker": "rifle", "target": "infantry", "range": 8}, "small-arms.rifle.10"),
            ({"procedure": "fire", "attacker": "lmg", "target": "infantry", "range": 12}, "hit-number.small-arms.20"),
            ({"procedure": "fire", **VILLAGE, "year": 1943}, "penetration.6pdr.1945"),
            ({"procedure": "fire", **VILLAGE, "facing": "front"}, "facing.front"),
            ({"procedure": "fire", **VILLAGE, "facing": "rear"}, "vehicles.pzkpfw-ivf2.rear"),
            ({"procedure": "bombard", "attacker": "76mm", "turn": 2}, "drift.artillery.2"),
            ({"procedure": "weather"}, "weather.clear"),
        ],
    )
    def test_refuse_every_other(self, plain: dict[str, Any], cell: str) -> None:
        who = BOTH[True]
        with pytest.raises(Refused, match=re.escape(f"{cell}=N")):
            who.rule(who.case(plain), 1, [8] if plain["procedure"] == "fire" else [5])

    def test_take_a_figure_that_the_referee_gives(self) -> None:
        plain = {"attacker": "rifle", "target": "infantry", "range": 8, "set": {"small-arms.rifle.10": 1}}
        assert ruled("fire", [4], True, **plain).sums["hit number"] == 4


class TestSmallArms:
    """Small arms fire. L58-67."""

    def test_a_roll_equal_to_the_number_hits(self) -> None:
        assert ruled("fire", [4], attacker="rifle", target="infantry", range=15).outcome.word == "eliminated"
        assert ruled("fire", [3], attacker="rifle", target="infantry", range=15).outcome.word == "miss"

    @pytest.mark.parametrize(("range", "number"), [(0, 2), (5, 2), (5.1, 3), (8, 3), (10, 3), (10.5, 4), (50, 7)])
    def test_the_bands_are_inclusive_at_their_far_end(self, range: float, number: int) -> None:
        assert ruled("fire", [10], attacker="rifle", target="infantry", range=range).sums["hit number"] == number

    def test_four_higher_takes_a_second_counter_that_is_near(self) -> None:
        shot = {"attacker": "rifle", "target": "infantry", "range": 15}
        assert ruled("fire", [7], **shot, near=1).counts == {"eliminated": 1}
        assert ruled("fire", [8], **shot, near=1).counts == {"eliminated": 2}
        assert ruled("fire", [8], **shot).counts == {"eliminated": 1}

    def test_never_more_than_one_extra_unless_the_reading_says_each_four(self) -> None:
        shot = {"attacker": "lmg", "target": "infantry", "range": 4, "near": 5}
        assert ruled("fire", [10], **shot).counts == {"eliminated": 2}
        assert ruled("fire", [10], **shot, readings={"FW-6": "each-four"}).counts == {"eliminated": 3}

    def test_each_full_margin_is_one_of_more_than_nothing(self) -> None:
        shot = {"attacker": "rifle", "target": "infantry", "range": 15, "near": 9}  # 10 against 4
        each = shot | {"readings": {"FW-6": "each-four"}}
        assert ruled("fire", [10], **each, set={"fire.second-counter": 2.5}).counts == {"eliminated": 3}
        assert ruled("fire", [10], **shot, set={"fire.second-counter": 0}).counts == {"eliminated": 2}
        with pytest.raises(Refused, match="second-counter"):
            ruled("fire", [10], **each, set={"fire.second-counter": 0})

    def test_a_natural_1_can_hit_unless_the_reading_says_otherwise(self) -> None:
        shot = {"attacker": "mmg", "target": "infantry", "range": 4}
        assert ruled("fire", [1], **shot).outcome.word == "eliminated"
        miss = ruled("fire", [1], **shot, readings={"FW-3": "b"})
        assert (miss.outcome.word, needs(miss), miss.sums["to hit"]) == ("miss", [">= 2"], 1)
        assert ruled("fire", [2], **shot, readings={"FW-3": "b"}).outcome.word == "eliminated"

    def test_a_number_that_no_die_shows_cannot_be_hit(self) -> None:
        shot = {"attacker": "mmg", "target": "infantry", "range": 100}  # 10 - 2, and dug in + 3
        assert ruled("fire", [10], **shot, conditions=["dug-in"], adjust=["-1"]).outcome.word == "eliminated"
        ruling = ruled("fire", **shot, conditions=["dug-in"])
        assert ruling.outcome.word == "no shot"

    @pytest.mark.parametrize("target", ["tiger-i", "sdkfz-231-8rad"])
    def test_closed_vehicles_are_no_target(self, target: str) -> None:
        assert ruled("fire", attacker="rifle", target=target, range=8).outcome.word == "no shot"

    def test_an_open_topped_armored_vehicle_is_2_harder(self) -> None:
        ruling = ruled("fire", [10], attacker="rifle", target="m3-halftrack", range=8)
        assert ruling.sums["hit number"] == 5
        assert ruling.counts == {"eliminated": 2}

    def test_a_lorry_has_no_armor_to_add(self) -> None:
        assert ruled("fire", [10], attacker="rifle", target="opel-blitz", range=8).sums["hit number"] == 3

    def test_stating_open_topped_of_such_a_vehicle_counts_once(self) -> None:
        shot = {"attacker": "rifle", "target": "m3-halftrack", "range": 8, "conditions": ["in-open-topped"]}
        assert ruled("fire", [10], **shot).sums["hit number"] == 5

    def test_a_large_gun_has_a_second_crew_counter(self) -> None:
        assert ruled("fire", [10], attacker="rifle", target="88mm-flak36", range=8).counts == {"eliminated": 2}
        assert ruled("fire", [10], attacker="rifle", target="6pdr", range=8).counts == {"eliminated": 1}

    def test_two_crew_counters_are_told_as_counters(self) -> None:
        ruling = ruled("fire", [9], attacker="lmg", target="75mm-pak40", range=8)
        assert effects(ruling) == ["lose-crew target: 75 mm Pak 40 2 of 2"]

    def test_a_vehicle_loses_a_counter_and_stays(self) -> None:
        assert effects(ruled("fire", [6], attacker="lmg", target="m10", range=8)) == ["lose-crew target: M10"]
        assert effects(ruled("fire", [6], attacker="lmg", target="infantry", range=8)) == ["eliminate target: infantry"]

    def test_beyond_reach_is_no_shot(self) -> None:
        for attacker, range in (("pistol", 6), ("rifle", 51), ("mmg", 101)):
            assert ruled("fire", attacker=attacker, target="infantry", range=range).outcome.word == "no shot"

    def test_what_has_fired_does_not_fire_again(self) -> None:
        shot = {"attacker": "rifle", "target": "infantry", "range": 8, "conditions": ["fired"]}
        assert ruled("fire", **shot).outcome.word == "no shot"


class TestMainGunFire:
    """Main gun fire. L69, 73-90."""

    def test_ten_is_the_highest_number_that_can_be_shot_at(self) -> None:
        shot = {"attacker": "6pdr", "target": "pzkpfw-ivf2", "range": 60, "facing": "side"}
        at_ten = shot | {"conditions": ["night"]}  # 2 + 3 + 1 + 4
        assert ruled("fire", [10], **at_ten).outcome.word == "destroyed"
        assert ruled("fire", **at_ten, adjust=["1:rain"]).outcome.word == "no shot"

    @pytest.mark.parametrize("range", [12, 151])
    def test_a_die_for_no_shot_is_refused_with_the_outcome(self, range: int) -> None:
        """The hit number is above 10, or the target out of reach."""
        moving = ["night", "disappearing", "target-fast", "target-moving"]
        with pytest.raises(Refused, match="no shot"):
            ruled("fire", [9], attacker="6pdr", target="pzkpfw-ivf2", range=range, conditions=moving)

    def test_a_1_always_misses(self) -> None:
        shot = {"attacker": "6pdr", "target": "tiger-i", "range": 4, "facing": "side", "conditions": ["stationary"]}
        assert ruled("fire", [1], **shot).outcome.word == "miss"
        assert needs(ruled("fire", [2], **shot)) == [">= 2"]

    def test_penetration_equal_to_armor_destroys(self) -> None:
        shot = {"attacker": "88mm-l56", "target": "tiger-i", "range": 25}
        ruling = ruled("penetrate", **shot)
        assert ruling.sums["penetration"] == ruling.sums["armor value"] == 6
        assert ruling.outcome.word == "destroyed"
        assert ruled("penetrate", **shot, adjust=["-1"]).outcome.word == "not penetrated"

    def test_an_unarmored_target_is_destroyed_by_the_hit(self) -> None:
        for target in ("infantry", "6pdr", "opel-blitz"):
            assert ruled("fire", [10], attacker="75mm-l40", target=target, range=10).outcome.word == "destroyed"

    def test_a_fast_target_counts_instead_of_a_moving_one(self) -> None:
        shot = {"attacker": "6pdr", "target": "pzkpfw-ivf2", "range": 12}
        fast = ruled("fire", [1], **shot, conditions=["target-fast"])
        both = ruled("fire", [1], **shot, conditions=["target-moving", "target-fast"])
        assert both.sums["hit number"] == fast.sums["hit number"] == 6

    def test_heavy_machineguns_may_choose_it(self) -> None:
        shot = {"attacker": "hmg", "target": "m3-halftrack", "range": 8}
        assert ruled("fire", [10], **shot).outcome.word == "second counter"
        assert ruled("fire", [10], **shot, conditions=["as-main-gun"]).outcome.word == "destroyed"

    def test_heavy_machineguns_use_it_against_closed_armor(self) -> None:
        assert ruled("fire", [10], attacker="hmg", target="tiger-i", range=8).outcome.word == "not penetrated"

    def test_infantry_anti_tank_weapons_use_it(self) -> None:
        shot = {"attacker": "panzerfaust-30", "target": "t-34-85"}
        assert ruled("fire", [10], **shot, range=3).outcome.word == "destroyed"
        assert ruled("fire", **shot, range=6).outcome.word == "no shot"

    @pytest.mark.parametrize("attacker", ["panzerfaust-30", "panzerschreck", "bazooka", "grenades", "satchel-charge"])
    def test_infantry_anti_tank_weapons_are_for_armored_vehicles(self, attacker: str) -> None:
        for target in ("infantry", "6pdr", "opel-blitz"):
            shot = ruled("fire", attacker=attacker, target=target, range=2)
            assert (shot.outcome.word, [note.source.lines for note in note_steps(shot)]) == ("no shot", ["69"])
        hit = ruled("penetrate", attacker=attacker, target="opel-blitz", range=2)
        assert (hit.outcome.word, [note.source.lines for note in note_steps(hit)]) == ("no shot", ["69"])
        assert ruled("fire", [1], attacker=attacker, target="m3-halftrack", range=2).outcome.word == "miss"

    @pytest.mark.parametrize("target", ["infantry", "opel-blitz"])
    def test_heavy_machineguns_may_choose_it_against_the_unarmored(self, target: str) -> None:
        shot = {"attacker": "hmg", "target": target, "range": 2, "conditions": ["as-main-gun"]}
        assert ruled("fire", [10], **shot).outcome.word == "destroyed"

    def test_the_shell_counts_against_what_no_vehicle_carries(self) -> None:
        """L73: the type of target; a 105 mm howitzer hits infantry better than the solid shot of a 2 pdr."""
        numbers = {}
        for gun in ("2pdr", "37mm-m6", "105mm-m4"):
            for target in ("infantry", "6pdr", "opel-blitz", "pzkpfw-ivh"):
                numbers[gun, target] = ruled("fire", [1], attacker=gun, target=target, range=8).sums["hit number"]
        assert [numbers[gun, "infantry"] for gun in ("2pdr", "37mm-m6", "105mm-m4")] == [8, 6, 0]
        assert [numbers[gun, "6pdr"] for gun in ("2pdr", "37mm-m6", "105mm-m4")] == [8, 6, 0]
        assert [numbers[gun, "opel-blitz"] for gun in ("2pdr", "37mm-m6", "105mm-m4")] == [4, 4, 6]
        assert [numbers[gun, "pzkpfw-ivh"] for gun in ("2pdr", "37mm-m6", "105mm-m4")] == [3, 3, 5]

    def test_conditions_of_the_other_procedure_are_told_and_left_out(self) -> None:
        shot = {"attacker": "6pdr", "target": "infantry", "range": 8, "conditions": ["soft-cover"]}
        ruling = ruled("fire", [10], **shot)
        assert ruling.sums["hit number"] == 3  # Hit Class 2, infantry 4, shell -3

    def test_a_weapon_is_not_there_before_its_year(self) -> None:
        shot = {"attacker": "panzerfaust-30", "target": "t-34-85", "range": 3}
        assert ruled("fire", **shot, year=1942).outcome.word == "no shot"
        assert ruled("penetrate", **shot, year=1942).outcome.word == "no shot"
        assert ruled("penetrate", **shot, year=1943).outcome.word == "destroyed"

    @pytest.mark.parametrize("gun", ["122mm-m30", "152mm-ml20"])
    def test_a_gun_without_shot_against_plate_fires_at_the_unarmored(self, gun: str) -> None:
        shot = {"attacker": gun, "range": 8, "year": 1942}
        assert ruled("fire", [10], target="infantry", **shot).outcome.word == "destroyed"
        assert ruled("fire", [10], target="tiger-i", **shot).sums["penetration"] == 0
        assert ruled("fire", [10], target="m3-halftrack", **shot).outcome.word == "not penetrated"
        assert ruled("fire", [10], target="m3-halftrack", **shot | {"year": 1943}).outcome.word == "destroyed"
        assert ruled("penetrate", attacker=gun, target="m3-halftrack", range=8).outcome.word == "destroyed"

    def test_the_year_changes_the_ammunition(self) -> None:
        shot = {"attacker": "75mm-l24", "target": "t-34-76", "range": 8}
        assert ruled("penetrate", **shot, year=1942).sums["penetration"] == 2
        assert ruled("penetrate", **shot, year=1943).sums["penetration"] == 4


class TestAVehicleThatFires:
    """A vehicle fires the main gun that the charts give it. L73, 77."""

    SHOT: ClassVar[dict[str, Any]] = {"target": "tiger-i", "range": 20, "conditions": ["stationary"]}

    @pytest.mark.parametrize(
        ("vehicle", "gun"), [("sherman", "75mm-l40"), ("panther", "75mm-l70"), ("firefly", "17pdr")]
    )
    def test_fires_as_its_gun_does(self, vehicle: str, gun: str) -> None:
        mounted, alone = (ruled("fire", [9], attacker=name, **self.SHOT) for name in (vehicle, gun))
        assert (mounted.outcome, mounted.sums) == (alone.outcome, alone.sums)
        assert odds("fire", attacker=vehicle, **self.SHOT) == odds("fire", attacker=gun, **self.SHOT)

    def test_penetrates_as_its_gun_does(self) -> None:
        shot = {"target": "tiger-i", "range": 20}
        mounted, alone = (ruled("penetrate", attacker=name, **shot) for name in ("firefly", "17pdr"))
        assert (mounted.outcome, mounted.sums) == (alone.outcome, alone.sums)

    def test_is_named_itself(self) -> None:
        miss = ruled("fire", [1], attacker="panther", **self.SHOT)
        assert [effect.line for effect in miss.effects] == ["fired attacker: Panther G Tiger I"]

    def test_has_a_gun_that_is_a_house_value(self) -> None:
        shot = ruled("fire", [1], attacker="panther", **self.SHOT)
        assert shot.figures["vehicles.panther-g.main-gun"].source.is_house
        with pytest.raises(Refused, match=r"panther-g\.main-gun"):
            ruled("fire", attacker="panther", published=True, **self.SHOT)

    @pytest.mark.parametrize("procedure", ["fire", "penetrate"])
    def test_without_a_gun_is_asked_for_its_weapon(self, procedure: str) -> None:
        with pytest.raises(Refused, match="SdKfz 251"):
            ruled(procedure, attacker="sdkfz-251", target="tiger-i", range=20)


class TestCommonNames:
    """What players call a weapon, in every procedure in which it is. House: public facts."""

    @pytest.mark.parametrize(
        ("name", "chart", "row"),
        [
            ("k98", "small-arms", "rifle"),
            ("m1", "small-arms", "semi-auto"),
            ("sten", "small-arms", "smg"),
            ("ppsh", "small-arms", "smg"),
            ("bren", "small-arms", "lmg"),
            ("mg42", "small-arms", "lmg"),
            ("bren", "aa-weapons", "lmg"),
            ("mg42", "aa-weapons", "lmg"),
            ("pak40", "guns", "75mm-pak40"),
            ("88mm-flak36", "aa-weapons", "88mm-flak"),
            ("88mm-flak", "guns", "88mm-flak36"),
            ("25-pdr", "guns", "25pdr"),
            ("25-pdr", "artillery", "25pdr"),
            ("76mm-zis3", "artillery", "76mm"),
            ("priest", "vehicles", "m7-priest"),
            ("priest", "artillery", "105mm"),
        ],
    )
    def test_mean_their_row(self, name: str, chart: str, row: str) -> None:
        assert referee().loaded("first-watch").library.everything()[chart].row_name(name) == row

    def test_are_known_wherever_the_weapon_is(self) -> None:
        charts = referee().loaded("first-watch").library.everything()
        weapons = [charts[name] for name in ("small-arms", "guns", "anti-tank", "artillery", "aa-weapons")]
        unknown = [
            (other.name, alias)
            for chart in weapons
            for alias in chart.aliases
            for other in weapons
            if (row := chart.row_name(alias)) in other.rows and row not in other.rows_called(alias)
        ]
        assert unknown == [("guns", "sexton")]  # there the vehicle fires


class TestANameOfSeveral:
    """A name that could be several things asks which, and never picks one."""

    @pytest.mark.parametrize(
        ("field", "name", "first"),
        [
            ("attacker", "75mm", ("75mm-l40", "75mm-l48", "75mm-pak40")),
            ("attacker", "76mm", ("76mm-zis3", "76mm-f34")),
            ("attacker", "105mm", ("105mm-m4", "105mm-stuh42")),
            ("attacker", "88", ("88mm-flak36", "88mm-l56", "88mm-l71")),
            ("attacker", "panzerfaust", ("panzerfaust-30", "panzerfaust-60", "panzerfaust-100")),
            ("target", "panzer-iv", ("pzkpfw-ivh", "pzkpfw-ivf2")),
            ("target", "churchill", ("churchill-vii", "churchill-iii")),
        ],
    )
    def test_names_the_rows_in_order(self, field: str, name: str, first: tuple[str, ...]) -> None:
        shot = {"attacker": "6pdr", "target": "tiger-i", "range": 10, field: name}
        with pytest.raises(UnknownName, match=f"'{name}'.*{'.*'.join(first)}"):
            ruled("fire", **shot)

    def test_is_one_thing_where_there_is_but_one(self) -> None:
        """A battery of 76 mm is one row of the artillery, whatever guns there are."""
        assert ruled("bombard", [9], attacker="76mm").outcome.word == "on target"


class TestDirectFireOfArtillery:
    """Artillery that sees its target fires in the normal fire phase, as a main gun. L56, 94; FW-35."""

    @pytest.mark.parametrize(
        ("piece", "gun"),
        [
            ("25pdr", "25pdr"),
            ("25-pdr", "25pdr"),
        ],
    )
    def test_has_the_figures_of_the_gun_that_it_is(self, piece: str, gun: str) -> None:
        shot = {"target": "tiger-i", "range": 20, "conditions": ["stationary"]}
        assert ruled("fire", [10], attacker=piece, **shot).sums == ruled("fire", [10], attacker=gun, **shot).sums
        assert ruled("fire", [10], attacker=piece, target="infantry", range=20).outcome.word == "destroyed"

    @pytest.mark.parametrize("piece", ["155mm", "18pdr", "81mm-mortar"])
    def test_is_refused_without_main_gun_figures(self, piece: str) -> None:
        with pytest.raises(
            Refused,
            match=f"bombard {piece}",
        ):
            ruled("fire", attacker=piece, target="infantry", range=20)

    def test_takes_the_figures_of_an_overlay(self, home: Home, run: Run) -> None:
        rows = {
            "guns": "[4, 2]",
            "gun-range": "[0, 0, 1, 3]",
            "penetration": "[5, 5]",
            "penetration-range": "[0, 0, 0, 0]",
        }
        for chart, row in rows.items():
            home.write(f"mine/first-watch/{chart}.toml", f"[rows]\n155mm = {row}\n")
        home.write("refcli.toml", 'charts = "mine"')
        found = run("-R", "fw", "fire", "155mm", "infantry", "-r", "20", "--dice", "9", "--json")
        assert (found.status, found.err) == (0, "")
        assert json.loads(found.out)["outcome"] == "destroyed"


class TestHitLocation:
    """Optional: Hit Location. L153."""

    SHOT: ClassVar = {"attacker": "88mm-l56", "target": "t-34-76", "range": 8}

    @pytest.mark.parametrize(
        ("die", "outcome", "hulldown"),
        [
            (1, "bounce", "bounce"),
            (2, "track hit", "track hit"),
            (3, "track hit", "track hit"),
            (4, "destroyed", "destroyed"),
            (6, "destroyed", "destroyed"),
            (7, "destroyed", "bounce"),
            (8, "destroyed", "bounce"),
            (9, "destroyed", "destroyed"),
            (10, "destroyed", "destroyed"),
        ],
    )
    def test_comes_before_penetration(self, die: int, outcome: str, hulldown: str) -> None:
        assert ruled("fire", [10, die], **self.SHOT, conditions=["hit-location"]).outcome.word == outcome
        stated = ["hit-location", "hulldown"]
        assert ruled("fire", [10, die], **self.SHOT, conditions=stated).outcome.word == hulldown

    def test_is_not_rolled_for_what_has_no_armor(self) -> None:
        shot = {"attacker": "88mm-l56", "target": "opel-blitz", "range": 8, "conditions": ["hit-location"]}
        ruling = ruled("fire", [10], **shot)
        assert len(ruling.rolls) == 1


class TestCloseAssault:
    """CAT. L71; FW-8."""

    @pytest.mark.parametrize(
        ("attackers", "die"), [("infantry", 10), ("2xinfantry", 9), ("5xinfantry", 6), ("9xinfantry", 6)]
    )
    def test_more_infantry_needs_a_lower_die(self, attackers: str, die: int) -> None:
        assert ruled("close-assault", [die], attackers=attackers, target="tiger-i").outcome.word == "destroyed"
        assert ruled("close-assault", [die - 1], attackers=attackers, target="tiger-i").outcome.word == "no effect"

    def test_those_that_have_fired_leave_it_to_the_others(self) -> None:
        """L31, L71: three units of which two have fired are one, whoever is named first."""
        assault = {"attackers": "2xinfantry+fired,infantry", "target": "tiger-i"}
        assert ruled("close-assault", [10], **assault).outcome.word == "destroyed"
        assert ruled("close-assault", [9], **assault).outcome.word == "no effect"
        assert ruled("close-assault", attackers="2xinfantry+fired", target="tiger-i").outcome.word == "cannot attack"

    def test_a_natural_10_is_another_reading(self) -> None:
        assault = {"attackers": "5xinfantry", "target": "tiger-i", "readings": {"FW-8": "natural"}}
        assert ruled("close-assault", [9], **assault).outcome.word == "no effect"
        assert ruled("close-assault", [10], **assault).outcome.word == "destroyed"

    def test_a_natural_10_takes_published_figures_alone(self) -> None:
        assault = {"attackers": "5xinfantry", "target": "pzkpfw-ivf2", "readings": {"FW-8": "natural"}}
        assert ruled("close-assault", [10], True, **assault).outcome.word == "destroyed"
        with pytest.raises(Refused, match=r"infantry-units\.modifier\.5"):
            ruled("close-assault", [10], True, **assault | {"readings": {}})

    def test_an_adjustment_moves_what_a_natural_10_needs(self) -> None:
        assault = {"attackers": "5xinfantry", "target": "tiger-i", "readings": {"FW-8": "natural"}}
        ruling = ruled("close-assault", [9], **assault, adjust=["assault=1:smoke"])
        assert (needs(ruling), ruling.outcome.word) == ([">= 9"], "destroyed")

    @pytest.mark.parametrize(
        "plain", [{"target": "opel-blitz"}, {"target": "tiger-i", "range": 5.5}, {"attackers": "cavalry"}]
    )
    def test_is_made_by_infantry_at_armor_at_point_blank(self, plain: dict[str, Any]) -> None:
        assault = {"attackers": "infantry", "target": "tiger-i", **plain}
        ruling = ruled("close-assault", **assault)
        assert ruling.outcome.word == "cannot attack"


class TestBombardment:
    """Plotted fire and bombs. L94-104, 129, 141."""

    @pytest.mark.parametrize(("turn", "dice"), [(1, 3), (2, 2), (3, 1), (9, 1)])
    def test_drift_shrinks_from_turn_to_turn(self, turn: int, dice: int) -> None:
        assert ruled("bombard", [5, *[2] * dice], attacker="76mm", turn=turn).sums["drift"] == 2 * dice

    @pytest.mark.parametrize(("altitude", "dice"), [("low", 1), ("medium", 2), ("high", 3)])
    def test_bombs_drift_more_from_higher_up(self, altitude: str, dice: int) -> None:
        assert ruled("bomb", [5, *[2] * dice], attacker="500lb", altitude=altitude).sums["drift"] == 2 * dice

    @pytest.mark.parametrize("die", [9, 10])
    def test_nine_and_ten_are_on_target(self, die: int) -> None:
        assert ruled("bombard", [die], attacker="76mm").outcome.word == "on target"

    def test_a_shift_up_to_10_cm_does_not_drift(self) -> None:
        assert ruled("bombard", attacker="76mm", shift=10).outcome.word == "on target"

    def test_a_longer_shift_is_a_new_mission(self) -> None:
        assert ruled("bombard", [5, 1, 1, 1], attacker="76mm", shift=10.5, turn=3).sums["drift"] == 3

    def test_the_target_point_is_covered_within_half_the_ring(self) -> None:
        assert ruled("bombard", [5, 3], attacker="76mm", turn=3).outcome.word == "target covered"
        assert ruled("bombard", [5, 4], attacker="76mm", turn=3).outcome.word == "off target"

    def test_four_pairs_is_another_dial(self) -> None:
        fire = {"attacker": "76mm", "turn": 3}
        assert ruled("bombard", [2, 1], **fire).told["direction"] == "north-east"
        assert ruled("bombard", [2, 1], **fire, readings={"FW-15": "b"}).told["direction"] == "north"

    def test_the_published_dial_leaves_the_rest_to_the_referee(self) -> None:
        fire = {"attacker": "76mm", "turn": 3, "readings": {"FW-15": "unknown"}}
        assert ruled("bombard", [2], **fire).outcome.word == "not said"
        assert ruled("bombard", [2], True, **fire | {"turn": 1}).outcome.word == "not said"
        assert ruled("bombard", [3, 7], **fire).told["direction"] == "east"

    def test_a_direction_that_the_referee_sets_is_known(self) -> None:
        fire = {"attacker": "76mm", "turn": 3, "readings": {"FW-15": "unknown"}, "set": ["dial.2=west"]}
        assert ruled("bombard", [2, 1], **fire).told["direction"] == "west"

    @pytest.mark.parametrize("condition", ["unplotted", "no-observer"])
    def test_needs_a_plot_and_an_observer(self, condition: str) -> None:
        assert ruled("bombard", attacker="76mm", conditions=[condition]).outcome.word == "cannot attack"

    def test_a_bomb_reaches_8_cm_from_medium_altitude(self) -> None:
        assert ruled("bomb", [9], attacker="500lb", distance=8).outcome.word == "on target"

    def test_counts_the_drift_towards_a_direction_that_matters(self) -> None:
        assert odds("bombard", attacker="76mm", towards="south").counts["towards"][1] == Fraction(1, 10)
        four = odds("bombard", attacker="76mm", towards="south", readings={"FW-15": "four-pairs"})
        assert four.counts["towards"][1] == Fraction(2, 10)


class TestBurst:
    """Bombardment attack. L98-108, 143; FW-19, 34."""

    def test_a_die_equal_to_the_kill_number_does_not_kill(self) -> None:
        target = {"attacker": "76mm", "targets": "tiger-i+charging"}
        assert ruled("burst", [7], **target).outcome.word == "not destroyed"
        assert ruled("burst", [8], **target).outcome.word == "destroyed"

    def test_one_die_from_each_gun_and_any_of_them_kills(self) -> None:
        assert ruled("burst", [1, 1, 8], attacker="76mm", targets="tiger-i+charging", guns=3).counts == {"destroyed": 1}
        chance = odds("burst", attacker="76mm", targets="tiger-i+charging", guns=3).success
        assert chance == 1 - Fraction(7, 10) ** 3

    def test_a_bomb_is_no_battery(self) -> None:
        assert ruled("burst", [4], attacker="1100lb", targets="tiger-i", guns=1).outcome.word == "not destroyed"
        with pytest.raises(Refused, match="guns"):
            ruled("burst", attacker="1100lb", targets="tiger-i", guns=3)

    def test_light_artillery_destroys_nothing_outright(self) -> None:
        assert ruled("burst", [1], attacker="50mm-mortar", targets="infantry/centre").outcome.word == "not destroyed"

    def test_the_next_smaller_ring_destroys_by_another_reading(self) -> None:
        assert ruled("burst", [1], attacker="155mm", targets="tiger-i/inner").outcome.word == "not destroyed"
        other = {"attacker": "155mm", "targets": "tiger-i/inner", "readings": {"FW-19": "next-smaller"}}
        assert ruled("burst", **other).outcome.word == "destroyed"

    def test_the_next_smaller_ring_of_medium_artillery_is_the_light_oval(self) -> None:
        for choice in ("light-oval", "next-smaller"):
            inner = {"attacker": "76mm", "targets": "tiger-i/inner", "readings": {"FW-19": choice}}
            assert ruled("burst", **inner).outcome.word == "destroyed"

    def test_a_bomb_destroys_everything_in_its_inner_circle(self) -> None:
        for place, outcome in (("centre", "destroyed"), ("inner", "destroyed"), ("outer", "not destroyed")):
            bombed = {"attacker": "1000lb", "targets": f"40mm-bofors/{place}+fortified"}
            assert ruled("burst", [5] if place == "outer" else [], True, **bombed).outcome.word == outcome

    def test_a_kill_number_of_10_never_kills_by_itself(self) -> None:
        assert odds("burst", attacker="76mm", targets="tiger-i").success == 0
        assert odds("burst", attacker="76mm", targets="infantry").success == Fraction(4, 10)

    def test_the_verdict_names_what_is_destroyed(self) -> None:
        targets = "2xinfantry,tiger-i,opel-blitz"
        ruling = ruled("burst", [10, 1, 10, 10], attacker="76mm", targets=targets)
        assert effects(ruling) == ["destroy target: infantry A", "destroy target: Opel Blitz lorry"]

    def test_a_condition_on_a_target_is_its_own(self) -> None:
        ruling = ruled("burst", [8, 8], attacker="76mm", targets="tiger-i+charging,tiger-i")
        assert ruling.outcome.word == "some destroyed"
        assert needs(ruling) == ["> 7", "> 10"]


class TestAirCombat:
    """Air-to-air combat. L113-125; FW-23, 24."""

    def test_the_lower_total_takes_the_difference(self) -> None:
        duel = {"attacker": "zero", "target": "wildcat"}
        assert ruled("air-combat", [5, 4], **duel).outcome.word == "shot down"
        assert ruled("air-combat", [4, 5], **duel).outcome.word == "attacker down"
        assert ruled("air-combat", [5, 5], **duel).outcome.word == "no effect"

    def test_a_medium_bomber_survives_one_hit(self) -> None:
        duel = {"attacker": "zero", "target": "he-111"}  # 5 against 1, two hits
        assert ruled("air-combat", [3, 6, 6], **duel).outcome.word == "damaged"
        assert ruled("air-combat", [3, 6, 5], **duel).outcome.word == "aborts"
        assert ruled("air-combat", [4, 6], **duel).outcome.word == "shot down"
        assert ruled("air-combat", [3, 6], **duel, conditions=["damaged"]).outcome.word == "shot down"

    def test_who_presses_on_cannot_hurt_the_interceptor(self) -> None:
        ruling = ruled("air-combat", [9, 1, 5, 5], **INTERCEPTION | {"target": "p-38"})
        assert ruling.counts == {"interceptors down": 0}
        other = INTERCEPTION | {"target": "p-38", "readings": {"FW-23": "general"}}
        assert ruled("air-combat", [9, 1, 5, 5], **other).counts == {"interceptors down": 1}

    def test_the_interceptor_can_stop_him(self) -> None:
        assert ruled("air-combat", [1, 2], **INTERCEPTION).outcome.word == "attacker down"

    def test_who_switches_fights_the_interceptor_alone(self) -> None:
        switch = INTERCEPTION | {"intercepted": "switch"}
        assert ruled("air-combat", [2, 1], **switch).outcome.word == "interceptor down"
        assert ruled("air-combat", [1, 2], **switch).outcome.word == "attacker down"
        assert ruled("air-combat", [2, 2], **switch).outcome.word == "no effect"

    def test_a_tied_interception_lets_him_through_or_stops_him(self) -> None:
        assert ruled("air-combat", [5, 5, 9, 1], **INTERCEPTION).outcome.word == "shot down"
        stopped = INTERCEPTION | {"readings": {"FW-24": "stopped"}}
        assert ruled("air-combat", [5, 5], **stopped).outcome.word == "stopped"

    def test_an_attacker_withstands_the_hits_of_its_size(self) -> None:
        duel = {"attacker": "zero", "target": "wildcat", "set": {"aircraft-types.fighter.size": 2}}
        ruling = ruled("air-combat", [2, 3], **duel)
        assert (ruling.outcome.word, effects(ruling)) == ("no effect", ["hit attacker: A6M Zero"])
        assert ruled("air-combat", [2, 4], **duel).outcome.word == "attacker down"

    def test_hits_of_the_interception_count_in_the_attack(self) -> None:
        duel = INTERCEPTION | {"target": "p-38", "set": {"aircraft-types.fighter.size": 2}}
        hit = ruled("air-combat", [2, 3, 2, 3], **duel | {"conditions": []})
        assert (hit.outcome.word, effects(hit)) == (
            "attacker down",
            ["hit attacker: A6M Zero", "shoot-down attacker: A6M Zero"],
        )
        switch = ruled("air-combat", [3, 2], **duel | {"intercepted": "switch"})
        assert (switch.outcome.word, effects(switch)) == ("no effect", ["hit interceptor: F4F Wildcat"])

    def test_only_fighters_attack_within_25_cm_at_one_altitude(self) -> None:
        duel = {"attacker": "zero", "target": "he-111"}
        for plain in (
            {"attacker": "he-111", "target": "zero"},
            duel | {"range": 25.5},
            duel | {"conditions": ["other-altitude"]},
        ):
            assert ruled("air-combat", **plain).outcome.word == "cannot attack"
        assert ruled("air-combat", [5, 9], **duel, range=25).outcome.word == "no effect"

    def test_only_fighters_intercept(self) -> None:
        ruling = ruled("air-combat", [5, 9], attacker="zero", target="he-111", interceptor="ju-88")
        assert ruling.outcome.word == "no effect"
        assert len(ruling.rolls) == 2

    def test_a_payload_hampers_no_bomber(self) -> None:
        duel = {"attacker": "zero", "conditions": ["payload"]}
        for bomber in ("b-17", "he-111", "stuka", "il-2"):
            ruling = ruled("air-combat", [1, 10], **duel, target=bomber)
            assert ruling.sums["opposing combat"] == 10 + charts_combat(bomber)
        for fighter in ("p-38", "fw-190f", "bf-110c"):
            ruling = ruled("air-combat", [1, 10], **duel, target=fighter)
            assert ruling.sums["opposing combat"] == 10 + charts_combat(fighter) - 3

    def test_a_payload_is_3_for_either(self) -> None:
        duel = {"attacker": "p-38", "target": "zero"}
        assert ruled("air-combat", [8, 5], **duel, conditions=["attacker-payload"]).outcome.word == "no effect"

    @pytest.mark.parametrize(("stated", "modifier"), [("payload", -3), ("ace", 2), ("experienced", 1), ("novice", -1)])
    def test_an_interceptor_has_what_any_plane_may_have(self, stated: str, modifier: int) -> None:
        fight = INTERCEPTION | {"interceptor": f"wildcat+interceptor-{stated}", "intercepted": "switch"}
        ruling = ruled("air-combat", [5, 5], **fight)
        assert (ruling.sums["combat"], ruling.sums["opposing combat"]) == (10, 10 + modifier)

    def test_what_is_stated_of_an_interceptor_is_told_where_none_is(self) -> None:
        duel = {"attacker": "zero", "target": "p-38", "conditions": ["interceptor-ace"]}
        ruling = ruled("air-combat", [5, 5], **duel)
        assert ruling.sums["opposing combat"] == 10

    def test_a_condition_of_another_plane_is_told_with_the_one_that_is_meant(self) -> None:
        with pytest.raises(Refused, match="interceptor-payload"):
            ruled("air-combat", attacker="zero", target="p-38", interceptor="p-47+payload")


class TestAntiAircraft:
    """Anti-aircraft fire. L127, 137-139."""

    def test_the_modifiers_move_the_kill_number(self) -> None:
        shot = {"attacker": "40mm-bofors", "target": "stuka", "altitude": "low"}
        assert ruled("anti-air", [10], **shot).sums["kill number"] == 7
        assert ruled("anti-air", [10], **shot, conditions=["under-attack", "night"]).sums["kill number"] == 10

    def test_jets_are_harder_and_gliders_easier(self) -> None:
        shot = {"attacker": "40mm-bofors", "altitude": "low"}
        assert ruled("anti-air", [10], **shot, target="me-262").sums["kill number"] == 9
        assert ruled("anti-air", [10], **shot, target="horsa").sums["kill number"] == 6

    @pytest.mark.parametrize(
        "plain", [{"altitude": "high"}, {"range": 999}, {"conditions": ["fired"]}, {"attacker": "lmg"}]
    )
    def test_cannot_reach_everything(self, plain: dict[str, Any]) -> None:
        shot = {"attacker": "40mm-bofors", "target": "stuka", "altitude": "medium", **plain}
        assert ruled("anti-air", **shot).outcome.word == "cannot fire"


class TestStrafing:
    """Strafing. L131, 145-147; FW-22."""

    def test_equal_is_not_enough_unless_the_reading_says_so(self) -> None:
        attack = {"attacker": "37mm-cannon", "targets": "40mm-bofors"}
        assert ruled("strafe", [8], **attack).outcome.word == "not destroyed"
        assert ruled("strafe", [9], **attack).outcome.word == "destroyed"
        assert ruled("strafe", [8], **attack, readings={"FW-22": "equal"}).outcome.word == "destroyed"

    def test_some_weapons_have_few_attacks(self) -> None:
        ruling = ruled("strafe", [10, 10], attacker="37mm-cannon", targets="4xt-34-76")
        assert ruling.counts == {"destroyed": 2}
        assert [outcome.word for _, outcome in ruling.each].count("not destroyed") == 2

    def test_the_first_targets_named_are_attacked(self) -> None:
        ruling = ruled("strafe", [10, 10], attacker="37mm-cannon", targets="t-34-76,infantry,tiger-i")
        assert effects(ruling) == ["destroy target: T-34/76", "destroy target: infantry"]

    def test_no_attacks_are_none(self) -> None:
        attack = {"attacker": "rockets", "targets": "2xinfantry", "set": {"strafing-attacks.rockets": 0}}
        assert ruled("strafe", **attack).counts == {"destroyed": 0}
        assert odds("strafe", **attack).success == 0

    @pytest.mark.parametrize("attacks", [-1, 2.5])
    def test_attacks_are_a_whole_number(self, attacks: float) -> None:
        attack = {"attacker": "rockets", "targets": "3xinfantry", "set": {"strafing-attacks.rockets": attacks}}
        with pytest.raises(Refused, match=r"strafing-attacks\.rockets"):
            ruled("strafe", **attack)

    def test_others_attack_everything_in_the_area(self) -> None:
        assert ruled("strafe", [10] * 5, attacker="20mm-cannon", targets="5xinfantry").counts == {"destroyed": 5}

    def test_is_for_low_altitude(self) -> None:
        attack = {"attacker": "37mm-cannon", "targets": "infantry"}
        assert ruled("strafe", **attack, altitude="medium").outcome.word == "cannot strafe"

    def test_machineguns_do_nothing_to_a_tank(self) -> None:
        assert ruled("strafe", attacker="heavy-mgs", targets="tiger-i").outcome.word == "not destroyed"

    def test_a_level_bomber_does_not_strafe(self) -> None:
        assert ruled("strafe", attacker="lancaster", targets="infantry").outcome.word == "cannot strafe"


class TestInitiative:
    """Initiative. L29-30; FW-30."""

    def test_the_lowest_total_moves_first(self) -> None:
        ruling = ruled("initiative", [6, 3, 10], sides="german,british,soviet", year=1943)  # +5, +4, +2
        assert ruling.counts == {"germany": 2, "britain": 1, "russia": 3}
        assert ruling.outcome.word == "in between"

    def test_a_tie_is_rolled_again_by_the_tied_alone(self) -> None:
        ruling = ruled("initiative", [5, 5, 1, 2, 9], sides="british,finnish,soviet", year=1943)  # +4, +4, +2
        assert ruling.counts == {"russia": 1, "britain": 2, "finland": 3}

    def test_a_tie_of_all_is_rolled_again(self) -> None:
        assert ruled("initiative", [5, 5, 1, 2], sides="british,finnish", year=1943).outcome.word == "lowest"

    def test_equal_nations_have_equal_chances(self) -> None:
        assert odds("initiative", sides="british,finnish", year=1943).success == Fraction(1, 2)

    @pytest.mark.parametrize("sides", [3, 4])
    def test_several_equal_nations_have_every_place_alike(self, sides: int) -> None:
        """+2 in 1944 for all of them: ties of some and of all are fair again."""
        alike = ["russia", "poland", "belgium", "hungary"][:sides]
        found = odds("initiative", sides=",".join(alike), year=1944)
        for nation in alike:
            assert found.counts[nation] == dict.fromkeys(range(1, sides + 1), Fraction(1, sides))

    def test_those_who_tie_once_more_roll_once_more(self) -> None:
        ruling = ruled("initiative", [7, 2, 7, 4, 4, 5, 6], sides="russia,poland,belgium", year=1944)
        assert ruling.counts == {"poland": 1, "russia": 2, "belgium": 3}
        assert "again 2" in ruling.rolls[-1].label

    def test_two_ties_are_rolled_apart(self) -> None:
        ruling = ruled("initiative", [3, 8, 3, 8, 1, 2, 9, 4], sides="russia,poland,belgium,hungary", year=1944)
        assert ruling.counts == {"russia": 1, "belgium": 2, "hungary": 3, "poland": 4}

    @pytest.mark.parametrize("sides", ["german", "german,german", "2xgerman,british"])
    def test_is_between_different_nations(self, sides: str) -> None:
        with pytest.raises(Refused, match="sides"):
            ruled("initiative", sides=sides, year=1943)

    def test_an_unknown_nation_is_told_with_the_nearest(self) -> None:
        with pytest.raises(UnknownName, match=r"\bgerman\b"):
            ruled("initiative", sides="germann,british", year=1943)


class TestMovement:
    """Movement. L39-53, 111; FW-27, 33."""

    def test_the_worst_terrain_counts(self) -> None:
        assert ruled("move", mover="tiger-i").counts == {"cm": 19}
        ruling = ruled("move", mover="tiger-i", terrain="road,mud,uphill")
        assert ruling.sums["speed"] == 19 * 0.25

    def test_the_move_is_the_speed_that_it_comes_to(self) -> None:
        ruling = ruled("move", mover="tiger-i", terrain="mud")
        assert (ruling.counts, effects(ruling)) == ({"cm": 4.75}, ["move mover: Tiger I 4.75 cm"])

    def test_less_than_its_speed_is_slowed_whatever_the_cause(self) -> None:
        slowed = ruled("move", mover="tiger-i", adjust=["-5:tow"])
        assert (slowed.outcome.word, slowed.counts) == ("slowed", {"cm": 14})
        towing = ruled("move", mover="tiger-i", adjust=["-30:tow"])
        assert (towing.outcome.word, towing.counts, towing.effects) == ("cannot move", {"cm": 0}, ())
        assert ruled("move", mover="stuka", adjust=["-30:wind"]).outcome.word == "slowed"

    def test_the_edge_of_the_table_does_not_count_and_is_noted(self) -> None:
        driven = ruled("move", mover="tiger-i", edge=20)
        assert (driven.counts, len(note_steps(driven))) == ({"cm": 19}, 1)

    def test_a_jeep_is_no_tank(self) -> None:
        assert ruled("move", mover="jeep", terrain="mud").sums["speed"] == pytest.approx(5.3)

    def test_infantry_ignores_most_terrain(self) -> None:
        assert ruled("move", mover="infantry", terrain="uphill,rough-ground").counts == {"cm": 3}
        assert ruled("move", mover="infantry", terrain="uphill,jungle").sums["speed"] == 1.5

    def test_aircraft_fly_100_cm_or_half_the_shortest_edge(self) -> None:
        assert ruled("move", mover="stuka").counts == {"cm": 100}
        assert ruled("move", mover="stuka", edge=200).outcome.word == "full speed"
        assert ruled("move", mover="stuka", edge=120).counts == {"cm": 60}

    def test_aircraft_normally_stay_for_6_turns(self) -> None:
        ruling = ruled("move", (), True, mover="stuka")
        shown = {one.step.label: one.step for one in ruling.steps if isinstance(one.step, Cell)}
        turns = shown["6 turns in play, normally."]
        assert (turns.number, turns.source.origin, turns.source.lines) == (6, "published", "111")


class TestFirePhases:
    """Which phase a unit fires in. L30-33; FW-31."""

    @pytest.mark.parametrize(
        ("moved", "outcome"), [(0, "first"), (0.5, "slow"), (9.9, "slow"), (10, "remaining"), (20, "remaining")]
    )
    def test_goes_by_the_share_of_speed(self, moved: float, outcome: str) -> None:
        assert ruled("phase", mover="m4a1-sherman", moved=moved).outcome.word == outcome

    def test_counts_the_speed_of_this_turn(self) -> None:
        ruling = ruled("phase", mover="m4a1-sherman", terrain="mud", moved=2.5)
        assert ruling.outcome.word == "remaining"

    def test_infantry_and_small_arms_fire_first(self) -> None:
        assert ruled("phase", mover="infantry", moved=3).outcome.word == "first"
        assert ruled("phase", mover="m4a1-sherman", moved=15, conditions=["small-arms"]).outcome.word == "first"

    def test_stationary_units_take_opportunity_fire(self) -> None:
        assert ruled("phase", mover="infantry", conditions=["opportunity"]).outcome.word == "opportunity fire"
        moved = ruled("phase", mover="infantry", moved=1, conditions=["opportunity"])
        assert moved.outcome.word == "may not fire"

    @pytest.mark.parametrize("gun", ["6pdr", "88mm-flak36", "25pdr", "155mm", "81mm-mortar"])
    def test_a_gun_in_position_fires_first(self, gun: str) -> None:
        assert ruled("phase", mover=gun).outcome.word == "first"
        assert ruled("phase", mover=gun, conditions=["opportunity"]).outcome.word == "opportunity fire"
        assert ruled("phase", mover=gun, conditions=["fired"]).outcome.word == "may not fire"

    def test_a_towed_gun_has_no_speed_of_its_own(self) -> None:
        with pytest.raises(Refused, match="moved"):
            ruled("phase", mover="6pdr", moved=4)

    def test_nobody_fires_twice(self) -> None:
        assert ruled("phase", mover="infantry", conditions=["fired"]).outcome.word == "may not fire"


class TestOptionalRules:
    """Crew Ratings, Weather, Fortunes of War. L156, 165-166."""

    @pytest.mark.parametrize(("rating", "number"), [("green", 5), ("veteran", 3), ("elite", 2)])
    def test_crews_change_the_number_required(self, rating: str, number: int) -> None:
        shot = {"attacker": "rifle", "target": "infantry", "range": 15, "conditions": [rating]}
        assert ruled("fire", [10], **shot).sums["hit number"] == number

    @pytest.mark.parametrize(("die", "outcome"), [(1, "no flying"), (2, "overcast"), (4, "broken cloud"), (6, "clear")])
    def test_the_weather_opens_altitudes(self, die: int, outcome: str) -> None:
        assert ruled("weather", [die]).outcome.word == outcome

    def test_a_very_bad_roll_bars_for_a_d6_of_turns(self) -> None:
        ruling = ruled("fortunes", [1, 4], side="german")
        assert ruling.counts == {"turns": 4}
        assert [roll.die.name for roll in ruling.rolls] == ["d10", "d6"]

    def test_a_good_roll_may_ask_the_referee(self) -> None:
        assert ruled("fortunes", [9]).outcome.word == "fortune"
        assert ruled("fortunes", [8]).outcome.word == "nothing"
        barred = ruled("fortunes", conditions=["barred"])
        assert (barred.outcome.word, barred.counts) == ("may not roll", {"turns": 0})


class TestTheOddsStayCheap:
    """Runs of the enumeration at the largest sensible request."""

    @pytest.mark.parametrize(
        ("plain", "most"),
        [
            ({"procedure": "fire", **VILLAGE, "conditions": ["hit-location"]}, 200),
            (
                {"procedure": "burst", "attacker": "155mm", "targets": "12xinfantry,12xtiger-i+charging", "guns": 24},
                400,
            ),
            ({"procedure": "strafe", "attacker": "20mm-cannon", "targets": "20xinfantry,20xopel-blitz"}, 3000),
            ({"procedure": "air-combat", **INTERCEPTION}, 20_000),
            ({"procedure": "bombard", "attacker": "76mm"}, 400),
            ({"procedure": "initiative", "sides": "german,british,soviet,italian", "year": 1943}, 50_000),
        ],
    )
    def test_within_bounds(self, plain: dict[str, Any], most: int) -> None:
        assert odds(**plain).runs <= most


class TestAPublishedPoint:
    """L58-62, 81, 90: the figures at 8 and 12 cm are points; elsewhere in their bands they are house values."""

    def test_it_is_published_at_the_point_alone(self, run: Run) -> None:
        shot = ("-R", "fw", "fire", "6pdr", "pzkpfw-ivf2", "--facing", "side", "--dice", "8", "--published")
        assert run(*shot, "-r", "12").status == 0
        beside = run(*shot, "-r", "24")
        assert beside.status == 2
        assert "gun-range.6pdr.25=N" in beside.err
        assert run("-R", "fw", "fire", "lmg", "infantry", "-r", "9", "--dice", "8", "--published").status == 2
