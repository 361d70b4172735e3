"""What is due in each phase of First Watch: who moves and fires, which missions go on, which planes leave or pass.

Source: first-watch.txt 29-36, 94-96, 111, 115, 127, 133.
"""

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import listed, of
from refcli.rulesets.first_watch.flights import ABORTS, FLIGHT, FLYING, may_be_fired_at
from refcli.rulesets.first_watch.in_play import is_unarmed, is_vehicle, size_of, turn_in_play
from refcli.rulesets.first_watch.missions import PLOTTED, barred_from_plot, fired_elsewhere, goes_on, may_plot, missed
from refcli.rulesets.first_watch.steps import FIRST, MOVEMENT, STEPS, may_fire_last
from refcli.rulesets.first_watch.weapons import guns_or_weapon

BOMBING = "Bombing and Strafing"
PLOTTING = "Artillery Plot/Special Orders Phase"

ORDER = Source(section="Initiative Phase; Land Movement Phase; Aircraft Phase", lines="29-30, 35")
MISSED = Source(section="Artillery Indirect Fire Phase; Artillery Fire", lines="34, 94")
GOES_ON = Source(section="Artillery Fire", lines="96")
FLAK = Source(section="Anti-Aircraft Fire; Bombing and Strafing", lines="127, 133")

AIR_COMBAT = "Air Combat and Anti-Aircraft Fire"

STILL_THERE = "{unit:aborts|abort} the mission, and {unit:is|are} still in play; once it is gone: set {unit} out"
LEAVES = "{unit:aborts|abort} the mission and {unit:leaves|leave} the table; once it is gone: set {unit} out"


def due_in(ledger: Keeper, phase: str) -> Sentences:
    """The order of movement, who fires in a step, what batteries have left undone, how long planes are in play."""
    order = sorted((held.value, one) for one, held in ledger.named("order"))
    if order and phase in (MOVEMENT, FLYING):
        told = ", ".join([f"{one} {place:g}" for place, one in order])
        yield f"the order of movement: {told}; a higher number may move earlier", ORDER
    for unit in [name for name in ledger.units if not ledger.is_out(name)]:
        step, flies = ledger.value(unit, "fires-in", ""), ledger.has(unit, "in-play")
        aborts = ledger.has(unit, "aborting")
        its = step == phase or (step and may_fire_last(ledger, unit, phase))
        if its and has_shot(ledger, unit):
            yield f"{unit} may fire now", STEPS
        elif phase == FIRST and ledger.has(unit, "moved") and not step and is_vehicle(ledger, unit):
            yield of(unit, "{unit:has|have} moved; when {unit:does it|do they} fire? phase {unit} -m CM"), STEPS
        elif phase == FLYING and missed(ledger, unit):
            yield f"{unit} did not fire the mission that was plotted: back, then bombard {unit}", MISSED
        elif phase == PLOTTING and may_plot(ledger, unit):
            yield f"{unit} may plot a mission: plot {unit} -p LANDMARK", PLOTTED
        elif phase == PLOTTING and goes_on(ledger, unit):
            there = ledger.value(unit, "mission")
            yield f"{unit} goes on with its mission at {there}; for another: plot {unit} -p LANDMARK", GOES_ON
        elif phase == BOMBING and flies and not aborts and (weapons := [*guns_or_weapon(ledger, unit)]):
            yield from weapons
        elif phase == BOMBING and (planes := may_be_fired_at(ledger, unit)):
            first = f"back, then anti-air {unit} {' or '.join(planes)}"
            yield of(unit, f"{{unit:has|have}} not fired at planes; if any is within range: {first}"), FLAK
        elif phase == AIR_COMBAT and flies and aborts and 0 < aborts.turn == ledger.turn - 1:
            yield of(unit, STILL_THERE), ABORTS
        elif phase == FLYING and flies:
            if aborts and aborts.turn >= ledger.turn - 1:  # at length in the movement after it, then in a word
                yield of(unit, LEAVES), ABORTS
            turn, turns = turn_in_play(ledger, unit), ledger.figure("flight", "turns", "")
            leaves = f", {turn - turns} too many: set {unit} out" if turn > turns else ""
            if aborts and aborts.turn < ledger.turn - 1 and not leaves:
                leaves = f", and still aborting: once it is gone, set {unit} out"
            yield f"{unit}: turn {turn} in play{leaves}", FLIGHT
    held_back = [unit for unit in ledger.units if not ledger.value(unit, "fires-in", "") and has_shot(ledger, unit)]
    if last := [unit for unit in held_back if may_fire_last(ledger, unit, phase)]:
        yield f"not fired yet, and may now: {listed(last)}", STEPS


def has_shot(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play has not fired, and has what it fires and somebody who does. Source: 31-33, 60, 155."""
    barred = any(ledger.has(unit, state) for state in ("fired", "crew-lost", "assaulting"))
    return not (barred or ledger.is_out(unit) or is_unarmed(ledger, unit))


def is_over(ledger: Keeper, owner: str, state: str) -> bool:
    """Whether somebody cannot do what a state reminds of: a plane that aborts or has attacked, a battery nobody aids.

    Source: first-watch.txt 94-96, 115, 127.
    """
    if state == "air-target":
        attacked = ledger.value(owner, "attacks") >= size_of(ledger, owner)
        return attacked or ledger.has(owner, "aborting") is not None
    elsewhere = barred_from_plot(ledger, owner) or fired_elsewhere(ledger, owner)
    return state == "impact" and bool(elsewhere)
