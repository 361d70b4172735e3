"""The grid as an evening, worked out by hand from grid.txt."""

import re
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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("! move fort", "MAY NOT MOVE: Fort may not move. It does not move (line 228);"),
        ("move gun river", "MAY NOT ENTER: Gun may not cross the river."),
        ("! move gun woods", "MAY NOT ENTER: Gun may not enter the Woods."),
        ("move gun full", "MAY NOT ENTER: Gun may not enter that square."),
        (
            "move gun",
            "MAY NOT MOVE: Gun may not move. Starts next to an enemy and does not move away (line 108);",
        ),
        ("move gun away", "MOVES: Gun may move 1 square."),
        ("move gun road night", "moves 1 square: night MOVES: Gun may move 1 square."),
    ],
)
def test_a_move_says_what_may_not_be_done(run: Run, line: str, said: str) -> None:
    lines = "add fort strongpoint Blue\nadd gun anti-tank-gun Blue\nnext Movement\n"
    near = "set gun enemy-adjacent\n" if line in ("move gun", "move gun away") else ""
    out = at_the_table(run, "grid", f"{lines}{near}{line}\n").unwrapped
    assert said in out


@pytest.mark.parametrize("said", ["x", "2.5", "-1", "9" * 30])
def test_a_range_that_is_none_is_no_fault_of_ours(run: Run, said: str) -> None:
    """Between squares that are known, whatever stands behind -r."""
    lines = "add a tank Blue\nadd t tank Red\nset a square A1\nset t square A3\nnext Combat\n"
    ran = run("-R", "grid", "table", "evening.jsonl", stdin=f"{lines}fire a t -r {said}\n")
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran


def test_a_number_that_a_move_does_not_need_is_said_to_be_one(run: Run) -> None:
    ran = at_the_table(run, "grid", "add gun artillery Blue\nnext Movement\nmove gun 2\n")
    assert "move needs no number here: leave 2 out" in ran.err


def test_a_combat_move_says_once_why_it_is_all_that_is_left(run: Run) -> None:
    out = run("-R", "grid", "move", "tank+fought+combat-move").unwrapped
    assert "only its combat move is left" in out and out.count("fired or laid smoke") == 1


def test_a_die_that_nobody_directs_says_so(run: Run) -> None:
    lines = "add guns artillery Blue\nadd rifles infantry Red\nnext Artillery\nbombard guns rifles : 3\n"
    out = at_the_table(run, "grid", lines).out
    assert "3 misses (needs 4+: Artillery against Infantry Class 3+, no Forward Observation Officer -1)" in out
    fire = ("-R", "grid", "fire", "reconnaissance", "infantry", "--reading", "G-9=attacker", "--dice", "3")
    assert "Reconnaissance unit -1" in run(*fire).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Blue has no infantry or reconnaissance to observe: guns fire only at what they see themselves: in-sight"),
        ("foo", "Blue has no infantry or reconnaissance to observe"),
        ("in-sight", ""),
    ],
)
def test_who_has_nobody_but_guns_is_reminded_and_not_barred(run: Run, words: str, said: str) -> None:
    lines = "add guns artillery Blue\nadd rifles infantry Red\nnext Artillery\n"
    out = at_the_table(run, "grid", f"{lines}bombard guns rifles {words} : 4\n").unwrapped
    assert "no: " not in out and (said in out if said else "to observe" not in out)


def test_a_plane_that_has_flown_has_done_something(run: Run) -> None:
    lines = "add tank tank Blue\nadd gun tank Red\nadd Stuka Red\nadd Rest Red\nsides Red Blue\nnext Artillery\n"
    ran = at_the_table(run, "grid", f"{lines}strafe tank --aircraft stuka : 2\nnext Game\nwho\n")
    assert "nothing done this turn: gun, Rest\n" in ran.out
    assert ran.out.splitlines()[-4].split() == ["Stuka", "aircraft", "disrupted"], ran.out


