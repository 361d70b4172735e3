"""Grenades. Source: skirmish.txt 139, 183-195."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, Source, note, procedure, unit_names
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.fall_of_shot import fall_of_shot


class Grenade(NamedTuple):
    """One grenade that is thrown."""

    thrower: Annotated[Term | None, Field("what the man carries", 1, ("weapons",), noun="weapon")] = None
    range: Annotated[float, Field("cm to the target", short="-r", unit="cm", at_least=0)] = 10
    conditions: Conditions = NOTHING


class GrenadeOutcome(Outcome):
    INSIDE = "inside", True, "The grenade goes in: everyone in the room rolls for effect."
    DIRECT_HIT = "direct hit", True, "A direct hit on the target: roll for everyone under the circle."
    COVERS = (
        "covers",
        True,
        "The grenade falls {cm} cm {side}, but its circle covers the target: roll for everyone under it.",
    )
    WIDE = "wide", False, "The grenade falls {cm} cm {side}: roll for everyone under its circle."
    MAY_NOT = "may not throw", Outcome.NO_ATTEMPT, "He may not throw a grenade."


@procedure("grenade", GrenadeOutcome, ("weapons", "grenade", "fall-of-shot", "miss-distance"), sums=("miss distance",))
def grenade(request: Grenade, charts: Charts, dice: Dice) -> Ruling:
    """A man throws a grenade: where does it fall?

    One d10 for accuracy, a second on a miss; close to a window, door or slit none. Source: skirmish.txt 187-195.
    """
    stated = request.conditions + (request.thrower.conditions if request.thrower else NOTHING)
    bar = bar_to(request, stated, charts)
    if bar:
        dice.show(bar)
        return Ruling(GrenadeOutcome.MAY_NOT, {"covering": 0})
    thrower = thrower_of(request, charts)
    for through, row in (("through-window", "window"), ("through-slit", "slit")):
        close = charts["grenade", row]
        if through in stated and request.range <= close.number:
            dice.show(close, "From {value} cm it goes in without a die.")
            return Ruling(
                GrenadeOutcome.INSIDE,
                {"covering": 1},
                lambda: (
                    Effect(Kind.THREW, thrower, role="thrower"),
                    Effect(Kind.INDOORS, thrower, role="thrower"),
                ),
            )
    burst = dice.show(charts["grenade", "burst"], "The burst circle of a grenade is {value} cm across.")
    fall = fall_of_shot("grenade", "grenade", burst, charts, dice)
    outcome = GrenadeOutcome.COVERS if fall.covers else GrenadeOutcome.WIDE
    outcome = GrenadeOutcome.DIRECT_HIT if fall.hit else outcome
    return Ruling(
        outcome,
        {"covering": fall.covers},
        lambda: (
            Effect(Kind.THREW, thrower, role="thrower"),
            Effect(Kind.GRENADE, thrower, fall.cm, "cm", "thrower", fall.place),
        ),
        told=fall._asdict(),
    )


def thrower_of(request: Grenade, charts: Charts) -> str:
    """The name of the man who throws; who he is need not be said."""
    return unit_names([request.thrower], charts, "weapons")[request.thrower.name] if request.thrower else "man"


def bar_to(request: Grenade, stated: Conditions, charts: Charts) -> Note | None:
    """Why no grenade can be thrown; None when it can. Source: skirmish.txt 139, 183, 187."""
    if request.thrower is not None:
        may = charts["weapons", request.thrower.name, "grenades"]
        if may.blank:
            return Note("only men with rifles or SMGs throw grenades", Source(may.source.origin, "Grenades", "187"))
    bar = charts.bar("no grenade", "grenade", stated, "near-missed", "from-vehicle")
    reach = charts["grenade", "range"]
    if not bar and request.range > reach.number:
        return note("a grenade reaches {far} cm, not {cm}", reach.source, far=reach.text, cm=request.range)
    return bar
