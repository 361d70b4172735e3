"""What a picture takes from a ruleset besides the ruling itself."""

from collections.abc import Mapping
from typing import NamedTuple

from refcli.core.charts import Chart
from refcli.core.readings import Reading


class Book(NamedTuple):
    """The title of a ruleset, the charts that a procedure reads, and the words for what comes of its rolls.

    ``rolls`` has two words for a roll by its name, ``hits|misses``: of a die that meets its target number, and of one
    that does not. ``readings`` are the disputed rules, by their ids.
    """

    title: str
    charts: dict[str, Chart]
    rolls: Mapping[str, str] = {}
    readings: Mapping[str, Reading] = {}

    def word(self, roll: str, passed: bool) -> str:
        """What came of a die of a roll; a roll that is made again is told as the first."""
        words = self.rolls.get(roll) or self.rolls.get(roll.partition(" again")[0].removesuffix(" tie"), "passes|fails")
        met, _, missed = words.partition("|")
        return met if passed else missed
