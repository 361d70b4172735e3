"""Combat Captain at the table: what faces and the ledger tell is not typed, and what could be two things is asked."""

import re
from json import loads
from pathlib import Path

import pytest

from refcli.cli.table_help import RANGES
from tests.conftest import Home, Ran, Run

SCENE = """add f1 enhanced-small-arms infantry German group=falls
add f2 enhanced-small-arms infantry German group=falls
add f3 enhanced-small-arms infantry German group=falls
add h1 rifles infantry British group=guard
add h2 rifles infantry British group=guard
add k1 rifles infantry British group=kings
next
initiative : 53
next
"""


def at_table(run: Run, *lines: str) -> Ran:
    """What comes of lines that are typed behind the scene."""
    return run("-R", "cc", "table", "evening.jsonl", stdin=SCENE + "".join(f"{line}\n" for line in lines))


class TestDiceThatTheFacesTell:
    """A sub-unit uses as many dice as it likes of those it has left (combat-captain.txt 265-287)."""

    @pytest.mark.parametrize(
        ("lines", "dice"),
        [
            (["fire f2 h1 8:64/1"], "f2 fired, 2 activity dice used"),
            (["fire f2 h1 8 : variable 1/fire 6"], "f2 fired, 1 activity die used"),
            (["fire f2,f3 h1 8:6411/1"], "f2 and f3 fired, 2 activity dice used"),
            (["fire f2 h1 8:6421"], "f2 fired, 3 activity dice used"),
            (["move f3:2"], "1 activity die used"),
            (["move f3:22", "move f3:4"], "3 activity dice used"),
            (
                ["activity f1 3xhold-fire", "set falls done", "move h1:2", "fire f1 h1 8:64/1"],
                "f1 1 hold fire marker, fired",
            ),
            (["move f1 -a 4:2222", "move f2 --seed 1"], "f2 moved or changed cover, 4 activity dice used"),
        ],
    )
    def test_as_many_as_were_rolled(self, run: Run, lines: list[str], dice: str) -> None:
        ran = at_table(run, *lines)
        assert ran.status == 0, ran.err
        assert dice in " ".join(ran.out.split())

    def test_a_list_that_could_be_two_things_is_asked_about(self, run: Run) -> None:
        ran = at_table(run, "fire f2 h1 8:645")
        asked = "645: type 64/5 for 2 dice and the variable die, or -a 3 where none of them is the variable die"
        assert asked in ran.err

    def test_the_shot_that_the_help_teaches_can_be_the_first(self, run: Run) -> None:
        ran = at_table(run, RANGES[float])
        assert ran.status == 0, ran.err
        assert "1 activity die used" in ran.out

    def test_unless_it_is_said(self, run: Run) -> None:
        assert "2 activity dice used" in at_table(run, "fire f2 h1 8 -a 2:641").out

    def test_more_than_are_left_are_barred(self, run: Run) -> None:
        ran = at_table(run, "move f2:22", "fire f2 h1 8:64/5")
        assert "f2 has 1 of its 3 dice left" in ran.err

    def test_what_they_tell_is_said_once(self, run: Run) -> None:
        assert "\nactivity 2" not in at_table(run, "fire f2 h1 8:64/1").out

    def test_a_hedge_takes_dice_that_nobody_rolls(self, run: Run) -> None:
        ran = at_table(run, "move f3+over-hedge:22")
        assert "f3 moved or changed cover, 3 activity dice used" in " ".join(ran.out.split())


