"""Sentences as data, and what is put in their places: counts, plurals, articles, names.

A place is written as Python has it, ``{target}``, and takes a count, a name or several names. Besides:
``{the target}`` is a name with its article where English has one, *the Infantry*, *Infantry B*, *2 Tanks*, and
``{The target}`` begins a sentence with it;
``{hits:hit}`` is a number of things, ``1 hit`` or ``3 hits`` (``{men:man|men}`` where an s will not do);
``{target:is|are}`` behind a name is the verb it takes; ``[, {saved} saved]`` is left out where a place in it is
empty or nought; ``[closed?; it closes hatches]`` is said where ``closed`` holds, ``[!closed?...]`` where it does not.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

PLACE = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
DESIGNATION = re.compile(r"\d| [A-Z]{1,4}$")
"""What makes a name one of its own, without an article: a number, or capitals at its end (Infantry B, Tiger II)."""

LETTER = re.compile(r" [A-Z]$")
"""What tells one of several alike: 76 mm B."""

MEASURE = re.compile(r'[\d.,]+(?: |mm\b|pdr\b|")')
"""How the name of a gun or a bomb begins: 76 mm, 1,000 lb bomb."""

CALIBRE = re.compile(r'\d(?: ?(?:mm|pdr)\b|")')
"""What stands in the name of a gun, which is a thing: German 88mm L56, British 25 pdr."""

ALIKE = frozenset(
    [
        "aircraft",
        "armor",
        "artillery",
        "cavalry",
        "cm",
        "cwt",
        "flak",
        "in",
        "infantry",
        "mm",
        "only",
        "pdr",
        "reconnaissance",
    ]
)
"""Last words of names that are the same for one and for several."""

SHORT = 3
"""Letters of a name that ends in s and is one all the same: an Hs, a Gus."""

ENDS_OF_ONE = ("ss", "us", "is")
"""How names of one end that end in s: a Boss, Klaus, Chris; those of several do not."""

OPTIONAL = re.compile(r"\[(?:(!?)([^\[\]{}?]+)\?)?([^\[\]]*)\]")


class AnyNumber(str):
    """A number that nobody has said yet, as it is written: ``N``."""

    __slots__ = ()


def some(number: int | float | AnyNumber, thing: str, things: str = "") -> str:
    """A number of things: ``1 hit``, ``2 hits``, ``1,200 hits``; ``things`` are several where an s will not do."""
    said = f"{number:,}" if isinstance(number, int) else f"{number:g}" if isinstance(number, float) else number
    return f"{said} {thing if number == 1 else things or f'{thing}s'}"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int | float) -> str:
    """A place in an order as one says it: ``second``; far down ``place 12``."""
    return ORDINALS[int(number) - 1] if number in range(1, len(ORDINALS) + 1) else f"place {number:g}"


class Proper(str):
    """The name of one thing in play, which takes no article: ``Tiger-131``."""

    __slots__ = ()


class Member(Proper):
    """The name of one thing in play that belongs to a ``unit``, which has a name of its own."""

    __slots__ = ("unit",)
    unit: str

    def __new__(cls, name: str, unit: str) -> "Member":
        made = super().__new__(cls, name)
        made.unit = unit
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return str(self), self.unit


class Many(str):
    """The name of several things alike, with their number: ``2 Tanks``."""

    __slots__ = ()


class UnitOf(str):
    """The unit that a sub-unit belongs to: written ``the unit of f1``, said *f1's unit*; perhaps ``part`` of it.

    ``member`` is the sub-unit, ``part`` what stands before: ``a sub-unit of ``. That of a ``Member`` is said by its
    name.
    """

    __slots__ = ("member", "part")
    member: str
    part: str

    def __new__(cls, member: str, part: str = "") -> "UnitOf":
        made = super().__new__(cls, f"{part}{OF_UNIT}{member}")
        made.member, made.part = member, part
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return self.member, self.part

    @property
    def said(self) -> str:
        """As a sentence has it: ``the Infantry's unit``."""
        if isinstance(self.member, Member):
            return f"{self.part}{self.member.unit}"
        whose = _with_article(self.member)
        ending = "'" if whose.endswith("s") else "'s"
        return f"{self.part}{whose}{ending} unit"


OF_UNIT = "the unit of "
"""How the unit of a member is written down."""


def member_in(written: str) -> str:
    """The member in what was written down of it or of its unit: ``f1`` in ``f1`` and in ``the unit of f1``."""
    return written.rpartition(OF_UNIT)[2]


