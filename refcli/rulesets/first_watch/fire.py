"""Fire: small arms, main guns, infantry anti-tank weapons. Source: first-watch.txt 31, 56-90, 94, 153-156."""

from refcli.core.cells import Cell, Source, Sum, TargetNumber
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, stated_in
from refcli.core.rulebook import D10, Charts, Dice, Effect, Note, Outcome, Refused, Ruling, changes, note, procedure
from refcli.rulesets.first_watch.attack import (
    MOST_CM,
    TARGETS,
    Range,
    Year,
    against,
    armored,
    counting,
    show_unused,
    type_of,
)
from refcli.rulesets.first_watch.effects import Kind
from refcli.rulesets.first_watch.penetration import CHARTS as PENETRATION
from refcli.rulesets.first_watch.penetration import (
    COMPARED,
    FACINGS,
    Shot,
    bar_to_infantry,
    penalty_of,
    pierce,
    value_of,
    weapon_of,
)

WEAPONS = ("small-arms", "guns", "anti-tank")
CHARTS = (
    *WEAPONS,
    "artillery",
    "troops",
    "target-types",
    "fire",
    "hit-number",
    "main-gun",
    "gun-range",
    "close-assault",
)
FIRERS = (*WEAPONS, "artillery", "vehicles")
"""The charts that name what fires: a vehicle stands for its main gun, artillery for its piece as a gun."""

OPTIONAL = ("crew-ratings", "hit-location")
CLOSE = "close at hand"
PIECES = {"guns": "gun", "vehicles": "vehicle", "troops": "stand"}
"""What one of several is called, by the chart that names it."""

SMALL_ARMS = Source(section="Small Arms", lines="58")
SECOND = Source(section="Small Arms", lines="60")


