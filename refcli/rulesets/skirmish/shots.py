"""The shots of direct fire, one weapon and one target at a time. Source: skirmish.txt 37-47, 127-203, 283-405."""

from refcli.core.cells import HOUSE
from refcli.core.request import Conditions, NamedTuple
from refcli.core.rulebook import D10, Cell, Charts, Dice, Note, Outcome, Source, TargetNumber, part
from refcli.rulesets.skirmish.anti_tank import Target, strike
from refcli.rulesets.skirmish.crew import ABOARD, NEAR_MISSES, Casualties, roll_on, suffer
from refcli.rulesets.skirmish.fall_of_shot import Covering, fall_of_shot
from refcli.rulesets.skirmish.weapons import HE, SMALL_ARMS, Weapon, he_figure

BURST = "Roll for all under a burst circle"
FELL = "[alone?, {cm} cm {side}][, {wide} wide][hit_too?, a direct hit][covers_too?, a burst circle over the aim]"
SHELLS_TOO = f".[shells? {{shells:shell}}]{FELL}[shells?. {BURST}.]"
SOME_WIDE = "[, {wide} of {shells:shell} wide]"
COVERED = "[alone?The shell falls {cm} cm {side}, but its][!alone?A] burst circle covers {the target}"
ALL_WIDE = "[alone?The shell falls {cm} cm {side} of][!alone?{shells:shell} wide of] {the target}"
ALSO = "[; also {also}]"
IN_ALL = "[zone?; in all {dead} dead, {near misses:near miss|near misses}]"
IN_IT = f"{ALSO}{ABOARD}[, {{near_aboard:near miss|near misses}}]{IN_ALL}."
NO_DEFENCE = Source(HOUSE, "an anti-tank hit on a soft vehicle")
HATCHES = "[!near misses?: {target:it closes|they close} hatches]"


class FireOutcome(Outcome):
    DESTROYED = "destroyed", True, "{The target} {target:is|are} destroyed" + IN_IT
    WRECKED = "wrecked", True, "{The target} {target:is|are} wrecked and on fire" + IN_IT
    TURRET_DESTROYED = "turret destroyed", True, "{The target} {target:loses its turret|lose their turrets}" + IN_IT
    IMMOBILISED = "immobilised", True, "{The target} {target:is|are} immobilised" + IN_IT
    MAIN_GUN_DESTROYED = (
        "main gun destroyed",
        True,
        "{The target} {target:has|have} no main gun for the rest of the battle.",
    )
    DEAD = "dead", True, "{The target}: {dead} dead or critically wounded" + NEAR_MISSES + SHELLS_TOO
    DIRECT_HIT = "direct hit", True, f"A direct hit on {{the target}}{SOME_WIDE}{ALSO}. {BURST}."
    COVERS = "covers", True, f"{COVERED}{SOME_WIDE}{ALSO}. {BURST}."
    NEAR_MISS = "near miss", False, "A near miss on {the target}" + HATCHES + SHELLS_TOO
    SLIGHT_DAMAGE = "slight damage", False, "{hits:hit} on {the target}: slight damage, no effect."
    CLOSES_HATCHES = "closes hatches", False, "{hits:hit}, no damage. {The target} {target:closes|close} hatches."
    WIDE = "wide", False, f"{ALL_WIDE}. {BURST}."
    MISS = "miss", False, "No hit on {the target}."
    NO_SHOT = "no shot", Outcome.NO_ATTEMPT, "{The firer} {firer:has|have} no shot at {the target}."


