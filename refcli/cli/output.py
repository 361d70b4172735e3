"""Printing what came of a command, in the format that is set; each format's own code is loaded when it is used."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.cli.screen import shown, width_of
from refcli.cli.surroundings import at_terminal
from refcli.core.errors import Stopped
from refcli.core.limits import LONGEST_SAMPLED
from refcli.core.procedure import Record
from refcli.referee.referee import Case, Referee
from refcli.wire import SCHEMA

if TYPE_CHECKING:
    from fractions import Fraction

    from refcli.core.chances import Odds
    from refcli.referee.sweep import Sweep
    from refcli.referee.what_if import Change, Worth
    from refcli.render.book import Book


MOST_CHANGES = 14
"""Lines of what would have changed a ruling."""


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, if there are any."""
    text = "\n".join(lines)
    if text:
        print(text)


def print_json(plain: object) -> None:
    """One object on one line."""
    print(dumps(plain, ensure_ascii=False))


def print_answer(**plain: object) -> None:
    """The answer of a command as one object, the schema first."""
    print_json({"schema": SCHEMA, **plain})


def book_of(referee: Referee, rules: str, names: Iterable[str]) -> "Book":
    """What a picture takes from the ruleset; the charts are those of these names."""
    from refcli.render.book import Book

    loaded = referee.loaded(rules)
    about = loaded.library.about()
    title = str(about.get("title", rules))
    return Book(title, loaded.library.charts(names), about.get("rolls", {}), loaded.readings)


def _fitted(lines: Iterable[str]) -> Iterator[str]:
    """Lines as they are or, on a terminal that is narrower, broken between words behind their indent."""
    width = width_of(sys.stdout) if at_terminal(sys.stdout) else None
    for line in lines:
        if width is None or len(line) <= width:
            yield line
        else:
            from refcli.render.columns import wrapped

            indent = line[: len(line) - len(line.lstrip())]
            yield from wrapped(line.strip(), width, indent, f"{indent}  ")


def print_record(
    referee: Referee,
    record: Record,
    how: str,
    why: bool = False,
    beside: dict[str, Any] | None = None,
    was: Record | None = None,
) -> None:
    """Print a ruling, or what changed since it ``was``; ``beside`` is what a JSON object holds besides it."""
    if how == "json":
        from refcli.wire.objects import ruling_to

        print_json({**ruling_to(record), **(beside or {})})
        return
    book = book_of(referee, record.rules, record.procedure.charts)
    if how == "plain":
        from refcli.render.plain import ruling_lines

        print("\n".join(_fitted(ruling_lines(record, book, why, was))))
    else:
        from refcli.cli.console import Console
        from refcli.render.terminal import ruling_picture

        screen = Console()
        screen.print(ruling_picture(record, book, screen, why, was))


def write_svg(referee: Referee, record: Record, name: str) -> None:
    """Write the picture of a ruling to a new file."""
    from refcli.cli.new_file import write_new
    from refcli.render.svg import ruling_svg

    book = book_of(referee, record.rules, record.procedure.charts)
    write_new(Path(name), shown(ruling_svg(record, book)).encode())


def print_sampled_odds(
    referee: Referee, case: Case, how: str, known: dict[str, int], rolls: int, brought: Sequence[str] = ()
) -> None:
    """Print the odds of a case as so many rolls estimate them, or as many of them as there is time for.

    Where exact odds take less time than these rolls, it prints the exact ones. What a game ``brought`` to the case
    stands before them.

    Raises Stopped when Ctrl-C ended these sooner.
    """
    from refcli.cli.waiting import Waiting
    from refcli.referee.what_if import exact_instead, sample_of

    exact = exact_instead(case, rolls, known)
    if exact:
        print_lines(brought)
        _print_odds(referee, case, how, known, exact, [])
        print(f"refcli: these odds are exact: that takes less time than {rolls:,} rolls", file=sys.stderr)
        return
    sample = sample_of(case, rolls, known)
    stopped = ""
    with Waiting("rolling") as waiting:
        try:
            for made in sample.roll():
                waiting.far(made, rolls, "rolls")
        except KeyboardInterrupt:
            if not sample.made:
                raise
            stopped = f"stopped after {sample.made:,} of {rolls:,} rolls: these are the odds by those"
    print_lines(brought)
    _print_odds(referee, case, how, known, sample.odds, [])
    if stopped:
        raise Stopped(stopped)
    if sample.made < rolls:
        rolled = f"{sample.made:,} of {rolls:,} rolls in {LONGEST_SAMPLED:g} seconds, and no longer"
        print(f"refcli: {rolled}: these are the odds by those", file=sys.stderr)


