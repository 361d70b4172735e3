"""Completion after the name of a procedure: candidates for the next word that bring no new reason against the line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, one_word, uncounted
from refcli.core.rows import Case
from refcli.game.game import Game
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed, complete
from refcli.game.units import NO_UNITS, SIDES, Unit, row_for
from refcli.wire.lookup import NOT


class Offer(NamedTuple):
    """A word that may be typed, and its description."""

    text: str
    about: str = ""


def beginning(word: str, found: Iterable[Offer]) -> tuple[str, list[Offer]]:
    """The offers that begin with a word, in any case, each once."""
    key = word.lower()
    return word, list({one.text: one for one in found if one.text.lower().startswith(key) and one.text}.values())


OPTIONS = {
    "--odds": "the chances, before anyone rolls",
    "--ask": "asked for the dice of each roll",
    "--why": "where each figure stands",
    "--what-if": "what else would have changed it",
}
"""Options of every procedure that a game needs."""

Reasons = frozenset[tuple[str, str]]
"""Reasons against a line: the unit and the sentence of each."""

Candidate = tuple[Offer, Mapping[str, Any]]
"""An offer, and the fields of the request that change with it."""


class OffersOfRuling:
    """Candidates for the next word of a ruling; those that the game refuses are left out unless it ``overrules``."""

    def __init__(self, game: Game, procedure: Procedure, typed: Sequence[str], overrules: bool = False) -> None:
        self._ledger = game.ledger
        self._procedure = procedure
        self._words = game.loaded.words(procedure, True)
        self._actors = game.ledger.actors(procedure.name)
        self._overrules = overrules
        self._typed = typed
        self._options = {
            name: one
            for one in procedure.inputs
            for name in (one.field.short, f"--{one.name}")
            if name and not one.field.position
        }
        self._placed, self._rest = self._by_place()

    def offers(self, word: str) -> tuple[str, list[Offer]]:
        """The part of a word that completion replaces, and its completions."""
        if any(one.startswith(":") for one in self._typed):
            return word, []
        if self._typed and self._typed[-1] in self._options:
            return self._of_field(self._options[self._typed[-1]], word)
        if word.startswith("-"):
            about = {name: field.field.help for name, field in self._options.items()} | OPTIONS
            return beginning(word, (Offer(*one) for one in about.items()))
        begun, found = word, list[Offer]()
        if not self._rest and len(self._placed) < len(self._procedure.positional):
            field = self._procedure.positional[len(self._placed)]
            begun, found = self._of_field(field, word)
            if field.required or begun != word:
                return begun, found
        units = [*self._without_place()]
        if self._asks and self._typed and units:
            return beginning(word, units)
        return word, [
            *found,
            *beginning(word, [*units, *self._conditions(word.lower()), *self._choices(word.lower())])[1],
        ]

    def is_open(self, of_phase: bool) -> bool:
        """True if no reason is against the procedure itself and, unless it is one of the phase, a unit may do it."""
        field = next(iter(self._procedure.positional), None)
        if field and field.required and field.kind is Term and not _names_no_unit(field):
            return of_phase or not self._ledger.units or any(self._units(field, ""))
        return any(one.kind is Term for one in self._procedure.inputs) or not _reasons(self._so_far)

    def _by_place(self) -> tuple[dict[str, str], list[str]]:
        """The words of the fields that have a place, and the words after them; options and their values are left out.

        In place of an optional field a condition may follow.
        """
        words, before = list[str](), ""
        for word in self._typed:
            if not word.startswith("-") and before not in self._options:
                words.append(word)
            before = word
        placed = {}
        for field in self._procedure.positional:
            names = self._words.names_of(field)
            if words and (field.required or words[0] not in self._words.conditions or words[0] in names):
                placed[field.name] = words.pop(0)
        return placed, words

    # reasons

    @cached_property
    def _request(self) -> Mapping[str, Any]:
        """The request so far, of the words that are known."""
        request: dict[str, Any] = {"procedure": self._procedure.name, **self._placed, "conditions": self._rest}
        with suppress(Refused):
            request = with_words_placed(self._ledger, self._words, request)
        said = (uncounted(one)[1] or one for one in request["conditions"])
        return {**request, "conditions": [one for one in said if one.removeprefix(NOT) in self._words.conditions]}

    def _completed(self, named: Mapping[str, Any]) -> Completed | None:
        """The completed request with the ``named`` fields; None if it is refused."""
        with suppress(Refused):
            return complete(self._ledger, self._words, {**self._request, **named})
        return None

    @cached_property
    def _so_far(self) -> Completed | None:
        return self._completed({})

    @cached_property
    def _before(self) -> Reasons | None:
        """The reasons against the words so far; a procedure that is barred itself has none to do it."""
        return _reasons(self._so_far) if self._placed or self._rest else frozenset()

    @cached_property
    def _asks(self) -> set[str]:
        """Questions for a word that the line lacks: which aircraft drops the bomb."""
        return {bar.text for bar in (self._so_far.bars if self._so_far else ()) if bar.asks}

    def _accepts(self, named: Mapping[str, Any]) -> bool:
        """True if the ``named`` fields bring no reason that was not there before."""
        if self._overrules or self._before is None:
            return True
        reasons = _reasons(self._completed(named))
        return reasons is not None and reasons <= self._before

    def _accepted(self, candidates: Iterable[Candidate], word: str = "") -> Iterator[Offer]:
        """The accepted candidates that begin with a word."""
        return (one for one, named in candidates if one.text.lower().startswith(word.lower()) and self._accepts(named))

    # fields

    def _of_field(self, field: Input, word: str) -> tuple[str, list[Offer]]:
        """Values of a field: its choices, sides, terrain, or units, after a comma too; after a + their conditions."""
        if field.kind is not Term:
            return beginning(word, [Offer(one_word(one)) for one in field.field.choices])
        done, comma, last = word.rpartition(",")
        if "+" in last:
            terms, _, begun = word.rpartition("+")
            conditions = (one for one in self._words.conditions.values() if one.of == field.name)
            said = last.split("+")[1:-1]
            stated = ((Offer(one.name, one.told), {field.name: f"{terms}+{one.name}"}) for one in conditions)
            return beginning(begun, self._accepted((one for one in stated if one[0].text not in said), begun))
        named = {one.partition("+")[0].lower() for one in done.split(",")}
        rows = [row for meant in self._words.names_of(field).values() for row in meant]
        if field.field.noun in SIDES:
            sides = [side for side in self._ledger.sides if side.lower() in map(str.lower, rows)]
            every = {field.name: ",".join(sides)} if sides and field.several else {}
            found = [*self._accepted((Offer(one), every or {field.name: one}) for one in sides or rows)]
        else:
            found = [*self._units(field, last)]
            if _names_no_unit(field):
                found += self._accepted(((Offer(row), {field.name: f"{done}{comma}{row}"}) for row in rows), last)
            elif not found and (last or not self._ledger.units):
                found = [*map(Offer, rows)]
        return beginning(last, [one for one in found if one.text.lower() not in named])

    def _there(self, field: Input, begun: str = "") -> list[Unit]:
        """The units in play that a field knows, those whose names begin so; enemies come first if they do not act."""
        named = [one for one in self._ledger.units.values() if one.name.lower().startswith(begun.lower())]
        there = [one for one in named if not self._ledger.is_out(one.name)]
        if not (field.required and _names_no_unit(field)):  # an aircraft is named for the bomb that it carries
            there = [one for one in there if row_for(one, self._words.names_of(field))]
        return there if field.name == self._actors else sorted(there, key=lambda one: one.side == self._ledger.side)

    def _units(self, field: Input, word: str) -> Iterator[Offer]:
        """Units that a field may name, their weapons, and groups that act whole."""
        name, barred = word.partition("/")[0].lower(), list[Unit]()
        for unit in self._there(field, name):
            about = ", ".join([*(row_for(unit, self._words.names_of(field)) or ())[:1], *self._states_of(unit.name)])
            if may := self._may(field, unit.name, unit.side):
                yield Offer(unit.name, about)
            else:
                barred.append(unit)
            if not may or name == unit.name.lower():
                weapons = (f"{unit.name}/{place}" for place in field.field.places)
                yield from self._accepted((Offer(weapon, about), {field.name: weapon}) for weapon in weapons)
        groups = dict.fromkeys(one.group for one in self._there(field) if one in barred and one.group)
        for group in groups if field.several else ():
            if self._may(field, group, self._ledger.side_of(group)):
                yield Offer(group, ", ".join(self._states_of(group)))

    def _states_of(self, owner: str) -> list[str]:
        return [held.said for held in self._ledger.states_of(owner) if held.said]

    def _may(self, field: Input, name: str, side: str) -> bool:
        """True if a unit may be named in a field; one that acts perhaps with a condition, and if it has a target."""
        if field.name != self._actors:
            return self._accepts({field.name: name})
        held = [bar.unless for one in self._ledger.states_of(name) for bar in one.state.bars]
        lifting = [one for one in (*self._ledger.hook.lifts, *held) if one in self._words.conditions]
        for conditions in ([], *([one] for one in dict.fromkeys(lifting))):
            if self._accepts({field.name: name, "conditions": conditions}):
                return self._has_target({field.name: name, "conditions": conditions}, field, side)
        return False

    def _has_target(self, named: Mapping[str, Any], field: Input, side: str) -> bool:
        """True if a unit that acts has a target, or needs none; units that were not added may be there."""
        place = field.field.position + 1
        target = next((one for one in self._procedure.positional if one.field.position == place), None)
        if target is None or target.kind is not Term or not target.required:
            return True
        others = self._there(target)
        names = [one.name for one in others] + [one.group for one in others if one.group and target.several]
        return all(one.side == side for one in others) or any(
            self._accepts({**named, target.name: one}) for one in dict.fromkeys(names)
        )

    def _without_place(self) -> Iterator[Offer]:
        """Groups, and units of none, for a field without a place: the only field of units, or one that is asked for."""
        fields = [one for one in self._procedure.inputs if one.kind is Term]
        is_only = not self._typed and len(fields) == 1 and self._ledger.phase is not None
        for field in [one for one in fields if (is_only or self._asks) and not one.field.position]:
            for name in dict.fromkeys(self._ledger.group_of(one.name) for one in self._there(field)):
                done = self._completed({field.name: name})
                if self._accepts({field.name: name}) if is_only else done and not done.bars:
                    yield Offer(name, ", ".join(self._states_of(name)))

    # conditions

    def _conditions(self, begun: str) -> Iterator[Offer]:
        """Conditions not stated yet; one that a state gives can be taken back."""
        supplied = self._so_far.supplied if self._so_far and self._placed else ()
        given, stated = {uncounted(one.what)[1] or one.what for one in supplied}, self._request["conditions"]
        for name, condition in self._words.conditions.items():
            if {name, f"{NOT}{name}", *self._words.excluded(name)} & {*stated}:
                continue
            if name in given:
                yield Offer(f"{NOT}{name}", f"take back: {condition.told}")
            elif name.startswith(begun) and self._accepts({"conditions": [*stated, name]}):
                yield Offer(name, condition.told)

    def _choices(self, begun: str) -> Iterator[Offer]:
        """Words that are a choice of one option, which need not be named: ``rear``."""
        hook, case = self._ledger.hook, Case(self._ledger, self._request, procedure=self._procedure.name)
        for field in self._options.values():
            for word in [one for one in map(one_word, field.field.choices) if one.startswith(begun)]:
                meant = self._words.choosing(word)
                by_itself = meant == [field] or (field in meant and hook.field_of_word(case, word) == field.name)
                if by_itself and self._accepts({field.name: word}):
                    yield Offer(word, field.field.help)


def _names_no_unit(field: Input) -> bool:
    """True if a field names terrain or the like."""
    return field.kind is Term and field.field.noun in NO_UNITS and field.field.noun not in SIDES


def _reasons(done: Completed | None) -> Reasons | None:
    """The reasons against a completed request; None for one that is refused."""
    return done and frozenset((bar.who, bar.text) for bar in done.bars if not bar.asks)
