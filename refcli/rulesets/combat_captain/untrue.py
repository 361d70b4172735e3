"""Conditions that are said with a ruling of Combat Captain, and that the game knows not to hold.

Source: combat-captain.txt 22-36, 111-122, 237-238, 375-377, 430-433, 446-448, 527-528, 540, 561, 576-578.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.activity import MORALE, NASHCON
from refcli.rulesets.combat_captain.dice_left import HEAVY, HELD, done_by_all, extra, left
from refcli.rulesets.combat_captain.in_order import COHESION, ONCE, REINFORCES, WITHDRAWS
from refcli.rulesets.combat_captain.in_play import KILLS, in_phase, kind_of, stated, whole

COVERED = Source(section="Vehicles in Cover", lines="435-437")
BUILDING = Source(section="Levels of Cover", lines="375-377, 430-433")
IN_BUILDING = 3
"""The level of cover that needs a building near by. Source: 375-377."""

NASHCON_ALONE = {
    "home-guard": ("activity", "the Home Guard", "home-guard"),
    "carried": ("move", "riding in a car or truck", "riding"),
    "overturned": ("fire strafe bombard", "cover behind a car or truck on its side", "behind-truck"),
}
"""Conditions of the Nashcon game: with which procedures, how one says them, the state that tells of them."""

AT = ("fire", "strafe", "bombard")
"""Procedures that cost a target men or kills."""
FIELDS = {"activity": "unit", "move": "mover", "fire": "attackers", "morale": "unit"}
"""The field of those of whom it is said."""


def cannot_hold(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why what is said of those who act, or are fired at, does not hold of them."""
    for unit in plain[NAMES].get(FIELDS.get(procedure, ""), ()):
        if unit in ledger.units:
            yield from not_of_its_unit(ledger, plain, unit)
            if procedure == "activity":
                yield from no_building(ledger, plain, unit)
                yield from too_many_markers(ledger, plain, unit)
            if procedure == "move" and ledger.phase:
                yield from not_so_yet(ledger, plain, unit)
            if procedure == "fire":
                yield from not_of_the_firer(ledger, plain, unit)
    for unit in plain[NAMES].get("target", ()) if procedure in AT else ():
        if unit in ledger.units:
            yield from no_such_losses(ledger, plain, unit)
    yield from not_nashcon(ledger, procedure, plain)


def not_of_its_unit(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """One sub-unit alone keeps cohesion; heavy weapons fire in a unit that has them. Source: 237-238, 446-448."""
    group = ledger.group_of(unit)
    others = [one for one in ledger.units if ledger.group_of(one) == group]
    if len(ledger.in_group(group)) == 1 and stated(plain, "out-of-cohesion", of=unit):
        yield f"{group} is one sub-unit, and keeps cohesion", COHESION
    heavy = any(ledger.stands_for(one, "heavy-weapon") for one in others)
    if stated(plain, "heavy-fired", of=unit) and not heavy:
        yield f"{group} has no heavy weapon that fires", HEAVY


def no_building(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """A building is for level 3 cover, which a vehicle never has, and others by dice. Source: 375-377, 430-433."""
    if not stated(plain, "near-building", of=unit):
        return
    level = whole(plain.get("cover") or 0, 0) or int(ledger.value(unit, "cover"))
    dice = left(ledger, unit, plain) + extra(ledger, unit)
    if ledger.stands_for(unit, "vehicle"):
        yield f"{unit} is a vehicle, and takes no level {IN_BUILDING} cover: leave near-building out", BUILDING
    elif ledger.phase and level < IN_BUILDING and level + dice < IN_BUILDING:
        has = f"has {some(dice, 'die', 'dice')} left" if dice else "has no die left"
        yield f"{unit} {has}, and comes to no level {IN_BUILDING} cover: leave near-building out", BUILDING


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
    """Who has not activated, fought or withdrawn this turn. Source: 111-122, 527-528, 540."""
    group = ledger.group_of(unit)
    if stated(plain, "activated", of=unit) and not in_phase(ledger, "Activation"):
        yield f"all have activated when {unit} moves: leave activated out", ONCE
    elif stated(plain, "activated", of=unit) and not ledger.has(group, "activation-over"):
        yield f"{group} is not through with its activation; if it is: set {group} done", ONCE
    if stated(plain, "fought", of=unit) and not ledger.has(group, "fought"):
        yield f"{group} has neither fired nor fought this turn; if it has: set {group} fought", REINFORCES
    if stated(plain, "unit-marked", of=unit) and not ledger.has(group, "unit-withdrew"):
        yield f"nobody of {group} has withdrawn before {unit}", WITHDRAWS


def not_of_the_firer(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Cover keeps a vehicle's machine gun alone from firing; held fire waits no longer. Source: 246-249, 435-437."""
    group = ledger.group_of(unit)
    if stated(plain, "in-cover", of=unit) and not ledger.stands_for(unit, "vehicle"):
        target = next(iter(plain[NAMES].get("target", ())), "NAME")
        yield f"{unit} is no vehicle, and fires from cover as it is; of the target: set {target} cover 1", COVERED
    if stated(plain, "activation-not-over", of=unit) and ledger.has(group, "activation-over"):
        yield f"{group} is through with its activation: held fire waits no longer", HELD


def no_such_losses(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Vehicles lose no men, and men have no kills on a roster. Source: 565-578, 710-712."""
    if kind_of(ledger, unit) and stated(plain, "kill", of=unit):
        yield f"{unit} has no roster of kills, and loses men: man-lost", KILLS
    elif not kind_of(ledger, unit) and stated(plain, "man-lost", "unit-lost", of=unit):
        yield f"{unit} loses no men: the kills of its unit are counted, kill", KILLS


def not_nashcon(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """What the Nashcon game alone knows, and nobody has said of a unit by hand. Source: 22-36; readings CC-47."""
    for condition, (where, told, state) in NASHCON_ALONE.items():
        if procedure not in where.split() or ledger.reads("CC-47=nashcon", plain):
            continue
        for unit in [one for field in ("unit", "mover", "target") for one in plain[NAMES].get(field, ())]:
            known = unit not in ledger.units or ledger.any_has(unit, state)
            if stated(plain, condition, of=unit) and not known:
                yield f"{told} counts in the Nashcon game only: --reading CC-47=nashcon", NASHCON
