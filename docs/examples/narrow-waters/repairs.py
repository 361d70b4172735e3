"""The Repairs phase. Source: rules.txt 11-12."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Ruling, procedure

from .effects import Kind


class Repair(NamedTuple):
    """A damaged boat that sees to itself."""

    boat: Annotated[Term, Field("the damaged boat", 1, ("boats",))]
    conditions: Conditions = NOTHING


class RepairOutcome(Outcome):
    MENDED = "mended", True, "{The boat} takes a point of damage off."
    FIRE_OUT = "fire out", True, "The fire aboard {the boat} is out."
    NOTHING_DONE = "nothing done", False, "{The boat} mends nothing."


@procedure("repair", RepairOutcome, ("boats", "repairs"), sums=("repair",))
def repair(request: Repair, charts: Charts, dice: Dice) -> Ruling:
    """A damaged boat repairs: is a point of damage taken off, or its fire put out?

    Source: rules.txt 11-12.
    """
    stated = request.conditions + request.boat.conditions
    needed = charts["repairs", "repair"]
    score = charts.add_up("repair", *charts.modifiers("repairs", stated))
    boat = charts.called(request.boat.name, "boats")
    if not dice.check(score, D6, "repair", needed.target_number).passed:
        return Ruling(RepairOutcome.NOTHING_DONE)
    if "on-fire" in stated:
        return Ruling(RepairOutcome.FIRE_OUT, {}, lambda: (Effect(Kind.PUT_OUT, boat, role="boat"),))
    return Ruling(RepairOutcome.MENDED, {}, lambda: (Effect(Kind.MEND, boat, role="boat"),))
