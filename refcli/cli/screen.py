"""What is printed goes through here: whatever a file or a line says, a control character is shown and never sent."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

HIDDEN = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
    "|\r(?!\n)"
)
"""Characters that steer a terminal, break its lines, turn their direction about, or are not there to be seen."""


def shown(text: str) -> str:
    """A text with its hidden characters as JSON writes them, ``\\u001b``: what is JSON says the same as before."""
    if text.replace("\n", "").isprintable():  # as nearly all is: no start pays for the pattern
        return text
    return re.sub(HIDDEN, _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


class Screen:
    """A stream that shows what it is given; everything else is the affair of the ``stream`` behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self.stream.write(shown(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def on_screen(stream: TextIO | None) -> TextIO:
    """A stream behind a screen; one that was closed before the start stays away."""
    return cast(TextIO, stream and Screen(stream))


class Withheld:
    """A stream that keeps its text until it is released."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._kept: list[str] = []

    def write(self, text: str) -> int:
        """Keep a text."""
        self._kept.append(text)
        return len(text)

    def flush(self) -> None:
        """Keep what there is."""

    def release(self) -> None:
        """Write all that was kept."""
        self.stream.write("".join(self._kept))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def withheld() -> Iterator[None]:
    """Print what is printed meanwhile at the end, and nothing of it where an exception is raised."""
    before = sys.stdout
    kept = Withheld(behind(before))
    sys.stdout = on_screen(cast(TextIO, kept))
    try:
        yield
    finally:
        sys.stdout = before
    kept.release()


def width_of(stream: TextIO | None) -> int:
    """The columns of a stream: those that COLUMNS says, those of its terminal, else 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and 0 < int(said) < 10_000:
        return int(said)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80 if stream is not None else 80
    except (OSError, ValueError, AttributeError):
        return 80


def forbids_colour() -> bool:
    """Whether there is to be no colour: NO_COLOR, or CLICOLOR=0 where nothing forces it."""
    return _says("NO_COLOR") or (os.environ.get("CLICOLOR") == "0" and not forces_colour())


def forces_colour() -> bool:
    """Whether there is to be colour in a pipe too: FORCE_COLOR or CLICOLOR_FORCE, unless NO_COLOR forbids it."""
    return not _says("NO_COLOR") and any(
        _says(name) and os.environ[name] != "0" for name in ("FORCE_COLOR", "CLICOLOR_FORCE")
    )


def _says(name: str) -> bool:
    """Whether a variable is set to anything: an empty one counts for nothing."""
    return bool(os.environ.get(name))


def behind(stream: TextIO) -> TextIO:
    """The stream itself, for who draws with control characters of his own and shows those of others."""
    return stream.stream if isinstance(stream, Screen) else stream
