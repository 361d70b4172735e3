"""Python told to drop docstrings and assertions: what refcli says is the same."""

import shlex
import subprocess
import sys

import pytest

from tests.conftest import Home, environment_of


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "-R grid --help",
        "-R grid fire --help",
        "charts --help",
        "log --help",
        "rules grid",
        "schema grid",
        "-R grid fire tank infantry --dice 4 --plain --why",
        "charts check",
    ],
)
@pytest.mark.parametrize("how", ["-OO", "PYTHONOPTIMIZE"])
def test_says_the_same(home: Home, line: str, how: str) -> None:
    def said(*flags: str, **variables: str) -> subprocess.CompletedProcess[str]:
        call = [sys.executable, *flags, "-m", "refcli", *shlex.split(line)]
        there = {**environment_of(home.folder), **variables}
        return subprocess.run(call, cwd=home.work, env=there, capture_output=True, encoding="utf-8", timeout=60)

    plain, optimized = said(), said("-OO") if how == "-OO" else said(PYTHONOPTIMIZE="2")
    assert (optimized.returncode, optimized.stdout, optimized.stderr) == (0, plain.stdout, plain.stderr)
