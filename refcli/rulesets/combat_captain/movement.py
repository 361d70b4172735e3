"""Movement, charges, withdrawals and reinforcement moves.

Source: combat-captain.txt 441-530, 719-778, 811.
"""

from collections.abc import Mapping

from refcli.core.cells import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Charts, Dice, Effect, Note, Outcome, Refused, Ruling, changes, note, procedure
from refcli.rulesets.combat_captain.effects import Kind, unit_of
from refcli.rulesets.combat_captain.unit import counted_modifiers, holds_in_nashcon, pips_that_count, show_markers

IN_COVER = Source(section="Effect of Cover", lines="399-400")
MARKED = Source(section="Reinforcement Move", lines="527-528")
FAILED = Source(section="Close Assault", lines="539, 755-771, 777-778")
DICE = Source(section="Using the Activity Dice per Sub-unit", lines="265-271, 459")
OBSTACLES = Source(section="Terrain Cover", lines="440-444")
PIPS = Source(section="How do you move", lines="459-462")

LIMITS, WON = "movement-limits", "close-combat-result"
ENEMIES = ("non-armor", "armor")

ItsMarkers = Annotated[
    int, Field("morale markers of its unit", said="{value:morale marker}", short="-m", at_least=0, at_most=6)
]


class Move(NamedTuple):
    """One sub-unit's move."""

    mover: Annotated[Term, Field("the sub-unit that moves", 1, ("movement",), noun="sub-unit")]
    enemy: Annotated[Term | None, Field("the enemy sub-unit that it charges", 2, ENEMIES, noun="enemy")] = None
    activity: Annotated[
        int,
        Field(
            "activity dice for the move",
            said="{value:activity die|activity dice}",
            short="-a",
            unit="dice",
            at_least=1,
            at_most=4,
        ),
    ] = 3
    distance: Annotated[
        float | None,
        Field("inches to the nearest enemy that it moves towards", short="-r", unit="inches", at_least=0, at_most=999),
    ] = None
    cover: Annotated[
        int,
        Field(
            "cover sticks that it still has",
            said="{value:cover stick}",
            short="-c",
            unit="level",
            at_least=0,
            at_most=5,
        ),
    ] = 0
    markers: ItsMarkers = 0
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    CONTACT = "contact", True, '{The mover} {mover:charges|charge} home[ into {the enemy}]: {inches}".'
    MOVES = "moves", True, '{The mover} may move {inches}"[near?, no nearer to the enemy].'
    TAKES_GROUND = "takes the ground", True, "{The mover} may move into the ground that the enemy leaves."
    NO_CONTACT = "no contact", False, 'The charge of {the mover}[ at {the enemy}] fails: {inches}".'
    STAYS = "stays", False, "{The mover} {mover:stays where it is|stay where they are}."
    MAY_NOT = "may not move", Outcome.NO_ATTEMPT, "{The mover} may not move."


@procedure("move", MoveOutcome, ("movement", LIMITS, "morale", WON, *ENEMIES), sums=("inches", "dice"))
def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """A sub-unit moves: how many inches, and does its charge make contact?

    A die for each activity die; the even pips of infantry, all pips of vehicles, odd ones in odd
    terrain or at night are inches. Source: combat-captain.txt 459-530, 719-730.
    """
    stated = request.conditions + request.mover.conditions
    check_enemy(request, stated)
    bar = bar_to(request, stated, charts)
    if bar:
        dice.show(bar)
        return Ruling(MoveOutcome.MAY_NOT, {"inches": 0, "markers": 0})
    charged = distance_charged(request, stated, charts) if "charge" in stated else None
    if follows_up(stated):
        return after_the_victory(request, stated, charts, dice)
    unpaid = bar_to_paying(request, stated, charts)
    if unpaid:
        dice.show(unpaid)
        return Ruling(MoveOutcome.MAY_NOT, {"inches": 0, "markers": 0})
    inches = inches_rolled(request, stated, charts, dice)

    if charged is None:
        inches = short_of_the_enemy(inches, request.distance, stated, charts, dice)
        outcome = MoveOutcome.MOVES if inches else MoveOutcome.STAYS
    elif inches >= charged:
        outcome = MoveOutcome.CONTACT
    else:
        outcome = MoveOutcome.NO_CONTACT
        dice.show(Note("with no sub-unit in contact the unit takes a morale marker", FAILED))
    marked = "unit-marked" in stated or "beaten" in stated  # the close combat gave it already
    counts = {"inches": inches, "markers": int("withdraw" in stated and not marked)}
    near = charged is None and is_near(request.distance, stated, charts)
    return Ruling(outcome, counts, lambda: what_it_did(request, stated, outcome, counts, charts), told={"near": near})


