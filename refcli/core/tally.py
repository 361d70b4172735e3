"""What several things suffer together."""

from collections.abc import Hashable
from operator import add
from typing import Any


class Tally:
    """The worst that befell several things, and their counts added up.

    ``parts`` tells what befell them one by one. It is no part of what a tally is, so that odds merge tallies that
    differ in nothing else.
    """

    __slots__ = ("counts", "parts", "rank")

    def __init__(self, counts: tuple[int, ...], part: Hashable, rank: int = 0) -> None:
        self.counts = counts
        self.parts: tuple[Any, ...] = (part,)
        self.rank = rank

    def __add__(self, other: "Tally") -> "Tally":
        both = Tally.__new__(Tally)
        both.counts = tuple(map(add, self.counts, other.counts))
        both.parts = self.parts + other.parts
        both.rank = min(self.rank, other.rank)
        return both

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and (self.rank, self.counts) == (other.rank, other.counts)

    def __hash__(self) -> int:
        return hash((self.rank, self.counts))