def many(number: int, name: str) -> str:
    """So many things of a name: ``2 Tanks``, ``3 Infantry``, ``2 Tiger I``, ``2 x 76 mm``; one is the name alone."""
    times = " x" if MEASURE.match(name) else ""
    return name if number == 1 else Many(f"{number}{times} {several(name)}")


def in_other_words(name: str, words: str) -> str:
    """The same kind of name, in these words: what is a member of a unit is one all the same."""
    return Member(words, name.unit) if isinstance(name, Member) else type(name)(words)


@lru_cache(1024)
def several(name: str) -> str:
    """The name of several things alike: ``Tanks``, ``Cars or trucks``."""
    if " or " in name:
        return " or ".join(map(several, name.split(" or ")))
    last = name.rpartition(" ")[2]
    if not last.isalpha() or not last[-1].islower() or last.endswith("s") or last.lower() in ALIKE:
        return name
    if last.endswith("man") and last.lower() not in ("german", "sherman"):
        return f"{name[:-2]}en"
    if last[-1] == "y" and last[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if last.endswith(("ch", "sh", "x")) else f"{name}s"


def fill(sentence: str, values: Mapping[str, Any]) -> str:
    """A sentence with values in its places. Raises KeyError for a place without one."""
    if "{" not in sentence and "[" not in sentence:
        return sentence
    return _told(_pieces(sentence), values)


def of(unit: str, text: str, **values: Any) -> str:
    """What is said of a unit in play, its name first: ``{unit:has|have} moved``.

    Braces in what was typed are text: a place without a value stays as it is.
    """
    return f"{unit} {fill(text, _AsTyped(unit=Proper(unit), **values))}"


class _AsTyped(dict[str, Any]):
    """Values of places; a place without one is its own value."""

    def __missing__(self, place: str) -> str:
        return f"{{{place}}}"


def places_in(sentence: str) -> list[str]:
    """The names of what a sentence needs to be filled, each once."""
    places = [place.removeprefix("the ").removeprefix("The ") for place, _ in PLACE.findall(sentence)]
    return list(dict.fromkeys([*places, *[condition for _, condition, _ in OPTIONAL.findall(sentence) if condition]]))


def listed(value: Any) -> str:
    """A value as it is said: a number, a name, several names: ``Tank A, Tank B and Infantry``."""
    if isinstance(value, (int, float)):
        return f"{value:g}" if isinstance(value, float) else str(int(value))
    return value if isinstance(value, str) else _joined([*map(listed, value)])


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _with_article(value: Any) -> str:
    """A name, or several, each with its article where it has one."""
    if isinstance(value, UnitOf):
        return value.said
    if isinstance(value, Proper):
        return value
    if not isinstance(value, str):
        return _joined([*map(_with_article, value)])
    own = isinstance(value, Many) or is_designation(value) or value.startswith(HAVE_ONE)
    return value if own else f"the {value}"


def is_designation(name: str) -> bool:
    """Whether a name is one of its own; that of a gun is the name of a thing, unless a letter tells it from others."""
    name = name.partition(" (")[0]
    if LETTER.search(name):
        return True
    is_gun = MEASURE.match(name) or CALIBRE.search(name.partition(",")[0])
    return bool(DESIGNATION.search(name)) and not is_gun


HAVE_ONE = ("the ", "a ", "an ", "another ", "up to ")
"""Beginnings of names that need no article."""

ARTICLES = ("the ", "The ")
"""What a place begins with that puts one before a name; it is the form of that place."""

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
        article, name = found[1][:4], found[1][4:]
        piece = (name, article) if article in ARTICLES else (found[1], found[2] or "")
        pieces += [text[at : found.start()], piece]
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
    if form in ARTICLES:
        said = _with_article(value)
        return said if form == "the " else said[:1].upper() + said[1:]
    one, _, several = form.partition("|")
    if isinstance(value, (int, float, AnyNumber)):
        return some(int(value) if isinstance(value, bool) else value, one, several)
    return several if _are_several(value) else one


def _are_several(value: Any) -> bool:
    """Whether names take the verb of several: there are some, or one that ends as several do (Mortars)."""
    if isinstance(value, str):
        if isinstance(value, (Many, UnitOf)):
            return isinstance(value, Many)
        ends = value.endswith("s") and not value.endswith(ENDS_OF_ONE)
        return len(value) > SHORT and ends and not DESIGNATION.search(value)
    return len(value) > 1 or any(map(_are_several, value))
