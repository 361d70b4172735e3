"""What rulings of First Watch leave on the table and in memory: kind, role, unit. Lines are of first-watch.txt."""

from typing import Any

import pytest

from refcli.core.ruling import Ruling
from refcli.rulesets.first_watch.effects import Kind
from tests.rulings import notes
from tests.situations import referee, situations
from tests.test_first_watch import ruled


def lines(ruling: Ruling) -> list[str]:
    """Every effect in short, those without a sentence too."""
    return [effect.line for effect in ruling.effects]


class TestEveryEffect:
    """Its kind is of the closed list, it falls on one unit, and that has a role."""

    def test_of_the_stored_situations_is_whole(self) -> None:
        for one in situations("first-watch"):
            for seed in range(3):
                for effect in referee().rule(one.case, seed).ruling.effects:
                    assert isinstance(effect.kind, Kind), one.name
                    assert effect.unit and effect.role, one.name


class TestWhoFired:
    """A unit fires once a turn, hit or miss. L31, 127."""

    @pytest.mark.parametrize(("die", "lost"), [(1, []), (10, ["eliminate target: infantry"])])
    def test_small_arms(self, die: int, lost: list[str]) -> None:
        ruling = ruled("fire", [die], attacker="rifle", target="infantry", range=15)
        assert lines(ruling) == ["fired attacker: rifle infantry", *lost]

    def test_artillery_that_fires_directly(self) -> None:
        ruling = ruled("fire", [1], attacker="25pdr", target="tiger-i", range=15)
        assert lines(ruling) == ["fired attacker: 25 pdr Tiger I"]

    def test_no_shot_is_no_fire(self) -> None:
        assert lines(ruled("fire", attacker="rifle", target="tiger-i", range=15)) == []
        assert lines(ruled("fire", attacker="rifle", target="infantry", range=60)) == []

    def test_a_shot_that_is_only_pierced_is_fired_elsewhere(self) -> None:
        shot = ruled("penetrate", attacker="88mm-l56", target="t-34-76", range=5)
        assert lines(shot) == ["destroy target: T-34/76"]


class TestLosses:
    """Four kinds, each with a word of its own. L60, 67, 79, 98-100, 117, 127, 131."""

    @pytest.mark.parametrize(
        ("procedure", "dice", "plain", "lost"),
        [
            (
                "fire",
                [10],
                {"attacker": "6pdr", "target": "opel-blitz", "range": 8},
                "destroy target: Opel Blitz lorry",
            ),
            ("fire", [10], {"attacker": "lmg", "target": "cavalry", "range": 8}, "eliminate target: cavalry"),
            ("fire", [5], {"attacker": "lmg", "target": "6pdr", "range": 8}, "lose-crew target: 6 pdr"),
            ("anti-air", [10], {"attacker": "40mm-bofors", "target": "stuka"}, "shoot-down target: Ju 87B Stuka"),
        ],
    )
    def test_by_what_is_lost(self, procedure: str, dice: list[int], plain: dict[str, Any], lost: str) -> None:
        assert lines(ruled(procedure, dice, **plain))[-1] == lost

    def test_which_of_several_is_told(self) -> None:
        ruling = ruled("burst", [1, 10], attacker="76mm", targets="2xtiger-i+charging")
        assert lines(ruling) == ["destroy target: Tiger I B"]

    def test_the_men_in_a_halftrack_and_its_crew(self) -> None:
        ruling = ruled("fire", [10], attacker="rifle", target="m3-halftrack", range=8)
        assert lines(ruling)[1:] == ["lose-crew target: M3 halftrack 2"]

    def test_of_three_counters_the_one_named_and_one_more(self) -> None:
        shot: dict[str, Any] = {"attacker": "lmg", "target": "infantry", "range": 4, "near": 5, "second": "6pdr"}
        ruling = ruled("fire", [10], **shot, readings={"FW-6": "each-four"})  # 10 against 1
        assert lines(ruling)[1:] == [
            "eliminate target: infantry",
            "lose-crew close at hand: 6 pdr",
            "lose-another close at hand: infantry",
        ]

    def test_a_counter_that_is_too_far_is_spared(self) -> None:
        shot: dict[str, Any] = {
            "attacker": "rifle",
            "target": "m3-halftrack",
            "range": 8,
            "second": "infantry",
            "apart": 6,
        }
        assert lines(ruled("fire", [10], **shot))[1:] == ["lose-crew target: M3 halftrack 2"]


