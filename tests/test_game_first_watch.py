"""First Watch as an evening, worked out by hand from first-watch.txt."""

from pathlib import Path
from typing import Any

import pytest

from refcli.cli.account import account_of
from refcli.cli.units_told import Labels
from refcli.core.errors import Refused
from refcli.core.request import NAMES
from refcli.core.states import GAME
from refcli.game.game import Game
from refcli.game.reminders import due
from refcli.game.supply import Completed
from refcli.game.units import Unit
from refcli.rulesets.first_watch.ledger import PAYLOAD
from refcli.rulesets.first_watch.never import never
from tests.conftest import Run, at_the_table
from tests.games import games, play, unreached
from tests.situations import referee

GAMES = games("first-watch")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
class TestAStoredEvening:
    """Two turns and a half, then what else there is on the ground, then in the air."""

    def test_comes_out_as_worked_out_by_hand(self, path: Path, tmp_path: Path) -> None:
        assert play(path, tmp_path)[0] == []

    def test_speaks_of_units_in_play_by_their_names(self, path: Path, tmp_path: Path) -> None:
        play(path, tmp_path)
        game = Game(tmp_path / f"{path.stem}.jsonl", referee())
        known = {*game.ledger.units, *game.ledger.sides}
        for entry in game.entries.values():
            for effect in entry.get("ruling", {}).get("effects", ()):
                named = game.ledger.unit_called(effect["unit"]) or effect["unit"]
                assert named in known or effect["role"] in ("bomb", "game"), effect


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("first-watch", tmp_path) == []


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game of which nothing is known yet."""
    return Game(tmp_path / "game.jsonl", referee(), "first-watch")


def rule(game: Game, procedure: str, dice: list[int], **plain: Any) -> Completed:
    """Make a ruling and keep it; what the ledger brought to it."""
    done = game.complete({"procedure": procedure, **plain})
    game.keep(referee().rule(referee().case({"rules": game.rules, **done.plain}), 1, dice), done)
    return done


class TestABombAmongWhatAPlaneIs:
    """Hampers it in air combat until it is dropped. L117, 125, 141."""

    @pytest.mark.parametrize("field", ["attacker", "target", "interceptor"])
    def test_hampers_it_until_it_is_dropped(self, game: Game, field: str) -> None:
        game.add("jabo", ["typhoon", "500lb", "britain"])
        planes = {"attacker": "zero", "target": "p-38", "interceptor": "wildcat", field: "jabo"}
        asked = {"procedure": "air-combat", **planes}
        assert PAYLOAD[field] in [one.what for one in game.complete(asked).supplied]
        rule(game, "bomb", [9], attacker="500lb", plane="jabo")
        assert PAYLOAD[field] not in [one.what for one in game.complete(asked, overrule=True).supplied]


class TestAUnitOfSeveral:
    """Counters, vehicles or guns. L60, 94, 100."""

    def test_counts_its_men_whatever_they_carry(self, game: Game) -> None:
        game.add("squad", ["rifle", "3xinfantry", "russia"])
        game.add("gunners", ["2xbren", "britain"])
        for unit, row in (("squad", "3xinfantry"), ("gunners", "2xbren")):
            done = game.complete({"procedure": "close-assault", "attackers": unit, "target": "tiger-i"})
            assert done.plain["attackers"] == [row]

    def test_is_as_many_as_are_left_of_it(self, game: Game) -> None:
        game.add("squad", ["3xinfantry", "russia"])
        game.add("tiger", ["tiger-i", "germany"])
        game.set("squad", "losses", "1")
        done = game.complete({"procedure": "close-assault", "attackers": "squad", "target": "tiger"})
        assert done.plain["attackers"] == ["2xinfantry"]

    def test_is_one_of_it_where_one_target_is_asked_for(self, game: Game) -> None:
        game.add("squad", ["3xinfantry", "russia"])
        done = game.complete({"procedure": "fire", "attacker": "rifle", "target": "squad", "range": 5})
        assert (done.plain["target"], done.plain["near"]) == ("infantry", 2)

    def test_is_lost_with_the_last_of_them(self, game: Game) -> None:
        game.add("tanks", ["2xt-70", "russia"])
        rule(game, "burst", [], attacker="76mm", targets="tanks/centre")
        assert game.ledger.is_out("tanks")

    def test_keeps_what_two_alike_suffer_apart(self, game: Game) -> None:
        for name in ("red-1", "red-2"):
            game.add(name, ["t-70", "russia"])
        rule(game, "burst", [1], attacker="76mm", targets="red-1/outer,red-2/centre")
        assert [game.ledger.is_out(name) is not None for name in ("red-1", "red-2")] == [False, True]


class TestABattery:
    """Loses one gun after the other, and each with its own crew. L60, 94, 100."""

    @pytest.fixture
    def of_three(self, game: Game) -> Game:
        """One battery of three guns, among who fires at it."""
        for line in ("bat 76mm-zis3 guns=3 A", "tig tiger-i G", "ti2 tiger-i G", "mg hmg infantry G"):
            name, *rest = line.split()
            game.add(name, rest)
        game.next("Infantry")
        return game

    def test_loses_its_guns_one_after_the_other(self, of_three: Game) -> None:
        for firer in ("tig", "ti2"):
            rule(of_three, "fire", [9], attacker=firer, target="bat", range=20)
        assert of_three.ledger.value("bat", "losses") == 2
        of_three.undo()
        assert of_three.ledger.value("bat", "losses") == 1

    def test_fires_with_the_guns_that_have_their_crew(self, of_three: Game) -> None:
        rule(of_three, "fire", [10], attacker="mg", target="bat", range=10)
        assert of_three.ledger.value("bat", "crew-losses") == 2
        assert not of_three.ledger.has("bat", "crew-lost")
        of_three.next("Artillery Plot")
        done = of_three.complete({"procedure": "plot", "attacker": "bat", "point": "hill"})
        assert done.plain["guns"] == 2

    def test_without_a_crew_is_reminded_of_no_mission(self, of_three: Game) -> None:
        of_three.set("bat", "mission", "hill")
        of_three.next("Artillery Indirect")
        assert "bat has a mission to fire at hill: bombard bat" in [said for said, _ in due(of_three.ledger)]
        of_three.set("bat", "crew-lost", "")
        assert not [said for said, _ in due(of_three.ledger) if "bat" in said]
        of_three.unset("bat", "mission")
        of_three.next("Artillery Plot")
        assert not [said for said, _ in due(of_three.ledger) if "bat" in said]

    def test_that_fired_directly_is_reminded_of_no_mission(self, of_three: Game) -> None:
        of_three.set("bat", "mission", "hill")
        for _ in range(3):
            rule(of_three, "fire", [1], attacker="bat", target="tig", range=20)
        of_three.next("Artillery Indirect")
        assert not [said for said, _ in due(of_three.ledger) if "bat" in said]

    def test_fires_its_mission_with_the_guns_that_did_not_fire_directly(self, of_three: Game) -> None:
        of_three.set("bat", "mission", "hill")
        of_three.next("Infantry")
        rule(of_three, "fire", [1], attacker="bat", target="tig", range=20)
        of_three.next("Artillery Indirect")
        assert rule(of_three, "bombard", [9], attacker="bat").plain["guns"] == 2
        of_three.next("Aircraft Movement")
        assert not [said for said, _ in due(of_three.ledger) if "bat" in said]

    def test_fires_its_mission_with_all_guns_under_another_reading(self, of_three: Game) -> None:
        of_three.set("bat", "mission", "hill")
        of_three.next("Infantry")
        rule(of_three, "fire", [1], attacker="bat", target="tig", range=20)
        of_three.next("Artillery Indirect")
        asked = {"procedure": "bombard", "attacker": "bat", "readings": {"FW-64": "both"}}
        assert of_three.complete(asked).plain["guns"] == 3


class TestASide:
    """Is a nationality, by whichever name the table has for it. L29."""

    @pytest.mark.parametrize("name", ["germany", "german", "Germany"])
    def test_keeps_its_place_in_the_order(self, game: Game, name: str) -> None:
        game.add("tiger", ["tiger-i", f"side={name}"])
        game.add("t34", ["t-34-76", "russia"])
        rule(game, "initiative", [1, 9], sides="german,soviet", year=1943)
        assert game.ledger.value(name, "order") == 1
        assert game.ledger.value("russia", "order") == 2


class TestAStationaryFirer:
    """Is so of its own accord, with what the hit number knows of it. L30-31, 83."""

    @pytest.mark.parametrize(("row", "is_stated"), [("6pdr", True), ("bazooka", True), ("hmg", True), ("rifle", False)])
    def test_with_a_gun_and_not_with_small_arms(self, game: Game, row: str, is_stated: bool) -> None:
        game.add("firer", [row, "usa"])
        game.next("Infantry")
        done = game.complete({"procedure": "fire", "attacker": "firer", "target": "m3-halftrack", "range": 5})
        assert (done.plain["attacker"] == f"{row}+stationary") == is_stated

    def test_with_the_rating_of_its_crew(self, game: Game) -> None:
        game.add("firer", ["6pdr", "veteran", "britain"])
        done = game.complete({"procedure": "fire", "attacker": "firer", "target": "tiger-i", "range": 5})
        assert done.plain["attacker"] == "6pdr+veteran"


class TestWhoHasMoved:
    """Fires by how far he went, if he is a vehicle; infantry always fires first. L31-33."""

    @pytest.mark.parametrize(("row", "is_asked"), [("sherman", True), ("bazooka infantry", False)])
    def test_is_asked_how_far_only_as_a_vehicle(self, game: Game, row: str, is_asked: bool) -> None:
        game.add("unit", [*row.split(), "usa"])
        game.next("Land")
        rule(game, "move", [], mover="unit")
        game.next("Infantry")
        assert any("phase unit -m CM" in said for said, _ in due(game.ledger)) == is_asked


class TestAWayThatIsSaidAgain:
    """Counts as it was said last. L31-33, 73, 84."""

    @pytest.mark.parametrize(("cm", "condition"), [([25, 5], "target-moving"), ([5, 25], "target-fast")])
    def test_tells_how_fast_a_target_is(self, game: Game, cm: list[int], condition: str) -> None:
        game.add("t34", ["t-34-76", "russia"])
        game.next("Land")
        rule(game, "move", [], mover="t34")
        for way in cm:
            rule(game, "phase", [], mover="t34", moved=way)
        game.next("Infantry")
        done = game.complete({"procedure": "fire", "attacker": "6pdr", "target": "t34", "range": 10})
        assert done.plain["target"] == f"t-34-76+{condition}"


class TestATowedGun:
    """Has no speed of its own: what tows it moves. L39, 60."""

    @pytest.mark.parametrize("row", ["6pdr", "3x76mm-zis3"])
    def test_says_how_it_moves(self, game: Game, row: str) -> None:
        game.add("gun", [row, "russia"])
        with pytest.raises(Refused, match=r"^gun has no Max Speed of its own: move what tows it, then set gun moved$"):
            game.complete({"procedure": "move", "mover": "gun"})

    def test_is_no_longer_stationary_once_it_is_said_to_have_moved(self, game: Game) -> None:
        game.add("gun", ["6pdr", "britain"])
        game.next("Land")
        game.set("gun", "moved")
        game.next("Infantry")
        done = game.complete({"procedure": "fire", "attacker": "gun", "target": "tiger-i", "range": 10})
        assert done.plain["attacker"] == "6pdr" and not done.bars

    def test_is_added_by_its_row_and_not_by_the_word(self, game: Game) -> None:
        with pytest.raises(Refused, match=r"^gun: ROW stands for a row of the charts: type the one that it is$"):
            game.add("gun", ["6pdr", "ROW", "britain"])


class TestWhatIsNoNumber:
    """Is told by the ruling itself, not by what bars it."""

    def test_bars_nothing(self, game: Game) -> None:
        game.add("arty", ["3x76mm-zis3", "russia"])
        game.set("arty", "mission", "wood")
        assert game.complete({"procedure": "bombard", "attacker": "arty", "guns": "many"}).bars == ()

    def test_what_no_chart_knows_may_be_armored(self, game: Game) -> None:
        game.add("bb", ["rifle", "piat", "russia"])
        game.add("zug", ["germany"])
        told = {"procedure": "fire", "attacker": "piat", "target": "zug", NAMES: {"target": ["zug"]}}
        assert not [*never(game.ledger, "fire", told)]

    def test_no_more_guns_are_lost_than_there_are(self, game: Game) -> None:
        game.add("arty", ["3x76mm-zis3", "russia"])
        with pytest.raises(Refused, match=r"^arty is 3 in all: set arty losses 3 \(lines 94, 100\)$"):
            game.set("arty", "losses", "9")


class TestTheBurstOfABomb:
    """Is that of the plane that dropped it, by its name. L129, 141-143."""

    def test_asks_what_a_plane_carries_of_which_nothing_was_told(self, game: Game) -> None:
        game.add("jabo", ["il-2", "russia"])
        with pytest.raises(Refused, match=r"^jabo has dropped no bomb; what it carries is told by set jabo load BOMB$"):
            game.complete({"procedure": "burst", "attacker": "jabo", "targets": "pak/outer"})

    def test_is_of_no_part_of_it(self, game: Game) -> None:
        game.add("jabo", ["il-2", "russia"])
        game.set("jabo", "load", "500lb")
        done = rule(game, "bomb", [9], plane="jabo")
        with pytest.raises(Refused, match=r"burst takes no place .'he' in '500lb/he'"):
            rule(game, "burst", [1], attacker="jabo/he", targets=["tiger-i/outer"])
        assert done.plain["attacker"] == "500lb"


class TestOneOfSeveral:
    """Is what a shot destroys, as long as there are more of them. L73-79, 94."""

    @pytest.mark.parametrize(
        ("row", "said"),
        [
            ("2x76mm-zis3", "One gun of bat is destroyed."),
            ("2xopel-blitz", "One vehicle of bat is destroyed."),
            ("rifle 2xinfantry", "One stand of bat is destroyed."),
        ],
    )
    def test_is_told_as_one_until_the_last(self, game: Game, row: str, said: str) -> None:
        game.add("bat", [*row.split(), "russia"])
        for number, verdict in enumerate([said, "Bat is destroyed."], 1):
            rule(game, "fire", [10], attacker="75mm-pak40", target="bat", range=10)
            assert game.entries[game.last]["ruling"]["verdict"] == verdict
            assert bool(game.ledger.is_out("bat")) == (number == 2)


class TestStates:
    """As they are said."""

    @pytest.mark.parametrize(
        ("row", "state", "value", "said"),
        [
            ("stuka", "attacks", "1", "1 attack this turn"),
            ("stuka", "attacks", "2", "2 attacks this turn"),
            ("stuka", "air-target", "wood", "target plotted at wood"),
            ("75mm-pak40", "dug-in", "", "dug in"),
        ],
    )
    def test_have_their_value_in_its_place(self, game: Game, row: str, state: str, value: str, said: str) -> None:
        game.add("unit", [row, "germany"])
        game.set("unit", state, value)
        held = game.ledger.has("unit", state)
        assert held is not None and held.said == said

    def test_before_the_battle_nobody_is_stationary(self, game: Game) -> None:
        game.add("pak", ["75mm-pak40", "germany"])
        done = game.complete({"procedure": "fire", "attacker": "pak", "target": "t-70", "range": 5})
        assert "stationary" not in done.plain["attacker"]
        assert not game.ledger.has(GAME, "stationary")


def test_the_year_and_the_sides_of_initiative_are_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The year is said once; a side that begins as its nation does is meant by that."""
    monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
    lines = "add p pzkpfw-ivd G\nadd s sherman A\nnext\ninitiative ger,ame -y 1943 : 3 4\nnext Init\ninitiative : 3 4\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    assert ran.status == 0 and ran.out.count("G number 2 in the order of") == 2, ran


