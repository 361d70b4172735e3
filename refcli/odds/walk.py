"""Dice that take every choice in turn, for an enumeration that works out the odds of a procedure."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from refcli.core.charts import Need, Sum
from refcli.core.counts import Counts
from refcli.core.dice import Dice, Die, Points, Result, Thing, checked_face, place, sum_scores
from refcli.odds.distribution import Distribution, faces_of, faces_that_meet

if TYPE_CHECKING:
    from refcli.odds.enumeration import Enumeration


class Discard(Exception):
    """The dice of a run are thrown again."""


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


class Ahead(NamedTuple):
    """A part that is thrown ahead of the one that its result goes into: it stands for that result."""

    function: Callable[..., Any]
    arguments: tuple[Hashable, ...]


def after_ahead(function: Callable[..., Any], arguments: tuple[Any, ...], dice: Dice) -> Any:
    """A part, and before it those whose results go into it."""
    return function(*[dice.sub(*one, "") if isinstance(one, Ahead) else one for one in arguments], dice)


class Walk:
    """Dice that take every choice in turn: one run of the function for each way through.

    A run that starts afresh is handed what its dice came to before, up to the die whose next choice it takes.
    """

    def __init__(self, enumeration: "Enumeration") -> None:
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
        raise Discard

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        return policy

    def show(self, step: Any) -> None:
        """Nothing is recorded: only results count here."""

    def told(self, function: Callable[..., tuple[Thing, ...]], *arguments: Any) -> tuple[Thing, ...]:
        return ()

    def _lying_in(self, label: str) -> Lying | None:
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


class KnownWalk(Walk):
    """A walk on which some dice are no chance any more."""

    def __init__(self, enumeration: "Enumeration", lying: Lying) -> None:
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