ARMOUR = {
    "destroyed": FireOutcome.DESTROYED,
    "wrecked": FireOutcome.WRECKED,
    "turret-destroyed": FireOutcome.TURRET_DESTROYED,
    "immobilised": FireOutcome.IMMOBILISED,
    "main-gun-destroyed": FireOutcome.MAIN_GUN_DESTROYED,
    "near-miss": FireOutcome.NEAR_MISS,
    "no-effect": FireOutcome.CLOSES_HATCHES,
}
"""What an anti-tank shot does, by the words of the AP Effect Table."""
ON_ARMOUR = {result: word for word, result in ARMOUR.items()}
SOFT = {"destroyed": FireOutcome.DESTROYED, "immobilised": FireOutcome.IMMOBILISED}
BURSTS = (FireOutcome.DIRECT_HIT, FireOutcome.COVERS, FireOutcome.WIDE)
"""Where shells fell, the nearest first."""
NO_HIT = (FireOutcome.COVERS, FireOutcome.WIDE, FireOutcome.MISS)
HOLDS_BESIDE = {
    FireOutcome.WRECKED: (FireOutcome.TURRET_DESTROYED,),
    FireOutcome.TURRET_DESTROYED: (FireOutcome.IMMOBILISED,),
    FireOutcome.IMMOBILISED: (FireOutcome.MAIN_GUN_DESTROYED,),
    FireOutcome.DEAD: BURSTS,
    FireOutcome.DIRECT_HIT: (FireOutcome.NEAR_MISS,),
    FireOutcome.COVERS: (FireOutcome.NEAR_MISS,),
    FireOutcome.NEAR_MISS: BURSTS,
}
"""What one shot does and another's worse result does not take in, the worst of it first."""


class ShotResult(NamedTuple):
    """What shots at one target come to: the worst result, and the one that holds besides it."""

    worst: FireOutcome = FireOutcome.NO_SHOT
    besides: FireOutcome | None = None

    def __add__(self, other: "ShotResult") -> "ShotResult":  # type: ignore[override]
        """The worst of both, and what it does not take in.

        What is destroyed has nothing left to lose, a wreck moves and fires no more, a turret takes its main gun with
        it, and one who is dead suffers no near miss. Source: skirmish.txt 183, 409-417.
        """
        worst = self.worst if self.worst.rank <= other.worst.rank else other.worst
        for besides in HOLDS_BESIDE.get(worst, ()):
            if besides in self or besides in other:
                return ShotResult(worst, besides)
        return ShotResult(worst)

    @property
    def on_armour(self) -> tuple[str, ...]:
        """The results that an armoured vehicle suffers, in the words of the AP Effect Table, the worst first."""
        return tuple([ON_ARMOUR[result] for result in self if result in ON_ARMOUR])


class Suffered(NamedTuple):
    """What one target suffers from one shot or from several, or several targets together.

    ``shells`` are those among the shots, ``covering`` those with their circle over the aim. ``immobilising`` are the
    hits that immobilise a soft vehicle, for each of which those in it suffer. Each of its shots, and what becomes of
    each man aboard, are for effects alone, and empty for odds.
    """

    result: ShotResult = ShotResult()
    shots: int = 0
    hits: int = 0
    shells: int = 0
    covering: int = 0
    immobilising: int = 0
    men: Casualties = Casualties()
    each_shot: tuple[tuple[str, Weapon, "Suffered"], ...] = ()
    each_man: tuple[Casualties, ...] = ()


