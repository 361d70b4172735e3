"""Who never fires, throws, rams or escapes, and at whom, whatever else is stated.

Source: skirmish.txt 86, 129-131, 187, 201, 257-259, 293-338, 340-342, 367-390, 413-417, 431-436, 462.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences, terms_said
from refcli.core.sentence import of
from refcli.rulesets.skirmish.anti_tank import MOUNTS
from refcli.rulesets.skirmish.in_play import (
    ON_THE_GROUND,
    Named,
    carried_weapon,
    carries_men,
    class_of,
    fired_by,
    has_men,
    is_heavy,
    named_in,
    row_in,
    units_that_say,
    vehicle_row,
)
from refcli.rulesets.skirmish.shots_in_order import kinds_firing

ARMED = Source(section="Equipment Data", lines="293-338")
ATTACKS = Source(section="Attack Value Table", lines="367-390")
THROWS = Source(section="Grenades", lines="187")
AT_VEHICLES = Source(section="Direct fire anti tank weapons", lines="340-342")
RAMS = Source(section="Movement", lines="129")
TANKS = Source(section="Movement", lines="129, 133")
NO_GUNS = Source("house", "the source names none that rams a gun")
ESCAPES = Source(section="Movement; Grenades; AP Effect Table, effects", lines="129, 201, 413-417")

PRISONERS = Source(section="Prisoners", lines="462")
CREWS = Source(section="Fall of Shot; Prisoners", lines="257-259, 462")
SECTIONS = Source(section="Morale", lines="431-436")


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why what is asked for is never done, by whom it names or to whom."""
    for unit in named_in(ledger, plain):
        yield from never_does(ledger, procedure, unit)
    yield from never_at(ledger, procedure, plain)
    for section in [name for name, _ in terms_said(plain, "section") if name]:
        yield from bars_of_section(ledger, section)


def never_does(ledger: Keeper, procedure: str, unit: Named) -> Sentences:
    """Why a unit never does what is asked for, or never has it done to it."""
    doing, name = (procedure, unit.field), unit.name
    shoots = doing in (("fire", "firer"), ("penetrate", "firer"))
    if shoots and unit.place in MOUNTS and not ledger.figure("vehicles", unit.row, unit.place):
        yield why_not_mounted(ledger, procedure, name), ARMED
    elif shoots and not unit.place:
        yield from bars_of_unarmed(ledger, procedure, unit)
    if doing == ("grenade", "thrower") and not ledger.figure("weapons", unit.row, "grenades"):
        yield of(name, "{unit:carries|carry} no rifle or SMG, and only men who do throw grenades"), THROWS
    if doing == ("ram", "rammer") and class_of(ledger, unit.row) in ON_THE_GROUND:
        yield of(name, "{unit:is|are} no vehicle, and only vehicles ram"), RAMS
    is_vehicle = class_of(ledger, unit.row) not in ("", *ON_THE_GROUND)
    takes_none = class_of(ledger, unit.row) not in ("", "men", "weapon") or bool(vehicle_row(ledger, name))
    if doing == ("capture", "captor") and takes_none:
        yield from bars_of_captor(ledger, unit)
    if doing == ("capture", "captive") and is_vehicle:
        yield of(name, "{unit:is|are} a vehicle: men are taken prisoner"), PRISONERS
    if doing == ("escape", "target") and class_of(ledger, unit.row) in ON_THE_GROUND:
        yield of(name, "{unit:is|are} no vehicle: nobody escapes from {unit:it|them}"), ESCAPES


def why_not_mounted(ledger: Keeper, procedure: str, name: str) -> str:
    """Why a unit has no weapon where one is said, and what to say where its weapons are various. Source: 293-338."""
    rows = [row for row, _ in ledger.units[name].rows]
    is_vehicle = any(class_of(ledger, row) not in ("", *ON_THE_GROUND) for row in rows)
    if not is_vehicle or any(ledger.figure("vehicles", row, mount) for row, mount in product(rows, MOUNTS)):
        return of(name, "{unit:has|have} no such weapon")
    some, column = ("hmg", "kind") if procedure == "fire" else ("WEAPON", "attack")
    armed = any(ledger.figure("weapons", row, column) for row in rows)
    add = "" if armed else f"{ledger.units[name].added_as(some)}, say, then "
    return f"the weapons of {name} are not in the lists: {add}{procedure} {name}"


def bars_of_captor(ledger: Keeper, unit: Named) -> Sentences:
    """Who takes no prisoners: a vehicle, nor a gun, of which the men of its crew do. Source: 257-259, 462."""
    if class_of(ledger, unit.row) != "gun":
        yield "only men take prisoners", PRISONERS
        return
    told = crew_told(ledger, "capture", unit.name)
    yield f"only men take prisoners, and of {unit.name} its crew: {told}", CREWS


