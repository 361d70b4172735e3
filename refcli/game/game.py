"""A game: the journal of one evening, and the ledger that its entries add up to.

The file is all there is. Every act is appended to it first, under the lock and on top of what others appended
meanwhile, and then applied; undoing and correcting are entries too, and what came after them is worked out anew.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.errors import BadData, Refused
from refcli.core.limits import LARGEST_GAME, in_short
from refcli.core.procedure import Record
from refcli.core.request import Term
from refcli.core.rows import Case, refusals
from refcli.core.states import Change, Held
from refcli.game.awaited import Awaited, check_said, reasons_of_awaited
from refcli.game.game_file import UNDOING, GameFile, content_from, misfit, rest_of, rules_in
from refcli.game.held_states import HeldStates, unit_of
from refcli.game.journal import append_entries, appending, ruling_entry
from refcli.game.kept_ledger import KeptLedger
from refcli.game.ledger import Ledger
from refcli.game.reminders import at_once
from refcli.game.supply import Completed, complete
from refcli.game.units import unit_to
from refcli.referee.referee import LoadedRuleset, Referee
from refcli.wire import JsonObject
from refcli.wire.objects import GIVEN


class Answer(NamedTuple):
    """The result of an act: the ``number`` of its entry, the ``changes`` of states, the reminders ``due``.

    What is due may be done at once, or has to be.
    """

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


class Game(GameFile):
    """One evening: the entries of its file, and the ledger they add up to."""

    def __init__(self, path: Path, referee: Referee, rules: str = "") -> None:
        """Open a game, or begin one by the ``rules`` where the file is not there.

        Raises BadData for a file that is no journal, and for its first line that is damaged; Refused where nobody
        says by which rules a new game is played.
        """
        super().__init__(path)
        self.referee = referee
        self.waiting: list[Awaited] = []
        """The lines for which dice are still to fall at the table that is on; nothing of it is kept."""
        self._staged: list[JsonObject] | None = None
        """The entries of the line that ``in_one`` works on, before any of them is written."""
        self.was_in_order = False
        """True if the line was in order when it was typed; its dice came later."""
        self.rules = rules_in(path) or (referee.rulesets.name_of(rules) if rules else "")
        if not self.rules:
            raise Refused(f"{path}: a new game is played by which rules? say -R RULESET")
        self.loaded: LoadedRuleset = referee.loaded(self.rules)
        self._settings = referee.settings
        self._keeper = KeptLedger(referee.settings.cache, path, self.loaded.library.digest())
        self.ledger, self._read, behind = self._keeper.read(self.empty())
        self._before = self._read.size
        self._took(behind)
        self.missing = self._keeper.missing(self._read, self.broken_off.number if self.broken_off else self._read.lines)
        """The numbers of entries that refcli wrote and that the file lacked when it was opened."""
        if self._entries and not self.missing:
            self._keeper.write(self._read, self.ledger)

    def _took(self, content: bytes) -> list[Change]:
        """Apply the next entries of the file; return their changes."""
        new = self._new_in(content)
        if not new:
            return []
        before = dict(self.ledger.held)
        if any(entry.get("game", {}).get("do") in UNDOING or "amends" in entry for _, entry in new):
            self.ledger = self.ledger_before(self._read.lines + 1)
        else:
            for number, entry in new:
                self._applied(self.ledger, number, entry)
        return differences(before, self.ledger)

    def _applied(self, ledger: Ledger, number: int, entry: JsonObject) -> None:
        """Let an entry have its effect on a ledger. Raises BadData for one that follows from nothing before it."""
        try:
            if "given" in entry and not self._takes(entry["given"]):
                raise misfit(self.path, number)
            ledger.apply(number, entry)
        except MISFIT as error:
            raise self.referee.rulesets.fault(error) or misfit(self.path, number) from error

    def _takes(self, given: JsonObject) -> bool:
        """True if a ruling is of this ruleset, and its fields are those of its procedure."""
        fields = given.keys() - GIVEN.keys.keys()
        known = {field.name for field in self.loaded.procedure(given["procedure"]).inputs} if fields else fields
        return bool(given["rules"] == self.rules and fields <= known)

    def ledger_before(self, number: int) -> Ledger:
        """The ledger as the entries before a number add up to it, in their present form."""
        ledger = self.empty()
        for one, entry in self.live().items():
            if one < number:
                self._applied(ledger, one, entry)
        return ledger

    def empty(self) -> Ledger:
        """The ledger before the first entry."""
        states, play = self.loaded.library.states()

        @cache
        def actors(procedure: str) -> str:
            return play.actors[procedure] if procedure in play.actors else actors_of(self.loaded, procedure)

        @cache
        def figure(chart: str, row: str, column: str) -> Any:
            found = self.loaded.library.charts([chart])[chart]
            return found.cell(row, column).value if found.row_name(row) else None

        @cache
        def is_attempt(procedure: str, outcome: str) -> bool:
            return all(one.attempt for one in self.loaded.procedure(procedure).outcomes if one.word == outcome)

        def reads(reading: str, plain: Mapping[str, Any]) -> bool:
            return self.loaded.reads(reading, plain, self._settings)

        return Ledger(states, play, self.loaded.ruleset.hook(), actors, figure, is_attempt, reads)

    def refresh(self) -> list[Change]:
        """Apply the entries of another process; return their changes. Raises BadData at a damaged line."""
        if self._staged is not None:
            return []
        return self._took(content_from(self.path, self._read.size))

    # acting

    def _append(self, make: Callable[[], Iterable[JsonObject]]) -> Answer:
        """Append entries made under the lock, after those of other processes, and apply them."""
        if self._staged is None:
            changes = self.in_one(lambda: self._append(make))
            return Answer(self._read.lines, tuple(changes))
        before = dict(self.ledger.held)
        for entry in make():
            after, number = self._try(entry), self._next
            self.ledger = after
            self._entries[number] = entry
            self._staged.append(entry)
        return Answer(self._next - 1, tuple(differences(before, self.ledger)))

    def _write(self, make: Callable[[], Iterable[JsonObject]]) -> list[Change]:
        """Write entries made under the lock, after those of other processes; return their changes."""
        with appending(self.path) as file:
            if not self._keeper.knows(file, self._read):
                raise self._other_than_read(rest_of(file, 0))
            self._took(rest_of(file, self._read.size))
            begins = [] if self._read.lines else [{"game": {"do": "begin", "rules": self.rules}}]
            append_entries(file, self.path, self._read, (*begins, *make()), LARGEST_GAME)
            self._keeper.know(file)
        changes = self.refresh()
        self._keeper.write(self._read, self.ledger)
        return changes

    def in_one(self, work: Callable[[], object]) -> list[Change]:
        """Do all that one typed line asks for: every entry of it is written, or none where ``work`` raises.

        The entries behind the first name it as the beginning of their ``line``; one undo takes all of them back.
        Returns the changes of states.
        """
        if self._staged is not None:
            work()
            return []

        def made() -> Iterable[JsonObject]:
            ledger, self._staged = self.ledger, []
            try:
                work()
                staged = self._staged
            finally:
                for number in range(self._next - len(self._staged), self._next):
                    del self._entries[number]
                self.ledger, self._staged = ledger, None
            first = self._next
            yield from staged[:1]
            yield from ({**entry, "line": first} for entry in staged[1:])

        return self._write(made)

    @property
    def _next(self) -> int:
        """The number of the next entry."""
        return max(self._read.lines, 1) + 1 + len(self._staged or ())

    def _try(self, entry: JsonObject) -> Ledger:
        """The ledger after an entry. Refuses one that the game could not go on from, or that waiting dice forbid."""
        if "amends" in entry or entry.get("game", {}).get("do") in (*UNDOING, "begin", "note"):
            return self.ledger  # a note changes nothing; after the others the whole game is applied again
        after = self.ledger.another()
        try:
            self._applied(after, self._next, entry)
        except BadData as error:
            raise Refused(
                "a fault of refcli itself: the game could not go on from this, and nothing is kept"
            ) from error
        if "game" in entry:
            check_said(self.ledger, after, entry["game"], self.waiting)
        return after

    def act(self, do: str, **said: Any) -> Answer:
        """Append an act that is no ruling (``refcli.wire.objects.ACTS``) and let it have its effect."""
        return self._append(lambda: [{"game": {"do": do, **said}}])

    def add(self, name: str, words: list[str], prefixes: bool = False) -> Answer:
        """A unit comes into play: its name, then rows of the charts, its side, ``group=``, fields, conditions."""
        from refcli.game.roster import Roster  # a ruling does without

        unit = Roster(self.loaded).unit(name, words, self.ledger.sides, prefixes)
        known = {
            "unit": {one.lower(): one for one in (name, *self.ledger.units)},
            "side": {one.lower(): one for one in (*self.ledger.sides, unit.side)},
            "group": {one.group.lower(): one.group for one in (*self.ledger.units.values(), unit)},
        }
        for kind, new in (("unit", name), ("side", unit.side), ("group", unit.group)):
            for other, names in known.items():
                called = names.get(new.lower(), "")
                if called and (other != kind or called != new):
                    raise Refused(f"{name}: a {other} is called {called}; give the {kind} another name")
        case = Case(self.ledger, {"unit": unit}, procedure="add")
        for one in refusals(self.ledger.hook.refusals, case):
            raise Refused(f"{one.text} (lines {one.source.lines})")
        return self.act("add", unit=unit_to(unit))

    def set(self, owner: str, state: str, value: str = "", until: str = "") -> Answer:
        """Set a state of the ruleset, or one of the referee's own."""
        from refcli.game.by_hand import state_to_set  # a ruling does without, as below

        return self.act("set", **state_to_set(self.ledger, self.loaded, owner, state, value, until))

    def unset(self, owner: str, state: str) -> Answer:
        """The referee takes a state back."""
        from refcli.game.by_hand import as_of_plane

        who = self.owner(owner, state)
        state = as_of_plane(self.ledger, who, state)
        if not self.ledger.has(who, state):
            has = ", ".join(held.state.name for held in self.ledger.states_of(who)) or "nothing"
            raise Refused(f"{owner or 'the game'} is not {in_short(state)}; it has {has}")
        return self.act("unset", of=who, state=state)

    def owner(self, name: str, state: str) -> str:
        """The owner of a name: a unit, a group, a side, a place, or ``game``."""
        from refcli.game.names import owner_named

        return owner_named(self.ledger, name, state)

    def order(self, names: Sequence[str]) -> Answer:
        """The order in which the sides move. Refused if a side is missing, or one would move twice or not at all."""
        ledger = self.ledger
        playing = {unit.side for unit in ledger.units.values()}
        if left_out := [one for one in ledger.sides if one in playing and one not in names]:
            raise Refused(f"sides: {', '.join(left_out)} has units in play; name all sides, the first to move first")
        now = [one for one in ledger.sides if one in names]
        if ledger.side and not ledger.play.own_turns and list(names[: ledger.at.side + 1]) != now[: ledger.at.side + 1]:
            entries = [*self.live().values()]
            phases = [at for at, entry in enumerate(entries) if entry.get("game", {}).get("do") == "phase"]
            if ledger.at.side or any("ruling" in entry for entry in entries[max(phases, default=0) :]):
                moves = f"{ledger.side} moves already, and the order holds for this turn"
                raise Refused(f"{moves}: set the order before any side moves")
        return self.act("sides", sides=list(names))

    def next(self, phase: str = "") -> Answer:
        """End the phase; or jump forward to one by its name."""
        from refcli.game.by_hand import phase_meant

        at = phase_meant(self.ledger, phase)
        return self.act("phase", turn=at.turn, phase=at.phase, side=at.side)

    def undo(self, to: int | None = None) -> Answer:
        """Take back the last entry, or all behind entry ``to``."""
        return self._act_on("undo", self.to_undo(to))

    def redo(self) -> Answer:
        """Redo the entries of the last undo, if no other entry came since."""
        return self._act_on("redo", self.to_redo())

    def _act_on(self, do: str, numbers: list[int]) -> Answer:
        """Undo or redo entries; refused for acts of the referee on units whose dice are awaited."""
        for number in numbers:
            check_said(self.ledger, self.ledger, self.entries[number].get("game", {}), self.waiting)
        return self.act(do, entries=numbers)

    # ruling

    def complete(
        self,
        plain: Mapping[str, Any],
        prefixes: bool = False,
        overrule: bool = False,
        ledger: Ledger | None = None,
    ) -> Completed:
        """Complete a request with the units in play and their states.

        They are those of the ``ledger``, or of the game as it stands. Raises Barred where they forbid it.
        """
        procedure = self.loaded.procedure(plain["procedure"])
        words = self.loaded.words(procedure, prefixes)
        done = complete(ledger or self.ledger, words, plain, overrule)
        if ledger is None:
            done = done._replace(bars=(*reasons_of_awaited(done.parts, self.waiting), *done.bars))
        if self.was_in_order and not overrule:
            return done._replace(bars=())
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

        def still() -> Iterable[JsonObject]:
            if complete_again is not None and complete_again().plain != done.plain:
                raise Refused("the game went on meanwhile, and what this ruling stands on has changed: rule again")
            return [entry]

        answer = self._append(still)
        of, ledger = answer.number, self.ledger
        if amends is not None:  # judged where its ruling stands, which reads the whole game
            of = self.root_of(of)
            ledger = self.ledger_before(of)
            self._applied(ledger, of, entry)
        return answer._replace(due=tuple(at_once(ledger, ledger.past_ruling(of, entry))))


