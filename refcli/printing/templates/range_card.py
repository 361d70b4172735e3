"""A card of ranges, to use with a tape: what a stick too long to join says in its bands."""

from collections.abc import Iterable

from refcli.printing.templates.drawing import HAIR, LEAST, Line, Shape, Words, fitting, width_of, wrapped
from refcli.printing.templates.piece import SMALL, Piece

WIDTH = 90.0
"""How wide a card is, in mm: two stand side by side on a page."""

FIGURE = 4.0
"""Height of its ranges and numbers, in mm."""

STEP = 1.35
"""From line to line, in heights of a letter."""


def range_card(
    name: str, title: str, heading: Iterable[str], rows: Iterable[tuple[str, str]], marks: frozenset[str]
) -> Piece:
    """What it is of, then each range with what counts there."""
    rows = list(rows)
    shapes: list[Shape] = []
    y = 0.0
    for line in [line for text in heading for line in wrapped(text, SMALL, WIDTH)]:
        y += SMALL * STEP
        shapes.append(Words(0.0, y, line, SMALL))
    left = max(width_of(reach, FIGURE, bold=True) for reach, _ in rows) + 3.0
    for reach, said in rows:
        y += 1.6
        shapes.append(Line(0.0, y, WIDTH, y, HAIR))
        size = max(LEAST, fitting(said, FIGURE, WIDTH - left))
        for number, line in enumerate(wrapped(said, size, WIDTH - left)):
            y += size * STEP if number else FIGURE * STEP
            shapes.append(Words(left, y, line, size))
            if number == 0:
                shapes.append(Words(0.0, y, reach, FIGURE, bold=True))
    return Piece(f"{name}/card", title, WIDTH, y + 1.0, tuple(shapes), marks)
