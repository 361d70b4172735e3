"""Direct fire anti-tank weapons. Source: skirmish.txt 340-417."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice, with_die
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.crew import NOBODY, Cause, Fared, casualties, fates_told, get_out, men_in, turret_crew

FACINGS = ("front", "side", "rear")
MOUNTS = ("main", "coax", "bow", "pivot", "rear-mg")
"""Where a vehicle carries a weapon."""

NO_EFFECT = "no-effect"
NEAR_MISS = "near-miss"
IMMOBILISED = "immobilised"
LOST = (Cause.DESTROYED, Cause.WRECKED, Cause.TURRET_DESTROYED)
"""Results after which those aboard leave a vehicle, if they live."""


class Mark(NamedTuple):
    """A target: its row, what is stated of it, the cm to it, and the facing that is hit."""

    name: str
    stated: Conditions
    range: float
    facing: str = "front"


def weapon_of(term: Term, charts: Charts) -> str:
    """The weapon that a term fires: itself, or what a vehicle carries at that mount; none when empty.

    Source: skirmish.txt 293-338.
    """
    if charts.has("vehicles", term.name):
        cell = charts["vehicles", term.name, term.place or "main"]
        return "" if cell.blank else cell.text
    return term.name if term.place in ("", "main") else ""


def attack_value(weapon: str, range: float, charts: Charts) -> Cell | None:
    """The attack value of a weapon at a range; None where it has none. Source: skirmish.txt 367-390."""
    row = charts["weapons", weapon, "attack"]
    if row.blank:
        return None
    reach = charts["weapons", weapon, "reach"]
    if not reach.blank and range > reach.number:
        return None
    value = charts["attack-values", row.text, range]
    return None if value.blank else value


def strike(weapon: str, mark: Mark, charts: Charts, dice: Dice) -> str:
    """A shot that has hit an armoured vehicle: what it does, in the words of the AP Effect Table.

    The attack value with one d10 must be greater than the defence value; where the shell strikes and by
    how much it is greater decide. Source: skirmish.txt 365-405.
    """
    greater = dice.sub(attack, (weapon, mark, charts), "")
    if not greater:
        return NO_EFFECT
    location = dice.sub(strikes_at, (mark.name, charts), "")
    if location == "hull" and Circumstance.HULL_DOWN in mark.stated:
        hull_down = charts.stated("ap-effect", Circumstance.HULL_DOWN)
        dice.show(Note(f"{hull_down.text}: a near miss", hull_down.source))
        return NEAR_MISS
    effect = charts["ap-effect", location, min(greater, charts.axis("ap-effect").bands[-1][1])]
    dice.show(Figure(f"{charts.label('ap-effect', location)}, greater by {greater:g}", effect))
    return NEAR_MISS if effect.blank else effect.text


def attack(weapon: str, mark: Mark, charts: Charts, dice: Dice) -> int | float:
    """By how much the attack value with one d10 is greater than the defence value. Source: skirmish.txt 365."""
    value = attack_value(weapon, mark.range, charts)
    assert value is not None
    defence = charts["vehicles", mark.name, mark.facing]
    dice.show(Figure(f"defence value of {defence.label}, {mark.facing}", defence))
    attack = with_die(dice, charts.add_up("attack value", value), D10, "attack", Need(">", defence.number))
    return max(0, attack.total - defence.number)


def strikes_at(vehicle: str, charts: Charts, dice: Dice) -> str:
    """The area that is hit, by one d10; without a turret always the hull. Source: skirmish.txt 392-396."""
    turret = charts["vehicle-facts", vehicle, "turret"]
    if turret.blank:
        dice.show(Note("no turret: the hull is hit", turret.source))
        return "hull"
    location = charts["hit-location", "ap", dice.die(D10, "location")]
    dice.show(Figure("hit on", location))
    return location.text


def lost_crew(results: tuple[str, ...], vehicle: str, stated: Conditions, charts: Charts, dice: Dice) -> Fared:
    """Who gets out of an armoured vehicle after the results of hits, the worst first. Source: skirmish.txt 407-417."""
    if results[0] not in LOST:
        return NOBODY
    in_turret = turret_crew(vehicle, charts) if Cause.TURRET_DESTROYED in results else 0
    return dice.sub(get_out, (men_in(vehicle, stated, charts), results[0], in_turret, charts), "crew")


class Penetrate(NamedTuple):
    """A hit that is already made on an armoured vehicle."""

    firer: Annotated[
        Term, Field("the weapon or vehicle that fired", position=1, charts=("weapons", "vehicles"), places=MOUNTS)
    ]
    target: Annotated[Term, Field("the vehicle hit", position=2, charts=("vehicles",), noun="vehicle")]
    range: Annotated[float, Field("cm to the target", short="-r", unit="cm", at_least=0)]
    facing: Annotated[str, Field("the side that is hit", short="-f", choices=FACINGS)] = "front"
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    DESTROYED = "destroyed", True, "{target} is destroyed: it blows apart{crew}"
    WRECKED = "wrecked", True, "{target} is wrecked and on fire{crew}"
    TURRET_DESTROYED = "turret destroyed", True, "{target}: turret destroyed{crew}"
    IMMOBILISED = "immobilised", True, "{target} is immobilised for good"
    MAIN_GUN_DESTROYED = "main gun destroyed", True, "{target}: main gun destroyed for the rest of the battle"
    NEAR_MISS = "near miss", False, "{target}: a near miss; it closes hatches"
    NO_EFFECT = "no effect", False, "{target} is hit without harm; it closes hatches"
    NO_SHOT = "no shot", False, "{firer} has no attack value at that range"


RESULTS = {
    "destroyed": PenetrateOutcome.DESTROYED,
    "wrecked": PenetrateOutcome.WRECKED,
    "turret-destroyed": PenetrateOutcome.TURRET_DESTROYED,
    IMMOBILISED: PenetrateOutcome.IMMOBILISED,
    "main-gun-destroyed": PenetrateOutcome.MAIN_GUN_DESTROYED,
    NEAR_MISS: PenetrateOutcome.NEAR_MISS,
    NO_EFFECT: PenetrateOutcome.NO_EFFECT,
}


def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """An anti-tank shot has hit: does it penetrate, and what does it do?

    One d10 with the attack value, one for the location, one for each man that may escape.
    Source: skirmish.txt 365-417.
    """
    target = request.target.name
    stated = request.conditions + request.target.conditions
    weapon = weapon_of(request.firer, charts)
    firer = charts.called(request.firer.name, "vehicles", "weapons")
    names = (("target", charts.label("vehicles", target)), ("firer", firer))
    if not weapon or attack_value(weapon, request.range, charts) is None:
        dice.show(Note(f"no attack value at {request.range:g} cm", charts.source("attack-values")))
        return Ruling(PenetrateOutcome.NO_SHOT, {"dead": 0, "escaped": 0}, names=(*names, ("crew", "")))
    result = strike(weapon, Mark(target, stated, request.range, request.facing), charts, dice)
    fared = lost_crew((result,), target, stated, charts, dice)
    told = fates_told(fared, fared.dead + fared.escaped)
    return Ruling(
        RESULTS[result],
        {"dead": fared.dead, "escaped": fared.escaped},
        names=(*names, ("crew", told)),
        effects=after((result,), target, fared),
    )


def after(results: tuple[str, ...], vehicle: str, fared: Fared) -> tuple[Effect, ...]:
    """What the results of hits, the worst first, change on the table; what is immobilised does not limp.

    Source: skirmish.txt 396, 407-417.
    """
    effects = [Effect(result, vehicle) for result in results if result not in (NEAR_MISS, NO_EFFECT)]
    if results[0] not in LOST:
        effects.append(Effect("close-hatches", vehicle))
    effects += casualties(vehicle, fared)
    if fared.driver and IMMOBILISED not in results:
        effects.append(Effect("limp", vehicle))
    return tuple(effects)


PENETRATE = Procedure(
    "penetrate",
    penetrate,
    Penetrate,
    charts=("weapons", "vehicles", "vehicle-facts", "attack-values", "hit-location", "ap-effect", "escape"),
    outcomes=PenetrateOutcome,
    sums=("attack value", "escape"),
    circumstances=Circumstance,
)