MISFIT = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of an entry that is well-formed but was not written by refcli."""


def actors_of(loaded: LoadedRuleset, procedure: str) -> str:
    """The field of the units that act in a procedure: its first field of units; empty for none."""
    fields = [field for field in loaded.procedure(procedure).inputs if field.kind is Term]
    first = [field.name for field in fields if field.field.position == 1] or [field.name for field in fields]
    return first[0] if first else ""


def differences(before: Mapping[tuple[str, str], Held], ledger: Ledger) -> list[Change]:
    """The changes of states between two ledgers; of a unit out of play only that change."""
    now = ledger.held
    ended = [
        Change(key[0], held.said, True, "" if _is_of_nobody(ledger, key[0]) else held.state.lapses)
        for key, held in before.items()
        if key not in now and held.state.text and not _is_out(now, unit_of(key[0]))
    ]
    begun = [
        Change(key[0], held.said)
        for key, held in now.items()
        if (former := before.get(key)) is not held and held.state.text and (not former or former.value != held.value)
        if not (held.state.stays and _is_out(now, key[0]))
    ]
    return ended + begun


def _is_out(states: HeldStates, owner: str) -> bool:
    return any(held.state.out for held in states.of(owner))


def _is_of_nobody(ledger: Ledger, owner: str) -> bool:
    """True for a group without a unit in play."""
    return owner not in ledger.units and bool(ledger.in_group(owner, lost_too=True)) and not ledger.in_group(owner)
