"""What a sub-unit may do with its activity dice. Source: combat-captain.txt 149-448."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, Source, changes, note, procedure
from refcli.rulesets.combat_captain.effects import Kind, unit_of
from refcli.rulesets.combat_captain.movement import IN_COVER, ItsMarkers
from refcli.rulesets.combat_captain.unit import counted_modifiers, holds_in_nashcon

CHARTS = ("movement", "activity", "cover", "terrain-cover", "vehicle-cover")
USES = ("move", "fire", "hold-fire", "take-cover", "leave-cover", "pull-marker")
"""What an activity die is for."""
HERE = ("hold-fire", "take-cover", "leave-cover", "pull-marker")
"""What it is spent on here; on the others in a ruling of their own."""

HEAVY = Source(section="Offensive Activity Dice for Heavy Weapons", lines="234-239")
LEAVING = Source(section="Leaving Cover", lines="355-356")
PAYING = Source(section="Removing Cover", lines="405-409")
PREPARED = Source(section="Levels of Cover", lines="378-379")
MORALE = Source(section="Removing Morale Markers", lines="223-230, 557-561")
HELD = Source(section="Defensive Activity Dice", lines="250-252")
NASHCON = Source(section="Introduction", lines="24-36")
DICE = Source(section="Exception to Activity Dice Limit", lines="188-190")


class Activity(NamedTuple):
    """One sub-unit's activity, a condition for each die it uses."""

    unit: Annotated[Term, Field("the sub-unit", 1, ("movement",), noun="sub-unit")]
    cover: Annotated[
        int,
        Field("its level of cover so far", said="level {value} cover", short="-c", unit="level", at_least=0, at_most=5),
    ] = 0
    markers: ItsMarkers = 0
    paid: Annotated[
        int,
        Field(
            "dice paid in earlier turns towards leaving level 4 or 5",
            said="{value:die|dice} paid before",
            unit="dice",
            at_least=0,
            at_most=9,
        ),
    ] = 0
    others: Annotated[
        int,
        Field(
            "unused dice of the other sub-unit that has the fewest",
            said="{value:unused die|unused dice} of the others",
            unit="dice",
            at_least=0,
            at_most=4,
        ),
    ] = 3
    limit: Annotated[
        int | None,
        Field(
            "activity dice of each sub-unit, if not the usual three",
            said="{value:activity die|activity dice}",
            unit="dice",
            at_least=1,
            at_most=9,
        ),
    ] = None
    conditions: Conditions = NOTHING


PRICE = "[price?, at the price of {price:morale marker}]"
THEN = "[, and ends in level {level} cover][useless?, of no use to a vehicle yet]"


class ActivityOutcome(Outcome):
    LEGAL = "legal", True, f"{{The unit}} may do so with {{dice used}} of {{limit:die|dice}}{PRICE}{THEN}."
    TOO_MANY = (
        "too many dice",
        False,
        "{The unit} {unit:has|have} {limit:activity die|activity dice}: that takes {dice used}.",
    )
    NOT_ALLOWED = "not allowed", Outcome.NO_ATTEMPT, "{The unit} may not do that: {why}."


EXTRA = "All sub-units do the same: {value:extra die|extra dice} each."


