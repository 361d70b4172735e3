"""Who and what is in which square, and how far from whom. Source: grid.txt 58, 81-83, 106, 189, 209."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.request import NAMES
from refcli.core.states import NUMBER, Held, State
from refcli.rulesets.grid.effects import CELL
from refcli.rulesets.grid.in_play import range_said
from refcli.rulesets.grid.terrain import MINEFIELD, OPEN_TERRAIN, named

SIGHT = Source(section="Observation; Terrain", lines="58, 81")

BETWEEN = Held(State("square", "unit", "", SIGHT))
"""What the squares of two units tell of them."""

REACHES = 1
"""Squares that a feature may reach beyond the one that a unit in it is said to be in. Source: grid.txt 81."""


class Apart(NamedTuple):
    """How far two units are from one another: the squares they are in, and how many these are apart.

    The source does not say how diagonal squares are counted, so that these are ``near`` and ``far``: a square, or two.
    """

    here: str
    there: str
    near: int
    far: int


def apart(here: str, there: str) -> Apart | None:
    """How far two squares are apart; None where one has no column and row. A square from itself is no distance."""
    if not re.fullmatch(CELL, here) or not re.fullmatch(CELL, there) or cell(here) == cell(there):
        return None
    across, along = [abs(one - other) for one, other in zip(cell(here), cell(there), strict=True)]
    return Apart(here, there, max(across, along), across + along)


def in_sight(ledger: Keeper) -> int:
    """Squares that a unit sees: as far as the range that is meant where none is said. Source: grid.txt 58."""
    return int(ledger.figure("observation", "range", ""))


def middle(one: Apart) -> str:
    """The square between two that are in one line, with one square between them; empty where there is none."""
    if not one.near == one.far == 2:  # to the one between, and on
        return ""
    here, there = cell(one.here), cell(one.there)
    return called(((here[0] + there[0]) // 2, (here[1] + there[1]) // 2))


def distances(ledger: Keeper, plain: Mapping[str, Any]) -> dict[str, Apart]:
    """How far attackers are from their target, as far as a game knows the squares of both.

    Who occupies a feature measures from its edge, which no square tells: from there the next square alone is certain.
    Source: grid.txt 81.
    """
    names = plain.get(NAMES, {})
    (target,) = names.get("target", ()) or [""]
    there = ledger.value(target, "square", "") or plain.get("square") or ""
    found = {
        unit: apart(str(ledger.value(unit, "square", "")), str(there)) for unit in names.get("attackers", ()) if unit
    }
    return {unit: one for unit, one in found.items() if one and (one.far == 1 or not feature_of(ledger, unit))}


def feature_of(ledger: Keeper, unit: str) -> str:
    """The feature from whose edge a unit measures, which no square tells; empty in the open and on a mined square.

    Source: grid.txt 81-83, 203.
    """
    feature = named(str(ledger.value(unit, "in", "")))
    return "" if feature in (OPEN_TERRAIN, MINEFIELD) else feature


def at_least(ledger: Keeper, unit: str, one: Apart) -> int:
    """The squares that a unit measures at the least, from the edge of a feature that it is in. Source: grid.txt 81."""
    return one.near - REACHES if feature_of(ledger, unit) else one.near


def from_edge(ledger: Keeper, plain: Mapping[str, Any]) -> dict[str, Apart]:
    """How far the squares of attackers who measure from the edge of a feature are from that of their target.

    Source: grid.txt 81.
    """
    names = plain.get(NAMES, {})
    (target,) = names.get("target", ()) or [""]
    found = {unit: apart_units(ledger, unit, target) for unit in names.get("attackers", ()) if feature_of(ledger, unit)}
    return {unit: one for unit, one in found.items() if one}


def apart_units(ledger: Keeper, unit: str, other: str) -> Apart | None:
    """How far two units are apart, as far as a game knows their squares."""
    return apart(str(ledger.value(unit, "square", "")), str(ledger.value(other, "square", "")))


def enemies_beside(
    ledger: Keeper, unit: str, square: str = "", before: Mapping[tuple[str, str], Held] | None = None
) -> Iterator[tuple[str, Apart]]:
    """The enemies in the squares next to a unit, or to a ``square`` that it moves to; diagonals are left open.

    With the states that held ``before`` a ruling, those who were there then.
    """
    here, side = square or str(ledger.value(unit, "square", "")), ledger.side_of(unit)
    for (other, state), held in (ledger.held if before is None else before).items() if side else ():
        if state == "square" and other in ledger.units and ledger.side_of(other) not in (side, ""):
            one = apart(here, str(held.value))
            if one and one.far == 1:
                yield other, one


def cell(square: str) -> tuple[int, int]:
    """The column and the row of a square."""
    return ord(square[0].lower()), int(square[1:])


def called(way: tuple[int, int]) -> str:
    """The name of the square in a column and row."""
    return f"{chr(way[0])}{way[1]}"


def measured(ledger: Keeper, plain: Mapping[str, Any]) -> Held | None:
    """The range of an attack where the squares of all tell it: in one line with the target, all in sight or alike."""
    found, attackers = distances(ledger, plain), plain.get(NAMES, {}).get("attackers", ())
    ranges = {one.near for one in found.values()}
    straight = all(one.near == one.far for one in found.values())
    if (
        not found
        or len(found) != len(attackers)
        or not straight
        or (len(ranges) > 1 and max(ranges) > in_sight(ledger))
    ):
        return None
    farthest = [one for one in found.values() if one.near == max(ranges)]
    here = " and ".join(dict.fromkeys(one.here for one in farthest))
    (there,) = {one.there for one in found.values()}
    return Held(State("range", "game", f"{{value:square}} ({here} to {there})", SIGHT, NUMBER), max(ranges))


def is_next_to(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Held | None:
    """What tells that an attacker is next to the target where others that attack with it are not, or guns fire.

    Where one unit alone fires, the range that is said tells it.
    """
    one, said = distances(ledger, plain).get(unit), range_said(plain)
    if one is None or one.far > 1:
        return None
    of_all, alone = measured(ledger, plain), len(plain[NAMES]["attackers"]) == 1
    all_are = alone or said <= 1 if said is not None else of_all is not None and of_all.value == 1
    return None if plain["procedure"] == "fire" and all_are else BETWEEN


def units_in(ledger: Keeper, square: str) -> list[str]:
    """Those who are in a square, however its name is written."""
    squares = [(who, str(held.value)) for (who, state), held in ledger.held.items() if state == "square"]
    return [who for who, name in squares if name.lower() == square.lower()]


def smoke_on(ledger: Keeper, square: str) -> Held | None:
    """The smoke that lies on a square, if any does."""
    return lying(ledger, square, "smoke")


def wreck_in(ledger: Keeper, square: str) -> Held | None:
    """The wreck in a square, if there is any."""
    return lying(ledger, square, "wreck")


def lying(ledger: Keeper, square: str, state: str) -> Held | None:
    """What a place has, however its name is written."""
    there = (held for (where, name), held in ledger.held.items() if name == state and where.lower() == square.lower())
    return next(there, None)
