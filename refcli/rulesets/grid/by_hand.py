"""What a referee says by hand and cannot be so. Source: grid.txt 50-56, 72, 81-83, 166, 175-181, 189, 209, 214-228."""

import re
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.limits import in_short
from refcli.core.names import is_name
from refcli.core.sentence import of
from refcli.core.states import GAME
from refcli.rulesets.grid.effects import CELL
from refcli.rulesets.grid.hours import TIME
from refcli.rulesets.grid.in_play import never_moves
from refcli.rulesets.grid.isolation import ISOLATED
from refcli.rulesets.grid.light import HOURS
from refcli.rulesets.grid.moves import COMBAT_MOVE, NO_COMBAT_MOVE, bars_of_enemy, bars_of_square, moves_as
from refcli.rulesets.grid.planes import LOST, is_plane
from refcli.rulesets.grid.squares import feature_of
from refcli.rulesets.grid.terrain import FEATURES, named, never_in

CLOCK = Source(section="Game Clock", lines="50-56")
PLANES = Source(section="Aircraft Sorties", lines="214-219")
IN_THE_PHASE = Source(section="Artillery & Mortars", lines="72")
GUNS_FIRE = "Artillery & Mortar Fire"
PLACES = {
    "wreck": ("a wreck lies", Source(section="Wrecks", lines="209")),
    "smoke": ("smoke lies", Source(section="Smoke Screens", lines="189")),
}
"""What is said of a square, and where it stands."""
CARRIERS = {"name": "a plane", "place": "a square"}
"""Of whom a state is said that is neither of a unit, nor of the game or a side."""
MOVES = ("moved", "stopped", "beside-enemy", "missed-combat-move")
"""What is said of a unit that moves."""
IN_THE_AIR = ("aircraft-disrupted", "shot-down", "flown")
"""What is said of a plane."""
FLIES = "{unit:flies|fly}, and {unit:is|are} nowhere on the table"
QUALITY = {"poor": "elite", "elite": "poor"}
"""What troops are of, and are not of as well."""
OF_QUALITY = Source(section="Regroup", lines="175, 177")
SAID_OF_SQUARES = ("at", "on", "position")
"""Words for the square that a unit is in."""
SQUARE = Source(section="Terrain", lines="81-83")
HOLD_MORE = ("Woods", "Buildings", "Fields", "Hill")
"""Features that have room for more than two units. Source: grid.txt 83-99."""
SECOND = Source(section="Disruption & Elimination", lines="169")
STANDS = Source(section="Strongpoints", lines="228")


def never_so(state: str, value: Any) -> Sentences:
    """An hour that no clock shows."""
    if state in ("time", *HOURS.values()) and not re.fullmatch(TIME, str(value)):
        yield f"{in_short(str(value))} is no time of day: set game {state} 09:05", CLOCK


def never_at(ledger: Keeper, owner: str, state: str, value: str) -> Sentences:
    """What is never said of the square that a unit is in: it is no feature, holds no enemy, and in the open two units.

    Source: grid.txt 81-83, 106.
    """
    if owner not in ledger.units:
        return
    if state in SAID_OF_SQUARES and re.fullmatch(CELL, value):
        yield f"{value} is a square: set {owner} square {value}", SQUARE
    if state == "square" and not is_name(value):
        yield f"{in_short(value)} is no square: set {owner} square {value.split()[0]}", SQUARE
    elif state == "square" and named(value) in FEATURES:
        yield f"{value} is terrain, and no square: set {owner} in {named(value)}", SQUARE
    elif state == "square":
        yield from bars_of_enemy(ledger, value, [owner])
        if not feature_of(ledger, owner):
            for said, source in bars_of_square(ledger, value, [owner]):
                features = [one for one in HOLD_MORE if not any(never_in(ledger, owner, one))]
                room = [f"only a feature has room for more: set {owner} in {one} first" for one in features[:1]]
                yield ", and ".join([said, *room]), source


def never_of_no_unit(ledger: Keeper, owner: str, state: str) -> Sentences:
    """What is said of planes or squares and never of the game or a side, and what of units and never of a square.

    A plane may be called as a square is: P47.
    """
    known = ledger.states.get(state)
    if known is None or owner in ledger.units:
        return
    if (said_of := CARRIERS.get(known.of)) and (owner == GAME or owner in ledger.sides):
        yield f"{state} is said of {said_of}, and not of {'a side' if owner else 'the game'}", known.source
    elif known.of == "unit" and any(who == owner and held.state.of == "name" for (who, _), held in ledger.held.items()):
        told = known.text or known.name
        alike = [one.name for one in ledger.states.values() if one.of == "name" and one.text == told]
        yield f"{state} is said of a unit: set {owner} {alike[0]}" if alike else of(owner, FLIES), PLANES
    elif known.of == "unit" and re.fullmatch(CELL, owner):
        yield f"{owner} is a square, and {state} is said of a unit", known.source


def never_of(ledger: Keeper, owner: str, state: str) -> Sentences:
    """What is never said of a unit in play: a strongpoint moves nowhere, a plane is in no square, a unit is no place.

    Nor is it said of one that has no combat move, as whoever is carried has none in buildings, is no plane, or is not
    disrupted. Source: grid.txt 72, 85, 166, 181, 189, 209, 214-228.
    """
    unit = ledger.units.get(owner)
    if unit is None:
        return
    if state in PLACES:
        lies, source = PLACES[state]
        yield f"{owner} is no square, and {lies} in one: set C4 {state}", source
    if state == "hit-by-guns" and (ledger.phase is None or ledger.phase.name != GUNS_FIRE):
        yield f"guns fire in {GUNS_FIRE}, and what they hit counts there alone", IN_THE_PHASE
    if is_plane(ledger, owner):
        if (known := ledger.states.get(state)) and known.of == "unit" and not known.out:
            yield of(owner, FLIES), PLANES
        return
    if state in IN_THE_AIR:
        yield of(owner, "{unit:is|are} no plane"), LOST
    if state in MOVES and never_moves(ledger, owner):
        yield of(owner, "{unit:does|do} not move"), STANDS
    if state == "combat-move" and not any(
        ledger.figure("units", row, "combat-move") for row in moves_as(ledger, owner, ())
    ):
        yield of(owner, NO_COMBAT_MOVE), COMBAT_MOVE
    if (other := QUALITY.get(state)) and ledger.has(owner, other):
        yield of(owner, f"{{unit:is|are}} {other} already: set {owner} no-{other} first"), OF_QUALITY
    if state == "disrupted" and (held := ledger.has(owner, state)) and held.by_hand:  # said once more
        yield of(owner, f"{{unit:is|are}} disrupted already; a second disruption eliminates: set {owner} out"), SECOND
    if state == "isolated" and not ledger.has(owner, "disrupted"):
        yield of(owner, f"{{unit:is|are}} not disrupted, and not isolated: set {owner} disrupted first"), ISOLATED
