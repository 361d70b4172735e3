"""The Game Clock, and the end of the game. Source: grid.txt 48-55, 183-184, 211-212."""

from collections.abc import Iterator

from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple
from refcli.core.rulebook import AVERAGE_DIE, Charts, Dice, Effect, Outcome, Refused, Ruling, Source, note, procedure
from refcli.rulesets.grid.effects import Kind
from refcli.rulesets.grid.hours import A_DAY, TIME, in_minutes, is_past


class Clock(NamedTuple):
    """The start of a turn, and what was agreed before the game."""

    now: Annotated[str | None, Field("the time before this turn, HH:MM", short="-t", pattern=TIME)] = None
    dawn: Annotated[str | None, Field("when dawn begins, HH:MM", pattern=TIME)] = None
    day: Annotated[str | None, Field("when dawn ends, HH:MM", pattern=TIME)] = None
    dusk: Annotated[str | None, Field("when dusk begins, HH:MM", pattern=TIME)] = None
    night: Annotated[str | None, Field("when night falls, HH:MM", pattern=TIME)] = None
    end: Annotated[str | None, Field("when the game ends, HH:MM", short="-e", pattern=TIME)] = None
    casualties: Annotated[
        int | None, Field("units lost by the side that has lost more", said="{value:unit} lost", at_least=0)
    ] = None
    limit: Annotated[
        int | None, Field("units lost by one side that end the game", said="the game ends at {value}", at_least=1)
    ] = None
    conditions: Conditions = NOTHING


class ClockOutcome(Outcome):
    ADVANCED = "clock advanced", True, "{minutes} minutes pass[: {time}]."
    DAY = "day", True, "{minutes} minutes pass: {time}, day."
    DAWN_OR_DUSK = (
        "dawn or dusk",
        True,
        "{minutes} minutes pass: {time}, dawn or dusk. Everyone is in cover unless adjacent.",
    )
    NIGHT = (
        "night",
        True,
        "{minutes} minutes pass: {time}, night. Everyone moves one square at most, and is in cover unless adjacent.",
    )
    TIME_IS_UP = "time is up", True, "{minutes} minutes pass: {time}[, {light}]. The game ends, as agreed for {end}."
    TOO_MANY_LOST = (
        "too many lost",
        True,
        "The game ends: one side has lost {casualties:unit}, and {limit} was the limit.",
    )


LIGHTS = {one.word: one for one in (ClockOutcome.DAY, ClockOutcome.DAWN_OR_DUSK, ClockOutcome.NIGHT)}
"""The outcome of each light."""


@procedure("clock", ClockOutcome, ("clock", "light"), sums=("pips",))
def clock(request: Clock, charts: Charts, dice: Dice) -> Ruling:
    """The game clock at the start of a turn: how many minutes go by, is it dark, or does the game end?

    One average die, five minutes a pip. The game ends at a time agreed, or when one side has lost as many units
    as were agreed. Source: grid.txt 52-55, 184, 212.
    """
    if lost_too_many(request):
        lost = {"casualties": request.casualties, "limit": request.limit}
        return Ruling(ClockOutcome.TOO_MANY_LOST, {}, lambda: (of_game(Kind.END),), told=lost)
    pip = charts["clock", "minutes"]
    pips = dice.check(charts.add_up("pips"), AVERAGE_DIE, "clock")
    minutes = max(0, int(pips.total * pip.number))
    dice.show(pip, "{0} minutes, {1} a pip.", minutes, pip.text)
    counts = {"minutes": minutes}
    if request.now is None:
        if request.end is not None:
            raise Refused("end: the time before this turn is missing; say now as well, --now 18:30")
        return Ruling(ClockOutcome.ADVANCED, counts, lambda: (forward(minutes),))
    then = in_minutes(request.now) + minutes
    time = f"{then % A_DAY // 60:02}:{then % 60:02}"
    told = {"time": time, "end": request.end}
    light = light_at(then % A_DAY, request, charts, dice)
    is_up = time_is_up(request, minutes)
    if is_up:
        told["light"] = None if light is ClockOutcome.ADVANCED else light.word
    outcome = ClockOutcome.TIME_IS_UP if is_up else light
    return Ruling(outcome, counts, lambda: effects_of(minutes, time, light, is_up), told=told)


def effects_of(minutes: int, time: str, light: ClockOutcome, is_up: bool) -> Iterator[Effect]:
    """The clock goes forward; perhaps the light is known, or the game ends. Source: grid.txt 52-55, 184, 211-212."""
    yield forward(minutes, time)
    if light is not ClockOutcome.ADVANCED:
        yield of_game(Kind.LIGHT, light.word)
    if is_up:
        yield of_game(Kind.END)


def forward(minutes: int, time: str = "") -> Effect:
    """The clock goes forward by so many minutes, perhaps to a known time."""
    return Effect(Kind.CLOCK, "game", minutes, "minutes", "game", time)


def of_game(kind: Kind, detail: str = "") -> Effect:
    """An effect on the whole game."""
    return Effect(kind, "game", role="game", detail=detail)


def lost_too_many(request: Clock) -> bool:
    """Whether one side has suffered the number of casualties that was agreed to end the game. Source: grid.txt 184."""
    if request.casualties is None and request.limit is None:
        return False
    if request.casualties is None or request.limit is None:
        raise Refused("casualties and limit belong together; say both, --casualties 3 --limit 5")
    return request.casualties >= request.limit


def time_is_up(request: Clock, minutes: int) -> bool:
    """Whether the clock comes to the time that was agreed for the end, or passes it. Source: grid.txt 184."""
    if request.end is None or request.now is None:
        return False
    to_come = (in_minutes(request.end) - in_minutes(request.now)) % A_DAY
    return to_come <= minutes or is_past(request.end, request.now)


CHANGES = ("dawn", "day", "dusk", "night")
"""The times that are agreed, at which the light changes."""
AGREED = Source(section="Dawn, Dusk & Night", lines="212")


def light_at(time: int, request: Clock, charts: Charts, dice: Dice) -> ClockOutcome:
    """The light at a time of day, as far as the agreed times tell it. Source: grid.txt 211-212.

    A day runs from night over dawn, day and dusk to night. What a time that was not agreed would decide is not said.
    """
    lights = [charts["light", hour].text for hour in (CHANGES[-1], *CHANGES)]
    changes = {name: in_minutes(at) for name in CHANGES if (at := getattr(request, name)) is not None}
    if list(changes.values()) != sorted(changes.values()):
        raise Refused(f"the times of a day come in this order: {', '.join(CHANGES)}")
    begun = max((CHANGES.index(name) + 1 for name, at in changes.items() if at <= time), default=0)
    to_come = min((CHANGES.index(name) for name, at in changes.items() if at > time), default=len(CHANGES))
    possible = set(lights[begun : to_come + 1])
    if len(possible) == 1:
        return LIGHTS[possible.pop()]
    if changes:
        dice.show(
            note(
                "Say when {times} {times:begins|begin} to know whether it is light.",
                AGREED,
                times=CHANGES[begun:to_come],
            )._replace(once=True)
        )
    return ClockOutcome.ADVANCED
