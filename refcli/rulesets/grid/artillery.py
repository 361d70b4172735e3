"""The Artillery & Mortar Fire phase. Source: grid.txt 64-78, 188-196, 231-233."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.in_force import Charts
from refcli.core.ruleset import Conditions, Field, Procedure, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling, merged
from refcli.rulesets.grid.attack import (
    SPENT,
    Came,
    Shot,
    barred,
    barred_by,
    cover_for,
    deductions,
    eliminated,
    required,
    roll_for_hit,
    suffer,
    target_class,
)
from refcli.rulesets.grid.circumstance import Circumstance


class Bombard(NamedTuple):
    """Artillery and mortar units that fire at one target together."""

    attackers: Annotated[tuple[Term, ...], Field("the firing artillery and mortars", position=1, charts=("units",))]
    target: Annotated[Term, Field("the unit fired at", position=2, charts=("units",))]
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    ELIMINATED = "eliminated", True, "{target} is eliminated: {hits} of {attacks} hit"
    DISRUPTED = "disrupted", True, "{target} is disrupted: {hits} of {attacks} hit"
    NO_EFFECT = "no effect", False, "{target} suffers nothing: {hits} of {attacks} hit"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot fire at {target}"


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars fire, seen or unseen: is the target disrupted or eliminated?

    However many hit, one hit counts on a target; a natural 1 disrupts the firer. An intense barrage
    eliminates with any hit and leaves play. Source: grid.txt 64-78, 195-196, 231-233.
    """
    target = request.target
    of_target = request.conditions + target.conditions
    target_class(charts, dice, target.name)
    cap = charts["bombardment", "hits-on-a-target"]
    by_group = charts.reads("G-12", "group")
    room = int(cap.number) - (Circumstance.ALREADY_HIT in of_target and not by_group)
    hits = attacks = counted = backfires = 0
    destroyed = False
    effects: list[Effect] = []
    for label, gun in labelled(request.attackers):
        of_gun = request.conditions + gun.conditions
        shot = Shot(gun.name, target.name, of_gun, of_target, squares=2)
        came = dice.each(gun.many, shell, (shot, charts), label)
        group = sum(count for each, count in came.items() if each.hit)
        fired = sum(count for each, count in came.items() if each.attacked)
        disrupted = sum(count for each, count in came.items() if each.firer_disrupted)
        hits, attacks, backfires = hits + group, attacks + fired, backfires + disrupted
        counted += min(group, int(cap.number)) if by_group else group
        if fired and Circumstance.INTENSE in of_gun:
            destroyed = destroyed or group > 0
            effects.append(Effect("remove", gun.name, fired))
        elif fired:
            effects.append(Effect("fired", gun.name, fired))
            if disrupted:
                effects.append(Effect("disrupt", gun.name, disrupted))
    if not by_group:
        counted = max(0, min(counted, room))
    if hits and not destroyed:
        dice.show(Figure(cap.label, cap))
    suffered = suffer(charts, dice, target.name, counted, Circumstance.DISRUPTED in of_target, destroyed)
    if attacks:
        dice.show(SPENT)
    if not attacks:
        outcome = BombardOutcome.CANNOT_FIRE
    elif eliminated(suffered):
        outcome = BombardOutcome.ELIMINATED
    else:
        outcome = BombardOutcome.DISRUPTED if suffered else BombardOutcome.NO_EFFECT
    return Ruling(
        outcome,
        {"hits": hits, "attacks": attacks, "self-disrupted": backfires},
        names=(
            ("target", charts.label("units", target.name)),
            ("attackers", ", ".join(charts.label("units", term.name) for term in request.attackers)),
        ),
        effects=(*suffered, *merged(effects)),
    )


def shell(shot: Shot, charts: Charts, dice: Dice) -> Came:
    """One unit's fire. Source: grid.txt 66-70, 76-78."""
    stated = shot.of_attacker
    indirect = charts["units", shot.attacker, "indirect"]
    if indirect.blank:
        return barred(dice, "only Artillery & Mortar units fire in this phase", indirect.source)
    for circumstance in (Circumstance.FIRER_DISRUPTED, Circumstance.UNOBSERVED):
        if circumstance in stated:
            return barred_by(dice, charts, "bombardment", circumstance)
    if Circumstance.MOVED in stated:
        return barred_by(dice, charts, "observation", Circumstance.MOVED)
    in_sight = Circumstance.IN_SIGHT in stated
    directed = Circumstance.FOO in stated and indirect.text == "artillery"
    if Circumstance.FOO in stated and not directed:
        foo = charts.stated("bombardment", Circumstance.FOO)
        dice.show(Note("a Forward Observation Officer is to mortars an ordinary observer", foo.source))
    if Circumstance.OBSERVER_FAR in stated and not directed and not in_sight:
        return barred_by(dice, charts, "bombardment", Circumstance.OBSERVER_FAR)
    heavy = charts["units", shot.target, "heavy"]
    if not heavy.blank and not shot.adjacent and not charts.reads("G-24", "neither"):
        return barred(dice, "cannot attack: the heavy tank rule asks for an adjacent square", heavy.source)
    if not required(shot, charts, dice):
        return barred(dice, "cannot attack that class", charts.source("combat"))
    hit, face = roll_for_hit(shot, charts, dice, spared(shot, charts, dice, in_sight, directed))
    disrupts = charts["bombardment", "self-disruption"]
    backfires = disrupts.needs.met_by(face)
    if backfires:
        dice.show(Figure(f"{charts.label('units', shot.attacker)} is disrupted by its own 1", disrupts))
    return Came(attacked=True, hit=hit, firer_disrupted=backfires and Circumstance.INTENSE not in stated)


