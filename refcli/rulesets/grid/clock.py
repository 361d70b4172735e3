"""The Game Clock. Source: grid.txt 48-55, 211-212."""

from typing import Annotated, NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import AVERAGE_DIE, Dice, with_die
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling

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
    pips = with_die(dice, modifiers, AVERAGE_DIE, "clock")
    minutes = max(0, int(pips.total * pip.number))
    effects = (Effect("clock", "game", minutes, "minutes"),)
    counts = {"minutes": minutes}
    if request.now is None:
        return Ruling(ClockOutcome.ADVANCED, counts, names=(("time", ""),), effects=effects)
    time = (in_minutes(request.now) + minutes) % (24 * 60)
    light = light_at(time, request, dice)
    return Ruling(light, counts, names=(("time", f", {time // 60:02}:{time % 60:02}"),), effects=effects)


LIGHTS = (
    ClockOutcome.NIGHT,
    ClockOutcome.DAWN_OR_DUSK,
    ClockOutcome.DAY,
    ClockOutcome.DAWN_OR_DUSK,
    ClockOutcome.NIGHT,
)
"""The light from midnight to midnight, each changed for the next at one of the agreed times."""
CHANGES = ("dawn", "day", "dusk", "night")
"""The times at which it changes."""
AGREED = Source(section="Dawn, Dusk & Night", lines="212")


def light_at(time: int, request: Clock, dice: Dice) -> ClockOutcome:
    """The light at a time of day, as far as the agreed times tell it. Source: grid.txt 211-212.

    A day runs from night over dawn, day and dusk to night. What a time that was not agreed would decide is not said.
    """
    changes = {name: in_minutes(at) for name in CHANGES if (at := getattr(request, name)) is not None}
    if list(changes.values()) != sorted(changes.values()):
        raise Refused(f"the times of a day come in this order: {', '.join(CHANGES)}")
    begun = max((CHANGES.index(name) + 1 for name, at in changes.items() if at <= time), default=0)
    to_come = min((CHANGES.index(name) for name, at in changes.items() if at > time), default=len(CHANGES))
    possible = set(LIGHTS[begun : to_come + 1])
    if len(possible) == 1:
        return possible.pop()
    if changes:
        dice.show(Note(f"the light depends on times not agreed: {', '.join(CHANGES[begun:to_come])}", AGREED))
    return ClockOutcome.ADVANCED


def in_minutes(time: str) -> int:
    """Minutes since midnight of ``HH:MM``."""
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)


CLOCK = Procedure("clock", clock, Clock, charts=("clock",), outcomes=ClockOutcome, sums=("pips",))
