"""WW2 rules on a grid: the game clock and its light, bombardment, the words of verdicts."""

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

    def test_the_times_that_would_tell_it_are_named(self) -> None:
        assert notes(ruled("clock", [2], now="12:00")) == []

    def test_times_in_another_order_are_refused(self) -> None:
        with pytest.raises(Refused, match="the times of a day come in this order: dawn, day, dusk, night"):
            self.light("12:00", dusk="05:00", day="20:00")


class TestIntenseBarrage:
    """grid.txt 196, 233: any hit eliminates, and whoever fired is removed from play."""

    RULE = "intense barrage, the last ammunition: any hit eliminates, and the unit that fired is removed"

    def test_a_hit_names_the_rule_and_the_removal(self) -> None:
        ruling = ruled("bombard", [6], attackers="artillery+intense", target="tank")
        assert self.RULE in notes(ruling)

    def test_a_natural_1_removes_what_it_would_have_disrupted(self) -> None:
        ruling = ruled("bombard", [1], attackers="artillery+intense", target="tank")
        assert notes(ruling) == [self.RULE]
        assert not [step for step in figures(ruling) if "disrupted" in step]
        assert effects(ruling) == ["remove attacker: Artillery"]
        assert ruling.counts["self-disrupted"] == 0

    def test_beside_it_others_stay_and_are_disrupted_by_their_own_1(self) -> None:
        ruling = ruled("bombard", [1, 2], attackers="mortars,artillery+intense", target="infantry")
        assert effects(ruling) == ["disrupt attacker: Mortars own fire", "remove attacker: Artillery"]

    def test_who_may_not_fire_is_not_removed(self) -> None:
        ruling = ruled("bombard", attackers="artillery+intense+unobserved", target="tank")
        assert self.RULE not in notes(ruling)
        assert effects(ruling) == []


class TestOneHit:
    """grid.txt 72: one hit counts on a target; a reading, G-12, whether in the phase or of those declared together."""

    @pytest.mark.parametrize("reading", ["target", "group"])
    @pytest.mark.parametrize("attackers", ["2xartillery", "artillery,artillery", "artillery,mortars"])
    def test_those_declared_together_share_it_however_they_are_typed(self, reading: str, attackers: str) -> None:
        together = ruled("bombard", [5, 5], attackers=attackers, target="infantry", readings={"G-12": reading})
        assert together.outcome.word == "disrupted"
        assert together.counts["hits"] == 2


