"""A ledger and a past ruling as the code of a ruleset reads them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Protocol

from refcli.core.cells import Source
from refcli.core.request import NAMES
from refcli.core.states import Held, Phase, State, Value

Sentences = Iterator[tuple[str, Source]]
"""Sentences, each with where it stands: why something is barred, what is due."""


def terms_said(plain: Mapping[str, Any], field: str) -> list[tuple[str, str]]:
    """The terms of a field of a request, as they were said, each behind the unit in play that it names.

    A row of a chart names none, and has an empty name.
    """
    given = plain.get(field) or []
    texts = [given] if isinstance(given, str) else given
    names = plain.get(NAMES, {}).get(field) or [""] * len(texts)
    return list(zip(names, texts, strict=True))


class PastRuling(Protocol):
    """A ruling of the journal: its procedure, the units in its fields, the conditions stated of them."""

    @property
    def number(self) -> int: ...

    @property
    def procedure(self) -> str: ...

    @property
    def given(self) -> Mapping[str, Any]: ...

    @property
    def ruling(self) -> Mapping[str, Any]: ...

    @property
    def attempt(self) -> bool:
        """Whether anything was tried."""
        ...

    @property
    def fields_of(self) -> Mapping[str, str]: ...

    @property
    def before(self) -> Mapping[tuple[str, str], Held]:
        """The states that held as it was ruled, where what is due at once is asked of it; elsewhere none."""
        ...

    def is_stated(self, condition: str, name: str = "") -> bool:
        """Whether a condition was stated of a unit, or of the whole ruling."""
        ...

    def is_supplied(self, condition: str, name: str) -> bool:
        """Whether the ledger stated a condition of a unit, and not the referee."""
        ...


class LedgerView(Protocol):
    """The units, states and phase of a game at one moment."""

    @property
    def held(self) -> Mapping[tuple[str, str], Held]: ...

    @property
    def states(self) -> Mapping[str, State]: ...

    @property
    def units(self) -> Mapping[str, Any]: ...

    @property
    def sides(self) -> list[str]: ...

    @property
    def turn(self) -> int:
        """The turn that is on; 0 before the battle."""
        ...

    @property
    def phase(self) -> Phase | None:
        """The phase that is on; None before the battle."""
        ...

    @property
    def side(self) -> str:
        """The side whose phase it is; empty where it is nobody's own."""
        ...

    @property
    def figure(self) -> Callable[[str, str, str], Any]:
        """Tells a figure of the charts by chart, row and column."""
        ...

    @property
    def reads(self) -> Callable[[str, Mapping[str, Any]], bool]:
        """Tells whether a reading, ``FW-66=goes-on``, holds for what is asked."""
        ...

    def has(self, owner: str, state: str) -> Held | None:
        """A state that somebody has, or None."""
        ...

    def value(self, owner: str, state: str, otherwise: Any = 0) -> Any:
        """The value of a state that somebody has."""
        ...

    def named(self, state: str) -> list[tuple[str, Held]]:
        """The owners of a state, each with the state."""
        ...

    def names_of(self, owner: str) -> list[str]:
        """The names of the states of one owner, in the order in which they began."""
        ...

    def any_has(self, name: str, state: str) -> bool:
        """Whether a unit, its group or its side has a state."""
        ...

    def is_out(self, unit: str) -> Held | None:
        """What took a unit out of play, if anything did."""
        ...

    def group_of(self, unit: str) -> str:
        """The group that a unit belongs to; one that belongs to none is its own."""
        ...

    def all_in_group(self, group: str) -> Collection[Any]:
        """The units of a group, those out of play as well; of a unit without a group itself."""
        ...

    def in_group(self, group: str) -> list[Any]:
        """The units of a group that are in play; of a unit without a group itself."""
        ...

    def side_of(self, owner: str) -> str:
        """The side that an owner belongs to; empty for nobody's."""
        ...

    def stands_for(self, unit: str, row: str) -> bool:
        """Whether a unit in play stands for a row of some chart."""
        ...

    def unit_called(self, name: str) -> str | None:
        """The unit in play that an effect names."""
        ...

    def member_called(self, name: str) -> str | None:
        """The unit in play that an effect names, or one of the group that it falls on: ``the unit of f1``."""
        ...

    def begin(self, owner: str, state: str, value: Value, number: int) -> None:
        """Let a state begin or, of one that counts, grow."""
        ...

    def end(self, owner: str, state: str) -> None:
        """Let a state end."""
        ...
