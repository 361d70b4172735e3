"""Anti-aircraft fire. Source: first-watch.txt 127, 137-139."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D10, Charts, Dice, Effect, Outcome, Ruling, TargetNumber, note, procedure
from refcli.rulesets.first_watch.attack import MOST_CM, Altitude, counting
from refcli.rulesets.first_watch.effects import Kind

CHARTS = ("aa-weapons", "aa-range", "anti-air", "aircraft", "aircraft-types")


class AntiAir(NamedTuple):
    """One anti-aircraft weapon that fires at one plane."""

    attacker: Annotated[Term, Field("the anti-aircraft weapon", 1, ("aa-weapons",), noun="weapon")]
    target: Annotated[Term, Field("the plane fired at", 2, ("aircraft",), noun="plane")]
    altitude: Altitude = "medium"
    range: Annotated[
        float | None,
        Field("range to the plane; left out, it is within reach", short="-r", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    conditions: Conditions = NOTHING


class AntiAirOutcome(Outcome):
    SHOT_DOWN = "shot down", True, "{The target} is shot down."
    ABORTS = "aborts", True, "{The target} aborts its mission."
    NO_EFFECT = "no effect", False, "{The target} is not hit."
    CANNOT_FIRE = "cannot fire", Outcome.NO_ATTEMPT, "{The attacker} cannot fire at {the target}."


@procedure("anti-air", AntiAirOutcome, CHARTS, sums=("kill number",))
def anti_air(request: AntiAir, charts: Charts, dice: Dice) -> Ruling:
    """An anti-aircraft weapon fires: is the plane shot down, or does it abort?

    More than the kill number shoots down, exactly the kill number forces to abort.
    Source: first-watch.txt 127, 137-139.
    """
    attacker, target, altitude = request.attacker.name, request.target.name, request.altitude
    stated = request.conditions + request.attacker.conditions + request.target.conditions
    bar = charts.bar("cannot fire", "anti-air", stated, "fired")
    if bar:
        dice.show(bar)
        return Ruling(AntiAirOutcome.CANNOT_FIRE)
    weapon = charts["aa-weapons", attacker]
    if request.range is not None:
        reach = charts["aa-range", attacker]
        dice.show(reach, "{The 0} reaches {1} cm.", charts.called(attacker, "aa-weapons"), reach.text)
        if request.range > reach.number:
            return Ruling(AntiAirOutcome.CANNOT_FIRE)
    kill = charts["anti-air", weapon.text, altitude]
    if kill.blank:
        dice.show(note("{weapon} cannot reach {altitude} altitude", kill.source, weapon=kill.label, altitude=altitude))
        return Ruling(AntiAirOutcome.CANNOT_FIRE)

    by_type = charts["aircraft-types", charts["aircraft", target, "type"].text, "anti-air"]
    number = charts.add_up(
        "kill number",
        kill.told("kill number of {0}, {1} altitude", kill.label, altitude),
        *charts.modifiers("anti-air", stated),
        *counting(by_type),
    )
    dice.show(number)
    if number.total in D10.faces:
        dice.show(note("on {number}, just the kill number, the plane aborts", kill.source, number=number.total))
    attack = dice.check(charts.add_up("anti-air"), D10, "anti-air", TargetNumber(">", number.total))
    plane = charts.called(target, "aircraft")
    outcome = AntiAirOutcome.NO_EFFECT
    if attack.passed:
        outcome = AntiAirOutcome.SHOT_DOWN
    elif attack.face == number.total:
        outcome = AntiAirOutcome.ABORTS
    return Ruling(outcome, {}, lambda: effects_of(outcome, charts.called(attacker, "aa-weapons"), plane))


def effects_of(outcome: AntiAirOutcome, weapon: str, plane: str) -> Iterator[Effect]:
    """The weapon has fired; the plane is shot down, or aborts. Source: first-watch.txt 127, 137."""
    yield Effect(Kind.FIRED, weapon, role="attacker", detail=plane)
    if outcome is AntiAirOutcome.SHOT_DOWN:
        yield Effect(Kind.SHOOT_DOWN, plane, role="target")
    elif outcome is AntiAirOutcome.ABORTS:
        yield Effect(Kind.ABORT, plane, role="target")
