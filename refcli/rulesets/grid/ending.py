"""When a game ends as agreed, and what lets it go on. Source: grid.txt 184."""

import re
from collections.abc import Iterator

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.states import GAME, Held
from refcli.rulesets.grid.hours import TIME, is_past

END = Source(section="End of the game", lines="184")


def lost_now(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, int]]:
    """The sides that came with this ruling to as many losses as end the game."""
    most = int(ledger.value(GAME, "most-losses"))
    for side in ledger.sides if most else ():
        losses = ledger.has(side, "losses")
        if losses and losses.entry == deed.number and int(losses.value) >= most:
            yield side, int(losses.value)


def agreed_anew(ledger: Keeper) -> None:
    """Let a game go on whose time or losses were agreed anew since it ended, and are not reached."""
    ended, time = ledger.has(GAME, "ended"), ledger.has(GAME, "time")
    agreed = [
        ledger.has(GAME, "closing-time"),
        ledger.has(GAME, "most-losses"),
        time if time and time.by_hand else None,
    ]
    since = ended and not ended.by_hand and any(one and one.entry > ended.entry for one in agreed)
    if since and not is_over(ledger):
        ledger.end(GAME, "ended")


def is_over(ledger: Keeper) -> bool:
    """Whether the time that was agreed has come, or a side has lost as many units as were agreed."""
    most, end, now = (ledger.value(GAME, state, None) for state in ("most-losses", "closing-time", "time"))
    known = all(re.fullmatch(TIME, str(one or "")) for one in (end, now))  # said by hand they may be anything
    return bool(most and most_lost(ledger) >= int(most)) or (known and is_past(str(end), str(now)))


def most_lost(ledger: Keeper) -> int:
    """The units lost by the side that has lost more."""
    return max([int(ledger.value(side, "losses")) for side in ledger.sides], default=0)


def losses_of_most(ledger: Keeper) -> Held:
    """The losses of the side that has lost more; of none where nobody has lost any."""
    held = [one for one in (ledger.has(side, "losses") for side in ledger.sides) if one]
    return max(held, key=lambda one: int(one.value), default=Held(ledger.states["losses"], 0))


def lose_by_hand(ledger: Keeper, name: str) -> None:
    """Who is said to be out of play is lost, as one whom a ruling eliminates; a plane is no unit of the army.

    Source: grid.txt 169, 184.
    """
    units = units_of(ledger, name)
    out, side = ledger.is_out(name), ledger.side_of(name)
    known = ledger.has(side, "losses") if side else None
    if units and out and out.by_hand and side and not (known and known.entry >= out.entry):
        ledger.begin(side, "losses", len(units), out.entry)
        if is_over(ledger) and not ledger.has(GAME, "ended"):
            ledger.begin(GAME, "ended", 1, out.entry)


def bring_back(ledger: Keeper, name: str) -> None:
    """Who is said not to be out of play is lost no more. Source: grid.txt 169, 184."""
    for unit in units_of(ledger, name):
        side = ledger.side_of(unit)
        held = ledger.has(side, "losses") if side else None
        if held:
            ledger.end(side, "losses")
            if int(held.value) > 1:
                ledger.begin(side, "losses", int(held.value) - 1, held.entry)
    ended = ledger.has(GAME, "ended")
    if ended and not ended.by_hand and not is_over(ledger):
        ledger.end(GAME, "ended")


def units_of(ledger: Keeper, name: str) -> list[str]:
    """A unit that the charts know, or those of a group who are not lost for themselves."""
    if name in ledger.units:
        return [name] if ledger.units[name].rows else []
    return [one.name for one in ledger.all_in_group(name) if not ledger.has(one.name, "out")]
