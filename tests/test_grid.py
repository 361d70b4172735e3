"""WW2 rules on a grid: the game clock and its light, bombardment, target priority, movement."""

import json
from functools import partial
from itertools import product
from typing import Any, ClassVar

import pytest

from refcli.core.cells import Cell
from refcli.core.errors import Refused
from refcli.core.ruling import Ruling
from refcli.render.view import basis
from tests.conftest import Home, Run
from tests.rulings import effects, notes
from tests.rulings import ruled as ruled_by
from tests.situations import referee

ruled = partial(ruled_by, "grid")


def figures(ruling: Ruling) -> list[str]:
    """What the figures that were read are called."""
    return [entry.step.label for entry in ruling.steps if isinstance(entry.step, Cell)]


class TestLight:
    """grid.txt 211-212: the times of dawn, dusk and night are agreed; before dawn and after nightfall it is night."""

    AGREED: ClassVar = {"dawn": "05:00", "day": "06:00", "dusk": "20:00", "night": "21:00"}
    UNTOLD = "clock advanced"

    def light(self, now: str, **agreed: str) -> str:
        """The light ten minutes after ``now``."""
        return ruled("clock", [2], now=now, **agreed).outcome.word

    @pytest.mark.parametrize("hour", range(24))
    def test_some_of_the_times_tell_what_all_of_them_tell_or_nothing(self, hour: int) -> None:
        now = f"{hour:02}:20"
        whole = self.light(now, **self.AGREED)
        assert whole != self.UNTOLD
        for kept in product((True, False), repeat=4):
            some = {name: at for (name, at), keep in zip(self.AGREED.items(), kept, strict=True) if keep}
            assert self.light(now, **some) in (whole, self.UNTOLD), some

    @pytest.mark.parametrize(
        ("now", "agreed", "light"),
        [
            ("04:00", "dawn", "night"),
            ("04:00", "dawn day", "night"),
            ("04:00", "day", UNTOLD),
            ("04:00", "dusk night", UNTOLD),
            ("05:30", "dawn", UNTOLD),
            ("05:30", "dawn day", "dawn or dusk"),
            ("05:30", "dawn dusk night", UNTOLD),
            ("12:00", "day", UNTOLD),
            ("12:00", "day dusk", "day"),
            ("12:00", "day night", UNTOLD),
            ("12:00", "dawn dusk night", UNTOLD),
            ("20:30", "dusk", UNTOLD),
            ("20:30", "dusk night", "dawn or dusk"),
            ("21:30", "night", "night"),
            ("21:30", "dawn day dusk", UNTOLD),
            ("23:55", "dusk night", UNTOLD),
            ("23:55", "dawn dusk night", "night"),
        ],
    )
    def test_it_is_known_between_two_changes_that_follow_each_other(self, now: str, agreed: str, light: str) -> None:
        assert self.light(now, **{name: self.AGREED[name] for name in agreed.split()}) == light

    def test_times_in_another_order_are_refused(self) -> None:
        with pytest.raises(Refused, match="order"):
            self.light("12:00", dusk="05:00", day="20:00")


class TestIntenseBarrage:
    """grid.txt 196, 233: any hit eliminates, and whoever fired is removed from play."""

    def test_a_hit_eliminates_and_the_rule_is_noted(self) -> None:
        ruling = ruled("bombard", [6], attackers="artillery+intense", target="tank")
        assert (effects(ruling), len(notes(ruling))) == (
            ["eliminate target: Tank", "wreck target: Tank", "remove attacker: Artillery"],
            1,
        )

    def test_a_natural_1_removes_what_it_would_have_disrupted(self) -> None:
        ruling = ruled("bombard", [1], attackers="artillery+intense", target="tank")
        assert not [step for step in figures(ruling) if "disrupted" in step]
        assert effects(ruling) == ["remove attacker: Artillery"]
        assert ruling.counts["self-disrupted"] == 0

    def test_beside_it_others_stay_and_are_disrupted_by_their_own_1(self) -> None:
        ruling = ruled("bombard", [1, 2], attackers="mortars,artillery+intense", target="infantry")
        assert effects(ruling) == ["disrupt attacker: Mortars own fire", "remove attacker: Artillery"]

    def test_who_may_not_fire_is_not_removed(self) -> None:
        assert effects(ruled("bombard", attackers="artillery+intense+unobserved", target="tank")) == []


class TestOneHit:
    """grid.txt 72: one hit counts on a target; a reading, G-12, whether in the phase or of those declared together."""

    @pytest.mark.parametrize("reading", ["target", "group"])
    @pytest.mark.parametrize("attackers", ["2xartillery", "artillery,artillery", "artillery,mortars"])
    def test_those_declared_together_share_it_however_they_are_typed(self, reading: str, attackers: str) -> None:
        together = ruled("bombard", [5, 5], attackers=attackers, target="infantry", readings={"G-12": reading})
        assert together.outcome.word == "disrupted"
        assert together.counts["hits"] == 2