def spared(shot: Shot, charts: Charts, dice: Dice, in_sight: bool, directed: bool) -> tuple[Cell, ...]:
    """The deductions that stand, a Forward Observation Officer sparing the artillery some or all.

    Source: grid.txt 70, 127-128.
    """
    cover = cover_for(shot, charts)
    clause = charts.reads("G-9", "undirected") and not in_sight
    if not charts["units", shot.target, "reconnaissance"].blank and charts.reads("G-9", "target"):
        clause = True
    if directed:
        clause = False
        if cover is not None and charts.reads("G-10", "all"):
            foo = charts.stated("bombardment", Circumstance.FOO)
            dice.show(Note(f"{foo.text}: no deduction for cover", foo.source))
            cover = None
    return deductions(charts, cover, clause)


class Smoke(NamedTuple):
    """Artillery and mortar units that lay smoke, a square each."""

    attackers: Annotated[tuple[Term, ...], Field("the units that lay smoke", position=1, charts=("units",))]
    conditions: Conditions = NOTHING


class SmokeOutcome(Outcome):
    SCREEN = "smoke screen", True, "{screens} of {attempts} squares lie under smoke until your next artillery phase"
    PARTLY = "some smoke", True, "{screens} of {attempts} squares lie under smoke until your next artillery phase"
    NO_SMOKE = "no smoke", False, "no smoke screen"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot lay smoke"


def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars lay smoke screens: does it come down where it is wanted?

    One d6 for each unit and square. Source: grid.txt 188-193.
    """
    screens = attempts = 0
    effects: list[Effect] = []
    for label, gun in labelled(request.attackers):
        stated = request.conditions + gun.conditions
        came = dice.each(gun.many, lay, (gun.name, stated, charts), label)
        laid = sum(count for each, count in came.items() if each.hit)
        tried = sum(count for each, count in came.items() if each.attacked)
        screens, attempts = screens + laid, attempts + tried
        if tried:
            effects.append(Effect("fired", gun.name, tried))
        if laid:
            effects.append(Effect("smoke", gun.name, laid))
    if not attempts:
        outcome = SmokeOutcome.CANNOT_FIRE
    elif screens:
        outcome = SmokeOutcome.SCREEN if screens == attempts else SmokeOutcome.PARTLY
    else:
        outcome = SmokeOutcome.NO_SMOKE
    names = ", ".join(charts.label("units", term.name) for term in request.attackers)
    return Ruling(
        outcome,
        {"screens": screens, "attempts": attempts},
        names=(("attackers", names),),
        effects=merged(effects),
    )


def lay(name: str, stated: Conditions, charts: Charts, dice: Dice) -> Came:
    """One unit's smoke screen. Source: grid.txt 66, 78, 189."""
    indirect = charts["units", name, "indirect"]
    if indirect.blank:
        return barred(dice, "only Artillery & Mortar units lay smoke", indirect.source)
    if Circumstance.FIRER_DISRUPTED in stated:
        return barred_by(dice, charts, "bombardment", Circumstance.FIRER_DISRUPTED)
    if Circumstance.MOVED in stated:
        return barred_by(dice, charts, "observation", Circumstance.MOVED)
    needed = charts["smoke", "smoke"]
    dice.show(Figure(needed.label, needed))
    modifiers = charts.add_up("smoke", *charts.modifiers("smoke", stated))
    result = modifiers.plus_die(dice.die(D6, "smoke", needed.needs.on_the_die(modifiers)), needed.needs)
    dice.show(result)
    return Came(attacked=True, hit=result.met)


BOMBARD = Procedure(
    "bombard",
    bombard,
    Bombard,
    charts=("units", "combat", "cover", "disruption", "observation", "bombardment"),
    outcomes=BombardOutcome,
    sums=("score",),
    circumstances=Circumstance,
)
SMOKE = Procedure(
    "smoke",
    smoke,
    Smoke,
    charts=("units", "smoke", "observation", "bombardment"),
    outcomes=SmokeOutcome,
    sums=("smoke",),
    circumstances=Circumstance,
)
