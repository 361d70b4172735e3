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
        ("sk", f"{SKIRMISH}{ON}! fire 2xsec karl 10\n", ": 2 of sec"),
        ("sk", f"{SKIRMISH}{ON}! fire sec karl 10\n", ": 8 of sec"),
        ("grid", "next\nclock --now 05:50 --dawn 05:30 --day 06:30 --dusk 19:00 : 2\n", "time 06:00, dawn or dusk"),
        ("grid", "next\nclock --now 05:50 : 2\nwho\n", "\ngame: time 06:00\n"),
    ],
)
def test_at_the_table(run: Run, rules: str, lines: str, says: str) -> None:
    ran = run("-R", rules, "table", "evening.jsonl", stdin=lines)
    assert ran.status == 0, ran.err
    assert says in ran.out


@pytest.mark.parametrize(
    ("rules", "lines", "says"),
    [
        (
            "fw",
            "add r rifle soviet\nadd p tiger-i german\n! fire r p 5\n",
            "NO SHOT: R has no shot at p. Small arms fire only at infantry, towed guns and open-topped vehicles "
            "(line 58); ruling 4",
        ),
        (
            "fw",
            "add il il-2 soviet altitude=low\nadd p 6pdr german\n! strafe il p attacked\n",
            "CANNOT STRAFE: Il cannot strafe. It has had 1 attack this turn; ruling 4",
        ),
        (
            "fw",
            "add g 6pdr british\nadd p tiger-i german\nfire g p 50 disappearing target-fast night\n",
            "NO SHOT: G has no shot at p. Hit number 13: Hit Class of 6 pdr 2; range, 50 cm +2*;",
        ),
        (
            "sk",
            f"{SKIRMISH}add tube piat axis\nadd tank panther allied\n{ON}fire tube tank 15\n",
            "NO SHOT: Tube has no shot at tank. Tube has no attack value at 15 cm (lines 367-390); ruling 10",
        ),
    ],
)
def test_what_cannot_be_tried_is_told_in_a_line(run: Run, rules: str, lines: str, says: str) -> None:
    ran = run("-R", rules, "table", "evening.jsonl", stdin=lines)
    assert says in " ".join(ran.out.split()), ran
    assert f"\n{says[:7]}" in ran.out


def test_what_the_ledger_brings_without_effect_is_not_told(run: Run) -> None:
    """A moving tank is no harder for a gun to hit; for an anti-tank weapon of infantry it is."""
    lines = f"{SKIRMISH}add tank panther axis\nadd six 6pdr allied\nadd tube bazooka allied\nnext Movement\nmove tank\n"
    told = run("-R", "sk", "table", "evening.jsonl", stdin=f"{lines}fire six tank 20 : 2\n").out
    assert "moving (turn" not in told
    assert "fire (Skirmish rules): six (firer not moving this turn) against tank; range 20 cm" in told
    told = run("table", "evening.jsonl", stdin="fire tube tank 10 : 2\n").out
    assert "tank: moving (turn 1, ruling 10)" in told


def test_who_is_added_without_the_row_that_is_wanted_is_told_the_line_that_adds_it(run: Run) -> None:
    """And the line is one that can be typed."""
    lines = f"{SKIRMISH}add obs infantry allied\nnext Radio\nradio obs gun\n"
    ran = run("-R", "sk", "table", "evening.jsonl", stdin=lines)
    assert ran.err == (
        "refcli: line 7: obs is no sender for radio yet: add obs infantry ROW allied, "
        "with platoon, company, brigade, observer or battery for ROW\n"
    )
    more = "add obs infantry observer allied\nradio obs gun\n"
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


def test_a_plane_alone_is_named_for_the_load_it_has(run: Run) -> None:
    """Its state says which bomb; a target is none of bomb's words, and burst rules what lies under it."""
    scene = "add he he-111 german altitude=low load=500lb\nadd t tiger-i british\nset he in-play\n"
    bombed = run("-R", "fw", "table", "evening.jsonl", stdin=f"{scene}bomb he : 5 3\n")
    assert bombed.status == 0 and "he drops the 500 lb bomb" in bombed.out.lower(), bombed
    refused = run("-R", "fw", "table", "second.jsonl", stdin=f"{scene}bomb he t\n")
    assert refused.err == "refcli: line 4: he has its load: bomb he, without t\n"


