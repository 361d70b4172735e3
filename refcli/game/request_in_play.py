"""A request in a game: the units in play that its fields name, and its conditions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.faces import faces_from
from refcli.core.limits import MOST_UNITS, in_short
from refcli.core.procedure import Procedure
from refcli.core.request import BACK, DICE, NAMES, ROWS, Input, Term, counted, field_called, uncounted
from refcli.core.rows import Case, Refusal, refusals
from refcli.core.sentence import Proper, fill
from refcli.core.states import Filling, Held
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
    """One term of a field: the text that is asked for, the unit it names (or a side, or an aircraft), if any.

    ``many`` of it are named, where it says so, and so many are ``left`` of it there. ``rows`` are those of the charts
    that the unit stands for, or that a name of nobody may mean.
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
        self.plain = {field_called(key, words.fields) or key: value for key, value in plain.items()}
        self.faces = faces_from(self.plain.pop(DICE, None))
        said = self.plain.get("conditions") or []
        stated = said.split() if isinstance(said, str) else said
        if not isinstance(stated, (list, tuple)) or not all(isinstance(one, str) for one in stated):
            raise Refused("conditions must be a list of names, or a text with spaces between them")
        back = [one for one in stated if one.startswith(NOT) and one not in words.conditions]
        self.back = {self._meant(one[len(NOT) :]) for one in back}
        self.stated = [self._meant(one) for one in stated if one not in back]
        in_phase = ledger.phase.states.get(self.procedure.name) if ledger.phase else None
        if in_phase and in_phase not in (*self.stated, *self.back):
            self.stated.append(in_phase)
        self.names: dict[str, list[str]] = {}
        self._called = Names(ledger, words, self.plain, self.names)
        self.plain |= self._planes_named()
        self.plain |= self._carriers()
        self.fields: dict[str, list[NamedTerm]] = {}
        self._name_units()
        for name, text in ledger.hook.default_units(self._case()):
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

    def _case(self, unit: str = "", field: Input | None = None) -> Case:
        return Case(self.ledger, self.as_plain, unit, field.name if field else "", self.procedure.name)

    def _planes_named(self) -> JsonObject:
        """The whole names of aircraft in text fields."""
        planes = {unit.name.lower(): (unit.name,) for unit in self.ledger.units.values() if not unit.rows}
        texts = [(text, name) for text, name in self.texts() if planes]
        found = {name: matches(text, planes, self.words.prefixes) for text, name in texts}
        return {name: planes[0] for name, planes in found.items() if len(planes) == 1}

    def _carriers(self) -> JsonObject:
        """Carriers named in the field of their load: an aircraft for its bomb. Its state fills that field."""
        found: JsonObject = {}
        for state, filling in self._carried():
            field, given = self.words.fields[filling.field], self.plain.get(filling.field)
            unit = self._called.unit(given, field) if isinstance(given, str) else None
            if unit is None or self.plain.get(filling.of) or row_for(unit, self.words.names_of(field)):
                continue
            if self.ledger.has(unit.name, state):
                found |= {field.name: None, filling.of: unit.name}
        return found

    def _carried(self) -> Iterator[tuple[str, Filling]]:
        """The states whose values fill a field that names no unit: the load of an aircraft fills the bomb."""
        for state in self.ledger.states.values():
            for filling in state.fills:
                field = self.words.fields.get(filling.field)
                if field and filling.of and field.field.noun in NO_UNITS and self.procedure.name in filling.by:
                    yield state.name, filling

    def _name_units(self) -> None:
        """Find those in play that the fields name."""
        for field in self.procedure.inputs:
            if field.kind is Term and self.plain.get(field.name) and field.name not in self.fields:
                self.fields[field.name] = terms = self._terms_of(field)
                _check_one(field, self.plain[field.name], terms)
                acts = field.name == self.ledger.actors(self.procedure.name)
                _check_named_once(field, terms, acts)
                if any(term.owner for term in terms):
                    self.names[field.name] = [term.owner for term in terms]

    def _terms_of(self, field: Input) -> list[NamedTerm]:
        """The terms of a field; of several of a group in a deed that is one of all of it, the first."""
        terms = list(self._named(field, self.plain[field.name]))
        if field.several or len(terms) < 2:
            return terms
        found: dict[str, NamedTerm] = {}
        for number, term in enumerate(terms):
            group = (term.unit.group or term.unit.name) if term.unit else ""
            once = group and self.ledger.hook.counts_as_one(self._case(group, field))
            found.setdefault(group if once else str(number), term)
        return [*found.values()]

    def _named(self, field: Input, given: Any) -> Iterator[NamedTerm]:
        texts = given if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in texts):
            raise Refused(f"{field.name} must be a name, or a list of names, not {in_short(given)}")
        wholes: list[Unit] = []
        for part in (part.strip() for text in texts for part in text.split(",")):
            found = PART.fullmatch(part)
            name = found[2] if found else part
            unit = self._called.unit(name, field)
            if unit in wholes:
                continue
            group: Sequence[Unit] = self._whole_of(unit, field) if unit else self._called.group(name, field)
            wholes += group if unit else ()
            if found and (unit or group):
                for one in self._in_field(group, field) if group else filter(None, [unit]):
                    yield self._in_play(one, found, field)
            else:
                side = self._called.side(name, field) if field.field.noun in NO_UNITS else ""
                if not side:
                    self._check_no_side(name, field)
                    self._called.check_not_gone(name, field)
                rows = () if side else matches(name, self.words.names_of(field), self.words.prefixes)
                yield NamedTerm(part, side, rows=rows)

    def _check_no_side(self, name: str, field: Input) -> None:
        """Refuse a side where a unit is wanted, unless a row of the charts is called so."""
        side = next((one for one in self.ledger.sides if one.lower() == name.lower()), "")
        if side and field.field.noun not in NO_UNITS and name.lower() not in self.words.names_of(field):
            raise self._no_unit(side, "a side", [one for one in self.ledger.units.values() if one.side == side], field)

    def _no_unit(self, name: str, kind: str, units: Sequence[Unit], field: Input) -> Refused:
        """The refusal of a side or a group where one unit is wanted, with its units."""
        known = self.words.names_of(field)
        names = [one.name for one in units if row_for(one, known) and not self.ledger.is_out(one.name)]
        if not names:
            return Refused(f"{field.name}: {name} is {kind}, and no {field.field.noun} of it is in play")
        return Refused(f"{name} is {kind}. Name {'one of its units' if names[1:] else 'its unit'}: {', '.join(names)}")

    def _whole_of(self, unit: Unit, field: Input) -> Sequence[Unit]:
        """The group of a unit that is named for all of it; none if it is named for itself, or is gone."""
        whole = unit.group and (self.procedure.name, field.name) in self.ledger.hook.of_whole
        group = self._called.group(unit.group, field) if whole else []
        return group if unit in group else []

    def _in_play(self, unit: Unit, found: re.Match[str], field: Input) -> NamedTerm:
        """The term of a field for a unit that a part of it names. Raises Refused where no row of the unit fits."""
        row = row_for(unit, self.words.names_of(field))
        carried = self.ledger.hook.row_of(Case(self.ledger, {}, unit.name, field.name, self.procedure.name))
        if carried in self.words.names_of(field):
            row = (carried, dict(unit.rows).get(carried, 1))
        if row is None and not unit.rows:
            return NamedTerm(found[0], unit.name, unit, rows=self.words.names_of(field).get(found[2].lower(), ()))
        if row is None:
            self._check_type(unit, field)
            self._check_carried(unit, field)
            if field.field.noun in NO_UNITS:
                return NamedTerm(found[0])  # no unit is meant here, whatever it is called
            line = line_with_row(unit, self.words.names_of(field))
            raise Refused(f"{unit.name} is no {field.field.noun} for {self.procedure.name} yet: {line}")
        meanings = self.words.names_of(field)[row[0]]
        if len(meanings) > 1:
            could_be = f"{unit.name} is {row[0]}, which could be {alternatives(meanings)}"
            raise Refused(f"{could_be}: {unit.added_as(ROW)}, with one of them for {ROW}")
        left = self.ledger.left(unit.name, field.name, unit.strength)
        said = whole_number(found[1], f"the count in {in_short(found[0])}", 1, MOST_UNITS) if found[1] else 0
        self._check_as_many(unit, said, field)
        several = field.several and not (said or self.ledger.hook.counts_as_one(self._case(unit.name, field)))
        count = said or (max(1, min(row[1], left)) if several else 1)
        own = "+".join(map(self._meant, found[4].split("+")))
        return NamedTerm(f"{counted(row[0], count)}{found[3]}{own}", unit.name, unit, left, said, meanings)

    def _check_type(self, unit: Unit, field: Input) -> None:
        """Refuse a unit of a type that the rules exclude, by the row of the refusals."""
        if self.ledger.is_out(unit.name):
            raise Refused(fill("{unit} {unit:is|are} out of play", {"unit": Proper(unit.name)}))
        request = {**self.as_plain, field.name: unit.name, NAMES: {field.name: [unit.name]}}
        case = Case(self.ledger, request, procedure=self.procedure.name)
        for one in refusals([row for row in self.ledger.hook.refusals if isinstance(row, Refusal)], case):
            raise Refused(f"{one.text} ({'line' if one.source.lines.isdigit() else 'lines'} {one.source.lines})")

    def _check_as_many(self, unit: Unit, said: int, field: Input) -> None:
        """Refuse a count above the strength of a unit that acts."""
        whole = unit.strength
        if said > whole and field.name == self.ledger.actors(self.procedure.name):
            what = "one unit" if whole == 1 else f"{whole} in all"
            told = fill(f"{{unit}} {{unit:is|are}} {what}, not {said}", {"unit": Proper(unit.name)})
            raise Refused(f"{field.name}: {told}")

    def _check_carried(self, unit: Unit, field: Input) -> None:
        """Refuse a unit in the field of a load: it has none, or another unit is named for its own."""
        for state, filling in [one for one in self._carried() if one[1].field == field.name]:
            if self.ledger.has(unit.name, state):
                other = self.plain.get(filling.of)
                without = f", without {other}" if other else ""
                raise Refused(f"{unit.name} has its {state}: {self.procedure.name} {unit.name}{without}")
            which = rows_offered(unit, self.words.names_of(field))
            raise Refused(f"{unit.name} has no {state}: set {unit.name} {state} {ROW}{which}")

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

    def _meant(self, word: str) -> str:
        """A condition by its own name, with its count; an unknown one is left as it is, and refused later."""
        times, name = uncounted(word)
        try:
            found = self.words.condition(name) if name else ""
        except Refused:
            return word
        return f"{times}x{found}" if times else found

    def check_rows(self) -> None:
        """Refuse a plane that no chart knows where a field takes units."""
        for name, terms in self.fields.items():
            for term in terms:
                if term.unit and not term.unit.rows:
                    noun = self.words.fields[name].field.noun
                    raise Refused(f"{term.owner} is an {PLANE}, and no {noun} for {self.procedure.name}")

    def texts(self) -> Iterator[tuple[str, str]]:
        """Values of text fields that may own states, as an aircraft does that is no unit of the charts."""
        for field in self.procedure.inputs:
            value = self.plain.get(field.name)
            if field.kind is str and isinstance(value, str) and value:
                yield value, field.name

    def states_for(self, term: NamedTerm) -> Iterator[tuple[str, Held]]:
        """The states that count for a term, each with its owner; of weapons only the one that is named."""
        weapon = weapon_of(term.owner, term.text.partition("+")[0].partition("/")[2])
        for owner in dict.fromkeys((*self.ledger.owners_for(term.owner), weapon)):
            for held in list(self.ledger.states_of(owner)):
                if held.state.of != "weapon" or owner == weapon:
                    yield owner, held

    def is_stated(self, name: str, beside: str) -> bool:
        """True if the referee states a condition himself, of the term or of the whole ruling."""
        said = [*beside.split("+")[1:], *self.stated]
        return any((uncounted(one)[1] or one) == name for one in said)

    def text_of(self, owner: str, field: str) -> str:
        return next((term.text for term in self.fields.get(field, ()) if term.owner == owner), "")

    def is_of(self, term: NamedTerm, chart: str) -> bool:
        """True if a term is a row of a chart, or may mean one."""
        return chart in self.words.charts and any(row in self.words.charts[chart].rows for row in term.rows)


