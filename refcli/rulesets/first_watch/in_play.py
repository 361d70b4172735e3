"""A unit in play: what it is, what is left of it, what is said of it. Source: first-watch.txt 60, 94, 100, 111."""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.errors import Refused
from refcli.core.hook import Keeper
from refcli.core.request import NAMES, uncounted
from refcli.core.sentence import of
from refcli.core.states import Held

FIGURES = {
    "small-arms": "5",
    "guns": "crew",
    "anti-tank": "hit-class",
    "artillery": "",
    "vehicles": "max-speed",
    "troops": "max-speed",
    "aircraft": "type",
    "bombs": "ring",
    "aa-weapons": "",
}
"""The charts that tell what something is, each with a figure that all its rows have."""


def is_row(ledger: Keeper, name: Any, *charts: str) -> bool:
    """Whether a name, or a term with its count and its conditions, is that of a row of one of the charts."""
    word = word_of(name)
    row = uncounted(word)[1] or word
    return any(ledger.figure(chart, row, FIGURES[chart]) is not None for chart in charts)


def is_a(ledger: Keeper, unit: str, *charts: str) -> bool:
    """Whether a unit in play is a row of one of the charts."""
    rows = ledger.units[unit].rows if unit in ledger.units else ()
    return any(is_row(ledger, row, *charts) for row, _ in rows)


