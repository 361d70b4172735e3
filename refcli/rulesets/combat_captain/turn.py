"""The start and the end of a turn: initiative, and the random event.

Source: combat-captain.txt 95-105, 849-884, 1340-1343, 1405-1418.
"""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, counted, how_many
from refcli.core.rulebook import D6, Charts, Dice, Effect, Outcome, Refused, Ruling, changes, part, procedure
from refcli.rulesets.combat_captain.effects import Kind
from refcli.rulesets.combat_captain.off_board import planes_that_come, shells_that_come, shot_down_before
from refcli.rulesets.combat_captain.unit import counted_modifiers, roll_on_chart

MOST_SIDES = 4
"""Sides of a game beyond which something was mistyped."""
STRIKES = ("artillery", "strafing", "bombing")


class Initiative(NamedTuple):
    """The two sides, each with what it did last turn."""

    sides: Annotated[Terms, Field("the two sides", 1, ("sides",), noun="side")]
    conditions: Conditions = NOTHING


class InitiativeOutcome(Outcome):
    WON = "won", True, "{The winner} win the initiative: which side activates the first unit?", "initiative"
    LOST = "lost", False, "{The winner} win the initiative: which side activates the first unit?", "initiative"


@procedure("initiative", InitiativeOutcome, ("sides",), sums=("initiative",), by_side=True)
def initiative(request: Initiative, charts: Charts, dice: Dice) -> Ruling:
    """Initiative: which side chooses who activates first?

    A die a side and its modifiers, the higher has it, a tie is rolled again; automatic initiative
    needs no die. Source: combat-captain.txt 95-105, 860-861; the tie is a reading, CC-27.
    """
    sides = {side.name: side.conditions for side in request.sides}
    check_sides(request, tuple(sides.values()))
    automatic = [name for name, stated in sides.items() if "automatic" in stated]
    if automatic:
        dice.show(charts.note("sides", "automatic", "no die"))
    winner = automatic[0] if automatic else rolls_highest(tuple(sides.items()), charts, dice)
    outcome = InitiativeOutcome.WON if winner == request.sides[0].name else InitiativeOutcome.LOST
    return Ruling(
        outcome,
        {},
        lambda: (Effect(Kind.INITIATIVE, charts.called(winner, "sides"), role="side"),),
        told={"winner": charts.label("sides", winner)},
    )


def check_sides(request: Initiative, stated: tuple[Conditions, ...]) -> None:
    """Raises Refused for sides that cannot be: one twice, too few or too many, two of what one side alone can have.

    What a side did is said of that side, never of all.
    """
    sides = request.sides
    for name, times in request.conditions.items():
        told = counted(name, times)
        raise Refused(f"{told} is said of one side: join it there by +, as {sides[0].name}+{told}")
    for side in sides:
        if side.many > 1 or [other.name for other in sides].count(side.name) > 1:
            raise Refused(f"name each side once: {side.name} stands more than once")
    if not 2 <= len(sides) <= MOST_SIDES:
        raise Refused(f"initiative needs two sides, {MOST_SIDES} at most, joined by commas: british,german")
    if sum("won" in of_side for of_side in stated) > 1:
        raise Refused("only one side can have won initiative last turn: british+won,german")
    if sum("automatic" in of_side for of_side in stated) > 1:
        raise Refused("only one side can have automatic initiative: british+automatic,german")


@part
def rolls_highest(sides: tuple[tuple[str, Conditions], ...], charts: Charts, dice: Dice) -> str:
    """The side with the highest total; a tie is rolled again. Source: 98-105."""
    rolls = {}
    for name, stated in sides:
        modifiers = charts.add_up("initiative", *counted_modifiers("sides", stated, charts))
        rolls[name] = dice.at(name).check(modifiers, D6, "initiative")
    totals = {name: roll.total for name, roll in rolls.items()}
    winner, *tied = [name for name, total in totals.items() if total == max(totals.values())]
    if tied:
        dice.again("a tie")
    return winner


