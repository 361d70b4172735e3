"""A procedure, what it is asked and what it rules; the ruleset it belongs to."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from refcli.core.charts import Condition
from refcli.core.dice import Asker, Dice, Table
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.request import Input, Term, inputs_of
from refcli.core.ruling import Figure, Note, Outcome, Ruling

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


def in_words(terms: Iterable[Term], charts: Charts, *known: str) -> str:
    """Terms as these charts call them, with count and place, joined by commas."""
    said = []
    for term in terms:
        called = charts.called(term.name, *known)
        place = f" ({term.place})" if term.place else ""
        said.append(f"{term.many} {called}{place}" if term.many > 1 else f"{called}{place}")
    return ", ".join(said)


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
