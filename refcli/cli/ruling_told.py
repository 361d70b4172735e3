"""A ruling made in a game: kept in it, and told between what the ledger brought to it and what it changed."""

import sys
from collections.abc import Iterable
from typing import Any

from refcli.cli.evening import InGame
from refcli.cli.output import print_lines, print_record
from refcli.cli.screen import width_of
from refcli.core.procedure import Record
from refcli.core.request import uncounted
from refcli.game.game import Answer
from refcli.game.supply import what_was_supplied
from refcli.referee.referee import Referee
from refcli.render.columns import wrapped
from refcli.table.told import changes_said, due_lines


def keep_and_print(
    in_game: InGame,
    referee: Referee,
    record: Record,
    how: str,
    why: bool,
    beside: dict[str, Any],
    was: Record | None,
) -> Answer:
    """Keep a ruling in its game and print it, or what changed since it ``was``.

    ``beside`` is what a JSON object holds besides it.
    """
    answer = in_game.keep(record)
    if how == "json":
        print_record(referee, record, how, why, {**beside, **in_game.beside(answer)})
        return answer
    print_lines(brought_to(in_game))
    given = {uncounted(one.what)[1] or one.what for one in in_game.done.supplied}
    said = record._replace(
        no_effect=lambda: tuple([one for one in record.no_effect() if one.rpartition("+")[2] not in given])
    )
    print_record(referee, said, how, why, was=was)
    changes = changes_said(answer.changes)
    amends = "" if in_game.amends is None else f"{in_game.amends} again, entry "
    print_wrapped([f"ruling {amends}{answer.number}{f': {changes}' if changes else ''}"])
    print_wrapped(f"  {line}" for line in due_lines(answer.due))
    return answer


def brought_to(in_game: InGame) -> list[str]:
    """What bars it or was overruled, and what states bring, as lines for the window."""
    supplied = "; ".join(what_was_supplied(in_game.done.supplied))
    bars = "overruled" if in_game.overrules else "barred"
    return in_window([*(f"{bars}: {bar.said}" for bar in in_game.done.bars), *([supplied] if supplied else [])])


def in_window(lines: Iterable[str]) -> list[str]:
    """Lines, broken between words where the window is narrower."""
    width = width_of(sys.stdout)
    return [part for line in lines for part in wrapped(line, width, "", "  ")]


def print_wrapped(lines: Iterable[str]) -> None:
    """Print lines, broken between words where the window is narrower."""
    print_lines(in_window(lines))
