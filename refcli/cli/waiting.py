"""A line on stderr while something takes long: what it is, how far it is, for how long; at a terminal alone."""

import sys
from threading import Timer
from types import TracebackType
from typing import Any

from refcli.cli.surroundings import at_terminal

AFTER = 1.0
"""Seconds after which somebody wonders whether anything happens."""


class Waiting:
    """Tells that ``what`` is under way; ``far`` says how far it is. What is done sooner is not told."""

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
