"""What a sub-unit may do with its activity dice. Source: combat-captain.txt 149-448."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Source, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import counted_modifiers
from refcli.rulesets.combat_captain.movement import IN_COVER
from refcli.rulesets.combat_captain.nashcon import in_nashcon

MOVE, FIRE, HOLD, TAKE, LEAVE, PULL = "move", "fire", "hold-fire", "take-cover", "leave-cover", "pull-marker"
HEAVY = Source(section="Offensive Activity Dice for Heavy Weapons", lines="234-239")
LEAVING = Source(section="Leaving Cover", lines="355-356")
PREPARED = Source(section="Levels of Cover", lines="378-379")
MORALE = Source(section="Removing Morale Markers", lines="223-230, 557-561")
COHESION = Source(section="Unit Cohesion", lines="446-448")
HELD = Source(section="Defensive Activity Dice", lines="250-252")
DICE = Source(section="Exception to Activity Dice Limit", lines="188-190")


class Activity(NamedTuple):
    """One sub-unit's activity, a condition for each die it uses."""

    unit: Annotated[Term, Field("the sub-unit", position=1, charts=("movement",), noun="sub-unit")]
    cover: Annotated[int, Field("its level of cover so far", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of its unit", short="-m", at_least=0, at_most=6)] = 0
    limit: Annotated[
        int | None, Field("another limit of activity dice than the usual", unit="dice", at_least=1, at_most=9)
    ] = None
    conditions: Conditions = NOTHING


class ActivityOutcome(Outcome):
    LEGAL = "legal", True, "{unit} may do that with {dice used} of its {limit} activity dice{state}"
    TOO_MANY = "too many dice", False, "{unit} may not do that: it takes {dice used} activity dice, and it has {limit}"
    NOT_ALLOWED = "not allowed", False, "{unit} may not do that: {why}"


def activity(request: Activity, charts: Charts, dice: Dice) -> Ruling:
    """Activity dice: may a sub-unit do all that in one turn, and what cover has it then?

    No dice are thrown. Three dice a turn, four when all sub-units do the same with all of theirs.
    Source: combat-captain.txt 149-448.
    """
    stated = request.conditions + request.unit.conditions
    name = charts.label("movement", request.unit.name)
    used = charts.add_up("dice", *counted_modifiers(charts, "activity", stated))
    dice.show(used)
    limit = limit_of(request, stated, charts, dice)
    level = level_after(request, stated, charts, dice)
    spent = max(0, int(used.total))
    counts = {
        "dice used": spent,
        "dice left": max(0, limit - spent),
        "level": level,
        "hold fire": stated[HOLD],
        "pulled": stated[PULL],
        "markers": int(Circumstance.BREAK_COVER in stated),
    }
    names = {"unit": name, "why": "", "limit": str(limit), "state": state_of(request.unit.name, level, charts, dice)}
    bar = bars(request, stated, level, charts)
    if bar is not None:
        dice.show(bar)
        return Ruling(ActivityOutcome.NOT_ALLOWED, counts, tuple({**names, "why": bar.text}.items()))
    if spent > limit:
        return Ruling(ActivityOutcome.TOO_MANY, counts, tuple(names.items()))
    changes = (
        Effect("cover", request.unit.name, level - request.cover),
        Effect("hold-fire", request.unit.name, stated[HOLD]),
        Effect("marker", "unit", int(Circumstance.BREAK_COVER in stated) - stated[PULL]),
    )
    return Ruling(
        ActivityOutcome.LEGAL, counts, tuple(names.items()), tuple(change for change in changes if change.amount)
    )


def limit_of(request: Activity, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The activity dice it has: the extra one when all sub-units do one and the same. Source: 149-198, 31-32."""
    cell = charts["activity", "limit"]
    if request.limit is not None:
        cell = cell._replace(value=request.limit)
    dice.show(Figure(cell.label, cell))
    if Circumstance.ALL_ALIKE not in stated:
        return whole(cell)
    if in_nashcon(Circumstance.HOME_GUARD, "activity", stated, charts, dice):
        never = charts.stated("activity", Circumstance.HOME_GUARD)
        dice.show(Note(never.text, never.source))
        return whole(cell)
    kinds = [use for use in (MOVE, FIRE, HOLD, TAKE, LEAVE, PULL) if use in stated]
    if len(kinds) != 1:
        dice.show(Note("no extra die: the dice are not all for one activity", DICE))
        return whole(cell)
    extra = charts["activity", "extra"]
    dice.show(Figure(extra.label, extra))
    return whole(cell) + whole(extra)


def level_after(request: Activity, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The level of cover it has in the end: what it leaves first, then what it takes.

    Source: 34-36, 337-343, 405-406.
    """
    level = request.cover
    if Circumstance.BREAK_COVER in stated:
        level = 0
    elif level and charts["cover", str(level), "take"].blank:
        level = 0 if stated[LEAVE] >= charts["cover", str(level), "leave"].number else level
    else:
        level = max(0, level - stated[LEAVE])
    if in_nashcon(Circumstance.OVERTURN, "activity", stated, charts, dice):
        level = max(level, min(5, whole(charts["terrain-cover", "overturned"])))
    return level + stated[TAKE]


def state_of(unit: str, level: int, charts: Charts, dice: Dice) -> str:
    """What the verdict says of its cover, of no effect for a vehicle below its level. Source: 430-433."""
    said = f", then in level {level} cover" if level else ""
    if level and unit == "vehicle":
        of_vehicles = charts["vehicle-cover", "vehicle"]
        dice.show(Figure(of_vehicles.label, of_vehicles))
        if level < of_vehicles.number:
            said += ", which has no effect for a vehicle yet"
    return said


def bars(request: Activity, stated: Conditions, level: int, charts: Charts) -> Note | None:
    """Why it may not, if it may not. Source: 234-239, 343, 372-377, 399-400, 430-433, 446-448, 557-561."""
    unit = request.unit.name
    fires = FIRE in stated or HOLD in stated
    shifts = any(use in stated for use in (MOVE, TAKE, LEAVE, PULL, Circumstance.BREAK_COVER))
    if Circumstance.OUT_OF_COHESION in stated and (MOVE in stated or FIRE in stated):
        return Note("out of cohesion it neither moves nor fires offensively", COHESION)
    if unit == "heavy-weapon" and fires and shifts:
        return Note("a heavy weapon that fires neither moves nor changes its cover nor pulls a marker", HEAVY)
    if PULL in stated and Circumstance.HEAVY_FIRED in stated:
        return Note("the unit pulls no marker when its heavy weapons fire", HEAVY)
    if stated[PULL] > request.markers:
        return Note(f"its unit has {some(request.markers, 'morale marker')} to pull", MORALE)
    most = charts["activity", "hold-fire"]
    if stated[HOLD] > whole(most):
        return Note(f"at most {most.text} hold fire markers", HELD)
    if MOVE in stated and level - stated[TAKE] > 0:
        return Note("it moves only when it has left its cover", IN_COVER)
    return cover_bar(request, stated, level, charts)


def cover_bar(request: Activity, stated: Conditions, level: int, charts: Charts) -> Note | None:
    """Why it may not have that cover, if it may not. Source: 343, 372-377, 405-406, 422-425, 430-433."""
    if (LEAVE in stated or Circumstance.BREAK_COVER in stated) and not request.cover:
        return Note("it is in no cover to leave", LEAVING)
    if TAKE not in stated:
        return None
    if request.unit.name == "vehicle":
        most = charts["vehicle-cover", "vehicle"]
        return Note(f"a vehicle has level {most.text} cover at most", most.source) if level > most.number else None
    if level > 5 or charts["cover", str(level), "take"].blank:
        return Note("levels 4 and 5 are there before the game", PREPARED)
    if level == 3 and Circumstance.NEAR_BUILDING not in stated:
        building = charts["activity", "building"]
        return Note(f"level 3 cover is within {building.text} inches of a building", building.source)
    return None


ACTIVITY = Procedure(
    "activity",
    activity,
    Activity,
    charts=("movement", "activity", "cover", "terrain-cover", "vehicle-cover"),
    outcomes=ActivityOutcome,
    sums=("dice",),
    circumstances=Circumstance,
)
