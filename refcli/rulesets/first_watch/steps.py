"""The step in which each unit fires, by how far it moved. Source: first-watch.txt 30-33, 39."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import listed, of
from refcli.rulesets.first_watch.in_play import (
    carrier_of,
    crew_of,
    has_moved,
    has_speed,
    is_a,
    is_closed,
    is_gun,
    is_main_gun,
    is_open_topped,
    is_small_arm,
    is_vehicle,
    is_without_machinegun,
    left_of,
    named,
    number,
    phase_of,
    said_of,
    slowest_of,
    terrain_of,
    without_machinegun,
)

FIRST, SLOW = "Infantry/Stationary Vehicle Fire", "Slow Vehicle Fire"
LAST = "Remaining Fire"
FIRE_STEPS = (FIRST, SLOW, LAST)
MOVEMENT = "Land Movement Phase"

OPPORTUNITY = Source(section="Land Movement Phase", lines="30")
MOVES = Source(section="Land Movement Phase; Movement", lines="30, 39")
STATIONARY = Source(section="Land Movement Phase; Main Gun Fire, example", lines="30-31, 83")
CLOSE_AT_HAND = Source(section="Small Arms", lines="58, 60, 67")
STEPS = Source(section="Fire Resolution Phase", lines="31-33")

OPEN_TOPPED = Source(section="Small Arms, example", lines="58, 64")
MACHINEGUNS = Source(section="Fire Resolution Phase", lines="31")

NOT_STATIONARY = "{unit:has|have} moved, and {unit:is|are} not stationary"
STAYED = "{unit:has|have} moved: only stationary units take opportunity fire"


def bars_of_fire(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Stationary units take opportunity fire at moving ones; else each fires in its step, infantry in the first.

    A vehicle that has held its fire fires in the last step, whatever its own one was.

    Source: first-watch.txt 30-33.
    """
    phase = phase_of(ledger)
    for field, unit in named(plain):
        if field == "second":
            yield from bars_of_second(ledger, plain, unit)
            continue
        moved = has_moved(ledger, unit)
        step = ledger.value(unit, "fires-in", "" if moved and goes_by_distance(ledger, unit) else FIRST)
        if field != "target" and is_vehicle(ledger, unit) and is_small_arm(ledger, plain.get(field)):
            step = FIRST
        if field == "attacker" and ledger.turn and moved and "stationary" in said_of(plain, field):
            yield of(unit, NOT_STATIONARY), STATIONARY
        if field == "target":
            said = f"{plain['target']} {plain.get('conditions', '')}"
            if phase == MOVEMENT and not moved and "target-moving" not in said and "target-fast" not in said:
                yield of(unit, "{unit:does|do} not move: opportunity fire is at what moves"), OPPORTUNITY
            carrier = carrier_of(ledger, unit)
            if "in-open-topped" in said and carrier and not is_open_topped(ledger, carrier):
                yield f"{carrier} is no open-topped armored vehicle", OPEN_TOPPED
        elif phase == MOVEMENT and moved:
            yield of(unit, STAYED), OPPORTUNITY
        elif phase in (FIRST, SLOW) and moved and not step and is_vehicle(ledger, unit):
            yield (
                of(unit, "{unit:has|have} moved: how far tells when {unit:it fires|they fire}: phase {unit} -m CM"),
                STEPS,
            )
        elif phase in FIRE_STEPS and step and step != phase and not may_fire_last(ledger, unit, phase):
            held = f", or in {LAST}" if (step, phase) == (FIRST, SLOW) and is_vehicle(ledger, unit) else ""
            if phase == FIRST and is_vehicle(ledger, unit) and not is_without_machinegun(ledger, unit):
                held += f"; {{unit:its|their}} machinegun fires now: phase {unit} small-arms"
            yield of(unit, f"{{unit:fires|fire}} in {step}{held}"), STEPS
        elif phase == FIRST and moved and ledger.has(unit, "small-arms") and is_without_machinegun(ledger, unit):
            yield without_machinegun(ledger, unit), MACHINEGUNS
        elif phase == FIRST and moved and is_main_gun(ledger, plain.get(field)):
            yield of(unit, "{unit:has|have} moved: the main gun fires by how far: phase {unit} -m CM"), STEPS


def may_fire_last(ledger: Keeper, unit: str, phase: str) -> bool:
    """Whether it is the step of all vehicles that have not fired this turn. Source: first-watch.txt 33."""
    return phase == LAST and is_vehicle(ledger, unit)


def bars_of_second(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """The second counter is another one, that small arms can hit: not the crew of a closed vehicle.

    Source: first-watch.txt 58, 60, 67.
    """
    if is_closed(ledger, unit):
        yield of(unit, "{unit:is|are} closed, and no second counter"), CLOSE_AT_HAND
    elif unit in ledger.units and unit in (plain[NAMES].get("target") or ()):
        counters = left_of(ledger, unit) if is_a(ledger, unit, "troops") and not is_vehicle(ledger, unit) else 0
        if counters == 1 or (is_vehicle(ledger, unit) and crew_of(ledger, unit) == 1):
            yield of(unit, "{unit:is|are} the target, and {unit:has|have} no second counter"), CLOSE_AT_HAND


def goes_by_distance(ledger: Keeper, unit: str) -> bool:
    """Whether a unit that moved fires by how far it went: a vehicle, and what is towed by one.

    Source: first-watch.txt 31-33.
    """
    return is_vehicle(ledger, unit) or is_gun(ledger, unit)


def check_no_way(ledger: Keeper, plain: Mapping[str, Any], word: str) -> None:
    """Refuse how far somebody moved where he moves: the step in which he fires is told by it. Source: 31-33, 39."""
    said = str(plain.get("mover") or "")
    unit = next((one for one in ledger.units if one.lower() == said.lower()), "")
    if ledger.turn and unit and has_speed(ledger, unit) and word.replace(".", "", 1).isdecimal():
        over = "".join(f" {one}" for one in [",".join(terrain_of(plain))] if one and not one.isdecimal())
        raise Refused(f"how far is said next: move {unit}{over}, then phase {unit} {word} (lines 31-33)")


def bars_of_phase(ledger: Keeper, unit: str, plain: Mapping[str, Any]) -> Sentences:
    """A vehicle that has moved fires by how far it went, so that this has to be said; who has not is stationary.

    Source: first-watch.txt 30-33, 39.
    """
    moved, went = ledger.has(unit, "moved"), number(plain, "moved")
    told = went or (ledger.has(unit, "way") and plain.get("moved") is None) or "small-arms" in plain["conditions"]
    if moved and is_vehicle(ledger, unit) and not told:
        yield of(unit, "{unit:has|have} moved; how far? phase {unit} -m CM"), STEPS
    if ledger.turn and went and has_speed(ledger, unit) and not moved:
        belongs = "" if phase_of(ledger) == MOVEMENT else f" belongs to {MOVEMENT}"
        yield of(unit, f"{{unit:has|have}} not moved this turn: move {unit}{belongs}"), MOVES
    over = str(ledger.value(unit, "over", "")).split(",")
    slowest, said = slowest_of(ledger, unit, over), slowest_of(ledger, unit, terrain_of(plain))
    if slowest and said and slowest < said:
        yield of(unit, "{unit:has|have} moved over {over}, which is slower", over=listed(over)), MOVES
    if ledger.turn and "opportunity" in plain["conditions"]:
        if moved:
            yield of(unit, STAYED), OPPORTUNITY
        elif phase_of(ledger) != MOVEMENT:
            yield f"opportunity fire belongs to {MOVEMENT}; this is {phase_of(ledger)}", OPPORTUNITY
