"""What a procedure is asked: terms, conditions, fields, read off the declaration of its request."""

from collections.abc import Callable, Container, ItemsView, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, NamedTuple, get_args

from refcli.core.charts import Chart
from refcli.core.dice import numbered
from refcli.core.sentence import Member, Proper

__all__ = [
    "BACK",
    "DICE",
    "GROUPS",
    "NAMES",
    "NOTHING",
    "ROWS",
    "Annotated",
    "Conditions",
    "Field",
    "Input",
    "Named",
    "NamedTuple",
    "Term",
    "Terms",
    "counted",
    "field_called",
    "how_many",
    "inputs_of",
    "labelled",
    "lettered",
    "meanings_of",
    "names_of",
    "one_by_one",
    "stated_anywhere",
    "stated_in",
    "terms_of",
    "uncounted",
    "who_of",
    "without_condition",
]

NAMES = "names"
"""The key of the names that units have in play: a list for each field, a name for each of its terms."""

ROWS = "rows"
"""The key of the rows that are meant where no unit in play is named, for a ruleset's bars: as ``NAMES`` has them."""

BACK = "taken-back"
"""The key of the conditions that are taken back, ``no-buildings``, for a ruleset's bars."""

GROUPS = "groups"
"""The key of the groups that units in play belong to, a company say, by the names of the units."""

DICE = "dice"
"""The key of the faces that were given, beside what is asked for."""


class Conditions(Mapping[str, int]):
    """Stated conditions, each with how often it was stated; one that was not counts 0. Immutable and hashable."""

    __slots__ = ("_counts", "_hash")

    def __init__(self, stated: Mapping[str, int] | Iterable[str] = ()) -> None:
        counts: dict[str, int] = {}
        # a dict is told sooner than any other mapping
        pairs = stated.items() if isinstance(stated, (dict, Mapping)) else [(name, 1) for name in stated]
        for name, count in pairs:
            if count:
                counts[name] = counts.get(name, 0) + count
        self._counts = counts
        self._hash: int | None = None

    def __getitem__(self, name: str) -> int:
        return self._counts.get(name, 0)

    def __contains__(self, name: object) -> bool:
        return name in self._counts

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def items(self) -> ItemsView[str, int]:
        """Each condition with how often it was stated."""
        return self._counts.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._counts.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Conditions) else NotImplemented

    def __add__(self, other: "Conditions") -> "Conditions":
        if not other:
            return self
        merged = dict(self._counts)
        for name, count in other.items():
            merged[name] = merged.get(name, 0) + count
        return Conditions(merged)

    def among(self, names: Iterable[str]) -> list[str]:
        """Those of these names that are stated, in their order; asks for each of them."""
        return [name for name in names if name in self._counts] if self._counts else []

    def without(self, *names: str) -> "Conditions":
        """All but these."""
        return self._with({name: count for name, count in self._counts.items() if name not in names})

    def only(self, names: Container[str]) -> "Conditions":
        """No others than these."""
        return self._with({name: count for name, count in self._counts.items() if name in names})

    def also(self, *names: str) -> "Conditions":
        """These as well, each once where it is not stated."""
        return self._with({**dict.fromkeys(names, 1), **self._counts})

    def _with(self, counts: dict[str, int]) -> "Conditions":
        return Conditions(counts)

    def __repr__(self) -> str:
        return f"Conditions({self._counts})"


class RecordedConditions(Conditions):
    """Conditions that record the stated names that a rule asks for, in one set for each place where they are stated.

    Iteration asks for all of them. They are equal to the same conditions unrecorded.
    """

    __slots__ = ("_asked",)

    def __init__(self, counts: Mapping[str, int], *asked: set[str]) -> None:
        super().__init__(counts)
        self._asked = asked

    def _ask(self, names: Iterable[str]) -> None:
        for asked in self._asked:
            asked.update(names)

    def __getitem__(self, name: str) -> int:
        if name in self._counts:
            self._ask((name,))
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        if name in self._counts:
            self._ask((str(name),))
        return name in self._counts

    def __iter__(self) -> Iterator[str]:
        self._ask(self._counts)
        return super().__iter__()

    def __len__(self) -> int:
        self._ask(self._counts)
        return super().__len__()

    def items(self) -> ItemsView[str, int]:
        self._ask(self._counts)
        return super().items()

    def among(self, names: Iterable[str]) -> list[str]:
        found = super().among(names)
        self._ask(found)
        return found

    __hash__ = Conditions.__hash__

    def __add__(self, other: Conditions) -> Conditions:
        asked = other._asked if isinstance(other, RecordedConditions) else ()
        merged = dict(self._counts)
        for name, count in other._counts.items():
            merged[name] = merged.get(name, 0) + count
        return RecordedConditions(merged, *self._asked, *asked)

    __radd__ = __add__  # the order of the names may differ then, which no rule asks for

    def _with(self, counts: dict[str, int]) -> Conditions:
        return RecordedConditions(counts, *self._asked)


