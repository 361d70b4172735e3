"""What may not be done now in the skirmish rules: what is out of sight, out of aim, aboard, pinned or not called.

Source: skirmish.txt 27-33, 59, 86, 99, 117, 139, 145, 166, 187, 207, 251-257, 358, 431-436, 456, 462.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Keeper
from refcli.core.request import Conditions, uncounted
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, State
from refcli.rulesets.skirmish.in_play import (
    Bars,
    burst_over,
    grenades_over,
    is_crewless,
    is_gun,
    is_heavy,
    is_no_vehicle,
    men_of,
    number,
    rides,
    terms,
    towing,
    units_of,
    vehicle_of,
    who_say,
)
from refcli.rulesets.skirmish.preparation import TASKS, task_in
from refcli.rulesets.skirmish.riders import too_many_aboard
from refcli.rulesets.skirmish.served import free_to_serve, is_left_behind, men_to_serve

CALLED = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 207")
SIGHT = Source(section="Visibility", lines="27-33")
FROM_VEHICLE = Source(section="Infantry Weapons", lines="139")
SERVED = Source(section="Movement; Firing small arms", lines="86, 151")
LOADS = Source(section="Movement", lines="99")
TOWS = Source(section="Movement", lines="111-113")
ROOM = Source(section="Equipment Data", lines="309, 327-328")
UNHITCH = Source(section="Movement", lines="115, 127")
FIRED = Source(section="Movement", lines="127")
HITCHED = Source(section="Movement", lines="117")
SAME_TARGET = Source(section="Modifiers", lines="166, 358")
SHELL = Source(section="Radios, Communication, etc.; Artillery and mortar fire", lines="59, 187, 207")
CREW_PINNED = Source(section="Movement; Hit Effect Table", lines="86, 183")
ESCAPES = Source(section="Movement; Grenades; AP Effect Table, effects", lines="129, 201, 413-417")
RAMMED = Source(section="Movement", lines="129")
STOPPED = Source(section="Movement", lines="115")
RIDES = Source(section="Fall of Shot", lines="279-281")
LEFT_BEHIND = Source(section="Effects of bad morale", lines="458")
CAPTIVES = Source(section="Prisoners", lines="462")
ZONE = Source(section="Machine-guns zone of fire", lines="145")
CREW = Source(section="Infantry Weapons", lines="141")
GRENADE = Source(section="Grenades", lines="187")
CIRCLE = Source(section="Fall of Shot", lines="255-257")
CHECK = Source(section="Morale", lines="433-436")
CHECK_DUE = Source(section="Morale", lines="431-436")
ROUND = Source(section="Fall of Shot", lines="251")
SMOKE = Source(section="Sequence of play; Smoke", lines="18-20, 289")
POINT = Source(section="Fall of Shot", lines="253")
OPENS = Source(section="Movement", lines="121")
CLOSED = "{unit:is|are} closed down and must open up first"
ESCAPED = Source(section="Fall of Shot; AP Effect Table, effects", lines="279-281, 413-417")
WHOLE_TURN = Source(section="Movement", lines="86, 115-121")
RETIRES = Source(section="Effects of bad morale", lines="456")
RUNS = Source(section="Effects of bad morale", lines="458")
LINKED = Source(section="Radios, Communication, etc.", lines="57-59")

WHY = "leader-killed, half-killed or bailed-out"
"""What a check may be for, to be typed behind the section. Source: 433-435."""

CAUSES = ("check-due", "failed", "half-gone", "bailed-out")
"""The states of a section that has a check to make."""

SHOTS = ("fire", "penetrate")
"""Procedures in which a weapon fires at what it sees: with its die to hit, or once it has hit."""

GONE = ("wrecked", "destroyed")
FATES = {
    "turret-destroyed": ("turret-destroyed", *GONE),
    "soft-vehicle-destroyed": ("destroyed", "wrecked"),
    "destroyed": ("destroyed", "wrecked"),
    "wrecked": GONE,
    "rammed": GONE,
}
"""The states of a vehicle that its crew leaves for a cause. Source: 129, 201, 413-417."""

CALLED_FOR = {"Movement": "after all direct fire", "All other direct fire": "in the next step"}
"""When smoke falls that was called for, as it is told in the steps of direct fire. Source: 15-20, 289."""

MISSIONS = ("bombard", "smoke")
"""Procedures in which guns fire at a point."""


class Named(NamedTuple):
    """A unit in play that a field of a request names, the words said of it, and how many of it."""

    name: str
    field: str
    words: set[str]
    many: int
    place: str = ""


def bars_to(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Bars:
    """What bars a request, of each unit that it names."""
    if procedure == "morale" and ledger.units and not plain.get("section"):
        yield "whose morale? morale SECTION", CHECK
    if procedure == "morale":
        yield from bars_to_check(ledger, plain)
    if procedure == "radio":
        yield from bars_to_message(ledger, plain)
    if procedure == "fire":
        yield from bars_to_small_arms(ledger, plain)
    if procedure == "burst":
        yield from bars_to_riders(ledger, plain)
    if procedure == "burst" and str(plain.get("weapon") or "").partition("+")[0] == "grenade":
        yield from bars_to_grenade(ledger, plain)
    for field, names in plain["names"].items():
        for name, said in zip(names, terms(plain[field], len(names)), strict=True):
            if name in ledger.units:
                words = {*plain["conditions"], *said.split("+")[1:]}
                yield from bars_to_unit(
                    ledger, procedure, plain, Named(name, field, words, int(uncounted(said)[0] or 1), place_in(said))
                )


def bars_to_unit(ledger: Keeper, procedure: str, plain: Mapping[str, Any], unit: Named) -> Bars:
    """What bars one unit."""
    if procedure in SHOTS and unit.field == "firer":
        yield from bars_to_shot(ledger, plain, unit)
    if procedure == "burst" and unit.field == "weapon":
        yield from bars_to_burst(ledger, plain, unit.name)
    if procedure == "escape" and is_crewless(ledger, unit.name):
        yield f"{unit.name} {fill('{unit:has|have} no crew left', {'unit': Proper(unit.name)})}", ESCAPED
    rammed = procedure == "ram" and unit.field == "target" and not is_no_vehicle(ledger, unit.name)
    if rammed and ledger.has(unit.name, "moved"):
        are = fill("{unit:is|are}", {"unit": Proper(unit.name)})
        yield f"{unit.name} {are} moving and cannot be rammed", RAMMED
    if procedure == "escape" and unit.field == "target":
        yield from bars_to_escape(ledger, plain, unit.name)
    if procedure == "grenade" and rides(ledger, unit.name):
        yield f"{unit.name} is aboard a moving vehicle and may not throw", FROM_VEHICLE
    if procedure in (*SHOTS, *MISSIONS) and unit.field in ("firer", "guns") and not ledger.has(unit.name, "hitched"):
        for tug in towing(ledger, unit.name):
            yield f"{unit.name} hangs on {tug}: move {unit.name}+unhitch", UNHITCH
    if procedure in (*SHOTS, *MISSIONS, "move") and unit.field in ("firer", "guns", "mover"):
        yield from bars_to_crew(ledger, unit.name)
    pinned = ledger.value(unit.name, "pinned")
    if procedure == "capture" and unit.field == "captive" and 0 < pinned < unit.many:
        are = "is" if pinned == 1 else "are"
        yield f"only {pinned} of {unit.name} {are} pinned: name {pinned}x{unit.name}", CAPTIVES
    if procedure == "move" and unit.field == "mover":
        yield from bars_to_move(ledger, plain, unit)
    falls = CALLED_FOR.get(ledger.phase.name) if ledger.phase else None
    if procedure == "smoke" and falls and unit.field == "guns" and "direct-fire" not in unit.words:
        directly = f"at what {unit.name} sees: smoke {unit.name} direct-fire"
        yield f"smoke that was called for falls {falls}; {directly}", SMOKE
    indirect = ledger.phase is not None and ledger.phase.name == "Indirect artillery and mortar fire"
    if procedure == "smoke" and indirect and unit.field == "guns" and "direct-fire" in unit.words:
        called = f"what was called for falls now: smoke {unit.name}"
        yield f"direct smoke belongs to All other direct fire; {called}", SMOKE
    if procedure in MISSIONS and unit.field == "guns":
        yield from bars_to_mission(ledger, plain, unit)


def bars_to_message(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """Observers are linked to the guns of their own army, and call no fire from the enemy's. Source: 57-59."""
    senders, receivers = [plain["names"].get(field, []) for field in ("sender", "receiver")]
    for sender, guns in product(filter(None, senders), filter(None, receivers)):
        rows = [row for unit in units_of(ledger, guns) for row in ledger.units[unit].stands_for]
        linked = any(ledger.figure("command", row, "chain") == "guns" for row in rows)
        sides = [ledger.side_of(sender), ledger.side_of(guns)]
        if linked and all(sides) and sides[0] != sides[1]:
            yield f"{guns} {fill('{unit:is|are}', {'unit': Proper(guns)})} of {sides[1]}, not of {sides[0]}", LINKED


