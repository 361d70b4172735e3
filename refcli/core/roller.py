"""Dice that are rolled at a table: faces known by label, then given in order, then rolled."""

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any, NamedTuple, NoReturn, cast

from refcli.core.cells import Cell, Sum, TargetNumber
from refcli.core.dice import (
    Again,
    Check,
    Choice,
    Die,
    Each,
    Result,
    Roll,
    Score,
    Step,
    Thing,
    none_of,
    sum_scores,
)
from refcli.core.errors import Refused
from refcli.core.faces import Face, Wanted, checked_face, take_face
from refcli.core.hashing import blake2b
from refcli.core.labels import place, roll_of
from refcli.core.limits import MOST_DICE

MOST_ROLLS = 1000
"""Rolls of one tie after which something is wrong with the dice, not with the luck."""


Choose = Callable[[str, tuple[str, ...], str, "Sequence[TrailStep]"], str | None]
"""A player's choice at a label among options, given the policy and the trail so far; None leaves it to the policy."""


class _Again(Exception):
    pass


class NoFace(Exception):
    """A die has no face yet, and the part that it belongs to cannot go on."""


class OpenCheck:
    """A check whose die, the last that is wanted, has no face yet: what is rolled beside it goes on.

    Whether it passes is known where every face of the die comes to the same. Whoever reads more needs the face, and a
    reader that has to wait for it meets NoFace.
    """

    def __init__(self, wanted: list[Wanted]) -> None:
        self._wanted, self._place = wanted, len(wanted) - 1
        last = wanted[-1]
        ways = set(map(last.target.met_by, last.die.faces)) if last.target else ()
        self._passed = ways.pop() if len(ways) == 1 else None
        wanted[-1] = last._replace(idle=self._passed is not None)

    @property
    def face(self) -> int:
        """Raises NoFace."""
        self._wanted[self._place] = self._wanted[self._place]._replace(idle=False)
        raise NoFace

    @property
    def total(self) -> int | float:
        """Raises NoFace."""
        return self.face

    @property
    def passed(self) -> bool:
        """Whether it passes whatever falls. Raises NoFace where the die decides."""
        if self._passed is None:
            raise NoFace
        return self._passed


class _NotYet:
    """Stands for what a part that is rolled ahead comes to, while a die of it has no face."""


class TrailStep(NamedTuple):
    """One step of a ruling and the path of the part it was made in."""

    at: str
    step: Any


class Checked(NamedTuple):
    """A check whose die was rolled: its face, and the sum it went into."""

    face: int
    sum: Sum

    @property
    def total(self) -> int | float:
        """The face and the modifiers together."""
        return self.sum.total

    @property
    def passed(self) -> bool:
        """Whether the total meets the target number."""
        return self.sum.passed


def rolled_face(seed: int, label: str, die: Die) -> int:
    """The face that ``seed`` gives the die at ``label``: the same on every Python and system.

    The hash of the label, keyed by the seed, is read as a 64-bit number; numbers beyond the largest
    multiple of the number of faces are rejected, so that no face is favoured.
    """
    sides = len(die.faces)
    fair = 2**64 - 2**64 % sides
    key = seed.to_bytes(8, "big")
    attempt = 0
    while True:
        text = f"{label}#{attempt}".encode()
        number = int.from_bytes(blake2b(text, digest_size=8, key=key).digest(), "big")
        if number < fair:
            return die.faces[number % sides]
        attempt += 1


def faces_by_label(rolls: Iterable[Roll], entered_only: bool = False) -> dict[str, int]:
    """The faces of rolls by the label of each die, as ``Roller`` takes them; those of a pool are numbered.

    With ``entered_only`` the rolled ones are left out: the seed gives them again.
    """
    faces: dict[str, int] = {}
    for roll in rolls:
        for number, (face, origin) in enumerate(zip(roll.faces, roll.origins, strict=True), 1):
            if origin == "entered" or not entered_only:
                faces[place(roll.label, str(number))] = face
                if len(roll.faces) == 1:
                    faces[roll.label] = face
    return faces


