"""Morale. Source: skirmish.txt 429-458."""

from typing import Any

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import (
    D10,
    Cell,
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Ruling,
    changes,
    note,
    procedure,
    unit_names,
)
from refcli.rulesets.skirmish.effects import Kind

TRIGGERS = ("leader-killed", "half-killed", "bailed-out", "bad-morale")


class Morale(NamedTuple):
    """The check of one section; its failures in a row make its present bad morale.

    The turns without a leader are counted from his death, not from a check.
    """

    section: Annotated[Term | None, Field("the section, by its men", charts=("troops",), noun="section")] = None
    failed: Annotated[
        int,
        Field(
            "checks that it failed in a row before this one", said="{value:check} failed before", at_least=0, at_most=99
        ),
    ] = 0
    leaderless: Annotated[
        int,
        Field(
            "turns since the leader died, 0 in that turn",
            said="{value:turn} without its leader",
            at_least=0,
            at_most=99,
        ),
    ] = 0
    conditions: Conditions = NOTHING


class MoraleOutcome(Outcome):
    PASSES = "passes", True, "Passes: {the who} carries on as normal."
    PASSES_HALTED = (
        "passes, halted",
        True,
        "Passes, but without its leader {the who} stays halted for {turns:turn}; it may fight if engaged.",
    )
    NO_CHECK = "no check", True, "No morale check is called for."
    HALTED = "halted", False, "[named?{The who} fails][!named?Fails]: halted next turn, then checks again."
    RETIRES = "retires", False, "Fails twice in a row: {the who} retires at least {retire} cm next turn."
    RUNS = "runs", False, "Fails {failures} times in a row: {the who} runs to the rear without its heavy weapons."
    DISPERSES = "disperses", False, "Off the field, {the who} disperses: all its men are lost."


@procedure("morale", MoraleOutcome, ("morale", "troops"), sums=("morale",))
def morale(request: Morale, charts: Charts, dice: Dice) -> Ruling:
    """A section checks its morale: does it carry on, halt, retire or run?

    One d10 with the morale rating modifiers; 1 or better passes. Who has left the field is lost without a die.
    Source: skirmish.txt 431-458.
    """
    section = unit_names([request.section], charts, "troops")[request.section.name] if request.section else "Section"
    named = bool(request.section and request.section.who)
    told: dict[str, Any] = {"who": section if named else "section", "named": named}
    stated = request.conditions
    leader = leader_of(stated, request.leaderless, charts)
    if "left-field" in stated:
        dice.show(charts.note("morale", "left-field"))
        return Ruling(MoraleOutcome.DISPERSES, {}, lambda: (Effect(Kind.DISPERSE, section, role="section"),), told=told)
    failed = max(request.failed, int("bad-morale" in stated))
    if not failed and not any(trigger in stated for trigger in TRIGGERS):
        dice.show(
            Note(
                "a check needs the leader killed, half the section killed, bailing out or bad morale",
                charts.source("morale"),
            )
        )
        return Ruling(MoraleOutcome.NO_CHECK)
    if "leader-killed" in stated and not leader.lost:
        turns = charts["morale", "leaderless-turns"]
        dice.show(
            note(
                "after {turns} turns the next in command leads, and the lost leader counts no more",
                turns.source,
                turns=turns.text,
            )
        )
    passes = dice.show(charts["morale", "passes"], "morale check")
    rating = charts.add_up("morale", *modifiers(stated, failed, leader, charts))
    if not dice.check(rating, D10, "morale", passes.target_number).passed:
        outcome = (MoraleOutcome.HALTED, MoraleOutcome.RETIRES, MoraleOutcome.RUNS)[min(failed, 2)]
        retire = charts["morale", "retire"]
        told |= {"failures": failed + 1, "retire": retire.text}
        return Ruling(
            outcome,
            {},
            lambda: (Effect(Kind.CHECKED, section, role="section"), *bad_morale(section, outcome, retire)),
            told=told,
        )
    if leader.halted:
        told["turns"] = leader.halted
    return Ruling(
        MoraleOutcome.PASSES_HALTED if leader.halted else MoraleOutcome.PASSES,
        {},
        lambda: changes(
            Effect(Kind.CHECKED, section, role="section"),
            Effect(Kind.RECOVERED, section, bool(failed), role="section"),
            Effect(Kind.HALT, section, leader.halted, "turns", "section", "without its leader"),
        ),
        told=told,
    )


class Leader(NamedTuple):
    """Whether a section feels the loss of its leader, and how many turns it stays halted for it."""

    lost: bool = False
    halted: int = 0


def leader_of(stated: Conditions, leaderless: int, charts: Charts) -> Leader:
    """Two full turns pass after the leader's death; then the next in command takes over. Source: skirmish.txt 440."""
    if "leader-killed" not in stated:
        return Leader()
    left = charts["morale", "leaderless-turns"].whole() - leaderless
    return Leader(lost=left >= 0, halted=max(0, left))


def bad_morale(section: str, outcome: MoraleOutcome, retire: Cell) -> tuple[Effect, ...]:
    """What a section with bad morale does next turn. Source: skirmish.txt 454-458."""
    if outcome is MoraleOutcome.HALTED:
        return (Effect(Kind.HALT, section, 1, "turns", "section", "bad morale"),)
    if outcome is MoraleOutcome.RETIRES:
        return (Effect(Kind.RETIRE, section, retire.number, "cm", "section"),)
    return Effect(Kind.RUN, section, role="section"), Effect(Kind.ABANDON, section, role="section")


def modifiers(stated: Conditions, failed: int, leader: Leader, charts: Charts) -> tuple[Cell, ...]:
    """The morale rating modifiers; other ranks killed count in full twos. Source: skirmish.txt 442-450."""
    applying = stated.without("other-rank-killed")
    if failed:
        applying = applying.also("bad-morale")
    if not leader.lost:  # the next in command has taken over
        applying = applying.without("leader-killed")
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
    condition = charts.conditions("morale")["other-rank-killed"]
    return (*parts, lost.told("{0}, one for every {1}", condition.often(killed), ranks.text))
