"""The Game Clock. Source: grid.txt 48-55, 211-212."""

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple
from refcli.core.rulebook import AVERAGE_DIE, Charts, Dice, Effect, Outcome, Refused, Ruling, Source, note, procedure

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
    ADVANCED = "clock advanced", True, "the clock goes forward {minutes} minutes[, {time}]"
    DAY = "day", True, "{minutes} minutes on it is day, {time}"
    DAWN_OR_DUSK = "dawn or dusk", True, "{minutes} minutes on it is dawn or dusk, {time}: cover for all not adjacent"
    NIGHT = "night", True, "{minutes} minutes on it is night, {time}: cover for all not adjacent, moves of one square"


@procedure("clock", ClockOutcome, ("clock",), sums=("pips",))
def clock(request: Clock, charts: Charts, dice: Dice) -> Ruling:
    """The game clock at the start of a turn: how many minutes go by, and is it dark?

    One average die, five minutes a pip. Source: grid.txt 52-55, 212.
    """
    pip = dice.show(charts["clock", "minutes"])
    pips = dice.check(charts.add_up("pips"), AVERAGE_DIE, "clock")
    minutes = max(0, int(pips.total * pip.number))
    counts = {"minutes": minutes}
    effects = (Effect("clock", "game", minutes, "minutes"),)
    if request.now is None:
        return Ruling(ClockOutcome.ADVANCED, counts, effects)
    time = (in_minutes(request.now) + minutes) % (24 * 60)
    return Ruling(light_at(time, request, dice), counts, effects, told={"time": f"{time // 60:02}:{time % 60:02}"})


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
        dice.show(note("the light depends on times not agreed: {times}", AGREED, times=CHANGES[begun:to_come]))
    return ClockOutcome.ADVANCED


def in_minutes(time: str) -> int:
    """Minutes since midnight of ``HH:MM``."""
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)