def test_initiative_without_a_year_is_a_line(run: Run) -> None:
    lines = "add p pzkpfw-ivd german\nadd s sherman american\nnext\ninitiative\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    assert ran.err == "refcli: line 4: no: which year is it? set game year 1943 (line 29)\n"
    assert "Usage" not in ran.out


class TestABatteryThatLostGuns:
    """Fires with those that are left, however its guns were told. L94, 100."""

    @pytest.mark.parametrize(
        ("words", "lost", "left"), [("76mm-zis3 guns=3", 1, 2), ("76mm-zis3 guns=3", 2, 1), ("3x76mm-zis3", 1, 2)]
    )
    def test_fires_with_those_that_are_left(self, game: Game, words: str, lost: int, left: int) -> None:
        game.add("bat", [*words.split(), "russia"])
        game.add("gren", ["infantry", "germany"])
        game.set("bat", "losses", str(lost))
        assert rule(game, "plot", [], attacker="bat", point="mill").plain["guns"] == left
        assert rule(game, "bombard", [9], attacker="bat", point="mill").plain["guns"] == left
        assert rule(game, "burst", [1] * left, attacker="bat", targets="gren").plain["guns"] == left


def test_a_reading_is_no_state_of_the_game(run: Run) -> None:
    """It is chosen with a ruling or in the settings: said as a state it would have no effect."""
    ran = run("-R", "fw", "table", "evening.jsonl", stdin="set game reading FW-66=each-turn\n")
    where = "with a ruling, --reading FW-66=each-turn; for good, in the settings under [readings.first-watch]"
    assert ran.err == f"refcli: line 1: a reading is chosen {where}\n"


