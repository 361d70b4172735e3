"""What is said of a plane against what the game knows of it. Source: first-watch.txt 113-115, 127, 133, 153, 163."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.sentence import of
from refcli.core.states import GAME
from refcli.rulesets.first_watch.flights import ABORTS
from refcli.rulesets.first_watch.in_play import is_plane, is_row, named, phase_of, said_of, size_of, terrain_of
from refcli.rulesets.first_watch.loads import load_of

LEVEL = Source(section="Air-to-Air Combat", lines="113")
ATTACKS = Source(section="Air-to-Air Combat", lines="115")
SHOTS = Source(section="Fire Resolution Phase; Anti-Aircraft Fire", lines="31, 127")
MISSIONS = Source(section="Artillery Fire", lines="94")
FLIGHT = Source(section="Aircraft", lines="111")
ORDER = Source(section="Bombing and Strafing", lines="133")
TRACKS = Source(section="Optional rules", lines="153")
AIR_TARGETS = Source(section="Optional rules", lines="163")

FLOWN = {
    "altitude": "{unit:is no plane, and has|are no planes, and have} no altitude",
    "to": "{unit:is no plane, and has|are no planes, and have} no altitude",
    "turn": "{unit:is no plane|are no planes}: of planes alone the turns in play are counted",
    "edge": "{unit:is no plane|are no planes}: no edge of the table shortens the way",
}
"""What is said of the move of a plane alone."""

HITS = Source(section="Air-to-Air Combat", lines="115, 125")
LOAD = Source(section="Air-to-Air Combat", lines="117, 125")

ROLES = {"attacker": "attacker-", "target": "", "interceptor": "interceptor-"}
"""What the damage and the payload of each plane of a fight are called behind."""

BELOW = ("bomb", "strafe")
"""What planes do once all fire in the air and at planes is over."""

ACTORS = {"bomb": "plane", "strafe": "attacker", "air-combat": "attacker"}
"""The field of the plane that attacks."""


def bars_of_known(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """What cannot be said of who is named, since the game knows it otherwise."""
    names = dict(named(plain))
    plane, mover = names.get(ACTORS.get(procedure, ""), ""), names.get("mover", "")
    if procedure == "move" and mover in ledger.units:
        yield from bars_of_mover(ledger, mover, plain)
    elif procedure in ("bombard", "anti-air", "phase"):
        yield from bars_of_shots(ledger, procedure, names, plain)
    elif procedure == "air-combat" and ledger.turn and (plane in ledger.units or names.get("target") in ledger.units):
        yield from bars_of_fight(ledger, names, plain)
    if is_plane(ledger, plane):
        said = [*said_of(plain, "attacker"), *said_of(plain, "plane")]
        if not (procedure == "bomb" and "jettison" in said):
            yield from bars_of_attacks(ledger, plane, said)
        if procedure in BELOW and ledger.turn:
            yield from bars_of_below(ledger, procedure, plane, said)
        elif "other-altitude" in said and (level := common_level(ledger, names)):
            yield f"they fly at {level} altitude, both of them", LEVEL


def bars_of_mover(ledger: Keeper, mover: str, plain: Mapping[str, Any]) -> Sentences:
    """Men and planes have no track; none but planes fly, and no terrain slows these. Source: first-watch.txt 39, 111.

    A track is hit of vehicles alone. Source: first-watch.txt 153.
    """
    flies, tracks = is_plane(ledger, mover), "immobilised" in said_of(plain, "mover")
    if flies and terrain_of(plain):
        yield f"{mover} flies, and no terrain slows a plane: move {mover}", FLIGHT
    if flies and tracks:
        yield of(mover, "{unit:is a plane, and has|are planes, and have} no track"), TRACKS
    elif tracks and is_row(ledger, ledger.units[mover].rows[0][0], "troops"):
        yield of(mover, "{unit:goes|go} on foot, and {unit:has|have} no track"), TRACKS
    for field, told in () if flies else FLOWN.items():
        if plain.get(field) not in (None, ""):
            yield of(mover, told), FLIGHT


def bars_of_shots(ledger: Keeper, procedure: str, names: Mapping[str, str], plain: Mapping[str, Any]) -> Sentences:
    """Who has fired is counted, and what was plotted is kept. Source: first-watch.txt 31, 94, 127."""
    field = "mover" if procedure == "phase" else "attacker"
    unit, said = names.get(field, ""), said_of(plain, field)
    if ledger.turn and unit in ledger.units and "fired" in said and not ledger.has(unit, "fired"):
        told = f"{{unit:has|have}} not fired this turn; if {{unit:it has|they have}}: set {unit} fired"
        yield of(unit, told), SHOTS
    if "unplotted" in said and ledger.has(unit, "mission"):
        yield of(unit, f"{{unit:has|have}} a mission plotted; if not: set {unit} no-mission"), MISSIONS


def bars_of_attacks(ledger: Keeper, plane: str, said: list[str]) -> Sentences:
    """A plane makes as many attacks a turn as its size is, which the game counts. Source: first-watch.txt 115."""
    had = int(ledger.value(plane, "attacks"))
    if had >= size_of(ledger, plane):
        yield of(plane, "{unit:has|have} had {had:attack} this turn", had=had), ATTACKS
    elif "attacked" in said and not had:
        told = f"{{unit:has|have}} not attacked this turn; if {{unit:it has|they have}}: set {plane} attacks 1"
        yield of(plane, told), ATTACKS
    elif "attacked" in said:
        counted = f"{{unit:has|have}} had {{had:attack}} this turn; if {{more}}: set {plane} attacks {{more}}"
        yield of(plane, counted, had=had, more=had + 1), ATTACKS


def bars_of_fight(ledger: Keeper, names: Mapping[str, str], plain: Mapping[str, Any]) -> Sentences:
    """Nothing is said of an interceptor where nobody intercepts, of hits that nobody took, of a load that is dropped.

    Source: first-watch.txt 113-121, 125.
    """
    said = plain.get("conditions", ())
    of_none = [one for one in said if one.startswith("interceptor-")]
    if (of_none or plain.get("intercepted")) and not plain.get("interceptor"):
        yield (
            f"nobody intercepts: air-combat {names.get('attacker', 'PLANE')} {names.get('target', 'PLANE')} -i PLANE",
            LEVEL,
        )
    for field, role in ROLES.items():
        unit = names.get(field, "")
        if f"{role}damaged" in said_of(plain, field) and is_plane(ledger, unit) and not ledger.has(unit, "hits"):
            several = size_of(ledger, unit) > 1
            told = f"has taken no hit; if it has: set {unit} hits 1" if several else "is shot down by one hit"
            yield f"{unit} {told}", HITS
        if f"{role}payload" in said_of(plain, field) and ledger.has(unit, "dropped") and not load_of(ledger, unit):
            yield of(unit, "{unit:has|have} dropped {unit:its|their} load"), LOAD


def bars_of_below(ledger: Keeper, procedure: str, plane: str, said: list[str]) -> Sentences:
    """A plane that aborts, a target that was plotted, air combat and anti-aircraft fire that are over: all is known.

    Source: first-watch.txt 115, 127, 133, 163.
    """
    if "aborting" in said and "jettison" not in said and not ledger.has(plane, "aborting"):
        aborts = f"{{unit:does|do}} not abort the mission; if {{unit:it does|they do}}: set {plane} aborting"
        yield of(plane, aborts), ABORTS
    if "air-fire-due" in said:
        yield f"this is {phase_of(ledger)}; if any fire at planes is due: back", ORDER
    if "unplotted" in said and not ledger.has(GAME, "air-targets"):
        yield "targets of planes need no plot; if they do: set game air-targets", AIR_TARGETS
    elif "unplotted" in said and (point := ledger.has(plane, "air-target")):
        yield of(plane, "{unit:has|have} a target plotted[ at {there}]", there=str(point.value)), AIR_TARGETS


def common_level(ledger: Keeper, names: Mapping[str, str]) -> str:
    """The altitude at which an attacker and his target both are; empty where they are not, or it is not known."""
    levels = {str(ledger.value(names.get(field, ""), "altitude", "")) for field in ("attacker", "target")}
    return levels.pop() if len(levels) == 1 else ""