class TestVerdicts:
    """Units by number and name: what is said of one, and of those whose name is a plural."""

    @pytest.mark.parametrize(
        ("verdict", "procedure", "dice", "fields"),
        [
            ("The Mortars are disrupted.", "fire", [5], {"attackers": "tank", "target": "mortars"}),
            ("The Mortars are not hit.", "fire", [1], {"attackers": "tank", "target": "mortars"}),
            ("The Mortars are unharmed.", "bombard", [2], {"attackers": "artillery", "target": "mortars"}),
            ("The aircraft misses the Mortars.", "strafe", [3], {"target": "mortars"}),
            ("The aircraft misses the Tank.", "strafe", [3], {"target": "tank"}),
            (
                "2 Tanks and the Mortars cannot attack the Tank.",
                "fire",
                [],
                {"attackers": "2xtank+moved,mortars", "target": "tank"},
            ),
            ("The Tank is disrupted: 1 of 2 hit.", "fire", [5, 1], {"attackers": "2xinfantry", "target": "tank"}),
            (
                "The smoke comes down. It stays until your next artillery phase.",
                "smoke",
                [4],
                {"attackers": "mortars"},
            ),
            ("The Mortars may move 1 square.", "move", [], {"mover": "mortars"}),
            ("The Mortars may move 2 squares.", "move", [], {"mover": "mortars+road"}),
            (
                "The Mortars may enter the Fields: 2 squares by road.",
                "move",
                [],
                {"mover": "mortars+road", "into": "fields"},
            ),
            ("The Mortars may not try to regroup.", "morale", [], {"units": "mortars+fought"}),
            ("1 of 3 regroup: the Tank.", "morale", [3, 1, 1], {"units": "tank,2xmortars"}),
            ("The Mortars cannot see it.", "observe", [], {"observer": "mortars", "range": 3}),
            (
                "The Infantry sees it in cover, and may direct artillery and mortars at it.",
                "observe",
                [],
                {"observer": "infantry", "conditions": ["dusk"]},
            ),
        ],
    )
    def test_they_agree_in_number(self, verdict: str, procedure: str, dice: list[int], fields: dict[str, Any]) -> None:
        assert ruled(procedure, dice, **fields).verdict == verdict

    def test_a_hit_that_does_not_count_is_told_why(self) -> None:
        assert "further hit" not in " ".join(notes(ruled("bombard", [5], attackers="artillery", target="infantry")))

    def test_an_officer_is_told_to_spare_mortars_nothing(self) -> None:
        told = "to mortars a Forward Observation Officer is an ordinary observer"
        for attackers, is_told in (("mortars+foo", True), ("mortars", False), ("artillery+foo", False)):
            assert (told in notes(ruled("bombard", [5], attackers=attackers, target="infantry"))) is is_told, attackers

    def test_who_sees_the_target_itself_needs_nobody_who_observes_it(self) -> None:
        """grid.txt 64, 68."""
        for stated, dice, outcome in (("unobserved+in-sight", [5], "disrupted"), ("unobserved", [], "cannot fire")):
            ruling = ruled("bombard", dice, attackers=f"artillery+{stated}", target="infantry")
            assert ruling.outcome.word == outcome, stated

    def test_aa_guns_leave_an_elimination_to_the_second_disruption(self) -> None:
        ruling = ruled("strafe", [5], target="tank+disrupted+aa-near")
        assert ruling.verdict == "The Tank is eliminated from the air."
        assert notes(ruling) == [
            "enemy AA guns within two squares of the target: the hit disrupts and does not eliminate"
        ]

    def test_a_lone_figure_is_one(self) -> None:
        plain = {"rules": "grid", "procedure": "fire", "attackers": "tank+moved", "target": "armoured-car"}
        case = referee().case(plain)
        rests_on = basis(referee().rule(case, 0), case.words.charts)
        assert rests_on == ["1 of 1 figure is a house value: units.armoured-car.class"]


class TestTargetPriority:
    """grid.txt 120: adjacent enemies first; tanks and AT guns take the closest of Tank Class; a reading, G-17."""

    BESIDE = "cannot attack: another enemy is adjacent to it and comes first"
    TANK_BESIDE = "cannot attack: another enemy, of Tank Class, is adjacent to it and comes first"

    @pytest.mark.parametrize(
        "hunter", ["tank", "heavy-tank", "tank-destroyer", "self-propelled-at-gun", "anti-tank-gun"]
    )
    @pytest.mark.parametrize("reading", ["adjacent", "tank-class"])
    def test_a_tank_next_door_comes_before_everyone_else(self, hunter: str, reading: str) -> None:
        asked = {"attackers": f"{hunter}+tank-adjacent", "readings": {"G-17": reading}}
        for target, squares in (("infantry", 1), ("infantry", 2), ("tank", 2)):
            ruling = ruled("fire", target=target, range=squares, **asked)
            assert (ruling.outcome.word, notes(ruling)) == ("cannot attack", [self.TANK_BESIDE])
        assert ruled("fire", [6], target="assault-gun", range=1, **asked).counts["hits"] == 1

    @pytest.mark.parametrize("other", ["infantry", "armoured-car", "aa-gun", "strongpoint"])
    def test_others_are_bound_to_the_next_square_alone(self, other: str) -> None:
        near = ruled("fire", [6], attackers=f"{other}+tank-adjacent+tank-seen", target="infantry", range=1)
        assert near.counts["hits"] == 1
        for condition, told in (("tank-adjacent", self.TANK_BESIDE), ("enemy-adjacent", self.BESIDE)):
            assert notes(ruled("fire", attackers=f"{other}+{condition}", target="infantry")) == [told]

    def test_a_priority_that_is_passed_over_is_told(self) -> None:
        assert "passed over" not in " ".join(notes(ruled("fire", [6], attackers="tank", target="infantry", range=1)))