def test_a_plot_asks_who_observes_until_it_is_said(run: Run) -> None:
    """Indirect fire uses landmarks that a Forward Observer sees. L94, 102."""
    lines = "add bat 76mm-zis3 russia\nadd fo rifle infantry russia\nnext Artillery Plot\nplot bat -p mill\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=f"{lines}set bat observer fo\nplot bat -p ford\n")
    assert ran.status == 0 and ran.out.count("set bat observer NAME") == 1, ran


def test_a_tank_that_was_added_without_a_machinegun_is_told_how_to_have_one(run: Run) -> None:
    """A stationary vehicle fires its machineguns with the small arms. L31."""
    lines = "add t tiger-i germany\nadd s rifle infantry russia\nnext Infantry\nphase t small-arms\nfire t s 8 : 5\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    how = "add t tiger-i lmg germany"
    assert f"t was added without a machinegun: {how} (line 31)" in " ".join(ran.out.split()), ran
    assert ran.err == f"refcli: line 5: t fires its machinegun, and was added without one: {how}\n", ran


IN_THE_AIR = """add stuka stuka germany altitude=medium load=1000lb in-play
add yak yak-1 russia altitude=low in-play
add bofors 40mm-bofors russia
add mg 50-cal russia
next Air Combat
"""


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("", True),
        ("anti-air bofors stuka : 1\n", False),
        ("set stuka altitude high\n", False),
        ("set stuka aborting\n", False),
        ("set bofors crew-lost\n", False),
    ],
)
def test_anti_aircraft_weapons_that_have_not_fired_are_told_before_bombs_fall(
    run: Run, before: str, told: bool
) -> None:
    """Designated weapons fire if they have not, before all bombs and strafing; small arms hardly do. L127, 133."""
    out = " ".join(run("-R", "fw", "table", "g.jsonl", stdin=f"{IN_THE_AIR}{before}next\n").out.split())
    cure = "if any is within range: back, then anti-air bofors stuka (lines 127, 133)"
    assert (f"bofors have not fired at planes; {cure}" in out) is told, out
    assert "anti-air mg" not in out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("next\nbomb stuka : 9\nback\n", True),
        ("next\nback\n", False),
        ("set stuka aborting\nbomb stuka jettison : 9\nnext\nback\n", False),
    ],
)
def test_that_bombs_fell_is_told_where_planes_are_fired_at_again(run: Run, line: str, told: bool) -> None:
    """Bombs come after all air-to-air and anti-aircraft fire; a jettisoned load is none. L133, 160."""
    out = " ".join(run("-R", "fw", "table", "g.jsonl", stdin=f"{IN_THE_AIR}{line}").out.split())
    after = "which comes after all air combat and anti-aircraft fire (line 133)"
    assert (f"stuka has bombed or strafed already, {after}" in out) is told, out


