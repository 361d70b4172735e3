"""Who gets into vehicles and out of them, and what half of its move that costs a vehicle.

Source: skirmish.txt 88, 99.
"""

from refcli.core.hook import Deed, Keeper
from refcli.rulesets.skirmish.in_play import is_no_vehicle, units_of, vehicle_of


def get_out(ledger: Keeper, who: str, number: int) -> None:
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


def go_past_half(ledger: Keeper, deed: Deed) -> None:
    """A vehicle that went more than half of what it might, and did not load, does not load this turn. Source: 99."""
    moves = {kind: [one for one in deed.ruling["effects"] if one["kind"] == kind] for kind in ("may-move", "moved")}
    gone = {one["unit"]: one["amount"] for one in moves["moved"]}
    for may in moves["may-move"]:
        name = ledger.unit_called(may["unit"])
        loads = name and (ledger.has(name, "loading") or deed.is_stated("load", name))
        far = 2 * gone.get(may["unit"], may["amount"]) > may["amount"]
        if name and far and not loads and not is_no_vehicle(ledger, name):
            ledger.begin(name, "past-half", 1, deed.number)
