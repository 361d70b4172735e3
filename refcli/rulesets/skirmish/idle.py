"""Which conditions have no effect on the units in play: the prompt does not offer them, who types them is understood.

Source: skirmish.txt 43, 65-72, 86, 88, 99, 115-121, 127, 170, 183, 293, 361-363, 394-396, 415, 433.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.rulesets.skirmish.in_play import carries_gun, units_of, vehicle_of
from refcli.rulesets.skirmish.kinds import GUN, MAN, OPENS, TURRET, VEHICLE, WEAPON, kinds_of

MEN = (MAN, WEAPON)
ON_FOOT = (*MEN, GUN)

COUNTS_OF: Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]] = {
    ("move", "mover"): {"near-missed": ON_FOOT, "heavy-load": MEN, "short-handed": (WEAPON,)},
    ("fire", "firer"): {
        "moved": (WEAPON, GUN),
        "unready": (WEAPON, GUN, OPENS),
        "out-of-supply": (GUN,),
        "short-handed": (WEAPON,),
    },
    ("fire", "target"): {
        "moving": (VEHICLE,),
        "moving-over-20": (VEHICLE,),
        "moving-over-30": (VEHICLE,),
        "turret-gone": (TURRET,),
        "hull-down": (VEHICLE, GUN),
        "leader": MEN,
        "aboard": (VEHICLE,),
        "crew-gone": (VEHICLE,),
    },
    ("burst", "target"): {"leader": MEN, "aboard": (VEHICLE,), "crew-gone": (VEHICLE,)},
    ("bombard", "guns"): {"short-handed": (WEAPON,)},
    ("smoke", "guns"): {"short-handed": (WEAPON,)},
}
"""The kinds of unit on which a condition in a field has an effect; of one that is not here it is of any."""

SPEEDS = ("moving-over-20", "moving-over-30")
"""How fast nobody goes on foot, but who is aboard a vehicle. Source: 65-68, 170."""

FACING = "facing"
"""The field of the side that is hit: of vehicles alone. Source: 293."""


def is_idle(ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
    """Whether a condition has no effect on any of those in a field, nor the side on which no vehicle is hit.

    Source: 43, 65-72, 86, 88, 99, 115-121, 127, 170, 183, 293, 361-363, 394-396, 415, 433.
    """
    counts = (VEHICLE,) if field == FACING else COUNTS_OF.get((procedure, field), {}).get(condition, ())
    said = plain.get(NAMES, {}).get("target" if field == FACING else field, ())
    units = [unit for name in said if name for unit in units_of(ledger, name.partition("/")[0])]
    carried = condition in SPEEDS and any(vehicle_of(ledger, unit) for unit in units)
    return bool(counts and units) and not (carried or any(counts_for(ledger, unit, counts) for unit in units))


def counts_for(ledger: Keeper, unit: str, counts: tuple[str, ...]) -> bool:
    """Whether a unit is of the kinds, or of none that the charts know."""
    kinds = kinds_of(ledger, unit) | ({GUN} if carries_gun(ledger, unit) else set())
    return not kinds or bool(kinds & {*counts})