class TestNotes:
    """What rulings note, and what they do not."""

    @pytest.mark.parametrize(("attackers", "is_noted"), [("mortars+foo", 1), ("mortars", 0), ("artillery+foo", 0)])
    def test_a_forward_observer_spares_mortars_nothing(self, attackers: str, is_noted: int) -> None:
        unit, *_ = attackers.split("+")
        alone, noted = (notes(ruled("bombard", [5], attackers=one, target="infantry")) for one in (unit, attackers))
        assert len(noted) - len(alone) == is_noted

    def test_who_sees_the_target_itself_needs_nobody_who_observes_it(self) -> None:
        """grid.txt 64, 68."""
        for stated, dice, outcome in (("unobserved+in-sight", [5], "disrupted"), ("unobserved", [], "cannot fire")):
            ruling = ruled("bombard", dice, attackers=f"artillery+{stated}", target="infantry")
            assert ruling.outcome.word == outcome, stated

    def test_aa_guns_leave_an_elimination_to_the_second_disruption(self) -> None:
        ruling = ruled("strafe", [5], target="tank+disrupted+aa-near")
        assert effects(ruling) == ["eliminate target: Tank", "wreck target: Tank"]
        assert len(notes(ruling)) == 1

    def test_a_lone_figure_is_one(self) -> None:
        plain = {"rules": "grid", "procedure": "fire", "attackers": "tank+moved", "target": "armoured-car"}
        case = referee().case(plain)
        rests_on = basis(referee().rule(case, 0), case.words.charts)
        assert [line.rpartition(" ")[2] for line in rests_on] == ["units.armoured-car.class"]


class TestTargetPriority:
    """grid.txt 120: adjacent enemies first; tanks and AT guns take the closest of Tank Class; a reading, G-17."""

    @pytest.mark.parametrize(
        "hunter", ["tank", "heavy-tank", "tank-destroyer", "self-propelled-at-gun", "anti-tank-gun"]
    )
    @pytest.mark.parametrize("reading", ["adjacent", "tank-class"])
    def test_a_tank_next_door_comes_before_everyone_else(self, hunter: str, reading: str) -> None:
        asked = {"attackers": f"{hunter}+tank-adjacent", "readings": {"G-17": reading}}
        for target, squares in (("infantry", 1), ("infantry", 2), ("tank", 2)):
            ruling = ruled("fire", target=target, range=squares, **asked)
            assert (ruling.outcome.word, len(notes(ruling))) == ("cannot attack", 1)
        assert ruled("fire", [6], target="assault-gun", range=1, **asked).counts["hits"] == 1

    @pytest.mark.parametrize("other", ["infantry", "armoured-car", "aa-gun", "strongpoint"])
    def test_others_are_bound_to_the_next_square_alone(self, other: str) -> None:
        near = ruled("fire", [6], attackers=f"{other}+tank-adjacent+tank-seen", target="infantry", range=1)
        assert near.counts["hits"] == 1
        for condition in ("tank-adjacent", "enemy-adjacent"):
            barred = ruled("fire", attackers=f"{other}+{condition}", target="infantry")
            assert barred.outcome.word == "cannot attack"


class TestHeavyTanks:
    """grid.txt 199, 228: attacked from an adjacent square alone, but for powerful AT guns, as decided in G-62."""

    @pytest.mark.parametrize(
        "unit",
        ["tank+powerful", "aa-gun+powerful", "infantry+powerful", "anti-tank-gun"],
    )
    def test_only_powerful_at_guns_attack_them_from_afar(self, unit: str) -> None:
        assert ruled("fire", attackers=unit, target="heavy-tank").outcome.word == "cannot attack"
        assert (
            ruled("fire", [6], attackers="anti-tank-gun+powerful", target="heavy-tank").outcome.word != "cannot attack"
        )


class TestMoving:
    """grid.txt 81, 106-108, 166, 178-181: where a move begins and ends, and who moves in spite of the fight."""

    @pytest.mark.parametrize("stated", ["towards-enemy+combat-move+fought", "leaving", "from-buildings"])
    def test_where_it_begins_or_ends_is_noted(self, stated: str) -> None:
        """It stops beside an enemy, or is measured from the edge of the feature that the unit leaves."""
        assert notes(ruled("move", mover=f"tank+{stated}"))
        assert notes(ruled("move", mover="tank")) == []

    def test_fire_from_a_feature_is_noted_likewise(self) -> None:
        leaving, plain = (
            notes(ruled("fire", [4], attackers=f"infantry{stated}", target="infantry"))
            for stated in ("+from-buildings", "")
        )
        assert len(leaving) == len(plain) + 1

    @pytest.mark.parametrize("unit", ["tank", "heavy-tank", "armoured-infantry", "armoured-reconnaissance"])
    def test_some_move_a_square_after_combat_and_no_more_by_road_or_out_of_a_feature(self, unit: str) -> None:
        for condition in ("road", "leaving", "night", "in-contact"):
            ruling = ruled("move", mover=f"{unit}+fought+combat-move", conditions=[condition])
            assert ruling.counts["squares"] == 1

    @pytest.mark.parametrize("unit", ["infantry", "motorised-infantry", "tank-destroyer", "assault-gun", "mortars"])
    def test_others_do_not(self, unit: str) -> None:
        assert ruled("move", mover=f"{unit}+fought+combat-move").outcome.word == "may not move"

    def test_who_is_cut_off_may_not_attack_and_has_to_try_to_get_away(self) -> None:
        assert effects(ruled("fire", attackers="infantry+isolated", target="tank", range=1)) == [
            "must-leave attacker: Infantry"
        ]
        woods = ruled("move", mover="infantry+isolated+in-contact", into="woods")
        assert woods.outcome.word == "enters"


