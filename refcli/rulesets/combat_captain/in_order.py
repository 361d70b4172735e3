"""Who may activate and move now in Combat Captain, and who may not.

Source: combat-captain.txt 33-36, 111-122, 138-142, 157-161, 352-356, 399-400, 446-454, 519-530, 772-776, 811-819.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.states import GAME
from refcli.rulesets.combat_captain.dice_left import holds_fire, to_follow, unused
from refcli.rulesets.combat_captain.in_play import contacts, groups_of, in_phase, stated

TURNS = Source(section="Activation", lines="111-122")
ONCE = Source(section="Activation; Close Assault", lines="117-122, 454, 772-775")
NOT_DONE = Source(section="Activation; Activity Dice; Defensive Activity Dice", lines="117-122, 157-161, 246-263")
WITHDRAWS = Source(section="Close Assault", lines="772-776")
COHESION = Source(section="Unit Cohesion", lines="446-448")
AFTER_COMBAT = Source(section="When can you move; Combat resolution", lines="454, 811-819")
COVER = Source(section="Leaving Cover; Effect of Cover", lines="352-356, 399-400")
REINFORCES = Source(section="Reinforcement Move", lines="138-142, 519-530")
SHOT = Source(section="Number of Hits; Saving Casualties", lines="582-584, 652-663")
TRUCKS = Source(section="Introduction", lines="33-36")


def bars_to_activation(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Sentences:
    """A unit activates once; the sides activate one in turn, as long as both have any, once the other is done.

    Source: 111-122, 157-161, 772-775.
    """
    active = str(ledger.value(GAME, "active", ""))
    side = ledger.side_of(active) if active else ""
    waiting = [
        each
        for each in ledger.units
        if ledger.side_of(each) != side
        and not ledger.is_out(each)
        and not ledger.has(each, "overturned")
        and not ledger.has(ledger.group_of(each), "activated")
    ]
    for unit in units:
        goes_on = stated(plain, "withdraw", of=unit) and ledger.has(ledger.group_of(unit), "unit-withdrew")
        if procedure == "move" and ledger.has(ledger.group_of(unit), "activation-over") and not goes_on:
            yield f"{unit} has activated this turn and may neither move nor withdraw", ONCE
        free = stated(plain, "withdraw", of=unit) or (procedure == "fire" and holds_fire(ledger, unit))
        fresh = not (ledger.has(ledger.group_of(unit), "activated") or ledger.is_out(unit))
        if side and waiting and fresh and not free and ledger.side_of(unit) == side:
            yield f"{ledger.side_of(waiting[0])} to activate the next unit", TURNS
        elif active and fresh and not free and not ledger.has(active, "activation-over"):
            yield from bars_until_done(ledger, active)


def bars_until_done(ledger: Keeper, active: str) -> Sentences:
    """Nobody else acts before the active unit is done, by its dice or as it is said.

    Source: 117-122, 157-161, 246-263.
    """
    dice = unused(ledger, active) or to_follow(ledger, active)
    if dice:
        told = f"{active} is active and has dice left ({', '.join(dice)})"
        yield f"{told}: only held fire may answer; once it is done: set {active} done", NOT_DONE


def is_done(ledger: Keeper, group: str, number: int) -> None:
    """A unit is through with its activation, whatever dice it has left; it has activated even if it did nothing.

    Source: 117-122, 173.
    """
    active = str(ledger.value(GAME, "active", ""))
    if not ledger.has(group, "activated"):
        ledger.begin(group, "activated", 1, number)
        if active and not ledger.has(active, "activation-over"):
            ledger.begin(active, "activation-over", 1, number)
        ledger.begin(GAME, "active", group, number)
    ledger.begin(group, "activation-over", 1, number)


def left_behind(ledger: Keeper) -> list[str]:
    """The sub-units that have yet to withdraw with their unit. Source: 772-776."""
    return [unit for unit in ledger.units if ledger.has(unit, "left-behind") and not ledger.is_out(unit)]


def bars_to_others(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Sentences:
    """Nobody goes on while a unit is withdrawing, but with held fire. Source: 772-776."""
    behind = left_behind(ledger)
    for unit in units if behind else ():
        free = stated(plain, "withdraw", of=unit) or (procedure == "fire" and holds_fire(ledger, unit))
        if not free and ledger.group_of(unit) != ledger.group_of(behind[0]):
            yield f"{ledger.group_of(behind[0])} withdraws first, all of it: move {behind[0]} withdraw", WITHDRAWS


def bars_to_move(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Cover has to be left first, and cohesion kept, but by whoever withdraws; a truck on its side carries nobody.

    Source: 36, 399-400, 446-448, 454, 772-776.
    """
    runs = stated(plain, "withdraw", of=unit) or ledger.has(ledger.group_of(unit), "has-to-withdraw")
    if ledger.has(unit, "cover") and not runs:
        yield f"{unit} has to leave cover before moving", COVER
    if ledger.has(unit, "out-of-cohesion") and not runs:
        yield f'{unit} is 12" or more from the rest of the unit and may not move', COHESION
    truck = ledger.value(unit, "riding", "")
    if truck and ledger.has(truck, "overturned"):
        yield f"{truck} is on its side and carries nobody: set {unit} no-riding", TRUCKS


