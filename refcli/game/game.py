"""A game: the journal of one evening, and the ledger that its entries add up to.

The file is all there is. Every act is appended to it first, under the lock and on top of what others appended
meanwhile, and then applied; undoing and correcting are entries too, and what came after them is worked out anew.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.errors import BadData, Refused, nearest
from refcli.core.limits import in_short
from refcli.core.procedure import Record
from refcli.core.request import Term
from refcli.core.states import COUNT, FLAG, GAME, NUMBER, Change, Held
from refcli.files.state_file import moment_from
from refcli.game.journal import BEGINNING, append_entries, line_from, ruling_entry
from refcli.game.kept_ledger import OFTEN, KeptLedger
from refcli.game.ledger import Ledger
from refcli.game.reminders import HIDE, at_once
from refcli.game.supply import Completed, complete
from refcli.game.units import Roster, check_name, unit_to
from refcli.plain import Plain
from refcli.plain.vocabulary import number as number_from
from refcli.referee.referee import LoadedRuleset, Referee, ruleset_name


class Answer(NamedTuple):
    """What an act came to: the number of its entry, what it changed, what has to be done or may be done at once."""

    number: int
    changes: tuple[Change, ...] = ()
    due: tuple[tuple[str, Source], ...] = ()


class Barred(Refused):
    """A ruling that the state of the game forbids; the referee may overrule it.

    ``done`` is what it would be with all that states give.
    """

    kind = "barred"

    def __init__(self, why: str, done: Completed) -> None:
        super().__init__(why)
        self.done = done


class Game:
    """One evening: the entries of its file, and the ledger they add up to."""

    def __init__(self, path: Path, referee: Referee, rules: str = "") -> None:
        """Open a game, or begin one by the ``rules`` where the file is not there.

        Raises BadData for a file that is no journal, and for its first line that is damaged; Refused where nobody
        says by which rules a new game is played.
        """
        self.path = path
        self.referee = referee
        self._entries: dict[int, Plain] = {}
        self._undone: set[int] = set()
        self._size = 0
        """Bytes of the file that were read."""
        self._lines = 0
        content = _content_from(path, 0)
        self.rules = _rules_of(content, path) or (ruleset_name(rules) if rules else "")
        if not self.rules:
            raise Refused(f"{path}: a new game is played by which rules? say -R RULESET")
        self.loaded: LoadedRuleset = referee.loaded(self.rules)
        self._keeper = KeptLedger(referee.settings.cache, path, self.loaded.library.digest())
        kept = self._keeper.read(content, self.empty())
        self._before = kept[1] if kept else 0
        """Bytes at the beginning of the file that the ledger was kept of; their entries are read when asked for."""
        if kept:
            self.ledger, self._size, self._lines = kept
            self._took(content[self._size :])
        else:
            self._new_in(content)
            self.ledger = self._fold()
        if self._size - self._before > 0 and len(self._entries) >= OFTEN:
            self._keeper.write(content[: self._size], self._lines, self.ledger)

    # reading

    @property
    def entries(self) -> dict[int, Plain]:
        """Every entry by its number."""
        if self._before:
            later, self._entries, self._undone = self._entries, {}, set()
            size, lines = self._size, self._lines
            content = _content_from(self.path, 0)[: self._before]
            self._before = self._size = self._lines = 0
            self._new_in(content)
            for number, entry in later.items():
                self._take(number, entry)
            self._size, self._lines = size, lines
        return self._entries

    @property
    def undone(self) -> set[int]:
        """The numbers of the entries that were undone."""
        return self._undone if self.entries else set()

    @property
    def last(self) -> int:
        """The number of the last entry; 0 before the first."""
        return max(self._entries, default=0) if self._entries else self._lines

    def _new_in(self, content: bytes) -> list[tuple[int, Plain]]:
        """The entries of the whole lines that come next in the file. Raises BadData at a damaged one."""
        new = []
        for text in content.splitlines(keepends=True):
            if not text.endswith(b"\n"):  # somebody is writing it, or died at it
                break
            line = line_from(self._lines + 1, text)
            if line.entry is None and not line.torn:
                raise BadData([f"{self.path}:{line.number}: {line.fault}; the game stops here"])
            self._lines += 1
            self._size += len(text)
            if line.entry is not None:
                self._take(line.number, line.entry)
                new.append((line.number, line.entry))
        return new

    def _take(self, number: int, entry: Plain) -> None:
        self._entries[number] = entry
        act = entry.get("game", {})
        if act.get("do") == "undo":
            self._undone.update(act["entries"])
        elif act.get("do") == "redo":
            self._undone.difference_update(act["entries"])

    def _took(self, content: bytes) -> list[Change]:
        """Let what comes next in the file have its effect; what it changed."""
        new = self._new_in(content)
        if any(entry.get("game", {}).get("do") in UNDOING or "amends" in entry for _, entry in new):
            before, self.ledger = self.ledger, self._fold()
            return differences(before, self.ledger)
        return [change for number, entry in new for change in self.ledger.apply(number, entry)]

    def live(self) -> dict[int, Plain]:
        """The entries that count, in order: not what was undone, and what was judged again in its last form."""
        judged: dict[int, Plain] = {}
        for number, entry in self.entries.items():
            if number not in self.undone and "amends" in entry:
                judged[self.root_of(number)] = entry
        return {
            number: judged.get(number, entry)
            for number, entry in self.entries.items()
            if number not in self.undone and "amends" not in entry and entry.get("game", {}).get("do") not in UNDOING
        }

    def root_of(self, number: int) -> int:
        """The entry that an amended one first was."""
        while "amends" in self.entries.get(number, ()):
            number = self.entries[number]["amends"]
        return number

    def _fold(self) -> Ledger:
        return self.ledger_before(self._lines + 1)

    def ledger_before(self, number: int) -> Ledger:
        """The ledger as the entries before a number add up to it, in their present form."""
        ledger = self.empty()
        for one, entry in self.live().items():
            if one < number:
                ledger.apply(one, entry)
        return ledger

    def ruling(self, number: int | None = None) -> tuple[int, Plain]:
        """A ruling that counts, in its last form, by its first number; without one the last. Raises Refused."""
        rulings = {one: entry for one, entry in self.live().items() if "ruling" in entry}
        if number is None:
            if not rulings:
                raise Refused("there is no ruling yet in this game")
            return list(rulings.items())[-1]
        root = self.root_of(number)
        if root in rulings:
            return root, rulings[root]
        if number in self.undone or root in self.undone:
            raise Refused(f"entry {number} was undone; redo brings it back")
        what = "no ruling" if number in self.entries else "not there"
        raise Refused(f"entry {number} is {what}; log shows them all")

    def empty(self) -> Ledger:
        """The ledger before the first entry."""
        states, play = self.loaded.library.states()

        @cache
        def actors(procedure: str) -> str:
            return play.actors[procedure] if procedure in play.actors else actors_of(self.loaded, procedure)

        def figure(chart: str, row: str, column: str) -> Any:
            found = self.loaded.library.charts([chart])[chart]
            return found.cell(row, column).value if found.row_name(row) else None

        @cache
        def is_attempt(procedure: str, outcome: str) -> bool:
            return all(one.attempt for one in self.loaded.procedure(procedure).outcomes if one.word == outcome)

        return Ledger(states, play, self.loaded.ruleset.hook(), actors, figure, is_attempt)

    def refresh(self) -> list[Change]:
        """Take in what another process appended; what it changed. Raises BadData at a damaged line."""
        return self._took(_content_from(self.path, self._size))

    # acting

    def _append(self, make: Callable[[], Iterable[Plain]]) -> Answer:
        """Append what is made under the lock, on top of what others appended, and let it have its effect."""

        def made(file: int) -> Iterable[Plain]:
            self._took(_rest_of(file, self._size))
            if not self._lines:
                yield {"game": {"do": "begin", "rules": self.rules}}
            yield from make()

        append_entries(self.path, made)
        changes = self.refresh()
        if len(self._entries) % OFTEN == 0:
            self._keeper.write(_content_from(self.path, 0)[: self._size], self._lines, self.ledger)
        return Answer(self._lines, tuple(changes))

    def act(self, do: str, **said: Any) -> Answer:
        """Append an act that is no ruling (``refcli.plain.kept.ACTS``) and let it have its effect."""
        return self._append(lambda: [{"game": {"do": do, **said}}])

    def add(self, name: str, words: list[str]) -> Answer:
        """A unit comes into play: its name, then rows of the charts, its side, ``group=``, fields, conditions."""
        unit = Roster(self.loaded).unit(name, words, self.ledger.sides)
        taken = {*self.ledger.sides, *(one.group for one in self.ledger.units.values())}
        if name in taken or unit.side in self.ledger.units:
            raise Refused(f"{name}: a side or a group is called so; give the unit another name")
        return self.act("add", unit=unit_to(unit))

    def set(self, owner: str, state: str, value: str = "", until: str = "") -> Answer:
        """The referee says a state by hand: one of the ruleset, or of his own."""
        who = self.owner(owner, state)
        known = self.ledger.states.get(state)
        if until and moment_from(until) is None:
            raise Refused(
                f"until {in_short(until)}: say end of turn, end of phase, 1 turn after or end of a phase by name"
            )
        if state.startswith(HIDE):
            reminds = [f"{HIDE}{name}" for name, one in self.ledger.states.items() if one.reminds]
            if who != GAME or state not in reminds:
                raise Refused(
                    f"{in_short(state)} hides no reminder{nearest(state, reminds)}; set game {HIDE}STATE does"
                )
        elif known is None:
            check_name(state)
            near = nearest(state, self.ledger.states)
            if near and not value and not until:
                raise Refused(
                    f"{in_short(state)} is no state of {self.rules}{near}; one of your own ends somewhere: "
                    f"until end of turn"
                )
        said: Any = value or 1
        if known is not None and known.value in (COUNT, NUMBER):
            said = number_from(value or 1, state)
        elif known is not None and known.value == FLAG and value:
            raise Refused(f"{state} holds or does not hold: leave {in_short(value)} out")
        more = {"until": until} if until else {}
        return self.act("set", of=who, state=state, value=said, **more)

    def unset(self, owner: str, state: str) -> Answer:
        """The referee takes a state back."""
        who = self.owner(owner, state)
        if not self.ledger.has(who, state):
            has = ", ".join(held.state.name for held in self.ledger.states_of(who)) or "nothing"
            raise Refused(f"{owner or 'the game'} is not {in_short(state)}; it has {has}")
        return self.act("unset", of=who, state=state)

    def owner(self, name: str, state: str) -> str:
        """Who is meant by a name: a unit, a group, a side, a place, or ``game``."""
        known = self.ledger.states.get(state)
        everybody = {one.lower(): one for one in (*self.ledger.units, *self.ledger.sides)}
        everybody |= {one.group.lower(): one.group for one in self.ledger.units.values() if one.group}
        everybody |= {owner.lower(): owner for owner, _ in self.ledger.held if owner}
        if name.lower() in ("game", ""):
            return GAME
        if name.lower() in everybody:
            return everybody[name.lower()]
        if known is not None and known.of in ("place", "name"):
            return name
        raise Refused(f"nobody in play is called {in_short(name)}{nearest(name.lower(), everybody)}; who lists them")

    def next(self, phase: str = "") -> Answer:
        """End the phase; or jump forward to one by its name."""
        course = self.ledger.course
        at = course.after(self.ledger.at)
        if phase:
            names = [one.name for one in self.ledger.play.phases]
            meant = [name for name in names if name.lower().startswith(phase.lower())]
            meant = meant or [name for name in names if phase.lower() in name.lower()]
            if len(meant) != 1:
                raise Refused(f"no phase is called {in_short(phase)}; they are {', '.join(names)}")
            while self.ledger.play.phases[at.phase].name != meant[0]:
                at = course.after(at)
        return self.act("phase", turn=at.turn, phase=at.phase, side=at.side)

    def back(self) -> Answer:
        """Return to the phase before; what ended with it stays ended, which ``undo`` would bring back."""
        if not self.ledger.at.turn:
            raise Refused("the battle has not begun: there is no phase to go back to")
        before = self.ledger.course.before(self.ledger.at)
        return self.act("phase", turn=before.turn, phase=before.phase, side=before.side)

    def undo(self, to: int | None = None) -> Answer:
        """Take back the last entry, or all behind entry ``to``."""
        numbers = [number for number in self._countable() if number not in self.undone]
        taken = numbers[-1:] if to is None else [number for number in numbers if number > to]
        if not taken:
            raise Refused("there is nothing to undo" if to is None else f"nothing came after entry {to}")
        return self.act("undo", entries=taken)

    def redo(self) -> Answer:
        """Bring back what the last undo took; only while nothing else was done since."""
        stack: list[list[int]] = []
        for number in sorted(self.entries):
            act = self.entries[number].get("game", {})
            if act.get("do") == "undo":
                stack.append(act["entries"])
            elif act.get("do") == "redo":
                stack.pop()
            else:
                stack.clear()
        if not stack:
            raise Refused("there is nothing to redo")
        return self.act("redo", entries=stack[-1])

    def _countable(self) -> list[int]:
        return [
            number
            for number, entry in sorted(self.entries.items())
            if entry.get("game", {}).get("do") not in (*UNDOING, "begin")
        ]

    # ruling

    def complete(
        self,
        plain: Mapping[str, Any],
        prefixes: bool = False,
        overrule: bool = False,
        ledger: Ledger | None = None,
    ) -> Completed:
        """A ruling's plain object with the units in play in it, and what their states give and bar.

        They are those of the ``ledger``, or of the game as it stands. Raises Barred where they forbid it.
        """
        procedure = self.loaded.procedure(plain["procedure"])
        words = self.loaded.words(procedure, prefixes)
        done = complete(ledger or self.ledger, words, plain, overrule)
        if done.bars and not overrule:
            raise Barred(f"no: {done.bars[0].said}", done)
        return done

    def keep(
        self,
        record: Record,
        done: Completed,
        overrule: bool = False,
        amends: int | None = None,
        complete_again: Callable[[], Completed] | None = None,
        typed: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Append a ruling that was made, with what the ledger brought to it, and what was ``typed`` before that.

        ``complete_again`` tells under the lock whether it would bring the same now; Refused where it would not.
        """
        entry = ruling_entry(record, amends)
        if typed is not None:
            entry["typed"] = dict(typed)
        if done.supplied:
            entry["supplied"] = [
                {"owner": one.owner, "what": one.what, "entry": one.held.entry} for one in done.supplied
            ]
        if overrule and done.bars:
            entry["overrules"] = [bar.said for bar in done.bars]

        def still() -> Iterable[Plain]:
            if complete_again is not None and complete_again().plain != done.plain:
                raise Refused("the game went on meanwhile, and what this ruling stands on has changed: rule again")
            return [entry]

        answer = self._append(still)
        return answer._replace(due=tuple(at_once(self.ledger, self.ledger.ruled(answer.number, entry))))

    def amend(self, number: int, record: Record) -> Answer:
        """Append a ruling that judges another one again, in whose place its effects now stand."""
        root = self.root_of(number)
        if "ruling" not in self.entries.get(root, ()) or root in self.undone:
            raise Refused(f"entry {number} is no ruling that stands")
        return self.keep(record, Completed({}, (), ()), amends=root)


