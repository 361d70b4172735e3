"""Types, counts, moves and weapons of units in play. Source: first-watch.txt 8-9, 31, 60, 94-141."""

from collections.abc import Callable, Mapping
from typing import Any

from refcli.core.request import NAMES, uncounted
from refcli.core.rows import Case, Number, Predicate, has
from refcli.core.view import LedgerView

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
    "strafing": "infantry",
}
"""The charts that state the type of a unit, each with a figure that all its rows have."""

FOOT_WEAPONS = ("small-arms", "guns", "anti-tank", "artillery")
"""The charts of weapons that fire from the ground."""

FIRST, SLOW, LAST = "Infantry/Stationary Vehicle Fire", "Slow Vehicle Fire", "Remaining Fire"
FIRE_STEPS = (FIRST, SLOW, LAST)
MOVEMENT, FLYING = "Land Movement Phase", "Aircraft Movement"
AIR_COMBAT, BOMBING = "Air Combat and Anti-Aircraft Fire", "Bombing and Strafing"
PLOTTING = "Artillery Plot/Special Orders Phase"

SHIFTED = ", shifted "
"""Between the point of a mission and the distance that it moved from the last impact."""


# rows of the charts


def word_of(given: Any) -> str:
    """The name alone of a term, without its count; empty for none."""
    word = str(given or "").partition("+")[0].partition("/")[0].lower()
    return uncounted(word)[1] or word


def is_row(ledger: LedgerView, name: Any, *charts: str) -> bool:
    """True if a term names a row of one of the charts."""
    row = word_of(name)
    return bool(row) and any(ledger.figure(chart, row, FIGURES[chart]) is not None for chart in charts)


def rows_of(ledger: LedgerView, name: str) -> list[str]:
    """The rows of a unit in play; another name is a row itself."""
    return [row for row, _ in ledger.units[name].rows] if name in ledger.units else [name] if name else []


def is_a(ledger: LedgerView, unit: str, *charts: str) -> bool:
    """True if a unit in play is a row of one of the charts."""
    return any(is_row(ledger, row, *charts) for row in rows_of(ledger, unit))


def figures(ledger: LedgerView, unit: str, chart: str, column: str) -> list[Any]:
    """The figures of a chart for the rows of a unit, without blanks."""
    found = (ledger.figure(chart, row, column) for row in rows_of(ledger, unit))
    return [figure for figure in found if figure is not None]


def of_unit(test: Callable[[LedgerView, str], Any]) -> Predicate:
    """A predicate from a test of a unit in a ledger."""
    return Predicate(lambda case: bool(test(case.ledger, case.unit)))


def any_of(*charts: str) -> Predicate:
    """The unit is a row of one of the charts."""
    return of_unit(lambda ledger, unit: is_a(ledger, unit, *charts))


def none_of(*charts: str) -> Predicate:
    """The unit has rows, and none of them is in these charts."""
    return of_unit(lambda ledger, unit: rows_of(ledger, unit) and not is_a(ledger, unit, *charts))


def has_figure(chart: str, column: str) -> Predicate:
    """A row of the unit has a figure other than 0 in a column of a chart."""
    return of_unit(lambda ledger, unit: any(figures(ledger, unit, chart, column)))


vehicle, plane, artillery = any_of("vehicles"), any_of("aircraft"), any_of("artillery")
mobile = any_of("troops", "vehicles")
towed = any_of("guns", "artillery") & ~mobile
armored = of_unit(lambda ledger, unit: figures(ledger, unit, "vehicles", "armor-class"))
closed = vehicle & ~has_figure("vehicles", "open-topped")
open_topped = has_figure("vehicles", "open-topped") & armored
has_main_gun = has_figure("vehicles", "main-gun")
machinegun = vehicle & any_of("small-arms")
unarmed = vehicle & ~has_main_gun & of_unit(lambda ledger, unit: len(rows_of(ledger, unit)) == 1)
infantry = any_of("troops") & ~vehicle & ~plane
cannot_pierce = vehicle & ~has_main_gun & ~any_of("guns", "anti-tank")
fighter = of_unit(lambda ledger, unit: any(of_type(ledger, unit, "fights")))


