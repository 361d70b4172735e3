"""What is said of units in play: as a referee says it, of one man or of several."""

import pytest

from refcli.core.cells import Source
from refcli.core.states import Bar, State
from refcli.printing.sheets.remember import remembered
from tests.conftest import Run

SKIRMISH = "add sec 8xrifle axis\nadd karl rifle axis\nadd mg hmg allied\nadd gun british-25pdr gun allied\n"
ON = "next Movement\nnext\n"


@pytest.mark.parametrize(
    ("rules", "lines", "says"),
    [
        ("sk", f"{SKIRMISH}{ON}fire mg karl -r 10 : 9 4\n! fire mg karl -r 10 : 9 4\nnext Initiative\n", "(1 man)"),
        ("sk", f"{SKIRMISH}{ON}fire 2xsec mg -r 10\n", ": 2 of sec"),
        ("sk", f"{SKIRMISH}{ON}fire sec mg -r 10\n", ": 8 of sec"),
        ("grid", "next\nclock --now 05:50 --dawn 05:30 --day 06:30 --dusk 19:00 : 2\n", "time 06:00, dawn or dusk"),
        ("grid", "next\nclock --now 05:50 : 2\nwho\n", "\ngame: time 06:00\n"),
    ],
)
def test_at_the_table(run: Run, rules: str, lines: str, says: str) -> None:
    ran = run("-R", rules, "table", "evening.jsonl", stdin=lines)
    assert ran.status == 0, ran.err
    assert says in ran.out


def test_who_is_added_without_the_row_that_is_wanted_is_told_the_line_that_adds_it(run: Run) -> None:
    """And the line is one that can be typed."""
    lines = f"{SKIRMISH}add obs observer allied\nnext Radio\nradio obs gun : 9\n"
    ran = run("-R", "sk", "table", "evening.jsonl", stdin=lines)
    assert ran.err == (
        "refcli: line 7: gun is no receiver for radio yet: add gun british-25pdr gun ROW allied, "
        "with platoon, company, brigade, observer or battery for ROW\n"
    )
    more = "add gun british-25pdr gun battery allied\nradio obs gun : 9\n"
    assert run("table", "evening.jsonl", stdin=more).status == 0


def test_on_the_sheet_what_bars_in_the_whole_game_is_said_of_nobody() -> None:
    bar = Bar(("clock",), "the clock was rolled for in this turn", Source())
    assert [one.said for one in remembered([State("rolled", "game", "", Source(), bars=(bar,))])] == [
        "No clock: the clock was rolled for in this turn."
    ]


def test_a_plane_without_a_bomb_is_told_how_its_load_is_said(run: Run) -> None:
    lines = "add he he-111 german altitude=low\nset he in-play\nbomb he\n"
    assert run("-R", "fw", "table", "evening.jsonl", stdin=lines).err == (
        "refcli: line 3: he has no load: set he load ROW, with 100lb, 250lb, 500lb or 1000lb for ROW\n"
    )
