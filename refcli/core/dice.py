"""Dice as a rule sees them: all its chance, and the trail of its steps.

``roller.Roller`` gives a rule faces that fell at a table; ``odds.walk.Walk`` gives it every face there is.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from typing import Any, NamedTuple, NoReturn, ParamSpec, Protocol, TypeVar

from refcli.core.cells import Sum, TargetNumber
from refcli.core.labels import place

Result = TypeVar("Result", bound=Hashable)
Thing = TypeVar("Thing", bound=Hashable)
Step = TypeVar("Step")
Given = ParamSpec("Given")
Score = TypeVar("Score", int, tuple[int, ...])
"""What a die of a pool scores: a number, or several that are summed place by place."""


class Die(NamedTuple):
    """One kind of die: its ``name``, as players call it (``average die``), and the number on each of its ``faces``."""

    name: str
    faces: tuple[int, ...]

    @property
    def spread(self) -> str:
        """What can be rolled, in words: ``1 to 6``, or the faces one by one."""
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
    """One die or one pool of alike dice that was rolled: which ``die``, the ``faces`` that fell, in order.

    ``label`` is the path of its place in the ruling, the thing that rolls and its roll; ``target`` is what each face
    needs, None where it is read on a chart; ``origins`` says for each face where it came from: ``rolled`` by the
    program, ``entered`` by the referee.
    """

    label: str
    die: Die
    faces: tuple[int, ...]
    target: TargetNumber | None
    origins: tuple[str, ...]

    @property
    def dice(self) -> str:
        """What was rolled: ``d6``, or ``3 d6``."""
        return self.die.name if len(self.faces) == 1 else f"{len(self.faces)} {self.die.name}"

    @property
    def passing(self) -> int:
        """How many of its faces meet the target number."""
        return 0 if self.target is None else sum(map(self.target.met_by, self.faces))


class Check(Protocol):
    """A die with its modifiers, held against a target number; without one it always passes."""

    @property
    def face(self) -> int:
        """The natural face of the die."""

    @property
    def total(self) -> int | float:
        """The face and the modifiers together."""

    @property
    def passed(self) -> bool:
        """Whether the total meets the target number."""


class Choice(NamedTuple):
    """What a player decided after seeing dice: under which ``label`` which of the ``options`` was ``chosen``.

    ``by`` is whether ``policy`` or ``player`` said so.
    """

    label: str
    chosen: str
    options: tuple[str, ...]
    by: str


class Again(NamedTuple):
    """Dice that are rolled again, and why, as the ``label`` says."""

    label: str


Each = tuple[tuple[str, Thing, Result], ...]
"""What each of several things came to: its label, the thing, its result."""


class Dice(Protocol):
    """All the chance a procedure has, and the trail of its steps."""

    def at(self, label: str) -> "Dice":
        """The same dice, those that are rolled through it labelled under ``label``."""

    def die(self, die: Die, label: str, target: TargetNumber | None = None) -> int:
        """The face of one die."""

    def check(self, modifiers: Sum, die: Die, label: str, target: TargetNumber | None = None) -> Check:
        """One die and ``modifiers`` as one shown sum, against a target number.

        A rule that asks only whether it passed has odds of two branches, not of one for every face.
        """

    def pool(
        self, count: int, die: Die, score: Callable[[int], Score], label: str, target: TargetNumber | None = None
    ) -> Score:
        """The summed scores of ``count`` alike dice; a score may be a tuple, summed place by place."""

    def all_of(
        self, function: Callable[..., Result], things: Iterable[tuple[str, Thing]], *shared: Hashable
    ) -> tuple[Result, Each[Thing, Result]]:
        """``function(thing, *shared, dice)`` for several labelled things: what the results add up to, and each.

        A result is a number or a named tuple whose places add up (no result at all is one of its defaults). Odds
        work out the sum alone and leave ``each`` empty, so that it costs them nothing: it is for effects and words.
        """

    def part(self, function: Callable[..., Result], arguments: tuple[Hashable, ...]) -> Result:
        """The result of ``function(*arguments, dice)``; a rule calls a function marked ``@part`` instead."""

    def ahead(self, function: Callable[..., Result], arguments: tuple[Hashable, ...], label: str) -> Result:
        """As a part, for a result that goes into the arguments of one later part and nowhere else.

        Odds work out the two together instead of everything that can be rolled ahead.
        """

    def again(self, label: str) -> NoReturn:
        """These dice are rolled again: start the part that is being resolved afresh."""

    def decide(self, label: str, options: tuple[str, ...], policy: str) -> str:
        """What the player chooses among ``options``; ``policy`` is chosen for a player not asked."""

    def show(self, step: Step, label: str = "", *names: object) -> Step:
        """Put a step on the trail, and hand it back; of a cell tell ``label``, its ``names`` in places."""


def part(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Mark a function, its dice last, as a part of a rule: odds work it out once for each set of arguments.

    Rolling ``again`` starts the innermost part afresh.
    """

    # one for each number of arguments: odds come here again and again, and to pack and slice them takes as long again
    calls: dict[int, Callable[..., Any]] = {
        2: lambda one, dice: dice.part(function, (one,)),
        3: lambda one, two, dice: dice.part(function, (one, two)),
        4: lambda one, two, three, dice: dice.part(function, (one, two, three)),
        5: lambda one, two, three, four, dice: dice.part(function, (one, two, three, four)),
        6: lambda one, two, three, four, five, dice: dice.part(function, (one, two, three, four, five)),
    }

    def called(*arguments: Any) -> Any:
        return arguments[-1].part(function, arguments[:-1])

    return wraps(function)(calls.get(function.__code__.co_argcount, called))


def numbered(label: str, many: int, thing: Thing) -> list[tuple[str, Thing]]:
    """So many of a thing, each labelled by its number in the path of them all."""
    return [(place(label, str(number)), thing) for number in range(1, many + 1)]


def all_numbered(label: str) -> str:
    """The label of those among which ``numbered`` gave this one its number; its own where it has none."""
    return label.rpartition("/")[0] or label


def sum_scores(scores: Any, like: Score) -> Score:
    """Scores added place by place; ``like`` shows the shape of none at all."""
    if isinstance(like, tuple):
        totals = [0] * len(like)
        for score in scores:
            for index, value in enumerate(score):
                totals[index] += value
        return tuple(totals)
    total: int = sum(scores)
    return total


def none_of(function: Callable[..., Result]) -> Result:
    """What ``function`` comes to for no thing at all: its result's defaults."""
    nothing: Result = function.__annotations__["return"]()
    return nothing
