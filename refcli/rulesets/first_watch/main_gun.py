"""Main gun fire: the hit number, and what a hit does to what has armor and what has none.

Source: first-watch.txt 69, 73-90, 94, 153, 156.
"""

from refcli.core.cells import Cell, TargetNumber
from refcli.core.request import Conditions
from refcli.core.rulebook import D10, Charts, Dice, Effect, Ruling, note
from refcli.rulesets.first_watch.attack import TARGETS, against, armored, counting, show_unused
from refcli.rulesets.first_watch.effects import Kind
from refcli.rulesets.first_watch.penetration import penalty_of, pierce, value_of
from refcli.rulesets.first_watch.shots import FireOutcome, Shot

PIECES = {"guns": "gun", "vehicles": "vehicle", "troops": "stand"}
"""What one of several is called, by the chart that names it."""


def main_gun(shot: Shot, charts: Charts, dice: Dice) -> Ruling:
    """Main gun fire: no shot above 10, a 1 misses, a hit on armor has to penetrate.

    Source: first-watch.txt 69, 73-90.
    """
    hit_class = charts["guns" if charts.has("guns", shot.weapon) else "anti-tank", shot.weapon, "hit-class"]
    by_range = charts["gun-range", shot.weapon, shot.range]
    value = value_of(shot, charts)
    reach, service = "{the weapon} does not reach {range} cm", "{the weapon} is not in service[ in {year}]"
    for cell, why in ((by_range, reach), (value, service)):
        if cell.blank:
            asked = {"weapon": hit_class.label, "range": shot.range, "year": shot.year}
            dice.show(note(why, cell.source, **asked))
            return Ruling(FireOutcome.NO_SHOT)
    number = charts.add_up(
        "hit number",
        hit_class.told("Hit Class of {0}", hit_class.label),
        *counting(by_range.told("range, {0} cm", shot.range)),
        *charts.modifiers("main-gun", movement_once(shot.stated, charts, dice)),
        *counting(against(shot.target, "main-gun", charts), *shell_of(shot, charts)),
        *charts.modifiers("crew-ratings", shot.stated),
    )
    dice.show(number)
    show_unused("does not count in main gun fire", "hit-number", shot.stated, charts, dice)
    highest = charts["fire", "highest"]
    if number.total > highest.number:
        dice.show(highest, "No shot above a hit number of {0}.", highest.text)
        return Ruling(FireOutcome.NO_SHOT)
    misses = charts["fire", "always-misses"]
    required = TargetNumber(">=", max(number.total, misses.number + 1))
    if not dice.check(charts.add_up("to hit"), D10, "to hit", required).passed:
        return Ruling(FireOutcome.MISS)
    return main_gun_hit(shot, charts, dice)


def of_several_left(ruling: Ruling, shot: Shot, charts: Charts) -> Ruling:
    """One gun, vehicle or stand is what a shot destroys, told of a unit in play that is several.

    Source: first-watch.txt 73-79, 94.
    """
    piece = next(piece for chart, piece in PIECES.items() if charts.has(chart, shot.target))
    return ruling._replace(
        make_effects=lambda: [
            one._replace(detail=piece) if one.kind is Kind.DESTROY else one for one in ruling.make_effects()
        ],
        told={**ruling.told, "piece": piece},
    )


def shell_of(shot: Shot, charts: Charts) -> tuple[Cell, ...]:
    """What the gun's shell counts against men and guns, which no vehicle carries. Source: first-watch.txt 58, 73."""
    if charts.has("vehicles", shot.target) or not charts.has("guns", shot.weapon):
        return ()
    shell = charts["guns", shot.weapon, "shell"]
    return (shell.told("shell of {0}", shell.label),)


def movement_once(stated: Conditions, charts: Charts, dice: Dice) -> Conditions:
    """The conditions, a fast target counting instead of a moving one. Source: first-watch.txt 73, 84."""
    moving = charts.bar("does not count for a fast target", "main-gun", stated, "target-moving")
    if not moving or "target-fast" not in stated:
        return stated
    dice.show(moving)
    return stated.without("target-moving")


def main_gun_hit(shot: Shot, charts: Charts, dice: Dice) -> Ruling:
    """A hit destroys what has no armor; armor it has to penetrate. Source: first-watch.txt 77-79, 153."""
    if not armored(shot.target, charts):
        show_unused("what is hit has no armor, so this does not count", "hit-location", shot.stated, charts, dice)
        return Ruling(
            FireOutcome.DESTROYED,
            {},
            lambda: (Effect(Kind.DESTROY, charts.called(shot.target, *TARGETS), role="target"),),
        )
    struck = location(shot.stated, charts, dice) if "hit-location" in shot.stated else None
    if struck is FireOutcome.TRACK:
        return Ruling(
            struck, {}, lambda: (Effect(Kind.IMMOBILISE, charts.called(shot.target, "vehicles"), role="target"),)
        )
    if struck:
        return Ruling(struck)
    penalty = penalty_of(shot, charts)
    if penalty.blank:
        spent = "{the weapon} penetrates nothing at {range} cm"
        dice.show(note(spent, penalty.source, weapon=penalty.label, range=shot.range))
        return Ruling(FireOutcome.NOT_PENETRATED)
    return pierce(FireOutcome, shot, charts, dice)


def location(stated: Conditions, charts: Charts, dice: Dice) -> FireOutcome | None:
    """Optional: where the shot strikes, before penetration; None where it has to penetrate.

    Source: first-watch.txt 153.
    """
    face = dice.die(D10, "location")
    for place in charts.rows("hit-location"):
        struck = charts["hit-location", place]
        if face <= struck.number:
            break
    dice.show(struck, "The shot bounces off." if place == "bounce" else "The shot strikes the {0}.", struck.label)
    if place == "bounce" or (place == "lower-hull" and "hulldown" in stated):
        return FireOutcome.BOUNCE
    return FireOutcome.TRACK if place == "track" else None
