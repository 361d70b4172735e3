"""What may not be done now in the skirmish rules, by each unit that a request names.

Source: skirmish.txt 53, 57-59, 86, 99, 111-117, 121, 127-129, 139, 413-417, 431-444, 456, 462.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences, terms_said
from refcli.core.request import BACK, NAMES, Conditions
from refcli.core.sentence import of
from refcli.core.states import State
from refcli.rulesets.skirmish.in_play import (
    Named,
    is_crewless,
    is_grenade,
    is_gun,
    is_no_vehicle,
    named_in,
    number,
    rides,
    towing,
    units_of,
    vehicle_of,
)
from refcli.rulesets.skirmish.never import ESCAPES
from refcli.rulesets.skirmish.preparation import TASKS, task_in
from refcli.rulesets.skirmish.riders import too_many_aboard
from refcli.rulesets.skirmish.shots_in_order import (
    MISSIONS,
    SHOTS,
    bars_to_burst,
    bars_to_crew,
    bars_to_grenade,
    bars_to_mission,
    bars_to_riders,
    bars_to_shot,
    bars_to_small_arms,
    bars_to_smoke,
)

FROM_VEHICLE = Source(section="Infantry Weapons", lines="139")
LOADS = Source(section="Movement", lines="99")
TOWS = Source(section="Movement", lines="111-113")
UNHITCH = Source(section="Movement", lines="115, 127")
FIRED = Source(section="Movement", lines="127")
HITCHED = Source(section="Movement", lines="117")
RAMMED = Source(section="Movement", lines="129")
STOPPED = Source(section="Movement", lines="115")
CAPTIVES = Source(section="Prisoners", lines="462")
CHECK = Source(section="Morale", lines="433-436")
CHECK_DUE = Source(section="Morale", lines="431-436")
ESCAPED = Source(section="Fall of Shot; AP Effect Table, effects", lines="279-281, 413-417")
WHOLE_TURN = Source(section="Movement", lines="86, 115-121")
RETIRES = Source(section="Effects of bad morale", lines="456")
RUNS = Source(section="Effects of bad morale", lines="458")
SENT = Source(section="Radios, Communication, etc.", lines="59")
LINKED = Source(section="Radios, Communication, etc.", lines="57-59")

WHY = "leader-killed, half-killed or bailed-out"
"""What a check may be for, to be typed behind the section. Source: 433-435."""

CAUSES = ("check-due", "failed", "half-gone", "bailed-out")
"""The states of a section that has a check to make."""

GONE = ("wrecked", "destroyed")
FATES = {
    "turret-destroyed": ("turret-destroyed", *GONE),
    "soft-vehicle-destroyed": ("destroyed", "wrecked"),
    "destroyed": ("destroyed", "wrecked"),
    "wrecked": GONE,
    "rammed": GONE,
}
"""The states of a vehicle that its crew leaves for a cause. Source: 129, 201, 413-417."""
LOST = (*GONE, "turret-destroyed")
"""Those for any cause, where none is named yet."""


def bars_to(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
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
    if procedure == "burst" and is_grenade(plain):
        yield from bars_to_grenade(ledger, plain)
    for unit in named_in(ledger, plain):
        yield from bars_to_unit(ledger, procedure, plain, unit)


def bars_to_unit(ledger: Keeper, procedure: str, plain: Mapping[str, Any], unit: Named) -> Sentences:
    """What bars one unit."""
    if procedure in SHOTS and unit.field == "firer":
        yield from bars_to_shot(ledger, plain, unit)
    if procedure == "burst" and unit.field == "weapon":
        yield from bars_to_burst(ledger, plain, unit.name)
    if procedure == "escape" and is_crewless(ledger, unit.name):
        yield of(unit.name, "{unit:has|have} no crew left"), ESCAPED
    rammed = procedure == "ram" and unit.field == "target" and not is_no_vehicle(ledger, unit.name)
    if rammed and ledger.has(unit.name, "moved"):
        yield of(unit.name, "{unit:is|are} moving and cannot be rammed"), RAMMED
    if procedure == "escape" and unit.field == "target":
        yield from bars_to_escape(ledger, plain, unit.name)
    if procedure == "grenade" and rides(ledger, unit.name):
        yield f"{unit.name} is aboard a moving vehicle and may not throw", FROM_VEHICLE
    shoots = procedure in (*SHOTS, *MISSIONS) and unit.field in ("firer", "guns")
    by_hand = procedure == "move" and unit.field == "mover" and not unit.words & {*TASKS}
    if (shoots and not ledger.has(unit.name, "hitched")) or by_hand:
        for tug in towing(ledger, unit.name):
            yield f"{unit.name} hangs on {tug}: move {unit.name}+unhitch", UNHITCH
    if procedure in (*SHOTS, *MISSIONS, "move") and unit.field in ("firer", "guns", "mover"):
        yield from bars_to_crew(ledger, unit.name)
    pinned = ledger.value(unit.name, "pinned")
    if procedure == "capture" and unit.field == "captive":
        yield from bars_to_captive(unit, pinned)
    if procedure == "move" and unit.field == "mover":
        yield from bars_to_move(ledger, plain, unit)
    if procedure == "smoke" and unit.field == "guns":
        yield from bars_to_smoke(ledger, unit)
    if procedure in MISSIONS and unit.field == "guns":
        yield from bars_to_mission(ledger, plain, unit)


def bars_to_captive(captive: Named, pinned: int) -> Sentences:
    """Who is captured hit the dirt last turn, and no more than did. Source: 183, 462."""
    if not pinned and "near-missed" not in captive.words:
        yield of(captive.name, "{unit:is|are} not pinned: only who hit the dirt last turn is captured"), CAPTIVES
    elif 0 < pinned < captive.many:
        are = "is" if pinned == 1 else "are"
        yield f"how many of {captive.name}? only {pinned} {are} pinned: {pinned}x{captive.name}", CAPTIVES


def bars_to_message(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Observers are linked to the guns of their own army, and call no fire from the enemy's.

    An operator sends one message by radio, and none to himself; a voice carries any number. Source: 53, 57-59.
    """
    senders, receivers = [plain[NAMES].get(field, []) for field in ("sender", "receiver")]
    said, voice = plain.get("range"), ledger.figure("radio", "voice", "") or 0
    by_radio = said is None or number(said) > voice
    for sender in filter(None, senders if by_radio and "sent" not in plain.get(BACK, ()) else ()):
        if ledger.has(sender, "sent"):
            yield of(sender, "{unit:has|have} sent a message this turn"), SENT
    for sender in {*filter(None, senders)} & {*filter(None, receivers)}:
        yield of(sender, "{unit:sends|send} no message to {unit:itself|themselves}"), LINKED
    for sender, guns in product(filter(None, senders), filter(None, receivers)):
        rows = [row for unit in units_of(ledger, guns) for row in ledger.units[unit].stands_for]
        linked = any(ledger.figure("command", row, "chain") == "guns" for row in rows)
        sides = [ledger.side_of(sender), ledger.side_of(guns)]
        if linked and all(sides) and sides[0] != sides[1]:
            yield of(guns, "{unit:is|are}") + f" of {sides[1]}, not of {sides[0]}", LINKED


