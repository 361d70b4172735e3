"""Squares of a gridded table, by column and row: ``C4``."""

import re

SQUARE = r"[A-Za-z]\d{1,2}"


def position(square: str) -> tuple[int, int]:
    """The column and the row of a square."""
    return ord(square[0].upper()), int(square[1:])


def named(column: int, row: int) -> str:
    """The name of a square; no column is left of A and none right of Z, and a row has one or two digits."""
    return f"{chr(column)}{row}"


def squares_in(text: str) -> list[str]:
    """The squares of ``D3`` or of the rectangle ``D3-E5``; empty for another text."""
    if not re.fullmatch(f"{SQUARE}(-{SQUARE})?", text):
        return []
    corners = [position(corner) for corner in text.upper().split("-")]
    columns, rows = ([*range(min(ends), max(ends) + 1)] for ends in zip(*corners, strict=True))
    return [named(column, row) for column in columns for row in rows]
