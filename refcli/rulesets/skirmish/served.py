"""Heavy weapons and guns in a game: who serves them, and what tows them. Source: skirmish.txt 86, 111-117."""

from collections.abc import Iterator

from refcli.core.hook import Deed, Keeper
from refcli.rulesets.skirmish.in_play import TOWS, is_heavy, left, towing, units_of, who_say

ACTING = ("firer", "thrower", "mover", "guns")
"""The fields of those who do something."""

MAN = "man"
"""The row of men that are told of a unit: ``men=2``."""


def serve(ledger: Keeper, number: int) -> None:
    """A heavy weapon needs two men to serve it, whether they are units of their own or the crew it has. Source: 86."""
    needed = ledger.figure("preparation", "carriers", "")
    served = [str(held.value) for (_, state), held in ledger.held.items() if state == "serves"]
    for weapon in dict.fromkeys([*served, *(name for name in ledger.units if _has_crew(ledger, name, needed))]):
        serving = [one for owner in who_say(ledger, "serves", weapon) for one in units_of(ledger, owner)]
        serving += [weapon] if _has_crew(ledger, weapon, needed) else []
        if sum(left(ledger, one, ledger.units[one]) for one in serving if not ledger.is_out(one)) >= needed:
            ledger.end(weapon, "short-handed")
        elif weapon in ledger.units and not ledger.is_out(weapon) and not ledger.has(weapon, "short-handed"):
            ledger.begin(weapon, "short-handed", 1, number)


def free_to_serve(ledger: Keeper, weapon: str) -> tuple[int, int]:
    """How many of those who serve a heavy weapon can do so now, and how many are pinned. Source: 86, 183."""
    serving = [one for owner in who_say(ledger, "serves", weapon) for one in units_of(ledger, owner)]
    serving += [weapon] if _has_crew(ledger, weapon, ledger.figure("preparation", "carriers", "")) else []
    there = [one for one in serving if not ledger.is_out(one)]
    pinned = sum(ledger.value(one, "pinned") for one in there)
    return sum(left(ledger, one, ledger.units[one]) for one in there) - pinned, pinned


def served_by_busy(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, str]]:
    """Heavy weapons that fired or moved though those who serve them were about something else, and these.

    Who only goes along with his weapon is with it. Source: 86.
    """
    acting = [name for name, field in deed.fields_of.items() if field in ACTING and deed.attempt]
    served = [weapon for one in acting for weapon in (one, *_weapons_of(ledger, one))]
    for weapon in dict.fromkeys(served):
        far = ledger.value(weapon, "moved")
        crew = [one for owner in who_say(ledger, "serves", weapon) for one in units_of(ledger, owner)]
        there = [one for one in crew if not ledger.is_out(one)]
        fired = ledger.has(weapon, "fired")
        busy = [
            one
            for one in there
            if any(ledger.has(one, state) for state in ("fired", "part-fired", "threw"))
            or ledger.value(one, "moved") > (0 if fired else far)
        ]
        free = sum(left(ledger, one, ledger.units[one]) for one in there if one not in busy)
        if (fired or far) and busy and free < ledger.figure("preparation", "carriers", ""):
            yield weapon, ", ".join(busy)


def _weapons_of(ledger: Keeper, man: str) -> list[str]:
    """The weapons that a man serves, or his section. Source: 86."""
    owners = (man, ledger.group_of(man)) if man in ledger.units else ()
    return [str(held.value) for one in dict.fromkeys(owners) if (held := ledger.has(one, "serves"))]


def _has_crew(ledger: Keeper, weapon: str, needed: int) -> bool:
    """Whether it was told of a heavy weapon how many men are with it: ``men=1``, or as many as it needs and more."""
    unit = ledger.units.get(weapon)
    return unit is not None and is_heavy(ledger, weapon) and (MAN in dict(unit.rows) or unit.strength >= needed)


def hitches_up(ledger: Keeper, gun: str, number: int) -> bool:
    """Whether a gun is hitched up by a ruling, and to nothing yet. Source: 117."""
    hitched = ledger.has(gun, "hitched")
    return hitched is not None and hitched.entry == number and not towing(ledger, gun)


def unhitch(ledger: Keeper, deed: Deed) -> None:
    """A gun that is unhitched hangs on nothing; it is made ready, whichever of the two was named. Source: 115."""
    from refcli.rulesets.skirmish.preparation import TASKS

    busy = [effect for effect in deed.ruling["effects"] if effect["kind"] == "busy"]
    named = [ledger.unit_called(effect["unit"]) for effect in busy if effect.get("detail") == TASKS["unhitch"]]
    for name in filter(None, named):
        for state in TOWS:
            gun = str(ledger.value(name, state, ""))
            if gun in ledger.units:
                ledger.end(gun, "hitched")
                ledger.begin(gun, "busy", sum([effect["amount"] for effect in busy]), deed.number)
            ledger.end(name, state)
        for tug in towing(ledger, name):
            for state in TOWS:
                ledger.end(tug, state)
