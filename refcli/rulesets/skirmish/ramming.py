"""Ramming and running over. Source: skirmish.txt 129-131."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.crew import NOBODY, Cause, casualties, fates_told, get_out, men_in
from refcli.rulesets.skirmish.movement import class_of


class Ram(NamedTuple):
    """A vehicle drives into something."""

    rammer: Annotated[Term, Field("the vehicle that rams", position=1, charts=("vehicles", "troops"), noun="vehicle")]
    target: Annotated[
        Term, Field("what is rammed or run over", position=2, charts=("vehicles", "troops"), noun="target")
    ]
    conditions: Conditions = NOTHING


class RamOutcome(Outcome):
    DESTROYS = "destroys", True, "{rammer}, unharmed, rams and destroys {target}{crew}"
    RUNS_OVER = "runs over", True, "{rammer} runs over and wrecks {target}; its crew jumps clear"
    WRECKS = "wrecks", True, "{rammer} wrecks {target} and immobilises itself{crew}"
    MAY_NOT = "may not ram", False, "{rammer} cannot ram {target}"


def ram(request: Ram, charts: Charts, dice: Dice) -> Ruling:
    """A vehicle rams another, or runs something over: what is wrecked, and who escapes?

    No die for the ram; one d10 for each man in what is wrecked. Source: skirmish.txt 129-131.
    """
    rammer, target = request.rammer.name, request.target.name
    stated = request.conditions + request.target.conditions
    shown = {name: charts.called(name, "vehicles", "troops") for name in (rammer, target)}
    names = (("rammer", shown[rammer]), ("target", shown[target]))
    none = {"escaped": 0, "dead": 0}
    may_not = Ruling(RamOutcome.MAY_NOT, none, names=names)
    if class_of(rammer, charts) in ("men", "weapon", "gun"):
        dice.show(Note("vehicles alone ram", charts.source("ramming")))
        return may_not
    does = charts["ramming", rams_as(class_of(rammer, charts)), class_of(target, charts)]
    dice.show(Figure(f"{shown[rammer]} against {shown[target]}", does))
    if does.blank:
        return may_not
    if does.text == "over":
        return Ruling(RamOutcome.RUNS_OVER, none, names=names, effects=(Effect("wrecked", target),))
    moving = charts.stated("ramming", Circumstance.MOVING)
    if Circumstance.MOVING in stated:
        dice.show(Note(f"cannot be rammed: {moving.text}", moving.source))
        return may_not
    smaller = charts.stated("ramming", Circumstance.SMALLER)
    if does.text == "smaller" and Circumstance.SMALLER not in stated:
        dice.show(Note("it rams smaller vehicles alone: say smaller if the target is", smaller.source))
        return may_not
    men = men_in(target, stated, charts)
    fared = dice.sub(get_out, (men, Cause.RAMMED, 0, charts), "crew") if men else NOBODY
    effects = [Effect("wrecked", target)]
    if does.text == "smaller":
        effects.append(Effect("immobilised", rammer))
    effects += casualties(target, fared)
    return Ruling(
        RamOutcome.WRECKS if does.text == "smaller" else RamOutcome.DESTROYS,
        {"escaped": fared.escaped, "dead": fared.dead},
        names=(*names, ("crew", fates_told(fared, men))),
        effects=tuple(effects),
    )


def rams_as(kind: str) -> str:
    """The row of a rammer."""
    return kind if kind in ("tank", "motorcycle") else "other"


RAM = Procedure(
    "ram",
    ram,
    Ram,
    charts=("vehicles", "vehicle-facts", "troops", "ramming", "escape"),
    outcomes=RamOutcome,
    sums=("escape",),
    circumstances=Circumstance,
)
