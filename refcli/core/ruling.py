"""A ruling as data: its steps, its outcome, its effects, its verdict. Printing it is someone else's job."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from refcli.core.charts import PUBLISHED, Cell, Option, Source, Sum
from refcli.core.dice import Roll, TrailStep


class Outcome(Enum):
    """What a procedure can come to, best for the actor first.

    Each member is ``word, success, says``: ``says`` is the verdict, with the ruling's counts and
    names in braces. ``rank`` is its place in that order, 0 the best.
    """

    def __init__(self, word: str, success: bool, says: str) -> None:
        self.rank = len(type(self).__members__)
        self.word = word
        self.success = success
        self.says = says

    __hash__ = object.__hash__  # Enum's own is much slower, and odds hash outcomes again and again


class Figure(NamedTuple):
    """A cell that was read, and what for."""

    label: str
    cell: Cell


def cells_of(step: object) -> tuple[Cell, ...]:
    """The cells that a step shows."""
    if isinstance(step, Figure):
        return (step.cell,)
    return step.parts if isinstance(step, Sum) else ()


class Note(NamedTuple):
    """What a rule says to the referee here, without a figure."""

    text: str
    source: Source


class Effect(NamedTuple):
    """A change on the table, as data: ``kind`` of change, the unit it falls on, and how much.

    The amount is in its ``measure``; without one so many of the unit, or of what the kind names.
    """

    kind: str
    unit: str
    amount: int | float = 1
    measure: str = ""


def merged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Alike effects on alike units as one, their amounts added."""
    amounts: dict[tuple[str, str, str], int | float] = {}
    for kind, unit, amount, measure in effects:
        amounts[kind, unit, measure] = amounts.get((kind, unit, measure), 0) + amount
    return tuple(Effect(kind, unit, amount, measure) for (kind, unit, measure), amount in amounts.items())


class Ruling(NamedTuple):
    """The answer of a procedure.

    ``counts`` are the numbers it amounts to, ``names`` the names its verdict uses, ``each`` the
    outcome of every target when there are several. The steps and what follows are filled in when the
    procedure was resolved at a table.
    """

    outcome: Outcome
    counts: Mapping[str, int | float] = {}
    names: tuple[tuple[str, str], ...] = ()
    effects: tuple[Effect, ...] = ()
    each: tuple[tuple[str, Outcome], ...] = ()
    steps: tuple[TrailStep, ...] = ()
    readings: tuple[tuple[str, Option], ...] = ()
    cells: tuple[Cell, ...] = ()
    seed: int = 0

    @property
    def verdict(self) -> str:
        """The ruling in one line; a name says its count in words."""
        return self.outcome.says.format(**{**self.counts, **dict(self.names)})

    @property
    def amounts_to(self) -> tuple[Outcome, tuple[tuple[str, int | float], ...]]:
        """What the odds tell apart."""
        return self.outcome, tuple(self.counts.items())

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll, in order."""
        return tuple(entry.step for entry in self.steps if isinstance(entry.step, Roll))

    @property
    def figures(self) -> dict[str, Cell]:
        """The figures it stands on, by where they are: those that its steps show, and all that are not published."""
        found = {}
        for _, step in self.steps:
            if step.__class__ is Sum:
                for part in step.parts:
                    found[part.ref] = part
            elif step.__class__ is Figure:
                found[step.cell.ref] = step.cell
        for cell in self.cells:
            if cell.source.origin != PUBLISHED:
                found[cell.ref] = cell
        found.pop("", None)  # dice, and what a rule works out itself
        return found

    @property
    def sums(self) -> Mapping[str, int | float]:
        """The total of each sum; of a name that came more than once, the last."""
        return {entry.step.name: entry.step.total for entry in self.steps if isinstance(entry.step, Sum)}