# counts


def of_type(ledger: LedgerView, plane: str, column: str) -> list[Any]:
    """The figures of the types of a plane."""
    return [ledger.figure("aircraft-types", kind, column) for kind in figures(ledger, plane, "aircraft", "type")]


def size_of(ledger: LedgerView, plane: str) -> int:
    """The attacks of a plane in a turn, and the hits that it withstands; 0 for no plane. Source: 115."""
    return max(of_type(ledger, plane, "size"), default=0)


def left_of(ledger: LedgerView, unit: str) -> int:
    """The counters, vehicles or guns that are left of a unit in play."""
    known = ledger.units.get(unit)
    return max(0, known.strength - int(ledger.value(unit, "losses"))) if known else 0


def crew_of(ledger: LedgerView, unit: str, guns: int = 1) -> int:
    """The crew counters of so many guns of a unit. Source: first-watch.txt 60."""
    return guns * max(figures(ledger, unit, "guns", "crew"), default=1)


def crewed(ledger: LedgerView, unit: str) -> int:
    """The vehicles or guns that are left of a unit, without those whose crews are gone. Source: 60."""
    return max(0, left_of(ledger, unit) - int(ledger.value(unit, "crew-losses") // crew_of(ledger, unit)))


def most_shots(ledger: LedgerView, unit: str) -> int:
    """The most of a unit that fire in this turn. Source: first-watch.txt 31, 60."""
    return max(1, int(ledger.value(unit, "fit-to-fire", ledger.units[unit].strength)))


def ready_guns(ledger: LedgerView, battery: str) -> int:
    """The guns with a crew that have not fired directly. Source: first-watch.txt 31, 94."""
    unfired = most_shots(ledger, battery) - int(ledger.value(battery, "part-fired"))
    return max(0, min(crewed(ledger, battery), unfired))


def turn_in_play(ledger: LedgerView, plane: str) -> int:
    """The turn in play of a plane: 1 as it enters, or as the battle begins. Source: first-watch.txt 111."""
    since = ledger.has(plane, "in-play")
    return ledger.now.turn - max(since.turn, 1) + 1 if since else 1


@Predicate
def fewer_fit(case: Case) -> Mapping[str, int] | None:
    """The number of a unit with losses that fire in this turn, if it is less than before. Source: 31, 60.

    Which of a unit fired is not known: of three, one of which fired before one was lost, two may still fire.
    """
    fit = int(case.ledger.value(case.unit, "part-fired")) + crewed(case.ledger, case.unit)
    return {"fit": fit} if case.unit in case.ledger.units and fit < most_shots(case.ledger, case.unit) else None


def number_of(count: Callable[[LedgerView, str], int]) -> Number:
    """A number from a count of a unit in a ledger."""
    return Number(lambda case: count(case.ledger, case.unit))


LEFT, CREWED, SIZE, TURN = map(number_of, (left_of, crewed, size_of, turn_in_play))
MOST_SHOTS, READY = map(number_of, (most_shots, ready_guns))
flight_over = has("in-play") & (Number(lambda case: case.ledger.figure("flight", "turns", "")) < TURN)


def typed(field: str) -> Number:
    """The number that a field of the request is given; 0 for none, and for a word."""

    def number(case: Case) -> float:
        given = str(case.request.get(field, ""))
        return float(given) if given.replace(".", "", 1).isdecimal() else 0

    return Number(number)


# places, moves and fire


def named(request: Mapping[str, Any], *fields: str) -> list[str]:
    """The units in play that the fields of a request name."""
    return [name for field in fields for name in request.get(NAMES, {}).get(field) or () if name]


def carrier_of(ledger: LedgerView, unit: str) -> str:
    """The unit in play that a unit rides in; empty for none. Source: first-watch.txt 62-67."""
    carrier = str(ledger.value(unit, "aboard", ""))
    return carrier if carrier in ledger.units else ""


def has_moved(ledger: LedgerView, unit: str) -> bool:
    """True if a unit in play, or its carrier, has moved this turn. Source: first-watch.txt 30-31, 62."""
    return any(ledger.has(one, "moved") for one in (unit, carrier_of(ledger, unit)))


moved = of_unit(has_moved)


def planes_of(ledger: LedgerView) -> list[str]:
    """The planes that are not out of play."""
    return [name for name in ledger.units if is_a(ledger, name, "aircraft") and not ledger.is_out(name)]


def step_of(ledger: LedgerView, unit: str, term: Any = "") -> str:
    """The fire step of a unit, named as this term; empty for a vehicle or gun whose distance is not known yet.

    Infantry and stationary units fire first, as does the machinegun of a vehicle. Source: first-watch.txt 31-33.
    """
    if is_a(ledger, unit, "vehicles") and is_row(ledger, term, "small-arms"):
        return FIRST
    by_distance = has_moved(ledger, unit) and (vehicle | towed).holds(Case(ledger, {}, unit))
    return str(ledger.value(unit, "fires-in", "" if by_distance else FIRST))


def fired_mission(ledger: LedgerView, battery: str) -> bool:
    """True if a battery fired its mission this turn."""
    held = ledger.has(battery, "turns-of-fire")
    return held is not None and held.turn == ledger.now.turn


def last_point(ledger: LedgerView, battery: str) -> str:
    """The point of the last mission of a battery, if another one is plotted now. Source: first-watch.txt 96."""
    mission, aimed = ledger.value(battery, "mission", ""), str(ledger.value(battery, "aimed-at", ""))
    was = aimed.partition(SHIFTED)[0]
    return was if was and isinstance(mission, str) and mission and was.lower() != mission.lower() else ""


# weapons


def weapons_of(ledger: LedgerView, unit: str) -> list[str]:
    """The weapons that a unit may choose from, beside a main gun or a plane's own guns. Source: 31, 69, 131."""
    if unit not in ledger.units:
        return []
    charts = ("strafing",) if is_a(ledger, unit, "aircraft") else FOOT_WEAPONS
    return [row for row in rows_of(ledger, unit) if is_row(ledger, row, *charts)]


def weapon_called(ledger: LedgerView, unit: str, word: str) -> str:
    """The weapon of a unit that a word names or begins; empty for none, and for several."""
    weapons, key = weapons_of(ledger, unit), word.lower()
    begun = [one for one in weapons if one == key] or [one for one in weapons if key and one.startswith(key)]
    return begun[0] if len(begun) == 1 else ""


def other_weapon(ledger: LedgerView, vehicle: str, procedure: str) -> str:
    """The weapon that a vehicle uses in place of its main gun; empty for the main gun. Source: 31, 73, 77."""
    rows, has_gun = rows_of(ledger, vehicle), any(figures(ledger, vehicle, "vehicles", "main-gun"))
    if procedure == "penetrate":
        rows = [] if has_gun else [row for row in rows if is_row(ledger, row, "guns", "anti-tank")]
    elif has_gun:
        rows = [row for row in rows if is_row(ledger, row, "small-arms") and ledger.has(vehicle, "small-arms")]
    return next((row for row in rows if not is_row(ledger, row, "vehicles")), "")


def load_of(ledger: LedgerView, plane: str) -> str:
    """The load of a plane: its state, or a bomb among its rows that it has not dropped. Source: 117, 141."""
    rows = rows_of(ledger, plane) if plane in ledger.units and not ledger.has(plane, "dropped") else []
    return str(ledger.value(plane, "load", next((row for row in rows if is_row(ledger, row, "bombs")), "")))


def bomb_of(ledger: LedgerView, plane: str) -> str:
    """The bomb that a plane has dropped or, as long as it has not, carries; empty for none."""
    bomb = str(ledger.value(plane, "dropped", load_of(ledger, plane)))
    return bomb.lower() if is_row(ledger, bomb, "bombs") else ""


carries_bomb = of_unit(bomb_of)


def is_same_bomb(ledger: LedgerView, one: str, other: str) -> bool:
    """True if two names are those of the same bomb: no two have rings alike."""
    return is_row(ledger, one, "bombs") and ledger.figure("bombs", one, "ring") == ledger.figure("bombs", other, "ring")
