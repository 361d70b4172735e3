"""Strafing. Source: first-watch.txt 131-133, 145-147."""

from enum import StrEnum
from operator import add
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Figure, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.rulesets.first_watch.common import ALTITUDES, TARGETS, barred, each_of, effects_of, lost, type_of


class Circumstance(StrEnum):
    """Conditions that the rule reads by name."""

    ABORTING = "aborting"


class Strafe(NamedTuple):
    """A plane, or its guns, and what lies in the area along its flight path."""

    attacker: Annotated[
        Term, Field("the plane or its weapon", position=1, charts=("strafing", "aircraft"), noun="weapon")
    ]
    targets: Annotated[
        tuple[Term, ...], Field("what lies in the area of attack", position=2, charts=TARGETS, noun="target")
    ]
    altitude: Annotated[str, Field("altitude of the plane", short="-a", choices=ALTITUDES)] = "low"
    conditions: Conditions = NOTHING


class StrafeOutcome(Outcome):
    ALL = "destroyed", True, "{attacker}: {targets} destroyed"
    SOME = "some destroyed", True, "{attacker}: {destroyed} of {total} destroyed: {lost}"
    NONE = "not destroyed", False, "{targets}: no loss"
    CANNOT_STRAFE = "cannot strafe", False, "{attacker} cannot strafe"


def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """A plane at low altitude strafes: which of the targets in its area are destroyed?

    One die for each target; certain weapons make a limited number of attacks, on the first targets
    named. Source: first-watch.txt 131-133, 145-147.
    """
    name = request.attacker.name
    stated = request.conditions + request.attacker.conditions
    total = sum(target.many for target in request.targets)
    names = (
        ("attacker", charts.called(name, "strafing", "aircraft")),
        ("targets", in_words(request.targets, charts, *TARGETS)),
        ("total", f"{total}"),
    )
    cannot = Ruling(StrafeOutcome.CANNOT_STRAFE, {"destroyed": 0}, names=names)
    area = charts.stated("strafing", Circumstance.ABORTING)
    if request.altitude != "low":
        dice.show(Note("only a plane at low altitude can strafe", area.source))
        return cannot
    if Circumstance.ABORTING in stated:
        barred(dice, area, "cannot strafe")
        return cannot
    weapon = name
    if charts.has("aircraft", name):
        carries = charts["aircraft", name, "strafes-with"]
        dice.show(Figure(f"{carries.label} strafes with", carries))
        if carries.blank:
            return cannot
        weapon = carries.text
    for side in ("breadth", "length"):
        measure = charts["strafing-area", side]
        dice.show(Figure(f"{measure.label}, cm", measure))
    left = attacks_of(weapon, total, charts, dice)
    several = []
    spared: list[Term] = []
    for label, target in labelled(request.targets):
        attacked = min(left, target.many)
        left -= attacked
        several.append(("", (label, target, attacked, weapon, request.conditions, charts)))
        if attacked < target.many:
            spared.append(Term(target.name, target.many - attacked))
    struck = dice.joined(add, attack, several)
    if spared:
        limit = charts["strafing-attacks", weapon]
        dice.show(Note(f"not attacked: {in_words(spared, charts, *TARGETS)}", limit.source))
    (destroyed,) = struck.counts
    return Ruling(
        StrafeOutcome.NONE if not destroyed else StrafeOutcome.ALL if destroyed == total else StrafeOutcome.SOME,
        {"destroyed": destroyed},
        names=(*names, ("lost", in_words(lost(struck), charts, *TARGETS))),
        effects=dice.told(effects_of, struck),
        each=dice.told(each_of, struck, StrafeOutcome.ALL, StrafeOutcome.NONE) if total > 1 else (),
    )


def attack(
    label: str, target: Term, attacked: int, weapon: str, stated: Conditions, charts: Charts, dice: Dice
) -> Tally:
    """Alike targets, so many of them attacked: how many are destroyed."""
    on_target = stated + target.conditions
    destroyed = dice.each(attacked, destroys, (weapon, target.name, on_target, charts), label)[True]
    return Tally((destroyed,), (label, Term(target.name, destroyed), target.many))


def attacks_of(weapon: str, targets: int, charts: Charts, dice: Dice) -> int:
    """How many targets the weapon can attack; one it always can. Source: first-watch.txt 131."""
    if targets == 1:
        return 1
    attacks = charts["strafing-attacks", weapon]
    if attacks.blank:
        return targets
    dice.show(Figure(f"attacks of {attacks.label}", attacks))
    return max(0, min(targets, int(attacks.number)))


def destroys(weapon: str, target: str, stated: Conditions, charts: Charts, dice: Dice) -> bool:
    """One attack: the die with its modifiers held against the kill number. Source: first-watch.txt 131, 145-147."""
    column = charts["target-types", type_of(target, charts), "strafed-as"]
    kill = charts["strafing", weapon, column.text]
    dice.show(Figure(f"kill number of {kill.label} against {charts.label('strafing', column.text)}", kill))
    if kill.blank:
        return False
    modifiers = charts.add_up("strafing", *charts.modifiers("strafing", stated))
    return dice.test(modifiers, D10, "strafing", kill.needs)


STRAFE = Procedure(
    "strafe",
    strafe,
    Strafe,
    charts=("strafing", "strafing-area", "strafing-attacks", "aircraft", "target-types", *TARGETS),
    outcomes=StrafeOutcome,
    sums=("strafing",),
    circumstances=Circumstance,
)
