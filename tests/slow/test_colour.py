"""Colour as other programs have it: NO_COLOR, FORCE_COLOR, CLICOLOR and CLICOLOR_FORCE, at a terminal and in a pipe."""

import os
import subprocess
import sys

import pytest

from tests.conftest import Home, environment_of

COMMAND = [sys.executable, "-m", "refcli", "-R", "grid", "fire", "2xtank", "infantry", "woods", "--dice", "5,4"]
COLOURED = "\x1b[3"
"""The beginning of what turns a colour on, behind or without a weight."""

LOOKS = [
    # variables, at a terminal, in a pipe
    ({}, True, False),
    ({"NO_COLOR": "1"}, False, False),
    ({"NO_COLOR": "0"}, False, False),
    ({"NO_COLOR": ""}, True, False),
    ({"FORCE_COLOR": "1"}, True, True),
    ({"FORCE_COLOR": ""}, True, False),
    ({"FORCE_COLOR": "0"}, True, False),
    ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ({"CLICOLOR": "1"}, True, False),
    ({"CLICOLOR": "0"}, False, False),
    ({"CLICOLOR_FORCE": "1"}, True, True),
    ({"CLICOLOR_FORCE": "0"}, True, False),
    ({"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, True, True),
    ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False, False),
    ({"TERM": "dumb"}, False, False),
    ({"TERM": "dumb", "FORCE_COLOR": "1"}, False, False),
]


def is_coloured(text: str) -> bool:
    return COLOURED in text or "\x1b[1;3" in text


@pytest.mark.parametrize(("looks", "terminal", "pipe"), LOOKS, ids=[str(looks) for looks, _, _ in LOOKS])
class TestColour:
    """Is there, or is not, as the environment says."""

    @pytest.mark.skipif(os.name == "nt", reason="a pty is Unix")
    def test_at_a_terminal(self, home: Home, looks: dict[str, str], terminal: bool, pipe: bool) -> None:
        from tests.terminal import Terminal

        environment = {**environment_of(home.folder), "TERM": "xterm-256color", **looks}
        with Terminal(COMMAND, home.work, environment) as shown:
            assert shown.status() == 0
        assert "1 of 2 hit" in shown.shown
        assert is_coloured(shown.sent) == terminal

    def test_in_a_pipe(self, home: Home, looks: dict[str, str], terminal: bool, pipe: bool) -> None:
        environment = {**environment_of(home.folder), "TERM": "xterm-256color", **looks}
        ran = subprocess.run(COMMAND, cwd=home.work, env=environment, capture_output=True, encoding="utf-8")
        assert ran.returncode == 0 and "1 of 2 hit" in ran.stdout
        assert is_coloured(ran.stdout) == pipe
        assert pipe or "\x1b" not in ran.stdout

    def test_in_a_pipe_that_gets_plain_lines(
        self, home: Home, looks: dict[str, str], terminal: bool, pipe: bool
    ) -> None:
        """Nothing forces them into colour."""
        environment = {**environment_of(home.folder), **looks}
        command = [*COMMAND, "--plain"]
        ran = subprocess.run(command, cwd=home.work, env=environment, capture_output=True, encoding="utf-8")
        assert ran.returncode == 0 and "\x1b" not in ran.stdout
