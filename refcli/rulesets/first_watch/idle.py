"""Which conditions nothing comes of as a game stands: the prompt does not offer them, who types them is understood.

Source: first-watch.txt 30-33, 39, 58-60, 71-73, 94, 111-115, 127, 133, 153-155, 163, 166.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.rulesets.first_watch.in_play import is_plane, size_of
from refcli.rulesets.first_watch.kinds import FOOT, GUN, PLANE, VEHICLE, kind_of

NO_ATTEMPT = {
    "move": ("immobilised",),
    "phase": ("fired", "assaulting"),
    "fire": ("fired", "crew-lost", "assaulting"),
    "close-assault": ("fired", "assaulted"),
    "plot": ("no-observer",),
    "bombard": ("unplotted", "no-observer", "fired"),
    "air-combat": ("other-altitude",),
    "anti-air": ("fired",),
    "bomb": ("air-fire-due", "unplotted"),
    "strafe": ("aborting", "air-fire-due", "unplotted"),
    "fortunes": ("barred", "rolled"),
}
"""Conditions with which a procedure never comes to an attempt. Source: 30-33, 60, 71, 94, 113, 127, 133, 155-166."""

DAMAGE = ("damaged", "attacker-damaged", "interceptor-damaged")
"""What is said of a plane that was hit before, by who it is in a fight. Source: first-watch.txt 115."""

OF_FLIGHT = ("altitude", "to", "turn", "edge")
"""The fields of a move that are told of planes alone. Source: first-watch.txt 111."""


def is_idle(ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
    """Whether nothing comes of a condition that is said of those in a field or, without one, of the field itself.

    Source: first-watch.txt 30-33, 39, 58-60, 71-73, 94, 111-115, 127, 133, 153-155, 163, 166.
    """
    if condition in NO_ATTEMPT.get(procedure, ()):
        return True
    of_interceptor = condition.startswith("interceptor-") or field == "intercepted"
    if procedure == "air-combat" and of_interceptor and not plain.get("interceptor"):
        return True
    if procedure == "move" and not condition:
        return is_idle_on_way(ledger, plain, field)
    units = [unit for unit in plain.get(NAMES, {}).get(field, ()) if unit in ledger.units]
    return bool(units) and all(is_idle_of(ledger, unit, condition) for unit in units)


def is_idle_of(ledger: Keeper, unit: str, condition: str) -> bool:
    """Whether a condition says nothing of a unit in play; one without a row may be anything. Source: 73, 115, 155."""
    if not ledger.units[unit].rows:
        return False
    if condition in DAMAGE:
        return size_of(ledger, unit) == 1
    if condition == "crawling":
        return kind_of(ledger, unit) in (GUN, VEHICLE, PLANE)
    return condition == "hulldown" and kind_of(ledger, unit) == FOOT


def is_idle_on_way(ledger: Keeper, plain: Mapping[str, Any], field: str) -> bool:
    """Whether a field says nothing of who moves: terrain of a plane, altitude of all others. Source: 39, 111."""
    movers = [unit for unit in plain.get(NAMES, {}).get("mover", ()) if unit in ledger.units]
    if not movers or not all(ledger.units[unit].rows for unit in movers):
        return False
    flying = [unit for unit in movers if is_plane(ledger, unit)]
    return field == "terrain" if len(flying) == len(movers) else field in OF_FLIGHT and not flying
