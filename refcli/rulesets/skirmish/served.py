"""Heavy weapons and guns in a game: who serves them, and what tows them. Source: skirmish.txt 86, 111-117, 137."""

from collections.abc import Iterator

from refcli.core.hook import Deed, Keeper
from refcli.rulesets.skirmish.in_play import (
    TOWS,
    is_gun,
    is_heavy,
    is_heavy_row,
    left,
    men_of,
    towing,
    units_that_say,
    who_say,
)
from refcli.rulesets.skirmish.preparation import TASKS

ACTING = ("firer", "thrower", "mover", "guns")
"""The fields of those who do something."""

INFANTRY = "infantry"
"""The row of a man on foot."""

MAN = "man"
"""The row of men that are told of a unit: ``men=2``."""


SHORT = ("short-handed", "unserved")
"""The states of a weapon that too few men serve."""


def serve(ledger: Keeper, number: int) -> None:
    """A heavy weapon counts who serves it, whether they are units of their own or the crew it has. Source: 86, 137."""
    said = [str(held.value) for _, held in ledger.named("serves")]
    heavy = [one for row, units in ledger.units_by_row().items() if is_heavy_row(ledger, row) for one in units]
    new = {one for one in (*said, *heavy) if one in ledger.units and not ledger.has(one, "served")}
    for weapon in [one for one in ledger.units if one in new] if new else ():
        if weapon in said or _has_crew(ledger, weapon):
            ledger.begin(weapon, "served", 1, number)
    for weapon in [owner for owner, _ in ledger.named("served")]:
        serving = sum(left(ledger, one, ledger.units[one]) for one in _crew_of(ledger, weapon))
        gone = ledger.is_out(weapon) or ledger.has(weapon, "weapon-lost")
        now = "" if gone else short_of(ledger, weapon, serving)
        for state in SHORT:
            if state != now:
                ledger.end(weapon, state)
        if now and not ledger.has(weapon, now):
            ledger.begin(weapon, now, 1, number)


def leave_behind(ledger: Keeper, section: str) -> None:
    """Men who run to the rear serve no heavy weapon any more. Source: 458."""
    for one in (section, *[unit.name for unit in ledger.in_group(section)]):
        ledger.end(one, "serves")


def is_left_behind(ledger: Keeper, weapon: str) -> bool:
    """Whether a heavy weapon was left by its own crew, who run, and nobody else serves it. Source: 458."""
    runs = weapon in ledger.units and ledger.has(ledger.group_of(weapon), "runs")
    return bool(runs) and _has_crew(ledger, weapon) and not who_say(ledger, "serves", weapon)


def forget_who_served(ledger: Keeper) -> None:
    """A weapon of which nobody is said any more to serve it counts none. Source: 86."""
    for weapon in [owner for owner, _ in ledger.named("served")]:
        if not (_has_crew(ledger, weapon) or who_say(ledger, "serves", weapon)):
            for state in ("served", *SHORT):
                ledger.end(weapon, state)


def men_to_serve(ledger: Keeper) -> int:
    """How many men an HMG or mortar takes. Source: 86."""
    return int(ledger.figure("preparation", "carriers", ""))


def short_of(ledger: Keeper, weapon: str, men: int) -> str:
    """The state of a weapon that so many men serve; empty for enough of them.

    Two men at least carry and fire an HMG or mortar. Of guns no number is told, but nobody takes over one whose men
    are gone. Source: 86, 137.
    """
    if is_gun(ledger, weapon):
        return "" if men else "unserved"
    return "" if men >= men_to_serve(ledger) else "short-handed"


def _crew_of(ledger: Keeper, weapon: str) -> list[str]:
    """The units in play of which men serve a weapon: itself, where it has a crew of its own."""
    serving = units_that_say(ledger, "serves", weapon)
    serving += [weapon] if _has_crew(ledger, weapon) else []
    return [one for one in serving if not ledger.is_out(one)]


def free_to_serve(ledger: Keeper, weapon: str) -> tuple[int, int]:
    """How many of those who serve a heavy weapon can do so now, and how many are pinned. Source: 86, 183."""
    there = _crew_of(ledger, weapon)
    pinned = sum(ledger.value(one, "pinned") for one in there)
    return sum(left(ledger, one, ledger.units[one]) for one in there) - pinned, pinned


def served_by_one(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """Guns that fired though only one of their men is free to: of how many they need, nothing is told. Source: 86."""
    for gun, field in deed.fields_of.items():
        if deed.attempt and field in ("firer", "guns") and is_gun(ledger, gun):
            free, pinned = free_to_serve(ledger, gun)
            if free + pinned and free < men_to_serve(ledger):
                yield gun


def lone_men(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """HMGs and mortars that fire or move and of which one man alone, and nobody to serve, was told. Source: 86."""
    for weapon, field in deed.fields_of.items():
        acts = deed.attempt and field in ACTING and is_heavy(ledger, weapon) and not is_gun(ledger, weapon)
        told = acts and not _has_crew(ledger, weapon) and not units_that_say(ledger, "serves", weapon)
        if told and men_of(ledger, weapon) == INFANTRY:
            yield weapon


def served_by_busy(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, str]]:
    """HMGs and mortars that fired or moved though those who serve them were about something else, and these.

    Who only goes along with his weapon is with it. Source: 86.
    """
    acting = [name for name, field in deed.fields_of.items() if field in ACTING and deed.attempt]
    served = [weapon for one in acting for weapon in (one, *_weapons_of(ledger, one))]
    for weapon in dict.fromkeys(one for one in served if not is_gun(ledger, one)):
        far = ledger.value(weapon, "moved")
        there = [one for one in units_that_say(ledger, "serves", weapon) if not ledger.is_out(one)]
        fired = ledger.has(weapon, "fired")
        busy = [
            one
            for one in there
            if any(ledger.has(one, state) for state in ("fired", "part-fired", "threw"))
            or ledger.value(one, "moved") > (0 if fired else far)
        ]
        free = sum(left(ledger, one, ledger.units[one]) for one in there if one not in busy)
        if (fired or far) and busy and free < men_to_serve(ledger):
            yield weapon, ", ".join(busy)


def _weapons_of(ledger: Keeper, man: str) -> list[str]:
    """The weapons that a man serves, or his section. Source: 86."""
    owners = (man, ledger.group_of(man)) if man in ledger.units else ()
    return [str(held.value) for one in dict.fromkeys(owners) if (held := ledger.has(one, "serves"))]


def _has_crew(ledger: Keeper, weapon: str) -> bool:
    """Whether it was told of a heavy weapon how many men are with it: ``men=1``, or as many as it needs and more."""
    unit = ledger.units.get(weapon)
    told = unit is not None and (unit.strength >= men_to_serve(ledger) or MAN in dict(unit.rows))
    return told and is_heavy(ledger, weapon)


def hitches_up(ledger: Keeper, gun: str, number: int) -> bool:
    """Whether a gun is hitched up by a ruling, and to nothing yet. Source: 117."""
    hitched = ledger.has(gun, "hitched")
    return hitched is not None and hitched.entry == number and not towing(ledger, gun)


def unhitch(ledger: Keeper, deed: Deed) -> None:
    """A gun that is unhitched hangs on nothing; it is made ready, whichever of the two was named. Source: 115."""
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
