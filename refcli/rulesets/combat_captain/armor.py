"""Armored targets: the kill number, the further die.

Source: combat-captain.txt 430-433, 576-578, 658-659, 710-712, 955-956, 1013-1015.
"""

from typing import Annotated, NamedTuple

from refcli.core.charts import Need, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Figure, Note, Outcome, Ruling
from refcli.rulesets.combat_captain.casualties import Suffered, effects_of, mark_kills
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, saved, target_of
from refcli.rulesets.combat_captain.pips import on_each_die

NUMBER = Source(section="Number of Hits", lines="658-659, 955-956")


class Penetrate(NamedTuple):
    """A kill number that the fire chart gave against an armored target."""

    target: Annotated[Term, Field("the armored target", position=1, charts=("armor",), noun="target")]
    number: Annotated[
        int, Field("the kill number of the fire chart", short="-n", unit="number", at_least=0, at_most=17)
    ]
    cover: Annotated[int, Field("its level of cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    markers: Annotated[int, Field("morale markers of the firing unit", short="-m", at_least=0, at_most=6)] = 0
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    MODEL_REMOVED = "model removed", True, "{target}: a kill, and a model is removed"
    KILL = "kill", True, "{target}: a kill on the roster of its unit"
    SAVED = "saved", False, "{target}: the kill is saved by its cover"
    NO_KILL = "no kill", False, "{target}: no kill"


def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """The kill die: does a kill number destroy an armored target?

    A die of the kill number or less kills, 6 or more needs none; a vehicle in cover may save; every
    third kill of the unit removes a model. Source: combat-captain.txt 576-578, 658-660.
    """
    target = target_of(charts, dice, request.target, request.conditions, request.cover)
    killed = kill(request.number, request.markers, charts, dice)
    suffered = take_kill(target, charts, dice) if killed else Suffered()
    if suffered.kills:
        outcome = PenetrateOutcome.MODEL_REMOVED if suffered.destroyed else PenetrateOutcome.KILL
    else:
        outcome = PenetrateOutcome.SAVED if killed else PenetrateOutcome.NO_KILL
    return Ruling(
        outcome,
        {"kills": suffered.kills},
        names=(("target", charts.called(target.name, "non-armor", "armor")),),
        effects=effects_of(target.name, suffered),
    )


def kill(number: int, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether a kill number kills, before any save. Source: 658-659, 955-956; readings CC-7."""
    if number <= 0:
        dice.show(Note("no kill number: no effect", NUMBER))
        return False
    automatic = charts["kill", "automatic"]
    if automatic.needs.met_by(number):
        dice.show(Figure(f"kill number {number}: no die needed at", automatic))
        return True
    lowered = (on_each_die(charts, markers),) if markers and charts.reads("CC-7", "literal") else ()
    kill_die = charts.add_up("kill die", *lowered)
    return dice.test(kill_die, D6, "kill die", Need("<=", number))


def take_kill(target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A kill: saved by cover, or marked on the roster. Source: 430-433, 576-578, 660."""
    if saved(1, target, charts, dice):
        return Suffered()
    return mark_kills(1, target, charts, dice)


PENETRATE = Procedure(
    "penetrate",
    penetrate,
    Penetrate,
    charts=(*COVER_CHARTS, "kill"),
    outcomes=PenetrateOutcome,
    sums=("kill die", "cover"),
    circumstances=Circumstance,
)
