"""Optional rules that are procedures of their own: Weather and Fortunes of War. Source: first-watch.txt 165-166."""

from collections.abc import Iterator
from functools import partial

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, stated_anywhere
from refcli.core.rulebook import D6, D10, Charts, Dice, Effect, Outcome, Ruling, procedure
from refcli.rulesets.first_watch.effects import Kind


class Weather(NamedTuple):
    """The pre-game roll for the weather."""

    conditions: Conditions = NOTHING


class WeatherOutcome(Outcome):
    CLEAR = "clear", True, "All altitudes are open."
    BROKEN = "broken cloud", True, "Low and medium altitude are open."
    OVERCAST = "overcast", True, "Only low altitude is open."
    CLOSED = "no flying", False, "No altitude is open."


SKIES = {
    "clear": (WeatherOutcome.CLEAR, "low, medium, high"),
    "broken-cloud": (WeatherOutcome.BROKEN, "low, medium"),
    "overcast": (WeatherOutcome.OVERCAST, "low"),
}
"""What each sky comes to, and the altitudes that it leaves open."""


@procedure("weather", WeatherOutcome, ("weather",), sums=("weather",))
def weather(request: Weather, charts: Charts, dice: Dice) -> Ruling:
    """Optional: before the game, which altitudes can aircraft use?

    Source: first-watch.txt 165.
    """
    rolled = dice.check(charts.add_up("weather"), D10, "weather")
    for sky, (outcome, altitudes) in SKIES.items():
        needed = charts["weather", sky]
        dice.show(needed, "{0} is {1}.", needed.said, outcome.word)
        if needed.target_number.met_by(rolled.total):
            return Ruling(outcome, {}, partial(open_altitudes, altitudes))
    return Ruling(WeatherOutcome.CLOSED, {}, partial(open_altitudes, "none"))


def open_altitudes(altitudes: str) -> Iterator[Effect]:
    """The altitudes that can be used in this game. Source: first-watch.txt 165."""
    yield Effect(Kind.WEATHER, "open altitudes", role="game", detail=altitudes)


class Fortunes(NamedTuple):
    """A side's roll at the end of a turn."""

    side: Annotated[Term | None, Field("the side that rolls", 1, ("initiative",), noun="nationality")] = None
    conditions: Conditions = NOTHING


SIDE = "[{side}][!side?the side]"


class FortunesOutcome(Outcome):
    GRANTED = "fortune", True, f"Fortune favours {SIDE}: ask for a special action, or petition to change a ruling."
    NOTHING = "nothing", False, f"Fortune grants {SIDE} nothing this turn."
    BARRED = "barred", False, f"A very bad roll: {SIDE} may not roll again for {{turns:turn}}."
    MAY_NOT = "may not roll", Outcome.NO_ATTEMPT, f"No Fortunes of War roll for {SIDE} now."


@procedure("fortunes", FortunesOutcome, ("initiative", "fortunes"), sums=("fortunes",))
def fortunes(request: Fortunes, charts: Charts, dice: Dice) -> Ruling:
    """Optional: Fortunes of War at the end of a turn: may the side ask the referee for something?

    One roll a side; a very bad one bars the side for a d6 of turns. Source: first-watch.txt 166.
    """
    bar = charts.bar("may not roll", "fortunes", stated_anywhere(request), "barred", "rolled")
    if bar:
        dice.show(bar)
        return Ruling(FortunesOutcome.MAY_NOT, {"turns": 0})
    side = charts.called(request.side.name, "initiative") if request.side else "the side"
    granted, bars = charts["fortunes", "granted"], charts["fortunes", "bad-roll"]
    rolled = dice.check(charts.add_up("fortunes"), D10, "fortunes", granted.target_number)
    if rolled.passed:
        return Ruling(FortunesOutcome.GRANTED, {"turns": 0}, lambda: effects_of(side))
    if not bars.target_number.met_by(rolled.total):
        return Ruling(FortunesOutcome.NOTHING, {"turns": 0}, lambda: effects_of(side))
    dice.show(bars, "{0} is a very bad roll.", bars.said)
    turns = dice.die(D6, "turns")
    return Ruling(FortunesOutcome.BARRED, {"turns": turns}, lambda: effects_of(side, turns))


def effects_of(side: str, turns: int = 0) -> Iterator[Effect]:
    """A side has rolled, and perhaps may not for so many turns. Source: first-watch.txt 166."""
    yield Effect(Kind.ROLLED, side, role="side")
    if turns:
        yield Effect(Kind.BAR, side, turns, "turns", role="side")
