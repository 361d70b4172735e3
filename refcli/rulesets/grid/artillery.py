"""The Artillery & Mortar Fire phase. Source: grid.txt 64-78, 188-196, 231-233."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.rulesets.grid.attack import (
    SPENT,
    Came,
    Shot,
    barred,
    barred_by,
    cover_for,
    deductions,
    effects_of,
    eliminated,
    required,
    roll_for_hit,
    suffer,
    target_class,
    totals,
)
from refcli.rulesets.grid.circumstance import Circumstance
from refcli.rulesets.grid.counted import is_or_are


class Bombard(NamedTuple):
    """Artillery and mortar units that fire at one target together: one declared group."""

    attackers: Annotated[tuple[Term, ...], Field("the firing artillery and mortars", position=1, charts=("units",))]
    target: Annotated[Term, Field("the unit fired at", position=2, charts=("units",))]
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    ELIMINATED = "eliminated", True, "{target} {is} eliminated: {hits} of {attacks} hit{cost}"
    DISRUPTED = "disrupted", True, "{target} {is} disrupted: {hits} of {attacks} hit{cost}"
    NO_EFFECT = "no effect", False, "{target} {is} unharmed: {hits} of {attacks} hit{cost}"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot fire at {target}"


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars fire, seen or unseen: is the target disrupted or eliminated?

    However many hit, one hit counts on a target; a natural 1 disrupts the firer. An intense barrage
    eliminates with any hit, and who fired it is removed. Source: grid.txt 64-78, 195-196, 231-233.
    """
    target = request.target
    of_target = request.conditions + target.conditions
    target_class(charts, dice, target.name)
    cap = charts["bombardment", "hits-on-a-target"]
    by_group = charts.reads("G-12", "group")
    several = []
    for label, gun in labelled(request.attackers):
        shot = Shot(gun.name, target.name, request.conditions + gun.conditions, of_target, squares=2)
        several.append(("", (label, gun.many, shot, charts)))
    barrage = dice.joined(add, shells_of, several)
    attacks, hits, intense_hits, backfires = barrage.counts
    destroyed = intense_hits > 0
    on_firers = effects_of(barrage)
    kinds = {effect.kind for effect in on_firers}
    if "remove" in kinds:
        intense = charts.stated("bombardment", Circumstance.INTENSE)
        dice.show(Note(f"{intense.text}: any hit eliminates, and who fired it is removed", intense.source))
    used_up = Circumstance.ALREADY_HIT in of_target and not by_group
    if hits and not destroyed:
        dice.show(Figure(cap.label, cap))
        if used_up:
            before = charts.stated("bombardment", Circumstance.ALREADY_HIT)
            dice.show(Note(before.text, before.source))
    counted = min(hits, max(0, int(cap.number) - used_up))
    suffered = suffer(charts, dice, target.name, counted, Circumstance.DISRUPTED in of_target, destroyed)
    if "fired" in kinds:
        dice.show(SPENT)
    if not attacks:
        outcome = BombardOutcome.CANNOT_FIRE
    elif eliminated(suffered):
        outcome = BombardOutcome.ELIMINATED
    else:
        outcome = BombardOutcome.DISRUPTED if suffered else BombardOutcome.NO_EFFECT
    fired_at = charts.label("units", target.name)
    return Ruling(
        outcome,
        {"hits": hits, "attacks": attacks, "self-disrupted": backfires},
        names=(
            ("target", fired_at),
            ("is", is_or_are(fired_at)),
            ("attackers", in_words(request.attackers, charts, "units")),
            ("cost", cost(on_firers, charts)),
        ),
        effects=(*suffered, *on_firers),
    )


def cost(effects: tuple[Effect, ...], charts: Charts) -> str:
    """What its own fire does to the artillery, in words. Source: grid.txt 76, 196."""
    said = {"disrupt": "disrupted by its own fire", "remove": "removed from play"}
    lost = [(said[one.kind], Term(one.unit, int(one.amount))) for one in effects if one.kind in said]
    return "".join(f"; {what}: {in_words([term], charts, 'units')}" for what, term in lost)


def shells_of(label: str, many: int, shot: Shot, charts: Charts, dice: Dice) -> Tally:
    """The shells of alike units: how many they are, how many hit, how many of an intense barrage, how many backfire."""
    fired, hits, disrupted = totals(dice.each(many, shell, (shot, charts), label))
    intense = Circumstance.INTENSE in shot.of_attacker
    if intense:
        effects = [Effect("remove", shot.attacker, fired)]
    else:
        effects = [Effect("fired", shot.attacker, fired), Effect("disrupt", shot.attacker, disrupted)]
    on_firers = tuple([effect for effect in effects if effect.amount])
    return Tally((fired, hits, hits if intense else 0, disrupted), on_firers)


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
    if Circumstance.INTENSE in stated:  # it is removed, whatever the die
        return Came(attacked=True, hit=hit)
    disrupts = charts["bombardment", "self-disruption"]
    backfires = disrupts.needs.met_by(face)
    if backfires:
        dice.show(Figure("disrupted by its own fire", disrupts))
    return Came(attacked=True, hit=hit, firer_disrupted=backfires)


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
    SCREEN = "smoke screen", True, "smoke until your next artillery phase: {screens} of {attempts} came down"
    PARTLY = "some smoke", True, "smoke until your next artillery phase: {screens} of {attempts} came down"
    NO_SMOKE = "no smoke", False, "no smoke screen"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot lay smoke"


def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Artillery and mortars lay smoke screens: does it come down where it is wanted?

    One d6 for each unit and square. Source: grid.txt 188-193.
    """
    several = [("", (label, gun, request.conditions, charts)) for label, gun in labelled(request.attackers)]
    laid = dice.joined(add, screens_of, several)
    attempts, screens = laid.counts
    if not attempts:
        outcome = SmokeOutcome.CANNOT_FIRE
    elif screens:
        outcome = SmokeOutcome.SCREEN if screens == attempts else SmokeOutcome.PARTLY
    else:
        outcome = SmokeOutcome.NO_SMOKE
    return Ruling(
        outcome,
        {"screens": screens, "attempts": attempts},
        names=(("attackers", in_words(request.attackers, charts, "units")),),
        effects=dice.told(effects_of, laid),
    )


def screens_of(label: str, gun: Term, stated: Conditions, charts: Charts, dice: Dice) -> Tally:
    """The attempts of alike units, and the screens that come down."""
    tried, screens, _ = totals(dice.each(gun.many, lay, (gun.name, stated + gun.conditions, charts), label))
    effects = (Effect("fired", gun.name, tried), Effect("smoke", gun.name, screens))
    return Tally((tried, screens), tuple([effect for effect in effects if effect.amount]))


def lay(name: str, stated: Conditions, charts: Charts, dice: Dice) -> Came:
    """One unit's smoke screen. Source: grid.txt 66, 78, 189."""
    indirect = charts["units", name, "indirect"]
    if indirect.blank:
        return barred(dice, "only Artillery & Mortar units lay smoke", indirect.source)
    if Circumstance.FIRER_DISRUPTED in stated:
        return barred_by(dice, charts, "bombardment", Circumstance.FIRER_DISRUPTED, "lay smoke")
    if Circumstance.MOVED in stated:
        return barred_by(dice, charts, "observation", Circumstance.MOVED, "lay smoke")
    needed = charts["smoke", "smoke"]
    dice.show(Figure(needed.label, needed))
    modifiers = charts.add_up("smoke", *charts.modifiers("smoke", stated))
    return Came(attacked=True, hit=dice.test(modifiers, D6, "smoke", needed.needs))


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
