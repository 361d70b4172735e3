"""What may fire at a target, and how. Source: skirmish.txt 27, 35-37, 47, 86, 127, 139-145, 157-161, 183, 207-224."""

from refcli.core.cells import Source
from refcli.core.dice import numbered
from refcli.core.request import Conditions, NamedTuple, Term
from refcli.core.rulebook import Cell, Charts, Dice, Note, note, part
from refcli.rulesets.skirmish.anti_tank import Target, attack_value, weapon_of

IN_TURRET = ("main", "coax", "pivot")
"""The mounts of a vehicle that it loses with its turret."""

MANNERS = SMALL_ARMS, ANTI_TANK, HE = "small-arms", "anti-tank", "he"
"""The manners in which a weapon fires."""

ABOARD = Source(section="Infantry Weapons", lines="139")
"""What fires from a moving vehicle."""


class Weapon(NamedTuple):
    """Alike weapons: which, how many, what is stated of them, where a vehicle carries them, and how they fire.

    Without a ``mount`` they are on the ground. Where the manner is not said, it is the usual one at each target.
    """

    name: str
    many: int
    stated: Conditions
    mount: str = ""
    manner: str = ""

    @property
    def mounted(self) -> bool:
        """Whether a vehicle carries it."""
        return bool(self.mount)

    def at(self, target: str, charts: Charts) -> "Weapon":
        """The weapon as it fires at a target: in the manner that is said, or the usual one."""
        return self._replace(manner=self.manner or usual_manner(self.name, target, charts))


Weapons = tuple[tuple[str, Weapon], ...]
"""Groups of alike weapons, each with its label."""


def weapon_in_use(firer: Term, manner: str | None, stated: Conditions, charts: Charts) -> Weapon:
    """What a firer fires, in the manner that is said, if any is."""
    mount = (firer.place or "main") if charts.has("vehicles", firer.name) else ""
    return Weapon(weapon_of(firer, charts), firer.many, stated + firer.conditions, mount, manner or "")


def usual_manner(weapon: str, target: str, charts: Charts) -> str:
    """How a weapon fires at a target unless it is said: small arms, an anti-tank shot, or direct HE."""
    if not weapon or not charts["weapons", weapon, "small-arms"].blank:
        return SMALL_ARMS
    vehicle = charts.has("vehicles", target) or charts["troops", target, "kind"].text in ("wheeled", "motorcycle")
    return HE if charts["weapons", weapon, "kind"].text == "gun" and not vehicle else ANTI_TANK


@part
def weapons_that_fire(weapons: Weapons, target: Target, zone: bool, charts: Charts, dice: Dice) -> Weapons:
    """Every single weapon that may fire at a target, labelled, in the manner in which it fires at this one."""
    firing: list[tuple[str, Weapon]] = []
    for label, alike in weapons:
        weapon = alike.at(target.name, charts)
        bar = bar_to(weapon, target, zone, charts)
        if bar:
            dice.show(bar)
            continue
        if weapon.manner == HE:
            burst = he_figure(weapon, "burst", charts)
            dice.show(burst, "The burst circle of {the 0} is {value} cm across.", burst.label)
        firing += numbered(label, weapon.many, weapon)
    return tuple(firing)


OF_TARGET = ("blocked", "beyond-zone", "total-cover", "through-smoke")
"""The conditions of a target for which a weapon may not fire at it."""


