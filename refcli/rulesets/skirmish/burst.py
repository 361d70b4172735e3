"""What lies under a burst circle. Source: skirmish.txt 47, 141, 187, 195-201, 255-281."""

from refcli.core.dice import D10
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import (
    Cell,
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Ruling,
    note,
    of_several,
    procedure,
    unit_names,
)
from refcli.rulesets.skirmish.anti_tank import MOUNTS, weapon_of
from refcli.rulesets.skirmish.crew import (
    NEAR_MISSES,
    Aboard,
    Casualties,
    bail_out,
    crew_of,
    effects_aboard,
    effects_on_man,
    jump_clear,
    men_in,
    occupants,
    on_a_d10,
    pinned,
    roll_on,
    suffer,
)
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.movement import class_of
from refcli.rulesets.skirmish.shots import cover_row, damage_soft_vehicle

BURSTING = ("weapons", "mortars", "vehicles")
COVERED = ("troops", "vehicles")


class Burst(NamedTuple):
    """One burst circle, and all that it covers."""

    weapon: Annotated[
        Term, Field("the gun, mortar or grenade, or the vehicle that fired", 1, BURSTING, MOUNTS, noun="weapon")
    ]
    target: Annotated[Terms, Field("all that lies under the circle", 2, COVERED, noun="target")]
    conditions: Conditions = NOTHING


UNDER = "Burst of {the weapon}: "
CASUALTIES = "[, {dead} dead]" + NEAR_MISSES


class BurstOutcome(Outcome):
    DESTROYED = "destroyed", True, UNDER + "{destroyed} destroyed" + CASUALTIES + "[, {immobilised} immobilised]."
    DEAD = "dead", True, UNDER + "{dead} dead or critically wounded" + NEAR_MISSES + "[, {immobilised} immobilised]."
    IMMOBILISED = "immobilised", True, UNDER + "{immobilised} immobilised" + CASUALTIES + "."
    NEAR_MISS = "near miss", False, UNDER + "none dead" + NEAR_MISSES + "."
    CLOSES_HATCHES = "closes hatches", False, UNDER + "no damage, but armour closes hatches."
    UNDAMAGED = "undamaged", False, UNDER + "no harm done."
    NO_BURST = "no burst", Outcome.NO_ATTEMPT, "{The weapon} has no burst circle."


DAMAGE = {"destroyed": BurstOutcome.DESTROYED, "immobilised": BurstOutcome.IMMOBILISED}
"""What is seriously damaged, in the words of the charts."""


class Shell(NamedTuple):
    """What bursts: its calibre in mm, whether it is a grenade, and what is added to dice for effect."""

    calibre: int | float
    grenade: bool = False
    on_men: tuple[Cell, ...] = ()
    on_vehicles: tuple[Cell, ...] = ()


