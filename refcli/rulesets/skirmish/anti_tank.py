"""Direct fire anti-tank weapons. Source: skirmish.txt 340-417."""

from collections.abc import Iterator

from refcli.core.cells import TargetNumber
from refcli.core.dice import D10, part
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, note, procedure, unit_names
from refcli.rulesets.skirmish.crew import (
    ABOARD,
    TURRET_DESTROYED,
    Aboard,
    crew_of,
    effects_aboard,
    get_out,
    limps,
    men_in,
    told_aboard,
    turret_crew,
)
from refcli.rulesets.skirmish.effects import Kind

MOUNTS = ("main", "coax", "bow", "pivot", "rear-mg")
"""Where a vehicle carries a weapon."""

NO_EFFECT, NEAR_MISS = "no-effect", "near-miss"
LOST = ("destroyed", "wrecked", TURRET_DESTROYED)
"""Results after which those aboard leave a vehicle, if they live."""

ToTarget = Annotated[float, Field("cm to the target", short="-r", unit="cm", at_least=0)]
FACINGS = ("front", "side", "rear")


class Target(NamedTuple):
    """A target: its row, what is stated of it, the cm to it, and the facing that is hit."""

    name: str
    stated: Conditions
    range: float
    facing: str = "front"


class Penetrate(NamedTuple):
    """An anti-tank shot that has hit an armoured vehicle."""

    firer: Annotated[Term, Field("the weapon or vehicle that fired", 1, ("weapons", "vehicles"), MOUNTS)]
    target: Annotated[Term, Field("the vehicle hit", 2, ("vehicles",), noun="vehicle")]
    range: ToTarget
    facing: Annotated[str, Field("the side that is hit", short="-f", choices=FACINGS)] = "front"
    conditions: Conditions = NOTHING


class PenetrateOutcome(Outcome):
    DESTROYED = "destroyed", True, f"{{The target}} is destroyed: it blows apart{ABOARD}."
    WRECKED = "wrecked", True, f"{{The target}} is wrecked and on fire{ABOARD}."
    TURRET_DESTROYED = "turret destroyed", True, f"{{The target}} loses its turret{ABOARD}."
    IMMOBILISED = "immobilised", True, "{The target} is immobilised for good."
    MAIN_GUN_DESTROYED = "main gun destroyed", True, "{The target} has no main gun for the rest of the battle."
    NEAR_MISS = "near miss", False, "A near miss: {the target} closes hatches."
    NO_EFFECT = "no effect", False, "Hit, no damage. {The target} closes hatches."
    NO_SHOT = "no shot", Outcome.NO_ATTEMPT, "{The firer} has no attack value at that range."


RESULTS = {outcome.word.replace(" ", "-"): outcome for outcome in PenetrateOutcome}
"""What a hit can come to, in the words of the AP Effect Table."""

CHARTS = ("weapons", "vehicles", "vehicle-facts", "attack-values", "hit-location", "ap-effect", "escape")


@procedure("penetrate", PenetrateOutcome, CHARTS, sums=("attack value", "escape"))
def penetrate(request: Penetrate, charts: Charts, dice: Dice) -> Ruling:
    """An anti-tank shot has hit: does it penetrate, and what does it do?

    One d10 with the attack value, one for the location, one for each man that may escape.
    Source: skirmish.txt 365-417.
    """
    stated = request.conditions + request.target.conditions
    target = Target(request.target.name, stated, request.range, request.facing)
    weapon = weapon_of(request.firer, charts)
    show_mounted(request.firer, charts, dice)
    if not weapon or attack_value(weapon, request.range, charts).blank:
        dice.show(note("no attack value at {cm} cm", charts.source("attack-values"), cm=request.range))
        return Ruling(PenetrateOutcome.NO_SHOT, {"dead": 0, "escaped": 0})
    result = strike(weapon, target, charts, dice)
    aboard = lost_crew((result,), target, charts, dice)
    dead, escaped = aboard.all.dead, aboard.all.escaped

    def effects() -> Iterator[Effect]:
        vehicle = unit_names([request.target], charts, "vehicles")[target.name]
        yield from effects_of_shot(request.firer, vehicle, charts)
        yield from effects_of_hits((result,), target, vehicle, aboard, charts)

    return Ruling(RESULTS[result], {"dead": dead, "escaped": escaped}, effects, told=told_aboard(dead + escaped, dead))


def effects_of_shot(firer: Term, at: str, charts: Charts) -> tuple[Effect, ...]:
    """What has hit has fired; a gun on the ground stood to do it. Source: skirmish.txt 127, 151, 365."""
    name, role = unit_names([firer], charts, "weapons", "vehicles")[firer.name], firer.place or "firer"
    fired = Effect(Kind.FIRED, name, role="firer" if role == "main" else role, detail=at)
    on_the_ground = not charts.has("vehicles", firer.name) and charts["weapons", firer.name, "kind"].text == "gun"
    return (fired, Effect(Kind.STOOD, name, role="firer")) if on_the_ground else (fired,)


MOUNTED = {"main": "main gun", "coax": "coaxial MG", "bow": "bow MG", "pivot": "pivot MG", "rear-mg": "rear MG"}
"""What a vehicle fires from each mount, in words."""


