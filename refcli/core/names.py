"""What a name is: of a chart, a row, a condition, a reading and its options, a scenario, a unit."""

import re

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
SAID = "letters, digits, points and hyphens make one"


def is_name(text: str) -> bool:
    """Whether a text can be typed as one word in every shell, and means nothing but itself there."""
    return NAME.fullmatch(text) is not None