class Harm(NamedTuple):
    """What one thing under the circle suffers, or several together; each man aboard is for effects alone."""

    outcome: BurstOutcome = BurstOutcome.UNDAMAGED
    men: Casualties = Casualties()
    destroyed: int = 0
    immobilised: int = 0
    each_man: tuple[Casualties, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """What a ruling counts."""
        men = {"dead": self.men.dead, "near misses": self.men.near_misses}
        return {**men, "destroyed": self.destroyed, "immobilised": self.immobilised}


DAMAGED = ("vehicle-facts", "troops", "burst", "under-circle", "burst-damage")
HURT = ("hit-effect", "soft-vehicle", "escape", "prisoners")
SUMS = ("damage", "effect", "weapon lost", "to hit", "escape")


@procedure("burst", BurstOutcome, (*BURSTING, *DAMAGED, *HURT), SUMS)
def burst(request: Burst, charts: Charts, dice: Dice) -> Ruling:
    """A shell or grenade bursts: what becomes of all that its circle covers?

    One d10 for each man, vehicle, gun or weapon; then those aboard. Source: skirmish.txt 141, 187, 195-201, 255-281.
    """
    weapon = weapon_of(request.weapon, charts)
    shell = shell_of(weapon, request.conditions, charts)
    told = {"weapon": charts.called(weapon or request.weapon.name, *BURSTING)}
    if shell is None:
        return Ruling(BurstOutcome.NO_BURST, Harm().counts, told=told)
    suffered, each = dice.all_of(lies_under, one_by_one(request.target), request.conditions, shell, charts)
    if suffered.men.near_misses:
        dice.show(pinned(charts))
    names = unit_names(request.target, charts, *COVERED)
    outcomes = of_several((names[label], one.outcome) for label, _, one in each)
    counts = suffered.counts
    if any("leader" in stated for stated in (request.conditions, *[term.conditions for term in request.target])):
        counts["leaders dead"] = suffered.men.leaders
    return Ruling(
        suffered.outcome,
        counts,
        lambda: [
            effect
            for label, term, one in each
            for effect in effects_under(names[label], term, term.conditions + request.conditions, one, charts)
        ],
        outcomes,
        told,
    )


def shell_of(weapon: str, stated: Conditions, charts: Charts) -> Shell | None:
    """What bursts, and what it adds to the dice; None for what has no burst circle.

    Guns over 100mm add 1. A grenade in a confined space adds 1. Source: skirmish.txt 195, 257, 277.
    """
    if not weapon:
        return None
    mortar = charts.has("mortars", weapon)
    if not mortar and charts["weapons", weapon, "kind"].text == "grenade":
        return Shell(0, grenade=True, on_men=charts.modifiers("hit-effect", stated.only(("confined",))))
    if not mortar and charts["weapons", weapon, "he"].blank:
        return None
    calibre = charts["mortars" if mortar else "weapons", weapon, "calibre"].number
    adds = charts["burst", "adds-1"].target_number.met_by(calibre)
    if not adds or (mortar and not charts.reads("S-9", "calibre")):
        return Shell(calibre)
    on_men, on_vehicles = [charts.condition(chart, "over-100mm") for chart in ("hit-effect", "burst-damage")]
    return Shell(calibre, on_men=(on_men,), on_vehicles=(on_vehicles,))


def lies_under(term: Term, of_all: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """One thing under the circle; total cover saves it from direct fire. Source: skirmish.txt 47, 255-281."""
    name, stated = term.name, of_all + term.conditions
    armoured = charts.has("vehicles", name)
    if "total-cover" in stated and "direct" in stated and not shell.grenade:
        dice.show(charts.bar("unharmed by direct fire", "hit-effect", stated, "total-cover"))
        return Harm(BurstOutcome.CLOSES_HATCHES if armoured else BurstOutcome.UNDAMAGED)
    if armoured:
        return armour(name, stated, shell, charts, dice)
    kind = charts["troops", name, "kind"].text
    if kind == "men":
        return man(stated, shell, charts, dice)
    if kind == "weapon":
        return infantry_weapon(shell, charts, dice)
    if shell.grenade:
        return under_grenade(kind, stated, shell, charts, dice)
    damage = roll_for_damage(charts["troops", name, "under-a-burst"].text, shell, charts, dice)
    men = 0 if kind == "gun" else men_in(name, stated, charts)
    return with_crew(damage, men, "soft-cover", shell, charts, dice)


def man(stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """A man rolls on the Hit Effect Table by his cover; under a grenade as in the open.

    Total cover is hard cover to all but direct fire. Source: skirmish.txt 187, 257.
    """
    if not shell.grenade and charts.reads("S-8", "hit-first"):
        needed = dice.show(charts["under-circle", "man-to-hit"])
        if not dice.check(charts.add_up("to hit"), D10, "to hit", needed.target_number).passed:
            return Harm()
    cover = "hard-cover" if "total-cover" in stated else cover_row(stated)
    fate = suffer("open" if shell.grenade else cover, shell.on_men, charts, dice)
    if fate.dead:
        return Harm(BurstOutcome.DEAD, fate._replace(leaders="leader" in stated))
    return Harm(BurstOutcome.NEAR_MISS if fate.near_misses else BurstOutcome.UNDAMAGED, fate)


def infantry_weapon(shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """An infantry weapon may be lost to a mortar or larger shell. Source: skirmish.txt 141."""
    lost = charts["burst", "weapon-lost"]
    if shell.grenade:
        dice.show(Note("a grenade destroys no infantry weapon", lost.source))
        return Harm()
    dice.show(lost, "A mortar or larger shell destroys it on {0}.", on_a_d10(lost).said)
    gone = dice.check(charts.add_up("weapon lost"), D10, "weapon lost", on_a_d10(lost)).passed
    return Harm(BurstOutcome.DESTROYED, destroyed=1) if gone else Harm()


def under_grenade(kind: str, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """A soft vehicle under a grenade suffers as from small arms; a gun nothing. Source: skirmish.txt 197-201."""
    if kind == "gun":
        dice.show(Note("a grenade harms its crew, not the gun", charts.source("soft-vehicle")))
        return Harm()
    damage = DAMAGE.get(damage_soft_vehicle(charts, dice, heavy=True), BurstOutcome.UNDAMAGED)
    if damage is BurstOutcome.DESTROYED:
        aboard = jump_clear(stated["aboard"], 0, shell.on_men, charts, dice.at("crew"))
        return Harm(damage, aboard.all, destroyed=1, each_man=aboard.each)
    return with_crew(damage, stated["aboard"], "soft-cover", shell, charts, dice)


def armour(name: str, stated: Conditions, shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """An armoured vehicle closes hatches, and suffers by its class and the calibre. Source: skirmish.txt 265-281."""
    kind = charts["vehicle-facts", name, "class"].text
    open_topped = not charts["vehicle-facts", name, "open"].blank
    row = "tank" if kind == "tank" and not open_topped else "light"
    serious = charts["burst", "serious-to-tanks"]
    closes_hatches = Harm(BurstOutcome.CLOSES_HATCHES)
    if shell.grenade:
        dice.show(Note("a grenade makes armour close hatches", charts.source("burst-damage")))
        return closes_hatches
    if row == "tank" and not serious.target_number.met_by(shell.calibre):
        dice.show(note("a shell of up to {mm}mm does a tank no serious damage", serious.source, mm=serious.text))
        return closes_hatches
    damage = roll_for_damage(row, shell, charts, dice)
    if damage is BurstOutcome.UNDAMAGED:
        return closes_hatches
    suffers = damage is BurstOutcome.DESTROYED or open_topped or kind in ("half-track", "carrier")
    men = men_in(name, stated, charts) if suffers else 0
    return with_crew(damage, men, "hard-cover", shell, charts, dice)


def roll_for_damage(row: str, shell: Shell, charts: Charts, dice: Dice) -> BurstOutcome:
    """The die for what a class of vehicle or gun suffers. Source: skirmish.txt 259-277."""
    damage = roll_on("burst-damage", row, "damage", shell.on_vehicles, charts, dice)
    return DAMAGE.get(damage, BurstOutcome.UNDAMAGED)


def with_crew(damage: BurstOutcome, men: int, row: str, shell: Shell, charts: Charts, dice: Dice) -> Harm:
    """Those in a destroyed vehicle are killed; in an immobilised one they roll for effect.

    Source: skirmish.txt 279-281.
    """
    if damage is BurstOutcome.DESTROYED:
        return Harm(damage, Casualties(dead=men), destroyed=1)
    if damage is BurstOutcome.IMMOBILISED:
        aboard = occupants(men, row, 1, shell.on_men, charts, dice.at("crew"))
        return Harm(damage, aboard.all, immobilised=1, each_man=aboard.each)
    return Harm(damage)


def effects_under(name: str, term: Term, stated: Conditions, harm: Harm, charts: Charts) -> tuple[Effect, ...]:
    """What the burst does to one thing and to those in it. Source: skirmish.txt 277-281."""
    kind = class_of(term.name, charts)
    if kind == "men":
        return effects_on_man(name, harm.men)
    aboard = Aboard(harm.men, harm.each_man)
    lost = effects_aboard(name, crew_of(term.name, stated, charts), aboard)
    if harm.destroyed:
        return (Effect(Kind.DESTROYED, name, role="target"), *lost)
    immobilised = (Effect(Kind.IMMOBILISED, name, role="target"),) if harm.immobilised else ()
    if charts.has("vehicles", term.name):
        return (*immobilised, *lost, Effect(Kind.CLOSE_HATCHES, name, role="target"))
    left = bail_out(name, stated["aboard"], aboard) if harm.immobilised and kind != "gun" else ()
    return (*immobilised, *lost, *left)
