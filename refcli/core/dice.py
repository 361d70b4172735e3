"""Dice as a rule sees them, and dice as they fall on a table.

A rule draws all its chance from a ``Dice``. ``Table`` gives it faces that fell: entered by the
referee, asked for, or rolled. ``walk.Walk`` gives it every face there is.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from refcli.core.charts import Need, Sum
from refcli.core.counts import Counts
from refcli.core.errors import Refused
from refcli.core.hashing import blake2b

Result = TypeVar("Result", bound=Hashable)
Thing = TypeVar("Thing")
Points = TypeVar("Points", int, tuple[int, ...])
"""What a die of a pool scores: a number, or several that are summed place by place."""

MOST_THROWS = 1000
"""Throws of one tie after which something is wrong with the dice, not with the luck."""


class Die(NamedTuple):
    """One kind of die: what players call it, and the number on each of its faces."""

    name: str
    faces: tuple[int, ...]

    @property
    def spread(self) -> str:
        """What can fall, in words: ``1 to 6``, or the faces one by one."""
        faces = self.faces
        if faces == tuple(range(faces[0], faces[-1] + 1)):
            return f"{faces[0]} to {faces[-1]}"
        return ", ".join(map(str, faces))


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
AVERAGE_DIE = Die("average die", (2, 3, 3, 4, 4, 5))


def die_named(name: str) -> Die | None:
    """The die that players call so: ``d10``, ``average die``; None when there is none."""
    if name == AVERAGE_DIE.name:
        return AVERAGE_DIE
    sides = name.removeprefix("d")
    return Die(name, tuple(range(1, int(sides) + 1))) if sides != name and sides.isdecimal() else None


class Roll(NamedTuple):
    """One die or one pool of alike dice that fell.

    ``label`` is the path of its place in the ruling; ``origins`` says for each face where it came
    from: ``rolled`` by the program, ``entered`` by the referee.
    """

    label: str
    die: Die
    faces: tuple[int, ...]
    needs: Need | None
    origins: tuple[str, ...]

    @property
    def dice(self) -> str:
        """What was thrown: ``d6``, or ``3 d6``."""
        return self.die.name if len(self.faces) == 1 else f"{len(self.faces)} {self.die.name}"

    @property
    def met(self) -> int:
        """How many of its faces meet what was needed."""
        return 0 if self.needs is None else sum(map(self.needs.met_by, self.faces))


class Choice(NamedTuple):
    """What a player decided after seeing dice, and whether ``policy`` or ``player`` said so."""

    label: str
    chosen: str
    options: tuple[str, ...]
    by: str


class Again(NamedTuple):
    """Dice that are thrown again, and why."""

    label: str


class Dice(Protocol):
    """All the chance a procedure has, and the trail of its steps."""

    def die(self, die: Die, label: str, needs: Need | None = None) -> int:
        """The face of one die."""

    def test(self, modifiers: Sum, die: Die, label: str, needs: Need) -> bool:
        """Whether the face of one die and ``modifiers`` together meet a need, shown as one sum.

        As ``with_die`` for a rule that asks nothing else of the die: odds tell met and failed apart, not every face.
        """

    def pool(
        self, count: int, die: Die, score: Callable[[int], Points], label: str, needs: Need | None = None
    ) -> Points:
        """The summed scores of ``count`` alike dice; a score may be a tuple, summed place by place."""

    def sub(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        """The result of ``function(*arguments, dice)``, a part of the procedure."""

    def each(
        self, count: int, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str
    ) -> Counts[Result]:
        """The same part for ``count`` alike things: how often each result came."""

    def joined(
        self,
        join: Callable[[Result, Result], Result],
        function: Callable[..., Result],
        several: Sequence[tuple[str, tuple[Hashable, ...]]],
    ) -> Result:
        """The same part for several things, one at least, each with its label and arguments; results joined in order.

        As ``each`` for a rule that asks only what they come to together: odds tell apart what they join to, not who
        had which.
        """

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        """As ``sub``, for a result that goes into the arguments of one later ``sub`` and nowhere else.

        Odds work out the two parts together instead of everything that can be thrown ahead.
        """

    def again(self, label: str) -> NoReturn:
        """These dice are thrown again: start the part that is being resolved afresh."""

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        """What the player chooses among ``options``; ``policy`` is chosen for a player not asked."""

    def show(self, step: Any) -> None:
        """Put a step on the trail."""

    def told(self, function: Callable[..., tuple[Thing, ...]], *arguments: Any) -> tuple[Thing, ...]:
        """What ``function(*arguments)`` tells the players of a result: names, effects. Odds pass it over."""


def with_die(dice: Dice, modifiers: Sum, die: Die, label: str, needs: Need | None = None) -> Sum:
    """The face of one die and ``modifiers`` added up, held against what they need together, and shown."""
    total = modifiers.plus_die(dice.die(die, label, needs and needs.on_the_die(modifiers)), needs)
    dice.show(total)
    return total


class Asker(Protocol):
    """Whoever can be asked for a face or a decision; ``None`` leaves it to the program."""

    def face(self, label: str, die: Die, needs: Need | None) -> int | None: ...

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None: ...


class _Again(Exception):
    pass


class TrailStep(NamedTuple):
    """One step of a ruling and the path of the part it was made in."""

    at: str
    step: Any


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
    """The faces of rolls by the label of each die, as ``Table`` takes them; those of a pool are numbered.

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


