"""Parts of a page in Markdown, every text in them literal."""

from collections.abc import Iterable, Iterator

from refcli.printing.text import escaped


def table(heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A table, its first column as it is typed, and an empty line."""
    heads = list(heads)
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for first, *others in rows:
        yield f"| {' | '.join([typed(first), *map(escaped, others)])} |"
    yield ""


def block(language: str, *lines: str) -> Iterator[str]:
    """Lines that stand as they are, and an empty line."""
    yield from (f"```{language}", *lines, "```", "")


def typed(text: str) -> str:
    """A text as it is typed, in a cell of a table too."""
    bar = "\\|"
    return f"`{text.replace('|', bar)}`"
