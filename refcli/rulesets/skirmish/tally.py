"""Several things that suffer one after the other, and what they suffer together."""

from operator import add
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
        counts = tuple(map(add, self.counts, other.counts))
        return Tally(min(self.rank, other.rank), counts, self.parts + other.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and (self.rank, self.counts) == (other.rank, other.counts)

    def __hash__(self) -> int:
        return hash((self.rank, self.counts))


def tally_of(label: str, term: Term, result: Any) -> Tally:
    """The tally of one thing of a term; its result has an ``outcome`` and ``counts``."""
    return Tally(result.outcome.rank, result.counts, ((label, term, result),))


def rank_of(outcome: Outcome) -> int:
    """The place of an outcome in its order, best for the actor first."""
    return outcome.rank
