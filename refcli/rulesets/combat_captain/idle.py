"""Which conditions nothing comes of as a game stands: the prompt does not offer them, who types them is understood.

Source: combat-captain.txt 22-36, 111-122, 234-239, 246-254, 375-377, 430-448, 454, 527-528, 565-578, 772-776;
readings CC-47, G-63.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.rulesets.combat_captain.dice_left import extra, holds_fire, left
from refcli.rulesets.combat_captain.in_play import in_phase, kind_of, stated, whole

FIELDS = {"activity": "unit", "move": "mover", "fire": "attackers", "morale": "unit"}
"""The field of those of whom a condition is said that has none of its own."""
NASHCON_ALONE = {"home-guard": ("activity",), "carried": ("move",), "overturned": ("fire", "strafe", "bombard")}
"""Conditions of the Nashcon game, with the procedures that note elsewhere that they are. Source: 22-36."""
IN_BUILDING = 3
"""The level of cover that needs a building near by. Source: 375-377."""


def is_idle(ledger: Keeper, procedure: str, plain: Mapping[str, Any], field: str, condition: str) -> bool:
    """Whether nothing comes of a condition that is said of those in a field, or of those who act. Source: above."""
    said = {NAMES: {}, "conditions": [], **plain}
    if nobody_may(ledger, procedure):
        return True
    if procedure in NASHCON_ALONE.get(condition, ()):
        return not ledger.reads("CC-47=nashcon", said)
    if any(ledger.is_out(unit) for unit in said[NAMES].get(FIELDS.get(procedure, ""), ()) if unit in ledger.units):
        return procedure != "morale"
    units = [unit for unit in said[NAMES].get(field or FIELDS.get(procedure, ""), ()) if unit in ledger.units]
    return bool(units) and all(is_idle_of(ledger, procedure, said, unit, condition) for unit in units)


def nobody_may(ledger: Keeper, procedure: str) -> bool:
    """Whether an event was tried for this turn, or nobody has planes for a run. Source: 850, 863-864."""
    if procedure == "event":
        return any(ledger.has(side, "event-tried") for side in ledger.sides)
    bombs = any(ledger.has(side, "bombing-planes") for side in ledger.sides)
    return procedure == "strafe" and bombs and not any(may_strafe(ledger, side) for side in ledger.sides)


def may_strafe(ledger: Keeper, side: str) -> bool:
    """Whether a side has planes that may strafe. Source: 863, 881-887."""
    return any(ledger.has(side, state) for state in ("planes", "strafing-planes"))


def is_idle_of(ledger: Keeper, procedure: str, plain: Mapping[str, Any], unit: str, condition: str) -> bool:
    """Whether a condition changes nothing for a sub-unit. Source: above."""
    if condition == "near-building":
        return not may_come_to_building(ledger, plain, unit)
    if condition == "out-of-cohesion":
        return is_alone(ledger, unit)
    if condition == "heavy-fired":
        return not has_heavy_weapons(ledger, unit)
    if condition == "in-cover" and procedure == "fire":
        return not ledger.stands_for(unit, "vehicle")
    if condition == "activation-not-over":
        return not fires_held(ledger, plain, unit)
    if condition in ("kill", "man-lost", "unit-lost"):
        return bool(kind_of(ledger, unit)) == (condition == "kill")
    return procedure == "move" and is_idle_of_mover(ledger, plain, unit, condition)


def is_idle_of_mover(ledger: Keeper, plain: Mapping[str, Any], unit: str, condition: str) -> bool:
    """Whether it changes nothing for a move that the unit fought, activated or had a marker for its withdrawal.

    Source: 111-122, 234-237, 454, 527-528, 772-776.
    """
    if condition == "fought":
        return not (ledger.stands_for(unit, "heavy-weapon") or reinforces(ledger, plain, unit))
    if condition == "activated":
        return ledger.phase is not None and not in_phase(ledger, "Activation")
    return condition == "unit-marked" and not stated(plain, "withdraw", of=unit)


def may_come_to_building(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether a sub-unit may come to the level of cover that a building is for: no vehicle. Source: 375-377, 430."""
    level = whole(plain.get("cover") or 0, 0) or int(ledger.value(unit, "cover"))
    dice = left(ledger, unit, plain) + extra(ledger, unit)
    comes = not ledger.phase or max(level, level + dice) >= IN_BUILDING
    return comes and not ledger.stands_for(unit, "vehicle")


def is_alone(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit is the only one of its unit, and keeps cohesion. Source: 446-448."""
    return len(ledger.in_group(ledger.group_of(unit))) == 1


def has_heavy_weapons(ledger: Keeper, unit: str) -> bool:
    """Whether the unit of a sub-unit has, or had, a heavy weapon. Source: 234-239."""
    group = ledger.group_of(unit)
    return any(ledger.stands_for(one, "heavy-weapon") for one in ledger.units if ledger.group_of(one) == group)


def fires_held(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether a shot is one of held fire, as the game has it or the referee says. Source: 246-254."""
    return bool(holds_fire(ledger, unit) or stated(plain, "hold-fire", of=unit))


def reinforces(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether a move is a reinforcement move, by its phase or as the referee says. Source: 526-530."""
    return in_phase(ledger, "Reinforcement Move") or bool(stated(plain, "reinforce", of=unit))