class Fire(NamedTuple):
    """One weapon's attack on one target."""

    attacker: Annotated[
        Term, Field("the weapon that fires, or the vehicle whose main gun does", 1, FIRERS, noun="weapon")
    ]
    target: Annotated[Term, Field("the troops, vehicle or gun fired at", 2, TARGETS, noun="target")]
    range: Range
    facing: Annotated[
        str, Field("the side of a vehicle that the shot strikes, by the overlay", short="-f", choices=FACINGS)
    ] = "front"
    year: Year = None
    near: Annotated[
        int,
        Field(
            "other infantry or crew counters near the target",
            said="{value:other counter} near",
            short="-n",
            at_least=0,
            at_most=9,
        ),
    ] = 0
    apart: Annotated[
        float | None,
        Field("cm from the target to them; close at hand by default", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    second: Annotated[
        Term | None,
        Field(
            "the counter near the target that its owner removes; for the crew of a vehicle, the vehicle", charts=TARGETS
        ),
    ] = None
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    DESTROYED = (
        "destroyed",
        True,
        f"[piece?One {{piece}} of {{the target}} is][!piece?{{The target}} {{target:is|are}}] destroyed{COMPARED}.",
    )
    MORE_ELIMINATED = (
        "second counter",
        True,
        "{The target} {target:loses|lose} a [crew?crew ]counter, and {more} more close at hand.",
    )
    ELIMINATED = "eliminated", True, "{The target} {target:loses|lose} a [crew?crew ]counter."
    TRACK = "track hit", True, "{The target} {target:is|are} hit in the track and cannot move."
    NOT_PENETRATED = "not penetrated", False, f"{{The target}} {{target:is|are}} hit but not penetrated{COMPARED}."
    BOUNCE = "bounce", False, "The shot bounces off {the target}."
    MISS = "miss", False, "{The attacker} {attacker:misses|miss} {the target}."
    NO_SHOT = "no shot", Outcome.NO_ATTEMPT, "{The attacker} {attacker:has|have} no shot at {the target}."


@procedure("fire", FireOutcome, (*CHARTS, *OPTIONAL, *PENETRATION), sums=("hit number", "penetration", "armor value"))
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """A weapon fires: is the target hit, and is it eliminated or destroyed?

    Small arms at infantry, towed guns and open-topped vehicles; infantry anti-tank weapons at armored
    vehicles; main guns and heavy machineguns at anything, armor being penetrated after the hit.
    Source: first-watch.txt 56-90, 94.
    """
    bar = charts.bar("no shot", "fire", stated_in(request), "fired", "crew-lost", "assaulting")
    if bar:
        dice.show(bar)
        return Ruling(FireOutcome.NO_SHOT)
    shot = shot_of(request, charts, dice)
    firer = called(request, shot, charts)
    bar = bar_to(shot, charts)
    if bar:
        dice.show(bar)
        return Ruling(FireOutcome.NO_SHOT, told={"attacker": firer})
    if fires_small_arms(shot, charts):
        ruling = small_arms(shot, request, charts, dice)
    else:
        if request.near or request.second or request.apart is not None:
            dice.show(Note("other counters near the target count only for small arms", SECOND))
        if "as-main-gun" in shot.stated and charts.has("small-arms", shot.weapon):
            opts = charts.note("main-gun", "as-main-gun").source
            dice.show(Note("it fires as a main gun does", opts))
        ruling = main_gun(shot, charts, dice)
        if ruling.outcome is FireOutcome.DESTROYED and request.target.who and request.near:
            ruling = of_several_left(ruling, shot, charts)
    ruling = ruling._replace(told={**ruling.told, "attacker": firer})
    if ruling.outcome is FireOutcome.NO_SHOT:
        return ruling
    fired = Effect(Kind.FIRED, firer, role="attacker", detail=charts.called(shot.target, *TARGETS))
    return ruling._replace(effects=(fired, *ruling.effects))


def shot_of(request: Fire, charts: Charts, dice: Dice) -> Shot:
    """The shot, a vehicle firing its main gun, artillery directly as one: by its name as a gun.

    Source: first-watch.txt 56, 73, 94.

    Raises Refused for a piece that no chart has main gun figures of.
    """
    weapon = weapon_of(request.attacker.name, charts, dice)
    if charts.has("artillery", weapon):
        gun = charts.row_name("guns", weapon)
        if gun is None:
            raise Refused(
                f"attacker: no chart has main gun figures for direct fire of {charts.label('artillery', weapon)}; plot "
                f"its fire, refcli bombard {weapon}, or give it a row of guns, gun-range, penetration and "
                "penetration-range in an overlay, refcli charts new"
            )
        weapon = gun
    stated = request.conditions + request.attacker.conditions + request.target.conditions
    return Shot(weapon, request.target.name, request.range, request.facing, request.year, stated)


def bar_to(shot: Shot, charts: Charts) -> Note | None:
    """Why the weapon may not fire at that target, if it may not. Source: first-watch.txt 58, 69, 155."""
    crawls = "crawling" in shot.stated and type_of(shot.target, charts) == "infantry"
    if crawls and shot.range > charts["close-assault", "point-blank"].number:
        return charts.note("fire", "crawling", "no shot at it beyond point-blank range")
    if fires_small_arms(shot, charts):
        return None
    if charts.has("small-arms", shot.weapon) and not charts.has("anti-tank", shot.weapon):
        return Note("small arms fire only at infantry, towed guns and open-topped vehicles", SMALL_ARMS)
    return bar_to_infantry(shot, charts)


def fires_small_arms(shot: Shot, charts: Charts) -> bool:
    """Whether small arms fire, unless a heavy machinegun opts for main gun fire. Source: first-watch.txt 58, 69."""
    if not charts.has("small-arms", shot.weapon):
        return False
    closed = charts.has("vehicles", shot.target) and charts.is_blank("vehicles", shot.target, "open-topped")
    as_main_gun = "as-main-gun" in shot.stated and charts.has("anti-tank", shot.weapon)
    return not closed and not as_main_gun


def called(request: Fire, shot: Shot, charts: Charts) -> str:
    """What fires: a unit by its name in play, a vehicle, else its weapon, artillery under its name as a gun."""
    name = request.attacker.name
    own = bool(request.attacker.who) or charts.has("vehicles", name)
    return charts.called(name if own else shot.weapon, "vehicles", *WEAPONS)


def small_arms(shot: Shot, request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Small arms: one Hit Number by range; a roll 4 higher takes a second counter close at hand.

    Source: first-watch.txt 58-67.
    """
    number = small_arms_number(shot, charts, dice)
    if number is None:
        return Ruling(FireOutcome.NO_SHOT)
    required = number.total
    if not charts.reads("FW-3", "main-guns"):
        misses = charts["fire", "always-misses"]
        if required <= misses.number:
            dice.show(misses, "A {0} always misses.", misses.text)
            required = misses.number + 1
    attack = dice.check(charts.add_up("to hit"), D10, "to hit", TargetNumber(">=", required))
    if not attack.passed:
        return Ruling(FireOutcome.MISS, {"eliminated": 0})

    most = more_counters(attack.face - number.total, charts, dice)
    more = min(most, close_at_hand(shot, request, charts, dice)) if most else 0
    outcome = FireOutcome.MORE_ELIMINATED if more else FireOutcome.ELIMINATED
    told = {"more": more, "crew": not charts.has("troops", shot.target)}
    return Ruling(outcome, {"eliminated": 1 + more}, counters_lost(shot, request, more, charts), told=told)


def small_arms_number(shot: Shot, charts: Charts, dice: Dice) -> Sum | None:
    """The Hit Number by range, for the target, its cover and the weapon; None where no die reaches it.

    Source: first-watch.txt 58, 62-67, 156.
    """
    by_range = charts["hit-number", "small-arms", shot.range]
    by_weapon = charts["small-arms", shot.weapon, shot.range]
    if by_range.blank or by_weapon.blank:
        asked = {"weapon": by_weapon.label, "range": shot.range}
        dice.show(note("{the weapon} does not reach {range} cm", by_weapon.source, **asked))
        return None
    in_armor = armored(shot.target, charts)  # its armor counts, not the kind of vehicle
    number = charts.add_up(
        "hit number",
        by_range.told("Hit Number at {0} cm", shot.range),
        *(() if in_armor else counting(against(shot.target, "small-arms", charts))),
        *charts.modifiers("hit-number", {*shot.stated, "in-open-topped"} if in_armor else shot.stated),
        *counting(by_weapon),
        *charts.modifiers("crew-ratings", shot.stated),
    )
    dice.show(number)
    if number.total <= D10.faces[-1]:
        return number
    dice.show(note("cannot hit: it needs {number}+ on a d10", SMALL_ARMS, number=number.total))
    return None


def close_at_hand(shot: Shot, request: Fire, charts: Charts, dice: Dice) -> int:
    """The other counters close at hand: within 5 cm, in the vehicle, of a gun's crew.

    Source: first-watch.txt 60, 67.
    """
    near = max(request.near, int(request.second is not None))
    if near and request.apart is not None:
        reach = charts["fire", "close-at-hand"]
        dice.show(reach, "Close at hand is within {0} cm.", reach.text)
    if not within_reach(request, charts):
        near = 0
    inside = armored(shot.target, charts) or "in-open-topped" in shot.stated
    return max(near, int(inside), crew_of(shot.target, charts) - 1)


def within_reach(request: Fire, charts: Charts) -> bool:
    """Whether the other counters stand close at hand, as they do by default. Source: first-watch.txt 60, 67."""
    return request.apart is None or request.apart <= charts["fire", "close-at-hand"].number


def crew_of(target: str, charts: Charts) -> int:
    """The crew counters of a towed gun; anything else is one counter. Source: first-watch.txt 60."""
    return charts["guns", target, "crew"].whole() if charts.has("guns", target) else 1


def counters_lost(shot: Shot, request: Fire, more: int, charts: Charts) -> tuple[Effect, ...]:
    """Which counters go: the target's, the one that its owner takes off, the crew's own, any that he chooses.

    He chooses where others are near an armored vehicle: its passengers are counters of their own, beside its crew.
    Source: first-watch.txt 60, 67; FW-7.
    """
    named = request.second if more and within_reach(request, charts) else None
    second = (counter_lost(named.name, 1, CLOSE, charts),) if named else ()
    left = more - len(second)
    inside = armored(shot.target, charts) and not request.near
    own = min(left, max(int(inside), crew_of(shot.target, charts) - 1))
    others = Effect(Kind.LOSE_ANOTHER, charts.called(shot.target, *TARGETS), left - own, role=CLOSE)
    return (counter_lost(shot.target, 1 + own, "target", charts), *second, *changes(others))


def counter_lost(target: str, counters: int, role: str, charts: Charts) -> Effect:
    """An infantry counter is eliminated; a gun or a vehicle stays and loses crew. Source: first-watch.txt 60, 67."""
    unit = charts.called(target, *TARGETS)
    if charts.has("troops", target):
        return Effect(Kind.ELIMINATE, unit, counters, role=role)
    crew = crew_of(target, charts)
    return Effect(Kind.LOSE_CREW, unit, counters, role=role, detail=f"of {crew}" if crew > 1 else "")


def more_counters(margin: int | float, charts: Charts, dice: Dice) -> int:
    """How many more counters a margin takes, if they are close at hand. Source: first-watch.txt 60, 67.

    Raises Refused where each full step counts and is a step of nothing.
    """
    step = charts["fire", "second-counter"]
    if margin < step.number:
        return 0
    dice.show(step, "{0} over the Hit Number takes a second counter too, if one is close at hand.", step.text)
    if charts.reads("FW-6", "one"):
        return 1
    if step.number <= 0:
        raise Refused(f"{step.ref} is {step.text}; where each full margin takes a counter it has to be more than 0")
    return int(margin // step.number)


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
    effects = tuple([one._replace(detail=piece) if one.kind is Kind.DESTROY else one for one in ruling.effects])
    return ruling._replace(effects=effects, told={**ruling.told, "piece": piece})


def shell_of(shot: Shot, charts: Charts) -> tuple[Cell, ...]:
    """What the gun's shell counts against men and guns, which no vehicle carries. Source: first-watch.txt 58, 73."""
    if charts.has("vehicles", shot.target) or not charts.has("guns", shot.weapon):
        return ()
    shell = charts["guns", shot.weapon, "shell"]
    return (shell.told("shell of {0}", shell.label),)


def movement_once(stated: Conditions, charts: Charts, dice: Dice) -> set[str]:
    """The conditions, a fast target counting instead of a moving one. Source: first-watch.txt 73, 84."""
    moving = charts.bar("does not count for a fast target", "main-gun", stated, "target-moving")
    if not moving or "target-fast" not in stated:
        return set(stated)
    dice.show(moving)
    return set(stated) - {"target-moving"}


def main_gun_hit(shot: Shot, charts: Charts, dice: Dice) -> Ruling:
    """A hit destroys what has no armor; armor it has to penetrate. Source: first-watch.txt 77-79, 153."""
    if not armored(shot.target, charts):
        show_unused("what is hit has no armor, so this does not count", "hit-location", shot.stated, charts, dice)
        lost = Effect(Kind.DESTROY, charts.called(shot.target, *TARGETS), role="target")
        return Ruling(FireOutcome.DESTROYED, effects=(lost,))
    struck = location(shot.stated, charts, dice) if "hit-location" in shot.stated else None
    if struck:
        stuck = Effect(Kind.IMMOBILISE, charts.called(shot.target, "vehicles"), role="target")
        return Ruling(struck, effects=(stuck,) if struck is FireOutcome.TRACK else ())
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
