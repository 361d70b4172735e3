"""Which conditions nothing comes of as a game stands: the prompt does not offer them, who types them is understood.

Source: grid.txt 58, 72, 78-99, 111, 120, 169, 174-181, 199, 209.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.rulesets.grid.in_play import TANK, is_one
from refcli.rulesets.grid.never import may_be_powerful
from refcli.rulesets.grid.terrain import OPEN_TERRAIN, named

NO_ATTEMPT = {
    "bombard": ("moved", "unobserved", "firer-disrupted"),
    "smoke": ("moved", "firer-disrupted"),
    "fire": ("moved", "unseen", "isolated"),
    "move": ("fought",),
    "morale": ("fought", "enemy-adjacent", "poor-moved"),
}
"""Conditions with which a procedure never comes to an attempt. Source: grid.txt 58-64, 78, 111, 174-175, 181."""

KNOWN = {"disrupted": "disrupted", "isolated": "disrupted", "already-hit": "hit-by-guns"}
"""Conditions of a unit that a game knows, and the state without which they do not hold. Source: 72, 169, 181."""

TERRAIN = ("buildings", "woods", "fields", "hull-down", "leaving", "from-buildings")
"""What a unit of which it is known what it is in is told by that. Source: grid.txt 81-99."""

CROSSINGS = ("bridge", "ford")
FOR_TANKS = ("tank-adjacent", "tank-seen")
RIVERS = "Rivers"


def is_idle(ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
    """Whether nothing comes of a condition that is said of those in a field, or the game knows that it does not hold.

    Source: grid.txt 58, 72, 78-99, 111, 120, 169, 174-181, 199, 209.
    """
    if condition in NO_ATTEMPT.get(procedure, ()):
        return True
    if procedure == "move" and is_idle_on_way(plain, condition):
        return True
    units = [unit for unit in plain.get(NAMES, {}).get(field, ()) if unit in ledger.units]
    return bool(units) and all(is_idle_of(ledger, plain, unit, condition) for unit in units)


def is_idle_of(ledger: Keeper, plain: Mapping[str, Any], unit: str, condition: str) -> bool:
    """Whether a condition says nothing of a unit in play. Source: grid.txt 72, 81-99, 120, 169, 181, 199."""
    if condition in TERRAIN:
        carried = is_one(ledger, unit, "enters-as", "carried-infantry")
        return ledger.any_has(unit, "in") or (condition == "from-buildings" and not carried)
    if condition in FOR_TANKS:
        return not is_one(ledger, unit, "seeks", TANK)
    if condition == "powerful":
        targets = [one for one in plain[NAMES].get("target", ()) if one in ledger.units]
        at_heavy = any(is_one(ledger, one, "heavy", "heavy") for one in targets)
        return not may_be_powerful(ledger, unit) or (bool(targets) and not at_heavy)
    return condition in KNOWN and not ledger.any_has(unit, KNOWN[condition])


def is_idle_on_way(plain: Mapping[str, Any], condition: str) -> bool:
    """Whether nothing comes of a condition where a move goes: a bridge, not at a river. Source: 81, 95, 209."""
    into = named(str(plain.get("into") or OPEN_TERRAIN).lower())
    if condition in CROSSINGS:
        return into != RIVERS
    if condition == "wreck":
        return "bridge" not in plain["conditions"]
    return condition == "in-contact" and into in (OPEN_TERRAIN, RIVERS)
