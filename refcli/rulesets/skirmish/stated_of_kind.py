"""Conditions that cannot be so of a kind of unit: men tow nothing, and a tank does not walk.

What is said of a unit and merely has no effect is no matter of these: see ``idle``.
Source: skirmish.txt 65-72, 74-88, 99-121, 123, 133, 139, 157-170, 203, 207-224, 277, 359, 367-390, 409-415, 458.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.skirmish.anti_tank import MOUNTS
from refcli.rulesets.skirmish.in_play import (
    COLUMNS,
    Named,
    carried_weapon,
    carries_gun,
    class_of,
    named_in,
    vehicle_row,
    weapons_of,
)
from refcli.rulesets.skirmish.kinds import (
    ARMOURED,
    CALLED,
    EFFECTS,
    GUN,
    MAIN,
    MAN,
    OPENS,
    TANK,
    TURRET,
    VEHICLE,
    WEAPON,
    Only,
    kinds_of,
)

MOVE, SMALL_ARMS, AP_HIT = "Movement", "Small Arms Table, Modifiers", "AP Hit Table"
OPENED = Only((OPENS,), "SP and AA guns open up and close down", MOVE, "121")
GAIT = Only((MAN, WEAPON), "only men walk or run", SMALL_ARMS, "168-169")
ENTERS = Only((MAN, WEAPON), "only men enter buildings", MOVE, "80-82")
HITCHED = Only((GUN, VEHICLE), "a gun is hitched up", MOVE, "111-117")
TOWS = Only((VEHICLE,), "only vehicles tow", MOVE, "111-113")
ON_MEN = Only((MAN, WEAPON), "only men run, crawl and stand up", MOVE, "65-72, 86-88")

ONLY_OF: Mapping[tuple[str, str], Mapping[str, Only]] = {
    ("move", "mover"): {
        "running": ON_MEN,
        "crawling": ON_MEN,
        "ran-last-turn": ON_MEN,
        "stand-up": ON_MEN,
        "immobilised": Only((VEHICLE, GUN), "vehicles and guns alone are immobilised", EFFECTS, "262, 411"),
        "reverse": Only((VEHICLE,), "only vehicles go in reverse", MOVE, "103"),
        "tow": TOWS,
        "emergency-tow": TOWS,
        "limping": Only((TURRET,), "only a tank limps that lost its turret", EFFECTS, "415"),
        "building": ENTERS,
        "defended": ENTERS,
        "inside": ENTERS,
        "set-up": Only((WEAPON,), "an HMG or mortar is set up, a gun unhitched", MOVE, "86, 115"),
        "unhitch": HITCHED,
        "hitch-up": HITCHED,
        "open-up": OPENED,
        "close-down": OPENED,
        "push": Only((TANK,), "only a tank pushes vehicles off the road", MOVE, "133"),
    },
    ("fire", "firer"): {
        "main-gun-destroyed": Only((MAIN,), "{unit:has|have} no main gun", EFFECTS, "409"),
        "turret-destroyed": Only((TURRET,), "{unit:has|have} no turret", EFFECTS, "415"),
        "running": GAIT,
        "walking": GAIT,
        "from-vehicle": Only((MAN, WEAPON, VEHICLE), "a gun is towed", "Infantry Weapons", "111-117, 139"),
        "hatches-closed": Only((ARMOURED,), "armoured vehicles alone close hatches", AP_HIT, "203, 277, 359"),
    },
    ("fire", "target"): {
        "prone": Only((MAN, WEAPON), "men alone lie prone", SMALL_ARMS, "170"),
    },
}
"""The kinds of unit of which a condition is stated in a field; of one that is not here it is stated of any."""

LACKED = {WEAPON: "no heavy weapon", GUN: "no gun"}
"""What men are not, of whom something is said that is said of that; else they are no vehicle."""

BARRED_WAYS = {
    "stream": ("go across a stream or ditch", "78, 123"),
    "hedge": ("go over a hedge", "74, 109"),
    "wall": ("go over a wall", "107-109"),
    "high-wall": ("go over a wall higher than a man", "76, 107-109"),
    "tow": ("tow a gun", "111"),
    "emergency-tow": ("tow a gun", "111-113"),
}
"""What not every vehicle does as it goes, in words, and where that stands."""

NO_RUN = {
    "ran-last-turn": ("{unit} ran last turn and may not run again", "70"),
    "heavy-load": ("{unit} may not run: the load is heavier than an LMG", "72"),
    "smoke": ("{unit} may not run: through smoke nobody does", "84"),
}
"""What is stated of a man who cannot run."""

MANNERS = {
    "small-arms": ("small-arms", "fires no small arms", Source(section="Small Arms Table", lines="157-161")),
    "anti-tank": ("attack", "has no attack value", Source(section="Attack Value Table", lines="367-390")),
    "he": ("he", "fires no HE", Source(section="Artillery and mortar fire", lines="207-224")),
}
"""The manners of fire: the column of the weapons that tells it, what is said of a weapon without, where it stands."""


ARMED = Source(section="Equipment Data", lines="293-338")


def never_stated(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Why a condition cannot be so of any of those of whom it is stated."""
    named = list(named_in(ledger, plain))
    for field in dict.fromkeys(unit.field for unit in named):
        there = [unit for unit in named if unit.field == field]
        for word, only in ONLY_OF.get((procedure, field), {}).items():
            of_whom = [unit for unit in there if word in unit.words]
            if of_whom and not any(_is_one(ledger, unit, only) for unit in of_whom):
                yield why_not(ledger, of_whom[0].name, only), only.source
    if procedure == "move":
        for unit in named:
            yield from bars_of_way(ledger, unit)
            yield from bars_of_gait(ledger, unit)
    if procedure == "fire":
        yield from bars_of_manner(ledger, plain, named)
        for unit in named:
            if unit.field == "firer" and "main-gun-destroyed" in unit.words and carries_gun(ledger, unit.name):
                yield of(unit.name, "{unit:has|have} no main gun any more"), Source(section=EFFECTS, lines="409")


