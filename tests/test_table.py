"""The table: lines through a pipe, and the prompt on a terminal of our own."""

import contextlib
import io
import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refcli.cli.surroundings import Surroundings
from refcli.cli.table import COMMANDS, Table
from refcli.core.states import Change
from refcli.game.game import Game
from refcli.game.roster import Roster
from refcli.rulesets import RULESETS
from refcli.table.offers import offers
from refcli.table.told import changes_said, status_line
from refcli.table.typed import faces_in, words_of
from tests.conftest import Home, Ran, Run, environment_of
from tests.games import games, play
from tests.mini_games import GRID, GRID_STEPS
from tests.situations import referee
from tests.test_game_commands import AGREED, states_in

FILE = "evening.jsonl"
UNITS = "add alpha tank Blue\nadd anvil tank Blue\nadd bravo infantry Blue\nadd rifles infantry Red\nnext Combat\n"


SHOOTERS = (
    "add sec rifle infantry 4xman Axis\n"
    "add one rifle infantry Axis group=half\nadd two rifle infantry Axis group=half\n"
    "add pz pzkpfw-iv Al\nadd gr rifle infantry 3xman Al\nadd she m4a3-sherman Axis\n"
)

COMPANIES = (
    "add t1 rifles side=german group=tt\nadd t2 rifles german group=tt\n"
    "add k1 rifles side=british group=kk\nadd k2 rifles british group=kk\nnext Activation\nset k1 cover 1\n"
)
HELD_FIRE = f"{COMPANIES}activity k1 hold-fire\nactivity k2 hold-fire\nset kk done\nmove t2 : 2\n"
CHARGE = f"{COMPANIES}move t1 k1 5 : 6 6 4\n"

AIR = "add bat 3x76mm-zis3 russia\nadd stuka stuka load=1000lb germany altitude=low\nset stuka in-play\nnext Bombing\n"


def sit(run: Run, lines: str, *more: str) -> Ran:
    """The table of one game, with these lines through a pipe."""
    return run("-R", "grid", "table", FILE, *more, stdin=lines)


class TestALine:
    """As it is typed, and the command line that it stands for."""

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("fire alpha rifles : 5 2", "fire alpha rifles : 5 2"),
            ("! fire alpha rifles", "fire alpha rifles --overrule"),
            ("!fire alpha rifles : 5", "fire alpha rifles : 5 --overrule"),
            ("+woods", "fix woods"),
            ("-woods +hull-down", "fix no-woods hull-down"),
            ("odds fire alpha rifles", "fire alpha rifles --odds"),
            ("clock:3", "clock :3"),
            ("clock: 3", "clock : 3"),
            ("u", "undo"),
            ("log", "log show"),
            ("log 14", "log show 14"),
            ("log verify", "log verify"),
            ("  WHO alpha", "who alpha"),
            ("refcli fire alpha rifles", "fire alpha rifles"),
            ("# Blue moves", ""),
            ("", ""),
            ("!", ""),
        ],
    )
    def test_stands_for_words(self, line: str, words: str) -> None:
        assert " ".join(words_of(line)) == words

    def test_of_a_note_is_taken_as_it_is(self) -> None:
        assert words_of("note don't  -cross 'the bridge") == ["note", "--", "don't  -cross 'the bridge"]

    @pytest.mark.parametrize(("line", "faces"), [("5 2 6", "5 2 6"), (": 526", "526"), ("fix 2 4", ""), ("", "")])
    def test_may_be_faces_alone(self, line: str, faces: str) -> None:
        assert faces_in(line) == faces