def test_a_plane_that_is_lost_is_out_of_play_once(run: Run) -> None:
    lines = "add tank tank Red\nadd stuka side=Blue\nset stuka disrupted\nsides Blue Red\nnext Artillery\n"
    ran = at_the_table(run, "grid", f"{lines}strafe tank : 1\nset stuka no-out\nset stuka out\n")
    assert ran.out.count("stuka out of play") == 2 and "out of the game (" not in ran.out, ran
    assert "stuka no longer out of play" in ran.out, ran


def test_with_the_hour_of_night_the_night_is_taken_back(run: Run) -> None:
    """With another hour it is not."""
    lines = "add tank tank Blue\nnext\nclock -t 06:00 --night 06:10 : 3\nset game dawn 05:00\nset game no-dawn\n"
    ran = at_the_table(run, "grid", f"{lines}set game no-night\nwho game\n")
    assert ": no longer dawn 05:00\n" in ran.out
    assert ran.out.partition(": no longer night or night 06:10\n")[2].count("takes it back") == 1, ran


def test_an_hour_that_is_missing_is_asked_for_once(run: Run) -> None:
    """Until the hours that are missing are others; a light that nobody knows any more is no longer told."""
    rolls = "clock -t 06:00 --dawn 05:30 : 3\nnext Game\nclock : 3\nnext Game\n"
    more = "clock --day 06:50 : 3\nnext Game\nclock : 3\nnext Game\nclock : 3\nwho game\n"
    out = at_the_table(run, "grid", f"add gun artillery Blue\nnext\n{rolls}{more}").out
    assert out.count("Say when day, dusk and night begin") == out.count("Say when dusk and night begin") == 1, out
    assert out.count("dawn or dusk\n") == 1 and "no longer dawn or dusk" in out, out


def test_who_is_in_a_square_is_known(run: Run) -> None:
    """A move that names a square is remembered, and a square tells who is in it."""
    lines = "add gun artillery Blue\nadd tank tank Blue\nnext Movement\nmove gun -s C4\nset C4 smoke\nmove tank -s C4\n"
    out = at_the_table(run, "grid", f"{lines}who c4\nwho C4 --json\nundo\nwho C4\n").out
    assert "C4: gun and tank\n  smoke (" in out
    assert '"units": {"gun": {"is": "artillery", "side": "Blue"}, "tank": {' in out
    assert out.count("C4: gun\n") == 1, out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("set game time 25:00", "'25:00' is no time of day: set game time 09:05 (lines 50-56)"),
        ("set game night late", "'late' is no time of day: set game night 09:05 (lines 50-56)"),
    ],
)
def test_an_hour_that_no_clock_shows_is_refused(run: Run, line: str, said: str) -> None:
    ran = at_the_table(run, "grid", f"{line}\n")
    assert ran.err.endswith(f": {said}\n"), ran


def test_an_hour_that_a_clock_shows_is_agreed(run: Run) -> None:
    lines = "set game time 9:05\nset game night 21:00\nnext\nclock : 3\n"
    ran = at_the_table(run, "grid", lines)
    assert ran.status == 0 and "09:20" in ran.out, ran


def test_a_disruption_may_be_given_an_end_by_hand(run: Run) -> None:
    lines = "add alpha tank Blue\nadd rifles infantry Red\nnext Combat\nfire alpha rifles : 6\n"
    ran = at_the_table(run, "grid", f"{lines}set rifles disrupted until end of turn\n")
    assert ran.status == 0, ran


@pytest.mark.parametrize(
    ("friend", "said"),
    [
        (
            "",
            "bravo is disrupted next to rifles (C4 to C5); if it sees no friend, it may not attack and must move away",
        ),
        ("set alpha square C2", ""),
        ("set alpha square C4", ""),
        ("set alpha square H9", "sees no friend and must try to move away: move bravo (line 181)"),
    ],
)
def test_who_may_be_isolated_is_reminded_of_it(run: Run, friend: str, said: str) -> None:
    """Where nobody said where a friend is, nobody knows: it bars nothing."""
    units = "add bravo infantry Blue\nadd alpha tank Blue\nadd rifles infantry Red\n"
    squares = f"set bravo square C4\nset rifles square C5\nset bravo disrupted\n{friend}\n"
    out = at_the_table(run, "grid", f"{units}{squares}next Movement\n").unwrapped
    assert said in out if said else "isolated" not in out and "no friend" not in out, out


