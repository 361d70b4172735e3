"""The activity dice of sub-units: those left, and those that a request uses, by words and faces.

Source: combat-captain.txt 31-32, 149-198, 223-254, 265-287, 312-316, 557-561, 598-604.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.errors import Refused
from refcli.core.faces import NO_FACES, Faces, means
from refcli.core.request import DICE, NAMES
from refcli.core.rows import Case, Number, Predicate, Words, has, times
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.unit_types import comrades, home_guard, rides

USES = ("move", "fire", "hold-fire", "take-cover", "leave-cover", "pull-marker")
"""Conditions of an activity that take a die each time."""
APART = ("move", "fire")
"""Uses of dice that have procedures of their own; the others are an activity."""
NO_ACTIVITY = ("withdraw", "reinforce", "beaten", "take-ground", "advance")
"""Conditions of a move that uses no activity dice."""
COSTS = ("to-hedge", "over-hedge", "to-wall", "over-wall")
"""Conditions of a move that cost dice of it, which are not rolled."""
LONGEST = 3
"""Figures of the longest number that is read; longer ones are refused later."""

Request = Mapping[str, Any]


def whole(value: Any, otherwise: int) -> int:
    """A whole number as it was typed; ``otherwise`` for anything else, which is refused later."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) <= LONGEST else otherwise


def faces_of(request: Request) -> Faces:
    """The faces that were given with a request."""
    faces: Faces = request.get(DICE) or NO_FACES
    return faces


def no_faces(request: Request) -> bool:
    """True if no faces were given."""
    return not any(group.faces for group in faces_of(request).groups)


def fire_faces(request: Request) -> list[str]:
    """The faces of the fire dice by run: 5 and 55 of ``5 55/6``; none without an own variable die."""
    faces = faces_of(request)
    fires = [group for group in faces.groups if means(group.roll, "fire")] if faces.grouped else []
    return [str(face) for group in fires[:1] for face in group.faces]


def dice_by_runs(request: Request) -> dict[str, int]:
    """The dice of each firing sub-unit where runs of faces differ in length: ``5 55/6``.

    Source: 250-254, 312-316.
    """
    units = request[NAMES].get("attackers", ())
    runs = [len(faces) for faces in fire_faces(request)]
    alone = all(units) and len({*units}) == len(units) == len(runs)
    return dict(zip(units, runs, strict=True)) if alone and len({*runs}) > 1 else {}


def dice_typed(case: Case, units: Sequence[str]) -> int:
    """The activity dice of each sub-unit that the faces give, if all use as many; else 0.

    A move has one roll. For fire the first roll counts, if another one is apart from it.
    """
    request = case.request
    if not units or any(case.at(unit).times("activity-die") for unit in units):
        return 0
    if case.procedure == "fire" and dice_by_runs(request):
        return 0
    typed = fire_faces(request)
    first = case.at(units[0])
    if case.procedure == "move" and not (first.times(*COSTS) or rides.holds(first)):
        typed = [str(face) for group in faces_of(request).groups[:1] for face in group.faces]
    many = len("".join(typed))
    return many // len(units) if many % len(units) == 0 else 0


def check_faces(request: Request, dice: int, units: Sequence[str]) -> None:
    """Raise Refused for faces without an own roll for the variable die. Source: 598-604."""
    faces = faces_of(request)
    each = ["".join(map(str, group.faces)) for group in faces.groups]
    targets, many = request.get("target") or [], len(units)
    at_one = isinstance(targets, str) or len(targets) == 1
    unnamed = not any(group.roll for group in faces.groups)
    if unnamed and at_one and 1 < many < len(each) and all(len(fired) > 1 for fired in each[:many]):
        typed = "/".join([" ".join(each[:many]), *each[many:]])
        raise Refused(f"{'/'.join(each)}: the fire dice of all are before the first stroke: type {typed}")
    typed = "".join(map(str, faces.listed))
    fewer, rest = divmod(len(typed) - 1, many)
    if not faces.grouped and fewer > 0 and not rest and len(typed) <= dice * many:
        way = f"type {typed[:-1]}/{typed[-1]} for {some(fewer, 'die', 'dice')} and the variable die"
        raise Refused(f"{typed}: {way}, or -a {dice} where none of them is the variable die")


# the dice of a sub-unit


def doing(case: Case) -> str:
    """The use of all dice of all sub-units of the unit; empty if each does as it likes. Source: 188-198."""
    return str(case.ledger.value(case.group, "all-alike", ""))


def extra(case: Case) -> int:
    """The extra die of a unit that does the same with all its dice. Source: 188-198."""
    return int(case.ledger.figure("activity", "extra", ""))


