"""One thing that may be typed next."""

from collections.abc import Iterable
from typing import NamedTuple


class Offer(NamedTuple):
    """A word that may be typed, and its description."""

    text: str
    about: str = ""


def beginning(word: str, found: Iterable[Offer]) -> tuple[str, list[Offer]]:
    """The offers that begin with a word, in any case, each once."""
    key = word.lower()
    return word, list({one.text: one for one in found if one.text.lower().startswith(key) and one.text}.values())
