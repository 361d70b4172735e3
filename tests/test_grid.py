"""WW2 rules on a grid: the game clock and its light, bombardment, the words of verdicts."""

from functools import partial
from itertools import product
from typing import Any, ClassVar

import pytest

from refcli.core.charts import Cell
from refcli.core.errors import Refused
from refcli.core.ruling import Ruling
from refcli.render.view import basis
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
        untold = ruled("clock", [2], now="12:00", dawn="05:00", night="21:00")
        assert notes(untold) == ["the light depends on times not agreed: day, dusk"]
        assert notes(ruled("clock", [2], now="12:00")) == []

    def test_times_in_another_order_are_refused(self) -> None:
        with pytest.raises(Refused, match="the times of a day come in this order: dawn, day, dusk, night"):
            self.light("12:00", dusk="05:00", day="20:00")


class TestIntenseBarrage:
    """grid.txt 196, 233: any hit eliminates, and whoever fired is removed from play."""

    RULE = "intense barrage with the last ammunition: any hit eliminates, and who fired it is removed"

    def test_a_hit_names_the_rule_and_the_removal(self) -> None:
        ruling = ruled("bombard", [6], attackers="artillery+intense", target="tank")
        assert self.RULE in notes(ruling)
        assert ruling.verdict == "Tank is eliminated: 1 of 1 hit; removed from play: Artillery"

    def test_a_natural_1_removes_what_it_would_have_disrupted(self) -> None:
        ruling = ruled("bombard", [1], attackers="artillery+intense", target="tank")
        assert notes(ruling) == [self.RULE]
        assert not [step for step in figures(ruling) if "disrupted" in step]
        assert effects(ruling) == ["remove artillery 1"]
        assert ruling.counts["self-disrupted"] == 0
        assert ruling.verdict == "Tank is unharmed: 0 of 1 hit; removed from play: Artillery"

    def test_beside_it_others_stay_and_are_disrupted_by_their_own_1(self) -> None:
        ruling = ruled("bombard", [1, 2], attackers="mortars,artillery+intense", target="infantry")
        assert effects(ruling) == ["fired mortars 1", "disrupt mortars 1", "remove artillery 1"]

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
            ("Mortars are disrupted: 1 of 1 hit", "fire", [5], {"attackers": "tank", "target": "mortars"}),
            ("Mortars are not hit", "fire", [1], {"attackers": "tank", "target": "mortars"}),
            ("Mortars are unharmed: 0 of 1 hit", "bombard", [2], {"attackers": "artillery", "target": "mortars"}),
            ("Mortars are missed", "strafe", [3], {"target": "mortars"}),
            ("Tank is missed", "strafe", [3], {"target": "tank"}),
            ("2 Tank, Mortars cannot attack Tank", "fire", [], {"attackers": "2xtank+moved,mortars", "target": "tank"}),
            ("smoke until your next artillery phase: 1 of 1 came down", "smoke", [4], {"attackers": "mortars"}),
            ("Mortars may move 1 square", "move", [], {"mover": "mortars"}),
            ("Mortars may move 2 squares", "move", [], {"mover": "mortars+road"}),
            ("Mortars may enter: Fields, 2 squares by road", "move", [], {"mover": "mortars+road", "into": "fields"}),
            ("Mortars: no attempt to regroup is allowed", "morale", [], {"units": "mortars+fought"}),
            ("Tank, 2 Mortars: 1 of 3 regrouped", "morale", [3, 1, 1], {"units": "tank,2xmortars"}),
            ("Mortars cannot see it", "observe", [], {"observer": "mortars", "range": 3}),
            (
                "Infantry can see it in cover, and may direct artillery and mortars at it",
                "observe",
                [],
                {"observer": "infantry", "conditions": ["dusk"]},
            ),
        ],
    )
    def test_they_agree_in_number(self, verdict: str, procedure: str, dice: list[int], fields: dict[str, Any]) -> None:
        assert ruled(procedure, dice, **fields).verdict == verdict

    def test_who_may_not_move_is_told_all_of_the_reason(self) -> None:
        ruling = ruled("move", mover="tank+disrupted+towards-enemy")
        assert notes(ruling) == ["may not move: disrupted, and the move would end adjacent to an enemy"]

    def test_a_hit_that_does_not_count_is_told_why(self) -> None:
        ruling = ruled("bombard", [5], attackers="artillery", target="infantry+already-hit")
        assert notes(ruling)[0] == "artillery or mortars already hit the target this phase"
        assert "already hit" not in " ".join(notes(ruled("bombard", [5], attackers="artillery", target="infantry")))

    def test_aa_guns_leave_an_elimination_to_the_second_disruption(self) -> None:
        ruling = ruled("strafe", [5], target="tank+disrupted+aa-near")
        assert ruling.verdict == "Tank is eliminated from the air"
        assert notes(ruling) == [
            "enemy AA guns within two squares of the unit attacked: a disruption, no elimination outright"
        ]

    def test_a_lone_figure_is_one(self) -> None:
        plain = {"rules": "grid", "procedure": "fire", "attackers": "tank+moved", "target": "armoured-car"}
        case = referee().case(plain)
        rests_on = basis(referee().rule(case, 0), case.words.charts)
        assert rests_on == ["1 of 1 figure is a house value: units.armoured-car.class"]

    def test_who_may_not_lay_smoke_is_told_so(self) -> None:
        assert notes(ruled("smoke", attackers="mortars+moved")) == ["cannot lay smoke: moves this turn"]
