"""The standard streams: control characters are escaped; width, colours and format suit the terminal."""

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, TextIO, cast

from refcli.core.errors import Refused
from refcli.core.limits import LONGEST_TEXT

STDIN = "-"
"""Standard input, in place of a file."""

HIDDEN = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
    "|\r(?!\n)"
)
"""Characters that control a terminal, break lines, change the direction of text, or are invisible."""


def shown(text: str) -> str:
    """Return a text with hidden characters as JSON writes them, ``\\u001b``, so that JSON keeps its meaning."""
    if text.replace("\n", "").isprintable():  # nearly every text: the pattern is not compiled for it
        return text
    return re.sub(HIDDEN, _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def in_a_line(text: str) -> str:
    """Return a message that quotes typed words, cut to the longest text and without hidden characters."""
    return shown(text)[:LONGEST_TEXT]


class Screen:
    """A stream that escapes what is written; everything else is up to the ``stream`` behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text with its hidden characters escaped."""
        return self.stream.write(shown(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def on_screen(stream: TextIO | None) -> TextIO:
    """Return a stream behind a screen; None for a stream that was closed before the start."""
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
    """Hold back standard output until the end; drop it if an exception is raised."""
    before = sys.stdout
    kept = Withheld(behind(before))
    sys.stdout = on_screen(cast(TextIO, kept))
    try:
        yield
    finally:
        sys.stdout = before
    kept.release()


def width_of(stream: TextIO | None) -> int:
    """Return the columns of a stream: COLUMNS, else those of its terminal, else 80."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and 0 < int(said) < 10_000:
        return int(said)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80 if stream is not None else 80
    except (OSError, ValueError, AttributeError):
        return 80


def forbids_colour() -> bool:
    """True if colour is forbidden: NO_COLOR, or CLICOLOR=0 unless colour is forced."""
    return bool(os.environ.get("NO_COLOR")) or (os.environ.get("CLICOLOR") == "0" and not forces_colour())


def forces_colour() -> bool:
    """True if colour is forced, in a pipe too: FORCE_COLOR or CLICOLOR_FORCE, unless NO_COLOR forbids it."""
    forced = any(os.environ.get(name) not in (None, "", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    return forced and not os.environ.get("NO_COLOR")


def behind(stream: TextIO) -> TextIO:
    """Return the stream itself, for code that writes control characters of its own."""
    return stream.stream if isinstance(stream, Screen) else stream


def standard_input() -> IO[bytes]:
    """Return standard input as bytes. Raises Refused if it is closed."""
    if sys.stdin is None:
        raise Refused("-: there is no standard input to read from")
    return getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())


def at_terminal(stream: TextIO | None) -> bool:
    """True if a stream is a terminal, and was not closed before the start."""
    return stream is not None and stream.isatty()


def takes_prefixes() -> bool:
    """True if the beginning of a name is enough, as a person types it and sees its meaning."""
    return at_terminal(sys.stdin) and at_terminal(sys.stdout)


def usual_format(stream: TextIO | None) -> str:
    """Return the picture if the stream can show it or colour is forced, else plain lines."""
    shows = (at_terminal(stream) or forces_colour()) and os.environ.get("TERM") != "dumb"
    return "rich" if shows else "plain"
