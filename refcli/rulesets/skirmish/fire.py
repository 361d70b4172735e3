"""Direct fire: small arms, anti-tank weapons, direct HE. Source: skirmish.txt 13-19, 37-47, 86, 127-183, 283-427."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled, one_by_one
from refcli.core.ruling import Effect, Ruling
from refcli.core.tally import Tally
from refcli.rulesets.skirmish.anti_tank import FACINGS, MOUNTS, Mark, after, weapon_of
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.crew import casualties, fates_told, men_in, near_told, pinned
from refcli.rulesets.skirmish.shots import ANTI_TANK, ARMOUR, BURSTS, HE, SMALL_ARMS, Arm, FireOutcome, shots_at


class Fire(NamedTuple):
    """Weapons that fire at one target, or a machine gun at all in its zone."""

    firer: Annotated[
        tuple[Term, ...],
        Field("the weapons or vehicles that fire", position=1, charts=("weapons", "vehicles"), places=MOUNTS),
    ]
    target: Annotated[
        tuple[Term, ...],
        Field("the target, or all in a machine gun's zone", position=2, charts=("troops", "vehicles"), noun="target"),
    ]
    range: Annotated[float, Field("cm to the target", short="-r", unit="cm", at_least=0)]
    facing: Annotated[str, Field("the side of a vehicle that is hit", short="-f", choices=FACINGS)] = "front"
    shot: Annotated[
        str | None,
        Field("how it fires, where the weapon and the target leave a choice", choices=(SMALL_ARMS, ANTI_TANK, HE)),
    ] = None
    conditions: Conditions = NOTHING


def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Weapons fire directly at what they see: is it hit, and what does it suffer?

    Small arms throw to hit and for effect; anti-tank weapons to hit, to penetrate and for the location;
    HE for the fall of shot. Source: skirmish.txt 37-47, 149-183, 197-203, 283-285, 340-405.
    """
    aimed = dice.sub(take_aim, (request, charts), "")
    shot = request._replace(target=())
    targets = [("", *aimed.targets[0])] if aimed.alone else one_by_one(aimed.targets)
    several = [(at, (label, term, aimed.arms, shot, aimed.alone, charts)) for at, label, term in targets]
    tally = dice.joined(add, fire_at, several)
    outcome = OUTCOMES[tally.rank]
    shots, hits, dead, near, escaped, _, covering = tally.counts
    counts = {"shots": shots, "hits": hits, "dead": dead, "near misses": near}
    if aimed.at_armour:
        counts["escaped"] = escaped
    if aimed.with_he:
        counts["covering"] = covering
    if near:
        dice.show(pinned(charts))
    return Ruling(
        outcome,
        counts,
        names=dice.told(names_of, aimed, tally, outcome, charts),
        effects=dice.told(effects_of, tally, charts),
        each=() if aimed.alone else tuple([(label, one.outcome) for label, _, one in tally.parts]),
    )


def names_of(aimed: "Aimed", tally: Tally, outcome: FireOutcome, charts: Charts) -> tuple[tuple[str, str], ...]:
    """What a verdict says of those that fared worst; of a target that is alone, all that befell it."""
    _, _, dead, near, _, shells, covering = tally.counts
    first = tally.parts[0][2]
    wide = shells - covering
    where = first.where or (f"{wide} of {shells} fell wide; " if wide else "")
    in_all = f"; in all {dead} dead, {near_told(near)}" if dead or near else ""
    worst = tuple(dict.fromkeys([term._replace(many=1) for _, term, one in tally.parts if one.outcome == outcome]))
    return (
        ("target", in_words(worst, charts, "troops", "vehicles")),
        ("firer", aimed.firers),
        ("also", "".join([beside(more, where) for more in first.results[1:]]) if aimed.alone else ""),
        ("aboard", fates_told(first.fared, aimed.men) if aimed.alone else in_all),
        ("near", f", {near_told(near)}" if near else ""),
        ("pinned", "; he cannot move or fire next turn" if near else "; it closes hatches"),
        ("where", where),
    )


