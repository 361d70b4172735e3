"""The shots of direct fire, one weapon and one target at a time. Source: skirmish.txt 37-47, 127-183, 283-405."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import Counts
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.request import Conditions
from refcli.core.ruling import Figure, Note, Outcome
from refcli.rulesets.skirmish.anti_tank import Mark, attack_value, lost_crew, strike
from refcli.rulesets.skirmish.artillery import fall_of_shot, landed
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.crew import NOBODY, Fared, Fate, jump_clear, men_in, occupants, suffer
from refcli.rulesets.skirmish.small_arms import FAST, cover_row, damage_soft_vehicle, modifiers, with_one_gait
from refcli.rulesets.skirmish.throw import hit_number

SMALL_ARMS, ANTI_TANK, HE = "small-arms", "anti-tank", "he"


class FireOutcome(Outcome):
    DESTROYED = "destroyed", True, "{target}: destroyed{also}{aboard}"
    WRECKED = "wrecked", True, "{target}: wrecked and on fire{also}{aboard}"
    TURRET_DESTROYED = "turret destroyed", True, "{target}: turret destroyed{also}{aboard}"
    IMMOBILISED = "immobilised", True, "{target}: immobilised{also}{aboard}"
    MAIN_GUN_DESTROYED = "main gun destroyed", True, "{target}: main gun destroyed for the rest of the battle"
    DEAD = "dead", True, "{target}: {dead} dead or critically wounded{near}{also}"
    DIRECT_HIT = "direct hit", True, "{target}: a direct hit{also}; {where}use burst for what lies under"
    COVERS = "covers", True, "{target}: {where}a burst circle still covers the aim{also}; use burst for what lies under"
    NEAR_MISS = "near miss", False, "{target}: near miss{pinned}{also}"
    SLIGHT_DAMAGE = "slight damage", False, "{target}: slight damage, no noticeable effect"
    CLOSES_HATCHES = "closes hatches", False, "{target}: hit without harm; it closes hatches"
    WIDE = "wide", False, "{target}: {where}use burst for what lies under"
    MISS = "miss", False, "{target}: missed"
    NO_SHOT = "no shot", False, "{firer}: no shot at {target}"


ARMOUR = {
    "destroyed": FireOutcome.DESTROYED,
    "wrecked": FireOutcome.WRECKED,
    "turret-destroyed": FireOutcome.TURRET_DESTROYED,
    "immobilised": FireOutcome.IMMOBILISED,
    "main-gun-destroyed": FireOutcome.MAIN_GUN_DESTROYED,
    "near-miss": FireOutcome.NEAR_MISS,
    "no-effect": FireOutcome.CLOSES_HATCHES,
}
SOFT = {
    "destroyed": FireOutcome.DESTROYED,
    "immobilised": FireOutcome.IMMOBILISED,
    "slight": FireOutcome.SLIGHT_DAMAGE,
    "": FireOutcome.SLIGHT_DAMAGE,
}
MEN = {Fate.DEAD: FireOutcome.DEAD, Fate.NEAR_MISS: FireOutcome.NEAR_MISS, Fate.UNHURT: FireOutcome.MISS}
BURSTS = (FireOutcome.DIRECT_HIT, FireOutcome.COVERS, FireOutcome.WIDE)
"""Where shells fell, the nearest first."""
BESIDE = {
    FireOutcome.WRECKED: (FireOutcome.TURRET_DESTROYED,),
    FireOutcome.TURRET_DESTROYED: (FireOutcome.IMMOBILISED,),
    FireOutcome.IMMOBILISED: (FireOutcome.MAIN_GUN_DESTROYED,),
    FireOutcome.DEAD: BURSTS,
    FireOutcome.DIRECT_HIT: (FireOutcome.NEAR_MISS,),
    FireOutcome.COVERS: (FireOutcome.NEAR_MISS,),
    FireOutcome.NEAR_MISS: BURSTS,
}
"""What one shot does and another's worse result does not take in, the worst of it first."""
OVER_THE_AIM = (FireOutcome.DIRECT_HIT, FireOutcome.COVERS)
NO_HIT = (FireOutcome.COVERS, FireOutcome.WIDE, FireOutcome.MISS, FireOutcome.NO_SHOT)


