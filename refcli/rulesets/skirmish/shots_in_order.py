"""Which shots, shells and grenades may not be fired now: at what, by whom, and when smoke falls.

Source: skirmish.txt 15-20, 27-33, 59, 86, 121, 139, 141, 145, 151, 166, 183, 187, 207, 251-257, 279-289, 358, 415, 458.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Keeper, Sentences, terms_said
from refcli.core.request import NAMES, uncounted
from refcli.core.sentence import fill, of
from refcli.core.states import GAME
from refcli.rulesets.skirmish.in_play import (
    Named,
    burst_over,
    class_of,
    grenades_over,
    is_gun,
    is_heavy,
    is_no_vehicle,
    men_of,
    number,
    place_in,
    rides,
    row_in,
    vehicle_of,
    who_say,
)
from refcli.rulesets.skirmish.served import free_to_serve, is_left_behind, men_to_serve
from refcli.rulesets.skirmish.weapons import IN_TURRET

CALLED = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 207")
SIGHT = Source(section="Visibility", lines="27-33")
SERVED = Source(section="Movement; Firing small arms", lines="86, 151")
SAME_TARGET = Source(section="Modifiers", lines="166, 358")
SHELL = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 187, 207")
CREW_PINNED = Source(section="Movement; Hit Effect Table", lines="86, 183")
RIDES = Source(section="Fall of Shot", lines="279-281")
LEFT_BEHIND = Source(section="Effects of bad morale", lines="458")
ZONE = Source(section="Machine-guns zone of fire", lines="145")
CREW = Source(section="Infantry Weapons", lines="141")
GRENADE = Source(section="Grenades", lines="187")
CIRCLE = Source(section="Fall of Shot", lines="255-257")
ROUND = Source(section="Fall of Shot", lines="251")
SMOKE = Source(section="Sequence of play; Smoke", lines="18-20, 289")
POINT = Source(section="Fall of Shot", lines="253")
OPENS = Source(section="Movement", lines="121")
NO_TURRET = Source(section="AP Effect Table, effects", lines="415")
FROM_VEHICLE = Source(section="Infantry Weapons", lines="139")
BY_HAND = "{unit:is|are} aboard a moving vehicle and may not fire an anti-tank weapon by hand"
CLOSED = "{unit:is|are} closed down and must open up first"

SHOTS = ("fire", "penetrate")
"""Procedures in which a weapon fires at what it sees: with its die to hit, or once it has hit."""

CALLED_FOR = {"Movement": "after all direct fire", "All other direct fire": "in the next step"}
"""When smoke falls that was called for, as it is told in the steps of direct fire. Source: 15-20, 289."""

MISSIONS = ("bombard", "smoke")
"""Procedures in which guns fire at a point."""


def bars_to_small_arms(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Whoever has no machine gun fires at one man of a section, and nobody with small arms at a weapon.

    Source: 141, 145.
    """
    firers, targets = [
        [one for one in plain[NAMES].get(field, ()) if one in ledger.units] for field in ("firer", "target")
    ]
    many = sum(int(uncounted(said)[0] or 1) for name, said in terms_said(plain, "target") if name in ledger.units)
    kinds = kinds_firing(ledger, plain)
    if many > 1 and kinds and "machine-gun" not in kinds:
        one = targets[0] if len(targets) > 1 else f"1x{targets[0]}"
        yield f"only a machine gun fires at several: fire {','.join(firers)} {one}", ZONE
    served = [name for name, said in terms_said(plain, "target") if class_of(ledger, row_in(said)) in ("weapon", "gun")]
    for weapon in filter(None, served) if kinds and kinds <= {"small-arm", "machine-gun"} else ():
        if not men_of(ledger, weapon):
            crew = ",".join(who_say(ledger, "serves", weapon))
            side = ledger.side_of(weapon)
            adding = f"add CREW 2xinfantry serves={weapon} {side}".rstrip()
            told = f"fire {','.join(firers)} {crew}" if crew else adding
            yield f"fire at the crew of {weapon}: {told}", CREW