def test_a_limit_that_is_agreed_alone_is_remembered(run: Run) -> None:
    """What was lost the game knows; a number that is typed all the same stands."""
    units = "add guns artillery Blue\nadd rifles infantry Red\nnext\n"
    lines = "clock --limit 1 : 3\nnext Artillery\nbombard guns rifles in-sight intense : 6\nnext Game\nclock\n"
    out = at_the_table(run, "grid", f"{units}{lines}").unwrapped
    assert "losses that end the game 1" in out and "Red has lost 1 unit: the game ends, as agreed (line 184)" in out
    assert "TOO MANY LOST: The game ends: one side has lost 1 unit, and 1 was the limit." in out, out
    more = "next Game\nclock --limit 4 : 3\nnext Game\nclock --casualties 4 : 3\n"
    out = run("table", "e.jsonl", stdin=more).unwrapped
    assert "1 unit lost; the game ends at 4" in out and "one side has lost 4 units, and 4 was the limit" in out, out


def test_a_limit_alone_tells_nothing_without_a_game(run: Run) -> None:
    assert "say both, --casualties 3 --limit 5" in run("-R", "grid", "clock", "--limit", "3").err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "panzer (line 120)"),
        ("add tiger heavy-tank Red\n", "panzer (line 120)"),
        ("add spg self-propelled-artillery Red\nset alpha square A1\nset panzer square A9\n", "spg (line 120)"),
        ("set alpha square A1\nset panzer square A3\nset A2 wreck\n", ""),
        ("set alpha square A1\nset panzer square A9\nset alpha in Hill\n", "panzer (line 120)"),
    ],
)
def test_only_tanks_that_may_come_first_are_told(run: Run, line: str, said: str) -> None:
    """Those that are known to be out of sight do not; nor does a heavy tank that is not adjacent (199)."""
    units = "add alpha tank Blue\nadd rifles infantry Red\nadd panzer tank Red\n"
    lines = f"{units}{line}next Combat\nfire alpha rifles 2 : 6\n"
    out = at_the_table(run, "grid", lines).unwrapped
    first = "alpha has to attack the closest enemy of Tank Class first, if any is in sight: "
    assert f"{first}{said}" in out if said else "Tank Class first" not in out, out


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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fire bravo tiger : 5", "DISRUPTED: Tiger is disrupted."),
        ("fire bravo trucks : 4", "DISRUPTED: Trucks are disrupted."),
    ],
)
def test_from_a_feature_the_next_square_is_adjacent(run: Run, line: str, said: str) -> None:
    """For the heavy tank rule, and for the cover of dusk."""
    units = "add bravo infantry Blue\nadd tiger heavy-tank Red\nadd trucks motorised-infantry Red\n"
    squares = "set bravo square C3\nset bravo in Woods\nset tiger square C4\nset trucks square D3\n"
    lines = f'{units}{squares}set game light "dawn or dusk"\nnext Combat\n{line}\n'
    out = at_the_table(run, "grid", lines).unwrapped
    assert said in out, out


@pytest.mark.parametrize(("square", "is_told"), [("C5", False), ("C6", True)])
def test_who_is_known_to_be_next_to_an_enemy_is_not_told_to_regroup(run: Run, square: str, is_told: bool) -> None:
    units = "add alpha tank Blue\nadd bravo infantry Blue\nadd panzer tank Red\nset alpha disrupted\n"
    lines = f"{units}set alpha square C4\nset panzer square {square}\nnext Reorganisation\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert ("may try to regroup: morale alpha" in out) is is_told, out


@pytest.mark.parametrize("line", ["move gun D4", "move gun -s D4", "smoke gun D4 : 4", "move gun fields D4"])
def test_a_word_of_the_form_of_a_square_is_one(run: Run, line: str) -> None:
    phase = "Artillery" if line.startswith("smoke") else "Movement"
    ran = at_the_table(run, "grid", f"add gun artillery Blue\nnext {phase}\n{line}\n")
    assert ran.status == 0 and re.search("squares? D4\\b", ran.out), ran


