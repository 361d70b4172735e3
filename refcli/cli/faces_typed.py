"""Faces behind a colon at the end of a command: ``fire 4xrifle infantry : 8 3 7 9 / 9 2``."""

import re
from collections.abc import Collection, Sequence

from refcli.core.errors import Refused

COLON, DICE = ":", "--dice"

FACES = r"\d[\d,/]*"
"""Faces without a space: ``526``, ``64/5`` of two rolls."""

STUCK = rf"\w[\w,/+-]*:|(?=[\d-]*[^\W\d])\w[\w,/+-]*:{FACES}"
"""A word to which the colon sticks, perhaps with faces behind it: ``infantry:526``, ``3xtruck:5``; no time."""

TIME = r"(?:[01]?\d|2[0-3]):[0-5]\d"
STUCK_TO_FIGURE = rf"(?:-[a-zA-Z]|--[\w-]+=)?(?!{TIME}$)(?:{TIME}|\d+(?:\.\d+)?):(?:{FACES})?"
"""A figure of an option with faces behind it, ``-r9:9``, ``2:6``, ``21:00:3``; a time alone has none."""

STUCK_TO_VALUE = rf"[^:]+:(?:{FACES})?"
"""A value that has no colon of its own with faces behind it: ``1:54`` of dice, ``C5:4`` of a square, ``stuka:5``."""

STUCK_ALONE = rf"\d+(?:\.\d+)?:{FACES}"
"""A figure that stands alone, a range, with faces behind it."""


def faces_as_option(arguments: Sequence[str], no_colon: Collection[str] = ()) -> list[str]:
    """A command's words with what stands behind a colon as its option for faces; options may follow the faces.

    The value of an option among ``no_colon`` has no colon of its own: behind it stand faces.
    """
    at = next((index for index, word in enumerate(arguments) if _begins_faces(word)), None)
    if at is None:
        stuck = [
            index
            for index, word in enumerate(arguments)
            if COLON in word and _faces_stick(word, arguments[index - 1] if index else "", no_colon)
        ]
        if not stuck:
            return list(arguments)
        at = stuck[0] + 1
        word, _, first = arguments[stuck[0]].rpartition(COLON)
        arguments = [*arguments[: stuck[0]], word, f"{COLON}{first}", *arguments[at:]]
    words = [arguments[at].removeprefix(COLON), *arguments[at + 1 :]]
    end = next((index for index, word in enumerate(words) if word.startswith("-")), len(words))
    faces = " ".join(words[:end]).strip()
    if not faces:
        raise Refused("no face stands behind the colon; write : 5 3 6, or leave the colon out to have the dice rolled")
    if any(word == DICE or word.startswith(f"{DICE}=") for word in arguments):
        raise Refused(f"faces stand behind the colon or in {DICE}, not in both")
    return [*arguments[:at], *words[end:], DICE, faces]


def _begins_faces(word: str) -> bool:
    """Whether a word is the colon, perhaps with the first faces behind it."""
    return word == COLON or re.fullmatch(COLON + FACES, word) is not None


def _faces_stick(word: str, before: str, no_colon: Collection[str]) -> bool:
    """Whether a word ends with a colon and faces; where it may have a colon of its own, only behind a figure."""
    if re.fullmatch(STUCK_TO_FIGURE, word):
        return True
    if before in no_colon or word.startswith(tuple(no_colon)):
        return bool(re.fullmatch(STUCK_TO_VALUE, word))
    return not before.startswith("-") and bool(re.fullmatch(f"{STUCK}|{STUCK_ALONE}", word))
