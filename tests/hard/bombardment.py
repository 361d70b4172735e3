"""Grid bombardment: every gun throws, one hit counts, and each natural 1 disrupts the gun that threw it."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Axis, Cell, Chart, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Effect, Outcome, Ruling

COMBAT = Chart(
    name="combat",
    title="Score required to hit",
    source=Source(section="Combat Table", lines="grid.txt 130-163"),
    axes=(Axis("attacker"), Axis("target", names=("infantry", "guns", "tanks"))),
    rows={"artillery": (3, 5, 5), "mortars": (3, 5, None)},
    labels={},
    aliases={},
    sources={},
    conditions={},
    signs={"": ">="},
)


class Bombard(NamedTuple):
    """Batteries that fire at one target, whose class heads a column of the chart."""

    target: Annotated[str, Field("the class of the target", choices=("infantry", "guns", "tanks"))]
    artillery: Annotated[int, Field("artillery units firing", at_least=0)] = 0
    mortars: Annotated[int, Field("mortar units firing", at_least=0)] = 0
    deduction: Annotated[int, Field("what cover takes from each score", at_least=0, at_most=1)] = 0
    disrupted: Annotated[bool, Field("the target is disrupted already")] = False
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    ELIMINATED = "eliminated", True, "the target is eliminated"
    DISRUPTED = "disrupted", True, "the target is disrupted"
    NO_EFFECT = "no effect", False, "the target suffers nothing"


class Fire(NamedTuple):
    """What a battery's dice come to: units that hit, and units that disrupted themselves."""

    hits: int
    disrupted: int


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Several guns fire at one target: is it disrupted, and are they? Source: grid.txt 74-78, 170."""
    artillery = fire(charts["combat", "artillery", request.target], request.artillery, request.deduction, dice)
    mortars = fire(charts["combat", "mortars", request.target], request.mortars, request.deduction, dice)
    disrupted = {"artillery disrupted": artillery.disrupted, "mortars disrupted": mortars.disrupted}
    effects = tuple(Effect("disrupt", unit.split()[0], count) for unit, count in disrupted.items() if count)
    if not (artillery.hits or mortars.hits):
        return Ruling(BombardOutcome.NO_EFFECT, disrupted, effects=effects)
    outcome = BombardOutcome.ELIMINATED if request.disrupted else BombardOutcome.DISRUPTED
    return Ruling(outcome, disrupted, effects=effects)


def fire(required: Cell, units: int, deduction: int, dice: Dice) -> Fire:
    """A die for each unit: a score that hits, or a natural 1. A dash bars the class. Source: grid.txt 76-78."""
    if required.blank:
        return Fire(0, 0)
    name = required.ref.split(".")[1]
    return Fire(
        *dice.pool(units, D6, lambda face: (required.needs.met_by(face - deduction), face == 1), name, required.needs)
    )


BOMBARD = Procedure("bombard", bombard, Bombard, charts=("combat",), outcomes=BombardOutcome)
