"""A procedure, what it is asked and what it rules; the ruleset it belongs to."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from refcli.core.charts import Condition
from refcli.core.dice import Choice, Dice
from refcli.core.figures import Charts
from refcli.core.request import Input, Term, inputs_of, lettered
from refcli.core.ruling import EffectKind, Outcome, Ruling
from refcli.core.sentence import Proper, in_other_words, many

if TYPE_CHECKING:
    from refcli.core.hooks import RulesetHooks

Rule = Callable[[Any, Charts, Dice], Ruling]
"""The function of a procedure: its request, the charts in force, the dice."""


class Procedure(NamedTuple):
    """One thing that is resolved: the rule, its request, the charts it reads, what it can come to.

    ``sums`` are the names of its sums, the first being the one ``--adjust`` means without a name; ``rolls`` is whether
    it ever rolls dice; ``by_side`` is whether sides roll against each other, each its own handful.
    """

    name: str
    rule: Rule
    request: type[Any]
    outcomes: type[Outcome]
    charts: tuple[str, ...]
    sums: tuple[str, ...]
    rolls: bool
    by_side: bool

    @property
    def summary(self) -> str:
        """The first line of the rule's docstring."""
        return (self.rule.__doc__ or "").strip().split("\n")[0]

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The request's fields but its conditions, in order."""
        return inputs_of(self.request)

    @property
    def positional(self) -> list[Input]:
        """The fields that are said by their place: WHO, then WHOM."""
        return sorted([one for one in self.inputs if one.field.position], key=lambda one: one.field.position)

    def conditions(self, charts: Mapping[str, Any]) -> dict[str, Condition]:
        """The conditions that can be stated, from the charts it reads."""
        found: dict[str, Condition] = {}
        for name in self.charts:
            for condition in charts[name].conditions.values():
                if condition.automatic or (condition.only and self.name not in condition.only):
                    continue
                found.setdefault(condition.name, condition)
        return found


def procedure(
    name: str,
    outcomes: type[Outcome],
    charts: Sequence[str] = (),
    sums: Sequence[str] = (),
    rolls: bool = True,
    *,
    by_side: bool = False,
) -> Callable[[Rule], Procedure]:
    """Declare a rule, ``(request, charts, dice) -> Ruling``, as the procedure ``name``; its request is annotated.

    ``charts`` are all that it reads, ``sums`` the names of what it adds up, the first the one that ``--adjust`` means;
    ``rolls`` is whether it ever rolls dice, ``by_side`` whether sides do so against each other.
    """

    def declared(rule: Rule) -> Procedure:
        asked = rule.__annotations__.get("request")
        if not isinstance(asked, type):
            raise TypeError(f"the rule of {name} does not say what it is asked: (request: ITS_REQUEST, charts, dice)")
        return Procedure(name, rule, asked, outcomes, tuple(charts), tuple(sums), rolls, by_side)

    return declared


def effect_kinds(procedures: Iterable[Procedure]) -> list[EffectKind]:
    """Return the kinds of effect of these procedures: those of the packages of their rules."""
    packages = {procedure.rule.__module__.rpartition(".")[0] for procedure in procedures}
    lists = [one for one in EffectKind.__subclasses__() if one.__module__.rpartition(".")[0] in packages]
    return [kind for one in lists for kind in one]


class Ruleset(NamedTuple):
    """A published set of rules: its procedures by name, each imported when it is asked for.

    ``procedures`` maps a name to ``module:attribute``, the module behind a point being one of ``package``; ``also``
    maps the ruleset's own words to those names. ``folder`` is where its charts are, when they are not among the
    shipped ones, ``ledger`` the hook of its states, named as a procedure is.
    """

    name: str
    procedures: Mapping[str, str]
    also: Mapping[str, str] = {}
    folder: str = ""
    package: str = ""
    ledger: str = ""

    def procedure(self, name: str) -> Procedure:
        """The procedure of a name, imported now."""
        found: Procedure = self._imported(self.procedures[name])
        return found

    def hook(self) -> "RulesetHooks":
        """What its states need beyond their data, imported now."""
        from refcli.core.hooks import RulesetHooks  # only a game pays for it

        return self._imported(self.ledger) if self.ledger else RulesetHooks()

    def _imported(self, place: str) -> Any:
        from importlib import import_module

        module, _, attribute = place.partition(":")
        return getattr(import_module(module, self.package), attribute)


