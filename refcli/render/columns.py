"""Text that fits a width: lines broken between words, tables in blocks of as many columns as there is room for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

GAP = 2
"""Spaces between two columns."""


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of that width, broken between words alone; ``first`` and ``rest`` stand before its lines."""
    if text and text == text.strip() and text.isprintable() and len(first) + len(text) <= width:
        return [first + text]  # as nearly every line: nothing is loaded for it
    from textwrap import wrap

    lines = wrap(
        text,
        max(width, len(rest) + 1),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def listed(items: Sequence[tuple[str, str]], width: int, indent: str = "  ") -> Iterator[str]:
    """Names in a column, what each is beside it; below it where names are long."""
    column = max((len(name) for name, _ in items), default=0)
    beside = stand_beside(items, width)
    for name, text in items:
        if beside and text:
            yield from wrapped(text, width, f"{indent}{name.ljust(column)}  ", " " * (len(indent) + column + 2))
        else:
            yield from wrapped(name, width, indent, f"{indent}    ")
            yield from wrapped(text, width, f"{indent}    ", f"{indent}    ") if text else ()


def stand_beside(items: Sequence[tuple[str, str]], width: int) -> bool:
    """Whether what things are has room beside their names."""
    return max((len(name) for name, _ in items), default=0) <= width * 3 // 5


class Columns(NamedTuple):
    """Columns of a table that stand beside each other: which they are, and how wide each is."""

    indexes: list[int]
    widths: list[int]


def in_blocks(table: Sequence[Sequence[str]], width: int, gap: int = GAP) -> list[Columns]:
    """The columns of a table, heads first, in blocks that fit a width; the first column stands in each.

    A head breaks between words, a name in the first column too where it is long, and no other cell at all.
    """
    columns = list(zip(*table, strict=True))
    most = max(width * 2 // 5, longest_word(columns[0]))
    names = min(max(map(len, columns[0])), most)
    found = [Columns([0], [names])]
    for index, column in enumerate(columns[1:], 1):
        needed = max(longest_word(column[:1]), *map(len, column[1:]), 0)
        if sum(found[-1].widths) + gap * len(found[-1].widths) + needed > width and len(found[-1].indexes) > 1:
            found.append(Columns([0], [names]))
        found[-1].indexes.append(index)
        found[-1].widths.append(needed)
    for block in found:
        room = width - sum(block.widths) - gap * (len(block.widths) - 1)
        for place, index in enumerate(block.indexes[1:], 1):
            wider = max(0, min(room, len(columns[index][0]) - block.widths[place]))
            block.widths[place] += wider
            room -= wider
    return found


def longest_word(texts: Iterable[str]) -> int:
    """The letters of the longest word of texts."""
    return max([len(word) for text in texts for word in text.split()], default=0)


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: str = "  ") -> Iterator[str]:
    """A table in lines, in blocks below each other where it is wider than that."""
    table = [heads, *rows] if any(heads) else rows
    for number, block in enumerate(in_blocks([heads, *rows], width - len(indent))):
        if number:
            yield ""
        for row in table:
            cells = [wrapped(row[index], wide) for index, wide in zip(*block, strict=True)]
            for line in zip_longest(*cells, fillvalue=""):
                text = (" " * GAP).join(cell.ljust(wide) for cell, wide in zip(line, block.widths, strict=True))
                yield f"{indent}{text}".rstrip()
