"""In the C locale refcli prints the same."""

import shlex
import subprocess
import sys
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from tests.conftest import Home, environment_of

LOCALES: dict[str, dict[str, str]] = {
    "LANG=C": {"LANG": "C", "LC_ALL": "", "PYTHONIOENCODING": ""},
    "LC_ALL=C without UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
}


@pytest.mark.parametrize("line", ["-R grid fire --help", "charts print grid --format csv"])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_output_is_the_same(home: Home, line: str, locale: str) -> None:
    def printed(variables: Mapping[str, str] = MappingProxyType({})) -> tuple[int, str, str]:
        call = [sys.executable, "-m", "refcli", *shlex.split(line)]
        there = {**environment_of(home.folder), **variables}
        ran = subprocess.run(call, cwd=home.work, env=there, capture_output=True, encoding="utf-8", timeout=60)
        return ran.returncode, ran.stdout, ran.stderr

    plain = printed()
    assert plain[0] == 0
    assert printed(LOCALES[locale]) == plain