@pytest.mark.parametrize(
    ("added", "line", "again"),
    [
        ("3xm3-halftrack hulldown russia", "fire it enemy 8", "add it 3xm3-halftrack lmg hulldown russia"),
        ("3x76mm russia", "fire it enemy 8", "add it 3x76mm ROW russia"),
        ("76mm russia", "next Artillery Plot\nplot it -p mill -g 3", "add it 3x76mm russia"),
        ("76mm russia", "set it guns-fired 3", "add it 3x76mm russia"),
        ("3x105mm russia", "next Infantry\nfire it enemy 20", "add it 3x105mm ROW russia, with one of them for ROW"),
        (
            "76mm-zis3 guns=2 dug-in russia",
            "next Artillery Plot\nplot it -p mill -g 3",
            "add it 3x76mm-zis3 dug-in russia",
        ),
    ],
)
def test_who_is_added_again_is_as_many_as_before(run: Run, added: str, line: str, again: str) -> None:
    """A line that is copied loses none of its guns, and nothing that was said of it. L94, 100."""
    lines = f"add it {added}\nadd enemy rifle infantry germany\nnext Infantry\n{line}\n"
    assert again in run("-R", "fw", "table", "evening.jsonl", stdin=lines).err


def test_a_plane_that_aborts_is_told_to_leave_and_not_to_attack(run: Run) -> None:
    """It attacks nothing, and its move leads off the table. L115, 127, 163."""
    lines = "add stu stuka germany altitude=medium in-play\nadd fla 40mm-bofors russia\nset stu air-target fla\n"
    lines += "next Air Combat\nset stu aborting\nnext\nnext Aircraft Movement\nmove stu\nnext\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    told = " ".join(ran.out.split())
    assert "bomb or strafe" not in told, ran
    assert "stu aborts: its move leads off the table; then set stu out (lines 115, 127)" in told
    assert "stu aborts the mission, and is still in play; once it is gone: set stu out (lines 115, 127)" in told


