"""Units in play: who is left of them, what they ride, serve or burst over, and how they were typed.

Source: skirmish.txt 15-19, 91-97, 107-109, 127, 137-139, 172, 255-257, 293-338.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from refcli.core.hook import Deed, Keeper, terms_said
from refcli.core.request import NAMES, uncounted
from refcli.core.states import GAME, Held
from refcli.rulesets.skirmish.anti_tank import MOUNTS

HEAVY = ("infantry-weapon", "gun", "hmg")
"""The rows of what two men at least carry and fire. Source: 86, 127."""

ON_THE_GROUND = ("men", "weapon", "gun")
"""The classes of what is no vehicle."""

COLUMNS = {"men": "men", "weapon": "men", "tank": "tank", "carrier": "carrier", "motorcycle": "motorcycle"}
"""The columns of the obstacles; all others are starred. Source: 91-97, 107-109."""

TOWS = ("tows", "emergency-tows")
"""The states of what tows a gun. Source: 111-113."""


class Named(NamedTuple):
    """A unit in play that a field of a request names, the words said of it, how many of it, where, and as which row."""

    name: str
    field: str
    words: set[str]
    many: int
    place: str = ""
    row: str = ""


def named_in(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[Named]:
    """The units in play that a request names, field by field."""
    for field in plain[NAMES]:
        for name, said in terms_said(plain, field):
            if name in ledger.units:
                words = {*plain["conditions"], *said.split("+")[1:]}
                yield Named(name, field, words, int(uncounted(said)[0] or 1), place_in(said), row_in(said))


def left(ledger: Keeper, name: str, unit: Any) -> int:
    """How many of them are neither dead nor taken."""
    return int(unit.strength - ledger.value(name, "dead") - ledger.value(name, "captured"))


def burst_over(ledger: Keeper, gun: str) -> list[str]:
    """Those over whom its shells of this turn burst, once for each."""
    return [name for name in str(ledger.value(gun, "burst-over", "")).split(", ") if name]


def grenades_over(ledger: Keeper) -> list[str]:
    """Those over whom the grenades of this turn burst, once for each man."""
    return [name for name in str(ledger.value(GAME, "grenades-over", "")).split(", ") if name]


def who_say(ledger: Keeper, state: str, value: str) -> list[str]:
    """Those units and sections who have a state with a value: who are aboard a vehicle, who serve a weapon."""
    return [owner for owner, held in ledger.named(state) if held.value == value]


def towing(ledger: Keeper, gun: str) -> list[str]:
    """What tows a gun. Source: 111-113."""
    return [one for state in TOWS for one in who_say(ledger, state, gun)]


def units_of(ledger: Keeper, owner: str) -> list[str]:
    """A unit itself, or those of a section."""
    return [owner] if owner in ledger.units else [one.name for one in ledger.in_group(owner)]


def units_that_say(ledger: Keeper, state: str, value: str) -> list[str]:
    """The units in play that have a state with a value, or whose section has: those aboard, those who serve."""
    return [one for owner in who_say(ledger, state, value) for one in units_of(ledger, owner)]


def killed_by(deed: Deed, kind: str) -> list[str]:
    """The units of which men fell by a ruling, by the kind of the effect, once for each time that it tells so."""
    return [effect["unit"] for effect in deed.ruling["effects"] if effect["kind"] == kind]


def number(said: Any) -> float:
    """A number that was typed; nought for what is none, and is refused later."""
    try:
        return float(said or 0)
    except (TypeError, ValueError):
        return 0


def has_had_its_move(ledger: Keeper, side: str) -> bool:
    """Whether an army has moved this turn: it is the other's move, or all have moved. Source: 15-19."""
    if ledger.side:
        return side in ledger.sides and ledger.sides.index(side) < ledger.sides.index(ledger.side)
    return ledger.phase is not None and ledger.phase.name == "All other direct fire"


def men_of(ledger: Keeper, unit: str) -> str:
    """The row of a unit's men as it was typed, of several the most; empty for none that are told. Source: 86, 137."""
    rows = ledger.units[unit].rows if unit in ledger.units else ()
    men = [(many, row) for row, many in rows if ledger.figure("troops", row, "kind") == "men"]
    return max(men)[1] if men else ""