class TestEndOfGame:
    """grid.txt 184: at a time agreed, or when one side has lost as many units as were agreed."""

    @pytest.mark.parametrize(
        ("now", "end", "pips", "ends"),
        [
            ("20:00", "20:10", 2, True),
            ("20:00", "20:11", 2, False),
            ("20:00", "20:00", 2, True),
            ("23:50", "00:00", 2, True),
            ("23:50", "00:05", 2, False),
            ("00:00", "23:59", 5, False),
            ("06:35", "06:25", 2, True),
            ("20:00", "02:00", 5, False),
            ("06:00", "21:00", 5, False),
        ],
    )
    def test_it_comes_when_the_clock_reaches_the_time(self, now: str, end: str, pips: int, ends: bool) -> None:
        assert (ruled("clock", [pips], now=now, end=end).outcome.word == "time is up") is ends

    def test_it_comes_before_the_clock_is_rolled_when_too_many_are_lost(self) -> None:
        ruling = ruled("clock", casualties=6, limit=5)
        assert ruling.rolls == ()

    @pytest.mark.parametrize(("fields", "told"), [({"end": "21:00"}, "now"), ({"limit": 5}, "casualties")])
    def test_half_of_what_it_takes_is_refused(self, fields: dict[str, Any], told: str) -> None:
        with pytest.raises(Refused, match=told):
            ruled("clock", [2], **fields)


class TestSquares:
    """grid.txt 189, 209: smoke comes down, and a wreck stays, in a square that can be said."""

    def test_one_square_serves_all_who_lay_smoke(self) -> None:
        ruling = ruled("smoke", [4, 5], attackers="artillery,mortars", squares="C4")
        assert effects(ruling) == ["smoke attacker: Artillery C4", "smoke attacker: Mortars C4"]

    def test_else_there_is_one_for_each(self) -> None:
        with pytest.raises(Refused, match="2 squares"):
            ruled("smoke", [4, 4, 4], attackers="3xmortars", squares="C4,C5")


class TestEachUnit:
    """Alike units are told apart by their letters, in the order of their dice, in effects, outcomes and verdicts."""

    def test_outcomes_stand_in_the_order_of_the_dice(self) -> None:
        ruling = ruled("morale", [2, 4, 1], units="3xinfantry")
        assert [(unit, outcome.word) for unit, outcome in ruling.each] == [
            ("Infantry A", "still disrupted"),
            ("Infantry B", "regrouped"),
            ("Infantry C", "still disrupted"),
        ]

    @pytest.mark.parametrize("attackers", ["3xartillery", "artillery,artillery,artillery", "artillery,2xartillery"])
    def test_a_verdict_names_the_one_it_means(self, attackers: str) -> None:
        ruling = ruled("bombard", [5, 1, 1], attackers=attackers, target="artillery", conditions=["in-sight"])
        assert effects(ruling) == [
            "disrupt target: Artillery",
            "disrupt attacker: Artillery B own fire",
            "disrupt attacker: Artillery C own fire",
        ]

    def test_a_tank_that_may_move_is_not_the_one_that_it_hit(self) -> None:
        found = [(effect.word, effect.role) for effect in ruled("fire", [4], attackers="tank", target="tank").effects]
        assert ("disrupt", "target") in found and ("may-move", "attacker") in found


class TestSmokeOfOnesOwn:
    """grid.txt 189: the die has no modifiers; one that a referee's own chart adds counts."""

    def test_a_modifier_of_an_overlay_counts(self, home: Home, run: Run) -> None:
        wind = '[[condition]]\nname = "wind"\ntext = "strong wind"\nvalue = -2\nsource = { section = "our own" }\n'
        home.write("mine/grid/smoke.toml", wind)
        home.write("refcli.toml", 'charts = "mine"')
        still, windy = (
            json.loads(run("-R", "grid", "smoke", "mortars", *more, "--dice", "5", "--json").out)["outcome"]
            for more in ([], ["wind"])
        )
        assert (still, windy) == ("smoke screen", "no smoke")
