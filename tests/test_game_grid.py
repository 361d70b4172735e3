"""The grid as an evening, worked out by hand from grid.txt."""

from pathlib import Path

import pytest

from refcli.rulesets.grid import ledger
from tests.conftest import Run
from tests.games import games, play, reasons_never_told, unreached


@pytest.mark.parametrize("path", games("grid"), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play(path, tmp_path)[0] == []


def test_every_state_begins_ends_gives_bars_and_reminds_somewhere(tmp_path: Path) -> None:
    assert unreached("grid", tmp_path) == []


def test_every_reason_of_the_hook_is_reached() -> None:
    """What the hook bars and reminds of is told with the lines of the source it stands on."""
    assert reasons_never_told("grid", ledger) == []


def test_a_plane_that_has_flown_has_done_something(run: Run) -> None:
    lines = "add tank tank Blue\nadd gun tank Red\nadd Stuka Red\nadd Rest Red\nsides Red Blue\nnext Artillery\n"
    ran = run("-R", "grid", "table", "e.jsonl", stdin=f"{lines}strafe tank --aircraft stuka : 2\nnext Game\nwho\n")
    assert "nothing done this turn: gun, Rest\n" in ran.out
    assert ran.out.splitlines()[-4].split() == ["Stuka", "aircraft", "disrupted"], ran.out
