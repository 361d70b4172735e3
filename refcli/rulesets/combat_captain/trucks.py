"""Cars and trucks that are turned on their side in the Nashcon game. Source: combat-captain.txt 33-36."""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Deed, Keeper, Sentences
from refcli.rulesets.combat_captain.activity import NASHCON
from refcli.rulesets.combat_captain.in_order import TRUCKS
from refcli.rulesets.combat_captain.in_play import stated


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


def bars_to_overturn(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Only in the Nashcon game a truck is turned over, and not again. Source: 24-36; readings CC-47."""
    if not stated(plain, "overturn", of=unit):
        return
    if not ledger.reads("CC-47=nashcon", plain):
        yield "a car or truck is turned on its side in the Nashcon game only: --reading CC-47=nashcon", NASHCON
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
        for owner, state in [*ledger.held]:
            if state == "riding" and ledger.value(owner, "riding") == truck:
                ledger.end(owner, "riding")
        for state in ("behind-truck", "cover", "moved") if truck == unit else ():
            ledger.end(unit, state)


def overturning(ledger: Keeper, deed: Deed) -> list[str]:
    """The sub-units that turned a truck over in a ruling."""
    named = [ledger.unit_called(one["unit"]) for one in deed.ruling["effects"] if one["kind"] == "overturn"]
    return [unit for unit in named if unit]


def which_truck(ledger: Keeper, deed: Deed) -> Sentences:
    """What has to be said where the game does not know which truck was turned over. Source: 34-36."""
    turned = any(state == "overturned" and held.entry == deed.number for (_, state), held in ledger.held.items())
    there = upright(ledger)
    if overturning(ledger, deed) and not turned:
        told = f"which car or truck? set {there[0]} overturned" if there else "no car or truck is in play: add it"
        yield told, TRUCKS