def test_who_is_called_as_a_square_might_be_is_no_square(run: Run) -> None:
    lines = "add gun artillery Blue\nadd e7 infantry Red\nnext Artillery\nbombard gun e7 in-sight : 4\n"
    ran = at_the_table(run, "grid", lines)
    assert ran.status == 0 and "E7 is disrupted" in ran.out, ran


@pytest.mark.parametrize(
    ("square", "is_known"),
    [("C4", True), ("C5", False)],
)
def test_a_square_farther_than_the_move_is_not_recorded(run: Run, square: str, is_known: bool) -> None:
    """Out of a feature it is measured from the edge (81, 104), which no square tells."""
    units = "add bravo infantry Blue\nset bravo square C3\nset bravo in Woods\nnext Movement\n"
    out = at_the_table(run, "grid", f"{units}move bravo -s {square}\n").unwrapped
    assert "MOVES: Bravo may move 1 square." in out and (f"bravo moved, in {square}" in out) is is_known, out
    told = "C3 to C5 is 2 squares; if the edge of Woods lies between: set bravo square C5 (lines 81, 104, 204)"
    assert (told in out) is not is_known, out


@pytest.mark.parametrize(("row", "needs", "is_told"), [("infantry", 4, True), ("tank", 4, True), ("recon", 3, False)])
def test_an_officer_directs_guns_from_reconnaissance_alone(run: Run, row: str, needs: int, is_told: bool) -> None:
    """Officers are attached to reconnaissance units (70); of another unit it is told."""
    units = f"add fo {row} foo Blue\nadd bravo infantry Blue\nadd guns artillery Blue\nadd rifles infantry Red\n"
    out = at_the_table(run, "grid", f"{units}next Artillery\nbombard guns rifles : 3\n").unwrapped
    assert f"(needs {needs}+" in out, out
    told = "fo is no reconnaissance unit, and no Forward Observation Officer is with it (lines 68, 70)"
    assert (told in out) is is_told, out


def test_every_word_for_a_feature_is_that_of_the_chart(run: Run) -> None:
    chart = referee().loaded("grid").library.charts(["terrain"])["terrain"]
    labels = {row: chart.label(row) for row in chart.rows}
    assert {terrain.named(word) for word in labels} == {*terrain.FEATURES} == {*labels.values()}
    assert all(terrain.named(word) == labels[row] for word, (row,) in chart.aliases.items())
    assert all(terrain.named(label.upper()) == label for label in labels.values())
    lines = "add bravo infantry Blue\nadd alpha tank Red\nset bravo in wood\nnext Combat\nnext Combat\n"
    out = at_the_table(run, "grid", f"{lines}fire alpha bravo : 4\n").out
    assert "bravo in Woods" in out and "woods -1" in out, out


def test_who_fought_several_is_next_to_all_of_them(run: Run) -> None:
    """Until one of them falls, or moves away (120, 174)."""
    units = "add bravo infantry Blue\nadd moto motorised-infantry Blue\nadd lkw infantry Red\nadd rifles infantry Red\n"
    fought = "set moto disrupted\nnext Combat\nfire bravo rifles 1 : 2\nfire moto rifles 1 : 2\nnext Combat\n"
    more = "fire lkw moto 1 : 5\nnext Reorg\nset rifles disrupted\nmorale rifles : 5\n"
    out = at_the_table(run, "grid", f"{units}{fought}{more}").unwrapped
    assert "rifles were next to bravo and moto: if one of them is still there, rifles attack that one first" in out, out
    assert "rifles were next to bravo: if it is still there, rifles may not regroup" in out, out
    more = "next Movement\nmove bravo\nnext Combat\nnext Combat\n"
    assert "next to bravo" not in run("table", "e.jsonl", stdin=more).out.partition("bravo moved")[2]


def test_tanks_that_see_the_same_are_reminded_once(run: Run) -> None:
    units = "add alpha tank Blue\nadd anvil tank Blue\nadd rifles infantry Red\nadd panzer tank Red\n"
    lines = f"{units}next Combat\nfire alpha,anvil rifles 2 : 3 3\nmove alpha\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert out.count("alpha and anvil have to attack the closest enemy of Tank Class first") == 1, out
    assert out.count("Tank Class first") == 1 and "alpha (combat move)" in out, out