def is_vehicle(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a vehicle."""
    return is_a(ledger, unit, "vehicles")


def has_speed(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play moves by itself: troops or a vehicle."""
    return is_a(ledger, unit, "troops", "vehicles")


def max_speed_of(ledger: Keeper, unit: str) -> float:
    """The Max Speed in cm of a unit in play; 0 for what does not move by itself. Source: first-watch.txt 39."""
    rows = [row for row, _ in ledger.units[unit].rows]
    speeds = [ledger.figure(chart, row, "max-speed") for row in rows for chart in ("vehicles", "troops")]
    return next((speed for speed in speeds if speed), 0)


def types_of_plane(ledger: Keeper, plane: str) -> list[str]:
    """The types of aircraft that a plane is, by its unit in play or by its row; none for no plane."""
    rows = [row for row, _ in ledger.units[plane].rows] if plane in ledger.units else [plane]
    return [kind for row in rows if (kind := ledger.figure("aircraft", row, "type"))]


def size_of(ledger: Keeper, plane: str) -> int:
    """How many attacks a plane makes, and hits it withstands; 0 for no plane. Source: first-watch.txt 115."""
    sizes: list[int] = [ledger.figure("aircraft-types", kind, "size") for kind in types_of_plane(ledger, plane)]
    return max(sizes, default=0)


def slowest_of(ledger: Keeper, unit: str, terrain: Sequence[str]) -> float | None:
    """The least multiplier of terrain for a vehicle in play; None where it is none, or some terrain is not known."""
    rows = ledger.units[unit].rows if unit in ledger.units else ()
    kinds = [kind for row, _ in rows if (kind := ledger.figure("vehicles", row, "type"))]
    gears = [ledger.figure("target-types", kind, "moves-as") for kind in kinds]
    shares = [ledger.figure("terrain", one, gear) for one in terrain for gear in gears]
    return min(shares) if shares and all(isinstance(one, (int, float)) for one in shares) else None


def terrain_of(plain: Mapping[str, Any]) -> list[str]:
    """The terrain that is said, each by its name."""
    given = plain.get("terrain") or ()
    return [word_of(one) for one in (given.split(",") if isinstance(given, str) else given)]


def is_main_gun(ledger: Keeper, term: Any) -> bool:
    """Whether who fires is named as a vehicle, which stands for its main gun."""
    return is_row(ledger, term, "vehicles")


def is_small_arm(ledger: Keeper, term: Any) -> bool:
    """Whether who fires is named as a small arm, a machinegun being one."""
    return is_row(ledger, term, "small-arms")


def is_without_machinegun(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a vehicle of which no small arm was told. Source: first-watch.txt 31."""
    return is_vehicle(ledger, unit) and not any(is_small_arm(ledger, row) for row, _ in ledger.units[unit].rows)


def without_machinegun(ledger: Keeper, unit: str) -> str:
    """How a vehicle of which no small arm was told has one. Source: first-watch.txt 31."""
    line = ledger.units[unit].added_as("lmg")
    return of(unit, "{unit:was|were} added without a machinegun: {line}", line=line)


def fired_beside(ledger: Keeper, unit: str) -> str:
    """The weapon that a vehicle fires other than its main gun: it has none, or its machinegun was said; else empty.

    Raises Refused for a vehicle that has neither. Source: first-watch.txt 31, 73.
    """
    rows: list[str] = [row for row, _ in ledger.units[unit].rows]
    line = ledger.units[unit].added_as("lmg")
    if not has_main_gun(ledger, unit):
        if weapons := [row for row in rows if not is_row(ledger, row, "vehicles")]:
            return weapons[0]
        raise Refused(f"{unit} has no main gun: for its machinegun, {line}")
    own = [row for row in rows if is_small_arm(ledger, row)]
    if ledger.has(unit, "small-arms") and not (own or ledger.has(unit, "moved")):
        raise Refused(f"{unit} fires its machinegun, and was added without one: {line}")
    return own[0] if own and ledger.has(unit, "small-arms") else ""


def has_main_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a vehicle in play has a main gun."""
    return any(ledger.figure("vehicles", row, "main-gun") for row, _ in ledger.units[unit].rows)


def is_unarmed(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a vehicle without a main gun, of which no machinegun was told. Source: 31, 73."""
    return is_vehicle(ledger, unit) and not has_main_gun(ledger, unit) and len(ledger.units[unit].rows) == 1


def has_moved(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play has moved this turn, or what it rides in has. Source: first-watch.txt 30-31, 62."""
    return any(ledger.has(one, "moved") for one in (unit, carrier_of(ledger, unit)))


def riders_of(ledger: Keeper, vehicle: str) -> list[str]:
    """Who rides in a vehicle in play. Source: first-watch.txt 62-67."""
    return [owner for owner, held in ledger.named("aboard") if str(held.value).lower() == vehicle.lower()]


def carrier_of(ledger: Keeper, unit: str) -> str:
    """The unit in play that somebody rides in; empty for none, and for what is not in play. Source: 62-67."""
    return unit_typed(ledger, str(ledger.value(unit, "aboard", "")))


def unit_typed(ledger: Keeper, word: str) -> str:
    """The unit in play of a name in any case; empty for none. Only a name in another case is compared with each."""
    if not word or word in ledger.units:
        return word
    return next((one for one in ledger.units if one.lower() == word.lower()), "")


def is_closed(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a vehicle, and not an open-topped one. Source: first-watch.txt 58, 67."""
    rows = [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []
    return is_vehicle(ledger, unit) and not any(ledger.figure("vehicles", row, "open-topped") for row in rows)


def is_open_topped(ledger: Keeper, vehicle: str) -> bool:
    """Whether a unit in play is an open-topped armored vehicle. Source: first-watch.txt 58, 64."""
    rows = [row for row, _ in ledger.units[vehicle].rows]
    return any(
        ledger.figure("vehicles", row, "open-topped") and ledger.figure("vehicles", row, "armor-class") is not None
        for row in rows
    )


def aboard_open_topped(ledger: Keeper, unit: str) -> Held | None:
    """That somebody rides in an open-topped armored vehicle, or in what the game does not know. Source: 58, 62-67."""
    carrier = carrier_of(ledger, unit)
    return ledger.has(unit, "aboard") if not carrier or is_open_topped(ledger, carrier) else None


def is_gun(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a towed gun or artillery, and nothing that moves by itself."""
    return is_a(ledger, unit, "guns", "artillery") and not has_speed(ledger, unit)


def is_plane(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a plane."""
    return is_a(ledger, unit, "aircraft")


def is_artillery(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play fires missions."""
    return is_a(ledger, unit, "artillery")


def planes_of(ledger: Keeper) -> list[str]:
    """The planes that are left."""
    return [name for name in ledger.units if is_plane(ledger, name) and not ledger.is_out(name)]


def left_of(ledger: Keeper, unit: str) -> int:
    """How many counters, vehicles or guns are left of a unit in play. Source: first-watch.txt 60, 94, 100."""
    known = ledger.units.get(unit)
    return max(0, strength_of(known) - int(ledger.value(unit, "losses"))) if known else 0


def strength_of(unit: Any) -> int:
    """How many counters, vehicles or guns a unit is at first. Source: first-watch.txt 60, 94, 100."""
    strength: int = unit.strength
    return max(strength, int(unit.fields.get("guns", 0)))


def crewed(ledger: Keeper, unit: str) -> int:
    """How many are left of a unit in play, without the guns whose crews are gone. Source: first-watch.txt 60."""
    return max(0, left_of(ledger, unit) - int(ledger.value(unit, "crew-losses") // crew_of_each(ledger, unit)))


def crew_of(ledger: Keeper, unit: str) -> int:
    """The crew counters of a unit in play at first, of all its guns. Source: first-watch.txt 60."""
    return strength_of(ledger.units[unit]) * crew_of_each(ledger, unit)


def crew_of_each(ledger: Keeper, unit: str) -> int:
    """The crew counters of each gun of a unit in play. Source: first-watch.txt 60."""
    return max([ledger.figure("guns", row, "crew") or 1 for row, _ in ledger.units[unit].rows], default=1)


def turn_in_play(ledger: Keeper, plane: str) -> int:
    """Which turn of a plane in play it is: the first as it enters or the battle begins. Source: first-watch.txt 111."""
    since = ledger.has(plane, "in-play")
    return ledger.turn - max(since.turn, 1) + 1 if since else 1


def phase_of(ledger: Keeper) -> str:
    """The step that is on; empty before the battle."""
    return ledger.phase.name if ledger.phase else ""


def named(plain: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Everybody in play that is named, with his field."""
    return [(field, name) for field, names in plain[NAMES].items() for name in names if name]


def said_of(plain: Mapping[str, Any], field: str) -> list[str]:
    """The conditions that were stated of a field, or of the whole ruling."""
    return [*str(plain.get(field, "")).split("+")[1:], *plain.get("conditions", ())]


def word_of(given: Any) -> str:
    """The name alone of a term that was given; empty for none."""
    return str(given or "").partition("+")[0].partition("/")[0]


def whole(plain: Mapping[str, Any], field: str) -> int:
    """The whole number that a field is given; 0 where it is left out, or is none."""
    return int(number(plain, field))


def number(plain: Mapping[str, Any], field: str) -> float:
    """The number that a field is given; 0 where it is left out, or is none."""
    given = str(plain.get(field, ""))
    return float(given) if given.replace(".", "", 1).isdecimal() else 0
