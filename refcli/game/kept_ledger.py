"""The ledger of a long game, kept so that a command need not read the whole game again; it can always be thrown away.

It is kept in the user's cache under the game's path, with a hash of the part of the file that it was worked out from: a
file that was changed there, other states or another version of refcli make it worthless, and the file is read.
"""

from pathlib import Path
from typing import Any

from refcli import __version__
from refcli.core.hashing import blake2b
from refcli.core.states import Held, Moment
from refcli.files.cache import place_in, remember, remembered
from refcli.game.course import Position
from refcli.game.ledger import Ledger
from refcli.game.units import unit_from, unit_to

OFTEN = 40
"""Entries after which a ledger is kept anew: so many are read on top of it at most."""


class KeptLedger:
    """Where the ledger of one game is kept."""

    def __init__(self, cache: Path | None, game: Path, charts: str) -> None:
        """``charts`` is a digest of the charts and states that it was worked out with."""
        self._place = cache and place_in(cache, "ledger", str(game.absolute()).encode("utf-8", "surrogateescape"))
        self._with = [__version__, charts]

    def read(self, content: bytes, empty: Ledger) -> tuple[Ledger, int, int] | None:
        """The ledger of the first part of a game's file, how many bytes and lines that is; None where none is kept."""
        kept = remembered(self._place)
        if not isinstance(kept, tuple) or len(kept) != 5 or kept[0] != self._with:
            return None
        _, size, lines, digest, plain = kept
        if size > len(content) or _digest(memoryview(content)[:size]) != digest:
            return None
        return _ledger_from(plain, empty), size, lines

    def write(self, content: bytes, lines: int, ledger: Ledger) -> None:
        """Keep the ledger that a whole file of so many lines adds up to."""
        if self._place:
            remember(self._place, (self._with, len(content), lines, _digest(content), _ledger_to(ledger)))


def _digest(content: bytes | memoryview) -> bytes:
    return blake2b(content, digest_size=16).digest()


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
