"""The ledger of a game: the same entries make the same ledger, whatever was undone, corrected or jumped."""

from pathlib import Path

import pytest

from refcli.game.game import Game
from refcli.rulesets import RULESETS
from tests.evenings import Evening, known
from tests.situations import referee

EVENINGS = 3
ACTS = 40


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seed", range(EVENINGS))
class TestARandomEvening:
    """Of many acts, some of which are refused."""

    def test_is_the_same_read_again_as_it_was_live(self, tmp_path: Path, rules: str, seed: int) -> None:
        evening = Evening(tmp_path / "game.jsonl", rules, seed)
        for _ in range(ACTS):
            act = evening.go_on()
            assert known(Game(evening.game.path, referee()).ledger) == known(evening.game.ledger), act
        assert evening.made > ACTS / 4

    def test_is_as_before_when_an_act_is_undone_and_done_again(self, tmp_path: Path, rules: str, seed: int) -> None:
        evening = Evening(tmp_path / "game.jsonl", rules, seed)
        for _ in range(ACTS):
            before, entries = known(evening.game.ledger), evening.game.live()
            act = evening.go_on()
            after = known(evening.game.ledger)
            if act in ("rule", "next", "set", "unset", "note") and evening.game.live() != entries:
                evening.game.undo()
                assert known(evening.game.ledger) == before, act
                evening.game.redo()
                assert known(evening.game.ledger) == after, act