def test_what_a_unit_starts_in_is_said_once(run: Run) -> None:
    units = "add moto motorised-infantry Blue\nset moto in buildings\nnext Movement\nmove moto\n"
    out = at_the_table(run, "grid", units).out
    assert "moto (leaving a building zone)\n" in out and "MOVES: Moto may move 1 square." in out, out


def test_a_sortie_is_not_told_that_it_was_declared_late(run: Run) -> None:
    """Targets of guns are declared before their dice (72); a sortie has no such rule."""
    units = "add guns artillery Blue\nadd eyes reconnaissance foo Blue\nadd panzer tank Red\nnext Artillery\n"
    out = at_the_table(run, "grid", f"{units}bombard guns panzer : 2\nstrafe panzer : 4\n").out
    assert "NO EFFECT" in out and "before any die" not in " ".join(out.split()), out


def test_a_neighbour_in_a_known_square_is_named(run: Run) -> None:
    units = "add bravo infantry Blue\nadd rifles infantry Red\nset bravo square C3\nset rifles square C5\n"
    lines = f"{units}next Movement\nmove bravo -s C4\nnext Combat\nnext Combat\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "bravo is next to rifles (C4 to C5): it attacks that one first (line 120)" in out, out
    out = run("table", "e.jsonl", stdin="fire bravo rifles : 2\n").out
    assert "that one first" not in out, out


def test_who_is_disrupted_is_told_what_it_may_not_do(run: Run) -> None:
    """All in one line (78, 178): the guns do not fire, nobody goes next to an enemy."""
    units = "add guns artillery Blue\nadd bravo infantry Blue\nadd rifles infantry Red\n"
    lines = f"{units}set guns disrupted\nset bravo disrupted\nset rifles disrupted\nnext Artillery\nnext Movement\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "guns are disrupted and may not fire (line 78)" in out, out
    assert "guns and bravo are disrupted and may not move next to an enemy (line 178)" in out, out


def test_a_feature_has_every_name_that_the_chart_of_terrain_has_for_it() -> None:
    """83-99, 203: what is said by hand is kept by the name that rulings have."""
    chart = tomllib.loads((shipped() / "grid" / "terrain.toml").read_text(encoding="utf-8"))
    names = {row: row for row in chart["rows"]} | chart["aliases"]
    assert {name: terrain.named(name) for name in names} == {name: chart["labels"][row] for name, row in names.items()}


def test_nobody_is_told_to_move_who_has_moved_or_never_moves(run: Run) -> None:
    """Units move once (101-104); a strongpoint does not (228)."""
    units = (
        "add eyes reconnaissance Blue\nadd bunker strongpoint Blue\nset bunker disrupted\nadd pak anti-tank-gun Red\n"
    )
    lines = f"{units}next Movement\nmove eyes woods\nback\nnext\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "up against Woods" in out and "may enter now" not in out and "bunker is" not in out, out
    out = run("table", "e.jsonl", stdin="next Movement\nnext Movement\n").unwrapped
    assert "eyes are in contact with Woods and may enter now" in out, out


def test_losses_are_told_with_the_ruling_that_they_come_from(run: Run) -> None:
    units = (
        "add alpha tank Blue\nadd pak anti-tank-gun Red\nadd fly tank Red\nset game most-losses 2\nset pak disrupted\n"
    )
    lines = f"{units}next Combat\nfire alpha pak : 5\nnext Game\nclock : 3\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "limit 2 (as you said); casualties 1 (turn 1, ruling 8)" in out, out


def test_terrain_said_of_a_square_is_said_of_a_unit(run: Run) -> None:
    ran = at_the_table(run, "grid", "add mort mortars Blue\nset C4 minefield\n")
    assert "'C4', and minefield is said of a unit: set mort in Minefield" in " ".join(ran.err.split()), ran


