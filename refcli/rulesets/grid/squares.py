"""Who is in which square, and how far from whom. Source: grid.txt 58, 81-83, 106, 209."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import Proper, fill, some
from refcli.core.states import GAME, NUMBER, Held, State
from refcli.rulesets.grid.in_order import INFANTRY, NO_REGROUP

OPEN = Source(section="Open Terrain", lines="83")
WRECKED = Source(section="Open Terrain; Wrecks", lines="83, 209")
STOPS = Source(section="Movement", lines="106")
ALLOWANCE = Source(section="Unit Movement", lines="22-34")
AFTER_COMBAT = Source(section="Combat Move", lines="166")
OUT_OF = Source(section="Terrain; Movement; Minefields", lines="81, 104, 204")
AT_NIGHT = Source(section="Dawn, Dusk & Night", lines="212")
SIGHT = Source(section="Observation; Terrain", lines="58, 81")
MOST_IN_SQUARE = 2
"""Units, wrecks among them, that an open square holds. Source: grid.txt 83, 209."""
SQUARE_ITSELF = ("minefield", "mines", "open terrain", "open")
"""What a unit is in and measures from its square all the same: no feature. Source: grid.txt 83, 203."""
CELL = r"([a-z])(\d{1,2})"
"""A square that is known by its column and row: C4. Others have names of their own."""


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
    one, other = re.fullmatch(CELL, here.lower()), re.fullmatch(CELL, there.lower())
    if not one or not other or one[0] == other[0]:
        return None
    across, along = abs(ord(one[1]) - ord(other[1])), abs(int(one[2]) - int(other[2]))
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
    names = plain.get("names", {})
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
    feature = str(ledger.value(unit, "in", ""))
    return "" if feature.lower() in SQUARE_ITSELF else feature


def at_least(ledger: Keeper, unit: str, one: Apart) -> int:
    """The squares that a unit measures at the least, from the edge of a feature that it is in. Source: grid.txt 81."""
    return one.near - REACHES if feature_of(ledger, unit) else one.near


def from_edge(ledger: Keeper, plain: Mapping[str, Any]) -> dict[str, Apart]:
    """How far the squares of attackers who measure from the edge of a feature are from that of their target.

    Source: grid.txt 81.
    """
    names = plain.get("names", {})
    (target,) = names.get("target", ()) or [""]
    found = {unit: apart_units(ledger, unit, target) for unit in names.get("attackers", ()) if feature_of(ledger, unit)}
    return {unit: one for unit, one in found.items() if one}


def apart_units(ledger: Keeper, unit: str, other: str) -> Apart | None:
    """How far two units are apart, as far as a game knows their squares."""
    return apart(str(ledger.value(unit, "square", "")), str(ledger.value(other, "square", "")))


def enemies_beside(ledger: Keeper, unit: str, square: str = "") -> Iterator[tuple[str, Apart]]:
    """The enemies in the squares next to a unit, or to a ``square`` that it moves to; diagonals are left open."""
    here, side = square or str(ledger.value(unit, "square", "")), ledger.side_of(unit)
    for (other, state), held in ledger.held.items() if side else ():
        if state == "square" and other in ledger.units and ledger.side_of(other) not in (side, ""):
            one = apart(here, str(held.value))
            if one and one.far == 1:
                yield other, one


def bars_beside(ledger: Keeper, unit: str) -> Iterator[tuple[str, Source]]:
    """Who is next to an enemy does not regroup. Source: grid.txt 174."""
    for enemy, one in [*enemies_beside(ledger, unit)][:1]:
        yield of(unit, f"{{unit:is|are}} next to {enemy} ({one.here} to {one.there}) and may not regroup"), NO_REGROUP


def reach(ledger: Keeper, unit: str, said: Collection[str]) -> int | None:
    """The squares that a unit may move at most; None where no chart tells."""
    column = "road" if "road" in said else "cross-country"
    figures = [ledger.figure("movement", row, column) for row in treated_as(ledger, unit, said)]
    most = max([int(figure) for figure in figures if isinstance(figure, int | float)], default=None)
    slow = ledger.has(unit, "combat-move") or ledger.value(GAME, "light", "") == "night" or "night" in said
    slow = slow or ("road" not in said and is_leaving(ledger, unit, said))
    return min(1, most) if most is not None and slow else most


def treated_as(ledger: Keeper, unit: str, said: Collection[str]) -> Collection[str]:
    """The rows that a unit moves as: who is carried moves out of buildings as Infantry. Source: grid.txt 85."""
    rows: Collection[str] = ledger.units[unit].stands_for
    inside = "from-buildings" in said or str(ledger.value(unit, "in", "")).lower() in ("buildings", "building")
    carried = any(ledger.figure("units", row, "enters-as") == "carried-infantry" for row in rows)
    return (INFANTRY,) if inside and carried else rows


def is_leaving(ledger: Keeper, unit: str, said: Collection[str]) -> bool:
    """Whether a unit starts in a feature or a minefield, as it is known or said. Source: grid.txt 104, 204."""
    known = ledger.has(unit, "in") is not None and not is_in_open(ledger, unit)
    return known or not {"leaving", "from-buildings"}.isdisjoint(said)


def is_in_open(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is said to be in the open, which is no feature. Source: grid.txt 83."""
    return str(ledger.value(unit, "in", "")).lower() in ("open terrain", "open")


