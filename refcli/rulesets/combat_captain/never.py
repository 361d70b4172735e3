"""Who never does what is asked for: fire without effect, vehicles in close combat, vehicles that lose men.

Source: combat-captain.txt 575-578, 593-600, 785-796, 969-1011; a reading, CC-33.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import of
from refcli.rulesets.combat_captain.in_play import NAMES, Because, kind_of

ROSTER = Source(section="Casualties", lines="575-578")
CLOSE_COMBAT = Source(section="Combat resolution", lines="785-796")
EFFECT = Source(section="Modifiers to Fire Points", lines="969-1011")


def never(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Because:
    """Why what is asked for is never done, by whom it names or to whom."""
    if procedure == "fire":
        yield from never_hurts(ledger, plain)
    if procedure == "consolidate":
        for unit in vehicles_in(ledger, plain, "unit"):
            yield of(unit, "{unit:is a vehicle|are vehicles}, with kills and no men: leave {unit:it|them} out"), ROSTER
    for field in ("attackers", "defenders") if procedure == "close-assault" else ():
        for unit in vehicles_in(ledger, plain, field):
            said = "{unit:is a vehicle|are vehicles}, and the rules have none in close combat: leave {unit:it|them} out"
            yield of(unit, said), CLOSE_COMBAT


def vehicles_in(ledger: Keeper, plain: Mapping[str, Any], field: str) -> list[str]:
    """The vehicles in play that a field names."""
    return [unit for unit in plain[NAMES].get(field, ()) if unit in ledger.units and not kind_of(ledger, unit)]


def never_hurts(ledger: Keeper, plain: Mapping[str, Any]) -> Because:
    """Small arms do nothing to armor: nobody who fires has a weapon with an effect on any of the targets."""
    firers = [one for one in plain[NAMES].get("attackers", ()) if one in ledger.units]
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