def show_mounted(term: Term, charts: Charts, dice: Dice) -> None:
    """Show which weapon a vehicle fires: its main gun, unless another mount is named. Source: skirmish.txt 293-338."""
    weapon = weapon_of(term, charts)
    if weapon and charts.has("vehicles", term.name):
        mount = term.place or "main"
        names = {"vehicle": charts.called(term.name, "vehicles"), "weapon": charts.label("weapons", weapon)}
        source = charts["vehicles", term.name, mount].source
        dice.show(note("{mount} of {the vehicle}: {weapon}", source, mount=MOUNTED[mount], **names))


def weapon_of(term: Term, charts: Charts) -> str:
    """What a term fires: itself, or what a vehicle carries at that mount, if anything. Source: skirmish.txt 293-338."""
    if charts.has("vehicles", term.name):
        cell = charts["vehicles", term.name, term.place or "main"]
        return "" if cell.blank else cell.text
    return term.name if term.place in ("", "main") else ""


def attack_value(weapon: str, range: float, charts: Charts) -> Cell:
    """The attack value of a weapon at a range, blank where it has none. Source: skirmish.txt 367-390."""
    row = charts["weapons", weapon, "attack"]
    if row.blank:
        return row
    reach = charts["weapons", weapon, "reach"]
    if not reach.blank and range > reach.number:
        return row._replace(value=None)
    return charts["attack-values", row.text, range]


@part
def strike(weapon: str, target: Target, charts: Charts, dice: Dice) -> str:
    """A shot that has hit an armoured vehicle: what it does, in the words of the AP Effect Table.

    The attack value with one d10 must be greater than the defence value; where the shell strikes and by
    how much it is greater decide. Source: skirmish.txt 365-405.
    """
    greater = attack(weapon, target, charts, dice)
    if not greater:
        return NO_EFFECT
    location = strikes_at(target, charts, dice)
    if location == "hull" and "hull-down" in target.stated:
        dice.show(charts.note("ap-effect", "hull-down", "a near miss"))
        return NEAR_MISS
    effect = charts["ap-effect", location, min(greater, charts.axis("ap-effect").bands[-1][1])]
    dice.show(effect, "{0} hit, {1} over its defence", charts.label("ap-effect", location), greater)
    return NEAR_MISS if effect.blank else effect.text


@part
def attack(weapon: str, target: Target, charts: Charts, dice: Dice) -> int | float:
    """By how much the attack value with one d10 is greater than the defence value. Source: skirmish.txt 365."""
    defence = charts["vehicles", target.name, target.facing]
    dice.show(defence, "defence value of {0}, {1}", charts.called(target.name, "vehicles"), target.facing)
    value = charts.add_up("attack value", attack_value(weapon, target.range, charts))
    attack = dice.check(value, D10, "attack", TargetNumber(">", defence.number))
    return max(0, attack.total - defence.number)


@part
def strikes_at(target: Target, charts: Charts, dice: Dice) -> str:
    """The area that is hit, by one d10; without a turret always the hull. Source: skirmish.txt 392-396."""
    turret = charts["vehicle-facts", target.name, "turret"]
    if turret.blank:
        dice.show(Note("no turret: the hull is hit", turret.source))
        return "hull"
    if "turret-gone" in target.stated:
        dice.show(charts.note("hit-location", "turret-gone"))
        return "hull"
    location = charts["hit-location", "ap", dice.die(D10, "location")]
    return dice.show(location, "where it strikes").text


def lost_crew(results: tuple[str, ...], target: Target, charts: Charts, dice: Dice) -> Aboard:
    """Who gets out of an armoured vehicle after the results of hits, the worst first. Source: skirmish.txt 407-417."""
    lost = [result for result in results if result in LOST]
    if not lost:
        return Aboard()
    in_turret = turret_crew(target.name, charts) if TURRET_DESTROYED in lost else 0
    return get_out(men_in(target.name, target.stated, charts), lost[0], in_turret, charts, dice.at("crew"))


ON_VEHICLE = {
    "destroyed": Kind.DESTROYED,
    "wrecked": Kind.WRECKED,
    TURRET_DESTROYED: Kind.TURRET_DESTROYED,
    "immobilised": Kind.IMMOBILISED,
    "main-gun-destroyed": Kind.MAIN_GUN_DESTROYED,
}
"""What results of the AP Effect Table do to a vehicle, but close its hatches."""


def effects_of_hits(
    results: tuple[str, ...], target: Target, vehicle: str, aboard: Aboard, charts: Charts
) -> tuple[Effect, ...]:
    """What the results of hits, the worst first, do to a vehicle and those in it; what is immobilised does not limp.

    Who lives when a turret is destroyed stays aboard.

    Source: skirmish.txt 396, 407-417.
    """
    suffered = [Effect(ON_VEHICLE[result], vehicle, role="target") for result in results if result in ON_VEHICLE]
    if results and results[0] not in LOST:
        suffered.append(Effect(Kind.CLOSE_HATCHES, vehicle, role="target"))
    limping = limps(vehicle, aboard.all) if "immobilised" not in results else ()
    stay = results[:1] == (TURRET_DESTROYED,)
    crew = crew_of(target.name, target.stated, charts)
    return (*suffered, *effects_aboard(vehicle, crew, aboard, stay=stay), *limping)
