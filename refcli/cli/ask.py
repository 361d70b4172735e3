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
    """Prompts on stderr, answers on stdin; a slip of the finger is told and asked again."""

    def __init__(self, things: Things, book: Book) -> None:
        self._things = things
        self._book = book
        self._told: set[tuple[str, str]] = set()
        self._known: set[tuple[str, str, int]] = set()

    def roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> list[int | None]:
        """The faces of one roll, in the order of its dice; an empty answer has the program roll what is missing.

        Dice on which every face comes to the same are left to the program, and what that is is told.
        """
        idle = [one for one in wanted if one.idle]
        if idle:
            self._tell_who_is_idle(idle)
            needed = [one for one in wanted if not one.idle]
            faces = iter(self.roll(needed, trail) if needed else [])
            return [None if one.idle else next(faces) for one in wanted]
        self._tell_who_does_not_roll(wanted, trail)
        self._tell_what_came(trail)
        found: list[int | None] = []
        while len(found) < len(wanted):
            missing = wanted[len(found) :]
            answer = self._answer(self._question(missing), f"the faces of {wanted[0].name}")
            if not answer:
                return [*found, *[None] * len(missing)]
            try:
                found += faces_of(answer, missing, self._things.by_side)
            except Refused as error:
                self._slipped(str(error).removeprefix("faces: "))
        return found

    def choice(self, label: str, options: tuple[str, ...], policy: str, trail: Sequence[TrailStep] = ()) -> str | None:
        """The option chosen, by its word, its number or a beginning; None, for an empty answer, the usual one."""
        self._tell_who_does_not_roll([], trail)
        self._tell_what_came(trail)
        name = self._named(label)
        return self._one_of(f"{name}?", options, policy, f"the choice of {name}")

    def _one_of(self, asked: str, options: tuple[str, ...], usual: str, wanted: str) -> str | None:
        """One of several things that are numbered; None for the usual one."""
        while True:
            answer = self._answer(f"{asked} {numbered(options)} [{usual}]: ", wanted).lower()
            if not answer:
                return None
            found = decided(answer, options)
            if len(found) == 1:
                return found[0]
            self._slipped(f"{answer!r} is none of {', '.join(options)}")

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

    def _tell_what_came(self, trail: Sequence[TrailStep]) -> None:
        """What came of the rolls since the last question, in a line: ``hits: Rifles A and C; misses: Rifle B``."""
        alike: dict[str, list[str]] = {}
        for key, came in rolls_in(blocks_of(tuple(trail), self._things, self._book)).items():
            if key not in self._known:
                self._known.add(key)
                name, roll, _ = key
                alike.setdefault(came.said or in_short(came), []).append(name or roll)
        alike.pop("", None)  # many dice that are only added up
        if alike:
            self._tell("; ".join([f"{self._things.counted(names)}: {said}" for said, names in alike.items()]))

    def _tell_who_does_not_roll(self, wanted: Sequence[Wanted], trail: Sequence[TrailStep]) -> None:
        """What the rule said so far, of things that roll nothing; each line once, of all that it is said of."""
        rolling = {one.thing for one in wanted}
        said: dict[str, dict[str, None]] = {}
        for at, step in trail:
            if isinstance(step, Note) and at not in rolling and (at, step.said) not in self._told:
                self._told.add((at, step.said))
                said.setdefault(step.said, {})[self._things.headed(at)] = None
        for text, names in said.items():
            self._tell(Fact(text, names=tuple(filter(None, names))).said)

    def _tell_who_is_idle(self, wanted: Sequence[Wanted]) -> None:
        """What becomes of those whose dice decide nothing: ``Tiger I: survives whatever falls``."""
        for said, alike in groupby(wanted, lambda one: (one.name, self._needs(one, one.name))):
            who = dict.fromkeys(filter(None, [self._things.said(one.thing) for one in alike]))
            self._tell(f"{self._things.counted([*who]) or said[0]}: {said[1]}")

    def _named(self, label: str) -> str:
        thing, name = self._things.said(thing_of(label)), roll_of(label)
        return f"{thing}, {name}" if thing else name

    def _slipped(self, why: str) -> None:
        """The last answer was none; it is asked again."""
        self._tell(why)

    def _tell(self, line: str) -> None:
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
    """A question that nobody has answered yet; the message is the question."""


class PendingQuestion:
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

    def players(self, things: Things, book: Book) -> "LaterPrompter":
        """Whoever answers the questions of the ruling."""
        return LaterPrompter(things, book, self)


class LaterPrompter(Prompter):
    """Answers what was answered already; asks the next question by leaving the ruling."""

    def __init__(self, things: Things, book: Book, question: PendingQuestion) -> None:
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
            raise Unanswered(prompt.removesuffix(": "))
        self._next += 1
        return self._question_of.answers[self._next - 1]


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
