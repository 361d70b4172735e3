"""Firing at the enemy: fire points, the variable die, what the chart gives.

Source: combat-captain.txt 592-701, 950-1022, 1025-1310.
"""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source, Sum, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.armor import kill, take_kill
from refcli.rulesets.combat_captain.casualties import Suffered, effects_of, mark_kills, suffered_told, take_hits
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import check_unit
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, target_of
from refcli.rulesets.combat_captain.pips import on_each_die, show_markers
from refcli.rulesets.combat_captain.volley import BANDS, MOST_DICE, Shot, Volley, volleys_of

LAST_ROW = 100
FIRE_POINTS = "fire points"
GUNS = ("cannon", "machine gun")
COUNTED = ("hits", "casualties", "kills", "markers")
PIPS = Source(section="Range Modifiers", lines="620-622")
CHART = Source(section="Fire Chart", lines="950-956")
AUTO = Source(section="Fire Chart", lines="1254-1255")
Given = int | str | None
"""What the fire chart gives: hits or a kill number, its word for an auto kill, nothing where no weapon aims."""
TWO_TARGETS = "the cannon of a tank fires at the first target, its machine gun at the second"


class Fire(NamedTuple):
    """Sub-units of one unit that fire together at a target; a tank may fire at two."""

    attackers: Annotated[
        tuple[Term, ...],
        Field(
            "the firing sub-units, /short, /medium or /long for a band of their own",
            position=1,
            charts=("weapons",),
            places=BANDS,
            noun="weapon",
        ),
    ]
    target: Annotated[
        tuple[Term, ...],
        Field(
            "the target; a second one is for the machine gun of a tank",
            position=2,
            charts=("non-armor", "armor"),
            places=BANDS,
            noun="target",
        ),
    ]
    range: Annotated[
        float | None, Field("inches to the target", short="-r", unit="inches", at_least=0, at_most=999)
    ] = None
    activity: Annotated[
        int, Field("activity dice of each sub-unit", short="-a", unit="dice", at_least=1, at_most=MOST_DICE)
    ] = 3
    cover: Annotated[int, Field("level of the target's cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of the firing unit", short="-m", at_least=0, at_most=6)] = 0
    swap: Annotated[int, Field("hits the owner swaps for morale markers, at most", at_least=0, at_most=99)] = 0
    conditions: Conditions = NOTHING


class FireOutcome(Outcome):
    MODEL_REMOVED = "model removed", True, "{target}: {killed} on the roster, {models} removed{swaps}{also}"
    DESTROYED = "destroyed", True, "{target} is destroyed: {fell}{swaps}{also}"
    KILL = "kill", True, "{target}: {killed} on the roster of its unit{swaps}{also}"
    CASUALTIES = "casualties", True, "{target}: {cost} of {struck} cost a man{swaps}{also}"
    SAVED = "saved", False, "{target}: saved by its cover{also}"
    NO_KILL = "no kill", False, "{target}: no kill{also}"
    NO_EFFECT = "no effect", False, "{target}: no effect{also}"
    CANNOT_FIRE = "cannot fire", False, "{attackers} cannot fire at {target} with any effect"


class Came(NamedTuple):
    """What the fire came to at one target."""

    outcome: FireOutcome
    suffered: Suffered


def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Sub-units fire: how many hits, or a kill?

    The dice of all sub-units make fire points, a variable die reads the chart. Non-armor saves and
    loses men; armor faces a kill die. Source: combat-captain.txt 592-683, 950-1022.
    """
    aimed = dice.sub(take_aim, (request, charts), "")
    if not aimed.volleys:
        names = aimed.names(" and ".join(aimed.called))
        return Ruling(FireOutcome.CANNOT_FIRE, dict.fromkeys(COUNTED, 0), names)
    came = dice.sub(shoot, (aimed.volleys, aimed.targets, request.markers, charts), "")
    best = min(came, key=lambda one: one.outcome.rank)
    hits, casualties, markers, _, kills = map(sum, zip(*[one.suffered for one in came], strict=True))
    return Ruling(
        best.outcome,
        {"hits": hits, "casualties": casualties, "kills": kills, "markers": markers},
        dice.told(names_of, aimed, best, came),
        dice.told(effects_at, aimed, came),
        tuple((target.name, one.outcome) for target, one in zip(aimed.targets, came, strict=True))
        if len(came) > 1
        else (),
    )


class Aimed(NamedTuple):
    """Who fires and what they bring, nothing where none may fire; what they fire at and what it is called."""

    firers: str
    fired: tuple[Effect, ...]
    volleys: tuple[Volley, ...]
    targets: tuple[Target, ...]
    called: tuple[str, ...]

    def names(self, target: str) -> tuple[tuple[str, str], ...]:
        """Who fires at what, in the ruleset's own words."""
        return ("attackers", self.firers), ("target", target)


