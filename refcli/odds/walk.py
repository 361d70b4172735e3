"""Dice that take every choice in turn, for an enumeration that works out the odds of a procedure."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from refcli.core.cells import Sum, TargetNumber
from refcli.core.dice import Check, Dice, Die, Each, Result, Score, Step, Thing, sum_scores
from refcli.core.faces import checked_face
from refcli.core.labels import place
from refcli.core.roller import Checked
from refcli.odds.distribution import Distribution, faces_of, faces_that_pass


class RolledAgain(Exception):
    """The dice of a run are rolled again."""


class KnownDice(NamedTuple):
    """Dice that lie on the table already: their faces by label, seen from the part at ``path``."""

    faces: Mapping[str, int]
    path: str = ""
    time: int = 1
    """Which time the dice of the part are rolled."""

    def inside(self, label: str, time: int = 1) -> "KnownDice":
        """The same dice, seen from the part at ``label``."""
        path = self.path if time <= 2 else self.path.rpartition("/")[0]
        return KnownDice(self.faces, place(path, label) if label else path, time)

    @property
    def any(self) -> bool:
        """Whether any of them belongs to the part."""
        return not self.path or any(label.startswith(f"{self.path}/") for label in self.faces)

    def face(self, label: str, die: Die) -> int | None:
        """The face of the die at ``label``, if it is known."""
        path = place(self.path, label)
        return checked_face(self.faces[path], path, die) if path in self.faces else None


class Ahead(NamedTuple):
    """A part that is rolled ahead of the one that its result goes into: it stands for that result."""

    function: Callable[..., Any]
    arguments: tuple[Hashable, ...]


def after_ahead(function: Callable[..., Any], arguments: tuple[Any, ...], dice: Dice) -> Any:
    """A part, and before it those whose results go into it."""
    return function(*[dice.part(*one) if isinstance(one, Ahead) else one for one in arguments], dice)


class Parts(Protocol):
    """What works out the parts of a procedure: the distribution of each."""

    def part(
        self, function: Callable[..., Any], arguments: tuple[Hashable, ...], known: KnownDice | None = None
    ) -> Distribution:
        """Every result of a part."""

    def pool(self, count: int, scores: tuple[Score, ...]) -> Distribution:
        """The summed scores of alike dice."""

    def all_of(
        self,
        function: Callable[..., Any],
        things: Sequence[tuple[Hashable, KnownDice | None]],
        shared: tuple[Hashable, ...],
    ) -> Distribution:
        """What the results of a part add up to, worked out for several things."""

    def note_ahead(self) -> None:
        """Some part is rolled ahead of another."""


class Walk:
    """Dice that take every choice in turn: one run of the function for each way through.

    A run that starts afresh is handed ``results``, what its dice came to before, up to the die whose next choice it
    takes.
    """

    def __init__(self, parts: Parts) -> None:
        self.weight = 1
        self.total = 1
        self.parts = parts
        self._past: Iterator[Any] = iter(())
        self.results: list[Any] = []
        self._choices: list[Iterator[tuple[Any, int]]] = []
        self._before: list[tuple[int, int]] = []

    def ways(self) -> Iterator[None]:
        """Every way through, from the first die on: each takes the next choice of the last die that has one left."""
        results, choices, before = self.results, self._choices, self._before
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

    def at(self, label: str) -> "Walk":
        return self

    def die(self, die: Die, label: str, target: TargetNumber | None = None) -> int:
        face: int
        for face in self._past:
            return face
        face = self.branch(faces_of(die))
        return face

    def check(self, modifiers: Sum, die: Die, label: str, target: TargetNumber | None = None) -> Check:
        return OpenCheck(self, modifiers.total, die, target)

    def pool(
        self, count: int, die: Die, score: Callable[[int], Score], label: str, target: TargetNumber | None = None
    ) -> Score:
        total: Score
        for total in self._past:
            return total
        total = self.branch(self.parts.pool(count, tuple(map(score, die.faces))))
        return total

    def all_of(
        self, function: Callable[..., Result], things: Iterable[tuple[str, Thing]], *shared: Hashable
    ) -> tuple[Result, Each[Thing, Result]]:
        result: Result
        for result in self._past:
            return result, ()
        result = self.branch(self.parts.all_of(function, [(thing, None) for _, thing in things], shared))
        return result, ()

    def part(self, function: Callable[..., Result], arguments: tuple[Hashable, ...]) -> Result:
        result: Result
        for result in self._past:
            return result
        result = self.branch(self.parts.part(function, arguments))
        return result

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        result: Result
        for result in self._past:
            return result
        self.parts.note_ahead()
        result = self.branch(Distribution(((Ahead(function, arguments), 1),), 1))
        return result

    def again(self, label: str) -> NoReturn:
        raise RolledAgain

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        return policy

    def show(self, step: Step, label: str = "", *names: object) -> Step:
        """Nothing is recorded: only results count here."""
        return step

    def past(self) -> Iterator[Any]:
        """What the dice of this run came to before."""
        return self._past

    def branch(self, branches: Distribution) -> Any:
        """The first choice of a die that the way taken has not come to before."""
        choices = iter(branches.weights)
        result, ways = next(choices)
        self.results.append(result)
        self._choices.append(choices)
        self._before.append((self.weight, self.total))
        self.weight *= ways
        self.total *= branches.total
        return result


class OpenCheck:
    """A check whose die takes only the choices that the rule asks for: passed and failed, or every face."""

    __slots__ = ("_die", "_face", "_modifier", "_passed", "_target", "_walk")

    def __init__(self, walk: Walk, modifier: int | float, die: Die, target: TargetNumber | None) -> None:
        self._walk = walk
        self._modifier = modifier
        self._die = die
        self._target = target
        self._passed: bool | None = None
        self._face: int | None = None

    @property
    def passed(self) -> bool:
        """Whether the total meets the target number."""
        if self._target is None:
            return True
        if self._passed is None:
            if self._face is not None:
                self._passed = self._target.met_by(self._face + self._modifier)
                return self._passed
            for past in self._walk.past():
                self._passed = past
                break
            else:
                self._passed = self._walk.branch(faces_that_pass(self._die, self._modifier, self._target))
        return bool(self._passed)

    @property
    def face(self) -> int:
        """The natural face of the die: one of those that passed or failed, where that was asked before."""
        if self._face is None:
            for past in self._walk.past():
                self._face = past
                break
            else:
                faces = faces_of(self._die)
                if self._passed is not None and self._target is not None:
                    left = [
                        (face, ways)
                        for face, ways in faces.weights
                        if self._target.met_by(face + self._modifier) == self._passed
                    ]
                    faces = Distribution(tuple(left), sum([ways for _, ways in left]))
                self._face = self._walk.branch(faces)
        return self._face

    @property
    def total(self) -> int | float:
        """The face and the modifiers together."""
        return self.face + self._modifier

    __hash__ = None  # type: ignore[assignment]  # it belongs to its run: a part hands back what it came to


class KnownWalk:
    """A walk on which some dice are no chance any more."""

    def __init__(self, walk: Walk, known: KnownDice) -> None:
        self._walk = walk
        self._known = known

    def at(self, label: str) -> "Walk | KnownWalk":
        inside = self._inside(label)
        return self._walk if inside is None else KnownWalk(self._walk, inside)

    def die(self, die: Die, label: str, target: TargetNumber | None = None) -> int:
        face = self._known.face(label, die)
        return self._walk.die(die, label, target) if face is None else face

    def check(self, modifiers: Sum, die: Die, label: str, target: TargetNumber | None = None) -> Check:
        face = self._known.face(label, die)
        if face is None:
            return self._walk.check(modifiers, die, label, target)
        return Checked(face, modifiers.plus_die(face, target))

    def pool(
        self, count: int, die: Die, score: Callable[[int], Score], label: str, target: TargetNumber | None = None
    ) -> Score:
        faces = [self._known.face(place(label, str(number)), die) for number in range(1, count + 1)]
        scores: list[Score] = [score(face) for face in faces if face is not None]
        rest = self._walk.pool(count - len(scores), die, score, label, target)
        return sum_scores((rest, *scores), like=rest)

    def all_of(
        self, function: Callable[..., Result], things: Iterable[tuple[str, Thing]], *shared: Hashable
    ) -> tuple[Result, Each[Thing, Result]]:
        result: Result
        for result in self._walk.past():
            return result, ()
        each = [(thing, self._inside(label)) for label, thing in things]
        result = self._walk.branch(self._walk.parts.all_of(function, each, shared))
        return result, ()

    def part(self, function: Callable[..., Result], arguments: tuple[Hashable, ...]) -> Result:
        result: Result
        for result in self._walk.past():
            return result
        result = self._walk.branch(self._walk.parts.part(function, arguments, self._known))
        return result

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        inside = self._inside(label)
        if inside is None:
            return self._walk.ahead(function, arguments, label)
        return KnownWalk(self._walk, inside).part(function, arguments)

    def again(self, label: str) -> NoReturn:
        self._walk.again(label)

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        return policy

    def show(self, step: Step, label: str = "", *names: object) -> Step:
        """Nothing is recorded: only results count here."""
        return step

    def _inside(self, label: str) -> KnownDice | None:
        """The known dice of the part at ``label``; None where there are none."""
        inside = self._known.inside(label)
        return inside if inside.any else None