def test_a_refused_attempt_is_not_judged_again(run: Run) -> None:
    """Guns fire at nobody in Combat (66), whatever the target is."""
    units = "add how artillery Blue\nadd pz tank Blue\nadd rifles infantry Red\n"
    lines = f"{units}next Combat\nfire pz rifles 1 : 5\n! fire how rifles 1\nfix 6 1 1\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "How cannot attack rifles" in out and "judges it again" not in out, out


def test_what_a_unit_always_is_may_have_no_effect(run: Run) -> None:
    """An 88 is powerful (199) at every target; said with a ruling it is told to be in vain."""
    units = "add pak anti-tank-gun powerful Blue\nadd sher tank Red\n"
    out = at_the_table(run, "grid", f"{units}next Combat\nfire pak sher 1 : 5\n").unwrapped
    assert "DISRUPTED" in out and "Not used" not in out, out
    out = run("table", "e.jsonl", stdin="undo\nfire pak+powerful sher 1 : 5\n").unwrapped
    assert "Not used: powerful AT gun" in out, out


def test_the_officer_who_directs_the_artillery_is_named(run: Run) -> None:
    """grid.txt 70."""
    units = "add eyes reconnaissance foo Blue\nadd how artillery Blue\nadd rifles infantry Red\n"
    out = at_the_table(run, "grid", f"{units}next Artillery\nbombard how rifles : 4\nremove eyes\n").out
    assert "how: foo (with eyes)" in out and "eyes leave the game" in out, out


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


def test_the_light_is_told_as_the_game_comes_to_its_end(run: Run) -> None:
    """grid.txt 55, 184, 212: who plays on plays at dusk; a light that no agreed hour tells any more is over."""
    hours = "set game dusk 20:00\nset game night 20:30\nset game closing-time 20:10\nset game time 19:50\n"
    units = "add sher tank Blue\nadd rifles infantry Red\n"
    out = at_the_table(run, "grid", f"{units}{hours}next\nclock : 4\nnext Combat\nfire sher rifles 2 : 4\n").unwrapped
    assert "TIME IS UP: 20 minutes pass: 20:10, dawn or dusk. The game ends, as agreed for 20:10." in out, out
    assert "4 misses (needs 5+: Tank against Infantry Class 4+; dawn or dusk, not adjacent -1)" in out, out


def test_a_light_that_no_hour_tells_any_more_is_over_as_the_game_ends(run: Run) -> None:
    """grid.txt 184, 212: dawn is over at 06:00; how long the day lasts nobody agreed."""
    hours = "set game dawn 05:00\nset game day 06:00\nset game closing-time 06:05\nset game time 05:40\n"
    lines = f"sides Blue Red\n{hours}next\nclock : 2\nnext Game\nclock : 4\nwho\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "05:50, dawn or dusk" in out and "TIME IS UP: 20 minutes pass: 06:10. The game ends" in out, out
    assert "the agreed end, no longer dawn or dusk" in out, out


def test_terrain_that_a_unit_may_enter_is_offered_beside_the_conditions_of_its_move(run: Run) -> None:
    """grid.txt 85-99; a condition may stand in the place of the terrain, and is not offered again."""
    at_the_table(run, "grid", "add sher tank Blue\nadd rifles infantry Red\nnext Movement\n")
    game = Game(Path("e.jsonl"), referee())
    offered = {typed: [one.text for one in offers(game, {}, typed)[1]] for typed in ("move sher ", "move sher road ")}
    terrain = ["open", "fields", "river", "hill", "minefield"]
    assert offered["move sher "] == [*terrain, "road", *offered["move sher road "]]
    assert [one.text for one in offers(game, {}, "move sher h")[1]] == ["hill"]
    assert "woods" in [one.text for one in offers(game, {}, "! move sher ")[1]]


SQUARES = "add alpha infantry Blue\nadd guns artillery Blue\nadd rifles infantry Red\nset rifles square D6\n"