class Arm(NamedTuple):
    """One group of alike weapons: its label, the weapon, how it fires, what is stated, if a vehicle has it."""

    label: str
    weapon: str
    many: int
    manner: str
    stated: Conditions
    mounted: bool


class Shot(NamedTuple):
    """What one shot comes to; a shell that is alone also tells where it falls."""

    outcome: FireOutcome
    where: str = ""


class Came(NamedTuple):
    """What all shots at one target come to: the worst result, and what holds besides it; shells among the shots."""

    results: tuple[FireOutcome, ...]
    shots: int = 0
    hits: int = 0
    shells: int = 0
    covering: int = 0
    where: str = ""
    fared: Fared = NOBODY

    @property
    def outcome(self) -> FireOutcome:
        """The worst result."""
        return self.results[0]

    @property
    def counts(self) -> tuple[int, ...]:
        """Shots, hits, dead, near misses, escaped, shells, circles over the aim."""
        fared = self.fared
        return self.shots, self.hits, fared.dead, fared.near_misses, fared.escaped, self.shells, self.covering


def shots_at(arms: tuple[Arm, ...], mark: Mark, alone: bool, charts: Charts, dice: Dice) -> Came:
    """Every shot at one target, then what becomes of those in it."""
    single = alone and sum(arm.many for arm in arms if arm.manner == HE) == 1
    came = dice.joined(both, group, [("", (arm, mark, alone, single, charts)) for arm in arms])
    return came._replace(fared=those_in(came.results, mark, charts, dice))


def both(one: Came, other: Came) -> Came:
    """What the shots of two groups come to together."""
    return Came(
        that_hold((*one.results, *other.results)),
        one.shots + other.shots,
        one.hits + other.hits,
        one.shells + other.shells,
        one.covering + other.covering,
        one.where + other.where,
    )


def group(arm: Arm, mark: Mark, alone: bool, single: bool, charts: Charts, dice: Dice) -> Came:
    """The shots of one group of alike weapons."""
    if dice.sub(barred, (arm, mark, alone, charts), ""):
        return Came((FireOutcome.NO_SHOT,))
    if arm.manner == HE:
        shots = high_explosive(arm, single, charts, dice)
    else:
        one = small_arms if arm.manner == SMALL_ARMS else anti_tank
        shots = dice.each(arm.many, one, (arm, mark, charts), arm.label)
    return Came(
        that_hold([shot.outcome for shot in shots]),
        arm.many,
        sum(times for shot, times in shots.items() if shot.outcome not in NO_HIT),
        sum(times for shot, times in shots.items() if shot.outcome in BURSTS),
        sum(times for shot, times in shots.items() if shot.outcome in OVER_THE_AIM),
        next((shot.where for shot in shots if shot.where), ""),
    )


def that_hold(results: Sequence[FireOutcome]) -> tuple[FireOutcome, ...]:
    """The worst of several results, and the one that holds besides it.

    What is destroyed has nothing left to lose, a wreck moves and fires no more, a turret takes its main gun with it,
    and one who is dead suffers no near miss. Source: skirmish.txt 183, 409-417.
    """
    worst = min(results, key=attrgetter("rank"))
    return (worst, *[beside for beside in BESIDE.get(worst, ()) if beside in results][:1])


def those_in(results: tuple[FireOutcome, ...], mark: Mark, charts: Charts, dice: Dice) -> Fared:
    """What becomes of the man, or of those in the vehicle. Source: skirmish.txt 183, 200-201, 413-417."""
    worst = results[0]
    if charts.has("vehicles", mark.name):
        befell = tuple([result.word.replace(" ", "-") for result in results])
        return lost_crew(befell, mark.name, mark.stated, charts, dice)
    men = men_in(mark.name, mark.stated, charts)
    if charts["troops", mark.name, "kind"].text == "men":
        return Fared(dead=int(FireOutcome.DEAD in results), near_misses=int(FireOutcome.NEAR_MISS in results))
    if worst == FireOutcome.DESTROYED:
        return dice.sub(jump_clear, (men, (), charts), "crew")
    if worst == FireOutcome.IMMOBILISED:
        return dice.sub(occupants, (men, "soft-cover", (), charts), "crew")
    return NOBODY


