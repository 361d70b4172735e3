"""Moves in a game: how far those go who move in parts, and who gets into vehicles and out of them.

Source: skirmish.txt 19, 63, 88, 96, 99, 129, 133, 139, 165, 172.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.hook import Deed, Keeper
from refcli.rulesets.skirmish.in_play import is_no_vehicle, units_of, units_that_say, vehicle_of

HALF = 50
"""What is left of a move, of 100, when half of it is gone."""


def pushes(plain: Mapping[str, Any]) -> bool:
    """Whether a tank pushes what it names, and nobody gets into it. Source: 133."""
    return "push" in {*plain.get("conditions", ()), *str(plain.get("mover", "")).split("+")[1:]}


def rams_on(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """Who rams once more, or moves, in a turn in which it has rammed already. Source: 96, 129."""
    for name, field in deed.fields_of.items() if deed.attempt else ():
        rams = (deed.procedure, field) == ("ram", "rammer") and ledger.value(name, "rammed") > 1
        if rams or ((deed.procedure, field) == ("move", "mover") and ledger.has(name, "rammed")):
            yield name


def rams_last(ledger: Keeper, deed: Deed) -> Iterator[str]:
    """Who rams after all of its move: it lies within that move, or comes too late. Source: 63, 129."""
    for name, field in deed.fields_of.items() if deed.attempt else ():
        went = ledger.has(name, "moved") and not ledger.has(name, "move-left")
        if (deed.procedure, field) == ("ram", "rammer") and went and ledger.value(name, "rammed") == 1:
            yield name


def disembark(ledger: Keeper, who: str, number: int) -> None:
    """A unit or a whole section leaves its vehicle; the others of a section stay aboard. Source: 88, 99."""
    group = ledger.group_of(who) if who in ledger.units else who
    leaving = {one: vehicle for one in units_of(ledger, who) if (vehicle := vehicle_of(ledger, one))}
    if whole := ledger.has(group, "aboard"):
        ledger.end(group, "aboard")
        for one in units_of(ledger, group):
            ledger.begin(one, "aboard", whole.value, number)
    for one, vehicle in leaving.items():
        ledger.end(one, "aboard")
        ledger.begin(vehicle, "loading", 1, number)


def count_move(ledger: Keeper, deed: Deed) -> None:
    """The parts of a move add up to what was moved; a vehicle past half of it does not load, and whom it carries moves.

    Source: 19, 63, 99, 165, 172.
    """
    effects = deed.ruling["effects"]
    may, moved, share = [
        {ledger.unit_called(one["unit"]): one["amount"] for one in effects if one["kind"] == kind}
        for kind in ("may-move", "moved", "move-left")
    ]
    loaded = {ledger.unit_called(one["unit"]) for one in effects if one["kind"] == "loaded"}
    for name in filter(None, may):
        gone, before = moved.get(name, may[name]), ledger.value(name, "gone")
        far = share[name] < HALF if name in share else 2 * gone > may[name]
        if before:
            ledger.begin(name, "moved", before + gone, deed.number)
        ledger.end(name, "gone")
        if name in share:
            ledger.begin(name, "gone", before + gone, deed.number)
        if name in share and name in loaded:
            ledger.begin(name, "got-out", 1, deed.number)
        loads = ledger.has(name, "loading") or deed.is_stated("load", name)
        if far and not loads and not is_no_vehicle(ledger, name):
            ledger.begin(name, "past-half", 1, deed.number)
        for one in units_that_say(ledger, "aboard", name):
            ledger.begin(one, "rode", before + gone, deed.number)
