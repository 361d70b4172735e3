"""A request in a game: the units in play that its fields name, and its conditions."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.faces import faces_from
from refcli.core.limits import MOST_UNITS, in_short
from refcli.core.procedure import Procedure
from refcli.core.request import BACK, DICE, NAMES, ROWS, Input, Term, counted, field_called, uncounted
from refcli.core.rows import Case, Refusal, refusals
from refcli.core.sentence import Proper, fill
from refcli.core.states import Bar, Filling, Give, Held
from refcli.core.view import chart_rows
from refcli.game.ledger import Ledger
from refcli.game.names import PART, Names
from refcli.game.past_ruling import weapon_of
from refcli.game.units import (
    NO_UNITS,
    PLANE,
    ROW,
    SECTIONS,
    SIDES,
    SUB_UNIT,
    Unit,
    line_with_row,
    row_for,
    rows_offered,
)
from refcli.wire import JsonObject
from refcli.wire.lookup import NOT, Words, alternatives, matches, whole_number

BEHIND = r"[^/+]+"
"""The part of a term before its place and its conditions."""


def names_sides(procedure: Procedure, field: Input) -> bool:
    """True if a field names the sides that roll against each other: all of a game by default."""
    return procedure.by_side and field.kind is Term and field.several and field.field.noun in SIDES


class NamedTerm(NamedTuple):
    """One term of a field: its text, and the unit that it names (or a side, or an aircraft), if any.

    ``many`` of the unit are named, where the text has a count, and so many are ``left`` of it there. ``rows`` are those
    of the charts that the unit stands for, or that a name of nobody may mean.
    """

    text: str
    owner: str = ""
    unit: Unit | None = None
    left: int = 1
    many: int = 0
    rows: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        """The one row of a term without an owner; empty for none, or several."""
        return self.rows[0] if len(self.rows) == 1 and not self.owner else ""

    @property
    def place(self) -> str:
        """The weapon that a term names behind its unit: ``coax`` of ``T1/coax``."""
        return self.text.partition("+")[0].partition("/")[2]


class OneByOne(Refused):
    """Several units are named that act each by itself: the text ``typed``, and the ``terms`` one by one."""

    def __init__(self, field: Input, typed: str, terms: Sequence[NamedTerm]) -> None:
        each = [term.owner or term.text for term in terms]
        super().__init__(f"{field.name}: one at a time: {', then '.join(each)}")
        self.typed = typed
        self.terms = [f"{name}{re.sub(BEHIND, '', term.text, count=1)}" for name, term in zip(each, terms, strict=True)]


class RequestInPlay:
    """A request, field by field, each term with the unit in play that it names.

    ``stated`` are the conditions of the whole ruling, ``back`` those that are taken back (``no-woods``), ``names`` the
    names in play of the terms of each field, ``faces`` those that were given with it.
    """

    def __init__(self, ledger: Ledger, words: Words, plain: Mapping[str, Any]) -> None:
        """Raises Refused for a name that is no unit or row of the procedure."""
        self.ledger = ledger
        self.words = words
        self.procedure: Procedure = words.procedure
        self.actors = ledger.actors(self.procedure.name)
        """The field of the units that act."""
        self.plain = {field_called(key, words.fields) or key: value for key, value in plain.items()}
        self.faces = faces_from(self.plain.pop(DICE, None))
        said = self.plain.get("conditions") or []
        stated = said.split() if isinstance(said, str) else said
        if not isinstance(stated, (list, tuple)) or not all(isinstance(one, str) for one in stated):
            raise Refused("conditions must be a list of names, or a text with spaces between them")
        back = [one for one in stated if one.startswith(NOT) and one not in words.conditions]
        self.back = {self._condition(one[len(NOT) :]) for one in back}
        self.stated = [self._condition(one) for one in stated if one not in back]
        in_phase = ledger.phase.states.get(self.procedure.name) if ledger.phase else None
        if in_phase and in_phase not in (*self.stated, *self.back):
            self.stated.append(in_phase)
        self.names: dict[str, list[str]] = {}
        self.fields: dict[str, list[NamedTerm]] = {}
        self._called = Names(ledger, words, self.plain, self.names)
        planes = {unit.name.lower(): (unit.name,) for unit in ledger.units.values() if not unit.rows}
        for text, name in [*self.texts()] if planes else ():
            found = matches(text, planes, words.prefixes)
            self.plain |= {name: found[0]} if len(found) == 1 else {}
        self._place_carriers()
        self._name_units()
        for name, text in ledger.hook.default_units(self.case()):
            self.plain.setdefault(name, text)
        for field in self.procedure.inputs:
            if names_sides(self.procedure, field) and not self.plain.get(field.name) and len(ledger.sides) > 1:
                self.plain[field.name] = ",".join(ledger.sides)
        self._name_units()

    @property
    def as_plain(self) -> JsonObject:
        """The request as a hook reads it: whole names of conditions, names of units, faces."""
        terms = {name: [term.text for term in named] for name, named in self.fields.items()}
        said = {name: texts if self.words.fields[name].several else texts[0] for name, texts in terms.items()}
        rows = {name: [term.row for term in named] for name, named in self.fields.items()}
        about = {NAMES: self.names, ROWS: rows, DICE: self.faces, BACK: self.back}
        return {**self.plain, **said, "conditions": self.stated, **about}

    def case(self, unit: str = "", field: str = "") -> Case:
        """The request, or a unit in a field of it, as the rows and the hook of the ruleset test it."""
        return Case(self.ledger, self.as_plain, unit, field, self.procedure.name)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Values of text fields that may own states, as an aircraft does that is no unit of the charts."""
        for field in self.procedure.inputs:
            value = self.plain.get(field.name)
            if field.kind is str and isinstance(value, str) and value:
                yield value, field.name

    def _condition(self, word: str) -> str:
        """A condition by its own name, with its count; an unknown one is left as it is, and refused later."""
        times, name = uncounted(word)
        try:
            found = self.words.condition(name) if name else ""
        except Refused:
            return word
        return f"{times}x{found}" if times else found

    # the units of a field

    def _name_units(self) -> None:
        """Find those in play that the fields name."""
        for field in self.procedure.inputs:
            if field.kind is Term and self.plain.get(field.name) and field.name not in self.fields:
                self.fields[field.name] = terms = self._of_one_deed([*self._terms(field)], field)
                if not field.several and len(terms) > 1 and any(term.owner for term in terms):
                    raise OneByOne(field, str(self.plain[field.name]), terms)
                self._check_named_once(terms, field)
                if any(term.owner for term in terms):
                    self.names[field.name] = [term.owner for term in terms]

    def _of_one_deed(self, terms: list[NamedTerm], field: Input) -> list[NamedTerm]:
        """The terms of a field; of several of a group in a deed that is one of all of it, the first."""
        if field.several or len(terms) < 2:
            return terms
        found: dict[str, NamedTerm] = {}
        for number, term in enumerate(terms):
            group = (term.unit.group or term.unit.name) if term.unit else ""
            once = group and self.ledger.hook.counts_as_one(self.case(group, field.name))
            found.setdefault(group if once else str(number), term)
        return [*found.values()]

    def _check_named_once(self, terms: Sequence[NamedTerm], field: Input) -> None:
        """Refuse a unit that a list names for more than it is; who acts may do so with several weapons."""
        named = Counter[tuple[str, str]]()
        for term in terms:
            if term.unit:
                key = term.owner, term.place if field.name == self.actors else ""
                before, named[key] = named[key], named[key] + (term.many or term.unit.strength)
                if before and named[key] > term.unit.strength:
                    raise Refused(f"{field.name}: {term.owner} is named twice; name it once")

    def _terms(self, field: Input) -> Iterator[NamedTerm]:
        """Each unit, side or row that a field names."""
        given = self.plain[field.name]
        texts = given if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in texts):
            raise Refused(f"{field.name} must be a name, or a list of names, not {in_short(given)}")
        wholes: list[Unit] = []
        for part in (part.strip() for text in texts for part in text.split(",")):
            found = PART.fullmatch(part)
            if found is None:
                yield NamedTerm(part)  # without a name, and refused later
                continue
            unit = self._called.unit(found[2], field)
            if unit in wholes:
                continue
            whole = self._whole_of(unit, field) if unit else []
            wholes += whole
            if group := whole or ([] if unit else self._called.group(found[2], field)):
                yield from [self._in_play(one, found, field) for one in self._in_field(group, field)]
            elif unit:
                yield self._in_play(unit, found, field)
            else:
                yield self._of_no_unit(found, field)

    def _of_no_unit(self, found: re.Match[str], field: Input) -> NamedTerm:
        """The term of a side or of a row of the charts. Refuses a side where a unit is wanted."""
        name, rows = found[2], self.words.names_of(field)
        if field.field.noun in NO_UNITS and (side := self._called.side(name, field)):
            return NamedTerm(found[0], side)
        side = next((one for one in self.ledger.sides if one.lower() == name.lower()), "")
        if side and field.field.noun not in NO_UNITS and name.lower() not in rows:
            raise self._no_unit(side, "a side", [one for one in self.ledger.units.values() if one.side == side], field)
        return NamedTerm(found[0], rows=matches(name, rows, self.words.prefixes))

    def _no_unit(self, name: str, kind: str, units: Sequence[Unit], field: Input) -> Refused:
        """The refusal of a side or a group where one unit is wanted, with its units."""
        known = self.words.names_of(field)
        names = [one.name for one in units if row_for(one, known) and not self.ledger.is_out(one.name)]
        if not names:
            return Refused(f"{field.name}: {name} is {kind}, and no {field.field.noun} of it is in play")
        return Refused(f"{name} is {kind}. Name {'one of its units' if names[1:] else 'its unit'}: {', '.join(names)}")

    def _whole_of(self, unit: Unit, field: Input) -> list[Unit]:
        """The group of a unit that is named for all of it; none if it is named for itself, or is gone."""
        whole = unit.group and (self.procedure.name, field.name) in self.ledger.hook.of_whole
        group = self._called.group(unit.group, field) if whole else []
        return group if unit in group else []

    def _in_field(self, group: Sequence[Unit], field: Input) -> Sequence[Unit]:
        """The units of a group that a field knows; the group itself if the field takes one thing.

        Sub-units act each by itself, as men of a section do who move.
        """
        known = [one for one in group if row_for(one, self.words.names_of(field))] or group
        alone = field.field.noun == SUB_UNIT or (self.procedure.name, field.name) in self.ledger.hook.by_each
        if field.several or alone:
            return known
        if field.field.noun not in SECTIONS:
            raise self._no_unit(group[0].group, "a group", group, field)
        return [known[0]._replace(name=known[0].group, fields={}, conditions=())]

    def _in_play(self, unit: Unit, found: re.Match[str], field: Input) -> NamedTerm:
        """The term of a field for a unit that a part of it names. Raises Refused where no row of the unit fits."""
        ledger, known = self.ledger, self.words.names_of(field)
        row = row_for(unit, known)
        carried = ledger.hook.row_of(Case(ledger, {}, unit.name, field.name, self.procedure.name))
        if carried in known:
            row = (carried, dict(unit.rows).get(carried, 1))
        if row is None and not unit.rows:
            return NamedTerm(found[0], unit.name, unit, rows=known.get(found[2].lower(), ()))
        if row is None:
            self._check_type(unit, field)
            if field.field.noun in NO_UNITS:
                return NamedTerm(found[0])  # no unit is meant here, whatever it is called
            raise Refused(
                f"{unit.name} is no {field.field.noun} for {self.procedure.name} yet: {line_with_row(unit, known)}"
            )
        if len(known[row[0]]) > 1:
            could_be = f"{unit.name} is {row[0]}, which could be {alternatives(known[row[0]])}"
            raise Refused(f"{could_be}: {unit.added_as(ROW)}, with one of them for {ROW}")
        left = ledger.left(unit.name, field.name, unit.strength)
        said = whole_number(found[1], f"the count in {in_short(found[0])}", 1, MOST_UNITS) if found[1] else 0
        if said > unit.strength and field.name == self.actors:
            many = "one unit" if unit.strength == 1 else f"{unit.strength} in all"
            told = fill(f"{{unit}} {{unit:is|are}} {many}, not {said}", {"unit": Proper(unit.name)})
            raise Refused(f"{field.name}: {told}")
        several = field.several and not (said or ledger.hook.counts_as_one(self.case(unit.name, field.name)))
        count = said or (max(1, min(row[1], left)) if several else 1)
        own = "+".join(map(self._condition, found[4].split("+")))
        return NamedTerm(f"{counted(row[0], count)}{found[3]}{own}", unit.name, unit, left, said, known[row[0]])

    def _check_type(self, unit: Unit, field: Input) -> None:
        """Refuse a unit out of play, one of a type that the rules exclude, and one without the load of the field."""
        if self.ledger.is_out(unit.name):
            raise Refused(fill("{unit} {unit:is|are} out of play", {"unit": Proper(unit.name)}))
        request = {**self.as_plain, field.name: unit.name, NAMES: {field.name: [unit.name]}}
        case = Case(self.ledger, request, procedure=self.procedure.name)
        for one in refusals([row for row in self.ledger.hook.refusals if isinstance(row, Refusal)], case):
            raise Refused(f"{one.text} ({'line' if one.source.lines.isdigit() else 'lines'} {one.source.lines})")
        for state, filling in [one for one in self._loads() if one[1].field == field.name]:
            if self.ledger.has(unit.name, state):
                other = self.plain.get(filling.of)
                without = f", without {other}" if other else ""
                raise Refused(f"{unit.name} has its {state}: {self.procedure.name} {unit.name}{without}")
            which = rows_offered(unit, self.words.names_of(field))
            raise Refused(f"{unit.name} has no {state}: set {unit.name} {state} {ROW}{which}")

    def check_rows(self) -> None:
        """Refuse a plane that no chart knows where a field takes units."""
        for name, terms in self.fields.items():
            for term in terms:
                if term.unit and not term.unit.rows:
                    noun = self.words.fields[name].field.noun
                    raise Refused(f"{term.owner} is an {PLANE}, and no {noun} for {self.procedure.name}")

    # carriers named for their load

    def _loads(self) -> Iterator[tuple[str, Filling]]:
        """The states whose values fill a field that names no unit: the load of an aircraft fills the bomb."""
        for state in self.ledger.states.values():
            for filling in state.fills:
                field = self.words.fields.get(filling.field)
                if field and filling.of and field.field.noun in NO_UNITS and self.procedure.name in filling.by:
                    yield state.name, filling

    def _place_carriers(self) -> None:
        """Move a carrier out of the field of its load, which its state fills: an aircraft named for its bomb."""
        for state, filling in self._loads():
            field, given = self.words.fields[filling.field], self.plain.get(filling.field)
            unit = self._called.unit(given, field) if isinstance(given, str) else None
            carries = unit and not row_for(unit, self.words.names_of(field)) and self.ledger.has(unit.name, state)
            if unit and carries and not self.plain.get(filling.of):
                self.plain |= {field.name: None, filling.of: unit.name}

    # states of the units

    def states_for(self, term: NamedTerm) -> Iterator[tuple[str, Held]]:
        """The states that count for a term, each with its owner; of weapons only the one that is named."""
        weapon = weapon_of(term.owner, term.place)
        for owner in dict.fromkeys((*self.ledger.owners_for(term.owner), weapon)):
            for held in list(self.ledger.states_of(owner)):
                if held.state.of != "weapon" or owner == weapon:
                    yield owner, held

    def applies(self, test: Give | Bar, held: Held, owner: str, unit: str) -> bool:
        """True if the state of an owner has what a condition or a bar needs: value, age, other states, the unit's row.

        A condition that names no procedure is given in all of them.
        """
        ledger = self.ledger

        def has(state: str) -> bool:
            return bool(ledger.has(owner, state)) or ledger.any_has(unit, state)

        return (
            self.procedure.name in (test.by or (self.procedure.name,))
            and str(held.value).lower() == (test.value or str(held.value)).lower()
            and ledger.turn - held.turn >= test.after
            and (not test.held or has(test.held))
            and not (test.unless and has(test.unless))
            and (not test.row or test.row in chart_rows(ledger, unit))
        )

    def is_stated(self, name: str, text: str) -> bool:
        """True if the referee states a condition himself, of the term or of the whole ruling."""
        return name in {uncounted(one)[1] or one for one in (*text.split("+")[1:], *self.stated)}

    def is_of(self, term: NamedTerm, chart: str) -> bool:
        """True if a term is a row of a chart, or may mean one."""
        return chart in self.words.charts and any(row in self.words.charts[chart].rows for row in term.rows)
