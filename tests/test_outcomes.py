"""What counts as a success: every outcome of every procedure, held word for word. ``--exit-status`` stands on it."""

import tomllib
from pathlib import Path

import pytest

from refcli.rulesets import RULESETS
from tests.situations import procedures
from tests.tables import entry_of

STORED = Path(__file__).parent / "stored" / "outcomes.toml"


@pytest.mark.parametrize("rules", RULESETS)
def test_outcomes_are_successes_or_not_as_they_were_read_aloud(rules: str) -> None:
    """A new outcome stands in the file with what it is, in the order of its procedure: best for the actor first."""
    everything = tomllib.loads(STORED.read_text(encoding="utf-8"))
    stored = entry_of(everything, rules, "tests/stored/outcomes.toml", "which of its outcomes are a success")
    assert list(stored) == [procedure.name for procedure in procedures(rules)]
    for procedure in procedures(rules):
        told = {outcome.word: outcome.success if outcome.attempt else "no attempt" for outcome in procedure.outcomes}
        assert list(stored[procedure.name].items()) == list(told.items()), procedure.name
