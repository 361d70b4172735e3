"""Conditions that are said with a ruling of Combat Captain, and that the game knows not to hold.

Source: combat-captain.txt 111-122, 223-230, 237-238, 246-254, 446-448, 527-528, 557-561, 772-776; readings G-63.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.activity import MORALE
from refcli.rulesets.combat_captain.dice_left import HEAVY, HELD, done_by_all
from refcli.rulesets.combat_captain.idle import (
    FIELDS,
    fires_held,
    has_heavy_weapons,
    is_alone,
    is_idle_of_mover,
)
from refcli.rulesets.combat_captain.in_order import COHESION, ONCE, REINFORCES, WITHDRAWS
from refcli.rulesets.combat_captain.in_play import stated, whole

OFFENSIVE = ("move", "fire")
"""What nobody out of cohesion does, by its own procedure or as a use of dice. Source: 446-448."""
RUNS = ("withdraw", "beaten", "take-ground", "advance")
"""Moves with which cohesion has nothing to do. Source: 454, 772-776, 811-819."""


def cannot_hold(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why what is said of those who act does not hold of them, where the ruling would be another with it.

    What changes nothing is ruled, and told as having no effect: readings G-63.
    """
    for unit in plain[NAMES].get(FIELDS.get(procedure, ""), ()):
        if unit in ledger.units:
            yield from not_of_its_unit(ledger, procedure, plain, unit)
            if procedure == "activity":
                yield from too_many_markers(ledger, plain, unit)
            if procedure == "move" and ledger.phase:
                yield from not_so_yet(ledger, plain, unit)
            if procedure == "fire":
                yield from held_no_longer(ledger, plain, unit)


def not_of_its_unit(ledger: Keeper, procedure: str, plain: Mapping[str, Any], unit: str) -> Sentences:
    """One sub-unit alone keeps cohesion; a unit without heavy weapons pulls its marker. Source: 237-238, 446-448."""
    group = ledger.group_of(unit)
    offensive = procedure in OFFENSIVE or (procedure == "activity" and stated(plain, *OFFENSIVE, of=unit))
    free = stated(plain, *RUNS, of=unit) if procedure == "move" else fires_held(ledger, plain, unit)
    if offensive and not free and is_alone(ledger, unit) and stated(plain, "out-of-cohesion", of=unit):
        yield f"{group} is one sub-unit, and keeps cohesion", COHESION
    pulls = stated(plain, "pull-marker", of=unit) or whole(plain.get("pull"), 0)
    if pulls and stated(plain, "heavy-fired", of=unit) and not has_heavy_weapons(ledger, unit):
        yield f"{group} has no heavy weapon that fires", HEAVY


def too_many_markers(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """A sub-unit has three hold fire markers at most, those that it has already among them. Source: 250-254."""
    held, more = int(ledger.value(unit, "held-fire")), stated(plain, "hold-fire", of=unit)
    most = int(ledger.figure("activity", "hold-fire", ""))
    if done_by_all(ledger, ledger.group_of(unit)):
        return  # with the extra die it holds one more
    if held and more and held + more > most:
        yield f"{unit} has {some(held, 'hold fire marker')} already, and {most} at most", HELD


def no_marker_to_pull(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """No more markers are pulled than a unit has, as the game has it or the referee says. Source: 223-230, 557-561."""
    group, pulled = ledger.group_of(unit), stated(plain, "pull-marker", of=unit)
    markers = whole(plain.get("markers") or 0, 0) or int(ledger.value(group, "markers"))
    if pulled > markers:
        yield f"{group} has {some(markers, 'morale marker') if markers else 'no morale marker'} to pull", MORALE


def not_so_yet(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Who has not activated, fought or withdrawn this turn. Source: 111-122, 527-528, 772-776."""
    group = ledger.group_of(unit)
    known = {"activated": "activation-over", "fought": "fought", "unit-marked": "unit-withdrew"}
    for condition, state in known.items():
        said = stated(plain, condition, of=unit) and not ledger.has(group, state)
        if not said or is_idle_of_mover(ledger, plain, unit, condition):
            continue
        if condition == "activated":
            yield f"{group} is not through with its activation; if it is: set {group} done", ONCE
        elif condition == "fought":
            yield f"{group} has neither fired nor fought this turn; if it has: set {group} fought", REINFORCES
        else:
            yield f"nobody of {group} has withdrawn before {unit}", WITHDRAWS


def held_no_longer(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Held fire waits until the activation of its unit is over. Source: 246-249."""
    over, group = stated(plain, "activation-not-over", of=unit), ledger.group_of(unit)
    if over and ledger.has(group, "activation-over") and fires_held(ledger, plain, unit):
        yield f"{group} is through with its activation: held fire waits no longer", HELD