class TestPlainLines:
    """Through a pipe, one after the other."""

    def test_play_the_mini_game(self, run: Run) -> None:
        assert sit(run, "\n".join(GRID)).status == 0
        for number, step in enumerate(GRID_STEPS, 1):
            ran = sit(run, "\n".join([*step.typed, "who --json"]))
            assert ran.status == 0, (number, ran.err)
            assert states_in(ran.out.splitlines()[-1]) - AGREED == set(step.states), number
            for line in step.refused:
                ran = sit(run, f"\n{line}\nnext\n")
                assert ran.status == 2 and ran.err.startswith("refcli: line 2: no: "), (number, line)
                assert ran.err.endswith(". ! overrules\n")
        assert sit(run, "", "--game", FILE).status == 0

    def test_stop_at_the_first_error_with_its_line_and_status(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}\nfire alphq rifles\nnote never written\n")
        assert ran.status == 4 and ran.err.startswith("refcli: line 7: attackers: ")
        assert "never written" not in run("log", "show", FILE).out

    def test_leave_with_the_status_of_a_failed_attempt(self, run: Run) -> None:
        assert sit(run, f"{UNITS}fire alpha rifles --exit-status : 2\nnote no\n").status == 1

    def test_are_overruled_by_the_sign(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles : 2\n! fire alpha rifles : 5\n")
        assert ran.status == 0 and "overruled: alpha has fired this turn (ruling 7; lines 111, 122)\n" in ran.out

    def test_amend_the_last_ruling(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles : 4\n+woods\n-woods\nwho rifles --json\n")
        assert "ruling 7 again, entry 8: rifles no longer disrupted" in ran.out
        assert states_in(ran.out.splitlines()[-1]) == {"rifles disrupted", "rifles attacked"}

    def test_ask_and_are_answered_by_a_later_line(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha,bravo rifles --ask\nwho rifles --json\n5 2\nwho rifles --json\n")
        assert ran.status == 0, ran.err
        lines = ran.out.splitlines()
        assert "attack, 2 d6: alpha and bravo; needs 4+" in lines
        told = [states_in(line) for line in lines if '"where"' in line]
        assert told == [set(), {"rifles disrupted", "rifles attacked"}]
        entry = json.loads(run("log", "show", FILE, "7", "--json").out)
        assert [roll["from"] for roll in entry["ruling"]["rolls"]] == ["entered", "entered"]

    def test_ask_again_for_a_face_that_cannot_fall(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha,bravo rifles --ask\n7 2\n5\n2\n")
        assert ran.status == 0, ran.err
        assert ran.err.count("7") == 1 and ran.out.count("attack, 2 d6") == 2
        assert "attack, 1 d6: bravo" in ran.out and "DISRUPTED" in ran.out

    def test_ask_for_a_die_that_a_correction_adds(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = sit(run, f"{UNITS}fire alpha rifles : 2\nfix minefield\n5\n")
        assert ran.status == 0, ran.err
        assert "attack again, 1 d6" in ran.out and "ruling 7 again, entry 8: rifles disrupted" in ran.out

    def test_have_the_dice_rolled_by_an_empty_line(self, run: Run) -> None:
        assert "ruling 7" in sit(run, f"{UNITS}fire alpha rifles --ask\n\n").out

    def test_end_before_an_answer(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\n")
        assert (ran.status, ran.err) == (2, "refcli: line 6: the input ended before the answer\n")

    def test_go_on_while_a_question_waits(self, run: Run) -> None:
        asked = "attack, 2 d6: alpha and bravo; needs 4+"
        ran = sit(run, f"{UNITS}fire alpha,bravo rifles --ask\nnote a bridge\nwho alpha\n5 2\nnote done\n")
        assert ran.status == 0, ran.err
        lines = ran.out.splitlines()
        still = f"fire alpha,bravo rifles --ask still waits: {asked}; drop takes it back"
        assert lines.count(asked) == 1 and " ".join(ran.out.split()).count(still) == 2
        note = lines.index("7: note: a bridge")
        assert " ".join(map(str.strip, lines[note + 1 : note + 3])) == still and lines[-1] == "9: note: done"
        assert max(map(len, lines)) <= 80

    @pytest.mark.parametrize(
        ("rules", "scene", "waits", "act"),
        [
            ("grid", UNITS, "fire alpha,bravo rifles --ask", "fire bravo rifles : 5"),
            ("sk", SHOOTERS, "fire she/coax 1xgr 20 --ask", "morale gr : 3"),
            ("sk", SHOOTERS, "fire sec+stationary 1xgr 8 : 9", "move sec"),
            ("sk", SHOOTERS, "fire she pz 20 : 9", "fire she pz 20 : 3"),
            ("sk", SHOOTERS, "fire she/coax 1xgr 20 --ask", "fire she pz 20 : 3"),
            ("sk", SHOOTERS, "fire half 1xgr 8 --ask", "move two"),
            ("fw", "add one rifle infantry G\n", "fortunes G : 1", "fortunes G : 9"),
            ("cc", COMPANIES, "fire t1 k1 -r 3 : 6/6", "activity k1 take-cover"),
            ("cc", COMPANIES, "fire t1 k1 -r 3 : 6/6", "activity k2 take-cover"),
            ("cc", COMPANIES, "move t2 --ask", "move k2 : 2 2 2"),
            ("cc", HELD_FIRE, "fire t1 k1 -r 3 : 6/6", "fire k1 t2 -r 3 : 1/1"),
            ("cc", CHARGE, "fire t2 k1 -r 3 : 6/6", "move k1 withdraw : 2 4 6 6"),
        ],
    )
    def test_bar_who_is_named_where_dice_are_still_to_fall(
        self, run: Run, home: Home, rules: str, scene: str, waits: str, act: str
    ) -> None:
        """Neither acts by it nor is acted at by another line, and no other unit activates."""
        home.write("refcli.toml", 'dice = "ask"')
        begun = ["-R", rules, "table", FILE]
        ran = run(*begun, stdin=f"{scene}{waits}\n{act}\n")
        assert f"no: first the dice of {' '.join(waits.split())}. ! over" in " ".join(ran.err.split()), ran
        (home.work / FILE).unlink()
        for lines in (f"drop\n{act}\n", f"! {act}\ndrop\n"):
            ran = run(*begun, stdin=f"{scene}{waits}\n{lines}")
            assert (ran.status, "no:" in ran.err) == (0, False), ran
            (home.work / FILE).unlink()

    @pytest.mark.parametrize(
        ("scene", "waits", "act"),
        [
            (COMPANIES, "fire t1 k1 -r 3 : 6/6", "move t2 : 2 2 2"),
            (COMPANIES, "fire t1 k1 -r 3 : 6/6", "fire t2 k1 -r 3 : 1/1"),
            (HELD_FIRE, "fire t1 k1 -r 3 : 6/6", "fire k2 t2 -r 3 : 1/1"),
        ],
    )
    def test_let_others_go_on_while_dice_are_still_to_fall(
        self, run: Run, home: Home, scene: str, waits: str, act: str
    ) -> None:
        """Those of the same unit, also at the same target, and held fire."""
        home.write("refcli.toml", 'dice = "ask"')
        ran = run("-R", "cc", "table", FILE, stdin=f"{scene}{waits}\n{act}\ndrop\n")
        assert (ran.status, "no:" in ran.err) == (0, False), ran

    @pytest.mark.parametrize(
        ("said", "of"),
        [
            ("set kk markers 2", "kk"),
            ("set tt markers 1", "tt"),
            ("set k1 cover 2", "k1"),
            ("set k1 no-cover", "k1"),
            ("set k1 out", "k1"),
            ("set k2 out", "k2"),
            ("remove k1", "k1"),
            ("remove k2", "k2"),
            ("undo to 7", "kk"),
        ],
    )
    def test_let_nothing_be_said_of_who_waits_for_dice(self, run: Run, home: Home, said: str, of: str) -> None:
        """A unit routs as it has so many markers (combat-captain.txt 549-550): it would fight as one that is gone."""
        home.write("refcli.toml", 'dice = "ask"')
        scene = f"{COMPANIES}set kk markers 1\nfire t1 k1 -r 3 : 6/6\n"
        begun = ["-R", "cc", "table", FILE]
        ran = run(*begun, stdin=f"{scene}{said}\n")
        assert f" {of}: first the dice of fire t1 k1 -r 3 : 6/6; drop takes it back" in " ".join(ran.err.split()), ran
        (home.work / FILE).unlink()
        ran = run(*begun, stdin=f"{scene}drop\n{said}\n")
        assert ran.status == 0, ran

    @pytest.mark.parametrize("said", ["set t2 cover 1", "set k2 cover 1", "note a bridge", "set british initiative"])
    def test_let_anything_be_said_of_others(self, run: Run, home: Home, said: str) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = run("-R", "cc", "table", FILE, stdin=f"{COMPANIES}fire t1 k1 -r 3 : 6/6\n{said}\ndrop\n")
        assert ran.status == 0, ran

    def test_judge_an_answer_by_what_was_in_order_as_its_line_was_typed(self, run: Run, home: Home) -> None:
        """Who was eliminated meanwhile is shot at all the same: those who declared it have fought."""
        home.write("refcli.toml", 'dice = "ask"')
        shots = "set rifles disrupted\nfire alpha,bravo rifles : 5\nfire anvil rifles : 5\n"
        ran = sit(run, f"{UNITS}{shots}5\nwho bravo --json\n")
        assert (ran.status, ran.err) == (0, ""), ran
        assert "ruling 8: rifles out of play" in ran.out and '"state": "fought"' in ran.out, ran
        assert '"overrules"' not in (home.work / FILE).read_text("utf-8")

    def test_lose_a_unit_once_that_two_attacks_were_declared_at(self, run: Run, home: Home) -> None:
        """What comes of the later dice is told as spent; so is an attack that is declared too late."""
        home.write("refcli.toml", 'dice = "ask"')
        shots = "set rifles disrupted\nfire alpha,bravo rifles : 5\nfire anvil rifles : 5\n"
        ran = sit(run, f"{UNITS}{shots}5\nwho\n")
        assert "down 1 unit" in ran.out and "down 2 units" not in ran.out, ran
        spent = "rifles were out of play before these dice: the attack is spent"
        assert ran.out.count(spent) == 1 and spent in ran.out.partition("ruling 9: ")[2], ran

    def test_not_call_an_attack_spent_that_eliminates_once_it_is_judged_again(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}set rifles disrupted\nfire alpha rifles : 1\nfix 1 6\n")
        assert "rifles out of play" in ran.out and "before these dice" not in ran.out, ran

    def test_take_back_the_question_before_an_entry(self, run: Run, home: Home) -> None:
        """Undo alone is meant for what was typed last."""
        home.write("refcli.toml", 'dice = "ask"')
        for line in ("u", "undo"):
            ran = run("-R", "grid", "table", f"{line}.jsonl", stdin=f"{UNITS}fire alpha,bravo rifles : 5\n{line}\n")
            assert ran.status == 0 and ran.out.endswith("not ruled: fire alpha,bravo rifles : 5\n"), ran

    def test_let_another_weapon_fire_while_the_dice_of_one_fall(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = run(
            "-R", "sk", "table", FILE, stdin=f"{SHOOTERS}fire she/main pz 20 --ask\nfire she/coax 1xgr 20 : 1\ndrop\n"
        )
        assert (ran.status, "no:" in ran.err) == (0, False), ran

    def test_let_other_men_of_a_unit_fire_while_the_dice_of_one_fall(self, run: Run, home: Home) -> None:
        """As many as it has left: one of three waits, two more fire, and a fourth is barred."""
        home.write("refcli.toml", 'dice = "ask"')
        men = "add men 3xrifle 3xinfantry Red\nadd foe rifle infantry Blue\nadd other rifle infantry Blue\nnext All\n"
        waits = "fire 1xmen foe 8 : 9\n"
        assert run("-R", "sk", "table", FILE, stdin=f"{men}{waits}fire 2xmen other 8 : 1 1\n5\n").status == 0
        (home.work / FILE).unlink()
        ran = run("-R", "sk", "table", FILE, stdin=f"{men}{waits}fire 3xmen other 8 : 1 1 1\n")
        assert "no: first the dice of fire 1xmen foe 8 : 9. ! over" in " ".join(ran.err.split()), ran
        (home.work / FILE).unlink()
        more = "fire 1xmen other 8 : 9\nfire 2xmen other 8 : 1 1\n"
        ran = run("-R", "sk", "table", FILE, stdin=f"{men}{waits}{more}")
        assert "line 7: no: first the dice of fire 1xmen foe 8 : 9" in " ".join(ran.err.split()), ran

    def test_that_begin_a_command_are_no_answer_to_what_is_meant(self, run: Run) -> None:
        """Where no choice begins so: it is ruled, and the question kept."""
        fire = "fire gun armor -r 10 : 456 5/3 --ask\n"
        ran = run("-R", "cc", "table", FILE, stdin=f"{fire}mov gun : 4 4 4\n1\n")
        assert "is it this? 1 fire" in " ".join(ran.out.split())
        assert "\nmove (Combat Captain): " in ran.out and ran.status == 0, ran
        ran = run("-R", "cc", "table", FILE, stdin=f"{fire}n\n")
        assert "none of" not in ran.err, ran
        assert "not ruled yet: fire gun armor" in ran.err, ran

    def test_ask_the_first_question_again_when_a_second_is_answered(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\nfire bravo rifles --ask\n2\n5\n")
        assert ran.status == 0, ran.err
        still = "fire alpha rifles --ask still waits: attack, 1 d6: alpha; needs 4+; drop takes it back"
        assert still in " ".join(ran.out.split())
        assert ran.out.index("ruling 7") < ran.out.index("ruling 8: rifles disrupted; alpha fought")

    @pytest.mark.parametrize("said", ["fix minefield", "fix 1 3 minefield", "fix 1 is 3 minefield"])
    def test_correct_the_ruling_that_a_question_was_asked_for(self, run: Run, home: Home, said: str) -> None:
        """Whatever is ruled before it is answered."""
        home.write("refcli.toml", 'dice = "ask"')
        ran = sit(run, f"{UNITS}fire alpha rifles : 2\n{said}\nfire bravo rifles : 1\n5\n")
        assert ran.status == 0, ran.err
        assert "ruling 7 again, entry 9: rifles disrupted" in ran.out and "ruling 8 again" not in ran.out

    def test_end_the_question_of_a_ruling_that_was_corrected_meanwhile(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = sit(run, f"{UNITS}fire alpha rifles : 2\nfix minefield\nfix by bravo\nnote done\n")
        assert ran.status == 0, ran.err
        assert ran.out.count("not ruled: fix 7 minefield\n") == 1 and "still waits" not in ran.out

    def test_end_the_questions_of_a_phase_with_it_where_the_referee_overrules(self, home: Home) -> None:
        """A die that fell is not forgotten by typing next; what was answered is told, so that none is lost."""
        around = Surroundings()
        around.work_in(FILE, "grid")
        assert around.evening is not None
        table, out, err = Table(around, around.evening), io.StringIO(), io.StringIO()
        fires = "fire alpha rifles --ask", "fire anvil,bravo rifles minefield --ask"
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            for line in (*UNITS.splitlines(), *fires, "5 2"):
                assert table.answer(line, "") == 0, err.getvalue()
            for line in ("back", "n", "n"):
                assert table.answer(line, "") == 2 and len(table.questions) == 2
            assert [table.answer(line, "") for line in ("!", "note done")] == [0, 0]
        waits = f"not ruled yet: {fires[0]}, {fires[1]}; answer, or drop takes it back; ! ends the phase without"
        assert err.getvalue().count(waits) == 3
        last = out.getvalue().splitlines()[-3:]
        assert last[:2] == [
            f"not ruled before the phase ended: {fires[0]}",
            f"not ruled before the phase ended: {fires[1]}; answered 5 2",
        ]
        assert last[2].endswith("note: done")

    def test_keep_the_question_of_a_correction_for_a_later_phase(self, run: Run, home: Home) -> None:
        """Its ruling stands where it stood; the answer rules it again. The phase waits for it like for a ruling."""
        home.write("refcli.toml", 'dice = "ask"')
        fixes = f"{UNITS}fire alpha rifles : 2\nfix minefield\n"
        waits = "not ruled yet: fix 7 minefield; answer, or drop takes it back; ! ends the phase without"
        assert f"refcli: line 8: {waits}\n" in sit(run, f"{fixes}next\n").err
        (home.work / FILE).unlink()
        ran = sit(run, f"{fixes}!next\n5\n")
        assert "fix 7 minefield still waits: " in ran.out and "not ruled" not in ran.out, ran
        assert (ran.status, "ruling 7 again, entry 9" in ran.out) == (0, True), ran

    def test_end_no_script_with_a_question_open(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\nnext\nnote done\n")
        waits = "not ruled yet: fire alpha rifles --ask; answer, or drop takes it back; ! ends the phase without"
        assert ran.err == f"refcli: line 7: {waits}\n"

    def test_take_a_question_back(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\ndrop\nwho alpha\ndrop\n")
        assert "not ruled: fire alpha rifles --ask\n" in ran.out and "has acted" not in ran.out
        assert (ran.status, ran.err) == (2, "refcli: line 9: no question waits for an answer\n")

    def test_take_no_attack_back_that_other_dice_spent(self, run: Run) -> None:
        """Grid: the target fell, and who had declared attacks on it fires at nobody else (grid.txt 122)."""
        scene = (
            f"{UNITS}add pak anti-tank-gun Red\nset rifles disrupted\nfire alpha rifles --ask\nfire bravo rifles : 6\n"
        )
        bar = "no: rifles were out of play before these dice: the attack is spent, and goes at nobody else (line 122)."
        for said in ("drop", "undo"):
            ran = sit(run, f"{scene}{said}\n")
            assert (ran.status, bar in " ".join(ran.err.split())) == (2, True), ran
            assert "takes it back" not in ran.out, ran
            Path(FILE).unlink()
        ran = sit(run, f"{scene}5\nfire alpha pak : 5\n")
        assert "no: alpha has fired this turn" in ran.err, ran
        Path(FILE).unlink()
        ran = sit(run, f"{scene}! drop\nfire alpha pak : 5\n")
        assert (ran.status, "not ruled: fire alpha rifles --ask\n" in ran.out) == (0, True), ran

    def test_take_an_attack_back_whose_target_stands(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\nfire bravo rifles : 6\ndrop\n")
        assert (ran.status, "not ruled: fire alpha rifles --ask\n" in ran.out) == (0, True), ran

    def test_of_faces_alone_answer_a_question(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}5 2\n")
        assert ran.status == 2 and ran.err.startswith("refcli: line 6: no dice are asked for")
        told = run("-R", "fw", "table", "another.jsonl", stdin="5 2\n").err
        assert told.endswith("behind what is ruled: fire lmg infantry -r 8 in-open-topped : 5 3\n")

    def test_know_the_ruleset_of_the_game(self, run: Run) -> None:
        sit(run, UNITS)
        ran = run("table", FILE, stdin="card tank\nhelp all\nconfig --json\n")
        assert ran.status == 0, ran.err
        assert "class                         Tank Class" in ran.out and "Procedures of grid:" in ran.out
        assert json.loads(ran.out.splitlines()[-1])["settings"]["rules"] == {"value": "grid", "origin": "the game"}

    @pytest.mark.parametrize("rules", RULESETS)
    def test_are_helped_on_one_screen(self, run: Run, rules: str) -> None:
        """The dozen things of an evening, in the words of the ruleset; all else behind help PROCEDURE and help all."""
        out = run("-R", rules, "table", FILE, stdin="help\n").out
        lines = out.splitlines()
        assert len(lines) <= 22 and max(map(len, lines)) <= 80
        for said in ("! ", "+", "u ", "fix 2 4", "drop", "log report"):
            assert any(line.startswith(said) or f"  {said}" in line for line in lines), said
        loaded = referee().loaded(rules)
        assert all(name in out for name in loaded.ruleset.procedures)
        condition = next(line for line in lines if line.startswith("+")).split()[0][1:]
        assert condition in loaded.words(loaded.procedure("fire"), False).conditions
        assert "Options:" in run("-R", rules, "table", FILE, stdin="help fire\n").out
        assert "Other commands:" in run("-R", rules, "table", FILE, stdin="help all\n").out

    @pytest.mark.parametrize("rules", RULESETS)
    def test_are_helped_as_they_are_typed_there(self, run: Run, rules: str) -> None:
        """No refcli before what is typed, and no option for what the table knows: each example can be typed."""
        names = list(referee().loaded(rules).ruleset.procedures)
        out = run("-R", rules, "table", FILE, stdin="".join(f"help {name}\n" for name in (*names, "all", "add"))).out
        assert out.count("Usage: ") == len(names) + 2 and out.startswith(f"Usage: {names[0]} ")
        assert not re.search(r"refcli(?! rolls the rest)|At a terminal", " ".join(out.split()))
        assert not re.search(r"^ +(-R, )?--(game|log|rules|version)\b", out, re.M)
        examples = re.findall(r"^Examples:\n((?:  .+\n)+)", out, re.M)
        ran = run("-R", rules, "table", FILE, stdin=f"{examples[names.index('fire')]}charts show {rules}\n")
        assert ran.status == 0, ran.err

    def test_sit_at_one_table_and_one_game(self, run: Run) -> None:
        assert sit(run, "table other.jsonl\n").err == "refcli: line 1: this is the table already; Ctrl-D leaves it\n"
        assert "this is the game in" in sit(run, f"{UNITS}who --game other.jsonl\n").err

    def test_of_a_new_game_need_its_rules(self, run: Run) -> None:
        assert run("table", "new.jsonl", stdin="who\n").status == 2
        sit(run, UNITS)
        ran = run("-R", "cc", "table", FILE, stdin="who\n")
        assert (ran.status, ran.err) == (2, f"refcli: --rules: the game in {FILE} is played by grid\n")

    def test_of_a_damaged_game_are_not_read(self, run: Run, home: Home) -> None:
        sit(run, UNITS)
        path = home.work / FILE
        path.write_text(path.read_text().replace('"bravo"', '"bravi"'))
        ran = run("table", FILE, stdin="who\n")
        assert ran.status == 3 and f"{FILE}:4: " in ran.err

    def test_go_on_where_the_game_stopped(self, run: Run) -> None:
        sit(run, UNITS)
        assert run("--game", FILE, "set", "rifles", "disrupted").status == 0
        assert "already disrupted" in sit(run, "fire alpha rifles : 5\n").out

    def test_take_beginnings_as_the_prompt_does(self, run: Run) -> None:
        """Of commands, of who is in play, of rows, states and conditions."""
        ran = sit(run, f"{UNITS}add tiger heavy Red\nset ti dis\nfi alp rif woo : 5\nwho tig\nn\nrem tig\n")
        assert ran.status == 0, ran.err
        assert "tiger, heavy-tank, Red" in ran.out and "8: tiger disrupted" in ran.out
        assert "Alpha, attack: 5 hits (needs 5+: Tank against Infantry Class 4+, woods -1)" in ran.out
        assert ran.out.endswith("11: tiger leaves the game\n")
        assert run("--game", FILE, "who", "alp").status == 2

    @pytest.mark.parametrize(
        ("rules", "scene", "line", "meant"),
        [
            ("fw", AIR, "bom stuka", "bomb"),
            ("fw", AIR, "bom bat", "bombard"),
            ("fw", AIR, "bo bat:5", "bombard"),
            ("sk", "add karl rifle infantry Axis\n", "mo karl wall", "move"),
            ("sk", "add karl rifle infantry Axis\n", "mo karl in-op", "morale"),
            ("sk", "add karl rifle infantry Axis\nnext Movement\n", "mo karl loa", "move"),
            ("sk", "add karl rifle infantry Axis\nnext Movement\n", "mo karl", "move"),
            ("sk", "add karl rifle infantry Axis\nset karl pinned\nnext Morale\n", "mo karl", "morale"),
            ("grid", UNITS, "mo rif", "move"),
            ("grid", UNITS, "mo", ""),
        ],
    )
    def test_settle_a_beginning_by_who_is_named(self, run: Run, rules: str, scene: str, line: str, meant: str) -> None:
        """A plane bombs, and a battery bombards; where both are barred, it is told why not; of nobody it is asked."""
        ran = run("-R", rules, "table", FILE, stdin=f"{scene}{line}\n")
        if meant:
            assert f"\n{meant} (" in ran.out or f" {meant} " in ran.err, ran
        else:
            assert ran.out.endswith(f"{line.split()[0]}? 1 move, 2 morale\n"), ran

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("move bren", "move (First Watch): Bren-2"),
            ("move bre", "move (First Watch): Bren-2"),
            ("phase bre", "mover: 'bre' could be Bren-1, Bren-2 or Bren-gun: type which one"),
            ("next Infantry\nfire bren-g br 9", "Bren-gun (the gun is stationary) against Bruno"),
            ("next Infantry\nfire bre bru 9", "attacker: 'bre' could be Bren-1, Bren-2 or Bren-gun: type which one"),
        ],
    )
    def test_settle_the_beginning_of_several_names_by_who_could_be_meant(self, run: Run, typed: str, said: str) -> None:
        """Who has moved moves no more, and who is of one's own side is no target."""
        units = "".join(f"add {name} gb\n" for name in ("Bren-1 bren", "Bren-2 bren", "Bren-gun 6pdr"))
        scene = f"{units}add Bruno tiger-i germany\nnext\nnext Land\nmove Bren-1\n"
        ran = run("-R", "fw", "table", FILE, stdin=f"{scene}{typed}\n\n")
        assert said in ran.out + ran.err, ran

    def test_ask_which_is_meant_and_are_answered_by_a_key(self, run: Run) -> None:
        scene = "add half armoured-infantry Blue\nset half disrupted\nmo half\nnote a bridge\n"
        for answer in ("2", "morale", "MOR"):
            ran = run("-R", "grid", "table", f"{answer}.jsonl", stdin=f"{scene}{answer}\n")
            assert "mo half still waits: mo? 1 move, 2 morale; drop takes it back" in ran.out
            assert (ran.status, "\nmorale (" in ran.out) == (0, True), ran
        assert run("-R", "grid", "table", FILE, stdin=f"{scene}3\ndrop\n").status == 0

    def test_refuse_what_none_of_several_may_be_done_of(self, run: Run) -> None:
        """A question would be answered with the same refusal, and hold the phase until then."""
        scene = f"{UNITS}fire alpha rifles : 1\nmove alpha\n"
        for line, why in (("mo alpha", "alpha has moved this turn"), ("mo bravo", "bravo may not move in Combat")):
            ran = run("-R", "grid", "table", f"{line[3:]}.jsonl", stdin=f"{scene}{line}\n")
            assert ran.err.startswith(f"refcli: line 8: no: {why}"), ran

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            (
                "plot bat hill",
                "first-watch plot has no condition 'hill'; as the point: -p hill; all of them: help plot",
            ),
            ("plot bat 3", "'3' is no condition; as the guns: -g 3"),
            (
                "fi bat tiger 9 4",
                "'4' is no condition; as the range: -r 4, as the near: -n 4; faces stand behind a colon: : 4",
            ),
            ("fi bat tiger 9 rear side", "no condition 'side'; as the facing: -f side; all of them: help fire"),
            ("fi bat nobody 9", "all of them: charts show first-watch troops vehicles guns"),
            ("plod", "no procedure of first-watch is called 'plod' (nearest: plot); all of them: help"),
        ],
    )
    def test_say_what_is_typed_here_in_place_of_an_unknown_word(self, run: Run, line: str, why: str) -> None:
        """An option with its value where the word is one, and no command of the shell."""
        scene = "add bat 76mm-zis3 russia\nadd tiger tiger-i germany\n"
        ran = run("-R", "fw", "table", FILE, stdin=f"{scene}{line}\n")
        assert why in ran.err and "refcli" not in ran.err.removeprefix("refcli: "), ran

    def test_are_left_by_a_word(self, run: Run) -> None:
        assert sit(run, f"{UNITS}quit\nfier\n").status == 0


STORED_GAMES = [path for rules in RULESETS for path in games(rules)]


class TestAStoredGame:
    """Worked by hand for the ledger: comes to the same as it is typed at the table."""

    @pytest.mark.parametrize("path", STORED_GAMES, ids=lambda path: path.stem)
    def test_is_the_same_at_the_table(self, home: Home, tmp_path: Path, path: Path) -> None:
        assert play(path, tmp_path)[0] == []
        meant = Game(tmp_path / f"{path.stem}.jsonl", referee()).ledger
        stored = tomllib.loads(path.read_text("utf-8"))
        around = Surroundings()
        around.work_in(FILE, stored["rules"])
        evening = around.evening
        assert evening is not None
        table = Table(around, evening)
        lines = [f"add {name} {words}" for name, words in stored.get("units", {}).items()]
        for line in (*lines, *(typed_as(step, evening.game) for step in stored["step"])):
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = table.answer(line, "")
            assert status == 0 or err.getvalue().startswith("no: "), (line, err.getvalue())
            assert len(lines_of_changes(out.getvalue())) <= 6, line
        found = Game(home.work / FILE, referee()).ledger
        assert {key: held.value for key, held in found.held.items()} == {
            key: held.value for key, held in meant.held.items()
        }
        assert found.at == meant.at


def lines_of_changes(out: str) -> list[str]:
    """The lines behind a ruling on what it changed and what is due at once."""
    lines = out.splitlines()
    return lines[next((at for at, line in enumerate(lines) if line.startswith("ruling ")), len(lines)) :]


def typed_as(step: Mapping[str, Any], game: Game) -> str:
    """A step of a stored game as a referee types it."""
    if "do" in step:
        act, *words = step["do"].split()
        return f"set {words[0]} no-{words[1]}" if act == "unset" else step["do"]
    asked = {
        key: ",".join(value) if isinstance(value, list) and key != "conditions" else value
        for key, value in step.get("with", {}).items()
    }
    stated = asked.pop("conditions", [])
    readings = [f"--reading {id}={option}" for id, option in asked.pop("readings", {}).items()]
    fields = sorted(game.loaded.procedure(step["rule"]).inputs, key=lambda field: field.field.position or 9)
    placed = [asked.pop(field.name) for field in fields if field.field.position and field.name in asked]
    options = [f"--{key} {shlex.quote(str(value))}" for key, value in asked.items()]
    faces = step.get("dice", "")
    dice = f" : {faces if isinstance(faces, str) else ' '.join(map(str, faces))}" if faces else ""
    words = [step["rule"], *placed, *(stated.split() if isinstance(stated, str) else stated), *options, *readings]
    return f"{'! ' if step.get('overrule') else ''}{' '.join(words)}{dice}"


class TestOffers:
    """What may be typed next."""

    @pytest.fixture
    def game(self, tmp_path: Path) -> Game:
        game = Game(tmp_path / FILE, referee(), "grid")
        for line in UNITS.splitlines()[:-1]:
            _, name, *words = line.split()
            game.add(name, words)
        game.add("guns", ["artillery", "Blue"])
        game.set("rifles", "in", "Woods")
        game.next("Combat")
        return game

    def found(self, game: Game, typed: str) -> list[str]:
        return [one.text for one in offers(game, {"next": "", "note": ""}, typed)[1]]

    def test_are_the_procedures_of_the_phase_first(self, game: Game) -> None:
        assert self.found(game, "") == ["observe", "fire", "move", "next", "note"]
        assert "bombard" in self.found(game, "!")

    def test_are_states_in_words_without_their_values(self, tmp_path: Path) -> None:
        game = Game(tmp_path / FILE, referee(), "skirmish")
        game.add("sq", ["8xrifle", "Axis"])
        about = {one.text: one.about for one in offers(game, {}, "set sq ")[1]}
        assert (about["near-missed"], about["pinned"]) == ("N near misses", "pinned (N men)")
        assert (about["aboard"], about["busy"]) == ("aboard ...", "making ready")
        assert not [said for said in about.values() if "{" in said]

    def test_are_the_units_that_may_act(self, game: Game) -> None:
        """Guns fire in a phase of their own (66)."""
        assert self.found(game, "fire ") == ["alpha", "anvil", "bravo"]
        assert "guns" in self.found(game, "! fire ")
        game.set("anvil", "fought")
        assert self.found(game, "fire alpha,") == ["bravo"]
        assert self.found(game, "! fire a") == ["alpha", "anvil"]

    def test_follow_the_beginning_of_a_command(self, game: Game) -> None:
        assert self.found(game, "fi ") == self.found(game, "fire ") != []
        assert self.found(game, "f alpha r") == ["rifles"]
        assert self.found(game, "n Mo") == ["Movement"]
        game.add("smokers", ["mortars", "Blue"])
        game.next("Reorg")
        assert self.found(game, "reg ") == self.found(game, "morale ")

    def test_are_those_who_may_be_hit_where_a_target_is_named(self, game: Game) -> None:
        assert self.found(game, "fire alpha ") == ["rifles"]
        assert self.found(game, "odds fire alpha r") == ["rifles"]
        assert self.found(game, "! fire alpha ") == ["rifles", "alpha", "anvil", "bravo", "guns"]
        game.set("rifles", "out")
        assert "rifles" not in self.found(game, "fire alpha ")

    def test_are_conditions_not_said_yet_and_those_to_take_back(self, game: Game) -> None:
        assert self.found(game, "fire alpha rifles wo") == []
        assert self.found(game, "fire alpha rifles no-w") == ["no-woods"]
        assert self.found(game, "fire alpha rifles fields a") == ["adjacent"]
        assert self.found(game, "fire alpha+tank-a") == ["tank-adjacent"]
        assert self.found(game, "fire alpha+pow") == []
        assert self.found(game, "fire alpha rifles : ") == []

    def test_are_no_conditions_or_states_that_cannot_be(self, game: Game) -> None:
        """By day it is not night; infantry has no combat move to make."""
        assert "night" in self.found(game, "fire alpha rifles ")
        game.set("game", "light", "day")
        assert "night" not in self.found(game, "fire alpha rifles ")
        assert "night" in self.found(game, "! fire alpha rifles ")
        assert self.found(game, "set alpha combat") == ["combat-move"]
        assert self.found(game, "set bravo combat") == []

    def test_are_the_states_of_whom_the_beginning_of_a_name_means(self, game: Game) -> None:
        for name, short in (("Blue", "blue"), ("alpha", "alp"), ("alpha", "bravo,ALPHA"), ("rifles", "ri")):
            assert self.found(game, f"set {name} ") == self.found(game, f"set {short} ") != []

    def test_are_units_that_act_whole_and_no_procedure_that_nobody_can_do(self, tmp_path: Path) -> None:
        """A company fights as one; nobody saves or penetrates but who is asked to as he is hit."""
        game = Game(tmp_path / FILE, referee(), "combat-captain")
        for name, row, side, group in (("s1", "rifles", "german", "sturm"), ("g1", "rifles", "british", "home")):
            game.add(name, [row, side, f"group={group}"])
        game.add("s2", ["rifles", "german", "group=sturm"])
        game.next("Close")
        assert self.found(game, "close-assault ") == []
        game.set("s1", "contact", "g1")
        assert self.found(game, "close-assault ") == ["sturm"]
        assert self.found(game, "")[:4] == ["close-assault", "move", "consolidate", "morale"]

    def test_are_conditions_that_lift_a_bar(self, tmp_path: Path) -> None:
        """Guns that nobody called fire by the map."""
        game = Game(tmp_path / FILE, referee(), "skirmish")
        game.add("g1", ["25pdr", "Allied", "group=troop"])
        game.next("Indirect")
        assert "map-fire" in self.found(game, "bombard g1 100 -p hill ")

    def test_are_those_who_have_whom_to_act_at(self, tmp_path: Path) -> None:
        """Opportunity fire is at what moves, and nobody does; an army of which nobody was added may be anywhere."""
        game = Game(tmp_path / FILE, referee(), "first-watch")
        game.add("pak", ["75mm-pak40", "germany"])
        game.next("Land")
        assert self.found(game, "fire ") == ["pak"]
        game.add("t34", ["t-34-76", "russia"])
        assert self.found(game, "fire ") == []
        moved = {"rules": "first-watch", **game.complete({"procedure": "move", "mover": "t34"}).plain}
        game.keep(referee().rule(referee().case(moved), 1), game.complete({"procedure": "move", "mover": "t34"}))
        assert self.found(game, "fire ") == ["pak"]

    def test_are_options_and_their_values(self, game: Game) -> None:
        assert self.found(game, "fire alpha rifles --ra") == ["--range"]
        assert "--odds" in self.found(game, "fire alpha rifles --")

    def test_are_choices_that_one_field_has(self, tmp_path: Path) -> None:
        """As the side of a vehicle that is hit; where several fields have it, none is offered."""
        game = Game(tmp_path / FILE, referee(), "first-watch")
        game.add("tiger", ["tiger-i", "german"])
        game.add("yak", ["yak-9", "soviet"])
        assert self.found(game, "fire tiger tiger re") == ["rear"]
        assert self.found(game, "move yak open-ground lo") == []

    def test_are_states_and_their_values(self, game: Game) -> None:
        assert "rifles" in self.found(game, "set ")
        assert self.found(game, "set rifles no-") == ["no-in"]
        assert "disrupted" in self.found(game, "set rifles d")
        assert self.found(game, "set rifles in W") == ["Woods"]
        assert self.found(game, "set rifles disrupted until end") == ["end of turn", "end of phase"]

    def test_are_phases_units_and_rows(self, game: Game) -> None:
        assert self.found(game, "next Mo") == ["Movement"]
        assert self.found(game, "who al") == ["alpha"]
        assert "heavy-tank" in self.found(game, "add charlie hea")

    def test_are_conditions_of_the_last_ruling(self, game: Game) -> None:
        assert self.found(game, "+wo") == []
        case = referee().case(
            {"rules": "grid", **game.complete({"procedure": "fire", "attackers": "alpha", "target": "rifles"}).plain}
        )
        done = game.complete({"procedure": "fire", "attackers": "alpha", "target": "rifles"})
        game.keep(referee().rule(case, 1), done)
        assert self.found(game, "+hull") == ["+hull-down"]
        assert self.found(game, "-wo") == ["-woods"]
        assert self.found(game, "fix no-w") == ["no-woods"]
        assert self.found(game, "fix an") == ["anvil"] and self.found(game, "+an") == []


class TestChanges:
    """What a ruling changed, in the line behind it."""

    def test_of_several_alike_are_told_together(self, run: Run) -> None:
        out = sit(run, f"{UNITS}fire alpha,anvil,bravo rifles : 2 2 2\n").out
        assert out.endswith("ruling 7: alpha and anvil fought, owed a combat move; bravo fought\n")

    def test_of_several_alike_tell_what_each_has(self) -> None:
        """Blue and Red are not down two units together."""
        changes = [Change(side, "down 2 units") for side in ("Blue", "Red")]
        assert changes_said(changes) == "Blue and Red down 2 units each"
        assert changes_said([*changes[:1], Change("alpha", "fought"), Change("beta", "fought")]) == (
            "Blue down 2 units; alpha and beta fought"
        )

    def test_tell_a_state_that_grew_as_it_is_now(self, run: Run) -> None:
        lines = "add mike hmg German\nadd sec 4xman British\nnext Movement\nfire mike sec --range 5 : 1 1 1 1\n"
        ran = run("-R", "sk", "table", FILE, stdin=lines)
        assert ran.status == 0, ran.err
        assert ran.out.count("fired at") == 1, ran.out

    def test_of_who_is_out_of_play_are_that_he_is(self, run: Run) -> None:
        out = sit(run, f"{UNITS}set rifles disrupted\nfire alpha rifles : 6\nundo\n").out
        assert "ruling 8: rifles out of play; Red down 1 unit; alpha fought" in out
        assert "9: rifles disrupted, no longer out of play; Red no longer down 1 unit" in out


class TestTheStatusLine:
    """Of one line: ruleset, turn, side, phase, clock, the states that matter now."""

    def test_tells_where_the_game_stands(self, run: Run, home: Home) -> None:
        sit(run, f"{UNITS}set bravo disrupted\nfire alpha rifles : 2\nnext Reorg\n")
        ledger = Game(home.work / FILE, referee()).ledger
        line = status_line("grid", ledger, 100)
        assert line == " grid | turn 1, Blue: Reorganisation | disrupted: bravo | fought: alpha"
        assert len(status_line("grid", ledger, 40)) < 40

    def test_leaves_out_the_ruleset_and_the_clock_before_who_is_meant(self, run: Run, home: Home) -> None:
        sit(run, f"{UNITS}set game time 05:40\nset bravo disrupted\nnext\nnext Reorg\n")
        ledger = Game(home.work / FILE, referee()).ledger
        here, time, disrupted = "turn 1, Blue: Reorganisation", "time 05:40", "disrupted: bravo"
        assert status_line("grid", ledger, 80) == f" grid | {here} | {time} | {disrupted}"
        assert status_line("grid", ledger, 66) == f" {here} | {time} | {disrupted}"
        assert status_line("grid", ledger, 60) == f" {here} | {disrupted}"

    def test_names_a_state_without_words_by_its_name(self, run: Run, home: Home) -> None:
        """It has none because nobody is told of it as it begins: of a shell on its target the burst is due."""
        lines = "add bat 2xbritish-25pdr gun Allied\nset bat ready\nnext Ind\nbombard bat map-fire -p wood : 9 9\n"
        assert run("-R", "sk", "table", FILE, stdin=lines).status == 0
        line = status_line("skirmish", Game(home.work / FILE, referee()).ledger, 200)
        assert " | burst due: bat" in line

    def test_tells_the_clock(self, run: Run, home: Home) -> None:
        times = "".join(f"set game {one}\n" for one in ("dawn 05:00", "day 06:00", "dusk 20:00", "night 21:00"))
        sit(run, f"{times}set game time 05:40\nnext\nclock : 3\n")
        ledger = Game(home.work / FILE, referee()).ledger
        assert status_line("grid", ledger, 80) == " grid | turn 1: Game Clock | time 05:55, dawn or dusk"

    def test_tells_no_time_that_nobody_said(self, run: Run, home: Home) -> None:
        assert sit(run, "add alpha tank Blue\nnext\nclock : 3\n").out.endswith("\nruling 4\n")
        ledger = Game(home.work / FILE, referee()).ledger
        assert status_line("grid", ledger, 80) == " grid | turn 1, Blue: Game Clock"

    def test_shows_as_text_what_a_terminal_would_obey(self, home: Home, run: Run) -> None:
        """In the name of a place, in what is offered of it, in the time of the clock."""
        sit(run, f"{UNITS}set rifles in 'Wo\x1b]0;x\x07\u202eods'\nset rifles disrupted\n")
        around = Surroundings()
        around.work_in(FILE, "grid")
        assert around.evening is not None
        table = Table(around, around.evening)
        around.evening.game.act("set", of="", state="time", value="x\x1b\u202ey")  # as a forged file may say
        typed = ("who ", "set ", "set rifles no-", "set rifles in ", "fire alpha ", "note ")
        found = [offer for line in typed for offer in table._offers(line)[1]]
        assert found and all(one.text.isprintable() and one.about.isprintable() for one in found)
        assert table._status().isprintable() and "\\u001b" in table._status()


class TestNonsense:
    """Whatever is typed, every line ends in a result or in one clear line, and the file stays whole."""

    @pytest.mark.parametrize("rules", RULESETS)
    def test_is_answered(self, home: Home, run: Run, rules: str) -> None:
        around = Surroundings()
        around.work_in(FILE, rules)
        evening = around.evening
        assert evening is not None
        table, draw = Table(around, evening), Random(f"nonsense {rules}")
        for line in (*lines_of_nonsense(evening.game, draw), "note the end"):
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = table.answer(line, "told: ")
                offers(evening.game, COMMANDS, line[: draw.randrange(len(line) + 1)])
            said = err.getvalue()
            assert status == 0 or (status in (2, 4) and ("told: " in said or '"error"' in said)), (line, status, said)
        assert run("log", "verify", FILE).status == 0
        assert len(Game(home.work / FILE, referee()).live()) > 5


def lines_of_nonsense(game: Game, draw: Random) -> Iterator[str]:
    """Lines that are nearly right: words of the ruleset in any order, marks, faces."""
    roster = Roster(game.loaded)
    units, rows, conditions = [f"u{number}" for number in range(6)], list(roster.rows), sorted(roster.conditions)
    states = [*game.ledger.states, "mud"]
    procedures = list(game.loaded.ruleset.procedures)
    for number, unit in enumerate(units):
        yield f"add {unit} {draw.choice(rows)} {('Red', 'Blue')[number % 2]}"
    for _ in range(120):
        words = [
            *(draw.choice(units), draw.choice(units), ",".join(draw.sample(units, 2)), draw.choice(rows)),
            *(draw.choice(conditions), f"no-{draw.choice(conditions)}", draw.choice(states), str(draw.randrange(9))),
            draw.choice(("game", "Red", ":", "--odds", "--ask", "until end of turn", "!", '"', "\x1b", "é", "--json")),
        ]
        first = draw.choice((*procedures, *procedures, *COMMANDS, "+hit", "-hit", "5 3", "", "set u1", "fix", "odds"))
        yield " ".join([f"{draw.choice(('', '', '! '))}{first}", *draw.sample(words, draw.randrange(4))])


@pytest.mark.skipif(os.name == "nt", reason="a pty is Unix")
class TestThePrompt:
    """At a terminal of 24 rows and 80 columns."""

    def at(self, home: Home, rules: str = "grid", rows: int = 24, columns: int = 80, **variables: str):
        from tests.terminal import Terminal

        command = [sys.executable, "-m", "refcli", "-R", rules, "table", FILE]
        return Terminal(command, home.work, {**environment_of(home.folder), **variables}, rows=rows, columns=columns)

    def leave(self, terminal) -> None:
        """Ctrl-D, once the prompt is there again."""
        from tests.terminal import CTRL_D

        terminal.until("\n>")
        terminal.until(" | ")  # the status line
        terminal.type(CTRL_D)
        assert terminal.status() == 0

    def lines(self, home: Home) -> list[str]:
        return (home.work / FILE).read_text().splitlines()

    def test_rules_asks_and_is_left(self, home: Home, run: Run) -> None:
        """A ruling counts what another terminal has said meanwhile."""
        from tests.terminal import CTRL_C

        with self.at(home) as terminal:
            terminal.until("before the battle")
            terminal.until(">")
            for line in UNITS.splitlines():
                terminal.type(f"{line}\r")
            terminal.until("turn 1, Blue: Combat")
            assert run("--game", FILE, "set", "rifles", "in", "Woods").status == 0
            terminal.type("fire alpha,bravo rifles --ask\r")
            terminal.until("attack, 2 d6: alpha and bravo; needs 5+")
            terminal.type("who\r")
            terminal.until("rifles  infantry")
            terminal.type("5 2\r")
            terminal.until("ruling 8: rifles disrupted")
            terminal.until("fought: alpha, bravo")
            terminal.type("note half a line" + CTRL_C)
            terminal.until("\n>")
            terminal.type("!fire alpha rifles --ask\r")
            terminal.until("attack, 1 d6")
            terminal.until("\n?")
            terminal.type("note half" + CTRL_C)
            terminal.until("\n?")
            terminal.type(CTRL_C)
            terminal.until("not ruled: fire alpha rifles --ask --overrule")
            terminal.type("fire alpha rifles\r")
            terminal.until("no: alpha has fired this turn")
            self.leave(terminal)
        assert len(self.lines(home)) == 8

    def test_completes_what_is_legal(self, home: Home, run: Run) -> None:
        from tests.terminal import TAB

        sit(run, UNITS)
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("fi")
            terminal.until("Units fire at a target")
            terminal.type(f"{TAB} alp{TAB} rif{TAB} : 5\r")
            terminal.until("ruling 7: rifles disrupted")
            self.leave(terminal)

    def test_takes_the_beginning_of_a_state(self, home: Home) -> None:
        with self.at(home, "cc") as terminal:
            terminal.until(">")
            terminal.type("add f1,f2 enhanced-small-arms infantry group=f German\r")
            terminal.until("3: f2, enhanced-small-arms infantry group=f, German")
            terminal.type("set f1 ou\r")
            terminal.until("'ou' could be out or out-of-cohesion: type which one")
            terminal.type("set f1 out-\r")
            terminal.until("4: f1 out of cohesion")
            terminal.type("set f1 no-out-\r")
            terminal.until("5: f1 no longer out of cohesion")
            terminal.type("set f1 out\r")
            terminal.until("6: f1 out of play")
            terminal.until("out-of-cohesion is another state")

    def test_takes_a_pasted_block_to_its_first_error(self, home: Home) -> None:
        from tests.terminal import PASTE_BEGINS, PASTE_ENDS

        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type(f"{PASTE_BEGINS}{UNITS}fier\nnext\nnext{PASTE_ENDS}\r")
            terminal.until("the lines behind it are left out: 2")
            self.leave(terminal)
        assert len(self.lines(home)) == 6

    def test_keeps_half_a_line_while_the_window_is_resized(self, home: Home, run: Run) -> None:
        """And what is said then has the width that it has then."""
        sit(run, UNITS)
        with self.at(home, rows=40, columns=120) as terminal:
            terminal.until(">")
            terminal.type("fire alpha,bravo ")
            terminal.until("rifles  infantry")
            terminal.resize(24, 50)
            terminal.until("fire alpha,bravo")
            terminal.type("rif:5 2\r")
            said = terminal.until("ruling 7: ")
            assert "Rifles are disrupted" in said
            assert max(map(len, said[said.rindex("fire (WW2") :].splitlines())) <= 50
            self.leave(terminal)

    def test_remembers_what_was_typed(self, home: Home) -> None:
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("note a bridge\r")
            terminal.until("note: a bridge")
            self.leave(terminal)
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("\x1b[A\r")
            terminal.until("3: note: a bridge")
            self.leave(terminal)

    @pytest.mark.parametrize("kind", ["xterm", "dumb"])
    def test_goes_on_where_what_is_typed_cannot_be_remembered(self, home: Home, kind: str) -> None:
        """A full disk, say: here the file turns into a folder once the table is on."""
        from tests.terminal import CTRL_D

        with self.at(home, TERM=kind) as terminal:
            terminal.until(">")
            remembered = home.settings / "table-history"
            remembered.unlink()
            remembered.mkdir()
            for number, line in enumerate(("note a bridge", "note a ford"), 2):
                terminal.type(f"{line}\r")
                terminal.until(f"{number}: {line.replace(' ', ': ', 1)}")
            terminal.until(">")
            terminal.type(CTRL_D)
            assert terminal.status() == 0

    def test_completes_and_remembers_on_a_dumb_terminal(self, home: Home, run: Run) -> None:
        """Tab offers what it offers at the prompt elsewhere, and the arrow tells the lines of other evenings."""
        from tests.terminal import BELL, CTRL_D, TAB

        pytest.importorskip("readline")
        sit(run, f"{UNITS}fire alpha rifles : 1\n")
        with self.at(home, TERM="dumb") as terminal:
            terminal.until("> ")
            terminal.type(f"fire {TAB}{TAB}")
            terminal.until("fire ")
            assert terminal.until("> fire ").replace(BELL, "").split() == ["anvil", "bravo", ">", "fire"]
            terminal.type(f"br{TAB} ri{TAB} : 1\r")
            terminal.until("ruling 8: ")
            terminal.until("> ")
            terminal.type(CTRL_D)
            assert terminal.status() == 0
        with self.at(home, TERM="dumb") as terminal:
            terminal.until("> ")
            terminal.type("\x1b[A\r")
            terminal.until("bravo has fired this turn")
            terminal.until("> ")
            terminal.type(CTRL_D)
            assert terminal.status() == 0

    def test_reads_plain_lines_on_a_dumb_terminal(self, home: Home) -> None:
        """What is refused there is typed again: an evening does not end at a slip.

        Ctrl-C that falls into the moment before Python's readline waits for keys counts as soon as Enter is pressed.
        """
        from tests.terminal import CTRL_C, CTRL_D

        with self.at(home, TERM="dumb") as terminal:
            terminal.until(">")
            terminal.type("note a bridge\n")
            terminal.until("2: note: a bridge")
            terminal.type("fier\n")
            terminal.until("no procedure of grid is called 'fier'")
            terminal.until("> ")
            terminal.type("fire tank infantry --ask\n")
            terminal.until("attack, 1 d6")
            terminal.until("? ")
            terminal.type(CTRL_C)
            terminal.type("\n")
            terminal.until("not ruled: fire tank infantry --ask")
            terminal.until("> ")
            terminal.type("note a ford\n")
            terminal.until("3: note: a ford")
            terminal.until("> ")
            terminal.type(CTRL_D)
            assert terminal.status() == 0

    def test_breaks_lines_between_words_on_a_dumb_terminal(self, home: Home, run: Run) -> None:
        """Of a ruling as well as of a question that waits."""
        sit(run, UNITS)
        with self.at(home, columns=50, TERM="dumb", COLUMNS="") as terminal:
            terminal.until(">")
            terminal.type("fire alpha,anvil,bravo rifles minefield -r 2 : 5 5 5\n")
            said = terminal.until("ruling 7: ")
            terminal.type("fire tank,infantry infantry --ask\n")
            terminal.until("attack, 2 d6")
            terminal.type("who alpha\n")
            still = terminal.until("takes it")
        lines = said[said.index("fire (WW2") :].splitlines()
        assert lines[:2] == [
            "fire (WW2 Rules on a grid): alpha, anvil, bravo",
            "  against rifles; in a minefield; dice entered",
        ]
        assert max(map(len, [*lines, *still.splitlines()])) <= 50

    def test_rules_all_that_one_line_named_by_the_sign_alone(self, home: Home, run: Run) -> None:
        sit(run, f"{UNITS}next Movement\nmove alpha,anvil\n")
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("move alpha,anvil\r")
            terminal.until("no: alpha has moved this turn")
            terminal.type("!\r")
            terminal.until("overruled: alpha has moved this turn")
            terminal.until("overruled: anvil has moved this turn")
            self.leave(terminal)

    def test_rules_the_line_that_was_barred_by_the_sign_alone(self, home: Home, run: Run) -> None:
        sit(run, f"{UNITS}fire alpha rifles : 2\n")
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("!\r")
            terminal.until("nothing was barred since")
            terminal.type("fire alpha rifles : 5\r")
            terminal.until("no: alpha has fired this turn")
            terminal.type("who alpha\r")
            terminal.until("alpha: tank, Blue")
            terminal.type("!\r")
            terminal.until("overruled: alpha has fired this turn")
            terminal.until("ruling 8: rifles disrupted")
            terminal.type("!\r")
            terminal.until("nothing was barred since")
            self.leave(terminal)

    def test_means_no_older_line_by_the_sign_alone(self, home: Home, run: Run) -> None:
        """Behind a line that is refused for what nothing overrules."""
        sit(run, f"{UNITS}fire alpha rifles : 2\n")
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("fire alpha rifles : 5\r")
            terminal.until("no: alpha has fired this turn")
            terminal.type("fire nobody rifles\r")
            terminal.until("no unit is called 'nobody'")
            terminal.type("!\r")
            terminal.until("nothing was barred since")
            self.leave(terminal)
