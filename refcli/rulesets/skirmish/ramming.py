"""Ramming and running over. Source: skirmish.txt 129-131."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, Source, changes, procedure, unit_names
from refcli.rulesets.skirmish.crew import ABOARD, Aboard, crew_of, effects_aboard, get_out, men_in, told_aboard
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.movement import class_of

KNOWN = ("vehicles", "troops")


class Ram(NamedTuple):
    """A vehicle drives into something."""

    rammer: Annotated[Term, Field("the vehicle that rams", 1, KNOWN, noun="vehicle")]
    target: Annotated[Term, Field("what is rammed or run over", 2, KNOWN, noun="target")]
    conditions: Conditions = NOTHING


class RamOutcome(Outcome):
    DESTROYS = "destroys", True, f"{{The rammer}} rams and destroys {{the target}}, itself unharmed{ABOARD}."
    RUNS_OVER = "runs over", True, "{The rammer} runs over and wrecks {the target}; its crew jumps clear."
    WRECKS = "wrecks", True, f"{{The rammer}} wrecks {{the target}} and immobilises itself{ABOARD}."
    MAY_NOT = "may not ram", Outcome.NO_ATTEMPT, "{The rammer} may not ram {the target}."


RAMS = {
    "destroys": "{The 0} destroys {the 1}, itself unharmed.",
    "smaller": "{The 0} wrecks only what is smaller, and immobilises itself.",
    "over": "{The 0} runs over {the 1}.",
}
"""What the words of the chart say."""

SPARED = {
    "men": "men may never be run over",
    "weapon": "a motorcycle runs over nothing",
    "gun": "no gun is rammed or run over",
}
NO_TANK = "a tank rams no tank"
"""Why something may not be rammed or run over."""

RUN_OVER = Source(section="Movement", lines="131")

MAY_NOT = Ruling(RamOutcome.MAY_NOT, {"escaped": 0, "dead": 0})


@procedure("ram", RamOutcome, ("vehicles", "vehicle-facts", "troops", "ramming", "escape"), sums=("escape",))
def ram(request: Ram, charts: Charts, dice: Dice) -> Ruling:
    """A vehicle rams another, or runs something over: what is wrecked, and who escapes?

    No die for the ram; one d10 for each man in what is wrecked. Source: skirmish.txt 129-131.
    """
    rammer, target = request.rammer.name, request.target.name
    stated = request.conditions + request.target.conditions
    kind = class_of(rammer, charts)
    if kind in ("men", "weapon", "gun"):
        dice.show(Note("only vehicles ram", charts.source("ramming")))
        return MAY_NOT
    row = kind if kind in ("tank", "motorcycle") else "other"
    driven, struck = [unit_names([term], charts, *KNOWN)[term.name] for term in (request.rammer, request.target)]
    against = class_of(target, charts)
    does = charts["ramming", row, against]
    if does.blank:
        dice.show(Note(SPARED.get(against, NO_TANK), RUN_OVER if against in SPARED else does.source))
        return MAY_NOT
    dice.show(does, RAMS.get(does.text, "{0} against {1}"), driven, struck)
    if does.text == "over":
        return Ruling(
            RamOutcome.RUNS_OVER,
            {"escaped": 0, "dead": 0},
            lambda: (
                Effect(Kind.RAMMED, driven, role="rammer", detail=struck),
                Effect(Kind.DESTROYED, struck, role="target"),
            ),
        )
    bar = charts.bar("cannot be rammed", "ramming", stated, "moving")
    if not bar and does.text == "smaller" and "smaller" not in stated:
        size = charts.note("ramming", "smaller").source
        bar = Note("it can ram only a smaller vehicle: say so if the target is smaller", size)
    if bar:
        dice.show(bar)
        return MAY_NOT

    men = men_in(target, stated, charts)
    aboard = get_out(men, "rammed", 0, charts, dice.at("crew")) if men else Aboard()
    counts = {"escaped": aboard.all.escaped, "dead": aboard.all.dead}
    smaller = int(does.text == "smaller")
    return Ruling(
        RamOutcome.WRECKS if smaller else RamOutcome.DESTROYS,
        counts,
        lambda: (
            Effect(Kind.RAMMED, driven, role="rammer", detail=struck),
            Effect(Kind.WRECKED, struck, role="target"),
            *changes(Effect(Kind.IMMOBILISED, driven, smaller, role="rammer")),
            *effects_aboard(struck, crew_of(target, stated, charts), aboard),
        ),
        told=told_aboard(men, aboard.all.dead),
    )
