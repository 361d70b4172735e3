"""Optional rules that are procedures of their own: Weather and Fortunes of War. Source: first-watch.txt 165-166."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, D10, Dice, with_die
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.first_watch.common import barred


class Weather(NamedTuple):
    """The pre-game roll for the weather."""

    conditions: Conditions = NOTHING


class WeatherOutcome(Outcome):
    CLEAR = "clear", True, "clear: all altitudes are open"
    BROKEN = "broken cloud", True, "broken cloud: low and medium altitude are open"
    OVERCAST = "overcast", True, "overcast: low altitude alone is open"
    CLOSED = "no flying", False, "no altitude is open: no aircraft come"


def weather(request: Weather, charts: Charts, dice: Dice) -> Ruling:
    """Optional: before the game, which altitudes can aircraft use?

    Source: first-watch.txt 165.
    """
    modifiers = charts.add_up("weather")
    result = with_die(dice, modifiers, D10, "weather")
    for row, outcome in (
        ("clear", WeatherOutcome.CLEAR),
        ("broken-cloud", WeatherOutcome.BROKEN),
        ("overcast", WeatherOutcome.OVERCAST),
    ):
        sky = charts["weather", row]
        dice.show(Figure(sky.label, sky))
        if sky.needs.met_by(result.total):
            return Ruling(outcome)
    return Ruling(WeatherOutcome.CLOSED)


class Circumstance(StrEnum):
    """Conditions that the rule reads by name."""

    BARRED = "barred"


class Fortunes(NamedTuple):
    """A side's roll at the end of a turn."""

    side: Annotated[
        Term | None, Field("the side that rolls", position=1, charts=("initiative",), noun="nationality")
    ] = None
    conditions: Conditions = NOTHING


class FortunesOutcome(Outcome):
    GRANTED = "fortune", True, "{side} may ask for a special action, or petition to change a ruling"
    NOTHING = "nothing", False, "fortune does not favour {side} this turn"
    BARRED = "barred", False, "{side} may not roll for Fortunes of War for {turns}"
    MAY_NOT = "may not roll", False, "{side} may not roll yet"


def fortunes(request: Fortunes, charts: Charts, dice: Dice) -> Ruling:
    """Optional: Fortunes of War at the end of a turn: may the side ask the referee for something?

    A very bad roll bars the side for a d6 of turns. Source: first-watch.txt 166.
    """
    side = charts.label("initiative", request.side.name) if request.side else "the side"
    names = (("side", side),)
    if Circumstance.BARRED in request.conditions:
        barred(dice, charts.stated("fortunes", Circumstance.BARRED), "may not roll")
        return Ruling(FortunesOutcome.MAY_NOT, {"turns": 0}, names=names)
    granted, bars = charts["fortunes", "granted"], charts["fortunes", "bad-roll"]
    modifiers = charts.add_up("fortunes")
    result = with_die(dice, modifiers, D10, "fortunes", granted.needs)
    if result.met:
        return Ruling(FortunesOutcome.GRANTED, {"turns": 0}, names=names)
    dice.show(Figure(bars.label, bars))
    if not bars.needs.met_by(result.total):
        return Ruling(FortunesOutcome.NOTHING, {"turns": 0}, names=names)
    turns = dice.die(D6, "turns")
    return Ruling(
        FortunesOutcome.BARRED,
        {"turns": turns},
        names=(*names, ("turns", some(turns, "turn"))),
        effects=(Effect("barred", request.side.name if request.side else "side", turns, "turns"),),
    )


WEATHER = Procedure("weather", weather, Weather, charts=("weather",), outcomes=WeatherOutcome, sums=("weather",))
FORTUNES = Procedure(
    "fortunes",
    fortunes,
    Fortunes,
    charts=("initiative", "fortunes"),
    outcomes=FortunesOutcome,
    sums=("fortunes",),
    circumstances=Circumstance,
)