def bar_to(weapon: Weapon, target: Target, zone: bool, charts: Charts) -> Note | None:
    """Why a weapon may not fire at a target; None when it may.

    Source: skirmish.txt 27, 35-37, 47, 86, 115-121, 127, 139, 145, 157-161, 183, 207, 369-390,
    409, 415.
    """
    if not weapon.name:
        return Note("no shot: it has no such weapon", Source(section="Equipment Data", lines="293-338"))
    kind = charts["weapons", weapon.name, "kind"]
    if kind.text == "grenade":
        return Note("no shot: a man throws a grenade, he does not fire it", kind.source)
    machine_gun = kind.text == "machine-gun"
    of_firer, by_hand = weapon.stated, not weapon.mounted
    label = charts.called(weapon.name, "weapons")
    set_up = by_hand and is_set_up(weapon, charts)
    if set_up and ("walking" in of_firer or "running" in of_firer):  # who walks or runs with a weapon moves it
        of_firer = of_firer.also("moved")
    for counts, chart, name in (
        (by_hand, "firing", "near-missed"),
        (weapon.mount == "main", "firing", "main-gun-destroyed"),
        (weapon.mount in IN_TURRET, "firing", "turret-destroyed"),
        (set_up, "firing", "moved"),
        (set_up or kind.text == "gun", "firing", "unready"),
        (by_hand and kind.text == "gun", "firing", "out-of-supply"),
        (set_up and machine_gun, "firing", "short-handed"),
        (True, "firing", "blocked"),
        (machine_gun, "firing", "beyond-zone"),
        (True, "hit-effect", "total-cover"),
        (by_hand and kind.text in ("infantry-anti-tank", "gun"), "small-arms", "from-vehicle"),
        (not machine_gun or "defensive" not in weapon.stated, "smoke", "through-smoke"),
    ):
        of_target = name in OF_TARGET
        act = "no shot" if of_target else "no shot by {the weapon}"
        bar = charts.bar(act, chart, target.stated if of_target else of_firer, name, weapon=label) if counts else None
        if bar:
            return bar._replace(source=ABOARD) if name == "from-vehicle" else bar
    if zone and not machine_gun:
        source = charts["firing", "mg-zone-in-wood"].source
        return Note("no shot: only a machine gun fires at a whole zone; name one target", source)
    return out_of_sight(target, charts) or out_of_reach(weapon, target, charts)


def out_of_sight(target: Target, charts: Charts) -> Note | None:
    """Why a target in a wood is not seen; None when it is. Source: skirmish.txt 39, 49."""
    for stated, row in (("in-wood", "inside-a-wood"), ("wood-edge", "edge-of-wood")):
        seen = charts["woods", row]
        if stated in target.stated and target.range > seen.number:
            where = charts.note("woods", stated).text
            return note("no shot: {where}, seen only to {cm} cm", seen.source, where=where, cm=seen.text)
    return None


def is_set_up(weapon: Weapon, charts: Charts) -> bool:
    """Whether a weapon is set up on the ground before it fires: a gun or an HMG. Source: skirmish.txt 86, 127."""
    gun = charts["weapons", weapon.name, "kind"].text == "gun"
    return gun or charts["weapons", weapon.name, "small-arms"].text == "hmg"


def out_of_reach(weapon: Weapon, target: Target, charts: Charts) -> Note | None:
    """Why a weapon has no figure for a target at that range; None when it has.

    Source: skirmish.txt 141, 157-161, 207-224, 369-390.
    """
    label, cm = charts.called(weapon.name, "weapons"), target.range
    kind = "" if charts.has("vehicles", target.name) else charts["troops", target.name, "kind"].text
    if weapon.manner == SMALL_ARMS:
        row = charts["weapons", weapon.name, "small-arms"]
        if row.blank:
            return note("no shot: the Small Arms Table has no {weapon}", charts.source("small-arms"), weapon=label)
        if kind in ("weapon", "gun"):
            return Note("no shot: fire at its crew", Source(section="Infantry Weapons", lines="141"))
        needed = charts["small-arms", row.text, cm]
        return (
            note("no shot: {cm} cm is too far for {the weapon}", needed.source, weapon=label, cm=cm)
            if needed.blank
            else None
        )
    if weapon.manner == ANTI_TANK:
        if kind in ("men", "weapon", "gun"):
            return Note("no shot: anti-tank shots are for vehicles", charts.source("ap-hit"))
        if not attack_value(weapon.name, cm, charts).blank:
            return None
        source = charts.source("attack-values")
        return note("no shot: {the weapon} has no attack value at {cm} cm", source, weapon=label, cm=cm)
    he = charts["weapons", weapon.name, "he"]
    if he.blank:
        return note("no shot: {the weapon} has no HE", he.source, weapon=label)
    least, most = he_figure(weapon, "min", charts), he_figure(weapon, "max", charts)
    if least.number <= cm <= most.number:
        return None
    return note("no shot: its HE reaches {least} to {most} cm", least.source, least=least.text, most=most.text)


def he_figure(weapon: Weapon, column: str, charts: Charts) -> Cell:
    """A figure of the gun as which a weapon fires HE. Source: skirmish.txt 207-224."""
    gun = charts["weapons", weapon.name, "he"].text
    return charts["guns" if charts.has("guns", gun) else "tank-guns", gun, column]
