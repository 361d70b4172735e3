"""Initiative and visibility. Source: skirmish.txt 9, 23-33, 49."""

from refcli.core.request import NOTHING, Conditions, NamedTuple
from refcli.core.rulebook import D10, Charts, Dice, Effect, Note, Outcome, Ruling, Source, procedure
from refcli.rulesets.skirmish.effects import Kind


class Initiative(NamedTuple):
    """Both commanders roll."""

    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    ALLIED = "allied", True, "Allies win the initiative: move first or second?"
    AXIS = "axis", False, "Axis win the initiative: move first or second?"


@procedure("initiative", InitiativeOutcome, ("armies",), sums=("allied", "axis"), by_side=True)
def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Both commanders roll a d10: who has the initiative?

    The Allied commander needs the higher roll; a tie goes to the Axis. Source: skirmish.txt 9.
    """
    allied = dice.at("allied").check(charts.add_up("allied"), D10, "initiative")
    axis = dice.at("axis").check(charts.add_up("axis"), D10, "initiative")
    if allied.total == axis.total:
        dice.show(Note("a tie goes to the Axis", Source(section="Initiative", lines="9")))
    outcome = InitiativeOutcome.ALLIED if allied.total > axis.total else InitiativeOutcome.AXIS
    return Ruling(outcome, {}, lambda: (Effect(Kind.INITIATIVE, outcome.word, role="side"),))


class Visibility(NamedTuple):
    """The visibility of a battle."""

    conditions: Conditions = NOTHING


SEEN = "You see {unaided} cm, with binoculars {aided} cm, for the whole battle."


class VisibilityOutcome(Outcome):
    CLEAR = "clear", True, SEEN
    HAZY = "hazy", True, SEEN
    POOR = "poor", True, SEEN


@procedure("visibility", VisibilityOutcome, ("visibility", "woods"), sums=("visibility",))
def visibility(request: Visibility, charts: Charts, dice: Dice) -> Ruling:
    """One d10 before the battle: how far can be seen?

    Source: skirmish.txt 25-33, 49.
    """
    score = min(10, max(1, dice.check(charts.add_up("visibility"), D10, "visibility").total))
    unaided = dice.show(charts["visibility", "unaided", score])
    aided = dice.show(charts["visibility", "aided", score])
    dice.show(charts["woods", "inside-a-wood"], "Inside a wood you see {value} cm.")
    dice.show(charts["woods", "edge-of-wood"], "Troops at the edge of a wood are seen within {value} cm.")
    band = charts.axis("visibility").column_of(score)
    outcome = (VisibilityOutcome.POOR, VisibilityOutcome.HAZY, VisibilityOutcome.CLEAR)[band or 0]
    seen = {"unaided": unaided.number, "aided": aided.number}
    return Ruling(
        outcome,
        {},
        lambda: [Effect(Kind.VISIBILITY, "battle", cm, "cm", "game", eyes) for eyes, cm in seen.items()],
        told=seen,
    )