def barred(arm: Arm, mark: Mark, alone: bool, charts: Charts, dice: Dice) -> bool:
    """Whether a weapon may not fire at a target; the trail tells why."""
    note = bar(arm, mark, alone, charts)
    if note:
        dice.show(note)
    return note is not None


def bar(arm: Arm, mark: Mark, alone: bool, charts: Charts) -> Note | None:
    """Why a weapon may not fire at a target; None when it may. Who walks or runs with a weapon moves it.

    Source: skirmish.txt 27, 35-37, 47, 86, 127, 139, 145, 157-161, 183, 207, 369-390.
    """
    if not arm.weapon:
        return Note("it has no such weapon", Source(section="Equipment Data", lines="293-338"))
    kind = charts["weapons", arm.weapon, "kind"].text
    if kind == "grenade":
        return Note("no shot: a grenade is thrown; use grenade", charts["weapons", arm.weapon, "kind"].source)
    stated = set(arm.stated)
    if stated & {Circumstance.WALKING, Circumstance.RUNNING}:
        stated |= {Circumstance.MOVED}
    defends = kind == "machine-gun" and Circumstance.DEFENSIVE in arm.stated
    for chart, circumstance, known, bars in (
        ("firing", Circumstance.NEAR_MISSED, stated, not arm.mounted),
        ("firing", Circumstance.MOVED, stated, stands(arm, kind, charts)),
        ("firing", Circumstance.BLOCKED, mark.stated, True),
        ("hit-effect", Circumstance.TOTAL_COVER, mark.stated, True),
        ("small-arms", Circumstance.FROM_VEHICLE, stated, not arm.mounted and kind in ("infantry-anti-tank", "gun")),
        ("smoke", Circumstance.THROUGH_SMOKE, mark.stated, not defends),
    ):
        if bars and circumstance in known:
            condition = charts.stated(chart, circumstance)
            return Note(f"no shot: {condition.text}", condition.source)
    if not alone and kind != "machine-gun":
        zone = charts["firing", "mg-zone-in-wood"].source
        return Note("no shot: a machine gun alone fires at all in a zone; name one target", zone)
    return out_of_reach(arm, mark, charts)


def stands(arm: Arm, kind: str, charts: Charts) -> bool:
    """Whether a weapon stands on the ground and is set up there before it fires. Source: skirmish.txt 86, 127."""
    return not arm.mounted and (kind == "gun" or charts["weapons", arm.weapon, "small-arms"].text == "hmg")


def out_of_reach(arm: Arm, mark: Mark, charts: Charts) -> Note | None:
    """Why a weapon has no figure for a target at that range; None when it has.

    Source: skirmish.txt 157-161, 207-224, 369-390.
    """
    weapon = charts.label("weapons", arm.weapon)
    vehicle = charts.has("vehicles", mark.name)
    kind = "" if vehicle else charts["troops", mark.name, "kind"].text
    if arm.manner == SMALL_ARMS:
        row = charts["weapons", arm.weapon, "small-arms"]
        if row.blank:
            return Note(f"no shot: the Small Arms Table has no {weapon}", charts.source("small-arms"))
        if kind in ("weapon", "gun"):
            return Note("no shot: fire at its crew", Source(section="Infantry Weapons", lines="141"))
        cell = charts["small-arms", row.text, mark.range]
        return Note(f"no shot: {weapon} at {mark.range:g} cm", cell.source) if cell.blank else None
    if arm.manner == ANTI_TANK:
        if kind in ("men", "weapon", "gun"):
            return Note("no shot: anti-tank shots are for vehicles", charts.source("ap-hit"))
        if attack_value(arm.weapon, mark.range, charts) is None:
            source = charts.source("attack-values")
            return Note(f"no shot: {weapon} has no attack value at {mark.range:g} cm", source)
        return None
    he = charts["weapons", arm.weapon, "he"]
    if he.blank:
        return Note(f"no shot: {weapon} has no HE", he.source)
    chart = "guns" if charts.has("guns", he.text) else "tank-guns"
    least, most = charts[chart, he.text, "min"], charts[chart, he.text, "max"]
    if least.number <= mark.range <= most.number:
        return None
    return Note(f"no shot: HE reaches from {least.text} to {most.text} cm", least.source)


