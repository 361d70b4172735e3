"""A terminal of our own: a program on a pty, what it shows, and what is typed at it."""

import os
import re
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

PATIENCE = 60.0
"""Seconds after which a program that says nothing counts as hung; no test waits for them."""

CTRL_A, CTRL_C, CTRL_D, CTRL_E, CTRL_U, TAB = "\x01", "\x03", "\x04", "\x05", "\x15", "\t"
BELL = "\a"
BROKEN_OFF = re.compile(r"\x1b(?:\[[0-9;?]*)?$")
WHERE_IS_THE_CURSOR = "\x1b[6n"
PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
"""How a terminal sends a block that is pasted."""


def hear_ctrl_c() -> None:
    """In a child that is about to start a program: Ctrl-C stops it, even where those who started us ignore Ctrl-C.

    A shell has its jobs in the background ignore it, nohup and some CI do too, and programs inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A program that has a terminal as its input and its outputs."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        rows: int = 50,
        columns: int = 200,
    ) -> None:
        import fcntl
        import pty
        import termios

        self._ours, theirs = pty.openpty()
        self.resize(rows, columns)

        def take_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            hear_ctrl_c()

        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=take_the_terminal,
        )
        os.close(theirs)
        self._unread = ""
        self.shown = ""
        self.sent = ""
        """What came, with all that steers a terminal."""
        self._broken_off = ""
        """The beginning of an escape sequence whose end has not come yet."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def resize(self, rows: int, columns: int) -> None:
        """Give the window another size, which the program is told of."""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        """Type at it."""
        os.write(self._ours, text.encode())

    def until(self, text: str) -> str:
        """What it shows up to ``text`` and with it, from where the last call stopped."""
        while text not in self._unread:
            if not self._read():
                pytest.fail(f"{text!r} was never shown, but: {self.shown!r}")
        found, _, self._unread = self._unread.partition(text)
        return found + text

    def rest(self) -> str:
        """What it shows until it ends."""
        while self._read():
            pass
        found, self._unread = self._unread, ""
        return found

    def status(self) -> int:
        """The exit status, once everything was shown."""
        self.rest()
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        if not ready:
            pytest.fail(f"nothing more was shown after: {self.shown!r}")
        try:
            read = os.read(self._ours, 65536).decode("utf-8", "replace")
        except OSError:  # how Linux tells that nobody holds the other end any more
            read = ""
        for _ in range(read.count(WHERE_IS_THE_CURSOR)):
            os.write(self._ours, b"\x1b[1;1R")  # as a terminal answers
        self.sent += read
        text = self._broken_off + read
        found = BROKEN_OFF.search(text)
        self._broken_off = found[0] if found else ""
        text = text.removesuffix(self._broken_off)
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r\n", "\n")
        self._unread += plain
        self.shown += plain
        return bool(read)
