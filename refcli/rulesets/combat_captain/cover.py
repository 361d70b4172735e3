"""Cover, and the saves it gives. Source: combat-captain.txt 362-444, 582-591, 660."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Cell, Charts, Dice, Refused, TargetNumber, part
from refcli.rulesets.combat_captain.losses import group_of
from refcli.rulesets.combat_captain.unit import holds_in_nashcon, on_each_die

COVER_CHARTS = ("non-armor", "armor", "cover", "terrain-cover", "vehicle-cover", "morale")
"""What every procedure reads that saves for cover."""
TARGETS = ("non-armor", "armor")
"""The charts whose rows are targets."""
BESIDE = "sub-unit-beside"

LevelOfCover = Annotated[
    int, Field("its level of cover", said="level {value} cover", short="-c", unit="level", at_least=0, at_most=5)
]
TheirCover = Annotated[
    int, Field("their level of cover", said="level {value} cover", short="-c", unit="level", at_least=0, at_most=5)
]


class Target(NamedTuple):
    """What is hit: its row, its level of cover, the markers on its unit, the men it has left, what it is called.

    Its unit may have lost men ``elsewhere``, and has so many sub-units left ``beside`` it, if that is known; only a
    unit that gets a marker asks for them. A vehicle has no men but the kills that its unit has had; an ``armored`` one
    faces a kill number, another hits.
    """

    name: str
    level: int
    markers: int = 0
    men: int = 0
    elsewhere: int = 0
    beside: Conditions = NOTHING
    kills: int = 0
    swap: int = 0
    vehicle: bool = False
    armored: bool = False
    called: str = ""
    group: tuple[int, str] = (0, "")


def target_of(term: Term, of_all: Conditions, cover: int, charts: Charts, dice: Dice, *, swap: int = 0) -> Target:
    """A target as the rules see it, its cover already judged. Source: 366-381, 430-444."""
    stated = of_all + term.conditions
    level = level_of_cover(term.name, stated, cover, charts, dice)
    called = charts.called(term.name, *TARGETS)
    beside = stated.only((BESIDE,))
    target = Target(term.name, level, stated["marker"], beside=beside, swap=swap, called=called)
    if is_vehicle(term.name, charts):
        return target._replace(kills=stated["kill"], vehicle=True, armored=not charts.has("non-armor", term.name))
    men = charts["non-armor", term.name, "men"].whole(at_least=1)
    lost = stated["man-lost"]
    if lost >= men:
        raise Refused(f"{term.name} has {men} men: {lost} lost before leave nobody to hit")
    if lost + stated["unit-lost"] >= men:
        raise Refused(
            f"{lost + stated['unit-lost']} men of the unit lost before are a whole sub-unit: consolidate them first"
        )
    return target._replace(men=men - lost, elsewhere=stated["unit-lost"], group=group_of(term))


def is_vehicle(target: str, charts: Charts) -> bool:
    """Whether a target is a vehicle, armored or not."""
    return not charts.has("non-armor", target) or charts["non-armor", target, "target"].text == "soft-vehicle"


def level_of_cover(target: str, stated: Conditions, cover: int, charts: Charts, dice: Dice) -> int:
    """The level of cover that protects: cover sticks or terrain, the better, five at most.

    Vehicles have level 2 or none; levels 1 to 3 do not protect from the rear. Source: 34-36, 364-381, 430-433, 441-444.
    """
    level = stated["cover-stick"] or cover
    terrain = [name for name in ("hedge", "wall") if name in stated]
    if holds_in_nashcon("overturned", "terrain-cover", stated, charts, dice):
        terrain.append("overturned")
    level = min(5, max([level, *(charts["terrain-cover", name].whole() for name in terrain)]))
    if level and is_vehicle(target, charts):
        of_vehicles = charts["vehicle-cover", "vehicle"].whole()
        level = of_vehicles if level >= of_vehicles else 0
    if level and "from-rear" in stated and charts["cover", str(level), "degrees"].number < 360:
        return 0
    return level


@part
def saves_on(target: Target, charts: Charts, dice: Dice) -> TargetNumber | None:
    """What each save needs; None without cover. Source: 369-381, 582-591; readings CC-7."""
    cover = charts.add_up("cover", Cell(target.level, "level of cover", "", charts.source("cover")))
    level = max(0, min(5, int(cover.total)))
    if len(cover.parts) > 1:
        dice.show(cover)
    if not level:
        return None
    save = charts["cover", str(level), "save"]
    dice.show(save)
    if target.markers and charts.reads("CC-7", "literal"):
        lower = on_each_die(target.markers, charts)
        dice.show(lower, "{0}, on each save", lower.label)
        return TargetNumber(save.sign, save.number - lower.number)
    return save.target_number


def saved(hits: int, target: Target, charts: Charts, dice: Dice) -> int:
    """How many possible hits are saved: a die for each. Source: 582-591."""
    needed = saves_on(target, charts, dice) if hits else None
    if needed is None:
        return 0
    return dice.pool(hits, D6, lambda face: int(needed.met_by(face)), "saves", needed)