def has_men(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is men, with an HMG or mortar or without. Source: 86, 137."""
    on_foot = ledger.stands_for(unit, "infantry") and not vehicle_row(ledger, unit)
    had_weapon = carried_weapon(ledger, unit) or ledger.has(unit, "weapon-lost")
    return on_foot or bool(had_weapon and men_of(ledger, unit))


def carried_weapon(ledger: Keeper, unit: str) -> str:
    """The row of an HMG or mortar that a unit carries, in whatever place it was said; empty for none.

    Men whose weapon was run over or hit carry none. Source: 86, 131, 141.
    """
    rows = [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []
    if vehicle_row(ledger, unit) or ledger.has(unit, "weapon-lost"):
        return ""
    known = [*rows, *(row for row in ("infantry-weapon", "hmg") if ledger.stands_for(unit, row))]
    return next((row for row in known if is_carried(ledger, row)), "")


def is_carried(ledger: Keeper, row: str) -> bool:
    """Whether a row is an HMG or mortar. Source: 86."""
    weapon = ledger.figure("troops", row, "kind") == "weapon" or ledger.figure("weapons", row, "small-arms") == "hmg"
    return weapon or bool(ledger.figure("mortars", row, "max"))


def is_heavy_row(ledger: Keeper, row: str) -> bool:
    """True for the rows of guns and of weapons that two men carry. Source: 86, 127."""
    return row in HEAVY or is_carried(ledger, row)


def is_no_vehicle(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is men, their weapon or a gun on the ground."""
    return not vehicle_row(ledger, unit) and any(
        ledger.stands_for(unit, row) for row in ("infantry", "infantry-weapon", "gun")
    )


def vehicle_row(ledger: Keeper, unit: str) -> str:
    """The row of a vehicle among those of a unit, which carries the others; empty for none. Source: 293-338."""
    rows = [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []
    return next((row for row in rows if class_of(ledger, row) not in ("", *ON_THE_GROUND)), "")


def carries_men(ledger: Keeper, unit: str) -> bool:
    """Whether a vehicle was added with men, or with the small arms that men carry. Source: 137, 309."""
    rows = [row for row, _ in ledger.units[unit].rows] if vehicle_row(ledger, unit) else []
    return bool(men_of(ledger, unit)) or any(ledger.figure("weapons", row, "kind") == "small-arm" for row in rows)


def carries_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a vehicle was added with a gun, which is its main gun. Source: 309."""
    rows = [row for row, _ in ledger.units[unit].rows] if vehicle_row(ledger, unit) else []
    return any(ledger.figure("weapons", row, "kind") == "gun" for row in rows)


def is_heavy(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is a gun on the ground or what two men carry, which never moves and fires in one turn.

    Source: 86, 127.
    """
    heavy = any(ledger.stands_for(unit, row) for row in HEAVY) or carried_weapon(ledger, unit)
    return is_no_vehicle(ledger, unit) and bool(heavy) and not ledger.has(unit, "weapon-lost")


def is_crewless(ledger: Keeper, vehicle: str) -> bool:
    """Whether all of a vehicle's crew are dead or out; one that limps on has its driver. Source: 293-338, 415."""
    crews = [ledger.figure("vehicles", row, "crew") or 0 for row in ledger.units[vehicle].stands_for]
    gone = ledger.has(vehicle, "crew-gone")
    return gone is not None and not ledger.has(vehicle, "limps") and all(int(gone.value) >= crew for crew in crews)


def is_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is an A/T gun or a larger one on the ground, and no HMG or mortar. Source: 86, 137."""
    rows = ledger.units[unit].stands_for if unit in ledger.units else ()
    small = any(ledger.figure("mortars", row, "max") or row in ("infantry-weapon", "hmg") for row in rows)
    return "gun" in rows and not small and not vehicle_row(ledger, unit)


def rides(ledger: Keeper, unit: str) -> Held | None:
    """The move of the vehicle that a unit is or is aboard, if it moves. Source: 139, 172."""
    on_foot = is_no_vehicle(ledger, unit)
    return ledger.has(vehicle_of(ledger, unit) if on_foot else unit, "moved")


def vehicle_of(ledger: Keeper, who: str) -> str:
    """The vehicle that a unit is aboard, or its whole section; empty for none. Source: 88."""
    group = ledger.group_of(who) if who in ledger.units else who
    return str(ledger.value(who, "aboard", "") or ledger.value(group, "aboard", ""))


def leaves_wood_as_it_came(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is a wheeled vehicle or a gun, which may go into a wood and not through. Source: 49, 109."""
    rows = ledger.units[unit].stands_for if unit in ledger.units else ()
    wheeled = any(ledger.figure("troops", row, "kind") == "wheeled" for row in rows)
    return wheeled or is_gun(ledger, unit) or any(figure_is(ledger, row, "armoured-car") for row in rows)


def figure_is(ledger: Keeper, row: str, kind: str) -> bool:
    """Whether a vehicle of the lists is of a class."""
    return bool(ledger.figure("vehicle-facts", row, "class") == kind)


def cover_aboard(ledger: Keeper, man: str) -> str:
    """The cover of a man aboard: hard in an open-topped armoured vehicle. Source: 41."""
    vehicle = vehicle_of(ledger, man) if is_no_vehicle(ledger, man) and not ledger.has(man, "cover") else ""
    rows = ledger.units[vehicle].stands_for if vehicle in ledger.units else ()
    return "hard-cover" if any(ledger.figure("vehicle-facts", row, "open") for row in rows) else ""


def is_grenade(plain: Mapping[str, Any]) -> bool:
    """Whether it is a grenade that bursts, and no shell. Source: 187."""
    return str(plain.get("weapon") or "").partition("+")[0] == "grenade"


def fired_by(ledger: Keeper, unit: Named) -> list[str]:
    """The rows of the weapons that a unit fires, of a vehicle wherever it carries them."""
    mounted = [str(weapon) for mount in MOUNTS if (weapon := ledger.figure("vehicles", unit.row, mount))]
    return [one for one in (unit.row, *mounted) if ledger.figure("weapons", one, "kind") not in (None, "grenade")]


def weapons_of(ledger: Keeper, unit: Named) -> list[str]:
    """What a unit fires: the weapon where it says so, the main gun of a vehicle that has one, else what it carries."""
    mounted = ledger.figure("vehicles", unit.row, unit.place or "main")
    return [str(mounted)] if mounted else fired_by(ledger, unit)


def class_of(ledger: Keeper, row: str) -> str:
    """What a row is to a ram: men, weapon, gun, or a class of vehicle. Source: 129-131."""
    return str(ledger.figure("vehicle-facts", row, "class") or ledger.figure("troops", row, "kind") or "")


def row_in(said: str) -> str:
    """The row of a chart in a term, without its count, its place and its conditions: ``tiger``."""
    word = said.partition("+")[0].partition("/")[0]
    return uncounted(word)[1] or word


def place_in(said: str) -> str:
    """The place behind a slash in a term as it was typed: ``tiger/coax``."""
    return said.partition("+")[0].partition("/")[2]