def follows_up(stated: Conditions) -> bool:
    """Whether the unit won a close combat and moves for that; one that is beaten too withdraws. Source: 811-819."""
    return ("take-ground" in stated or "advance" in stated) and "beaten" not in stated


def after_the_victory(request: Move, stated: Conditions, charts: Charts, dice: Dice) -> Ruling:
    """The winner of a close combat goes forward without dice. Source: 815-819."""
    outcome, inches = MoveOutcome.TAKES_GROUND, 0
    if "take-ground" not in stated:
        goes = 'After the close combat it goes up to {value}" forward, without dice.'
        outcome, inches = MoveOutcome.MOVES, dice.show(charts[WON, "advance"], goes).whole()
    return Ruling(
        outcome,
        {"inches": inches, "markers": 0},
        lambda: (Effect(Kind.FOLLOW_UP, charts.called(request.mover.name, "movement"), role="mover"),),
    )


def what_it_did(
    request: Move, stated: Conditions, outcome: MoveOutcome, counts: Mapping[str, int], charts: Charts
) -> tuple[Effect, ...]:
    """What the move changes: a withdrawal leaves any cover, and is its unit's activation for one marker.

    Source: 33, 117-122, 459-462, 526-530, 540, 725-730, 772-775; readings CC-60, CC-64.
    """
    name = charts.called(request.mover.name, "movement")
    unit = unit_of(name)
    enemy = charts.called(request.enemy.name, *ENEMIES) if request.enemy else ""
    moves = Effect(Kind.MOVE, name, counts["inches"], "inches", "mover")
    if "withdraw" in stated or "beaten" in stated:
        return changes(
            moves,
            Effect(Kind.LEAVE_COVER, name, request.cover, role="mover"),
            Effect(Kind.MARKER, unit, counts["markers"], role="mover"),
            Effect(Kind.ACTIVATED, unit, int("withdraw" in stated and "beaten" not in stated), role="mover"),
        )
    if "reinforce" in stated:
        return changes(moves, Effect(Kind.REINFORCED, unit, role="mover"))
    contact = outcome is MoveOutcome.CONTACT
    carried = "carried" in stated and charts.reads("CC-47", "nashcon")
    return changes(
        moves._replace(amount=0 if contact else counts["inches"]),
        Effect(Kind.CHARGE, name, int("charge" in stated), role="mover", detail=enemy),
        Effect(Kind.CONTACT, name, int(contact), role="mover", detail=enemy),
        Effect(Kind.CARRIED, name, int(carried), role="mover"),
        Effect(Kind.DICE, name, request.activity, "dice", "mover"),
        Effect(Kind.ACTIVATED, unit, role="mover"),
    )


def bar_to(request: Move, stated: Conditions, charts: Charts) -> Note | None:
    """Why the sub-unit may not move, if it may not. Source: 234-239, 399-400, 446-448, 454, 526-530, 772-773."""
    if "beaten" in stated:
        return None
    if "withdraw" in stated:
        return charts.bar("no withdrawal", LIMITS, stated, "activated")
    if "reinforce" in stated:
        bar = charts.bar("no reinforcement move", LIMITS, stated, "fought") or bar_to_reinforce(request, charts)
    elif follows_up(stated):
        heavy = request.mover.name == "heavy-weapon"
        bar = charts.bar("no move", LIMITS, stated, "fought") if heavy else None
    else:
        heavy = request.mover.name == "heavy-weapon"
        bar = charts.bar("no move", LIMITS, stated, "activated", *(("fought",) if heavy else ()))
    bar = bar or charts.bar("no move", LIMITS, stated, "out-of-cohesion")
    if not bar and request.cover:
        return note("no move: in level {level} cover, which it has to leave first", IN_COVER, level=request.cover)
    return bar


def bar_to_paying(request: Move, stated: Conditions, charts: Charts) -> Note | None:
    """Why the sub-unit cannot pay for an obstacle, if it cannot, with its activity dice. Source: 440-444."""
    costs = sum([-cell.number for cell in counted_modifiers(LIMITS, stated, charts)])
    free = any(one in stated for one in ("beaten", "withdraw", "reinforce", "carried"))
    if free or costs <= request.activity:
        return None
    told = "no move: that costs {costs:die|dice}, and it has {activity}"
    return note(told, OBSTACLES, costs=int(costs), activity=request.activity)


