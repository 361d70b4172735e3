"""Units in words, one or more of them."""


def is_or_are(unit: str) -> str:
    """What a verdict says of a unit by its name: a Tank is, Mortars are."""
    return "are" if unit.endswith("s") else "is"
