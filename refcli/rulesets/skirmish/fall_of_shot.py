"""Where a shell or a grenade falls. Source: skirmish.txt 187-195, 242-251, 285."""

from typing import Protocol

from refcli.core.cells import TargetNumber
from refcli.core.request import NamedTuple
from refcli.core.rulebook import D10, Cell, Charts, Dice, part
from refcli.core.sentence import some

PLACES = {
    "": "on the aim",
    "short": "short of the aim",
    "long": "beyond the aim",
    "to the left": "to the left of the aim",
    "to the right": "to the right of the aim",
}
"""Where a shell falls, as seen from who fires it."""


class Fall(NamedTuple):
    """Where one shell or grenade falls: on the aim, with its circle over it, or so many cm to a side.

    Falls that hit and cover alike are equal: how far they fell is told, and decides nothing more.
    """

    hit: bool
    covers: bool
    cm: int | float = 0
    side: str = ""

    @property
    def place(self) -> str:
        """The side of the aim to which it falls, in words."""
        return PLACES[self.side]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fall) and self[:2] == other[:2]

    def __hash__(self) -> int:
        return hash(self[:2])


class Covering(int):
    """How many shells cover the aim with their circle; of a single shell it knows where that fell.

    It adds up as the number it is, so that odds tell apart no more than that.
    """

    fall: Fall

    def __new__(cls, fall: Fall) -> "Covering":
        covering = super().__new__(cls, fall.covers)
        covering.fall = fall
        return covering


class Shell(Protocol):
    """What came of a single shell."""

    @property
    def covering(self) -> int: ...


def fall_of(shell: Shell) -> Fall:
    """Where a single shell fell."""
    assert isinstance(shell.covering, Covering)
    return shell.covering.fall


@part
def fall_of_shot(row: str, distance: str, burst: Cell, charts: Charts, dice: Dice) -> Fall:
    """The fall of one shot, and by how much it misses. Source: skirmish.txt 187-195, 244-251, 285."""
    best = charts["fall-of-shot", row, 10]
    target = TargetNumber(">=", charts.axis("fall-of-shot").bands[-1][0]) if best.text == "hit" else None
    falls = charts["fall-of-shot", row, dice.die(D10, "fall", target)]
    if falls.text == "hit":
        return Fall(hit=True, covers=True)
    dice.show(falls, "which way")
    each_point = charts["miss-distance", distance]
    points = dice.die(D10, "distance")
    shown = each_point.told("{0} of {1} cm: {2}", some(points, "point"), each_point.text, each_point.label)
    miss = dice.show(charts.add_up("miss distance", shown._replace(value=points * each_point.number)))
    cm = max(0, miss.total)
    side = falls.text if falls.text in ("short", "long") else f"to the {falls.text}"
    return Fall(False, cm <= burst.number / 2, cm, side)