class TestALineForAllSubUnits:
    """What several do is a ruling of each; dice behind it are a roll each (combat-captain.txt 149-173)."""

    @pytest.mark.parametrize("who", ["falls", "f1,f2,f3"])
    def test_is_a_ruling_of_each(self, run: Run, who: str) -> None:
        said = " ".join(at_table(run, f"activity {who} 2xhold-fire", "who").out.split())
        assert said.count("hold fire markers, ") == 6, said

    @pytest.mark.parametrize("who", ["falls", "f1,f2", "f1,f2,f3"])
    def test_pulls_one_marker_of_the_unit(self, run: Run, who: str) -> None:
        """Each sub-unit contributes a die to one marker (combat-captain.txt 223-230)."""
        ran = at_table(run, "set falls markers 2", f"activity {who} pull-marker", "who falls")
        assert ran.out.count("Falls pull 1 morale marker.") == 1 and "pull 1" not in ran.out.split("\nLEGAL")[1], ran
        assert "falls 1 morale marker" in " ".join(ran.out.split()), ran

    def test_gives_each_his_roll(self, run: Run) -> None:
        said = at_table(run, "move falls:2/44/666").out
        assert [line for line in said.splitlines() if line.startswith("MOVES")] == [
            'MOVES: F1 may move 2".',
            'MOVES: F2 may move 8".',
            'MOVES: F3 may move 18".',
        ]

    def test_asks_each_of_whom_it_has_to(self, run: Run) -> None:
        ran = at_table(run, "move f1,f2 -a 1 --ask", "6", "2")
        assert [line for line in ran.out.splitlines() if line.startswith("MOVES")] == [
            'MOVES: F1 may move 6".',
            'MOVES: F2 may move 2".',
        ]


class TestTheExtraDie:
    """Four dice are for a unit all of which does the same with all its dice (combat-captain.txt 188-198)."""

    def test_the_rest_of_the_unit_is_told_to_follow(self, run: Run) -> None:
        ran = " ".join(at_table(run, "move f1 : 2222").out.split())
        assert "f2 and f3 have yet to do the same, with all dice: move f2 (lines 188-198)" in ran

    def test_a_unit_that_goes_on_without_is_told(self, run: Run) -> None:
        ran = " ".join(at_table(run, "move f1 : 2222", "move f2 : 2222", "! activity h1 take-cover").out.split())
        assert "f3 has not done the same as falls, which took the extra die: undo" in ran

    def test_so_is_one_as_its_phase_ends(self, run: Run) -> None:
        ran = " ".join(at_table(run, "move f1 : 2222", "next Close").out.split())
        assert "f2 and f3 have not done the same as falls, which took the extra die: back (lines 188-198)" in ran

    @pytest.mark.parametrize("shot", ["fire f1 h1 8 : 1111/1", "move f1 : 222", "fire falls h1 8 : 1111 1111 1111/1"])
    def test_nobody_is_told_who_needs_no_target_or_took_no_fourth(self, run: Run, shot: str) -> None:
        """In fire not all have a target (combat-captain.txt 317-320)."""
        assert "the same" not in at_table(run, shot, "! activity h1 take-cover").out


def test_a_number_is_the_range_of_a_move_at_nobody(run: Run) -> None:
    ran = at_table(run, "move f3 9:246")
    assert ran.status == 0, ran.err
    assert 'F3 may move 3".' in ran.out


def test_an_enemy_that_is_named_is_charged(run: Run) -> None:
    """combat-captain.txt 719-730: only a charge goes to an enemy."""
    ran = at_table(run, "move f3 h2 4:246")
    assert "CONTACT: F3 charges home into h2" in ran.out


def test_the_range_between_those_in_contact_is_known(run: Run) -> None:
    """combat-captain.txt 742-749: those charged may fire before the close combat."""
    ran = at_table(run, "move f3 h2 4:246", "set falls done", "fire h2 f3:642/5")
    assert ran.status == 0, ran.err
    assert "short range" in ran.out


def test_that_of_others_has_to_be_told(run: Run) -> None:
    assert "needs the range" in at_table(run, "move f3 h2 4:246", "set falls done", "fire h1 f3:642/5").err


