"""Interactive shells in which refcli's completion was sourced: bash, zsh and fish, each on a terminal of our own."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import Home, environment_of
from tests.terminal import CTRL_A, CTRL_E, CTRL_U, TAB, Terminal
from tests.tools import needed

BIN = Path(sys.executable).parent
PATH = f"{BIN}{os.pathsep}{os.environ['PATH']}"
READY = "ready> "
SAID = re.compile(r"\t|  -- ")
"""Stands between a word and what it is."""


class Kind(NamedTuple):
    """A shell: how it is started, and what is typed at it before anything else."""

    command: tuple[str, ...]
    first: tuple[str, ...]


KINDS = {
    "bash": Kind(
        ("bash", "--norc", "--noprofile", "-i"),
        (
            "bind 'set show-all-if-ambiguous on'",
            "bind 'set completion-query-items 0'",
            "bind 'set page-completions off'",
            "bind 'set bell-style none'",
            "source <(refcli --show-completion bash)",
        ),
    ),
    "zsh": Kind(
        ("zsh", "-f", "-i"),
        (
            "autoload -Uz compinit && compinit -u -D",
            "unsetopt beep prompt_sp prompt_cr auto_remove_slash; LISTMAX=1000",
            "source <(refcli --show-completion zsh)",
        ),
    ),
    "fish": Kind(
        ("fish", "--no-config", "--interactive"),
        (
            f"function fish_prompt; printf '{READY}'; end; function fish_mode_prompt; end",
            "set -g fish_autosuggestion_enabled 0; set -g fish_color_command normal",
            "refcli --show-completion fish | source",
        ),
    ),
}


class Shell:
    """One of them, with its prompt shown."""

    def __init__(self, name: str, home: Home, terminal: Terminal) -> None:
        self.name = name
        self.home = home
        self.terminal = terminal
        for line in KINDS[name].first:
            self.does(line)

    def does(self, line: str) -> str:
        """What a line that is entered prints."""
        self.terminal.type(f" {line}; echo '<'done'>'\n")
        return self.terminal.until("<done>").removesuffix("<done>")

    def completes(self, line: str) -> str:
        """The line after one TAB, without a space behind it: an ``echo`` in quotes is put around it."""
        self.terminal.type(f"{line}{TAB}{CTRL_A}echo '<'begun'>{CTRL_E}<'done'>'\n")
        self.terminal.until("<begun>")
        return self.terminal.until("<done>").removesuffix("<done>").rstrip()

    def offers(self, line: str) -> list[str]:
        """The words that are shown after one TAB where several would do, those of the line among them."""
        return [word for shown in self.shows(line) for word in SAID.split(shown)[0].split()]

    def shows(self, line: str) -> list[str]:
        """What is shown after one TAB where several would do, a line for each where it says what they are.

        Fish shows them when nobody types on, so it is asked for them.
        """
        if self.name == "fish":
            return self.does(f"complete --do-complete {shlex.quote(line)}").splitlines()
        self.terminal.until(READY)  # before it, the terminal itself would take what deletes the line
        self.terminal.type(f"{line}{TAB}{CTRL_U}")
        return self.does("true").splitlines()


@contextmanager
def opened(name: str, home: Home) -> Iterator[Shell]:
    """A shell in a home of its own."""
    needed(name)
    if not (BIN / "refcli").exists():
        pytest.skip("needs refcli installed beside this Python")
    environment = {
        **environment_of(home.folder),
        "PATH": PATH,
        "PS1": READY,
        "HISTFILE": "/dev/null",
        "INPUTRC": "/dev/null",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    with Terminal(KINDS[name].command, home.work, environment) as terminal:
        yield Shell(name, home, terminal)