def test_several_planes_are_a_unit_each(run: Run) -> None:
    """Aircraft are individual: each attacks, is hit and aborts by itself. Of bombs a plane carries several. L9, 115."""
    ran = run("-R", "fw", "table", "evening.jsonl", stdin="add stu 2xstuka 2x500lb altitude=low germany\n")
    again = "add stu1,stu2 stuka 2x500lb altitude=low germany"
    assert f"each plane is a unit of its own: {again} (lines 9, 111-117)" in ran.err, ran
    assert run("-R", "fw", "table", "evening.jsonl", stdin=f"{again}\n").status == 0


def test_the_others_move_as_one_of_them_fired(run: Run) -> None:
    """Who took opportunity fire was stationary, and may not move by FW-63; the rest of its unit may. L30."""
    lines = "add t 2xtiger-i germany\nadd s t-34-76 russia\nnext Land\nmove s\nfire t s 20 : 1\nmove t\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    assert "ruling 7: t moved\n  t has 1 that fired and may not move (line 30)\n" in ran.out, ran


def test_a_plane_of_which_nothing_is_kept_is_told(run: Run) -> None:
    """It makes as many attacks as its size allows, which only a unit in play is known to have made. L115."""
    lines = "add yak yak-1 russia altitude=low in-play\nnext Air Combat\nair-combat zero yak : 5 5\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=lines)
    assert "nothing is kept of zero, which is no unit in play: add NAME zero (line 115)" in ran.out, ran


class TestOneWhoWasLost:
    """Still fires in the step, and is fired at; a second loss of the same is told as that. L31, 60."""

    @pytest.mark.parametrize(
        ("row", "told"),
        [
            ("40mm-bofors", "u had lost its crew in this step already (lines 31, 60)"),
            ("rifle infantry", "u was lost in this step already (line 31)"),
        ],
    )
    def test_in_a_step_is_lost_once(self, run: Run, row: str, told: str) -> None:
        add = f"add a hmg infantry germany\nadd b lmg infantry germany\nadd u {row} russia\n"
        ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{add}next Infantry\nfire a u 8 : 10\nfire b u 8 : 10\n")
        assert ran.status == 0 and ran.out.count(told) == 1, ran


def test_a_point_that_is_shifted_is_told_as_that(run: Run) -> None:
    """The point of a mission moves up to 10 cm from the last impact, without drift. L96."""
    lines = "add bat 76mm-zis3 russia\nnext Artillery Plot\nplot bat -p mill\nnext Artillery Indirect\n"
    more = "bombard bat : 5 4 8 3\nnext Artillery Indirect\nbombard bat -s 10\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=lines + more)
    assert "bat; shift 10 cm; point mill, shifted 10 cm" in ran.out, ran


HERE = """add gren rifle infantry germany
add sdkfz sdkfz-251 germany
add pak 75mm-pak40 germany
add mas bf-109e germany altitude=medium in-play
add t34 t-34-76 russia
add squad rifle infantry russia
add battery 76mm-zis3 russia
add bofors 40mm-bofors russia
"""


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("set gren aboard t34", "t34 is of russia, and carries nobody of germany (lines 62-67)"),
        ("set gren aboard pak", "pak is no vehicle, and carries nobody (lines 62-67)"),
        ("set gren aboard sdk", "nobody in play is called sdk: set gren aboard sdkfz (lines 62-67)"),
        ("set battery observer gren", "gren is of germany, and observes for nobody of russia (lines 94, 102)"),
        ("set battery observer squid", "nobody in play is called squid: set battery observer squad (lines 94, 102)"),
        ("set gren losses 2", "gren is 1 in all: set gren losses 1 (line 60)"),
        ("set t34 losses 2", "t34 is 1 in all: set t34 losses 1 (line 8)"),
        ("set battery losses 2", "battery is 1 in all: set battery losses 1 (lines 94, 100)"),
        ("set pak crew-losses 3", "pak has 2 crew counters in all: set pak crew-losses 2 (line 60)"),
        (
            "set battery guns-fired 2",
            "battery has 1 gun left; if there are more: add battery 2x76mm-zis3 russia (lines 94, 100)",
        ),
        ("set gren altitude low", "gren is no plane (lines 111, 115)"),
        ("set t34 aborting", "t34 is no plane (lines 111, 115)"),
        ("set gren immobilised", "gren is no vehicle (line 153)"),
        ("set mas immobilised", "mas is no vehicle (line 153)"),
        ("set t34 crawling", "t34 is no infantry (line 155)"),
        ("set t34 immobilised", ""),
        ("set gren crawling", ""),
        ("set mas altitude huge", "altitude is not 'huge' (nearest: high): set mas altitude low, medium or high"),
        ("set bofors under-attack battery", "battery is of russia, as bofors is (lines 127, 137)"),
        ("set gren aboard sdkfz", ""),
        ("set gren aboard lorry", ""),
        ("set battery observer fo", ""),
        ("set bofors under-attack mas", ""),
        ("add hono infantry hungary\nset gren aboard t34", ""),  # allies, for all that is known
    ],
)
def test_whom_a_state_names_may_be_meant(run: Run, said: str, why: str) -> None:
    """Who rides rides in a vehicle of his own, who observes does so for his own. L62-67, 94, 127."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{said}\n")
    assert ran.err == (f"refcli: line 9: {why}\n" if why else ""), ran


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("set squad boo", "'boo' is no state of first-watch (nearest: bofors, "),
        ("set squad battry", "'battry' is no state of first-watch (nearest: battery, stationary, barred)"),
        ("set squad boo until end of turn", ""),
        ("set squad c3", "'c3' is no state of first-watch"),
    ],
)
def test_a_state_of_ones_own_is_not_nearly_a_unit(run: Run, said: str, why: str) -> None:
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{said}\n")
    assert (
        ran.err.startswith(f"refcli: line 9: {why}") and ran.err.endswith(f"{said} until end of turn\n")
        if why
        else not ran.err
    )


def test_the_beginning_of_a_row_is_not_nearly_a_unit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who types ``mos`` where mas flies is asked; a whole name of a row is one."""
    monkeypatch.setattr("refcli.cli.resolving.takes_prefixes", lambda: True)
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}next Air Combat\nanti-air bofors mos : 5\n")
    assert "target: 'mos' could be mas or mosquito: type which one" in ran.err, ran
    assert run("table", "g.jsonl", stdin="anti-air bofors mosquito : 5\n").status == 0


