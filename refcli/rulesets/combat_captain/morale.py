"""Morale markers and rout. Source: combat-captain.txt 219-239, 536-561."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, how_many
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Outcome, Ruling, Source, changes, procedure
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.unit import counted_modifiers

ROUT = Source(section="Impact of a Morale Marker", lines="549-550")


class Morale(NamedTuple):
    """A unit, what happened to it, and the markers it would pull."""

    unit: Annotated[Terms, Field("the sub-units that the unit has left", 1, ("non-armor", "armor"), noun="sub-unit")]
    markers: Annotated[int, Field("morale markers it has already", short="-m", at_least=0, at_most=99)] = 0
    pull: Annotated[int, Field("markers it would pull", at_least=0, at_most=4)] = 0
    activity: Annotated[
        int, Field("dice that every sub-unit has left", short="-a", unit="dice", at_least=0, at_most=4)
    ] = 3
    conditions: Conditions = NOTHING


class MoraleOutcome(Outcome):
    STEADY = "steady", True, "the unit has no morale marker[, {pulled} pulled]"
    CARRIES_ON = (
        "carries on",
        True,
        "the unit has {markers:morale marker}, a pip less for each on every die[, {pulled} pulled]",
    )
    CANNOT_PULL = "cannot pull", False, "the unit cannot pull a marker and keeps {markers:morale marker}"
    ROUTS = "routs", False, "the unit routs on the spot with {markers:morale marker}"


@procedure("morale", MoraleOutcome, ("morale", "non-armor", "armor"), sums=("markers",))
def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """Morale: how many markers has the unit, does it rout, may it pull one?

    No dice are rolled. It routs at six markers or at as many as it has sub-units left; a marker is
    pulled for a die of every sub-unit. Source: combat-captain.txt 219-239, 536-561.
    """
    already = Cell(request.markers, "morale markers already", "", charts.source("morale"))
    total = dice.show(charts.add_up("markers", already, *counted_modifiers("morale", request.conditions, charts)))
    markers = max(0, int(total.total))
    if routs("the unit", how_many(request.unit), markers, charts, dice):
        return Ruling(MoraleOutcome.ROUTS, {"markers": markers, "pulled": 0}, (Effect("rout", "unit"),))

    pulled = pull(request, markers, charts, dice)
    if request.pull and not pulled and markers:
        outcome = MoraleOutcome.CANNOT_PULL
    else:
        outcome = MoraleOutcome.CARRIES_ON if markers > pulled else MoraleOutcome.STEADY
    counts = {"markers": markers - pulled, "pulled": pulled}
    return Ruling(outcome, counts, changes(Effect("marker", "unit", -pulled)))


def routs(unit: str, sub_units: int, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether so many markers rout a unit of so many sub-units. Source: 549-550; readings CC-35."""
    number = charts["morale", "rout"]
    if sub_units < number.whole(at_least=1):
        number = number._replace(value=sub_units, ref="", source=ROUT)
    dice.show(number, "{}, {} left: rout at", unit, some(sub_units, "sub-unit"))
    return number.target_number.met_by(markers)


def pull(request: Morale, markers: int, charts: Charts, dice: Dice) -> int:
    """The markers pulled: a die of every sub-unit for each, if nothing keeps it from that. Source: 237-238, 557-561."""
    bar = charts.bar("pulls no marker", "morale", request.conditions, "heavy-fired", "activation-over")
    if bar:
        dice.show(bar)
    if bar or not request.pull:
        return 0
    cost = dice.show(charts["morale", "pull"])
    return min(request.pull, markers, request.activity // cost.whole(at_least=1))
