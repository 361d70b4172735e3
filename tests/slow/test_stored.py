"""Conditions that count, found by stating each one more often in every stored situation."""

from tests.conformance.inert import counting
from tests.situations import suite
from tests.test_stored import rulesets


@rulesets
class TestCounted:
    """Conditions that count say so in their chart, and no other is ever counted by a rule."""

    def test_stating_it_more_often_changes_a_ruling_of_a_counted_one_alone(self, rules: str) -> None:
        assert list(counting(suite(rules))) == []
