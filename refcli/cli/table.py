"""``refcli table``: the prompt at which a referee runs a game; plain lines where there is no terminal."""

import gc
import os
import sys
from collections.abc import Sequence

from refcli.cli.app import EVENING, FIXED, command
from refcli.cli.ask import read_line
from refcli.cli.asked_later import Asked, Question
from refcli.cli.evening import Evening
from refcli.cli.main import answered
from refcli.cli.options import game_option, rules_option
from refcli.cli.screen import behind, width_of
from refcli.cli.surroundings import Surroundings, at_terminal, user_folder
from refcli.cli.typer_inside import Command, argument, run
from refcli.core.errors import Refused
from refcli.table.offers import Offer, offers
from refcli.table.told import status_line, where
from refcli.table.typed import faces_in, words_of

HISTORY = "table-history"
"""The file in the user's folder that remembers what was typed."""

AT_TABLE = (*EVENING[1:], "log", "help", "card")
"""The commands that are offered at the table, besides procedures."""

COMMANDS = {name: FIXED[name][1] if name in FIXED else "what can be typed" for name in AT_TABLE}


def table(surroundings: Surroundings) -> Command:
    """The command."""

    def sit_down(file: str | None, rules: str | None, game: str | None) -> int:
        if surroundings.at_table:
            raise Refused("this is the table already; Ctrl-D leaves it")
        said = rules or surroundings.said_rules
        surroundings.work_in(file or game, said)
        if surroundings.evening is None:
            raise Refused("which game? refcli table evening.jsonl; a new one begins with -R RULESET before it")
        surroundings.evening.loaded(said)  # a fault of the file is told before the first line
        return Table(surroundings, surroundings.evening).run()

    params = [
        argument("file", metavar="[FILE]", help="The game; left out, the one that is set."),
        rules_option(),
        game_option(),
    ]
    return Command("table", sit_down, params, "The prompt at which a game is run: every command, without refcli.")


LEAVE = ("quit", "exit")
"""Words that leave the table, as Ctrl-D does."""


class Table:
    """One sitting: the game, and the question that waits for an answer."""

    def __init__(self, surroundings: Surroundings, evening: Evening) -> None:
        self.around = surroundings
        self.evening = evening
        self.question: Question | None = None
        surroundings.sit_at_table(evening)

    def run(self) -> int:
        """Read and answer lines until they end; the exit status."""
        gc.enable()
        game = self.evening.game
        if at_terminal(sys.stdin) and at_terminal(sys.stdout) and os.environ.get("TERM") != "dumb":
            print(f"{self.evening.file}: {game.rules}, {where(game.ledger)}; help; Ctrl-D leaves")
            lines = self._at_terminal
        else:
            lines = self._in_plain_lines
        try:
            return lines()
        except EOFError:
            return 0

    def _at_terminal(self) -> int:
        from refcli.table.prompt import asked, session

        folder = user_folder()
        prompt = session(self._offers, self._status, folder and folder / HISTORY, behind(sys.stdout))
        while True:
            try:
                self._answer_block(asked(prompt, "? " if self.question else "> ").splitlines() or [""])
            except KeyboardInterrupt:  # at the prompt, or before it is there again
                if self.question and not prompt.default_buffer.text:
                    print(f"not ruled: {' '.join(self.question.words)}")
                    self.question = None

    def _answer_block(self, block: Sequence[str]) -> None:
        """Answer a line, or the lines of a block that was pasted, to the first error."""
        for number, line in enumerate(block, 1):
            if self.answer(line, "") and number < len(block):
                print(f"the lines behind it are left out: {len(block) - number}", file=sys.stderr)
                break

    def _in_plain_lines(self) -> int:
        asks = at_terminal(sys.stdin)
        number = 0
        while True:
            if asks:
                print("? " if self.question else "> ", end="", file=sys.stderr, flush=True)
            line = read_line()
            if not line:
                break
            number += 1
            status = self.answer(line, f"refcli: line {number}: ")
            if status:
                return status
        if self.question:
            raise Refused(f"line {number}: the input ended before the answer")
        return 0

    def answer(self, line: str, begins: str) -> int:
        """Answer a line that was typed; the exit status. What goes wrong is told behind ``begins``."""
        faces, words, question = faces_in(line), words_of(line), self.question
        if question and (faces or not line.strip() or (question.is_decision and not self._is_command(words))):
            question.answers.append(faces or line.strip())
            self.question = None
        elif faces:
            return answered(_no_question, [], self.around, begins)
        elif words in ([word] for word in LEAVE):
            raise EOFError
        elif words:
            question = Question(words)
        else:
            return 0
        return self._rule(question, begins)

    def _is_command(self, words: list[str]) -> bool:
        entry = self.evening.game.loaded.ruleset
        return bool(words) and words[0] in {*FIXED, *entry.procedures, *entry.also}

    def _rule(self, question: Question, begins: str) -> int:
        """Run a command line; where it asks for something, its question waits."""
        self.evening.players = question.players
        words = question.words
        try:
            return answered(lambda: run(command(), words, self.around), words, self.around, begins)
        except Asked as asked:
            self.question = question
            print(asked, flush=True)
            return 0

    def _offers(self, typed: str) -> tuple[str, list[Offer]]:
        """What may be typed next; where an answer is wanted, what may be begun instead."""
        try:
            return offers(self.evening.game, COMMANDS, typed)
        except (Refused, OSError):
            return "", []

    def _status(self) -> str:
        game = self.evening.game
        return status_line(game.rules, game.ledger, width_of(sys.stdout))


def _no_question() -> int:
    raise Refused("no dice are asked for; faces stand behind what is ruled: fire tank infantry : 5 3")
