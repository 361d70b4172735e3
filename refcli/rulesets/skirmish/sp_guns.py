"""Self-propelled guns in a game: they open up before they fire, and close down before they move off.

Source: skirmish.txt 121, 127.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper

MAIN_GUN = ("firer", "gun")
"""The roles of a gun that fires, which no machine gun has."""


def is_sp_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is one by the charts, and not only as the players say."""
    return any(ledger.figure("vehicle-facts", row, "sp") == "yes" for row in ledger.units[unit].stands_for)


def stand_ready(ledger: Keeper, gun: str, effect: Mapping[str, Any], number: int) -> None:
    """One that has moved is closed down, and one that has fired is open. Source: 121."""
    fires = effect["kind"] == "fired" and effect.get("role") in MAIN_GUN
    now = "closed" if effect["kind"] == "may-move" else "open" if fires else ""
    if now and not ledger.has(gun, now):
        ledger.end(gun, "open")
        ledger.end(gun, "closed")
        ledger.begin(gun, now, 1, number)