def kinds_firing(ledger: Keeper, plain: Mapping[str, Any]) -> set[str | None]:
    """The kinds of the weapons of those in play who fire."""
    in_play = [(unit, said) for unit, said in terms_said(plain, "firer") if unit in ledger.units]
    return {kind_of(ledger, unit, place_in(said)) for unit, said in in_play} - {None}


def kind_of(ledger: Keeper, unit: str, place: str) -> str | None:
    """The kind of the weapon that a unit fires, of a vehicle the one at a place; None where the charts tell none."""
    from refcli.rulesets.skirmish.anti_tank import MOUNTS

    for row in ledger.units[unit].stands_for:
        weapon = ledger.figure("vehicles", row, place or "main") if place in ("", *MOUNTS) else None
        kind: str | None = ledger.figure("weapons", weapon or row, "kind")
        if kind:
            return kind
    return None


def check_fires_itself(ledger: Keeper, unit: str) -> None:
    """Refuse a mortar whose men have no other weapon: its shells fall where it is called. Source: 207, 226-246."""
    rows = [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []
    if any(ledger.figure("mortars", row, "max") for row in rows) and not any(
        ledger.figure("weapons", row, "kind") for row in rows
    ):
        group = ledger.group_of(unit)
        raise Refused(f"{unit} is a mortar: radio OBSERVER {group}, next turn bombard {unit} (lines 59, 207)")


def bars_to_shot(ledger: Keeper, plain: Mapping[str, Any], unit: Named) -> Sentences:
    """Nobody fires farther than he sees, at the same target when his last was another, or a weapon that he serves.

    From a moving vehicle he fires small arms alone. Source: 27-33, 86, 139, 151, 166, 358, 415.
    """
    place = unit.place
    if ledger.has(unit.name, "closed") and kind_of(ledger, unit.name, place) == "gun":
        yield of(unit.name, CLOSED), OPENS
    if ledger.has(unit.name, "turret-destroyed") and (place or "main") in IN_TURRET:
        yield of(unit.name, "{unit:has|have} no turret any more, and nothing that was in it fires"), NO_TURRET
    by_hand = ledger.figure("weapons", unit.row, "kind") == "infantry-anti-tank"
    if by_hand and is_no_vehicle(ledger, unit.name) and rides(ledger, unit.name):
        yield of(unit.name, BY_HAND), FROM_VEHICLE
    rows = ledger.units[unit.name].rows
    weapons = sum(many for row, many in rows if ledger.figure("weapons", row, "kind"))
    if is_heavy(ledger, unit.name) and unit.many > max(1, weapons):
        yield f"only {max(1, weapons)} of {unit.name} fires, the others serve it: fire {unit.name}", SERVED
    seen = ledger.value(GAME, "seen-aided" if ledger.has(unit.name, "binoculars") else "seen-unaided", None)
    far = number(plain.get("range"))
    if seen is not None and far > seen:
        yield f"{unit.name} sees {seen:g} cm, not {far:g}", SIGHT
    last = ledger.value(unit.name, "fired-last-turn", None)
    targets = plain[NAMES].get("target", []) if last != "" else []
    before = {*map(ledger.unit_called, str(last).split(", "))}
    if "same-target" in unit.words and targets and not before & {*targets}:
        yield f"{unit.name} did not fire at this target last turn", SAME_TARGET


def bars_to_crew(ledger: Keeper, weapon: str) -> Sentences:
    """Those of a crew who are pinned neither carry nor fire its weapon. An HMG or mortar takes two men; of a gun one
    who is free may do; those who run have left it. Source: 86, 183, 458.
    """
    if is_left_behind(ledger, weapon):
        yield f"those who serve {weapon} run to the rear and leave it behind", LEFT_BEHIND
    free, pinned = free_to_serve(ledger, weapon)
    are = fill("{value:man|men}", {"value": pinned}) + (" is" if pinned == 1 else " are")
    if pinned and is_gun(ledger, weapon) and not free:
        yield f"{are} pinned, and nobody else serves {weapon}", CREW_PINNED
    elif pinned and not is_gun(ledger, weapon) and free < men_to_serve(ledger):
        yield f"{weapon} takes two men, and {are} pinned", CREW_PINNED


def bars_to_burst(ledger: Keeper, plain: Mapping[str, Any], gun: str) -> Sentences:
    """A shell bursts in the turn in which it was fired, and once over each target. Source: 59, 187, 207, 255-257."""
    shells, over = ledger.value(gun, "shells"), burst_over(ledger, gun)
    if not shells:
        under = ",".join(filter(None, plain[NAMES].get("target", [])))
        threw = f"{gun} threw a grenade: burst grenade {under}".strip() if ledger.has(gun, "threw") else ""
        grenade = f"; one that was thrown: burst grenade {under}".rstrip() if ledger.value(GAME, "grenades") else ""
        yield threw or f"{gun} has fired no shell this turn{grenade}", SHELL
    for target in plain[NAMES].get("target", []) if shells else ():
        if target and over.count(target) >= shells:
            yield f"{fill('{value:shell}', {'value': shells})} of {gun} burst over {target} already", CIRCLE


def bars_to_riders(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Who is aboard what a burst covers suffers with it, and not once more for himself. Source: 255-257, 279-281."""
    under = [name for name in plain[NAMES].get("target", []) if name in ledger.units]
    for name in under:
        if (vehicle := vehicle_of(ledger, name)) in under:
            yield f"{name} is aboard {vehicle} and suffers with it: name {vehicle} alone", RIDES


def bars_to_grenade(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A grenade that was thrown this turn bursts once over each man under it. Source: 187."""
    thrown = ledger.value(GAME, "grenades")
    if not thrown:
        yield "nobody has thrown a grenade this turn: grenade UNIT", GRENADE
    over = grenades_over(ledger)
    for target in plain[NAMES].get("target", []) if thrown else ():
        if target in ledger.units and over.count(target) >= thrown * ledger.units[target].strength:
            yield f"{fill('{value:grenade}', {'value': thrown})} burst over {target} already", GRENADE


def bars_to_smoke(ledger: Keeper, gun: Named) -> Sentences:
    """Smoke that was called for falls with the guns, at what they see it falls in direct fire. Source: 18-20, 289."""
    phase, direct = ledger.phase.name if ledger.phase else "", "direct-fire" in gun.words
    if phase in CALLED_FOR and not direct:
        directly = f"at what {gun.name} sees: smoke {gun.name} direct-fire"
        yield f"smoke that was called for falls {CALLED_FOR[phase]}; {directly}", SMOKE
    if phase == "Indirect artillery and mortar fire" and direct:
        called = f"what was called for falls now: smoke {gun.name}"
        yield f"direct smoke belongs to All other direct fire; {called}", SMOKE


def bars_to_mission(ledger: Keeper, plain: Mapping[str, Any], gun: Named) -> Sentences:
    """Guns fire where they were called, observed or by the map, and count rounds at one point.

    Who asks for map fire, the source does not say. Those of a battery fire one by one or together. Source: 59, 251-253.
    """
    aim, point, group = ledger.has(gun.name, "aim"), plain.get("point"), ledger.group_of(gun.name)
    aims_there = aim and point in (None, aim.value)
    if number(plain.get("round")) > 1 and not aims_there:
        yield f"{gun.name} has not fired at this point: this is round 1", ROUND
    beside = [ledger.has(one.name, "aim") for one in ledger.in_group(group) if ledger.has(one.name, "fired")]
    with_them = any(shot and shot.turn == ledger.turn and point in (None, shot.value) for shot in beside)
    asked = ledger.has(group, "ready") or ledger.has(group, "called") or gun.words & {"direct-fire", "map-fire"}
    if not asked and not aims_there and not with_them:
        yield f"{gun.name} was not called to fire there: radio OBSERVER {group}", CALLED
    if "on-target" in gun.words and ledger.value(gun.name, "on-target", None) != (point or (aim.value if aim else "")):
        yield f"{gun.name} was not on target there", ROUND
    observed = ledger.has(group, "observer") or gun.words & {"observed", "direct-fire"}
    if not observed and not point and not (aim and aim.value):
        yield f"{gun.name} has no observer: fires by the map at which point? -p POINT", POINT
