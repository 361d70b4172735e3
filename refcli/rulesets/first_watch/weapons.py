"""Which of its weapons a stand or a plane fires: the one that was said, else the one that stands first.

Source: first-watch.txt 31, 69, 73, 77, 131.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import (
    fired_beside,
    has_main_gun,
    is_plane,
    is_row,
    is_small_arm,
    is_vehicle,
    said_of,
    word_of,
)

WEAPON = "weapon"
"""The state that tells which weapon a unit fires."""

FIRED_FROM_FOOT = ("small-arms", "guns", "anti-tank", "artillery")
"""The charts of what is fired on the ground."""

FIRED_BY = {"fire": "attacker", "penetrate": "attacker", "strafe": "attacker"}
"""The field of who fires a weapon of his own."""

ANTI_TANK = Source(section="Small Arms", lines="31, 69")
MACHINEGUN = Source(section="Fire Resolution Phase", lines="31")
PLANES = Source(section="Bombing and Strafing", lines="131")


def weapons_of(ledger: Keeper, unit: str) -> list[str]:
    """The weapons among the rows of a unit in play; the guns that a plane has of its own are none of them.

    A vehicle fires its main gun or its machinegun, which is told by the step. Source: first-watch.txt 31, 69, 131.
    """
    if unit not in ledger.units or is_vehicle(ledger, unit):
        return []
    rows = [row for row, _ in ledger.units[unit].rows]
    if is_plane(ledger, unit):
        return [row for row in rows if strafes_with(ledger, row)]
    return [row for row in rows if is_row(ledger, row, *FIRED_FROM_FOOT)]


def machineguns_of(ledger: Keeper, unit: str) -> list[str]:
    """The small arms that a vehicle in play was added with; none of what is no vehicle. Source: first-watch.txt 31."""
    rows = [row for row, _ in ledger.units[unit].rows] if is_vehicle(ledger, unit) else []
    return [row for row in rows if is_small_arm(ledger, row)]


def pierces_with(ledger: Keeper, unit: str) -> str:
    """The anti-tank weapon with which a vehicle's shot penetrates that has no main gun; empty where it has one.

    Raises Refused for a vehicle that has neither. Source: first-watch.txt 73, 77.
    """
    rows: list[str] = [row for row, _ in ledger.units[unit].rows]
    if has_main_gun(ledger, unit):
        return ""
    weapon = next((row for row in rows if is_row(ledger, row, "guns", "anti-tank")), "")
    if not weapon:
        raise Refused(f"{unit} has neither a main gun nor an anti-tank weapon (lines 73, 77)")
    return weapon


def strafes_with(ledger: Keeper, row: str) -> bool:
    """Whether a row is a weapon that planes strafe with. Source: first-watch.txt 131."""
    return ledger.figure("strafing", row, "infantry") is not None


def has_choice(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play may fire one weapon or another: a plane has guns besides. Source: 69, 131."""
    return len(weapons_of(ledger, unit)) > (0 if is_plane(ledger, unit) else 1)


def weapon_called(ledger: Keeper, unit: str, word: str) -> str:
    """The weapon of a unit in play that a word means, or the beginning of one; empty for none, and for several."""
    weapons, key = weapons_of(ledger, unit), word.lower()
    begun = [one for one in weapons if one == key] or [one for one in weapons if key and one.startswith(key)]
    return begun[0] if len(begun) == 1 else ""


def weapon_fired(ledger: Keeper, procedure: str, field: str, unit: str) -> str:
    """The weapon that a unit in play was said to fire; empty where the first one does. Source: 69, 131."""
    if FIRED_BY.get(procedure) != field:
        return ""
    return weapon_called(ledger, unit, str(ledger.value(unit, WEAPON, "")))


def name_weapon(ledger: Keeper, unit: str) -> None:
    """Let a weapon that was said by the beginning of its name be told by the whole of it."""
    said = ledger.has(unit, WEAPON)
    weapon = weapon_called(ledger, unit, str(said.value)) if said else ""
    if said and weapon and weapon != said.value:
        ledger.end(unit, WEAPON)
        ledger.begin(unit, WEAPON, weapon, 0)


