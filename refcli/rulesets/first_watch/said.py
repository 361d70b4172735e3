"""What the referee says by hand and cannot be: of whom, how many, and at which altitude.

Source: first-watch.txt 39, 60-67, 94, 100, 111, 115, 127, 153-165.
"""

import re
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.names import names_like
from refcli.core.sentence import of
from refcli.core.states import GAME
from refcli.rulesets.first_watch.attack import FIRST_YEAR, LAST_YEAR
from refcli.rulesets.first_watch.flights import AIR_TARGETS, FLIGHT, SKIES
from refcli.rulesets.first_watch.impacts import BATTERY, with_guns
from refcli.rulesets.first_watch.in_play import (
    crew_of,
    has_moved,
    is_artillery,
    is_gun,
    is_plane,
    is_row,
    is_vehicle,
    left_of,
    max_speed_of,
    size_of,
    strength_of,
    types_of_plane,
)
from refcli.rulesets.first_watch.kinds import FOOT, GUN, PLANE, VEHICLE, kind_of
from refcli.rulesets.first_watch.missions import fired_mission
from refcli.rulesets.first_watch.steps import NOT_STATIONARY, STATIONARY
from refcli.rulesets.first_watch.turn import LEVELS
from refcli.rulesets.first_watch.weapons import WEAPON, no_such_weapon

ABOARD = Source(section="Small Arms, example", lines="62-67")
OBSERVER = Source(section="Artillery Fire", lines="94, 102")
ATTACKED = Source(section="Anti-Aircraft Fire", lines="127, 137")

NAMING = {"aboard": ABOARD, "observer": OBSERVER, "observed-by": OBSERVER, "under-attack": ATTACKED}
"""The states whose word names units, with where it stands that they do."""

AIR = Source(section="Aircraft", lines="111, 115")
COUNTERS = Source(section="Small Arms", lines="60")
MODELS = Source(section="Scale", lines="8")

SPEED = Source(section="Movement", lines="39")

OF_PLANES = ("altitude", "hits", "attacks", "aborting", "bombs", "bombs-dropped", "dropped")
"""The states that only a plane can be in."""

ON_THE_GROUND = ("dug-in", "hulldown", "building", "bunker")
"""The states that nothing in the air can be in."""

OF_BATTERIES = ("mission", "observer", "observed-by", "aimed-at", "turns-of-fire", "impact")
"""The states that only artillery can be in."""

CARRIERS = ("transport", "glider", "liaison", "medium-bomber", "heavy-bomber")
"""The planes that may have infantry to drop; which do the source does not say. Source: first-watch.txt 161."""

ON_FOOT = ("assaulting", "crawling")
"""The states that only infantry can be in."""

PILOTED = ("ace", "experienced", "novice")
"""The states that only a pilot is in: of crews on the ground is said how good they are as they fire."""

CHARGES = Source(section="Artillery Fire, example", lines="108")
CREWED = Source(section="Small Arms", lines="60, 67")
PILOTS = Source(section="Optional rules", lines="156")
YEARS = Source(section="Initiative Phase; Main Gun Fire, example", lines="29, 90")
DROPS = Source(section="Optional rules", lines="161")
HULL = Source(section="Main Gun Fire; Optional rules", lines="73, 153")
TRACKS = Source(section="Optional rules", lines="153")
INFANTRY = Source(section="Optional rules", lines="155")
SURRENDER = Source(section="Optional rules", lines="158")

INSTEAD_OF_FIRE = {
    "assaulting": ("fired this turn, and cannot assault", INFANTRY),
    "forcing-surrender": ("attacked this turn: to force a surrender takes the place of that", SURRENDER),
}
"""What nobody does who has fired, or attacked, this turn: why not, and where it stands."""


def wrongly_named(ledger: Keeper, owner: str, state: str, value: str) -> Sentences:
    """Why those whom a state names cannot be meant; who is not in play may be, by a name of his own."""
    known = {name.lower(): name for name in ledger.units}
    for word in value.lower().split(", ") if state in NAMING else ():
        like = names_like(word, ledger.units, 1)
        if word in known:
            yield from not_that(ledger, owner, state, known[word])
        elif like:
            nearest = " or ".join([f"set {owner} {state} {one}" for one in like])
            yield f"nobody in play is called {word}: {nearest}", NAMING[state]


