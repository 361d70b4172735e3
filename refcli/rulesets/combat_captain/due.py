"""What is due in a phase or at once in Combat Captain, beside what states remind of.

Source: combat-captain.txt 29-30, 97-122, 173, 246-263, 519-530, 549-550, 755-785.
"""

from collections import Counter
from collections.abc import Mapping

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import listed, some
from refcli.core.states import GAME
from refcli.rulesets.combat_captain.casualties import MARKER, SWAPS
from refcli.rulesets.combat_captain.charges import CONTACT, fights, in_contact
from refcli.rulesets.combat_captain.dice_left import (
    dice_lost,
    dice_to_roll,
    done_apart,
    holds_fire,
    not_alike,
    not_yet_alike,
)
from refcli.rulesets.combat_captain.held_fire import CALLED, answered_nothing
from refcli.rulesets.combat_captain.in_order import WITHDRAWS, left_behind
from refcli.rulesets.combat_captain.in_play import aimed_at, groups_of, have, in_phase, is_tank, tanks_fight
from refcli.rulesets.combat_captain.marker_reasons import markers_for_nothing
from refcli.rulesets.combat_captain.never import may_hurt
from refcli.rulesets.combat_captain.rout import routs_untold, to_put_together
from refcli.rulesets.combat_captain.said_otherwise import said_otherwise, strike_to_choose
from refcli.rulesets.combat_captain.trucks import no_truck, which_truck

ALL = Source(section="Activation", lines="122")
CHOOSES = Source(section="Initiative; Activation", lines="97-104, 111-113")
ROLLS = Source(section="Initiative", lines="94-99")
AIRFIELD = Source(section="Introduction", lines="29-30")
REINFORCE = Source(section="Reinforcement Move", lines="519, 526-530")

TANKS_COME = 3
"""Turns after the airfield was taken. Source: 29-30."""


def due_in(ledger: Keeper, phase: str) -> Sentences:
    """Who chooses, close combats, reinforcements of either kind."""
    groups = groups_of(ledger, [unit for unit in ledger.units if may_do_something(ledger, unit)])
    first = [side for side in ledger.sides if ledger.has(side, "initiative")]
    yield from to_put_together(ledger)
    if phase == "Activation" and first and not any(ledger.has(group, "activated") for group in groups):
        yield f"{first[0]} chooses which side activates the first unit", CHOOSES
    if phase == "Close Combat":
        waiting = not_activated(ledger)
        if waiting:
            yield f"{listed(waiting)} {have(waiting)} not activated this turn: back", ALL
        behind = left_behind(ledger)
        if behind:
            way = f"back, then move {behind[0]} withdraw"
            yield f"{listed(behind)} {have(behind)} yet to withdraw: {way}", WITHDRAWS
        for group in groups:
            yield from not_alike(ledger, group, "back")
        for group, enemy in fights(ledger):
            tanks = [one.name for each in (group, enemy) for one in ledger.in_group(each) if is_tank(ledger, one.name)]
            if tanks:
                yield f"{group} fights {enemy}: {tanks_fight(ledger, tanks[0])}", CONTACT
            else:
                yield f"{group} fights {enemy}: close-assault {group} {enemy}", CONTACT
    if phase == "Reinforcement Move":
        kept = {*groups_of(ledger, in_contact(ledger))}
        kept |= {group for group in groups for state in ("fought", "markers") if ledger.has(group, state)}
        free = [group for group in groups if group not in kept]
        if free:
            yield f'{listed(free)} may make a reinforcement move beyond 40" of every enemy: move', REINFORCE
    if phase == "Initiative" and not ledger.has(GAME, "initiative-rolled") and not without_a_die(ledger):
        yield "roll for initiative: initiative", ROLLS
    taken = ledger.has(GAME, "airfield-taken")
    if phase == "Initiative" and taken and ledger.turn == taken.turn + TANKS_COME:
        yield "three tanks come at the airfield", AIRFIELD


def without_a_die(ledger: Keeper) -> bool:
    """Whether an event of the turn before gives somebody the initiative. Source: 860-861."""
    return any(ledger.has(side, "automatic-initiative") for side in ledger.sides)