def bar_to_reinforce(request: Move, charts: Charts) -> Note | None:
    """Why the sub-unit may not make a reinforcement move, if it may not. Source: 519, 526-530."""
    gap = charts[LIMITS, "reinforcement-gap"]
    if request.markers:
        return Note("no reinforcement move: its unit has a morale marker", MARKED)
    if request.distance is not None and request.distance <= gap.number:
        near = 'no reinforcement move: an enemy is {far}" away, not more than {gap}"'
        return note(near, gap.source, far=request.distance, gap=gap.text)
    return None


def distance_charged(request: Move, stated: Conditions, charts: Charts) -> float:
    """The inches of a charge. Raises Refused without them, and for a unit that has no offensive activity."""
    for other in ("reinforce", "withdraw", "beaten", "take-ground", "advance"):
        if other in stated:
            raise Refused(f"a charge is an offensive activity: leave out charge, or {other}")
    if request.distance is None:
        raise Refused("a charge needs the distance to the enemy in inches: -r 9")
    return request.distance


def check_enemy(request: Move, stated: Conditions) -> None:
    """Raises Refused for an enemy that is not charged. Source: 725-730."""
    if request.enemy and "charge" not in stated:
        raise Refused(f"an enemy is named only for a charge: add charge, or leave out {request.enemy.typed}")


def inches_rolled(request: Move, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The inches of a move: a die for each activity die, the pips that count. Source: 33, 459-505, 547; CC-6, CC-43."""
    carried = holds_in_nashcon("carried", LIMITS, stated, charts, dice)
    given = dice_given(request, stated, carried, charts)
    number = charts.add_up("dice", given, *counted_modifiers(LIMITS, stated, charts))
    if len(number.parts) > 1:
        dice.show(number)
    ground = "odd-terrain" if "odd-terrain" in stated else "normal"
    if "night" in stated:
        ground = "night" if ground == "normal" else "odd-terrain-at-night"
    counting = charts["movement", "vehicle" if carried else request.mover.name, ground]
    names = charts.called(request.mover.name, "movement"), charts.label("movement", ground)
    dice.show(counting, "{0}, {1}: {value} dice count.", *names)
    markers = markers_on(request, stated, charts)
    show_markers(markers, charts, dice)
    pips = dice.pool(max(0, int(number.total)), D6, pips_that_count(counting.text, markers, charts).on, "move")
    inches = charts.add_up("inches", Cell(pips, "pips that count", "", PIPS))
    return max(0, int(dice.show(inches).total))


def markers_on(request: Move, stated: Conditions, charts: Charts) -> int:
    """The markers on the dice of a move; that of its own withdrawal may be none of them. Source: 540, 547; CC-69."""
    has_its_own = "beaten" in stated or ("withdraw" in stated and "unit-marked" in stated)
    if request.markers and has_its_own and charts.reads("CC-69", "unhindered"):
        return request.markers - 1
    return request.markers


def dice_given(request: Move, stated: Conditions, carried: bool, charts: Charts) -> Cell:
    """The dice of the move before what obstacles cost. Source: 33, 459, 526-530, 772-775, 811; readings CC-43."""
    if "beaten" in stated or "withdraw" in stated:
        return charts[LIMITS, "withdrawal"]
    if "reinforce" in stated:
        return charts[LIMITS, "reinforcement"]
    if carried:
        return charts[LIMITS, "carried"]
    return Cell(request.activity, "activity dice", "", DICE)


def is_near(distance: float | None, stated: Conditions, charts: Charts) -> bool:
    """True if the sub-unit is as near to the enemy as it may come, so that it moves away. Source: 719-720."""
    runs = any(one in stated for one in ("beaten", "withdraw", "reinforce"))
    return distance is not None and not runs and distance <= charts[LIMITS, "enemy"].number


def short_of_the_enemy(inches: int, distance: float | None, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """The inches that leave an enemy at his distance: 6 inches, 40 for a reinforcement. Source: 529-530, 719-720."""
    if distance is None or "beaten" in stated or "withdraw" in stated or is_near(distance, stated, charts):
        return inches
    gap = charts[LIMITS, "reinforcement-gap" if "reinforce" in stated else "enemy"]
    most = max(0, int(distance - gap.number))
    if inches <= most:
        return inches
    dice.show(gap, 'It keeps {value}" from the enemy.')
    return most
