"""Observation. Source: grid.txt 57-70, 93-99, 191, 209-212."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Figure, Note, Outcome, Ruling
from refcli.rulesets.grid.circumstance import Circumstance


class Observe(NamedTuple):
    """One unit looks at another."""

    observer: Annotated[Term, Field("the unit that looks", position=1, charts=("units",))]
    range: Annotated[
        int, Field("squares to the other unit; 1 is adjacent", short="-r", unit="squares", at_least=0, at_most=99)
    ] = 2
    between: Annotated[
        tuple[Term, ...], Field("what lies between, by commas", short="-b", charts=("sight",), noun="terrain")
    ] = ()
    conditions: Conditions = NOTHING


class ObserveOutcome(Outcome):
    SEEN = "seen", True, "{observer} can see it{calls}"
    SEEN_IN_COVER = "seen in cover", True, "{observer} can see it in cover{calls}"
    FOR_ARTILLERY = "for artillery", True, "{observer} cannot see it to fire, but may direct artillery at it"
    UNSEEN = "unseen", False, "{observer} cannot see it"


def observe(request: Observe, charts: Charts, dice: Dice) -> Ruling:
    """A unit looks: does it see the other, and may it direct artillery?

    Two squares, all round; terrain, smoke, wrecks and crowded squares block. Dawn, dusk and night put
    what is not adjacent in cover. Source: grid.txt 57-70, 209-212.
    """
    unit = request.observer.name
    stated = request.conditions + request.observer.conditions
    sight = charts["observation", "range"]
    own_class = charts["units", unit, "class"]
    observer = charts.label("units", unit)
    calls = ", and may direct artillery and mortars at it" if own_class.text == "infantry" else ""
    names = (("observer", observer), ("calls", calls))
    for lies in request.between:
        blocks = charts["sight", lies.name]
        dice.show(Figure(f"line of sight: {blocks.label}", blocks))
        if not blocks.blank:
            return Ruling(ObserveOutcome.UNSEEN, names=names)
    reach = charts.add_up("range", sight)
    dice.show(reach)
    if request.range > reach.total:
        if Circumstance.FOO in stated and not charts["units", unit, "reconnaissance"].blank:
            foo = charts.stated("sight", Circumstance.FOO)
            dice.show(Note(f"{foo.text}: not held to the range", foo.source))
            return Ruling(ObserveOutcome.FOR_ARTILLERY, names=names)
        return Ruling(ObserveOutcome.UNSEEN, names=names)
    for circumstance in (Circumstance.DUSK, Circumstance.NIGHT):
        if circumstance in stated and request.range > 1:
            condition = charts.stated("sight", circumstance)
            dice.show(Note(f"in cover: {condition.text}", condition.source))
            return Ruling(ObserveOutcome.SEEN_IN_COVER, names=names)
    return Ruling(ObserveOutcome.SEEN, names=names)


OBSERVE = Procedure(
    "observe",
    observe,
    Observe,
    charts=("units", "observation", "sight"),
    outcomes=ObserveOutcome,
    sums=("range",),
    circumstances=Circumstance,
)
