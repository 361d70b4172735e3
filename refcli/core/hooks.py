"""The evening of a ruleset beyond states.toml: its tables of rows, and at most eight functions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.request import NAMES
from refcli.core.rows import Case, Consequence, Predicate, Question, Reaction, Refusal, Reminder, Summary, never
from refcli.core.states import Held
from refcli.core.view import LedgerEditor, PastRuling, terms_said


class RulesetHooks:
    """Tables and functions of a ruleset in a game. The default does nothing; a ruleset overrides what it needs."""

    refusals: Sequence[Refusal | Question] = ()
    reminders: Sequence[Reminder] = ()
    reactions: Sequence[Reaction] = ()
    consequences: Sequence[Consequence] = ()
    summaries: Sequence[Summary] = ()

    busy: Predicate = never
    """Units that took part in the acts of others, or can do nothing: they are not listed as idle."""

    set_for_each = False
    """True if a state of a unit that is set for a group is set for each of its units."""

    by_each: Collection[tuple[str, str]] = ()
    """Procedures and fields in which the name of a group means each of its units."""

    of_whole: Collection[tuple[str, str]] = ()
    """Procedures and fields in which the name of one unit means its whole group."""

    of_lost: Collection[tuple[str, str, str]] = ()
    """Procedures and fields that may name a unit out of play, with the condition that this takes; empty for none."""

    of_one: Collection[str] = ()
    """Conditions of a unit that hold only for a unit of one man or thing."""

    on_men: Collection[str] = ()
    """Effects on men of a unit; they change nothing for a unit that is out of play."""

    simultaneous = True
    """True if acts of two groups may wait for their dice at the same time."""

    reacts: Predicate = never
    """Units whose act may come between: held fire, where else one group acts at a time."""

    lifts: Collection[str] = ()
    """Conditions that allow an act to a unit that may not act otherwise: it withdraws, or fires by the map."""

    def after_ruling(self, ledger: LedgerEditor, ruling: PastRuling) -> None:
        """Change states that follow from a ruling, after its effects."""

    def after_act(self, ledger: LedgerEditor, act: str, owner: str, state: str = "") -> None:
        """Change states after the referee's ``add``, ``remove``, ``set``, ``unset`` or ``sides``."""

    def default_units(self, case: Case) -> Iterator[tuple[str, str]]:
        """Fields of a request without a name, and the names that they mean, as they would be typed."""
        yield from ()

    def field_of_word(self, case: Case, word: str) -> str:
        """The field of a word without an option, if several could hold it; empty if unknown.

        Raises Refused for a word of another procedure.
        """
        return ""

    def row_of(self, case: Case) -> str:
        """The row of a unit in the field of a request, by its load or its acts; empty if its own rows decide.

        Raises Refused for a unit that can be nothing there.
        """
        return ""

    def counts_as_one(self, case: Case) -> bool:
        """True if a group acts as one, or if only one of a unit of several is meant, without a number.

        Raises Refused where it is neither.
        """
        return False

    def conditions_of(self, case: Case) -> Iterator[tuple[str, int, Held]]:
        """Conditions of a unit in a field beyond states.toml: name, number, and the state that gives it."""
        yield from ()

    def fields_of(self, case: Case) -> Iterator[tuple[str, Any, Held]]:
        """Fields of a request beyond states.toml: name, value, and the state that gives it."""
        yield from ()


def may_be_lost(hooks: RulesetHooks, request: Mapping[str, Any], field: str) -> bool:
    """True if a field of a request may name a unit out of play: a wreck that its crew leaves."""
    for procedure, name, condition in hooks.of_lost:
        if (procedure, name) == (request.get("procedure"), field):
            terms = [term for one in request.get(NAMES, ()) for _, term in terms_said(request, one)]
            stated = {*request.get("conditions", ()), *[word for term in terms for word in term.split("+")[1:]]}
            return not condition or condition in stated
    return False
