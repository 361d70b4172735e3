"""Who sees whom between squares that are known. Source: grid.txt 58-62, 81, 93, 99, 191, 209."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import fill, of, some
from refcli.rulesets.grid.in_play import acting, range_said, said_of_attacker, targets
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
    middle,
    smoke_on,
    units_in,
    wreck_in,
)

FAR = Source(section="Observation", lines="58")
SMOKE = Source(section="Observation; Smoke Screens", lines="58, 191")
WRECK = Source(section="Observation; Wrecks", lines="58, 209")
TWO_UNITS = Source(section="Observation", lines="58, 62")
FEATURE = Source(section="Observation; Fields; Hills", lines="58, 93, 99")
EDGE = Source(section="Observation; Terrain; Smoke Screens; Wrecks", lines="58, 81, 191, 209")
BLOCK_SIGHT = ("Buildings", "Woods", "Fields", "Hill")
"""The features that a unit can be in and nobody sees through. Source: grid.txt 58, 81, 93, 99."""
BLOCKING = 2
"""Units in a square that nobody sees through. Source: grid.txt 58, 62."""


def bars_of_sight(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody fires through what blocks the sight between the squares. Source: grid.txt 58, 62, 191, 209."""
    if (range_said(plain) or in_sight(ledger)) == in_sight(ledger):
        for unit in distances(ledger, plain):
            if "adjacent" not in said_of_attacker(plain, unit):
                yield from blocked(ledger, plain, unit)


def bars_of_range(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody fires farther than he sees, or at another range than the one between the squares. Source: grid.txt 58, 81.

    Of several units the range that is said is that of the farthest.
    """
    said, sight, found = range_said(plain), in_sight(ledger), distances(ledger, plain)
    units = plain.get(NAMES, {}).get("attackers", ())
    of_another = said is not None and any(unit not in found or is_at(found[unit], said) for unit in units)
    for unit, one in found.items():
        its = 1 if "adjacent" in said_of_attacker(plain, unit) else said
        if (its is None or is_at(one, its)) and one.near > sight:
            far = f"{{unit:sees|see}} {some(sight, 'square', 'squares')}; {one.here} to {one.there} is {one.near}"
            yield of(unit, far), FAR
        elif its is not None and not is_at(one, its) and not (of_another and one.far < its):
            squares = f"{one.near} or {one.far} squares" if one.near < one.far else some(one.near, "square", "squares")
            yield of(unit, f"{{unit:is|are}} {squares} away ({one.here} to {one.there}), not {its}"), SIGHT
    for unit, one in from_edge(ledger, plain).items():
        its = 1 if "adjacent" in said_of_attacker(plain, unit) else sight if said is None else said
        feature, between = feature_of(ledger, unit), f"{one.here} to {one.there} is {one.near}"
        if at_least(ledger, unit, one) > sight:
            sees = f"{{unit:sees|see}} {some(sight, 'square', 'squares')} from the edge of {feature}; {between}"
            yield of(unit, sees), SIGHT
        elif at_least(ledger, unit, one) > its:
            yield of(unit, f"{{unit:measures|measure}} from the edge of {feature}, but {between}, not {its}"), SIGHT


def is_at(one: Apart, squares: int) -> bool:
    """Whether two that are so far apart may be so many squares apart."""
    return one.near <= squares <= one.far


def blocked(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """What lies or stands in the one square between a unit and its target, and blocks the sight."""
    (target,) = plain[NAMES]["target"]
    for there, source in what_blocks(ledger, distances(ledger, plain)[unit]):
        yield of(unit, f"{{unit:does|do}} not see {target}: {there}"), source


def what_blocks(ledger: Keeper, one: Apart) -> Sentences:
    """What lies or stands in the one square between two, and blocks the sight. Source: grid.txt 58, 62, 191, 209."""
    between = middle(one)
    if not between:
        return
    if smoke_on(ledger, between):
        yield f"smoke lies on {between.upper()}", SMOKE
    elif wreck_in(ledger, between):
        yield f"a wreck lies in {between.upper()}", WRECK
    elif len(there := units_in(ledger, between)) >= BLOCKING:
        yield f"{fill('{there} are', {'there': there})} in {between.upper()}", TWO_UNITS


def feature_between(ledger: Keeper, deed: Deed) -> Sentences:
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


def past_the_edge(ledger: Keeper, deed: Deed) -> Sentences:
    """What lies between, as somebody fires out of a feature: it hides the target unless the feature reaches so far.

    Source: grid.txt 58, 81, 191, 209.
    """
    for unit, target in [(one, other) for one in acting(deed, unless=("adjacent",)) for other in targets(deed)]:
        yield from hidden_from_edge(ledger, deed, unit, target)


def hidden_from_edge(ledger: Keeper, deed: Deed, unit: str, target: str) -> Sentences:
    """What lies between a target and a unit in a feature, from whose edge it sees; no square tells where that is.

    Source: grid.txt 58, 81, 191, 209.
    """
    here, there = [deed.before.get((who, "square")) for who in (unit, target)]
    feature = feature_of(ledger, unit)
    one = apart(str(here.value), str(there.value)) if here and there and feature else None
    for lies, _ in what_blocks(ledger, one) if one else ():
        sees = of(unit, f"{{unit:does|do}} not see {target}")
        yield f"{lies}: if that is past the edge of {feature}, {sees}", EDGE


def is_unseen(ledger: Keeper, unit: str, other: str) -> bool:
    """Whether a unit is known not to see another. From a feature it sees from the edge, which no square tells.

    Source: grid.txt 58, 62, 81, 191, 209.
    """
    one = apart_units(ledger, unit, other)
    if one is None or feature_of(ledger, unit):
        return False
    return one.near > in_sight(ledger) or any(what_blocks(ledger, one))
