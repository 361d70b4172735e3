"""Aircraft sorties. Source: grid.txt 85, 214-225."""

from collections.abc import Iterator
from itertools import chain

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, procedure
from refcli.rulesets.grid.attack import attack_die, effects_on_target, suffer, treated_as
from refcli.rulesets.grid.effects import CELL, SQUARE, UNNAMED, Kind

NAME = r"[A-Za-z0-9][A-Za-z0-9 .'-]{0,29}"
"""An aircraft as players call it."""


class Strafe(NamedTuple):
    """One sortie against one unit anywhere on the table."""

    target: Annotated[Term, Field("the unit attacked from the air", 1, ("units",))]
    aircraft: Annotated[str, Field("the aircraft that attacks, by its name", pattern=NAME)] = UNNAMED
    square: Annotated[str | None, Field("the square that the target is in", short="-s", pattern=SQUARE, form=CELL)] = (
        None
    )
    conditions: Conditions = NOTHING


class SortieOutcome(Outcome):
    ELIMINATED = "eliminated", True, "{The target} {target:is|are} eliminated from the air."
    DISRUPTED = "disrupted", True, "{The target} {target:is|are} disrupted: AA guns spoil the aim."
    NO_EFFECT = "no effect", False, "The aircraft misses {the target}."
    AIRCRAFT_DISRUPTED = "aircraft disrupted", False, "The aircraft misses {the target} and is disrupted."
    AIRCRAFT_LOST = "aircraft lost", False, "The aircraft misses {the target} and is out of the game."
    CANNOT_ATTACK = "cannot attack", Outcome.NO_ATTEMPT, "Aircraft cannot attack {the target}."


MISSED = {
    None: SortieOutcome.NO_EFFECT,
    Kind.DISRUPT: SortieOutcome.AIRCRAFT_DISRUPTED,
    Kind.ELIMINATE: SortieOutcome.AIRCRAFT_LOST,
}
"""A sortie that misses, by what becomes of the aircraft."""


@procedure("strafe", SortieOutcome, ("units", "sortie", "disruption"), sums=("sortie",))
def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """A sortie: does the aircraft eliminate the unit that it attacks?

    One d6; AA guns near the target turn elimination into disruption. A die
    that fails against a unit in a minefield is rolled again, here too. Source: grid.txt 85, 199, 206, 214-225.
    """
    target = request.target.name
    stated = request.conditions + request.target.conditions
    bar = bar_to(target, stated, charts, dice)
    if bar:
        dice.show(bar)
        return Ruling(SortieOutcome.CANNOT_ATTACK)

    hit = charts["sortie", "hit"]
    modifiers = charts.add_up("sortie", *charts.modifiers("sortie", stated))
    sortie = attack_die(modifiers, "sortie", hit.target_number, stated, charts, dice)
    damage = damage_to_aircraft(sortie.face, stated, charts, dice)
    if not sortie.passed:
        return Ruling(MISSED[damage], {}, lambda: effects_on_aircraft(request, damage, charts))

    aa_near = "aa-near" in stated
    if aa_near:
        dice.show(charts.note("sortie", "aa-near", "the hit disrupts and does not eliminate"))
    already = "disrupted" in stated
    suffered = suffer(1, charts, dice, already=already, destroyed=not aa_near)
    return Ruling(
        SortieOutcome.ELIMINATED if suffered.eliminated else SortieOutcome.DISRUPTED,
        {},
        lambda: chain(
            effects_on_target(suffered, target, request.square, charts), effects_on_aircraft(request, damage, charts)
        ),
    )


def effects_on_aircraft(request: Strafe, damage: Kind | None, charts: Charts) -> Iterator[Effect]:
    """The sortie that an aircraft has flown, and the damage to it. Source: grid.txt 216, 225."""
    aircraft = request.aircraft if request.aircraft != UNNAMED else UNNAMED.lower()
    yield Effect(Kind.SORTIE, aircraft, role="aircraft", detail=charts.called(request.target.name, "units"))
    if damage:
        yield Effect(damage, aircraft, role="aircraft")


def bar_to(target: str, stated: Conditions, charts: Charts, dice: Dice) -> Note | None:
    """Why aircraft cannot attack the unit, if they cannot. Source: grid.txt 85, 199, 216-219."""
    unit = treated_as(target, charts, dice, in_building="buildings" in stated)
    may = charts["units", unit, "from-the-air"]
    heavy = charts["units", target, "heavy"]
    if may.blank:
        return Note("aircraft cannot attack infantry on foot or AA guns", may.source)
    if not heavy.blank and charts.reads("G-24", "both"):
        return Note("aircraft cannot attack a heavy tank", heavy.source)
    return None


def damage_to_aircraft(face: int, stated: Conditions, charts: Charts, dice: Dice) -> Kind | None:
    """What the natural die does to the aircraft, if anything. Source: grid.txt 225."""
    disrupts = charts["sortie", "aircraft-disrupted"]
    if not disrupts.target_number.met_by(face):
        return None
    dice.show(disrupts, "A natural {0} disrupts the aircraft.", face)
    if "aircraft-disrupted" not in stated:
        return Kind.DISRUPT
    dice.show(charts.note("sortie", "aircraft-disrupted", "a second disruption removes it"))
    return Kind.ELIMINATE
