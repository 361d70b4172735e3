"""Who can be in which terrain. Source: grid.txt 85-97, 228."""

import re
from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES, ROWS
from refcli.core.sentence import of
from refcli.rulesets.grid.effects import CELL
from refcli.rulesets.grid.in_play import in_field, said_of

ENTERS = Source(section="Buildings; Woods", lines="85-89")
SCREENS = Source(section="Smoke Screens", lines="189")
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
WORDS = {word: name for name, others in FEATURES.items() for word in (name.lower(), *others)}
"""The feature that each word is for."""
IMPASSABLE = {"Marshland/Lakes": "91", "Rivers": "95"}
"""What nobody is ever in, and the line that says so."""


def named(feature: str) -> str:
    """A feature as the chart of terrain calls it, whichever of its words was typed; any other word as it is."""
    return WORDS.get(feature.lower(), feature)


def begun(feature: str) -> str:
    """The one feature that a word means, or begins to; of several, or of none, the word as it is."""
    names = {named(word) for word in WORDS if len(feature) > 1 and word.startswith(feature.lower())}
    whole = named(feature)
    return names.pop() if whole == feature and len(names) == 1 else whole


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


def meant_for_terrain(ledger: Keeper, deed: Deed) -> Sentences:
    """What is said of a square that is called as a feature is: a table without squares may call its places so.

    Who moved there may be in the feature itself; where squares are known, smoke lies on one of them, and is asked for
    where nobody said which.
    Source: grid.txt 10, 81-83, 189.
    """
    if deed.procedure == "move":
        square = str(deed.given.get("square") or "")
        for unit in [one for one, field in deed.fields_of.items() if field == "mover"] if is_feature(square) else ():
            feature = named(square)
            if ledger.value(unit, "in", "") != feature != OPEN_TERRAIN and not any(never_in(ledger, unit, feature)):
                said = (
                    f"{{unit:is|are}} in {square}, taken for a square; in the terrain itself: set {unit} in {feature}"
                )
                yield of(unit, said), Source(section="Terrain", lines="81-83")
    elif any(state == "square" and re.fullmatch(CELL, str(held.value)) for (_, state), held in ledger.held.items()):
        for place in str(deed.given.get("squares") or "").split(",") if deed.ruling["outcome"] != "no smoke" else ():
            if is_feature(place.strip()):
                yield f"if the smoke lies on {place.strip()}, in which square? set C4 smoke", SCREENS
        if not deed.given.get("squares") and deed.ruling["counts"].get("screens"):
            several = deed.ruling["counts"]["screens"] > 1
            yield f"in which square does {'each' if several else 'the'} screen lie? set C4 smoke", SCREENS


def is_feature(place: str) -> bool:
    """Whether a place is called as a feature of the chart of terrain is. Source: grid.txt 83-99."""
    return named(place) in FEATURES


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
