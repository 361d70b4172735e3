"""Units in play that are aboard a vehicle which is hit: who of them falls, and who gets out.

Source: skirmish.txt 183, 200-201, 279-281, 413-417, 433-435, 446-447.
"""

import re

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import uncounted
from refcli.core.sentence import fill, listed
from refcli.rulesets.skirmish.in_play import left, units_of, units_that_say, who_say
from refcli.rulesets.skirmish.sections import dead_of, miss_the_dead

ROOM = Source(section="Equipment Data", lines="309, 327-328")

LEAVES = ("bail-out", "destroyed", "wrecked")
"""The effects on a vehicle in which nobody stays aboard."""

LOSES = ("destroyed", "wrecked")
"""Those after which it carries nobody any more."""


def too_many_aboard(ledger: Keeper, owner: str, vehicle: str) -> Sentences:
    """Why a unit or section does not find room in a vehicle, where a chart tells how many it takes.

    Source: 309, 327-328.
    """
    rows = ledger.units[vehicle].stands_for if vehicle in ledger.units else ()
    room = max((int(ledger.figure("vehicles", row, "passengers") or 0) for row in rows), default=0)
    aboard = dict.fromkeys((*units_that_say(ledger, "aboard", vehicle), *units_of(ledger, owner)))
    men = sum(_men_of(ledger, one) for one in aboard)
    if 0 < room < men:
        yield f"{vehicle} takes {fill('{value:man|men}', {'value': room})} besides its crew, not {men}", ROOM


def _men_of(ledger: Keeper, name: str) -> int:
    """How many men a unit aboard is: a heavy weapon without a crew of its own is none."""
    unit = ledger.units.get(name)
    on_foot = unit is not None and ledger.stands_for(name, "infantry") and not ledger.is_out(name)
    return max(0, left(ledger, name, unit)) if on_foot else 0


def hit_riders(ledger: Keeper, deed: Deed) -> bool:
    """Units aboard a vehicle suffer what its passengers do, and leave one that is lost. Tells whether any man fell.

    Source: 183, 200-201, 279-281.
    """
    fell = False
    effects = [(ledger.unit_called(effect["unit"]), effect) for effect in deed.ruling["effects"]]
    for vehicle in dict.fromkeys(unit for unit, _ in effects if unit and who_say(ledger, "aboard", unit)):
        kinds = [effect["kind"] for unit, effect in effects if unit == vehicle]
        passengers = [one for unit, one in effects if unit == vehicle and one.get("detail") == "passengers"]
        dead, near_misses = [
            sum(effect["amount"] for effect in passengers if effect["kind"] == kind)
            for kind in ("kill-aboard", "near-miss-aboard")
        ]
        if dead or near_misses:
            fell |= _share(ledger, deed, vehicle, dead, near_misses)
        if any(kind in LOSES for kind in kinds):
            _lose_ride(ledger, vehicle, deed.number)
        if deed.procedure == "escape" or any(kind in LEAVES for kind in kinds):
            _leave(ledger, vehicle, deed.number)
    for vehicle in dict.fromkeys(unit for unit, effect in effects if unit and effect["kind"] in LOSES):
        for section in who_say(ledger, "bailed-out-of", vehicle):
            if not is_told_of_transport(ledger, section):
                ledger.begin(section, "ride-lost", vehicle, deed.number)
    return fell


def _share(ledger: Keeper, deed: Deed, vehicle: str, dead: int, near_misses: int) -> bool:
    """Let so many of the units aboard be dead or near-missed, where it is certain which; else ask.

    Tells whether any man of them is dead. Source: 183, 279.
    """
    aboard = units_that_say(ledger, "aboard", vehicle)
    men = {one: many for one in aboard if (many := left(ledger, one, ledger.units[one])) > 0}
    there = _said_aboard(deed, vehicle)
    if there not in (dead, near_misses) and (len(men) > 1 or there != sum(men.values())):
        names = [*men, *(["others"] if there > sum(men.values()) else [])]
        ledger.begin(vehicle, "riders-hit", _asked(dead, near_misses, names), deed.number)
        return False
    others = ledger.value(vehicle, "aboard-near-missed")
    for one, many in men.items():
        if dead:
            _fall(ledger, one, min(many, dead), deed.number)
        if near_misses:
            ledger.begin(one, "near-missed", min(many, near_misses), deed.number)
            others -= min(many, near_misses)
    ledger.end(vehicle, "aboard-near-missed")
    if others > 0:
        ledger.begin(vehicle, "aboard-near-missed", others, deed.number)
    return bool(dead and men)


