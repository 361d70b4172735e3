"""The types of sub-units of Combat Captain, and the others of a unit: predicates for the tables.

Source: combat-captain.txt 31-36, 55-58, 576-578, 988-989, 1304; readings CC-11, CC-47.
"""

from collections.abc import Iterable
from itertools import product

from refcli.core.rows import Case, Predicate, figure, given, has, is_a, reading
from refcli.core.view import LedgerView, chart_rows
from refcli.rulesets.combat_captain.losses import MEN

THIRD_TURN = 3

men, vehicle, truck, heavy_weapon = is_a(*MEN), is_a("vehicle"), is_a("truck"), is_a("heavy-weapon")
tank = vehicle & ~truck
gun = figure("weapons", "gun")
overturned = has("overturned")
over = has("activation-over")
fires_held = over & has("held-fire")
added_as_home_guard = Predicate(lambda case: any(row == "home-guard" for row, _ in case.ledger.units[case.unit].rows))
home_guard = reading("CC-47=nashcon") & (has("home-guard") | added_as_home_guard)
rides = reading("CC-47=nashcon") & (has("riding") | given("carried"))
"""It rides in a car or truck, which has four dice of its own. Source: 33."""


@Predicate
def stands_still(case: Case) -> bool:
    """This is at least the third turn in which the sub-unit has not moved.

    Source: 988-989; readings CC-11.
    """
    came, moved = case.ledger.has(case.unit, "came"), case.ledger.has(case.unit, "last-move")
    before_it = max(came.turn - 1 if came else 0, moved.turn if moved else 0)
    return case.ledger.now.turn - before_it >= THIRD_TURN


def kind_of(ledger: LedgerView, unit: str) -> str:
    """The kind of men that a sub-unit is, squads or heavy weapons; empty for a vehicle."""
    return next((kind for kind in MEN if kind in chart_rows(ledger, unit)), "")


def groups_of(ledger: LedgerView, units: Iterable[str]) -> list[str]:
    """The units that sub-units belong to, each once."""
    return list(dict.fromkeys(ledger.group_of(unit) for unit in units if unit in ledger.units))


def names_in(ledger: LedgerView, group: str) -> list[str]:
    """The sub-units of a unit that are in play."""
    return [one.name for one in ledger.in_group(group)]


def comrades(case: Case) -> list[Case]:
    """All sub-units of the unit that are in play, the sub-unit among them."""
    return [case.at(one) for one in names_in(case.ledger, case.group)]


def trucks(ledger: LedgerView) -> list[str]:
    """The cars and trucks in play."""
    return [unit for unit in ledger.units if "truck" in chart_rows(ledger, unit) and not ledger.is_out(unit)]


def upright(ledger: LedgerView) -> list[str]:
    """The cars and trucks that are not on their side. Source: 34-36."""
    return [unit for unit in trucks(ledger) if not ledger.has(unit, "overturned")]


def may_hurt(case: Case, target: str) -> bool:
    """True if a weapon of the sub-unit has any effect on a target, or one of the two is unknown.

    Source: 682-683.
    """
    weapons = [one for column in ("modifier", "machine-gun") for one in case.figures("weapons", column) if one]
    kinds = [one for chart in ("non-armor", "armor") for one in case.at(target).figures(chart, "target") if one]
    figures = [case.ledger.figure("fire-modifiers", *pair) for pair in product(weapons, kinds)]
    return not figures or any(figure is not None for figure in figures)
