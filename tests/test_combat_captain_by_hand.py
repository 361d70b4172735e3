"""Combat Captain: what a referee says by hand is refused where it cannot be, and taken where it can."""

import pytest

from tests.conftest import Home, Run

SCENE = """add a1 enhanced-small-arms German group=able
add a2 enhanced-small-arms German group=able
add t1 armor tank German group=tigers
add t2 armor tank German group=tigers
add b1 rifles British group=baker
add b2 rifles British group=baker
add b3 rifles British group=baker
add gun1 gun British
next
initiative : 53
next
"""

CANNOT_BE = {
    "set b1 contact b2": "b2 is on the same side (lines 755-771)",
    "set b1 short-of b2": "b2 is on the same side (lines 755-771)",
    "set b1 cover 6": "there is no level 6 cover: level 5 at most (lines 362-386)",
    "set t1 cover 3": "t1 is a vehicle: level 2 cover at most (lines 429-433)",
    "set b1 men-lost 5": (
        "b1 has 5 men: with the last of them it goes, set b1 out, and for the marker morale baker destroyed "
        "(lines 56-57, 568-575)"
    ),
    "set gun1 men-lost 2": (
        "gun1 has 2 men: with the last of them it goes, set gun1 out, and for the marker morale gun1 destroyed "
        "(lines 56-57, 568-575)"
    ),
    "set b1 dice 5": "b1 has 4 activity dice at most (lines 149-173, 188-198, 265-287)",
    "set b1 held-fire 4": "b1 has 3 hold fire markers at most (lines 250-254)",
    "set baker all-alike move\nset b1 dice 5": "b1 has 4 activity dice at most (lines 149-173, 188-198, 265-287)",
    "set tigers kills 7": "tigers has 2 models, and takes 6 kills at most (lines 576-578)",
    "set German strafing-planes 4": "a side has 3 planes at most (lines 881-884)",
    "set German planes-lost 4": "a side has 3 planes at most (lines 881-884)",
    "set German shells 7": "6 shells come at most, one for each pip of a die (line 867)",
    "set baker may-advance 7": 'a winning defender moves 6" forward at most (line 819)',
}
CAN_BE = {
    "set b1 contact a1": "b1 in contact with a1",
    "set b1 cover 5": "b1 in level 5 cover",
    "set t1 cover 2": "t1 in level 2 cover",
    "set b1 men-lost 4": "b1 4 men lost",
    "set b1 dice 4": "b1 4 activity dice used",
    "set b1 held-fire 3": "b1 3 hold fire markers",
    "set tigers kills 2": "tigers 2 kills on the roster",
    "set German strafing-planes 3": "German 3 planes for a strafing run",
    "set German shells 6": "German 6 shells to drop",
    "set baker may-advance 6": 'baker may advance 6"',
}
TURN_OF = "German to activate the next unit (lines 111-122)"
NOT_DONE = "tigers is active and has dice left (t1 2, t2 3)"


@pytest.mark.parametrize(("line", "why"), CANNOT_BE.items())
def test_what_cannot_be_is_refused_with_its_source(home: Home, run: Run, line: str, why: str) -> None:
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{SCENE}{line}\n")
    assert (ran.status != 0, why in " ".join(ran.err.split())) == (True, True), ran


@pytest.mark.parametrize(("line", "told"), CAN_BE.items())
def test_what_can_be_is_taken(home: Home, run: Run, line: str, told: str) -> None:
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=f"{SCENE}{line}\n")
    assert (ran.status, told in ran.out) == (0, True), ran


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["set baker done", "set gun1 done"], TURN_OF),
        (["move b1:2", "set baker done", "set gun1 done"], TURN_OF),
        (["move t1:2", "set baker done"], NOT_DONE),
        (["set baker done", "set tigers done", "set gun1 done"], ""),
        (["move t1:2", "set tigers done", "set baker done"], ""),
        (["set tigers done", "set baker done", "set able done", "set gun1 done"], ""),
    ],
)
def test_a_unit_is_done_in_its_turn_alone(home: Home, run: Run, lines: list[str], why: str) -> None:
    """The sides activate a unit in turn, once that before is done (combat-captain.txt 117-123, 157-161)."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=SCENE + "\n".join(lines) + "\n")
    assert (ran.status == 0, why in " ".join(ran.err.split())) == (not why, True), ran


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["morale able failed-charge"], "no charge of able was ruled this turn: undo takes the marker back"),
        (["morale baker withdrew"], "no withdrawal of baker was ruled this turn: undo takes the marker back"),
        (["morale able lost-close-combat"], "no close combat of able was ruled this turn: undo takes the marker back"),
        (["morale baker swapped-hit"], "no shot at baker was ruled this turn: undo takes the marker back"),
        (["morale tigers destroyed"], "no sub-unit of tigers is out of play: undo takes the marker back"),
        (["morale able broke-cover"], "no sub-unit of able is in cover: undo takes the marker back"),
        (["set tigers markers 1", "morale tigers withdrew"], "no withdrawal of tigers was ruled this turn: undo"),
        (["set a1 cover 1", "morale able broke-cover"], ""),
        (["move a1 b1 12:2", "morale able failed-charge"], ""),
        (
            ["move a1 b1 12:246", "move b1 withdraw:2222", "morale baker withdrew"],
            "the withdrawal of baker has given its marker already: undo takes the marker back",
        ),
        (
            ["move a1 b1 12:2", "morale able failed-charge", "morale able failed-charge"],
            "the charge of able has given its marker already: undo takes the marker back",
        ),
        (["fire a1 b1 8:6/6", "morale baker swapped-hit"], ""),
        (["set b2 out", "morale baker destroyed"], ""),
        (["morale able"], ""),
    ],
)
def test_a_marker_for_what_nobody_did_is_told(home: Home, run: Run, lines: list[str], told: str) -> None:
    """What a unit takes a marker for (combat-captain.txt 536-544)."""
    ran = run("-R", "cc", "table", "evening.jsonl", stdin=SCENE + "\n".join(lines) + "\n")
    out = " ".join(ran.out.split())
    assert (ran.status, told in out, "takes the marker back" in out) == (0, True, bool(told)), ran
