"""Dice and decisions that are asked for at the table, and answered by a later line."""

from collections.abc import Sequence

from refcli.cli.ask import NONE, Prompter, decided
from refcli.core.roller import TrailStep, Wanted
from refcli.game.awaited import Awaited
from refcli.prompt.typed import SHORT
from refcli.render.book import Book
from refcli.render.things import Things


class Asked(Exception):
    """A question that nobody has answered yet; the message is the question."""


class Question:
    """A ruling that waits for answers: the words that were typed, and the answers so far.

    Each answer has the ruling made again from the beginning, which asks the same questions in the same order.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.answers: list[str] = []
        self.awaited: Awaited | None = None
        """Whom it holds in a game; None while nothing said yet whether it was in order."""
        self.since = 0
        """The last entry of the game as it was put."""
        self.asked = ""
        """The question as it was put last."""
        self.told: set[tuple[str, str]] = set()
        self.known: set[tuple[str, str, int]] = set()
        """What was said beside the questions already, and is not said again."""
        self.options: tuple[str, ...] = ()
        """What may be decided, where it waits for a decision, in words; none where it waits for faces."""

    def is_decided_by(self, line: str) -> bool:
        """Whether a line that is typed is one of the options, or the beginning of one.

        ``n`` alone is no answer that none was meant: it may be the phase that is to end.
        """
        found = decided(line.strip(), self.options)
        return bool(found) and not (line.strip().lower() in SHORT and found[0] in NONE)

    def players(self, things: Things, book: Book) -> "Later":
        """Whoever answers the questions of the ruling."""
        return Later(things, book, self)


class Later(Prompter):
    """Answers what was answered already; asks the next question by leaving the ruling."""

    def __init__(self, things: Things, book: Book, question: Question) -> None:
        super().__init__(things, book)
        self._told, self._known = question.told, question.known
        self._question_of = question
        self._next = 0

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int | None]:
        """As at a terminal."""
        self._question_of.options = ()
        return super().roll(wanted, trail)

    def _one_of(self, asked: str, options: tuple[str, ...], usual: str, wanted: str) -> str | None:
        """As at a terminal."""
        self._question_of.options = options
        return super()._one_of(asked, options, usual, wanted)

    def _slipped(self, why: str) -> None:
        """The last answer counts no more."""
        self._next -= 1
        del self._question_of.answers[self._next]
        super()._slipped(why)

    def _answer(self, prompt: str, wanted: str) -> str:
        if self._next == len(self._question_of.answers):
            raise Asked(prompt.removesuffix(": "))
        self._next += 1
        return self._question_of.answers[self._next - 1]
