"""A unit's morale markers: what puts them there, rout, pulling them. Source: combat-captain.txt 219-239, 536-561."""

from refcli.core.cells import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, how_many, one_by_one
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, changes, procedure, unit_names
from refcli.rulesets.combat_captain.effects import Kind, unit_among
from refcli.rulesets.combat_captain.unit import counted_modifiers, on_each_die, rout_at, routs

UNUSED = Source(section="Removing Morale Markers", lines="223-230, 559-560")
RETURN = Source(section="Impact of a Morale Marker", lines="551-552")


class Morale(NamedTuple):
    """A unit, what happened to it, and the markers it would pull."""

    unit: Annotated[Terms, Field("the sub-units that the unit has left", 1, ("non-armor", "armor"), noun="sub-unit")]
    markers: Annotated[
        int, Field("morale markers it has already", said="{value:morale marker}", short="-m", at_least=0, at_most=99)
    ] = 0
    pull: Annotated[int, Field("markers it would pull", said="pulling {value:marker}", at_least=0, at_most=4)] = 0
    activity: Annotated[
        int,
        Field(
            "unused dice of the sub-unit that has the fewest",
            said="{value:unused die|unused dice}",
            short="-a",
            unit="dice",
            at_least=0,
            at_most=4,
        ),
    ] = 3
    conditions: Conditions = NOTHING


PULLED = "[; {pulled} pulled]."
HELD = "{markers:morale marker}"


class MoraleOutcome(Outcome):
    STEADY = "steady", True, f"{{The company}} has no morale marker{PULLED}"
    CARRIES_ON = "carries on", True, f"{HELD}: every die counts {{pips:pip}} less{PULLED}"
    RETURNS = "returns", True, "{The company} returns to the field[ with {markers:morale marker}]."
    CANNOT_PULL = "cannot pull", Outcome.NO_ATTEMPT, f"{{The company}} cannot pull a marker and keeps {HELD}."
    ROUTS = "routs", False, f"{{The company}} routs on the spot with {HELD}."


@procedure("morale", MoraleOutcome, ("morale", "non-armor", "armor"), sums=("markers",), rolls=False)
def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """Morale: how many markers does the unit have, does it rout, may it pull one, does it return?

    No dice are rolled. It routs at six markers or at as many as it has sub-units left; a marker is
    pulled for a die of every sub-unit. Source: combat-captain.txt 219-239, 536-561.
    """
    if "returns" in request.conditions:
        return come_back(request, charts, dice)
    unit = unit_among(request.unit)
    already = Cell(request.markers, "morale markers already", "", charts.source("morale"))
    events = counted_modifiers("morale", request.conditions, charts)
    total = dice.show(charts.add_up("markers", already, *events))
    markers = max(0, int(total.total))
    taken = max(0, markers - request.markers)
    if routs(unit, how_many(request.unit), markers, charts, dice):
        return Ruling(
            MoraleOutcome.ROUTS,
            {"markers": markers, "pulled": 0},
            lambda: changes(Effect(Kind.MARKER, unit, taken, role="unit"), Effect(Kind.ROUT, unit, role="unit")),
            told={"company": unit},
        )

    pulled = pull(request, markers, charts, dice)
    if request.pull and not pulled and markers:
        outcome = MoraleOutcome.CANNOT_PULL
    else:
        outcome = MoraleOutcome.CARRIES_ON if markers > pulled else MoraleOutcome.STEADY
    counts = {"markers": markers - pulled, "pulled": pulled}
    told = {"company": unit, "pips": -on_each_die(markers - pulled, charts).number}
    return Ruling(
        outcome,
        counts,
        lambda: (
            *changes(Effect(Kind.MARKER, unit, taken, role="unit")),
            *what_pulling_costs(request, pulled, charts),
        ),
        told=told,
    )


def pull(request: Morale, markers: int, charts: Charts, dice: Dice) -> int:
    """The markers pulled: an unused die of every sub-unit for each, if nothing keeps it from that.

    Source: 223-230, 237-238, 557-561; readings CC-63.
    """
    if not request.pull:
        return 0
    bar = charts.bar("pulls no marker", "morale", request.conditions, "heavy-fired", "activation-over")
    if bar:
        dice.show(bar)
        return 0
    cost = dice.show(charts["morale", "pull"], "To pull a marker costs every sub-unit {value:die|dice}.")
    affordable = request.activity // cost.whole(at_least=1)
    if not affordable:
        dice.show(Note("pulls no marker: not every sub-unit has an unused die", UNUSED))
    return min(request.pull, markers, affordable)


def what_pulling_costs(request: Morale, pulled: int, charts: Charts) -> tuple[Effect, ...]:
    """The markers pulled, and a die of every sub-unit for each of them. Source: 223-230, 557-561."""
    if not pulled:
        return ()
    unit, spent = unit_among(request.unit), pulled * charts["morale", "pull"].whole(at_least=1)
    names = unit_names(request.unit, charts, "non-armor", "armor")
    paid = [Effect(Kind.DICE, names[label], spent, "dice", "unit") for label, _ in one_by_one(request.unit)]
    activated = Effect(Kind.ACTIVATED, unit, role="unit")
    return (Effect(Kind.PULL, unit, pulled, role="unit"), *paid, activated)


def come_back(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """A routed unit that the game master or the scenario lets return. Source: 551-552; with what markers, CC-67."""
    dice.show(charts.note("morale", "returns", "it is on the field again"))
    unit = unit_among(request.unit)
    number = rout_at(unit, how_many(request.unit), charts, dice)
    markers = 0
    if charts.reads("CC-67", "most"):
        dice.show(Note("it keeps the most markers that do not rout it again", RETURN))
        markers = min(request.markers, max(0, int(number.number) - 1))
    return Ruling(
        MoraleOutcome.RETURNS,
        {"markers": markers, "pulled": 0},
        lambda: changes(Effect(Kind.RETURN, unit, role="unit"), Effect(Kind.MARKER, unit, markers, role="unit")),
        told={"company": unit},
    )
