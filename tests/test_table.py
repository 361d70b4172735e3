"""The table: lines through a pipe, and the prompt on a terminal of our own."""

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

from refcli.cli.table import COMMANDS, Table
from refcli.cli.workspace import Workspace
from refcli.game.game import Game
from refcli.game.roster import Roster
from refcli.prompt.describe import status_line
from refcli.prompt.offers import offers
from refcli.prompt.typed import faces_in, words_of
from refcli.rulesets import RULESETS
from tests.conftest import Home, Ran, Run, environment_of
from tests.games import games
from tests.games import play as play_stored
from tests.mini_games import GRID, GRID_STEPS
from tests.play import CRASHED, ERROR, QUESTIONED, REFUSED, RULED, Session, play
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

MEN = "add men 3xrifle 3xinfantry Red\nadd foe rifle infantry Blue\nadd other rifle infantry Blue\nnext All\n"
KARL = "add karl rifle infantry Axis\n"

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

    def test_play_the_mini_game(self, tmp_path: Path) -> None:
        session = Session(tmp_path / FILE, "grid")
        session.must(*GRID)
        for number, step in enumerate(GRID_STEPS, 1):
            session.must(*step.typed)
            assert states_in(session.type("who --json").printed) - AGREED == set(step.states), number
            for line in step.refused:
                assert session.type(line).decision == REFUSED, (number, line)

    def test_stop_at_the_first_error_with_its_line_and_status(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}\nfire alphq rifles\nnote x\n")
        assert ran.status == 4 and "line 7" in ran.err
        assert "note" not in run("log", "show", FILE).out

    def test_leave_with_the_status_of_a_failed_attempt(self, run: Run) -> None:
        assert sit(run, f"{UNITS}fire alpha rifles --exit-status : 2\nnote no\n").status == 1

    def test_ask_again_for_a_face_that_cannot_fall(self) -> None:
        results = play("grid", ["fire alpha,bravo rifles --ask", "7 2", "5", "2"], UNITS)
        assert [result.decision for result in results] == [QUESTIONED, QUESTIONED, QUESTIONED, RULED]
        assert results[-1].reason == "disrupted"

    def test_ask_for_a_die_that_a_correction_adds(self) -> None:
        *_, fix, answer = play("grid", ["fire alpha rifles : 2", "fix minefield", "5"], UNITS, dice="ask")
        assert fix.decision == QUESTIONED and "+rifles disrupted" in answer.changes

    def test_have_the_dice_rolled_by_an_empty_line(self) -> None:
        result = play("grid", ["fire alpha rifles --ask", ""], UNITS)[-1]
        assert result.decision == RULED and result.dice

    def test_end_before_an_answer(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\n")
        assert ran.status == 2 and "line 6" in ran.err

    def test_go_on_while_a_question_waits(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha,bravo rifles --ask\nnote a bridge\nwho alpha\n5 2\nnote done\n")
        assert ran.status == 0, ran.err
        lines = ran.out.splitlines()
        assert " ".join(ran.out.split()).count("still waits") == 2 and lines[-1].startswith("9: ")
        assert max(map(len, lines)) <= 80

    @pytest.mark.parametrize(
        ("rules", "scene", "waits", "act"),
        [
            ("grid", UNITS, "fire alpha,bravo rifles --ask", "fire bravo rifles : 5"),
            ("skirmish", SHOOTERS, "fire she/coax 1xgr 20 --ask", "morale gr : 3"),
            ("skirmish", SHOOTERS, "fire sec+stationary 1xgr 8 : 9", "move sec"),
            ("skirmish", SHOOTERS, "fire she pz 20 : 9", "fire she pz 20 : 3"),
            ("skirmish", SHOOTERS, "fire she/coax 1xgr 20 --ask", "fire she pz 20 : 3"),
            ("skirmish", SHOOTERS, "fire half 1xgr 8 --ask", "move two"),
            ("first-watch", "add one rifle infantry G\n", "fortunes G : 1", "fortunes G : 9"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "activity k1 take-cover"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "activity k2 take-cover"),
            ("combat-captain", COMPANIES, "move t2 --ask", "move k2 : 2 2 2"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "fire t2 k1 -r 3 : 1/1"),
            ("combat-captain", HELD_FIRE, "fire t1 k1 -r 3 : 6/6", "fire k1 t2 -r 3 : 1/1"),
            ("combat-captain", CHARGE, "fire t2 k1 -r 3 : 6/6", "move k1 withdraw : 2 4 6 6"),
        ],
    )
    def test_bar_units_with_pending_rolls(self, rules: str, scene: str, waits: str, act: str) -> None:
        """They neither act nor are acted at by another line, and no other unit activates."""
        barred = play(rules, [waits, act], scene, dice="ask")[-1]
        assert (barred.decision, barred.reason, barred.lines) == (REFUSED, "awaited", ""), barred
        for lines in (["drop", act], [f"! {act}", "drop"]):
            assert all(result.is_accepted for result in play(rules, [waits, *lines], scene, dice="ask"))

    @pytest.mark.parametrize(
        ("rules", "scene", "waits", "act"),
        [
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "move t2 : 2 2 2"),
            ("combat-captain", HELD_FIRE, "fire t1 k1 -r 3 : 6/6", "fire k2 t2 -r 3 : 1/1"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "set t2 cover 1"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "set k2 cover 1"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "note a bridge"),
            ("combat-captain", COMPANIES, "fire t1 k1 -r 3 : 6/6", "set british initiative"),
            ("skirmish", SHOOTERS, "fire she/main pz 20 --ask", "fire she/coax 1xgr 20 : 1"),
            ("skirmish", MEN, "fire 1xmen foe 8 : 9", "fire 2xmen other 8 : 1 1"),
        ],
    )
    def test_let_others_go_on_while_dice_are_pending(self, rules: str, scene: str, waits: str, act: str) -> None:
        """Sub-units of the same unit, held fire, another weapon, other men; and states of other units."""
        assert all(result.is_accepted for result in play(rules, [waits, act, "drop"], scene, dice="ask"))

    @pytest.mark.parametrize(
        "typed",
        [
            *("set kk markers 2", "set tt markers 1", "set k1 cover 2", "set k1 no-cover", "set k1 out", "set k2 out"),
            *("remove k1", "remove k2", "undo to 7"),
        ],
    )
    def test_refuse_states_of_units_with_pending_rolls(self, typed: str) -> None:
        """A unit routs as it has so many markers (combat-captain.txt 549-550): it would fight as one that is gone."""
        scene, waits = f"{COMPANIES}set kk markers 1\n", "fire t1 k1 -r 3 : 6/6"
        refused = play("combat-captain", [waits, typed], scene, dice="ask")[-1]
        assert (refused.decision, refused.changes) == (ERROR, ()), refused
        assert play("combat-captain", [waits, "drop", typed], scene, dice="ask")[-1].is_accepted

    def test_judge_an_answer_by_the_state_when_its_line_was_typed(self, tmp_path: Path) -> None:
        """A unit eliminated meanwhile is still shot at: the attackers that were declared have fought."""
        session = Session(tmp_path / FILE, "grid", dice="ask")
        session.must(*UNITS.splitlines(), "set rifles disrupted", "fire alpha,bravo rifles : 5")
        assert "+rifles out" in session.must("fire anvil rifles : 5").changes
        answer = session.must("5")
        assert "+bravo fought" in answer.changes and not [one for one in answer.changes if "Red" in one]
        assert "overrules" not in session.game.entries[session.game.last]

    @pytest.mark.parametrize(
        "lines",
        [
            ["fire 1xmen foe 8 : 9", "fire 3xmen other 8 : 1 1 1"],
            ["fire 1xmen foe 8 : 9", "fire 1xmen other 8 : 9", "fire 2xmen other 8 : 1 1"],
        ],
    )
    def test_bar_more_men_than_are_left_while_dice_are_pending(self, lines: list[str]) -> None:
        assert play("skirmish", lines, MEN, dice="ask")[-1].decision == REFUSED

    def test_ask_the_first_question_again_when_a_second_is_answered(self) -> None:
        *_, second, first = play("grid", ["fire alpha rifles --ask", "fire bravo rifles --ask", "2", "5"], UNITS)
        assert "+bravo fought" in second.changes and {"+alpha fought", "+rifles disrupted"} < {*first.changes}

    @pytest.mark.parametrize("typed", ["fix minefield", "fix 1 3 minefield", "fix 1 is 3 minefield"])
    def test_correct_the_ruling_that_a_question_was_asked_for(self, tmp_path: Path, typed: str) -> None:
        """Another ruling before the answer does not matter."""
        session = Session(tmp_path / FILE, "grid", dice="ask")
        answer = session.must(*UNITS.splitlines(), "fire alpha rifles : 2", typed, "fire bravo rifles : 1", "5")
        assert "+rifles disrupted" in answer.changes
        assert session.game.entries[session.game.last]["amends"] == 7

    def test_end_the_question_of_a_ruling_that_was_corrected_meanwhile(self, tmp_path: Path) -> None:
        session = Session(tmp_path / FILE, "grid", dice="ask")
        session.must(*UNITS.splitlines(), "fire alpha rifles : 2", "fix minefield")
        assert session.is_asking
        session.must("fix by bravo")
        assert not session.is_asking

    def test_end_the_questions_of_a_phase_with_it_where_the_referee_overrules(self, tmp_path: Path) -> None:
        """``next`` alone loses no die; overruled, it prints what was answered."""
        session = Session(tmp_path / FILE, "grid")
        fires = "fire alpha rifles --ask", "fire anvil,bravo rifles minefield --ask"
        session.must(*UNITS.splitlines(), *fires, "5 2")
        for line in ("n", "n"):
            assert session.type(line).decision == ERROR and session.is_asking
        ended = session.must("!")
        assert not session.is_asking and ended.changes == ("turn 1 Movement Blue",)
        assert [line.endswith(" 5 2") for line in ended.printed.splitlines() if "rifles" in line] == [False, True]

    def test_keep_the_question_of_a_correction_for_a_later_phase(self, tmp_path: Path) -> None:
        """The answer rules it again as it was; the phase waits for it like for a ruling."""
        session = Session(tmp_path / FILE, "grid", dice="ask")
        session.must(*UNITS.splitlines(), "fire alpha rifles : 2", "fix minefield")
        assert session.type("next").decision == ERROR
        session.must("!next")
        assert session.is_asking
        session.must("5")
        assert session.game.entries[session.game.last]["amends"] == 7

    def test_end_no_script_with_a_question_open(self, run: Run) -> None:
        ran = sit(run, f"{UNITS}fire alpha rifles --ask\nnext\nnote done\n")
        assert ran.status == 2 and "line 7" in ran.err

    def test_know_the_ruleset_of_the_game(self, run: Run) -> None:
        sit(run, UNITS)
        ran = run("table", FILE, stdin="card tank\nhelp all\nconfig --json\n")
        assert ran.status == 0, ran.err
        assert json.loads(ran.out.splitlines()[-1])["settings"]["rules"] == {"value": "grid", "origin": "the game"}

    @pytest.mark.parametrize("rules", RULESETS)
    def test_are_helped_on_one_screen(self, run: Run, rules: str) -> None:
        """The dozen things of an evening, in the words of the ruleset; all else behind help PROCEDURE and help all."""
        out = run("-R", rules, "table", FILE, stdin="help\n").out
        lines = out.splitlines()
        assert len(lines) <= 22 and max(map(len, lines)) <= 80
        for command in ("! ", "+", "u ", "fix 2 4", "drop", "log report"):
            assert any(line.startswith(command) or f"  {command}" in line for line in lines), command
        loaded = referee().loaded(rules)
        assert all(name in out for name in loaded.ruleset.procedures)
        condition = next(line for line in lines if line.startswith("+")).split()[0][1:]
        assert condition in loaded.words(loaded.procedure("fire"), False).conditions

    @pytest.mark.parametrize("rules", RULESETS)
    def test_are_helped_as_they_are_typed_there(self, run: Run, rules: str) -> None:
        """No refcli before what is typed, and no option for what the table knows: each example can be typed."""
        names = list(referee().loaded(rules).ruleset.procedures)
        out = run("-R", rules, "table", FILE, stdin="".join(f"help {name}\n" for name in (*names, "all", "add"))).out
        assert out.count("Usage: ") == len(names) + 2 and out.startswith(f"Usage: {names[0]} ")
        assert not re.search(r"refcli(?! rolls the rest)", " ".join(out.split()))
        assert not re.search(r"^ +(-R, )?--(game|log|rules|version)\b", out, re.M)
        examples = re.findall(r"^Examples:\n((?:  .+\n)+)", out, re.M)
        ran = run("-R", rules, "table", FILE, stdin=f"{examples[names.index('fire')]}charts show {rules}\n")
        assert ran.status == 0, ran.err

    def test_of_a_new_game_need_its_rules(self, run: Run) -> None:
        assert run("table", "new.jsonl", stdin="who\n").status == 2
        sit(run, UNITS)
        ran = run("-R", "cc", "table", FILE, stdin="who\n")
        assert ran.status == 2 and "grid" in ran.err

    def test_of_a_damaged_game_are_not_read(self, run: Run, home: Home) -> None:
        sit(run, UNITS)
        path = home.work / FILE
        path.write_text(path.read_text().replace('"bravo"', '"bravi"'))
        ran = run("table", FILE, stdin="who\n")
        assert ran.status == 3 and f"{FILE}:4: " in ran.err

    def test_go_on_where_the_game_stopped(self, run: Run) -> None:
        sit(run, UNITS)
        assert run("--game", FILE, "set", "rifles", "disrupted").status == 0
        assert json.loads(sit(run, "fire alpha rifles --json : 5\n").out)["outcome"] == "eliminated"

    @pytest.mark.parametrize(
        ("rules", "scene", "line", "meant"),
        [
            ("first-watch", AIR, "bom stuka", "bomb"),
            ("first-watch", AIR, "bom bat", "bombard"),
            ("first-watch", AIR, "bo bat:5", "bombard"),
            ("skirmish", KARL, "mo karl wall", "move"),
            ("skirmish", KARL, "mo karl in-op", "morale"),
            ("skirmish", f"{KARL}next Movement\n", "mo karl loa", "move"),
            ("skirmish", f"{KARL}next Movement\n", "mo karl", "move"),
            ("skirmish", f"{KARL}set karl pinned\nnext Morale\n", "mo karl", "morale"),
            ("grid", UNITS, "mo rif", "move"),
            ("grid", UNITS, "mo", ""),
        ],
    )
    def test_settle_a_beginning_by_the_named_unit(self, rules: str, scene: str, line: str, meant: str) -> None:
        """A plane bombs, and a battery bombards; where both are barred, one is refused; without a unit it is asked."""
        result = play(rules, [line], scene)[-1]
        assert (meant in result.printed.split()) if meant else result.decision == QUESTIONED, result

    @pytest.mark.parametrize(
        ("lines", "names"),
        [
            (["move bren"], {"mover": ["Bren-2"]}),
            (["move bre"], {"mover": ["Bren-2"]}),
            (["phase bre"], None),
            (["next Infantry", "fire bren-g br 9", ""], {"attacker": ["Bren-gun"], "target": ["Bruno"]}),
            (["next Infantry", "fire bre bru 9"], None),
        ],
    )
    def test_settle_the_beginning_of_several_names_by_who_could_be_meant(
        self, tmp_path: Path, lines: list[str], names: dict[str, list[str]] | None
    ) -> None:
        """A unit that has moved moves no more, and a unit of one's own side is no target."""
        session = Session(tmp_path / FILE, "first-watch")
        session.must("add Bren-1 bren gb", "add Bren-2 bren gb", "add Bren-gun 6pdr gb", "add Bruno tiger-i germany")
        session.must("next", "next Land", "move Bren-1")
        result = [session.type(line) for line in lines][-1]
        if names is None:
            assert (result.decision, result.reason) == (ERROR, "unknown-name")
        else:
            assert session.game.entries[session.game.last]["given"]["names"] == names

    @pytest.mark.parametrize("answer", ["2", "morale", "MOR"])
    def test_ask_which_is_meant_and_are_answered_by_a_key(self, answer: str) -> None:
        lines = ["add half armoured-infantry Blue", "set half disrupted", "mo half", "note a bridge", answer]
        results = play("grid", lines)
        assert [results[at].decision for at in (2, 4)] == [QUESTIONED, RULED]
        assert results[4].printed.startswith("morale ")

    @pytest.mark.parametrize(("line", "reason"), [("mo alpha", "moved"), ("mo bravo", "phase")])
    def test_refuse_what_none_of_several_may_be_done_of(self, line: str, reason: str) -> None:
        """A question would be answered with the same refusal, and hold the phase until then."""
        result = play("grid", ["fire alpha rifles : 1", "move alpha", line], UNITS)[-1]
        assert (result.decision, result.reason) == (REFUSED, reason)

    @pytest.mark.parametrize(
        ("line", "instead"),
        [
            ("plot bat hill", "-p hill"),
            ("plot bat 3", "-g 3"),
            ("fi bat tiger 9 4", "-r 4"),
            ("fi bat tiger 9 rear side", "-f side"),
            ("plod", "plot"),
        ],
    )
    def test_name_an_option_of_the_prompt_for_an_unknown_word(self, line: str, instead: str) -> None:
        result = play("first-watch", ["add bat 76mm-zis3 russia", "add tiger tiger-i germany", line])[-1]
        assert result.decision == ERROR and instead in result.printed and "refcli" not in result.printed

    def test_are_left_by_a_word(self, run: Run) -> None:
        assert sit(run, f"{UNITS}quit\nfier\n").status == 0


STORED_GAMES = [path for rules in RULESETS for path in games(rules)]


class TestAStoredGame:
    """Worked by hand for the ledger: comes to the same as it is typed at the table."""

    @pytest.mark.parametrize("path", STORED_GAMES, ids=lambda path: path.stem)
    def test_is_the_same_at_the_table(self, tmp_path: Path, path: Path) -> None:
        assert play_stored(path, tmp_path)[0] == []
        meant = Game(tmp_path / f"{path.stem}.jsonl", referee()).ledger
        stored = tomllib.loads(path.read_text("utf-8"))
        session = Session(tmp_path / FILE, stored["rules"])
        lines = [f"add {name} {words}" for name, words in stored.get("units", {}).items()]
        for line in (*lines, *(typed_as(step, session.game) for step in stored["step"])):
            result = session.type(line)
            assert result.is_accepted or result.decision == REFUSED, result
            assert len(lines_of_changes(result.printed)) <= 6, line
        found = Game(tmp_path / FILE, referee()).ledger
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


class TestTheSignAlone:
    """``!`` rules the line that was barred last."""

    @pytest.mark.parametrize(
        ("scene", "barred"),
        [
            ("next Movement\nmove alpha,anvil\n", "move alpha,anvil"),
            ("fire alpha rifles : 2\n", "fire alpha rifles : 5"),
        ],
    )
    def test_rules_all_of_the_line_once(self, scene: str, barred: str) -> None:
        before, refused, _, overruled, again = play("grid", ["!", barred, "who alpha", "!", "!"], UNITS + scene)
        assert (before.decision, again.decision) == (ERROR, ERROR)
        assert refused.decision == REFUSED and overruled.decision == RULED
        assert len(overruled.verdicts) == 1 + barred.count(",")

    def test_means_no_older_line(self) -> None:
        """Behind a line that is refused for a reason that nothing overrules."""
        lines = ["fire alpha rifles : 2", "fire alpha rifles : 5", "fire nobody rifles", "!"]
        assert [one.decision for one in play("grid", lines, UNITS)[1:]] == [REFUSED, ERROR, ERROR]


def test_the_beginning_of_a_state_is_the_state() -> None:
    lines = ["add f1,f2 enhanced-small-arms infantry group=f German", "set f1 ou", "set f1 out-", "set f1 no-out-"]
    _, ambiguous, out_of_cohesion, ended, out = play("combat-captain", [*lines, "set f1 out"])
    assert ambiguous.decision == ERROR
    assert out_of_cohesion.changes == ("+f1 out-of-cohesion",) and ended.changes == ("-f1 out-of-cohesion",)
    assert "+f1 out" in out.changes


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
        assert {"near-missed", "pinned", "aboard", "busy"} < about.keys()
        assert not [text for text in about.values() if "{" in text]

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
        assert self.found(game, "fire alpha rifles : ") == []

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
    """The changes of a ruling, in the line behind it."""

    def test_of_several_alike_are_one(self) -> None:
        lines = ["add mike hmg German", "add sec 4xman British", "next Movement", "fire mike sec --range 5 : 1 1 1 1"]
        assert play("skirmish", lines)[-1].printed.count("fired at") == 1


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

    def test_shows_no_unknown_time(self, tmp_path: Path) -> None:
        session = Session(tmp_path / FILE, "grid")
        session.must("add alpha tank Blue", "next", "clock : 3")
        assert "time" not in status_line("grid", session.game.ledger, 80)

    def test_shows_as_text_what_a_terminal_would_obey(self, home: Home, run: Run) -> None:
        """In the name of a place, in what is offered of it, in the time of the clock."""
        sit(run, f"{UNITS}set rifles in 'Wo\x1b]0;x\x07\u202eods'\nset rifles disrupted\n")
        around = Workspace()
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
    def test_is_answered(self, tmp_path: Path, run: Run, rules: str) -> None:
        session, draw = Session(tmp_path / FILE, rules), Random(f"nonsense {rules}")
        for line in (*lines_of_nonsense(session.game, draw), "note the end"):
            result = session.type(line)
            assert result.decision != CRASHED and (result.is_accepted or result.printed), result
            session.offers(line[: draw.randrange(len(line) + 1)])
        assert run("log", "verify", str(session.game.path)).status == 0
        assert len(Game(session.game.path, referee()).live()) > 5


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
            terminal.until("battle")
            terminal.until(">")
            for line in UNITS.splitlines():
                terminal.type(f"{line}\r")
            terminal.until("turn 1, Blue: Combat")
            assert run("--game", FILE, "set", "rifles", "in", "Woods").status == 0
            terminal.type("fire alpha,bravo rifles --ask\r")
            terminal.until("attack, 2 d6")
            terminal.type("who\r")
            terminal.until("rifles  infantry")
            terminal.type("5 2\r")
            terminal.until("ruling 8: ")
            terminal.until("fought: alpha, bravo")
            terminal.type("note half a line" + CTRL_C)
            terminal.until("\n>")
            terminal.type("!fire alpha rifles --ask\r")
            terminal.until("attack, 1 d6")
            terminal.until("\n?")
            terminal.type("note half" + CTRL_C)
            terminal.until("\n?")
            terminal.type(CTRL_C)
            terminal.until("--overrule")
            terminal.type("fire alpha rifles\r")
            terminal.until("no: alpha")
            self.leave(terminal)
        assert len(self.lines(home)) == 8

    def test_completes_what_is_legal(self, home: Home, run: Run) -> None:
        from tests.terminal import TAB

        sit(run, UNITS)
        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type("fi")
            terminal.until("fire")
            terminal.type(f"{TAB} alp{TAB} rif{TAB} : 5\r")
            terminal.until("ruling 7: ")
            self.leave(terminal)

    def test_takes_a_pasted_block_to_its_first_error(self, home: Home) -> None:
        from tests.terminal import PASTE_BEGINS, PASTE_ENDS

        with self.at(home) as terminal:
            terminal.until(">")
            terminal.type(f"{PASTE_BEGINS}{UNITS}fier\nnext\nnext{PASTE_ENDS}\r")
            terminal.until("left out: 2")
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
            terminal.until("fire alpha")
            terminal.type("rif:5 2\r")
            said = terminal.until("ruling 7: ")
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
            terminal.until("no: bravo")
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
            terminal.until("'fier'")
            terminal.until("> ")
            terminal.type("fire tank infantry --ask\n")
            terminal.until("attack, 1 d6")
            terminal.until("? ")
            terminal.type(CTRL_C)
            terminal.type("\n")
            terminal.until("not ruled")
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
        assert max(map(len, [*lines, *still.splitlines()])) <= 50
