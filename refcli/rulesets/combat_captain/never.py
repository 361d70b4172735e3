"""Fire that has no effect whatever it rolls. Source: combat-captain.txt 593-600, 969-1011."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import of
from refcli.rulesets.combat_captain.in_play import NAMES, Because

EFFECT = Source(section="Modifiers to Fire Points", lines="969-1011")


def never_hurts(ledger: Keeper, plain: Mapping[str, Any], firers: Sequence[str]) -> Because:
    """Small arms do nothing to armor: nobody who fires has a weapon with an effect on any of the targets."""
    targets = [one for one in plain[NAMES].get("target", ()) if one in ledger.units]
    known = len(targets) == len(plain[NAMES].get("target", ())) and bool(targets)
    if known and firers and not any(has_effect(ledger, *pair) for pair in product(firers, targets)):
        yield of(firers[0], f"{{unit:has|have}} no effect on {' or '.join(targets)}"), EFFECT


def has_effect(ledger: Keeper, firer: str, target: str) -> bool:
    """Whether the chart of fire points has a figure for a weapon of one sub-unit against another."""
    weapons = [
        ledger.figure("weapons", row, column)
        for row in ledger.units[firer].stands_for
        for column in ("modifier", "machine-gun")
    ]
    columns = [
        ledger.figure(chart, row, "target")
        for row in ledger.units[target].stands_for
        for chart in ("non-armor", "armor")
    ]
    pairs = product(filter(None, weapons), filter(None, columns))
    return any(ledger.figure("fire-modifiers", weapon, column) is not None for weapon, column in pairs)
