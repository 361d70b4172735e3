"""Direct fire: small arms, anti-tank weapons, direct HE. Source: skirmish.txt 13-19, 37-47, 86, 127-183, 283-427."""

from typing import Any

from refcli.core.dice import Each
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, labelled, one_by_one
from refcli.core.rulebook import Charts, Dice, Effect, Ruling, changes, named, of_several, part, procedure
from refcli.rulesets.skirmish.anti_tank import FACINGS, MOUNTS, Target, ToTarget, effects_of_hits, lost_crew
from refcli.rulesets.skirmish.crew import Casualties, jump_clear, men_in, occupants, pinned
from refcli.rulesets.skirmish.shots import BURSTS, FireOutcome, ShotResult, Suffered, shot
from refcli.rulesets.skirmish.weapons import HE, MANNERS, Weapons, weapon_in_use, weapons_that_fire


class Fire(NamedTuple):
    """Weapons that fire at one target, or a machine gun at all in its zone."""

    firer: Annotated[Terms, Field("the weapons or vehicles that fire", 1, ("weapons", "vehicles"), MOUNTS)]
    target: Annotated[
        Terms, Field("the target, or all in a machine gun's zone", 2, ("troops", "vehicles"), noun="target")
    ]
    range: ToTarget
    facing: Annotated[str, Field("the side of a vehicle that is hit", short="-f", choices=FACINGS)] = "front"
    shot: Annotated[
        str | None, Field("how it fires, where the weapon and the target leave a choice", choices=MANNERS)
    ] = None
    conditions: Conditions = NOTHING


Targets = tuple[tuple[str, Target], ...]
SMALL_ARMS_CHARTS = ("troops", "firing", "small-arms", "hit-effect", "soft-vehicle")
ANTI_TANK_CHARTS = ("ap-hit", "attack-values", "hit-location", "ap-effect", "escape")
HE_CHARTS = ("guns", "tank-guns", "fall-of-shot", "miss-distance", "smoke")


@procedure(
    "fire",
    FireOutcome,
    ("weapons", "vehicles", "vehicle-facts", *SMALL_ARMS_CHARTS, *ANTI_TANK_CHARTS, *HE_CHARTS, "prisoners"),
    sums=("hit number", "to hit", "effect", "attack value", "damage", "escape", "miss distance"),
)
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Weapons fire directly at what they see: is it hit, and what does it suffer?

    Small arms roll to hit and for effect; anti-tank weapons to hit, to penetrate and for the location;
    HE for the fall of shot. Source: skirmish.txt 37-47, 149-183, 197-203, 283-285, 340-405.
    """
    targets, weapons = take_aim(request, charts, dice)
    volley, each = dice.all_of(fire_at, targets, weapons, len(targets) > 1, charts)
    if volley.men.near_misses:
        dice.show(pinned(charts))
    outcomes = of_several((label, suffered.result.worst) for label, _, suffered in each)
    effects = [effect for _, target, suffered in each for effect in effects_of_fire(target.name, suffered, charts)]
    counts = counts_of(volley, request, weapons, charts)
    return Ruling(volley.result.worst, counts, tuple(effects), outcomes, told_of(volley, each, charts))


@part
def take_aim(request: Fire, charts: Charts, dice: Dice) -> tuple[Targets, Weapons]:
    """Every single target, labelled where there are several, and the weapons that fire, each in its manner."""
    stated, range, facing = request.conditions, request.range, request.facing
    terms = one_by_one(request.target)
    targets = [(label, Target(term.name, stated + term.conditions, range, facing)) for label, term in terms]
    first = targets[0][1]
    firers = labelled(request.firer)
    weapons = [(label, weapon_in_use(firer, request.shot, first.name, stated, charts)) for label, firer in firers]
    if len(targets) > 1:
        return tuple(targets), tuple(weapons)
    if sum([weapon.many for _, weapon in weapons if weapon.manner == HE]) == 1:
        weapons = [(label, weapon._replace(alone=True)) for label, weapon in weapons]
    return (("", first),), tuple(weapons)


def fire_at(target: Target, weapons: Weapons, zone: bool, charts: Charts, dice: Dice) -> Suffered:
    """All that fires at one target, then what becomes of those in it. Source: skirmish.txt 37-47, 145, 149-203."""
    firing = weapons_that_fire(weapons, target, zone, charts, dice)
    suffered, _ = dice.all_of(shot, firing, target, charts)
    return suffered._replace(men=those_in(target, suffered.result, charts, dice))


def those_in(target: Target, result: ShotResult, charts: Charts, dice: Dice) -> Casualties:
    """What becomes of the man, or of those in the vehicle. Source: skirmish.txt 183, 200-201, 413-417."""
    if charts.has("vehicles", target.name):
        return lost_crew(result.on_armour, target, charts, dice)
    men = men_in(target.name, target.stated, charts)
    if charts["troops", target.name, "kind"].text == "men":
        return Casualties(dead=FireOutcome.DEAD in result, near_misses=FireOutcome.NEAR_MISS in result)
    if result.worst is FireOutcome.DESTROYED:
        return jump_clear(men, (), charts, dice.at("crew"))
    if result.worst is FireOutcome.IMMOBILISED:
        return occupants(men, "soft-cover", (), charts, dice.at("crew"))
    return Casualties()


def effects_of_fire(target: str, suffered: Suffered, charts: Charts) -> tuple[Effect, ...]:
    """What the fire changes on the table. Source: skirmish.txt 183, 199-203, 396, 407-417."""
    if charts.has("vehicles", target):
        return effects_of_hits(suffered.result.on_armour, target, suffered.men)
    worst = suffered.result.worst
    damaged = worst in (FireOutcome.DESTROYED, FireOutcome.IMMOBILISED)
    return changes(Effect(worst.word, target, damaged), *suffered.men.effects_on(target))


def counts_of(volley: Suffered, request: Fire, weapons: Weapons, charts: Charts) -> dict[str, int]:
    """What a ruling counts: who escaped from armoured vehicles, and circles over the aim where HE is fired."""
    men = volley.men
    counts = {"shots": volley.shots, "hits": volley.hits, "dead": men.dead, "near misses": men.near_misses}
    if any(charts.has("vehicles", term.name) for term in request.target):
        counts["escaped"] = men.escaped
    if any(weapon.manner == HE for _, weapon in weapons):
        counts["covering"] = volley.covering
    return counts


def told_of(volley: Suffered, each: Each[Target, Suffered], charts: Charts) -> dict[str, Any]:
    """What a verdict says of those that fared worst; of a target that is alone, all that befell it."""
    worst, besides = volley.result
    fared_worst = dict.fromkeys([target for _, target, one in each if one.result.worst is worst])
    told: dict[str, Any] = {
        "target": named([Term(target.name) for target in fared_worst], charts, "troops", "vehicles"),
        "shells": volley.shells,
        "wide": 0 if volley.alone else volley.shells - volley.covering,
    }
    if len(each) > 1:
        return {**told, "zone": volley.men.dead or volley.men.near_misses}
    if volley.alone:
        told |= {"alone": True, **volley.alone[0]._asdict()}
    if volley.men != Casualties():
        men = [men_in(target.name, target.stated, charts) for _, target, _ in each]
        told |= {"men": sum(men), "near_aboard": volley.men.near_misses}
    if besides in BURSTS:
        told |= {"hit_too": besides is FireOutcome.DIRECT_HIT, "covers_too": besides is FireOutcome.COVERS}
    elif besides:
        told["also"] = besides.word
    return told
