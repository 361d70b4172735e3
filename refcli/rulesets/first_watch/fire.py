"""Fire: small arms, main guns, infantry anti-tank weapons. Source: first-watch.txt 56-90, 94, 153, 156."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import (
    FIRST_YEAR,
    LAST_YEAR,
    MOST_CM,
    TARGETS,
    against,
    armored,
    barred,
    counting,
    made,
    meets,
)
from refcli.rulesets.first_watch.penetration import CHARTS as PENETRATION
from refcli.rulesets.first_watch.penetration import FACINGS, strike, value_of, wasted

WEAPONS = ("small-arms", "guns", "anti-tank")


class Circumstance(StrEnum):
    """Conditions that the rules read by name."""

    AS_MAIN_GUN = "as-main-gun"
    HIT_LOCATION = "hit-location"
    HULLDOWN = "hulldown"
    FIRED = "fired"
    IN_OPEN_TOPPED = "in-open-topped"
    TARGET_MOVING = "target-moving"
    TARGET_FAST = "target-fast"


class Fire(NamedTuple):
    """One weapon's attack on one target."""

    attacker: Annotated[Term, Field("the weapon that fires", position=1, charts=(*WEAPONS, "artillery"), noun="weapon")]
    target: Annotated[Term, Field("the troops, vehicle or gun fired at", position=2, charts=TARGETS, noun="target")]
    range: Annotated[float, Field("range to the target", short="-r", unit="cm", at_least=0, at_most=MOST_CM)]
    facing: Annotated[
        str, Field("the side of a vehicle that the shot strikes, by the overlay", short="-f", choices=FACINGS)
    ] = "front"
    year: Annotated[
        int | None, Field("year of the battle; the weapon's first by default", at_least=FIRST_YEAR, at_most=LAST_YEAR)
    ] = None
    near: Annotated[int, Field("other infantry or crew counters within 5 cm of the target", at_least=0, at_most=9)] = 0
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    DESTROYED = "destroyed", True, "{target} is destroyed{how}"
    MORE_ELIMINATED = "second counter", True, "{target}: one counter is eliminated, and {more} more close at hand"
    ELIMINATED = "eliminated", True, "{target}: one counter is eliminated"
    TRACK = "track hit", True, "{target} is hit in the track and cannot move"
    NOT_PENETRATED = "not penetrated", False, "{target} is hit but not penetrated{how}"
    BOUNCE = "bounce", False, "the shot bounces off {target}"
    MISS = "miss", False, "{attacker} misses {target}"
    NO_SHOT = "no shot", False, "{attacker} has no shot at {target}"


def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """A weapon fires: is the target hit, and is it eliminated or destroyed?

    Small arms at infantry, towed guns and open-topped vehicles; infantry anti-tank weapons at armored
    vehicles; main guns and heavy machineguns at anything, armor being penetrated after the hit.
    Source: first-watch.txt 56-90, 94.
    """
    request = direct(request, charts)
    attacker, target = request.attacker.name, request.target.name
    of_attacker = request.conditions + request.attacker.conditions
    stated = of_attacker + request.target.conditions
    names = (("attacker", charts.called(attacker, *WEAPONS)), ("target", charts.called(target, *TARGETS)))
    if Circumstance.FIRED in stated:
        barred(dice, charts.stated("fire", Circumstance.FIRED), "no shot")
        return Ruling(FireOutcome.NO_SHOT, names=names)
    small = charts.has("small-arms", attacker)
    main = not small or charts.has("anti-tank", attacker)
    if small and eligible(target, charts) and not (main and Circumstance.AS_MAIN_GUN in stated):
        return small_arms(request, stated, names, charts, dice)
    if main:
        if wasted(attacker, target, charts, dice):
            return Ruling(FireOutcome.NO_SHOT, names=names)
        return main_gun(request, stated, names, charts, dice)
    rule = charts.stated("hit-number", Circumstance.IN_OPEN_TOPPED)
    dice.show(Note("small arms fire at infantry, towed guns and open-topped vehicles alone", rule.source))
    return Ruling(FireOutcome.NO_SHOT, names=names)


