"""What a batch remembers of requests that come again: what was asked, and what each fall of the dice came to.

A rule is a function of its request and of the faces that fall, and of nothing else (the exact odds stand on
that, too): the same request with the same faces comes to the same ruling, which then has only to be told again.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from refcli.batch.text import ruling_text
from refcli.core.charts import Need
from refcli.core.dice import Die, rolled_face
from refcli.core.procedure import Record
from refcli.plain import Plain
from refcli.plain.dump import RULING
from refcli.referee.referee import Case, Referee

MOST_REQUESTS = 4096
MOST_RULINGS = 4096
"""When there are more, all are forgotten, and it begins anew: memory stays constant."""

LONGEST_REQUEST = 1000
LONGEST_RULING = 6000
"""Characters of what is remembered at most, for the same reason."""

MOST_DICE = 2
"""Dice of a ruling that is remembered: the faces of more seldom come again, and would crowd the others out."""

ASIDE = ("id", "seed", "dice")
"""Keys of a line that do not change what is asked."""


class Told(NamedTuple):
    """A ruling as text, but for its seed: what stands before it and behind it."""

    before: str
    behind: str | None


class Fork(NamedTuple):
    """The next die to fall, and what lies behind each face of it that fell before."""

    label: str
    die: Die
    ways: dict[int, "Fork | Told"]


class Watcher:
    """Sees the dice of a ruling fall one by one, and leaves each of them to be rolled."""

    def __init__(self) -> None:
        self.dice: list[tuple[str, Die]] = []

    def face(self, label: str, die: Die, needs: Need | None) -> int | None:
        """No face, so that the die is rolled."""
        self.dice.append((label, die))
        return None

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        """No choice, so that the stated policy holds."""
        return None


class Memory:
    """Makes cases and rulings of lines, or finds them made."""

    def __init__(self, referee: Referee, only: tuple[str, ...] = (), repeats: bool = False) -> None:
        self.referee = referee
        self._repeats = repeats
        keys = only or tuple(RULING)
        at = keys.index("seed") if "seed" in keys else len(keys)
        self._before, self._behind = keys[:at], keys[at + 1 :] if at < len(keys) else None
        self._cases: dict[str, Case] = {}
        self._falls: dict[str, Fork | Told] = {}
        self._rulings = 0

    def case(self, plain: Plain) -> tuple[str, Case]:
        """What a line asks for, and under what its rulings are remembered: under nothing when it comes first.

        Raises as Referee.case does.
        """
        key = repr([one for one in plain.items() if one[0] not in ASIDE])
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
            return _with(seed, self._told(self.referee.rule(case, seed, dice)))
        found: Fork | Told | None = self._falls.get(key)
        while isinstance(found, Fork):
            found = found.ways.get(rolled_face(seed, found.label, found.die))
        if found is None:
            watcher = Watcher()
            record = self.referee.rule(case, seed, None, watcher)
            found = self._told(record)
            if len(watcher.dice) <= MOST_DICE:
                faces = [face for roll in record.ruling.rolls for face in roll.faces]
                self._remember(key, zip(watcher.dice, faces, strict=True), found)
        return _with(seed, found)

    def _told(self, record: Record) -> Told:
        before = ruling_text(record, self._before) if self._before else ""
        if self._behind is None:
            return Told(before, None)
        behind = f", {ruling_text(record, self._behind)}" if self._behind else ""
        return Told(f'{before}{", " if before else ""}"seed": ', behind)

    def _remember(self, key: str, fallen: Iterable[tuple[tuple[str, Die], int]], told: Told) -> None:
        size = len(told.before) + len(told.behind or "")
        if size > LONGEST_RULING or key not in self._cases:
            return
        if self._rulings >= MOST_RULINGS:
            self._forget()
        self._rulings += 1
        ways: dict[Any, Fork | Told] = self._falls
        at: Any = key
        for (label, die), face in fallen:
            fork = ways.setdefault(at, Fork(label, die, {}))
            assert isinstance(fork, Fork), "a rule asked for a die that it did not ask for with the same faces before"
            ways, at = fork.ways, face
        ways[at] = told

    def _forget(self) -> None:
        self._falls.clear()
        self._rulings = 0


def _with(seed: int, told: Told) -> str:
    return told.before if told.behind is None else f"{told.before}{seed}{told.behind}"
