"""The Game Clock. Source: grid.txt 48-55, 211-212."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import AVERAGE_DIE, Dice
from refcli.core.in_force import Charts
from refcli.core.ruleset import Conditions, Field, Procedure
from refcli.core.ruling import Effect, Figure, Outcome, Ruling

TIME = r"([01]?[0-9]|2[0-3]):[0-5][0-9]"


class Clock(NamedTuple):
    """The start of a turn, and the times agreed before the game."""

    now: Annotated[str | None, Field("the time before this turn, HH:MM", short="-t", pattern=TIME)] = None
    dawn: Annotated[str | None, Field("when dawn begins, HH:MM", pattern=TIME)] = None
    day: Annotated[str | None, Field("when dawn ends, HH:MM", pattern=TIME)] = None
    dusk: Annotated[str | None, Field("when dusk begins, HH:MM", pattern=TIME)] = None
    night: Annotated[str | None, Field("when night falls, HH:MM", pattern=TIME)] = None
    conditions: Conditions = NOTHING


class ClockOutcome(Outcome):
    ADVANCED = "clock advanced", True, "the clock goes forward {minutes} minutes{time}"
    DAY = "day", True, "{minutes} minutes on it is day{time}"
    DAWN_OR_DUSK = "dawn or dusk", True, "{minutes} minutes on it is dawn or dusk{time}: cover for all not adjacent"
    NIGHT = "night", True, "{minutes} minutes on it is night{time}: cover for all not adjacent, moves of one square"


def clock(request: Clock, charts: Charts, dice: Dice) -> Ruling:
    """The game clock at the start of a turn: how many minutes go by, and is it dark?

    One average die, five minutes a pip. Source: grid.txt 52-55, 212.
    """
    pip = charts["clock", "minutes"]
    dice.show(Figure(pip.label, pip))
    modifiers = charts.add_up("pips")
    pips = modifiers.plus_die(dice.die(AVERAGE_DIE, "clock"))
    dice.show(pips)
    minutes = max(0, int(pips.total * pip.number))
    effects = (Effect("clock", "game", minutes),)
    counts = {"minutes": minutes}
    if request.now is None:
        return Ruling(ClockOutcome.ADVANCED, counts, names=(("time", ""),), effects=effects)
    time = (in_minutes(request.now) + minutes) % (24 * 60)
    return Ruling(
        light_at(time, request), counts, names=(("time", f", {time // 60:02}:{time % 60:02}"),), effects=effects
    )


def light_at(time: int, request: Clock) -> ClockOutcome:
    """The light at a time of day, by the agreed times; no times agreed say nothing.

    Before the first of them it is day when no morning was agreed, else what the last of them brought.
    """
    changes = [
        (in_minutes(at), light)
        for at, light in (
            (request.dawn, ClockOutcome.DAWN_OR_DUSK),
            (request.day, ClockOutcome.DAY),
            (request.dusk, ClockOutcome.DAWN_OR_DUSK),
            (request.night, ClockOutcome.NIGHT),
        )
        if at is not None
    ]
    if not changes:
        return ClockOutcome.ADVANCED
    changes.sort(key=lambda change: change[0])
    morning = request.dawn is not None or request.day is not None
    light = changes[-1][1] if morning else ClockOutcome.DAY
    for at, change in changes:
        if at <= time:
            light = change
    return light


def in_minutes(time: str) -> int:
    """Minutes since midnight of ``HH:MM``."""
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)


CLOCK = Procedure("clock", clock, Clock, charts=("clock",), outcomes=ClockOutcome, sums=("pips",))
