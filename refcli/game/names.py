"""Names in a game: a typed word as a unit, a group, a side, a place or the game, and its field.

A whole name comes first, then, where beginnings are allowed, the only name that begins so, then the refusal.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import in_short
from refcli.core.names import names_like
from refcli.core.request import NAMES, Input, Term
from refcli.core.rows import Case
from refcli.core.states import GAME
from refcli.game.ledger import Ledger
from refcli.game.units import NO_UNITS, SIDES, Unit, row_for
from refcli.wire import JsonObject
from refcli.wire.lookup import (
    BARE_NUMBER,
    NOT,
    Words,
    alternatives,
    begins,
    distance_field,
    is_number_or_choice,
    matches,
    number_field,
)

PART = re.compile(r"(?:(\d{1,9})[xX])?([^/+]+)((?:/[^+]*)?)(.*)")
"""A typed term: its count, its name, the place after a slash, its conditions."""

BY = "by"
"""The word before the unit that acted, in a correction."""


def complete_name(word: str, names: Collection[str]) -> str:
    """Return the name that a word is or begins; the word itself if none. Raises UnknownName for several."""
    found = [word] if word in names else [name for name in names if begins(word.lower(), name.lower())]
    if len(found) > 1:
        raise UnknownName(f"{in_short(word)} could be {alternatives(found)}: type which one")
    return found[0] if found else word


# owners of states


def owner_begun(ledger: Ledger, name: str, state: str = "") -> str:
    """Return the owner that a name begins; the name itself if none, or if the state takes any owner.

    Raises UnknownName for several.
    """
    owners = owners_by_name(ledger)
    if name.lower() == "game" or _is_of_any_word(ledger, state):
        return name
    return owners.get(complete_name(name.lower(), owners), name)


def owner_named(ledger: Ledger, name: str, state: str = "") -> str:
    """Return the owner of a name: a unit, group, side, place or the game. Raises Refused.

    With a ``state`` of places any word is a place; without a state a place is where a unit is.
    """
    key, owners = name.lower(), owners_by_name(ledger)
    if key in ("game", ""):
        return GAME
    if key in owners:
        return owners[key]
    if _is_of_any_word(ledger, state) or (not state and any(ledger.units_at(name))):
        return name
    raise Refused(f"nothing in play is called {in_short(name)}{nearest(key, owners)}; who lists the names")


def _is_of_any_word(ledger: Ledger, state: str) -> bool:
    """True for a state of a place or a plane, which need not be in play under that name."""
    return state in ledger.states and ledger.states[state].of in ("place", "name")


def unit_named(ledger: Ledger, name: str) -> str:
    """Return the unit of a name in any case. Raises UnknownName."""
    known = units_by_name(ledger)
    if name.lower() not in known:
        raise UnknownName(f"no unit in play is called {in_short(name)}{nearest(name.lower(), known)}; who lists them")
    return known[name.lower()].name


def group_named(ledger: Ledger, name: str) -> str:
    """Return the group of a name in any case; empty for none."""
    return next((one.group for one in ledger.units.values() if one.group and one.group.lower() == name.lower()), "")


def units_by_name(ledger: Ledger) -> dict[str, Unit]:
    """All units by their names in small letters."""
    return {name.lower(): unit for name, unit in ledger.units.items()}


def owners_by_name(ledger: Ledger) -> dict[str, str]:
    """Units, sides, groups and other owners of states in this order, by their names in small letters."""
    groups = [one.group for one in ledger.units.values() if one.group]
    others = [owner for owner, _ in ledger.held if owner]
    return {one.lower(): one for one in (*ledger.units, *ledger.sides, *groups, *others)}


# units in the fields of a request


class Names:
    """The names in one request: its other words, and the units named so far, decide between several.

    ``plain`` and ``names`` belong to the request; they are read at each question.
    """

    def __init__(
        self, ledger: Ledger, words: Words, plain: Mapping[str, Any], names: Mapping[str, Sequence[str]]
    ) -> None:
        self._ledger = ledger
        self._words = words
        self._plain = plain
        self._names = names

    def unit(self, name: str, field: Input) -> Unit | None:
        """Return the unit of a name or its beginning; None for a group, a row, or a side where one belongs.

        Raises UnknownName if several units of the beginning fit the field.
        """
        key, units, rows = name.lower(), units_by_name(self._ledger), self._words.names_of(field)
        sides = self._ledger.sides if field.field.noun in SIDES else []
        others = (*sides, *(unit.group for unit in units.values()))
        if key in units or not self._words.prefixes or key in map(str.lower, others):
            return units.get(key)
        begun = [unit for one, unit in units.items() if one.startswith(key)]
        found = begun if len(begun) < 2 else self._fitting(begun, field)
        if not found and key not in rows:
            like = self._fitting([units[one] for one in names_like(key, units)], field)
            if like and (begun_rows := matches(key, rows, True)):
                raise _several(key, field, [*(unit.name for unit in like), *begun_rows])
        if not found or self._is_rather_row(key, field, found):
            return None
        if len(found) > 1 and key not in rows:
            raise _several(name, field, [unit.name for unit in found])
        return found[0] if len(found) == 1 else None

    def group(self, name: str, field: Input) -> list[Unit]:
        """Return the units of a group of that name or beginning; those in play, if there are any. Raises Refused."""
        units = [one for one in self._ledger.units.values() if one.group]
        groups = {one.group.lower(): (one.group,) for one in units}
        found = matches(name, groups, self._words.prefixes)
        whole = [one for one in units if (one.group,) == found]
        if name.lower() not in groups and self._is_rather_row(name.lower(), field, whole):
            return []
        there = [one for one in whole if not self._ledger.is_out(one.name)] or [
            one for one in whole if not any(held.state.out for held in self._ledger.states_of(one.name))
        ]
        if whole and not there and name.lower() not in self._words.names_of(field):
            raise Refused(f"{field.name}: no unit of {whole[0].group} is left")
        return there

    def side(self, name: str, field: Input) -> str:
        """Return the side of a name, or of another name for its row: german, germany; empty for none."""
        rows = self._words.names_of(field)
        row = matches(name, rows, self._words.prefixes)
        for side in self._ledger.sides:
            if side.lower() == name.lower() or (len(row) == 1 and matches(side, rows, self._words.prefixes) == row):
                return side
        return ""

    def _fitting(self, units: Iterable[Unit], field: Input) -> Sequence[Unit]:
        """Return the units in play that fit a field: those that may act, or enemies; all if there are none."""
        ledger, play, procedure = self._ledger, self._ledger.play, self._words.procedure.name
        rows = self._words.names_of(field)
        there = fit = [unit for unit in units if row_for(unit, rows) and not ledger.is_out(unit.name)]
        if field.name == ledger.actors(procedure):
            sides = ("", ledger.side) if ledger.side and procedure not in play.either_side else ("", *ledger.sides)
            fit = [
                unit for unit in there if unit.side in sides and not ledger.is_barred(unit.name, procedure, self._plain)
            ]
        elif procedure in play.at_enemies:
            fit = [unit for unit in there if unit.side not in self._sides_named()]
        return fit or there

    def _sides_named(self) -> set[str]:
        return {self._ledger.side_of(name) for names in self._names.values() for name in names}

    def _is_rather_row(self, key: str, field: Input, begun: Sequence[Unit]) -> bool:
        """True for a row of the charts if no unit of that beginning fits: its side is named already, say."""
        rows, named = self._words.names_of(field), self._sides_named()
        return key in rows and not any(row_for(unit, rows) and unit.side not in named for unit in begun)


def _several(name: str, field: Input, names: Sequence[str]) -> UnknownName:
    return UnknownName(f"{field.name}: {in_short(name)} could be {alternatives(names)}: type which one")


def unit_meant(ledger: Ledger, words: Words, word: str) -> Unit | None:
    """Return the unit of a word, or the last one of a group; None for a condition and any other word.

    A word that begins a name comes before one that begins a later word of a condition: ``fi`` is first, not left-field.
    """
    found = PART.fullmatch(word)
    name = found[2].lower() if found else ""
    if not name or name in words.conditions or word.startswith(NOT):
        return None
    known = {unit.group.lower(): unit for unit in ledger.units.values() if unit.group} | units_by_name(ledger)
    if words.prefixes and name not in known:
        conditions = matches(name, {one: (one,) for one in words.conditions}, True)
        begins_unit = any(one.startswith(name) for one in known)
        if conditions and (not begins_unit or any(one.startswith(name) for one in conditions)):
            return None
    names = matches(name, {one: (one,) for one in known}, words.prefixes)
    return known[names[0]] if len(names) == 1 else None


# words without an option


def with_words_placed(ledger: Ledger, words: Words, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Move units, ranges and choices from the conditions, or from an optional place, to their fields.

    ``morale sec`` is ``morale --section sec``, and ``strafe tank stuka`` names the aircraft. A number is the range,
    ``rear`` the facing, and ``D4`` a square by the form of its field.
    """
    placed = dict(plain)
    conditions = placed.get("conditions") or ()
    if isinstance(conditions, str) or not ledger.units:
        return placed
    for one in words.fields.values():
        said = placed.get(one.name)
        if one.kind is not Term or one.required or not isinstance(said, str):
            continue
        meant_for = _field_by_ruleset(ledger, words, placed, said)
        form = meant_for or is_number_or_choice(words, one, said) or _of_form(words, placed, said)
        if form and (BARE_NUMBER.fullmatch(said) or not unit_meant(ledger, words, said)):
            conditions = [placed.pop(one.name), *conditions]
    left: list[Any] = []
    for word in conditions:
        field = _field_of_word(ledger, words, placed, word) if isinstance(word, str) else None
        if field:
            placed[field.name] = word
        elif isinstance(word, str) and word.lower() in units_by_name(ledger) and not words.is_condition(word):
            raise UnknownName(f"{word} is a unit in play, where a condition of {words.procedure.name} belongs")
        else:
            left.append(word)
    return {**placed, "conditions": left}


