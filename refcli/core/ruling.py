"""A ruling as data: its steps, its outcome, its effects, its verdict. Printing it is someone else's job."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, nonmember
from typing import Any, NamedTuple

from refcli.core.cells import PUBLISHED, Cell, Source, Sum
from refcli.core.dice import Roll
from refcli.core.readings import Option
from refcli.core.roller import TrailStep
from refcli.core.sentence import fill


class Outcome(Enum):
    """What a procedure can come to, best for the actor first.

    Each member is ``word, success, says``: ``says`` is the verdict, a sentence whose places take the ruling's
    counts, the names of its request and what else it tells. ``rank`` is its place in that order, 0 the best.
    An ``attempt`` succeeds or fails; what may not be tried is none. ``banner`` stands over the verdict: the word, or
    another that is fairer to both sides. Outcomes of several things add up to the best of them.
    """

    NO_ATTEMPT = nonmember(None)
    """In the place of success: nothing was tried, so nobody has acted (``cannot fire``)."""

    def __init__(self, word: str, success: bool | None, says: str, banner: str = "") -> None:
        self.rank = len(type(self).__members__)
        self.banner = banner or word
        self.word = word
        self.success = bool(success)
        self.attempt = success is not None
        self.says = says

    __hash__ = object.__hash__  # Enum's own is much slower, and odds hash outcomes again and again

    def __add__(self, other: "Outcome") -> "Outcome":
        return self if self.rank <= other.rank else other


class Note(NamedTuple):
    """What a rule says to the referee here, without a figure: a sentence, and what is put in its places.

    ``text`` is the sentence with its places, ``values`` what stands in them, ``source`` where it stands; ``said`` is
    the whole. A game tells what is to be said ``once`` not again while it stays the same: a question to the players.
    """

    text: str
    source: Source
    values: tuple[tuple[str, Any], ...] = ()
    once: bool = False

    @property
    def said(self) -> str:
        """The sentence, its places filled."""
        return fill(self.text, dict(self.values)) if self.values else self.text


def note(text: str, source: Source, **values: Any) -> Note:
    """A note with values in the places of its sentence."""
    return Note(text, source, tuple(values.items()))


class EffectKind(Enum):
    """What a ruleset's rulings can change or leave to be remembered: a closed list for each ruleset.

    Each member is ``word, says``: ``says`` is what the referee now does or marks on the table, a sentence whose
    places take the unit (or several alike), the role, the amount and the detail; empty for what is only remembered.
    """

    def __init__(self, word: str, says: str) -> None:
        self.word = word
        self.says = says


class Effect(NamedTuple):
    """A change on the table, as data: its kind, the one unit it falls on, and how much.

    ``kind`` is one of its ruleset's closed list. ``unit`` is its name as the table says it, type and letter
    (``Infantry B``), ``role`` what it is in the procedure (attacker, target, side, crew), ``detail`` at whom or
    where. The ``amount`` is in its ``measure``; without one so many of what the kind names.
    """

    kind: EffectKind
    unit: str
    amount: int | float = 1
    measure: str = ""
    role: str = ""
    detail: str = ""

    @property
    def word(self) -> str:
        """The word of its kind."""
        return self.kind.word

    @property
    def says(self) -> str:
        """The sentence of its kind, empty where nothing changes on the table."""
        return self.kind.says

    @property
    def line(self) -> str:
        """The effect in short: kind, role and unit, and what else is told of it; an amount of 1 is not."""
        return effect_line(self.word, self.unit, self.role, self.amount, self.measure, self.detail)


def effect_line(
    kind: str, unit: str, role: str = "", amount: int | float = 1, measure: str = "", detail: str = ""
) -> str:
    """An effect in short, as scenarios expect it and a journal lists it: ``disrupt target: Infantry B 2``."""
    much = f"{amount:g} {measure}".strip() if measure or amount != 1 else ""
    return " ".join(filter(None, (kind, f"{role}:" if role else "", unit, much, detail)))


def changes(*effects: Effect) -> tuple[Effect, ...]:
    """Those of several effects that change anything: none of amount nought."""
    return tuple([effect for effect in effects if effect.amount])


def of_several(outcomes: Iterable[tuple[str, Outcome]]) -> tuple[tuple[str, Outcome], ...]:
    """The outcome of each of several things, under its name; none of a thing that is alone."""
    each = tuple(outcomes)
    return each if len(each) > 1 else ()


class Ruling(NamedTuple):
    """The answer of a procedure: its ``outcome``, and the numbers it amounts to, ``counts``.

    ``make_effects`` returns its effects on the table, one for each unit and kind. It is called when the procedure is
    resolved at a table, never for odds. ``each`` is the outcome of every target, by its name, when there are several,
    ``told`` what its verdict tells besides. The rest is filled in when the procedure is resolved: ``effects`` by
    ``make_effects``; ``steps`` are figures, sums, rolls, notes and choices in order, each with the path of its
    part; ``readings`` those that it asked for, each with the option that was chosen; ``cells`` the figures looked up,
    each with its source; ``seed`` that of its dice; ``names`` what its request names, as the charts call it, by
    field; ``spare`` faces that were given and that no die of it needed; ``unused`` the stated conditions that the rule
    did not ask for, as they are typed, those of a term behind its name.
    """

    outcome: Outcome
    counts: Mapping[str, int | float] = {}
    make_effects: Callable[[], Iterable[Effect]] = tuple
    each: tuple[tuple[str, Outcome], ...] = ()
    told: Mapping[str, Any] = {}
    effects: tuple[Effect, ...] = ()
    steps: tuple[TrailStep, ...] = ()
    readings: tuple[tuple[str, Option], ...] = ()
    cells: tuple[Cell, ...] = ()
    seed: int = 0
    names: Mapping[str, Any] = {}
    spare: tuple[int | str, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The ruling in one line."""
        return fill(self.outcome.says, {**self.names, **self.counts, **self.told})

    @property
    def amounts_to(self) -> tuple[Outcome, tuple[tuple[str, int | float], ...]]:
        """What the odds tell apart."""
        return self.outcome, tuple(self.counts.items())

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Every roll, in order."""
        return tuple([entry.step for entry in self.steps if isinstance(entry.step, Roll)])

    @property
    def figures(self) -> dict[str, Cell]:
        """The figures it stands on, by where they are: those that its steps show, and all that are not published."""
        shown = [cell for _, step in self.steps for cell in cells_shown(step)]
        unpublished = [cell for cell in self.cells if cell.source.origin != PUBLISHED]
        # without a place are dice, and what a rule works out itself
        return {cell.ref: cell for cell in (*shown, *unpublished) if cell.ref}

    @property
    def sums(self) -> Mapping[str, int | float]:
        """The total of each sum; of a name that came more than once, the last."""
        return {entry.step.name: entry.step.total for entry in self.steps if isinstance(entry.step, Sum)}


def cells_shown(step: object) -> tuple[Cell, ...]:
    """The cells that a step shows."""
    if isinstance(step, Cell):
        return (step,)
    return step.parts if isinstance(step, Sum) else ()


def sum_after(steps: Sequence[TrailStep], index: int) -> Sum | None:
    """The sum that the die of a step went into: one with a die's face, before the next die falls."""
    for entry in steps[index + 1 :]:
        if isinstance(entry.step, Roll):
            return None
        if isinstance(entry.step, Sum) and any(part.source.origin == "die" for part in entry.step.parts):
            return entry.step
    return None