def not_that(ledger: Keeper, owner: str, state: str, named: str) -> Sentences:
    """Why a unit in play carries nobody of a side, observes for none of it, or attacks no gun of it.

    Of two sides each is the other's enemy; of more than two some may be allies, which nobody says.
    """
    source, side, other = NAMING[state], ledger.side_of(owner), ledger.side_of(named)
    if state == "aboard" and is_plane(ledger, owner):
        yield of(owner, "{unit:is a plane, and rides in nothing|are planes, and ride in nothing}"), source
    elif state == "aboard" and is_vehicle(ledger, owner) and is_vehicle(ledger, named):
        yield of(owner, f"{{unit:is a vehicle|are vehicles}}, and not aboard {named}"), source
    elif ledger.is_out(named):
        yield of(named, "{unit:is|are} out of play"), source
    elif state == "aboard" and ledger.has(named, "lost"):
        yield of(named, "{unit:was|were} destroyed in this step, and {unit:carries|carry} nobody"), source
    elif state == "aboard" and not (is_vehicle(ledger, named) or is_plane(ledger, named)):
        yield f"{named} is no vehicle, and carries nobody", source
    elif state == "aboard" and is_plane(ledger, named) and not carries(ledger, named):
        yield of(named, "{unit:is|are} too small a plane, and {unit:carries|carry} nobody"), DROPS
    elif state == "under-attack" and side and side == other:
        yield f"{named} is of {other}, as {owner} is", source
    elif state != "under-attack" and side and other and side != other and len(ledger.sides) == 2:
        does = "carries nobody" if state == "aboard" else "observes for nobody"
        yield f"{named} is of {other}, and {does} of {side}", source


def carries(ledger: Keeper, plane: str) -> bool:
    """Whether a plane in play is of a type that may have infantry to drop. Source: first-watch.txt 161."""
    return any(kind in CARRIERS for kind in types_of_plane(ledger, plane))


