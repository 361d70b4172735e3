"""The turn: initiative, movement, fire phases. Source: first-watch.txt 29-53, 111."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source, Sum
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice, with_die
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import FIRST_YEAR, LAST_YEAR, barred

GROUND = ("troops", "vehicles")
TOWED = ("guns", "artillery")
"""The charts that name what has no speed of its own."""


class Initiative(NamedTuple):
    """The nationalities in play; the outcome is told of the first."""

    sides: Annotated[
        tuple[Term, ...], Field("the nationalities in play", position=1, charts=("initiative",), noun="nationality")
    ]
    year: Annotated[int, Field("year of the battle", short="-y", at_least=FIRST_YEAR, at_most=LAST_YEAR)]
    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    HIGHEST = "highest", True, "{side} moves last, or earlier if it likes; order of movement: {order}"
    BETWEEN = "in between", False, "{side} moves in between; order of movement: {order}"
    LOWEST = "lowest", False, "{side} moves first; order of movement: {order}"


def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Initiative: in which order do the nationalities move?

    One die each with a modifier by nationality and year; the lowest total moves first, a higher one
    earlier if it likes; a tie is thrown again between the tied. Source: first-watch.txt 29-30; FW-30.
    """
    names = [side.name for side in request.sides]
    for side in request.sides:
        if side.many > 1 or names.count(side.name) > 1:
            raise Refused(f"sides: {side.name} stands more than once; each nationality rolls one die")
    if len(names) < 2:
        raise Refused("sides: initiative is rolled between two nationalities or more, by commas")
    rolling = tuple(
        (name, charts.add_up(SUMS[index > 0], charts["initiative", name, request.year]))
        for index, name in enumerate(names)
    )
    order = dice.sub(in_order, (rolling,), "")
    first = names[0]
    outcome = InitiativeOutcome.BETWEEN
    if order[-1] == first:
        outcome = InitiativeOutcome.HIGHEST
    elif order[0] == first:
        outcome = InitiativeOutcome.LOWEST
    return Ruling(
        outcome,
        {name: order.index(name) + 1 for name in names},
        names=(
            ("side", charts.label("initiative", first)),
            ("order", ", ".join(charts.label("initiative", name) for name in order)),
        ),
    )


SUMS = ("initiative", "opposing initiative")
"""The sum of the first nationality, and that of every other."""

Side = tuple[str, Sum]
"""A nationality and its modifiers."""


def in_order(rolling: tuple[Side, ...], dice: Dice) -> tuple[str, ...]:
    """The nationalities, lowest total first; those that tie throw again. Source: first-watch.txt 29-30."""
    totals: dict[int | float, tuple[Side, ...]] = {}
    for side in rolling:
        name, modifiers = side
        total = with_die(dice, modifiers, D10, name).total
        totals[total] = (*totals.get(total, ()), side)
    if len(totals) == 1 and len(rolling) > 1:
        dice.again("all of them tie")
    order: tuple[str, ...] = ()
    for total in sorted(totals):
        tied = totals[total]
        order += (tied[0][0],) if len(tied) == 1 else dice.sub(in_order, (tied,), f"tie at {total:g}")
    return order


class Circumstance(StrEnum):
    """Conditions that the rules read by name."""

    FIRED = "fired"
    SMALL_ARMS = "small-arms"
    OPPORTUNITY = "opportunity"


class Move(NamedTuple):
    """A unit that moves over terrain."""

    mover: Annotated[
        Term, Field("the troops, vehicle or plane that moves", position=1, charts=(*GROUND, "aircraft"), noun="unit")
    ]
    terrain: Annotated[
        tuple[Term, ...], Field("every terrain it moves over", position=2, charts=("terrain",), noun="terrain")
    ] = ()
    edge: Annotated[float | None, Field("the shortest edge of the table", unit="cm", at_least=1, at_most=9999)] = None
    conditions: Conditions = NOTHING


class MoveOutcome(Outcome):
    FULL = "full speed", True, "{mover} moves up to {speed} cm"
    SLOWED = "slowed", True, "{mover} moves up to {speed} cm{over}"
    CANNOT_MOVE = "cannot move", False, "{mover} cannot move"


def move(request: Move, charts: Charts, dice: Dice) -> Ruling:
    """Movement: how far can a unit move?

    Max Speed times the multiplier of the most difficult terrain of this turn; infantry and cavalry ignore
    most of them; aircraft fly 100 cm or half the shortest edge. No dice. Source: first-watch.txt 39-53, 111.
    """
    name = request.mover.name
    mover = charts.called(name, *GROUND, "aircraft")
    if charts.has("aircraft", name):
        return fly(request, mover, charts, dice)
    speed, limit = speed_of(name, request.terrain, charts, dice)
    if request.edge is not None:
        dice.show(Note("the edge of the table limits aircraft alone", charts["flight", "flight"].source))
    over = f" over {charts.label('terrain', limit)}" if limit else ""
    return moves(name, mover, speed, charts[chart_of(name, charts), name, "max-speed"], over)


def moves(name: str, mover: str, speed: Sum, most: Cell, over: str) -> Ruling:
    """The ruling of a speed beside the most there is; below nothing is no move. Source: first-watch.txt 39, 111."""
    cm: int | float = max(0, round(speed.total, 2))
    cm = int(cm) if cm == int(cm) else cm
    names = (("mover", mover), ("speed", f"{cm:g}"), ("over", over))
    if not cm:
        return Ruling(MoveOutcome.CANNOT_MOVE, {"cm": 0}, names=names)
    outcome = MoveOutcome.SLOWED if cm < most.number else MoveOutcome.FULL
    return Ruling(outcome, {"cm": cm}, names=names, effects=(Effect("move", name, cm, "cm"),))


