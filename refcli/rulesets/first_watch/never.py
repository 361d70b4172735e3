"""Who never does what is asked for, or never has it done to him. Source: first-watch.txt 58-60, 69-73, 94, 113, 131."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import (
    is_closed,
    is_plane,
    is_row,
    is_small_arm,
    is_vehicle,
    riders_of,
    said_of,
    types_of_plane,
    word_of,
)
from refcli.rulesets.first_watch.weapons import for_anti_tank

SMALL_ARMS = Source(section="Small Arms", lines="58")
CREWS = Source(section="Small Arms", lines="58, 60")
MAIN_GUNS = Source(section="Main Gun Fire", lines="73")
ANTI_TANK = Source(section="Small Arms", lines="69")
ARMORED = Source(section="Close Assault Tactic", lines="71")
FIGHTERS = Source(section="Air-to-Air Combat", lines="113")
STRAFES = Source(section="Bombing and Strafing", lines="131")


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why what is asked for is never done, by whom it names or to whom."""
    attackers, targets = [
        [unit for unit in plain[NAMES].get(field) or () if unit in ledger.units] for field in ("attacker", "target")
    ]
    if procedure == "fire":
        yield from bars_of_small_arms(ledger, plain, attackers, targets)
        yield from bars_of_no_armor(ledger, plain, targets)
        yield from bars_of_no_crew(ledger, plain, targets)
        yield from bars_of_no_figures(ledger, plain, attackers)
    for vehicle in targets if procedure == "close-assault" else ():
        yield from bars_of_unarmored(ledger, vehicle)
    for plane in filter(lambda unit: is_plane(ledger, unit), attackers):
        if procedure == "strafe":
            yield from bars_of_no_guns(ledger, plain, plane)
        elif procedure == "air-combat":
            yield from bars_of_no_fighter(ledger, plane)


def bars_of_small_arms(ledger: Keeper, plain: Mapping[str, Any], attackers: list[str], targets: list[str]) -> Sentences:
    """Small arms fire at infantry, towed guns and open-topped vehicles alone; what hurts armor is told."""
    attacker = plain.get("attacker")
    small_arms = is_small_arm(ledger, attacker) and not is_row(ledger, attacker, "anti-tank")
    at_vehicle = small_arms and is_row(ledger, plain.get("target"), "vehicles")
    for target in targets if at_vehicle else ():
        for unit in attackers if is_closed(ledger, target) else ():
            said = of(target, "{unit:is|are} closed, and no target of small arms")
            yield "; ".join([said, *for_anti_tank(ledger, unit)]), SMALL_ARMS


def bars_of_no_armor(ledger: Keeper, plain: Mapping[str, Any], targets: list[str]) -> Sentences:
    """Infantry use anti-tank weapons against armored vehicles alone, as what no chart knows may be.

    Heavy machineguns are small arms too.
    """
    attacker = plain.get("attacker")
    tubes = is_row(ledger, attacker, "anti-tank") and not is_small_arm(ledger, attacker)
    for unit in targets if tubes else ():
        if ledger.units[unit].rows and not is_armored(ledger, unit):
            yield of(unit, "{unit:is|are} not armored, and no target of anti-tank weapons of infantry"), ANTI_TANK


def bars_of_no_crew(ledger: Keeper, plain: Mapping[str, Any], targets: list[str]) -> Sentences:
    """Small arms hit counters: none of a gun or a vehicle that lost its crew before; who is aboard is named."""
    attacker = plain.get("attacker")
    bullets = is_small_arm(ledger, attacker) and "as-main-gun" not in said_of(plain, "attacker")
    second = plain[NAMES].get("second") or ()
    for unit in [*targets, *second] if bullets else ():
        if unit in ledger.units and ledger.has(unit, "crew-lost") and not is_closed(ledger, unit):
            riders = " or ".join(riders_of(ledger, unit))
            aboard = f"; who is aboard is a target: {riders}" if riders else ""
            yield of(unit, f"{{unit:has|have}} no crew left for small arms to hit{aboard}"), CREWS


def bars_of_no_figures(ledger: Keeper, plain: Mapping[str, Any], attackers: list[str]) -> Sentences:
    """Artillery fires directly as the main gun that it is, where a chart has one of its name. Source: 73, 94."""
    row = word_of(plain.get("attacker"))
    for unit in attackers if is_row(ledger, row, "artillery") and not is_row(ledger, row, "guns") else ():
        line = ledger.units[unit].added_as("GUN")
        said = "{unit:has|have} no Hit Class in any chart to fire directly: plot {unit}; as a gun that has one, {line}"
        yield of(unit, said, line=line), MAIN_GUNS


def bars_of_unarmored(ledger: Keeper, unit: str) -> Sentences:
    """Armored vehicles alone are close assaulted."""
    if is_vehicle(ledger, unit) and not is_armored(ledger, unit):
        yield of(unit, "{unit:is|are} not armored, and no target of a close assault"), ARMORED


def is_armored(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is an armored vehicle."""
    return any(ledger.figure("vehicles", row, "armor-class") is not None for row, _ in ledger.units[unit].rows)


def bars_of_no_guns(ledger: Keeper, plain: Mapping[str, Any], plane: str) -> Sentences:
    """A plane that fires no other weapon strafes with guns of its own."""
    row = word_of(plain.get("attacker"))
    if is_row(ledger, row, "aircraft") and ledger.figure("aircraft", row, "strafes-with") is None:
        yield of(plane, "{unit:has|have} nothing to strafe with"), STRAFES


def bars_of_no_fighter(ledger: Keeper, plane: str) -> Sentences:
    """Any plane classified as a fighter fires at aircraft, and no other."""
    if not any(ledger.figure("aircraft-types", kind, "fights") for kind in types_of_plane(ledger, plane)):
        yield of(plane, "{unit:is|are} no fighter, and {unit:attacks|attack} nobody in the air"), FIGHTERS
