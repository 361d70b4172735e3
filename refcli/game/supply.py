"""The states brought to a request: conditions that they give, and fields that they fill."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from refcli.core.request import DICE, GROUPS, NAMES, Input, Term, counted
from refcli.core.rows import Case
from refcli.core.states import COUNT, GAME, Give, Held
from refcli.core.view import unit_called
from refcli.game.awaited import Parts, parts_in
from refcli.game.bars import Reason, reasons_against
from refcli.game.ledger import Ledger
from refcli.game.request_in_play import NamedTerm, RequestInPlay
from refcli.game.units import NO_UNITS
from refcli.wire import JsonObject
from refcli.wire.lookup import Words


class Supplied(NamedTuple):
    """A condition, or a field with its value, that a state brought to a ruling, and the owner of the state."""

    owner: str
    what: str
    held: Held


class Completed(NamedTuple):
    """A completed request: the states brought to it, the reasons against it, the parts of its units."""

    plain: JsonObject
    supplied: tuple[Supplied, ...]
    bars: tuple[Reason, ...]
    parts: Parts = Parts()


def complete(ledger: Ledger, words: Words, plain: Mapping[str, Any], overrule: bool = False) -> Completed:
    """Complete a request with units in play and their states.

    What the referee states himself stands; ``no-NAME`` among the conditions takes back what a state gives. Where he
    means to ``overrule``, a state that bars the ruling gives nothing to it. Raises Refused.
    """
    asked = RequestInPlay(ledger, words, plain)
    bars = tuple(reasons_against(asked))
    if not bars:
        asked.check_rows()
    overruled = {(bar.held.state.name, bar.held.entry) for bar in bars if bar.held} if overrule else set()
    supply = _Supply(asked, overruled)
    completed = supply.completed()
    if asked.names:
        units = [term.unit for terms in asked.fields.values() for term in terms if term.unit]
        completed |= {NAMES: asked.names, GROUPS: {unit.name: unit.group for unit in units if unit.group}}
    return Completed(completed, tuple(supply.supplied), bars, parts_in(asked))


class _Recipient(NamedTuple):
    """A term of a field with the conditions that it got; without a term the whole ruling, or a text field."""

    own: list[str]
    field: Input | None = None
    term: NamedTerm = NamedTerm("")


class _Supply:
    def __init__(self, asked: RequestInPlay, overruled: set[tuple[str, int]]) -> None:
        """``overruled`` are the states that give nothing, by name and entry."""
        self._asked = asked
        self._ledger = asked.ledger
        self._words = asked.words
        self._procedure = asked.procedure.name
        self._overruled = overruled
        self.supplied: list[Supplied] = []

    def completed(self) -> JsonObject:
        """The request with all that states bring to it."""
        plain = {**self._asked.plain}
        for name, terms in self._asked.fields.items():
            field = self._words.fields[name]
            texts = [self._with_conditions(term, field) for term in terms]
            plain[name] = texts if field.several else texts[0]
        ruling = _Recipient(self._asked.stated)
        for value, name in self._asked.texts():
            self._give(value, ruling._replace(field=self._words.fields[name]))
        self._give(GAME, ruling)
        plain["conditions"] = self._asked.stated
        self._fill(plain)
        return plain

    # conditions

    def _with_conditions(self, term: NamedTerm, field: Input) -> str:
        """A term's text with the conditions that its unit, its group, its side and the game give it."""
        to, hook = _Recipient([], field, term), self._ledger.hook
        for condition in term.unit.conditions if term.unit else ():
            where = self._list_of(condition, to)
            of_each = condition not in hook.of_one or not term.unit or term.unit.strength == 1
            if where is not None and of_each and not self._asked.is_stated(condition, term.text):
                where.append(condition)
        for owner, held in self._asked.states_for(term) if term.owner else ():
            self._give_from(owner, held, to)
        self._give(GAME, to)
        given = hook.conditions_of(self._asked.case(term.owner, field.name)) if term.owner else ()
        for name, times, held in given:
            gives = self._ledger.states.get(held.state.name, held.state).gives
            if all(self._is_for_chart(give, term) for give in gives if give.condition == name):
                self._state(name, times, term.owner, held, to, field_named=True)
        return "+".join([term.text, *to.own])

    def _give(self, owner: str, to: _Recipient) -> None:
        """Add the conditions of an owner's states."""
        for held in list(self._ledger.states_of(owner)):
            self._give_from(owner, held, to)

    def _give_from(self, owner: str, held: Held, to: _Recipient) -> None:
        """Add the conditions of one state of an owner."""
        if (held.state.name, held.entry) in self._overruled:
            return
        times = held.value if held.state.value == COUNT and isinstance(held.value, int) else 1
        for give in held.state.gives:
            if self._fits(give, held, owner, to):
                self._state(give.condition, times, owner, held, to, field_named=bool(give.field))

    def _fits(self, give: Give, held: Held, owner: str, to: _Recipient) -> bool:
        """True if a state gives a condition here."""
        return (
            self._asked.applies(give, held, owner, to.term.owner if to.term.text else owner)
            and (not give.field or give.field == (to.field.name if to.field else ""))
            and (give.over is None or not (isinstance(held.value, str) or held.value <= give.over))
            and (not give.same or self._names_same(give.same, str(held.value)))
            and self._is_for_chart(give, to.term)
        )

    def _is_for_chart(self, give: Give, term: NamedTerm) -> bool:
        """True if a term is a row of one of the charts that a condition is given for, where it is for some alone."""
        return not give.rows or any(self._asked.is_of(term, chart) for chart in give.rows)

    def _names_same(self, name: str, value: str) -> bool:
        """True if a field names the value of a state: one of its units, its feature, or its text.

        A word that no row of the feature's charts has may be any of them.
        """
        field, terms = self._words.fields.get(name), self._asked.fields.get(name, ())
        if field is None:
            return False
        if field.kind is not Term:
            return self._asked.plain.get(name) in (None, value)
        if field.field.noun not in NO_UNITS:
            told = {unit_called(self._ledger.units, one) or one for one in value.split(", ")}
            return any(term.owner in told for term in terms)
        charts = [self._words.charts[chart] for chart in field.field.charts]
        word = value.lower()
        rows = {row for chart in charts for row in (*chart.rows_called(word), *chart.rows_labelled(word))}
        return bool(terms) and (not rows or any(self._words.term(term.text, field).name in rows for term in terms))

    def _state(self, name: str, times: int, owner: str, held: Held, to: _Recipient, *, field_named: bool) -> None:
        """Add a condition, unless the referee states it or takes it back, or one is stated that excludes it."""
        where = self._list_of(name, to, field_named)
        if where is None or name in self._asked.back or self._asked.is_stated(name, to.term.text):
            return
        text = "+".join([to.term.text, *to.own])
        if any(self._asked.is_stated(other, text) for other in self._words.excluded(name)):
            return
        text = counted(name, times if self._words.conditions[name].counted else 1)
        where.append(text)
        self.supplied.append(Supplied(owner, text, held))

    def _list_of(self, name: str, to: _Recipient, field_named: bool = False) -> list[str] | None:
        """The conditions that one belongs to: those of the term, of the ruling, or None.

        One of the ruling is given by whoever acts, by others only where the giver names their field.
        """
        condition, field = self._words.conditions.get(name), to.field
        if condition is None:
            return None
        if field is not None and condition.of == field.name:
            return to.own
        if not condition.of and (field_named or field is None or field.kind is not Term or field.field.position <= 1):
            return self._asked.stated
        return None

    # fields

    def _fill(self, plain: JsonObject) -> None:
        """Fill fields that nothing is given for: from states, from the hook, then as units were added."""
        asked, ledger, actors = self._asked, self._ledger, self._asked.actors
        named = [(term, name) for name, terms in asked.fields.items() for term in terms if term.owner]
        for term, name in named:
            for owner in ledger.owners_for(term.owner):
                self._fill_from(owner, name, plain)
        self._fill_from(GAME, "", plain)
        request = {**plain, NAMES: asked.names, DICE: asked.faces}  # what states fill as well
        for name, value, held in ledger.hook.fields_of(Case(ledger, request, procedure=self._procedure)):
            if name in self._words.fields and plain.get(name) is None:
                plain[name] = value
                if held.state.text:
                    own = "{" in held.state.text and held.state.name not in ledger.states
                    self.supplied.append(Supplied(GAME, held.said if own else f"{name} {value}", held))
        for term, name in named:
            for key, value in (term.unit.fields if term.unit and name == actors else {}).items():
                if key in self._words.fields and key not in ledger.states and plain.get(key) is None:
                    plain[key] = value

    def _fill_from(self, owner: str, field: str, plain: JsonObject) -> None:
        """Fill fields from the states of an owner that a field names."""
        for held in self._ledger.states_of(owner):
            for filling in held.state.fills:
                of_field = owner == GAME or field == (filling.of or self._asked.actors)
                known = filling.field in self._words.fields and plain.get(filling.field) is None
                if held.value != "" and of_field and known and self._procedure in (filling.by or (self._procedure,)):
                    plain[filling.field] = held.value
                    self.supplied.append(Supplied(owner, f"{filling.field} {held.value}", held))


def what_was_supplied(supplied: Iterable[Supplied]) -> list[str]:
    """The states brought to a ruling, in words: ``rifles: disrupted, dusk (turn 1, ruling 12)``."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in supplied:
        since = f"turn {one.held.turn}, " if one.held.turn else ""
        by = "as you said" if one.held.by_hand else f"{since}ruling {one.held.entry}" if one.held.entry else ""
        if not (by or since) and isinstance(one.held.value, str):  # what a hook alone tells, in words of its own
            by = one.held.said
        found.setdefault((one.owner, by), []).append(one.what)
    return [
        f"{f'{owner}: ' if owner else ''}{', '.join(dict.fromkeys(what))}{f' ({by})' if by else ''}"
        for (owner, by), what in found.items()
    ]