def bars_after_combat(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Who lost a close combat withdraws, the attacker who won takes the ground, the defender who won advances.

    Without such a combat nobody does, and nobody charges in it. Source: 454, 811-819.
    """
    group = ledger.group_of(unit)
    if in_phase(ledger, "Close Combat"):
        yield from bars_to_any_charge(plain, unit, "after a close combat", AFTER_COMBAT)
    takes, advances = ledger.has(group, "may-take-ground"), ledger.has(group, "may-advance")
    if stated(plain, "withdraw", of=unit) and (takes or advances) and not ledger.has(group, "has-to-withdraw"):
        yield f"{group} won the close combat, and the loser withdraws", AFTER_COMBAT
    if stated(plain, "beaten", of=unit) and not ledger.has(group, "has-to-withdraw"):
        yield f"{group} has lost no close combat; if it has: set {group} has-to-withdraw", AFTER_COMBAT
    if stated(plain, "take-ground", of=unit) and not takes:
        if advances:
            yield f'{group} won as the defender, and goes up to {advances.value}" forward: move {unit}', AFTER_COMBAT
        else:
            yield (
                f"{group} has attacked and won in no close combat; if it has: set {group} may-take-ground",
                AFTER_COMBAT,
            )
    if stated(plain, "advance", of=unit) and not advances and not takes:
        inches = ledger.figure("close-combat-result", "advance", "")
        way = f"set {group} may-advance {inches}"
        yield f"{group} has defended and won in no close combat; if it has: {way}", AFTER_COMBAT


def bars_to_any_charge(plain: Mapping[str, Any], unit: str, when: str, source: Source) -> Sentences:
    """Who moves after all have activated charges nobody. Source: 138-142, 519-530, 725-730, 811-819."""
    enemies = plain[NAMES].get("enemy", ())
    for enemy in enemies:
        yield f"{unit} charges nobody {when}: leave {enemy} out", source
    if not enemies and stated(plain, "charge", of=unit):
        yield f"{unit} charges nobody {when}", source


def bars_to_reinforce(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """A reinforcement move is made after all have activated and fought. Source: 138-142, 515-530."""
    if stated(plain, "reinforce", of=unit) and ledger.phase and not in_phase(ledger, "Reinforcement Move"):
        yield f"a reinforcement move belongs to Reinforcement Move; this is {ledger.phase.name}", REINFORCES
    if in_phase(ledger, "Reinforcement Move"):
        yield from bars_in_contact(ledger, unit)
        yield from bars_to_any_charge(plain, unit, "in a reinforcement move", REINFORCES)


def bars_in_contact(ledger: Keeper, unit: str) -> Sentences:
    """Who touches an enemy, or any of whose unit does, is not beyond 40" of every enemy, unless one of them is gone.

    Source: 526-530, 755-771.
    """
    for pair in contacts(ledger):
        both = [each for each in pair if each in ledger.units]
        if ledger.group_of(unit) in groups_of(ledger, both):
            yield f"{' and '.join(both)} are in contact; if they are not: set {pair[0]} no-contact", REINFORCES


def bars_to_dice_alone(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Saves and kill dice of a unit in play: fire, melee, shells and planes roll them. Source: 582-584, 652-663."""
    for unit in plain[NAMES].get("target", ()):
        if unit in ledger.units and procedure == "save":
            yield f"no hits on {unit} wait for a save: fire rolls the saves itself", SHOT
        elif unit in ledger.units:
            yield f"no shot at {unit} waits for a kill die: fire rolls it itself", SHOT