@procedure("activity", ActivityOutcome, CHARTS, sums=("dice",), rolls=False)
def activity(request: Activity, charts: Charts, dice: Dice) -> Ruling:
    """Activity dice: may a sub-unit do all that in one turn, and what cover does it have then?

    No dice are rolled. Three dice a turn, four when all sub-units do the same with all of theirs.
    Source: combat-captain.txt 149-448.
    """
    unit = request.unit.name
    stated = request.conditions + request.unit.conditions
    used = charts.add_up("dice", *counted_modifiers("activity", stated, charts))
    if len(used.parts) > 1:
        dice.show(used)
    limit = limit_of(request, stated, charts, dice)
    level = level_after(request, stated, charts, dice)
    useless = unit == "vehicle" and 0 < level < dice.show(charts["vehicle-cover", "vehicle"]).number
    spent = max(0, int(used.total))
    counts = {
        "dice used": spent,
        "dice left": max(0, limit - spent),
        "level": level,
        "hold fire": stated["hold-fire"],
        "pulled": stated["pull-marker"],
        "markers": int("break-cover" in stated),
    }
    bar = bar_to(request, stated, level, charts)
    if bar:
        dice.show(bar)
        return Ruling(ActivityOutcome.NOT_ALLOWED, counts, told={"why": bar.said})
    if spent > limit:
        return Ruling(ActivityOutcome.TOO_MANY, counts, told={"limit": limit})
    return Ruling(
        ActivityOutcome.LEGAL,
        counts,
        lambda: what_it_did(request, stated, level, charts),
        told={"limit": limit, "price": counts["markers"], "useless": useless},
    )


