"""Cover, and the saves it gives. Source: combat-captain.txt 362-444, 582-591, 660."""

from typing import NamedTuple

from refcli.core.charts import Cell, Need, whole
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.request import Conditions, Term
from refcli.core.ruling import Figure
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.nashcon import in_nashcon
from refcli.rulesets.combat_captain.pips import on_each_die


class Target(NamedTuple):
    """What is hit: its row, its level of cover, the markers on its unit, the men it has left.

    A vehicle has no men but the kills that its unit has had; an ``armored`` one faces a kill number, another hits.
    """

    name: str
    level: int
    markers: int = 0
    men: int = 0
    kills: int = 0
    swap: int = 0
    vehicle: bool = False
    armored: bool = False


def target_of(charts: Charts, dice: Dice, term: Term, conditions: Conditions, cover: int = 0, swap: int = 0) -> Target:
    """A target as the rules see it, its cover already judged. Source: 366-381, 430-444."""
    stated = conditions + term.conditions
    level = level_of_cover(charts, dice, term.name, stated, cover)
    markers = stated[Circumstance.MARKER]
    if is_vehicle(charts, term.name):
        armored = not charts.has("non-armor", term.name)
        return Target(
            term.name, level, markers, kills=stated[Circumstance.KILL], swap=swap, vehicle=True, armored=armored
        )
    men = whole(charts["non-armor", term.name, "men"], at_least=1)
    lost = stated[Circumstance.MAN_LOST]
    if lost >= men:
        raise Refused(f"{term.name} has {men} men; {lost} lost before leave nobody to hit")
    return Target(term.name, level, markers, men - lost, swap=swap)


def is_vehicle(charts: Charts, target: str) -> bool:
    """Whether a target is a vehicle, armored or not."""
    return not charts.has("non-armor", target) or charts["non-armor", target, "target"].text == "soft-vehicle"


def level_of_cover(charts: Charts, dice: Dice, target: str, stated: Conditions, cover: int) -> int:
    """The level of cover that protects: cover sticks or terrain, the better, five at most.

    Vehicles have level 2 or none; levels 1 to 3 do not protect from the rear. Source: 34-36, 364-381, 430-433, 441-444.
    """
    level = stated[Circumstance.COVER_STICK] or cover
    overturned = in_nashcon(Circumstance.OVERTURNED, "terrain-cover", stated, charts, dice)
    for terrain in (Circumstance.HEDGE, Circumstance.WALL, Circumstance.OVERTURNED):
        if terrain in stated and (terrain != Circumstance.OVERTURNED or overturned):
            level = max(level, whole(charts["terrain-cover", terrain]))
    level = min(5, level)
    if level and is_vehicle(charts, target):
        of_vehicles = whole(charts["vehicle-cover", "vehicle"])
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
    dice.show(Figure(f"{save.label}: {charts.label('cover', 'save')}", save))
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


COVER_CHARTS = ("non-armor", "armor", "cover", "terrain-cover", "vehicle-cover", "morale")
"""What every procedure reads that saves for cover."""
