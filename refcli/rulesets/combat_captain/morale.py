"""Morale markers and rout. Source: combat-captain.txt 219-239, 536-561."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import counted_modifiers

ROUT = Source(section="Impact of a Morale Marker", lines="549-550")


class Morale(NamedTuple):
    """A unit, what happened to it, and the markers it would pull."""

    unit: Annotated[
        tuple[Term, ...],
        Field("the sub-units that the unit has left", position=1, charts=("non-armor", "armor"), noun="sub-unit"),
    ]
    markers: Annotated[int, Field("morale markers it has already", short="-m", at_least=0, at_most=99)] = 0
    pull: Annotated[int, Field("markers it would pull", at_least=0, at_most=4)] = 0
    activity: Annotated[
        int, Field("dice that every sub-unit has left", short="-a", unit="dice", at_least=0, at_most=4)
    ] = 3
    conditions: Conditions = NOTHING


class MoraleOutcome(Outcome):
    STEADY = "steady", True, "the unit has no morale marker{pulls}"
    CARRIES_ON = "carries on", True, "the unit has {held}, a pip less for each on every die{pulls}"
    CANNOT_PULL = "cannot pull", False, "the unit cannot pull a marker and keeps {held}"
    ROUTS = "routs", False, "the unit routs on the spot with {held}"


def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """Morale: how many markers has the unit, does it rout, may it pull one?

    No dice are thrown. It routs at six markers or at as many as it has sub-units left; a marker is
    pulled for a die of every sub-unit. Source: combat-captain.txt 219-239, 536-561.
    """
    stated = request.conditions
    already = Cell(request.markers, "morale markers already", "", charts.source("morale"))
    total = charts.add_up("markers", already, *counted_modifiers(charts, "morale", stated, once=("failed-charge",)))
    dice.show(total)
    markers = max(0, int(total.total))
    sub_units = sum(term.many for term in request.unit)
    if routs(markers, sub_units, charts, dice):
        return Ruling(
            MoraleOutcome.ROUTS,
            {"markers": markers, "pulled": 0},
            names=(("pulls", ""), ("held", some(markers, "morale marker"))),
            effects=(Effect("rout", "unit"),),
        )
    pulled = 0 if bars(stated, charts, dice) else pull(request, markers, charts, dice)
    if request.pull and not pulled and markers:
        outcome = MoraleOutcome.CANNOT_PULL
    else:
        outcome = MoraleOutcome.CARRIES_ON if markers > pulled else MoraleOutcome.STEADY
    return Ruling(
        outcome,
        {"markers": markers - pulled, "pulled": pulled},
        names=(("pulls", f", {pulled} pulled" if pulled else ""), ("held", some(markers - pulled, "morale marker"))),
        effects=(Effect("marker", "unit", -pulled),) if pulled else (),
    )


def routs(markers: int, sub_units: int, charts: Charts, dice: Dice, whose: str = "the unit") -> bool:
    """Whether so many markers rout a unit of so many sub-units. Source: 549-550; readings CC-35."""
    number = charts["morale", "rout"]
    if sub_units < whole(number, at_least=1):
        number = number._replace(value=sub_units, ref="", source=ROUT)
    dice.show(Figure(f"{whose}, {some(sub_units, 'sub-unit')} left: rout at", number))
    return number.needs.met_by(markers)


def bars(stated: Conditions, charts: Charts, dice: Dice) -> bool:
    """Whether something keeps the unit from pulling markers. Source: 237-238, 557."""
    for circumstance in (Circumstance.HEAVY_FIRED, Circumstance.ACTIVATION_OVER):
        if circumstance in stated:
            bar = charts.stated("morale", circumstance)
            dice.show(Note(f"pulls no marker: {bar.text}", bar.source))
            return True
    return False


def pull(request: Morale, markers: int, charts: Charts, dice: Dice) -> int:
    """The markers pulled: a die of every sub-unit for each. Source: 557-561."""
    if not request.pull:
        return 0
    cost = charts["morale", "pull"]
    dice.show(Figure(cost.label, cost))
    return min(request.pull, markers, request.activity // whole(cost, at_least=1))


MORALE = Procedure(
    "morale",
    morale,
    Morale,
    charts=("morale", "non-armor", "armor"),
    outcomes=MoraleOutcome,
    sums=("markers",),
    circumstances=Circumstance,
)
