"""The untitled skirmish rules as an evening: what is remembered, given, barred and reminded of, by whom it is named."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refcli.core.errors import Refused
from refcli.core.ruling import Note
from refcli.game.game import Game
from refcli.game.reminders import idle
from refcli.game.supply import what_was_supplied
from tests.conftest import Home, Run, at_the_table, write
from tests.games import games, play, unreached
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
    assert play(path, tmp_path)[0] == []


def test_the_stored_games_reach_every_state_bar_reminder_and_gift(tmp_path: Path) -> None:
    assert unreached("skirmish", tmp_path) == []


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

    def test_in_what_is_said(self, game: Game, said: dict[str, Any]) -> None:
        ruling = ruled(game, **said)
        told = [ruling.verdict, *[one.step.text for one in ruling.steps if isinstance(one.step, Note)]]
        kinds = ("Rifle", "Infantry", "HMG", "British 25 pdr", "T34/76", "Lorry", "Platoon")
        assert [text for text in told for kind in kinds if kind in text] == []


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


def test_smoke_names_the_turn_in_which_it_ends(game: Game) -> None:
    """Skirmish.txt 289."""
    game.set("mill", "smoke", "2")
    assert game.ledger.held["mill", "smoke"].said == "smoke until the end of turn 2"


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
        """Skirmish.txt 183, 446: the dead man is an other rank, and the near miss is not told twice."""
        game.set("first", "aboard", "lorry2")
        ruled(game, "4 / 8 3", procedure="burst", weapon="g1", target="lorry2")
        game.set("able", "dead", "1")
        game.set("baker", "near-missed", "1")
        assert game.ledger.value("first", "killed") == 1
        assert not game.ledger.has("lorry2", "aboard-near-missed")

    def test_is_asked_for_among_several(self, game: Game) -> None:
        """Skirmish.txt 183, 281: of two aboard one is dead and one has a near miss."""
        game.set("first", "aboard", "lorry2")
        ruled(game, "4 / 8 3", procedure="burst", weapon="g1", target="lorry2")
        assert game.ledger.value("lorry2", "riders-hit") == "1 dead and 1 near miss among able and baker"
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


def test_a_state_that_holds_or_not_has_no_value(game: Game) -> None:
    with pytest.raises(Refused, match="prone holds or does not hold: leave '3' out"):
        game.set("karl", "prone", "3")


def test_what_a_rule_gives_is_told_without_who_said_it(game: Game) -> None:
    game.act("sides", sides=["Allied", "Axis"])
    game.next("Direct fire")
    done = game.complete({"procedure": "fire", "firer": "otto", "target": "able", "range": 5}, overrule=True)
    assert what_was_supplied(done.supplied) == ["otto: stationary"]


def test_a_weapon_that_is_not_in_play_is_not_short_handed(game: Game) -> None:
    game.set("otto", "serves", "vickers")
    game.next()
    assert game.ledger.has("vickers", "short-handed") is None


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
        for state, many in (("dead", "1"), ("near-missed", "5")):
            game.set("sec", state, many)
        game.next("Initiative")
        assert game.ledger.value("sec", "pinned") == 3
        ruled(game, "9 / 9", procedure="fire", firer="karl", target="1xsec", range=5)
        assert game.ledger.value("sec", "pinned") == 2

    def test_of_some_of_a_section_leaves_those_behind(self, run: Run) -> None:
        lines = "add one 5xrifle 5xinfantry Red\nset one pinned 3\nnext Movement\nmove one\n"
        assert "one has 3 men pinned: no move (line 183)" in at_the_table(run, "sk", lines).out


def test_who_walks_after_his_shot_is_told_that_it_counts_there(run: Run) -> None:
    lines = "add one rifle infantry Red\nnext Movement\nfire one infantry -r 8 : 1\nmove one\n"
    told = "one fired before (ruling 4): in that shot walking counts, stationary does not (lines 165, 168-169)"
    assert told in at_the_table(run, "sk", lines).unwrapped


def test_half_of_a_section_is_told_once(run: Run) -> None:
    lines = "add one rifle infantry Red group=sec\nset sec half-lost\nset sec half-gone\nwho one\n"
    assert at_the_table(run, "sk", lines).out.split("\none:")[-1].count("half of it killed") == 1


def test_a_condition_in_short_is_barred_as_in_full(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
    lines = "add p rifle infantry Red\nadd s rifle infantry Blue\nnext All\nfire p+same s -r 10 : 1\n"
    assert "p did not fire at this target last turn" in at_the_table(run, "sk", lines).err


def test_sides_that_are_nations_are_known_for_their_armies(run: Run) -> None:
    lines = "add p panther germans\nadd s firefly british\nnext\ninitiative : 3 4\nwho germans\n"
    out = at_the_table(run, "skirmish", lines).out
    assert "germans with the initiative" in out
    assert "which side" not in out


def test_a_gun_of_many_armies_is_that_of_its_side(run: Run) -> None:
    lines = "add b 105mm german\nadd a 105mm american\nadd c 105mm blue\n"
    told = at_the_table(run, "skirmish", lines).out
    assert "2: b, german-105mm, german\n3: a, american-105mm, american\n4: c, 105mm, blue" in told


def test_sides_of_other_names_are_asked_once_who_has_the_initiative(run: Run) -> None:
    lines = "add p pz-iv-g Red\nadd s m4a3 Blue\nnext\ninitiative : 3 4\n"
    asked = "which side is Axis? set Red initiative or set Blue initiative (lines 9, 13)"
    assert asked in at_the_table(run, "sk", lines).unwrapped
    out = run("table", "e.jsonl", stdin="set Red initiative\nnext Initiative\ninitiative : 4 3\nwho Blue\n").out
    assert "which side" not in out
    assert "Blue with the initiative" in out


class TestWhoMovesFirst:
    """Is chosen by the army with the initiative, in the order that holds too. L9, 13."""

    WON = "add p pz-iv-g Axis\nadd s m4a3 Allied\nnext Initiative\ninitiative : 3 4\n"
    ASKED = "sides FIRST SECOND says so"

    def test_is_asked_until_it_is_said(self, run: Run) -> None:
        assert self.ASKED in at_the_table(run, "sk", f"{self.WON}next\n").out

    @pytest.mark.parametrize("order", ["Axis Allied", "Allied Axis"])
    def test_is_not_asked_once_it_is_said(self, run: Run, order: str) -> None:
        ran = at_the_table(run, "sk", f"{self.WON}sides {order}\nnext\n")
        assert (ran.status, self.ASKED in ran.out, "already" in ran.err) == (0, False, False), ran

    def test_is_asked_again_in_the_next_turn(self, run: Run) -> None:
        again = f"{self.WON}sides Axis Allied\nnext Initiative\ninitiative : 3 4\nnext\n"
        assert self.ASKED in at_the_table(run, "sk", again).out


class TestTheLeaderOfASection:
    """Is one man of it, and the players say which. L433, 446."""

    SECTION = (
        "add sec rifle infantry leader men=8 Allied\nadd bat rifle infantry Axis\nadd mg hmg infantry-weapon Axis\n"
    )
    SHOT = f"{SECTION}next Movement\nfire bat 1xsec 8 : 9 9\n"

    def test_is_asked_after_when_a_man_of_it_falls(self, run: Run) -> None:
        ran = run("-R", "sk", "table", "game.jsonl", stdin=f"{self.SHOT}who sec\n")
        assert "was it the leader of sec who fell? +leader (line 433)" in ran.out
        assert "1 other rank killed" in ran.out and "without its leader" not in ran.out

    def test_falls_once(self, run: Run) -> None:
        ran = run(
            "-R", "sk", "table", "game.jsonl", stdin=f"{self.SHOT}+leader\nfire mg 2xsec 8 : 9 9 / 9 9\nwho sec\n"
        )
        assert ran.status == 0, ran.err
        assert "2 other ranks killed" in ran.out and "without its leader (turn 1, ruling 6" in ran.out
        assert ran.out.count("+leader") == 1

    def test_is_one_of_those_who_fell_with_him(self, run: Run) -> None:
        ran = run(
            "-R",
            "sk",
            "table",
            "game.jsonl",
            stdin=f"{self.SECTION}fire mg 3xsec 8 : 9 9 9 / 9 9 9\n+leader\nwho sec\n",
        )
        assert "without its leader" in ran.out and "  2 other ranks killed" in ran.out, ran


def test_who_did_not_try_to_recover_is_told_so(run: Run) -> None:
    """L436, 454: a section that failed a check makes one in the next turn."""
    failed = (
        "add sec rifle infantry men=8 Allied\nnext Morale\nset sec check-due\nmorale sec leader-killed in-open : 1\n"
    )
    lines = f"{failed}next\nnext Morale\nnext\n"
    ran = run("-R", "sk", "table", "game.jsonl", stdin=lines)
    assert "sec did not check last turn, to recover: morale sec (lines 436, 454)" in ran.out.split("turn 3")[1], ran
    assert "to recover" not in ran.out.split("turn 3")[0]


@pytest.mark.parametrize(("before", "told"), [("", True), ("move able\n", False), ("next All other\n", False)])
def test_who_has_not_moved_is_no_target_of_the_opposition(run: Run, before: str, told: bool) -> None:
    """L16-19: that is told, and ruled."""
    scene = "add able rifle infantry Allied\nadd karl rifle infantry Axis\nnext Movement\n"
    ran = run("-R", "sk", "table", "game.jsonl", stdin=f"{scene}{before}fire karl able 8 : 1\n")
    assert ran.status == 0 and ("able has not moved: the other army fires at what moves" in ran.out) is told, ran


def test_a_burst_that_nobody_rolled_for_is_told_where_the_game_jumps_past_the_turn(run: Run) -> None:
    lines = "add bat british-25pdr gun Allied\nset bat ready\nnext Ind\nbombard bat map-fire -p wood : 9\nnext Ind\n"
    told = at_the_table(run, "skirmish", lines).out.partition("turn 2: Indirect")[2]
    assert "bat has hit, and nobody under the burst circle was rolled for: burst bat TARGET" in " ".join(told.split())


def test_a_weapon_whose_men_are_dead_is_served_by_others(run: Run) -> None:
    """137: any man may replace a casualty, whoever falls meanwhile."""
    units = "add mg hmg infantry-weapon men=2 Axis\nadd ax rifle 3xinfantry Axis\nadd r rifle infantry Allied\n"
    falls = "next All\nset mg dead 2\nfire ax r -r 5 : 9 9\nset ax serves mg\n"
    ran = at_the_table(run, "sk", f"{units}{falls}next All\nfire mg infantry -r 5 : 1\n")
    assert "r out of play" in ran.unwrapped and "mg out of play" not in ran.unwrapped, ran
    assert (ran.status, "mg no longer short-handed" in ran.unwrapped) == (0, True), ran


class TestWhoIsOutOfPlay:
    """Suffers no more, and is still told as dead or taken. L174-181, 433-434, 462."""

    FELL = (
        "add sgt smg Allied group=able leader\nadd ab 7xrifle Allied group=able\nadd smg smg Axis\n"
        "add gr 2xrifle Axis\nnext Movement\nfire gr sgt 14 : 9 9/9\nfire smg sgt 8 : 9/9\n9\nwho able\n"
    )
    TAKEN = (
        "add ab 7xrifle Allied\nadd gg 5xsmg Axis\nset ab dead 3\nset ab pinned 2\nnext Movement\nnext\n"
        "capture gg 2xab\nfire gg ab 5 : 9 9 9 9 9 9 9 9 9 9 / 9 9 9 9 9 9 9 9 9 9\nwho\n"
    )

    def test_dies_once_though_the_dice_of_another_shot_fall_later(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = run("-R", "sk", "table", "game.jsonl", stdin=self.FELL)
        assert "sgt is out of play since ruling 7: this shot does no more (lines 174-181)" in " ".join(ran.out.split())
        assert ran.out.count("without its leader") == 2 and "without its leader (turn 1, ruling 7" in ran.out, ran

    def test_is_dead_where_most_of_the_unit_are(self, run: Run) -> None:
        ran = run("-R", "sk", "table", "game.jsonl", stdin=self.TAKEN)
        assert "2 men taken prisoner, 5 men dead, out of play" in " ".join(ran.out.split()), ran

    def test_is_counted_man_by_man_in_the_report(self, run: Run) -> None:
        assert run("-R", "sk", "table", "game.jsonl", stdin=self.TAKEN).status == 0
        told = " ".join(run("log", "report", "game.jsonl").out.split())
        assert "Of 7 men on foot 5 dead, 2 taken prisoner." in told, told

    def test_was_dead_before_he_was_said_to_be_taken(self, game: Game) -> None:
        game.add("squad", ["8xrifle", "Axis"])
        game.set("squad", "dead", "1")
        game.set("squad", "prisoner")
        game.unset("squad", "prisoner")
        assert (game.ledger.value("squad", "dead"), game.ledger.value("squad", "killed")) == (1, 1)


def test_one_army_has_the_initiative(run: Run) -> None:
    """L9: whoever is said to have it takes it from the other."""
    lines = "add a rifle Allied\nadd b rifle Axis\nnext\nset Allied initiative\nset Axis initiative\n"
    assert "Allied no longer with the initiative" in run("-R", "sk", "table", "e.jsonl", stdin=lines).out


def test_a_mortar_is_said_to_be_called(run: Run) -> None:
    """L59, 207: it fires at what an observer asks for."""
    lines = "add tube german-80mm 2xinfantry Axis\nadd a rifle Allied\nnext All other\nfire tube a 60\n"
    told = " ".join(run("-R", "sk", "table", "e.jsonl", stdin=lines).err.split())
    assert "tube is a mortar: radio OBSERVER tube, next turn bombard tube (lines 59, 207)" in told


def test_who_is_pinned_is_told_where_the_game_jumps_to_a_movement(run: Run) -> None:
    """L183, 462."""
    lines = "add sq 4xrifle Axis\nadd a rifle Allied\nnext Movement\nset sq near-missed 2\nnext All\nnext Movement\n"
    told = " ".join(run("-R", "sk", "table", "e.jsonl", stdin=lines).out.partition("turn 2")[2].split())
    assert told.count("sq is pinned (2 men): no move and no fire this turn, and captured by any enemy within 1 cm") == 1


def test_a_gun_that_its_crew_manhandles_is_not_towed(run: Run) -> None:
    """L125: nothing is told of hitching it up."""
    told = run("-R", "sk", "table", "e.jsonl", stdin="add pak 75mm-l48 gun Axis\nnext Movement\nmove pak 5\n").out
    assert "A crew manhandles a gun 5 cm a turn." in told and "hitch" not in told, told


def test_a_message_of_this_turn_is_not_told_to_have_been_passed_on(run: Run) -> None:
    """L57: the game goes back to the phase in which it was sent."""
    lines = "add foo observer rifle infantry Axis\nadd bat british-25pdr gun Axis\nnext Radio\nradio foo bat 100\n"
    told = run("-R", "sk", "table", "e.jsonl", stdin=f"{lines}next\nback\nwho bat\n").out
    assert "called for fire" in told and "passed on" not in told, told


def test_what_cannot_move_any_more_fires_as_one_that_stands(run: Run) -> None:
    """356, 411: before its own side has moved as well."""
    units = "add stug stug-iii-g Axis\nadd zil lorry Allied\nset stug immobilised\nnext Movement\nback\n"
    ran = at_the_table(run, "skirmish", f"{units}sides Allied Axis\nnext Movement\nmove zil 15\nfire stug zil 30 : 5\n")
    assert "5 hits (needs 4+: anti-tank shot 6, firer not moving this turn -2)" in ran.unwrapped, ran


def test_a_section_that_failed_is_told_once_that_it_must_check(run: Run) -> None:
    """436: whatever else it has to check for."""
    lines = "add b1 rifle infantry B group=Q\nset Q failed 1\nset Q check-due\nnext Morale\n"
    assert at_the_table(run, "skirmish", lines).unwrapped.count("morale Q") == 1


def test_a_section_of_whom_nobody_is_left_checks_no_morale(run: Run) -> None:
    """433-440: nor is it taken over by the next in command; a row of the charts may begin as it is called."""
    units = "add al smg infantry leader R group=A\nadd a1 rifle infantry R group=A\nadd b1 rifle infantry B\n"
    dead = f"{units}next All other\nset al dead 1\nset a1 dead 1\nnext Morale\n"
    ran = at_the_table(run, "skirmish", f"{dead}next Morale\nnext Morale\nnext Morale\nmorale A : 5\n")
    assert "section: nobody of A is left" in ran.err and "takes over" not in ran.out, ran


@pytest.mark.parametrize(("faces", "told"), [("9 1", 1), ("1 1", 0)])
def test_shots_at_one_man_are_told_where_one_of_them_hit(run: Run, faces: str, told: int) -> None:
    """5, 145, 151: all of them went at him; of shots that all missed there is nothing to tell."""
    units = "add duo 2xrifle 2xinfantry Axis\nadd squad 4xrifle 4xinfantry Allied\nnext Movement\n"
    ran = at_the_table(run, "skirmish", f"{units}fire duo squad 8 : {faces}{' / 9' if told else ''}\n")
    assert ran.unwrapped.count("all 2 shots went at one man of squad") == told, ran


@pytest.mark.parametrize(
    ("deeds", "told"),
    [
        ("fire bz sherman 8 -f front : 1\nmove bz load --vehicle truck\n", False),
        ("set bz aboard truck\nfire bz sherman 8 -f front : 1\n", True),
        ("grenade karl 8 : 9\nmove karl load --vehicle truck\n", False),
    ],
)
def test_what_a_man_did_before_he_got_aboard_was_done_on_foot(run: Run, deeds: str, told: bool) -> None:
    """88, 139, 172: the vehicle that picks him up and moves on changes nothing of it."""
    units = "add bz bazooka infantry A\nadd karl rifle infantry A\nadd truck lorry A\nadd sherman m4a3-sherman B\n"
    ran = at_the_table(run, "skirmish", f"{units}next Movement\n{deeds}move truck 8\n")
    assert "MOVES: Truck may move" in ran.unwrapped, ran
    assert ("from truck, which moves now" in ran.unwrapped) == told, ran


@pytest.mark.parametrize(
    ("deeds", "told"),
    [
        ("fire karl j2 8 : 9 / 6\n", 1),
        ("set j2 immobilised\nfire karl j2 8 : 9 / 6\n", 0),
        ("ram j1 j2 smaller\n", 0),
    ],
)
def test_the_driver_is_asked_for_where_a_hit_immobilises_his_vehicle(run: Run, deeds: str, told: int) -> None:
    """129, 200: not of what immobilises itself as it rams, nor of what stood immobilised before."""
    units = "add karl rifle infantry A\nadd j1 jeep A\nadd j2 jeep B\nnext Movement\n"
    ran = at_the_table(run, "skirmish", f"{units}{deeds}")
    assert "immobilise" in ran.unwrapped and "no:" not in ran.unwrapped, ran
    assert ran.unwrapped.count("each man of the crew suffers a hit in soft cover") == told, ran


@pytest.mark.parametrize(("baker", "needed"), [("halted", "5+"), ("seen", "7+")])
def test_who_must_stay_halted_does_not_move_in_the_movement_of_the_other_army(
    run: Run, baker: str, needed: str
) -> None:
    """159, 165, 454: rifles at 14 cm 7, and -2 for who is known not to move."""
    units = "add baker rifle infantry Allied\nadd gren rifle infantry Axis\nsides Axis Allied\n"
    ran = at_the_table(run, "skirmish", f"{units}set baker {baker}\nnext Movement\nfire baker gren 14 : 1\n")
    assert f"needs {needed}" in ran.unwrapped, ran


def test_no_more_near_misses_are_counted_than_men(game: Game) -> None:
    """183: one of two men suffered three of four near misses."""
    game.add("bren", ["lmg", "2xinfantry", "Allied"])
    game.next()
    for _ in range(2):
        ruled(game, procedure="burst", weapon="g1", target="2xbren", dice="1 1")
    held = game.ledger.has("bren", "near-missed")
    assert held and held.value == 2


@pytest.mark.parametrize("sides", ["sides Axis Allied", "sides Allied Axis"])
def test_the_sides_said_before_the_battle_are_the_order_agreed(run: Run, sides: str) -> None:
    """9, 13: nobody is asked whether the other army moves first."""
    units = "add baker rifle infantry Allied\nadd gren rifle infantry Axis\n"
    ran = at_the_table(run, "skirmish", f"{units}{sides}\nnext Movement\n")
    first, then = sides.split()[1:]
    assert f"{first} moves first, then {then}" in ran.unwrapped, ran


@pytest.mark.parametrize(("second", "needed"), [("gren", "4+"), ("karl", "5+")])
def test_a_section_that_fired_in_two_parts_knows_its_one_target(run: Run, second: str, needed: str) -> None:
    """5, 159, 165-166: rifles at 12 cm 7, not moving -2, same target -1; of two targets it is asked."""
    units = "add able 2xrifle infantry Allied\nadd gren rifle infantry Axis\nadd karl rifle infantry Axis\nnext All\n"
    shots = f"fire 1xable gren 12 : 1\nfire 1xable {second} 12 : 1\nnext All\nfire 1xable gren 12 : 1\n"
    ran = at_the_table(run, "skirmish", f"{units}{shots}")
    assert ran.unwrapped.count(f"needs {needed}") == (1 if second == "gren" else 3), ran
    asked = "some of able fired at gren last turn, and which? 1xable+same-target" in ran.unwrapped
    assert asked == (second == "karl"), ran


def test_a_gun_whose_shot_was_overruled_has_not_fired_without_moving(run: Run) -> None:
    """127, 356: it moved before."""
    units = "add pak 75mm-l48 gun Axis\nadd tank m4a3-sherman Allied\nnext Movement\nmove pak 5\n"
    ran = at_the_table(run, "skirmish", f"{units}next All\n! fire pak tank 30 front : 1\nwho pak\n")
    assert "fired at tank" in ran.unwrapped and "without moving" not in ran.unwrapped, ran


def test_a_transport_that_is_lost_after_its_men_left_it_is_asked_about(run: Run) -> None:
    """129, 281, 447: the section bailed out of it before."""
    units = "add bedf lorry Allied\nadd baker 2xrifle infantry Allied\nadd tig tiger-i Axis\nadd mg hmg Axis\n"
    deeds = "set baker aboard bedf\nnext All\nfire mg bedf 20 : 9 5 1 1\nnext Movement\nnext\nram tig bedf\n"
    ran = at_the_table(run, "skirmish", f"{units}{deeds}")
    assert "baker has lost bedf: was it its own transport? set baker transport-destroyed" in ran.unwrapped, ran