def bars_to_crew(ledger: Keeper, weapon: str) -> Bars:
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


def bars_to_check(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """A section without its leader checks once for his death; his loss weighs on later checks. Source: 431-444."""
    from refcli.rulesets.skirmish.morale import TRIGGERS

    names = plain["names"].get("section", [])
    for name, said in zip(names, terms(plain.get("section") or "", len(names)), strict=True):
        section = ledger.group_of(name) if name in ledger.units else name
        dead = ledger.has(section, "leader-dead")
        due = any(ledger.has(section, state) for state in CAUSES)
        stated = {*plain["conditions"], *said.split("+")[1:]} & {*TRIGGERS, "left-field"}
        known = any(ledger.has(section, state) for state in (*CAUSES[1:], "leader-dead")) or number(plain.get("failed"))
        if ledger.has(section, "check-due") and not (known or stated):
            yield f"{section} checks, but for what? morale {section} {WHY}", CHECK_DUE
        if dead and dead.turn < ledger.turn and not (due or stated or ledger.has(section, "tested")):
            yield f"{section} has checked for its leader already, and no other check is due", CHECK_DUE


def bars_to_small_arms(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """Whoever has no machine gun fires at one man of a section, and nobody with small arms at a weapon.

    Source: 141, 145.
    """
    firers, targets = [
        [one for one in plain["names"].get(field, ()) if one in ledger.units] for field in ("firer", "target")
    ]
    many = [int(uncounted(said)[0] or 1) for said in terms(plain.get("target", ""), len(targets))]
    kinds = kinds_firing(ledger, plain)
    if targets and sum(many) > 1 and kinds and "machine-gun" not in kinds:
        one = targets[0] if len(targets) > 1 else f"1x{targets[0]}"
        yield f"only a machine gun fires at several: fire {','.join(firers)} {one}", ZONE
    for weapon in targets if kinds and kinds <= {"small-arm", "machine-gun"} else ():
        if ledger.stands_for(weapon, "infantry-weapon") and not men_of(ledger, weapon):
            crew = ",".join(who_say(ledger, "serves", weapon))
            side = ledger.side_of(weapon)
            adding = f"add CREW 2xinfantry serves={weapon} {side}".rstrip()
            told = f"fire {','.join(firers)} {crew}" if crew else adding
            yield f"fire at the crew of {weapon}: {told}", CREW


def kinds_firing(ledger: Keeper, plain: Mapping[str, Any]) -> set[str | None]:
    """The kinds of the weapons of those in play who fire."""
    firers = plain["names"].get("firer", [])
    places = [place_in(said) for said in terms(plain.get("firer", ""), len(firers))]
    in_play = [each for each in zip(firers, places, strict=True) if each[0] in ledger.units]
    return {kind_of(ledger, *each) for each in in_play} - {None}


def place_in(said: str) -> str:
    """The place behind a slash in a term as it was typed: ``tiger/coax``."""
    return said.partition("+")[0].partition("/")[2]


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


def bars_to_shot(ledger: Keeper, plain: Mapping[str, Any], unit: Named) -> Bars:
    """Nobody fires farther than he sees, at the same target when his last was another, or a weapon that he serves.

    Source: 27-33, 86, 151, 166, 358.
    """
    place = unit.place
    if ledger.has(unit.name, "closed") and kind_of(ledger, unit.name, place) == "gun":
        yield f"{unit.name} {fill(CLOSED, {'unit': Proper(unit.name)})}", OPENS
    rows = ledger.units[unit.name].rows
    weapons = sum(many for row, many in rows if ledger.figure("weapons", row, "kind"))
    if is_heavy(ledger, unit.name) and unit.many > max(1, weapons):
        yield f"only {max(1, weapons)} of {unit.name} fires, the others serve it: fire {unit.name}", SERVED
    seen = ledger.value(GAME, "seen-aided" if ledger.has(unit.name, "binoculars") else "seen-unaided", None)
    far = number(plain.get("range"))
    if seen is not None and far > seen:
        yield f"{unit.name} sees {seen:g} cm, not {far:g}", SIGHT
    last = ledger.value(unit.name, "fired-last-turn", None)
    targets = plain["names"].get("target", []) if last != "" else []
    before = {*map(ledger.unit_called, str(last).split(", "))}
    if "same-target" in unit.words and targets and not before & {*targets}:
        yield f"{unit.name} did not fire at this target last turn", SAME_TARGET


def bars_to_burst(ledger: Keeper, plain: Mapping[str, Any], gun: str) -> Bars:
    """A shell bursts in the turn in which it was fired, and once over each target. Source: 59, 187, 207, 255-257."""
    shells, over = ledger.value(gun, "shells"), burst_over(ledger, gun)
    if not shells:
        under = ",".join(filter(None, plain["names"].get("target", [])))
        threw = f"{gun} threw a grenade: burst grenade {under}".strip() if ledger.has(gun, "threw") else ""
        grenade = f"; one that was thrown: burst grenade {under}".rstrip() if ledger.value(GAME, "grenades") else ""
        yield threw or f"{gun} has fired no shell this turn{grenade}", SHELL
    for target in plain["names"].get("target", []) if shells else ():
        if target and over.count(target) >= shells:
            yield f"{fill('{value:shell}', {'value': shells})} of {gun} burst over {target} already", CIRCLE


def bars_to_escape(ledger: Keeper, plain: Mapping[str, Any], vehicle: str) -> Bars:
    """A crew leaves its vehicle when that is lost, or what of it was told. Source: 129, 201, 413-417."""
    was = FATES.get(str(plain.get("cause")), ())
    if was and not any(ledger.has(vehicle, state) for state in was):
        state = State(was[0], "unit", "", ESCAPES).label
        yield f"{vehicle} {fill('{unit:is|are}', {'unit': Proper(vehicle)})} whole, not {state}", ESCAPES


def bars_to_riders(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """Who is aboard what a burst covers suffers with it, and not once more for himself. Source: 255-257, 279-281."""
    under = [name for name in plain["names"].get("target", []) if name in ledger.units]
    for name in under:
        if (vehicle := vehicle_of(ledger, name)) in under:
            yield f"{name} is aboard {vehicle} and suffers with it: name {vehicle} alone", RIDES


def bars_to_grenade(ledger: Keeper, plain: Mapping[str, Any]) -> Bars:
    """A grenade that was thrown this turn bursts once over each man under it. Source: 187."""
    thrown = ledger.value(GAME, "grenades")
    if not thrown:
        yield "nobody has thrown a grenade this turn: grenade UNIT", GRENADE
    over = grenades_over(ledger)
    for target in plain["names"].get("target", []) if thrown else ():
        if target in ledger.units and over.count(target) >= thrown * ledger.units[target].strength:
            yield f"{fill('{value:grenade}', {'value': thrown})} burst over {target} already", GRENADE


def bars_to_move(ledger: Keeper, plain: Mapping[str, Any], mover: Named) -> Bars:
    """A vehicle tows, and what is hitched up; who retires goes far enough; whoever loads has half a move for it.

    Who has to run does, and goes far enough, unless he ran last turn. Source: 70, 99, 115-117, 127, 309, 327-328,
    456-458.
    """
    unit = mover.name
    leaves = vehicle_of(ledger, unit) if "load" in mover.words else ""
    for vehicle in filter(None, [*plain["names"].get("vehicle", ()), leaves]):
        if ledger.has(vehicle, "past-half"):
            yield f"{vehicle} has moved more than half its move and neither picks up nor unloads this turn", LOADS
    for vehicle in filter(None, plain["names"].get("vehicle", ()) if is_no_vehicle(ledger, unit) else ()):
        if full := too_many_aboard(ledger, unit, vehicle):
            yield full, ROOM
    towed = ledger.value(unit, "tows", "") or ledger.value(unit, "emergency-tows", "")
    if towed and is_no_vehicle(ledger, unit):
        yield f"{unit} is no vehicle and tows nothing: set VEHICLE tows {towed}", TOWS
    elif towed and ledger.has(towed, "busy"):
        yield f"{towed} is not hitched up yet", HITCHED
    elif towed and ledger.has(towed, "fired"):
        yield f"{towed} has fired this turn and is not towed away in it", FIRED
    if is_gun(ledger, unit) and ledger.has(unit, "fired") and not ledger.has(unit, "stood"):
        yield f"{unit} {fill('{unit:has|have} fired this turn and may not move', {'unit': Proper(unit)})}", FIRED
    if ledger.has(unit, "moved") and (task := task_in(Conditions(sorted(mover.words)))):
        yield f"{unit} has moved this turn, and it takes a whole one {TASKS[task]}", WHOLE_TURN
    for tug in towing(ledger, unit) if "unhitch" in mover.words else ():
        if ledger.has(tug, "moved"):
            yield f"{tug} has moved this turn: {unit} is unhitched in the turn after it stops", STOPPED
    least = ledger.value(ledger.group_of(unit), "retires")
    again = ledger.has(unit, "ran-last-turn")
    if ledger.has(ledger.group_of(unit), "runs") and not again and "running" not in mover.words:
        yield f"{unit} must run to the rear", RUNS
    if not again and plain.get("moved") and number(plain["moved"]) + ledger.value(unit, "gone") < least:
        yield f"{unit} must retire at least {least:g} cm", RETIRES


def bars_to_mission(ledger: Keeper, plain: Mapping[str, Any], gun: Named) -> Bars:
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
        yield f"{gun.name} has no observer, and map fire needs a point: -p POINT", POINT
