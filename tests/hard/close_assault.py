"""Combat Captain's close assault: the losses of the first step are the pools of the second."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Effect, Outcome, Ruling

MEN = 5
"""Men in a sub-unit. Source: combat-captain.txt 56-57."""


class Pips(StrEnum):
    """Which dice count."""

    EVEN = "even"
    ODD = "odd"

    def on(self, face: int) -> int:
        """The pips that a face counts."""
        return face if (face % 2 == 0) == (self is Pips.EVEN) else 0


class Assault(NamedTuple):
    """Two units in close combat; only the defenders' level of cover, 0 to 5, counts here."""

    attackers: Annotated[int, Field("attacking sub-units", at_least=1, at_most=8)]
    defenders: Annotated[int, Field("defending sub-units", at_least=1, at_most=8)]
    cover: Annotated[int, Field("level of the defenders' cover", at_least=0, at_most=5)] = 0
    conditions: Conditions = NOTHING


class AssaultOutcome(Outcome):
    ATTACKER_WINS = "attacker wins", True, "the attackers win: {attackers lost} men lost against {defenders lost}"
    TIE = "tie", False, "nobody wins: {attackers lost} men lost against {defenders lost}"
    DEFENDER_WINS = "defender wins", False, "the defenders win: {attackers lost} men lost against {defenders lost}"


def close_assault(request: Assault, charts: Charts, dice: Dice) -> Ruling:
    """Close assault: who wins the close combat, and how many men does it cost?

    Both sides throw before anyone falls; the survivors throw again for who wins.
    Source: combat-captain.txt 797-811. Losses fill one sub-unit after another, 570-572.
    """
    defenders_lost = dice.sub(losses, (request.attackers, Pips.EVEN, request.defenders, request.cover), "attack")
    attackers_lost = dice.sub(losses, (request.defenders, Pips.ODD, request.attackers, 0), "defence")
    attackers = left(request.attackers, attackers_lost)
    defenders = left(request.defenders, defenders_lost)
    outcome = dice.sub(who_wins, (attackers, defenders, request.cover), "who wins")
    return Ruling(
        outcome,
        {"attackers lost": attackers_lost, "defenders lost": defenders_lost},
        effects=(Effect("men", "attackers", -attackers_lost), Effect("men", "defenders", -defenders_lost)),
    )


def losses(throwers: int, pips: Pips, targets: int, cover: int, dice: Dice) -> int:
    """The men that one side's dice cost the other, saved for cover. Source: 584-592, 797-801."""
    hits = dice.pool(throwers, D6, pips.on, "hits")
    saved = dice.pool(hits, D6, lambda face: face <= cover, "saves") if cover else 0
    return min(hits - saved, targets * MEN)


def left(sub_units: int, lost: int) -> int:
    """The sub-units that still stand, partial losses consolidated. Source: 570-572."""
    return -(-(sub_units * MEN - lost) // MEN)


def who_wins(attackers: int, defenders: int, cover: int, dice: Dice) -> AssaultOutcome:
    """Odd and even change sides, cover adds a point a level for each defender. Source: 802-810."""
    if not (attackers and defenders):
        return gone(attackers, defenders)
    attack = dice.pool(attackers, D6, Pips.ODD.on, "attackers")
    defence = dice.pool(defenders, D6, Pips.EVEN.on, "defenders") + defenders * cover
    if attack == defence:
        return AssaultOutcome.TIE
    return AssaultOutcome.ATTACKER_WINS if attack > defence else AssaultOutcome.DEFENDER_WINS


def gone(attackers: int, defenders: int) -> AssaultOutcome:
    """A side without a sub-unit left loses; when neither has one, nobody wins. A reading, CC-61."""
    if attackers == defenders:
        return AssaultOutcome.TIE
    return AssaultOutcome.ATTACKER_WINS if attackers else AssaultOutcome.DEFENDER_WINS


CLOSE_ASSAULT = Procedure("close-assault", close_assault, Assault, charts=(), outcomes=AssaultOutcome)