def _said_aboard(deed: Deed, vehicle: str) -> int:
    """How many were said to be aboard a vehicle, besides its crew."""
    own = [word for name, term in terms_said(deed.given, "target") if name == vehicle for word in term.split("+")[1:]]
    counted = map(uncounted, (*deed.given["conditions"], *own))
    return sum(int(count or 1) for count, word in counted if word == "aboard")


def _fall(ledger: Keeper, unit: str, many: int, number: int) -> None:
    """Men of a unit are dead: for its section they are other ranks, or its leader. Source: 433, 446."""
    ledger.begin(unit, "dead", many, number)
    miss_the_dead(ledger, unit, many, number)


def name_rider(ledger: Keeper, name: str) -> None:
    """Who is said to be dead or near-missed aboard is one of those that were asked for. Source: 183, 279-281."""
    near = int(ledger.value(name, "near-missed"))
    dead = dead_of(ledger, name)
    for vehicle in [owner for owner, _ in ledger.named("riders-hit")] if near or dead else ():
        fallen, shaken, names = _asked_for(str(ledger.value(vehicle, "riders-hit", "")))
        if name not in names:
            continue
        nameless, named = int(ledger.value(vehicle, "aboard-near-missed")), min(near, shaken)
        others = [one for one in names if one != name]
        for state in ("riders-hit", "aboard-near-missed"):
            ledger.end(vehicle, state)
        if nameless > named:
            ledger.begin(vehicle, "aboard-near-missed", nameless - named, 0)
        if others and (fallen > dead or shaken > named):
            ledger.begin(vehicle, "riders-hit", _asked(max(0, fallen - dead), shaken - named, others), 0)


def _asked(dead: int, near_misses: int, names: list[str]) -> str:
    """How many are dead or near-missed among whom: ``1 dead and 1 near miss among able and baker``."""
    fell = fill("{value} dead", {"value": dead}) if dead else ""
    shaken = fill("{value:near miss|near misses}", {"value": near_misses}) if near_misses else ""
    return f"{listed(filter(None, (fell, shaken)))} among {listed(names)}"


def _asked_for(said: str) -> tuple[int, int, list[str]]:
    """How many were dead and near-missed among whom, as it was asked."""
    fell, _, names = said.partition(" among ")
    dead, near_misses = re.search(r"(\d+) dead", fell), re.search(r"(\d+) near", fell)
    return int(dead[1]) if dead else 0, int(near_misses[1]) if near_misses else 0, re.split(", | and ", names)


def _leave(ledger: Keeper, vehicle: str, number: int) -> None:
    """Whoever lives is forced out, and it is his section that checks for it, not the vehicle. Source: 281, 435."""
    forced = set()
    for owner in who_say(ledger, "aboard", vehicle):
        ledger.end(owner, "aboard")
        living = [one for one in units_of(ledger, owner) if left(ledger, one, ledger.units[one]) > 0]
        forced |= {ledger.group_of(one) for one in living}
    for state in ("bailed-out", "check-due"):
        if ledger.group_of(vehicle) not in forced:
            ledger.end(ledger.group_of(vehicle), state)
        for section in sorted(forced):
            ledger.begin(section, state, 1, number)
    for section in sorted(forced):
        ledger.begin(section, "bailed-out-of", vehicle, number)


def _lose_ride(ledger: Keeper, vehicle: str, number: int) -> None:
    """Sections lose the vehicle that carried men of them: whether it was their own is to be told. Source: 447."""
    sections = map(ledger.group_of, units_that_say(ledger, "aboard", vehicle))
    for section in dict.fromkeys(one for one in sections if not is_told_of_transport(ledger, one)):
        ledger.begin(section, "ride-lost", vehicle, number)


def is_told_of_transport(ledger: Keeper, section: str) -> bool:
    """Whether it is known of a section that its own transport is destroyed, or which one that is. Source: 447."""
    return any(ledger.has(section, state) for state in ("transport", "transport-destroyed"))
