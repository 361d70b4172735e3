"""Who never does what is asked for: fire without effect, cover left where there is none, vehicles that lose men.

Source: combat-captain.txt 42, 355-356, 405, 576-578, 682-683, 888-889, 1305.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import fill, of
from refcli.rulesets.combat_captain.activity import LEAVING
from refcli.rulesets.combat_captain.in_play import KILLS, kind_of, stated, whole
from refcli.rulesets.combat_captain.strafing import MEN_ONLY

EFFECT = Source(section="Introduction; Machine guns; Reference", lines="42, 682-683, 1305")


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why what is asked for is never done, by whom it names or to whom."""
    if procedure == "fire":
        yield from never_hurts(ledger, plain)
    if procedure == "activity":
        yield from no_cover_to_leave(ledger, plain)
    if procedure == "strafe":
        yield from only_vehicles(ledger, plain)
    if procedure == "consolidate":
        for unit in vehicles_in(ledger, plain, "unit"):
            yield of(unit, "{unit:is a vehicle|are vehicles}, with kills and no men: leave {unit:it|them} out"), KILLS


def no_cover_to_leave(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Who is in no cover, as the game has it and the referee says, leaves and breaks none. Source: 355-356, 405."""
    said = whole(plain.get("cover") or 0, 1)
    for unit in [one for one in plain[NAMES].get("unit", ()) if one in ledger.units and not said]:
        if not ledger.has(unit, "cover") and stated(plain, "leave-cover", "break-cover", of=unit):
            yield f"{unit} has no cover to leave", LEAVING


def only_vehicles(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A tape that crosses nobody but vehicles: only infantrymen are strafed. Source: 888-889."""
    vehicles = vehicles_in(ledger, plain, "target")
    if vehicles and len(vehicles) == len(plain[NAMES]["target"]):
        said = "{vehicles:is a vehicle, and planes strafe men|are vehicles, and planes strafe men}"
        yield fill(f"{{vehicles}} {said}", {"vehicles": vehicles}), MEN_ONLY


def vehicles_in(ledger: Keeper, plain: Mapping[str, Any], field: str) -> list[str]:
    """The vehicles in play that a field names."""
    return [unit for unit in plain[NAMES].get(field, ()) if unit in ledger.units and not kind_of(ledger, unit)]


def never_hurts(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Small arms and mortars do nothing to armor: nobody who fires has any effect on any of the targets."""
    firers = [one for one in plain[NAMES].get("attackers", ()) if one in ledger.units]
    targets = [one for one in plain[NAMES].get("target", ()) if one in ledger.units]
    known = len(targets) == len(plain[NAMES].get("target", ())) and bool(targets)
    if known and firers and not any(has_effect(ledger, *pair) for pair in product(firers, targets)):
        said = "{firers} {firers:has|have} no effect on {targets}"
        yield fill(said, {"firers": firers, "targets": " or ".join(targets)}), EFFECT


def weapons_of(ledger: Keeper, unit: str) -> list[str]:
    """The weapons of a sub-unit by their lines in the chart of fire points; none where its weapon is unknown."""
    rows = ledger.units[unit].stands_for
    found = [ledger.figure("weapons", row, column) for row in rows for column in ("modifier", "machine-gun")]
    return [weapon for weapon in found if weapon]


def columns_of(ledger: Keeper, unit: str) -> list[str]:
    """What a sub-unit is as a target, by the columns of the chart of fire points; none where that is unknown."""
    rows = ledger.units[unit].stands_for
    found = [ledger.figure(chart, row, "target") for row in rows for chart in ("non-armor", "armor")]
    return [column for column in found if column]


def may_hurt(ledger: Keeper, firer: str, target: str) -> bool:
    """Whether a sub-unit has any effect on another, or nobody knows what it fires with, or the other is made of."""
    return not (weapons_of(ledger, firer) and columns_of(ledger, target)) or has_effect(ledger, firer, target)


def has_effect(ledger: Keeper, firer: str, target: str) -> bool:
    """Whether the chart of fire points has a figure for a weapon of one sub-unit against another."""
    pairs = product(weapons_of(ledger, firer), columns_of(ledger, target))
    return any(ledger.figure("fire-modifiers", weapon, column) is not None for weapon, column in pairs)