class OneByOne(Refused):
    """Several units are named that act each by itself: the text ``typed``, and the ``terms`` one by one."""

    def __init__(self, field: Input, typed: str, terms: Sequence[NamedTerm]) -> None:
        each = [term.owner or term.text for term in terms]
        super().__init__(f"{field.name}: one at a time: {', then '.join(each)}")
        self.typed = typed
        self.terms = [f"{name}{re.sub(BEHIND, '', term.text, count=1)}" for name, term in zip(each, terms, strict=True)]


def _check_one(field: Input, given: Any, terms: Sequence[NamedTerm]) -> None:
    """Refuse several of those in play in a field that takes one. Raises OneByOne."""
    if not field.several and len(terms) > 1 and any(term.owner for term in terms):
        raise OneByOne(field, str(given), terms)


def _check_named_once(field: Input, terms: Sequence[NamedTerm], acts: bool) -> None:
    """Refuse a unit that a list names for more than it is: it acts once, and is hit once.

    A unit that ``acts`` may do so with several weapons, each named by its place.
    """
    named: dict[tuple[str, str], list[NamedTerm]] = {}
    for term in terms:
        if term.unit:
            place = term.text.partition("+")[0].partition("/")[2] if acts else ""
            named.setdefault((term.owner, place), []).append(term)
    for (name, _), same in named.items():
        unit = same[0].unit
        if unit and len(same) > 1 and sum(term.many or unit.strength for term in same) > unit.strength:
            raise Refused(f"{field.name}: {name} is named twice; name it once")
