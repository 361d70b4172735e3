"""The states brought to a request: conditions that they give, and fields that they fill."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from refcli.core.charts import Condition
from refcli.core.request import DICE, GROUPS, NAMES, Input, Term, counted, uncounted
from refcli.core.rows import Case
from refcli.core.states import COUNT, GAME, Give, Held
from refcli.core.view import chart_rows, unit_called
from refcli.game.awaited import Parts, parts_in
from refcli.game.bars import Barred, bars_of
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
    bars: tuple[Barred, ...]
    parts: Parts = Parts()


def complete(ledger: Ledger, words: Words, plain: Mapping[str, Any], overrule: bool = False) -> Completed:
    """Complete a request with units in play and their states.

    What the referee states himself stands; ``no-NAME`` among the conditions takes back what a state gives. Where he
    means to ``overrule``, a state that bars the ruling gives nothing to it. Raises Refused.
    """
    return _Completion(RequestInPlay(ledger, words, plain), overrule).completed()


class _Completion:
    def __init__(self, asked: RequestInPlay, overrule: bool) -> None:
        self._asked = asked
        self._ledger = asked.ledger
        self._words = asked.words
        self._procedure = asked.procedure.name
        self._overrule = overrule
        self._supplied: list[Supplied] = []
        self._silent: set[tuple[str, int]] = set()
        """The states that are overruled, by name and entry."""

    def completed(self) -> Completed:
        """Supply all states, and collect the reasons against the request."""
        bars = tuple(bars_of(self._asked))
        if not bars:
            self._asked.check_rows()
        if self._overrule:
            self._silent = {(bar.held.state.name, bar.held.entry) for bar in bars if bar.held}
        plain = {**self._asked.plain}
        for name, terms in self._asked.fields.items():
            field = self._words.fields[name]
            texts = [self._with_conditions(term, field) for term in terms]
            plain[name] = texts if field.several else texts[0]
        for value, name in self._asked.texts():
            self._give(value, self._words.fields[name], self._asked.stated)
        self._give(GAME, None, self._asked.stated)
        plain["conditions"] = self._asked.stated
        self._fill(plain)
        if self._asked.names:
            plain[NAMES] = self._asked.names
            plain[GROUPS] = self._groups()
        return Completed(plain, tuple(self._supplied), bars, parts_in(self._asked))

    def _groups(self) -> JsonObject:
        """The group of each unit that is named, if it belongs to one."""
        units = [term.unit for terms in self._asked.fields.values() for term in terms if term.unit]
        return {unit.name: unit.group for unit in units if unit.group}

    def _with_conditions(self, term: NamedTerm, field: Input) -> str:
        """A term's text with the conditions that its unit, its group, its side and the game give it."""
        own: list[str] = []
        if not term.owner:
            self._give(GAME, field, own, term)
            return "+".join([term.text, *own])
        hook = self._ledger.hook
        for condition in term.unit.conditions if term.unit else ():
            where = self._place_of(condition, field)
            if condition in hook.of_one and term.unit and term.unit.strength > 1:
                continue
            if where is not None and not self._asked.is_stated(condition, term.text):
                (own if where else self._asked.stated).append(condition)
        for owner, held in self._asked.states_for(term):
            self._give_from(owner, held, field, own, term)
        self._give(GAME, field, own, term)
        case = Case(self._ledger, self._asked.as_plain, term.owner, field.name, self._procedure)
        for name, times, held in hook.conditions_of(case):
            gives = self._ledger.states.get(held.state.name, held.state).gives
            if all(self._is_meant(give, term) for give in gives if give.condition == name):
                self._state(name, times, held, term.owner, field, own, term.text, True)
        return "+".join([term.text, *own])

    def _give(self, owner: str, field: Input | None, own: list[str], term: NamedTerm | None = None) -> None:
        """Add the conditions of an owner's states to a field or, without one, to the whole ruling."""
        for held in list(self._ledger.states_of(owner)):
            self._give_from(owner, held, field, own, term)

    def _give_from(self, owner: str, held: Held, field: Input | None, own: list[str], term: NamedTerm | None) -> None:
        """Add the conditions of one state of an owner."""
        if (held.state.name, held.entry) in self._silent:
            return
        for give in held.state.gives:
            if self._fits(give, held, owner, field, term) and self._is_meant(give, term):
                times = held.value if held.state.value == COUNT and isinstance(held.value, int) else 1
                beside = term.text if term else ""
                self._state(give.condition, times, held, owner, field, own, beside, bool(give.field))

    def _fits(self, give: Give, held: Held, owner: str, field: Input | None, term: NamedTerm | None) -> bool:
        if give.by and self._procedure not in give.by:
            return False
        if give.value and str(held.value).lower() != give.value.lower():
            return False
        if self._ledger.at.turn - held.turn < give.after:
            return False
        who = term.owner if term else owner
        if give.held and not (self._ledger.has(owner, give.held) or self._ledger.any_has(who, give.held)):
            return False
        if give.unless and self._ledger.any_has(who, give.unless):
            return False
        if give.row and give.row not in chart_rows(self._ledger, who):
            return False
        if give.field and give.field != (field.name if field else ""):
            return False
        if give.over is not None and (isinstance(held.value, str) or held.value <= give.over):
            return False
        if give.same:
            return self._names_same(give.same, str(held.value))
        return True

    def _is_meant(self, give: Give, term: NamedTerm | None) -> bool:
        """True if a term is a row of one of the charts that a condition is given for, where it is for some alone."""
        return not give.rows or (term is not None and any(self._asked.is_of(term, chart) for chart in give.rows))

    def _names_same(self, field: str, value: str) -> bool:
        """True if a field names the value of a state: one of its units, its feature, or its text."""
        if field not in self._words.fields:
            return False
        if self._words.fields[field].kind is not Term:
            return self._asked.plain.get(field) in (None, value)
        if self._words.fields[field].field.noun in NO_UNITS:
            return any(self._is_row(value, term, field) for term in self._asked.fields.get(field, ()))
        told = {unit_called(self._ledger.units, name) or name for name in value.split(", ")}
        return any(term.owner in told for term in self._asked.fields.get(field, ()))

    def _is_row(self, value: str, term: NamedTerm, field: str) -> bool:
        """True if a state's word is the name or label of a term's row; a word that no row has may be any of them."""
        its, word = self._words.fields[field], value.lower()
        charts = [self._words.charts[name] for name in its.field.charts]
        rows = {row for chart in charts for row in (*chart.rows_called(word), *chart.rows_labelled(word))}
        return not rows or self._words.term(term.text, its).name in rows

    def _place_of(self, name: str, field: Input | None, field_named: bool = False) -> bool | None:
        """True if a condition belongs to the terms of the field, False if to the ruling, None if to neither.

        One of the ruling is given by whoever acts, by others only where the giver names their field.
        """
        condition: Condition | None = self._words.conditions.get(name)
        if condition is None:
            return None
        if field is not None and condition.of == field.name:
            return True
        if not condition.of and (field_named or field is None or field.kind is not Term or field.field.position <= 1):
            return False
        return None

    def _state(
        self,
        name: str,
        times: int,
        held: Held,
        owner: str,
        field: Input | None,
        own: list[str],
        beside: str,
        field_named: bool = False,
    ) -> None:
        where = self._place_of(name, field, field_named)
        if (
            where is None
            or name in self._asked.back
            or self._asked.is_stated(name, beside)
            or self._excluded(name, beside, own)
        ):
            return
        condition = self._words.conditions[name]
        text = counted(name, times if condition.counted else 1)
        (own if where else self._asked.stated).append(text)
        self._supplied.append(Supplied(owner, text, held))

    def _excluded(self, name: str, beside: str, own: Sequence[str]) -> bool:
        """True if a stated condition excludes another."""
        said = {uncounted(one)[1] or one for one in (*beside.split("+")[1:], *self._asked.stated, *own)}
        return bool(said & set(self._words.excluded(name)))

    def _fill(self, plain: JsonObject) -> None:
        actors = self._ledger.actors(self._procedure)
        owners = [
            (term.owner, name, term.unit) for name, terms in self._asked.fields.items() for term in terms if term.owner
        ]
        for owner, name, _ in owners:
            for each in self._ledger.owners_for(owner):
                self._fill_from(each, name, actors, plain)
        self._fill_from(GAME, "", "", plain)
        asked = {**plain, NAMES: self._asked.names, DICE: self._asked.faces}  # what states fill as well
        for name, value, held in self._ledger.hook.fields_of(Case(self._ledger, asked, procedure=self._procedure)):
            if name in self._words.fields and plain.get(name) is None:
                plain[name] = value
                if held.state.text:
                    own = "{" in held.state.text and held.state.name not in self._ledger.states
                    self._supplied.append(Supplied(GAME, held.said if own else f"{name} {value}", held))
        for _, name, unit in owners:  # as they were added, where nothing says how they are now
            for key, value in (unit.fields if unit and name == actors else {}).items():
                if key in self._words.fields and key not in self._ledger.states and plain.get(key) is None:
                    plain[key] = value

    def _fill_from(self, owner: str, field: str, actors: str, plain: JsonObject) -> None:
        for held in self._ledger.states_of(owner):
            for filling in held.state.fills:
                if filling.by and self._procedure not in filling.by:
                    continue
                if held.value == "" or (field != (filling.of or actors) and owner != GAME):
                    continue
                if filling.field in self._words.fields and plain.get(filling.field) is None:
                    plain[filling.field] = held.value
                    self._supplied.append(Supplied(owner, f"{filling.field} {held.value}", held))


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