def passed_in(ledger: Keeper, phase: str, to: str) -> Sentences:
    """Units that never activated and contacts that nobody fought, where the game jumps over the close combats."""
    if phase != "Close Combat":
        return
    waiting = not_activated(ledger)
    if waiting:
        yield f"{listed(waiting)} {have(waiting)} not activated this turn: back", ALL
    for group, enemy in fights(ledger) if to != "Random Event" else ():
        yield f"{group} was in contact with {enemy}, and no close combat was fought: back", CONTACT


def due_at_once(ledger: Keeper, deed: Deed, actors: Mapping[str, str]) -> Sentences:
    """Dice that are lost; who withdraws with others; who may call held fire, at whom it can hurt.

    Source: 173, 246-263, 682-683, 772-776.
    """
    yield from routs_untold(ledger, deed)
    yield from said_otherwise(ledger, deed, actors)
    yield from hits_to_swap(deed)
    yield from strike_to_choose(deed)
    yield from markers_for_nothing(ledger, deed)
    yield from to_put_together(ledger, deed.number)
    yield from which_truck(ledger, deed)
    yield from no_truck(ledger, deed)
    if not in_phase(ledger, "Activation"):
        return
    yield from dice_lost(ledger, deed, actors)
    yield from done_apart(ledger, deed)
    yield from dice_to_roll(ledger, deed)
    yield from not_yet_alike(ledger, deed, actors)
    if deed.procedure not in ("move", "fire"):
        return
    behind = left_behind(ledger)
    if behind:
        yield f"{listed(behind)} {have(behind)} yet to withdraw, too: move {behind[0]} withdraw", WITHDRAWS
    yield from answered_nothing(ledger, deed)
    shot_at = {one for effect in deed.ruling["effects"] for one in aimed_at(effect)}
    actors_now = [unit for unit, field in deed.fields_of.items() if field == actors[deed.procedure]]
    acting = {ledger.side_of(unit) for unit in actors_now}
    for unit in ledger.units:
        held = None if silent(ledger, unit) else holds_fire(ledger, unit)
        if (
            held
            and not ledger.is_out(unit)
            and (unit in shot_at or deed.procedure == "move")
            and ledger.side_of(unit) not in acting
            and any(may_hurt(ledger, unit, other) for other in actors_now if other in ledger.units)
        ):
            yield f"{unit} may call {some(int(held.value), 'held die', 'held dice')}: fire {unit}", CALLED


def hits_to_swap(deed: Deed) -> Sentences:
    """The hits that the owner may take as markers, where nobody chose. Source: 655-657."""
    if "swap" not in deed.given or deed.given["swap"]:
        return
    steps = deed.ruling.get("steps", ())
    hits = [one for one in steps if one["kind"] == "choice" and one["by"] == "policy" and MARKER in one["options"]]
    if hits:
        many = some(len(hits), "hit as a morale marker", "hits as morale markers")
        of_each = Counter([one.get("at", "") for one in hits])  # --swap is of each of two targets
        each = ", counted for each target" if len(of_each) > 1 else ""
        yield f"the owner may take {many}: fix --swap {max(of_each.values())}{each}", SWAPS


def not_activated(ledger: Keeper) -> list[str]:
    """The units in play that have not activated this turn. Source: 122."""
    there = groups_of(ledger, [unit for unit in ledger.units if may_do_something(ledger, unit)])
    return [group for group in there if not ledger.has(group, "activated")]


def may_do_something(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit is in play, and no car or truck on its side, which is cover and no more. Source: 34-36."""
    return not ledger.is_out(unit) and not ledger.has(unit, "overturned")


def silent(ledger: Keeper, unit: str) -> bool:
    """Whether a heavy weapon may not fire the dice that it holds: it moved, changed cover, or its unit pulled a marker.

    Source: 234-237.
    """
    return ledger.stands_for(unit, "heavy-weapon") and (ledger.any_has(unit, "moved") or ledger.any_has(unit, "pulled"))
