"""What a batch remembers of requests that come again: what was asked, and the ruling for each set of faces.

A rule is a function of its request and of the faces rolled, and of nothing else (the exact odds stand on that,
too): the same request with the same faces comes to the same ruling, whose text then is there already.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from refcli.batch.text import ruling_text
from refcli.core.cells import TargetNumber
from refcli.core.dice import Die
from refcli.core.procedure import Record
from refcli.core.roller import rolled_face
from refcli.plain import Plain
from refcli.plain.dump import RULING
from refcli.referee.referee import Case, Referee

MOST_REQUESTS = 4096
MOST_BYTES = 20_000_000
"""Of requests and rulings. When there are more, all are forgotten, and it begins anew: memory stays constant."""

BYTES_AROUND = 500
"""What holds the text of one ruling: its place among the faces, and the strings themselves."""

LONGEST_REQUEST = 1000
LONGEST_RULING = 6000
"""Characters of what is remembered at most, for the same reason."""

MOST_DICE = 2
"""Dice of a ruling that is remembered: the faces of more seldom come again, and would crowd the others out."""

NOT_ASKED = ("id", "seed", "dice")
"""Keys of a line that do not change what is asked."""


class RulingText(NamedTuple):
    """A ruling as text without its seed: what stands before it, and behind it if it is written at all."""

    before: str
    behind: str | None

    def with_seed(self, seed: int) -> str:
        """The text with a seed in its place."""
        return self.before if self.behind is None else f"{self.before}{seed}{self.behind}"


class NextDie(NamedTuple):
    """The next die to roll, and what follows each face of it that came before."""

    label: str
    die: Die
    by_face: dict[int, "NextDie | RulingText"]


class DiceRecorder:
    """Keeps which dice a ruling asks for, in order, and leaves each of them to be rolled."""

    def __init__(self) -> None:
        self.dice: list[tuple[str, Die]] = []

    def face(self, label: str, die: Die, needs: TargetNumber | None) -> int | None:
        """No face, so that the die is rolled."""
        self.dice.append((label, die))
        return None

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        """No choice, so that the stated policy holds."""
        return None


UNLESS_ASKED = tuple(key for key in RULING if key not in ("no_effect", "spare"))
"""The keys of a ruling in a batch, unless it says which: a reader of many lines has no use for the rest."""


class Rulings(Protocol):
    """Whatever makes the rulings of lines."""

    @property
    def referee(self) -> Referee:
        """Who judges them."""
        ...

    def case(self, plain: Plain) -> tuple[str, Case]:
        """What a line asks for, and under what its rulings are remembered."""
        ...

    def text(self, key: str, case: Case, seed: int, dice: Any) -> str:
        """The text of a ruling, without braces."""
        ...


class RulingCache:
    """Cases and rulings of lines: found, if they came before, and made otherwise."""

    def __init__(self, referee: Referee, only: tuple[str, ...] | None = None, repeats: bool = False) -> None:
        self.referee = referee
        self._repeats = repeats
        keys = UNLESS_ASKED if only is None else only
        at = keys.index("seed") if "seed" in keys else len(keys)
        self._before, self._behind = keys[:at], keys[at + 1 :] if at < len(keys) else None
        self._cases: dict[str, Case] = {}
        self._texts: dict[str, NextDie | RulingText] = {}
        self._bytes = 0

    def case(self, plain: Plain) -> tuple[str, Case]:
        """What a line asks for, and under what its rulings are remembered: under nothing when it comes first.

        Raises as Referee.case does.
        """
        key = repr([one for one in plain.items() if one[0] not in NOT_ASKED])
        case = self._cases.get(key)
        if case is not None:
            return key, case
        case = self.referee.case(plain)
        if len(key) <= LONGEST_REQUEST:
            if len(self._cases) >= MOST_REQUESTS:
                self._cases.clear()
                self._forget()
            self._cases[key] = case
        return key if self._repeats else "", case

    def text(self, key: str, case: Case, seed: int, dice: Any) -> str:
        """The text of a ruling, without braces. Raises as Referee.rule does."""
        if dice is not None:
            return self._text(self.referee.rule(case, seed, dice)).with_seed(seed)
        found: NextDie | RulingText | None = self._texts.get(key)
        while isinstance(found, NextDie):
            found = found.by_face.get(rolled_face(seed, found.label, found.die))
        if found is None:
            recorder = DiceRecorder()
            record = self.referee.rule(case, seed, None, recorder)
            found = self._text(record)
            if len(recorder.dice) <= MOST_DICE:
                faces = [face for roll in record.ruling.rolls for face in roll.faces]
                self._remember(key, zip(recorder.dice, faces, strict=True), found)
        return found.with_seed(seed)

    def _text(self, record: Record) -> RulingText:
        before = ruling_text(record, self._before) if self._before else ""
        if self._behind is None:
            return RulingText(before, None)
        behind = f", {ruling_text(record, self._behind)}" if self._behind else ""
        return RulingText(f'{before}{", " if before else ""}"seed": ', behind)

    def _remember(self, key: str, faces: Iterable[tuple[tuple[str, Die], int]], text: RulingText) -> None:
        size = len(text.before) + len(text.behind or "")
        if size > LONGEST_RULING or key not in self._cases:
            return
        if self._bytes + size + BYTES_AROUND > MOST_BYTES:
            self._forget()
        self._bytes += size + BYTES_AROUND
        by_face: dict[Any, NextDie | RulingText] = self._texts
        at: Any = key
        for (label, die), face in faces:
            next_die = by_face.setdefault(at, NextDie(label, die, {}))
            assert isinstance(next_die, NextDie), "after the same faces a rule asked for a die that it did not before"
            by_face, at = next_die.by_face, face
        by_face[at] = text

    def _forget(self) -> None:
        self._texts.clear()
        self._bytes = 0