def was_said(choice: Choice, procedure: "Procedure", request: Any) -> bool:
    """Whether a choice that nobody was asked for fell as the request says, and not as it does where nothing is said."""
    return was_left_to_it(choice, procedure) and any(
        field.field.choices == choice.options and choice.chosen == getattr(request, field.name) != field.default
        for field in procedure.inputs
    )


def was_left_to_it(choice: Choice, procedure: "Procedure") -> bool:
    """Whether nobody was asked for a choice that the request says, or could have said."""
    return choice.by == "policy" and any(field.field.choices == choice.options for field in procedure.inputs)


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
    """A ``ruling`` and what it was made with: the ``request``, and the referee's own figures, modifiers and readings.

    ``rules`` is the name of its ruleset, ``controls`` has the referee's own as a plain object. ``procedure`` is what
    was asked. ``digest`` tells the charts' when it is wanted. ``known`` are faces known beforehand, by label, those
    of dice that this ruling had no use for among them: the same dice judged otherwise may need them; ``chosen`` is
    likewise what players chose before.
    """

    rules: str
    procedure: Procedure
    request: Any
    ruling: Ruling
    digest: Callable[[], str]
    controls: Mapping[str, Any] = {}
    known: Mapping[str, int] = {}
    chosen: Mapping[str, Sequence[str]] = {}


def names_of_terms(procedure: Procedure, request: Any, charts: Charts) -> dict[str, Any]:
    """What a request names, field by field, as the charts call it: one name, or several with count and place."""
    names: dict[str, Any] = {}
    for field in procedure.inputs:
        if field.kind is Term:
            value = getattr(request, field.name)
            known = field.field.charts
            if isinstance(value, Term):
                names[field.name] = charts.called(value.name, *known)
            else:
                names[field.name] = named(value or (), charts, *known)
    return names


def named(terms: Sequence[Term], charts: Charts, *known: str) -> tuple[str, ...]:
    """Terms as the first of the ``known`` charts that has each calls it, with count and place; alike ones together."""
    counts: dict[tuple[str, str], int] = {}
    for term in terms:
        called = charts.called(term.name, *known)
        counts[called, term.place] = counts.get((called, term.place), 0) + term.many
    return tuple([_named(count, called, place) for (called, place), count in counts.items()])


def unit_names(terms: Sequence[Term], charts: Charts, *known: str) -> Mapping[str, str]:
    """The name of every single thing that terms name, by its label: its type as the charts call it, and its letter.

    The label is that of ``one_by_one``, or of ``labelled`` where a term is one thing; a type of which there is but one
    has no letter.
    """
    return _UnitNames(terms, charts, known)


class _UnitNames(dict[str, str]):
    """Names that are made when the first of them is asked for: odds never ask."""

    def __init__(self, terms: Sequence[Term], charts: Charts, known: tuple[str, ...]) -> None:
        super().__init__()
        self._made_from = tuple(terms), charts, known

    def __missing__(self, label: str) -> str:
        terms, charts, known = self._made_from
        for one, row, letter in lettered(terms):
            called = charts.called(row, *known)
            self[one] = f"{called} {letter}" if letter else called
        if label not in self:
            raise KeyError(label)
        return self[label]


def _named(count: int, name: str, place: str) -> str:
    said = name if isinstance(name, Proper) else many(count, name)
    return in_other_words(said, f"{said} ({place})") if place else said
