"""Air-to-air combat. Source: first-watch.txt 113-125."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice, with_die
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.first_watch.common import MOST_CM, barred, meets

PRESS, SWITCH = "press", "switch"


class Circumstance(StrEnum):
    """Conditions that the rules read by name."""

    OTHER_ALTITUDE = "other-altitude"
    DAMAGED = "damaged"
    PAYLOAD = "payload"


class AirCombat(NamedTuple):
    """A fighter that declares fire on a plane, and the fighter that may intercept it."""

    attacker: Annotated[Term, Field("the fighter that attacks", position=1, charts=("aircraft",), noun="plane")]
    target: Annotated[Term, Field("the plane attacked", position=2, charts=("aircraft",), noun="plane")]
    interceptor: Annotated[
        Term | None,
        Field("a fighter of the target's side that intercepts", short="-i", charts=("aircraft",), noun="plane"),
    ] = None
    intercepted: Annotated[str, Field("what an intercepted attacker does", choices=(PRESS, SWITCH))] = PRESS
    range: Annotated[
        float | None,
        Field("range to the target; none is within reach", short="-r", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    conditions: Conditions = NOTHING


class AirCombatOutcome(Outcome):
    SHOT_DOWN = "shot down", True, "{target} is shot down"
    INTERCEPTOR_DOWN = "interceptor down", True, "{interceptor} is shot down; {target} was not attacked"
    ABORTS = "aborts", True, "{target} is damaged and aborts its mission"
    DAMAGED = "damaged", True, "{target} is damaged and goes on"
    NO_EFFECT = "no effect", False, "no plane is shot down"
    STOPPED = "stopped", False, "{attacker} is held off by {interceptor}"
    ATTACKER_DOWN = "attacker down", False, "{attacker} is shot down"
    CANNOT_ATTACK = "cannot attack", False, "{attacker} cannot attack {target}"


def air_combat(request: AirCombat, charts: Charts, dice: Dice) -> Ruling:
    """A fighter attacks a plane, perhaps through an interceptor: who is hit?

    Each combat is a die for each plane with its Combat Modifier; the lower total takes the difference
    in hits. An attacker who presses on past an interceptor rolls to defend himself alone.
    Source: first-watch.txt 113-125.
    """
    attacker, target = request.attacker, request.target
    interceptor = may_intercept(request.interceptor, charts, dice)
    names = (
        ("attacker", charts.label("aircraft", attacker.name)),
        ("target", charts.label("aircraft", target.name)),
        ("interceptor", charts.label("aircraft", interceptor.name) if interceptor else ""),
    )
    if interceptor is None:
        for condition in charts.conditions("air-combat").values():
            if condition.of == "interceptor" and condition.name in request.conditions:
                dice.show(Note(f"does not count, no fighter intercepts: {condition.text}", condition.source))
    if not may_attack(request, charts, dice):
        return Ruling(AirCombatOutcome.CANNOT_ATTACK, {"interceptors down": 0}, names=names)
    ours = Plane("attacker", attacker.name, request.conditions + attacker.conditions)
    of_target = request.conditions + target.conditions
    theirs = Plane("target", target.name, of_target, of_target[Circumstance.DAMAGED])
    if interceptor:
        between = Plane("interceptor", interceptor.name, request.conditions + interceptor.conditions)
        choice = dice.decide("intercepted", (PRESS, SWITCH), request.intercepted)
        lead = dice.sub(fight, (ours, between, charts), "interception")
        effects: tuple[Effect, ...] = ()
        shot = False
        if lead < 0:
            if down(ours, -lead, charts, dice):
                shot_down = (Effect("shoot down", attacker.name),)
                return Ruling(AirCombatOutcome.ATTACKER_DOWN, {"interceptors down": 0}, names=names, effects=shot_down)
            effects, ours = (Effect("hit", attacker.name, -lead),), ours._replace(hits=-lead)
        harmless = choice == PRESS and charts.reads("FW-23", "defensive-only")
        if lead > 0 and not harmless:
            shot = down(between, lead, charts, dice)
            effects = (Effect("shoot down", interceptor.name) if shot else Effect("hit", interceptor.name, lead),)
        if choice == SWITCH:
            outcome = AirCombatOutcome.INTERCEPTOR_DOWN if shot else AirCombatOutcome.NO_EFFECT
            return Ruling(outcome, {"interceptors down": int(shot)}, names=names, effects=effects)
        if harmless and lead > 0:
            dice.show(Note("he presses on: his die only defends", DEFENSIVE))
        if lead == 0 and not charts.reads("FW-24", "proceeds"):
            return Ruling(AirCombatOutcome.STOPPED, {"interceptors down": 0}, names=names)
        return attacked(ours, theirs, int(shot), effects, names, charts, dice)
    return attacked(ours, theirs, 0, (), names, charts, dice)


DEFENSIVE = Source(section="Air-to-Air Combat, example", lines="121-123")


class Plane(NamedTuple):
    """A plane in a combat: its part in it, its name, what is stated of it, the hits that it has taken."""

    part: str
    name: str
    stated: Conditions
    hits: int = 0


def may_attack(request: AirCombat, charts: Charts, dice: Dice) -> bool:
    """Whether the attacker is a fighter, within range, at the same altitude. Source: first-watch.txt 113."""
    if not is_fighter(request.attacker.name, charts, dice):
        return False
    if Circumstance.OTHER_ALTITUDE in request.conditions:
        barred(dice, charts.stated("air-combat", Circumstance.OTHER_ALTITUDE), "cannot attack")
        return False
    reach = charts["air-combat", "range"]
    if request.range is not None and request.range > reach.number:
        dice.show(Figure(reach.label, reach))
        return False
    return True


def may_intercept(plane: Term | None, charts: Charts, dice: Dice) -> Term | None:
    """The interceptor, if it is a fighter. Source: first-watch.txt 113."""
    return plane if plane and is_fighter(plane.name, charts, dice) else None


def is_fighter(name: str, charts: Charts, dice: Dice) -> bool:
    """Whether a plane is classified as a Fighter; tell if it is not. Source: first-watch.txt 113."""
    kind = charts["aircraft", name, "type"]
    if not charts["aircraft-types", kind.text, "fights"].blank:
        return True
    dice.show(Note(f"{kind.label} is no fighter", kind.source))
    return False


def attacked(
    ours: Plane,
    theirs: Plane,
    interceptors: int,
    effects: tuple[Effect, ...],
    names: tuple[tuple[str, str], ...],
    charts: Charts,
    dice: Dice,
) -> Ruling:
    """The attack on the target that was declared. Source: first-watch.txt 115-117, 123-125."""
    lead = dice.sub(fight, (ours, theirs, charts), "attack")
    counts = {"interceptors down": interceptors}
    if lead == 0:
        return Ruling(AirCombatOutcome.NO_EFFECT, counts, names=names, effects=effects)
    if lead < 0:
        shot_down = down(ours, -lead, charts, dice)
        outcome = AirCombatOutcome.ATTACKER_DOWN if shot_down else AirCombatOutcome.NO_EFFECT
        struck = Effect("shoot down", ours.name) if shot_down else Effect("hit", ours.name, -lead)
        return Ruling(outcome, counts, names=names, effects=(*effects, struck))
    if down(theirs, lead, charts, dice):
        return Ruling(
            AirCombatOutcome.SHOT_DOWN, counts, names=names, effects=(*effects, Effect("shoot down", theirs.name))
        )
    effects = (*effects, Effect("hit", theirs.name, lead))
    aborts = charts["air-combat", "goes-on"]
    dice.show(Figure(aborts.label, aborts))
    if meets(dice, "mission", aborts.needs):
        return Ruling(AirCombatOutcome.DAMAGED, counts, names=names, effects=effects)
    return Ruling(AirCombatOutcome.ABORTS, counts, names=names, effects=(*effects, Effect("abort", theirs.name)))


def fight(first: Plane, second: Plane, charts: Charts, dice: Dice) -> int:
    """A die for each plane: by how much the first one's total is the higher. Source: first-watch.txt 117."""
    totals = []
    for plane, name in ((first, "combat"), (second, "opposing combat")):
        own = charts["aircraft", plane.name, "combat"]
        modifiers = charts.add_up(name, own._replace(label="Combat Modifier"), *modifiers_of(plane, charts, dice))
        totals.append(with_die(dice, modifiers, D10, f"{plane.part} {plane.name}").total)
    return int(totals[0] - totals[1])


