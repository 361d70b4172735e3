"""What a name is: of a chart, a row, a condition, a reading and its options, a scenario, a unit."""

BEGINS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
HAS = BEGINS | frozenset(".-")
SAID = "letters, digits, points and hyphens make one"


def is_name(text: str) -> bool:
    """Whether a text can be typed as one word in every shell, and means nothing but itself there."""
    return text[:1] in BEGINS and HAS.issuperset(text)