def take_aim(request: Fire, charts: Charts, dice: Dice) -> Aimed:
    """What all firing sub-units bring, and what they fire at."""
    check_targets(request, charts)
    terms = tuple(term._replace(conditions=term.conditions + request.conditions) for term in request.target)
    shot = Shot(terms, request.range, request.activity, request.markers, request.conditions)
    volleys = volleys_of(request.attackers, shot, charts, dice)
    if volleys:
        show_markers(charts, dice, request.markers)
    return Aimed(
        in_words(request.attackers, charts, "weapons"),
        tuple(Effect("fired", volley.weapon, volley.many) for volley in volleys),
        volleys,
        tuple(target_of(charts, dice, term, NOTHING, request.cover, request.swap) for term in terms),
        tuple(charts.called(term.name, "non-armor", "armor") for term in terms),
    )


def names_of(aimed: Aimed, best: Came, came: tuple[Came, ...]) -> tuple[tuple[str, str], ...]:
    """What a verdict says of the target that fared worst, and of the other."""
    suffered, called = best.suffered, aimed.called
    lost, struck = some(suffered.casualties, "man", "men"), some(suffered.hits, "hit")
    others = [f"; {name}: {one.outcome.word}" for name, one in zip(called, came, strict=True) if one is not best]
    return (
        *aimed.names(called[came.index(best)]),
        ("also", "".join(others)),
        ("cost", str(suffered.casualties)),
        ("struck", struck),
        ("fell", f"{lost} lost to {struck}" if suffered.hits else "auto kill"),
        *suffered_told(suffered),
    )


def effects_at(aimed: Aimed, came: tuple[Came, ...]) -> tuple[Effect, ...]:
    """What the fire changes at every target, and who has fired."""
    at_each = zip(aimed.targets, came, strict=True)
    return (*[effect for target, one in at_each for effect in effects_of(target.name, one.suffered)], *aimed.fired)


def check_targets(request: Fire, charts: Charts) -> None:
    """Fire is at one sub-unit; only a tank fires at two. Source: 314-322, 670-675."""
    check_unit(request.attackers)
    tanks = all(not charts["weapons", firer.name, "machine-gun"].blank for firer in request.attackers)
    if len(request.target) > 2 or (len(request.target) == 2 and not tanks):
        raise Refused(f"fire is at one target; {TWO_TARGETS}")
    for target in request.target:
        if target.many > 1:
            raise Refused(f"fire is at one sub-unit, not {target.typed!r}; hits never pass to another")


def shoot(
    volleys: tuple[Volley, ...], targets: tuple[Target, ...], markers: int, charts: Charts, dice: Dice
) -> tuple[Came, ...]:
    """The dice of all sub-units, then what the chart gives at each target. Source: 598-609, 670-675."""
    if len(targets) == 1:
        number = dice.sub(number_of, (volleys, markers, charts), "")
        return (dice.sub(hit, (number, targets[0], markers, charts), ""),)
    points = dice.sub(fire_points, (volleys, len(targets), True, charts), "")
    return tuple(
        dice.sub(shoot_one, (points[at], target, markers, charts), f"{GUNS[at]} at {target.name}")
        for at, target in enumerate(targets)
    )


def number_of(volleys: tuple[Volley, ...], markers: int, charts: Charts, dice: Dice) -> Given:
    """What the chart gives for the dice of all sub-units. Source: 598-604."""
    (points,) = dice.sub(fire_points, (volleys, 1, True, charts), "")
    return read_chart(points, markers, charts, dice)


def shoot_one(points: int | None, target: Target, markers: int, charts: Charts, dice: Dice) -> Came:
    """What so many fire points do to one target. Source: 601-609."""
    number = dice.sub(read_chart, (points, markers, charts), "")
    return hit(number, target, markers, charts, dice)


