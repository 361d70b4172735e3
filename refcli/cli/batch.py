"""``refcli batch``: a filter from lines to rulings."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from stat import S_ISREG
from time import monotonic
from typing import IO, Annotated, Any

import typer

from refcli.batch import Options, Tally, run
from refcli.cli.terminal import STDIN, at_terminal, standard_input
from refcli.cli.workspace import workspace_of
from refcli.core.errors import BadData, Refused, Stopped
from refcli.core.limits import in_short
from refcli.core.sentence import some
from refcli.referee.referee import fresh_seed
from refcli.wire.requests import seed_from

batch = typer.Typer(rich_markup_mode=None, add_completion=False)

FAILED = 1
"""The exit status when some lines could not be answered."""


@batch.command()
def answer(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="[FILE|-]", help="JSON lines, or CSV with a header.")] = STDIN,
    rules: Annotated[
        str | None, typer.Option("--rules", "-R", metavar="RULESET", help="The ruleset of lines that name none.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="FILE", help='Rule in this game, and keep each ruling; a line says "overrule": true.'),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="The seed of the batch; without it a fresh one.")
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes to share the work among.")] = 1,
    repeat: Annotated[int, typer.Option(metavar="N", help="Rule on every line N times.")] = 1,
    only: Annotated[
        str, typer.Option(metavar="KEYS", help="Write these keys alone: outcome,rolls; no_effect only when named here.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write errors alone, repeated ids among them.")] = False,
    number: Annotated[bool, typer.Option("--number", help="Write the lines back, each with an id.")] = False,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="End with the first bad line.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="The lines are CSV, whatever the file is called.")] = False,
    delimiter: Annotated[
        str, typer.Option(metavar="CHAR", help="What parts the cells of CSV: ; or tab; else as the header has it.")
    ] = "",
    published: Annotated[bool, typer.Option("--published", help="Use no house value: published figures only.")] = False,
    odds: Annotated[bool, typer.Option("--odds", "-o", help="Roll nothing: the exact odds of each line.")] = False,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD[=VALUES]", help="The odds of each line over one field, or two: range=5:60:5."),
    ] = None,
    outcome: Annotated[
        str, typer.Option(metavar="WORD", help="With --sweep: the chance of this outcome, not of success.")
    ] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on stderr but what went wrong.")] = False,
) -> int:
    """One ruling a line, or its odds: JSON lines or CSV in, JSON lines out, in order."""
    gc.enable()  # a single command does without
    began = monotonic()
    options = Options(
        seed=fresh_seed() if seed is None else seed_from(seed),
        repeat=repeat,
        only=tuple(key.strip() for key in only.split(",") if key.strip()),
        dry_run=dry_run,
        number=number,
        fail_fast=fail_fast,
        csv=csv or file.lower().endswith((".csv", ".tsv")),
        jobs=jobs,
        odds=odds,
        sweep=tuple(sweep or ()),
        outcome=outcome,
        delimiter=character(delimiter),
    )
    rules = rules or workspace_of(context).typed_rules
    workspace = workspace_of(context)
    workspace.work_in(game, rules or "")
    chosen = workspace.settings.under(rules=rules, published=published or None)
    rulings = None
    if workspace.evening:
        from refcli.cli.batch_in_game import GameRulings, check_options

        check_options(options)
        rulings = GameRulings(
            workspace.evening.file, workspace.referee.under(chosen), workspace.typed_rules, options.keys
        )
    with (
        closing(opened(file)) if file != STDIN else nullcontext(standard_input()) as source,
        nullcontext() if quiet else ProgressBar(source) as progress,
    ):
        so_far = [Tally()]

        def told(tally: Tally) -> None:
            so_far[0] = tally
            if progress:
                progress(tally)

        try:
            tally = run(source, writer(), chosen, options, told, rulings)
        except KeyboardInterrupt:
            raise Stopped(f"stopped: {summary(so_far[0], options, monotonic() - began)}") from None
    if not quiet:
        print(f"refcli: {summary(tally, options, monotonic() - began)}", file=sys.stderr)
    return FAILED if tally.errors else 0


def character(said: str) -> str:
    """The one character that is said, a TAB as ``tab``; none for none. Raises Refused."""
    found = {"tab": "\t", "\\t": "\t"}.get(said.lower(), said)
    if len(found) > 1 or found in ('"', "\r", "\n"):
        raise Refused(f"--delimiter {in_short(said)}: one character, as ; or tab")
    return found


def opened(file: str) -> IO[bytes]:
    """The file of a name. Raises BadData."""
    try:
        return Path(file).open("rb")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadData([f"{file}: cannot be read: {why}"]) from None


def writer() -> Callable[[bytes], Any]:
    """What writes whole lines to standard output, and has them on their way before it comes back."""
    out = getattr(sys.stdout, "buffer", None)

    def write(text: bytes) -> None:
        if out is None:
            sys.stdout.write(text.decode("ascii"))
        else:
            out.write(text)
            out.flush()

    return write


def summary(tally: Tally, options: Options, took: float) -> str:
    """What the batch came to, in one line."""
    made = f"odds of {tally.rulings:,}" if options.odds else some(tally.rulings, "sweep" if options.sweep else "ruling")
    parts = [some(tally.lines, "line"), made]
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(tally.errors.items()))
    parts.append(f"{some(tally.failed, 'error')} ({kinds})" if kinds else "no errors")
    if options.rolls and not options.number:
        parts.append(f"seed {options.seed}")
    return f"{', '.join(parts)}; {took:.1f} s"


class ProgressBar:
    """A bar on stderr while lines are answered, where stderr is a terminal and stdout is none."""

    def __init__(self, source: IO[bytes]) -> None:
        self._bar: Any = None
        if at_terminal(sys.stderr) and not at_terminal(sys.stdout):
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            from refcli.cli.console import Console

            console = Console(stderr=True)
            columns = (BarColumn(), TextColumn("{task.fields[said]}", markup=False), TimeElapsedColumn())
            self._bar = Progress(*columns, console=console, transient=True)
            self._task = self._bar.add_task("", total=_size(source), said="")

    def __enter__(self) -> Callable[[Tally], None] | None:
        if self._bar is None:
            return None
        self._bar.start()
        return self._show

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _show(self, tally: Tally) -> None:
        said = f"{some(tally.lines, 'line')}, {some(tally.failed, 'error')}"
        self._bar.update(self._task, completed=tally.bytes, said=said)


def _size(source: IO[bytes]) -> int | None:
    """The bytes there are to read; None for a pipe."""
    try:
        about = os.fstat(source.fileno())
    except (OSError, ValueError, AttributeError):
        return None
    return about.st_size if S_ISREG(about.st_mode) else None
