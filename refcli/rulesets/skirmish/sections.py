"""Sections in a game: who of them is lost or pinned, and when half of one is gone. Source: skirmish.txt 183, 434."""

from collections import Counter

from refcli.core.hook import Keeper
from refcli.rulesets.skirmish.in_play import left


def count_the_lost(ledger: Keeper, number: int) -> None:
    """A section checks once when half of it is dead; of one that is gone nothing is due. Source: 434."""
    out = {owner for (owner, _), held in ledger.held.items() if held.state.out}
    men, dead, there = Counter[str](), Counter[str](), set[str]()
    for name, unit in ledger.units.items():
        group = ledger.group_of(name)
        if not {name, group} & out:
            there.add(group)
        if ledger.stands_for(name, "infantry"):
            men[group] += unit.strength
            dead[group] += unit.strength if ledger.has(name, "lost") else ledger.value(name, "dead")
    for group in men:
        if group not in there:
            ledger.end(group, "check-due")
        elif dead[group] and 2 * dead[group] >= men[group] and not ledger.has(group, "half-lost"):
            for state in ("half-lost", "half-gone", "check-due"):
                ledger.begin(group, state, 1, number)


def pin_the_living(ledger: Keeper) -> None:
    """No more men are pinned than are left: one of them may have suffered several near misses. Source: 183."""
    for (name, state), held in list(ledger.held.items()):
        if state == "pinned" and name in ledger.units and int(held.value) > left(ledger, name, ledger.units[name]):
            ledger.end(name, "pinned")
            ledger.begin(name, "pinned", left(ledger, name, ledger.units[name]), held.entry)
