"""Combat Captain as an evening."""

import tomllib
from pathlib import Path

import pytest

from refcli.core.cells import Source
from refcli.rulesets.combat_captain import dice_left, ledger
from tests.games import games, play, unreached

RULES = "combat-captain"


@pytest.mark.parametrize("path", games(RULES), ids=lambda path: path.stem)
def test_every_step_comes_out_as_worked_out_by_hand(path: Path, tmp_path: Path) -> None:
    assert play(path, tmp_path)[0] == []


def test_every_state_begins_ends_gives_bars_and_reminds(tmp_path: Path) -> None:
    assert unreached(RULES, tmp_path) == []


def test_every_reason_of_the_hook_is_reached() -> None:
    """What the hook bars and reminds of is told with the lines of the source it stands on."""
    told = {line for path in games(RULES) for line in told_in(path)}
    sources = [value for module in (ledger, dice_left) for value in vars(module).values() if isinstance(value, Source)]
    assert [one.lines for one in sources if not any(line.endswith(f"({one.lines})") for line in told)] == []


def told_in(path: Path) -> list[str]:
    """Every bar and reminder that a stored game expects."""
    steps = tomllib.loads(path.read_text(encoding="utf-8"))["step"]
    return [line for step in steps for key in ("barred", "due") for line in step.get(key, [])]
