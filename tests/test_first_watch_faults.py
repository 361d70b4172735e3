"""What a referee of First Watch is refused, and what is asked of no figure. The lines are those of first-watch.txt."""

import json
from typing import Any, ClassVar

import pytest

from refcli.core.errors import Refused
from refcli.odds.enumeration import Enumeration
from tests.conformance.falls import amounts, every_ruling
from tests.conftest import Home, Run
from tests.test_first_watch import note_steps, odds, referee, ruled

SPEEDS = {"vehicles.tiger-i.max-speed": 19, "troops.infantry.max-speed": 7, "terrain.open-ground.tracked": 0.5}


class TestALongerWayThanItMayGo:
    """A unit goes no farther than Max Speed times the terrain. L39; FW-61."""

    def test_is_an_error(self) -> None:
        drive = {"mover": "tiger-i", "terrain": "open-ground", "set": SPEEDS}
        assert ruled("phase", moved=9.5, **drive).outcome.word == "remaining"
        with pytest.raises(Refused, match="moved"):
            ruled("phase", moved=9.6, **drive)

    @pytest.mark.parametrize("stated", [[], ["small-arms"]])
    def test_is_an_error_of_those_that_fire_first_too(self, stated: list[str]) -> None:
        with pytest.raises(Refused, match="moved"):
            ruled("phase", mover="infantry", moved=8, conditions=stated, set=SPEEDS)

    def test_all_of_it_is_none(self) -> None:
        assert ruled("phase", mover="infantry", moved=7, set=SPEEDS).outcome.word == "first"
        assert ruled("phase", mover="tiger-i", moved=19, set=SPEEDS).outcome.word == "remaining"

    def test_what_does_not_move_has_a_way_of_nothing(self) -> None:
        with pytest.raises(Refused, match="moved"):
            ruled("phase", mover="tiger-i", moved=1, set={"vehicles.tiger-i.max-speed": 0})


class TestAKindIsNoFigure:
    """Whether a vehicle is armored or open-topped is no house value, whatever the armor comes to. L58, 69-71; FW-61."""

    @pytest.mark.parametrize("target", ["m3-halftrack", "t-34-76", "tiger-i"])
    def test_a_close_assault_asks_for_no_armor_class(self, target: str) -> None:
        assault: dict[str, Any] = {"attackers": "infantry", "target": target, "readings": {"FW-8": "natural"}}
        assert ruled("close-assault", [10], True, **assault).outcome.word == "destroyed"

    def test_what_has_no_armor_is_told_without_a_figure_too(self) -> None:
        assault = ruled("close-assault", (), True, attackers="infantry", target="opel-blitz")
        assert assault.outcome.word == "cannot attack"

    def test_small_arms_ask_for_no_figure_of_an_open_top(self) -> None:
        halftrack = ruled("fire", [9], True, attacker="lmg", target="m3-halftrack", range=8)
        assert (halftrack.sums["hit number"], halftrack.counts) == (4, {"eliminated": 2})
        assert ruled("fire", (), True, attacker="lmg", target="tiger-i", range=8).outcome.word == "no shot"

    def test_the_referee_can_armor_it(self) -> None:
        armored: dict[str, Any] = {
            "attackers": "infantry",
            "target": "opel-blitz",
            "set": {"vehicles.opel-blitz.armor-class": 1},
        }
        assert ruled("close-assault", [10], **armored).outcome.word == "destroyed"


class TestBeyondPenetration:
    """A gun whose shot reaches farther than it pierces. L77."""

    def test_hits_and_penetrates_nothing(self, home: Home, run: Run) -> None:
        home.write("mine/first-watch/penetration-range.toml", "[rows]\n75mm-l48 = [0, 0, 0]\n")
        home.write("refcli.toml", 'charts = "mine"')
        found = run("-R", "fw", "fire", "75mm-l48", "t-34-76", "-r", "60", "--year", "1944", "--dice", "10", "--json")
        assert (found.status, found.err) == (0, "")
        assert json.loads(found.out)["outcome"] == "not penetrated"


class TestTheShotOfTheYear:
    """Each gun loses with range what its own shot of the year loses. L77, 90; FW-62."""

    SHOT: ClassVar[dict[str, Any]] = {"attacker": "47mm-m35", "target": "t-34-76", "range": 100}
    FIGURES: ClassVar[dict[str, Any]] = {
        "penetration.47mm-m35.1942": 3,
        "penetration.47mm-m35.1945": 5,
        "penetration-range.47mm-m35.100": -2,
        "penetration-range-1943.47mm-m35.100": 0,
    }

    @pytest.mark.parametrize(("year", "penetration"), [(None, 1), (1942, 1), (1943, 5), (1945, 5)])
    def test_a_new_shot_has_a_penalty_of_its_own(self, year: int | None, penetration: int) -> None:
        ruling = ruled("penetrate", **self.SHOT, year=year, set=self.FIGURES)
        assert ruling.sums["penetration"] == penetration

    def test_a_gun_that_got_none_keeps_its_penalty(self) -> None:
        shot: dict[str, Any] = {
            "attacker": "75mm-l40",
            "target": "tiger-i",
            "range": 100,
            "set": {"penetration-range.75mm-l40.100": -3},
        }
        early, late = (ruled("penetrate", **shot, year=year).sums["penetration"] for year in (1942, 1944))
        assert early == late