class TestCloseCombat:
    """Units in contact fight when all have activated (combat-captain.txt 755-786)."""

    def test_the_only_one_that_waits_needs_no_names(self, run: Run) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", "close-assault:241 13 135 21")
        assert ran.status == 0, ran.err
        assert "f1, f2, f3 against h1, h2" in ran.out

    def test_that_one_is_fought_without_a_page_of_help(self, run: Run) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", "close-assault")
        assert (ran.status, "Usage" in ran.out + ran.err) == (0, False), ran

    @pytest.mark.parametrize("faces", ["24 113", "2411 1", "24 113 1", "2 4113", "hits 24 113", "24 1 131"])
    def test_no_run_of_faces_is_split_between_the_sides(self, run: Run, faces: str) -> None:
        """Each side throws its own dice (combat-captain.txt 797-800)."""
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard : {faces}")
        assert "would be split between the sides" in ran.err, ran
        assert "DEFENDER" not in ran.out and "ATTACKER" not in ran.out

    @pytest.mark.parametrize(
        "faces", ["241 13", "2 4 1 1 3", "24113", "24 1 1 3", "24 1 13", "24113 444", "241/13", "241 1"]
    )
    def test_those_that_fit_the_sides_are_taken(self, run: Run, faces: str) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard : {faces}")
        assert "Attackers, hits: 2 4 1 = 6" in ran.out and "Defenders, hits: 1" in ran.out, ran

    @pytest.mark.parametrize(
        "faces", ["111 22/135 24", "11122/13524", "111 22/135/24", "111/22/135 24", "111 22 135 24"]
    )
    def test_both_hands_of_who_wins_may_stand_together(self, run: Run, faces: str) -> None:
        """As those of the hits may (combat-captain.txt 797-805)."""
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard : {faces}")
        assert "Attackers, who wins: 1 3 5 = 9" in ran.out and "Defenders, who wins: 2 4 = 6" in ran.out, ran

    @pytest.mark.parametrize("faces", ["111 22/13 524", "111 22/1352 4"])
    def test_nor_is_a_hand_of_who_wins_split(self, run: Run, faces: str) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard : {faces}")
        assert "would be split between the sides" in ran.err, ran

    def test_nor_of_an_answer(self, run: Run) -> None:
        ask = "move f3 h2 4:246", "next Close", "close-assault falls guard --ask", "24 113", "241 13"
        ran = at_table(run, *ask, "", "", "", "", "")
        assert "113 would be split between the sides: for hits attackers roll 3, defenders 2" in ran.err, ran
        assert "Attackers, hits: 2 4 1 = 6" in ran.out, ran

    def test_of_two_one_has_to_be_named(self, run: Run) -> None:
        two = "move f3 h2 4:246", "move f2 k1 4:246", "next Close"
        assert "close-assault needs attackers" in at_table(run, *two, "close-assault:241").err


def test_a_number_behind_another_target_is_its_range(run: Run) -> None:
    ran = at_table(run, "fire f2 h1 8:64/1", "fix k1 12")
    assert (ran.status, 'fire (Combat Captain): f2 against k1; range 12"' in ran.out) == (0, True), ran


class TestDiceThatStay:
    """A correction of who fights keeps the dice that the program rolled, as it keeps those that were typed."""

    @pytest.mark.parametrize("faces", [" --seed 3", ": 241 13 135 21"])
    def test_a_side_that_stays_keeps_its_own(self, run: Run, faces: str) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard{faces}", "fix f3 --overrule")
        assert ran.status == 0, ran.err
        assert "f3 against h1, h2" in ran.out
        assert not re.search(r"Defenders, hits: .*, now", ran.out)


