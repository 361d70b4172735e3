"""Penetration. Source: first-watch.txt 69, 77-79, 90."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import FIRST_YEAR, LAST_YEAR, MOST_CM, armored

FACINGS = ("front", "side", "rear")

CHARTS = ("penetration", "penetration-range", "vehicles", "facing")
"""The charts that the comparison of penetration and armor reads."""


class Penetrate(NamedTuple):
    """A shot that has hit an armored vehicle."""

    attacker: Annotated[
        Term, Field("the gun or anti-tank weapon", position=1, charts=("guns", "anti-tank"), noun="weapon")
    ]
    target: Annotated[Term, Field("the vehicle that was hit", position=2, charts=("vehicles",), noun="vehicle")]
    range: Annotated[float, Field("range to the target", short="-r", unit="cm", at_least=0, at_most=MOST_CM)]
    facing: Annotated[str, Field("the side that the shot strikes, by the overlay", short="-f", choices=FACINGS)] = (
        "front"
    )
    year: Annotated[
        int | None, Field("year of the battle; the weapon's first by default", at_least=FIRST_YEAR, at_most=LAST_YEAR)
    ] = None
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    DESTROYED = "destroyed", True, "{target} is destroyed{how}"
    NOT_PENETRATED = "not penetrated", False, "{target} is not penetrated{how}"
    NO_SHOT = "no shot", False, "{attacker} has no shot at {target}"


class Struck(NamedTuple):
    """What the comparison came to, and how; blank when the weapon does not reach, or is not in service yet."""

    penetrated: bool = False
    how: str = ""


def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """A shot that hit: does it penetrate and destroy the vehicle?

    No dice: Penetration Value less the range penalty against Armor Class times Facing Modifier.
    Source: first-watch.txt 69, 77-79, 90.
    """
    attacker, target = request.attacker.name, request.target.name
    called = charts.called(attacker, "guns", "anti-tank")
    of_shot = (("attacker", called), ("target", charts.label("vehicles", target)))
    if wasted(attacker, target, charts, dice):
        return Ruling(PenetrateOutcome.NO_SHOT, names=of_shot)
    struck = strike(attacker, target, request.range, request.facing, request.year, charts, dice)
    names = (*of_shot, ("how", struck.how))
    if not struck.how:
        return Ruling(PenetrateOutcome.NO_SHOT, names=names)
    if struck.penetrated:
        return Ruling(PenetrateOutcome.DESTROYED, names=names, effects=(Effect("destroy", target),))
    return Ruling(PenetrateOutcome.NOT_PENETRATED, names=names)


def wasted(attacker: str, target: str, charts: Charts, dice: Dice) -> bool:
    """Whether an infantry anti-tank weapon has no armored vehicle before it; tell if so. Source: first-watch.txt 69.

    A heavy machinegun, which is small arms too, may opt for main gun fire at anything.
    """
    if not charts.has("anti-tank", attacker) or charts.has("small-arms", attacker) or armored(target, charts):
        return False
    dice.show(Note("infantry use anti-tank weapons against armored vehicles alone", ANTI_TANK))
    return True


ANTI_TANK = Source(section="Small Arms", lines="69")


def strike(
    attacker: str, target: str, range: float, facing: str, year: int | None, charts: Charts, dice: Dice
) -> Struck:
    """Compare penetration and armor. Source: first-watch.txt 77-79."""
    value = value_of(attacker, year, charts)
    penalty = charts["penetration-range", attacker, range]
    for cell, why in ((value, "not in service"), (penalty, "out of range")):
        if cell.blank:
            dice.show(Note(f"no shot: {cell.label} is {why}", cell.source))
            return Struck()
    armor_class = charts["vehicles", target, "armor-class"]
    if armor_class.blank:
        dice.show(Note(f"{armor_class.label} is not armored: a hit is enough", armor_class.source))
        return Struck(penetrated=True, how=" by the hit")
    factor = charts["facing", "front"] if facing == "front" else charts["vehicles", target, facing]
    dice.show(Figure(f"Armor Class of {armor_class.label}", armor_class))
    dice.show(Figure(f"Facing Modifier, {facing}", factor))
    product = round(armor_class.number * factor.number, 2)
    armor = charts.add_up("armor value", Cell(product, "Armor Class x Facing Modifier", "", ARMOR_VALUE))
    dice.show(armor)
    penetration = charts.add_up(
        "penetration",
        value._replace(label="Penetration Value"),
        *((penalty._replace(label=f"range, {range:g} cm"),) if penalty.number else ()),
    )
    result = penetration._replace(needs=Need(">=", armor.total))
    dice.show(result)
    return Struck(result.met, f": penetration {penetration.total:g} against armor {armor.total:g}")


ARMOR_VALUE = Source(section="Main Gun Fire", lines="77")


def value_of(attacker: str, year: int | None, charts: Charts) -> Cell:
    """The weapon's Penetration Value in a year; without one, the first with which it pierces anything."""
    if year is not None:
        return charts["penetration", attacker, year]
    first, *later = charts.axis("penetration").columns
    value = charts["penetration", attacker, first]
    for column in later:
        if not value.value:
            value = charts["penetration", attacker, column]
    return value


PENETRATE = Procedure(
    "penetrate",
    penetrate,
    Penetrate,
    charts=("guns", "anti-tank", "small-arms", *CHARTS),
    outcomes=PenetrateOutcome,
    sums=("penetration", "armor value"),
)
