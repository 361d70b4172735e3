"""A ruling made in a game: kept in it, and told between what the ledger brought to it and what it changed."""

import sys
from collections import Counter
from collections.abc import Collection, Iterable
from functools import reduce
from itertools import chain
from typing import Any

from refcli.cli.evening import InGame
from refcli.cli.output import book_of, print_lines, print_record
from refcli.cli.terminal import width_of
from refcli.core.procedure import Record
from refcli.core.request import NAMES, terms_of, uncounted, without_condition
from refcli.core.ruling import Note
from refcli.game.game import Answer, Game
from refcli.game.supply import Supplied, what_was_supplied
from refcli.prompt.describe import changes_said, due_lines
from refcli.referee.referee import Referee
from refcli.render.columns import wrapped
from refcli.render.plain import in_one_line


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
    in_vain = brought_in_vain(record, in_game.done.supplied)
    print_lines(brought_to(in_game, in_vain))
    said = without_what_was_brought(record, in_game.done.supplied, in_vain, always_so(in_game))
    said = without_what_was_asked(said, in_game.evening.game, in_game.amends or answer.number)
    changes = changes_said(answer.changes)
    amends = "" if in_game.amends is None else f"{in_game.amends} again, entry "
    kept = f"ruling {amends}{answer.number}{f': {changes}' if changes else ''}"
    if not record.ruling.outcome.attempt and not record.ruling.rolls and not why and not was:
        book = book_of(referee, record.rules, record.procedure.charts)
        print_wrapped([f"{in_one_line(said, book)}; {kept}"])
    else:
        print_record(referee, said, how, why, was=was)
        print_wrapped([kept])
    print_wrapped(f"  {line}" for line in due_lines(answer.due))
    return answer


def brought_in_vain(record: Record, supplied: Iterable[Supplied]) -> set[str]:
    """The conditions that rulings brought to this one and that it does not use, wherever they are stated.

    What the referee said himself is no surprise to him, and is told.
    """
    given = {_condition(one) for one in supplied if not one.held.by_hand}
    given -= {_condition(one) for one in supplied if one.held.by_hand}
    idle = Counter([one.rpartition("+")[2] for one in record.ruling.unused])
    places = [record.request, *terms_of(record.request)]
    return {name for name in given if idle[name] and idle[name] == sum(name in one.conditions for one in places)}


def always_so(in_game: InGame) -> set[str]:
    """The conditions that those who are named were added with, but what the referee says once more with this ruling."""
    units, typed = in_game.evening.game.ledger.units, in_game.typed
    names = chain.from_iterable(in_game.done.plain.get(NAMES, {}).values())
    terms = chain.from_iterable(one if isinstance(one, list) else [one] for one in typed.values())
    said = {word for text in terms for word in str(text).split("+")}
    return {one for name in names if name in units for one in units[name].conditions} - said


def without_what_was_brought(
    record: Record, supplied: Iterable[Supplied], in_vain: Iterable[str], always: Collection[str] = ()
) -> Record:
    """A ruling as it is shown: without what was brought to it ``in_vain``, of which nobody is told.

    Nor that what is ``always`` so of those who are named has no effect here.
    """
    given = {*always, *(_condition(one) for one in supplied)}
    request = reduce(without_condition, in_vain, record.request)
    idle = tuple([one for one in record.ruling.unused if one.rpartition("+")[2] not in given])
    return record._replace(request=request, ruling=record.ruling._replace(unused=idle))


def without_what_was_asked(record: Record, game: Game, number: int) -> Record:
    """A ruling as it is shown: without the question that an earlier one asked in the same words, and nobody answered.

    ``number`` is the entry of the ruling.
    """
    once = {one.step.said for one in record.ruling.steps if isinstance(one.step, Note) and one.step.once}
    if not once:
        return record  # nearly every one: the whole game is read for no other
    asked = game.told_before(number, once)
    steps = [one for one in record.ruling.steps if not (isinstance(one.step, Note) and one.step.said in asked)]
    return record._replace(ruling=record.ruling._replace(steps=tuple(steps))) if asked else record


def _condition(supplied: Supplied) -> str:
    """The condition that was brought, however often; a field with its value as it is."""
    return uncounted(supplied.what)[1] or supplied.what


def brought_to(in_game: InGame, in_vain: Collection[str] = ()) -> list[str]:
    """What bars it or was overruled, and what states bring but ``in_vain``, as lines for the window."""
    brought = [one for one in in_game.done.supplied if _condition(one) not in in_vain]
    supplied = "; ".join(what_was_supplied(brought))
    bars = "overruled" if in_game.overrules else "barred"
    return in_window([*(f"{bars}: {bar.said}" for bar in in_game.done.bars), *([supplied] if supplied else [])])


def in_window(lines: Iterable[str]) -> list[str]:
    """Lines, broken between words where the window is narrower."""
    width = width_of(sys.stdout)
    return [part for line in lines for part in wrapped(line, width, "", "  ")]


def print_wrapped(lines: Iterable[str]) -> None:
    """Print lines, broken between words where the window is narrower."""
    print_lines(in_window(lines))
