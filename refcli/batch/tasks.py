"""The work of a batch in portions: lines to answer at one go, their answers, and the running tally."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from refcli.batch.lines import Item, lines_of
from refcli.batch.options import Options

AT_A_TIME = 256
"""Rulings in one task when lines are repeated: what is written at once stays small."""


LARGEST_PORTION = 1 << 20
"""Characters of answers that are written at one go, and one answer more."""


class Tally(NamedTuple):
    """What a batch came to so far: lines read, rulings made, errors by kind, bytes read."""

    lines: int = 0
    rulings: int = 0
    errors: Mapping[str, int] = {}
    bytes: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        errors = dict(Counter(self.errors) + Counter(other.errors)) if other.errors else self.errors
        return Tally(self.lines + other.lines, self.rulings + other.rulings, errors, self.bytes + other.bytes)

    @property
    def failed(self) -> int:
        """How many errors there were."""
        return sum(self.errors.values())


class Task(NamedTuple):
    """Lines to answer at one go, and which of their repeats."""

    items: tuple[Item, ...]
    first: int = 1
    times: int = 1


class Answers(NamedTuple):
    """Answers to a task: the bytes to write, the tally, and for a dry run the ids of its lines, by line number.

    Where they are long they come in several portions, of which one is the ``last``.
    """

    text: bytes
    tally: Tally
    ids: tuple[tuple[int, str], ...] = ()
    last: bool = True


def tasks_of(source: Iterable[tuple[Item, ...]], options: Options) -> Iterator[Task]:
    """The tasks of chunks; with repeats each has some AT_A_TIME rulings to make."""
    repeat = options.repeat
    for chunk in source:
        if repeat == 1:
            yield Task(chunk)
            continue
        lines = tuple(lines_of(chunk))
        if repeat >= AT_A_TIME:
            for line in lines:
                for first in range(1, repeat + 1, AT_A_TIME):
                    yield Task((line,), first, min(AT_A_TIME, repeat + 1 - first))
        else:
            together = AT_A_TIME // repeat
            for start in range(0, len(lines), together):
                yield Task(lines[start : start + together], 1, repeat)
