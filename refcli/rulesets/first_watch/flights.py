"""Planes in an evening: when they fly, where, and what they may do there. Source: first-watch.txt 111-133, 163-165."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import uncounted
from refcli.core.sentence import listed, of
from refcli.core.states import GAME
from refcli.rulesets.first_watch.in_play import (
    has_moved,
    is_plane,
    is_row,
    named,
    number,
    planes_of,
    said_of,
    size_of,
    terrain_of,
    turn_in_play,
    types_of_plane,
    whole,
    word_of,
)
from refcli.rulesets.first_watch.loads import BOMBS, bars_of_bomb, load_of, same
from refcli.rulesets.first_watch.turn import LEVELS
from refcli.rulesets.first_watch.weapons import first_said

FLYING = "Aircraft Movement"

FLIGHT = Source(section="Aircraft", lines="111")
LEVEL = Source(section="Air-to-Air Combat", lines="113")
ATTACKS = Source(section="Air-to-Air Combat", lines="115")
ABORTS = Source(section="Air-to-Air Combat; Anti-Aircraft Fire", lines="115, 127")
AIR_TARGETS = Source(section="Optional rules", lines="163")
PILOTS = Source(section="Optional rules", lines="156")
STRAFES = Source(section="Air-to-Air Combat; Bombing and Strafing", lines="115, 131")
JETTISON = Source(section="Optional rules", lines="160")
DIVES = Source(section="Aircraft; Optional rules", lines="111, 159")
SKIES = Source(section="Optional rules", lines="165")

PLANES = {
    "air-combat": ("attacker", "target", "interceptor"),
    "anti-air": ("target",),
    "bomb": ("plane",),
    "strafe": ("attacker",),
}
"""The fields of those who fly in a procedure."""

RATINGS = ("ace", "experienced", "novice")
"""How good a pilot may be."""

IN_SIGHT = ("in-open", "charging")
"""What a target is that needs not be plotted, beside one that has moved."""


def bars_of_planes(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Who has not entered the table, is there too long, flies elsewhere, or has nothing to drop or no target."""
    names = dict(named(plain))
    actor = names.get("plane") or names.get("attacker", "")
    flies = ledger.turn and procedure in PLANES and actor in ledger.units and is_plane(ledger, actor)
    yield from bars_of_time(ledger, actor) if flies else ()
    for plane in [names[field] for field in PLANES.get(procedure, ()) if field in names] if ledger.turn else ():
        if plane in ledger.units and not ledger.has(plane, "in-play"):
            yield of(plane, "{unit:has|have} not entered the table"), FLIGHT
    if procedure == "bomb" and ledger.turn and planes_of(ledger) and not plain.get("plane"):
        yield which_drops(ledger, word_of(plain.get("attacker"))), BOMBS
    elif procedure == "strafe" and ledger.turn and planes_of(ledger) and not actor:
        if not is_row(ledger, plain.get("attacker"), "aircraft"):
            there = [plane for plane in planes_of(ledger) if ledger.has(plane, "in-play")]
            word = word_of(plain.get("attacker"))
            lines = [f"{first}strafe {one}" for one in there if (first := first_said(ledger, procedure, word, one))]
            told = "; or ".join(lines) or f"strafe {' or '.join(there) or 'PLANE'}"
            yield f"which plane strafes? {told}", STRAFES
    elif procedure in ("bomb", "strafe") and ledger.has(GAME, "air-targets") and actor in ledger.units:
        if "jettison" not in f"{plain['conditions']} {plain.get('plane')}":
            yield from bars_of_target(ledger, actor, plain)
    elif procedure == "air-combat":
        if names.get("interceptor") and names["interceptor"] == names.get("target"):
            yield of(names["target"], "{unit:is|are} the target: another fighter intercepts"), LEVEL
        yield from bars_of_interceptor(ledger, names.get("interceptor") or word_of(plain.get("interceptor")))
        yield from bars_of_pilots(ledger, plain)
        levels = {plane: level for plane in names.values() if (level := ledger.value(plane, "altitude", ""))}
        if len({*levels.values()}) > 1:
            told = listed([f"{plane} at {level}" for plane, level in levels.items()])
            yield f"they fly at different altitudes: {told}", LEVEL
    elif procedure == "move" and is_plane(ledger, names.get("mover", "")):
        yield from bars_of_move(ledger, names["mover"], plain)
    elif procedure == "anti-air" and ledger.turn:
        yield from bars_of_altitude(ledger, names.get("target", ""), plain)
    elif procedure == "weather" and ledger.turn:
        yield "the weather is rolled for before the game", SKIES
    if procedure == "bomb" and ledger.turn and actor in ledger.units and not ledger.has(actor, "aborting"):
        said = f"{plain['conditions']} {plain.get('plane')} {plain.get('attacker')}"
        if "jettison" in said and "aborting" not in said:
            yield of(actor, "{unit:does|do} not abort the mission: nobody else jettisons a load"), JETTISON
    if procedure in ("bomb", "strafe", "anti-air") and ledger.turn:
        yield from bars_of_closed(ledger, names.get("target") or actor, plain)
    if procedure == "strafe" and ledger.turn and actor:
        yield from bars_of_altitude(ledger, actor, plain)
    elif procedure == "bomb" and ledger.turn and actor:
        yield from bars_of_dive(ledger, actor, plain)
        yield from bars_of_bomb(ledger, actor, plain)


