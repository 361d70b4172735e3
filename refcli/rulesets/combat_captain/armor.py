"""Armored targets: the kill number, the further die.

Source: combat-captain.txt 430-433, 576-578, 658-659, 710-712, 955-956, 1013-1015.
"""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D6, Charts, Dice, Note, Outcome, Ruling, Source, TargetNumber, procedure
from refcli.rulesets.combat_captain.casualties import Suffered, mark_kills
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, LevelOfCover, Target, saved, target_of
from refcli.rulesets.combat_captain.unit import on_each_die

NUMBER = Source(section="Number of Hits", lines="658-659, 955-956")

FirersMarkers = Annotated[int, Field("morale markers of the firing unit", short="-m", at_least=0, at_most=6)]


class Penetrate(NamedTuple):
    """A kill number that the fire chart gave against an armored target."""

    target: Annotated[Term, Field("the armored target", 1, ("armor",), noun="target")]
    number: Annotated[
        int, Field("the kill number of the fire chart", short="-n", unit="number", at_least=0, at_most=17)
    ]
    cover: LevelOfCover = 0
    markers: FirersMarkers = 0
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    MODEL_REMOVED = "model removed", True, "{target}: a kill, and a model is removed"
    KILL = "kill", True, "{target}: a kill on the roster of its unit"
    SAVED = "saved", False, "{target}: the kill is saved by its cover"
    NO_KILL = "no kill", False, "{target}: no kill"


@procedure("penetrate", PenetrateOutcome, (*COVER_CHARTS, "kill"), sums=("kill die", "cover"))
def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """The kill die: does a kill number destroy an armored target?

    A die of the kill number or less kills, 6 or more needs none; a vehicle in cover may save; every
    third kill of the unit removes a model. Source: combat-captain.txt 576-578, 658-660.
    """
    target = target_of(request.target, request.conditions, request.cover, charts, dice)
    killed = roll_to_kill(request.number, request.markers, charts, dice)
    suffered = take_kill(target, charts, dice) if killed else Suffered()
    if suffered.kills:
        outcome = PenetrateOutcome.MODEL_REMOVED if suffered.destroyed else PenetrateOutcome.KILL
    else:
        outcome = PenetrateOutcome.SAVED if killed else PenetrateOutcome.NO_KILL
    return Ruling(outcome, {"kills": suffered.kills}, suffered.effects_on(target.name))


def roll_to_kill(number: int, markers: int, charts: Charts, dice: Dice) -> bool:
    """Whether a kill number kills, before any save. Source: 658-659, 955-956; readings CC-7."""
    if number <= 0:
        dice.show(Note("no kill number: no effect", NUMBER))
        return False
    automatic = charts["kill", "automatic"]
    if automatic.target_number.met_by(number):
        dice.show(automatic, "kill number {}: no die needed at", number)
        return True
    lowered = (on_each_die(markers, charts),) if markers and charts.reads("CC-7", "literal") else ()
    return dice.check(charts.add_up("kill die", *lowered), D6, "kill die", TargetNumber("<=", number)).passed


def take_kill(target: Target, charts: Charts, dice: Dice) -> Suffered:
    """A kill: saved by cover, or marked on the roster. Source: 430-433, 576-578, 660."""
    return Suffered() if saved(1, target, charts, dice) else mark_kills(1, target, charts, dice)
