"""What lies under a burst circle. Source: skirmish.txt 47, 141, 187, 195-201, 255-281."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term, labelled, one_by_one
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.rulesets.skirmish.anti_tank import MOUNTS, weapon_of
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.crew import (
    NOBODY,
    Fared,
    Fate,
    casualties,
    jump_clear,
    men_in,
    near_told,
    occupants,
    pinned,
    suffer,
)
from refcli.rulesets.skirmish.small_arms import cover_row, damage_soft_vehicle
from refcli.rulesets.skirmish.throw import result


class Burst(NamedTuple):
    """One burst circle, and all that it covers."""

    weapon: Annotated[
        Term,
        Field(
            "the gun, mortar or grenade, or the vehicle that fired",
            position=1,
            charts=("weapons", "mortars", "vehicles"),
            places=MOUNTS,
            noun="weapon",
        ),
    ]
    target: Annotated[
        tuple[Term, ...],
        Field("all that lies under the circle", position=2, charts=("troops", "vehicles"), noun="target"),
    ]
    conditions: Conditions = NOTHING


class BurstOutcome(Outcome):
    DESTROYED = "destroyed", True, "{what}: {destroyed} destroyed{more}"
    DEAD = "dead", True, "{what}: {dead} dead or critically wounded{more}"
    IMMOBILISED = "immobilised", True, "{what}: {immobilised} immobilised{more}"
    NEAR_MISS = "near miss", False, "{what}: none dead{more}"
    CLOSES_HATCHES = "closes hatches", False, "{what}: undamaged; armour closes hatches"
    UNDAMAGED = "undamaged", False, "{what}: nothing suffers"
    NO_BURST = "no burst", False, "{weapon} has no burst circle"


COUNTS = ("dead", "near misses", "destroyed", "immobilised")
MEN = {
    Fate.DEAD: BurstOutcome.DEAD,
    Fate.NEAR_MISS: BurstOutcome.NEAR_MISS,
    Fate.UNHURT: BurstOutcome.UNDAMAGED,
}
DAMAGE = {
    "destroyed": BurstOutcome.DESTROYED,
    "immobilised": BurstOutcome.IMMOBILISED,
}


class Shell(NamedTuple):
    """What bursts: its calibre in mm, whether it is a grenade, and what is added to dice for effect."""

    calibre: int | float
    grenade: bool
    on_men: tuple[Cell, ...]
    on_vehicles: tuple[Cell, ...]


class Suffered(NamedTuple):
    """What one thing under the circle suffers."""

    outcome: BurstOutcome
    fared: Fared = NOBODY

    @property
    def counts(self) -> tuple[int, ...]:
        """What COUNTS names."""
        destroyed, immobilised = self.outcome == BurstOutcome.DESTROYED, self.outcome == BurstOutcome.IMMOBILISED
        return self.fared.dead, self.fared.near_misses, int(destroyed), int(immobilised)


def burst(request: Burst, charts: Charts, dice: Dice) -> Ruling:
    """A shell or grenade bursts: what becomes of all that its circle covers?

    One d10 for each man, vehicle, gun or weapon; then those aboard. Source: skirmish.txt 141, 187, 195-201, 255-281.
    """
    weapon = weapon_of(request.weapon, charts)
    bursts = weapon or request.weapon.name
    shown = charts.called(bursts, "weapons", "mortars", "vehicles")
    shell = shell_of(weapon, request.conditions, charts)
    names = (("weapon", shown), ("what", f"under the {shown}"))
    if shell is None:
        return Ruling(BurstOutcome.NO_BURST, dict.fromkeys(COUNTS, 0), names=(*names, ("more", "")))
    under_it = one_by_one(labelled(request.target))
    several = [(at, (label, term, request.conditions, shell, charts)) for at, label, term in under_it]
    tally = dice.joined(add, one_under, several)
    counts = dict(zip(COUNTS, tally.counts, strict=True))
    outcome = list(BurstOutcome)[tally.rank]
    told = {**{name: f"{number} {name}" for name, number in counts.items()}, "near misses": near_told(tally.counts[1])}
    more = [f", {told[name]}" for name, number in counts.items() if number and name != outcome.word]
    if counts["near misses"]:
        dice.show(pinned(charts))
    return Ruling(
        outcome,
        counts,
        names=(*names, ("more", "".join(more))),
        effects=effects_of(tally, charts),
        each=tuple((label, one.outcome) for label, _, one in tally.parts) if len(tally.parts) > 1 else (),
    )


def one_under(label: str, term: Term, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Tally:
    """What one thing under the circle suffers."""
    suffered = under(term.name, stated + term.conditions, shell, charts, dice)
    return Tally(suffered.counts, (label, term, suffered), suffered.outcome.rank)


def shell_of(weapon: str, stated: Conditions, charts: Charts) -> Shell | None:
    """What bursts, and what it adds to the dice; None for what has no burst circle.

    Guns over 100mm add 1. A grenade in a confined space adds 1. Source: skirmish.txt 195, 257, 277.
    """
    if not weapon:
        return None
    if charts.has("mortars", weapon):
        calibre = charts["mortars", weapon, "calibre"]
    else:
        if charts["weapons", weapon, "kind"].text == "grenade":
            confined = charts.modifiers("hit-effect", {Circumstance.CONFINED} & set(stated))
            return Shell(0, True, confined, ())
        if charts["weapons", weapon, "he"].blank:
            return None
        calibre = charts["weapons", weapon, "calibre"]
    over = calibre.number > charts["burst", "adds-1"].number
    if over and charts.has("mortars", weapon):
        over = charts.reads("S-9", "calibre")
    if not over:
        return Shell(calibre.number, False, (), ())
    on_men = charts.condition("hit-effect", "over-100mm")
    return Shell(calibre.number, False, (on_men,), (charts.condition("burst-damage", "over-100mm"),))


def under(name: str, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Suffered:
    """One thing under the circle; total cover saves men, weapons and vehicles from direct fire.

    Source: skirmish.txt 47, 255-281.
    """
    if Circumstance.TOTAL_COVER in stated and Circumstance.DIRECT in stated and not shell.grenade:
        immune = charts.stated("hit-effect", Circumstance.TOTAL_COVER)
        dice.show(Note(f"unhurt by direct fire: {immune.text}", immune.source))
        return Suffered(BurstOutcome.CLOSES_HATCHES if charts.has("vehicles", name) else BurstOutcome.UNDAMAGED)
    if charts.has("vehicles", name):
        return armour(name, stated, shell, charts, dice)
    kind = charts["troops", name, "kind"].text
    if kind == "men":
        return man(stated, shell, charts, dice)
    if kind == "weapon":
        return infantry_weapon(shell, charts, dice)
    if shell.grenade:
        return grenaded(kind, name, stated, shell, charts, dice)
    damage = damaged(charts["troops", name, "under-a-burst"].text, shell, charts, dice)
    men = 0 if kind == "gun" else men_in(name, stated, charts)
    return Suffered(damage, those_aboard(damage, men, "soft-cover", shell, charts, dice))


def man(stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Suffered:
    """A man throws on the Hit Effect Table by his cover; under a grenade as in the open.

    Source: skirmish.txt 187, 257.
    """
    if not shell.grenade and charts.reads("S-8", "hit-first"):
        needed = charts["under-circle", "man-to-hit"]
        dice.show(Figure(needed.label, needed))
        if not dice.test(charts.add_up("to hit"), D10, "to hit", needed.needs):
            return Suffered(BurstOutcome.UNDAMAGED)
    row = "open" if shell.grenade else man_row(stated)
    fate = suffer(row, shell.on_men, charts, dice)
    return Suffered(MEN[fate], Fared(dead=int(fate == Fate.DEAD), near_misses=int(fate == Fate.NEAR_MISS)))


def man_row(stated: Conditions) -> str:
    """The row of a man under a shell: total cover is hard cover to all but direct fire."""
    return "hard-cover" if Circumstance.TOTAL_COVER in stated else cover_row(stated)


def infantry_weapon(shell: Shell, charts: Charts, dice: Dice) -> Suffered:
    """An infantry weapon may be lost to a mortar or larger shell. Source: skirmish.txt 141."""
    lost = charts["burst", "weapon-lost"]
    if shell.grenade:
        dice.show(Note("a grenade destroys no infantry weapon", lost.source))
        return Suffered(BurstOutcome.UNDAMAGED)
    dice.show(Figure(lost.label, lost))
    gone = dice.test(charts.add_up("weapon lost"), D10, "weapon lost", Need("<=", lost.number / 10))
    return Suffered(BurstOutcome.DESTROYED if gone else BurstOutcome.UNDAMAGED)


def grenaded(kind: str, name: str, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Suffered:
    """A soft vehicle under a grenade suffers as from small arms; a gun nothing. Source: skirmish.txt 197-201."""
    if kind == "gun":
        dice.show(Note("a grenade harms its crew, not the gun", charts.source("soft-vehicle")))
        return Suffered(BurstOutcome.UNDAMAGED)
    damage = DAMAGE.get(damage_soft_vehicle(True, charts, dice), BurstOutcome.UNDAMAGED)
    men = men_in(name, stated, charts)
    if damage == BurstOutcome.DESTROYED:
        return Suffered(damage, dice.sub(jump_clear, (men, shell.on_men, charts), "crew"))
    return Suffered(damage, those_aboard(damage, men, "soft-cover", shell, charts, dice))


def armour(name: str, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Suffered:
    """An armoured vehicle closes hatches; what it suffers goes by its class and the calibre.

    Source: skirmish.txt 265-281.
    """
    kind = charts["vehicle-facts", name, "class"].text
    open_topped = not charts["vehicle-facts", name, "open"].blank
    row = "tank" if kind == "tank" and not open_topped else "light"
    serious = charts["burst", "serious-to-tanks"]
    if shell.grenade:
        dice.show(Note("a grenade makes armour close hatches", charts.source("burst-damage")))
        return Suffered(BurstOutcome.CLOSES_HATCHES)
    if row == "tank" and not serious.needs.met_by(shell.calibre):
        dice.show(Note(f"up to {serious.text}mm a tank suffers no serious damage", serious.source))
        return Suffered(BurstOutcome.CLOSES_HATCHES)
    damage = damaged(row, shell, charts, dice)
    if damage == BurstOutcome.UNDAMAGED:
        return Suffered(BurstOutcome.CLOSES_HATCHES)
    exposed = open_topped or kind in ("half-track", "carrier")
    men = men_in(name, stated, charts)
    if damage == BurstOutcome.IMMOBILISED and not exposed:
        return Suffered(damage)
    return Suffered(damage, those_aboard(damage, men, "hard-cover", shell, charts, dice))


def damaged(row: str, shell: Shell, charts: Charts, dice: Dice) -> BurstOutcome:
    """The die for what a class of vehicle or gun suffers. Source: skirmish.txt 259-277."""
    damage = result("damage", "burst-damage", row, shell.on_vehicles, charts, dice)
    return DAMAGE.get(damage, BurstOutcome.UNDAMAGED)


def those_aboard(damage: BurstOutcome, men: int, row: str, shell: Shell, charts: Charts, dice: Dice) -> Fared:
    """Those in a destroyed vehicle are killed; in an immobilised one they throw for effect.

    Source: skirmish.txt 279-281.
    """
    if damage == BurstOutcome.DESTROYED:
        return Fared(dead=men)
    if damage == BurstOutcome.IMMOBILISED:
        return dice.sub(occupants, (men, row, shell.on_men, charts), "crew")
    return NOBODY


def effects_of(tally: Tally, charts: Charts) -> tuple[Effect, ...]:
    """What the burst changes on the table. Source: skirmish.txt 277-281."""
    effects: list[Effect] = []
    for _, term, one in tally.parts:
        if one.outcome in (BurstOutcome.DESTROYED, BurstOutcome.IMMOBILISED):
            effects.append(Effect(one.outcome.word, term.name))
        effects += casualties(term.name, one.fared)
        if charts.has("vehicles", term.name) and one.outcome != BurstOutcome.DESTROYED:
            effects.append(Effect("close-hatches", term.name))
    return tuple(effects)


BURST = Procedure(
    "burst",
    burst,
    Burst,
    charts=(
        "weapons",
        "mortars",
        "vehicles",
        "vehicle-facts",
        "troops",
        "burst",
        "under-circle",
        "burst-damage",
        "hit-effect",
        "soft-vehicle",
        "escape",
        "prisoners",
    ),
    outcomes=BurstOutcome,
    sums=("damage", "effect", "weapon lost", "to hit", "escape"),
    circumstances=Circumstance,
)