def why_not(ledger: Keeper, unit: str, only: Only) -> str:
    """What a unit is, and of whom a condition is said: ``tiger is a vehicle: only men walk or run``."""
    kinds = kinds_of(ledger, unit)
    called = next(CALLED[kind] for kind in CALLED if kind in kinds)
    what = LACKED.get(only.kinds[0], "no vehicle") if MAN in kinds else called
    return of(unit, only.why if only.why.startswith("{unit:has") else f"{{unit:is|are}} {what}: {only.why}")


def _is_one(ledger: Keeper, unit: Named, only: Only) -> bool:
    """Whether a unit is of the kinds, or of none that the charts know."""
    kinds = kinds_of(ledger, unit.name)
    return not kinds or bool(kinds & {*only.kinds})


def bars_of_way(ledger: Keeper, unit: Named) -> Sentences:
    """Where a vehicle never goes; only one that lost its turret limps. Source: 74-80, 107-113, 123, 415."""
    kind = class_of(ledger, vehicle_row(ledger, unit.name)) if unit.field == "mover" else ""
    for way, (told, lines) in BARRED_WAYS.items() if kind else ():
        if way in unit.words and ledger.figure("obstacles", way, COLUMNS.get(kind, "starred")) is None:
            yield f"{unit.name} may not {told}", Source(section=MOVE, lines=lines)
    if kind and "limping" in unit.words and not ledger.has(unit.name, "turret-destroyed"):
        where = Source(section=EFFECTS, lines="415")
        yield of(unit.name, "{unit:has|have} {unit:its|their} turret: set {unit} turret-destroyed"), where


def bars_of_gait(ledger: Keeper, man: Named) -> Sentences:
    """Who cannot run, and what nobody enters. Source: 70-72, 80, 84-86.

    Who runs to the rear leaves heavy weapons behind. Source: 458.
    """
    if man.field != "mover" or vehicle_row(ledger, man.name):
        return
    if "defended" in man.words:
        yield "nobody enters by doors or windows that are defended", Source(section=MOVE, lines="80")
    if "running" not in man.words or ledger.has(ledger.group_of(man.name), "runs"):
        return
    for word, (told, lines) in NO_RUN.items():
        if word in man.words:
            yield told.format(unit=man.name), Source(section=MOVE, lines=lines)
    if carried_weapon(ledger, man.name):
        yield f"{man.name} may not run: men with an HMG or mortar cannot", Source(section=MOVE, lines="72, 86")


def bars_of_manner(ledger: Keeper, plain: Mapping[str, Any], named: list[Named]) -> Sentences:
    """In which manner none of the firers fires. Source: 157-224, 367-390."""
    firers = [unit for unit in named if unit.field == "firer"]
    column, told, source = MANNERS.get(str(plain.get("shot")), ("", "", ARMED))
    if column and firers and not any(_figures(ledger, weapons_of(ledger, unit), column) for unit in firers):
        yield why_not_so(ledger, firers[0], column, told), source


def why_not_so(ledger: Keeper, firer: Named, column: str, told: str) -> str:
    """What does not fire in a manner, and what of a vehicle does: a main gun fires no small arms. Source: 293-338."""
    row = vehicle_row(ledger, firer.name)
    if not row or firer.place not in ("", "main") or not ledger.figure("vehicles", row, "main"):
        return f"{f'{firer.name}/{firer.place}' if firer.place else firer.name} {told}"
    others = [mount for mount in MOUNTS if _figures(ledger, [str(ledger.figure("vehicles", row, mount))], column)]
    instead = f": fire {firer.name}/{others[0]}" if others else ""
    return f"the main gun of {firer.name} {told}{instead}"


def _figures(ledger: Keeper, weapons: list[str], column: str) -> list[Any]:
    """What the charts tell of weapons in a column."""
    found: Iterator[Any] = (ledger.figure("weapons", weapon, column) for weapon in weapons)
    return [one for one in found if one is not None]
