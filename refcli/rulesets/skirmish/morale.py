"""Morale. Source: skirmish.txt 429-458."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.skirmish.circumstance import Circumstance

TRIGGERS = (Circumstance.LEADER_KILLED, Circumstance.HALF_KILLED, Circumstance.BAILED_OUT, Circumstance.BAD_MORALE)


class Morale(NamedTuple):
    """The check of one section; its failures in a row make its present bad morale."""

    failed: Annotated[int, Field("checks it failed in a row before this one", at_least=0, at_most=99)] = 0
    conditions: Conditions = NOTHING


class MoraleOutcome(Outcome):
    PASSES = "passes", True, "the section passes and carries on as normal"
    PASSES_HALTED = (
        "passes, halted",
        True,
        "the section passes; without its leader it stays halted for {turns} turns, and may fight if engaged",
    )
    NO_CHECK = "no check", True, "nothing calls for a morale check"
    HALTED = "halted", False, "bad morale: the section stays halted next turn, and checks again"
    RETIRES = "retires", False, "bad morale twice in a row: the section retires at least {retire} cm next turn"
    RUNS = "runs", False, "bad morale {failures} times in a row: the section runs to the rear without heavy weapons"


def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """A section checks its morale: does it carry on, halt, retire or run?

    One d10 with the morale rating modifiers; 1 or better passes. Source: skirmish.txt 431-458.
    """
    stated = request.conditions
    failed = max(request.failed, int(Circumstance.BAD_MORALE in stated))
    names = [("turns", charts["morale", "leaderless-turns"].text), ("retire", charts["morale", "retire"].text)]
    names.append(("failures", f"{failed + 1}"))
    if not failed and not any(trigger in stated for trigger in TRIGGERS):
        dice.show(Note("no trigger: leader killed, half killed, bailed out, bad morale", charts.source("morale")))
        return Ruling(MoraleOutcome.NO_CHECK, names=tuple(names))
    passes = charts["morale", "passes"]
    dice.show(Figure(passes.label, passes))
    rating = charts.add_up("morale", *modifiers(stated, failed, charts))
    if dice.test(rating, D10, "morale", passes.needs):
        leaderless = Circumstance.LEADER_KILLED in stated
        outcome = MoraleOutcome.PASSES_HALTED if leaderless else MoraleOutcome.PASSES
        halted = (Effect("halt", "section", whole(charts["morale", "leaderless-turns"]), "turns"),)
        return Ruling(outcome, names=tuple(names), effects=halted if leaderless else ())
    outcome = (MoraleOutcome.HALTED, MoraleOutcome.RETIRES, MoraleOutcome.RUNS)[min(failed, 2)]
    return Ruling(outcome, names=tuple(names), effects=(Effect(outcome.word, "section"),))


def modifiers(stated: Conditions, failed: int, charts: Charts) -> tuple[Cell, ...]:
    """The morale rating modifiers; other ranks killed count in full twos. Source: skirmish.txt 442-450."""
    applying = set(stated) - {Circumstance.KILLED} | ({Circumstance.BAD_MORALE} if failed else set())
    killed = stated[Circumstance.KILLED]
    if stated[Circumstance.KILLED_EARLIER] and charts.reads("S-37", "game"):
        killed += stated[Circumstance.KILLED_EARLIER]
    ranks = charts["morale", "ranks-for-each"]
    pairs = killed // whole(ranks, at_least=1)
    parts = charts.modifiers("morale", applying)
    if not pairs:
        return parts
    each = charts.condition("morale", Circumstance.KILLED)
    lost = each._replace(value=each.number * pairs, label=f"every {ranks.text} of {killed} other ranks killed")
    return (*parts, lost)


MORALE = Procedure(
    "morale",
    morale,
    Morale,
    charts=("morale",),
    outcomes=MoraleOutcome,
    sums=("morale",),
    circumstances=Circumstance,
)