@pytest.mark.parametrize(("said", "over"), [("mud", "mud"), ("road,mud", "mud"), ("uphill", "uphill")])
def test_the_terrain_of_a_move_is_corrected_by_its_name(run: Run, said: str, over: str) -> None:
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}next Land\nmove t34 road\nfix {said}\n")
    assert ran.status == 0 and f"cm{' over' * (over == 'mud')} {over}." in ran.out, ran


def test_a_plane_is_no_target_on_the_ground(run: Run) -> None:
    """Anti-aircraft weapons fire at it, and fighters. L113, 127."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}next Infantry\nfire t34 mas 8 : 5\n")
    assert ran.err == "refcli: line 10: mas is in the air: anti-air and air-combat are for planes\n", ran


class TestWhoRides:
    """Is close at hand where small arms hit what carries him. L60-67."""

    @pytest.mark.parametrize(
        ("weapon", "told"),
        [("squad", "loses a crew counter, and 1 more close at hand."), ("t34", "Sdkfz is destroyed")],
    )
    def test_may_be_the_second_counter(self, run: Run, weapon: str, told: str) -> None:
        ran = run(
            "-R",
            "fw",
            "table",
            "g.jsonl",
            stdin=f"{HERE}set gren aboard sdkfz\nnext Infantry\nfire {weapon} sdkfz 8 : 10\n",
        )
        assert ran.status == 0 and told in ran.out, ran


def test_who_moves_is_asked_whether_he_is_still_dug_in(run: Run) -> None:
    """What the referee said is never taken back silently. L58."""
    lines = f"{HERE}set squad dug-in\nnext Land\nmove squad\nmove gren\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=lines)
    assert ran.out.count("has moved; no longer") == 1, ran
    assert "squad has moved; no longer dug in? set squad no-dug-in (lines 58, 100, 143-145)" in " ".join(
        ran.out.split()
    ), ran


HIT_TWICE = "add rest 3xrifle germany\nnext Infantry\nfire squad rest 8 : 10\n"
NOT_REMOVED = (
    "rest owes a second counter that is not removed yet: back, then set NAME losses 1, of a crew set NAME "
    "crew-losses 1, or set NAME out"
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("next", True),
        ("set rest losses 2\nnext", False),
        ("set gren out\nnext", False),
        ("set squad dug-in\nnext", True),
    ],
)
def test_a_second_counter_that_nobody_removed_is_told(run: Run, said: str, told: bool) -> None:
    """Its owner says which it is, by its losses. L60, 67."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{HIT_TWICE}{said}\n")
    assert (NOT_REMOVED in " ".join(ran.out.split())) is told, ran


PLOTTED = "next Artillery Plot\nplot battery -p mill\n"
BURST = "next Artillery Ind\nbombard battery : 9\nburst battery sdkfz/outer charging : 1"
DOUBTS = [
    (
        "next Infantry\npenetrate t34 sdkfz 20",
        "t34 has hit already? fire t34 rolls for that and the armor: undo, if not",
    ),
    ("next Infantry\nfire t34 sdkfz 20 : 9", ""),
    (f"{PLOTTED}{BURST}", "sdkfz has not moved this turn: undo, if it does not charge"),
    (f"{PLOTTED}next Land\nmove sdkfz\n{BURST}", ""),
    (
        "set mas altitude low\nnext Bombing\nstrafe mas squad : 1",
        "mas has not moved this turn: undo, then back for its move",
    ),
    ("set mas altitude low\nnext Aircraft\nmove mas\nnext Bombing\nstrafe mas squad : 1", ""),
]


@pytest.mark.parametrize(("said", "doubt"), DOUBTS)
def test_what_may_be_a_slip_is_asked_about(run: Run, said: str, doubt: str) -> None:
    """Armor that nothing has hit, a charge of who did not move, an attack without a flight. L75-79, 108, 131."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{said}\n")
    assert ran.status == 0, ran
    assert ("undo, " in ran.out) is bool(doubt)
    assert doubt in " ".join(ran.out.split()), ran


def test_a_plane_that_is_lost_is_not_asked_for_its_load(run: Run) -> None:
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}set mas out\nnext Bombing\nbomb mas\n")
    assert ran.err == "refcli: line 11: mas is out of play; set mas no-out takes it back\n", ran


@pytest.mark.parametrize(("rows", "told"), [("opel-blitz", False), ("sdkfz-251 lmg", True), ("tiger-i", True)])
def test_a_vehicle_without_a_weapon_is_not_told_to_fire(run: Run, rows: str, told: bool) -> None:
    """Who was added without a machinegun, and has no main gun, fires nothing. L31-33, 73."""
    said = f"add one {rows} germany\nnext Land\nmove one\nphase one -m 1\nnext Slow\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=said)
    assert ("one may fire now" in ran.out) is told, ran


def test_who_said_to_be_stationary_moves_is_so_no_longer(run: Run) -> None:
    """L30-31, 83."""
    for number, moves in enumerate(("move t34\nphase t34 10", "set t34 way 10")):
        said = f"{HERE}set t34 stationary\nnext Land\n{moves}\n"
        ran = run("-R", "fw", "table", f"g{number}.jsonl", stdin=said)
        assert "no longer stationary" in " ".join(ran.out.split()), ran


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("soft-cover", "hard-cover", "in hard cover, no longer in soft cover"),
        ("soft-cover", "dug-in", "dug in, no longer in soft cover"),
        ("in-open", "bunker", "in a bunker, no longer in the open"),
        ("dug-in", "charging", "charging in the open, no longer dug in"),
        ("assaulting", "crawling", "crawling, no longer assaulting"),
        ("soft-cover", "building", "in a building"),
    ],
)
def test_of_states_that_cannot_hold_together_the_last_one_does(run: Run, first: str, second: str, told: str) -> None:
    """L58, 100, 155."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}set gren {first}\nset gren {second}\n")
    assert ran.out.rstrip().endswith(f"gren {told}"), ran


