"""Guns that are called to a target, and what they lose with their observer. Source: skirmish.txt 59, 251."""

from refcli.core.hook import Keeper


def aim_anew(ledger: Keeper, called: str) -> None:
    """Guns that are called to a new target keep only an aim that has a name. Source: 59, 251."""
    unit = ledger.member_called(called)
    for one in ledger.in_group(ledger.group_of(unit)) if unit else ():
        if not ledger.value(one.name, "aim", ""):
            for state in ("aim", "round", "on-target"):
                ledger.end(one.name, state)


def lose_observer(ledger: Keeper, guns: str) -> None:
    """Guns without their observer keep no target, and are observed by nobody until another calls. Source: 59, 251."""
    held = ledger.has(guns, "observer")
    ledger.begin(guns, "observer-lost", str(held.value) if held else "", held.entry if held else 0)
    ledger.end(guns, "observer")
    for one in ledger.in_group(guns):
        ledger.end(one.name, "on-target")
