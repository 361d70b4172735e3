"""Every outcome of a procedure, exactly: the function itself is run through every choice of its dice.

No sampling and no floats: a weight is a whole number over a whole number, and only the finished
distribution becomes fractions.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, log, sqrt
from typing import Any, NamedTuple, NoReturn

from refcli.core.charts import Need, Sum
from refcli.core.counts import Counts
from refcli.core.dice import Dice, Die, Points, Result, Table, Thing, checked_face, place, sum_scores
from refcli.core.errors import Refused
from refcli.core.in_force import Charts
from refcli.core.ruleset import Procedure, Rule
from refcli.core.ruling import Outcome
from refcli.core.weights import (
    Distribution,
    both,
    faces_of,
    faces_that_meet,
    multisets,
    on_one_total,
    summed,
    tuples_summed,
)

RUN_CAP = 1_000_000
"""Runs of a procedure and its parts, all together, after which the enumeration gives up."""


class TooManyRuns(Refused):
    """The enumeration is larger than its cap."""


class _Discard(Exception):
    pass


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
        self, function: Callable[..., Any], arguments: tuple[Any, ...], lying: "Lying | None" = None
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
            except _Discard:
                result, again = _AGAIN, True
            if walk.total != total:
                total = walk.total
                weights = found.setdefault(total, {})
            weights[result] = weights.get(result, 0) + walk.weight
        self._count(runs)
        came = on_one_total(found)
        return self._thrown_again(came, function, arguments, lying) if again else came

    def _thrown_again(
        self, found: Distribution, function: Callable[..., Any], arguments: tuple[Any, ...], lying: "Lying | None"
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
        self, function: Callable[..., Any], arguments: tuple[Hashable, ...], lying: "Lying | None" = None
    ) -> Distribution:
        """As ``distribution``, remembered for the next time the same part comes up in the same place."""
        key = (function, arguments, lying and lying.path)
        known = self._parts.get(key)
        if known is None:
            if self.ahead and any(isinstance(one, Ahead) for one in arguments):
                function, arguments = _after_ahead, (function, arguments)
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
        several: Iterable[tuple[tuple[Hashable, ...], "Lying | None"]],
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


class Odds(NamedTuple):
    """The exact chance of every outcome of a request, and of every value of each of its counts."""

    outcomes: dict[Outcome, Fraction]
    counts: dict[str, dict[int | float, Fraction]]
    runs: int
    sampled: bool = False

    @property
    def within(self) -> float:
        """How far a sampled chance can be off, 99 times in 100 (Hoeffding's bound); 0 for an exact one."""
        return sqrt(log(2 / 0.01) / (2 * self.runs)) if self.sampled else 0.0

    @property
    def success(self) -> Fraction:
        """The chance of an outcome that is a success."""
        return sum((chance for outcome, chance in self.outcomes.items() if outcome.success), Fraction(0))


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


class Ahead(NamedTuple):
    """A part that is thrown ahead of the one that its result goes into: it stands for that result."""

    function: Callable[..., Any]
    arguments: tuple[Hashable, ...]


def _after_ahead(function: Callable[..., Any], arguments: tuple[Any, ...], dice: Dice) -> Any:
    """A part, and before it those whose results go into it."""
    return function(*[dice.sub(*one, "") if isinstance(one, Ahead) else one for one in arguments], dice)


class Walk:
    """Dice that take every choice in turn: one run of the function for each way through.

    A run that starts afresh is handed what its dice came to before, up to the die whose next choice it takes.
    """

    def __init__(self, enumeration: Enumeration) -> None:
        self.weight = 1
        self.total = 1
        self._enumeration = enumeration
        self._past: Iterator[Any] = iter(())
        self._results: list[Any] = []
        self._choices: list[Iterator[tuple[Any, int]]] = []
        self._before: list[tuple[int, int]] = []

    def ways(self) -> Iterator[None]:
        """Every way through, from the first die on: each takes the next choice of the last die that has one left."""
        results, choices, before = self._results, self._choices, self._before
        while True:
            self._past = iter(results)
            yield
            while choices:
                for results[-1], ways in choices[-1]:
                    self.weight = before[-1][0] * ways
                    break
                else:
                    choices.pop()
                    results.pop()
                    self.weight, self.total = before.pop()
                    continue
                break
            else:
                return

    def die(self, die: Die, label: str, needs: Need | None = None) -> int:
        face: int
        for face in self._past:
            return face
        face = self._branch(faces_of(die))
        return face

    def test(self, modifiers: Sum, die: Die, label: str, needs: Need) -> bool:
        met: bool
        for met in self._past:
            return met
        met = self._branch(faces_that_meet(die, modifiers.total, needs))
        return met

    def pool(
        self, count: int, die: Die, score: Callable[[int], Points], label: str, needs: Need | None = None
    ) -> Points:
        total: Points
        for total in self._past:
            return total
        total = self._branch(self._enumeration.pool(count, tuple(map(score, die.faces))))
        return total

    def sub(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        result: Result
        for result in self._past:
            return result
        result = self._branch(self._enumeration.part(function, arguments))
        return result

    def each(
        self, count: int, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str
    ) -> Counts[Result]:
        counts: Counts[Result]
        for counts in self._past:
            return counts
        counts = self._branch(self._enumeration.each(count, function, arguments))
        return counts

    def joined(
        self,
        join: Callable[[Result, Result], Result],
        function: Callable[..., Result],
        several: Sequence[tuple[str, tuple[Hashable, ...]]],
    ) -> Result:
        result: Result
        for result in self._past:
            return result
        parts = [(arguments, self._lying_in(label)) for label, arguments in several]
        result = self._branch(self._enumeration.joined(join, function, parts))
        return result

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        result: Result
        for result in self._past:
            return result
        self._enumeration.ahead = True
        result = self._branch(Distribution(((Ahead(function, arguments), 1),), 1))
        return result

    def again(self, label: str) -> NoReturn:
        raise _Discard

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        return policy

    def show(self, step: Any) -> None:
        """Nothing is recorded: only results count here."""

    def told(self, function: Callable[..., tuple[Thing, ...]], *arguments: Any) -> tuple[Thing, ...]:
        return ()

    def _lying_in(self, label: str) -> "Lying | None":
        """The dice of a part that lie already."""
        return None

    def _branch(self, branches: Distribution) -> Any:
        """The first choice of a die that the way taken has not come to before."""
        choices = iter(branches.weights)
        result, ways = next(choices)
        self._results.append(result)
        self._choices.append(choices)
        self._before.append((self.weight, self.total))
        self.weight *= ways
        self.total *= branches.total
        return result


class Lying(NamedTuple):
    """Dice that lie on the table already: their faces by label, seen from the part at ``path``."""

    faces: Mapping[str, int]
    path: str = ""
    throw: int = 1

    def inside(self, label: str, throw: int = 1) -> "Lying":
        """The same dice, seen from the part at ``label``."""
        path = self.path if throw <= 2 else self.path.rpartition("/")[0]
        return Lying(self.faces, place(path, label) if label else path, throw)

    @property
    def any(self) -> bool:
        """Whether any of them belongs to the part."""
        return not self.path or any(label.startswith(f"{self.path}/") for label in self.faces)

    def face(self, label: str, die: Die) -> int | None:
        """The face of the die at ``label``, if it lies."""
        path = place(self.path, label)
        return checked_face(self.faces[path], path, die) if path in self.faces else None


class KnownWalk(Walk):
    """A walk on which some dice are no chance any more."""

    def __init__(self, enumeration: Enumeration, lying: Lying) -> None:
        super().__init__(enumeration)
        self._lying = lying

    def die(self, die: Die, label: str, needs: Need | None = None) -> int:
        face = self._lying.face(label, die)
        return super().die(die, label, needs) if face is None else face

    def test(self, modifiers: Sum, die: Die, label: str, needs: Need) -> bool:
        face = self._lying.face(label, die)
        if face is None:
            return super().test(modifiers, die, label, needs)
        return needs.met_by(face + modifiers.total)

    def pool(
        self, count: int, die: Die, score: Callable[[int], Points], label: str, needs: Need | None = None
    ) -> Points:
        faces = [self._lying.face(place(label, str(number)), die) for number in range(1, count + 1)]
        scores: list[Points] = [score(face) for face in faces if face is not None]
        rest = super().pool(count - len(scores), die, score, label, needs)
        return sum_scores((rest, *scores), like=rest)

    def sub(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        lying = self._lying_in(label)
        if lying is None:
            return super().sub(function, arguments, label)
        result: Result
        for result in self._past:
            return result
        result = self._branch(self._enumeration.part(function, arguments, lying))
        return result

    ahead = sub

    def each(
        self, count: int, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str
    ) -> Counts[Result]:
        labels = [place(label, str(number)) for number in range(1, count + 1)]
        lying = [one for one in labels if self._lying_in(one)]
        results = [self.sub(function, arguments, one) for one in lying]
        rest = count - len(lying)
        return Counts(results) + (super().each(rest, function, arguments, label) if rest else Counts())

    def _lying_in(self, label: str) -> Lying | None:
        inside = self._lying.inside(label)
        return inside if inside.any else None
