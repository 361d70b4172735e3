"""Combat Captain at the table: what faces and the ledger tell is not typed, and what could be two things is asked."""

from pathlib import Path

import pytest

from refcli.cli.table import RANGES
from tests.conftest import Run
from tests.play import RULED, opened, play

RULES = "combat-captain"

SCENE = """\
add f1 enhanced-small-arms infantry German group=falls
add f2 enhanced-small-arms infantry German group=falls
add f3 enhanced-small-arms infantry German group=falls
add h1 rifles infantry British group=guard
add h2 rifles infantry British group=guard
add k1 rifles infantry British group=kings
next
initiative : 53
next
"""


@pytest.mark.parametrize(
    ("lines", "unit", "dice"),
    [
        (["fire f2 h1 8:64/1"], "f2", 2),
        (["fire f2 h1 8 : variable 1/fire 6"], "f2", 1),
        (["fire f2,f3 h1 8:6411/1"], "f3", 2),
        (["fire f2 h1 8:6421"], "f2", 3),
        (["move f3:2"], "f3", 1),
        (["move f3:22", "move f3:4"], "f3", 3),
        (["activity f1 3xhold-fire", "set falls done", "move h1:2", "fire f1 h1 8:64/1"], "f1", 3),
        (["move f1 -a 4:2222", "move f2"], "f2", 4),
        ([RANGES[float]], "f1", 1),
    ],
)
def test_the_faces_give_the_number_of_dice(tmp_path: Path, lines: list[str], unit: str, dice: int) -> None:
    """A sub-unit uses as many dice as it likes of those it has left (combat-captain.txt 265-287)."""
    session = opened(tmp_path / "evening.jsonl", RULES, SCENE)
    session.must(*lines)
    assert session.game.ledger.value(unit, "dice") == dice


CONTACT = ("move f3 h2 4:246", "next Close")


class TestCloseCombat:
    """Units in contact fight when all have activated (combat-captain.txt 755-786)."""

    def test_is_fought_without_a_page_of_help(self) -> None:
        result = play(RULES, [*CONTACT, "close-assault"], SCENE)[-1]
        assert result.decision == RULED and "Usage" not in result.printed

    @pytest.mark.parametrize(
        "faces", ["241 13", "2 4 1 1 3", "24113", "24 1 1 3", "24 1 13", "24113 444", "241/13", "241 1"]
    )
    def test_dice_that_fit_the_sides_are_taken(self, tmp_path: Path, faces: str) -> None:
        session = opened(tmp_path / "evening.jsonl", RULES, SCENE)
        session.must(*CONTACT, f"close-assault falls guard : {faces}")
        rolls = session.game.entries[session.game.last]["ruling"]["rolls"]
        assert [face for roll in rolls if "hits" in roll["label"] for face in roll["faces"]][:4] == [2, 4, 1, 1]


@pytest.mark.parametrize("faces", ["--seed 3", ": 241 13 135 21"])
def test_a_side_that_stays_keeps_its_dice(tmp_path: Path, faces: str) -> None:
    """A correction of the attackers keeps the dice that the program rolled, like those that were typed."""
    session = opened(tmp_path / "evening.jsonl", RULES, SCENE)

    def rolled() -> dict[str, list[int]]:
        rolls = session.game.entries[session.game.last]["ruling"]["rolls"]
        return {roll["label"]: roll["faces"] for roll in rolls if roll["label"].startswith("defender")}

    session.must(*CONTACT, f"close-assault falls guard {faces}")
    before = rolled()
    session.must("fix f3 --overrule")
    assert before and before.items() <= rolled().items()


def test_the_question_of_a_correction_goes_with_its_ruling(tmp_path: Path) -> None:
    session = opened(tmp_path / "evening.jsonl", RULES, SCENE, dice="ask")
    session.must("fire f2 h1 8:6421", "fix -a 4")
    assert session.is_asking
    session.must("undo")
    assert not session.is_asking


@pytest.mark.parametrize("unit", ["guard", "watch"])
def test_effects_are_on_the_unit_by_its_name(tmp_path: Path, unit: str) -> None:
    """Also where a sub-unit had another unit in the game before."""
    session = opened(tmp_path / "evening.jsonl", RULES, SCENE.replace("guard", unit))
    result = session.must("set h1 men-lost 4", "fire f1 h1 8 : 666/6")
    assert f"+{unit} routed" in result.changes
    kept = session.game.entries[session.game.last]
    assert {one["unit"] for one in kept["ruling"]["effects"] if one["kind"] == "marker"} == {unit}
    assert kept["given"]["groups"] == {"f1": "falls", "h1": unit}


def test_the_choice_of_an_event_needs_no_side(run: Run) -> None:
    scene = ["add f1 rifles German group=fall", "add k1 rifles British group=kings", "next"]
    lines = ["initiative German,British : 3 5", "next Random", "event strafing : 1 6"]
    assert "+German strafing-planes 3" in play(RULES, [*scene, *lines])[-1].changes
    alone = run("-R", "cc", "event", "strafing", "--dice", "1 6").out
    assert alone == run("-R", "cc", "event", "--choice", "strafing", "--dice", "1 6").out != ""
