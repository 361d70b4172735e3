"""The states of a ruleset beyond their data: its tables of rows, and its hook."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from refcli.core.rows import Consequence, Question, Reaction, Refusal, Reminder
from refcli.core.states import Held
from refcli.core.view import LedgerView, PastRuling


class RulesetHooks:
    """What the states of a ruleset need beyond their data; a ruleset's own puts something in place of these."""

    refusals: Sequence[Refusal | Question] = ()
    reminders: Sequence[Reminder] = ()
    reactions: Sequence[Reaction] = ()
    consequences: Sequence[Consequence] = ()

    set_for_each = False
    """Whether a state of a unit that is set for a group is set for each of its units."""

    by_each: Collection[tuple[str, str]] = ()
    """Procedures and fields in which a group that is named means each of its units."""

    of_whole: Collection[tuple[str, str]] = ()
    """Procedures and fields in which one unit of a group is named for the whole group."""

    simultaneous = True
    """Whether two acts at one target may wait for their dice at the same time."""

    heeds: Collection[str] = ()
    """Words that are no states and are said by hand as one: what is said so becomes a state (``observer squad``)."""

    lifts: Collection[str] = ()
    """Conditions with which somebody may act who may not as he stands: he withdraws, or fires by the map."""

    def strength(self, unit: Any) -> int:
        """How many men or things a unit in play is at first: no more of it are ever lost."""
        strength: int = unit.strength
        return strength

    def effect(self, ledger: LedgerView, deed: PastRuling, effect: Mapping[str, Any]) -> None:
        """What one effect of a ruling does besides."""

    def falls_on_men(self, effect: Mapping[str, Any]) -> bool:
        """Whether an effect befalls men of a unit: it does no more to one that is out of play."""
        return False

    def after(self, ledger: LedgerView, deed: PastRuling) -> None:
        """What follows once all effects of a ruling are counted."""

    def added(self, ledger: LedgerView, name: str) -> None:
        """What follows once a unit is put on the table."""

    def by_hand(self, ledger: LedgerView, name: str) -> None:
        """What follows once the referee took a unit off the table, or said a state of it."""

    def asks_order(self, ledger: LedgerView) -> bool:
        """Whether the players still have to say in which order the sides move: the one that holds may be said again."""
        return False

    def ordered(self, ledger: LedgerView) -> None:
        """What follows once the referee said in which order the sides move."""

    def taken_back(self, ledger: LedgerView, owner: str, state: str) -> None:
        """What follows once the referee took back a state that somebody had."""

    def moment(self, ledger: LedgerView, edge: str, phase: str, turn_too: bool) -> None:
        """What follows from the ``start`` or ``end`` of a phase, and perhaps of the turn."""

    def whom(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Whom a field means where nobody is named in it: the field, and the names as they would be typed."""
        yield from ()

    def field_meant(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any], word: str) -> str:
        """The field that a word without an option is for, of several that could hold it; empty where that is not known.

        ``plain`` is what was asked for, as it was typed. Raises Refused for a word that another procedure takes.
        """
        return ""

    def stands_as(self, ledger: LedgerView, procedure: str, field: str, unit: str) -> str:
        """The row that a unit in play is in a field by what it carries or did; empty where its own rows tell.

        What it tells comes before the unit's own rows, as often as it is one of them, else once.

        Raises Refused for one that carries nothing, or can be nothing there.
        """
        return ""

    def is_of_each(self, ledger: LedgerView, unit: str, condition: str) -> bool:
        """Whether what was said of a unit in play as it was added holds of each one of it that is named."""
        return True

    def means_one(self, ledger: LedgerView, plain: Mapping[str, Any], field: str) -> bool:
        """Whether a unit of several that is named in a field without a number means one of it alone.

        ``plain`` is what was asked for, with the ``names`` of those in play in the fields before.
        """
        return False

    def is_one_deed(self, ledger: LedgerView, plain: Mapping[str, Any], field: str, group: str) -> bool:
        """Whether what a group does is one deed of all of it, and not one of each that is named by it.

        ``plain`` is what was asked for, with the ``names`` of those in play in the fields before. Raises Refused where
        it is neither.
        """
        return False

    def is_about_lost(self, procedure: str, plain: Mapping[str, Any], field: str) -> bool:
        """Whether a procedure may name in a field who is out of play: a wreck that its crew leaves.

        ``plain`` is what was asked for, or what was ruled.
        """
        return False

    def gives(
        self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any], field: str, unit: str
    ) -> Iterator[tuple[str, int, Held]]:
        """Conditions that hold of a unit in a field besides: name, how often, and the state that it comes from.

        ``plain`` is what was asked for, with the ``names`` of those in play.
        """
        yield from ()

    def fills(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """Fields that the ledger fills besides: name, value, and the state that it comes from.

        ``plain`` is what was asked for, with the ``names`` of those in play, and the ``dice`` that were given (Faces).
        """
        yield from ()

    def activates(self, ledger: LedgerView, procedure: str, plain: Mapping[str, Any]) -> str:
        """The group to whose activation a ruling belongs, which another one ends; empty where there is none."""
        return ""

    def is_occupied(self, ledger: LedgerView, unit: str, acted: Collection[str]) -> bool:
        """Whether a unit that has done nothing itself this turn had its part in what others did, or can do nothing.

        ``acted`` are those who did something.
        """
        return False

    def losses(self, ledger: LedgerView, side: str) -> str:
        """What a side lost beside whole units, as the report of a game tells it: ``5 of 15 men dead.``"""
        return ""
