"""Types of units in play, as functions of the ledger and as predicates.

Source: skirmish.txt 5, 86, 88, 121, 127, 129-139, 293-338.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.request import uncounted
from refcli.core.rows import Case, Predicate, figure, is_a
from refcli.core.states import Held
from refcli.core.view import LedgerView, chart_rows, terms_said
from refcli.rulesets.skirmish.anti_tank import MOUNTS

ON_THE_GROUND = ("men", "weapon", "gun")
"""The classes of what is no vehicle."""

TOWS = ("tows", "emergency-tows")
"""The states of a vehicle that tows a gun. Source: 111-113."""


def left(ledger: LedgerView, unit: str) -> int:
    """How many men of a unit are neither dead nor taken."""
    return int(ledger.units[unit].strength - ledger.value(unit, "dead") - ledger.value(unit, "captured"))


def units_of(ledger: LedgerView, owner: str) -> list[str]:
    """A unit itself, or the units in play of a section."""
    return [owner] if owner in ledger.units else [one.name for one in ledger.in_group(owner)]


def owners_with(ledger: LedgerView, state: str, value: str) -> list[str]:
    """The units and sections that have a state with a value: aboard a vehicle, serving a weapon."""
    return [owner for owner, held in ledger.named(state) if held.value == value]


def units_with(ledger: LedgerView, state: str, value: str) -> list[str]:
    """The units that have a state with a value themselves, or with their section."""
    return [one for owner in owners_with(ledger, state, value) for one in units_of(ledger, owner)]


def rows_of(ledger: LedgerView, unit: str) -> list[str]:
    """The rows of the charts that a unit was added with."""
    return [row for row, _ in ledger.units[unit].rows] if unit in ledger.units else []


def class_of(ledger: LedgerView, row: str) -> str:
    """The class of a row: men, weapon, gun, or a class of vehicle. Source: 129-131."""
    return str(ledger.figure("vehicle-facts", row, "class") or ledger.figure("troops", row, "kind") or "")


def vehicle_row(ledger: LedgerView, unit: str) -> str:
    """The row of a vehicle among those of a unit, which carries the others; empty for none.

    Source: 293-338.
    """
    rows = rows_of(ledger, unit)
    return next((row for row in rows if class_of(ledger, row) not in ("", *ON_THE_GROUND)), "")


def men_row(ledger: LedgerView, unit: str) -> str:
    """The row of the men of a unit, of several the most; empty for none that are known. Source: 86, 137."""
    rows = ledger.units[unit].rows if unit in ledger.units else ()
    return max([(many, row) for row, many in rows if class_of(ledger, row) == "men"], default=(0, ""))[1]


def carried_weapon(ledger: LedgerView, unit: str) -> str:
    """The row of an HMG or mortar that a unit carries, which may be run over or hit. Source: 86, 131, 141."""
    if unit not in ledger.units or vehicle_row(ledger, unit) or ledger.has(unit, "weapon-lost"):
        return ""
    rows = dict.fromkeys((*rows_of(ledger, unit), *ledger.units[unit].stands_for))
    return next((row for row in rows if is_heavy_row(ledger, row)), "")


def is_heavy_row(ledger: LedgerView, row: str) -> bool:
    """True for an HMG or mortar. Source: 86."""
    is_weapon = class_of(ledger, row) == "weapon" or ledger.figure("weapons", row, "small-arms") == "hmg"
    return is_weapon or bool(ledger.figure("mortars", row, "max"))


def is_gun(ledger: LedgerView, unit: str) -> bool:
    """True for an A/T gun or a larger one on the ground. Source: 86, 137."""
    on_ground = "gun" in chart_rows(ledger, unit) and not vehicle_row(ledger, unit)
    return on_ground and not any(is_heavy_row(ledger, row) for row in ledger.units[unit].stands_for)


def is_heavy(ledger: LedgerView, unit: str) -> bool:
    """True for a gun on the ground and for a team with an HMG or mortar: either fires or moves.

    Source: 86, 127.
    """
    return is_gun(ledger, unit) or bool(carried_weapon(ledger, unit))


def class_of_unit(ledger: LedgerView, unit: str) -> str:
    """The class of a unit as it is rammed: of its vehicle, weapon or men. Source: 129-131."""
    on_foot = "gun" if is_gun(ledger, unit) else "weapon" if carried_weapon(ledger, unit) else "men"
    return class_of(ledger, vehicle_row(ledger, unit)) or (on_foot if is_on_ground(ledger, unit) else "")


def is_on_ground(ledger: LedgerView, unit: str) -> bool:
    """True for men, for their weapon and for a gun on the ground."""
    rows = ("infantry", "infantry-weapon", "gun")
    return not vehicle_row(ledger, unit) and any(row in chart_rows(ledger, unit) for row in rows)


def has_men(ledger: LedgerView, unit: str) -> bool:
    """True for men, with an HMG or mortar or without. Source: 86, 137."""
    on_foot = "infantry" in chart_rows(ledger, unit) and not vehicle_row(ledger, unit)
    had_weapon = carried_weapon(ledger, unit) or ledger.has(unit, "weapon-lost")
    return on_foot or bool(had_weapon and men_row(ledger, unit))


def leads(ledger: LedgerView, unit: str) -> bool:
    """True for the one man who leads his section. Source: 433."""
    return "leader" in ledger.units[unit].conditions and ledger.units[unit].strength == 1


def carries_gun(ledger: LedgerView, unit: str) -> bool:
    """True for a vehicle that was added with a gun, which is its main gun. Source: 309."""
    rows = rows_of(ledger, unit) if vehicle_row(ledger, unit) else []
    return any(ledger.figure("weapons", row, "kind") == "gun" for row in rows)


def vehicle_of(ledger: LedgerView, owner: str) -> str:
    """The vehicle that a unit is aboard, itself or with its section; empty for none. Source: 88."""
    group = ledger.group_of(owner) if owner in ledger.units else owner
    return str(ledger.value(owner, "aboard", "") or ledger.value(group, "aboard", ""))


def ride(ledger: LedgerView, unit: str) -> Held | None:
    """The move of the vehicle that a unit is or is aboard, if it has moved. Source: 139, 172."""
    return ledger.has(vehicle_of(ledger, unit) if is_on_ground(ledger, unit) else unit, "moved")


def tugs_of(ledger: LedgerView, gun: str) -> list[str]:
    """The vehicles that tow a gun. Source: 111-113."""
    return [one for state in TOWS for one in owners_with(ledger, state, gun)]


def has_own_crew(ledger: LedgerView, weapon: str) -> bool:
    """True for a heavy weapon that was added with its men: ``men=1``, or as many as it needs and more.

    Source: 86.
    """
    unit = ledger.units.get(weapon)
    known = unit is not None and (unit.strength >= men_to_serve(ledger) or "man" in dict(unit.rows))
    return known and is_heavy(ledger, weapon)


def men_to_serve(ledger: LedgerView) -> int:
    """How many men carry and fire an HMG or mortar. Source: 86."""
    return int(ledger.figure("preparation", "carriers", ""))


def crew_of(ledger: LedgerView, weapon: str) -> list[str] | None:
    """The units in play that serve a heavy weapon, itself if it has a crew; None if nobody is known to.

    Source: 86.
    """
    own = [weapon] if has_own_crew(ledger, weapon) else []
    serving = [*own, *owners_with(ledger, "serves", weapon)]
    if not serving and not ledger.has(weapon, "served"):
        return None
    units = [one for owner in serving for one in units_of(ledger, owner) if not ledger.is_out(one)]
    return [one for one in units if not ledger.has(ledger.group_of(one), "runs")]


def weapon_fired(ledger: LedgerView, unit: str, place: str = "") -> str:
    """The row of the weapon that a unit fires, of a vehicle the one at a place; empty for none."""
    for row in ledger.units[unit].stands_for if unit in ledger.units else ():
        mounted = ledger.figure("vehicles", row, place or "main") if place in ("", *MOUNTS) else None
        if ledger.figure("weapons", str(mounted or row), "kind"):
            return str(mounted or row)
    return ""


def firing_kinds(ledger: LedgerView, request: Mapping[str, Any]) -> set[str]:
    """The kinds of the weapons of the units that fire."""
    weapons = [weapon_fired(ledger, unit, place_in(term)) for unit, term in terms_said(request, "firer")]
    return {str(ledger.figure("weapons", weapon, "kind")) for weapon in weapons if weapon}


def burst_over(ledger: LedgerView, owner: str, state: str) -> list[str]:
    """The units over which shells of a gun or grenades burst this turn, once for each."""
    return [name for name in str(ledger.value(owner, state, "")).split(", ") if name]


def place_in(term: str) -> str:
    """The place behind a slash in a term: ``tiger/coax``."""
    return term.partition("+")[0].partition("/")[2]


def row_in(term: str) -> str:
    """The row of a chart in a term, without its count, place and conditions: ``tiger``."""
    word = term.partition("+")[0].partition("/")[0]
    return uncounted(word)[1] or word


def count_in(term: str) -> int:
    """How many of a unit a term names: ``2xsquad``."""
    return int(uncounted(term)[0] or 1)


def number_in(value: Any) -> float:
    """A number as it was typed; 0 for other words, which are refused later."""
    try:
        return float(value or 0)
    except (TypeError, ValueError):
        return 0


def terms(case: Case) -> list[str]:
    """The terms of the field that name the unit."""
    return [term for name, term in terms_said(case.request, case.field) if name == case.unit]


vehicle = Predicate(lambda case: bool(vehicle_row(case.ledger, case.unit)))
on_ground = Predicate(lambda case: is_on_ground(case.ledger, case.unit))
gun = Predicate(lambda case: is_gun(case.ledger, case.unit))
heavy = Predicate(lambda case: is_heavy(case.ledger, case.unit))
team = heavy & ~gun
men = Predicate(lambda case: has_men(case.ledger, case.unit))
wheeled = figure("troops", "kind", "wheeled") | figure("vehicle-facts", "class", "armoured-car")
infantry = is_a("infantry")
