"""Combat: direct fire. Source: grid.txt 85, 110-181, 198-209."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.core.words import some
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
from refcli.rulesets.grid.carried import treated_as
from refcli.rulesets.grid.circumstance import Circumstance
from refcli.rulesets.grid.counted import is_or_are


class Fire(NamedTuple):
    """Units that attack one target together in the Combat phase."""

    attackers: Annotated[tuple[Term, ...], Field("the attacking units", position=1, charts=("units",))]
    target: Annotated[Term, Field("the unit attacked", position=2, charts=("units",))]
    range: Annotated[
        int, Field("squares to the target; 1 is adjacent", short="-r", unit="squares", at_least=0, at_most=99)
    ] = 2
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    ELIMINATED = "eliminated", True, "{target} {is} eliminated: {hits} of {attacks} hit"
    DISRUPTED = "disrupted", True, "{target} {is} disrupted: {hits} of {attacks} hit"
    NO_EFFECT = "no effect", False, "{target} {is} not hit"
    CANNOT_ATTACK = "cannot attack", False, "{attackers} cannot attack {target}"


def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Units fire at a target they see: is it disrupted or eliminated?

    Each attacking unit throws one d6; each hit is a disruption. All attacks are declared first, so
    dice left over when the target falls are spent. Source: grid.txt 85, 110-128, 165-171.
    """
    target = request.target
    of_target = request.conditions + target.conditions
    target_class(charts, dice, target.name)
    several = []
    for label, attacker in labelled(request.attackers):
        shot = Shot(attacker.name, target.name, request.conditions + attacker.conditions, of_target, request.range)
        several.append(("", (label, attacker.many, shot, charts)))
    volley = dice.joined(add, attacks_of, several)
    attacks, hits, moving = volley.counts
    moves = effects_of(volley)
    suffered = suffer(charts, dice, target.name, hits, Circumstance.DISRUPTED in of_target)
    if not attacks:
        outcome = FireOutcome.CANNOT_ATTACK
    elif eliminated(suffered):
        outcome = FireOutcome.ELIMINATED
    else:
        outcome = FireOutcome.DISRUPTED if hits else FireOutcome.NO_EFFECT
    needed = charts["disruption", "eliminated"].number - (Circumstance.DISRUPTED in of_target)
    surplus = max(0, hits - int(needed))
    if surplus:
        dice.show(Note(f"hits beyond what it takes: {surplus}, spent on the same target", DECLARED))
    if attacks:
        dice.show(SPENT)
    fired_at = charts.label("units", target.name)
    for effect in moves:
        after = charts["units", effect.unit, "combat-move"]
        mover = charts.label("units", effect.unit)
        dice.show(Note(f"{mover} may move {some(after.number, 'square')} after combat", after.source))
    return Ruling(
        outcome,
        {"hits": hits, "attacks": attacks, "surplus": surplus, "may move": moving},
        names=(
            ("target", fired_at),
            ("is", is_or_are(fired_at)),
            ("attackers", in_words(request.attackers, charts, "units")),
        ),
        effects=(*suffered, *moves),
    )


DECLARED = Source(section="Target Priority", lines="122")


def attacks_of(label: str, many: int, shot: Shot, charts: Charts, dice: Dice) -> Tally:
    """The attacks of alike units, how many of them hit, and how many may move after it.

    Source: grid.txt 111, 181.
    """
    attacks, hits, _ = totals(dice.each(many, attack, (shot, charts), label))
    moving = 0
    if attacks:
        in_building = Circumstance.FROM_BUILDINGS in shot.of_attacker
        unit = treated_as(shot.attacker, charts, dice, in_building=in_building)
        if not charts["units", unit, "combat-move"].blank:
            moving = attacks
    return Tally((attacks, hits, moving), (Effect("may-move", shot.attacker, moving),) if moving else ())


def attack(shot: Shot, charts: Charts, dice: Dice) -> Came:
    """One unit's attack. Source: grid.txt 111, 117-128, 181, 199."""
    stated = shot.of_attacker
    indirect = charts["units", shot.attacker, "indirect"]
    if not indirect.blank:
        return barred(dice, "Artillery & Mortar units fire in their own phase: use bombard", indirect.source)
    for circumstance in (Circumstance.MOVED, Circumstance.ISOLATED, Circumstance.UNSEEN):
        if circumstance in stated:
            return barred_by(dice, charts, "observation", circumstance)
    sight = charts["observation", "range"]
    if shot.squares > sight.number and not shot.adjacent:
        return barred(dice, f"cannot attack: it sees no farther than {some(sight.number, 'square')}", sight.source)
    first = priority(shot, charts)
    if first:
        return barred_by(dice, charts, "observation", first)
    heavy = charts["units", shot.target, "heavy"]
    powerful = Circumstance.POWERFUL in stated and charts["units", shot.attacker, "attacks-as"].text == "anti-tank"
    if not heavy.blank and not shot.adjacent and not powerful:
        return barred(dice, "cannot attack: the heavy tank rule asks for an adjacent square", heavy.source)
    if not required(shot, charts, dice):
        return barred(dice, "cannot attack that class", charts.source("combat"))
    hit, _ = roll_for_hit(shot, charts, dice, deductions(charts, cover_for(shot, charts), clause(shot, charts)))
    return Came(attacked=True, hit=hit)


def priority(shot: Shot, charts: Charts) -> str:
    """The condition that makes another target come first, if one does. Source: grid.txt 120."""
    stated = shot.of_attacker
    tank_first = Circumstance.TANK_SEEN in stated and not charts["units", shot.attacker, "seeks"].blank
    adjacent_first = Circumstance.ENEMY_ADJACENT in stated and not shot.adjacent
    if not tank_first and not adjacent_first:
        return ""
    if charts.reads("G-17", "adjacent"):
        if adjacent_first:
            return Circumstance.ENEMY_ADJACENT
        return "" if shot.adjacent else Circumstance.TANK_SEEN
    if tank_first:
        return Circumstance.TANK_SEEN
    hunts = charts["units", shot.attacker, "seeks"].text == charts["units", shot.target, "class"].text
    return "" if hunts else Circumstance.ENEMY_ADJACENT


def clause(shot: Shot, charts: Charts) -> bool:
    """Whether the reconnaissance clause lowers this die of direct fire. Source: grid.txt 128."""
    attacker = not charts["units", shot.attacker, "reconnaissance"].blank
    target = not charts["units", shot.target, "reconnaissance"].blank
    if attacker and charts.reads("G-9", "attacker"):
        return True
    return target and charts.reads("G-9", "target")


FIRE = Procedure(
    "fire",
    fire,
    Fire,
    charts=("units", "combat", "cover", "disruption", "observation"),
    outcomes=FireOutcome,
    sums=("score",),
    circumstances=Circumstance,
)
