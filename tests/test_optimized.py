"""However Python is started, without docstrings and assertions or in the C locale: what refcli says is the same."""

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest

from tests.conftest import Home, environment_of

STARTED: dict[str, tuple[list[str], dict[str, str]]] = {
    "-OO": (["-OO"], {}),
    "PYTHONOPTIMIZE": ([], {"PYTHONOPTIMIZE": "2"}),
    "LANG=C": ([], {"LANG": "C", "LC_ALL": "", "PYTHONIOENCODING": ""}),
    "LC_ALL=C without UTF-8": (
        [],
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
    ),
}
"""Flags and variables by which Python is started otherwise."""


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
        "-R cc fire 2xenhanced-small-arms,crewed-mg infantry -r 6 --activity 3 --cover 2 --seed 3 --json",
        "-R sk fire 88mm-l56 t34-85 -r 50 --facing front stationary --odds --plain",
        "-R grid fire tank infantry --odds --sample 1000 --json",
        "-R fw fire 6pdr tiger-i --sweep range=10:40:10 --csv",
        "charts print grid --format csv",
        "scenario check tanks-in-the-village",
        "charts check",
    ],
)
@pytest.mark.parametrize("how", STARTED)
def test_says_the_same(home: Home, line: str, how: str) -> None:
    def said(flags: Sequence[str] = (), variables: Mapping[str, str] = MappingProxyType({})) -> tuple[int, str, str]:
        call = [sys.executable, *flags, "-m", "refcli", *shlex.split(line)]
        there = {**environment_of(home.folder), **variables}
        ran = subprocess.run(call, cwd=home.work, env=there, capture_output=True, encoding="utf-8", timeout=60)
        return ran.returncode, ran.stdout, ran.stderr

    plain = said()
    assert plain[0] == 0
    assert said(*STARTED[how]) == plain