@pytest.mark.parametrize(("vehicle", "more"), [("sdkfz", True), ("lorry", False), ("panzer", False)])
def test_who_rides_in_no_open_topped_armor_is_as_in_none(run: Run, vehicle: str, more: bool) -> None:
    """L58, 64."""
    there = "add lorry opel-blitz germany\nadd panzer pzkpfw-ivh germany\n"
    fire = f"set gren aboard {vehicle}\nnext Infantry\nfire squad gren 8 : 1\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{there}{fire}")
    assert ("in an open-top armored vehicle +2" in ran.out) is more, ran
    assert ("which is no open-topped armored vehicle" in " ".join(ran.out.split())) is not more, ran


def test_what_a_lost_stand_owes_its_side_still_does(run: Run) -> None:
    """The example: who rides in a halftrack is lost, and its crew with him. L60-67."""
    fire = "add one infantry germany\nset one aboard sdkfz\nnext Infantry\nfire squad one 8 : 10\n"
    for number, (crew, owed) in enumerate((("", True), ("set sdkfz crew-losses 1\n", False))):
        ran = run("-R", "fw", "table", f"g{number}.jsonl", stdin=f"{HERE}{fire}{crew}next\n")
        assert ("germany owes a second counter that is not removed yet" in " ".join(ran.out.split())) is owed, ran


def test_a_vehicle_loses_no_more_crew_than_it_has(run: Run) -> None:
    """L60."""
    fire = "next Infantry\nfire squad sdkfz 8 : 10\nfire alpha sdkfz 8 : 10\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}add alpha rifle infantry russia\n{fire}who sdkfz\n")
    assert "1 crew counter lost" in ran.out, ran
    assert "crew counters lost" not in ran.out, ran
    assert "sdkfz had only 1 crew counter left" in " ".join(ran.out.split()), ran


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("set gren assaulting\nnext Land\nmove gren", "gren assaults, and moves farther: you say how far (line 155)"),
        ("set gren crawling\nnext Land\nmove gren", "gren crawls, and moves slowly: you say how far (line 155)"),
        (
            "next Infantry\nfire t34 sdkfz 20 target-moving : 1",
            "sdkfz has not moved this turn: undo, unless it was in motion (lines 84-85)",
        ),
        (
            "set sdkfz fast\nnext Infantry\nfire t34 sdkfz 20 : 1",
            "sdkfz has not moved this turn: undo, unless it was in motion (lines 84-85)",
        ),
    ],
)
def test_what_the_game_does_not_know_is_told(run: Run, said: str, told: str) -> None:
    """L84-85, 155."""
    ran = at_the_table(run, "fw", f"{HERE}{said}\n")
    assert told in ran.unwrapped, ran


@pytest.mark.parametrize("said", ["set he load 500lb\nset he bombs 2", "set he bombs 2\nset he load 500lb"])
def test_bombs_that_are_said_are_kept_beside_the_load(run: Run, said: str) -> None:
    """L115, 141."""
    flies = "next Aircraft M\nmove he\nnext Bombing\nbomb he : 9\nbomb he : 9\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}add he he-111 germany altitude=low\n{said}\n{flies}")
    assert (ran.status, ran.out.count("He drops the 500 lb bomb.")) == (0, 2), ran


def test_a_plane_that_was_loaded_anew_is_told(run: Run) -> None:
    """L117, 141."""
    flies = "next Aircraft M\nmove he\nnext Bombing\nbomb he : 9\n"
    he = "add he he-111 germany altitude=low load=500lb\n"
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}{he}{flies}set he load 500lb\n{flies}")
    assert " ".join(ran.out.split()).count("he has dropped a bomb before, and was loaded anew: undo, if not") == 1, ran


def test_the_beginning_of_several_planes_asks_which(run: Run) -> None:
    """It is not told to move with the vehicles. L30, 35."""
    ran = run("-R", "fw", "table", "g.jsonl", stdin=f"{HERE}next Aircraft M\nmove spit -t 1 -a low\n")
    assert "'spit' could be spitfire-v or spitfire-ix: type which one" in ran.err, ran