class Roller:
    """Dice of one ruling; seen from a part of it, the same dice with another path."""

    def __init__(
        self,
        seed: int,
        entered: Sequence[Face] = (),
        known: Mapping[str, int] | None = None,
        choose: Choose | None = None,
        itself: Container[str] | None = None,
    ) -> None:
        self.seed = seed
        self.trail: list[TrailStep] = []
        self.entered: dict[str, int] = {}
        """The faces that were not rolled, by label."""
        self.wanted: list[Wanted] = []
        """The dice that have no face yet, in the order of the things that roll."""
        self._itself = itself
        """The labels of the dice that it rolls itself; None for all that have no face."""
        self._waiting: list[Face] = list(entered)
        self._known = known or {}
        self._choose = choose
        self._path = ""
        self._labels: dict[str, None] = {}

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll so far, in order."""
        return tuple(entry.step for entry in self.trail if isinstance(entry.step, Roll))

    def at(self, label: str) -> "Roller":
        inside = Roller.__new__(type(self))
        inside.__dict__.update(self.__dict__)
        inside._path = place(self._path, label)
        return inside

    def die(self, die: Die, label: str, target: TargetNumber | None = None) -> int:
        path = place(self._path, label)
        face, origin = self._roll(path, path, die, target)
        if face is None:
            raise NoFace
        self.show(Roll(path, die, (face,), target, (origin,)))
        return face

    def check(self, modifiers: Sum, die: Die, label: str, target: TargetNumber | None = None) -> Check:
        try:
            face = self.die(die, label, target and target.on_the_die(modifiers))
        except NoFace:
            return OpenCheck(self.wanted)
        return Checked(face, self.show(modifiers.plus_die(face, target)))

    def pool(
        self, count: int, die: Die, score: Callable[[int], Score], label: str, target: TargetNumber | None = None
    ) -> Score:
        path = place(self._path, label)
        if count + len(self._labels) > MOST_DICE:
            self._too_many(path)
        rolled = [self._roll(place(path, str(number)), path, die, target) for number in range(1, count + 1)]
        faces = tuple([face for face, _ in rolled if face is not None])
        if len(faces) < count:
            alike, *others = map(score, die.faces)
            if any(other != alike for other in others):
                raise NoFace
            missing = len(faces) - count
            self.wanted[missing:] = [one._replace(idle=True) for one in self.wanted[missing:]]
            return sum_scores([alike] * count, like=alike)
        self.show(Roll(path, die, faces, target, tuple([origin for _, origin in rolled])))
        return sum_scores(map(score, faces), like=score(die.faces[0]))

    def all_of(
        self, function: Callable[..., Result], things: Iterable[tuple[str, Thing]], *shared: Hashable
    ) -> tuple[Result, Each[Thing, Result]]:
        each, ended = [], False
        for label, thing in things:
            try:
                each.append((label, thing, self.at(label).part(function, (thing, *shared))))
            except NoFace:  # a die that has no face yet ends its own thing, and the others go on
                ended = True
        if ended:
            raise NoFace
        if len(each) == 1:
            return each[0][2], tuple(each)
        return added_up([result for _, _, result in each]) if each else none_of(function), tuple(each)

    def part(self, function: Callable[..., Result], arguments: tuple[Hashable, ...]) -> Result:
        if self._itself is not None and any(isinstance(one, _NotYet) for one in arguments):
            raise NoFace
        here = self
        for time in range(1, MOST_ROLLS + 1):
            try:
                return function(*arguments, here)
            except _Again:
                here = self.at(f"again {time + 1}")
        raise Refused(f"{self._path or 'these dice'}: rolled {MOST_ROLLS} times without a result")

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        try:
            return self.at(label).part(function, arguments)
        except NoFace:
            return cast("Result", _NotYet())

    def again(self, label: str) -> NoReturn:
        self.show(Again(label))
        raise _Again

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        answer = self._choose(place(self._path, label), options, policy, self.trail) if self._choose else None
        chosen, by = (policy, "policy") if answer is None else (answer, "player")
        self.show(Choice(label, chosen, options, by))
        return chosen

    def show(self, step: Step, label: str = "", *names: object) -> Step:
        shown = step.told(label, *names) if label and isinstance(step, Cell) else step
        self.trail.append(TrailStep(self._path, shown))
        return step

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of every die so far, in order."""
        return tuple(self._labels)

    @property
    def waiting(self) -> tuple[Face, ...]:
        """The faces given in order that no die has taken."""
        return tuple(self._waiting)

    def _too_many(self, path: str) -> NoReturn:
        raise Refused(f"{path}: one ruling rolls {MOST_DICE:,} dice at most; ask for fewer units, or a smaller figure")

    def _roll(self, path: str, roll: str, die: Die, target: TargetNumber | None) -> tuple[int | None, str]:
        """The face of a die and where it is from; no face where it is asked for with the rest of its roll."""
        labels = self._labels
        if path in labels:
            raise RuntimeError(f"two dice of one ruling are labelled {path!r}")
        if len(labels) >= MOST_DICE:
            self._too_many(path)
        labels[path] = None
        face: int | None
        which = ""
        if path in self._known:
            face = self._known[path]
        elif self._waiting:
            face = take_face(self._waiting, die)
            which = f"{roll_of(roll)}, die {len(self.entered) + 1}"
        elif self._itself is not None and path not in self._itself:
            self.wanted.append(Wanted(path, roll, die, target))
            return None, ""
        else:
            return rolled_face(self.seed, path, die), "rolled"
        self.entered[path] = checked_face(face, which or path, die)
        return self.entered[path], "entered"


def added_up(results: Sequence[Any]) -> Any:
    """Results added up: numbers, or named tuples place by place."""
    first = results[0]
    if isinstance(first, tuple):
        return first._make([reduce(add, values) for values in zip(*results, strict=True)])  # type: ignore[attr-defined]
    return sum(results)