def direct(request: Fire, charts: Charts) -> Fire:
    """The request with artillery, which fires directly as a main gun, by its name as a gun.

    Raises Refused for a piece that no chart has main gun figures of. Source: first-watch.txt 56, 94.
    """
    piece = request.attacker.name
    if not charts.has("artillery", piece):
        return request
    gun = charts.row_name("guns", piece)
    if gun is None:
        raise Refused(
            f"attacker: direct fire of {charts.label('artillery', piece)} is main gun fire, and no chart has main gun "
            f"figures of it, none being published; give {piece} a row of guns, gun-range, penetration and "
            f"penetration-range in an overlay (refcli charts new), or plot its fire: refcli bombard {piece}"
        )
    return request._replace(attacker=request.attacker._replace(name=gun))


def eligible(target: str, charts: Charts) -> bool:
    """Whether small arms can fire at it. Source: first-watch.txt 58."""
    return not charts.has("vehicles", target) or not charts["vehicles", target, "open-topped"].blank


def small_arms(
    request: Fire, stated: Conditions, names: tuple[tuple[str, str], ...], charts: Charts, dice: Dice
) -> Ruling:
    """Small arms: one Hit Number by range; a roll 4 higher takes a second counter close at hand.

    Source: first-watch.txt 58-67.
    """
    target = request.target.name
    by_range = charts["hit-number", "small-arms", request.range]
    weapon = charts["small-arms", request.attacker.name, request.range]
    if by_range.blank or weapon.blank:
        dice.show(Note(f"{weapon.label} does not reach {request.range:g} cm", weapon.source))
        return Ruling(FireOutcome.NO_SHOT, names=names)
    in_armor = armored(target, charts)
    inside = in_armor or Circumstance.IN_OPEN_TOPPED in stated
    applied = stated + Conditions({Circumstance.IN_OPEN_TOPPED: 1}) if in_armor else stated
    kind = () if in_armor else counting(against(target, "small-arms", charts))
    number = charts.add_up(
        "hit number",
        by_range._replace(label=f"Hit Number at {request.range:g} cm"),
        *kind,
        *charts.modifiers("hit-number", applied),
        *counting(weapon),
        *charts.modifiers("crew-ratings", stated),
    )
    dice.show(number)
    left_out(stated, ("main-gun", "hit-location"), "does not count for small arms", charts, dice)
    if number.total > D10.faces[-1]:
        dice.show(Note(f"cannot hit: no d10 shows {number.total:g}", SMALL_ARMS))
        return Ruling(FireOutcome.NO_SHOT, names=names)
    required = number.total
    if not charts.reads("FW-3", "main-guns"):
        misses = charts["fire", "always-misses"]
        if required <= misses.number:
            dice.show(Figure(misses.label, misses))
            required = misses.number + 1
    hit, face = made(dice, "to hit", Need(">=", required))
    if not hit:
        return Ruling(FireOutcome.MISS, {"eliminated": 0}, names=names)
    near = max(request.near, int(inside), others_of_the_crew(target, charts))
    more = min(near, extra(face - number.total, charts, dice))
    gone = "eliminate" if charts.has("troops", target) else "eliminate-counter"
    effects = (Effect(gone, target), *((Effect("eliminate", "counter close at hand", more),) if more else ()))
    outcome = FireOutcome.MORE_ELIMINATED if more else FireOutcome.ELIMINATED
    return Ruling(outcome, {"eliminated": 1 + more}, names=(*names, ("more", str(more))), effects=effects)


SMALL_ARMS = Source(section="Small Arms", lines="58")


def left_out(stated: Conditions, known: tuple[str, ...], what: str, charts: Charts, dice: Dice) -> None:
    """Tell the circumstances of these charts, which do not count here."""
    for chart in known:
        for name, condition in charts.conditions(chart).items():
            if name in stated:
                dice.show(Note(f"{what}: {condition.text}", condition.source))