def usual(case: Case) -> int:
    """The activity dice of a sub-unit in a turn, without the extra one. Source: 149-155, 182-185."""
    return int(case.ledger.value(case.group, "dice-limit", case.ledger.figure("activity", "limit", "")))


def limit(case: Case) -> int:
    """All activity dice of a sub-unit in this turn. Source: 31-32, 149-198."""
    return usual(case) + (extra(case) if doing(case) and not home_guard.holds(case) else 0)


def used(case: Case) -> int:
    """The activity dice that a sub-unit has used. Source: 149-173."""
    return int(case.ledger.value(case.unit, "dice"))


def left(case: Case) -> int:
    """The activity dice that a sub-unit has left. Source: 172-173, 265-287."""
    return max(0, limit(case) - used(case))


def fewest_left(case: Case) -> int:
    """The dice left to the sub-unit of the unit that has the fewest. Source: 223-230, 557-561."""
    return min(map(left, comrades(case)), default=0)


def has_begun(case: Case) -> list[Case]:
    """The sub-units of the unit that have used dice. Source: 188-198."""
    return [one for one in comrades(case) if used(one)]


def uses_of(case: Case) -> list[str]:
    """The uses of dice in a request: a move, fire, or the conditions of an activity."""
    return [case.procedure] if case.procedure in APART else [use for use in USES if case.times(use)]


def dice_wanted(case: Case) -> int:
    """The dice that a request takes of a sub-unit: as stated, or one for each face.

    Source: 149-198, 250-254.
    """
    if case.procedure == "activity":
        return case.times(*USES)
    if case.procedure == "move" and case.times(*NO_ACTIVITY):
        return 0
    stated: Any = case.request.get("activity")
    runs = dice_by_runs(case.request) if case.procedure == "fire" and stated is None else {}
    own = case.times("activity-die") or runs.get(case.unit, 0)
    return own or whole(stated, 0) or dice_typed(case, case.named(case.field)) or 1


def markers_pulled(case: Case) -> int:
    """The markers that an activity or a morale ruling pulls. Source: 223-230, 557-561."""
    return case.times("pull-marker") if case.procedure == "activity" else whole(case.request.get("pull"), 0)


LIMIT, LEFT, FEWEST = Number(limit), Number(left), Number(fewest_left)
WANTED, PULLED = Number(dice_wanted), Number(markers_pulled)
MORE = Number(lambda case: 0 if doing(case) or has_begun(case) else extra(case))
HELD, HOLDS_MORE = Number(lambda case: case.ledger.value(case.unit, "held-fire")), times("hold-fire")
MOST_HELD = Number(lambda case: int(case.ledger.figure("activity", "hold-fire", "")))

by_faces = Predicate(lambda case: case.procedure in APART and case.request.get("activity") is None)


@Predicate
def fires_alone(case: Case) -> bool:
    """One sub-unit of several fires. Source: 188-198, 314-320."""
    return case.procedure == "fire" and len(case.named("attackers")) == 1 < len(comrades(case))


@Predicate
def may_all_do(case: Case) -> bool:
    """All sub-units of the unit may do the same, as far as is known.

    Source: 188-198, 399-400, 446-448, 772-776.
    """
    states = ("may-withdraw", "out-of-cohesion", *(("cover",) if case.procedure == "move" else ()))
    return not any(has(*states).holds(one) for one in comrades(case))


@Predicate
def dice_left(case: Case) -> Words:
    """The dice that a sub-unit has left, in words."""
    now, all_of_them = left(case), limit(case)
    few = f"{now or 'none'} of its {all_of_them} dice left"
    dice = few if now < all_of_them else some(now, "activity die", "activity dice")
    return {"dice": dice, "wanted": dice_wanted(case)}


@Predicate
def poorest(case: Case) -> Words:
    """The sub-unit of the unit that has the fewest dice left."""
    one = min(comrades(case) or [case], key=left)
    return {"other": one.unit, "dice": f"only {some(left(one), 'die', 'dice')}" if left(one) else "no die"}


@Predicate
def all_do(case: Case) -> Words | None:
    """All sub-units of the unit do the same with all their dice. Source: 188-198."""
    return {"use": doing(case)} if doing(case) else None


other_use = all_do & Predicate(lambda case: bool({*uses_of(case)} - {doing(case)}))


@Predicate
def begun_apart(case: Case) -> Words | None:
    """A sub-unit of the unit has used dice while the others need not do the same. Source: 188-198."""
    return {"other": has_begun(case)[0].unit} if has_begun(case) and not doing(case) else None
