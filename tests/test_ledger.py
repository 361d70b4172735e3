"""The ledger of a game: the same entries make the same ledger, whatever was undone, corrected or jumped."""

from pathlib import Path

import pytest

from refcli.game.game import Game
from refcli.game.kept_ledger import OFTEN
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS
from tests.evenings import Evening, known
from tests.situations import referee

EVENINGS = 2
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


class TestAKeptLedger:
    """Is that of the file, and is thrown away where the file was changed."""

    @pytest.fixture
    def judge(self, tmp_path: Path) -> Referee:
        return Referee(Settings(user_folder=tmp_path / "user"))

    @pytest.mark.parametrize("rules", RULESETS)
    def test_comes_to_what_the_whole_file_says(self, tmp_path: Path, judge: Referee, rules: str) -> None:
        evening = Evening(tmp_path / "game.jsonl", rules, 7)
        for _ in range(4 * OFTEN):
            evening.go_on()
            if evening.draw.chance(8):
                kept = Game(evening.game.path, judge)
                assert known(kept.ledger) == known(evening.game.ledger)
        Game(evening.game.path, judge)
        kept = Game(evening.game.path, judge)
        assert kept._before
        assert kept.live() == evening.game.live() and kept.undone == evening.game.undone

    def test_is_not_used_for_a_file_that_was_changed(self, tmp_path: Path, judge: Referee) -> None:
        evening = Evening(tmp_path / "game.jsonl", "grid", 8)
        for _ in range(2 * OFTEN):
            evening.go_on()
        Game(evening.game.path, judge)
        lines = evening.game.path.read_bytes().splitlines(keepends=True)
        evening.game.path.write_bytes(b"".join(lines[:-1]))
        shorter = Game(evening.game.path, judge)
        assert not shorter._before and known(shorter.ledger) == known(Game(evening.game.path, referee()).ledger)
