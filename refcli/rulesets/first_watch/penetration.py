"""Penetration. Source: first-watch.txt 69, 77-79, 90."""

from refcli.core.cells import Cell, Source, TargetNumber
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Refused, Ruling, note, procedure
from refcli.rulesets.first_watch.attack import Range, Year, armored, counting
from refcli.rulesets.first_watch.effects import Kind
from refcli.rulesets.first_watch.shots import COMPARED, FACINGS, Shot

GUNS = ("guns", "anti-tank", "vehicles")
"""The charts that name what penetrates: a vehicle stands for its main gun."""

CHARTS = ("penetration", "penetration-range", "penetration-range-1943", "vehicles", "facing")
"""The charts that the comparison of penetration and armor reads."""

ANTI_TANK = Source(section="Small Arms", lines="69")
ARMOR_VALUE = Source(section="Main Gun Fire", lines="77")


class Penetrate(NamedTuple):
    """A shot that has hit an armored vehicle."""

    attacker: Annotated[
        Term, Field("the gun or anti-tank weapon, or the vehicle that fires it", 1, GUNS, noun="weapon")
    ]
    target: Annotated[Term, Field("the vehicle that was hit", 2, ("vehicles",), noun="vehicle")]
    range: Range
    facing: Annotated[str, Field("the side that the shot strikes, by the overlay", short="-f", choices=FACINGS)] = (
        "front"
    )
    year: Year = None
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    DESTROYED = "destroyed", True, f"{{The target}} {{target:is|are}} destroyed{COMPARED}[!compared? by the hit]."
    NOT_PENETRATED = "not penetrated", False, f"{{The target}} {{target:is|are}} not penetrated{COMPARED}."
    NO_SHOT = "no shot", Outcome.NO_ATTEMPT, "{The attacker} {attacker:has|have} no shot at {the target}."


@procedure(
    "penetrate",
    PenetrateOutcome,
    ("guns", "anti-tank", "small-arms", *CHARTS),
    sums=("penetration", "armor value"),
    rolls=False,
)
def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """A shot that hit: does it penetrate and destroy the vehicle?

    No dice: Penetration Value less the range penalty against Armor Class times Facing Modifier.
    Source: first-watch.txt 69, 77-79, 90.
    """
    weapon, target = weapon_of(request.attacker.name, charts, dice), request.target.name
    shot = Shot(weapon, target, request.range, request.facing, request.year, request.conditions)
    bar = bar_to_infantry(shot, charts) or out_of_reach(shot, charts)
    if bar:
        dice.show(bar)
        return Ruling(PenetrateOutcome.NO_SHOT)
    armor_class = charts["vehicles", target, "armor-class"]
    if armor_class.blank:
        name = charts.called(target, "vehicles")
        dice.show(note("{The target} is not armored: a hit is enough.", armor_class.source, target=name))
        return Ruling(PenetrateOutcome.DESTROYED, {}, lambda: (destroyed(shot, charts),))
    return pierce(PenetrateOutcome, shot, charts, dice)


def weapon_of(name: str, charts: Charts, dice: Dice) -> str:
    """The weapon of a name: a vehicle fires its main gun, which is told. Source: first-watch.txt 73, 77.

    Raises Refused for a vehicle without one.
    """
    if not charts.has("vehicles", name):
        return name
    gun = charts["vehicles", name, "main-gun"]
    if gun.blank:
        raise Refused(f"attacker: {gun.label} has no main gun; name the weapon that it fires, such as lmg or hmg")
    told = {"vehicle": charts.called(name, "vehicles"), "gun": charts.label("guns", gun.text)}
    dice.show(note("{vehicle}: {gun} main gun", gun.source, **told))
    return gun.text


def bar_to_infantry(shot: Shot, charts: Charts) -> Note | None:
    """Why an infantry anti-tank weapon has no shot: no armored vehicle is before it. Source: first-watch.txt 69.

    A heavy machinegun, which is small arms too, may opt for main gun fire at anything.
    """
    infantry = charts.has("anti-tank", shot.weapon) and not charts.has("small-arms", shot.weapon)
    if infantry and not armored(shot.target, charts):
        return Note("infantry use anti-tank weapons only against armored vehicles", ANTI_TANK)
    return None


def out_of_reach(shot: Shot, charts: Charts) -> Note | None:
    """Why a shot cannot penetrate: its weapon is not in service yet, or does not reach. Source: first-watch.txt 77."""
    value = value_of(shot, charts)
    penalty = penalty_of(shot, charts)
    if value.blank:
        return note("no shot: {the weapon} is not in service", value.source, weapon=value.label)
    if penalty.blank:
        return note("no shot: {the weapon} is out of range", penalty.source, weapon=penalty.label)
    return None


def pierce(outcomes: type[Outcome], shot: Shot, charts: Charts, dice: Dice) -> Ruling:
    """The penetration of a shot that reaches, against the armor that it strikes. Source: first-watch.txt 77-79."""
    armor_class = charts["vehicles", shot.target, "armor-class"]
    facing = charts["facing", "front"] if shot.facing == "front" else charts["vehicles", shot.target, shot.facing]
    dice.show(armor_class, "Armor Class of {0}", armor_class.label)
    dice.show(facing, "Facing Modifier, {0}", shot.facing)
    product = round(armor_class.number * facing.number, 2)
    armor = charts.add_up("armor value", Cell(product, "Armor Class x Facing Modifier", "", ARMOR_VALUE))
    dice.show(armor)

    value = value_of(shot, charts).called("Penetration Value")
    penalty = penalty_of(shot, charts).told("range, {0} cm", shot.range)
    penetration = charts.add_up("penetration", value, *counting(penalty))
    penetration = dice.show(penetration._replace(target=TargetNumber(">=", armor.total)))
    compared = {"compared": True, "penetration": penetration.total, "armor": armor.total}
    if penetration.passed:
        return Ruling(outcomes["DESTROYED"], {}, lambda: (destroyed(shot, charts),), told=compared)
    return Ruling(outcomes["NOT_PENETRATED"], told=compared)


def destroyed(shot: Shot, charts: Charts) -> Effect:
    """The loss of a vehicle. Source: first-watch.txt 79."""
    return Effect(Kind.DESTROY, charts.called(shot.target, "vehicles"), role="target")


def value_of(shot: Shot, charts: Charts) -> Cell:
    """The weapon's Penetration Value in the year of the shot. Source: first-watch.txt 77, 90."""
    return charts["penetration", shot.weapon, year_of(shot, charts)]


def penalty_of(shot: Shot, charts: Charts) -> Cell:
    """The weapon's range penalty: from 1943 of its new shot, if it got one. Source: first-watch.txt 77, 90; FW-62."""
    years = charts.axis("penetration")
    late = years.column_of(year_of(shot, charts)) == len(years.columns) - 1
    new_shot = late and charts.has("penetration-range-1943", shot.weapon)
    return charts["penetration-range-1943" if new_shot else "penetration-range", shot.weapon, shot.range]


def year_of(shot: Shot, charts: Charts) -> int | str:
    """The year of the shot; where none is said, the first years in which the weapon pierces anything."""
    if shot.year is not None:
        return shot.year
    years = charts.axis("penetration").columns
    return next((year for year in years if charts["penetration", shot.weapon, year].value), years[-1])