def bars_of_section(ledger: Keeper, name: str) -> Sentences:
    """Whose morale is never tested: that of a vehicle, or of a weapon of which others are the men. Source: 431-436.

    An HMG or mortar whose men nobody told is a section with them, and so is a vehicle that was added with men.
    """
    section = ledger.group_of(name) if name in ledger.units else name
    there = [unit for unit in ledger.units if ledger.group_of(unit) == section]
    manned = [one for one in there if carried_weapon(ledger, one) and not units_that_say(ledger, "serves", one)]
    if not there or manned or any(has_men(ledger, one) or carries_men(ledger, one) for one in there):
        return
    weapons = [one for one in there if is_heavy(ledger, one)]
    if weapons:
        yield (
            f"only men check their morale, and of {name} its crew: {crew_told(ledger, 'morale', weapons[0])}",
            SECTIONS,
        )
    elif all(vehicle_row(ledger, one) for one in there):
        yield f"only men check their morale, and {of(name, '{unit:is|are} no section of men')}", SECTIONS


def crew_told(ledger: Keeper, procedure: str, weapon: str) -> str:
    """What to type for the crew of a gun or weapon to do it, of none in play what adds one. Source: 86, 257-259."""
    crew = [one for one in units_that_say(ledger, "serves", weapon) if not ledger.is_out(one)]
    side = ledger.side_of(weapon)
    return f"{procedure} {crew[0]}" if crew else f"add CREW 2xcrew serves={weapon} {side}".rstrip()


def bars_of_unarmed(ledger: Keeper, procedure: str, unit: Named) -> Sentences:
    """Who has nothing to fire, or nothing that penetrates armour, whatever he carries or wherever it is mounted."""
    weapons = fired_by(ledger, unit)
    if ledger.figure("weapons", unit.row, "kind") == "grenade":
        yield f"a man throws a grenade, and does not fire it: grenade {unit.name}", THROWS
    elif not weapons:
        line = ledger.units[unit.name].added_as("WEAPON")
        yield of(unit.name, "{unit:has|have} no weapon in the lists: {line}", line=line), ARMED
    elif procedure == "penetrate" and not any(ledger.figure("weapons", weapon, "attack") for weapon in weapons):
        yield of(unit.name, "{unit:has|have} no weapon with an attack value"), ATTACKS


def never_at(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why units never do it to those that they are to do it to: anti-tank shots at men, and what nobody rams."""
    targets = [(name, class_of(ledger, row_in(said))) for name, said in terms_said(plain, "target") if name]
    anti_tank = plain.get("shot") == "anti-tank" or kinds_firing(ledger, plain) == {"infantry-anti-tank"}
    if procedure == "fire" and anti_tank:
        for target in [name for name, kind in targets if kind in ON_THE_GROUND]:
            yield f"anti-tank shots are for vehicles: {of(target, '{unit:is|are} none')}", AT_VEHICLES
    rammers = [(name, class_of(ledger, row_in(said))) for name, said in terms_said(plain, "rammer") if name]
    for (rammer, of_rammer), (target, kind) in product(rammers, targets):
        row = of_rammer if of_rammer in ("tank", "motorcycle") else "other"
        if of_rammer not in ON_THE_GROUND and not ledger.figure("ramming", row, kind):
            why, source = why_spared(kind)
            yield f"{rammer} may not ram {target}: {why}", source
        elif of_rammer == "motorcycle":
            yield f"{rammer} may not ram {target}: no vehicle is smaller than a motorcycle", RAMS


def why_spared(kind: str) -> tuple[str, Source]:
    """Why what is of this class is not rammed or run over, and where it stands."""
    from refcli.rulesets.skirmish.ramming import NO_TANK, RUN_OVER, SPARED

    if kind == "gun":
        return SPARED[kind], NO_GUNS
    return (SPARED[kind], RUN_OVER) if kind in SPARED else (NO_TANK, TANKS)


def carried_for(ledger: Keeper, procedure: str, unit: str) -> str:
    """The weapon among those of a unit with which it does what the one that stands first cannot do; else empty.

    A vehicle that the lists give a weapon fires that one. Source: 137, 187, 309, 367-390.
    """
    column = {"fire": "kind", "penetrate": "attack", "grenade": "grenades"}[procedure]
    rows = [row for row, _ in ledger.units[unit].rows]
    armed = [row for row in rows if fired_by(ledger, Named(unit, "", set(), 1, row=row))]
    fits = [row for row in rows if ledger.figure("weapons", row, column) not in (None, "grenade")]
    mounts = armed and ledger.figure("weapons", armed[0], "kind") is None
    return fits[0] if fits and not mounts and rows[0] not in fits else ""