def no_such_value(ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
    """A year outside the war, and skies that no altitude has. Source: first-watch.txt 29, 111, 165."""
    levels = re.split(r"[ ,]+", str(value).lower())
    if owner == GAME and state == "year" and not FIRST_YEAR <= value <= LAST_YEAR:
        yield f"the war is from {FIRST_YEAR} to {LAST_YEAR}, and not in {value:g}", YEARS
    elif owner == GAME and state == "weather" and levels != ["none"] and not {*levels} <= {*LEVELS}:
        yield f"open are low, medium and high altitude, or none, and not {value}: set game weather low,medium", SKIES


def impossible(ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
    """Why a unit in play cannot be in a state: more of it lost than there are, or no plane and in the air.

    Source: first-watch.txt 39, 60, 94, 100, 111, 115.
    """
    if owner not in ledger.units:
        return
    of_plane = state in OF_PLANES or (state == "load" and is_row(ledger, value, "bombs"))
    if of_plane and not is_plane(ledger, owner):
        yield of(owner, "{unit:is|are} no plane"), AIR
    elif state == "out" and (out := ledger.has(owner, state)) and not out.by_hand:
        yield of(owner, "{unit:is|are} out of play already"), out.state.source
    elif is_plane(ledger, owner) and (state in ON_THE_GROUND or (state == "stationary" and flies(ledger, owner))):
        yield of(owner, "{unit:is|are} in the air"), FLIGHT
    elif state == "mission" and is_plane(ledger, owner):
        yield of(owner, f"{{unit:is|are}} no battery: set {owner} air-target {value}"), AIR_TARGETS
    elif state == "stationary" and ledger.turn and has_moved(ledger, owner):
        yield of(owner, NOT_STATIONARY), STATIONARY
    elif state in OF_BATTERIES and ledger.units[owner].rows and not is_artillery(ledger, owner):
        yield of(owner, "{unit:is|are} no artillery, which fires missions"), OBSERVER
    elif state == "hulldown" and kind_of(ledger, owner) == FOOT:
        cover = f"{{unit:has|have}} no hull; {{unit:it is|they are}} in cover: set {owner} soft-cover"
        yield of(owner, cover), HULL
    elif state == "immobilised" and not is_vehicle(ledger, owner):
        yield of(owner, "{unit:is|are} no vehicle"), TRACKS
    elif state in ON_FOOT and kind_of(ledger, owner) in (GUN, VEHICLE, PLANE):
        yield of(owner, "{unit:is|are} no infantry"), INFANTRY
    elif state in PILOTED and kind_of(ledger, owner) in (GUN, VEHICLE, FOOT):
        yield of(owner, "{unit:is|are} no plane, and {unit:has|have} no pilot"), PILOTS
    elif state == "charging" and kind_of(ledger, owner) == GUN:
        yield of(owner, "{unit:is a gun, and charges|are guns, and charge} nobody"), CHARGES
    elif state in ("crew-losses", "crew-lost", "losing-crew") and kind_of(ledger, owner) == FOOT:
        lost = f"set {owner} losses {value}" if state == "crew-losses" else f"set {owner} out"
        yield of(owner, f"{{unit:is|are}} infantry, which has no crew: {lost}"), CREWED
    elif state in INSTEAD_OF_FIRE and has_attacked(ledger, owner):
        yield of(owner, f"{{unit:has|have}} {INSTEAD_OF_FIRE[state][0]}"), INSTEAD_OF_FIRE[state][1]
    elif state == WEAPON:
        yield from no_such_weapon(ledger, owner, str(value))
    elif state == "altitude":
        yield from not_at(ledger, owner, str(value))
    elif state in ("way", "hits"):
        yield from too_much(ledger, owner, state, value)
    many, crew = strength_of(ledger.units[owner]), crew_of(ledger, owner)
    if state == "losses" and value > many:
        yield of(owner, f"{{unit:is|are}} {many} in all: set {owner} {state} {many}"), how_many(ledger, owner)
    elif state == "crew-losses" and is_gun(ledger, owner) and value > crew:
        yield (
            of(owner, f"{{unit:has|have}} {{crew:crew counter}} in all: set {owner} {state} {crew}", crew=crew),
            COUNTERS,
        )
    elif state == "guns-fired" and value > left_of(ledger, owner):
        all_there = is_artillery(ledger, owner) and left_of(ledger, owner) == many
        again = f"; if there are more: {with_guns(ledger, owner, int(value))}" if all_there else ""
        yield of(owner, f"{{unit:has|have}} {{left:gun}} left{again}", left=left_of(ledger, owner)), BATTERY
    elif state == "part-fired" and value > many:
        yield of(owner, "{unit:is|are} {many} in all", many=many), how_many(ledger, owner)


def flies(ledger: Keeper, plane: str) -> bool:
    """Whether a plane in play has entered the table. Source: first-watch.txt 111."""
    return ledger.has(plane, "in-play") is not None


def has_attacked(ledger: Keeper, unit: str) -> bool:
    """Whether all of a unit in play have fired this turn, or a plane has made its attacks. Source: 155, 158."""
    size = size_of(ledger, unit)
    attacked = bool(size) and ledger.value(unit, "attacks") >= size
    return attacked or bool(ledger.has(unit, "fired") or fired_mission(ledger, unit))


def not_at(ledger: Keeper, plane: str, level: str) -> Sentences:
    """A plane in play goes to no level that the weather closes, and changes one level a turn.

    From high to low altitude a dive bomber dives. Source: first-watch.txt 111, 159, 165.
    """
    held, since = ledger.has(plane, "altitude"), ledger.has(plane, "in-play")
    if not (ledger.turn and held and since) or held.value == level:
        return
    if ledger.has(GAME, "weather") and level not in ledger.value(GAME, "weather"):
        yield f"the weather closes {level} altitude", SKIES
    elif {held.value, level} == {"low", "high"} and not (level == "low" and dives(ledger, plane)):
        yield (
            of(plane, f"{{unit:is|are}} at {held.value} altitude, and {{unit:changes|change}} one level a turn"),
            FLIGHT,
        )
    elif (
        (ledger.has(plane, "changed-level") or held.turn == ledger.turn > since.turn)
        and not held.by_hand
        and (held.value, level) != ("high", "low")
    ):
        yield of(plane, "{unit:has|have} changed {unit:its|their} altitude this turn: undo, if it was another"), FLIGHT


def dives(ledger: Keeper, plane: str) -> bool:
    """Whether a plane may dive from high to low altitude: a dive bomber. Source: first-watch.txt 159."""
    return "dive-bomber" in types_of_plane(ledger, plane)


def too_much(ledger: Keeper, unit: str, state: str, value: float) -> Sentences:
    """No way is longer than the best terrain allows, and no plane takes more hits than its size withstands.

    How much farther one goes who assaults is not said. Source: first-watch.txt 39, 115, 155.
    """
    if state == "way" and not ledger.has(unit, "assaulting") and (speed := max_speed_of(ledger, unit)):
        road = ledger.figure("terrain", "road", "tracked")
        most = speed * max(1, road if isinstance(road, (int, float)) else 1)
        if value > most:
            yield of(unit, f"{{unit:has|have}} a Max Speed of {speed:g} cm: {value:g} cm is too far"), SPEED
    size = size_of(ledger, unit)
    if state == "hits" and value > size:
        yield of(unit, "{unit:withstands|withstand} {size:hit}", size=size), AIR


def how_many(ledger: Keeper, unit: str) -> Source:
    """Where it stands what one of a unit is: a gun of a battery, a counter, a model of a vehicle or a plane."""
    if is_artillery(ledger, unit):
        return BATTERY
    return MODELS if is_vehicle(ledger, unit) or is_plane(ledger, unit) else COUNTERS
