"""A ledger and a past ruling as the code of a ruleset reads them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from refcli.core.cells import Source
from refcli.core.request import NAMES
from refcli.core.sentence import member_in
from refcli.core.states import Held, Phase, Value

Sentences = Iterator[tuple[str, Source]]
"""Sentences, each with its source."""


class Now(NamedTuple):
    """The moment of a game: turn 0 and no phase before the battle; an empty side for a phase of all sides."""

    turn: int
    phase: Phase | None
    side: str


class PastEffect(NamedTuple):
    """An effect of a past ruling: ``name`` as the ruling has it, and the ``unit`` in play that it names.

    ``member`` is that unit, or one of the group that it names: ``the unit of f1``. Both are empty for none.
    """

    kind: str
    name: str
    amount: Any
    detail: str
    role: str
    unit: str
    member: str


class PastRuling(Protocol):
    """A ruling of the journal: its procedure, the units in its fields, the conditions stated of them."""

    @property
    def number(self) -> int: ...

    @property
    def procedure(self) -> str: ...

    @property
    def given(self) -> Mapping[str, Any]:
        """The request."""
        ...

    @property
    def outcome(self) -> str: ...

    @property
    def effects(self) -> list[PastEffect]: ...

    @property
    def attempt(self) -> bool:
        """True if anything was attempted."""
        ...

    @property
    def fields_of(self) -> Mapping[str, str]:
        """Each unit in play that the request names, with its field."""
        ...

    def is_stated(self, condition: str, name: str = "") -> bool:
        """True if a condition was stated of a unit, or of the whole ruling."""
        ...

    def is_supplied(self, condition: str, name: str) -> bool:
        """True if the ledger stated a condition of a unit, and not the referee."""
        ...


class LedgerView(Protocol):
    """The units, states and charts of a game at one moment."""

    @property
    def units(self) -> Mapping[str, Any]: ...

    @property
    def sides(self) -> list[str]: ...

    @property
    def now(self) -> Now: ...

    @property
    def figure(self) -> Callable[[str, str, str], Any]:
        """Return a figure of the charts by chart, row and column; None if there is none."""
        ...

    @property
    def reads(self) -> Callable[[str, Mapping[str, Any]], bool]:
        """Return True if a reading, ``FW-66=goes-on``, is in force for a request."""
        ...

    def has(self, owner: str, state: str) -> Held | None:
        """A state of an owner, or None."""
        ...

    def value(self, owner: str, state: str, otherwise: Any = 0) -> Any:
        """The value of a state of an owner."""
        ...

    def named(self, state: str) -> list[tuple[str, Held]]:
        """The owners of a state, each with the state."""
        ...

    def is_out(self, unit: str) -> Held | None:
        """The state that took a unit, or its group, out of play; None if it is in play."""
        ...

    def group_of(self, unit: str) -> str:
        """The group of a unit; a unit without one is its own."""
        ...

    def in_group(self, group: str, *, lost_too: bool = False) -> list[Any]:
        """The units of a group that are in play; of a unit without a group itself."""
        ...

    def side_of(self, owner: str) -> str:
        """The side of an owner; empty for none."""
        ...


class LedgerEditor(LedgerView, Protocol):
    """A ledger whose states may be changed, after a ruling or an act of the referee."""

    def begin(self, owner: str, state: str, value: Value, number: int) -> None:
        """Begin a state, or add to one that counts."""
        ...

    def end(self, owner: str, state: str) -> None:
        """End a state."""
        ...


def terms_said(request: Mapping[str, Any], field: str) -> list[tuple[str, str]]:
    """The terms of a field of a request, each after the unit in play that it names; empty for a row of a chart."""
    given = request.get(field) or []
    texts = [given] if isinstance(given, str) else given
    names = request.get(NAMES, {}).get(field) or [""] * len(texts)
    return list(zip(names, texts, strict=True))


def unit_called(units: Mapping[str, Any], name: str) -> str:
    """The unit in play that a ruling names: ``f1``, ``2-Sec B`` of several men; empty for none."""
    if name in units:
        return name
    whole, _, letter = name.rpartition(" ")
    return whole if whole in units and letter.isalpha() and letter.isupper() else ""


def member_called(ledger: LedgerView, name: str) -> str:
    """The unit in play that a ruling names, or one of the group that it names: ``home``, ``the unit of f1``."""
    of_group = (unit.name for unit in ledger.in_group(name, lost_too=True) if unit.group)
    return unit_called(ledger.units, member_in(name)) or next(of_group, "")


def chart_rows(ledger: LedgerView, unit: str) -> tuple[str, ...]:
    """The rows of the charts that a unit is; none for a name that is not in play."""
    found: tuple[str, ...] = ledger.units[unit].stands_for if unit in ledger.units else ()
    return found