def place(path: str, label: str) -> str:
    """The path of ``label`` inside ``path``."""
    return f"{path}/{label}" if path else label


class Table:
    """Dice on a table: faces known by label, then entered in order, then asked for, then rolled."""

    def __init__(
        self,
        seed: int,
        entered: Sequence[int] = (),
        known: Mapping[str, int] | None = None,
        asker: Asker | None = None,
    ) -> None:
        self.seed = seed
        self.trail: list[TrailStep] = []
        self._entered = list(entered)
        self._taken = 0
        self._known = known or {}
        self._asker = asker
        self._path = ""
        self._fallen: set[str] = set()
        self.entered: dict[str, int] = {}
        """The faces that were not rolled, by label."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll so far, in order."""
        return tuple(entry.step for entry in self.trail if isinstance(entry.step, Roll))

    def die(self, die: Die, label: str, needs: Need | None = None) -> int:
        path = place(self._path, label)
        face, origin = self._fall(path, die, needs)
        self.show(Roll(path, die, (face,), needs, (origin,)))
        return face

    def test(self, modifiers: Sum, die: Die, label: str, needs: Need) -> bool:
        return with_die(self, modifiers, die, label, needs).met

    def pool(
        self, count: int, die: Die, score: Callable[[int], Points], label: str, needs: Need | None = None
    ) -> Points:
        path = place(self._path, label)
        fallen = [self._fall(place(path, str(number)), die, needs) for number in range(1, count + 1)]
        faces = tuple(face for face, _ in fallen)
        self.show(Roll(path, die, faces, needs, tuple(origin for _, origin in fallen)))
        return sum_scores(map(score, faces), like=score(die.faces[0]))

    def sub(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        outside = self._path
        inside = place(outside, label) if label else outside
        try:
            for throw in range(1, MOST_THROWS + 1):
                self._path = inside if throw == 1 else place(inside, f"again {throw}")
                try:
                    return function(*arguments, self)
                except _Again:
                    continue
        finally:
            self._path = outside
        raise Refused(f"{inside or 'these dice'}: thrown {MOST_THROWS} times without a result")

    def each(
        self, count: int, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str
    ) -> Counts[Result]:
        return Counts([self.sub(function, arguments, place(label, str(number))) for number in range(1, count + 1)])

    def joined(
        self,
        join: Callable[[Result, Result], Result],
        function: Callable[..., Result],
        several: Sequence[tuple[str, tuple[Hashable, ...]]],
    ) -> Result:
        return reduce(join, [self.sub(function, arguments, label) for label, arguments in several])

    ahead = sub

    def again(self, label: str) -> NoReturn:
        self.show(Again(label))
        raise _Again

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        answer = self._asker.choice(place(self._path, label), options, policy) if self._asker else None
        chosen, by = (policy, "policy") if answer is None else (answer, "player")
        self.show(Choice(label, chosen, options, by))
        return chosen

    def show(self, step: Any) -> None:
        self.trail.append(TrailStep(self._path, step))

    def told(self, function: Callable[..., tuple[Thing, ...]], *arguments: Any) -> tuple[Thing, ...]:
        return function(*arguments)

    def some_unknown(self) -> None:
        """Refuse faces that were entered where every die of the ruling had fallen before."""
        if self._entered and self._known and self.rolls and not self._taken:
            fallen = "; ".join(f"{roll.label} {', '.join(map(str, roll.faces))}" for roll in self.rolls)
            raise Refused(f"--dice: its dice have fallen ({fallen}); faces are entered for dice that the changes add")

    def all_taken(self) -> None:
        """Refuse when more faces were entered than the ruling has dice."""
        if self._entered:
            left = ", ".join(map(str, self._entered))
            takes = ", ".join(f"{roll.label} ({roll.dice})" for roll in self.rolls)
            raise Refused(f"--dice: too many faces, {left} left over; this ruling takes {takes or 'no dice'}")

    def _fall(self, path: str, die: Die, needs: Need | None) -> tuple[int, str]:
        if path in self._fallen:
            raise RuntimeError(f"two dice of one ruling are labelled {path!r}")
        self._fallen.add(path)
        face, which = self._given(path, die, needs)
        if face is None:
            return rolled_face(self.seed, path, die), "rolled"
        self.entered[path] = checked_face(face, path, die, which)
        return self.entered[path], "entered"

    def _given(self, path: str, die: Die, needs: Need | None) -> tuple[int | None, str]:
        """The face that somebody gives the die, and which of the faces in order it is."""
        if path in self._known:
            return self._known[path], ""
        if self._entered:
            self._taken += 1
            return self._entered.pop(0), f"die {self._taken}"
        return (self._asker.face(path, die, needs) if self._asker else None), ""


def checked_face(face: int, label: str, die: Die, which: str = "") -> int:
    """``face`` if the die has it (the 0 of a d10 is a 10), else a refusal that names the die."""
    if face == 0 and die.faces == D10.faces:
        return 10
    if face in die.faces:
        return face
    where = f"{which}, {label}" if which else label
    article = "an" if die.name[0] in "aeiou" else "a"
    raise Refused(f"--dice: {face} cannot fall on {article} {die.name} ({where}); it has {die.spread}")


def sum_scores(scores: Any, like: Points) -> Points:
    """Scores added place by place; ``like`` shows the shape of none at all."""
    if isinstance(like, tuple):
        totals = [0] * len(like)
        for score in scores:
            for index, value in enumerate(score):
                totals[index] += value
        return tuple(totals)
    total: int = sum(scores)
    return total
