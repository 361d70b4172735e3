"""Every outcome of a procedure, exactly: the function itself is run through every choice of its dice.

No sampling and no floats: a weight is a whole number over a whole number, and only the finished
distribution becomes fractions.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from time import process_time
from typing import Any, NoReturn

from refcli.core.chances import Odds
from refcli.core.dice import Dice, Score, none_of
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.limits import LONGEST_SAMPLED, MOST_DICE, MOST_SAMPLED, MOST_WORK
from refcli.core.procedure import Procedure, Rule
from refcli.core.roller import Roller
from refcli.core.ruling import Outcome
from refcli.odds.distribution import Distribution, convolved, convolved_alike, over_common_total, summed, units_for
from refcli.odds.walk import Ahead, KnownDice, KnownWalk, RolledAgain, Walk, after_ahead

TOLD_EACH = 1000
"""Rulings of a sample after which it is told how many are made."""


A_RUN = 8
"""Units of work of one run of a rule or a part, to which each die that it asks for adds one.

One sum of two results is one unit, too: some millionths of a second.
"""


class TooMuchWork(Refused):
    """The enumeration takes more units of work than it may."""


_AGAIN = object()
"""The result of a run whose dice are rolled again."""


class Enumeration:
    """One enumeration: the work it may take, and the parts that are worked out already.

    Work is counted in units, not in seconds, so that all machines refuse the same requests.
    """

    def __init__(self, most: int = MOST_WORK) -> None:
        self.runs = 0
        self.work = 0
        self.most = most
        self._ahead = False
        self._parts: dict[Hashable, Distribution] = {}
        self._pools: dict[Hashable, Distribution] = {}
        self._several: dict[Hashable, Distribution] = {}

    def distribution(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], known: KnownDice | None = None
    ) -> Distribution:
        """Every result of ``function(*arguments, dice)`` with its weight; some dice may be ``known`` already."""
        known = known if known is not None and known.any else None
        walk = Walk(self)
        everything = (*arguments, walk if known is None else KnownWalk(walk, known))
        found: dict[int, dict[Any, int]] = {}
        weights: dict[Any, int] = {}
        total, again = 0, False
        for _ in walk.ways():
            try:
                result = function(*everything)
            except RolledAgain:
                result, again = _AGAIN, True
            if walk.total != total:
                total = walk.total
                weights = found.setdefault(total, {})
            weights[result] = weights.get(result, 0) + walk.weight
            self.runs += 1
            self.work += A_RUN + len(walk.results)
            if self.work > self.most:
                self._refuse()
        results = over_common_total(found)
        return self._rolled_again(results, function, arguments, known) if again else results

    def _rolled_again(
        self, found: Distribution, function: Callable[..., Any], arguments: tuple[Any, ...], known: KnownDice | None
    ) -> Distribution:
        """What is rolled again shares out as the others do; known dice, as a fresh roll does."""
        kept = tuple((result, weight) for result, weight in found.weights if result is not _AGAIN)
        total = sum(weight for _, weight in kept)
        if kept and known is None:
            return Distribution(kept, total)
        if known is None:
            raise Refused("these dice are rolled again for ever: no face of theirs gives a result")
        again = found.total - total
        fresh = self.distribution(function, arguments, known.inside(f"again {known.time + 1}", known.time + 1))
        weights = {result: weight * fresh.total for result, weight in kept}
        for result, weight in fresh.weights:
            weights[result] = weights.get(result, 0) + weight * again
        return Distribution(tuple(weights.items()), found.total * fresh.total)

    def part(
        self, function: Callable[..., Any], arguments: tuple[Hashable, ...], known: KnownDice | None = None
    ) -> Distribution:
        """As ``distribution``, remembered for the next time the same part comes up in the same place."""
        key = (function, arguments, known and known.path)
        found = self._parts.get(key)
        if found is None:
            if self._ahead and any(isinstance(one, Ahead) for one in arguments):
                function, arguments = after_ahead, (function, arguments)
            found = self._parts[key] = self.distribution(function, arguments, known)
        return found

    def pool(self, count: int, scores: tuple[Score, ...]) -> Distribution:
        """The summed scores of ``count`` dice, each face of a die scoring as ``scores`` has it."""
        key = (count, scores)
        found = self._pools.get(key)
        if found is None:
            if count > MOST_DICE:
                raise TooMuchWork(f"one ruling rolls {MOST_DICE:,} dice at most; ask for fewer, or a smaller figure")
            weights = summed(count, scores, self.add_work)
            found = self._pools[key] = Distribution(weights, len(scores) ** count)
        return found

    def all_of(
        self,
        function: Callable[..., Any],
        things: Sequence[tuple[Hashable, KnownDice | None]],
        shared: tuple[Hashable, ...],
    ) -> Distribution:
        """What the results of a part add up to; alike things, none of whose dice is known, are worked out together."""
        function = getattr(function, "__wrapped__", function)  # a part marked so is worked out here already
        alike = Counter([thing for thing, known in things if known is None])
        several = [self._alike(count, function, (thing, *shared)) for thing, count in alike.items()]
        several += [self.part(function, (thing, *shared), known) for thing, known in things if known is not None]
        if not several:
            return Distribution(((none_of(function), 1),), 1)
        if len(several) == 1:
            return several[0]
        first = several[0].weights[0][0]
        total = _in_tuples(several[0])
        for one in several[1:]:
            sums = len(total.weights) * len(one.weights)
            self._add_sums(sums, units_for(sums, total.total, one.total))
            total = convolved(total, _in_tuples(one))
        return _as_results(total, like=first)

    def note_ahead(self) -> None:
        """Some part is rolled ahead of another."""
        self._ahead = True

    def _alike(self, count: int, function: Callable[..., Any], arguments: tuple[Hashable, ...]) -> Distribution:
        """What so many results of the same part add up to."""
        one = self.part(function, arguments)
        if count == 1:
            return one
        key = (count, function, arguments)
        found = self._several.get(key)
        if found is None:
            alike = convolved_alike(count, _in_tuples(one), self._add_sums)
            found = self._several[key] = _as_results(alike, like=one.weights[0][0])
        return found

    def _add_sums(self, sums: int, units: int) -> None:
        """Count sums of two results and their work; each sum is reported as a run, too."""
        self.runs += sums
        self.add_work(units)

    def add_work(self, units: int) -> None:
        """Count units of work. Raises TooMuchWork beyond the most."""
        self.work += units
        if self.work > self.most:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise TooMuchWork(
            f"exact odds of this take more than {self.most:,} units of work; fewer dice or units keep it exact, "
            "--sample 10000 rolls them instead"
        )


def _in_tuples(one: Distribution) -> Distribution:
    """A distribution of plain tuples, of numbers in tuples of one."""
    if isinstance(one.weights[0][0], tuple):
        return one
    return Distribution(tuple([((result,), weight) for result, weight in one.weights]), one.total)


def _as_results(one: Distribution, like: Any) -> Distribution:
    """A distribution of plain tuples as results of the kind that ``like`` is."""
    if isinstance(like, tuple):
        make = like._make  # type: ignore[attr-defined]
        return Distribution(tuple([(make(result), weight) for result, weight in one.weights]), one.total)
    return Distribution(tuple([(result[0], weight) for result, weight in one.weights]), one.total)


def odds_of(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    known: Mapping[str, int] | None = None,
    most: int = MOST_WORK,
) -> Odds:
    """The odds of a request: every declared outcome, best first, those that cannot come at 0.

    ``known`` dice lie on the table already, their faces by label. Raises TooMuchWork when the
    enumeration takes more than ``most`` units of work.
    """
    enumeration = Enumeration(most)
    on_the_table = KnownDice(known) if known else None
    found = enumeration.distribution(_amounts, (procedure.rule, request, charts), on_the_table)
    enumeration.add_work(units_of_fractions(found))
    odds = _odds(procedure, found, enumeration.runs)
    return odds._replace(readings=tuple(charts.passed), work=enumeration.work)


class Sample:
    """The odds of a request estimated by so many rolls, for what is too large to enumerate.

    The rolls are those of the seeds 0, 1, 2 and so on: the same every time, and as many as LONGEST_SAMPLED allows.
    """

    def __init__(
        self,
        procedure: Procedure,
        request: Hashable,
        charts: Charts,
        rolls: int,
        known: Mapping[str, int] | None = None,
    ) -> None:
        if rolls > MOST_SAMPLED:
            raise Refused(f"--sample {rolls:,}: {MOST_SAMPLED:,} rolls are the most; more make the odds no better")
        self.procedure = procedure
        self.rolls = rolls
        self._arguments = procedure.rule, request, charts
        self._known = known
        self._rulings: Counter[Any] = Counter()

    def roll(self) -> Iterator[int]:
        """Make the rolls; after every thousand of them, how many are made. What takes too long ends sooner."""
        until = process_time() + LONGEST_SAMPLED
        for made in range(1, self.rolls + 1):
            roller = Roller(made - 1, known=self._known)
            self._rulings[roller.part(_amounts, self._arguments)] += 1
            if made % TOLD_EACH == 0:
                yield made
            if process_time() > until:
                break

    @property
    def made(self) -> int:
        """How many rolls are made."""
        return self._rulings.total()

    @property
    def odds(self) -> Odds:
        """The odds by the rolls that are made."""
        made = self.made
        return _odds(self.procedure, Distribution(tuple(self._rulings.items()), made), made)._replace(sampled=True)


def _odds(procedure: Procedure, found: Distribution, runs: int) -> Odds:
    """A distribution of what rulings amount to, as the chances of outcomes and of counts."""
    outcomes = dict.fromkeys(procedure.outcomes, 0)
    values: dict[tuple[str, int], int] = {}
    for (outcome, counted), weight in found.weights:
        outcomes[outcome] += weight
        for value in counted:
            values[value] = values.get(value, 0) + weight
    counts: dict[str, dict[int | float, Fraction]] = {}
    for name, value in sorted(values):
        # + makes a number of a yes or no
        counts.setdefault(name, {})[+value] = Fraction(values[name, value], found.total)
    return Odds({outcome: Fraction(weight, found.total) for outcome, weight in outcomes.items()}, counts, runs)


def units_of_fractions(found: Distribution) -> int:
    """Units of work of the fractions of a distribution: of many digits they take longest of all."""
    return len(found.weights) * (found.total.bit_length() ** 2 >> 18)


def _amounts(
    rule: Rule, request: Any, charts: Charts, dice: Dice
) -> tuple[Outcome, tuple[tuple[str, int | float], ...]]:
    return rule(request, charts, dice).amounts_to
