"""Morale. Source: skirmish.txt 429-458."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Note, Outcome, Ruling, procedure

TRIGGERS = ("leader-killed", "half-killed", "bailed-out", "bad-morale")


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


@procedure("morale", MoraleOutcome, ("morale",), sums=("morale",))
def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """A section checks its morale: does it carry on, halt, retire or run?

    One d10 with the morale rating modifiers; 1 or better passes. Source: skirmish.txt 431-458.
    """
    stated = request.conditions
    failed = max(request.failed, int("bad-morale" in stated))
    if not failed and not any(trigger in stated for trigger in TRIGGERS):
        dice.show(Note("no trigger: leader killed, half killed, bailed out, bad morale", charts.source("morale")))
        return Ruling(MoraleOutcome.NO_CHECK)
    passes = dice.show(charts["morale", "passes"])
    rating = charts.add_up("morale", *modifiers(stated, failed, charts))
    if not dice.check(rating, D10, "morale", passes.target_number).passed:
        outcome = (MoraleOutcome.HALTED, MoraleOutcome.RETIRES, MoraleOutcome.RUNS)[min(failed, 2)]
        told = {"failures": failed + 1, "retire": charts["morale", "retire"].text}
        return Ruling(outcome, effects=(Effect(outcome.word, "section"),), told=told)
    if "leader-killed" not in stated:
        return Ruling(MoraleOutcome.PASSES)
    turns = charts["morale", "leaderless-turns"].whole()
    halted = Effect("halt", "section", turns, "turns")
    return Ruling(MoraleOutcome.PASSES_HALTED, effects=(halted,), told={"turns": turns})


def modifiers(stated: Conditions, failed: int, charts: Charts) -> tuple[Cell, ...]:
    """The morale rating modifiers; other ranks killed count in full twos. Source: skirmish.txt 442-450."""
    applying = set(stated) - {"other-rank-killed"} | ({"bad-morale"} if failed else set())
    killed = stated["other-rank-killed"]
    if stated["killed-earlier"] and charts.reads("S-37", "game"):
        killed += stated["killed-earlier"]
    ranks = charts["morale", "ranks-for-each"]
    pairs = killed // ranks.whole(at_least=1)
    parts = charts.modifiers("morale", applying)
    if not pairs:
        return parts
    each = charts.condition("morale", "other-rank-killed")
    lost = each._replace(value=each.number * pairs)
    return (*parts, lost.called("every {} of {} other ranks killed", ranks.text, killed))
