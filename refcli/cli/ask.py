"""Asking the players for dice and decisions as they come up: a whole roll in one line."""

import os
import select
import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from refcli.cli.terminal import at_terminal, width_of
from refcli.core.errors import Refused
from refcli.core.faces import Dealer, Wanted, faces_from
from refcli.core.labels import roll_of, thing_of
from refcli.core.limits import LONGEST_LINE
from refcli.core.request import one_word
from refcli.core.roller import TrailStep
from refcli.core.ruling import Note
from refcli.core.sentence import some
from refcli.render.blocks import Fact, blocks_of, in_short, needed, rolls_in
from refcli.render.book import Book
from refcli.render.columns import wrapped
from refcli.render.things import Things, together

if TYPE_CHECKING:
    from refcli.game.awaited import Awaited

ROOM = 2
"""Columns behind a question, for the beginning of the answer."""


class Prompter:
    """Prompts on stderr, answers on stdin; an answer that is refused is asked for again."""

    def __init__(self, things: Things, book: Book) -> None:
        self._things = things
        self._book = book
        self._told: set[tuple[str, str]] = set()
        self._known: set[tuple[str, str, int]] = set()

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int | None]:
        """Return the faces of one roll, in the order of its dice; an empty answer has the program roll the rest.

        Dice that decide nothing are left to the program, and their result is printed.
        """
        idle = [one for one in wanted if one.idle]
        if idle:
            self._print_idle(idle)
            needed = [one for one in wanted if not one.idle]
            faces = iter(self.roll(needed, trail) if needed else [])
            return [None if one.idle else next(faces) for one in wanted]
        self._print_notes(wanted, trail)
        self._print_results(trail)
        found: list[int | None] = []
        while len(found) < len(wanted):
            missing = wanted[len(found) :]
            answer = self._answer(self._question(missing), f"the faces of {wanted[0].name}")
            if not answer:
                return [*found, *[None] * len(missing)]
            try:
                found += faces_of(answer, missing, self._things.by_side)
            except Refused as error:
                self._refuse(str(error).removeprefix("faces: "))
        return found

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep] = ()) -> str | None:
        """Return the option chosen by its word, its number or a beginning; None, for an empty answer, the usual one."""
        self._print_notes([], trail)
        self._print_results(trail)
        thing, name = self._things.said(thing_of(label)), roll_of(label)
        name = f"{thing}, {name}" if thing else name
        while True:
            answer = self._answer(f"{name}? {numbered(options)} [{policy}]: ", f"the choice of {name}").lower()
            if not answer:
                return None
            found = decided(answer, options)
            if len(found) == 1:
                return found[0]
            self._refuse(f"{answer!r} is none of {', '.join(options)}")

    def _question(self, wanted: Sequence[Wanted]) -> str:
        """Which roll, how many dice, who rolls them and what is needed."""
        roll = wanted[0].name
        each = []
        for needs, alike in groupby(wanted, lambda one: self._needs(one, roll)):
            dice = Counter(self._things.said(one.thing) for one in alike)
            each.append((self._who(dice), needs.replace("needs", "need", 1) if len(dice) > 1 else needs))
        dice_said = f"{roll}, {len(wanted)} {wanted[0].die.name}"
        if len(each) > 1:
            return f"{dice_said}: {'; '.join([f'{who} {needs}'.strip() for who, needs in each])}: "
        ((who, _),) = each
        needs = self._needs(wanted[0], roll)
        return f"{dice_said}{f': {who}' if who else ''}{f'; {needs}' if needs else ''}: "

    def _who(self, dice: Mapping[str, int]) -> str:
        """Who rolls, each with the number of his dice where they have several: ``attackers (7) and defenders (5)``."""
        if len(dice) > 1 and max(dice.values()) > 1:
            return together([f"{name} ({number})" for name, number in dice.items()])
        return self._things.counted([*filter(None, dice)])

    def _needs(self, one: Wanted, roll: str) -> str:
        """What a die needs, in words; nothing where it is read on a table."""
        return needed(one.target, one.die, roll, self._book) if one.target else ""

    def _print_results(self, trail: Sequence[TrailStep]) -> None:
        """Print the results since the last question in a line: ``hits: Rifles A and C; misses: Rifle B``."""
        alike: dict[str, list[str]] = {}
        for key, came in rolls_in(blocks_of(tuple(trail), self._things, self._book)).items():
            if key not in self._known:
                self._known.add(key)
                name, roll, _ = key
                alike.setdefault(came.said or in_short(came), []).append(name or roll)
        alike.pop("", None)  # many dice that are only added up
        if alike:
            self._print("; ".join([f"{self._things.counted(names)}: {said}" for said, names in alike.items()]))

    def _print_notes(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> None:
        """Print the notes of the rule about things that roll nothing, each once with all things that it is about."""
        rolling = {one.thing for one in wanted}
        said: dict[str, dict[str, None]] = {}
        for at, step in trail:
            if isinstance(step, Note) and at not in rolling and (at, step.said) not in self._told:
                self._told.add((at, step.said))
                said.setdefault(step.said, {})[self._things.headed(at)] = None
        for text, names in said.items():
            self._print(Fact(text, names=tuple(filter(None, names))).said)

    def _print_idle(self, wanted: Sequence[Wanted]) -> None:
        """Print the result of units whose dice decide nothing: ``Tiger I: survives whatever falls``."""
        for said, alike in groupby(wanted, lambda one: (one.name, self._needs(one, one.name))):
            who = dict.fromkeys(filter(None, [self._things.said(one.thing) for one in alike]))
            self._print(f"{self._things.counted([*who]) or said[0]}: {said[1]}")

    def _refuse(self, why: str) -> None:
        """Print why the last answer is refused; the question is asked again."""
        self._print(why)

    def _print(self, line: str) -> None:
        print("\n".join(wrapped(line, width_of(sys.stderr), "  ", "    ")), file=sys.stderr)

    def _answer(self, prompt: str, wanted: str) -> str:
        asked = "\n".join(wrapped(prompt, width_of(sys.stderr) - ROOM, "", "  "))
        print(f"{asked} ", end="", file=sys.stderr, flush=True)
        line = read_line()
        if not line or not at_terminal(sys.stdin):  # nobody pressed Enter on the screen
            print(file=sys.stderr)
        if not line:
            raise Refused(f"--ask: the answers ended before {wanted}")
        return line.strip()


def numbered(options: Sequence[str]) -> str:
    """Several things to choose from: ``1 move, 2 morale``."""
    return ", ".join(f"{number} {option}" for number, option in enumerate(options, 1))


def decided(answer: str, options: Sequence[str]) -> list[str]:
    """The option that an answer means by its word or its number, else those that it begins."""
    word = one_word(answer.lower())
    found = [one for number, one in enumerate(options, 1) if word in (one_word(one).lower(), str(number))]
    return found or [one for one in options if one_word(one).lower().startswith(word)]


def read_line() -> str:
    """A line of standard input, nothing where it ended. Raises Refused for one that does not end.

    Python loses Ctrl-C that falls between its last look at signals and the system's wait for keys; at a terminal the
    signal itself ends the wait here.
    """
    if sys.stdin is None:
        return ""
    if os.name == "posix" and at_terminal(sys.stdin):
        interrupted, interrupts = os.pipe()
        os.set_blocking(interrupts, False)
        before = signal.set_wakeup_fd(interrupts)
        try:
            select.select([sys.stdin, interrupted], [], [])
        finally:
            signal.set_wakeup_fd(before)
            os.close(interrupted)
            os.close(interrupts)
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise Refused(f"a line has {LONGEST_LINE:,} characters at most")
    return line


class Unanswered(Exception):
    """A question without an answer yet; the message is the question."""


class PendingQuestion:
    """A ruling that waits for answers: the words that were typed, and the answers so far.

    Each answer has the ruling made again from the beginning, which asks the same questions in the same order.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.answers: list[str] = []
        self.awaited: Awaited | None = None
        """The units that it holds in a game; None until the ruling is known to be in order."""
        self.since = 0
        """The last entry of the game when it was asked."""
        self.asked = ""
        """The question as it was asked last."""
        self.told: set[tuple[str, str]] = set()
        self.known: set[tuple[str, str, int]] = set()
        """Lines and results printed beside the questions already; they are not printed again."""
        self.options: tuple[str, ...] = ()
        """The options, if it waits for a decision; none if it waits for faces."""

    def players(self, things: Things, book: Book) -> "LaterPrompter":
        """Return players that answer from this question."""
        return LaterPrompter(things, book, self)


class LaterPrompter(Prompter):
    """Gives the answers so far again; asks the next question by raising Unanswered."""

    def __init__(self, things: Things, book: Book, question: PendingQuestion) -> None:
        super().__init__(things, book)
        self._told, self._known = question.told, question.known
        self._pending = question
        self._next = 0

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int | None]:
        """As at a terminal."""
        self._pending.options = ()
        return super().roll(wanted, trail)

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep] = ()) -> str | None:
        """As at a terminal."""
        self._pending.options = options
        return super().choice(label, options, policy, trail)

    def _refuse(self, why: str) -> None:
        """Drop the last answer."""
        self._next -= 1
        del self._pending.answers[self._next]
        super()._refuse(why)

    def _answer(self, prompt: str, wanted: str) -> str:
        if self._next == len(self._pending.answers):
            raise Unanswered(prompt.removesuffix(": "))
        self._next += 1
        return self._pending.answers[self._next - 1]


class Complete:
    """Refuses a ruling that lacks a die, as the setting ``dice = "refuse"`` has it."""

    def __init__(self, things: Things) -> None:
        self._things = things

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int | None]:
        """Raises Refused: the dice that are missing."""
        needed = [one for one in wanted if not one.idle]
        if not needed:
            return [None] * len(wanted)
        who = together([name for one in needed if (name := self._things.said(one.thing))])
        dice = f"{len(needed)} {needed[0].die.name}"
        raise Refused(f"faces: {needed[0].name} lacks {dice}{f' ({who})' if who else ''}")

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep]) -> None:
        """No choice, so that the usual one holds."""


def faces_of(answer: str, wanted: Sequence[Wanted], by_side: bool = False) -> list[int]:
    """Return the faces of an answer, for the first of these dice. Raises Refused."""
    faces = faces_from(answer)
    if faces.grouped:
        raise Refused("faces: give those of one roll")
    dealer = Dealer(faces, by_side)
    found = dealer.deal(wanted)
    if dealer.left((), all_named=False):
        raise Refused(f"faces: too many; it is {some(len(wanted), 'die', 'dice')}")
    return found
