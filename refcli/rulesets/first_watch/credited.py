"""To which ruling a loss belongs that the referee says by hand. Source: first-watch.txt 60, 67."""

from refcli.core.hook import Keeper


def counter_owed(ledger: Keeper, unit: str) -> int:
    """The ruling by which the side of a unit owes a second counter; 0 for none. Source: first-watch.txt 60, 67."""
    side = ledger.side_of(unit)
    owners = [side, *(one for one in ledger.units if ledger.side_of(one) == side)] if side else []
    return next((held.entry for one in owners if (held := ledger.has(one, "counter-owed"))), 0)


def credit(ledger: Keeper, unit: str, number: int) -> None:
    """Let who is said to be out of play, as the counter that a ruling takes, be lost by that ruling."""
    out = ledger.has(unit, "out")
    if number and out and out.by_hand:
        ledger.end(unit, "out")
        ledger.begin(unit, "out", 1, number)
