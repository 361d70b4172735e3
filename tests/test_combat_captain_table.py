"""Combat Captain at the table: what faces and the ledger tell is not typed, and what could be two things is asked."""

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