class TestWhatHasFired:
    """Each unit fires once in a turn, whatever else can be said of it. L31."""

    @pytest.mark.parametrize("piece", ["155mm", "18pdr"])
    def test_comes_before_the_figures_of_a_gun(self, piece: str) -> None:
        shot = ruled("fire", attacker=f"{piece}+fired", target="infantry", range=20)
        assert (shot.outcome.word, note_steps(shot)[0].source.lines) == ("no shot", "31")

    def test_keeps_a_unit_out_of_a_close_assault_and_no_other(self) -> None:
        assault: dict[str, Any] = {
            "target": "tiger-i",
            "set": {f"infantry-units.modifier.{n}": n - 1 for n in (1, 2, 3)},
        }
        ruling = ruled("close-assault", [9], attackers="2xinfantry,infantry+fired", **assault)
        assert (ruling.outcome.word, ruling.sums["assault"]) == ("destroyed", 10)
        assert [effect.unit for effect in ruling.effects] == ["infantry A", "infantry B", "Tiger I", "Tiger I"]
        assert ruled("close-assault", attackers="2xinfantry+fired", **assault).outcome.word == "cannot attack"


class TestWholeNumbers:
    """A count of dice, attacks or counters is never cut. L60, 104, 131."""

    @pytest.mark.parametrize(
        ("figure", "plain"),
        [
            ("drift.artillery.1", {"procedure": "bombard", "attacker": "76mm"}),
            ("bombing.medium.drift", {"procedure": "bomb", "attacker": "500lb"}),
            ("strafing-attacks.rockets", {"procedure": "strafe", "attacker": "rockets", "targets": "3xinfantry"}),
            (
                "guns.88mm-flak36.crew",
                {"procedure": "fire", "attacker": "lmg", "target": "88mm-flak36", "range": 8, "near": 1},
            ),
        ],
    )
    def test_a_part_of_one_is_refused(self, figure: str, plain: dict[str, Any]) -> None:
        with pytest.raises(Refused, match=figure):
            odds(**plain, set={figure: 1.5})

    def test_half_a_point_decides_a_combat(self) -> None:
        duel: dict[str, Any] = {"attacker": "zero", "target": "wildcat", "set": {"aircraft-types.fighter.size": 0.5}}
        assert ruled("air-combat", [5, 5], **duel, adjust=["combat=0.5:sun"]).outcome.word == "shot down"

    def test_half_a_cm_of_drift_stays(self) -> None:
        assert ruled("bombard", [5, 3], attacker="76mm", turn=3, adjust=["0.5:wind"]).told["drift"] == 3.5


class TestMarks:
    """What stands in the source says so, and nothing else does."""

    @pytest.mark.parametrize("kind", ["heavy-fighter", "fighter-bomber", "jet"])
    def test_the_size_of_these_is_not_published(self, kind: str) -> None:
        sizes = referee().loaded("first-watch").library.everything()["aircraft-types"]
        assert sizes.cell(kind, "size").source.origin == "inferred"
        assert sizes.cell("fighter", "size").source.origin == "published"

    def test_close_at_hand_is(self) -> None:
        cell = referee().loaded("first-watch").library.everything()["fire"].cell("close-at-hand")
        assert (cell.number, cell.source.origin, cell.source.lines) == (5, "published", "67")


class TestAltitude:
    """An aircraft may change one level a turn. L111."""

    def test_two_levels_are_refused(self) -> None:
        with pytest.raises(Refused, match=r"^to:"):
            ruled("move", mover="stuka", altitude="low", to="high")

    @pytest.mark.parametrize(("altitude", "to"), [("low", "medium"), ("high", "medium"), ("medium", "high")])
    def test_one_level_is_an_effect(self, altitude: str, to: str) -> None:
        ruling = ruled("move", mover="stuka", altitude=altitude, to=to)
        assert [(effect.word, effect.detail) for effect in ruling.effects] == [("move", ""), ("altitude", to)]

    def test_the_level_it_has_is_none(self) -> None:
        ruling = ruled("move", mover="stuka", altitude="low", to="low")
        assert [effect.word for effect in ruling.effects] == ["move"]


class TestTheOdds:
    """The odds are every fall of the dice, in what changed with issue 12."""

    @pytest.mark.parametrize(
        "plain",
        [
            {"procedure": "fire", "attacker": "lmg", "target": "infantry", "range": 8, "near": 1, "apart": 6},
            {"procedure": "fire", "attacker": "lmg", "target": "infantry", "range": 8, "second": "6pdr", "apart": 5},
            {"procedure": "fire", "attacker": "lmg", "target": "infantry+crawling", "range": 4},
            {"procedure": "fire", "attacker": "6pdr", "target": "t-34-76", "range": 60, "year": 1944},
            {"procedure": "close-assault", "attackers": "2xinfantry", "target": "tiger-i+assaulted"},
            {"procedure": "close-assault", "attackers": "2xinfantry,infantry+fired", "target": "tiger-i"},
            {"procedure": "bomb", "attacker": "500lb", "plane": "he-111+attacked", "altitude": "low"},
            {"procedure": "bomb", "attacker": "500lb", "conditions": ["aborting", "jettison"], "altitude": "low"},
            {"procedure": "strafe", "attacker": "stuka-37mm+attacked", "targets": "2xinfantry"},
            {"procedure": "air-combat", "attacker": "zero+attacker-damaged", "target": "he-111+damaged"},
            {
                "procedure": "air-combat",
                "attacker": "zero+attacker-damaged",
                "target": "wildcat",
                "set": {"aircraft-types.fighter.size": 3},
            },
        ],
    )
    def test_are_every_fall_of_the_dice(self, plain: dict[str, Any]) -> None:
        case = referee().case(plain)
        asked = case.procedure, case.request, case.charts()
        assert Enumeration().distribution(amounts, asked).chances() == every_ruling(*asked)