def test_guns_next_to_their_target_need_no_observer(run: Run) -> None:
    """grid.txt 58, 68, 128: from two squares off they may see it, which no square tells."""
    out = at_the_table(run, "grid", f"{SQUARES}set guns square C6\nnext Artillery\nbombard guns rifles : 3\n").unwrapped
    assert "guns: in-sight" in out and "3 hits (needs 3+: Artillery against Infantry Class)" in out, out
    lines = "undo\nset guns square B6\nbombard guns rifles : 3\n"
    out = run("table", "e.jsonl", stdin=lines).unwrapped
    assert "no Forward Observation Officer -1" in out and "if guns see rifles from B6: +in-sight (lines 64, 68)" in out
    out = run("table", "e.jsonl", stdin="undo\nset C6 smoke\nbombard guns rifles : 3\n").unwrapped
    assert "+in-sight" not in out, out


def test_guns_are_told_what_may_hide_the_target_from_who_observes_out_of_a_feature(run: Run) -> None:
    """grid.txt 58, 68, 81."""
    squares = "set alpha square D4\nset alpha in Woods\nset guns square A1\nnext Artillery\nset D5 smoke\n"
    out = at_the_table(run, "grid", f"{SQUARES}{squares}bombard guns rifles : 5\n").unwrapped
    assert "smoke lies on D5: if that is past the edge of Woods, alpha does not see rifles" in out, out


def test_who_is_moved_up_to_is_reminded_as_who_moved_up_is(run: Run) -> None:
    """grid.txt 108, 120; guns do not fire in Combat."""
    squares = "set alpha square D5\nset guns square C6\nnext Movement\n"
    out = at_the_table(run, "grid", f"{SQUARES}{squares}next Combat\nnext\n").unwrapped
    assert "guns are next to rifles (C6 to D6): they may only move away" in out, out
    assert "rifles are next to alpha (D6 to D5): they attack that one first" in out, out
    assert "rifles are next to alpha (D6 to D5): they may only move away" in out, out
    assert "guns are next to rifles (C6 to D6): they attack" not in out, out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "add a,b,c tank Blue\nset a square D4\nset b square D4\nset c square D4\n",
            "a and b are in D4 already, and only a feature has room for more: set c in Fields first (line 83)",
        ),
        (
            "add a infantry Blue\nset a disrupted\nset a disrupted\n",
            "a is disrupted already; a second disruption eliminates: set a out (line 169)",
        ),
    ],
)
def test_what_is_refused_by_hand_says_what_may_be_meant(run: Run, lines: str, said: str) -> None:
    """grid.txt 83-99, 169."""
    ran = at_the_table(run, "grid", lines)
    assert said in ran.unwrapped + " ".join(ran.err.split()), ran


def test_the_clock_of_no_turn_is_rolled_for_again_in_the_first(run: Run) -> None:
    """grid.txt 53."""
    lines = "add a infantry Blue\nclock --now 19:40 : 3\nnext\nclock : 3\n"
    out = at_the_table(run, "grid", lines).unwrapped
    assert "this is of no turn" in out and "20:10" in out, out


def test_a_corner_in_the_dark_and_an_enemy_next_to_guns_are_told(run: Run) -> None:
    """grid.txt 120, 212: whether corners are adjacent, and whether guns too attack who is next to them first."""
    units = "add i infantry Blue\nadd g artillery Blue\nadd w infantry Red\nadd p infantry Red\n"
    squares = (
        "set i square D4\nset w square E5\nset g square A1\nset p square A2\nset game light dawn\nnext Artillery\n"
    )
    out = at_the_table(run, "grid", f"{units}{squares}bombard g w : 5\nnext Combat\nfire i w : 4\n").unwrapped
    assert "g is next to p (A1 to A2): if guns too attack such an enemy first, it has to (line 120)" in out, out
    assert "D4 to E5 is a corner; if corners count as adjacent: +adjacent (line 212)" in out, out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("strafe oerli typh : 3", "the target first, then the plane: strafe typh oerli"),
        ("observe i typh", "observe takes no target: observe i -r 2, and what lies between, -b smoke"),
    ],
)
def test_a_second_unit_is_told_where_it_belongs(run: Run, line: str, said: str) -> None:
    """grid.txt 58, 214-219."""
    units = "add i infantry Blue\nadd oerli side=Blue\nadd typh motorised-infantry Red\nnext Artillery\n"
    ran = at_the_table(run, "grid", f"{units}{line}\n")
    assert said in " ".join(ran.err.split()), ran
