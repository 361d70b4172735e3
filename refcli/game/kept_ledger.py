"""The ledger of a long game, kept so that a command need not read the whole game again; it can always be thrown away.

It is kept in the user's cache under the game's path, with a check sum of the part of the file that it was worked out
from: a file that was changed there, other states or another version of refcli make it worthless, and the file is read.
"""

from pathlib import Path
from typing import Any

from refcli import __version__
from refcli.core.states import Held, Moment
from refcli.files.cache import place_in, remember, remembered
from refcli.game.course import Position
from refcli.game.game_file import Part
from refcli.game.ledger import Ledger
from refcli.game.units import unit_from, unit_to

OFTEN = 5
"""Entries after which a ledger is kept anew: so many are read on top of it at most."""


class KeptLedger:
    """Where the ledger of one game is kept."""

    def __init__(self, cache: Path | None, game: Path, charts: str) -> None:
        """``charts`` is a digest of the charts and states that it was worked out with."""
        self._place = cache and place_in(cache, "ledger", str(game.absolute()).encode("utf-8", "surrogateescape"))
        self._with = [__version__, charts]

    def read(self, content: bytes, empty: Ledger) -> tuple[Ledger, Part] | None:
        """The ledger that the first part of a game's file adds up to, and that part; None where none is kept."""
        kept = remembered(self._place)
        if not isinstance(kept, tuple) or len(kept) != 3 or kept[0] != self._with:
            return None
        part = Part(*kept[1])
        return (_ledger_from(kept[2], empty), part) if part.begins(content) else None

    def write(self, part: Part, ledger: Ledger) -> None:
        """Keep the ledger that this part of the file adds up to."""
        if self._place:
            remember(self._place, (self._with, tuple(part), _ledger_to(ledger)))


def _ledger_to(ledger: Ledger) -> tuple[Any, ...]:
    return (
        [unit_to(unit) for unit in ledger.units.values()],
        ledger.sides,
        tuple(ledger.at),
        ledger.acted,
        [_held_to(owner, held, ledger) for (owner, _), held in ledger.held.items()],
    )


def _held_to(owner: str, held: Held, ledger: Ledger) -> tuple[Any, ...]:
    name = held.state.name
    own = None if ledger.states.get(name) == held.state else [tuple(moment) for moment in held.state.until]
    return (owner, name, own, *held[1:])


def _ledger_from(plain: tuple[Any, ...], ledger: Ledger) -> Ledger:
    units, ledger.sides, at, ledger.acted, all_held = plain
    ledger.units = {unit["name"]: unit_from(unit) for unit in units}
    ledger.at = Position(*at)
    for owner, name, own, value, *rest in all_held:
        state = ledger.state_said(name, value, [Moment(*moment) for moment in own or ()])
        ledger.held[owner, name] = Held(state, value, *rest)
    return ledger
