"""The ledger of a long game, kept so that a command need not read the whole game again; it can always be thrown away.

It is kept in the user's cache under the game's path, with the size and the times that the file had when all of it was
known, and a check sum of what it was worked out from. While size and times are the same nothing was written since, and
the file is not read; else the check sum tells whether it still begins so. A file that was changed there, other states
or another version of refcli make the ledger worthless.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from refcli import __version__
from refcli.core.states import Held, Moment
from refcli.files.cache import cache_path, load_cached, save_cached
from refcli.game.course import Position
from refcli.game.game_file import content_from, rest_of
from refcli.game.held_states import HeldStates
from refcli.game.journal import Part
from refcli.game.ledger import Ledger
from refcli.game.units import Unit

Stamp = tuple[int, ...]
"""What is otherwise of a file as soon as something is written to it: its size, its times, its place on the disk."""


FORM = 8
"""The form in which a ledger is kept: another one for every change of what is kept here."""


MOST_KEPT = 50
"""Ledgers that are kept: those of the games that were written to last."""


class KeptLedger:
    """Where the ledger of one game is kept."""

    def __init__(self, cache: Path | None, game: Path, charts: str) -> None:
        """``charts`` is a digest of the charts and states that it was worked out with."""
        self._game = game
        name = str(game.absolute()).encode("utf-8", "surrogateescape")
        self._place = cache and cache_path(cache / "ledgers", "ledger", name)
        self._with = [__version__, FORM, charts]
        self._known: Stamp | None = None
        """The file as it was when all that stood in it was known here."""
        self._longer = Part()
        """The part of the file for which a ledger is kept, where the file has become shorter."""

    def read(self, empty: Ledger) -> tuple[Ledger, Part, bytes]:
        """The ledger that the first part of the game's file adds up to, that part, and what stands behind it.

        The part is none, and the ledger the ``empty`` one, where nothing is kept that still holds.
        """
        kept, now = self._kept(), self._stamp_now()
        if kept and now and kept[0] == now:
            self._known = now
            return _ledger_from(kept[2], empty), Part(*kept[1]), b""
        content = content_from(self._game, 0)
        part = Part(*kept[1]) if kept else Part()
        if kept and part.begins(content):
            return _ledger_from(kept[2], empty), part, content[part.size :]
        if now and part.size > len(content):
            self._longer = part
        return empty, Part(), content

    def missing(self, read: Part, last: int) -> range:
        """The numbers behind the ``last`` one of entries that refcli wrote and that the file, as ``read``, lacks.

        A file with another first line is another game, which lacks none.
        """
        same = not read.lines or read.first == self._longer.first
        return range(last + 1, self._longer.lines + 1) if same else range(0)

    def write(self, part: Part, ledger: Ledger) -> None:
        """Keep the ledger that this part of the file adds up to."""
        if self._place:
            if not self._place.exists():
                _make_room(self._place.parent)
            whole = self._known if self._known and self._known[0] == part.size else None
            save_cached(self._place, (self._with, (whole, tuple(part), _ledger_to(ledger))))

    def knows(self, file: int, part: Part) -> bool:
        """Whether the file, which is open and locked, still begins with the part that was read."""
        return _stamp(os.fstat(file)) == self._known or part.begins(rest_of(file, 0))

    def know(self, file: int) -> None:
        """Take all that stands in the file, which is open and locked, for known.

        It is given a time to the nanosecond, so that whatever is written next gives it another one; a disk that does
        not keep such times leaves it unknown.
        """
        self._known, now = None, time.time_ns()
        if self._place and os.utime in os.supports_fd:
            with suppress(OSError):
                os.utime(file, ns=(now, now))
                about = os.fstat(file)
                self._known = _stamp(about) if about.st_mtime_ns == now else None

    def _kept(self) -> tuple[Any, ...] | None:
        kept = load_cached(self._place)
        return kept[1] if isinstance(kept, tuple) and len(kept) == 2 and kept[0] == self._with else None

    def _stamp_now(self) -> Stamp | None:
        with suppress(OSError):
            return _stamp(self._game.stat())
        return None


def _stamp(about: os.stat_result) -> Stamp:
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino, about.st_dev


def _make_room(folder: Path) -> None:
    """Delete the ledgers that were written longest ago, so that with one more there are no more than the most."""
    with suppress(OSError):
        for old in sorted(folder.iterdir(), key=lambda place: place.stat().st_mtime, reverse=True)[MOST_KEPT - 1 :]:
            old.unlink()


def _ledger_to(ledger: Ledger) -> tuple[Any, ...]:
    """All that a ledger knows, as plain values; of a state that is not the ruleset's own, when it ends."""
    units = [tuple(unit) for unit in ledger.units.values()]
    known = ledger.states
    states = [
        (*key, None if known.get(key[1]) is held[0] else [tuple(moment) for moment in held[0].until], *held[1:])
        for key, held in ledger.held.items()
    ]
    return units, ledger.sides, tuple(ledger.at), ledger.deeds, states


def _ledger_from(kept: tuple[Any, ...], ledger: Ledger) -> Ledger:
    """The empty ledger with all that was kept."""
    units, ledger.sides, at, ledger.deeds, states = kept
    for unit in units:
        ledger.put(Unit(*unit))
    ledger.at, ledger.held = Position(*at), HeldStates()
    for owner, name, own, value, *rest in states:
        state = ledger.state_said(name, value, [Moment(*moment) for moment in own or ()])
        ledger.held[owner, name] = Held(state, value, *rest)
    return ledger
