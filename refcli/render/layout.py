"""Lines of styled text of a width: flowing, in columns."""

import re
from collections.abc import Iterable, Iterator, Sequence

NUMBER = re.compile(r" ([+-]?[\d.]+\+?[.,;]?)(?= |$)")
"""A number behind a word."""

GOOD, BAD, QUIET, STRONG = "bold green", "bold red", "dim", "bold"
"""The styles of pieces; nothing rests on them."""

Piece = tuple[str, str]
"""A text and its style, empty for none; a no-break space in it is a space at which no line ends."""
Line = list[Piece]

NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = 3
"""Columns between columns."""


def width_of(text: str) -> int:
    """How many columns a text takes on a screen."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def width(line: Iterable[Piece]) -> int:
    """How many columns a line takes."""
    return sum([width_of(text) for text, _ in line])


def flow(pieces: Iterable[Piece], most: int, first: int = 0, after: int = 0) -> list[Line]:
    """Pieces as a paragraph of a width, so far in on its first line and after it; a word too long for a line is cut."""
    lines: list[Line] = []
    line: Line = [(" " * first, "")] if first else []
    at, fresh, gap = first, True, ""
    for text, style in pieces:
        for number, word in enumerate(text.split(" ")):
            if number:
                gap += " "
            if not word:
                continue
            if not fresh and at + len(gap) + width_of(word) > most:
                lines.append(line)
                line, at, fresh, gap = [(" " * after, "")] if after else [], after, True, ""
            if fresh:
                gap = ""
            while at + width_of(word) > most and most - at > 1 and fresh:
                cut = _fits(word, most - at)
                lines.append([*line, (word[:cut].replace(NO_BREAK, " "), style)])
                word = word[cut:]
                line, at = [(" " * after, "")] if after else [], after
            said = word.replace(NO_BREAK, " ")
            if fresh or line[-1][1] != style:
                line += [*([(gap, "")] if gap else []), (said, style)]
            else:
                line[-1] = (line[-1][0] + gap + said, style)
            at += len(gap) + width_of(word)
            fresh, gap = False, ""
    if not fresh:
        lines.append(line)
    return lines


def whole(text: str, most: int) -> str:
    """A text that stays on one line where it is no longer than so many letters."""
    return text.replace(" ", NO_BREAK) if len(text) <= most else text


def glued(text: str) -> str:
    """A text whose numbers stay with the word before them: ``woods -1``, ``seed 4``."""
    return NUMBER.sub(f"{NO_BREAK}\\1", text)


def _fits(word: str, most: int) -> int:
    """How many letters of a word fit into a width."""
    cut = 1
    while cut < len(word) and width_of(word[: cut + 1]) <= most:
        cut += 1
    return cut


def padded(line: Line, to: int) -> Line:
    """A line with room behind it up to a width."""
    room = to - width(line)
    return [*line, (" " * room, "")] if room > 0 else line


def in_columns(cells: Sequence[Line], most: int, indent: int, columns: int) -> Iterator[Line]:
    """Short lines side by side, read from left to right, in as many columns as have room, and no more than asked."""
    wide = max(map(width, cells))
    columns = max(1, min(columns, (most - indent + GAP) // (wide + GAP)))
    rows = -(-len(cells) // columns)
    columns = -(-len(cells) // rows)
    for start in range(0, len(cells), columns):
        line: Line = [(" " * indent, "")] if indent else []
        row = cells[start : start + columns]
        for cell in row[:-1]:
            line += padded(cell, wide + GAP)
        yield line + row[-1]
