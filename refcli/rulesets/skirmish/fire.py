"""Direct fire: small arms, anti-tank weapons, direct HE. Source: skirmish.txt 13-19, 37-47, 86, 127-183, 283-427."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.dice import Each
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, labelled, one_by_one
from refcli.core.rulebook import Charts, Dice, Effect, Ruling, of_several, part, procedure, unit_names
from refcli.rulesets.skirmish.anti_tank import (
    FACINGS,
    MOUNTS,
    Target,
    ToTarget,
    effects_of_hits,
    lost_crew,
    show_mounted,
)
from refcli.rulesets.skirmish.crew import (
    Aboard,
    Casualties,
    bail_out,
    effects_aboard,
    effects_on_man,
    jump_clear,
    men_in,
    occupants,
    pinned,
    told_aboard,
)
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.fall_of_shot import fall_of
from refcli.rulesets.skirmish.shots import BURSTS, FireOutcome, Suffered, shot, with_one_gait
from refcli.rulesets.skirmish.weapons import HE, MANNERS, Weapons, he_figure, weapon_in_use, weapons_that_fire


class Fire(NamedTuple):
    """Weapons that fire at one target, or a machine gun at all in its zone."""

    firer: Annotated[
        Terms,
        Field(
            "the weapons that fire; a vehicle fires its main gun, panther/coax its coaxial MG",
            1,
            ("weapons", "vehicles"),
            MOUNTS,
        ),
    ]
    target: Annotated[
        Terms, Field("the target, or all in the zone of a machine gun", 2, ("troops", "vehicles"), noun="target")
    ]
    range: ToTarget
    facing: Annotated[str, Field("the side of a vehicle that is hit", short="-f", choices=FACINGS)] = "front"
    shot: Annotated[str | None, Field("how it fires, where weapon and target leave a choice", choices=MANNERS)] = None
    conditions: Conditions = NOTHING


Targets = tuple[tuple[str, Target], ...]
SMALL_ARMS_CHARTS = ("troops", "firing", "woods", "small-arms", "hit-effect", "soft-vehicle")
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
    counts = counts_of(volley, targets, fires_he(targets, weapons, charts, dice), charts)
    if not each:  # odds need no names
        return Ruling(volley.result.worst, counts)
    if volley.men.near_misses:
        dice.show(pinned(charts))
    names = unit_names(request.target, charts, "troops", "vehicles")

    def effects() -> Iterator[Effect]:
        yield from effects_of_shots(each, names, request, charts)
        for label, target, suffered in each:
            yield from effects_on(names[label or target.name], target, suffered, charts)

    return Ruling(
        volley.result.worst,
        counts,
        effects,
        of_several((names[label or target.name], suffered.result.worst) for label, target, suffered in each),
        told_of(volley, each, names, charts),
    )


@part
def take_aim(request: Fire, charts: Charts, dice: Dice) -> tuple[Targets, Weapons]:
    """Every single target, labelled where there are several, and the weapons that fire."""
    stated, range, facing = request.conditions, request.range, request.facing
    terms = one_by_one(request.target)
    targets = [(label, Target(term.name, stated + term.conditions, range, facing)) for label, term in terms]
    firers = labelled(request.firer)
    weapons = [(label, weapon_in_use(firer, request.shot, stated, charts)) for label, firer in firers]
    for _, firer in firers:
        show_mounted(firer, charts, dice)
    return tuple(targets) if len(targets) > 1 else (("", targets[0][1]),), tuple(weapons)


def fire_at(target: Target, weapons: Weapons, zone: bool, charts: Charts, dice: Dice) -> Suffered:
    """All that fires at one target, then what becomes of those in it. Source: skirmish.txt 37-47, 145, 149-203."""
    firing = weapons_that_fire(weapons, target, zone, charts, dice)
    suffered, each = dice.all_of(shot, firing, target, charts)
    aboard = those_in(target, suffered, charts, dice)
    return suffered._replace(immobilising=0, men=aboard.all, each_shot=each, each_man=aboard.each)


def those_in(target: Target, suffered: Suffered, charts: Charts, dice: Dice) -> Aboard:
    """What becomes of the man, or of those in the vehicle; in a soft one they suffer for each immobilising hit.

    Source: skirmish.txt 183, 200-201, 281, 413-417.
    """
    result = suffered.result
    if charts.has("vehicles", target.name):
        return lost_crew(result.on_armour, target, charts, dice)
    if charts["troops", target.name, "kind"].text == "men":
        dead = FireOutcome.DEAD in result
        return Aboard(Casualties(dead, FireOutcome.NEAR_MISS in result, leaders=dead and "leader" in target.stated))
    men = men_in(target.name, target.stated, charts)
    hits = suffered.immobilising if men and charts.reads("S-63", "every-hit") else min(1, suffered.immobilising)
    if result.worst is FireOutcome.DESTROYED:
        return jump_clear(men, hits, (), charts, dice.at("crew"))
    return occupants(men, "soft-cover", hits, (), charts, dice.at("crew")) if hits else Aboard()


def effects_of_shots(
    each: Each[Target, Suffered], targets: Mapping[str, str], request: Fire, charts: Charts
) -> Iterator[Effect]:
    """Who fired at what, and who stood to do it, as a gun always does; where shells fell.

    Source: skirmish.txt 127, 165-166, 283-285, 356-358.
    """
    firers = unit_names(request.firer, charts, "weapons", "vehicles")
    stood = set()
    for at, target, suffered in each:
        for label, weapon, one in suffered.each_shot:
            name, role = firers[label], weapon.mount if weapon.mount not in ("", "main") else "firer"
            yield Effect(Kind.FIRED, name, role=role, detail=targets[at or target.name])
            gun = not weapon.mounted and charts["weapons", weapon.name, "kind"].text == "gun"
            if (gun or "stationary" in with_one_gait(weapon.stated)) and name not in stood:
                stood.add(name)
                yield Effect(Kind.STOOD, name, role=role)
            if weapon.manner == HE:
                fall = fall_of(one)
                yield Effect(Kind.SHELL, name, fall.cm, "cm", role, fall.place)
                yield Effect(Kind.CIRCLE, name, he_figure(weapon, "burst", charts).number, "cm", role)


def effects_on(name: str, target: Target, suffered: Suffered, charts: Charts) -> tuple[Effect, ...]:
    """What the fire does to a target and those in it. Source: skirmish.txt 183, 199-203, 281, 396, 407-417."""
    aboard = Aboard(suffered.men, suffered.each_man)
    if charts.has("vehicles", target.name):
        return effects_of_hits(suffered.result.on_armour, target, name, aboard, charts)
    if charts["troops", target.name, "kind"].text == "men":
        return effects_on_man(name, suffered.men)
    worst = suffered.result.worst
    damage = {FireOutcome.DESTROYED: Kind.DESTROYED, FireOutcome.IMMOBILISED: Kind.IMMOBILISED}.get(worst)
    if damage is None:
        return ()
    men = men_in(target.name, target.stated, charts)
    left = bail_out(name, men, aboard) if damage is Kind.IMMOBILISED else ()
    return (Effect(damage, name, role="target"), *effects_aboard(name, 0, aboard), *left)


@part
def fires_he(targets: Targets, weapons: Weapons, charts: Charts, dice: Dice) -> bool:
    """Whether any weapon fires high explosive at any target."""
    return any(weapon.at(target.name, charts).manner == HE for _, weapon in weapons for _, target in targets)


def counts_of(volley: Suffered, targets: Targets, he: bool, charts: Charts) -> dict[str, int]:
    """What a ruling counts: who escaped from armoured vehicles, and circles over the aim where HE is fired."""
    men = volley.men
    counts = {"shots": volley.shots, "hits": volley.hits, "dead": men.dead, "near misses": men.near_misses}
    if any("leader" in target.stated for _, target in targets):
        counts["leaders dead"] = men.leaders
    if any(charts.has("vehicles", target.name) for _, target in targets):
        counts["escaped"] = men.escaped
    if he:
        counts["covering"] = volley.covering
    return counts


def told_of(volley: Suffered, each: Each[Target, Suffered], names: Mapping[str, str], charts: Charts) -> dict[str, Any]:
    """What a verdict says of those that fared worst; of a target that is alone, all that befell it.

    Beside the dead it counts the near misses, and names those who had them.
    """
    worst, besides = volley.result
    counted = (worst, FireOutcome.NEAR_MISS) if worst is FireOutcome.DEAD else (worst,)
    falls = [fall_of(shot) for _, _, one in each for _, _, shot in one.each_shot if shot.shells]
    alone = len(falls) == 1 and not falls[0].hit
    told: dict[str, Any] = {
        "target": tuple([names[label or target.name] for label, target, one in each if one.result.worst in counted]),
        "shells": volley.shells,
        "wide": 0 if alone else volley.shells - volley.covering,
    }
    if len(each) > 1:
        return {**told, "zone": volley.men.dead or volley.men.near_misses}
    if alone:
        told |= {"alone": True, **falls[0]._asdict()}
    if volley.men != Casualties():
        men = [men_in(target.name, target.stated, charts) for _, target, _ in each]
        told |= {**told_aboard(sum(men), volley.men.dead), "near_aboard": volley.men.near_misses}
    if besides in BURSTS:
        told |= {"hit_too": besides is FireOutcome.DIRECT_HIT, "covers_too": besides is FireOutcome.COVERS}
    elif besides:
        told["also"] = besides.word
    return told