def which_drops(ledger: Keeper, said: str) -> str:
    """Who may be meant by a bomb that is named without its plane: one in play that carries it, or bombs of any kind.

    Source: first-watch.txt 129, 141.
    """
    bomb = uncounted(said)[1] or said
    there = [plane for plane in planes_of(ledger) if ledger.has(plane, "in-play")]
    loads = {plane: load_of(ledger, plane) for plane in there}
    carry = [plane for plane, load in loads.items() if same(ledger, load, bomb)]
    carry += [plane for plane, load in loads.items() if load and not is_row(ledger, load, "bombs")]
    untold = [plane for plane, load in loads.items() if not load and not ledger.has(plane, "dropped")]
    if not is_row(ledger, bomb, "bombs") or carry or not there:
        return f"which plane drops it? bomb {bomb or 'BOMB'} {' or '.join(carry) or 'PLANE'}"
    if untold:
        bomber = min(untold, key=lambda plane: fights(ledger, plane))
        return f"nobody has said which plane carries {bomb}: set {bomber} load {bomb}"
    return f"no plane in play carries {bomb}"


def fights(ledger: Keeper, plane: str) -> bool:
    """Whether a plane, by its unit in play or by its row, is a fighter. Source: first-watch.txt 113."""
    return any(ledger.figure("aircraft-types", kind, "fights") for kind in types_of_plane(ledger, plane))


def bars_of_interceptor(ledger: Keeper, plane: str) -> Sentences:
    """A fighter that has an attack left intercepts; another plane rolls no die. Source: first-watch.txt 113-115."""
    kinds, had = types_of_plane(ledger, plane), ledger.value(plane, "attacks")
    if kinds and not fights(ledger, plane):
        yield of(plane, "{unit:is|are} no fighter, and {unit:intercepts|intercept} nobody"), LEVEL
    elif kinds and had >= size_of(ledger, plane):
        yield (
            of(plane, "{unit:has|have} had {had:attack} this turn, and {unit:intercepts|intercept} nobody", had=had),
            ATTACKS,
        )


