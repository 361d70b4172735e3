"""Who and what was meant in a ruling that is judged again, in place of what was typed."""

from collections.abc import Sequence

from refcli.core.errors import Refused
from refcli.core.request import NAMES, Input, Term
from refcli.game.ledger import Ledger
from refcli.game.units import NO_UNITS, SIDES, Unit, row_for
from refcli.game.words_placed import one_named
from refcli.plain import Plain
from refcli.plain.placed import FIGURE, range_of
from refcli.plain.vocabulary import Words

BY = "by"
"""Stands before the name of who acts, where the side that he is of does not tell it."""


def named_anew(ledger: Ledger, words: Words, given: Plain, typed: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words that are left, and what is said instead in the fields for which the others name who is in play.

    ``given`` is what the ruling was asked. ``tiger`` is another target; ``anvil,bravo`` of the attackers' side attack
    in their place; ``by anvil`` says so of anybody; a number behind a name is the range. Raises Refused where nobody is
    named behind that word.
    """
    left: list[str] = []
    found: dict[str, str] = {}
    far = range_of(words.procedure)
    said = iter(typed)
    for word in said:
        text = next(said, "") if word == BY else word
        if far and found and FIGURE.fullmatch(word):
            found[far.name] = word
            continue
        units = [one_named(ledger, words, part) for part in text.split(",")]
        field = _field_of([one for one in units if one], ledger, words, given, word == BY) if all(units) else None
        if field:
            found[field.name] = text
        elif word == BY:
            raise Refused(f"by whom? fix {BY} NAME, of a unit in play; who lists them")
        else:
            left.append(text)
    return left, found


def chosen_anew(words: Words, typed: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words that are left, and what the others choose in the one field that has it: ``rear``, ``mud``."""
    chosen = {word: fields[0].name for word in typed if len(fields := _choosing(words, word)) == 1}
    return [word for word in typed if word not in chosen], {name: word for word, name in chosen.items()}


def _choosing(words: Words, word: str) -> Sequence[Input]:
    """The fields that have such a choice, or that name what is no unit, terrain say, all of it by names that are so."""
    fields = words.choosing(word)
    if fields or word in words.conditions:
        return fields
    nouns = [one for one in words.fields.values() if one.kind is Term and one.field.noun in {*NO_UNITS} - {*SIDES}]
    return [one for one in nouns if all(len(words.names_of(one).get(part, ())) == 1 for part in word.split(","))]


def _field_of(units: Sequence[Unit], ledger: Ledger, words: Words, given: Plain, acts: bool) -> Input | None:
    """The field that units are named for: that of those who act for their friends, else one that takes them."""
    procedure = words.procedure
    own = ledger.actors(procedure.name)
    placed = [one for one in procedure.placed if one.kind is Term and one.field.noun not in NO_UNITS]
    fields = [one for one in procedure.inputs if all(_takes(one, unit, words, given) for unit in units)] or placed
    others = [one for one in fields if one.name != own]
    acted = given.get(NAMES, {}).get(own, ())
    sides = {ledger.side_of(name) for name in acted} & {unit.side for unit in units if unit.side}
    if acts or not others or (sides and procedure.name in ledger.play.at_enemies):
        return words.fields.get(own)
    return others[0]


def _takes(field: Input, unit: Unit, words: Words, given: Plain) -> bool:
    """Whether a field takes a unit: by a row of its charts, or by its name where it had that of a plane."""
    if field.kind is Term and field.field.noun not in NO_UNITS:
        return row_for(unit, words.names_of(field)) is not None
    return bool(field.kind is str and not unit.rows and given.get(field.name))
