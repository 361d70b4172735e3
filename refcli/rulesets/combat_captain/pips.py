"""Full, even, odd: which dice count, and what morale markers take from them.

Source: combat-captain.txt 78-84, 547-548, 1018-1019.
"""

from typing import NamedTuple

from refcli.core.charts import Cell
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.ruling import Figure
from refcli.core.words import some

COUNTS = {"all": (1, 2, 3, 4, 5, 6), "even": (2, 4, 6), "odd": (1, 3, 5), "1 and 3": (1, 3)}
"""The faces that count, by the word a chart has for them."""


class Pips(NamedTuple):
    """Which faces count, the pips that morale markers take, and whether they take them first."""

    which: str
    lowered: int = 0
    lowered_first: bool = False

    def on(self, face: int) -> int:
        """The pips that a die counts, never less than none."""
        left = max(0, face - self.lowered)
        return left if (left if self.lowered_first else face) in COUNTS[self.which] else 0


def pips_that_count(charts: Charts, which: str, markers: int) -> Pips:
    """The dice that count for a unit with so many morale markers. Source: 547-548; readings CC-6."""
    if not markers:
        return Pips(which)
    first = which != "all" and charts.reads("CC-6", "lowered")
    return Pips(which, -int(on_each_die(charts, markers).number), first)


def on_each_die(charts: Charts, markers: int) -> Cell:
    """What the morale markers of a unit put on each of its dice. Source: 547, 1018."""
    cell = charts["morale", "on-each-die"]
    return cell._replace(value=cell.number * markers, label=some(markers, "morale marker"))


def show_markers(charts: Charts, dice: Dice, markers: int) -> None:
    """Put the morale markers of a unit on the trail, if it has any."""
    if markers:
        lower = on_each_die(charts, markers)
        dice.show(Figure(f"{lower.label}, on each die", lower))
