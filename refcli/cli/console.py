"""Rich on the standard streams: every text is literal, hidden characters are escaped."""

import os
import sys
from collections.abc import Iterable

import rich.console
from rich.segment import Segment

from refcli.cli.terminal import behind, forbids_colour, forces_colour, shown

AFTER = 1.0
"""Seconds of work before a line about it appears."""


class Console(rich.console.Console):
    """A console on standard output, or on standard error."""

    def __init__(self, stderr: bool = False) -> None:
        stream = behind(sys.stderr if stderr else sys.stdout)
        shows = forces_colour() or (os.environ.get("FORCE_COLOR") == "" and stream.isatty())
        super().__init__(
            file=stream,
            stderr=stderr,
            highlight=False,
            markup=False,
            emoji=False,
            no_color=forbids_colour(),
            force_terminal=True if shows else None,  # Rich takes an empty FORCE_COLOR for "no terminal"
        )

    def render(
        self, renderable: rich.console.RenderableType, options: rich.console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render as Rich does, but let only its own control characters through."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(shown(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Raise the error of a closed pipe to the caller; Rich would leave the program."""
        raise
