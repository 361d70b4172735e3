"""Strafing. Source: first-watch.txt 131-133, 145-147."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, one_by_one
from refcli.core.rulebook import D10, Charts, Dice, Effect, Note, Outcome, Ruling, named, note, procedure, unit_names
from refcli.core.sentence import some
from refcli.rulesets.first_watch.attack import MOST_NAMED, TARGETS, Altitude, as_terms, bar_by_attacks, losses, type_of
from refcli.rulesets.first_watch.effects import Kind

CHARTS = ("strafing", "strafing-area", "strafing-attacks", "aircraft", "aircraft-types", "target-types", *TARGETS)


class Strafe(NamedTuple):
    """A plane, or its guns, and what lies in the area along its flight path."""

    attacker: Annotated[Term, Field("the plane or its weapon", 1, ("strafing", "aircraft"), noun="weapon")]
    targets: Annotated[Terms, Field("what lies in the area of attack", 2, TARGETS, noun="target")]
    altitude: Altitude = "low"
    conditions: Conditions = NOTHING


class StrafeOutcome(Outcome):
    ALL = "destroyed", True, "{The targets} {targets:is|are} destroyed."
    SOME = "some destroyed", True, "{The lost} {lost:is|are} destroyed, {destroyed} of {total}."
    NONE = "not destroyed", False, "{The targets} {targets:survives|survive}."
    CANNOT_STRAFE = "cannot strafe", Outcome.NO_ATTEMPT, "{The attacker} cannot strafe."


@procedure("strafe", StrafeOutcome, CHARTS, sums=("strafing",))
def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """A plane at low altitude strafes: which of the targets in its area are destroyed?

    One die for each target; certain weapons make a limited number of attacks, on the first targets
    named. Source: first-watch.txt 131-133, 145-147.
    """
    bar = bar_to(request, charts, dice)
    if bar:
        dice.show(bar)
        return Ruling(StrafeOutcome.CANNOT_STRAFE, {"destroyed": 0})
    weapon = weapon_of(request.attacker.name, charts, dice)
    if not weapon:
        return Ruling(StrafeOutcome.CANNOT_STRAFE, {"destroyed": 0})
    breadth, length = charts["strafing-area", "breadth"], charts["strafing-area", "length"]
    dice.show(length, "The area of attack is {0} by {1} cm, along the flight path.", breadth.text, length.text)

    targets = list(one_by_one(request.targets))
    attacks = attacks_of(weapon, len(targets), charts, dice)
    spared = targets[attacks:]
    destroyed, each = dice.all_of(destroys, targets[:attacks], weapon, request.conditions, charts)
    names = unit_names(request.targets, charts, *TARGETS)
    whom = ", ".join([names[label] for label, _, _ in each])
    if spared:
        limit = charts["strafing-attacks", weapon]
        few = len(spared) <= MOST_NAMED
        left = [names[label] for label, _ in spared] if few else named(as_terms(spared), charts, *TARGETS)
        dice.show(note("No attack is left for {the spared}.", limit.source, spared=tuple(left)))
    each += tuple([(label, target, 0) for label, target in spared])
    ruling = losses(StrafeOutcome, destroyed, each, request.targets, charts)
    return ruling._replace(
        make_effects=lambda: (
            Effect(Kind.ATTACKED, plane_of(request, charts), role="attacker", detail=whom),
            *ruling.make_effects(),
        )
    )


def plane_of(request: Strafe, charts: Charts) -> str:
    """The plane that strafes, as it is called; where it is not named, its weapon."""
    return charts.called(request.attacker.name, "strafing", "aircraft")


def bar_to(request: Strafe, charts: Charts, dice: Dice) -> Note | None:
    """Why the plane cannot strafe, if it cannot. Source: first-watch.txt 115, 127, 131, 133, 163."""
    if request.altitude != "low":
        return Note("only a plane at low altitude can strafe", charts.note("strafing", "aborting").source)
    stated = request.conditions + request.attacker.conditions
    name = request.attacker.name
    plane = name if charts.has("aircraft", name) else None
    bar = charts.bar("cannot strafe", "strafing", stated, "aborting", "air-fire-due", "unplotted")
    return bar or bar_by_attacks("cannot strafe", plane, stated["attacked"], charts, dice)


def weapon_of(name: str, charts: Charts, dice: Dice) -> str:
    """The weapon that a plane strafes with, if it has one. Source: first-watch.txt 131."""
    if not charts.has("aircraft", name):
        return name
    carries = charts["aircraft", name, "strafes-with"]
    guns = "nothing" if carries.blank else charts.label("strafing", carries.text)
    dice.show(carries, "Guns of {the 0}: {1}.", charts.called(name, "aircraft"), guns)
    return "" if carries.blank else carries.text


def attacks_of(weapon: str, targets: int, charts: Charts, dice: Dice) -> int:
    """How many targets the weapon can attack; one it always can. Source: first-watch.txt 131."""
    if targets == 1:
        return 1
    attacks = charts["strafing-attacks", weapon]
    if attacks.blank:
        return targets
    dice.show(attacks, "{0} at most.", some(attacks.whole(), "attack"))
    return min(targets, attacks.whole())


def destroys(target: Term, weapon: str, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """One attack: the die with its modifiers held against the kill number. Source: first-watch.txt 131, 145-147."""
    column = charts["target-types", type_of(target.name, charts), "strafed-as"]
    kill = charts["strafing", weapon, column.text]
    against = kill.label, charts.label("strafing", column.text)
    if kill.blank:
        dice.show(kill, "Against {1} there is no chance with {0}.", *against)
        return 0
    dice.show(kill, "{0} against {1}", *against)
    modifiers = charts.add_up("strafing", *charts.modifiers("strafing", stated + target.conditions))
    return int(dice.check(modifiers, D10, "strafing", kill.target_number).passed)
