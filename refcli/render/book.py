"""The texts of a ruleset that pictures of rulings use."""

from collections.abc import Mapping
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.core.readings import Reading


class Book(NamedTuple):
    """The title of a ruleset, the charts of a procedure, and the words for the results of its rolls.

    ``rolls`` has two words for a roll by its name, ``hits|misses``: of a die that meets its target number, and of one
    that does not. ``readings`` are the disputed rules, by their ids.
    """

    title: str
    charts: dict[str, Chart]
    rolls: Mapping[str, str] = {}
    readings: Mapping[str, Reading] = {}

    def word(self, roll: str, passed: bool) -> str:
        """Return the word for a die that passed or failed; a repeated roll has the words of the first."""
        words = self.rolls.get(roll) or self.rolls.get(roll.partition(" again")[0].removesuffix(" tie"), "passes|fails")
        met, _, missed = words.partition("|")
        return met if passed else missed
