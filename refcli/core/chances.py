"""The chances of a request: what every outcome and every count comes to."""

from fractions import Fraction
from math import log, sqrt
from typing import NamedTuple

from refcli.core.ruling import Outcome


class Odds(NamedTuple):
    """The exact chance of every outcome of a request, and of every value of each of its counts.

    Chances are fractions from 0 to 1: ``outcomes`` has one for each outcome, best for the actor first, ``counts`` a
    table of value and chance by each count's name. ``runs`` is how many runs of the rule they took or, where they are
    ``sampled``, how many rolls. ``readings`` are those that were asked for on any way to them, by their ids. ``work``
    is the units of work that exact ones took.
    """

    outcomes: dict[Outcome, Fraction]
    counts: dict[str, dict[int | float, Fraction]]
    runs: int
    sampled: bool = False
    readings: tuple[str, ...] = ()
    work: int = 0

    @property
    def within(self) -> float:
        """How far a sampled chance can be off, 99 times in 100 (Hoeffding's bound); 0 for an exact one."""
        return sqrt(log(2 / 0.01) / (2 * self.runs)) if self.sampled else 0.0

    @property
    def success(self) -> Fraction:
        """The chance of an outcome that is a success."""
        return sum((chance for outcome, chance in self.outcomes.items() if outcome.success), Fraction(0))
