"""Anti-aircraft fire. Source: first-watch.txt 127, 137-139."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Need
from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import ALTITUDES, MOST_CM, barred, counting, made


class Circumstance(StrEnum):
    """Conditions that the rule reads by name."""

    FIRED = "fired"


class AntiAir(NamedTuple):
    """One anti-aircraft weapon that fires at one plane."""

    attacker: Annotated[Term, Field("the anti-aircraft weapon", position=1, charts=("aa-weapons",), noun="weapon")]
    target: Annotated[Term, Field("the plane fired at", position=2, charts=("aircraft",), noun="plane")]
    altitude: Annotated[str, Field("altitude of the plane", short="-a", choices=ALTITUDES)] = "medium"
    range: Annotated[
        float | None,
        Field("range to the plane; none is within reach", short="-r", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    conditions: Conditions = NOTHING


class AntiAirOutcome(Outcome):
    SHOT_DOWN = "shot down", True, "{target} is shot down by {attacker}"
    ABORTS = "aborts", True, "{target} aborts its mission"
    NO_EFFECT = "no effect", False, "{attacker} does not hit {target}"
    CANNOT_FIRE = "cannot fire", False, "{attacker} cannot fire at {target}"


def anti_air(request: AntiAir, charts: Charts, dice: Dice) -> Ruling:
    """An anti-aircraft weapon fires: is the plane shot down, or does it abort?

    More than the kill number shoots down, exactly the kill number forces to abort.
    Source: first-watch.txt 127, 137-139.
    """
    attacker, target = request.attacker.name, request.target.name
    stated = request.conditions + request.attacker.conditions + request.target.conditions
    names = (("attacker", charts.label("aa-weapons", attacker)), ("target", charts.label("aircraft", target)))
    cannot = Ruling(AntiAirOutcome.CANNOT_FIRE, names=names)
    if Circumstance.FIRED in stated:
        barred(dice, charts.stated("anti-air", Circumstance.FIRED), "cannot fire")
        return cannot
    weapon = charts["aa-weapons", attacker]
    dice.show(Figure(f"class of {weapon.label}", weapon))
    if request.range is not None:
        reach = charts["aa-range", attacker]
        dice.show(Figure(f"range of {reach.label}, cm", reach))
        if request.range > reach.number:
            return cannot
    kill = charts["anti-air", weapon.text, request.altitude]
    if kill.blank:
        dice.show(Note(f"{kill.label} cannot reach {request.altitude} altitude", kill.source))
        return cannot
    kind = charts["aircraft-types", charts["aircraft", target, "type"].text, "anti-air"]
    number = charts.add_up(
        "kill number",
        kill._replace(label=f"kill number of {kill.label}, {request.altitude} altitude"),
        *charts.modifiers("anti-air", stated),
        *counting(kind),
    )
    dice.show(number)
    shot_down, face = made(dice, "anti-air", Need(">", number.total))
    if shot_down:
        return Ruling(AntiAirOutcome.SHOT_DOWN, names=names, effects=(Effect("shoot down", target),))
    if face == number.total:
        dice.show(Note("equal to the kill number: the plane aborts", kill.source))
        return Ruling(AntiAirOutcome.ABORTS, names=names, effects=(Effect("abort", target),))
    return Ruling(AntiAirOutcome.NO_EFFECT, names=names)


ANTI_AIR = Procedure(
    "anti-air",
    anti_air,
    AntiAir,
    charts=("aa-weapons", "aa-range", "anti-air", "aircraft", "aircraft-types"),
    outcomes=AntiAirOutcome,
    sums=("kill number",),
    circumstances=Circumstance,
)
