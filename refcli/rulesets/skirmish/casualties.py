"""Casualties in a game: units that lose their last man, or are aboard a vehicle that is hit.

Source: skirmish.txt 5, 137, 174-183, 200-201, 279-281, 413-417, 433-435, 446-447, 462.
"""

from collections import Counter

from refcli.core.request import uncounted
from refcli.core.rows import Case, Predicate, Words
from refcli.core.sentence import fill, listed
from refcli.core.view import LedgerEditor, LedgerView, PastRuling, chart_rows, terms_said
from refcli.rulesets.skirmish.unit_types import has_men, leads, left, owners_with, units_of, units_with

LOST = ("destroyed", "wrecked")
"""The effects after which a vehicle carries no men."""


def dead_of(ledger: LedgerView, unit: str) -> int:
    """How many men of a unit are dead."""
    lost = ledger.units[unit].strength - ledger.value(unit, "captured") if ledger.has(unit, "lost") else 0
    return int(lost or ledger.value(unit, "dead"))


def taken_of(ledger: LedgerView, unit: str) -> int:
    """How many men of a unit are prisoners."""
    whole = ledger.units[unit].strength - dead_of(ledger, unit) if ledger.has(unit, "prisoner") else 0
    return int(whole or ledger.value(unit, "captured"))


def ranks_dead(ledger: LedgerView, section: str) -> int:
    """How many other ranks of a section are dead. Source: 446."""
    fallen = [one.name for one in ledger.in_group(section, lost_too=True) if dead_of(ledger, one.name)]
    ranks = [one for one in fallen if has_men(ledger, one) and not leads(ledger, one)]
    return sum(dead_of(ledger, one) - bool(ledger.has(one, "leader-fell")) for one in ranks)


@Predicate
def men_lost(case: Case) -> Words | None:
    """Men of a side are dead or taken prisoner. Binds its ``men``, and how many are ``lost``.

    Source: 5, 174-181, 462.
    """
    ledger = case.ledger
    units = [one for one in ledger.units if ledger.side_of(one) == case.side and has_men(ledger, one)]
    dead, taken = [sum(count(ledger, one) for one in units) for count in (dead_of, taken_of)]
    lost = [f"{many} {what}" for many, what in ((dead, "dead"), (taken, "taken prisoner")) if many]
    men = sum(ledger.units[one].strength for one in units)
    return {"men": men, "lost": ", ".join(lost)} if lost else None


def lose_the_last(ledger: LedgerEditor, unit: str, number: int) -> None:
    """A unit whose men are all dead or taken is out of play; others may serve the weapon of the dead.

    Source: 137, 174-181, 462.
    """
    if unit not in ledger.units or ledger.is_out(unit) or left(ledger, unit) > 0:
        return
    taken, dead = ledger.value(unit, "captured"), ledger.value(unit, "dead")
    if taken or "infantry" in chart_rows(ledger, unit):
        ledger.begin(unit, "prisoner" if taken and taken >= dead else "lost", 1, number)


def pin_the_living(ledger: LedgerEditor, deed: PastRuling) -> None:
    """No more men of a unit are pinned than are left; prisoners who were pinned are so no more.

    Source: 183, 462.
    """
    taken = Counter(one.unit for one in deed.effects if one.kind == "captured")
    for state in ("near-missed", "pinned"):
        for unit, held in ledger.named(state):
            gone = taken[unit] if state == "pinned" else 0
            most = min(int(held.value) - gone, left(ledger, unit) if unit in ledger.units else int(held.value))
            if most < int(held.value) and (gone or most > 0):
                ledger.end(unit, state)
                ledger.begin(unit, state, max(0, most), held.entry)


