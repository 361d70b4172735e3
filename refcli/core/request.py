"""What a procedure is asked: terms, conditions, fields, read off the declaration of its request."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from refcli.core.charts import Chart
from refcli.core.counts import NOTHING, Counts

Conditions = Counts[str]
"""Stated conditions, each with how often it was stated."""


class Term(NamedTuple):
    """One thing named on the command line: ``[COUNTx]NAME[/PLACE][+CONDITION...]``."""

    name: str
    many: int = 1
    place: str = ""
    conditions: Conditions = NOTHING

    @property
    def typed(self) -> str:
        """The term as it is typed."""
        thing = counted(self.name, self.many)
        where = f"{thing}/{self.place}" if self.place else thing
        return "+".join([where, *[counted(name, times) for name, times in self.conditions.items()]])


def one_by_one(terms: Iterable[tuple[str, Term]]) -> Iterator[tuple[str, str, Term]]:
    """Every single thing of labelled terms: its own label, numbered behind that of its term, that label, the term."""
    for label, term in terms:
        for number in range(1, term.many + 1):
            yield f"{label}/{number}", label, term


def counted(name: str, count: int) -> str:
    """``name``, with how often it counts unless that is once."""
    return name if count == 1 else f"{count}x{name}"


def uncounted(word: str) -> tuple[str, str]:
    """The count that a word begins with, as it is typed, and what it counts: ``4`` and ``killed`` of ``4xkilled``."""
    found = re.fullmatch(r"(\d+)x(.*)", word, re.IGNORECASE)
    return (found[1], found[2]) if found else ("", word)


class Field(NamedTuple):
    """What the type of a request's field does not say: help, unit, limits, where its names come from.

    ``position`` 1 is WHO, 2 is WHOM, 0 an option; the rows of ``charts`` are the names of a term, and
    ``places`` what may stand behind its slash; ``choices`` are all that a text may be.
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


class Input(NamedTuple):
    """One field of a request, read off its declaration."""

    name: str
    kind: type
    several: bool
    field: Field
    default: Any
    required: bool


def names_of(field: Field, charts: Mapping[str, Chart]) -> dict[str, str]:
    """Every name and alias that a term of the field may have, and the row that it means."""
    known: dict[str, str] = {}
    for chart in field.charts:
        known |= {name: name for name in charts[chart].rows}
        known |= {alias: row for alias, row in charts[chart].aliases.items() if alias not in known}
    return known


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


def terms_of(request: Any) -> Iterator[Term]:
    """Every term of a request, field by field."""
    for value in request:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from value


def stated_in(request: Any) -> set[str]:
    """Every condition that a request states, of the whole ruling or of a term."""
    return set(request.conditions).union(*(term.conditions for term in terms_of(request)))


def without(request: Any, condition: str) -> Any:
    """The request with a condition stated nowhere, of the ruling or of a term."""

    def dropped(conditions: Conditions) -> Conditions:
        return Counts({name: times for name, times in conditions.items() if name != condition})

    def bare(value: Any) -> Any:
        if isinstance(value, Term):
            return value._replace(conditions=dropped(value.conditions))
        return tuple(map(bare, value)) if isinstance(value, tuple) else value

    changed = {name: bare(value) for name, value in request._asdict().items() if name != "conditions"}
    return request._replace(**changed, conditions=dropped(request.conditions))


def labelled(terms: Sequence[Term]) -> list[tuple[str, Term]]:
    """Each term with a label of its own: its name, numbered from the second of a name on."""
    seen: dict[str, int] = {}
    found = []
    for term in terms:
        seen[term.name] = seen.get(term.name, 0) + 1
        number = seen[term.name]
        found.append((term.name if number == 1 else f"{term.name} {number}", term))
    return found
