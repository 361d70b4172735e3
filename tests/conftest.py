"""What every test of the command line stands on: a home of its own, and a run without a process."""

import contextlib
import io
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import refcli.cli.main as entry
from refcli.game.journal import VERSION, line_of
from tests.update import compare as compare
from tests.update import pytest_addoption as pytest_addoption

LEFT_OUT = ("REFCLI_", "_REFCLI_", "XDG_", "PYTEST_ADDOPTS")
"""Beginnings of variables that would let the machine's own settings into a test."""

LOOKS = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "TERM",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
)
"""Variables that change how a terminal is taken to look."""


class Ran(NamedTuple):
    """What one command line came to: its exit status and what it said."""

    status: int
    out: str
    err: str

    @property
    def unwrapped(self) -> str:
        """What it said, in one line, however wide the lines were."""
        return " ".join(self.out.split())


Run = Callable[..., Ran]


def journal_of(entries: Iterable[Mapping[str, Any]]) -> bytes:
    """The file of a journal of the entries that JSON can hold, each with its right check, the first with the format."""
    text = b""
    for one in entries:
        said = {key: value for key, value in one.items() if key != "journal"}
        first = {} if text else {"journal": one.get("journal", VERSION)}
        with contextlib.suppress(ValueError):  # a number that JSON has not
            text += line_of({**first, **said}, text[-19:-3].decode()) + b"\n"
    return text


class Home(NamedTuple):
    """A user with nothing set: the home folder, and the folder that work is done in."""

    folder: Path
    work: Path

    @property
    def settings(self) -> Path:
        """The user's own folder of refcli: settings and cache."""
        import typer

        return Path(typer.get_app_dir("refcli"))

    def write(self, name: str, content: str | bytes) -> Path:
        """A file in the working folder."""
        return write(self.work / name, content)


def write(path: Path, content: str | bytes) -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def environment_of(folder: Path) -> dict[str, str]:
    """The environment of a process whose home is ``folder``."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(LEFT_OUT) and key not in LOOKS}
    at_home = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), str(folder))
    return {**kept, **at_home, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A new home folder, no setting of this machine, and an empty folder below it to work in."""
    found = Home(tmp_path / "home", tmp_path / "home" / "table")
    found.work.mkdir(parents=True)
    kept = environment_of(found.folder)
    for key in set(os.environ) - set(kept) - {"PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(key)
    for key, value in kept.items():
        monkeypatch.setenv(key, value)
    monkeypatch.chdir(found.work)
    return found


@pytest.fixture
def run(home: Home) -> Run:
    """Run a command line in this process, at no terminal, with ``stdin`` as what is typed."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        return run_here(arguments, stdin)

    return run


def at_the_table(run: Run, rules: str, lines: str) -> Ran:
    """Type lines at the table of a game of a ruleset; the game is kept as ``e.jsonl``."""
    return run("-R", rules, "table", "e.jsonl", stdin=lines)


def run_here(arguments: Iterable[str], stdin: str = "") -> Ran:
    """Run a command line in this process; nothing it raises is held back."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _typed(stdin):
        status = entry.run(list(arguments))
    return Ran(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _typed(text: str):
    import sys

    before = sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before
