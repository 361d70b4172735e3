"""What was ruled and may be a slip, or leaves something open, which the referee is asked about.

Source: first-watch.txt 30-31, 58, 75-79, 84-85, 100, 108, 117, 131-141, 155.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.first_watch.flights import ABORTS
from refcli.rulesets.first_watch.in_play import (
    carrier_of,
    has_moved,
    has_speed,
    is_open_topped,
    is_plane,
    is_vehicle,
    is_without_machinegun,
    without_machinegun,
)
from refcli.rulesets.first_watch.steps import (
    MACHINEGUNS,
    MOVEMENT,
    OPEN_TOPPED,
)

HITS = Source(section="Main Gun Fire", lines="75-79")
CHARGES = Source(section="Artillery Fire, example", lines="108")
STAYS = Source(section="Land Movement Phase", lines="30")
MOVES = Source(section="Main Gun Fire, example", lines="84-85")
LOADED = Source(section="Air-to-Air Combat; Bombing, example", lines="117, 141")
FLIES = Source(section="Bombing and Strafing", lines="131, 135")

CREWS = Source(section="Small Arms", lines="60, 67")
PLOTS = Source(section="Artillery Plot/Special Orders Phase; Artillery Fire", lines="36, 94")

IN_MOTION = ("target-moving", "target-fast", "disappearing")
"""What is said of a target that moves, or did."""

STANDS = ("dug-in", "soft-cover", "hard-cover", "hulldown", "building", "bunker")
"""States of a place that a unit leaves as it moves."""

PACES = {
    "assaulting": "{unit:assaults|assault}, and {unit:moves|move} farther: you say how far",
    "crawling": "{unit:crawls|crawl}, and {unit:moves|move} slowly: you say how far",
}
"""What has no figure in the source as a unit moves. Source: first-watch.txt 155."""


def doubts(ledger: Keeper, deed: Deed) -> Sentences:
    """Armor that nothing has hit, a charge of who did not move, a move of some that fired, a plane that did not fly."""
    for unit, field in deed.fields_of.items() if ledger.turn and deed.attempt else ():
        if deed.procedure == "penetrate" and field == "attacker":
            yield (
                of(unit, f"{{unit:has|have}} hit already? fire {unit} rolls for that and the armor: undo, if not"),
                HITS,
            )
        elif deed.procedure == "burst" and field == "targets" and deed.is_stated("charging", unit):
            if has_speed(ledger, unit) and not has_moved(ledger, unit):
                yield (
                    of(unit, "{unit:has|have} not moved this turn: undo, if {unit:it does|they do} not charge"),
                    CHARGES,
                )
        elif deed.procedure == "fire" and field == "target":
            yield from doubts_of_target(ledger, deed, unit)
        elif deed.procedure == "move" and ledger.has(unit, "part-fired") and ledger.reads("FW-63=stays", {}):
            yield (
                of(unit, "{unit:has|have} {fired} that fired and may not move", fired=ledger.value(unit, "part-fired")),
                STAYS,
            )
        elif deed.procedure == "phase" and deed.is_stated("small-arms", unit) and is_without_machinegun(ledger, unit):
            yield without_machinegun(ledger, unit), MACHINEGUNS
        elif deed.procedure == "bomb" and is_plane(ledger, unit) and loaded_again(deed, unit):
            yield of(unit, "{unit:has|have} dropped a bomb before, and was loaded anew: undo, if not"), LOADED
        elif deed.procedure in ("bomb", "strafe") and is_plane(ledger, unit) and not ledger.has(unit, "moved"):
            yield of(unit, "{unit:has|have} not moved this turn: undo, then back for {unit:its|their} move"), FLIES


def plotted_again(ledger: Keeper, deed: Deed) -> Sentences:
    """A mission that a battery has, plotted once more as it was. Source: first-watch.txt 36, 94."""
    for unit, field in deed.fields_of.items() if deed.procedure == "plot" and deed.attempt else ():
        before, now = deed.before.get((unit, "mission")), ledger.has(unit, "mission")
        if field == "attacker" and before and now and (before.value, before.turn) == (now.value, now.turn):
            yield of(unit, "had {unit:its|their} mission at {there} already", there=str(now.value)), PLOTS


def observes(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play observes for a battery that has a mission to fire. Source: first-watch.txt 94, 102."""
    return any(
        ledger.has(battery, "mission")
        and unit.lower() in str(ledger.value(battery, "observed-by", "")).lower().split(", ")
        for battery in ledger.units
    )


def loaded_again(deed: Deed, plane: str) -> bool:
    """Whether a plane that had dropped its bombs was said to carry more. Source: first-watch.txt 117, 141."""
    load = deed.before.get((plane, "load"))
    return (plane, "dropped") in deed.before and load is not None and load.by_hand


def doubts_of_target(ledger: Keeper, deed: Deed, unit: str) -> Sentences:
    """One who is said to move and has not, once the step of movement is over; one aboard of what is closed.

    Source: first-watch.txt 30, 58, 84-85.
    """
    phase, carrier = ledger.phase, carrier_of(ledger, unit)
    here = has_speed(ledger, unit) and not has_moved(ledger, unit) and phase is not None and phase.name != MOVEMENT
    if here and any(deed.is_stated(one, unit) for one in IN_MOTION):
        yield of(unit, "{unit:has|have} not moved this turn: undo, unless {unit:it was|they were} in motion"), MOVES
    if carrier and is_vehicle(ledger, carrier) and not is_open_topped(ledger, carrier):
        why = "is no open-topped armored vehicle: undo, if nobody in it can be hit"
        yield of(unit, f"{{unit:is|are}} aboard {carrier}, which {why}"), OPEN_TOPPED


def told_of_move(ledger: Keeper, deed: Deed) -> Sentences:
    """One who moves may no longer be where he stood, and how far he assaults or crawls the source does not say.

    Source: first-watch.txt 30, 58, 100, 155.
    """
    for unit in deed.fields_of if deed.procedure == "move" and deed.attempt else ():
        for state in [name for name in PACES if ledger.has(unit, name)]:
            yield of(unit, PACES[state]), ledger.states[state].source
        if ledger.has(unit, "aborting"):
            leaves = "{unit:aborts|abort}: {unit:its|their} move leads off the table; then set {unit} out"
            yield of(unit, leaves), ABORTS
        if ledger.has(unit, "crew-lost"):
            yield of(unit, "{unit:has|have} no crew left: who drives? undo, if nobody"), CREWS
        for state in [name for name in STANDS if ledger.has(unit, name)]:
            said, source = ledger.states[state].text or state, ledger.states[state].source
            yield of(unit, f"{{unit:has|have}} moved; no longer {said}? set {unit} no-{state}"), source