def test_what_the_game_began_with_is_laid_to_no_ruling(run: Run) -> None:
    lines = f"{SKIRMISH}add one rifle serves=mg allied\n{ON}next\nfire mg karl 10\n"
    assert "carry and fire it (lines 86, 137)" in run("-R", "sk", "table", "evening.jsonl", stdin=lines).err


def test_a_weapon_of_several_kinds_is_told_the_line_that_says_which(run: Run) -> None:
    lines = f"{SKIRMISH}add two mg42 axis\n{ON}fire two gun 10\n"
    assert run("-R", "sk", "table", "evening.jsonl", stdin=lines).err == (
        "refcli: line 8: two is mg42, which could be lmg or hmg: add two ROW axis, with one of them for ROW\n"
    )


def test_a_fast_target_is_not_called_a_moving_one(run: Run) -> None:
    lines = "add p tiger-i german\nadd g 6pdr british\nset game year 1943\nnext Land\nmove p open-ground\n"
    lines += "phase p -m 9\nfire g p 20 : 1\n"
    told = run("-R", "fw", "table", "evening.jsonl", stdin=lines).out
    assert "the target moves at more than half speed" in told and "the target is moving" not in told


def test_infantry_has_no_track_to_be_hit(run: Run) -> None:
    lines = "add g rifle infantry german\nadd t tiger-i german\nnext Land\nmove g immobilised\nmove t immobilised\n"
    told = run("-R", "fw", "table", "evening.jsonl", stdin=lines).out
    assert "G may move up to" in told and "T cannot move. Its track is hit" in told


def test_a_plane_that_aborts_is_told_to_leave_at_length_in_its_next_movement_alone(run: Run) -> None:
    lines = "add me bf-109g german\nset me in-play\nnext Air Combat\nset me aborting\n"
    leaves = "me aborts the mission and leaves the table; once it is gone: set me out (lines 115, 127)"
    on = f"{lines}next Aircraft Movement\n"
    assert leaves in " ".join(run("-R", "fw", "table", "evening.jsonl", stdin=on).out.split())
    later = run("table", "evening.jsonl", stdin="next Aircraft Movement\n").out
    assert "me: turn 3 in play, and still aborting: once it is gone, set me out" in " ".join(later.split())
    assert "aborts" not in later


class TestAUnitThatIsAdded:
    """What is told of it beside what it is."""

    def test_and_is_no_target_is_told_the_line_that_makes_it_one(self, run: Run) -> None:
        """With the rows that are called most like its own; a plane is the target of planes."""
        lines = "add aa 37mm-61k soviet\nadd me bf-109g german\nadd pak 6pdr soviet\n"
        told = " ".join(run("-R", "fw", "table", "evening.jsonl", stdin=lines).out.split())
        assert told.count("nobody can fire at it as it is") == 1
        line = "add aa 37mm-61k ROW soviet, with 37mm-m6, 37mm-sa18 or 76mm-m1 for ROW, say"
        assert f"2: aa, 37mm-61k, soviet nobody can fire at it as it is: {line} 3: me," in told

    def test_and_brings_a_third_side_is_told_so(self, run: Run) -> None:
        lines = f"{SKIRMISH}add hans rifle infantry German\nadd fritz rifle infantry German\n"
        told = run("-R", "sk", "table", "evening.jsonl", stdin=lines).out
        assert "6: hans, rifle infantry, German\n  German is a new side, beside axis and allied\n7: fritz" in told


def test_a_bar_that_asks_what_is_missing_offers_no_sign_to_overrule_it(run: Run) -> None:
    lines = "add me bf-109g german\nadd yak yak-9 soviet\nnext Aircraft Movement\nmove me\n"
    assert run("-R", "fw", "table", "evening.jsonl", stdin=lines).err == (
        "refcli: line 4: no: at which altitude does me fly? move me -a LEVEL (line 111)\n"
    )


