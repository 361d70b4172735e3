"""What may be typed behind the name of a procedure: who may act and be acted at, what may be said; nothing barred."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress
from typing import Any

from refcli.core.charts import Condition
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import NAMES, Input, Term, one_word, uncounted
from refcli.core.rows import Case
from refcli.game.bars import Barred
from refcli.game.game import Game
from refcli.game.supply import complete
from refcli.game.units import NO_UNITS, SIDES, Unit, row_for
from refcli.prompt.offer import Offer, beginning
from refcli.wire.lookup import NOT, Words

OPTIONS = {
    "--odds": "the chances, before anyone rolls",
    "--ask": "asked for the dice of each roll",
    "--why": "where each figure stands",
    "--what-if": "what else would have changed it",
}
"""Options of every procedure that a game needs."""


class OffersOfRuling:
    """Offers behind the name of a procedure."""

    def __init__(self, game: Game, procedure: Procedure, typed: list[str], free: bool) -> None:
        self.game = game
        self.ledger = game.ledger
        self.procedure = procedure
        self.words: Words = game.loaded.words(procedure, True)
        self.free = free
        self.typed = typed
        self.placed = procedure.positional

    def offers(self, word: str) -> tuple[str, list[Offer]]:
        """What a word may become."""
        if any(one.startswith(":") for one in self.typed):
            return word, []
        options = self._options()
        if self.typed and self.typed[-1] in options and self.typed[-1] not in OPTIONS:
            return self._values(options[self.typed[-1]][0], word)
        if word.startswith("-"):
            return beginning(word, [Offer(name, about) for name, (of, about) in options.items() if self._fits(of)])
        said = self._said(options)
        if self.typed and (lacking := [*self._lacking()]):
            return beginning(word, lacking)
        found: list[Offer] = []
        if len(said) < len(self.placed):
            field = self.placed[len(said)]
            begun, found = self._values(field, word)
            if field.required or begun != word or (found and not _is_no_unit(field)):
                return begun, found
        return word, [*found, *beginning(word, [*self._unplaced(said), *self._conditions()])[1]]

    def _unplaced(self, said: Collection[str]) -> Iterator[Offer]:
        """The groups, and units of none, that a field without a place may name: first who is reminded of it now."""
        terms = [one for one in self.procedure.inputs if one.kind is Term]
        if said or len(terms) != 1 or terms[0].field.position or not self.ledger.phase:
            return
        names = dict.fromkeys(self.ledger.group_of(unit.name) for unit in self._there(terms[0]))
        may = [one for one in names if self.free or self._may({terms[0].name: one})]
        phase, states = self.ledger.phase.name, self.ledger.states_of
        for one in sorted(may, key=lambda one: not any(phase in held.state.reminds for held in states(one))):
            yield Offer(one, ", ".join(self._known_of(one)))

    def _known_of(self, owner: str) -> list[str]:
        """The states of somebody, in words."""
        return [held.said for held in self.ledger.states_of(owner) if held.said]

    def _options(self) -> dict[str, tuple[Input | None, str]]:
        found: dict[str, tuple[Input | None, str]] = {}
        for field in self.procedure.inputs:
            if not field.field.position:
                for name in filter(None, (field.field.short, f"--{field.name}")):
                    found[name] = field, field.field.help
        return found | {name: (None, about) for name, about in OPTIONS.items()}

    def _fits(self, field: Input | None) -> bool:
        """Whether an option may be said with any value at all: nobody but a plane has an altitude."""
        if field is None or self.free:
            return True
        least = int(field.field.at_least or 0)
        values = field.field.choices or ((least, least + 1, least + 9) if field.kind in (int, float) else ())
        barred = self.bars({})
        return not values or any(self._brings_no_bar({field.name: one}, barred) for one in values)

    def _said(self, options: Mapping[str, object]) -> list[str]:
        """The words that stand by their place: options and their values left out."""
        said, before = [], ""
        for word in self.typed:
            if not word.startswith("-") and (before not in options or before in OPTIONS):
                said.append(word)
            before = word
        return said

    @cached_property
    def _by_place(self) -> tuple[dict[str, str], list[str]]:
        """What was typed by its place, and the words behind it; where a field is optional, that may be a condition."""
        left, placed = self._said(self._options()), {}
        for field in self.placed:
            is_condition = left and left[0] in self.words.conditions and left[0] not in self.words.names_of(field)
            if left and (field.required or not is_condition):
                placed[field.name] = left.pop(0)
        return placed, left

    def _values(self, field: Input | None, word: str) -> tuple[str, list[Offer]]:
        """What a field may be: its choices, or the units that fit, after a comma too, their conditions after a +."""
        if field is None or field.kind is not Term:
            return beginning(word, [Offer(one_word(one)) for one in (field.field.choices if field else ())])
        done, _, last = word.rpartition(",")
        if "+" in last:
            return beginning(last.rpartition("+")[2], self._stated(field, word))
        named = {one.split("+")[0].lower() for one in done.split(",")}
        units = [unit for unit in self._units(field, last.split("/")[0]) if unit.name.lower() not in named]
        whole = self._groups(units, field, last)
        offered = [Offer(unit.name, self._about(unit, field)) for unit in units]
        found = beginning(last, [*offered, *self._with_places(units, field, last), *whole])
        rows = [Offer(row) for meant in self.words.names_of(field).values() for row in meant]
        known = {row.text.lower() for row in rows} if field.field.noun in SIDES else set()
        sides = [Offer(side) for side in self.ledger.sides if side.lower() in known]
        if sides or _is_no_unit(field):
            rows = sides or rows
            before, barred = f"{done}," if done else "", self.bars({})
            rows = [one for one in rows if one.text.lower() not in named and one.text.lower().startswith(last.lower())]
            beside = [one.text for one in sides if field.several and one.text.lower() not in named]  # all of them roll
            said = (",".join(dict.fromkeys((one.text, *beside))) for one in rows)
            free = (self.free or self._brings_no_bar({field.name: before + one}, barred) for one in said)
            return beginning(last, [*found[1], *compress(rows, free)])
        return found if found[1] else beginning(last, rows if last or not self.ledger.units else [])

    def _stated(self, field: Input, word: str) -> Iterator[Offer]:
        """The conditions that may stand behind the last + of a term: they say something, and bring no bar."""
        terms, _, begun = word.rpartition("+")
        term = terms.rpartition(",")[2]
        stated = [uncounted(one)[1] or one for one in term.split("+")[1:]]
        barred = self.bars({field.name: terms})
        for one in self.words.conditions.values():
            if one.of != field.name or one.name in stated or not one.name.startswith(begun.lower()):
                continue
            said = {field.name: f"{terms}+{one.name}"}
            if self.free or self._brings_no_bar(said, barred):
                yield Offer(one.name, one.told)

    def _with_places(self, units: Collection[Unit], field: Input, begun: str) -> Iterator[Offer]:
        """The weapons of those named by the whole of their name, or who do with one alone what they are named for."""
        for unit in self._there(field, begun.split("/")[0]) if field.field.places else ():
            if unit not in units or begun.lower().split("/")[0] == unit.name.lower():
                for weapon in (f"{unit.name}/{place}" for place in field.field.places):
                    if self._may({field.name: weapon}):
                        yield Offer(weapon, self._about(unit, field))

    def _groups(self, units: Collection[Unit], field: Input, begun: str) -> Iterator[Offer]:
        """Groups that act whole or not at all: such of them as are not offered one by one."""
        others = [one for one in self._there(field) if one not in units] if field.several else []
        for group in dict.fromkeys(one.group for one in others if one.group.lower().startswith(begun.lower())):
            if group and self._may({field.name: group}) and self._has_whom(field, group, self.ledger.side_of(group)):
                yield Offer(group, ", ".join(self._known_of(group)))

    def has_somebody(self) -> bool:
        """Whether anybody in play may be named first, where somebody has to be."""
        field = next(iter(self.placed), None)
        if field is None or not field.required or field.kind is not Term or _is_no_unit(field):
            return True
        units = self._there(field)
        return (
            not self.ledger.units
            or any(self._may({field.name: one.name}) or self._frees(field, one) for one in units)
            or any(self._groups([], field, ""))
        )

    def _units(self, field: Input, begun: str) -> list[Unit]:
        """The units that a field may name: who may act, perhaps in one way alone, or be acted at, the enemies first.

        Their names begin with what is ``begun``: of the others nobody asks what bars them.
        """
        acts = field.name == self.ledger.actors(self.procedure.name)
        there = self._there(field, begun)
        may = [
            one for one in there if self.free or self._may({field.name: one.name}) or (acts and self._frees(field, one))
        ]
        if acts:
            usual = self.words.charts[field.field.charts[0]].row_name
            may.sort(key=lambda one: not any(usual(row) for row, _ in one.rows))
            return [one for one in may if self.free or self._has_whom(field, one.name, one.side)]
        side = self.ledger.side or self._own_side()
        return sorted(may, key=lambda one: bool(side) and one.side == side)

    def _there(self, field: Input, begun: str = "") -> list[Unit]:
        """The units on the table that a field knows, of those whose names begin so."""
        units = self.ledger.units.values()
        named = [one for one in units if one.name.lower().startswith(begun.lower())]
        there = [one for one in named if not self.ledger.is_out(one.name)]
        if field.required and _is_no_unit(field):  # a plane is named for the bomb that it carries
            return [one for one in there if self._may({field.name: one.name})]
        return [one for one in there if row_for(one, self.words.names_of(field))]

    def _may(self, named: Mapping[str, Any]) -> bool:
        """Whether units may stand in their fields, beside what was typed before them."""
        return self.bars(named) == []

    def _frees(self, field: Input, unit: Unit) -> bool:
        """Whether a unit that may not act as it stands may in another way: withdraw, or fire by the map."""
        states = self.ledger.states_of(unit.name)
        lifts = dict.fromkeys((*self.ledger.hook.lifts, *(bar.unless for held in states for bar in held.state.bars)))
        named = (name for name in lifts if name in self.words.conditions)
        return any(self.bars({field.name: unit.name, "conditions": [name]}) == [] for name in named)

    def _own_side(self) -> str:
        """The side that acts in a phase that is nobody's own, where only one has what it takes: its planes."""
        try:
            return dict(
                self.ledger.hook.default_units(Case(self.ledger, {NAMES: {}}, procedure=self.procedure.name))
            ).get("side", "")
        except Refused:
            return ""

    def _lacking(self) -> Iterator[Offer]:
        """Who may be meant where nobody is named, and that is asked: the plane that drops a bomb."""
        asks = any(bar.asks for bar in self._all_bars({}) or ())
        for field in [one for one in self.procedure.inputs if one.kind is Term and not one.field.position]:
            for unit in self._there(field) if asks else ():
                if self._all_bars({field.name: unit.name}) == ():
                    yield Offer(unit.name, self._about(unit, field))

    def bars(self, named: Mapping[str, Any]) -> list[str] | None:
        """What bars a ruling of what was typed by its place and what is ``named``; None where it is refused.

        What only asks for more to be said bars nothing.
        """
        found = self._all_bars(named)
        return None if found is None else [bar.text for bar in found if not bar.asks]

    def _all_bars(self, named: Mapping[str, Any]) -> tuple[Barred, ...] | None:
        """What bars it, and what is asked."""
        plain = {"procedure": self.procedure.name, **self._by_place[0], **named}
        try:
            return complete(self.ledger, self.words, plain).bars
        except Refused:
            return None

    def _has_whom(self, field: Input, name: str, side: str) -> bool:
        """Whether there is anybody at whom somebody may act; of an army that nobody has added anybody may be there."""
        place = field.field.position + 1
        behind = next((one for one in self.placed if one.field.position == place and one.kind is Term), None)
        others = self._there(behind) if behind else []
        if behind is None or not behind.required or all(one.side == side for one in others):
            return True
        groups = [one.group for one in others if one.group and behind.several]
        targets = dict.fromkeys((*(one.name for one in others), *groups))
        return any(self._may({field.name: name, behind.name: one}) for one in targets)

    def _brings_no_bar(self, said: Mapping[str, Any], barred: list[str] | None) -> bool:
        """Whether what is said is taken, and nothing bars it beside what did without it.

        Of a line that is refused as it stands (None) nobody knows.
        """
        if barred is None:
            return True
        bars = self.bars(said)
        return bars is not None and {*bars} <= {*barred}

    def _those_that_free_first(self, known: list[str], barred: list[str] | None) -> list[tuple[str, Condition]]:
        """All conditions, of what is barred as it stands those first with which it is not."""
        found = [*self.words.conditions.items()]
        if barred:
            found.sort(key=lambda one: self.bars({"conditions": [*known, one[0]]}) != [])
        return found

    def _about(self, unit: Unit, field: Input) -> str:
        row = row_for(unit, self.words.names_of(field))
        return ", ".join([*((row[0],) if row else ()), *self._known_of(unit.name)])

    def _known(self, behind: Iterable[str]) -> list[str]:
        """The conditions among the words that stand behind those that have their place."""
        return [
            one
            for one in (uncounted(one)[1] or one for one in behind)
            if one.removeprefix(NOT) in self.words.conditions
        ]

    def _conditions(self) -> Iterator[Offer]:
        """Conditions that were not said yet, and choices; a condition that a state gives can be taken back."""
        placed, behind = self._by_place
        plain = {"procedure": self.procedure.name, **placed}
        try:
            completed = complete(self.ledger, self.words, {**plain, "conditions": self._known(behind)})
            supplied = completed.supplied if placed else ()
        except Refused:
            supplied = ()
        given = {uncounted(one.what)[1] or one.what for one in supplied}
        stated = [uncounted(one)[1] or one for one in behind]
        known = self._known(behind)
        barred = self.bars({"conditions": known})
        for name, condition in self._those_that_free_first(known, barred):
            if name in given and f"{NOT}{name}" not in stated:
                yield Offer(f"{NOT}{name}", f"take back: {condition.told}")
            elif name in given or name in stated or {*self.words.excluded(name)} & {*stated}:
                continue
            elif self.free or self._brings_no_bar({"conditions": [*known, name]}, barred):
                yield Offer(name, condition.told)
        for field in self.words.fields.values():
            chosen = [one_word(choice) for choice in field.field.choices if not field.field.position]
            if not self.free and chosen:
                chosen = [one for one in chosen if self._brings_no_bar({"conditions": known, field.name: one}, barred)]
            typed = {"procedure": self.procedure.name, **placed}
            yield from [Offer(one, field.field.help) for one in chosen if self._is_for(one, field, typed)]

    def _is_for(self, word: str, field: Input, plain: Mapping[str, Any]) -> bool:
        """Whether a word by itself is a choice of a field: of several that have it the hook tells which one it is."""
        fields = self.words.choosing(word)
        return fields == [field] or (
            field in fields
            and self.ledger.hook.field_of_word(Case(self.ledger, plain, procedure=self.procedure.name), word)
            == field.name
        )


def _is_no_unit(field: Input) -> bool:
    """Whether a field names what is no unit, terrain say."""
    return field.kind is Term and field.field.noun in NO_UNITS and field.field.noun not in SIDES