def shot(weapon: Weapon, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """One shot of a weapon, in the manner in which it fires; an HE hit does not keep the next one on target.

    Source: skirmish.txt 283-285.
    """
    if weapon.manner == HE:
        fall = fall_of_shot("shell", "direct", he_figure(weapon, "burst", charts), charts, dice)
        outcome = FireOutcome.COVERS if fall.covers else FireOutcome.WIDE
        outcome = FireOutcome.DIRECT_HIT if fall.hit else outcome
        return Suffered(ShotResult(outcome), 1, fall.hit, 1, Covering(fall))
    outcome = (small_arms if weapon.manner == SMALL_ARMS else anti_tank)(weapon, target, charts, dice)
    soft = outcome is FireOutcome.IMMOBILISED and not charts.has("vehicles", target.name)
    return Suffered(ShotResult(outcome), 1, outcome not in NO_HIT, immobilising=soft)


def small_arms(weapon: Weapon, target: Target, charts: Charts, dice: Dice) -> FireOutcome:
    """A shot of small arms: to hit, then the effect on what is hit. Source: skirmish.txt 149-183, 197-203."""
    row = charts["weapons", weapon.name, "small-arms"].text
    needed = charts["small-arms", row, target.range]
    if not hits((needed, *small_arms_modifiers(weapon.stated + target.stated, target.range, charts)), charts, dice):
        return FireOutcome.MISS
    if charts.has("vehicles", target.name):
        return FireOutcome.CLOSES_HATCHES
    if charts["troops", target.name, "kind"].text == "men":
        man = suffer(cover_row(target.stated), (), charts, dice)
        return FireOutcome.DEAD if man.dead else FireOutcome.NEAR_MISS if man.near_misses else FireOutcome.MISS
    return SOFT.get(damage_soft_vehicle(charts, dice, heavy=row == "hmg"), FireOutcome.SLIGHT_DAMAGE)


def hits(number: tuple[Cell, ...], charts: Charts, dice: Dice) -> bool:
    """Whether one d10 reaches the modified hit number. Source: skirmish.txt 151, 344."""
    needed = dice.show(charts.add_up("hit number", *number))
    return dice.check(charts.add_up("to hit"), D10, "to hit", TargetNumber(">=", needed.total)).passed


def small_arms_modifiers(stated: Conditions, range: float, charts: Charts) -> tuple[Cell, ...]:
    """The modifiers of the hit number, with the exceptions between them.

    A target that is prone and moved over 10 cm, as a fast one did, counts once, and not at all under 5 cm.
    Source: skirmish.txt 163-172.
    """
    applying = with_one_gait(stated)
    if "moving-over-20" in applying or "moving-over-30" in applying:
        applying = applying.also("moved-over-10")
    if range < charts["firing", "prone-counts-from"].number:
        applying = applying.without("prone", "moved-over-10")
    elif "prone" in applying:
        applying = applying.without("moved-over-10")
    return charts.modifiers("small-arms", applying)


def with_one_gait(stated: Conditions) -> Conditions:
    """What is stated of a shot, its firer at the fastest gait alone; who fires from a moving vehicle does not stand.

    Source: skirmish.txt 165-172, 356.
    """
    if "running" in stated:
        stated = stated.without("walking")
    if any(gait in stated for gait in ("walking", "running", "from-vehicle")):
        stated = stated.without("stationary")
    return stated


def cover_row(stated: Conditions) -> str:
    """The row of the Hit Effect Table: the better of the covers stated. Source: skirmish.txt 178-181."""
    return next((cover for cover in ("hard-cover", "soft-cover") if cover in stated), "open")


def damage_soft_vehicle(charts: Charts, dice: Dice, *, heavy: bool) -> str:
    """What a soft vehicle suffers from a hit; an HMG or a grenade adds 1. Source: skirmish.txt 197-201."""
    added = (charts.condition("soft-vehicle", "hmg-or-grenade"),) if heavy else ()
    return roll_on("soft-vehicle", "soft-vehicle", "damage", added, charts, dice)


def anti_tank(weapon: Weapon, target: Target, charts: Charts, dice: Dice) -> FireOutcome:
    """An anti-tank shot: to hit, then what it does; it destroys a soft vehicle. Source: skirmish.txt 342-405."""
    if not anti_tank_hits(weapon, target, charts, dice):
        return FireOutcome.MISS
    if charts.has("vehicles", target.name):
        return ARMOUR[strike(weapon.name, target, charts, dice)]
    dice.show(Note("a soft vehicle has no defence value: it is destroyed", NO_DEFENCE))
    return FireOutcome.DESTROYED


@part
def anti_tank_hits(weapon: Weapon, target: Target, charts: Charts, dice: Dice) -> bool:
    """Whether it hits; a vehicle that suffered a near miss closed hatches. Source: skirmish.txt 342-363, 396."""
    applying = with_one_gait(weapon.stated + target.stated)
    if weapon.mounted and "near-missed" in weapon.stated:
        applying = applying.also("hatches-closed")
    if charts["weapons", weapon.name, "kind"].text != "infantry-anti-tank":
        applying = applying.without("moving")
    elif "moving-over-20" in applying or "moving-over-30" in applying:
        applying = applying.also("moving")
    if "moving-over-30" in applying:
        applying = applying.without("moving-over-20")
    return hits((charts["ap-hit", "ap", target.range], *charts.modifiers("ap-hit", applying)), charts, dice)
