"""Aircraft sorties. Source: grid.txt 85, 214-225."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.grid.attack import eliminated, suffer
from refcli.rulesets.grid.carried import treated_as
from refcli.rulesets.grid.circumstance import Circumstance
from refcli.rulesets.grid.counted import is_or_are


class Strafe(NamedTuple):
    """One sortie against one unit anywhere on the table."""

    target: Annotated[Term, Field("the unit attacked from the air", position=1, charts=("units",))]
    conditions: Conditions = NOTHING


class SortieOutcome(Outcome):
    ELIMINATED = "eliminated", True, "{target} {is} eliminated from the air"
    DISRUPTED = "disrupted", True, "{target} {is} disrupted: AA guns spoil the aim"
    NO_EFFECT = "no effect", False, "{target} {is} missed"
    AIRCRAFT_DISRUPTED = "aircraft disrupted", False, "{target} {is} missed, the aircraft is disrupted"
    AIRCRAFT_LOST = "aircraft lost", False, "{target} {is} missed, the aircraft is out of the game"
    CANNOT_ATTACK = "cannot attack", False, "aircraft cannot attack {target}"


def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """A sortie: one d6, no modifiers; AA guns near the target turn elimination into disruption.

    Source: grid.txt 85, 199, 214-225.
    """
    target = request.target.name
    stated = request.conditions + request.target.conditions
    attacked = charts.label("units", target)
    names = (("target", attacked), ("is", is_or_are(attacked)))
    unit = treated_as(target, charts, dice, in_building=Circumstance.BUILDINGS in stated)
    may = charts["units", unit, "from-the-air"]
    heavy = charts["units", target, "heavy"]
    if may.blank:
        dice.show(Note("aircraft attack neither units purely of infantry nor AA guns", may.source))
        return Ruling(SortieOutcome.CANNOT_ATTACK, names=names)
    if not heavy.blank and charts.reads("G-24", "both"):
        dice.show(Note("the heavy tank rule asks for an adjacent square", heavy.source))
        return Ruling(SortieOutcome.CANNOT_ATTACK, names=names)

    hit = charts["sortie", "hit"]
    dice.show(Figure(hit.label, hit))
    sortie = charts.add_up("sortie", *charts.modifiers("sortie", stated))
    face = dice.die(D6, "sortie", hit.needs.on_the_die(sortie))
    result = sortie.plus_die(face, hit.needs)
    dice.show(result)
    aircraft = aircraft_after(face, stated, charts, dice)
    if not result.met:
        outcome = {
            "": SortieOutcome.NO_EFFECT,
            "disrupt": SortieOutcome.AIRCRAFT_DISRUPTED,
            "eliminate": SortieOutcome.AIRCRAFT_LOST,
        }[aircraft]
        return Ruling(outcome, names=names, effects=(Effect(aircraft, "aircraft"),) if aircraft else ())
    aa_near = Circumstance.AA_NEAR in stated
    if aa_near:
        guns = charts.stated("sortie", Circumstance.AA_NEAR)
        dice.show(Note(f"{guns.text}: a disruption, no elimination outright", guns.source))
    suffered = suffer(charts, dice, target, 1, Circumstance.DISRUPTED in stated, destroyed=not aa_near)
    outcome = SortieOutcome.ELIMINATED if eliminated(suffered) else SortieOutcome.DISRUPTED
    return Ruling(outcome, names=names, effects=(*suffered, *((Effect(aircraft, "aircraft"),) if aircraft else ())))


def aircraft_after(face: int, stated: Conditions, charts: Charts, dice: Dice) -> str:
    """What the natural die does to the aircraft: the kind of effect, or nothing. Source: grid.txt 225."""
    disrupts = charts["sortie", "aircraft-disrupted"]
    if not disrupts.needs.met_by(face):
        return ""
    dice.show(Figure(disrupts.label, disrupts))
    if Circumstance.AIRCRAFT_DISRUPTED not in stated:
        return "disrupt"
    second = charts.stated("sortie", Circumstance.AIRCRAFT_DISRUPTED)
    dice.show(Note(f"{second.text}: a second disruption eliminates it", second.source))
    return "eliminate"


STRAFE = Procedure(
    "strafe",
    strafe,
    Strafe,
    charts=("units", "sortie", "disruption"),
    outcomes=SortieOutcome,
    sums=("sortie",),
    circumstances=Circumstance,
)
