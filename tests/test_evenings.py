"""tools/evenings.py plays the same lines to the same results, and finds the differences."""

import json
from pathlib import Path

import pytest

from tests.play import play
from tests.tools import tool

evenings = tool("evenings")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The results of one short evening."""
    file = tmp_path / "a.jsonl"
    (evening,) = evenings.draw(("grid", 1), 10)
    file.write_text("".join(f"{json.dumps(one)}\n" for one in evenings.play(evening)), encoding="utf-8")
    return file


def test_an_evening_is_played_again_to_the_same_results() -> None:
    (evening,) = evenings.draw(("skirmish", 2), 25)
    assert evenings.draw(("skirmish", 2), 25) == [evening]
    assert evenings.play(evening) == evenings.play(evening)


def test_the_same_results_do_not_differ(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evenings.compare(results, results, "") == 0
    assert " 0 differ first" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("decision", "crashed", "crash"),
        ("decision", "refused", "decision"),
        ("reason", "other", "outcome or reason"),
        ("lines", "1", "source lines"),
        ("changes", ["+alpha fought"], "states"),
    ],
)
def test_a_difference_is_listed_by_its_class(
    key: str, value: object, found: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    records[3][key] = value
    other = results.with_name("b.jsonl")
    other.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    assert evenings.compare(results, other, "") == 1
    assert f"\n{found}: 1 first, 0 later\ngrid evening 1, line 4:" in capsys.readouterr().out


def test_a_change_that_does_not_count_is_left_out(results: Path) -> None:
    records = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    records[3]["changes"].append("+Red losses 1")
    other = results.with_name("b.jsonl")
    other.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    assert evenings.compare(results, other, "losses") == 0


def test_play_tells_decisions_reasons_and_changes() -> None:
    """A bar, an error, a question and a ruling, each with its reason."""
    scene = "add alpha tank Blue\nadd rifles infantry Red\nnext"
    lines = ["fire alpha rifles", "set nobody disrupted", "next Combat", "fire alpha rifles --ask", ": 6"]
    refused, error, done, asked, ruled = play("grid", lines, scene)
    assert (refused.decision, refused.lines, refused.changes) == ("refused", "41-48", ())
    assert (error.decision, done.decision, done.changes) == ("error", "done", ("turn 1 Combat Blue",))
    assert (asked.decision, asked.is_accepted, ruled.decision, ruled.reason) == (
        "questioned",
        True,
        "ruled",
        "disrupted",
    )
    assert "+rifles disrupted" in ruled.changes and not ruled.dice
