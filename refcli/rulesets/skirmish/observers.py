"""Guns that are called to a target, and what they lose with their observer. Source: skirmish.txt 59, 251-253."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.hook import Deed, Keeper
from refcli.core.states import Held
from refcli.rulesets.skirmish.in_play import units_of

SHELLS = ("shell", "smoke")
"""The effects that tell where one gun's shell fell."""

CALLS = ("call", "map-call")
"""The effects of a call for fire, by an observer or of map fire."""

ON_TARGET = ("on-target", "guns-on-target")
AIM = ("aim", "round", *ON_TARGET)
"""What a unit of guns knows of the point that it fires at: all of its guns on target, or so many."""


def aim_anew(ledger: Keeper, called: str) -> None:
    """Guns that are called to a new target keep only an aim that has a name.

    While they wait to fire as called before, that target keeps its round. Source: 59, 251.
    """
    unit = ledger.member_called(called)
    waits = unit and ledger.has(ledger.group_of(unit), "ready")
    for one in ledger.in_group(ledger.group_of(unit)) if unit and not waits else ():
        if not ledger.value(one.name, "aim", ""):
            for state in AIM:
                ledger.end(one.name, state)


def fire_as_called(ledger: Keeper, deed: Deed) -> None:
    """A battery that fires as it was called waits no longer; what one of its guns sees itself is another target.

    Source: 59, 207, 289.
    """
    for gun, field in deed.fields_of.items():
        if field == "guns" and deed.attempt and not deed.is_stated("direct-fire", gun):
            ledger.end(ledger.group_of(gun), "ready")


def fire_directly(ledger: Keeper, deed: Deed) -> None:
    """A shot at what guns see is no round at the target that they were called to. Source: 251, 285."""
    for gun, field in deed.fields_of.items():
        if field == "guns" and deed.attempt and deed.is_stated("direct-fire", gun) and not ledger.value(gun, "aim", ""):
            for state in AIM:
                ledger.end(gun, state)


def called_twice(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """The guns that are called while they wait to fire as called before. Source: 59, 251."""
    for effect in deed.ruling["effects"]:
        unit = ledger.member_called(effect["unit"]) if effect["kind"] in CALLS else None
        if unit and ledger.has(group := ledger.group_of(unit), "ready"):
            yield group


def asks_point(ledger: Keeper, battery: str) -> bool:
    """Whether guns that were called fire by the map, and at no point that is known: it is to be told. Source: 253."""
    guns = units_of(ledger, battery)
    called = ledger.has(battery, "ready") and not ledger.has(battery, "observer")
    return bool(called) and not any(ledger.value(gun, "aim", "") for gun in guns)


def lose_observer(ledger: Keeper, guns: str) -> None:
    """Guns without their observer keep no target, and are observed by nobody until another calls. Source: 59, 251."""
    held = ledger.has(guns, "observer")
    ledger.begin(guns, "observer-lost", str(held.value) if held else "", held.entry if held else 0)
    ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        for state in ON_TARGET:
            ledger.end(one.name, state)


def count_on_target(ledger: Keeper, deed: Deed) -> None:
    """Of a battery that is one unit, those guns stay on target that hit: each for itself. Source: 244, 251."""
    named = [(ledger.unit_called(effect["unit"]), effect["kind"]) for effect in deed.ruling["effects"]]
    fell = Counter([guns for guns, kind in named if kind in SHELLS])
    hits = Counter([guns for guns, kind in named if kind == "on-target"])
    for guns in fell:
        if guns and not deed.is_stated("direct-fire", guns):
            ledger.end(guns, "guns-on-target")
            if 0 < hits[guns] < fell[guns]:
                ledger.end(guns, "on-target")
                ledger.begin(guns, "guns-on-target", hits[guns], deed.number)


def guns_on_target(ledger: Keeper, guns: str, plain: Mapping[str, Any]) -> Held | None:
    """How many guns of a battery are on target, where they fire at that point again. Source: 244, 251."""
    aims_there = plain.get("point") in (None, ledger.value(guns, "aim", ""))
    return ledger.has(guns, "guns-on-target") if aims_there else None
