"""Guns that are called to a target, and what they lose with their observer. Source: skirmish.txt 59, 251."""

from collections.abc import Iterator

from refcli.core.hook import Deed, Keeper

CALLS = ("call", "map-call")
"""The effects of a call for fire, by an observer or of map fire."""


def aim_anew(ledger: Keeper, called: str) -> None:
    """Guns that are called to a new target keep only an aim that has a name.

    While they wait to fire as called before, that target keeps its round. Source: 59, 251.
    """
    unit = ledger.member_called(called)
    waits = unit and ledger.has(ledger.group_of(unit), "ready")
    for one in ledger.in_group(ledger.group_of(unit)) if unit and not waits else ():
        if not ledger.value(one.name, "aim", ""):
            for state in ("aim", "round", "on-target"):
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
            for state in ("aim", "round", "on-target"):
                ledger.end(gun, state)


def called_twice(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """The guns that are called while they wait to fire as called before. Source: 59, 251."""
    for effect in deed.ruling["effects"]:
        unit = ledger.member_called(effect["unit"]) if effect["kind"] in CALLS else None
        if unit and ledger.has(group := ledger.group_of(unit), "ready"):
            yield group


def lose_observer(ledger: Keeper, guns: str) -> None:
    """Guns without their observer keep no target, and are observed by nobody until another calls. Source: 59, 251."""
    held = ledger.has(guns, "observer")
    ledger.begin(guns, "observer-lost", str(held.value) if held else "", held.entry if held else 0)
    ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        ledger.end(one.name, "on-target")
