"""The prompt of a game in this process: a line in, its exit status and its text out."""

import contextlib
import io
from collections.abc import Iterable
from pathlib import Path

from refcli.cli.surroundings import Surroundings
from refcli.cli.table import Table
from refcli.game.game import Game
from refcli.plain import Plain
from tests.play import known


class Prompt:
    """A game and its prompt, without a terminal."""

    def __init__(self, rules: str, file: Path, lines: Iterable[str] = ()) -> None:
        """Open a game, and type lines of which none is refused."""
        around = Surroundings()
        around.work_in(str(file), rules)
        assert around.evening is not None
        self.file = file
        self.table = Table(around, around.evening)
        self.game: Game = around.evening.game
        self.text = ""
        for line in lines:
            assert self.answer(line) == 0, (line, self.text)

    def answer(self, line: str) -> int:
        """Type a line; its exit status. What is printed is kept as ``text``."""
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                return self.table.answer(line, "")
        finally:
            self.text = out.getvalue()

    @property
    def content(self) -> bytes:
        """What the file of the game holds."""
        return self.file.read_bytes() if self.file.exists() else b""

    @property
    def stands(self) -> tuple[bytes, Plain]:
        """The file of the game, and all that its ledger holds."""
        return self.content, known(self.game.ledger)

    @property
    def states(self) -> dict[tuple[str, str], object]:
        """The values of all states, by owner and state."""
        return {key: held.value for key, held in self.game.ledger.held.items()}
