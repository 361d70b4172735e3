"""Print rulings and answers in the format of the settings; a format's own code is imported when it is used."""

import sys
from collections.abc import Iterable
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.cli.terminal import at_terminal, shown, width_of
from refcli.core.procedure import Record
from refcli.referee.referee import Referee
from refcli.wire import SCHEMA

if TYPE_CHECKING:
    from refcli.referee.what_if import Change
    from refcli.render.book import Book


MOST_CHANGES = 14
"""Lines about changes that would have changed a ruling."""


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, if any."""
    text = "\n".join(lines)
    if text:
        print(text)


def print_json(plain: object) -> None:
    """Print one object on one line."""
    print(dumps(plain, ensure_ascii=False))


def print_answer(**plain: object) -> None:
    """Print the answer of a command as one object, the schema first."""
    print_json({"schema": SCHEMA, **plain})


def book_of(referee: Referee, rules: str, names: Iterable[str]) -> "Book":
    """Return the book that pictures quote, with the charts of these names."""
    from refcli.render.book import Book

    loaded = referee.loaded(rules)
    about = loaded.library.about()
    title = str(about.get("title", rules))
    return Book(title, loaded.library.charts(names), about.get("rolls", {}), loaded.readings)


def _fitted(lines: list[str]) -> list[str]:
    """Return lines as they are, or broken between words after their indent on a narrower terminal."""
    width = width_of(sys.stdout) if at_terminal(sys.stdout) else 0
    if not width or max(map(len, lines)) <= width:
        return lines
    from refcli.render.columns import wrapped

    indents = [line[: len(line) - len(line.lstrip())] for line in lines]
    return [
        part
        for line, indent in zip(lines, indents, strict=True)
        for part in wrapped(line.strip(), width, indent, f"{indent}  ")
    ]


def print_record(
    referee: Referee,
    record: Record,
    how: str,
    why: bool = False,
    beside: dict[str, Any] | None = None,
    was: Record | None = None,
) -> None:
    """Print a ruling, or its changes since it ``was``; ``beside`` holds more keys of its JSON object."""
    if how == "json":
        from refcli.wire.objects import ruling_to

        print_json({**ruling_to(record), **(beside or {})})
        return
    book = book_of(referee, record.rules, record.procedure.charts)
    if how == "plain":
        from refcli.render.plain import ruling_lines

        print("\n".join(_fitted([*ruling_lines(record, book, why, was)])))
    else:
        from refcli.cli.console import Console
        from refcli.render.terminal import ruling_picture

        screen = Console()
        screen.print(ruling_picture(record, book, screen, why, was))


def write_svg(referee: Referee, record: Record, name: str) -> None:
    """Draw a ruling into a new SVG file."""
    from refcli.cli.new_file import write_new
    from refcli.render.svg import ruling_svg

    book = book_of(referee, record.rules, record.procedure.charts)
    write_new(Path(name), shown(ruling_svg(record, book)).encode())


def print_changes(changes: "list[Change]", outcome: str, every: bool) -> None:
    """Print the changes that give another outcome with these dice, then those that need another roll.

    Other outcomes come first, a line each, and only as many as a window holds; with ``every`` all of them in full.
    """
    from refcli.render.columns import wrapped

    width = width_of(sys.stdout)
    decided = sorted([one for one in changes if one.outcome], key=lambda one: one.outcome == outcome)
    undecided = [one for one in changes if not one.outcome]
    shown = [*decided, *undecided] if every else [*decided, *undecided][:MOST_CHANGES]
    lines = ["these dice come to something else with" if decided else "nothing else changes what these dice come to"]
    for one in shown:
        if one in undecided and "another roll decides with" not in lines:
            lines.append("another roll decides with")
        said = [f"  {one.name} ({one.said})", f"  {one.name}"]
        if one.outcome:
            said = [f"{said[0]}: {one.outcome}. {one.verdict}", *[f"{begin}: {one.outcome}" for begin in said]]
        if every:
            lines += wrapped(said[0].lstrip(), width, "  ", "    ")
        else:
            lines.append(next((line for line in said if len(line) <= width), said[-1]))
    left = len(changes) - len(shown)
    if left:
        lines.append(f"and {left} more: --why tells all")
    print("\n".join(lines))
