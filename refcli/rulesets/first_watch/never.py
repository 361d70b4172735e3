"""Who never does what is asked for, or never has it done to him. Source: first-watch.txt 58, 71, 94, 113, 131."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import Bars, is_closed, is_row, is_small_arm, named, word_of
from refcli.rulesets.first_watch.weapons import for_anti_tank

SMALL_ARMS = Source(section="Small Arms", lines="58")
ARMORED = Source(section="Close Assault Tactic", lines="71")
DIRECT = Source(section="Artillery Fire", lines="94")
FIGHTERS = Source(section="Air-to-Air Combat", lines="113")
STRAFES = Source(section="Bombing and Strafing", lines="131")


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """Why what is asked for is never done, by whom it names or to whom."""
    actor, target = word_of(plain.get("attacker")), word_of(plain.get("target"))
    units = dict(named(plain))
    if procedure == "fire":
        yield from never_small_arms(ledger, plain)
    if procedure == "fire" and "attacker" in units and is_indirect_alone(ledger, actor):
        yield of(units["attacker"], "{unit:has|have} no figures for direct fire: plot {unit}"), DIRECT
    unarmored = is_row(ledger, target, "vehicles") and ledger.figure("vehicles", target, "armor-class") is None
    if procedure == "close-assault" and "target" in units and unarmored:
        yield of(units["target"], "{unit:is|are} not armored, and no target of a close assault"), ARMORED
    if not (is_row(ledger, actor, "aircraft") and "attacker" in units):
        return
    if procedure == "strafe" and ledger.figure("aircraft", actor, "strafes-with") is None:
        yield of(units["attacker"], "{unit:has|have} nothing to strafe with"), STRAFES
    kind = ledger.figure("aircraft", actor, "type")
    if procedure == "air-combat" and not ledger.figure("aircraft-types", kind, "fights"):
        yield of(units["attacker"], "{unit:is|are} no fighter, and {unit:attacks|attack} nobody in the air"), FIGHTERS


def is_indirect_alone(ledger: Keeper, row: str) -> bool:
    """Whether a row is artillery that no chart has main gun figures of."""
    return is_row(ledger, row, "artillery") and not is_row(ledger, row, "guns")


def never_small_arms(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """Small arms fire at infantry, towed guns and open-topped vehicles alone; what hurts armor is told."""
    attacker = plain.get("attacker")
    small_arms = is_small_arm(ledger, attacker) and not is_row(ledger, attacker, "anti-tank")
    at_vehicle = small_arms and is_row(ledger, plain.get("target"), "vehicles")
    for target in filter(None, plain["names"].get("target") or ()) if at_vehicle else ():
        for unit in filter(None, plain["names"].get("attacker") or ()) if is_closed(ledger, target) else ():
            said = of(target, "{unit:is|are} closed, and no target of small arms")
            yield "; ".join([said, *for_anti_tank(ledger, unit)]), SMALL_ARMS