def chart_of(name: str, charts: Charts) -> str:
    """The chart that names troops or a vehicle."""
    return "troops" if charts.has("troops", name) else "vehicles"


def speed_of(name: str, terrain: tuple[Term, ...], charts: Charts, dice: Dice) -> tuple[Sum, str]:
    """The speed of this turn, and the terrain that limits it. Source: first-watch.txt 39, 53."""
    most = charts[chart_of(name, charts), name, "max-speed"]
    dice.show(Figure(f"Max Speed of {most.label}, cm", most))
    gear = charts["target-types", charts[chart_of(name, charts), name, "type"].text, "moves-as"].text
    share, limit = 1.0, ""
    for one in terrain:
        cell = charts["terrain", one.name, gear]
        dice.show(Figure(f"{cell.label}, {charts.label('terrain', gear)}", cell))
        if not cell.blank and (not limit or cell.number < share):
            share, limit = cell.number, one.name
    product = round(most.number * share, 2)
    speed = charts.add_up("speed", Cell(product, "Max Speed x multiplier", "", SPEED))
    dice.show(speed)
    return speed, limit


SPEED = Source(section="Movement", lines="39")


def fly(request: Move, mover: str, charts: Charts, dice: Dice) -> Ruling:
    """An aircraft's move: the smaller of 100 cm and half the shortest edge. Source: first-watch.txt 111; FW-27."""
    most = part = charts["flight", "flight"]
    for terrain in request.terrain:
        dice.show(Note(f"does not slow an aircraft: {charts.label('terrain', terrain.name)}", most.source))
    if request.edge is not None:
        share = charts["flight", "of-edge"]
        dice.show(Figure(share.label, share))
        if request.edge * share.number < most.number:
            part = Cell(request.edge * share.number, "half the shortest edge", "", share.source)
    speed = charts.add_up("speed", part)
    dice.show(speed)
    dice.show(Note("it may change its altitude by one level", most.source))
    turns = charts["flight", "turns"]
    dice.show(Figure(turns.label, turns))
    return moves(request.mover.name, mover, speed, most, "" if part is most else " over a short table")


class Phase(NamedTuple):
    """A unit that wants to fire, and how far it moved."""

    mover: Annotated[
        Term, Field("the troops, vehicle or gun that fires", position=1, charts=(*GROUND, *TOWED), noun="unit")
    ]
    terrain: Annotated[
        tuple[Term, ...], Field("every terrain it moved over", position=2, charts=("terrain",), noun="terrain")
    ] = ()
    moved: Annotated[float, Field("cm that it moved this turn", short="-m", unit="cm", at_least=0, at_most=999)] = 0
    conditions: Conditions = NOTHING


class PhaseOutcome(Outcome):
    OPPORTUNITY = "opportunity fire", True, "{mover} may fire now, at the moving target"
    FIRST = "first", True, "{mover} fires in Infantry/Stationary Vehicle Fire"
    SLOW = "slow", True, "{mover} fires in Slow Vehicle Fire"
    REMAINING = "remaining", True, "{mover} fires in Remaining Fire"
    MAY_NOT = "may not fire", False, "{mover} may not fire"


def phase(request: Phase, charts: Charts, dice: Dice) -> Ruling:
    """In which fire phase does a unit fire, by the share of its speed that it used?

    Infantry and stationary vehicles first, those that moved less than half speed next, then the rest; each
    fires once. Stationary units may take opportunity fire; a towed gun is one of them, and so is artillery
    that fires directly. No dice. Source: first-watch.txt 30-33, 94.
    """
    name = request.mover.name
    stated = request.conditions + request.mover.conditions
    mover = charts.called(name, *GROUND, *TOWED)
    names = (("mover", mover),)
    if Circumstance.FIRED in stated:
        barred(dice, charts.stated("phases", Circumstance.FIRED), "may not fire")
        return Ruling(PhaseOutcome.MAY_NOT, names=names)
    if Circumstance.OPPORTUNITY in stated:
        if request.moved:
            opportunity = charts.stated("phases", Circumstance.OPPORTUNITY)
            dice.show(Note(f"only stationary units take {opportunity.text}", opportunity.source))
            return Ruling(PhaseOutcome.MAY_NOT, names=names)
        return Ruling(PhaseOutcome.OPPORTUNITY, names=names)
    on_foot = charts.has("troops", name)
    if on_foot or not request.moved or Circumstance.SMALL_ARMS in stated:
        return Ruling(PhaseOutcome.FIRST, names=names)
    if not charts.has("vehicles", name):
        raise Refused(f"moved: {mover} has no Max Speed of its own; ask for the vehicle that tows it")
    speed, _ = speed_of(name, request.terrain, charts, dice)
    slow = charts["phases", "slow"]
    dice.show(Figure(slow.label, slow))
    dice.show(Note(f"it moved {request.moved:g} of {speed.total:g} cm", slow.source))
    if slow.needs.met_by(request.moved / speed.total if speed.total > 0 else 1):
        return Ruling(PhaseOutcome.SLOW, names=names)
    return Ruling(PhaseOutcome.REMAINING, names=names)


INITIATIVE = Procedure(
    "initiative",
    initiative,
    Initiative,
    charts=("initiative",),
    outcomes=InitiativeOutcome,
    sums=SUMS,
)
MOVE = Procedure(
    "move",
    move,
    Move,
    charts=(*GROUND, "aircraft", "terrain", "target-types", "flight"),
    outcomes=MoveOutcome,
    sums=("speed",),
)
PHASE = Procedure(
    "phase",
    phase,
    Phase,
    charts=(*GROUND, *TOWED, "terrain", "target-types", "phases"),
    outcomes=PhaseOutcome,
    sums=("speed",),
    circumstances=Circumstance,
)
