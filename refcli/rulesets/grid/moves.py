"""Moves between squares that are known: how far, past whom, and into which.

Source: grid.txt 22-34, 81-85, 104-108, 166, 204, 209, 212.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import BACK, NAMES
from refcli.core.sentence import fill, of, some
from refcli.core.states import GAME, Held
from refcli.rulesets.grid.beside import STARTS_ADJACENT, started_beside
from refcli.rulesets.grid.effects import CELL
from refcli.rulesets.grid.in_play import INFANTRY, said_of
from refcli.rulesets.grid.isolation import NO_CLOSER, isolated_beside
from refcli.rulesets.grid.squares import (
    BETWEEN,
    REACHES,
    Apart,
    apart,
    called,
    cell,
    enemies_beside,
    feature_of,
    units_in,
    wreck_in,
)
from refcli.rulesets.grid.terrain import BUILDINGS, OPEN_TERRAIN, is_feature, named

OPEN = Source(section="Open Terrain", lines="83")
WRECKED = Source(section="Open Terrain; Wrecks", lines="83, 209")
STOPS = Source(section="Movement", lines="106")
MOVED = Source(section="Movement", lines="101-106")
ALLOWANCE = Source(section="Unit Movement", lines="22-34")
AFTER_COMBAT = Source(section="Combat Move", lines="166")
COMBAT_MOVE = Source(section="Combat Move", lines="113-116, 166")
NO_COMBAT_MOVE = "{unit:has|have} no combat move to make"
OUT_OF = Source(section="Terrain; Movement; Minefields", lines="81, 104, 204")
AT_NIGHT = Source(section="Dawn, Dusk & Night", lines="212")
MOST_IN_SQUARE = 2
"""Units, wrecks among them, that an open square holds. Source: grid.txt 83, 209."""


def bars_of_move(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """What bars a move: who is in the square that it ends in, how far that is, and that no combat move is left."""
    movers, said, square = plain.get(NAMES, {}).get("mover", ()), said_of(plain, "mover"), plain.get("square")
    in_play = [unit for unit in movers if unit in ledger.units]
    in_cell = square and not is_feature(str(square))  # a whole wood may hold more, and both sides
    if in_cell:
        yield from bars_of_enemy(ledger, str(square), movers)
    if in_cell and plain.get("into") in (None, "open"):
        yield from bars_of_square(ledger, str(square), movers)
    for unit in in_play if square else ():
        yield from bars_of_staying(ledger, plain, unit)
        yield from bars_of_distance(ledger, unit, str(square), said)
    for unit in in_play:
        yield from bars_of_disrupted(ledger, plain, unit)
    for unit in in_play if "combat-move" in said else ():
        if not ledger.has(unit, "combat-move"):
            yield of(unit, NO_COMBAT_MOVE), COMBAT_MOVE


def bars_of_disrupted(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Who is disrupted never moves next to an enemy, as it was said or as the squares tell it; he may stay there.

    Source: grid.txt 178.
    """
    disrupted = ledger.has(unit, "disrupted") and "disrupted" not in plain[BACK]
    said, square = said_of(plain, "mover"), str(plain.get("square") or "")
    stays = square.lower() == str(ledger.value(unit, "square", "")).lower()
    if disrupted and ("towards-enemy" in said or (square and not stays and any(enemies_beside(ledger, unit, square)))):
        yield of(unit, "{unit:is|are} disrupted and may not move next to an enemy"), NO_CLOSER


def bars_of_enemy(ledger: Keeper, square: str, movers: Collection[str]) -> Sentences:
    """Who moves stops next to an enemy, and never comes into its square. Source: grid.txt 106."""
    sides = {ledger.side_of(unit) for unit in movers if ledger.side_of(unit)}
    for who in units_in(ledger, square) if sides else ():
        if who in ledger.units and ledger.side_of(who) not in {*sides, ""}:
            yield of(who, f"{{unit:is|are}} in {square}: a move ends in the square before it"), STOPS


def bars_of_square(ledger: Keeper, square: str, movers: Collection[str]) -> Sentences:
    """Two units fill an open square, a wreck being one of them. Source: grid.txt 83, 209."""
    units = [who for who in units_in(ledger, square) if who not in movers]
    wrecked = [(where.lower(), held) for (where, state), held in ledger.held.items() if state == "wreck"]
    wrecks = sum(int(held.value) for where, held in wrecked if where == square.lower())
    if len(units) + wrecks >= MOST_IN_SQUARE:
        there = [*units, *(["a wreck" if wrecks == 1 else f"{wrecks} wrecks"] if wrecks else ())]
        said = fill("{there} are in {square} already", {"there": there, "square": square})
        yield said, WRECKED if wrecks else OPEN


