"""Combat Captain as an evening."""

from pathlib import Path

import pytest

from refcli.core.view import member_called
from refcli.game.game import Game
from refcli.rulesets.combat_captain.refusals import REFUSALS
from tests.acts import ILLEGAL, file_of
from tests.games import games, unreached
from tests.games import play as play_stored
from tests.play import ERROR, RULED, Session, play
from tests.situations import referee

RULES = "combat-captain"


Played = tuple[list[str], Game]
"""What came otherwise than a stored game says, and the game."""


@pytest.fixture(scope="module", params=games(RULES), ids=lambda path: path.stem)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """One stored game, played to its end."""
    folder = tmp_path_factory.mktemp("games")
    wrong, _ = play_stored(request.param, folder)
    return wrong, Game(folder / f"{request.param.stem}.jsonl", referee())


def test_every_step_comes_out_as_worked_out_by_hand(played: Played) -> None:
    assert played[0] == []


def test_every_effect_falls_on_a_unit_in_play_by_its_name(played: Played) -> None:
    game = played[1]
    effects = [effect for entry in game.entries.values() if "ruling" in entry for effect in entry["ruling"]["effects"]]
    of_units = [effect for effect in effects if effect["role"] not in ("side", "aircraft", "artillery")]
    assert [effect for effect in of_units if not member_called(game.ledger, effect["unit"])] == []
    assert {effect["unit"] for effect in effects if effect["role"] == "side"} <= {*game.ledger.sides}


def test_every_state_begins_ends_gives_bars_and_reminds(tmp_path: Path) -> None:
    assert unreached(RULES, tmp_path) == []


def test_every_row_refuses_an_act() -> None:
    refused = file_of(ILLEGAL, RULES).read_text("utf-8")
    of_rulings = [row.name for row in REFUSALS if not row.procedures.startswith("set ")]
    assert [name for name in of_rulings if f"refused {name}" not in refused] == []


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Two companies, in close combat."""
    game = Game(tmp_path / "game.jsonl", referee(), RULES)
    for name, words in {"f1": "rifles german group=fall", "h1": "rifles british", "h2": "crewed-mg british"}.items():
        game.add(name, [*words.split(), *(["group=guard"] if name[0] == "h" else [])])
    game.next("Close")
    return game


def test_a_beaten_unit_takes_no_marker_more_as_it_runs(game: Game) -> None:
    """540, 811: the close combat gave one for the withdrawal already."""
    game.set("guard", "has-to-withdraw")
    done = game.complete({"procedure": "move", "mover": "h1", "conditions": ["withdraw"]})
    game.keep(referee().rule(referee().case({"rules": RULES, **done.plain}), 1, "2 2 2 2"), done)
    assert {name for owner, name in game.ledger.held if owner == "guard"} == {"has-to-withdraw", "unit-withdrew"}


def test_nobody_is_left_beside_a_unit_that_is_gone(game: Game) -> None:
    """549-550: overruled, a shot at it counts no sub-units."""
    game.set("guard", "routed")
    done = game.complete({"procedure": "fire", "attackers": "f1", "target": "h1", "range": 8}, overrule=True)
    assert "sub-unit-beside" not in done.plain["target"][0]


def test_what_is_never_told_is_not_told_as_it_is_undone(game: Game) -> None:
    game.set("guard", "has-to-withdraw")
    done = game.complete({"procedure": "move", "mover": "h1"})
    game.keep(referee().rule(referee().case({"rules": RULES, **done.plain}), 1, "2 2 2 2"), done)
    assert "8" not in {change.said for change in game.undo().changes}


MARKED = (
    "add h1 rifles side=british group=hh",
    "add h2 rifles british group=hh",
    "add f1 rifles side=german group=ff",
    "add f2 rifles german group=ff",
    "next Activation",
)


def test_a_whole_unit_pulls_a_marker_once() -> None:
    """223-230: a die of each sub-unit pulls one from all of it."""
    begun = [*MARKED, "set hh markers"]
    assert "-hh markers 1" in play(RULES, [*begun, "activity hh pull-marker"])[-1].changes
    both = play(RULES, [*begun, "activity hh pull-marker take-cover"])[-1]
    assert (both.decision, both.changes) == (ERROR, ())


FIRES = (
    "add f1 enhanced-small-arms side=german group=fall",
    "add f2 enhanced-small-arms german group=fall",
    "add h1 rifles side=british group=guard",
    "add h2 rifles british group=guard",
    "next Activation",
)


@pytest.mark.parametrize(("typed", "instead"), [("64/64/5", "64 64/5"), ("6446/6446/5", "6446 6446/5")])
def test_a_face_is_never_of_another_die_than_it_was_typed_for(typed: str, instead: str) -> None:
    """598-604: a stroke between the firing sub-units would make the variable die of a fire die."""
    refused = play(RULES, [*FIRES, f"fire f1,f2 h1 8 : {typed}"])[-1]
    assert refused.decision == ERROR and instead in refused.printed
    assert play(RULES, [*FIRES, f"fire f1,f2 h1 8 : {instead}"])[-1].decision == RULED


@pytest.mark.parametrize("own", ["f1,f2", "f1+3xactivity-die,f2+2xactivity-die"])
def test_sub_units_with_fewer_dice_left_fire_all_of_them(own: str, tmp_path: Path) -> None:
    """312-316: so many faces are all of them, and no activity die is unused."""
    session = Session(tmp_path / "game.jsonl", RULES)
    result = session.must(*FIRES, "move f2 : 4", f"fire {own} h1 8 : 64264/5")
    rolls = session.game.entries[session.game.last]["ruling"]["rolls"]
    assert [face for roll in rolls for face in roll["faces"]] == [6, 4, 2, 6, 4, 5]
    assert "Not used" not in result.printed


def test_a_shot_without_effect_counts_no_sub_units() -> None:
    result = play(RULES, [*FIRES, "fire f1 h1 8 : 111/1"])[-1]
    assert result.decision == RULED and "sub-unit" not in result.printed


TANK_AT_TWO = (
    "add p1 armor tank side=German group=pz",
    "add h1,h2,h3,h4 rifles side=British group=guard",
    "next Activation",
    "set guard cover 1",
    "set guard no-cover",
)


def test_what_an_owner_chose_is_taken_back_by_a_correction(tmp_path: Path) -> None:
    """655-657: two hits that the owner took as markers when asked are men again."""
    session = Session(tmp_path / "game.jsonl", RULES)
    session.must(*TANK_AT_TWO)
    asked = session.must("fire p1 h1,h2 -r 8 -a 2 --ask : fire 6 6/variable die 5 4", "2", "2")
    assert "+guard markers 2" in asked.changes
    fixed = session.must("fix --swap 0")
    assert fixed.changes == ("-guard markers 2", "h1 men-lost 2 > 3", "h2 men-lost 2 > 3")
