"""Radios and messages. Source: skirmish.txt 51-59, 207."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, procedure, unit_names
from refcli.rulesets.skirmish.effects import Kind

GUNS = "guns"
STEPS = "A message goes {value:step} up or down the command structure a turn."
"""The chain of an observer and the guns that he is linked to."""


class Radio(NamedTuple):
    """A message, and how far apart sender and receiver are, where a voice may carry."""

    sender: Annotated[Term, Field("who sends", 1, ("command",), noun="sender")]
    receiver: Annotated[Term, Field("whom it is for", 2, ("command",), noun="receiver")]
    range: Annotated[float | None, Field("cm between them", short="-r", unit="cm", at_least=0)] = None
    conditions: Conditions = NOTHING


class RadioOutcome(Outcome):
    HEARD = "heard", True, "{The receiver} hears {the sender} at once."
    CALLED = "called", True, "{The sender} reaches {the receiver}: the guns resight and may fire next turn[ {how}]."
    REACHES = "reaches", True, "{The sender} reaches {the receiver} this turn."
    PASSED_ON = "passed on", True, "Step by step, {the sender} reaches {the receiver} after {turns:turn}."
    NOT_SENT = "not sent", Outcome.NO_ATTEMPT, "No message goes from {the sender} to {the receiver}."


@procedure("radio", RadioOutcome, ("command", "radio"), rolls=False)
def radio(request: Radio, charts: Charts, dice: Dice) -> Ruling:
    """A message by voice or radio: whom does it reach, and in which turn?

    No dice. A voice carries 30 cm; a radio reaches one step of the command structure in a turn. Guns that an observer
    calls for fire next turn; any commander asks them for map fire. Source: skirmish.txt 51-59, 207, 253.
    """
    sender, receiver = [unit_names([term], charts, "command")[term.name] for term in (request.sender, request.receiver)]
    links = links_of(request, charts)
    voice = charts["radio", "voice"]
    if request.range is not None and request.range <= voice.number and links != {GUNS}:
        dice.show(voice, "A voice carries {value} cm.")
        return Ruling(RadioOutcome.HEARD, {"turns": 0}, lambda: (arrives(receiver, sender, 0),))
    bar = bar_to(request, links, charts)
    if bar:
        dice.show(bar)
        return Ruling(RadioOutcome.NOT_SENT, {"turns": 0})
    turns = turns_to(request, charts, dice)
    if is_battery(request.receiver, charts):
        ready = dice.show(charts["radio", "guns-ready"], "The guns fire as asked {value:turn} later.")
        by_map = "map-fire" in request.conditions
        kind, observer = (Kind.MAP_CALL, "") if by_map else (Kind.CALL, sender)
        return Ruling(
            RadioOutcome.CALLED,
            {"turns": turns},
            lambda: (
                *effects_of(sender, receiver, turns),
                Effect(kind, receiver, ready.number, "turns", "receiver", observer),
            ),
            told={"how": by_map and "by the map"},
        )
    outcome = RadioOutcome.REACHES if turns == 1 else RadioOutcome.PASSED_ON
    return Ruling(outcome, {"turns": turns}, lambda: effects_of(sender, receiver, turns))


def effects_of(sender: str, receiver: str, turns: int) -> tuple[Effect, ...]:
    """A message is sent, and arrives after so many turns. Source: skirmish.txt 51-59."""
    return Effect(Kind.MESSAGE, sender, role="sender", detail=receiver), arrives(receiver, sender, turns)


def arrives(receiver: str, sender: str, turns: int) -> Effect:
    """A message arrives after so many turns."""
    return Effect(Kind.ARRIVES, receiver, turns, "turns", "receiver", sender)


def links_of(request: Radio, charts: Charts) -> set[str]:
    """The chains that sender and receiver belong to: one, where radios link them. Source: skirmish.txt 57-59."""
    return {charts["command", term.name, "chain"].text for term in (request.sender, request.receiver)}


def is_battery(receiver: Term, charts: Charts) -> bool:
    """Whether a message is for guns, and not for their observer. Source: skirmish.txt 59."""
    return (
        charts["command", receiver.name, "chain"].text == GUNS and charts["command", receiver.name, "step"].number == 2
    )


def bar_to(request: Radio, links: set[str], charts: Charts) -> Note | None:
    """Why no message goes by radio; None when one does.

    Who calls down fire observes it; map fire has a point of aim, and whoever commands asks for it. Source: skirmish.txt
    55-59, 253.
    """
    stated = request.conditions + request.sender.conditions
    bar = charts.bar("no message", "radio", stated, "untrained", "no-radio", "sent")
    calls = links == {GUNS} and is_battery(request.receiver, charts) and "map-fire" not in request.conditions
    if bar or (len(links) == 1 and not (calls and is_battery(request.sender, charts))):
        return bar
    if not is_battery(request.receiver, charts):
        return Note("no link: radios follow the command structure, observers their guns", charts.source("command"))
    if "map-fire" not in request.conditions:
        return Note(
            "only an observer calls down fire; others ask for map fire", charts.note("radio", "map-fire").source
        )
    return None


def turns_to(request: Radio, charts: Charts, dice: Dice) -> int:
    """One step of the command structure a turn; between two of one step by way of the next higher one.

    From a commander to guns it is one. Source: skirmish.txt 57.
    """
    below, above = sorted(charts["command", term.name, "step"].whole() for term in (request.sender, request.receiver))
    steps = 1 if len(links_of(request, charts)) > 1 else above - below or 2
    in_a_turn = dice.show(charts["radio", "command"], STEPS).whole(at_least=1)
    return -(-steps // in_a_turn)