def test_a_word_where_a_number_belongs_is_told_the_line_that_wants_one(run: Run) -> None:
    ran = run("-R", "sk", "table", "evening.jsonl", stdin=f"{SKIRMISH}set gun near sec\n")
    assert ran.err == "refcli: line 5: set gun near-missed takes a number: 'sec' is not a number\n"


def test_a_condition_said_as_a_state_is_told_the_state_that_gives_it(run: Run) -> None:
    """Before what is only spelled like it."""
    ran = run("-R", "sk", "table", "evening.jsonl", stdin=f"{SKIRMISH}set karl total-cover\n")
    assert ran.err.endswith("'total-cover' is no state of skirmish, but comes of another: set karl cover total\n")


def test_a_correction_takes_the_side_that_is_hit_as_a_new_line_does(run: Run) -> None:
    lines = "add t tiger-i german\nadd s t-34-76 soviet\nset game year 1943\nfire t s 15 : 9\nfix rear\n"
    told = run("-R", "fw", "table", "evening.jsonl", stdin=lines).out
    assert "facing rear" in told and "ruling 5 again, entry 6" in told


def test_a_face_in_the_place_of_an_entry_is_told_as_one(run: Run) -> None:
    """Up to the last face of the only die that was rolled."""
    scene = "add p rifle infantry Red\nadd s rifle infantry Blue\nfire p s 8 : 2\n"
    assert "if the die was a 9: fix 1 9" in run("-R", "sk", "table", "e.jsonl", stdin=f"{scene}fix 9\n").err


def test_a_range_in_the_place_of_an_entry_is_told_as_one(run: Run) -> None:
    """Behind the ruling that was mended, and where there is no such entry; not beside the last ruling."""
    scene = "add p tiger-i Red\nadd q tiger-i Red\nadd s t34-76 Blue\nfire p s 8 : 1\nfire q s 12 : 1\n"
    table = ("-R", "sk", "table")
    told = run(*table, "e.jsonl", stdin=f"{scene}fix 5 rear\n").out
    assert "this was ruling 5; for 5 cm in ruling 6: fix -r 5 rear" in told
    assert "; for 30 cm in ruling 6: fix -r 30 rear" in run(*table, "f.jsonl", stdin=f"{scene}fix 30 rear\n").err
    assert "cm in ruling" not in run(*table, "g.jsonl", stdin=f"{scene}fix 6 rear\nfix 5 -r 20\n").out


def test_a_side_that_nobody_is_of_any_more_is_told(run: Run) -> None:
    """As its last unit is added anew to another one."""
    lines = (
        "add p rifle infantry A\nadd s rifle infantry A\nadd p rifle infantry Al\nadd s rifle infantry Al\nsides Al\n"
    )
    ran = run("-R", "sk", "table", "e.jsonl", stdin=lines)
    assert ran.status == 0 and ran.out.count("nobody is of A any more: sides Al\n") == 1, ran


def test_who_moves_first_where_nobody_said_is_told(run: Run) -> None:
    scene = "add p rifle infantry A\nadd s rifle infantry B\n"
    told = "A moves first, as nobody said otherwise: sides B A (lines 9, 13)"
    assert told in run("-R", "sk", "table", "e.jsonl", stdin=f"{scene}next Movement\n").out
    assert told not in run("-R", "sk", "table", "e.jsonl", stdin="next Movement\nnext Movement\n").out


def test_a_grenade_bursts_by_its_own_name(run: Run) -> None:
    scene = "add p rifle infantry A\nadd s rifle infantry B\nnext Movement\ngrenade p 5 : 9\nburst p s\n"
    assert "no: p threw a grenade: burst grenade s (lines" in run("-R", "sk", "table", "e.jsonl", stdin=scene).err


def test_a_phase_of_nobodys_own_is_undone_without_a_side(run: Run) -> None:
    lines = "add one rifle infantry G\nadd two rifle infantry A\nnext\nundo\n"
    ran = run("-R", "fw", "table", "e.jsonl", stdin=lines)
    assert ran.out.count("turn 1: Initiative Phase") == 2 and "turn 1, G" not in ran.out, ran


def test_a_state_of_the_game_is_said_of_it(run: Run) -> None:
    ran = run("-R", "fw", "table", "e.jsonl", stdin="set year 1943\n")
    assert ran.status == 2 and ran.err.endswith("year is of the game: set game year 1943\n"), ran