class TestInTheAir:
    """Attacks, hits and who aborts, each of its plane. L113-125."""

    def test_who_switches_attacks_the_interceptor(self) -> None:
        duel: dict[str, Any] = {"attacker": "zero", "target": "p-38", "interceptor": "wildcat", "intercepted": "switch"}
        assert lines(ruled("air-combat", [5, 5], **duel)) == [
            "attacked interceptor: F4F Wildcat A6M Zero",
            "attacked attacker: A6M Zero F4F Wildcat",
        ]

    def test_a_bomber_that_aborts(self) -> None:
        duel: dict[str, Any] = {"attacker": "zero", "target": "he-111", "set": {"aircraft.he-111.combat": 2}}
        assert lines(ruled("air-combat", [3, 5, 1], **duel)) == [
            "attacked attacker: A6M Zero He 111",
            "hit target: He 111",
            "abort target: He 111",
        ]

    def test_two_planes_of_one_type_are_told_by_their_role(self) -> None:
        ruling = ruled("air-combat", [5, 4], attacker="zero", target="zero")
        assert lines(ruling)[1:] == ["shoot-down target: A6M Zero"]


class TestUnitsInPlay:
    """Are called by their names in effects and verdicts, two of one type never by one. L31, 60-79, 94-100, 127."""

    @pytest.mark.parametrize(
        ("procedure", "dice", "plain", "names", "changed"),
        [
            (
                "fire",
                [1],
                {"attacker": "25pdr", "target": "tiger-i", "range": 15},
                {"attacker": ["arty"], "target": ["tiger"]},
                ["fired attacker: arty tiger"],
            ),
            (
                "penetrate",
                [],
                {"attacker": "88mm-l56", "target": "t-34-76", "range": 5},
                {"target": ["t34"]},
                ["destroy target: t34"],
            ),
            (
                "bombard",
                [9],
                {"attacker": "76mm"},
                {"attacker": ["arty"]},
                ["fired attacker: arty", "impact attacker: arty 0 cm"],
            ),
            (
                "bombard",
                [],
                {"attacker": "76mm", "shift": 5},
                {"attacker": ["arty"]},
                ["fired attacker: arty", "impact attacker: arty 0 cm"],
            ),
            (
                "anti-air",
                [1],
                {"attacker": "40mm-bofors", "target": "stuka"},
                {"attacker": ["flak"], "target": ["red-1"]},
                ["fired attacker: flak red-1"],
            ),
            (
                "burst",
                [],
                {"attacker": "76mm", "targets": ["t-70/centre", "t-70/centre"]},
                {"targets": ["red-1", "red-2"]},
                ["destroy target: red-1", "destroy target: red-2"],
            ),
            (
                "initiative",
                [1, 9],
                {"sides": ["germany", "russia"], "year": 1943},
                {"sides": ["Axis", "Soviets"]},
                ["order side: Axis", "order side: Soviets 2"],
            ),
        ],
    )
    def test_by_their_names(
        self, procedure: str, dice: list[int], plain: dict[str, Any], names: dict[str, Any], changed: list[str]
    ) -> None:
        ruling = ruled(procedure, dice, names=names, **plain)
        assert lines(ruling) == changed

    def test_in_what_is_told_on_the_way(self) -> None:
        strafed = ruled("strafe", [1], attacker="il-2", targets="infantry", names={"attacker": ["red-1"]})
        assert "red-1" in strafed.steps[0].step.label
        shot = ruled("air-combat", attacker="stuka", target="zero", names={"attacker": ["white-2"]})
        assert "White-2" in notes(shot)[0]


class TestTheTurn:
    """Order of movement, weather, Fortunes of War. L29-30, 165-166."""

    def test_the_order_of_movement(self) -> None:
        alike: dict[str, Any] = {f"initiative.{nation}.1945": 3 for nation in ("germany", "britain", "russia")}
        ruling = ruled("initiative", [6, 3, 10], sides="german,british,soviet", year=1945, set=alike)
        assert lines(ruling) == ["order side: Britain", "order side: Germany 2", "order side: Russia 3"]

    @pytest.mark.parametrize(("die", "open"), [(1, "none"), (2, "low"), (4, "low, medium"), (6, "low, medium, high")])
    def test_the_open_altitudes(self, die: int, open: str) -> None:
        figures: dict[str, Any] = {"weather.clear": 6, "weather.broken-cloud": 4, "weather.overcast": 2}
        assert lines(ruled("weather", [die], set=figures)) == [f"weather game: open altitudes {open}"]

    def test_a_side_rolls_once_and_may_be_barred(self) -> None:
        figures: dict[str, Any] = {"fortunes.granted": 9, "fortunes.bad-roll": 1}
        assert lines(ruled("fortunes", [5], side="german", set=figures)) == ["rolled side: Germany"]
        assert lines(ruled("fortunes", [1, 4], side="german", set=figures)) == [
            "rolled side: Germany",
            "bar side: Germany 4 turns",
        ]
        assert ruled("fortunes", side="german", conditions=["rolled"]).outcome.word == "may not roll"