def bars_of_distance(ledger: Keeper, unit: str, square: str, said: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Nobody moves farther than the allowance, or past an enemy. Source: grid.txt 22-34, 106, 166, 212.

    Out of a feature it is measured from the edge, which no square tells: it is at most a square farther on.
    """
    one, most = apart(str(ledger.value(unit, "square", "")), square), reach(ledger, unit, said)
    if one is None or most is None:
        return
    unknown = not ledger.has(unit, "in") and is_leaving(ledger, unit, said)
    feature = "the feature" if unknown else feature_of(ledger, unit)
    if one.near - (REACHES if feature else 0) > most:
        squares = some(most, "square", "squares") + (f" from the edge of {feature}" if feature else "")
        yield of(unit, f"may move {squares}; {one.here} to {one.there} is {one.near}"), why_so_far(ledger, unit, said)
    elif feature:
        return
    elif in_the_way := past_enemy(ledger, unit, one, most):
        enemy, beside = in_the_way
        comes = fill("{unit} {unit:comes|come}", {"unit": Proper(unit)})
        yield f"in {beside} {comes} next to {enemy}, and the move ends there", STOPS


def why_so_far(ledger: Keeper, unit: str, said: Collection[str] = ()) -> Source:
    """Where it stands how far a unit may move: after combat, at night and out of a feature one square alone."""
    if ledger.has(unit, "combat-move"):
        return AFTER_COMBAT
    if is_leaving(ledger, unit, said) and "road" not in said:
        return OUT_OF
    return AT_NIGHT if ledger.value(GAME, "light", "") == "night" or "night" in said else ALLOWANCE


def past_enemy(ledger: Keeper, unit: str, one: Apart, most: int) -> tuple[str, str] | None:
    """The enemy that a move ends beside, and where, on every way of so many squares; None where one way is free.

    Diagonals count as ways, and not as next to an enemy: whoever counts them otherwise is barred by this too.
    """
    start, goal = cell(one.here), cell(one.there)
    edge, met = [start], None
    for left in reversed(range(most)):
        ways = {(across + x, along + y) for across, along in edge for x in (-1, 0, 1) for y in (-1, 0, 1)}
        if goal in ways:
            return None
        edge = []
        for way in sorted(ways):
            leads_on = max(abs(way[0] - goal[0]), abs(way[1] - goal[1])) <= left
            if leads_on and re.fullmatch(CELL, called(way)) and not any(bars_of_enemy(ledger, called(way), [unit])):
                beside = next(enemies_beside(ledger, unit, called(way)), None) if way != start else None
                met = met or (beside and (beside[0], called(way).upper()))
                edge += [] if beside else [way]
    return met


def cell(square: str) -> tuple[int, int]:
    """The column and the row of a square."""
    return ord(square[0].lower()), int(square[1:])


def called(way: tuple[int, int]) -> str:
    """The name of the square in a column and row."""
    return f"{chr(way[0])}{way[1]}"


def measured(ledger: Keeper, plain: Mapping[str, Any]) -> Held | None:
    """The range of an attack where the squares of all tell it: in one line with the target, all in sight or alike."""
    found, attackers = distances(ledger, plain), plain.get("names", {}).get("attackers", ())
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
    one, said = distances(ledger, plain).get(unit), plain.get("range")
    if one is None or one.far > 1:
        return None
    of_all, alone = measured(ledger, plain), len(plain["names"]["attackers"]) == 1
    all_are = alone or int(said) <= 1 if said is not None else of_all is not None and of_all.value == 1
    return None if plain["procedure"] == "fire" and all_are else BETWEEN


def bars_of_square(ledger: Keeper, square: str, movers: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Two units fill an open square, a wreck being one of them. Source: grid.txt 83, 209."""
    held = [one for one in ledger.held.items() if one[0][0] not in movers]
    units = [who for (who, state), one in held if state == "square" and str(one.value).lower() == square.lower()]
    wrecks = sum(
        [int(one.value) for (where, state), one in held if state == "wreck" and where.lower() == square.lower()]
    )
    if len(units) + wrecks >= MOST_IN_SQUARE:
        there = [*units, *(["a wreck" if wrecks == 1 else f"{wrecks} wrecks"] if wrecks else ())]
        said = fill("{there} are in {square} already", {"there": there, "square": square})
        yield said, WRECKED if wrecks else OPEN


def bars_of_enemy(ledger: Keeper, square: str, movers: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Who moves stops next to an enemy, and never comes into its square. Source: grid.txt 106."""
    sides = {ledger.side_of(unit) for unit in movers if ledger.side_of(unit)}
    for (who, state), one in ledger.held.items() if sides else ():
        is_there = who in ledger.units and state == "square" and str(one.value).lower() == square.lower()
        if is_there and ledger.side_of(who) not in {*sides, ""}:
            yield of(who, f"{{unit:is|are}} in {square}: a move ends in the square before it"), STOPS


def of(unit: str, text: str) -> str:
    """What is said of a unit in play, its name first."""
    return f"{unit} {fill(text, {'unit': Proper(unit)})}"