def bars_of_pilots(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A pilot is as good as was said before the fight. Source: first-watch.txt 156."""
    for field, unit in named(plain):
        role = "" if field == "attacker" else f"{field}-"
        said = said_of(plain, field)
        was = next((rating for rating in RATINGS if ledger.has(unit, rating)), "")
        for rating in [one for one in RATINGS if was and one != was and f"{role}{one}" in said]:
            yield of(unit, f"{{unit:is|are}} {was}; if {{unit:it is|they are}} {rating}: set {unit} no-{was}"), PILOTS


def bars_of_target(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane attacks what was plotted for it, and what else lies there; in the open or moving anybody.

    Nothing is known of this where the plotted point is no unit, or where nobody is named. Source: first-watch.txt 163.
    """
    targets = [unit for field, unit in named(plain) if field == "targets"]
    point = ledger.has(plane, "air-target")
    plotted = [unit for unit in ledger.units if point and unit.lower() == str(point.value).lower()]
    in_sight = any(has_moved(ledger, unit) or ledger.has(unit, state) for unit in targets for state in IN_SIGHT)
    if point is None and not in_sight:
        yield of(plane, "{unit:has|have} no target plotted; one in the open or moving needs none"), AIR_TARGETS
    elif targets and plotted and not in_sight and plotted[0] not in targets:
        told = f"{{unit:has|have}} {plotted[0]} plotted; another target has to move or be in the open"
        yield of(plane, told), AIR_TARGETS


def bars_of_move(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane flies on from the level where it is, in the turn that it is in, where the weather lets it."""
    if ledger.turn:
        yield from bars_of_climb(ledger, plane, str(plain.get("altitude") or ""))
        if not any([ledger.has(plane, "altitude"), plain.get("altitude"), plain.get("to")]):
            yield f"at which altitude does {plane} fly? move {plane} -a {level_said(plain)}", FLIGHT
        if plain.get("turn") is not None and whole(plain, "turn") != turn_in_play(ledger, plane):
            yield of(plane, f"{{unit:is|are}} in turn {turn_in_play(ledger, plane)} in play"), FLIGHT
        edge, said = ledger.has(GAME, "edge"), number(plain, "edge")
        if edge and said and said != edge.value:
            yield f"the shortest edge is {edge.value:g} cm; if it is {said:g}: set game edge {said:g}", FLIGHT
    if ledger.has(GAME, "weather"):
        yield from bars_of_weather(ledger, plane, plain)


def changes_level(given: Mapping[str, Any]) -> bool:
    """Whether a plane moved to another level than it came from, as it entered too. Source: first-watch.txt 111."""
    was, to = given.get("altitude"), given.get("to")
    return bool(was and to and was != to)


def level_meant(ledger: Keeper, plain: Mapping[str, Any], word: str) -> str:
    """The field of the level that a word says of a plane's move: where it enters or, once it is there, where it goes.

    Of one that was said to be at a level, and enters, that is not known. Source: first-watch.txt 111.
    """
    units: list[str] = []
    for begun in str(plain.get("mover") or "").lower().split(","):
        whole = [unit for unit in ledger.units if unit.lower() == begun]
        units += whole or [unit for unit in ledger.units if begun and unit.lower().startswith(begun)]
    if not (units and ledger.turn and len(word) > 1 and any(level.startswith(word.lower()) for level in LEVELS)):
        return ""
    there = {(bool(ledger.has(unit, "in-play")), bool(ledger.has(unit, "altitude"))) for unit in units}
    fields = [field for field, so in (("altitude", (False, False)), ("to", (True, True))) if there == {so}]
    flies = all(is_plane(ledger, unit) for unit in units)
    return next((field for field in fields if flies and plain.get(field) in (None, "")), "")


def level_said(plain: Mapping[str, Any]) -> str:
    """The level that was said as a move has its terrain; else what stands for it. Source: first-watch.txt 111."""
    said = [level for level in LEVELS for one in terrain_of(plain) if len(one) > 1 and level.startswith(one.lower())]
    return said[0] if len(said) == 1 else "LEVEL"


def bars_of_altitude(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane is fired at, and attacks, at the altitude where it is. Source: first-watch.txt 111, 127-131."""
    was, said = str(ledger.value(plane, "altitude", "")), str(plain.get("altitude") or "")
    if was and said and not was.startswith(said):
        yield of(plane, f"{{unit:is|are}} at {was} altitude"), FLIGHT


def bars_of_dive(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """A plane bombs from where it is; certain ones dive from high to low altitude. Source: first-watch.txt 111, 159."""
    if ledger.value(plane, "altitude", "") == "high" and "low".startswith(str(plain.get("altitude") or "-")):
        dives = f"{{unit:is|are}} at high altitude; if {{unit:it dives|they dive}}: set {plane} altitude low"
        yield of(plane, dives), DIVES
    else:
        yield from bars_of_altitude(ledger, plane, plain)


def level_called(word: str) -> str:
    """A level by the whole of its name; what begins none, or several, as it was typed."""
    begun = [level for level in LEVELS if word and level.startswith(word.lower())]
    return begun[0] if len(begun) == 1 else word


def bars_of_weather(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """No plane enters, climbs to or stays at an altitude that the weather closes. Source: first-watch.txt 111, 165."""
    was, to = str(ledger.value(plane, "altitude", "")), level_called(str(plain.get("to") or ""))
    starts, enters = level_called(str(plain.get("altitude") or was)), not ledger.has(plane, "in-play")
    shut = [level for level in (starts, to) if level and level not in ledger.value(GAME, "weather")]
    if shut and enters:
        yield f"the weather closes {shut[0]} altitude", SKIES
    elif shut and to not in ("", starts) and starts not in shut:
        yield f"the weather closes {to} altitude", SKIES
    elif shut and to in ("", starts):
        other = "low" if starts == "medium" else "medium"
        yield f"the weather closes {starts} altitude: move {plane} --to {other}", SKIES


def bars_of_closed(ledger: Keeper, plane: str, plain: Mapping[str, Any]) -> Sentences:
    """No plane attacks, or is fired at, where the weather lets none fly. Source: first-watch.txt 111, 165."""
    level, weather = level_called(str(plain.get("altitude") or "")), ledger.has(GAME, "weather")
    if weather and level in LEVELS and level not in str(weather.value) and not ledger.has(plane, "altitude"):
        yield f"the weather closes {level} altitude", SKIES


def bars_of_time(ledger: Keeper, plane: str) -> Sentences:
    """A plane attacks for so many turns as it is in play. Source: first-watch.txt 111."""
    turns = ledger.figure("flight", "turns", "")
    if turn_in_play(ledger, plane) > turns:
        yield (
            of(plane, "{unit:has|have} been in play for {turns} turns: set {plane} out", turns=turns, plane=plane),
            FLIGHT,
        )


def bars_of_climb(ledger: Keeper, plane: str, said: str) -> Sentences:
    """A plane in play is where it was, and goes one level up or down from there. Source: first-watch.txt 111."""
    was = str(ledger.value(plane, "altitude", ""))
    if ledger.has(plane, "in-play") and was and said and not was.startswith(said):
        to = said if "medium" in (said, was) else "medium"
        told = f"{{unit:is|are}} at {was} altitude, and changes one level a turn: move {plane} --to {to}"
        yield of(plane, told), FLIGHT


def may_be_fired_at(ledger: Keeper, unit: str) -> list[str]:
    """The enemy planes that a designated anti-aircraft weapon which has not fired reaches at their altitude.

    Small arms are none; how far off a plane is nobody knows. Source: first-watch.txt 127.
    """
    rows = [row for row, _ in ledger.units[unit].rows if not is_row(ledger, row, "small-arms")]
    classes = [name for row in rows if (name := ledger.figure("aa-weapons", row, ""))]
    if not classes or ledger.has(unit, "fired") or ledger.has(unit, "crew-lost"):
        return []
    side, found = ledger.side_of(unit), []
    for plane in planes_of(ledger):
        enemy = side and ledger.side_of(plane) not in ("", side)
        level = str(ledger.value(plane, "altitude", ""))
        reaches = not level or any(ledger.figure("anti-air", name, level) is not None for name in classes)
        if enemy and reaches and ledger.has(plane, "in-play") and not ledger.has(plane, "aborting"):
            found.append(plane)
    return found
