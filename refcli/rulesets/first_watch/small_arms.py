"""Small arms: the Hit Number by range, and the second counter close at hand.

Source: first-watch.txt 58-67, 156; FW-3, FW-6, FW-7.
"""

from refcli.core.cells import Source, Sum, TargetNumber
from refcli.core.rulebook import D10, Charts, Dice, Effect, Refused, Ruling, changes, note
from refcli.rulesets.first_watch.attack import TARGETS, against, armored, counting
from refcli.rulesets.first_watch.effects import Kind
from refcli.rulesets.first_watch.shots import Fire, FireOutcome, Shot

CLOSE = "close at hand"

SMALL_ARMS = Source(section="Small Arms", lines="58")


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
    return Ruling(outcome, {"eliminated": 1 + more}, lambda: counters_lost(shot, request, more, charts), told=told)


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
        *charts.modifiers("hit-number", shot.stated.also("in-open-topped") if in_armor else shot.stated),
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