def modifiers_of(plane: Plane, charts: Charts, dice: Dice) -> tuple[Cell, ...]:
    """What is stated of this plane: a condition belongs to the part that it names.

    A payload hampers a fighter that acts as a fighter-bomber, no other plane. Source: first-watch.txt 117, 125.
    """
    known = charts.conditions("air-combat")
    own = {name for name in plane.stated if known[name].of == plane.part}
    if Circumstance.PAYLOAD in own and not is_fighter(plane.name, charts, dice):
        payload = charts.stated("air-combat", Circumstance.PAYLOAD)
        dice.show(Note("a payload hampers fighter-bombers alone", payload.source))
        own.remove(Circumstance.PAYLOAD)
    return charts.modifiers("air-combat", own)


def down(plane: Plane, hits: int, charts: Charts, dice: Dice) -> bool:
    """Whether the hits are as many as the plane withstands. Source: first-watch.txt 115, 125."""
    kind = charts["aircraft", plane.name, "type"]
    size = charts["aircraft-types", kind.text, "size"]
    dice.show(Figure(f"hits that shoot down {kind.label} ({size.label})", size))
    return hits + plane.hits >= size.number


AIR_COMBAT = Procedure(
    "air-combat",
    air_combat,
    AirCombat,
    charts=("aircraft", "aircraft-types", "air-combat"),
    outcomes=AirCombatOutcome,
    sums=("combat", "opposing combat"),
    circumstances=Circumstance,
)