class TestQuestionsOfCorrections:
    """What a correction has to ask goes with the ruling that it corrects."""

    def test_one_that_is_undone_asks_no_more(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = at_table(run, "fire f2 h1 8:6421", "fix -a 4", "undo")
        assert "\nnot ruled: fix 11 -a 4\n" in ran.out
        assert ran.status == 0, ran.err

    def test_nothing_is_asked_where_every_die_is_there(self, run: Run, home: Home) -> None:
        """Not even which losses come first (combat-captain.txt 801), which the ruling did not ask."""
        home.write("refcli.toml", 'dice = "ask"')
        fought = "move f3 h2 4:246", "next Close", "close-assault:244 13 136 21"
        ran = at_table(run, *fought, "fix 1 3", "+defender-marker", "-defender-marker")
        assert ran.status == 0, ran.err

    def test_nor_by_a_ruling_whose_dice_are_all_there_roll_by_roll(self, run: Run, home: Home) -> None:
        home.write("refcli.toml", 'dice = "ask"')
        ran = at_table(run, "fire f2 h1 8 -a 2 : 64 / 5")
        assert "loses a man (default)" in ran.out


class TestWhatIsSaidOfDice:
    """What an activity says of the dice, in the words of the table (combat-captain.txt 149-173)."""

    def test_how_many_are_left(self, run: Run) -> None:
        ran = at_table(run, "activity f1 2xhold-fire", "activity f1 hold-fire")
        assert "\nF1 has 1 of 3 activity dice left.\n" in ran.out

    def test_what_one_use_takes_is_no_sum(self, run: Run) -> None:
        ran = at_table(run, "activity f1 hold-fire")
        assert "holding fire: 1" not in ran.out

    def test_who_has_the_initiative_is_said_once(self, run: Run) -> None:
        assert "goes to" not in at_table(run).out


def test_of_tanks_in_close_combat_the_players_agree(run: Run) -> None:
    """No rule tells what a tank does there (combat-captain.txt 577-578, 785-797)."""
    added = "add p1 armor tank German group=panz", "move p1 h1 4 : 4", "next Close", "close-assault panz guard"
    ran = at_table(run, *added)
    agree = "the players agree what p1 does there, and each kill is marked, the next with set panz kills 1"
    assert f"panz fights guard: {agree}" in " ".join(ran.out.split()) and agree in ran.err, ran


class TestWhatIsLeftUndone:
    """A unit that never activated, a contact that nobody fought, dice that a unit that does all alike has left."""

    @pytest.mark.parametrize("to", ["Init", "Random", "Reinforcement"])
    def test_a_jump_over_the_close_combats_tells_who_has_not_activated(self, run: Run, to: str) -> None:
        """combat-captain.txt 122."""
        ran = " ".join(at_table(run, "move f3 h2 4:246", f"next {to}").out.split())
        assert "guard and kings have not activated this turn: back (line 122)" in ran

    def test_and_which_contact_nobody_fought(self, run: Run) -> None:
        """combat-captain.txt 755-771."""
        ran = " ".join(at_table(run, "move f3 h2 4:246", "next Init").out.split())
        assert "falls was in contact with guard, and no close combat was fought: back" in ran

    def test_nothing_more_is_told_in_the_next_phase(self, run: Run) -> None:
        ran = at_table(run, "next Close").out
        assert ran.count("not activated this turn") == 1

    def test_all_alike_with_fewer_dice_is_told(self, run: Run) -> None:
        """combat-captain.txt 188-198."""
        moves = "activity f1 4xmove all-alike", "move f1 -a 1 : 2", "move f2 -a 1 : 2", "! activity h1 take-cover"
        ran = " ".join(at_table(run, *moves).out.split())
        assert "falls does the same with all its dice, and some are left: f1 3 and f2 3: undo (lines 188-198)" in ran


def test_a_side_behind_the_beginning_of_a_row_is_the_side(run: Run) -> None:
    assert "k9, enhanced-small-arms, German" in at_table(run, "add k9 enh german").out


class TestWhatIsSaidOtherwise:
    """A figure that is typed stands, and that the game has another is told."""

    MARKED = "set falls markers 1", "set h1 cover 2"

    @pytest.mark.parametrize(
        ("lines", "told"),
        [
            (["fire f1 h1 8 -m 0 : 4/4"], "falls: you say 0 morale markers; the game has 1 (lines 423,"),
            (["fire f1 h1+3xcover-stick 8 : 4/4"], "h1: you say in level 3 cover; the game has 2 (lines 335-409,"),
            (
                ["set German enemies-destroyed 2", "next Initiative", "initiative german+3xdestroyed,british : 4 3"],
                "German: you say destroyed 3 enemy sub-units; the game has 2 (lines 103, 1341)",
            ),
            (["morale falls -m 2"], "falls: you say 2 morale markers; the game has 1 (lines 423,"),
            (["morale falls -m 0 broke-cover"], "falls: you say 0 morale markers; the game has 1 (lines 423,"),
            (
                ["set f1 men-lost 3", "consolidate f1+sub-unit-lost,f2,f3"],
                "f1: you say 1 man lost; the game has 3 (lines 565-",
            ),
        ],
    )
    def test_it_is_told(self, run: Run, lines: list[str], told: str) -> None:
        assert told in " ".join(at_table(run, *self.MARKED, *lines).out.split())

    @pytest.mark.parametrize(
        "line", ["fire f1 h1 8 : 4/4", "fire f1 h1 8 -m 1 : 4/4", "activity f1 pull-marker", "morale falls"]
    )
    def test_what_the_game_has_is_not(self, run: Run, line: str) -> None:
        ran = at_table(run, *self.MARKED, line)
        assert (ran.status, "you say" in ran.out) == (0, False), ran


def test_a_unit_is_called_by_its_name_wherever_a_ruling_is_told(run: Run) -> None:
    """At the table, in the journal and the log; also where a sub-unit had another unit in the game before."""
    for unit in ("guard", "watch"):
        scene = SCENE.replace("guard", unit)
        lines = f"{scene}set h1 men-lost 4\nfire f1 h1 8 : 666/6\n"
        ran = run("-R", "cc", "table", f"{unit}.jsonl", stdin=lines)
        assert f"{unit.capitalize()} takes 1 morale marker." in ran.out, ran
        kept = loads(Path(f"{unit}.jsonl").read_text("utf-8").splitlines()[-1])
        assert {one["unit"] for one in kept["ruling"]["effects"] if one["kind"] == "marker"} == {unit}
        assert kept["given"]["groups"] == {"f1": "falls", "h1": unit}
        assert f"effect: marker target: {unit}" in run("log", "show", f"{unit}.jsonl", "12").out


def test_what_belongs_to_another_phase_is_answered_without_a_page_of_help(run: Run) -> None:
    ran = at_table(run, "clo")
    assert "no: close-assault belongs to Close Combat; this is Activation" in ran.err
    assert "Examples" not in ran.out, ran


@pytest.mark.parametrize(
    ("before", "faces", "told"),
    [(["set t1 cover 2"], "111/1", " guard shot at this turn"), ([], "111/1 1", " guard and kings shot at this turn")],
)
def test_who_is_named_as_a_target_and_not_fired_at_was_not_shot_at(
    run: Run, before: list[str], faces: str, told: str
) -> None:
    """435-437, 670-675: in cover a tank fires its cannon alone, at the first of two targets."""
    ran = at_table(run, "add t1 armor tank German group=tigers", *before, f"fire t1 h1,k1 8 : {faces}")
    assert (ran.status, told in " ".join(ran.out.split())) == (0, True), ran


def test_the_choice_of_an_event_stands_where_no_side_has_to_be_named(run: Run) -> None:
    scene = (
        "add f1 rifles German group=fall\nadd k1 rifles British group=kings\nnext\ninitiative German,British : 3 5\n"
    )
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{scene}next Random\nevent strafing : 1 6\n")
    assert "German 3 planes for a strafing run" in ran.out, ran.err
    alone = run("-R", "cc", "event", "strafing", "--dice", "1 6").out
    assert alone == run("-R", "cc", "event", "--choice", "strafing", "--dice", "1 6").out != ""


def test_an_event_of_nobody_is_refused_until_a_side_is_named(run: Run) -> None:
    """combat-captain.txt 850."""
    scene = SCENE.replace("initiative : 53\n", "")
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{scene}next Random\nevent : 5 2\n")
    assert "nobody has the initiative: initiative first, or event German,British" in ran.err


def test_who_went_nowhere_has_moved_all_the_same(run: Run) -> None:
    """Held fire answers a move of 0 inches, too (combat-captain.txt 257-263)."""
    ran = at_table(run, "activity f1 hold-fire", "set falls done", "move h1 : 1", "fire f1 h1 8 : 6/5")
    assert (ran.status, "has made neither" in ran.out) == (0, False), ran


def test_how_often_a_correction_says_something_is_how_often_it_holds(run: Run) -> None:
    ran = " ".join(at_table(run, "activity f1 hold-fire", "fix 2xhold-fire").out.split())
    assert "f1 2 hold fire markers, 2 activity dice used" in ran
