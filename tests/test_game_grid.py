"""The grid as an evening, worked out by hand from grid.txt."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from refcli.files.library import shipped
from refcli.game.game import Game
from refcli.rulesets.grid import terrain
from refcli.table.offers import offers
from tests.conftest import Run, at_the_table
from tests.games import games, play, reasons_never_told, unreached
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
    assert play(path, tmp_path)[0] == []


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("grid", tmp_path) == []


def test_every_reason_of_the_hook_is_reached() -> None:
    """What the hook bars and reminds of is told with the lines of the source it stands on."""
    assert reasons_never_told("grid", *HOOK) == []


def test_a_combat_move_says_once_why_it_is_all_that_is_left(run: Run) -> None:
    out = run("-R", "grid", "move", "tank+fought+combat-move").unwrapped
    assert "only its combat move is left" in out and out.count("fired or laid smoke") == 1


def test_a_die_that_nobody_directs_says_so(run: Run) -> None:
    lines = "add guns artillery Blue\nadd rifles infantry Red\nnext Artillery\nbombard guns rifles : 3\n"
    out = at_the_table(run, "grid", lines).out
    assert "3 misses (needs 4+: Artillery against Infantry Class 3+, no Forward Observation Officer -1)" in out
    fire = ("-R", "grid", "fire", "reconnaissance", "infantry", "--reading", "G-9=attacker", "--dice", "3")
    assert "Reconnaissance unit -1" in run(*fire).out


def test_a_limit_alone_tells_nothing_without_a_game(run: Run) -> None:
    assert "say both, --casualties 3 --limit 5" in run("-R", "grid", "clock", "--limit", "3").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "alpha started next to panzer (C4 to C5), and may only move away (line 108)"),
        ("away", ""),
        ("-s B4", ""),
    ],
)
def test_who_starts_next_to_an_enemy_and_says_not_where_it_goes_is_reminded(run: Run, words: str, said: str) -> None:
    units = "add alpha tank Blue\nadd panzer tank Red\nset alpha square C4\nset panzer square C5\n"
    out = at_the_table(run, "grid", f"{units}next Movement\nmove alpha {words}\n").unwrapped
    assert "MOVES: Alpha may move 2 squares." in out and "Not used" not in out, out
    assert said in out if said else "started next to" not in out, out


def test_every_word_for_a_feature_is_that_of_the_chart(run: Run) -> None:
    chart = referee().loaded("grid").library.charts(["terrain"])["terrain"]
    labels = {row: chart.label(row) for row in chart.rows}
    assert {terrain.named(word) for word in labels} == {*terrain.FEATURES} == {*labels.values()}
    assert all(terrain.named(word) == labels[row] for word, (row,) in chart.aliases.items())
    assert all(terrain.named(label.upper()) == label for label in labels.values())
    lines = "add bravo infantry Blue\nadd alpha tank Red\nset bravo in wood\nnext Combat\nnext Combat\n"
    out = at_the_table(run, "grid", f"{lines}fire alpha bravo : 4\n").out
    assert "bravo in Woods" in out and "woods -1" in out, out


def test_a_feature_has_every_name_that_the_chart_of_terrain_has_for_it() -> None:
    """83-99, 203: what is said by hand is kept by the name that rulings have."""
    chart = tomllib.loads((shipped() / "grid" / "terrain.toml").read_text(encoding="utf-8"))
    names = {row: row for row in chart["rows"]} | chart["aliases"]
    assert {name: terrain.named(name) for name in names} == {name: chart["labels"][row] for name, row in names.items()}


def test_a_corner_may_be_adjacent_to_a_heavy_tank(run: Run) -> None:
    """The source counts no corners, and a heavy tank is attacked from the next square (199)."""
    units = "add chu tank Blue\nadd tig heavy-tank Red\nset chu square D4\nset tig square E5\n"
    out = at_the_table(run, "grid", f"{units}next Combat\nfire chu tig\n").unwrapped
    assert "CANNOT ATTACK" in out and "D4 to E5 is a corner; if corners count as adjacent: +adjacent" in out, out
    out = run("table", "e.jsonl", stdin="+adjacent\n").unwrapped
    assert "NO EFFECT: Tig is not hit." in out or "DISRUPTED" in out, out


def test_who_is_next_to_an_enemy_is_offered_and_who_sees_nobody_is_not(run: Run) -> None:
    """grid.txt 58, 120, 199."""
    units = "add bravo,char,lorry infantry Blue\nadd pak anti-tank-gun Blue\nadd rifles infantry Red\n"
    squares = "set bravo square B4\nset char square F4\nset lorry square E5\nset pak square D5\nset rifles square B5\n"
    bunker = "add keep strongpoint Red\nset keep square F5\n"
    at_the_table(run, "grid", f"{units}{bunker}{squares}next Combat\n")
    game = Game(Path("e.jsonl"), referee())
    offered = {who: [one.text for one in offers(game, {}, f"fire {who} ")[1]] for who in ("bravo", "lorry", "pak")}
    assert offered == {"bravo": ["rifles"], "lorry": ["keep"], "pak": ["rifles", "keep"]}
    assert [one.text for one in offers(game, {}, "fire ")[1]] == ["bravo", "char", "lorry", "pak"]


def test_terrain_that_a_unit_may_enter_is_offered_beside_the_conditions_of_its_move(run: Run) -> None:
    """grid.txt 85-99; a condition may stand in the place of the terrain, and is not offered again."""
    at_the_table(run, "grid", "add sher tank Blue\nadd rifles infantry Red\nnext Movement\n")
    game = Game(Path("e.jsonl"), referee())
    offered = {typed: [one.text for one in offers(game, {}, typed)[1]] for typed in ("move sher ", "move sher road ")}
    terrain = ["open", "fields", "river", "hill", "minefield"]
    assert offered["move sher "] == [*terrain, "road", *offered["move sher road "]]
    assert [one.text for one in offers(game, {}, "move sher h")[1]] == ["hill"]
    assert "woods" in [one.text for one in offers(game, {}, "! move sher ")[1]]
