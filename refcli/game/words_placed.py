"""The words of a ruling in a game, each in the field that wants it: units, and the range, among the conditions."""

import re
from collections.abc import Mapping
from typing import Any

from refcli.core.errors import UnknownName
from refcli.core.request import Input, Term
from refcli.game.ledger import Ledger
from refcli.game.units import SIDES, Unit
from refcli.plain.placed import FIGURE, figure_asked, is_no_name, range_of
from refcli.plain.vocabulary import NOT, Words, meant

PART = re.compile(r"(?:(\d{1,9})[xX])?([^/+]+)((?:/[^+]*)?)(.*)")
"""One term as it is typed: how many, the name, the place behind a slash, the conditions behind it."""


def with_words_placed(ledger: Ledger, words: Words, plain: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, with those in play that stand among the conditions in the field that wants them.

    ``morale sec`` is ``morale --section sec``, and ``strafe tank stuka`` names the aircraft. A number is the range,
    also where it stands in the place of somebody who need not be named, as the enemy of a move; ``rear`` is the facing.
    So is a word of the form of a field: ``D4`` is a square.
    """
    placed = dict(plain)
    conditions = placed.get("conditions") or ()
    if isinstance(conditions, str) or not ledger.units:
        return placed
    for one in words.fields.values():
        said = placed.get(one.name)
        if one.kind is not Term or one.required or not isinstance(said, str):
            continue
        meant_for = ledger.hook.field_meant(ledger, words.procedure.name, placed, said)
        form = meant_for or is_no_name(words, one, said) or _of_form(words, placed, said)
        if form and (FIGURE.fullmatch(said) or not one_named(ledger, words, said)):
            conditions = [placed.pop(one.name), *conditions]
    left: list[Any] = []
    for word in conditions:
        field = _field_wanting(ledger, words, placed, word) if isinstance(word, str) else None
        if field is None:
            _check_no_unit(ledger, words, word)
            left.append(word)
        else:
            placed[field.name] = word
    return {**placed, "conditions": left}


def _check_no_unit(ledger: Ledger, words: Words, word: Any) -> None:
    """Refuse the whole name of a unit in play where it is only the beginning of a condition. Raises UnknownName."""
    named = isinstance(word, str) and word.lower() in (name.lower() for name in ledger.units)
    if named and not words.is_condition(word):
        raise UnknownName(f"{word} is a unit in play, where a condition of {words.procedure.name} belongs")


def _field_wanting(ledger: Ledger, words: Words, plain: Mapping[str, Any], word: str) -> Input | None:
    """The field without a place of its own that a word names somebody for, where nothing else is said in it."""
    if FIGURE.fullmatch(word):
        far = range_of(words.procedure) or figure_asked(words.procedure)
        if far is None and (of_several := ledger.hook.field_meant(ledger, words.procedure.name, plain, word)):
            return words.fields[of_several]
        if far is None or plain.get(far.name) is not None:
            return None
        return far if far.kind is float or word.isdecimal() else None
    unit = one_named(ledger, words, word)
    of_several = ledger.hook.field_meant(ledger, words.procedure.name, plain, unit.name if unit else word)
    if unit is None and of_several:
        return words.fields[of_several]
    if unit is None:
        chosen = [one for one in words.choosing(word) if plain.get(one.name) in (None, "")]
        chosen = chosen or _of_form(words, plain, word)
        return chosen[0] if len(chosen) == 1 else None
    for field in words.fields.values():
        free = not field.field.position and plain.get(field.name) in (None, "", [], ())
        fits = field.kind is Term and field.field.noun not in SIDES and unit.rows
        if free and (fits or (field.kind is str and not unit.rows)):
            return field
    return None


def _of_form(words: Words, plain: Mapping[str, Any], word: str) -> list[Input]:
    """The fields for which a word is meant by its form, where nothing else is said in them."""
    free = [one for one in words.fields.values() if plain.get(one.name) in (None, "")]
    return [one for one in free if one.field.form and re.fullmatch(one.field.form, word)]


def one_named(ledger: Ledger, words: Words, word: str) -> Unit | None:
    """The unit in play that a word names, or one of the group; None for a condition, whole or begun, and for others.

    A word that begins a name comes before one that begins a later word of a condition: ``fi`` is first, not left-field.
    """
    found = PART.fullmatch(word)
    name = found[2].lower() if found else ""
    if not name or name in words.conditions or word.startswith(NOT):
        return None
    groups = {unit.group.lower(): unit for unit in ledger.units.values() if unit.group}
    known = {**groups, **{unit.name.lower(): unit for unit in ledger.units.values()}}
    if words.prefixes and name not in known:
        begins = [any(one.startswith(name) for one in names) for names in (words.conditions, known)]
        if begins != [False, True] and meant(name, {one: (one,) for one in words.conditions}, True):
            return None
    names = meant(name, {one: (one,) for one in known}, words.prefixes)
    return known[names[0]] if len(names) == 1 else None
