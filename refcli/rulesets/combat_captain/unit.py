"""A unit: its sub-units, which of its dice count, its morale markers and rout.

Source: combat-captain.txt 22-43, 55-58, 78-84, 219-239, 536-561, 1018-1019.
"""

from refcli.core.charts import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, how_many
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Refused, Ruling, changes, part, procedure
from refcli.core.sentence import some

ROUT = Source(section="Impact of a Morale Marker", lines="549-550")

MOST_SUB_UNITS = 12
"""Sub-units of a unit beyond which something was mistyped; a company has up to eight. Source: 55-58."""

COUNTING = {"all": (1, 2, 3, 4, 5, 6), "even": (2, 4, 6), "odd": (1, 3, 5), "1 and 3": (1, 3)}
"""The faces that count, by the word a chart has for them."""


class Pips(NamedTuple):
    """Which faces count, the pips that morale markers take, and whether they take them first."""

    which: str
    lowered: int = 0
    lowered_first: bool = False

    def on(self, face: int) -> int:
        """The pips that a die counts, never less than none."""
        left = max(0, face - self.lowered)
        return left if (left if self.lowered_first else face) in COUNTING[self.which] else 0


def pips_that_count(which: str, markers: int, charts: Charts) -> Pips:
    """The dice that count for a unit with so many morale markers. Source: 547-548; readings CC-6."""
    if not markers:
        return Pips(which)
    first = which != "all" and charts.reads("CC-6", "lowered")
    return Pips(which, -int(on_each_die(markers, charts).number), first)


def on_each_die(markers: int, charts: Charts) -> Cell:
    """What the morale markers of a unit put on each of its dice. Source: 547, 1018."""
    one = charts["morale", "on-each-die"]
    return one._replace(value=one.number * markers, label=some(markers, "morale marker"))


def show_markers(markers: int, charts: Charts, dice: Dice) -> None:
    """Show what the morale markers of a unit put on each of its dice, if it has any."""
    if markers:
        lower = on_each_die(markers, charts)
        dice.show(lower, "{}, on each die", lower.label)


@part
def roll_on_chart(name: str, markers: int, charts: Charts, dice: Dice) -> str:
    """The row or column of a chart that a die reads, 1 to 6: less what morale markers take. Source: 547, 1018."""
    lowered = (on_each_die(markers, charts),) if markers else ()
    total = charts.add_up(name, *lowered).plus_die(dice.die(D6, name))
    if len(total.parts) > 1:
        dice.show(total)
    return str(max(1, min(6, int(total.total))))


def counted_modifiers(chart: str, stated: Conditions, charts: Charts) -> tuple[Cell, ...]:
    """The modifiers of a chart that are stated, those that are counted as often as they were stated."""
    found = []
    for one in charts.modifiers(chart, stated):
        name = one.ref.partition(".")[2]
        times = stated[name] if charts.conditions(chart)[name].counted else 1
        many = one._replace(value=one.number * times).called("{}, {} times", one.label, times)
        found.append(many if times > 1 else one)
    return tuple(found)


def holds_in_nashcon(name: str, chart: str, stated: Conditions, charts: Charts, dice: Dice) -> bool:
    """Whether a condition of the Nashcon game is stated and holds; shown where it does not. Source: 22-43; CC-47."""
    if name not in stated:
        return False
    if charts.reads("CC-47", "nashcon"):
        return True
    dice.show(charts.bar("not by the general rules", chart, stated, name))
    return False


def check_unit(sub_units: Terms) -> None:
    """Raises Refused for more sub-units than a unit can have."""
    if how_many(sub_units) > MOST_SUB_UNITS:
        raise Refused(f"a unit has at most {MOST_SUB_UNITS} sub-units here; by the rules a company has eight")


class Morale(NamedTuple):
    """A unit, what happened to it, and the markers it would pull."""

    unit: Annotated[Terms, Field("the sub-units that the unit has left", 1, ("non-armor", "armor"), noun="sub-unit")]
    markers: Annotated[int, Field("morale markers it has already", short="-m", at_least=0, at_most=99)] = 0
    pull: Annotated[int, Field("markers it would pull", at_least=0, at_most=4)] = 0
    activity: Annotated[
        int, Field("dice that every sub-unit has left", short="-a", unit="dice", at_least=0, at_most=4)
    ] = 3
    conditions: Conditions = NOTHING


PULLED = "[, {pulled} pulled]"
HELD = "{markers:morale marker}"


class MoraleOutcome(Outcome):
    STEADY = "steady", True, f"the unit has no morale marker{PULLED}"
    CARRIES_ON = "carries on", True, f"the unit has {HELD}, a pip less for each on every die{PULLED}"
    CANNOT_PULL = "cannot pull", False, f"the unit cannot pull a marker and keeps {HELD}"
    ROUTS = "routs", False, f"the unit routs on the spot with {HELD}"


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