def no_such_weapon(ledger: Keeper, unit: str, word: str) -> Sentences:
    """Why a unit in play cannot be said to fire a weapon: it has none like that, or a vehicle goes by the step."""
    weapons, source = weapons_of(ledger, unit), PLANES if is_plane(ledger, unit) else ANTI_TANK
    if is_vehicle(ledger, unit):
        yield f"for the machinegun of a vehicle: phase {unit} small-arms", ANTI_TANK
    elif not weapon_called(ledger, unit, word):
        others = " or ".join([f"set {unit} {WEAPON} {one}" for one in weapons])
        line = others or ledger.units[unit].added_as(word)
        yield of(unit, f"{{unit:was|were}} added without {word}: {line}"), source


def first_said(ledger: Keeper, procedure: str, word: str, unit: str) -> str:
    """What is said first, so that a unit in play fires a weapon which it would not; empty where it would.

    ``set bb weapon piat, then ``. Source: first-watch.txt 69, 131.
    """
    weapon = weapon_called(ledger, unit, word) if procedure in FIRED_BY and has_choice(ledger, unit) else ""
    return f"set {unit} {WEAPON} {weapon}, then " if weapon and weapon != fires_now(ledger, unit) else ""


def fires_now(ledger: Keeper, unit: str) -> str:
    """The weapon that a unit in play would fire; empty for the guns that a plane has of its own."""
    said = weapon_called(ledger, unit, str(ledger.value(unit, WEAPON, "")))
    return said or ("" if is_plane(ledger, unit) else weapons_of(ledger, unit)[0])


def bars_of_weapon(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Who names his own weapon in the place of the target would fire that one. Source: first-watch.txt 31, 69."""
    for unit in plain[NAMES].get("attacker") or ():
        target = str(plain.get("target") or "")
        nobody = not any(plain[NAMES].get("target") or ())
        weapon = weapon_called(ledger, unit, target) if nobody and has_choice(ledger, unit) else ""
        if nobody and (row := word_of(target)) in machineguns_of(ledger, unit):
            first = "" if fired_beside(ledger, unit) == row else f"phase {unit} small-arms, then "
            yield f"{row} is a weapon of {unit}, and no target: {first}fire {unit} TARGET", MACHINEGUN
        elif weapon:
            first = first_said(ledger, "fire", weapon, unit)
            yield f"{weapon} is a weapon of {unit}, and no target: {first}fire {unit} TARGET", ANTI_TANK


def for_anti_tank(ledger: Keeper, unit: str) -> Iterator[str]:
    """How a unit that would fire its small arms fires what it carries against armor. Source: first-watch.txt 69."""
    for weapon in [one for one in weapons_of(ledger, unit) if is_row(ledger, one, "anti-tank")]:
        if first := first_said(ledger, "fire", weapon, unit):
            yield f"for its {weapon}: {first}fire {unit}"


def other_weapon(ledger: Keeper, deed: Deed) -> Sentences:
    """What a stand carries against armor, where its small arms have no shot. Source: first-watch.txt 58, 69."""
    if deed.procedure != "fire" or deed.attempt or not is_small_arm(ledger, deed.given.get("attacker")):
        return
    if "as-main-gun" in said_of(deed.given, "attacker"):
        return
    for unit in [unit for unit, field in deed.fields_of.items() if field == "attacker"]:
        for said in for_anti_tank(ledger, unit):
            yield said, ANTI_TANK


def guns_or_weapon(ledger: Keeper, plane: str) -> Sentences:
    """A plane strafes with its own guns, unless another weapon that it carries is said. Source: 131."""
    if not ledger.has(plane, WEAPON):
        for weapon in weapons_of(ledger, plane):
            yield (
                of(plane, f"{{unit:strafes|strafe}} with {{unit:its|their}} own guns; with {weapon}: ")
                + f"set {plane} {WEAPON} {weapon}",
                PLANES,
            )
