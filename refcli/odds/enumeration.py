"""Every outcome of a procedure, exactly: the function itself is run through every choice of its dice.

No sampling and no floats: a weight is a whole number over a whole number, and only the finished
distribution becomes fractions.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any, NoReturn

from refcli.core.chances import Odds
from refcli.core.counts import Counts
from refcli.core.dice import Dice, Points, Table
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, Rule
from refcli.core.ruling import Outcome
from refcli.odds.distribution import Distribution, both, multisets, on_one_total, summed, tuples_summed
from refcli.odds.walk import Ahead, Discard, KnownWalk, Lying, Walk, after_ahead

RUN_CAP = 1_000_000
"""Runs of a procedure and its parts, all together, after which the enumeration gives up."""


class TooManyRuns(Refused):
    """The enumeration is larger than its cap."""


_AGAIN = object()
"""The result of a run whose dice are thrown again."""


class Enumeration:
    """One enumeration: the cap on its runs, and the parts that are known already."""

    def __init__(self, cap: int = RUN_CAP) -> None:
        self.runs = 0
        self.cap = cap
        self.ahead = False
        """Whether some part was thrown ahead of another."""
        self._parts: dict[Hashable, Distribution] = {}
        self._multisets: dict[Hashable, Distribution] = {}

    def distribution(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], lying: Lying | None = None
    ) -> Distribution:
        """Every result of ``function(*arguments, dice)`` with its weight; some dice may be ``lying`` already."""
        lying = lying if lying is not None and lying.any else None
        walk = Walk(self) if lying is None else KnownWalk(self, lying)
        everything = (*arguments, walk)
        left = self.cap - self.runs
        found: dict[int, dict[Any, int]] = {}
        weights: dict[Any, int] = {}
        total, again, runs = 0, False, 0
        for _ in walk.ways():
            runs += 1
            if runs > left:
                self._refuse()
            try:
                result = function(*everything)
            except Discard:
                result, again = _AGAIN, True
            if walk.total != total:
                total = walk.total
                weights = found.setdefault(total, {})
            weights[result] = weights.get(result, 0) + walk.weight
        self._count(runs)
        came = on_one_total(found)
        return self._thrown_again(came, function, arguments, lying) if again else came

    def _thrown_again(
        self, found: Distribution, function: Callable[..., Any], arguments: tuple[Any, ...], lying: Lying | None
    ) -> Distribution:
        """What is thrown again shares out as the others do; dice that lie already, as a fresh throw does."""
        kept = tuple((result, weight) for result, weight in found.weights if result is not _AGAIN)
        total = sum(weight for _, weight in kept)
        if kept and lying is None:
            return Distribution(kept, total)
        if lying is None:
            raise Refused("these dice are thrown again for ever: no face of theirs gives a result")
        again = found.total - total
        fresh = self.distribution(function, arguments, lying.inside(f"again {lying.throw + 1}", lying.throw + 1))
        weights = {result: weight * fresh.total for result, weight in kept}
        for result, weight in fresh.weights:
            weights[result] = weights.get(result, 0) + weight * again
        return Distribution(tuple(weights.items()), found.total * fresh.total)

    def part(
        self, function: Callable[..., Any], arguments: tuple[Hashable, ...], lying: Lying | None = None
    ) -> Distribution:
        """As ``distribution``, remembered for the next time the same part comes up in the same place."""
        key = (function, arguments, lying and lying.path)
        known = self._parts.get(key)
        if known is None:
            if self.ahead and any(isinstance(one, Ahead) for one in arguments):
                function, arguments = after_ahead, (function, arguments)
            known = self._parts[key] = self.distribution(function, arguments, lying)
        return known

    def pool(self, count: int, scores: tuple[Points, ...]) -> Distribution:
        """The summed scores of ``count`` dice, each face of a die scoring as ``scores`` has it."""
        key = (count, scores)
        known = self._multisets.get(key)
        if known is None:
            weights = tuples_summed(count, scores) if isinstance(scores[0], tuple) else summed(count, scores)
            known = self._multisets[key] = Distribution(weights, len(scores) ** count)
        return known

    def each(self, count: int, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Distribution:
        """How often each result of a part comes in ``count`` independent goes at it."""
        key = (count, function, arguments)
        known = self._multisets.get(key)
        if known is None:
            one = self.part(function, arguments)
            self._count(comb(count + len(one.weights) - 1, count))
            counted = tuple((Counts(counts), weight) for counts, weight in multisets(count, one.weights))
            known = self._multisets[key] = Distribution(counted, one.total**count)
        return known

    def joined(
        self,
        join: Callable[[Any, Any], Any],
        function: Callable[..., Any],
        several: Iterable[tuple[tuple[Hashable, ...], Lying | None]],
    ) -> Distribution:
        """What the results of a part come to when they are joined, gone through with each of several arguments."""
        parts = [self.part(function, arguments, lying) for arguments, lying in several]
        total = parts[0]
        for one in parts[1:]:
            self._count(len(total.weights) * len(one.weights))
            total = both(join, total, one)
        return total

    def _count(self, runs: int) -> None:
        self.runs += runs
        if self.runs > self.cap:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise TooManyRuns(
            f"exact odds of this take more than {self.cap:,} runs; fewer dice or units keep it exact, "
            "--sample 10000 throws them instead"
        )


def odds_of(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    known: Mapping[str, int] | None = None,
    cap: int = RUN_CAP,
) -> Odds:
    """The odds of a request: every declared outcome, best first, those that cannot come at 0.

    ``known`` dice lie on the table already, their faces by label. Raises TooManyRuns when the
    enumeration would take more than ``cap`` runs.
    """
    enumeration = Enumeration(cap)
    lying = Lying(known) if known else None
    found = enumeration.distribution(_amounts, (procedure.rule, request, charts), lying)
    return _odds(procedure, found, enumeration.runs)


def sampled_odds(
    procedure: Procedure, request: Hashable, charts: Charts, throws: int, known: Mapping[str, int] | None = None
) -> Odds:
    """The odds of a request estimated by that many throws, for what is too large to enumerate.

    The throws are those of the seeds 0, 1, 2 and so on: the same every time.
    """
    tally = Counter(
        Table(seed, known=known).sub(_amounts, (procedure.rule, request, charts), "") for seed in range(throws)
    )
    found = Distribution(tuple(tally.items()), throws)
    return _odds(procedure, found, throws)._replace(sampled=True)


def _odds(procedure: Procedure, found: Distribution, runs: int) -> Odds:
    """A distribution of what rulings amount to, as the chances of outcomes and of counts."""
    outcomes = dict.fromkeys(procedure.outcomes, 0)
    values: dict[tuple[str, int], int] = {}
    for (outcome, came), weight in found.weights:
        outcomes[outcome] += weight
        for value in came:
            values[value] = values.get(value, 0) + weight
    counts: dict[str, dict[int | float, Fraction]] = {}
    for name, value in sorted(values):
        counts.setdefault(name, {})[value] = Fraction(values[name, value], found.total)
    return Odds({outcome: Fraction(weight, found.total) for outcome, weight in outcomes.items()}, counts, runs)


def _amounts(
    rule: Rule, request: Any, charts: Charts, dice: Dice
) -> tuple[Outcome, tuple[tuple[str, int | float], ...]]:
    return rule(request, charts, dice).amounts_to
