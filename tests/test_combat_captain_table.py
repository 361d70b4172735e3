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

    def test_the_shot_that_the_help_teaches_can_be_the_first(self, run: Run) -> None:
        ran = at_table(run, RANGES[float])
        assert ran.status == 0, ran.err
        assert "1 activity die used" in ran.out


class TestCloseCombat:
    """Units in contact fight when all have activated (combat-captain.txt 755-786)."""

    def test_that_one_is_fought_without_a_page_of_help(self, run: Run) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", "close-assault")
        assert (ran.status, "Usage" in ran.out + ran.err) == (0, False), ran

    @pytest.mark.parametrize(
        "faces", ["241 13", "2 4 1 1 3", "24113", "24 1 1 3", "24 1 13", "24113 444", "241/13", "241 1"]
    )
    def test_those_that_fit_the_sides_are_taken(self, run: Run, faces: str) -> None:
        ran = at_table(run, "move f3 h2 4:246", "next Close", f"close-assault falls guard : {faces}")
        assert "Attackers, hits: 2 4 1 = 6" in ran.out and "Defenders, hits: 1" in ran.out, ran


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


def test_the_choice_of_an_event_stands_where_no_side_has_to_be_named(run: Run) -> None:
    scene = (
        "add f1 rifles German group=fall\nadd k1 rifles British group=kings\nnext\ninitiative German,British : 3 5\n"
    )
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{scene}next Random\nevent strafing : 1 6\n")
    assert "German 3 planes for a strafing run" in ran.out, ran.err
    alone = run("-R", "cc", "event", "strafing", "--dice", "1 6").out
    assert alone == run("-R", "cc", "event", "--choice", "strafing", "--dice", "1 6").out != ""
