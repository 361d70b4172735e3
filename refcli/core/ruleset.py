"""How a ruleset states its procedures, and how a procedure states its inputs."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, get_args

from refcli.core.charts import Chart, Condition
from refcli.core.counts import NOTHING, Counts
from refcli.core.dice import Asker, Dice, Table
from refcli.core.errors import Refused
from refcli.core.in_force import Charts
from refcli.core.ruling import Figure, Note, Outcome, Ruling

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


def in_words(terms: Iterable[Term], charts: Charts, *known: str) -> str:
    """Terms as these charts call them, with count and place, joined by commas."""
    said = []
    for term in terms:
        called = charts.called(term.name, *known)
        place = f" ({term.place})" if term.place else ""
        said.append(f"{term.many} {called}{place}" if term.many > 1 else f"{called}{place}")
    return ", ".join(said)


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


Rule = Callable[[Any, Charts, Dice], Ruling]


class Procedure(NamedTuple):
    """One thing that is resolved: the rule, its request, the charts it reads, what it can come to.

    ``sums`` are the names of its sums, the first being the one ``--adjust`` means without a name;
    ``circumstances`` are the conditions that its rule reads by name.
    """

    name: str
    rule: Rule
    request: type[Any]
    charts: tuple[str, ...]
    outcomes: type[Outcome]
    sums: tuple[str, ...] = ()
    circumstances: type[StrEnum] | None = None

    @property
    def summary(self) -> str:
        """The first line of the rule's docstring."""
        return (self.rule.__doc__ or "").strip().split("\n")[0]

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The request's fields but its conditions, in order."""
        return inputs_of(self.request)

    def conditions(self, charts: Mapping[str, Any]) -> dict[str, Condition]:
        """The conditions that can be stated, from the charts it reads."""
        found: dict[str, Condition] = {}
        for name in self.charts:
            for condition in charts[name].conditions.values():
                if condition.automatic or (condition.only and self.name not in condition.only):
                    continue
                found.setdefault(condition.name, condition)
        return found


class Ruleset(NamedTuple):
    """A published set of rules: its procedures by name, each imported when it is asked for.

    ``procedures`` maps a name to ``module:ATTRIBUTE``; ``also`` maps the ruleset's own words to
    those names. ``folder`` is where its charts are, when they are not among the shipped ones.
    """

    name: str
    procedures: Mapping[str, str]
    also: Mapping[str, str] = {}
    folder: str = ""

    def procedure(self, name: str) -> Procedure:
        """The procedure of a name, imported now."""
        from importlib import import_module

        module, _, attribute = self.procedures[name].partition(":")
        procedure: Procedure = getattr(import_module(module), attribute)
        return procedure


class Asked(Protocol):
    """What was asked for: of which procedure, and with which figures, modifiers and readings of the referee's own."""

    @property
    def rules(self) -> str: ...

    @property
    def procedure(self) -> Procedure: ...

    @property
    def request(self) -> Any: ...

    @property
    def controls(self) -> Mapping[str, Any]: ...


class Record(NamedTuple):
    """A ruling and what it was made with: the request, and the referee's own figures, modifiers and readings.

    ``digest`` tells the charts' when it is wanted. ``lying`` are faces known beforehand, by label, those of dice
    that this ruling had no use for among them: the same dice judged otherwise may need them.
    """

    rules: str
    procedure: Procedure
    request: Any
    ruling: Ruling
    digest: Callable[[], str]
    controls: Mapping[str, Any] = {}
    lying: Mapping[str, int] = {}


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


def dice_known(procedure: Procedure, request: Hashable, charts: Charts, entered: Sequence[int]) -> dict[str, int]:
    """The labels of the dice that entered faces belong to: which dice those are, only they decide."""
    table = Table(0, entered)
    table.sub(procedure.rule, (request, charts), "")
    table.all_taken()
    return table.entered


def resolve(
    procedure: Procedure,
    request: Hashable,
    charts: Charts,
    seed: int,
    entered: Sequence[int] = (),
    known: Mapping[str, int] | None = None,
    asker: Asker | None = None,
) -> Ruling:
    """Resolve a request at a table; the ruling comes with its steps, readings and cells.

    ``entered`` faces are taken in order, ``known`` ones by label. Raises Refused for a face that
    cannot fall, for more faces than dice, and for a figure that may not be used.
    """
    table = Table(seed, entered, known, asker)
    ruling = table.sub(procedure.rule, (request, charts), "")
    table.some_unknown()
    try:
        table.all_taken()
    except Refused as error:
        raise Refused(f"{error}. It came to: {ruling.outcome.word}{told_last(table)}") from None
    return ruling._replace(
        steps=tuple(table.trail),
        readings=tuple(charts.passed.items()),
        cells=tuple(charts.used.values()),
        seed=seed,
    )


def told_last(table: Table) -> str:
    """What a rule told last before it gave its ruling, which is why it came to that: a note or a figure."""
    last = table.trail[-1].step if table.trail else None
    if isinstance(last, Note):
        return f"; {last.text}"
    return f"; {last.label}: {last.cell.said}" if isinstance(last, Figure) else ""
