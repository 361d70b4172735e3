"""Air-to-air combat. Source: first-watch.txt 113-125."""

from collections.abc import Iterable

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Note, Outcome, Ruling, Source, note, part, procedure
from refcli.core.sentence import some
from refcli.rulesets.first_watch.attack import MOST_CM, bar_by_attacks, show_unused
from refcli.rulesets.first_watch.effects import Kind

PRESS, SWITCH = "press", "switch"
DAMAGED = {"attacker": "attacker-damaged", "target": "damaged", "interceptor": "interceptor-damaged"}
"""The condition that states the hits of before, by the part of a plane."""

FIGHTERS = Source(section="Air-to-Air Combat", lines="113")
DEFENSIVE = Source(section="Air-to-Air Combat, example", lines="121-123")


class AirCombat(NamedTuple):
    """A fighter that declares fire on a plane, and the fighter that may intercept it."""

    attacker: Annotated[Term, Field("the fighter that attacks", 1, ("aircraft",), noun="plane")]
    target: Annotated[Term, Field("the plane attacked", 2, ("aircraft",), noun="plane")]
    interceptor: Annotated[
        Term | None,
        Field("a fighter of the target's side that intercepts", charts=("aircraft",), noun="plane", short="-i"),
    ] = None
    intercepted: Annotated[str, Field("what an intercepted attacker does", choices=(PRESS, SWITCH), decides=True)] = (
        PRESS
    )
    range: Annotated[
        float | None,
        Field("range to the target; left out, it is within reach", short="-r", unit="cm", at_least=0, at_most=MOST_CM),
    ] = None
    conditions: Conditions = NOTHING


class AirCombatOutcome(Outcome):
    SHOT_DOWN = "shot down", True, "{The attacker} shoots down {the target}."
    INTERCEPTOR_DOWN = (
        "interceptor down",
        True,
        "{The attacker} shoots down {the interceptor}. {The target} is not attacked.",
    )
    ABORTS = "aborts", True, "{The attacker} damages {the target}, which aborts its mission."
    DAMAGED = "damaged", True, "{The attacker} damages {the target}, which goes on."
    NO_EFFECT = "no effect", False, "No plane is shot down."
    STOPPED = "stopped", False, "{The interceptor} holds off {the attacker}."
    ATTACKER_DOWN = "attacker down", False, "The attacker, {the attacker}, is shot down."
    CANNOT_ATTACK = "cannot attack", Outcome.NO_ATTEMPT, "{The attacker} cannot attack {the target}."


class Plane(NamedTuple):
    """A plane in a combat: its part in it, its name, what is stated of it, the hits that it takes in this one."""

    part: str
    name: str
    stated: Conditions
    hits: int | float = 0

    @property
    def damage(self) -> int | float:
        """The hits that it has taken, those of before among them. Source: first-watch.txt 115."""
        return self.hits + self.stated[DAMAGED[self.part]]


class Event(NamedTuple):
    """An event of a combat: a plane attacks the ``other``, is hit or shot down, or aborts."""

    kind: Kind
    plane: Plane
    hits: int | float = 1
    other: Plane | None = None


