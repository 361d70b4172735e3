"""The untitled skirmish rules as an evening."""

from pathlib import Path

import pytest

from tests.games import games, play, unreached


@pytest.mark.parametrize("path", games("skirmish"), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play(path, tmp_path)[0] == []
