"""``--odds``, ``--sample`` and ``--sweep``: chances, computed and printed, with a line about slow work."""

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any

from refcli.cli.output import book_of, print_json, print_lines
from refcli.cli.terminal import at_terminal, shown
from refcli.core.chances import Odds
from refcli.core.errors import Stopped
from refcli.core.limits import LONGEST_SAMPLED, MOST_SAMPLED
from refcli.core.procedure import Procedure
from refcli.odds.enumeration import TooMuchWork
from refcli.referee.referee import Case, Referee
from refcli.referee.sweep import Row, Sweep, answers_of, axes_from, first_of, need_from, outcome_from, rows_of
from refcli.referee.what_if import Worth, exact_instead, known_in, odds_in, sample_of, worth
from refcli.wire.lookup import whole_number

AFTER = 1.0
"""Seconds of work before a line about it appears."""


class Waiting:
    """A line on standard error about slow work: what it is, how far, for how long; at a terminal alone.

    It imports Rich only after a second.
    """

    def __init__(self, what: str) -> None:
        self._said = f"{what}; Ctrl-C stops it"
        self._bar: Any = None
        self._timer = Timer(AFTER, self._show)
        self._timer.daemon = True

    def __enter__(self) -> "Waiting":
        if at_terminal(sys.stderr):
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._bar is not None:
            self._bar.stop()

    def far(self, done: int, of: int, what: str) -> None:
        """So many are done of all."""
        self._said = f"{done:,} of {of:,} {what}; Ctrl-C stops it"
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], said=self._said)

    def _show(self) -> None:
        """Begin to tell; whatever that loads is loaded beside the work."""
        from rich.progress import Progress, TextColumn, TimeElapsedColumn

        from refcli.cli.console import Console

        columns = (TextColumn("{task.fields[said]}", markup=False), TimeElapsedColumn())
        bar = Progress(
            *columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
        )
        bar.add_task("", total=None, said=self._said)
        bar.start()
        self._bar = bar


def print_odds(referee: Referee, case: Case, how: str, given: Mapping[str, Any], brought: Sequence[str] = ()) -> int:
    """Print the odds of a case, exact or by a sample; return the exit status.

    The lines that a game ``brought`` come first. Raises Stopped if Ctrl-C cut the work short.
    """
    known = known_in(case, given["dice"])
    if given["sample"] is not None:
        rolls = whole_number(given["sample"], "--sample", 1, MOST_SAMPLED)
        exact = exact_instead(case, rolls, known)
        if exact is None:
            return _print_sampled(referee, case, how, known, rolls, brought)
        print_lines(brought)
        _print(referee, case, how, known, exact, [])
        print(f"refcli: these odds are exact: that takes less time than {rolls:,} rolls", file=sys.stderr)
        return 0
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
    _print(referee, case, how, known, odds, worths)
    if stopped:
        raise Stopped(stopped)
    if too_long:
        print("refcli: the odds are whole; not all of what they hang on is computed: too much work", file=sys.stderr)
    return 0


def _print_sampled(
    referee: Referee, case: Case, how: str, known: dict[str, int], rolls: int, brought: Sequence[str]
) -> int:
    """Print the odds as so many rolls estimate them, or as many of them as there is time for."""
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
    _print(referee, case, how, known, sample.odds, [])
    if stopped:
        raise Stopped(stopped)
    if sample.made < rolls:
        rolled = f"{sample.made:,} of {rolls:,} rolls in {LONGEST_SAMPLED:g} seconds, and no longer"
        print(f"refcli: {rolled}: these are the odds by those", file=sys.stderr)
    return 0


def _print(referee: Referee, case: Case, how: str, known: dict[str, int], odds: Odds, worths: list[Worth]) -> None:
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


def sweep(
    referee: Referee,
    procedure: Procedure,
    plain: Mapping[str, Any],
    prefixes: bool,
    how: str,
    given: Mapping[str, Any],
    brought: Sequence[str],
) -> int:
    """Print the chances over one field or two as CSV, JSON, lines or a table; return the exit status."""
    axes = axes_from(given["sweep"], procedure)
    outcome = outcome_from(given["outcome"], procedure)
    case = referee.case({**plain, **first_of(axes)}, prefixes)
    need, rows, stopped = need_from(given["need"]), list[Row](), ""
    with Waiting("working out exact odds") as waiting:
        try:
            for row in rows_of(referee, plain, axes, outcome, prefixes):
                rows.append(row)
                waiting.far(len(rows) * len(row), answers_of(axes), "answers")
        except KeyboardInterrupt:
            if not rows:
                raise
            done = len(rows) * len(rows[0])
            stopped = f"stopped after {done:,} of {answers_of(axes):,} answers: these are the whole rows among them"
    swept = Sweep.over(axes, outcome, rows)
    print_lines(brought)
    if given["svg"] and not stopped:
        from refcli.cli.new_file import write_new
        from refcli.render.heat import sweep_svg
        from refcli.render.words import asked
        from refcli.wire.requests import controls_typed

        book = book_of(referee, case.rules, case.procedure.charts)
        head = f"{case.procedure.name} ({book.title}): chance of {swept.outcome or 'success'}"
        request = asked(case, book.charts, but=[axis.field for axis in swept.axes])
        picture = sweep_svg(swept, need, [head, *request, *controls_typed(case.controls)])
        write_new(Path(given["svg"]), shown(picture).encode())
    _print_sweep(case, swept, how, given["csv"], need)
    if stopped:
        raise Stopped(stopped)
    return 0


def _print_sweep(case: Case, swept: Sweep, how: str, csv: bool, need: Fraction | None) -> None:
    if csv:
        from refcli.render.heat import sweep_csv

        print(sweep_csv(swept), end="")
    elif how == "json":
        from refcli.wire.objects import sweep_to

        print_json(sweep_to(case, swept))
    elif how == "plain":
        from refcli.render.odds import sweep_lines

        print("\n".join(sweep_lines(swept, need)))
    else:
        from refcli.cli.console import Console
        from refcli.render.odds import sweep_picture

        Console().print(sweep_picture(swept, need))