def print_odds(referee: Referee, case: Case, how: str, known: dict[str, int], brought: Sequence[str] = ()) -> None:
    """Print the exact odds of a case, and what each condition and reading is worth.

    What a game ``brought`` to it stands before them.

    Raises Stopped when Ctrl-C left out some of the latter.
    """
    from refcli.cli.waiting import Waiting
    from refcli.odds.enumeration import TooMuchWork
    from refcli.referee.what_if import odds_in, worth

    worths: list[Worth] = []
    stopped, too_long = "", False
    with Waiting("working out exact odds"):
        odds = odds_in(case, known)
        try:
            worths.extend(worth(case, odds, known))
        except KeyboardInterrupt:
            stopped = "stopped: the odds are whole; not all of what they hang on was worked out"
        except TooMuchWork:
            too_long = True
    print_lines(brought)
    _print_odds(referee, case, how, known, odds, worths)
    if stopped:
        raise Stopped(stopped)
    if too_long:
        print("refcli: the odds are whole; not all of what they hang on is computed: too much work", file=sys.stderr)


def _print_odds(
    referee: Referee, case: Case, how: str, known: dict[str, int], odds: "Odds", worths: "list[Worth]"
) -> None:
    if how == "json":
        from refcli.wire.objects import odds_to

        print_json(odds_to(case, odds, known, worths))
        return
    book = book_of(referee, case.rules, case.procedure.charts)
    from refcli.render.odds import odds_lines, odds_picture

    if how == "plain":
        print("\n".join(odds_lines(book, case.procedure, odds, worths)))
    else:
        from refcli.cli.console import Console

        screen = Console()
        screen.print(odds_picture(book, case.procedure, odds, worths, screen))


def print_changes(changes: "list[Change]", outcome: str, every: bool) -> None:
    """Print what would have changed a ruling of that outcome, and after it what hangs on a die that has not fallen.

    A line each, and no more than a window holds, unless it is to be ``every`` one in full: other outcomes first.
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


def print_sweep(
    referee: Referee, case: Case, swept: "Sweep", how: str, csv: bool, need: "Fraction | None", svg: str | None
) -> None:
    """Print a sweep, one of whose cases is ``case``, as CSV, JSON, lines or a table, and write its picture."""
    from refcli.render.heat import sweep_csv, sweep_svg
    from refcli.render.odds import sweep_lines, sweep_picture

    if svg:
        from refcli.cli.new_file import write_new

        words = _swept_in_words(referee, case, swept)
        write_new(Path(svg), shown(sweep_svg(swept, need, words)).encode())
    if csv:
        print(sweep_csv(swept), end="")
    elif how == "json":
        from refcli.wire.objects import sweep_to

        print_json(sweep_to(case, swept))
    elif how == "plain":
        print("\n".join(sweep_lines(swept, need)))
    else:
        from refcli.cli.console import Console

        Console().print(sweep_picture(swept, need))


def _swept_in_words(referee: Referee, case: Case, swept: "Sweep") -> list[str]:
    """What a sweep tells the chance of, and of which request."""
    from refcli.render.words import asked
    from refcli.wire.requests import controls_typed

    book = book_of(referee, case.rules, case.procedure.charts)
    fields = [axis.field for axis in swept.axes]
    head = f"{case.procedure.name} ({book.title}): chance of {swept.outcome or 'success'}"
    return [head, *asked(case, book.charts, but=fields), *controls_typed(case.controls)]
