"""Sentences as data, and what is put in their places: counts, plurals, names.

A place is written as Python has it, ``{target}``, and takes a count, a name or several names. Besides:
``{hits:hit}`` is a number of things, ``1 hit`` or ``3 hits`` (``{men:man|men}`` where an s will not do);
``{target:is|are}`` behind a name is the verb it takes; ``[, {saved} saved]`` is left out where a place in it is
empty or nought; ``[closed?; it closes hatches]`` is said where ``closed`` holds, ``[!closed?...]`` where it does not.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

PLACE = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
OPTIONAL = re.compile(r"\[(?:(!?)([^\[\]{}?]+)\?)?([^\[\]]*)\]")


def some(number: int | float, thing: str, things: str = "") -> str:
    """A number of things: ``1 hit``, ``2 hits``, ``1,200 hits``; ``things`` are several where an s will not do."""
    said = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{said} {thing if number == 1 else things or f'{thing}s'}"


def fill(sentence: str, values: Mapping[str, Any]) -> str:
    """A sentence with values in its places. Raises KeyError for a place without one."""
    if "{" not in sentence and "[" not in sentence:
        return sentence
    return _told(_pieces(sentence), values)


def listed(value: Any) -> str:
    """A value as it is said: a number, a name, several names with commas between them."""
    if isinstance(value, (int, float)):
        return f"{value:g}" if isinstance(value, float) else str(int(value))
    return value if isinstance(value, str) else ", ".join(map(listed, value))


Piece = str | tuple[str, str] | tuple[str, str, "list[Piece]"]
"""Text; a place and its form; an optional piece: the sign of its condition, the condition, what it says."""


@lru_cache(1024)
def _pieces(sentence: str) -> "list[Piece]":
    """The pieces of a sentence, in order."""
    pieces: list[Piece] = []
    at = 0
    for found in OPTIONAL.finditer(sentence):
        pieces += _places(sentence[at : found.start()])
        pieces.append((found[1] or "", found[2] or "", _places(found[3])))
        at = found.end()
    return pieces + _places(sentence[at:])


def _places(text: str) -> "list[Piece]":
    pieces: list[Piece] = []
    at = 0
    for found in PLACE.finditer(text):
        pieces += [text[at : found.start()], (found[1], found[2] or "")]
        at = found.end()
    return list(filter(None, (*pieces, text[at:])))


def _told(pieces: "list[Piece]", values: Mapping[str, Any]) -> str:
    return "".join([piece if isinstance(piece, str) else _said(piece, values) for piece in pieces])


def _said(piece: tuple[Any, ...], values: Mapping[str, Any]) -> str:
    if len(piece) == 2:
        return _in_place(values[piece[0]], piece[1])
    sign, condition, inside = piece
    if condition:
        holds = bool(values.get(condition)) is not bool(sign)
    else:
        holds = all(values.get(place[0]) for place in inside if isinstance(place, tuple))
    return _told(inside, values) if holds else ""


def _in_place(value: Any, form: str) -> str:
    if not form:
        return listed(value)
    one, _, several = form.partition("|")
    if isinstance(value, (int, float)):
        return some(int(value) if isinstance(value, bool) else value, one, several)
    return several if (len(value) > 1 and not isinstance(value, str)) or listed(value).endswith("s") else one
