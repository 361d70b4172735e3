"""Which kinds of unit may be in which state, as the referee says it by hand.

Source: skirmish.txt 70, 82, 86-88, 111-121, 129-141, 170, 183, 203, 263, 277, 396, 409-417, 462.
"""

from typing import NamedTuple

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.skirmish.in_play import carried_weapon, carries_gun, figure_is, is_gun, is_no_vehicle

MAN, WEAPON, GUN, VEHICLE = "man", "weapon", "gun", "vehicle"
TURRET, MAIN, ARMOURED, OPENS, TANK = "turret", "main", "armoured", "opens", "tank"
"""What a unit may be: the first four as it goes, the others by what the charts know of a vehicle or gun."""

CALLED = {VEHICLE: "a vehicle", GUN: "a gun", WEAPON: "an HMG or mortar", MAN: "on foot"}
"""What a unit is called that may not be in a state: the first of these that it is."""

ON_FOOT = (MAN, WEAPON, GUN)
"""Men, and what men serve on the ground."""


class Only(NamedTuple):
    """The kinds of unit that a state is of, what is said of another kind, and where it stands."""

    kinds: tuple[str, ...]
    why: str
    section: str
    lines: str

    @property
    def source(self) -> Source:
        """Where it stands."""
        return Source(section=self.section, lines=self.lines)


EFFECTS = "AP Effect Table, effects"
TURRETS = Only((TURRET,), "{unit:has|have} no turret", EFFECTS, "415")
HATCHES = Only((ARMOURED,), "armoured vehicles alone close hatches", "AP Hit Table", "203, 277, 396")
ENTERS = Only(ON_FOOT, "men enter buildings", "Movement", "80-82")
RUNS = Only((MAN,), "men alone run", "Movement", "65-72")
PINNED = Only(ON_FOOT, "set {unit} aboard-{state} 1 says it of a man aboard", "Hit Effect Table; Prisoners", "183, 462")
FALLS = Only(ON_FOOT, "set {unit} aboard-dead 1 says it of a man aboard", "Hit Effect Table", "174-181")
SP = Only((OPENS,), "SP and AA guns open up and close down", "Movement", "121")
TOWS = Only((VEHICLE,), "a vehicle tows", "Movement", "111-113")
CARRIED = Only((WEAPON, GUN), "heavy weapons are carried and set up", "Movement", "86")
ABOARD = Only((VEHICLE,), "nobody is aboard it", "Movement", "88, 99")
LOST = Only((VEHICLE, WEAPON, GUN), "it is no vehicle and no weapon", EFFECTS, "141, 413-417")

ONLY = {
    "pinned": PINNED,
    "near-missed": PINNED,
    "prone": Only((MAN, WEAPON), "men alone lie prone", "Small Arms Table, Modifiers", "170"),
    "ran": RUNS,
    "ran-last-turn": RUNS,
    "dead": FALLS,
    "captured": Only(ON_FOOT, "troops are taken prisoner", "Prisoners", "462"),
    "guards": Only((MAN, WEAPON), "men guard prisoners", "Prisoners", "462"),
    "entered": ENTERS,
    "inside": ENTERS,
    "serves": Only((MAN,), "men serve heavy weapons", "Movement", "86"),
    "threw": Only((MAN,), "men throw grenades", "Grenades", "187"),
    "closed-hatches": HATCHES,
    "hatches-closed": HATCHES,
    "main-gun-destroyed": Only((MAIN,), "{unit:has|have} no main gun", EFFECTS, "409"),
    "turret-destroyed": TURRETS,
    "limps": TURRETS,
    "immobilised": Only((VEHICLE, GUN), "vehicles and guns alone are immobilised", EFFECTS, "262, 411"),
    "wrecked": LOST,
    "destroyed": LOST,
    "aboard-dead": ABOARD,
    "aboard-near-missed": ABOARD,
    "aboard-pinned": ABOARD,
    "escaped": ABOARD,
    "loading": ABOARD,
    "mounted": Only((VEHICLE,), "vehicles alone carry a weapon so", "Equipment Data", "293-338"),
    "tows": TOWS,
    "emergency-tows": TOWS,
    "hitched": Only((GUN, WEAPON), "guns are hitched up", "Movement", "117"),
    "carried": CARRIED,
    "to-set-up": CARRIED,
    "open": SP,
    "closed": SP,
    "aboard": Only((MAN, WEAPON), "a gun is towed", "Movement", "111-117"),
}
"""The states that are not of every kind of unit."""

NO_VEHICLE = ("turret-destroyed", "limps", "wrecked", "immobilised", "closed-hatches", "hatches-closed")
"""States of which a man is told that he is no vehicle."""


def denied_by_kind(ledger: Keeper, owner: str, state: str) -> Sentences:
    """Why a unit is not of a kind that may be in a state; of what the charts do not know nothing is denied."""
    only, kinds = ONLY.get(state), kinds_of(ledger, owner)
    if only is None or not kinds or kinds & {*only.kinds}:
        return
    said = "{unit:is|are} {what}: " if not only.why.startswith("{unit:has") else ""
    said = "{unit:is|are} no vehicle" if MAN in kinds and state in NO_VEHICLE else said + only.why
    what = next(CALLED[kind] for kind in CALLED if kind in kinds)
    yield of(owner, said, what=what, state=state), only.source


def kinds_of(ledger: Keeper, unit: str) -> set[str]:
    """What a unit in play is by the charts; nothing for one that no chart knows, or a section."""
    if unit not in ledger.units or not ledger.units[unit].rows:
        return set()
    rows = ledger.units[unit].stands_for
    if is_no_vehicle(ledger, unit):
        weapon = WEAPON if carried_weapon(ledger, unit) else ""
        return {*([MAN] if "infantry" in rows else []), *([GUN, OPENS] if is_gun(ledger, unit) else [weapon])} - {""}
    in_chart = [row for row in rows if ledger.figure("vehicles", row, "crew")]
    soft = any(ledger.figure("troops", row, "kind") for row in rows)
    if not (in_chart or soft):
        return set()
    facts = {
        TURRET: any(ledger.figure("vehicle-facts", row, "turret") for row in in_chart),
        MAIN: any(ledger.figure("vehicles", row, "main") for row in in_chart) or carries_gun(ledger, unit),
        ARMOURED: bool(in_chart),
        OPENS: any(ledger.figure("vehicle-facts", row, "sp") for row in in_chart),
        TANK: any(figure_is(ledger, row, "tank") for row in in_chart),
    }
    return {VEHICLE, *[kind for kind, holds in facts.items() if holds]}
