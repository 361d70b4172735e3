"""The grid as an evening, worked out by hand from grid.txt."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from refcli.files.library import shipped
from refcli.rulesets.grid import terrain
from tests.conftest import Run
from tests.games import games, reasons_never_told, unreached
from tests.games import play as play_stored
from tests.play import Session, play
from tests.situations import referee

HOOK = [
    import_module(f"refcli.rulesets.grid.{name}")
    for name in (
        *("beside", "ending", "in_order", "isolation", "ledger", "light", "moves", "observers", "officers", "planes"),
        *("priority", "sight", "squares", "terrain"),
    )
]
"""The modules that say what bars and what is due."""


@pytest.mark.parametrize("path", games("grid"), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play_stored(path, tmp_path)[0] == []


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("grid", tmp_path) == []


def test_every_reason_of_the_hook_is_reached() -> None:
    """What the hook bars and reminds of is told with the lines of the source it stands on."""
    assert reasons_never_told("grid", *HOOK) == []


@pytest.mark.parametrize(("reading", "outcome"), [("attacker", "no effect"), ("undirected", "disrupted")])
def test_a_reading_lowers_the_die_of_reconnaissance(reading: str, outcome: str) -> None:
    """grid.txt 70, 128."""
    fire = {"rules": "grid", "procedure": "fire", "attackers": "reconnaissance", "target": "infantry"}
    case = referee().case({**fire, "readings": {"G-9": reading}})
    assert referee().rule(case, 1, "5").ruling.outcome.word == outcome


def test_a_limit_needs_the_casualties_without_a_game(run: Run) -> None:
    ran = run("-R", "grid", "clock", "--limit", "3")
    assert ran.status == 2 and "--casualties" in ran.err


@pytest.mark.parametrize(("words", "is_reminded"), [("", True), ("away", False), ("-s B4", False)])
def test_a_move_from_next_to_an_enemy_without_its_way_is_reminded(words: str, is_reminded: bool) -> None:
    """grid.txt 108."""
    units = ["add alpha tank Blue", "add panzer tank Red", "set alpha square C4", "set panzer square C5"]
    result = play("grid", [*units, "next Movement", f"move alpha {words}"])[-1]
    assert result.reason == "moves" and "Not used" not in result.printed
    assert ("C4 to C5" in result.printed) == is_reminded


def test_every_word_for_a_feature_is_that_of_the_chart() -> None:
    chart = referee().loaded("grid").library.charts(["terrain"])["terrain"]
    labels = {row: chart.label(row) for row in chart.rows}
    assert {terrain.named(word) for word in labels} == {*terrain.FEATURES} == {*labels.values()}
    assert all(terrain.named(word) == labels[row] for word, (row,) in chart.aliases.items())
    assert all(terrain.named(label.upper()) == label for label in labels.values())
    lines = ["add bravo infantry Blue", "add alpha tank Red", "set bravo in wood", "next Combat", "next Combat"]
    results = play("grid", [*lines, "fire alpha bravo : 4"])
    assert results[2].changes == ("+bravo in Woods",) and results[-1].reason == "no effect"


def test_a_feature_has_every_name_that_the_chart_of_terrain_has_for_it() -> None:
    """83-99, 203: what is said by hand is kept by the name that rulings have."""
    chart = tomllib.loads((shipped() / "grid" / "terrain.toml").read_text(encoding="utf-8"))
    names = {row: row for row in chart["rows"]} | chart["aliases"]
    assert {name: terrain.named(name) for name in names} == {name: chart["labels"][row] for name, row in names.items()}


def test_a_corner_may_be_adjacent_to_a_heavy_tank() -> None:
    """The source counts no corners, and a heavy tank is attacked from the next square (199)."""
    units = ["add chu tank Blue", "add tig heavy-tank Red", "set chu square D4", "set tig square E5", "next Combat"]
    *_, corner, adjacent = play("grid", [*units, "fire chu tig", "+adjacent : 6"])
    assert corner.reason == "cannot attack" and "+adjacent" in corner.printed
    assert adjacent.reason == "disrupted"


def test_units_next_to_an_enemy_are_offered(tmp_path: Path) -> None:
    """grid.txt 58, 120, 199; a unit without a target is not."""
    session = Session(tmp_path / "e.jsonl", "grid")
    session.must("add bravo,char,lorry infantry Blue", "add pak anti-tank-gun Blue", "add rifles infantry Red")
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