def extra(margin: int | float, charts: Charts, dice: Dice) -> int:
    """How many more counters a margin takes, if they are close at hand. Source: first-watch.txt 60, 67.

    Raises Refused where each full step counts and is a step of nothing.
    """
    step = charts["fire", "second-counter"]
    if margin < step.number:
        return 0
    dice.show(Figure(step.label, step))
    if charts.reads("FW-6", "one"):
        return 1
    if step.number <= 0:
        raise Refused(f"{step.ref} is {step.text}; where each full margin takes a counter it has to be more than 0")
    return int(margin // step.number)


def others_of_the_crew(target: str, charts: Charts) -> int:
    """The crew counters of a towed gun beyond the first. Source: first-watch.txt 60."""
    return int(charts["guns", target, "crew"].number) - 1 if charts.has("guns", target) else 0


def main_gun(
    request: Fire, stated: Conditions, names: tuple[tuple[str, str], ...], charts: Charts, dice: Dice
) -> Ruling:
    """Main gun fire: no shot above 10, a 1 misses, a hit on armor has to penetrate.

    Source: first-watch.txt 69, 73-90.
    """
    attacker, target = request.attacker.name, request.target.name
    hit_class = charts["guns" if charts.has("guns", attacker) else "anti-tank", attacker, "hit-class"]
    by_range = charts["gun-range", attacker, request.range]
    value = value_of(attacker, request.year, charts)
    for cell, why in (
        (by_range, f"does not reach {request.range:g} cm"),
        (value, f"is not in service in {request.year}"),
    ):
        if cell.blank:
            dice.show(Note(f"{hit_class.label} {why}", cell.source))
            return Ruling(FireOutcome.NO_SHOT, names=names)
    number = charts.add_up(
        "hit number",
        hit_class._replace(label=f"Hit Class of {hit_class.label}"),
        *counting(by_range._replace(label=f"range, {request.range:g} cm")),
        *charts.modifiers("main-gun", movement_once(stated, charts, dice)),
        *counting(against(target, "main-gun", charts)),
        *charts.modifiers("crew-ratings", stated),
    )
    dice.show(number)
    left_out(stated, ("hit-number",), "does not count in main gun fire", charts, dice)
    highest = charts["fire", "highest"]
    if number.total > highest.number:
        dice.show(Figure(highest.label, highest))
        return Ruling(FireOutcome.NO_SHOT, names=names)
    misses = charts["fire", "always-misses"]
    if not meets(dice, "to hit", Need(">=", max(number.total, misses.number + 1))):
        return Ruling(FireOutcome.MISS, names=names)
    if not armored(target, charts):
        left_out(stated, ("hit-location",), "does not count for what has no armor", charts, dice)
        return destroyed(target, "", names)
    if Circumstance.HIT_LOCATION in stated:
        place = location(Circumstance.HULLDOWN in stated, charts, dice)
        if place is not None:
            effects = (Effect("immobilise", target),) if place == FireOutcome.TRACK else ()
            return Ruling(place, names=names, effects=effects)
    struck = strike(attacker, target, request.range, request.facing, request.year, charts, dice)
    if struck.penetrated:
        return destroyed(target, struck.how, names)
    return Ruling(FireOutcome.NOT_PENETRATED, names=(*names, ("how", struck.how)))


def movement_once(stated: Conditions, charts: Charts, dice: Dice) -> frozenset[str]:
    """The circumstances, a fast target counting instead of a moving one. Source: first-watch.txt 73, 84."""
    names = frozenset(stated)
    if not {Circumstance.TARGET_MOVING, Circumstance.TARGET_FAST} <= names:
        return names
    moving = charts.stated("main-gun", Circumstance.TARGET_MOVING)
    dice.show(Note(f"does not count for a fast target: {moving.text}", moving.source))
    return names - {Circumstance.TARGET_MOVING}


def destroyed(target: str, how: str, names: tuple[tuple[str, str], ...]) -> Ruling:
    """The target is off the table. Source: first-watch.txt 77-79."""
    return Ruling(FireOutcome.DESTROYED, names=(*names, ("how", how)), effects=(Effect("destroy", target),))


def location(hulldown: bool, charts: Charts, dice: Dice) -> FireOutcome | None:
    """Optional: where the shot strikes, before penetration; None where it has to penetrate.

    Source: first-watch.txt 153.
    """
    face = dice.die(D10, "hit location")
    for place in charts.rows("hit-location"):
        struck: Cell = charts["hit-location", place]
        if face <= struck.number:
            break
    dice.show(Figure(f"struck: {struck.label}", struck))
    if place == "bounce" or (place == "lower-hull" and hulldown):
        return FireOutcome.BOUNCE
    return FireOutcome.TRACK if place == "track" else None


FIRE = Procedure(
    "fire",
    fire,
    Fire,
    charts=(
        *WEAPONS,
        "artillery",
        "troops",
        "target-types",
        "fire",
        "hit-number",
        "main-gun",
        "gun-range",
        "crew-ratings",
        "hit-location",
        *PENETRATION,
    ),
    outcomes=FireOutcome,
    sums=("hit number", "penetration", "armor value"),
    circumstances=Circumstance,
)
