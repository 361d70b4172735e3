"""Who sees whom between squares that are known. Source: grid.txt 58-68, 191, 199, 209."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.sentence import fill, some
from refcli.core.states import Held
from refcli.rulesets.grid.in_order import INFANTRY, acting, is_one, of_class, targets
from refcli.rulesets.grid.observers import OBSERVED, OFFICER, officers_of, said_of_attacker
from refcli.rulesets.grid.squares import (
    SIGHT,
    Apart,
    apart,
    apart_units,
    at_least,
    distances,
    feature_of,
    from_edge,
    in_sight,
    measured,
    middle,
    of,
)

FAR = Source(section="Observation", lines="58")
SMOKE = Source(section="Observation; Smoke Screens", lines="58, 191")
WRECK = Source(section="Observation; Wrecks", lines="58, 209")
TWO_UNITS = Source(section="Observation", lines="58, 62")
FEATURE = Source(section="Observation; Fields; Hills", lines="58, 93, 99")
BLOCK_SIGHT = ("Buildings", "Woods", "Fields", "Hill")
"""The features that a unit can be in and nobody sees through. Source: grid.txt 58, 81, 93, 99."""
NOT_ADJACENT = Source(section="Heavy Tanks; Dawn, Dusk & Night", lines="199, 212")
BLOCKING = 2
"""Units in a square that nobody sees through. Source: grid.txt 58, 62."""


def bars_of_sight(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """Nobody fires through what blocks the sight between the squares. Source: grid.txt 58, 62, 191, 209."""
    if int(plain.get("range") or in_sight(ledger)) == in_sight(ledger):
        for unit in distances(ledger, plain):
            if "adjacent" not in said_of_attacker(plain, unit):
                yield from blocked(ledger, plain, unit)


def bars_of_range(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """Nobody fires farther than he sees, or at another range than the one between the squares. Source: grid.txt 58, 81.

    Where no range is said, the rules take the one that the squares tell, or two squares; of several units it is that
    of the farthest.
    """
    said, sight, found = plain.get("range"), in_sight(ledger), distances(ledger, plain)
    units = plain.get("names", {}).get("attackers", ())
    of_another = said is not None and any(unit not in found or is_at(found[unit], int(said)) for unit in units)
    for unit, one in found.items():
        its = 1 if "adjacent" in said_of_attacker(plain, unit) else said
        if its is None and one.near > sight and not measured(ledger, plain):
            far = f"{{unit:sees|see}} {some(sight, 'square', 'squares')}; {one.here} to {one.there} is {one.near}"
            yield of(unit, far), FAR
        elif its is not None and not is_at(one, int(its)) and not (of_another and one.far < int(its)):
            squares = f"{one.near} or {one.far} squares" if one.near < one.far else some(one.near, "square", "squares")
            yield of(unit, f"{{unit:is|are}} {squares} away ({one.here} to {one.there}), not {its}"), SIGHT
    for unit, one in from_edge(ledger, plain).items():
        its = 1 if "adjacent" in said_of_attacker(plain, unit) else sight if said is None else int(said)
        feature, between = feature_of(ledger, unit), f"{one.here} to {one.there} is {one.near}"
        if at_least(ledger, unit, one) > sight:
            sees = f"{{unit:sees|see}} {some(sight, 'square', 'squares')} from the edge of {feature}; {between}"
            yield of(unit, sees), SIGHT
        elif at_least(ledger, unit, one) > its:
            yield of(unit, f"{{unit:measures|measure}} from the edge of {feature}, but {between}, not {its}"), SIGHT


def is_at(one: Apart, squares: int) -> bool:
    """Whether two that are so far apart may be so many squares apart."""
    return one.near <= squares <= one.far


def bars_of_guns(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """Guns see no farther than others, nor are they next to what is far away; who observes for them is near it.

    Source: grid.txt 58, 64-68, 199.
    """
    sight = in_sight(ledger)
    for unit, one in distances(ledger, plain).items():
        said, between = said_of_attacker(plain, unit), f"{one.here} to {one.there} is {one.near}"
        if "adjacent" in said and one.near > 1:
            yield of(unit, f"{{unit:is|are}} not adjacent: {between}"), NOT_ADJACENT
        elif "in-sight" in said and one.near > sight:
            yield of(unit, f"{{unit:sees|see}} {some(sight, 'square', 'squares')}; {between}"), FAR
        elif "in-sight" in said:
            yield from blocked(ledger, plain, unit)
        elif (one.near > sight or any(what_blocks(ledger, one))) and not said & {"unobserved", "observer-far"}:
            yield from nobody_near(ledger, plain, unit)


def blocked(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, Source]]:
    """What lies or stands in the one square between a unit and its target, and blocks the sight."""
    (target,) = plain["names"]["target"]
    for there, source in what_blocks(ledger, distances(ledger, plain)[unit]):
        yield of(unit, f"{{unit:does|do}} not see {target}: {there}"), source


def what_blocks(ledger: Keeper, one: Apart) -> Iterator[tuple[str, Source]]:
    """What lies or stands in the one square between two, and blocks the sight. Source: grid.txt 58, 62, 191, 209."""
    between = middle(one)
    held = [item for item in ledger.held.items() if between and not ledger.is_out(item[0][0])]
    there = [who for (who, state), its in held if state == "square" and str(its.value).lower() == between]
    if between and smoke_on(ledger, between):
        yield f"smoke lies on {between.upper()}", SMOKE
    elif wreck_in(ledger, between):
        yield f"a wreck lies in {between.upper()}", WRECK
    elif len(there) >= BLOCKING:
        yield f"{fill('{there} are', {'there': there})} in {between.upper()}", TWO_UNITS


def feature_between(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """A feature that somebody is known to be in, in the one square between: whether it fills that, nobody said.

    Source: grid.txt 58, 81, 93, 99.
    """
    at = {who: str(held.value) for (who, state), held in deed.before.items() if state == "square"}
    inside = {who: str(held.value) for (who, state), held in deed.before.items() if state == "in"}
    for unit, target in [(one, other) for one in acting(deed, unless=("adjacent",)) for other in targets(deed)]:
        one = apart(at.get(unit, ""), at.get(target, ""))
        between = middle(one) if one and unit not in inside else ""
        hides = [who for who in inside if inside[who] in BLOCK_SIGHT and at.get(who, "").lower() == between != ""]
        for who in hides[:1]:
            lies = f"{{unit:is|are}} in {inside[who]} in {at[who]}: if that lies between, "
            yield of(who, lies) + of(unit, f"{{unit:does|do}} not see {target}"), FEATURE


def is_unseen(ledger: Keeper, unit: str, other: str) -> bool:
    """Whether a unit is known not to see another. From a feature it sees from the edge, which no square tells.

    Source: grid.txt 58, 62, 81, 191, 209.
    """
    one = apart_units(ledger, unit, other)
    if one is None or feature_of(ledger, unit):
        return False
    return one.near > in_sight(ledger) or any(what_blocks(ledger, one))


def nobody_near(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, Source]]:
    """Observers that are all known to be too far from a target, or not to see it. Source: grid.txt 58, 64-68, 191.

    An officer who directs artillery observes from any distance.
    """
    side, (target,) = ledger.side_of(unit), plain["names"]["target"]
    officers = officers_of(ledger, side) if is_one(ledger, unit, "indirect", "artillery") else []
    friends = observers_of(ledger, side) if side else []
    near = [one for one in friends if one in officers or not is_too_far(ledger, one, target)]
    blocks = {friend: next(what_hides(ledger, friend, target), None) for friend in near}
    if not friends or not all(blocks.values()):
        return
    said = f"for {unit} nobody of {side} observes {target}"
    for friend, found in [*blocks.items()][:1]:
        if found:
            there, source = found
            yield f"{said}: {of(friend, '{unit:does|do}')} not see it, {there}", source
    nearest = nearest_of_far(ledger, side, target) if not blocks else None
    if nearest:
        friend, one = nearest
        yield f"{said}: the nearest is {friend}, and {one.here} to {one.there} is {one.near}", OBSERVED


def observers_of(ledger: Keeper, side: str) -> list[str]:
    """Those of a side who may observe for guns, and are still there. Source: grid.txt 64, 68."""
    return [one for one in of_class(ledger, INFANTRY) if ledger.side_of(one) == side and not ledger.is_out(one)]


def is_too_far(ledger: Keeper, unit: str, target: str) -> bool:
    """Whether a unit is known to be farther from a target than it sees. Source: grid.txt 58, 68, 81."""
    one = apart_units(ledger, unit, target)
    return one is not None and at_least(ledger, unit, one) > in_sight(ledger)


def what_hides(ledger: Keeper, unit: str, target: str) -> Iterator[tuple[str, Source]]:
    """What is known to hide a target from a unit that does not see from the edge of a feature."""
    one = apart_units(ledger, unit, target)
    if one and not feature_of(ledger, unit):
        yield from what_blocks(ledger, one)


def bars_of_officers(ledger: Keeper, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
    """Where all who could observe are too far, one of several officers directs artillery, or nobody does.

    Without him there is no fire at all, and none with a deduction. Source: grid.txt 64-70.
    """
    names, said_already = plain.get("names", {}), {"foo", "in-sight", "unobserved", "observer-far"}
    for unit in [one for one in names.get("attackers", ()) if one in ledger.units]:
        side, (target,) = ledger.side_of(unit), names.get("target", ()) or [""]
        officers, one = officers_of(ledger, side), apart_units(ledger, unit, target)
        directed = is_one(ledger, unit, "indirect", "artillery") and not said_already & said_of_attacker(plain, unit)
        sees_itself = one is not None and one.near <= in_sight(ledger)
        if len(officers) > 1 and directed and not sees_itself and nearest_of_far(ledger, side, target):
            near = f"nobody of {side} is within {some(in_sight(ledger), 'square', 'squares')} of {target}"
            yield f"{near}: if {' or '.join(officers)} directs {unit}, say so: {unit}+foo", OFFICER


def nearest_of_far(ledger: Keeper, side: str, target: str) -> tuple[str, Apart] | None:
    """The nearest of those of a side who observe, where all are known to be too far from a target; else None.

    Who occupies a feature sees from its edge, which no square tells: it is at most a square farther on.
    """
    friends = observers_of(ledger, side)
    known = [(apart_units(ledger, one, target), one) for one in friends]
    far = [(one.near, one, friend) for one, friend in known if one and at_least(ledger, friend, one) > in_sight(ledger)]
    if not far or len(far) < len(friends):
        return None
    _, one, nearest = min(far)
    return nearest, one


def smoke_on(ledger: Keeper, square: str) -> Held | None:
    """The smoke that lies on a square, if any does."""
    return lying(ledger, square, "smoke")


def wreck_in(ledger: Keeper, square: str) -> Held | None:
    """The wreck in a square, if there is any."""
    return lying(ledger, square, "wreck")


def lying(ledger: Keeper, square: str, state: str) -> Held | None:
    """What a place has, however its name is written."""
    there = (held for (where, name), held in ledger.held.items() if name == state and where.lower() == square.lower())
    return next(there, None)
