"""Who can be in which terrain. Source: grid.txt 85-97, 228."""

import re
from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES, ROWS
from refcli.core.sentence import of
from refcli.rulesets.grid.effects import CELL
from refcli.rulesets.grid.in_play import in_field, said_of

ENTERS = Source(section="Buildings; Woods", lines="85-89")
OPEN_TERRAIN, BUILDINGS, MINEFIELD = "Open Terrain", "Buildings", "Minefield"
FEATURES = {
    OPEN_TERRAIN: ("open",),
    BUILDINGS: ("building",),
    "Woods": ("wood",),
    "Marshland/Lakes": ("marsh", "marshland", "lake", "lakes"),
    "Fields": ("field",),
    "Rivers": ("river",),
    "Hill": ("hills",),
    MINEFIELD: ("mines",),
}
"""What the chart of terrain calls each feature, and the other words for it. Source: grid.txt 83-99, 203."""
IMPASSABLE = {"Marshland/Lakes": "91", "Rivers": "95"}
"""What nobody is ever in, and the line that says so."""


def named(feature: str) -> str:
    """A feature as the chart of terrain calls it, whichever of its words was typed; any other word as it is."""
    words = {word: name for name, others in FEATURES.items() for word in (name.lower(), *others)}
    return words.get(feature.lower(), feature)


def bars_of_cover(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody has the cover of a feature that he may not enter. Source: grid.txt 85-89, 97."""
    for target in plain.get(NAMES, {}).get("target", ()):
        unit, row = ledger.units.get(target), str(plain["target"]).partition("+")[0]
        for word in dict.fromkeys((*said_of(plain, "target"), *unit.conditions)) if unit else ():
            if is_closed(ledger, row, word):
                yield of(target, f"may not enter {word}, and {{unit:has|have}} no cover there"), ENTERS


def bars_of_entry(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody moves into a feature that he may not enter; a river is crossed, at bridges and fords.

    Source: grid.txt 85-97.
    """
    features = {named(row) for row in plain[ROWS].get("into", ()) if row} - {"Rivers"}
    for unit in in_field(ledger, plain, "mover"):
        for feature in features:
            yield from never_in(ledger, unit, feature)


def bars_of_no_square(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody moves to a square that is called as a feature is, nor lays smoke on one. Source: grid.txt 81-83, 189."""
    squares = plain.get("squares") or plain.get("square") or ""
    for feature in squares.split(",") if isinstance(squares, str) else squares:
        if named(str(feature)) in FEATURES:
            moves = plain["procedure"] == "move"
            source = Source(section="Terrain", lines="81-83") if moves else Source(section="Smoke Screens", lines="189")
            yield f"{feature} is terrain, and no square: -s C4", source


def never_in(ledger: Keeper, owner: str, feature: str) -> Sentences:
    """Nobody is in a feature that he may not enter, nor anybody in a marsh, a lake or a river; a square is no feature.

    Source: grid.txt 81, 85-91, 95-97.
    """
    unit = ledger.units.get(owner)
    if unit and re.fullmatch(CELL, feature):
        said = f"{feature} is a square, and no terrain: set {owner} square {feature}"
        yield said, Source(section="Terrain", lines="81-83")
    if unit and feature in IMPASSABLE:
        yield of(owner, f"may not enter {feature}"), Source(section=feature, lines=IMPASSABLE[feature])
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