class TestHeavyTanks:
    """grid.txt 199, 228: attacked from an adjacent square alone, but for powerful AT guns, as decided in G-62."""

    RULE = "cannot attack: a heavy tank can only be attacked from an adjacent square"

    @pytest.mark.parametrize("unit", ["tank", "tank-destroyer", "self-propelled-at-gun", "aa-gun", "infantry"])
    def test_who_is_no_at_gun_is_not_powerful_and_is_told_so(self, unit: str) -> None:
        ruling = ruled("fire", attackers=f"{unit}+powerful", target="heavy-tank")
        assert ruling.outcome.word == "cannot attack"
        assert notes(ruling)[0].startswith(f"{self.RULE}, and ")
        assert notes(ruling)[0].endswith(" is no AT gun")

    def test_an_at_gun_that_is_not_powerful_is_refused(self) -> None:
        assert notes(ruled("fire", attackers="anti-tank-gun", target="heavy-tank")) == [self.RULE]


class TestMoving:
    """grid.txt 81, 106-108, 166, 178-181: where a move begins and ends, and who moves in spite of the fight."""

    def test_it_ends_beside_an_enemy_which_is_told(self) -> None:
        told = "moves next to an enemy: must stop"
        assert notes(ruled("move", mover="tank+towards-enemy+combat-move+fought"))[-1] == f"{told} there"
        assert notes(ruled("move", mover="tank")) == []

    @pytest.mark.parametrize("condition", ["leaving", "from-buildings"])
    def test_it_is_measured_from_the_edge_of_what_the_unit_leaves(self, condition: str) -> None:
        assert notes(ruled("move", mover=f"infantry+{condition}")) == [
            "distances are measured from the edge of the feature"
        ]

    def test_so_is_fire(self) -> None:
        edge = "distances are measured from the edge of the feature"
        assert edge in notes(ruled("fire", [4], attackers="infantry+from-buildings", target="infantry"))
        assert edge not in notes(ruled("fire", [4], attackers="infantry", target="infantry"))

    @pytest.mark.parametrize("unit", ["tank", "heavy-tank", "armoured-infantry", "armoured-reconnaissance"])
    def test_some_move_a_square_after_combat_and_no_more_by_road_or_out_of_a_feature(self, unit: str) -> None:
        for condition in ("road", "leaving", "night", "in-contact"):
            ruling = ruled("move", mover=f"{unit}+fought+combat-move", conditions=[condition])
            assert ruling.counts["squares"] == 1

    @pytest.mark.parametrize("unit", ["infantry", "motorised-infantry", "tank-destroyer", "assault-gun", "mortars"])
    def test_others_do_not(self, unit: str) -> None:
        ruling = ruled("move", mover=f"{unit}+fought+combat-move")
        assert notes(ruling) == [
            "may not move: only tanks, armoured infantry and armoured reconnaissance have a combat move"
        ]

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

    @pytest.mark.parametrize(("fields", "told"), [({"end": "21:00"}, "now"), ({"limit": 5}, "casualties and limit")])
    def test_half_of_what_it_takes_is_refused(self, fields: dict[str, Any], told: str) -> None:
        with pytest.raises(Refused, match=told):
            ruled("clock", [2], **fields)


class TestSquares:
    """grid.txt 189, 209: smoke comes down, and a wreck stays, in a square that can be said."""

    def test_one_square_serves_all_who_lay_smoke(self) -> None:
        ruling = ruled("smoke", [4, 5], attackers="artillery,mortars", squares="C4")
        assert effects(ruling) == ["smoke attacker: Artillery C4", "smoke attacker: Mortars C4"]

    def test_else_there_is_one_for_each(self) -> None:
        with pytest.raises(Refused, match="2 squares for 3 units; give one for all of them"):
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


class TestSmokeOfOnesOwn:
    """grid.txt 189: the die has no modifiers; one that a referee's own chart adds counts."""

    def test_a_modifier_of_an_overlay_counts(self, home: Home, run: Run) -> None:
        wind = '[[condition]]\nname = "wind"\ntext = "strong wind"\nvalue = -2\nsource = { section = "our own" }\n'
        home.write("mine/grid/smoke.toml", wind)
        home.write("refcli.toml", 'charts = "mine"')
        still, windy = (run("-R", "grid", "smoke", "mortars", *more, "--dice", "5") for more in ([], ["wind"]))
        assert ("The smoke comes down." in still.out, "NO SMOKE" in windy.out) == (True, True)
