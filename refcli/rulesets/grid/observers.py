"""Who observes for the guns, between squares that are known. Source: grid.txt 58, 64-70, 191, 199."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of, some
from refcli.core.states import Held
from refcli.rulesets.grid.in_play import INFANTRY, acting, is_one, of_class, said_of_attacker, targets
from refcli.rulesets.grid.officers import OFFICER, officers_of
from refcli.rulesets.grid.sight import FAR, blocked, hidden_from_edge, is_unseen, what_blocks
from refcli.rulesets.grid.squares import (
    BETWEEN,
    Apart,
    apart,
    apart_units,
    at_least,
    distances,
    feature_of,
    in_sight,
    smoke_on,
)

OBSERVED = Source(section="Observation; Artillery & Mortars", lines="64, 68")
NOT_ADJACENT = Source(section="Heavy Tanks; Dawn, Dusk & Night", lines="199, 212")


def bars_of_guns(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
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


def nobody_near(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Observers that are all known to be too far from a target, or not to see it. Source: grid.txt 58, 64-68, 191.

    An officer who directs artillery observes from any distance.
    """
    side, (target,) = ledger.side_of(unit), plain[NAMES]["target"]
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


def what_hides(ledger: Keeper, unit: str, target: str) -> Sentences:
    """What is known to hide a target from a unit that does not see from the edge of a feature."""
    one = apart_units(ledger, unit, target)
    if one and not feature_of(ledger, unit):
        yield from what_blocks(ledger, one)


def bars_of_which_officer(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Where all who could observe are too far, one of several officers directs artillery, or nobody does.

    Without him there is no fire at all, and none with a deduction. Source: grid.txt 64-70.
    """
    names, said_already = plain.get(NAMES, {}), {"foo", "in-sight", "unobserved", "observer-far"}
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


def nobody_observes(ledger: Keeper, deed: Deed) -> Sentences:
    """Guns that do not see their target need a friend who does: all who could are gone, or nobody ever was there."""
    for side in dict.fromkeys(map(ledger.side_of, acting(deed, unless=("in-sight",)))):
        infantry = [one for one in of_class(ledger, INFANTRY) if ledger.side_of(one) == side]
        if (side or infantry) and all(map(ledger.is_out, infantry)):
            said = f"{side} has no infantry or reconnaissance{' left' if infantry else ''} to observe".strip()
            yield f"{said}: guns fire only at what they see themselves: in-sight", OBSERVED


def hidden_from_observers(ledger: Keeper, deed: Deed) -> Sentences:
    """Guns whose only observers look out of a feature, past what may hide the target. Source: grid.txt 58, 68, 81."""
    for unit in acting(deed, unless=("in-sight",)):
        for target in targets(deed):
            side = ledger.side_of(unit)
            near = [one for one in observers_of(ledger, side) if side and not is_too_far(ledger, one, target)]
            hidden = {one: next(hidden_from_edge(ledger, deed, one, target), None) for one in near}
            see = [one for one in near if not (hidden[one] or is_unseen(ledger, one, target))]
            yield from [found for found in hidden.values() if found and not see][:1]


def sees_itself(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Held | None:
    """What tells that a gun sees its target: the next square, with no smoke on either. Source: grid.txt 58, 68, 191."""
    one, said = distances(ledger, plain).get(unit), said_of_attacker(plain, unit)
    if one is None or one.far > 1 or said & {"in-sight", "unobserved", "observer-far", "foo"}:
        return None
    return None if smoke_on(ledger, one.here) or smoke_on(ledger, one.there) else BETWEEN


def may_see_itself(ledger: Keeper, deed: Deed) -> Sentences:
    """Guns that missed with the -1 for indirect fire, and may see the target themselves. Source: grid.txt 58, 68."""
    if deed.ruling["outcome"] != "no effect" or deed.ruling["counts"]["hits"]:
        return
    for unit in acting(deed, unless=("in-sight", "foo", "observer-far")):
        for target in targets(deed):
            here, there = [deed.before.get((who, "square")) for who in (unit, target)]
            one = apart(str(here.value), str(there.value)) if here and there else None
            if one and one.near <= in_sight(ledger) and not any(what_blocks(ledger, one)):
                yield f"if {of(unit, f'{{unit:sees|see}} {target}')} from {one.here}: +in-sight", OBSERVED