NOTHING = Conditions()


class Named(str):
    """The name of a chart's row that a unit in play stands for: looked up as the row, called by the unit's name."""

    __slots__ = ("who",)

    who: Proper

    def __new__(cls, row: str, who: Proper) -> "Named":
        """``row`` as the charts have it, ``who`` as the table calls the unit."""
        found = super().__new__(cls, row)
        found.who = who
        return found


def who_of(row: str) -> str:
    """The unit in play that a row's name stands for; empty for a plain row."""
    return row.who if isinstance(row, Named) else ""


class Term(NamedTuple):
    """One thing named on the command line: ``[COUNTx]NAME[/PLACE][+CONDITION...]``; ``who`` is its name in play.

    ``unit`` is that of the unit which it belongs to, if that has a name of its own.
    """

    name: str
    many: int = 1
    place: str = ""
    conditions: Conditions = NOTHING
    who: str = ""
    unit: str = ""

    def called(self, who: str, unit: str = "") -> "Term":
        """The same thing under its name in play, in whatever speaks of it; of a ``unit`` that has a name, too."""
        if not who:
            return self
        named = Named(self.name, Member(who, unit) if unit else Proper(who))
        return self._replace(name=named, who=who, unit=unit)

    @property
    def typed(self) -> str:
        """The term as it is typed."""
        thing = counted(self.name, self.many)
        where = f"{thing}/{self.place}" if self.place else thing
        return "+".join([where, *[counted(name, times) for name, times in self.conditions.items()]])


def counted(name: str, count: int) -> str:
    """``name``, with how often it counts unless that is once."""
    return name if count == 1 else f"{count}x{name}"


def uncounted(word: str) -> tuple[str, str]:
    """The count that a word begins with, as it is typed, and what it counts: ``4`` and ``killed`` of ``4xkilled``."""
    count, x, _ = word.replace("X", "x").partition("x")
    return (count, word[len(count) + 1 :]) if x and count.isdecimal() else ("", word)


def one_word(choice: str) -> str:
    """One of a field's choices as it is typed and offered, in one word: ``squads-first`` for squads first."""
    return choice.replace(" ", "-")


Terms = tuple[Term, ...]


class Field(NamedTuple):
    """What the type of a request's field does not say: help, unit, limits, where its names come from.

    ``position`` 1 is WHO, 2 is WHOM, 0 an option; the rows of ``charts`` are the names of a term, and
    ``places`` what may stand behind its slash; ``choices`` are all that a text may be;
    ``decides`` is what a player else chooses when it comes up; ``said`` is how a value is said, ``{value:gun}``;
    in a game, a word of that ``form`` is meant for the field wherever it stands.
    """

    help: str
    position: int = 0
    charts: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    noun: str = "unit"
    unit: str = ""
    short: str = ""
    at_least: int | float | None = None
    at_most: int | float | None = None
    choices: tuple[str, ...] = ()
    pattern: str = ""
    decides: bool = False
    said: str = ""
    form: str = ""


class Input(NamedTuple):
    """One field of a request, read off its declaration."""

    name: str
    kind: type
    several: bool
    field: Field
    default: Any
    required: bool


def meanings_of(field: Field, charts: Mapping[str, Chart]) -> dict[str, tuple[str, ...]]:
    """Every name and alias that a term of the field may have, and the rows that it may mean, the most usual first.

    A row's own name means that row, unless another chart of the field has it as an alias of several.
    """
    known: dict[str, tuple[str, ...]] = {}
    for chart in field.charts:
        known |= {name: (name,) for name in charts[chart].rows if len(known.get(name, ())) < 2}
        for alias, rows in charts[chart].aliases.items():
            before = known.get(alias, ())
            if before != (alias,) or len(rows) > 1:
                known[alias] = tuple(dict.fromkeys((*(row for row in before if row != alias), *rows)))
    return known


def names_of(field: Field, charts: Mapping[str, Chart]) -> dict[str, str]:
    """Every name and alias that means one row, and that row."""
    return {name: rows[0] for name, rows in meanings_of(field, charts).items() if len(rows) == 1}


_inputs: dict[type[Any], tuple[Input, ...]] = {}
"""The fields of each request type, once they were read off it."""


def inputs_of(request: type[Any]) -> tuple[Input, ...]:
    """The declared fields of a request type, conditions left out."""
    if request not in _inputs:
        _inputs[request] = tuple(_declared(request))
    return _inputs[request]


