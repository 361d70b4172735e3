"""What the referee says by hand: what cannot be so, and who is gone with the last of his men.

Source: skirmish.txt 5, 59, 88, 111-113, 137, 170, 174-181, 411-415, 456.
"""

from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import fill, of
from refcli.rulesets.skirmish.in_play import TOWS, has_men, is_gun, is_heavy, is_no_vehicle, left, towing
from refcli.rulesets.skirmish.kinds import VEHICLE, denied_by_kind, kinds_of
from refcli.rulesets.skirmish.riders import too_many_aboard
from refcli.rulesets.skirmish.sections import count_by_hand
from refcli.rulesets.skirmish.served import MAN

MEN = Source(section="Scale; Hit Effect Table", lines="5, 174-181")
ABOARD = Source(section="Movement", lines="88, 99")
TOWED = Source(section="Movement", lines="111-113")
SERVED = Source(section="Movement", lines="86")
TAKEN_OVER = Source(section="Infantry Weapons", lines="137")
RETIRES = Source(section="Effects of bad morale", lines="456")
LIMPS = Source(section="AP Effect Table, effects", lines="415")
INITIATIVE = Source(section="Initiative", lines="9")
LINKED = Source(section="Radios, Communication, etc.", lines="59")

COUNTED = {"dead": ("captured",), "captured": ("dead",), "pinned": ("dead", "captured")}
"""States that count men of a unit, each with those that take men away from it."""


def denied(ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
    """Why a state cannot be so: more men than are left, no vehicle that carries, no gun that is towed, no friend."""
    other = str(value)
    if not (state == "aboard" and is_vehicle(ledger, owner)):
        yield from denied_by_kind(ledger, owner, state)
    if state in COUNTED and counts_men(ledger, owner):
        there = ledger.units[owner].strength - sum(ledger.value(owner, one) for one in COUNTED[state])
        if isinstance(value, (int, float)) and value > there:
            yield f"{owner} has {fill('{value:man|men}', {'value': there})}, not {value:g}", MEN
    if state == "aboard":
        yield from denied_aboard(ledger, owner, other)
    if state in TOWS:
        yield from denied_tow(ledger, owner, other)
    if state == "serves":
        yield from denied_service(ledger, other)
    sides = {ledger.side_of(owner), ledger.side_of(other)} - {""}
    if state == "observer" and other in ledger.units and len(sides) > 1:
        yield f"{other} is of {ledger.side_of(other)} and observes for no guns of {ledger.side_of(owner)}", LINKED
    if state == "limps" and not ledger.has(owner, "turret-destroyed"):
        yield f"{owner} has its turret, and only a wreck without it limps: set {owner} turret-destroyed", LIMPS
    if state == "initiative" and ledger.sides and owner not in ledger.sides:
        yield f"{owner} is no army: {' or '.join(f'set {side} initiative' for side in ledger.sides)}", INITIATIVE
    least = ledger.figure("morale", "retire", "")
    if state == "retires" and least and isinstance(value, (int, float)) and value < least:
        yield f"a section retires at least {least:g} cm: set {owner} retires {least:g}", RETIRES


def denied_aboard(ledger: Keeper, owner: str, vehicle: str) -> Sentences:
    """Why nobody can be aboard: it is no vehicle, lost or full, or he is a vehicle himself. Source: 88, 99, 309."""
    if vehicle in ledger.units and not is_vehicle(ledger, vehicle):
        yield f"{vehicle} is no vehicle and carries nobody", ABOARD
    elif lost := ledger.is_out(vehicle):
        yield (
            of(vehicle, "{unit:is|are} {lost} and {unit:carries|carry} nobody", lost=lost.state.text),
            lost.state.source,
        )
    elif VEHICLE in kinds_of(ledger, owner):
        yield f"{owner} is a vehicle and rides on none", ABOARD
    yield from too_many_aboard(ledger, owner, vehicle)


def denied_tow(ledger: Keeper, tug: str, gun: str) -> Sentences:
    """Why a vehicle does not tow something: that is no gun, or hangs on another. Source: 111-113."""
    if gun in ledger.units and is_vehicle(ledger, tug) and not is_heavy(ledger, gun):
        yield f"guns are towed, and {gun} is none", TOWED
    elif other := next((one for one in towing(ledger, gun) if one != tug), ""):
        yield f"{other} tows {gun}: set {other} no-{'tows' if ledger.has(other, 'tows') else 'emergency-tows'}", TOWED


def denied_service(ledger: Keeper, weapon: str) -> Sentences:
    """Why nobody serves something: it is a vehicle, or a gun whose men are all gone. Source: 86, 137."""
    if is_vehicle(ledger, weapon):
        yield f"{weapon} is a vehicle: men serve heavy weapons", SERVED
    elif weapon in ledger.units and is_gun(ledger, weapon) and ledger.has(weapon, "unserved"):
        yield f"all who served {weapon} are gone, and nobody takes over an anti-tank or larger gun", TAKEN_OVER


def counts_men(ledger: Keeper, unit: str) -> bool:
    """Whether it is known of how many men a unit is: infantry, or a weapon of which they were told."""
    known = ledger.units.get(unit)
    return known is not None and (has_men(ledger, unit) or MAN in dict(known.rows))


def is_vehicle(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is a vehicle."""
    return unit in ledger.units and bool(ledger.units[unit].rows) and not is_no_vehicle(ledger, unit)


def bring_back(ledger: Keeper, name: str, state: str) -> None:
    """Whoever is not lost after all has men again, but for those who fell before. Source: 174-181, 446, 462."""
    unit = ledger.units.get(name)
    if unit and state in ("lost", "prisoner") and left(ledger, name, unit) <= 0:
        for one in ("dead", "captured"):
            ledger.end(name, one)
    if unit and state in ("lost", "prisoner"):
        count_by_hand(ledger, name)
