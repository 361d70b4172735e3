"""Small arms at men, soft vehicles and armour. Source: skirmish.txt 149-183, 197-203."""

from refcli.core.charts import Cell
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.request import Conditions
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.throw import result

COVER = (Circumstance.HARD_COVER, Circumstance.SOFT_COVER)
FAST = (Circumstance.MOVING_OVER_20, Circumstance.MOVING_OVER_30)
"""Speeds of a target that take it over 10 cm."""
MOVES = frozenset({Circumstance.WALKING, Circumstance.RUNNING, Circumstance.FROM_VEHICLE})
"""What moves a firer."""


def modifiers(stated: Conditions, range: float, charts: Charts) -> tuple[Cell, ...]:
    """The modifiers of the hit number, with the exceptions between them.

    A target that is prone and moved over 10 cm, as a fast one did, counts once, and not at all under 5 cm.
    Source: skirmish.txt 163-172.
    """
    left = with_one_gait(stated)
    if left & set(FAST):
        left |= {Circumstance.MOVED_OVER_10}
    if range < charts["firing", "prone-counts-from"].number:
        left -= {Circumstance.PRONE, Circumstance.MOVED_OVER_10}
    elif Circumstance.PRONE in left:
        left -= {Circumstance.MOVED_OVER_10}
    return charts.modifiers("small-arms", left)


def with_one_gait(stated: Conditions) -> set[str]:
    """What is stated of a shot, its firer at the fastest gait alone; who fires from a moving vehicle does not stand.

    Source: skirmish.txt 165-172, 356.
    """
    left = set(stated)
    if Circumstance.RUNNING in left:
        left -= {Circumstance.WALKING}
    if left & MOVES:
        left -= {Circumstance.STATIONARY}
    return left


def cover_row(stated: Conditions) -> str:
    """The row of the Hit Effect Table: the better of the covers stated. Source: skirmish.txt 178-181."""
    return next((cover for cover in COVER if cover in stated), "open")


def damage_soft_vehicle(heavy: bool, charts: Charts, dice: Dice) -> str:
    """What a soft vehicle suffers from a hit of small arms or a grenade; an HMG or a grenade adds 1.

    Source: skirmish.txt 197-201.
    """
    parts = (charts.condition("soft-vehicle", "hmg-or-grenade"),) if heavy else ()
    return result("damage", "soft-vehicle", "soft-vehicle", parts, charts, dice)
