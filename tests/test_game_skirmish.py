"""The untitled skirmish rules as an evening: what is remembered, given, barred and reminded of, by whom it is named."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refcli.core.errors import Refused
from refcli.core.ruling import Note
from refcli.game.game import Game
from refcli.game.reminders import idle
from tests.conftest import Run, write
from tests.games import games, rows_never_reached, unreached
from tests.games import play as play_stored
from tests.play import play
from tests.situations import referee

UNITS = {
    "able": "rifle infantry Allied group=first",
    "baker": "rifle infantry Allied group=first",
    "vick": "hmg infantry-weapon Allied",
    "g1": "british-25pdr gun Allied",
    "g2": "british-25pdr gun Allied",
    "T1": "t34-76 Allied",
    "T2": "t34-76 Allied",
    "hq": "platoon Allied",
    "hq2": "platoon Allied",
    "karl": "rifle infantry Axis",
    "otto": "rifle infantry Axis",
    "mg": "mg42 infantry-weapon Axis",
    "lorry1": "lorry Axis",
    "lorry2": "lorry Axis",
    "faust": "bazooka infantry aboard=lorry1 Axis",
}
"""Two of a kind, wherever a ruling could take one for the other."""

RULED: tuple[dict[str, Any], ...] = (
    {"procedure": "fire", "firer": "able,baker", "target": "karl", "range": 5, "dice": "9 9 / 9 9"},
    {"procedure": "fire", "firer": "vick", "target": "karl,otto", "range": 5, "dice": "9 9 / 9 2"},
    {"procedure": "fire", "firer": "T1,T2", "target": "lorry1", "range": 15, "dice": "2 2"},
    {"procedure": "fire", "firer": "vick+moved", "target": "karl", "range": 5},
    {"procedure": "fire", "firer": "g1", "target": "karl", "range": 20, "dice": "9"},
    {"procedure": "fire", "firer": "able", "target": "karl", "range": 70},
    {"procedure": "penetrate", "firer": "g1", "target": "T2", "range": 15, "dice": "1"},
    {"procedure": "bombard", "guns": "g1+observed,g2+observed", "dice": "9 9"},
    {"procedure": "bombard", "guns": "g1+uncalled,g2", "range": 5},
    {"procedure": "smoke", "guns": "g1,g2", "dice": "9 9"},
    {"procedure": "burst", "weapon": "g1", "target": "karl,otto,lorry1,lorry2,T2,mg", "dice": "9 2 / 1 1 4 / 9"},
    {"procedure": "move", "mover": "vick"},
    {"procedure": "move", "mover": "T1+wood"},
    {"procedure": "ram", "rammer": "T1", "target": "mg"},
    {"procedure": "ram", "rammer": "T1", "target": "lorry2"},
    {"procedure": "grenade", "thrower": "able", "range": 5, "dice": "9"},
    {"procedure": "capture", "captor": "able", "captive": "karl+near-missed,otto"},
    {"procedure": "radio", "sender": "hq", "receiver": "hq2"},
    {"procedure": "morale", "section": "first", "conditions": ["half-killed"], "dice": "9"},
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a game that everybody has come into."""
    path = tmp_path_factory.mktemp("begun") / "game.jsonl"
    game = Game(path, referee(), "skirmish")
    for name, words in UNITS.items():
        game.add(name, words.split())
    return path.read_bytes()


@pytest.fixture
def game(tmp_path: Path, begun: bytes) -> Game:
    """A game before its first turn, in which any act goes."""
    return Game(write(tmp_path / "game.jsonl", begun), referee())


def ruled(game: Game, dice: str = "", **said: Any) -> Any:
    """A ruling of a game, kept in it."""
    done = game.complete(said, overrule=True)
    record = referee().rule(referee().case({"rules": "skirmish", **done.plain}), 1, dice or None)
    game.keep(record, done, overrule=True)
    return record.ruling


