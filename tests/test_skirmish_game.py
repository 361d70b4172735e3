"""The skirmish rules: what a game is told and has to know, those aboard, radio, prisoners, guns made ready."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from refcli.core.errors import Refused
from refcli.odds.enumeration import Enumeration
from refcli.referee.scenario import rulings, scenario_file, scenarios_in
from refcli.rulesets.skirmish.crew import jump_clear, occupants
from refcli.rulesets.skirmish.effects import Kind
from tests.conformance.falls import every_fall
from tests.rulings import effects
from tests.rulings import ruled as ruled_by
from tests.situations import SCENARIOS, referee

ruled = partial(ruled_by, "skirmish")

LMG: dict[str, Any] = {"firer": "lmg", "target": "lorry+2xaboard", "range": 10}
"""A burst at a lorry with two men in it."""


def outcome_of(procedure: str, dice: Sequence[int] = (), **fields: Any) -> str:
    """The outcome of a ruling in its word."""
    return ruled(procedure, dice, **fields).outcome.word


@pytest.fixture(scope="module")
def charts() -> Any:
    """All charts of the ruleset."""
    return referee().loaded("skirmish").library.everything()


class TestAboard:
    """Those in a soft vehicle suffer for every hit that immobilises it, skirmish.txt 197-201, 281."""

    def test_a_second_hit_may_kill_whom_the_first_missed(self) -> None:
        twice = {**LMG, "firer": "2xlmg"}
        ruling = ruled("fire", [3, 5, 3, 5, 7, 8, 7, 7], **twice)
        assert (ruling.counts["dead"], ruling.counts["near misses"]) == (1, 1)

    def test_who_is_dead_rolls_no_more(self) -> None:
        ruling = ruled("fire", [3, 5, 3, 5, 8, 8], **{**LMG, "firer": "2xlmg"})
        assert ruling.counts["dead"] == 2
        assert "bail-out" not in {effect.word for effect in ruling.effects}

    def test_once_a_ruling_is_a_reading(self) -> None:
        ruling = ruled("fire", [3, 5, 3, 5, 7, 7], **{**LMG, "firer": "2xlmg"}, readings={"S-63": "once"})
        assert ruling.counts["near misses"] == 2

    def test_those_who_live_leave_a_soft_vehicle_and_stay_in_an_open_one(self) -> None:
        assert "bail-out target: Lorry 2" in effects(ruled("fire", [3, 5, 7, 7], **LMG))
        assert effects(ruled("burst", [3], weapon="25pdr", target="gun+aboard")) == ["immobilised target: Gun"]
        stays = effects(ruled("burst", [6, 9, 9], weapon="25pdr", target="sdkfz-251"))
        assert stays == [
            "immobilised target: Sdkfz 251 1/2 track",
            "near-miss-aboard target: Sdkfz 251 1/2 track 2 crew",
            "close-hatches target: Sdkfz 251 1/2 track",
        ]

    @pytest.mark.parametrize(
        "part",
        [(occupants, 1, "soft-cover", 3), (occupants, 2, "hard-cover", 1), (jump_clear, 1, 1), (jump_clear, 1, 0)],
    )
    @pytest.mark.parametrize("reading", ["person", "crew"])
    def test_odds_are_every_fall_of_the_dice(self, part: tuple[Any, ...], reading: str) -> None:
        plain = {"rules": "skirmish", "procedure": "fire", **LMG, "readings": {"S-33": reading}}
        function, *arguments = part
        asked = (*arguments, (), referee().case(plain).charts())

        def together(*given: Any) -> Any:
            return function(*given).all

        assert Enumeration().distribution(together, asked).chances() == every_fall(together, asked)


class TestWhoAndWhat:
    """What only a game can know is told it: who fired at what, who led, who was aboard; skirmish.txt 151-183, 433."""

    def test_each_weapon_of_a_vehicle_is_told_by_its_mount(self) -> None:
        ruling = ruled("fire", [1, 1], firer="tiger-i/coax,rifle+moved", target="infantry", range=20)
        fired = [effect.line for effect in ruling.effects if effect.word == "fired"]
        assert fired == ["fired coax: Tiger I Infantry", "fired firer: Rifle Infantry"]

    def test_who_does_not_shoot_has_not_fired(self) -> None:
        ruling = ruled("fire", [1], firer="rifle+near-missed,rifle+stationary", target="infantry", range=20)
        assert [effect.line for effect in ruling.effects] == ["fired firer: Rifle B Infantry", "stood firer: Rifle B"]

    def test_a_leader_is_missed_when_he_is_killed_alone(self) -> None:
        man: dict[str, Any] = {"weapon": "25pdr", "target": "infantry+leader,infantry"}
        assert ruled("burst", [6, 6], **man).counts["leaders dead"] == 1
        assert ruled("burst", [5, 6], **man).counts["leaders dead"] == 0
        assert "leaders dead" not in ruled("burst", [6], weapon="25pdr", target="infantry").counts

    def test_crew_and_passengers_are_told_apart_man_by_man(self) -> None:
        ruling = ruled("escape", [6, 7, 6, 7, 7], target="sdkfz-7+3xaboard", cause="wrecked")
        assert effects(ruling) == [
            "kill-aboard target: Sdkfz 7 1/2 track crew",
            "escaped target: Sdkfz 7 1/2 track crew",
            "kill-aboard target: Sdkfz 7 1/2 track 2 passengers",
            "escaped target: Sdkfz 7 1/2 track passengers",
        ]

    def test_of_two_guns_the_one_that_is_silent_is_not_counted(self) -> None:
        ruling = ruled("fire", [1, 6], firer="75mm-l40,6pdr+moved", target="infantry", range=50)
        assert "shell firer: American 75mm L40 6 cm short of the aim" in effects(ruling)
        assert ruling.counts["shots"] == 1

    def test_every_kind_of_effect_comes_of_some_scenario(self) -> None:
        made = set()
        for scenario in scenarios_in(scenario_file(str(SCENARIOS))):
            if scenario.rules == "skirmish":
                made |= {effect.kind for _, record in rulings(scenario, referee()) for effect in record.ruling.effects}
        assert set(Kind) == made

    def test_the_crew_that_the_list_leaves_open_is_no_published_figure(self, charts: Any) -> None:
        assert charts["vehicles"].cell("sdkfz-251", "crew").source.is_house
        assert not charts["vehicles"].cell("sdkfz-7", "crew").source.is_house
        with pytest.raises(Refused, match=r"vehicles\.sdkfz-251\.crew"):
            ruled("escape", [1, 1], target="sdkfz-251", cause="wrecked", published=True)


class TestWhatIsLost:
    """What a tank has lost does not fire any more, skirmish.txt 409, 415."""

    @pytest.mark.parametrize(
        ("firer", "fires"),
        [
            ("tiger-i+main-gun-destroyed", False),
            ("tiger-i/coax+main-gun-destroyed", True),
            ("tiger-i/coax+turret-destroyed", False),
            ("tiger-i/bow+turret-destroyed", True),
        ],
    )
    def test_the_main_gun_and_all_that_the_turret_carries(self, firer: str, fires: bool) -> None:
        shot: dict[str, Any] = {"firer": firer, "target": "infantry", "range": 10}
        assert outcome_of("fire", [1] if fires else [], **shot) == ("miss" if fires else "no shot")


class TestRadio:
    """Who may be reached in which turn, skirmish.txt 53-59, 207."""

    def test_the_guns_fire_on_the_turn_after_the_request(self, charts: Any) -> None:
        ready = charts["radio"].cell("guns-ready")
        assert (ready.value, ready.source.lines) == (1, "59, 207")
        assert outcome_of("bombard", guns="25pdr+uncalled") == "cannot fire"
        assert outcome_of("smoke", [9], guns="25pdr+uncalled+direct-fire") == "on the spot"

    @pytest.mark.parametrize(
        ("sender", "receiver", "turns"),
        [("platoon", "company", 1), ("brigade", "platoon", 2), ("platoon", "platoon", 2), ("battery", "observer", 1)],
    )
    def test_a_message_goes_one_step_a_turn(self, sender: str, receiver: str, turns: int) -> None:
        ruling = ruled("radio", sender=sender, receiver=receiver)
        assert ruling.counts["turns"] == turns
        assert "call" not in {effect.word for effect in ruling.effects}

    @pytest.mark.parametrize("why", ["untrained", "no-radio", "sent"])
    def test_some_send_nothing_but_are_heard_near_by(self, why: str) -> None:
        message: dict[str, Any] = {"sender": f"platoon+{why}", "receiver": "company"}
        assert ruled("radio", **message).effects == ()
        assert outcome_of("radio", **message, range=30) == "heard"

    def test_no_voice_calls_down_fire(self) -> None:
        assert outcome_of("radio", sender="observer+no-radio", receiver="battery", range=10) == "not sent"
        assert outcome_of("radio", sender="battery", receiver="platoon", range=10) == "heard"


class TestPrisoners:
    """Who is captured, skirmish.txt 462."""

    @pytest.mark.parametrize(
        ("captor", "captive", "range", "captured"),
        [
            ("infantry", "infantry+near-missed", 1, 1),
            ("infantry", "infantry+near-missed", 1.1, 0),
            ("infantry", "infantry", 0, 0),
            ("jeep", "infantry+near-missed", 0, 0),
        ],
    )
    def test_within_1_cm_men_take_those_who_hit_the_dirt(
        self, captor: str, captive: str, range: float, captured: int
    ) -> None:
        assert ruled("capture", captor=captor, captive=captive, range=range).counts["captured"] == captured


class TestMakingReady:
    """Guns and heavy weapons that are not ready do not fire, skirmish.txt 86, 115-121."""

    @pytest.mark.parametrize(
        ("firer", "fires"),
        [
            ("6pdr+unready", False),
            ("wespe+unready", False),
            ("hmg+unready", False),
            ("rifle+unready", True),
            ("6pdr+out-of-supply", False),
            ("t34-85+out-of-supply", True),
            ("hmg+short-handed", False),
            ("lmg+short-handed", True),
        ],
    )
    def test_what_is_not_ready_supplied_or_manned_is_silent(self, firer: str, fires: bool) -> None:
        shot: dict[str, Any] = {"firer": firer, "target": "tiger-i", "range": 20}
        assert outcome_of("fire", [1] if fires else [], **shot) == ("miss" if fires else "no shot")

    @pytest.mark.parametrize(
        ("mover", "task", "turns"),
        [
            ("gun", "unhitch", 2),
            ("lorry", "hitch-up", 1),
            ("infantry-weapon", "set-up", 1),
            ("priest", "close-down", 1),
        ],
    )
    def test_it_takes_turns_to_be_ready(self, mover: str, task: str, turns: int) -> None:
        ruling = ruled("move", mover=f"{mover}+{task}")
        assert sum(effect.amount for effect in ruling.effects if effect.word == "busy") == turns

    @pytest.mark.parametrize("told", ["infantry+set-up", "infantry-weapon+unhitch", "motorcycle+hitch-up"])
    def test_not_everybody_has_something_to_make_ready(self, told: str) -> None:
        assert outcome_of("move", mover=told) == "may not move"
