"""Heavy weapons and guns in a game: who serves them, and what tows them. Source: skirmish.txt 86, 111-117."""

from refcli.core.hook import Deed, Keeper
from refcli.rulesets.skirmish.in_play import TOWS, is_heavy, left, towing, units_of, who_say

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
