"""The start and the end of a turn: initiative, and the random event.

Source: combat-captain.txt 95-105, 849-884, 1340-1343, 1405-1418.
"""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice, with_die
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import counted_modifiers
from refcli.rulesets.combat_captain.off_board import planes_that_come, shells_that_come

WON = "won"
MOST_SIDES = 4
"""Sides of a game beyond which something was mistyped."""
STRIKES = ("artillery", "strafing", "bombing")


class Initiative(NamedTuple):
    """The two sides, each with what it did last turn."""

    sides: Annotated[tuple[Term, ...], Field("the two sides", position=1, charts=("sides",), noun="side")]
    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    WON = "won", True, "{winner} has the initiative: it chooses which side activates the first unit"
    LOST = "lost", False, "{winner} has the initiative: it chooses which side activates the first unit"


def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Initiative: which side chooses who activates first?

    A die a side and its modifiers, the higher has it, a tie is thrown again; automatic initiative
    needs no die. Source: combat-captain.txt 95-105, 860-861; the tie is a reading, CC-27.
    """
    sides = tuple((side.name, request.conditions + side.conditions) for side in request.sides)
    names = [name for name, _ in sides]
    for side in request.sides:
        if side.many > 1 or names.count(side.name) > 1:
            raise Refused(f"sides: {side.name} stands more than once; each side rolls one die")
    if not 2 <= len(sides) <= MOST_SIDES:
        raise Refused(f"initiative is between two sides, by a comma: british,german (at most {MOST_SIDES} of them)")
    if sum(WON in stated for _, stated in sides) > 1:
        raise Refused("only one side can have won initiative last turn: british+won,german")
    automatic = [at for at, (_, stated) in enumerate(sides) if Circumstance.AUTOMATIC in stated]
    if len(automatic) > 1:
        raise Refused("only one side can have automatic initiative")
    if automatic:
        stated = charts.stated("sides", Circumstance.AUTOMATIC)
        dice.show(Note(stated.text, stated.source))
    winner = automatic[0] if automatic else dice.sub(higher, (sides, charts), "")
    name = names[winner]
    return Ruling(
        InitiativeOutcome.LOST if winner else InitiativeOutcome.WON,
        names=(("winner", charts.label("sides", name)),),
        effects=(Effect("initiative", name),),
    )


def higher(sides: tuple[tuple[str, Conditions], ...], charts: Charts, dice: Dice) -> int:
    """The side with the higher total. Source: 98-105."""
    totals = []
    for name, stated in sides:
        modifiers = charts.add_up("initiative", *counted_modifiers(charts, "sides", stated, once=(WON,)))
        totals.append(with_die(dice, modifiers, D6, name).total)
    highest = max(totals)
    if totals.count(highest) > 1:
        dice.again("a tie")
    return totals.index(highest)


class Event(NamedTuple):
    """The initiative player tries his luck."""

    choice: Annotated[str, Field("what the opposing player takes when he may choose", choices=STRIKES)] = "artillery"
    lost: Annotated[int, Field("planes shot down on earlier turns", unit="planes", at_least=0, at_most=3)] = 0
    conditions: Conditions = NOTHING


class EventOutcome(Outcome):
    BOMBING = "bombing run", True, "a bombing run: {come}, a bomb each"
    STRAFING = "strafing run", True, "a strafing run: {come}"
    ARTILLERY = "artillery", True, "off-board artillery: {come}"
    INITIATIVE = "initiative", True, "the initiative player has the initiative next turn"
    NO_PLANES = "no planes", False, "{strike}, but no plane is left"
    OPPONENT_INITIATIVE = "opponent's initiative", False, "the opposing player has the initiative next turn"
    OPPONENT_STRIKES = "opponent strikes", False, "the opposing player takes {strike}: {come}"


OUTCOMES = {
    "bombing": EventOutcome.BOMBING,
    "strafing": EventOutcome.STRAFING,
    "artillery": EventOutcome.ARTILLERY,
    "own initiative": EventOutcome.INITIATIVE,
    "opponent has initiative": EventOutcome.OPPONENT_INITIATIVE,
    "opponent chooses": EventOutcome.OPPONENT_STRIKES,
}
"""What each word of the chart comes to."""


def event(request: Event, charts: Charts, dice: Dice) -> Ruling:
    """The random event: does the initiative player get artillery or airplanes?

    One die; then one for the shells or the planes. Source: combat-captain.txt 853-884, 1407-1418.
    """
    total = charts.add_up("event")
    total = total.plus_die(dice.die(D6, "event"))
    if len(total.parts) > 1:
        dice.show(total)
    cell = charts["random-event", str(max(1, min(6, int(total.total))))]
    dice.show(Figure("random event", cell))
    outcome = OUTCOMES[cell.text]
    strike = cell.text
    if outcome is EventOutcome.OPPONENT_STRIKES:
        strike = dice.decide("the opposing player's choice", STRIKES, request.choice)
    shells = shells_that_come(dice) if strike == "artillery" else 0
    planes = 0
    if strike in ("strafing", "bombing"):
        planes = planes_that_come(request.lost, charts, dice)
        outcome = outcome if planes else EventOutcome.NO_PLANES
    effects: tuple[Effect, ...] = ()
    if outcome in (EventOutcome.INITIATIVE, EventOutcome.OPPONENT_INITIATIVE):
        player = "initiative player" if outcome is EventOutcome.INITIATIVE else "opposing player"
        effects = (Effect("automatic-initiative", player),)
    return Ruling(
        outcome,
        {"shells": shells, "planes": planes},
        names=(("strike", strike), ("come", some(shells, "shell") if shells else some(planes, "plane"))),
        effects=effects,
    )


INITIATIVE = Procedure(
    "initiative",
    initiative,
    Initiative,
    charts=("sides",),
    outcomes=InitiativeOutcome,
    sums=("initiative",),
    circumstances=Circumstance,
)
EVENT = Procedure(
    "event",
    event,
    Event,
    charts=("random-event", "planes", "air"),
    outcomes=EventOutcome,
    sums=("event",),
)
