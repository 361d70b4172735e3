"""Stored results that a command rewrites and a person reads as a diff: ``pytest --update-acts``, say.

The fixture ``compare`` compares a text with a stored file; with the option of its kind it writes the file instead.
"""

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

KINDS = {
    "acts": "write the results of the acts (tests/stored/acts)",
    "words": "write the printed sentences (tests/stored/words)",
    "figures": "write the figures of the charts (tests/stored/figures.toml)",
}

Compare = Callable[[str, Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for each kind of stored results."""
    for kind, about in KINDS.items():
        parser.addoption(f"--update-{kind}", action="store_true", help=about)


@pytest.fixture
def compare(request: pytest.FixtureRequest) -> Compare:
    """Compare a text with the file that stores it, and list every difference; or write it, with the option."""

    def compare(kind: str, path: Path, text: str) -> None:
        if request.config.getoption(f"update_{kind}"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        stored = path.read_text(encoding="utf-8") if path.exists() else ""
        differences = list(unified_diff(stored.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=1))
        if differences:
            where = f"{path.name} differs; if this is as it should be: pytest --update-{kind}, and read the diff"
            pytest.fail("\n".join((where, *differences)), pytrace=False)

    return compare