def _declared(request: type[Any]) -> Iterator[Input]:
    defaults = request._field_defaults
    for name, annotation in request.__annotations__.items():
        if not hasattr(annotation, "__metadata__"):
            continue
        kind, field = annotation.__origin__, annotation.__metadata__[0]
        inner = get_args(kind)
        several = bool(inner) and type(None) not in inner
        if inner:  # tuple[Term, ...], or one of a type and None
            kind = inner[0]
        yield Input(name, kind, several, field, defaults.get(name), name not in defaults)


ALIKE = (
    ("attackers", "firer", "weapon", "guns", "thrower", "rammer", "captor"),
    ("target", "defender", "captive"),
    ("unit", "mover", "section"),
    ("side",),
)
"""What one procedure calls so and another one otherwise: who does it, to whom it is done, who moves or is tried."""


def field_called(name: str, fields: Mapping[str, Input]) -> str | None:
    """The field that a name means: its own, else the only one of terms that is called so elsewhere; None for none."""
    if name in fields:
        return name
    one = name.removesuffix("s")
    for alike in ALIKE:
        if one in [word.removesuffix("s") for word in alike]:
            same = {word.removesuffix("s") for word in alike}
            meant = [
                field.name for field in fields.values() if field.kind is Term and field.name.removesuffix("s") in same
            ]
            return meant[0] if len(meant) == 1 else None
    return None


def terms_of(request: Any) -> Iterator[Term]:
    """Every term of a request, field by field."""
    for value in request:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from value


def stated_anywhere(request: Any) -> Conditions:
    """All conditions of a request together, those of its terms and those of the whole ruling."""
    return sum([term.conditions for term in terms_of(request)], request.conditions)


def stated_in(request: Any) -> tuple[str, ...]:
    """Every condition that a request states, once: those of its terms, then those of the whole ruling."""
    return tuple(dict.fromkeys(chain(*(term.conditions for term in terms_of(request)), request.conditions)))


def without_condition(request: Any, condition: str) -> Any:
    """The request with a condition stated nowhere, of the ruling or of a term."""

    return with_conditions(request, lambda conditions, _: conditions.without(condition))


def with_conditions(request: Any, change: Callable[[Conditions, str], Conditions]) -> Any:
    """The request with its conditions changed, of the ruling and of each term, whose name ``change`` gets too."""
    values: list[Any] = []
    for value in request:
        if isinstance(value, Term):
            values.append(_changed(value, change))
        elif isinstance(value, tuple):
            values.append(tuple([_changed(term, change) for term in value]))
        else:
            values.append(change(value, "") if isinstance(value, Conditions) else value)
    return request._make(values)


def _changed(term: Term, change: Callable[[Conditions, str], Conditions]) -> Term:
    """The term with its conditions changed, if it has any."""
    return term._replace(conditions=change(term.conditions, term.name)) if term.conditions else term


def labelled(terms: Sequence[Term]) -> list[tuple[str, Term]]:
    """Each term with a label of its own: its name, numbered from the second of a name on."""
    seen: dict[str, int] = {}
    found = []
    for term in terms:
        seen[term.name] = seen.get(term.name, 0) + 1
        number = seen[term.name]
        found.append((term.name if number == 1 else f"{term.name} {number}", term))
    return found


def how_many(terms: Iterable[Term]) -> int:
    """How many single things several terms are."""
    return sum([term.many for term in terms])


def one_by_one(terms: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    """Every single thing of several terms with a label of its own, numbered behind that of its term."""
    for label, term in labelled(terms):
        yield from numbered(label, term.many, term if term.many == 1 else term._replace(many=1))


@lru_cache(256)
def lettered(terms: Terms) -> tuple[tuple[str, str, str], ...]:
    """Every single thing of several terms: its label, its name, its letter among those of that name, if it has any.

    A term that is one thing stands under the label of the term as well.
    """
    found: list[tuple[str, str, str]] = []
    many: dict[tuple[str, str], int] = {}
    for term in terms:
        alike = term.name, term.who
        many[alike] = many.get(alike, 0) + term.many
    seen = dict.fromkeys(many, 0)
    for label, term in labelled(terms):
        alike = term.name, term.who
        for one, _ in numbered(label, term.many, term):
            letter = letters(seen[alike]) if many[alike] > 1 else ""
            seen[alike] += 1
            found.append((one, term.name, letter))
            if term.many == 1:
                found.append((label, term.name, letter))
    return tuple(found)


def letters(index: int) -> str:
    """The letter of a place in a list, A the first; after Z come AA, AB and so on."""
    before, last = divmod(index, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)