@procedure(
    "air-combat", AirCombatOutcome, ("aircraft", "aircraft-types", "air-combat"), sums=("combat", "opposing combat")
)
def air_combat(request: AirCombat, charts: Charts, dice: Dice) -> Ruling:
    """A fighter attacks a plane, perhaps through an interceptor: who is hit?

    Each combat is a die for each plane with its Combat Modifier; the lower total takes the difference
    in hits. An attacker who presses on past an interceptor rolls to defend himself alone.
    Source: first-watch.txt 113-125.
    """
    interceptor = interceptor_of(request, charts, dice)
    bar = bar_to(request, charts, dice)
    if bar:
        dice.show(bar)
        return Ruling(AirCombatOutcome.CANNOT_ATTACK, {"interceptors down": 0})
    attacker = Plane("attacker", request.attacker.name, request.conditions + request.attacker.conditions)
    target = Plane("target", request.target.name, request.conditions + request.target.conditions)
    if interceptor is None:
        return attack(attacker, target, (), charts, dice)

    choice = dice.decide("intercepted", (PRESS, SWITCH), request.intercepted)
    lead = fight(attacker, interceptor, "interception", charts, dice)
    events: tuple[Event, ...] = (Event(Kind.ATTACKED, interceptor, other=attacker),)
    if choice == SWITCH:
        events += (Event(Kind.ATTACKED, attacker, other=interceptor),)
    if lead < 0:
        events += (suffer(attacker, -lead, charts, dice),)
        if shot_down(events):
            return ruling_of(AirCombatOutcome.ATTACKER_DOWN, 0, events, charts)
        attacker = attacker._replace(hits=-lead)
    defensive = choice == PRESS and charts.reads("FW-23", "defensive-only")
    if lead > 0 and defensive:
        dice.show(Note("he presses on: his die only defends", DEFENSIVE))
    elif lead > 0:
        events += (suffer(interceptor, lead, charts, dice),)
    if choice == SWITCH:
        outcome = AirCombatOutcome.INTERCEPTOR_DOWN if shot_down(events) else AirCombatOutcome.NO_EFFECT
        return ruling_of(outcome, int(shot_down(events)), events, charts)
    if lead == 0 and not charts.reads("FW-24", "proceeds"):
        return ruling_of(AirCombatOutcome.STOPPED, 0, events, charts)
    return attack(attacker, target, events, charts, dice)


def interceptor_of(request: AirCombat, charts: Charts, dice: Dice) -> Plane | None:
    """The plane that intercepts, if it is a fighter with an attack left. Source: first-watch.txt 113-115."""
    plane = request.interceptor
    if plane:
        stated = request.conditions + plane.conditions
        made = stated["interceptor-attacked"]
        bar = no_fighter(plane.name, charts) or bar_by_attacks("cannot intercept", plane.name, made, charts, dice)
        if not bar:
            return Plane("interceptor", plane.name, stated)
        dice.show(bar)
    theirs = request.conditions.only(conditions_of("interceptor", charts))
    show_unused("no fighter intercepts, so this does not count", "air-combat", theirs, charts, dice)
    return None


def bar_to(request: AirCombat, charts: Charts, dice: Dice) -> Note | Cell | None:
    """Why there is no attack: no fighter, none left, not at the same altitude, not in range.

    Source: first-watch.txt 113-115.
    """
    name = request.attacker.name
    made = (request.conditions + request.attacker.conditions)["attacked"]
    bar = no_fighter(name, charts)
    bar = bar or charts.bar("cannot attack", "air-combat", request.conditions, "other-altitude")
    bar = bar or bar_by_attacks("cannot attack", name, made, charts, dice)
    if bar:
        return bar
    reach = charts["air-combat", "range"]
    reach = reach.told("The greatest range is {0} cm.", reach.text)
    return reach if request.range is not None and request.range > reach.number else None


def no_fighter(name: str, charts: Charts) -> Note | None:
    """Why a plane does not fight, if it does not: it is not classified as a Fighter. Source: first-watch.txt 113."""
    kind = charts["aircraft", name, "type"]
    if not charts["aircraft-types", kind.text, "fights"].blank:
        return None
    return note("{The plane} {plane:is|are} no fighter.", FIGHTERS, plane=charts.called(name, "aircraft"))