def hit_riders(ledger: LedgerEditor, deed: PastRuling) -> None:
    """Units aboard a vehicle suffer what its passengers do, and leave a vehicle that is lost.

    Source: 183, 200-201, 279-281, 435, 447.
    """
    kinds: dict[str, list[str]] = {}
    hits: dict[str, Counter[str]] = {}
    for effect in deed.effects:
        if vehicle := effect.unit:
            kinds.setdefault(vehicle, []).append(effect.kind)
            if effect.detail == "passengers":
                hits.setdefault(vehicle, Counter())[effect.kind] += effect.amount
    for vehicle, its in kinds.items():
        lost, riders = any(kind in LOST for kind in its), units_with(ledger, "aboard", vehicle)
        dead, near_misses = [hits.get(vehicle, Counter())[kind] for kind in ("kill-aboard", "near-miss-aboard")]
        if riders and (dead or near_misses):
            _share(ledger, deed, vehicle, dead, near_misses)
        if lost:
            living = map(ledger.group_of, units_with(ledger, "aboard", vehicle))
            _lose_ride(ledger, [*living, *owners_with(ledger, "bailed-out-of", vehicle)], vehicle, deed.number)
        if riders and (lost or deed.procedure == "escape" or "bail-out" in its):
            _leave(ledger, vehicle, deed.number)


def _share(ledger: LedgerEditor, deed: PastRuling, vehicle: str, dead: int, near_misses: int) -> None:
    """Let units aboard be dead or near-missed where it is certain which; else the referee decides.

    Source: 183, 279.
    """
    men = {one: many for one in units_with(ledger, "aboard", vehicle) if (many := left(ledger, one)) > 0}
    there = _stated_aboard(deed, vehicle)
    if there not in (dead, near_misses) and (len(men) > 1 or there != sum(men.values())):
        names = [*men, *(["others"] if there > sum(men.values()) else [])]
        fell = f"{dead} dead" if dead else ""
        shaken = fill("{value:near miss|near misses}", {"value": near_misses}) if near_misses else ""
        ledger.begin(
            vehicle, "riders-hit", f"{listed(filter(None, (fell, shaken)))} among {listed(names)}", deed.number
        )
        return
    others = ledger.value(vehicle, "aboard-near-missed")
    for one, many in men.items():
        if dead:
            ledger.begin(one, "dead", min(many, dead), deed.number)
            lose_the_last(ledger, one, deed.number)
        if near_misses:
            ledger.begin(one, "near-missed", min(many, near_misses), deed.number)
            others -= min(many, near_misses)
    ledger.end(vehicle, "aboard-near-missed")
    ledger.begin(vehicle, "aboard-near-missed", max(0, others), deed.number)


def _stated_aboard(deed: PastRuling, vehicle: str) -> int:
    """How many men were stated to be aboard a vehicle, besides its crew."""
    own = [word for name, term in terms_said(deed.given, "target") if name == vehicle for word in term.split("+")[1:]]
    counted = map(uncounted, (*deed.given["conditions"], *own))
    return sum(int(count or 1) for count, word in counted if word == "aboard")


def _leave(ledger: LedgerEditor, vehicle: str, number: int) -> None:
    """All who live are forced out, and their sections check morale for it, not the vehicle.

    Source: 281, 435.
    """
    forced = {ledger.group_of(one) for one in units_with(ledger, "aboard", vehicle) if left(ledger, one) > 0}
    for owner in owners_with(ledger, "aboard", vehicle):
        ledger.end(owner, "aboard")
    for state in ("bailed-out", "check-due"):
        if ledger.group_of(vehicle) not in forced:
            ledger.end(ledger.group_of(vehicle), state)
        for section in sorted(forced):
            ledger.begin(section, state, 1, number)
    for section in sorted(forced):
        ledger.begin(section, "bailed-out-of", vehicle, number)


def _lose_ride(ledger: LedgerEditor, sections: list[str], vehicle: str, number: int) -> None:
    """Sections lose the vehicle that carried men of them: whether it was their own, the referee knows.

    Source: 447.
    """
    for section in dict.fromkeys(sections):
        if not (ledger.has(section, "transport") or ledger.has(section, "transport-destroyed")):
            ledger.begin(section, "ride-lost", vehicle, number)


def disembark(ledger: LedgerEditor, owner: str, number: int) -> None:
    """A unit or a whole section leaves its vehicle; the others of a section stay aboard. Source: 88, 99."""
    group = ledger.group_of(owner) if owner in ledger.units else owner
    whole, leaving = ledger.has(group, "aboard"), units_of(ledger, owner)
    if whole:
        ledger.end(group, "aboard")
        for one in units_of(ledger, group):
            ledger.begin(one, "aboard", whole.value, number)
    for one in leaving:
        if vehicle := str(ledger.value(one, "aboard", "")):
            ledger.end(one, "aboard")
            ledger.begin(vehicle, "loading", 1, number)
