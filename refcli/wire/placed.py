"""Words that stand without the option they are for: a number is the range, ``rear`` the side hit, ``hill`` between."""

import re
from collections.abc import Mapping
from typing import Any

from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term
from refcli.wire.vocabulary import Words, choices_of

FIGURE = re.compile(r"\d{1,5}(?:\.\d{1,3})?")
"""A number that stands alone."""


def range_of(procedure: Procedure) -> Input | None:
    """The distance that a number alone means: the range, said as ``-r`` else, or the way that was moved, as ``-m``."""
    kinds = {"-r": (int, float), "-m": (float,)}  # -m of a whole number counts markers
    far = [one for one in procedure.inputs if one.kind in kinds.get(one.field.short, ())]
    return far[0] if far else None


def figure_asked(procedure: Procedure) -> Input | None:
    """What a number alone means where no game is on: a range that nothing is taken for, else the one that has to be.

    Where a distance has a default, a number is as likely a face whose colon was left out, and means nothing.
    """
    far = range_of(procedure)
    if far is not None and far.default is None:
        return far
    figures = [one for one in procedure.inputs if one.required and one.kind in (int, float)]
    return figures[0] if len(figures) == 1 else None


def with_options(words: Words, plain: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, with what stands among the conditions in the field that it can only be for, a number or a word.

    So it is with a number or a choice in the place of somebody who need not be named, as the enemy of a move.
    """
    placed = dict(plain)
    conditions = list(placed.get("conditions") or ())
    for one in words.fields.values():
        said = placed.get(one.name)
        if one.kind is Term and not one.required and isinstance(said, str) and is_no_name(words, one, said):
            conditions.insert(0, placed[one.name])
            placed[one.name] = None
    left = []
    for word in conditions:
        field = _field_meant(words, placed, word)
        if field is None:
            left.append(word)
        else:
            placed[field.name] = word
    return {**placed, "conditions": left}


def is_no_name(words: Words, field: Input, said: str) -> bool:
    """Whether what stands in the place of a name is a number, or a choice of another field: ``event strafing``."""
    if FIGURE.fullmatch(said):
        return True
    chosen = any(said.lower() in choices_of(one) for one in words.choosing(said))
    return chosen and said.lower() not in words.names_of(field)


def _field_meant(words: Words, plain: Mapping[str, Any], word: str) -> Input | None:
    """The only field said by an option that a word can be for, where nothing else is said in it."""
    if FIGURE.fullmatch(word):
        asked = figure_asked(words.procedure)
        if asked is None or plain.get(asked.name) is not None:
            return None
        return asked if asked.kind is float or word.isdecimal() else None
    chosen = [one for one in words.choosing(word) or words.naming(word) if plain.get(one.name) in (None, "", ())]
    return chosen[0] if len(chosen) == 1 else None
