"""Legality and reminders as tables: named predicates of a unit in a request, and the rows that use them.

A predicate tests one unit, group or side in one request. It returns None, or the words that it found for the sentence
of the row. Predicates are joined by ``&``, ``|`` and ``~``; ``~`` drops the words. Numbers are compared to predicates.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.request import BACK, NAMES, uncounted
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME
from refcli.core.view import LedgerEditor, LedgerView, chart_rows, terms_said

Words = Mapping[str, Any]
"""Values for the places of a sentence."""


class Case(NamedTuple):
    """One unit, group or side in one request, as a predicate tests it; ``unit`` is empty for the whole request.

    ``request`` is the request as it was typed, with its ``names`` in play; of a ruling it holds the ``outcome`` too.
    """

    ledger: LedgerView
    request: Mapping[str, Any]
    unit: str = ""
    field: str = ""
    procedure: str = ""

    def at(self, unit: str, field: str = "") -> "Case":
        """The same request for another unit."""
        return self._replace(unit=unit, field=field)

    @property
    def side(self) -> str:
        """The side of the unit; of none the side whose phase it is."""
        return self.ledger.side_of(self.unit) or self.ledger.now.side

    @property
    def group(self) -> str:
        """The group of the unit; a unit without one is its own."""
        return self.ledger.group_of(self.unit) if self.unit in self.ledger.units else self.unit

    def named(self, field: str) -> list[str]:
        """The units in play that a field names, each once."""
        names = dict.fromkeys(self.request.get(NAMES, {}).get(field) or _typed(self.request.get(field)))
        return [name for name in names if name in self.ledger.units]

    def times(self, *conditions: str) -> int:
        """How often one of these conditions is stated of the unit, or of the whole ruling."""
        stated = [*self.request.get("conditions", ())]
        for field in [self.field] if self.field else self.request.get(NAMES, ()):
            for name, term in terms_said(self.request, field):
                if name == self.unit or (not self.unit and not name):
                    stated += term.split("+")[1:]
        return sum(int(many or 1) for many, name in map(uncounted, stated) if (name or many) in conditions)

    def figures(self, chart: str, column: str) -> list[Any]:
        """The figures of a chart for the rows of the unit, without blanks."""
        found = (self.ledger.figure(chart, row, column) for row in chart_rows(self.ledger, self.unit))
        return [figure for figure in found if figure is not None]


def _typed(value: Any) -> Sequence[str]:
    return [value] if isinstance(value, str) else ()


class Predicate:
    """A test of a case. ``test`` returns a truth, or None or the words that it found."""

    def __init__(self, test: Callable[[Case], Words | bool | None]) -> None:
        self._test = test
        self.__doc__ = test.__doc__

    def __call__(self, case: Case) -> Words | None:
        found = self._test(case)
        return ({} if found else None) if isinstance(found, bool) else found

    def holds(self, case: Case) -> bool:
        """True if the predicate holds of a case."""
        return self(case) is not None

    def __and__(self, other: "Predicate") -> "Predicate":
        def both(case: Case) -> Words | None:
            one = self(case)
            two = None if one is None else other(case)
            return None if one is None or two is None else {**one, **two}

        return Predicate(both)

    def __or__(self, other: "Predicate") -> "Predicate":
        return Predicate(lambda case: other(case) if (one := self(case)) is None else one)

    def __invert__(self) -> "Predicate":
        return Predicate(lambda case: self(case) is None)


class Number:
    """A number of a case, to compare or add: dice wanted, dice left."""

    def __init__(self, of: Callable[[Case], float]) -> None:
        self.of = of

    def __add__(self, other: "Number | int") -> "Number":
        return Number(lambda case: self.of(case) + _number(other, case))

    def __sub__(self, other: "Number | int") -> "Number":
        return Number(lambda case: self.of(case) - _number(other, case))

    def __gt__(self, other: "Number | int") -> Predicate:
        return Predicate(lambda case: self.of(case) > _number(other, case))

    def __lt__(self, other: "Number | int") -> Predicate:
        return Predicate(lambda case: self.of(case) < _number(other, case))

    def __ge__(self, other: "Number | int") -> Predicate:
        return ~(self < other)

    def __le__(self, other: "Number | int") -> Predicate:
        return ~(self > other)


def _number(value: Number | int, case: Case) -> float:
    return value.of(case) if isinstance(value, Number) else value


# the vocabulary of rows


always = Predicate(lambda case: True)
never = Predicate(lambda case: False)
in_battle = Predicate(lambda case: bool(case.ledger.now.turn))
out_of_play = Predicate(lambda case: case.ledger.is_out(case.unit) is not None)


def has(*states: str) -> Predicate:
    """The unit, its group or its side has one of these states, and the request does not take it back.

    Binds the value by the name of the state.
    """

    def test(case: Case) -> Words | None:
        for state in states:
            if state not in case.request.get(BACK, ()):
                for owner in dict.fromkeys((case.unit, case.group, case.ledger.side_of(case.unit))):
                    if held := case.ledger.has(owner, state):
                        return {state: held.value}
        return None

    return Predicate(test)


def game_has(*states: str) -> Predicate:
    """The game has one of these states. Binds its value by the name of the state."""

    def test(case: Case) -> Words | None:
        found = ((state, case.ledger.has(GAME, state)) for state in states)
        return next(({state: held.value} for state, held in found if held), None)

    return Predicate(test)


def value(state: str, *words: str) -> Predicate:
    """The unit has a state with one of these words, in any case."""
    wanted = {word.lower() for word in words}
    return Predicate(lambda case: str(case.ledger.value(case.unit, state, "")).lower() in wanted)


def since(state: str, turns: int) -> Predicate:
    """The unit has had a state for so many turns; 0 for any time."""

    def test(case: Case) -> bool:
        held = case.ledger.has(case.unit, state)
        return held is not None and case.ledger.now.turn - held.turn >= turns

    return Predicate(test)


def this_turn(state: str) -> Predicate:
    """The unit has had a state since this turn."""
    return has(state) & ~since(state, 1)


def given(*conditions: str) -> Predicate:
    """One of these conditions is stated of the unit or of the whole ruling."""
    return Predicate(lambda case: case.times(*conditions) > 0)


def taken_back(*conditions: str) -> Predicate:
    """The request takes back one of these conditions: ``no-woods``."""
    return Predicate(lambda case: any(one in case.request.get(BACK, ()) for one in conditions))


def option(field: str, *values: Any) -> Predicate:
    """A field of the request has one of these values, or any where none is named. Binds it by the name of the field."""

    def test(case: Case) -> Words | None:
        found = case.request.get(field)
        return {field: found} if found is not None and (not values or found in values) else None

    return Predicate(test)


def is_a(*rows: str) -> Predicate:
    """The unit is one of these rows of the charts."""
    return Predicate(lambda case: bool({*rows} & {*chart_rows(case.ledger, case.unit)}))


def added_with(*conditions: str) -> Predicate:
    """The unit was added with one of these conditions."""

    def test(case: Case) -> bool:
        unit = case.ledger.units.get(case.unit)
        return unit is not None and any(one in unit.conditions for one in conditions)

    return Predicate(test)


def figure(chart: str, column: str, *values: Any) -> Predicate:
    """A chart has one of these values for the unit, or any but 0 where none is named."""
    return Predicate(lambda case: any(one in values if values else bool(one) for one in case.figures(chart, column)))


def reading(choice: str) -> Predicate:
    """A reading is in force: ``G-24=both``."""
    return Predicate(lambda case: case.ledger.reads(choice, case.request))


def phase(*names: str) -> Predicate:
    """The game is in one of these phases. Binds ``phase``."""

    def test(case: Case) -> Words | None:
        now = case.ledger.now.phase
        return {"phase": now.name} if now and now.name in names else None

    return Predicate(test)


def of(field: str, predicate: Predicate) -> Predicate:
    """A predicate holds of a unit in another field. Binds that unit by the name of the field."""

    def test(case: Case) -> Words | None:
        found = ((unit, predicate(case.at(unit, field))) for unit in case.named(field))
        return next(({field: Proper(unit), **words} for unit, words in found if words is not None), None)

    return Predicate(test)


def every(field: str, predicate: Predicate) -> Predicate:
    """A field names units, and a predicate holds of all of them."""

    def test(case: Case) -> bool:
        units = case.named(field)
        return bool(units) and all(predicate.holds(case.at(unit, field)) for unit in units)

    return Predicate(test)


def through(state: str, predicate: Predicate) -> Predicate:
    """A predicate holds of the unit that is the value of a state. Binds that unit by the name of the state."""

    def test(case: Case) -> Words | None:
        unit = str(case.ledger.value(case.unit, state, ""))
        words = predicate(case.at(unit)) if unit in case.ledger.units else None
        return None if words is None else {state: Proper(unit), **words}

    return Predicate(test)


def of_group(predicate: Predicate) -> Predicate:
    """A predicate holds of a unit in play of the same group. Binds ``other``."""

    def test(case: Case) -> Words | None:
        members = (one.name for one in case.ledger.in_group(case.group))
        return next(({"other": Proper(one)} for one in members if predicate.holds(case.at(one))), None)

    return Predicate(test)


def of_side(predicate: Predicate, *, enemy: bool = False, lost_too: bool = False) -> Predicate:
    """A predicate holds of a unit of the same side, or of an enemy, that is in play. Binds ``other``."""

    def test(case: Case) -> Words | None:
        for unit in case.ledger.units:
            side = case.ledger.side_of(unit)
            is_meant = side not in (case.side, "") if enemy else side == case.side
            if is_meant and (lost_too or not case.ledger.is_out(unit)) and predicate.holds(case.at(unit)):
                return {"other": Proper(unit)}
        return None

    return Predicate(test)


def none_left(predicate: Predicate) -> Predicate:
    """The side has no unit in play of which a predicate holds. Binds ``side``, and ``left`` if it had one."""

    def test(case: Case) -> Words | None:
        if not case.side or of_side(predicate).holds(case):
            return None
        had = of_side(predicate, lost_too=True).holds(case)
        return {"side": case.side, "left": " left" if had else ""}

    return Predicate(test)


def number(state: str) -> Number:
    """The value of a state of the unit or of its group; 0 without it."""
    return Number(lambda case: float(case.ledger.value(case.unit, state) or case.ledger.value(case.group, state)))


def times(*conditions: str) -> Number:
    """How often one of these conditions is stated of the unit or of the whole ruling."""
    return Number(lambda case: case.times(*conditions))


# rows


class Refusal(NamedTuple):
    """Why a request is refused: of a unit in one of the ``fields`` (``""``: of the whole request), when, and where.

    ``procedures`` and ``fields`` are names joined by ``|``; ``set done`` with the field ``unit`` is the state ``done``
    that is set by hand. The sentence has ``{unit}`` and the words of ``when``.
    """

    name: str
    procedures: str
    fields: str
    when: Predicate
    text: str
    lines: str


class Question(NamedTuple):
    """A word that is missing to finish a request; the columns of a refusal."""

    name: str
    procedures: str
    fields: str
    when: Predicate
    text: str
    lines: str


class Reminder(NamedTuple):
    """What is due at the start of a phase, or was missed at its end: of each unit, group or side, or of the game.

    ``of`` is ``unit``, ``group``, ``side`` or ``game``, or a state of units; each is of the side whose phase it is.
    ``leads_to`` is the procedure to use: a reminder is not given to a unit to which a refusal forbids it.
    """

    name: str
    phases: str
    of: str
    when: Predicate
    text: str
    lines: str
    leads_to: str = ""
    at_end: bool = False


class Reaction(NamedTuple):
    """Which units may answer a ruling at once with a die: held fire, opportunity fire. ``of`` is as of a reminder."""

    name: str
    procedures: str
    of: str
    when: Predicate
    text: str
    lines: str


class Consequence(NamedTuple):
    """A consequence: the state that begins or ends for each unit, group or side, or for the game, once ``when`` holds.

    It is checked after each entry for the owners that the entry touched, or for all owners of a state that is named
    in ``of``; with ``at``, only at that moment: ``end of phase``, ``end of Activation``. ``value`` names the word of
    ``when`` that is the value of the state; empty for a flag. An ``entry`` among the words is the ruling that the
    state comes from.
    """

    of: str
    when: Predicate
    begins: str = ""
    ends: str = ""
    value: str = ""
    at: str = ""


class Summary(NamedTuple):
    """A sentence about a side, a group or the game in the report of a game; ``of`` is as of a reminder."""

    name: str
    of: str
    when: Predicate
    text: str
    lines: str


Row = Refusal | Question | Reminder | Reaction | Summary


class Reason(NamedTuple):
    """A row that holds of a unit, with its sentence and source."""

    row: Row
    unit: str
    text: str
    source: Source


def refusals(rows: Sequence[Refusal | Question], case: Case) -> Iterator[Reason]:
    """The refusals and questions that hold in a request, in the order of the rows."""
    for row in _rows_of(rows, "procedures", case.procedure):
        assert isinstance(row, Refusal | Question)
        for one in _named_in(row.fields, case):
            yield from _reasons(row, one)


def reactions(rows: Sequence[Reaction], case: Case) -> Iterator[Reason]:
    """The units that may answer a ruling at once; the unit of the case is empty."""
    for row in _rows_of(rows, "procedures", case.procedure):
        assert isinstance(row, Reaction)
        for one in owners(row.of, case):
            yield from _reasons(row, one)


def summaries(rows: Sequence[Summary], ledger: LedgerView) -> Iterator[Reason]:
    """The sentences of the report of a game."""
    for row in rows:
        for one in owners(row.of, Case(ledger, {})):
            yield from _reasons(row, one)


def reminders(rows: Sequence[Reminder], ledger: LedgerView, phase: str, *, at_end: bool = False) -> Iterator[Reason]:
    """What is due at the start of a phase, or was missed at its end."""
    for row in _rows_of(rows, "phases", phase):
        assert isinstance(row, Reminder)
        for one in owners(row.of, Case(ledger, {})) if row.at_end == at_end else ():
            if row.of == "game" or ledger.side_of(one.unit) in (ledger.now.side, "") or not ledger.now.side:
                yield from _reasons(row, one)


def _reasons(row: Row, case: Case) -> Iterator[Reason]:
    """The row with its sentence, if it holds in a case; ``lines`` among the words are those of the source instead."""
    words = row.when(case)
    if words is not None:
        values = {"unit": Proper(case.unit), "group": Proper(case.group), "side": case.side, **words}
        yield Reason(row, case.unit, fill(row.text, values).strip(), Source(lines=str(words.get("lines", row.lines))))


def _named_in(fields: str, case: Case) -> Iterator[Case]:
    """The case of each unit that one of the fields names; without fields the whole request."""
    if not fields:
        yield case
    for field in fields.split("|") if fields else ():
        given = case.request.get(NAMES, {}).get(field)
        for name in dict.fromkeys(given if given is not None else case.named(field)):
            if name:
                yield case.at(name, field)


def owners(of: str, case: Case, touched: Iterable[str] | None = None) -> Iterator[Case]:
    """The case of each unit, group or side in play, or of those that were touched; of the game one.

    ``of`` may also be a state: the case of each of its owners.
    """
    ledger = case.ledger
    if of == "game":
        yield case
        return
    names = {"unit": lambda one: one, "group": ledger.group_of, "side": ledger.side_of}
    if of not in names:
        yield from [case.at(owner) for owner, _ in ledger.named(of)]
        return
    units = [*ledger.units] if touched is None else [*dict.fromkeys(_units_of(ledger, touched))]
    for name in dict.fromkeys(map(names[of], units)):
        if name and not (of == "unit" and touched is None and ledger.is_out(name)):
            yield case.at(name)


def _units_of(ledger: LedgerView, owners: Iterable[str]) -> Iterator[str]:
    """The units among owners, and those of the groups among them."""
    for owner in owners:
        name = owner.partition("/")[0]
        if name in ledger.units:
            yield name
        else:
            yield from [one.name for one in ledger.in_group(name, lost_too=True)]


def apply_consequences(
    rows: Sequence[Consequence], ledger: LedgerEditor, touched: Iterable[str], entry: int, *moments: str
) -> None:
    """Begin and end the states that follow from an entry, for the owners that it touched, or at moments for all."""
    of_entry = None if moments else list(touched)
    for row in rows:
        for case in owners(row.of, Case(ledger, {}), of_entry) if row.at in (moments or ("",)) else ():
            words = row.when(case)
            owner = GAME if row.of == "game" else case.unit
            if words is None:
                continue
            if row.ends:
                ledger.end(owner, row.ends)
            begun = ledger.has(owner, row.begins) if row.begins else None
            state_value = words[row.value] if row.value else 1
            if row.begins and (begun is None or begun.value != state_value):
                ledger.end(owner, row.begins)  # else a count would grow
                ledger.begin(owner, row.begins, state_value, int(words.get("entry", entry)))


_Rows = tuple[Any, ...]


@cache
def _index(rows: _Rows, key: str) -> Mapping[str, _Rows]:
    """The rows of a table by each procedure or phase that they name, in their order."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        for name in getattr(row, key).split("|"):
            found.setdefault(name, []).append(row)
    return {name: tuple(its) for name, its in found.items()}


def _rows_of(rows: Sequence[Any], key: str, name: str) -> _Rows:
    return _index(tuple(rows), key).get(name, ())