def attack(attacker: Plane, target: Plane, events: tuple[Event, ...], charts: Charts, dice: Dice) -> Ruling:
    """The attack on the target that was declared, after the events on the way to it.

    Source: first-watch.txt 115-117, 123-125.
    """
    down = int(shot_down(events))
    events += (Event(Kind.ATTACKED, attacker, other=target),)
    lead = fight(attacker, target, "attack", charts, dice)
    if lead == 0:
        return ruling_of(AirCombatOutcome.NO_EFFECT, down, events, charts)
    struck = suffer(target if lead > 0 else attacker, abs(lead), charts, dice)
    events += (struck,)
    if shot_down([struck]):
        outcome = AirCombatOutcome.SHOT_DOWN if lead > 0 else AirCombatOutcome.ATTACKER_DOWN
        return ruling_of(outcome, down, events, charts)
    if lead < 0:
        return ruling_of(AirCombatOutcome.NO_EFFECT, down, events, charts)
    goes_on = dice.show(charts["air-combat", "goes-on"])
    if dice.check(charts.add_up("mission"), D10, "mission", goes_on.target_number).passed:
        return ruling_of(AirCombatOutcome.DAMAGED, down, events, charts)
    return ruling_of(AirCombatOutcome.ABORTS, down, (*events, Event(Kind.ABORT, target)), charts)


def ruling_of(outcome: AirCombatOutcome, down: int, events: tuple[Event, ...], charts: Charts) -> Ruling:
    """The ruling of a combat: its outcome, the interceptors shot down, an effect for each event."""
    return Ruling(outcome, {"interceptors down": down}, lambda: [effect_of(event, charts) for event in events])


def effect_of(event: Event, charts: Charts) -> Effect:
    """An event as an effect, its planes by their names."""
    other = called(event.other, charts) if event.other else ""
    return Effect(event.kind, called(event.plane, charts), event.hits, role=event.plane.part, detail=other)


@part
def fight(first: Plane, second: Plane, combat: str, charts: Charts, dice: Dice) -> int | float:
    """A die for each plane: by how much the first one's total is the higher. Source: first-watch.txt 117."""
    rolls = []
    for plane, name in ((first, "combat"), (second, "opposing combat")):
        own = charts["aircraft", plane.name, "combat"]
        modifiers = charts.add_up(name, own.called("Combat Modifier"), *modifiers_of(plane, charts, dice))
        rolls.append(dice.at(plane.part).check(modifiers, D10, combat))
    ours, theirs = rolls
    return ours.total - theirs.total


def modifiers_of(plane: Plane, charts: Charts, dice: Dice) -> tuple[Cell, ...]:
    """What is stated of this plane: a condition belongs to the part that it names.

    A payload hampers a fighter that acts as a fighter-bomber, no other plane. Source: first-watch.txt 117, 125.
    """
    own = plane.stated.only(conditions_of(plane.part, charts))
    not_fighter = no_fighter(plane.name, charts) if "payload" in own else None
    if not_fighter:
        dice.show(not_fighter)
        dice.show(Note("a payload hampers fighter-bombers alone", charts.note("air-combat", "payload").source))
        own = own.without("payload")
    return charts.modifiers("air-combat", own)


def conditions_of(part: str, charts: Charts) -> tuple[str, ...]:
    """The conditions that belong to one part in a combat."""
    return tuple([name for name, one in charts.conditions("air-combat").items() if one.of == part])


def suffer(plane: Plane, hits: int | float, charts: Charts, dice: Dice) -> Event:
    """What hits do to a plane: as many as it withstands shoot it down. Source: first-watch.txt 115, 125."""
    kind = charts["aircraft", plane.name, "type"]
    size = charts["aircraft-types", kind.text, "size"]
    hits_needed = some(size.number, "hit shoots", "hits shoot")
    dice.show(size, "{0} down {the 1} ({2}).", hits_needed, called(plane, charts), size.label)
    return Event(Kind.SHOOT_DOWN, plane) if hits + plane.damage >= size.number else Event(Kind.HIT, plane, hits)


def called(plane: Plane, charts: Charts) -> str:
    """The name of a plane."""
    return charts.called(plane.name, "aircraft")


def shot_down(events: Iterable[Event]) -> bool:
    """Whether a plane was shot down."""
    return any(event.kind is Kind.SHOOT_DOWN for event in events)