def bars_of_staying(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Sentences:
    """Who starts next to an enemy moves away from it, or stays where it is. Source: grid.txt 108.

    Into or out of a feature a move may begin and end in one square: whether it leaves the enemy is not known then.
    """
    square = str(plain["square"])
    in_feature = ledger.has(unit, "in") or plain.get("into") not in (None, "open")
    if in_feature and str(ledger.value(unit, "square", "")).lower() == square.lower():
        return
    still = {enemy for enemy, _ in enemies_beside(ledger, unit, square)}
    for enemy, one in [(enemy, one) for enemy, one in enemies_beside(ledger, unit) if enemy in still][:1]:
        starts = f"{{unit:starts|start}} next to {enemy} ({one.here} to {one.there})"
        stays = f"would stay next to {enemy} in {square}: {{unit:it|they}} may only move away"
        yield of(unit, f"{starts} and {stays}"), STARTS_ADJACENT


def bars_of_distance(ledger: Keeper, unit: str, square: str, said: Collection[str]) -> Sentences:
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
        yield f"in {beside} {of(unit, '{unit:comes|come}')} next to {enemy}, and the move ends there", STOPS


def why_so_far(ledger: Keeper, unit: str, said: Collection[str]) -> Source:
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


def reach(ledger: Keeper, unit: str, said: Collection[str]) -> int | None:
    """The squares that a unit may move at most; None where no chart tells."""
    column = "road" if "road" in said else "cross-country"
    figures = [ledger.figure("movement", row, column) for row in moves_as(ledger, unit, said)]
    most = max([int(figure) for figure in figures if isinstance(figure, int | float)], default=None)
    slow = why_so_far(ledger, unit, said) is not ALLOWANCE
    return min(1, most) if most is not None and slow else most


def moves_as(ledger: Keeper, unit: str, said: Collection[str]) -> Collection[str]:
    """The rows that a unit moves as: who is carried moves out of buildings as Infantry. Source: grid.txt 85."""
    rows: Collection[str] = ledger.units[unit].stands_for
    inside = "from-buildings" in said or named(str(ledger.value(unit, "in", ""))) == BUILDINGS
    carried = any(ledger.figure("units", row, "enters-as") == "carried-infantry" for row in rows)
    return (INFANTRY,) if inside and carried else rows


def is_leaving(ledger: Keeper, unit: str, said: Collection[str]) -> bool:
    """Whether a unit starts in a feature or a minefield, as it is known or said. Source: grid.txt 104, 204."""
    feature = ledger.value(unit, "in", "")
    return (feature and named(str(feature)) != OPEN_TERRAIN) or not {"leaving", "from-buildings"}.isdisjoint(said)


def given_to_mover(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, int, Held]]:
    """What squares tell of a move: towards an enemy, away from one, by who is isolated; a wreck blocks its bridge.

    Source: grid.txt 106-108, 181, 209.
    """
    square, said = str(plain.get("square") or ""), said_of(plain, "mover")
    if unit and square and any(enemies_beside(ledger, unit, square)):
        yield "towards-enemy", 1, BETWEEN
    if unit and ledger.turn and isolated_beside(ledger, unit):
        yield "isolated", 1, BETWEEN
    if unit and "away" in said and (from_enemy := started_beside(ledger, unit)):
        yield "enemy-adjacent", 1, from_enemy
    if square and "bridge" in said and (wreck := wreck_in(ledger, square)):
        yield "wreck", 1, wreck


def only_away(ledger: Keeper, deed: Deed) -> Sentences:
    """Who started next to an enemy and moved nobody knows where may only have moved away. Source: grid.txt 108."""
    if deed.given.get("square") or deed.ruling["outcome"] == "has to leave":
        return
    for unit in [one for one, field in deed.fields_of.items() if field == "mover" and not deed.is_stated("away", one)]:
        here = deed.before.get((unit, "square"))
        for enemy, one in [*enemies_beside(ledger, unit, str(here.value), deed.before)][:1] if here else ():
            said = f"started next to {enemy} ({one.here} to {one.there}), and may only move away"
            yield of(unit, said), STARTS_ADJACENT


def where_now(ledger: Keeper, deed: Deed) -> Sentences:
    """In which square somebody is who moved from one that is known, and nobody said where: it is asked.

    Source: grid.txt 101-106.
    """
    for unit in [] if deed.given.get("square") else [one for one, field in deed.fields_of.items() if field == "mover"]:
        here = deed.before.get((unit, "square"))
        if here and re.fullmatch(CELL, str(here.value)) and not ledger.has(unit, "square"):
            free = [*ways_from(ledger, deed, unit, str(here.value))][:1]
            asked = f"{{unit:was|were}} in {here.value}; in which square now?"
            yield of(unit, asked + "".join([f" set {unit} square {way}" for way in free])), MOVED


def ways_from(ledger: Keeper, deed: Deed, unit: str, here: str) -> Iterator[str]:
    """The next squares that a unit may have moved to: not full ones, nor ones beside an enemy that it was beside.

    Beside another enemy it is only where that was said. Source: grid.txt 83, 106-108, 178-181, 209.
    """
    across, along = cell(here)
    left = {enemy for enemy, _ in enemies_beside(ledger, unit, here, deed.before)}
    for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        way = called((across + x, along + y)).upper()
        there = {enemy for enemy, _ in enemies_beside(ledger, unit, way)}
        barred = [*bars_of_enemy(ledger, way, [unit]), *bars_of_square(ledger, way, [unit])]
        on_table = re.fullmatch(CELL, way) and along + y > 0
        if on_table and not barred and not there & left and bool(there) == deed.is_stated("towards-enemy", unit):
            yield way


def where_from_edge(ledger: Keeper, deed: Deed) -> Sentences:
    """Who moved to a square that is farther than the move: it is there only if the feature that it left reaches so far.

    Source: grid.txt 81, 104.
    """
    square = str(deed.given.get("square") or "")
    for unit in [one for one, field in deed.fields_of.items() if field == "mover" and not ledger.has(one, "square")]:
        here, feature = deed.before.get((unit, "square")), deed.before.get((unit, "in"))
        one = apart(str(here.value), square) if here else None
        if one:
            reaches = f"if the edge of {feature.value if feature else 'what it left'} lies between"
            yield f"{one.here} to {one.there} is {one.near} squares; {reaches}: set {unit} square {square}", OUT_OF
