"""Partial losses of several sub-units put together. Source: combat-captain.txt 538, 565-573."""

from refcli.core.cells import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, one_by_one
from refcli.core.rulebook import Charts, Dice, Effect, Outcome, Refused, Ruling, changes, note, procedure, unit_names
from refcli.rulesets.combat_captain.effects import Kind, unit_among
from refcli.rulesets.combat_captain.losses import MEN, SubUnit, gone_of, group_of, grouped, men_of
from refcli.rulesets.combat_captain.unit import check_unit, routs

PARTIAL = Source(section="Casualties", lines="570-572")
DESTROYED = Source(section="Morale", lines="538")


class Consolidate(NamedTuple):
    """A unit whose sub-units have lost men."""

    unit: Annotated[
        Terms, Field("the sub-units of the unit, each with the men it lost", 1, ("non-armor",), noun="sub-unit")
    ]
    markers: Annotated[
        int, Field("morale markers it has already", said="{value:morale marker}", short="-m", at_least=0, at_most=99)
    ] = 0
    conditions: Conditions = NOTHING


class ConsolidateOutcome(Outcome):
    STANDS = "stands", True, "No sub-unit is lost."
    LOST = (
        "sub-unit lost",
        False,
        "{lost:sub-unit is|sub-units are} lost; {the company} now has {markers:morale marker}.",
    )
    ROUTS = "routs", False, "{lost:sub-unit is|sub-units are} lost; {the company} routs with {markers:morale marker}."


@procedure("consolidate", ConsolidateOutcome, ("non-armor", "morale"), sums=("markers",), rolls=False)
def consolidate(request: Consolidate, charts: Charts, dice: Dice) -> Ruling:
    """Partial losses put together: is a sub-unit lost, which one, and who takes its survivors?

    No dice are rolled. Five men lost are a squad lost wherever they fell, two of heavy weapons a stand;
    the one that lost most goes, and the unit takes a marker. Source: combat-captain.txt 538, 565-573.
    """
    check_unit(request.unit)
    unit = unit_among(request.unit)
    sub_units = sub_units_of(request, charts)
    lost = left = 0
    for (_, kind), alike in grouped(sub_units).items():
        men, whole = sum([one.lost for one in alike]), alike[0].men
        lost, left = lost + men // whole, left + men % whole
        called = charts.label("non-armor", kind)
        dice.show(
            note("{The kind} lost {men:man|men}; {whole} make a sub-unit.", PARTIAL, kind=called, men=men, whole=whole)
        )
    already = Cell(request.markers, "morale markers already", "", charts.source("morale"))
    gained = Cell(lost, "sub-units lost", "", DESTROYED)
    markers = max(0, int(dice.show(charts.add_up("markers", already, gained)).total))
    counts = {"lost": lost, "men lost": left, "markers": markers}
    outcome = ConsolidateOutcome.LOST if lost else ConsolidateOutcome.STANDS
    if lost and routs(unit, len(sub_units) - lost, markers, charts, dice):
        outcome = ConsolidateOutcome.ROUTS
    rout = int(outcome is ConsolidateOutcome.ROUTS)
    return Ruling(
        outcome,
        counts,
        lambda: (*gone_of(sub_units, "sub-unit"), *changes(Effect(Kind.ROUT, unit, rout, role="unit"))),
        told={"company": unit},
    )


def sub_units_of(request: Consolidate, charts: Charts) -> tuple[SubUnit, ...]:
    """The sub-units by name, with what each has lost. Vehicles have a roster of kills. Source: 565-578."""
    names = unit_names(request.unit, charts, "non-armor")
    found = []
    for label, term in one_by_one(request.unit):
        if term.name not in MEN:
            raise Refused(f"{term.typed}: vehicles have a roster of kills, not men; leave it out")
        men, lost = men_of(term.name, charts), term.conditions["sub-unit-lost"]
        if lost > men:
            raise Refused(f"{names[label]} has {men} men and cannot lose {lost}")
        found.append(SubUnit(names[label], group_of(term), men, lost))
    return tuple(found)