def test_who_moves_first_is_said_first(run: Run) -> None:
    """L29-30."""
    for number, (dice, told) in enumerate(
        (
            ("5 4", "Russia moves first; germany moves last, or earlier"),
            ("1 9", "Germany moves first; russia moves last, or earlier"),
        )
    ):
        said = f"{HERE}initiative germany,russia -y 1943 : {dice}\n"
        ran = run("-R", "fw", "table", f"g{number}.jsonl", stdin=said)
        assert told in ran.out, ran


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["infantry", "kar98k"], "infantry, rifle"),
        (["infantry", "bren"], "infantry, light machinegun"),
        (["infantry", "rifle"], "infantry, rifle"),
        (["tiger-i", "mg34"], "Tiger I, light machinegun"),
    ],
)
def test_a_report_tells_what_a_unit_carries_by_any_name_of_it(rows: list[str], said: str) -> None:
    """L8, 58."""
    unit = Unit("one", tuple((row, 1) for row in rows))
    assert Labels(referee().loaded("first-watch")).said(unit) == said


def test_a_fix_of_an_air_combat_tells_the_total_that_it_is_held_against(run: Run) -> None:
    """The opponent's die stays as it was, and shoots the attacker down. L117."""
    lines = "add me bf-109g german\nadd spi spitfire-ix british\nnext Air\n"
    lines += "move me -a medium\nmove spi -a medium\nnext\nair-combat spi me : 4 3\nfix 1 2\n"
    told = run("-R", "fw", "table", "evening.jsonl", stdin=lines).out.partition("what changed")[2]
    assert "Spi: 2+6=8" in told and "Me: 3+6=9" in told


def test_a_report_names_every_roll_and_who_was_there(game: Game) -> None:
    """A die for the track beside the one to hit; a unit that is added again is not new; whose loss it is. L60, 153."""
    for line in ("gp 6pdr british", "p4 pzkpfw-ivf2 german", "s1 rifle infantry british"):
        game.add(line.split()[0], line.split()[1:])
    for one in ("r1", "r2"):
        game.add(one, ["rifle", "infantry", "german"])
    game.next("Infantry")
    game.add("s1", ["rifle", "piat", "infantry", "british"])
    shot = {"attacker": "gp", "target": "p4", "range": 20, "facing": "side", "year": 1942}
    rule(game, "fire", [9, 3], **shot, conditions=["hit-location"])
    rule(game, "fire", [9], attacker="s1", target="r1", range=5, near=1, year=1942)
    fired = list(game.entries)[-1]
    game.set("r2", "out")
    told = account_of(game, referee())
    acts = [one for chapter in told.chapters for part in chapter.parts for one in part.told]
    assert [one.text for one in acts if one.text.startswith("s1")] == ["s1 is now: rifle, PIAT, infantry, British."]
    assert any("9 hits, location 3" in dice for one in acts for dice in one.dice)
    assert any(f"r2 (turn 1, ruling {fired})" in force.losses for force in told.forces)


def test_what_belongs_to_another_line_is_told_that_line(run: Run) -> None:
    """How far a tank moved, and guns that would drop bombs. L31-33, 94, 129."""
    scene = "add t34 t-34-76 russia\nadd battery 3x76mm-zis3 russia\nnext Land\n"
    moved = run("-R", "fw", "table", "evening.jsonl", stdin=f"{scene}move t34 open-ground 10\n").err
    assert "how far is said next: move t34 open-ground, then phase t34 10" in moved
    bombs = run("-R", "fw", "table", "second.jsonl", stdin=f"{scene}next Bombing\nbomb battery\n").err
    assert "battery is a gun: a plane drops bombs, and guns bombard" in bombs


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("sdkfz-251 lmg", "sd has neither a main gun nor an anti-tank weapon (lines 73, 77)"),
        ("sdkfz-251 hmg", ""),
        ("sdkfz-222", ""),
    ],
)
def test_a_vehicle_penetrates_with_what_it_has(run: Run, rows: str, said: str) -> None:
    lines = f"add sd {rows} germany\nadd ba ba-64 russia\nnext Infantry\npenetrate sd ba 2\n"
    ran = at_the_table(run, "first-watch", lines)
    assert said in " ".join(ran.err.split()) if said else ran.status == 0, ran


def test_several_types_where_one_fires_are_refused_in_a_line(run: Run) -> None:
    lines = "add p 75mm-pak40 germany\nadd t t34-76 russia\nnext Infantry\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=f"{lines}fire a,b t 20\n")
    assert (ran.status, ran.err.count("\n")) == (4, 1), ran


def test_a_unit_without_rows_has_no_track_to_ask_about(run: Run) -> None:
    lines = "add odd side=russia\nadd t34 t-34-76 russia\nnext\nnext Land\nmove odd immobilised\n"
    ran = at_the_table(run, "first-watch", lines)
    assert ran.status == 2 and "no unit for move" in ran.err, ran


def test_who_may_still_fire_in_remaining_fire_is_named(run: Run) -> None:
    """A tank that stood still and held its fire; a half-track without a crew has no shot. L33, 60."""
    lines = "add m3 m3-halftrack mmg britain\nadd church churchill-vii mmg britain\nadd mg infantry lmg germany\n"
    lines += "next Land\nmove m3 road\nphase m3 -m 30\nfire mg m3 8 : 9\nnext Remaining\n"
    told = at_the_table(run, "first-watch", lines).out.rpartition("Remaining Fire")[2]
    assert "may now: church (lines 31-33)" in told and "m3" not in told


def test_an_observer_that_a_ruling_killed_is_lost_by_it(run: Run) -> None:
    """Who shot him is told, and not that the referee said so. L60, 94."""
    lines = "add how 25pdr britain\nadd gfo infantry rifle britain\nadd mg infantry lmg germany\nset how observer gfo\n"
    lines += "next Infantry\nfire mg gfo 5 : 10\nnext\nwho how\n"
    told = " ".join(at_the_table(run, "first-watch", lines).out.split())
    assert "without its observer gfo (turn 1, ruling 7;" in told
