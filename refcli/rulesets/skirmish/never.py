"""Who never fires, throws, rams or escapes, whatever else is stated.

Source: skirmish.txt 129-131, 187, 201, 293-338, 367-390, 413-417.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import of
from refcli.rulesets.skirmish.in_play import Bars, Named, is_no_vehicle
from refcli.rulesets.skirmish.shots_in_order import kinds_firing

ARMED = Source(section="Equipment Data", lines="293-338")
ATTACKS = Source(section="Attack Value Table", lines="367-390")
THROWS = Source(section="Grenades", lines="187")
AT_VEHICLES = Source(section="Direct fire anti tank weapons", lines="340-342")
RAMS = Source(section="Movement", lines="129")
RUNS_OVER = Source(section="Movement", lines="131")
ESCAPES = Source(section="Movement; Grenades; AP Effect Table, effects", lines="129, 201, 413-417")


def never_does(ledger: Keeper, procedure: str, unit: Named) -> Bars:
    """Why a unit never does what is asked for, or never has it done to it."""
    name = unit.name
    if (procedure, unit.field) == ("fire", "firer") and not fired_by(ledger, name, unit.place):
        yield of(name, "{unit:has|have} nothing to fire"), ARMED
    if (procedure, unit.field) == ("penetrate", "firer"):
        weapons = fired_by(ledger, name, unit.place)
        if not any(ledger.figure("weapons", weapon, "attack") for weapon in weapons):
            yield of(name, "{unit:has|have} no weapon with an attack value"), ATTACKS
    if (procedure, unit.field) == ("grenade", "thrower"):
        carried = ledger.units[name].stands_for
        if not any(ledger.figure("weapons", weapon, "grenades") for weapon in carried):
            yield of(name, "{unit:carries|carry} no rifle or SMG, and only men who do throw grenades"), THROWS
    if (procedure, unit.field) == ("ram", "rammer") and is_no_vehicle(ledger, name):
        yield of(name, "{unit:is|are} no vehicle, and only vehicles ram"), RAMS
    if (procedure, unit.field) == ("escape", "target") and is_no_vehicle(ledger, name):
        yield of(name, "{unit:is|are} no vehicle: nobody escapes from {unit:it|them}"), ESCAPES


def never_at(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """Why units never do it to those that they are to do it to: anti-tank shots at men, and what nobody rams."""
    doing = {"fire": "firer", "ram": "rammer"}.get(procedure, "")
    actors, targets = [
        [one for one in plain["names"].get(field, ()) if one in ledger.units] for field in (doing, "target")
    ]
    for unit, target in product(actors, targets) if procedure == "ram" else ():
        kinds = classes_of(ledger, target)
        if not any(ledger.figure("ramming", row_of_rammer(ledger, unit), kind) for kind in kinds):
            why, source = why_spared(kinds)
            yield f"{unit} may not ram {target}: {why}", source
    for target in targets if procedure == "fire" and kinds_firing(ledger, plain) == {"infantry-anti-tank"} else ():
        if is_no_vehicle(ledger, target):
            yield f"anti-tank shots are for vehicles: {of(target, '{unit:is|are} none')}", AT_VEHICLES


def classes_of(ledger: Keeper, unit: str) -> list[str]:
    """What a unit is to a ram: men, weapon, gun, or a class of vehicle. Source: 129-131."""
    said = [
        ledger.figure(chart, row, column)
        for row in ledger.units[unit].stands_for
        for chart, column in (("vehicle-facts", "class"), ("troops", "kind"))
    ]
    return [str(one) for one in said if one]


def row_of_rammer(ledger: Keeper, unit: str) -> str:
    """The row of the chart of ramming: tanks and motorcycles have one, any other vehicle the third."""
    own = [kind for kind in classes_of(ledger, unit) if kind in ("tank", "motorcycle")]
    return own[0] if own else "other"


def why_spared(kinds: Sequence[str]) -> tuple[str, Source]:
    """Why what is of these classes is not rammed or run over, and where it stands."""
    from refcli.rulesets.skirmish.ramming import NO_TANK, SPARED

    spared = [SPARED[kind] for kind in kinds if kind in SPARED]
    return (spared[0], RUNS_OVER) if spared else (NO_TANK, RAMS)


def fired_by(ledger: Keeper, unit: str, place: str) -> list[str]:
    """The rows of the weapons that a unit fires, of a vehicle at a place; without one, wherever it carries them."""
    from refcli.rulesets.skirmish.anti_tank import MOUNTS

    found: list[str] = []
    for row in ledger.units[unit].stands_for:
        mounts = [place] if place else MOUNTS
        mounted = [str(weapon) for mount in mounts if (weapon := ledger.figure("vehicles", row, mount))]
        found += [one for one in (row, *mounted) if ledger.figure("weapons", one, "kind") not in (None, "grenade")]
    return found