def _field_of_word(ledger: Ledger, words: Words, plain: Mapping[str, Any], word: str) -> Input | None:
    """Return the empty field without a place that a word belongs to."""
    procedure = words.procedure
    unit = None if BARE_NUMBER.fullmatch(word) else unit_meant(ledger, words, word)
    if unit:
        for field in words.fields.values():
            free = not field.field.position and plain.get(field.name) in (None, "", [], ())
            fits = field.kind is Term and field.field.noun not in SIDES and unit.rows
            if free and (fits or (field.kind is str and not unit.rows)):
                return field
        return None
    if BARE_NUMBER.fullmatch(word) and (far := distance_field(procedure) or number_field(procedure)):
        return far if plain.get(far.name) is None and (far.kind is float or word.isdecimal()) else None
    if by_ruleset := _field_by_ruleset(ledger, words, plain, word):
        return words.fields[by_ruleset]
    chosen = [one for one in words.choosing(word) if plain.get(one.name) in (None, "")]
    chosen = chosen or _of_form(words, plain, word)
    return chosen[0] if len(chosen) == 1 else None


def _field_by_ruleset(ledger: Ledger, words: Words, plain: Mapping[str, Any], word: str) -> str:
    return ledger.hook.field_of_word(Case(ledger, plain, procedure=words.procedure.name), word)