def limit_of(request: Activity, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The activity dice it has: the extra one when all sub-units do one and the same. Source: 149-198, 31-32."""
    usual = limit = charts["activity", "limit"]
    if request.limit is not None:
        limit = limit._replace(value=request.limit)
    if limit.whole() < usual.whole():
        unit = charts.called(request.unit.name, "movement")
        dice.show(limit, "{The 0} {0:has|have} {value} of {1:activity die|activity dice} left.", unit, usual.whole())
    else:
        dice.show(limit, "A sub-unit has {value:activity die|activity dice}.")
    if "all-alike" not in stated:
        return limit.whole()
    if holds_in_nashcon("home-guard", "activity", stated, charts, dice):
        dice.show(charts.note("activity", "home-guard", "no extra die"))
    elif sum(use in stated for use in USES) != 1:
        dice.show(Note("no extra die: not all its dice are for one activity", DICE))
    else:
        return limit.whole() + dice.show(charts["activity", "extra"], EXTRA).whole()
    return limit.whole()


def level_after(request: Activity, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The level of cover it has: what it leaves first, then what it takes. Source: 34-36, 337-343, 405-406, 422-425."""
    level, left = request.cover, stated["leave-cover"]
    if left and is_prepared(level, charts):
        paid, whole = request.paid + left, charts["cover", str(level), "leave"].whole(at_least=1)
        dice.show(note("{paid} of {whole} dice paid towards leaving its cover", PAYING, paid=paid, whole=whole))
        left = level if paid >= whole else 0
    level = 0 if "break-cover" in stated else max(0, level - left)
    if "overturn" in stated and charts.reads("CC-47", "nashcon"):
        level = max(level, min(5, charts["terrain-cover", "overturned"].whole()))
    return level + stated["take-cover"]


def dice_to_leave(request: Activity, charts: Charts) -> int:
    """The dice that leaving all of its cover still takes: one a level, or those of a prepared one.

    Source: 405-409.
    """
    if not is_prepared(request.cover, charts):
        return request.cover
    return max(0, charts["cover", str(request.cover), "leave"].whole(at_least=1) - request.paid)


def is_prepared(level: int, charts: Charts) -> bool:
    """Whether cover of that level is there before the game: all of it is left or nothing. Source: 378-379, 405-409."""
    return bool(level) and charts["cover", str(level), "take"].blank


def what_it_did(request: Activity, stated: Conditions, level: int, charts: Charts) -> tuple[Effect, ...]:
    """What its dice came to; those to move or to fire are spent in rulings of their own.

    Source: 34-36, 149-239, 337-425, 557-561.
    """
    name = charts.called(request.unit.name, "movement")
    unit, pulled = unit_of(name), stated["pull-marker"]
    spent = sum([stated[use] for use in HERE])
    paid = stated["leave-cover"] if level and is_prepared(request.cover, charts) else 0
    return changes(
        Effect(Kind.OVERTURN, name, int("overturn" in stated), role="sub-unit"),
        Effect(Kind.LEAVE_COVER, name, max(0, request.cover - level), role="sub-unit"),
        Effect(Kind.COVER, name, max(0, level - request.cover), role="sub-unit"),
        Effect(Kind.PAID, name, paid, "dice", "sub-unit"),
        Effect(Kind.HOLD_FIRE, name, stated["hold-fire"], role="sub-unit"),
        Effect(Kind.MARKER, unit, int("break-cover" in stated), role="sub-unit"),
        Effect(Kind.PULL, unit, pulled, role="sub-unit"),
        Effect(Kind.OTHERS_PAY, unit, pulled, "dice", "sub-unit"),
        Effect(Kind.DICE, name, spent, "dice", "sub-unit"),
        Effect(Kind.ACTIVATED, unit, int(not turns_over_alone(request, stated)), role="sub-unit"),
    )


def turns_over_alone(request: Activity, stated: Conditions) -> bool:
    """Whether a car or truck is turned over and nothing else is done: no activation of it. Source: 34-36."""
    return request.unit.name == "vehicle" and "overturn" in stated and not any(use in stated for use in USES)


def bar_to(request: Activity, stated: Conditions, level: int, charts: Charts) -> Note | None:
    """Why it may not, if it may not. Source: 24-36, 234-239, 343, 372-377, 399-400, 430-433, 446-448, 557-561."""
    fires = "fire" in stated or "hold-fire" in stated
    shifts = any(use in stated for use in ("move", "take-cover", "leave-cover", "pull-marker", "break-cover"))
    if "overturn" in stated and not charts.reads("CC-47", "nashcon"):
        return Note("a car or truck is turned on its side in the Nashcon game only", NASHCON)
    if "out-of-cohesion" in stated and ("move" in stated or "fire" in stated):
        cohesion = charts.note("activity", "out-of-cohesion").source
        return Note("out of cohesion it may neither move nor fire offensively", cohesion)
    if request.unit.name == "heavy-weapon" and fires and shifts:
        return Note("a heavy weapon that fires may not move, change its cover or pull a marker", HEAVY)
    if "pull-marker" in stated and "heavy-fired" in stated:
        return Note("its heavy weapons fire, so the unit pulls no marker", HEAVY)
    if stated["pull-marker"] > request.markers:
        return note(
            "its unit has [markers?only {markers:morale marker}][!markers?no morale marker] to pull",
            MORALE,
            markers=request.markers,
        )
    if stated["pull-marker"] > request.others:
        unused = "[others?only {others:unused die|unused dice}][!others?no unused die]"
        return note(f"every sub-unit has to pay, and one has {unused}", MORALE, others=request.others)
    most = charts["activity", "hold-fire"]
    if stated["hold-fire"] > most.whole():
        return note("a sub-unit has {most} hold fire markers at most", HELD, most=most.text)
    if "move" in stated and level > stated["take-cover"]:
        return Note("it has to leave its cover before it moves", IN_COVER)
    if ("leave-cover" in stated or "break-cover" in stated) and not request.cover:
        return Note("it has no cover to leave", LEAVING)
    more = stated["leave-cover"] - dice_to_leave(request, charts)
    if more > 0:
        return note("{more:die|dice} more than leaving its cover takes", PAYING, more=more)
    return bar_to_cover(request.unit.name, level, stated, charts) if "take-cover" in stated else None


def bar_to_cover(unit: str, level: int, stated: Conditions, charts: Charts) -> Note | None:
    """Why it may not take that level of cover, if it may not. Source: 343, 372-377, 430-433."""
    if unit == "vehicle":
        most = charts["vehicle-cover", "vehicle"]
        if level > most.number:
            return note("a vehicle takes level {most} cover at most", most.source, most=most.text)
        return None
    if level > 5 or charts["cover", str(level), "take"].blank:
        return Note("levels 4 and 5 are prepared before the game", PREPARED)
    if level == 3 and "near-building" not in stated:
        building = charts["activity", "building"]
        return note('level 3 cover needs a building within {far}"', building.source, far=building.text)
    return None
