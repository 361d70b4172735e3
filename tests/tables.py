"""Tables of the tests with an entry for each ruleset or procedure: who adds one is told what to add, and where."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import pytest

Key = TypeVar("Key")
Entry = TypeVar("Entry")


def entry_of(table: Mapping[Key, Entry], key: Key, where: str, add: str) -> Entry:
    """The entry of a table; the test fails with what to ``add`` and ``where`` (file and table) if there is none."""
    if key not in table:
        pytest.fail(f"{where} has no entry for {key!r}: add {add}", pytrace=False)
    return table[key]


def stored_in(rules: str) -> str:
    """Where requests of a ruleset are kept for the tests, to be named in a message."""
    return str(Path("tests", "stored", f"{rules}.toml"))
