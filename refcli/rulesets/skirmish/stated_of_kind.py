"""Conditions that are never stated of a kind of unit: men tow nothing, and a tank does not walk.

Source: skirmish.txt 43, 65-72, 74-88, 99-121, 123, 133, 139, 157-170, 183, 200, 203, 207-224, 277, 293,
359-363, 367-390, 394-415, 433, 458.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.skirmish.in_play import Named, carried_weapon, class_of, named_in, vehicle_row
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
ABOARD = Only((VEHICLE,), "nobody is aboard", MOVE, "88, 99")
LEADER = Only((MAN, WEAPON), "men lead sections", "Morale", "433")
TWO_MEN = Only((WEAPON,), "two men carry and fire an HMG or mortar", MOVE, "86")
OPENED = Only((OPENS,), "SP and AA guns open up and close down", MOVE, "121")
GAIT = Only((MAN, WEAPON), "only men walk or run", SMALL_ARMS, "168-169")
SPEED = Only((VEHICLE,), "the speed of a vehicle counts", AP_HIT, "361-363")
SUPPLY = Only((GUN,), "a gun draws its ammunition from what tows it", MOVE, "119")
ENTERS = Only((MAN, WEAPON), "only men enter buildings", MOVE, "80-82")
HITCHED = Only((GUN, VEHICLE), "a gun is hitched up", MOVE, "111-117")
TOWS = Only((VEHICLE,), "only vehicles tow", MOVE, "111-113")
ON_MEN = Only((MAN, WEAPON), "only men run, crawl and stand up", MOVE, "65-72, 86-88")

ONLY_OF: Mapping[tuple[str, str], Mapping[str, Only]] = {
    ("move", "mover"): {
        "running": ON_MEN,
        "crawling": ON_MEN,
        "ran-last-turn": ON_MEN,
        "heavy-load": ON_MEN,
        "stand-up": ON_MEN,
        "short-handed": TWO_MEN,
        "immobilised": Only((VEHICLE, GUN), "vehicles and guns alone are immobilised", EFFECTS, "262, 411"),
        "reverse": Only((VEHICLE,), "only vehicles go in reverse", MOVE, "103"),
        "tow": TOWS,
        "emergency-tow": TOWS,
        "limping": Only((TURRET,), "only a tank limps that lost its turret", EFFECTS, "415"),
        "building": ENTERS,
        "defended": ENTERS,
        "inside": ENTERS,
        "set-up": Only((WEAPON,), "an HMG or mortar is set up", MOVE, "86"),
        "unhitch": HITCHED,
        "hitch-up": HITCHED,
        "open-up": OPENED,
        "close-down": OPENED,
        "push": Only((TANK,), "only a tank pushes vehicles off the road", MOVE, "133"),
    },
    ("fire", "firer"): {
        "near-missed": Only((MAN, WEAPON, GUN), "a near miss keeps men down", "Hit Effect Table", "183"),
        "moved": Only((WEAPON, GUN), "guns and HMGs alone may not move and fire", MOVE, "86, 127"),
        "unready": Only((WEAPON, GUN, OPENS), "HMGs and guns are made ready", MOVE, "86, 115-121"),
        "out-of-supply": SUPPLY,
        "short-handed": TWO_MEN,
        "main-gun-destroyed": Only((MAIN,), "{unit:has|have} no main gun", EFFECTS, "409"),
        "turret-destroyed": Only((TURRET,), "{unit:has|have} no turret", EFFECTS, "415"),
        "running": GAIT,
        "walking": GAIT,
        "from-vehicle": Only((MAN, WEAPON, VEHICLE), "a gun is towed", "Infantry Weapons", "111-117, 139"),
        "hatches-closed": Only((ARMOURED,), "armoured vehicles alone close hatches", AP_HIT, "203, 277, 359"),
    },
    ("fire", "target"): {
        "prone": Only((MAN, WEAPON), "men alone lie prone", SMALL_ARMS, "170"),
        "moving-over-20": SPEED,
        "moving-over-30": SPEED,
        "moving": SPEED,
        "turret-gone": Only((TURRET,), "{unit:has|have} no turret", EFFECTS, "415"),
        "hull-down": Only((VEHICLE, GUN), "vehicles are hull down", "Visibility and terrain effects", "43, 394"),
        "leader": LEADER,
        "aboard": ABOARD,
        "crew-gone": ABOARD,
    },
    ("burst", "target"): {"leader": LEADER, "aboard": ABOARD, "crew-gone": ABOARD},
    ("bombard", "guns"): {"short-handed": TWO_MEN},
    ("smoke", "guns"): {"short-handed": TWO_MEN},
}
"""The kinds of unit of which a condition is stated in a field; of one that is not here it is stated of any."""

BARRED_WAYS = {
    "stream": ("across a stream or ditch", "78, 123"),
    "hedge": ("over a hedge", "74, 109"),
    "wall": ("over a wall", "107-109"),
    "high-wall": ("over a wall higher than a man", "76, 107-109"),
    "tow": ("towing a gun", "111"),
    "emergency-tow": ("towing a gun", "111-113"),
}
"""Ways on which not every vehicle goes, in words, and where that stands."""

NO_RUN = {
    "ran-last-turn": ("it ran last turn", "70"),
    "heavy-load": ("the load is heavier than an LMG", "72"),
    "smoke": ("through smoke nobody does", "84"),
}
"""What is stated of a man who cannot run."""

MANNERS = {
    "small-arms": ("small-arms", "fires no small arms", Source(section="Small Arms Table", lines="157-161")),
    "anti-tank": ("attack", "has no attack value", Source(section="Attack Value Table", lines="367-390")),
    "he": ("he", "fires no HE", Source(section="Artillery and mortar fire", lines="207-224")),
}
"""The manners of fire: the column of the weapons that tells it, what is said of a weapon without, where it stands."""

FACED = Source(section="Equipment Data", lines="293")


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


def why_not(ledger: Keeper, unit: str, only: Only) -> str:
    """What a unit is, and of whom a condition is said: ``tiger is a vehicle: only men walk or run``."""
    kinds = kinds_of(ledger, unit)
    what = next(CALLED[kind] for kind in CALLED if kind in kinds)
    return of(unit, only.why if only.why.startswith("{unit:has") else f"{{unit:is|are}} {what}: {only.why}")


def _is_one(ledger: Keeper, unit: Named, only: Only) -> bool:
    """Whether a unit is of the kinds, or of none that the charts know."""
    kinds = kinds_of(ledger, unit.name)
    return not kinds or bool(kinds & {*only.kinds})


def bars_of_way(ledger: Keeper, unit: Named) -> Sentences:
    """Where a vehicle never goes; only one that lost its turret limps. Source: 74-80, 107-113, 123, 415."""
    from refcli.rulesets.skirmish.movement import COLUMNS

    kind = class_of(ledger, vehicle_row(ledger, unit.name)) if unit.field == "mover" else ""
    for way, (told, lines) in BARRED_WAYS.items() if kind else ():
        if way in unit.words and ledger.figure("obstacles", way, COLUMNS.get(kind, "starred")) is None:
            yield f"{unit.name} may not go {told}", Source(section=MOVE, lines=lines)
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
            yield f"{man.name} may not run: {told}", Source(section=MOVE, lines=lines)
    if carried_weapon(ledger, man.name):
        yield f"{man.name} may not run: men with an HMG or mortar cannot", Source(section=MOVE, lines="72, 86")


def bars_of_manner(ledger: Keeper, plain: Mapping[str, Any], named: list[Named]) -> Sentences:
    """In which manner none of the firers fires, and which side is hit of what is no vehicle. Source: 157-224, 293."""
    firers, targets = ([unit for unit in named if unit.field == field] for field in ("firer", "target"))
    column, told, source = MANNERS.get(str(plain.get("shot")), ("", "", FACED))
    if column and firers and not any(_figures(ledger, weapons_of(ledger, unit), column) for unit in firers):
        yield f"{firers[0].name} {told}", source
    if plain.get("facing") and targets and not any(_is_one(ledger, unit, SPEED) for unit in targets):
        yield of(targets[0].name, "{unit:is|are} no vehicle, and only of those a side is hit"), FACED


def weapons_of(ledger: Keeper, unit: Named) -> list[str]:
    """What a unit fires: the weapon where it says so, the main gun of a vehicle that has one, else what it carries."""
    from refcli.rulesets.skirmish.never import fired_by

    mounted = ledger.figure("vehicles", unit.row, unit.place or "main")
    return [str(mounted)] if mounted else fired_by(ledger, unit)


def _figures(ledger: Keeper, weapons: list[str], column: str) -> list[Any]:
    """What the charts tell of weapons in a column."""
    found: Iterator[Any] = (ledger.figure("weapons", weapon, column) for weapon in weapons)
    return [one for one in found if one is not None]
