"""First Watch as an evening, worked out by hand from first-watch.txt."""

from pathlib import Path
from typing import Any

import pytest

from refcli.cli.account import account_of
from refcli.core.errors import Refused
from refcli.core.states import GAME
from refcli.core.view import unit_called
from refcli.game.game import Game
from refcli.game.reminders import due
from refcli.game.supply import Completed
from refcli.game.unit_labels import UnitLabels
from refcli.game.units import Unit
from refcli.rulesets.first_watch.evening import PAYLOAD
from tests.games import games, rows_never_reached, unreached
from tests.games import play as play_stored
from tests.play import ERROR, RULED, play
from tests.situations import referee

GAMES = games("first-watch")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
class TestAStoredEvening:
    """Two turns and a half, then what else there is on the ground, then in the air."""

    def test_comes_out_as_worked_out_by_hand(self, path: Path, tmp_path: Path) -> None:
        assert play_stored(path, tmp_path)[0] == []

    def test_speaks_of_units_in_play_by_their_names(self, path: Path, tmp_path: Path) -> None:
        play_stored(path, tmp_path)
        game = Game(tmp_path / f"{path.stem}.jsonl", referee())
        known = {*game.ledger.units, *game.ledger.sides}
        for entry in game.entries.values():
            for effect in entry.get("ruling", {}).get("effects", ()):
                named = unit_called(game.ledger.units, effect["unit"]) or effect["unit"]
                assert named in known or effect["role"] in ("bomb", "game"), effect


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("first-watch", tmp_path) == []


OF_UNITS_WITHOUT_A_ROW = {
    "in-the-air",
    "no-anti-aircraft",
    "no-armor",
    "no-bomber",
    "no-plane",
    "no-plane-attacks",
    "no-speed",
    "plane-on-ground",
    "planes-in-one",
}
"""Rows for units that are not added, or that the charts of a field do not know: nothing can overrule them."""


def test_every_row_refuses_somewhere() -> None:
    """An act or a stored game is refused by each row of the refusals."""
    assert {*rows_never_reached("first-watch")} == OF_UNITS_WITHOUT_A_ROW


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
        for _ in range(2):  # it is fired in the turn after
            of_three.next("Artillery Indirect")
        assert [text for text, _ in due(of_three.ledger) if "bombard bat" in text]
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
    def test_does_not_move(self, game: Game, row: str) -> None:
        game.add("gun", [row, "russia"])
        with pytest.raises(Refused, match="Max Speed"):
            game.complete({"procedure": "move", "mover": "gun"})

    def test_is_no_longer_stationary_once_it_is_said_to_have_moved(self, game: Game) -> None:
        game.add("gun", ["6pdr", "britain"])
        game.next("Land")
        game.set("gun", "moved")
        game.next("Infantry")
        done = game.complete({"procedure": "fire", "attacker": "gun", "target": "tiger-i", "range": 10})
        assert done.plain["attacker"] == "6pdr" and not done.bars

    def test_is_added_by_its_row_and_not_by_the_word(self, game: Game) -> None:
        with pytest.raises(Refused, match="ROW"):
            game.add("gun", ["6pdr", "ROW", "britain"])


class TestWhatIsNoNumber:
    """Is told by the ruling itself, not by what bars it."""

    def test_bars_nothing(self, game: Game) -> None:
        game.add("arty", ["3x76mm-zis3", "russia"])
        game.set("arty", "mission", "wood")
        assert game.complete({"procedure": "bombard", "attacker": "arty", "guns": "many"}).bars == ()


class TestTheBurstOfABomb:
    """Is that of the plane that dropped it, by its name. L129, 141-143."""

    def test_is_of_a_plane_that_dropped_it(self, game: Game) -> None:
        game.add("jabo", ["il-2", "russia"])
        with pytest.raises(Refused, match="dropped no bomb"):
            game.complete({"procedure": "burst", "attacker": "jabo", "targets": "pak/outer"})

    def test_is_of_no_part_of_it(self, game: Game) -> None:
        game.add("jabo", ["il-2", "russia"])
        game.set("jabo", "load", "500lb")
        done = rule(game, "bomb", [9], plane="jabo")
        with pytest.raises(Refused, match="500lb/he"):
            rule(game, "burst", [1], attacker="jabo/he", targets=["tiger-i/outer"])
        assert done.plain["attacker"] == "500lb"


