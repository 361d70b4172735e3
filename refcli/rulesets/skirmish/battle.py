"""Initiative and visibility. Source: skirmish.txt 9, 23-33, 49."""

from typing import NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice, with_die
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling


class Initiative(NamedTuple):
    """Both commanders throw."""

    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    ALLIED = "allied", True, "the allied commander has the initiative: he moves first or second as he likes"
    AXIS = "axis", False, "the axis commander has the initiative: he moves first or second as he likes"


def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Both commanders throw a d10: who has the initiative?

    The allied commander needs the higher score; a tie is the axis commander's. Source: skirmish.txt 9.
    """
    totals = []
    for side in ("allied", "axis"):
        totals.append(with_die(dice, charts.add_up(side), D10, side).total)
    if totals[0] == totals[1]:
        dice.show(Note("a tie is the axis commander's", Source(section="Initiative", lines="9")))
    outcome = InitiativeOutcome.ALLIED if totals[0] > totals[1] else InitiativeOutcome.AXIS
    return Ruling(outcome, effects=(Effect("initiative", outcome.word),))


class Visibility(NamedTuple):
    """The visibility of a battle."""

    conditions: Conditions = NOTHING


class VisibilityOutcome(Outcome):
    CLEAR = "clear", True, "{unaided} cm can be seen unaided, {aided} cm with binoculars, all battle long"
    HAZY = "hazy", True, "{unaided} cm can be seen unaided, {aided} cm with binoculars, all battle long"
    POOR = "poor", True, "{unaided} cm can be seen unaided, {aided} cm with binoculars, all battle long"


def visibility(request: Visibility, charts: Charts, dice: Dice) -> Ruling:
    """One d10 before the battle: how far can be seen?

    Source: skirmish.txt 25-33, 49.
    """
    score = with_die(dice, charts.add_up("visibility"), D10, "visibility")
    face = min(10, max(1, score.total))
    unaided, aided = charts["visibility", "unaided", face], charts["visibility", "aided", face]
    for cell in (unaided, aided, charts["woods", "inside-a-wood"], charts["woods", "edge-of-wood"]):
        dice.show(Figure(cell.label, cell))
    band = charts.axis("visibility").column_of(face)
    outcome = (VisibilityOutcome.POOR, VisibilityOutcome.HAZY, VisibilityOutcome.CLEAR)[band or 0]
    return Ruling(
        outcome,
        names=(("unaided", unaided.text), ("aided", aided.text)),
        effects=(
            Effect("visibility", "unaided", unaided.number, "cm"),
            Effect("visibility", "aided", aided.number, "cm"),
        ),
    )


INITIATIVE = Procedure(
    "initiative", initiative, Initiative, charts=(), outcomes=InitiativeOutcome, sums=("allied", "axis")
)
VISIBILITY = Procedure(
    "visibility",
    visibility,
    Visibility,
    charts=("visibility", "woods"),
    outcomes=VisibilityOutcome,
    sums=("visibility",),
)