class Event(NamedTuple):
    """The initiative player tries his luck."""

    sides: Annotated[
        Terms, Field("the initiative player's side, then the opposing player's", 1, ("sides",), noun="side")
    ] = ()
    choice: Annotated[
        str,
        Field(
            "what the opposing player takes when he may choose", said="choosing {value}", choices=STRIKES, decides=True
        ),
    ] = "artillery"
    lost: Annotated[int, shot_down_before(" of the initiative player")] = 0
    opposing: Annotated[int, shot_down_before(" of the opposing player")] = 0
    conditions: Conditions = NOTHING


class EventOutcome(Outcome):
    BOMBING = "bombing run", True, "A bombing run: {planes:plane}, one bomb to a plane."
    STRAFING = "strafing run", True, "A strafing run: {planes:plane}, one tape to a plane."
    ARTILLERY = "artillery", True, "Off-board artillery: {shells:shell} to drop."
    INITIATIVE = "initiative", True, "Next turn the initiative goes to {the player} again."
    NO_PLANES = "no planes", False, "No plane is left for {strike}."
    OPPONENT_INITIATIVE = "opponent's initiative", False, "Next turn the initiative goes to {the player}."
    OPPONENT_STRIKES = (
        "opponent strikes",
        False,
        "The opposing player takes {strike}: [{shells:shell}][{planes:plane}].",
    )


EVENTS = {
    "bombing": EventOutcome.BOMBING,
    "strafing": EventOutcome.STRAFING,
    "artillery": EventOutcome.ARTILLERY,
    "own initiative": EventOutcome.INITIATIVE,
    "opponent has initiative": EventOutcome.OPPONENT_INITIATIVE,
    "opponent chooses": EventOutcome.OPPONENT_STRIKES,
}
"""What each word of the chart comes to."""

OPPOSING = "the opposing player"
PLAYERS = "the initiative player", OPPOSING
"""What the players are called whose sides are not named."""
HAS_INITIATIVE = {"own initiative": 0, "opponent has initiative": 1}
"""Which of them has the initiative next turn, by those words."""


@procedure("event", EventOutcome, ("random-event", "planes", "air", "sides"), sums=("event",))
def event(request: Event, charts: Charts, dice: Dice) -> Ruling:
    """The random event: does the initiative player get artillery or airplanes?

    One die; then one for the shells or the planes, of which whoever strikes may have lost some.
    Source: combat-captain.txt 853-884, 895-896, 1407-1418.
    """
    players = players_of(request, charts)
    happens = dice.show(charts["random-event", roll_on_chart("event", 0, charts, dice)], "random event")
    outcome, strike = EVENTS[happens.text], happens.text
    if outcome is EventOutcome.OPPONENT_STRIKES:
        strike = dice.decide("the opposing player's choice", STRIKES, request.choice)
    flies = strike in ("strafing", "bombing")
    shells = shells_that_come(dice) if strike == "artillery" else 0
    lost = request.opposing if outcome is EventOutcome.OPPONENT_STRIKES else request.lost
    planes = planes_that_come(lost, charts, dice) if flies else 0
    if flies and not planes:
        outcome = EventOutcome.NO_PLANES
    striker = players[outcome is EventOutcome.OPPONENT_STRIKES]
    first = HAS_INITIATIVE.get(happens.text)
    return Ruling(
        outcome,
        {"shells": shells, "planes": planes},
        lambda: changes(
            Effect(Kind.AUTOMATIC_INITIATIVE, players[first or 0], int(first is not None), role="side"),
            Effect(Kind.SHELLS, striker, shells, role="side"),
            Effect(Kind.PLANES, striker, planes, role="side", detail=strike),
            Effect(Kind.EVENT, players[0], role="side"),
        ),
        told={"strike": strike, "player": players[first or 0]},
    )


def players_of(request: Event, charts: Charts) -> tuple[str, str]:
    """The initiative player and the opposing one, by their sides where these are named."""
    sides = [charts.called(side.name, "sides") for side in request.sides]
    if len(sides) != len(set(sides)) or len(sides) > len(PLAYERS) or how_many(request.sides) > len(sides):
        raise Refused("the event has two sides, the one with the initiative first: british,german")
    initiative, opposing = (*sides, *PLAYERS[len(sides) :])
    return initiative, opposing