def fire_points(
    volleys: tuple[Volley, ...], targets: int, complete: bool, charts: Charts, dice: Dice
) -> tuple[int | None, ...]:
    """The fire points at each target, one kind of sub-unit after the other; None where no weapon aims.

    What the referee adjusts comes in when they are ``complete``. Source: 598-604, 969-1011.
    """
    so_far: tuple[int | None, ...] = (None,) * targets
    if len(volleys) > 1:
        so_far = dice.sub(fire_points, (volleys[:-1], targets, False, charts), "")
    volley = volleys[-1]
    parts = [[] if points is None else [Cell(points, "fire points so far", "", PIPS)] for points in so_far]
    for aim, pips in zip(volley.aims, volley.throw(dice), strict=True):
        parts[aim.at] += [Cell(pips, f"{aim.label}, {aim.pips.which} dice", "", PIPS), *aim.modifiers]
    points = list(so_far)
    for at, added in enumerate(parts):
        if len(added) > 1 or (added and complete):
            total = (
                charts.add_up(FIRE_POINTS, *added)
                if complete
                else Sum(FIRE_POINTS, tuple(added), sum(cell.number for cell in added))
            )
            dice.show(total)
            points[at] = int(total.total)
    return tuple(points)


def read_chart(points: int | None, markers: int, charts: Charts, dice: Dice) -> Given:
    """The variable die and what the fire chart has there. Source: 601-604, 1025-1255."""
    if points is None:
        return None
    column = dice.sub(variable_die, (markers, charts), "")
    if points < 1:
        dice.show(Note("no fire points: no hits", CHART))
        return 0
    row = min(points, LAST_ROW)
    cell = charts["fire-chart", str(row), str(column)]
    dice.show(Figure(f"fire chart: {row} points, column {column}", cell))
    if cell.blank:
        return 0
    return cell.value if isinstance(cell.value, str) else whole(cell)


def variable_die(markers: int, charts: Charts, dice: Dice) -> int:
    """The column that the variable die reads. Source: 601-604, 1018."""
    lowered = (on_each_die(charts, markers),) if markers else ()
    variable = charts.add_up("variable die", *lowered)
    result = variable.plus_die(dice.die(D6, "variable die"))
    if variable.parts:
        dice.show(result)
    return max(1, min(6, int(result.total)))


def hit(number: Given, target: Target, markers: int, charts: Charts, dice: Dice) -> Came:
    """What a figure of the fire chart does to one target. Source: 655-660, 954-956."""
    if number is None:
        return Came(FireOutcome.CANNOT_FIRE, Suffered())
    if isinstance(number, str):
        dice.show(Note("auto kill: neither a save nor a further die", AUTO))
        if target.armored:
            return came_to_vehicle(mark_kills(1, target, charts, dice))
        return Came(FireOutcome.DESTROYED, Suffered(casualties=target.men, markers=1, destroyed=1))
    if not number:
        return Came(FireOutcome.NO_EFFECT, Suffered())
    if target.armored:
        return hit_armor(number, target, markers, charts, dice)
    return hit_non_armor(number, target, charts, dice)


def hit_non_armor(hits: int, target: Target, charts: Charts, dice: Dice) -> Came:
    """Possible hits on a non-armored target: men, or a vehicle on its roster. Source: 562-578, 655-657, 660."""
    suffered = take_hits(hits, target, charts, dice)
    if target.vehicle:
        return came_to_vehicle(suffered)
    if suffered.destroyed:
        return Came(FireOutcome.DESTROYED, suffered)
    return Came(FireOutcome.CASUALTIES if suffered.casualties else FireOutcome.SAVED, suffered)


def hit_armor(number: int, target: Target, markers: int, charts: Charts, dice: Dice) -> Came:
    """A kill number against an armored target. Source: 658-660, 955-956."""
    if not kill(number, markers, charts, dice):
        return Came(FireOutcome.NO_KILL, Suffered())
    return came_to_vehicle(take_kill(target, charts, dice))


def came_to_vehicle(suffered: Suffered) -> Came:
    """The outcome at a vehicle that had a kill to save. Source: 576-578, 660."""
    if suffered.destroyed:
        return Came(FireOutcome.MODEL_REMOVED, suffered)
    return Came(FireOutcome.KILL if suffered.kills else FireOutcome.SAVED, suffered)


FIRE = Procedure(
    "fire",
    fire,
    Fire,
    charts=(
        "weapons",
        "fire-modifiers",
        "ranges",
        "counting",
        "sight",
        "fire-chart",
        "kill",
        "activity",
        *COVER_CHARTS,
    ),
    outcomes=FireOutcome,
    sums=(FIRE_POINTS, "variable die", "kill die", "cover"),
    circumstances=Circumstance,
)