UNDOING = ("undo", "redo")
"""Acts that say which of the others count."""


def actors_of(loaded: LoadedRuleset, procedure: str) -> str:
    """The field of those who act in a procedure: its first one of units; empty where it has none."""
    fields = [field for field in loaded.procedure(procedure).inputs if field.kind is Term]
    first = [field.name for field in fields if field.field.position == 1] or [field.name for field in fields]
    return first[0] if first else ""


def differences(before: Ledger, now: Ledger) -> list[Change]:
    """What is otherwise in a ledger than it was."""
    ended = [
        Change(owner, held.said, True) for (owner, name), held in before.held.items() if (owner, name) not in now.held
    ]
    begun = [
        Change(owner, held.said)
        for (owner, name), held in now.held.items()
        if _value_of(before.held.get((owner, name))) != held.value
    ]
    return ended + begun


def _value_of(held: Held | None) -> Any:
    return None if held is None else held.value


def _rules_of(content: bytes, path: Path) -> str:
    """The ruleset of a game: as it was begun, else that of its first ruling; empty before the first entry."""
    for number, text in enumerate(BytesIO(content), 1):
        entry = line_from(number, text).entry
        if entry is not None:
            return str(entry["given"]["rules"] if "given" in entry else entry["game"].get("rules", ""))
        if number == 1 and b"\n" in text and not content.startswith(BEGINNING):
            raise BadData([f"{path}: this is no journal of refcli"])
    return ""


def _content_from(path: Path, start: int) -> bytes:
    """What stands in the file from a byte on; nothing where there is none. Raises BadData where it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            return file.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BadData([f"{path}: cannot be read: {error.strerror or error}"]) from None


def _rest_of(file: int, start: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)
