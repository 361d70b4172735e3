"""Markdown and CSV in which every text reads as itself."""

import re
from collections.abc import Iterable, Iterator, Sequence

SPECIAL = re.compile(r"[\\`*_\[\]<>|#~$@]|&(?=[#\w])|:(?=[A-Za-z/+_-]|\d+:)|^[+-](?=\s|$)|^\d+(?=[.)](?:\s|$))")
"""Letters that can have a meaning in Markdown, anywhere or at the beginning of a line."""

FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d*(\.\d+)?$)")
"""The beginning of a text that a spreadsheet would compute; a number with its sign is none."""


def escaped(text: str) -> str:
    """Return a text as Markdown; a line break would end its cell, so it becomes a space."""
    return SPECIAL.sub(
        lambda found: found[0] + "\\" if found[0].isdecimal() else "\\" + found[0], " ".join(text.split())
    )


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], figures: str = ":-:") -> Iterator[str]:
    """Yield the lines of a table and a blank one; ``figures`` aligns all columns but the first."""
    yield markdown_row(heads)
    yield "|---|" + f"{figures}|" * (len(heads) - 1)
    yield from map(markdown_row, rows)
    yield ""


def markdown_row(texts: Iterable[str]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(escaped, texts))} |"


def harmless(text: str) -> str:
    """Return a text as a spreadsheet shows it: after an apostrophe if it would be a formula."""
    return f"'{text}" if FORMULA.match(text) else text