class TestOneOfSeveral:
    """Is what a shot destroys, as long as there are more of them. L73-79, 94."""

    @pytest.mark.parametrize("row", ["2x76mm-zis3", "2xopel-blitz", "rifle 2xinfantry"])
    def test_is_lost_one_by_one(self, game: Game, row: str) -> None:
        game.add("bat", [*row.split(), "russia"])
        for is_out in (False, True):
            rule(game, "fire", [10], attacker="75mm-pak40", target="bat", range=10)
            assert bool(game.ledger.is_out("bat")) == is_out


def test_before_the_battle_nothing_is_stationary(game: Game) -> None:
    game.add("pak", ["75mm-pak40", "germany"])
    done = game.complete({"procedure": "fire", "attacker": "pak", "target": "t-70", "range": 5})
    assert "stationary" not in done.plain["attacker"]
    assert not game.ledger.has(GAME, "stationary")


def test_the_year_and_the_sides_of_initiative_are_known() -> None:
    """The year is typed once; a side that begins like a nation is that nation."""
    lines = ["add p pzkpfw-ivd G", "add s sherman A", "next", "initiative ger,ame -y 1943 : 3 4", "next Init"]
    *_, first, _, second = play("first-watch", [*lines, "initiative : 3 4"])
    assert "+G order 2" in first.changes and "+game year 1943" in first.changes
    assert "+G order 2" in second.changes


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


HERE = """add gren rifle infantry germany
add sdkfz sdkfz-251 germany
add pak 75mm-pak40 germany
add mas bf-109e germany altitude=medium in-play
add t34 t-34-76 russia
add squad rifle infantry russia
add battery 76mm-zis3 russia
add bofors 40mm-bofors russia
"""


@pytest.mark.parametrize(("target", "decision"), [("mos", ERROR), ("mosquito", RULED)])
def test_the_beginning_of_a_row_is_not_nearly_a_unit(target: str, decision: str) -> None:
    """``mos`` is ambiguous while mas flies; a whole name of a row is the row."""
    results = play("first-watch", ["next Air Combat", f"anti-air bofors {target} : 5"], HERE)
    assert results[-1].decision == decision


@pytest.mark.parametrize("moves", [["move t34", "phase t34 10"], ["set t34 way 10"]])
def test_a_stationary_unit_that_moves_is_so_no_longer(moves: list[str]) -> None:
    """L30-31, 83."""
    results = play("first-watch", ["set t34 stationary", "next Land", *moves], HERE)
    assert any("-t34 stationary" in result.changes for result in results)


@pytest.mark.parametrize(("crew", "owed"), [([], True), (["set sdkfz crew-losses 1"], False)])
def test_what_a_lost_stand_owes_its_side_remains(crew: list[str], owed: bool) -> None:
    """The example: a passenger of a halftrack is lost, and its crew with it. L60-67."""
    lines = ["add one infantry germany", "set one aboard sdkfz", "next Infantry", "fire squad one 8 : 10", *crew]
    reminders = play("first-watch", [*lines, "next"], HERE)[-1].printed
    assert ("owes" in reminders) is owed


@pytest.mark.parametrize(("dice", "first"), [("5 4", "russia"), ("1 9", "germany")])
def test_the_lower_roll_moves_first(dice: str, first: str) -> None:
    """L29-30."""
    result = play("first-watch", [f"initiative germany,russia -y 1943 : {dice}"], HERE)[-1]
    assert f"+{first} order 1" in result.changes


@pytest.mark.parametrize(
    ("rows", "same"),
    [(["infantry", "kar98k"], ["infantry", "rifle"]), (["tiger-i", "mg34"], ["tiger-i", "lmg"])],
)
def test_a_report_names_what_a_unit_carries_by_any_name_of_it(rows: list[str], same: list[str]) -> None:
    """L8, 58."""
    labels = UnitLabels(referee().loaded("first-watch"))
    first, second = (labels.said(Unit("one", tuple((row, 1) for row in words))) for words in (rows, same))
    assert first == second and first.count(",") == 1


def test_a_report_names_every_roll_and_unit(game: Game) -> None:
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
    report = account_of(game, referee())
    acts = [one for chapter in report.chapters for part in chapter.parts for one in part.told]
    (again,) = [one.text for one in acts if one.text.startswith("s1")]
    assert "PIAT" in again
    assert any("9" in dice and "3" in dice for one in acts for dice in one.dice)
    assert any("r2 (" in force.losses and f"ruling {fired}" in force.losses for force in report.forces)


def test_guns_drop_no_bombs() -> None:
    """The refusal names bombard. L94, 129."""
    result = play("first-watch", ["next Bombing", "bomb battery"], HERE)[-1]
    assert not result.is_accepted and "bombard" in result.printed