def bars_to_check(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A section without its leader checks once for his death; his loss weighs on later checks. Source: 431-444."""
    from refcli.rulesets.skirmish.morale import TRIGGERS

    for name, said in terms_said(plain, "section"):
        section = ledger.group_of(name) if name in ledger.units else name
        dead = ledger.has(section, "leader-dead")
        due = any(ledger.has(section, state) for state in CAUSES)
        stated = {*plain["conditions"], *said.split("+")[1:]} & {*TRIGGERS, "left-field"}
        known = any(ledger.has(section, state) for state in (*CAUSES[1:], "leader-dead")) or number(plain.get("failed"))
        if ledger.has(section, "check-due") and not (known or stated):
            yield f"{section} checks, but for what? morale {section} {WHY}", CHECK_DUE
        if dead and dead.turn < ledger.turn and not (due or stated or ledger.has(section, "tested")):
            yield f"{section} has checked for its leader already, and no other check is due", CHECK_DUE


def bars_to_escape(ledger: Keeper, plain: Mapping[str, Any], vehicle: str) -> Sentences:
    """A crew leaves its vehicle when that is lost, or what of it was told. Source: 129, 201, 413-417."""
    was = FATES.get(str(plain.get("cause")), LOST)
    if not any(ledger.has(vehicle, state) for state in was):
        state = State(was[0], "unit", "", ESCAPES).label
        yield of(vehicle, "{unit:is|are} whole, not {state}", state=state), ESCAPES


def bars_to_move(ledger: Keeper, plain: Mapping[str, Any], mover: Named) -> Sentences:
    """A vehicle tows, and what is hitched up; who retires goes far enough; whoever loads has half a move for it.

    Who has to run does, and goes far enough, unless he ran last turn. Source: 70, 99, 115-117, 127, 309, 327-328,
    456-458.
    """
    unit = mover.name
    leaves = vehicle_of(ledger, unit) if "load" in mover.words else ""
    for vehicle in filter(None, [*plain[NAMES].get("vehicle", ()), leaves]):
        if ledger.has(vehicle, "past-half"):
            yield f"{vehicle} has moved more than half its move and neither picks up nor unloads this turn", LOADS
    for vehicle in filter(None, plain[NAMES].get("vehicle", ()) if is_no_vehicle(ledger, unit) else ()):
        yield from too_many_aboard(ledger, unit, vehicle)
    towed = ledger.value(unit, "tows", "") or ledger.value(unit, "emergency-tows", "")
    if towed and is_no_vehicle(ledger, unit):
        yield f"{unit} is no vehicle and tows nothing: set VEHICLE tows {towed}", TOWS
    elif towed and ledger.has(towed, "busy"):
        yield f"{towed} is not hitched up yet", HITCHED
    elif towed and ledger.has(towed, "fired"):
        yield f"{towed} has fired this turn and is not towed away in it", FIRED
    if is_gun(ledger, unit) and ledger.has(unit, "fired") and not ledger.has(unit, "stood"):
        yield of(unit, "{unit:has|have} fired this turn and may not move"), FIRED
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