def _of_form(words: Words, plain: Mapping[str, Any], word: str) -> list[Input]:
    """Return the empty fields with a pattern that the word has."""
    free = [one for one in words.fields.values() if plain.get(one.name) in (None, "")]
    return [one for one in free if one.field.form and re.fullmatch(one.field.form, word)]


# words of a correction


def units_corrected(
    ledger: Ledger, words: Words, given: JsonObject, typed: Iterable[str]
) -> tuple[list[str], dict[str, str]]:
    """Return the other words of a correction, and the fields that units in play fill instead.

    ``given`` is the request of the ruling. ``tiger`` is another target; ``anvil,bravo`` of the attackers' side attack
    in their place; ``by anvil`` works for any side; a number behind a name is the range.
    """
    left: list[str] = []
    found: dict[str, str] = {}
    far = distance_field(words.procedure)
    rest = iter(typed)
    for word in rest:
        text = next(rest, "") if word == BY else word
        if far and found and BARE_NUMBER.fullmatch(word):
            found[far.name] = word
            continue
        units = [unit for part in text.split(",") if (unit := unit_meant(ledger, words, part))]
        whole = len(units) == text.count(",") + 1
        if whole and (field := _field_of_units(units, ledger, words, given, word == BY)):
            found[field.name] = text
        elif word == BY:
            raise Refused(f"by which unit? fix {BY} NAME; who lists the units")
        else:
            left.append(text)
    return left, found


def _field_of_units(units: Sequence[Unit], ledger: Ledger, words: Words, given: JsonObject, act: bool) -> Input | None:
    """Return the field that units belong to: the acting one for friends of those that acted, else another."""
    procedure = words.procedure
    own = ledger.actors(procedure.name)
    of_units = [one for one in procedure.inputs if one.kind is Term and one.field.noun not in NO_UNITS]
    planes = [one for one in procedure.inputs if one.kind is str and given.get(one.name)]
    fields = [
        *(one for one in of_units if all(row_for(unit, words.names_of(one)) for unit in units)),
        *(one for one in planes if not any(unit.rows for unit in units)),
    ] or [one for one in of_units if one in procedure.positional]
    others = [one for one in fields if one.name != own]
    acted = given.get(NAMES, {}).get(own, ())
    sides = {ledger.side_of(name) for name in acted} & {unit.side for unit in units if unit.side}
    if act or not others or (sides and procedure.name in ledger.play.at_enemies):
        return words.fields.get(own)
    return others[0]


def choices_corrected(words: Words, typed: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the other words of a correction, and the fields of choices and terrain: ``rear``, ``mud``."""
    chosen = {word: fields[0].name for word in typed if len(fields := _fields_choosing(words, word)) == 1}
    return [word for word in typed if word not in chosen], {name: word for word, name in chosen.items()}


def _fields_choosing(words: Words, word: str) -> Sequence[Input]:
    """Return the fields that have a word as a choice, or as the whole name of terrain or the like."""
    fields = words.choosing(word)
    if fields or word in words.conditions:
        return fields
    nouns = [one for one in words.fields.values() if one.kind is Term and one.field.noun in {*NO_UNITS} - {*SIDES}]
    return [one for one in nouns if all(len(words.names_of(one).get(part, ())) == 1 for part in word.split(","))]
