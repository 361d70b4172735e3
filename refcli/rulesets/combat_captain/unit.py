"""A unit: its sub-units, which of its dice count, its morale markers and rout.

Source: combat-captain.txt 22-43, 55-58, 78-84, 219-239, 536-561, 1018-1019.
"""

from refcli.core.cells import Cell, Source
from refcli.core.request import Conditions, NamedTuple, Terms, how_many
from refcli.core.rulebook import D6, Charts, Dice, Refused, part
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
        dice.show(lower, "{0}, on each die", lower.label)


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
        condition = charts.conditions(chart)[name]
        times = stated[name] if condition.counted else 1
        many = one._replace(value=one.number * times).called(condition.often(times))
        found.append(many if times > 1 else one)
    return tuple(found)


def holds_in_nashcon(name: str, chart: str, stated: Conditions, charts: Charts, dice: Dice) -> bool:
    """Whether a condition of the Nashcon game is stated and holds; shown where it does not. Source: 22-43; CC-47."""
    if name not in stated:
        return False
    if charts.reads("CC-47", "nashcon"):
        return True
    dice.show(charts.bar("in the Nashcon game only", chart, stated, name))
    return False


def check_unit(sub_units: Terms) -> None:
    """Raises Refused for more sub-units than a unit can have."""
    if how_many(sub_units) > MOST_SUB_UNITS:
        raise Refused(f"a unit has {MOST_SUB_UNITS} sub-units at most; by the rules a company has up to eight")


def routs(unit: str, sub_units: int, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether so many markers rout a unit of so many sub-units. Source: 549-550; readings CC-35."""
    return rout_at(unit, sub_units, charts, dice).target_number.met_by(markers)


def rout_at(unit: str, sub_units: int, charts: Charts, dice: Dice) -> Cell:
    """The markers that rout a unit of so many sub-units: six, or as many as it has left. Source: 549-550."""
    number = charts["morale", "rout"]
    if sub_units < number.whole(at_least=1):
        number = number._replace(value=sub_units, ref="", source=ROUT)
    return dice.show(number, "With {0:sub-unit} left, {value:marker routs|markers rout} {the 1}.", sub_units, unit)
