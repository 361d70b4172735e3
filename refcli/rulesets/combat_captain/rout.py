"""Units that rout, and those whose charge comes to nothing.

Source: combat-captain.txt 539, 549-550, 755-771, 777-778.
"""

from collections.abc import Iterable

from refcli.core.hook import Keeper


def rout(ledger: Keeper, groups: Iterable[str], number: int) -> None:
    """Units rout that have as many markers as sub-units left, or so many as rout any. Source: 549-550."""
    for group in dict.fromkeys(groups):
        sub_units, markers = len(ledger.in_group(group)), ledger.value(group, "markers")
        if markers and sub_units and markers >= min(sub_units, ledger.figure("morale", "rout", "")):
            ledger.begin(group, "routed", 1, number)


def fail_to_charge(ledger: Keeper, group: str, number: int) -> None:
    """A unit that charged, and is in contact with nobody once all have activated, takes a marker.

    Source: 539, 755-771, 777-778; readings CC-37.
    """
    ledger.end(group, "charged")
    ledger.begin(group, "charge-failed", 1, number)
    ledger.begin(group, "markers", 1, number)
    rout(ledger, [group], number)


def charges_end(ledger: Keeper) -> None:
    """Who charged and touches nobody as the Activation phase ends has failed. Source: 755-771."""
    for (owner, name), held in [*ledger.held.items()]:
        if name == "charged" and not any(ledger.has(one.name, "contact") for one in ledger.in_group(owner)):
            fail_to_charge(ledger, owner, held.entry)
