"""Cars and trucks that are turned on their side in the Nashcon game. Source: combat-captain.txt 33-36."""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.hook import Deed, Keeper, Sentences
from refcli.rulesets.combat_captain.activity import NASHCON
from refcli.rulesets.combat_captain.dice_left import USES
from refcli.rulesets.combat_captain.in_order import ONCE, TRUCKS
from refcli.rulesets.combat_captain.in_play import rides, stated


def trucks(ledger: Keeper) -> list[str]:
    """The cars and trucks in play."""
    return [unit for unit in ledger.units if ledger.stands_for(unit, "truck") and not ledger.is_out(unit)]


def upright(ledger: Keeper) -> list[str]:
    """Those that stand on their wheels."""
    return [truck for truck in trucks(ledger) if not ledger.has(truck, "overturned")]


def truck_meant(ledger: Keeper, unit: str) -> str:
    """The truck that a sub-unit turns over: itself, the one it rides in, the only one; empty where it is unknown."""
    there = upright(ledger)
    own = [truck for truck in (unit, ledger.value(unit, "riding", "")) if truck in there]
    return [*own, *(there if len(there) == 1 else []), ""][0]


def turned_over_for_free(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: Sequence[str]) -> bool:
    """Whether cars or trucks are turned over and do nothing else: either side may, whose activation it is.

    Source: 34-36.
    """
    free = procedure == "activity" and not stated(plain, *USES)
    return free and bool(units) and all(is_turned(ledger, plain, unit) for unit in units)


def is_turned(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether it is a car or truck that is turned over itself."""
    return bool(stated(plain, "overturn", of=unit)) and ledger.stands_for(unit, "truck")


def bars_to_ride(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Nobody rides where all cars and trucks are of the other side, or on their side. Source: 33-36."""
    if ledger.value(unit, "riding", "") in ledger.units:
        return
    side = ledger.side_of(unit)
    known = any(ledger.stands_for(one, "truck") for one in ledger.units)
    own = [truck for truck in upright(ledger) if ledger.side_of(truck) in ("", side)]
    if known and side and rides(ledger, plain, unit) and not own:
        yield f"no car or truck of {side} stands on its wheels to carry {unit}", TRUCKS


def no_truck(ledger: Keeper, deed: Deed) -> Sentences:
    """Who rides, where the game has no car or truck at all. Source: 33."""
    if deed.procedure == "move" and not any(ledger.stands_for(one, "truck") for one in ledger.units):
        for effect in [one for one in deed.ruling["effects"] if one["kind"] == "carried"]:
            unit = effect["unit"]
            yield f"no car or truck is in play to carry {unit}: add it", TRUCKS


def bars_to_overturn(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Only in the Nashcon game a truck is turned over, and not again. Source: 24-36; readings CC-47."""
    if not stated(plain, "overturn", of=unit):
        return
    if not ledger.reads("CC-47=nashcon", plain):
        yield "a car or truck is turned on its side in the Nashcon game only: --reading CC-47=nashcon", NASHCON
    elif ledger.has(ledger.group_of(unit), "activation-over") and not is_turned(ledger, plain, unit):
        yield f"{ledger.group_of(unit)} has activated this turn", ONCE
    elif ledger.has(unit, "overturned"):
        yield f"{unit} is on its side already", TRUCKS
    elif trucks(ledger) and not upright(ledger):
        yield "no car or truck in play stands on its wheels", TRUCKS


def turn_over(ledger: Keeper, deed: Deed) -> None:
    """The truck that is turned over lies on its side, and whoever rode in it is off. Source: 34-36."""
    for unit in overturning(ledger, deed):
        truck = truck_meant(ledger, unit)
        if not truck:
            continue
        ledger.begin(truck, "overturned", 1, deed.number)
        for owner, held in ledger.named("riding"):
            if held.value == truck:
                ledger.end(owner, "riding")
        drove = ledger.has(truck, "last-move")
        kept = bool(drove and drove.turn == ledger.turn)
        for state in ("behind-truck", "cover", *(() if kept else ("moved",))) if truck == unit else ():
            ledger.end(unit, state)


def overturning(ledger: Keeper, deed: Deed) -> list[str]:
    """The sub-units that turned a truck over in a ruling."""
    named = [ledger.unit_called(one["unit"]) for one in deed.ruling["effects"] if one["kind"] == "overturn"]
    return [unit for unit in named if unit]


def which_truck(ledger: Keeper, deed: Deed) -> Sentences:
    """What has to be said where the game does not know which truck was turned over. Source: 34-36."""
    turned = any(held.entry == deed.number for _, held in ledger.named("overturned"))
    there = upright(ledger)
    if overturning(ledger, deed) and not turned:
        told = f"which car or truck? set {there[0]} overturned" if there else "no car or truck is in play: add it"
        yield told, TRUCKS
