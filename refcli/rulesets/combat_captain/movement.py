"""Movement, charges, withdrawals and reinforcement moves.

Source: combat-captain.txt 441-530, 719-778, 811.
"""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import counted_modifiers
from refcli.rulesets.combat_captain.nashcon import in_nashcon
from refcli.rulesets.combat_captain.pips import pips_that_count, show_markers

IN_COVER = Source(section="Effect of Cover", lines="399-400")
MARKED = Source(section="Reinforcement Move", lines="527-528")
DICE = Source(section="Using the Activity Dice per Sub-unit", lines="265-271, 459")
PIPS = Source(section="How do you move", lines="459-462")


class Move(NamedTuple):
    """One sub-unit's move."""

    mover: Annotated[Term, Field("the sub-unit that moves", position=1, charts=("movement",), noun="sub-unit")]
    activity: Annotated[int, Field("activity dice for the move", short="-a", unit="dice", at_least=1, at_most=4)] = 3
    distance: Annotated[
        float | None,
        Field("inches to the nearest enemy it moves towards", short="-r", unit="inches", at_least=0, at_most=999),
    ] = None
    cover: Annotated[int, Field("cover sticks it still has", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of its unit", short="-m", at_least=0, at_most=6)] = 0
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    CONTACT = "contact", True, "{unit} charges home with {far}"
    MOVES = "moves", True, "{unit} may move {far}"
    NO_CONTACT = "no contact", False, "{unit} falls short of its charge with {far}"
    STAYS = "stays", False, "{unit} stays where it is"
    MAY_NOT = "may not move", False, "{unit} may not move"


def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A sub-unit moves: how many inches, and does a charge make contact?

    A die for each activity die; the even pips of infantry, all pips of vehicles, odd ones in odd
    terrain or at night are inches. Source: combat-captain.txt 459-530, 719-730.
    """
    unit = request.mover.name
    stated = request.conditions + request.mover.conditions
    name = charts.label("movement", unit)
    names = (("unit", name), ("far", ""))
    bar = barred(request, stated, charts)
    if bar is not None:
        dice.show(bar)
        return Ruling(MoveOutcome.MAY_NOT, {"inches": 0}, names)
    for other in (Circumstance.REINFORCE, Circumstance.WITHDRAW, Circumstance.BEATEN):
        if Circumstance.CHARGE in stated and other in stated:
            raise Refused(
                f"a charge is an offensive activity: a unit that {charts.stated(LIMITS, other).text} has none"
            )
    if Circumstance.CHARGE in stated and request.distance is None:
        raise Refused("a charge needs the distance: inches to the enemy (-r)")
    carried = in_nashcon(Circumstance.CARRIED, LIMITS, stated, charts, dice)
    number = charts.add_up("dice", given(request, stated, carried, charts), *counted_modifiers(charts, LIMITS, stated))
    if len(number.parts) > 1:
        dice.show(number)
    counts = charts["movement", "vehicle" if carried else unit, ground(stated)]
    dice.show(Figure(f"{name}, {charts.label('movement', ground(stated))}: dice that count", counts))
    show_markers(charts, dice, request.markers)
    pips = dice.pool(max(0, int(number.total)), D6, pips_that_count(charts, counts.text, request.markers).on, "move")
    rolled = charts.add_up("inches", Cell(pips, "inches, pips that count", "", PIPS))
    dice.show(rolled)
    inches = max(0, int(rolled.total))
    names = (("unit", name), ("far", some(inches, "inch", "inches")))
    after = (Effect("marker", unit),) if Circumstance.WITHDRAW in stated else ()
    if Circumstance.CHARGE in stated and request.distance is not None:
        if inches >= request.distance:
            return Ruling(MoveOutcome.CONTACT, {"inches": inches}, names, (Effect("contact", unit),))
        failed = charts.stated(LIMITS, Circumstance.CHARGE)
        dice.show(Note("without any sub-unit in contact the unit takes a morale marker", failed.source))
        return Ruling(MoveOutcome.NO_CONTACT, {"inches": inches}, names, (Effect("move", unit, inches, "inches"),))
    inches = short_of_the_enemy(inches, request.distance, stated, charts, dice)
    names = (("unit", name), ("far", some(inches, "inch", "inches")))
    if not inches:
        return Ruling(MoveOutcome.STAYS, {"inches": 0}, names, after)
    return Ruling(MoveOutcome.MOVES, {"inches": inches}, names, (Effect("move", unit, inches, "inches"), *after))


def barred(request: Move, stated: Conditions, charts: Charts) -> Note | None:
    """Why the sub-unit may not move, if it may not. Source: 234-239, 399-400, 446-448, 454, 526-530, 772-773."""

    def by(condition: str) -> Note:
        known = charts.stated(LIMITS, condition)
        return Note(f"may not: {known.text}", known.source)

    if Circumstance.BEATEN in stated:
        return None
    if Circumstance.WITHDRAW in stated:
        return by(Circumstance.ACTIVATED) if Circumstance.ACTIVATED in stated else None
    if Circumstance.REINFORCE in stated:
        gap = charts[LIMITS, "reinforcement-gap"]
        if Circumstance.FOUGHT in stated:
            return by(Circumstance.FOUGHT)
        if request.markers:
            return Note("may not: its unit has a morale marker", MARKED)
        if request.distance is not None and request.distance <= gap.number:
            return Note(f"may not: {request.distance:g} inches from an enemy, not beyond {gap.text}", gap.source)
    elif Circumstance.ACTIVATED in stated:
        return by(Circumstance.ACTIVATED)
    elif Circumstance.FOUGHT in stated and request.mover.name == "heavy-weapon":
        return by(Circumstance.FOUGHT)
    if Circumstance.OUT_OF_COHESION in stated:
        return by(Circumstance.OUT_OF_COHESION)
    if request.cover:
        return Note(f"may not: in level {request.cover} cover until it has left it", IN_COVER)
    return None


def given(request: Move, stated: Conditions, carried: bool, charts: Charts) -> Cell:
    """The dice of the move before what obstacles cost. Source: 33, 459, 526-530, 772-775, 811; readings CC-43."""
    if Circumstance.BEATEN in stated or Circumstance.WITHDRAW in stated:
        return charts[LIMITS, "withdrawal"]
    if Circumstance.REINFORCE in stated:
        return charts[LIMITS, "reinforcement"]
    if carried:
        return charts[LIMITS, "carried"]
    return Cell(request.activity, "activity dice", "", DICE)


def ground(stated: Conditions) -> str:
    """The column of the movement chart. Source: 490-505."""
    if Circumstance.ODD_TERRAIN in stated:
        return "odd-terrain-at-night" if Circumstance.NIGHT in stated else "odd-terrain"
    return "night" if Circumstance.NIGHT in stated else "normal"


def short_of_the_enemy(inches: int, distance: float | None, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The inches that leave an enemy at his distance: 6 inches, 40 for a reinforcement. Source: 529-530, 719-720."""
    if distance is None or Circumstance.BEATEN in stated or Circumstance.WITHDRAW in stated:
        return inches
    gap = charts[LIMITS, "reinforcement-gap" if Circumstance.REINFORCE in stated else "enemy"]
    most = max(0, int(distance - gap.number))
    if inches <= most:
        return inches
    dice.show(Figure("kept away from the enemy, inches", gap))
    return most


LIMITS = "movement-limits"

MOVE = Procedure(
    "move",
    move,
    Move,
    charts=("movement", LIMITS, "morale"),
    outcomes=MoveOutcome,
    sums=("inches", "dice"),
    circumstances=Circumstance,
)