def beside(result: FireOutcome, where: str) -> str:
    """What a verdict says of a result besides the worst; of shells where they fell."""
    if result not in BURSTS:
        return f"; also {result.word}"
    over = {FireOutcome.DIRECT_HIT: "also a direct hit; ", FireOutcome.COVERS: "a burst circle still covers the aim; "}
    return f"; {where}{over.get(result, '')}use burst for what lies under"


OUTCOMES = tuple(FireOutcome)


class Aimed(NamedTuple):
    """Who fires, and at what: one target or several, and how many are in the first."""

    firers: str
    arms: tuple[Arm, ...]
    targets: tuple[tuple[str, Term], ...]
    alone: bool
    at_armour: bool
    with_he: bool
    men: int


def take_aim(request: Fire, charts: Charts, dice: Dice) -> Aimed:
    """What fires in which manner, and at what."""
    arms = tuple(
        Arm(
            label,
            weapon := weapon_of(term, charts),
            term.many,
            request.shot or usual_manner(weapon, request.target[0].name, charts),
            request.conditions + term.conditions,
            charts.has("vehicles", term.name),
        )
        for label, term in labelled(request.firer)
    )
    targets = tuple(labelled(request.target))
    first = request.target[0]
    return Aimed(
        in_words(request.firer, charts, "weapons", "vehicles"),
        arms,
        targets,
        sum(term.many for _, term in targets) == 1,
        any(charts.has("vehicles", term.name) for _, term in targets),
        any(arm.manner == HE for arm in arms),
        men_in(first.name, request.conditions + first.conditions, charts),
    )


def fire_at(
    label: str, term: Term, arms: tuple[Arm, ...], request: Fire, alone: bool, charts: Charts, dice: Dice
) -> Tally:
    """All that fires at one target. Source: skirmish.txt 145."""
    mark = Mark(term.name, request.conditions + term.conditions, request.range, request.facing)
    came = shots_at(arms, mark, alone, charts, dice)
    return Tally(came.counts, (label, term, came), came.outcome.rank)


def usual_manner(weapon: str, target: str, charts: Charts) -> str:
    """How a weapon fires at a target unless it is said: small arms, an anti-tank shot, or direct HE."""
    if not weapon or not charts["weapons", weapon, "small-arms"].blank:
        return SMALL_ARMS
    vehicle = charts.has("vehicles", target) or charts["troops", target, "kind"].text in ("wheeled", "motorcycle")
    return HE if charts["weapons", weapon, "kind"].text == "gun" and not vehicle else ANTI_TANK


def effects_of(tally: Tally, charts: Charts) -> tuple[Effect, ...]:
    """What the fire changes on the table. Source: skirmish.txt 183, 199-203, 396, 407-417."""
    effects: list[Effect] = []
    for _, term, one in tally.parts:
        if charts.has("vehicles", term.name):
            results = tuple([word for word, outcome in ARMOUR.items() if outcome in one.results])
            effects += after(results, term.name, one.fared) if results else ()
            continue
        if one.outcome in (FireOutcome.DESTROYED, FireOutcome.IMMOBILISED):
            effects.append(Effect(one.outcome.word, term.name))
        effects += casualties(term.name, one.fared)
    return tuple(effects)


FIRE = Procedure(
    "fire",
    fire,
    Fire,
    charts=(
        "weapons",
        "vehicles",
        "vehicle-facts",
        "troops",
        "firing",
        "small-arms",
        "hit-effect",
        "soft-vehicle",
        "ap-hit",
        "attack-values",
        "hit-location",
        "ap-effect",
        "escape",
        "guns",
        "tank-guns",
        "fall-of-shot",
        "miss-distance",
        "smoke",
        "prisoners",
    ),
    outcomes=FireOutcome,
    sums=("hit number", "to hit", "effect", "attack value", "damage", "escape", "miss distance"),
    circumstances=Circumstance,
)