def small_arms(arm: Arm, mark: Mark, charts: Charts, dice: Dice) -> Shot:
    """One weapon's shot: to hit, then the effect on a man, a soft vehicle or armour.

    Source: skirmish.txt 149-183, 197-203.
    """
    row = charts["weapons", arm.weapon, "small-arms"].text
    cell = charts["small-arms", row, mark.range]
    if not hit_number((cell, *modifiers(arm.stated + mark.stated, mark.range, charts)), charts, dice):
        return Shot(FireOutcome.MISS)
    if charts.has("vehicles", mark.name):
        return Shot(FireOutcome.CLOSES_HATCHES)
    if charts["troops", mark.name, "kind"].text == "men":
        return Shot(MEN[suffer(cover_row(mark.stated), (), charts, dice)])
    return Shot(SOFT[damage_soft_vehicle(row == "hmg", charts, dice)])


def anti_tank(arm: Arm, mark: Mark, charts: Charts, dice: Dice) -> Shot:
    """One anti-tank shot: to hit, then what it does. A soft vehicle that is hit is destroyed.

    Source: skirmish.txt 342-405.
    """
    if not dice.sub(anti_tank_hit, (arm, mark, charts), ""):
        return Shot(FireOutcome.MISS)
    if charts.has("vehicles", mark.name):
        return Shot(ARMOUR[dice.sub(strike, (arm.weapon, mark, charts), "")])
    dice.show(Note("a soft vehicle has no defence value: it is destroyed", SOFT_HIT))
    return Shot(FireOutcome.DESTROYED)


def anti_tank_hit(arm: Arm, mark: Mark, charts: Charts, dice: Dice) -> bool:
    """Whether an anti-tank shot hits; a vehicle that suffered a near miss closed hatches.

    Source: skirmish.txt 342-363, 396.
    """
    stated = with_one_gait(arm.stated + mark.stated)
    if arm.mounted and Circumstance.NEAR_MISSED in arm.stated:
        stated |= {Circumstance.HATCHES_CLOSED}
    infantry = charts["weapons", arm.weapon, "kind"].text == "infantry-anti-tank"
    moves = bool(stated & {Circumstance.MOVING, *FAST})
    stated = stated | {Circumstance.MOVING} if infantry and moves else stated - {Circumstance.MOVING}
    if Circumstance.MOVING_OVER_30 in stated:
        stated -= {Circumstance.MOVING_OVER_20}
    parts = (charts["ap-hit", "ap", mark.range], *charts.modifiers("ap-hit", stated))
    return dice.sub(hit_number, (parts, charts), "")


SOFT_HIT = Source("house", "an anti-tank hit on a soft vehicle")


def high_explosive(arm: Arm, single: bool, charts: Charts, dice: Dice) -> Counts[Shot]:
    """Direct HE: where each shell falls; a hit does not keep the next one on target.

    Source: skirmish.txt 283-285.
    """
    he = charts["weapons", arm.weapon, "he"].text
    burst = charts["guns" if charts.has("guns", he) else "tank-guns", he, "burst"]
    dice.show(Figure(f"{burst.label}: burst diameter, cm", burst))
    if single:
        fall = dice.sub(fall_of_shot, ("shell", "direct", burst, charts), f"{arm.label}/1")
        where = f"the shell falls {fall.told}; "
        if fall.where == "hit":
            return Counts([Shot(FireOutcome.DIRECT_HIT)])
        return Counts([Shot(FireOutcome.COVERS if fall.covers else FireOutcome.WIDE, where)])
    shells = dice.each(arm.many, landed, ("shell", "direct", burst, charts), arm.label)
    shots: Counts[Shot] = Counts()
    for one, times in shells.items():
        came = FireOutcome.DIRECT_HIT if one.hit else FireOutcome.COVERS if one.covers else FireOutcome.WIDE
        shots += Counts({Shot(came): times})
    return shots
