"""Small arms at men, soft vehicles and armour. Source: skirmish.txt 149-183, 197-203."""

from refcli.core.charts import Cell
from refcli.core.dice import Dice
from refcli.core.in_force import Charts
from refcli.core.ruleset import Conditions
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.throw import result

COVER = (Circumstance.HARD_COVER, Circumstance.SOFT_COVER)
FAST = (Circumstance.MOVING_OVER_20, Circumstance.MOVING_OVER_30)
"""Speeds of a target that take it over 10 cm."""


def modifiers(stated: Conditions, range: float, charts: Charts) -> tuple[Cell, ...]:
    """The modifiers of the hit number, with the exceptions between them.

    A firer stands, walks or runs, and the fastest of what is stated counts. A target that is prone and
    moved over 10 cm, as a fast one did, counts once, and not at all under 5 cm. Source: skirmish.txt 163-172.
    """
    left = set(stated)
    for gait, slower in (
        (Circumstance.RUNNING, {Circumstance.WALKING, Circumstance.STATIONARY}),
        (Circumstance.WALKING, {Circumstance.STATIONARY}),
    ):
        if gait in left:
            left -= slower
    if left & set(FAST):
        left |= {Circumstance.MOVED_OVER_10}
    if range < charts["firing", "prone-counts-from"].number:
        left -= {Circumstance.PRONE, Circumstance.MOVED_OVER_10}
    elif Circumstance.PRONE in left:
        left -= {Circumstance.MOVED_OVER_10}
    return charts.modifiers("small-arms", left)


def cover_row(stated: Conditions) -> str:
    """The row of the Hit Effect Table: the better of the covers stated. Source: skirmish.txt 178-181."""
    return next((cover for cover in COVER if cover in stated), "open")


def damage_soft_vehicle(heavy: bool, charts: Charts, dice: Dice) -> str:
    """What a soft vehicle suffers from a hit of small arms or a grenade; an HMG or a grenade adds 1.

    Source: skirmish.txt 197-201.
    """
    parts = (charts.condition("soft-vehicle", "hmg-or-grenade"),) if heavy else ()
    return result("damage", "soft-vehicle", "soft-vehicle", parts, charts, dice)
