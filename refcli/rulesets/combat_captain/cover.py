"""Cover, saves, and the hits that an owner swaps for markers. Source: combat-captain.txt 362-444, 582-591, 655-660."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.in_force import Charts
from refcli.core.ruleset import Conditions, Field, Procedure, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import some
from refcli.rulesets.combat_captain.nashcon import in_nashcon
from refcli.rulesets.combat_captain.pips import on_each_die

MAN, MARKER = "a man", "a marker"
SWAPS = Source(section="Number of Hits", lines="655-657")
BEYOND = Source(section="Casualties", lines="565-572")


class Target(NamedTuple):
    """What is hit: its row, its level of cover, the markers on its unit, the men or kills it has left or had."""

    name: str
    level: int
    markers: int = 0
    men: int = 0
    kills: int = 0
    swap: int = 0
    vehicle: bool = False

    @property
    def armored(self) -> bool:
        """Whether kills count, not men."""
        return not self.men


class Suffered(NamedTuple):
    """What possible hits came to."""

    hits: int = 0
    casualties: int = 0
    markers: int = 0
    destroyed: bool = False
    killed: bool = False


def target_of(charts: Charts, dice: Dice, term: Term, conditions: Conditions, cover: int = 0, swap: int = 0) -> Target:
    """A target as the rules see it, its cover already judged. Source: 366-381, 430-444."""
    stated = conditions + term.conditions
    level = level_of_cover(charts, dice, term.name, stated, cover)
    markers = stated[Circumstance.MARKER]
    if not charts.has("non-armor", term.name):
        return Target(term.name, level, markers, kills=stated[Circumstance.KILL], vehicle=True)
    men = int(charts["non-armor", term.name, "men"].number)
    lost = stated[Circumstance.MAN_LOST]
    if lost >= men:
        raise Refused(f"{term.name} has {men} men; {lost} lost before leave nobody to hit")
    return Target(term.name, level, markers, men - lost, swap=swap, vehicle=is_vehicle(charts, term.name))


def name_of(charts: Charts, target: str) -> str:
    """A target in the ruleset's own words."""
    return charts.label("non-armor" if charts.has("non-armor", target) else "armor", target)


def is_vehicle(charts: Charts, target: str) -> bool:
    """Whether a target is a vehicle, armored or not."""
    return not charts.has("non-armor", target) or charts["non-armor", target, "target"].text == "soft-vehicle"


def level_of_cover(charts: Charts, dice: Dice, target: str, stated: Conditions, cover: int) -> int:
    """The level of cover that protects: cover sticks or terrain, the better; vehicles have level 2 or none.

    Levels 1 to 3 do not protect from the rear. Source: 34-36, 366-381, 430-433, 441-444.
    """
    level = min(5, stated[Circumstance.COVER_STICK] or cover)
    overturned = in_nashcon(Circumstance.OVERTURNED, "terrain-cover", stated, charts, dice)
    for terrain in (Circumstance.HEDGE, Circumstance.WALL, Circumstance.OVERTURNED):
        if terrain in stated and (terrain != Circumstance.OVERTURNED or overturned):
            level = max(level, int(charts["terrain-cover", terrain].number))
    if level and is_vehicle(charts, target):
        of_vehicles = int(charts["vehicle-cover", "vehicle"].number)
        level = of_vehicles if level >= of_vehicles else 0
    if level and Circumstance.FROM_REAR in stated and charts["cover", str(level), "degrees"].number < 360:
        return 0
    return level


def need_to_save(target: Target, charts: Charts, dice: Dice) -> Need | None:
    """What each save needs; None without cover. Source: 369-381, 582-591; readings CC-7."""
    stands = Cell(target.level, "level of cover", "", charts.source("cover"))
    cover = charts.add_up("cover", stands)
    level = max(0, min(5, int(cover.total)))
    if len(cover.parts) > 1:
        dice.show(cover)
    if not level:
        return None
    save = charts["cover", str(level), "save"]
    dice.show(Figure(save.label, save))
    if target.markers and charts.reads("CC-7", "literal"):
        lower = on_each_die(charts, target.markers)
        dice.show(Figure(f"{lower.label}, on each save", lower))
        return Need(save.sign, save.number - lower.number)
    return save.needs


def saved(hits: int, target: Target, charts: Charts, dice: Dice) -> int:
    """How many possible hits are saved: a die for each. Source: 582-591."""
    if not hits:
        return 0
    need = dice.sub(need_to_save, (target, charts), "")
    if need is None:
        return 0
    return dice.pool(hits, D6, lambda face: int(need.met_by(face)), "saves", need)


