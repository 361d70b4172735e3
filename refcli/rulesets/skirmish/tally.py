"""Several things that suffer one after the other, and what they suffer together."""

from collections.abc import Mapping
from typing import Any

from refcli.core.ruleset import Term
from refcli.core.ruling import Outcome


class Tally:
    """The worst that befell several things, and their counts added up.

    ``parts`` tells label, term and result one by one. It is no part of what a tally is, so that odds
    merge tallies that differ in nothing else.
    """

    __slots__ = ("counts", "parts", "rank")

    def __init__(self, rank: int, counts: tuple[int, ...], parts: tuple[tuple[str, Term, Any], ...]) -> None:
        self.rank = rank
        self.counts = counts
        self.parts = parts

    def __add__(self, other: "Tally") -> "Tally":
        counts = tuple(one + more for one, more in zip(self.counts, other.counts, strict=True))
        return Tally(min(self.rank, other.rank), counts, self.parts + other.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and (self.rank, self.counts) == (other.rank, other.counts)

    def __hash__(self) -> int:
        return hash((self.rank, self.counts))


def tally_of(label: str, term: Term, results: Mapping[Any, int]) -> Tally:
    """The tally of the results of one term; a result has an ``outcome`` and its ``counts``."""
    parts = tuple([(label, term, one) for one, times in results.items() for _ in range(times)])
    columns = zip(*[[number * times for number in one.counts] for one, times in results.items()], strict=True)
    return Tally(min([one.outcome.rank for one in results]), tuple(map(sum, columns)), parts)


def rank_of(outcome: Outcome) -> int:
    """The place of an outcome in its order, best for the actor first."""
    return outcome.rank
