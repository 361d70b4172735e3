"""Close Assault Tactic (CAT). Source: first-watch.txt 71."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import MOST_CM, counting


class CloseAssault(NamedTuple):
    """Infantry that close assault one armored vehicle."""

    attackers: Annotated[tuple[Term, ...], Field("the infantry units, counted", position=1, charts=("troops",))]
    target: Annotated[Term, Field("the armored vehicle", position=2, charts=("vehicles",), noun="vehicle")]
    range: Annotated[float, Field("range to the target", short="-r", unit="cm", at_least=0, at_most=MOST_CM)] = 0
    conditions: Conditions = NOTHING


class CloseAssaultOutcome(Outcome):
    DESTROYED = "destroyed", True, "{target} is destroyed by close assault"
    NO_EFFECT = "no effect", False, "{target} beats off the close assault"
    CANNOT_ATTACK = "cannot attack", False, "there is no close assault on {target}"


def close_assault(request: CloseAssault, charts: Charts, dice: Dice) -> Ruling:
    """Infantry close assault an armored vehicle at point-blank range: is it destroyed?

    One die against each target, modified by the number of infantry units; a 10 destroys.
    Source: first-watch.txt 71.
    """
    target = request.target.name
    names = (("target", charts.label("vehicles", target)),)
    armor = charts["vehicles", target, "armor-class"]
    troops = [charts["troops", term.name, "type"] for term in request.attackers]
    riders = [cell for cell in troops if cell.text != "infantry"]
    if armor.blank or riders:
        dice.show(Note("infantry alone make close assaults, on armored vehicles alone", CAT))
        return Ruling(CloseAssaultOutcome.CANNOT_ATTACK, names=names)
    if request.range:
        reach = charts["close-assault", "point-blank"]
        if request.range > reach.number:
            dice.show(Figure(reach.label, reach))
            return Ruling(CloseAssaultOutcome.CANNOT_ATTACK, names=names)
    destroys = charts["close-assault", "destroys"]
    number = () if charts.reads("FW-8", "natural") else by_number(request.attackers, charts)
    modifiers = charts.add_up("assault", *number)
    if dice.test(modifiers, D10, "close assault", destroys.needs):
        return Ruling(CloseAssaultOutcome.DESTROYED, names=names, effects=(Effect("destroy", target),))
    return Ruling(CloseAssaultOutcome.NO_EFFECT, names=names)


def by_number(attackers: tuple[Term, ...], charts: Charts) -> tuple[Cell, ...]:
    """The modifier for the number of infantry units, none for a nought."""
    units = sum(term.many for term in attackers)
    most = charts.axis("infantry-units").bands[-1][1]
    number = charts["infantry-units", "modifier", min(units, most)]
    return counting(number._replace(label=f"{units} infantry units"))


CAT = Source(section="Close Assault Tactic", lines="71")

CLOSE_ASSAULT = Procedure(
    "close-assault",
    close_assault,
    CloseAssault,
    charts=("troops", "vehicles", "close-assault", "infantry-units"),
    outcomes=CloseAssaultOutcome,
    sums=("assault",),
)