def may_swap(charts: Charts, hits: int) -> range:
    """Which of so many hits the owner may swap for a morale marker. Source: 655-657; readings CC-16."""
    if charts.reads("CC-16", "second"):
        return range(2, hits + 1, 2)
    return range(2, hits + 1) if charts.reads("CC-16", "all-but-first") else range(3, hits + 1, 2)


def lose_men(hits: int, target: Target, charts: Charts, dice: Dice) -> Suffered:
    """Possible hits on a non-armored target: saves, swaps for markers, men lost, perhaps the whole sub-unit.

    Hits beyond its men are lost. Source: 562-573, 655-660.
    """
    left = hits - saved(hits, target, charts, dice)
    swapped = 0
    for number in may_swap(charts, left):
        policy = MARKER if swapped < target.swap else MAN
        swapped += dice.decide(f"hit {number}: man or marker", (MAN, MARKER), policy) == MARKER
    if swapped:
        dice.show(Note(f"hits swapped for morale markers of the unit: {swapped}", SWAPS))
    casualties = min(left - swapped, target.men)
    if left - swapped > target.men:
        dice.show(Note(f"hits beyond its men are lost: {left - swapped - target.men}", BEYOND))
    destroyed = casualties == target.men
    return Suffered(hits, casualties, swapped + destroyed, destroyed)


def effects_of(name: str, suffered: Suffered) -> tuple[Effect, ...]:
    """What possible hits change on the table."""
    effects = []
    if suffered.casualties:
        effects.append(Effect("casualties", name, suffered.casualties))
    if suffered.killed:
        effects.append(Effect("kill", name))
    if suffered.destroyed:
        effects.append(Effect("remove", name))
    if suffered.markers:
        effects.append(Effect("marker", name, suffered.markers))
    return tuple(effects)


class Save(NamedTuple):
    """A sub-unit that takes possible hits."""

    target: Annotated[Term, Field("the sub-unit hit", position=1, charts=("non-armor", "armor"), noun="target")]
    hits: Annotated[
        int, Field("possible hits, or kills on a vehicle", short="-n", unit="hits", at_least=1, at_most=99)
    ] = 1
    cover: Annotated[int, Field("its level of cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    swap: Annotated[int, Field("hits swapped for markers, at most", unit="hits", at_least=0, at_most=99)] = 0
    conditions: Conditions = NOTHING


class SaveOutcome(Outcome):
    ALL_SAVED = "all saved", True, "{target} saves {taken}"
    CASUALTIES = "casualties", False, "{target}: {casualties} of {taken} cost a man{swaps}"
    KILLS = "kills", False, "{target}: {kills} of {taken} on the roster"
    DESTROYED = "destroyed", False, "{target} is destroyed: {casualties} of {taken} cost a man{swaps}"


def save(request: Save, charts: Charts, dice: Dice) -> Ruling:
    """Saves for cover: how many possible hits cost a man?

    A die for each, the level of cover or less. Source: combat-captain.txt 582-591, 655-660.
    """
    target = target_of(charts, dice, request.target, request.conditions, request.cover, request.swap)
    names = {
        "target": name_of(charts, target.name),
        "swaps": "",
        "taken": some(request.hits, "kill" if target.armored else "possible hit"),
    }
    if target.armored:
        kills = request.hits - saved(request.hits, target, charts, dice)
        outcome = SaveOutcome.KILLS if kills else SaveOutcome.ALL_SAVED
        counts = {"hits": request.hits, "casualties": 0, "kills": kills, "markers": 0}
        return Ruling(outcome, counts, tuple(names.items()), (Effect("kill", target.name, kills),) if kills else ())
    suffered = lose_men(request.hits, target, charts, dice)
    if suffered.markers > suffered.destroyed:
        names["swaps"] = f", {suffered.markers - suffered.destroyed} a marker"
    if suffered.destroyed:
        outcome = SaveOutcome.DESTROYED
    else:
        outcome = SaveOutcome.CASUALTIES if suffered.casualties else SaveOutcome.ALL_SAVED
    return Ruling(
        outcome,
        {"hits": request.hits, "casualties": suffered.casualties, "kills": 0, "markers": suffered.markers},
        tuple(names.items()),
        effects_of(target.name, suffered),
    )


COVER_CHARTS = ("non-armor", "armor", "cover", "terrain-cover", "vehicle-cover", "morale")
"""What every procedure reads that saves for cover."""

SAVE = Procedure(
    "save",
    save,
    Save,
    charts=(*COVER_CHARTS,),
    outcomes=SaveOutcome,
    sums=("cover",),
    circumstances=Circumstance,
)