@pytest.mark.parametrize("path", games("skirmish"), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play_stored(path, tmp_path)[0] == []


def test_the_stored_games_reach_every_state_bar_reminder_and_gift(tmp_path: Path) -> None:
    assert unreached("skirmish", tmp_path) == []


def test_acts_and_stored_games_reach_every_refusal() -> None:
    assert rows_never_reached("skirmish") == []


def names_in(ruling: Any) -> Iterator[str]:
    """Everybody whom the effects, the outcomes and the details of a ruling name."""
    for effect in ruling.effects:
        yield effect.unit
        if effect.word in ("fired", "rammed", "captured", "message", "arrives", "call"):
            yield effect.detail
    for name, _ in ruling.each:
        yield name


@pytest.mark.parametrize("said", RULED, ids=lambda said: f"{said['procedure']} {[*said.values()][1]}")
class TestUnitsInPlay:
    """Are called by their names, each for itself."""

    def test_in_effects_and_outcomes(self, game: Game, said: dict[str, Any]) -> None:
        assert {*names_in(ruled(game, **said))} - {"", "first", *UNITS} == set()

    def test_in_its_sentences(self, game: Game, said: dict[str, Any]) -> None:
        ruling = ruled(game, **said)
        texts = [ruling.verdict, *[one.step.text for one in ruling.steps if isinstance(one.step, Note)]]
        kinds = ("Rifle", "Infantry", "HMG", "British 25 pdr", "T34/76", "Lorry", "Platoon")
        assert [text for text in texts for kind in kinds if kind in text] == []


class TestAUnit:
    """Is one row or another of the charts, as a field knows them."""

    def test_stands_for_the_row_that_is_told(self, game: Game) -> None:
        done = game.complete({"procedure": "burst", "weapon": "g1", "target": "mg"})
        assert done.plain["target"] == ["infantry-weapon"]

    def test_of_a_section_is_asked_for_where_several_may_be(self, game: Game) -> None:
        done = game.complete({"procedure": "fire", "firer": "first", "target": "karl", "range": 5})
        assert done.plain["names"]["firer"] == ["able", "baker"]

    def test_is_its_section_where_one_thing_is_asked_for(self, game: Game) -> None:
        done = game.complete({"procedure": "morale", "section": "first"})
        assert done.plain["names"]["section"] == ["first"]

    def test_fires_each_of_its_weapons_once(self, game: Game) -> None:
        ruled(game, "2", procedure="fire", firer="T1/coax", target="lorry1", range=15)
        assert not game.complete({"procedure": "fire", "firer": "T1", "target": "lorry1", "range": 15}).bars
        assert game.complete(
            {"procedure": "fire", "firer": "T1/coax", "target": "karl", "range": 15}, overrule=True
        ).bars


def test_who_had_his_part_in_a_turn_is_not_told_to_have_done_nothing(game: Game) -> None:
    """Skirmish.txt 59, 86, 183, 462."""
    everybody = {*idle(game.ledger)}
    for owner, state, value in (("baker", "serves", "vick"), ("g1", "called", ""), ("karl", "pinned", "1")):
        game.set(owner, state, value)
    ruled(game, "1", procedure="fire", firer="vick", target="otto", range=5)
    assert everybody - {*idle(game.ledger)} == {"vick", "baker", "g1", "karl"}


class TestATankWithoutATurret:
    """Skirmish.txt 396, 415: its turret crew is dead, who lives is still aboard, and the hull is hit from then on."""

    def test_keeps_the_crew_that_lives_and_no_more(self, game: Game) -> None:
        for pak in ("pak1", "pak2"):
            game.add(pak, ["75mm-l48", "gun", "Axis"])
        ruled(game, "9 / 7 / 9 / 2 9", procedure="fire", firer="pak1", target="T1", range=15)
        assert game.ledger.value("T1", "crew-gone") == 3
        assert not game.ledger.has("T1", "escaped")
        given = game.complete({"procedure": "fire", "firer": "pak2", "target": "T1", "range": 15}).plain["target"]
        assert given == ["t34-76+turret-gone+3xcrew-gone"]
        ruled(game, "9 / 1", procedure="fire", firer="pak2", target="T1", range=15)
        assert game.ledger.value("T1", "aboard-dead", 3) == 3


class TestWhoIsAboard:
    """Skirmish.txt 139: small arms fire from a moving vehicle, hand-held anti-tank weapons do not."""

    def test_fires_no_bazooka_on_the_move(self, game: Game) -> None:
        shot = {"procedure": "fire", "firer": "faust", "target": "T1", "range": 15}
        assert ruled(game, "9 / 1", **shot).outcome.word != "no shot"
        ruled(game, procedure="move", mover="lorry1")
        assert ruled(game, **shot).outcome.word == "no shot"

    def test_is_hit_with_the_vehicle(self, game: Game) -> None:
        burst = {"procedure": "burst", "weapon": "g1", "target": "lorry1,lorry2"}
        assert game.complete(burst).plain["target"] == ["lorry+aboard", "lorry"]

    def test_leaves_a_soft_vehicle_that_is_immobilised_and_checks_his_morale(self, game: Game) -> None:
        """Skirmish.txt 183, 281, 435."""
        ruled(game, "4 / 3", procedure="burst", weapon="g1", target="lorry1")
        states = {"near-missed", "bailed-out", "bailed-out-of", "check-due"}
        assert {name for owner, name in game.ledger.held if owner == "faust"} == states
        assert not [name for owner, name in game.ledger.held if owner == "lorry1" and name in states]

    def test_is_killed_with_all_aboard(self, game: Game) -> None:
        """Skirmish.txt 279."""
        ruled(game, "9", procedure="burst", weapon="g1", target="lorry1")
        assert game.ledger.is_out("faust")

    def test_led_his_section(self, game: Game) -> None:
        """Skirmish.txt 279, 433, 446: its leader is no other rank."""
        game.add("sarge", ["rifle", "infantry", "leader", "group=third", "aboard=lorry2"])
        game.add("eric", ["rifle", "infantry", "group=third", "aboard=lorry2"])
        game.add("fred", ["rifle", "infantry", "group=third"])
        ruled(game, "9", procedure="burst", weapon="g1", target="lorry2")
        assert game.ledger.has("third", "leader-dead")
        assert game.ledger.has("third", "check-due")
        assert game.ledger.value("third", "killed") == 1
        assert not game.ledger.is_out("fred")

    def test_counts_for_his_section_when_he_is_named(self, game: Game) -> None:
        """Skirmish.txt 446: the dead man is an other rank."""
        game.set("first", "aboard", "lorry2")
        ruled(game, "4 / 8 3", procedure="burst", weapon="g1", target="lorry2")
        game.set("able", "dead", "1")
        assert game.ledger.value("first", "killed") == 1

    def test_is_asked_for_among_several(self, game: Game) -> None:
        """Skirmish.txt 183, 281: of two aboard one is dead and one has a near miss."""
        game.set("first", "aboard", "lorry2")
        ruled(game, "4 / 8 3", procedure="burst", weapon="g1", target="lorry2")
        hit = str(game.ledger.value("lorry2", "riders-hit"))
        assert all(word in hit for word in ("1 dead", "able", "baker"))
        assert not any(game.ledger.is_out(one) or game.ledger.has(one, "near-missed") for one in ("able", "baker"))

    def test_may_be_a_whole_section(self, game: Game) -> None:
        game.set("first", "aboard", "lorry2")
        burst = {"procedure": "burst", "weapon": "g1", "target": "lorry2"}
        assert game.complete(burst).plain["target"] == ["lorry+2xaboard"]
        ruled(game, procedure="move", mover="lorry2")
        done = game.complete({"procedure": "fire", "firer": "able", "target": "karl", "range": 5})
        assert done.plain["firer"] == ["rifle+from-vehicle"]
        ruled(game, "4 / 3 3", **burst)
        said = {name for owner, name in game.ledger.held if owner == "first"}
        assert said == {"bailed-out", "bailed-out-of", "check-due"}


class TestWhatCannotBeRead:
    """Is refused, with the game on and off."""

    @pytest.mark.parametrize(
        "said",
        [
            {"procedure": "fire", "firer": "able", "target": "karl", "range": "far"},
            {"procedure": "move", "mover": "able", "moved": "far"},
            {"procedure": "bombard", "guns": "g1", "point": "hill", "round": "inf"},
            {"procedure": "bombard", "guns": "g1", "point": "hill", "round": "last"},
            {"procedure": "bombard", "guns": 7},
            {"procedure": "fire", "firer": ["able", 7], "target": "karl", "range": 5},
        ],
        ids=str,
    )
    def test_in_a_game(self, game: Game, said: dict[str, Any]) -> None:
        game.next("Movement")
        with pytest.raises(Refused):
            ruled(game, **said)


class TestATargetThatMoved:
    """Skirmish.txt 170, 361-363: over 10, 20 or 30 cm, and not as many."""

    @pytest.mark.parametrize(
        ("target", "over", "condition"),
        [("karl", 10, "moved-over-10"), ("T1", 20, "moving-over-20"), ("T1", 30, "moving-over-30")],
    )
    def test_counts_as_such_beyond_that(self, game: Game, target: str, over: int, condition: str) -> None:
        given = {}
        for cm in (over - 1, over, over + 1):
            game.set(target, "moved", str(cm))
            done = game.complete({"procedure": "fire", "firer": "able", "target": target, "range": 5}, overrule=True)
            given[cm - over] = condition in str(done.plain["target"])
        assert given == {-1: False, 0: False, 1: True}


def test_a_flag_has_no_value(game: Game) -> None:
    with pytest.raises(Refused, match="'3'"):
        game.set("karl", "prone", "3")


def test_a_rule_gives_conditions_too(game: Game) -> None:
    game.act("sides", sides=["Allied", "Axis"])
    game.next("Direct fire")
    done = game.complete({"procedure": "fire", "firer": "otto", "target": "able", "range": 5}, overrule=True)
    assert [(one.owner, one.what) for one in done.supplied] == [("otto", "stationary")]


class TestASmokeScreen:
    """Skirmish.txt 287-289: it lies for two full turns after the one in which it fell."""

    def test_without_a_point_lies_where_its_gun_aimed(self, game: Game) -> None:
        ruled(game, "9 9", procedure="smoke", guns="g1,g2")
        assert {owner for owner, name in game.ledger.held if name == "smoke"} == {"aim of g1", "aim of g2"}

    def test_lifts_at_the_end_of_the_second_turn_after(self, game: Game) -> None:
        game.next()
        ruled(game, "9", procedure="smoke", guns="g1", point="farm")
        there = []
        for _ in range(4):
            there.append(game.ledger.has("farm", "smoke") is not None)
            game.next("Initiative")
        assert there == [True, True, True, False]


class TestANearMiss:
    """Skirmish.txt 183: no move and no fire in the next turn, and only in that."""

    def test_of_this_turn_and_the_last_bars_two_turns(self, game: Game) -> None:
        game.next("Movement")
        move = {"procedure": "move", "mover": "karl"}
        barred = []
        for _ in range(4):
            barred.append("pinned" in str([bar.text for bar in game.complete(move, overrule=True).bars]))
            if len(barred) < 3:
                ruled(game, "9 / 1", procedure="fire", firer="vick", target="karl", range=5)
            game.next("Movement")
            game.next("Movement")
        assert barred == [False, True, True, False]

    def test_pins_no_more_men_than_are_left(self, game: Game) -> None:
        game.add("sec", ["rifle", "infantry", "men=4", "Allied"])
        game.next("Movement")
        for state, many in (("dead", "1"), ("near-missed", "3")):
            game.set("sec", state, many)
        game.next("Initiative")
        assert game.ledger.value("sec", "pinned") == 3
        ruled(game, "9 / 9", procedure="fire", firer="karl", target="1xsec", range=5)
        assert game.ledger.value("sec", "pinned") == 2


def test_a_condition_in_short_is_barred_as_in_full() -> None:
    lines = ["add t tiger-i Red", "next Movement", "move t 5", "move t+hitch"]
    assert play("skirmish", lines)[-1].reason == "task-after-move"


def test_a_weapon_whose_men_are_dead_is_served_by_others() -> None:
    """137: any man may replace a casualty, whichever men are hit meanwhile."""
    units = ["add mg hmg infantry-weapon men=2 Axis", "add ax rifle 3xinfantry Axis", "add r rifle infantry Allied"]
    lines = ["next All", "set mg dead 2", "fire ax r -r 5 : 9 9", "set ax serves mg", "next All"]
    results = play("skirmish", [*units, *lines, "fire mg infantry -r 5 : 1"])
    changes = {change for result in results for change in result.changes}
    assert "+r lost" in changes and "+mg lost" not in changes
    assert results[-1].decision == "ruled"


class TestWhoIsOutOfPlay:
    """Suffers no more, and is still told as dead or taken. L174-181, 433-434, 462."""

    FELL = (
        *("add sgt smg Allied group=able leader", "add ab 7xrifle Allied group=able", "add smg smg Axis"),
        *("add gr 2xrifle Axis", "next Movement", "fire gr sgt 14 : 9 9/9", "fire smg sgt 8 : 9/9", "9", "who able"),
    )
    TAKEN = (
        "add ab 7xrifle Allied\nadd gg 5xsmg Axis\nset ab dead 3\nset ab pinned 2\nnext Movement\nnext\n"
        "capture gg 2xab\nfire gg ab 5 : 9 9 9 9 9 9 9 9 9 9 / 9 9 9 9 9 9 9 9 9 9\nwho\n"
    )

    def test_dies_once_though_the_dice_of_another_shot_fall_later(self) -> None:
        *_, first, second, _ = play("skirmish", self.FELL, dice="ask")
        assert {"+sgt lost", "+able leader-dead"} < {*first.changes}
        assert second.changes == ("+gr fired sgt", "+gr seen")

    def test_is_counted_man_by_man_in_the_report(self, run: Run) -> None:
        assert run("-R", "sk", "table", "game.jsonl", stdin=self.TAKEN).status == 0
        report = " ".join(run("log", "report", "game.jsonl").out.split())
        assert all(word in report for word in ("Of 7 men", "5 dead", "2 taken"))

    def test_was_dead_before_he_was_said_to_be_taken(self, game: Game) -> None:
        game.add("squad", ["8xrifle", "Axis"])
        game.set("squad", "dead", "1")
        game.set("squad", "prisoner")
        game.unset("squad", "prisoner")
        assert (game.ledger.value("squad", "dead"), game.ledger.value("squad", "killed")) == (1, 1)


def test_no_more_near_misses_are_counted_than_men(game: Game) -> None:
    """183: one of two men suffered three of four near misses."""
    game.add("bren", ["lmg", "2xinfantry", "Allied"])
    game.next()
    for _ in range(2):
        ruled(game, procedure="burst", weapon="g1", target="2xbren", dice="1 1")
    held = game.ledger.has("bren", "near-missed")
    assert held and held.value == 2
