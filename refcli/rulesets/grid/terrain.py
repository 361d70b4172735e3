"""Who can be in which terrain. Source: grid.txt 85-97, 228."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.rulesets.grid.squares import of

ENTERS = Source(section="Buildings; Woods", lines="85-89")


def bars_of_cover(
    ledger: Keeper, plain: Mapping[str, Any], target: str, said: list[str]
) -> Iterator[tuple[str, Source]]:
    """Nobody has the cover of a feature that he may not enter. Source: grid.txt 85-89, 97."""
    unit, row = ledger.units.get(target), str(plain["target"]).partition("+")[0]
    for word in dict.fromkeys((*said, *unit.conditions)) if unit else ():
        if is_closed(ledger, row, word):
            yield of(target, f"may not enter {word}, and {{unit:has|have}} no cover there"), ENTERS


def never_in(ledger: Keeper, owner: str, feature: str) -> Iterator[tuple[str, Source]]:
    """Nobody is in a feature that he may not enter, nor anybody in a marsh or a lake. Source: grid.txt 85-91, 97."""
    unit = ledger.units.get(owner)
    if unit and feature.lower() == "marsh":
        yield of(owner, f"may not enter {feature}"), Source(section="Marshland/Lakes", lines="91")
    if unit and unit.stands_for and all(is_closed(ledger, row, feature) for row in unit.stands_for):
        yield of(owner, f"may not enter {feature}"), ENTERS


def is_closed(ledger: Keeper, row: str, feature: str) -> bool:
    """Whether others enter a feature, and such a unit does not; a strongpoint moves nowhere, and stands where it is.

    Source: grid.txt 85-89, 228.
    """
    enters_as = ledger.figure("units", row, "enters-as")
    if not enters_as or not ledger.figure("movement", row, "cross-country"):
        return False
    others = ledger.figure("terrain", feature, "infantry")
    return bool(others and not ledger.figure("terrain", feature, str(enters_as)))
