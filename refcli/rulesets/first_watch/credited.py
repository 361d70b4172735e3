"""To which ruling a loss belongs that the referee says by hand. Source: first-watch.txt 60, 67."""

from refcli.core.hook import Keeper


def counter_owed(ledger: Keeper, unit: str) -> int:
    """The ruling by which the side of a unit owes a second counter; 0 for none. Source: first-watch.txt 60, 67."""
    side = ledger.side_of(unit)
    owed = ledger.has(side, "counter-owed") if side else None
    of_units = (held for one, held in ledger.named("counter-owed") if side and ledger.side_of(one) == side)
    return next((held.entry for held in (owed, *of_units) if held), 0)


def credit(ledger: Keeper, unit: str, number: int) -> None:
    """Let who is said to be out of play, as the counter that a ruling takes, be lost by that ruling."""
    out = ledger.has(unit, "out")
    if number and out and out.by_hand:
        ledger.end(unit, "out")
        ledger.begin(unit, "out", 1, number)
