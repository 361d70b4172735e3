"""The grid as an evening, worked out by hand from grid.txt."""

from pathlib import Path

import pytest

from tests.conftest import Run
from tests.games import games, rows_never_reached, unreached
from tests.games import play as play_stored
from tests.play import Session, play
from tests.situations import referee


@pytest.mark.parametrize("path", games("grid"), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play_stored(path, tmp_path)[0] == []


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("grid", tmp_path) == []


def test_every_refusal_is_reached() -> None:
    assert rows_never_reached("grid") == []


@pytest.mark.parametrize(("reading", "outcome"), [("attacker", "no effect"), ("undirected", "disrupted")])
def test_a_reading_lowers_the_die_of_reconnaissance(reading: str, outcome: str) -> None:
    """grid.txt 70, 128."""
    fire = {"rules": "grid", "procedure": "fire", "attackers": "reconnaissance", "target": "infantry"}
    case = referee().case({**fire, "readings": {"G-9": reading}})
    assert referee().rule(case, 1, "5").ruling.outcome.word == outcome


def test_a_limit_needs_the_casualties_without_a_game(run: Run) -> None:
    ran = run("-R", "grid", "clock", "--limit", "3")
    assert ran.status == 2 and "--casualties" in ran.err


def test_a_move_enters_a_feature_from_the_next_square_of_a_map() -> None:
    """grid.txt 81, 104: contact is being next to it."""
    lines = ["map D1 woods", "add i infantry Blue", "set i square C1", "next Movement", "move i D1"]
    result = play("grid", lines)[-1]
    assert result.reason == "enters"
    assert result.changes == ("+i in Woods", "+i moved", "i square C1 > D1")


def test_terrain_stays_when_a_unit_leaves() -> None:
    lines = ["map D1 woods", "add i,r infantry Blue", "add p infantry Red", "set i square D1", "set p square D2"]
    *_, left, entered = play("grid", [*lines, "next Movement", "move i C1", "set r square D1"])
    assert "-i in Woods" in left.changes
    assert entered.changes == ("+r in Woods", "+r square D1")


def test_nobody_fires_through_fields() -> None:
    """grid.txt 58, 93."""
    lines = ["map D2 fields", "add i infantry Blue", "add p infantry Red", "set i square D1", "set p square D3"]
    result = play("grid", [*lines, "next Combat", "fire i p : 6"])[-1]
    assert (result.decision, result.reason, result.changes) == ("refused", "hidden", ())


def test_smoke_lifts_no_duty_to_attack_the_next_square_first() -> None:
    """grid.txt 120, 191."""
    lines = ["map A1-E5", "add i infantry Blue", "add p,q infantry Red", "set i square B1", "set p square B2"]
    lines += ["set q square D1", "set B2 smoke", "next Combat"]
    assert play("grid", [*lines, "fire i q"])[-1].reason == "cannot attack"


@pytest.mark.parametrize(("reading", "outcome"), [("any", "disrupted"), ("towed", "cannot attack")])
def test_a_reading_tells_which_guns_may_be_powerful(reading: str, outcome: str) -> None:
    """grid.txt 29, 37, 199."""
    fire = {"rules": "grid", "procedure": "fire", "attackers": "self-propelled-at-gun+powerful"}
    case = referee().case({**fire, "target": "heavy-tank", "readings": {"G-65": reading}})
    assert referee().rule(case, 1, "6" if reading == "any" else None).ruling.outcome.word == outcome


@pytest.mark.parametrize(("reading", "decision"), [("two", "refused"), ("one", "ruled")])
def test_a_reading_counts_diagonal_steps(reading: str, decision: str) -> None:
    """grid.txt 10, 58."""
    lines = ["map A1-E5", "add i infantry Blue", "set i square B2", "next Movement"]
    assert play("grid", [*lines, f"move i C3 --reading G-80={reading}"])[-1].decision == decision


def test_units_next_to_an_enemy_are_offered(tmp_path: Path) -> None:
    """grid.txt 58, 120, 199; a unit without a target is not."""
    session = Session(tmp_path / "e.jsonl", "grid")
    session.must("add bravo,char,lorry infantry Blue", "add pak anti-tank-gun Blue", "add rifles infantry Red")
    session.must("map A1-H8")
    session.must("add keep strongpoint Red", "set keep square F5", "set bravo square B4", "set char square F4")
    session.must("set lorry square E5", "set pak square D5", "set rifles square B5", "next Combat")
    offered = {name: session.offers(f"fire {name} ") for name in ("bravo", "lorry", "pak")}
    assert offered == {"bravo": ["rifles"], "lorry": ["keep"], "pak": ["rifles", "keep"]}
    assert session.offers("fire ") == ["bravo", "char", "lorry", "pak"]


def test_terrain_that_a_unit_may_enter_is_offered_beside_the_conditions_of_its_move(tmp_path: Path) -> None:
    """grid.txt 85-99; a condition may be in the place of the terrain, and is not offered again."""
    session = Session(tmp_path / "e.jsonl", "grid")
    session.must("add sher tank Blue", "add rifles infantry Red", "next Movement")
    offered = {typed: session.offers(typed) for typed in ("move sher ", "move sher road ")}
    assert offered["move sher "] == [
        *("open", "fields", "river", "hill", "minefield", "road"),
        *offered["move sher road "],
    ]
    assert session.offers("move sher h") == ["hill"]
    assert "woods" in session.offers("! move sher ")