SIDES = "add p rifle infantry A\nadd s rifle infantry B\nnext Movement\n"
"""Two men, and the first army about to move."""


def test_the_order_said_before_anybody_moves_is_that_of_this_turn(run: Run) -> None:
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{SIDES}sides B A\nmove s\nnext\nmove p\n")
    assert (ran.status, "turn 1, A: Movement" in ran.out) == (0, True), ran


def test_the_sides_may_be_named_in_small_letters(run: Run) -> None:
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{SIDES}sides b a\nmove s\n")
    assert ran.status == 0 and "b a" not in ran.out, ran


@pytest.mark.parametrize(("before", "who"), [("move p\n", "A"), ("next\n", "B")])
def test_no_army_moves_twice_or_not_at_all_by_an_order_that_is_said_late(run: Run, before: str, who: str) -> None:
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{SIDES}{before}sides B A\n")
    assert f"{who} moves already, and the order holds for this turn: say it before anybody moves" in " ".join(
        ran.err.split()
    )


def test_an_order_that_is_said_leaves_what_waits_for_its_dice(run: Run) -> None:
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{SIDES}fire s p 8 --ask\nsides B A\n")
    assert "not ruled yet: fire s p 8 --ask; answer, or drop takes it back" in " ".join(ran.err.split()), ran
    assert "fire s p 8 --ask still waits" in ran.out, ran


@pytest.mark.parametrize("dice", ["9 9", "9 1"])
def test_nobody_is_said_to_stand_who_moved(run: Run, dice: str) -> None:
    """Not even he who falls, and keeps no state of his move."""
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{SIDES}move p 5\nfire s p 15 : {dice}\n")
    assert (ran.status, "p has not moved" in ran.out) == (0, False), ran


def test_the_order_of_last_turn_is_told_where_nobody_said_another(run: Run) -> None:
    """After the roll for initiative, in any turn; said once, it is not told."""
    scene = f"{SIDES}next Initiative\nset B initiative\nnext\n"
    told = "A moves first, as nobody said otherwise: sides B A"
    ran = run("-R", "sk", "table", "e.jsonl", stdin=f"{scene}next\n")
    assert told in ran.out.split("turn 2, A: Movement")[1], ran
    ran = run("-R", "sk", "table", "said.jsonl", stdin=f"{scene}sides A B\nnext\n")
    assert told not in ran.out.split("turn 2, A: Movement")[1], ran


@pytest.mark.parametrize(
    ("rules", "unit", "state", "carrier"),
    [
        ("grid", "tank", "disrupted", "a unit"),
        ("grid", "tank", "flown", "a plane"),
        ("grid", "tank", "wreck", "a square"),
        ("fw", "tiger-i", "immobilised", "a unit"),
        ("sk", "rifle", "pinned", "a unit"),
        ("sk", "rifle", "halted", "a unit"),
        ("sk", "rifle", "fired 1", "a weapon"),
        ("cc", "rifle", "fired", "a sub-unit"),
        ("cc", "rifle", "markers", "a unit"),
    ],
)
@pytest.mark.parametrize(("owner", "whole"), [("allied", "a side"), ("game", "the game")])
def test_what_is_of_a_unit_is_said_of_no_side_and_not_of_the_game(
    run: Run, rules: str, unit: str, state: str, carrier: str, owner: str, whole: str
) -> None:
    ran = run("-R", rules, "table", "evening.jsonl", stdin=f"add a {unit} allied\nset {owner} {state}\n")
    said = " ".join(ran.err.split()).replace("'", "")
    assert f" {state.split()[0]} is said of {carrier}" in said and (whole in said or f"set a {state}" in said), ran


def test_what_comes_of_no_ruling_may_be_said_of_a_whole_side(run: Run) -> None:
    said = "add a tiger-i germany\nadd r t-34-76 russia\nset russia hulldown\nn\nn Rem\nfire a r 20 : 1\n"
    ran = run("-R", "fw", "table", "evening.jsonl", stdin=said)
    assert ran.status == 0 and "4: russia hulldown" in ran.out and "russia: hulldown (as you said)" in ran.out, ran
