"""Grenades. Source: skirmish.txt 139, 183-195."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.skirmish.artillery import fall_of_shot
from refcli.rulesets.skirmish.circumstance import Circumstance


class Grenade(NamedTuple):
    """One grenade that is thrown."""

    thrower: Annotated[Term | None, Field("what the man carries", position=1, charts=("weapons",), noun="weapon")] = (
        None
    )
    range: Annotated[float, Field("cm to the target", short="-r", unit="cm", at_least=0)] = 10
    conditions: Conditions = NOTHING


class GrenadeOutcome(Outcome):
    INSIDE = "inside", True, "the grenade goes in: use burst grenade with confined for all in the room"
    DIRECT_HIT = "direct hit", True, "a direct hit on the target: use burst for those under the circle"
    COVERS = "covers", True, "the grenade falls {where}; its circle still covers the target: use burst"
    WIDE = "wide", False, "the grenade falls {where}; use burst for what lies under"
    MAY_NOT = "may not throw", False, "no grenade is thrown"


def grenade(request: Grenade, charts: Charts, dice: Dice) -> Ruling:
    """A man throws a grenade: where does it fall?

    One d10 for accuracy, a second on a miss; close to a window, door or slit none. Source: skirmish.txt 187-195.
    """
    stated = request.conditions + (request.thrower.conditions if request.thrower else NOTHING)
    barred = bar(request, stated, charts)
    if barred:
        dice.show(barred)
        return Ruling(GrenadeOutcome.MAY_NOT, {"covering": 0})
    for circumstance, row in ((Circumstance.THROUGH_WINDOW, "window"), (Circumstance.THROUGH_SLIT, "slit")):
        close = charts["grenade", row]
        if circumstance in stated and request.range <= close.number:
            dice.show(Figure(close.label, close))
            return Ruling(GrenadeOutcome.INSIDE, {"covering": 1}, effects=(Effect("grenade", "room"),))
    burst = charts["grenade", "burst"]
    dice.show(Figure(burst.label, burst))
    fall = fall_of_shot("grenade", "grenade", burst, charts, dice)
    outcome = GrenadeOutcome.COVERS if fall.covers else GrenadeOutcome.WIDE
    return Ruling(
        GrenadeOutcome.DIRECT_HIT if fall.where == "hit" else outcome,
        {"covering": int(fall.covers)},
        names=(("where", fall.told),),
        effects=(Effect("grenade", "point"),),
    )


def bar(request: Grenade, stated: Conditions, charts: Charts) -> Note | None:
    """Why no grenade can be thrown; None when it can. Source: skirmish.txt 139, 183, 187."""
    if request.thrower is not None and charts["weapons", request.thrower.name, "grenades"].blank:
        may = charts["weapons", request.thrower.name, "grenades"]
        return Note("men with rifles or SMGs throw grenades", Source(may.source.origin, "Grenades", "187"))
    for circumstance in (Circumstance.NEAR_MISSED, Circumstance.FROM_VEHICLE):
        if circumstance in stated:
            condition = charts.stated("grenade", circumstance)
            return Note(f"may not throw: {condition.text}", condition.source)
    reach = charts["grenade", "range"]
    if request.range > reach.number:
        return Note(f"a grenade reaches {reach.text} cm", reach.source)
    return None


GRENADE = Procedure(
    "grenade",
    grenade,
    Grenade,
    charts=("weapons", "grenade", "fall-of-shot", "miss-distance"),
    outcomes=GrenadeOutcome,
    sums=("miss distance",),
    circumstances=Circumstance,
)
