"""What a name is: of a chart, a row, a condition, a reading and its options, a scenario, a unit."""

from collections.abc import Iterable

BEGINS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
HAS = BEGINS | frozenset(".-")
SAID = "letters, digits, points and hyphens make one"


def is_name(text: str) -> bool:
    """Whether a text can be typed as one word in every shell, and means nothing but itself there."""
    return text[:1] in BEGINS and HAS.issuperset(text)


MOST_LIKE = 3
LIKE = 0.65
"""How much alike a word and a name are that may be meant by it."""


def names_like(word: str, names: Iterable[str], most: int = MOST_LIKE) -> list[str]:
    """The names that a word may be meant for, in large letters or small: those it begins, or is nearly spelt as."""
    from difflib import get_close_matches  # only a slip pays for it

    known = {name.lower(): name for name in names}
    begun = [one for one in known if one.startswith(word.lower())]
    return [known[one] for one in dict.fromkeys([*begun, *get_close_matches(word.lower(), known, most, LIKE)])]
