"""One moment of a game: units and their states, turn, phase and side."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from refcli.core.hooks import RulesetHooks
from refcli.core.states import WORD, Held, Phase, State, Trigger
from refcli.core.states import Sequence as Play
from refcli.core.view import Now
from refcli.game.course import Course, Position
from refcli.game.held_states import HeldStates
from refcli.game.units import Unit


class GameState:
    """One moment of a game.

    Before ``turn`` 1 the battle has not begun: any act goes, and is of no turn.
    """

    def __init__(
        self,
        states: Mapping[str, State],
        play: Play,
        hook: RulesetHooks,
        actors: Callable[[str], str],
        figure: Callable[[str, str, str], Any] = lambda chart, row, column: None,
        is_attempt: Callable[[str, str], bool] = lambda procedure, outcome: True,
        reads: Callable[[str, Mapping[str, Any]], bool] = lambda reading, plain: True,
    ) -> None:
        """``actors`` tells, for every procedure, the field of those who act in it, ``figure`` what a chart says.

        ``is_attempt`` tells whether anything was tried where a procedure came to an outcome, ``reads`` whether a
        reading holds for what is asked.
        """
        self.states = states
        self.play = play
        self.hook = hook
        self.actors = actors
        self.figure = figure
        self.is_attempt = is_attempt
        self.reads = reads
        self.units: dict[str, Unit] = {}
        self._groups: dict[str, dict[str, Unit]] = {}
        self.sides: list[str] = []
        self.at = Position()
        self.held = HeldStates()
        self.deeds: dict[int, dict[str, int]] = {}
        """The units that acted in this turn and the turn before, by turn, each with the entry of its last act."""
        self.began_by: dict[str, list[tuple[State, Trigger]]] = {}
        self.ended_by: dict[str, list[tuple[State, Trigger]]] = {}
        self._derived = [state for state in states.values() if state.counts]
        for state in states.values():
            self.learn(state)

    def learn(self, state: State) -> None:
        """Heed a state: one of the ruleset, or of the referee's own."""
        for trigger in state.begins:
            self.began_by.setdefault(trigger.effect, []).append((state, trigger))
        for trigger in state.ends:
            self.ended_by.setdefault(trigger.effect, []).append((state, trigger))

    @property
    def turn(self) -> int:
        """The turn that is on; 0 before the battle."""
        return self.at.turn

    @property
    def now(self) -> Now:
        """The turn, the phase and the side whose phase it is."""
        return Now(self.at.turn, self.phase, self.side)

    @property
    def acted(self) -> Mapping[str, int]:
        """The units that acted this turn, each with the entry of its last act."""
        return self.deeds.get(self.turn, {})

    @property
    def phase(self) -> Phase | None:
        """The phase that is on; None before the battle."""
        return self.play.phases[self.at.phase] if self.at.turn else None

    @property
    def side(self) -> str:
        """The side whose phase it is; empty for a phase of all sides."""
        phase = self.phase
        if phase is None or not self.sides or not (self.play.own_turns or phase.each_side):
            return ""
        return self.sides[self.at.side]

    def states_of(self, owner: str) -> Iterator[Held]:
        """The states of an owner."""
        return self.held.of(owner)

    def has(self, owner: str, state: str) -> Held | None:
        """A state of an owner, or None."""
        return self.held.get((owner, state))

    def named(self, state: str) -> list[tuple[str, Held]]:
        """The owners of a state, each with the state."""
        return list(self.held.named(state).items())

    def units_at(self, word: str) -> Iterator[str]:
        """The units with a state of that word, in any case: those in C4, or in Woods."""
        for (owner, _), held in self.held.items():
            if owner in self.units and held.state.value == WORD and str(held.value).lower() == word.lower():
                yield owner

    def value(self, owner: str, state: str, otherwise: Any = 0) -> Any:
        """The value of a state of an owner."""
        held = self.held.get((owner, state))
        return otherwise if held is None else held.value

    def is_out(self, unit: str) -> Held | None:
        """The state that took a unit, or its group, out of play; None if it is in play."""
        own = next((held for held in self.held.of(unit) if held.state.out), None)
        group = self.group_of(unit) if unit in self.units else unit
        whole = next((held for held in self.held.of(group) if held.state.out), None) if group != unit else None
        return min(own, whole, key=lambda held: held.entry) if own and whole else own or whole

    def owners_for(self, name: str) -> Iterator[str]:
        """The owners whose states count for a unit: itself, its group, its side; for a group itself and its side."""
        yield name
        unit = self.units.get(name)
        if unit:
            yield from filter(None, (unit.group, unit.side))
        elif name not in self.sides:
            yield from filter(None, (self.side_of(name),))

    def any_has(self, name: str, state: str) -> bool:
        """True if a unit, its group or its side has a state."""
        return any((owner, state) in self.held for owner in self.owners_for(name))

    def is_barred(self, name: str, procedure: str, plain: Mapping[str, Any]) -> bool:
        """True if a state bars a unit from a procedure, whatever else the request says."""
        return any(
            procedure in bar.by
            and not (bar.field or bar.value or bar.unless or bar.stated or bar.row or bar.whole)
            and (not bar.held or self.any_has(name, bar.held))
            and self.turn - held.turn >= bar.after
            and (not bar.reading or self.reads(bar.reading, plain))
            for owner in self.owners_for(name)
            for held in self.states_of(owner)
            for bar in held.state.bars
        )

    def stands_for(self, unit: str, row: str) -> bool:
        """True if a unit in play stands for a row of some chart."""
        return unit in self.units and row in self.units[unit].stands_for

    def side_of(self, owner: str) -> str:
        """The side that an owner belongs to; empty for none."""
        if owner in self.sides:
            return owner
        unit = self.units.get(owner)
        if unit:
            return unit.side
        return next((unit.side for unit in self._groups.get(owner, {}).values()), "")

    def group_of(self, unit: str) -> str:
        """The group that a unit belongs to; one that belongs to none is its own."""
        return self.units[unit].group or unit

    def in_group(self, group: str, *, lost_too: bool = False) -> list[Unit]:
        """The units of a group that are in play; of a unit without a group itself."""
        return [unit for unit in self._groups.get(group, {}).values() if lost_too or not self.is_out(unit.name)]

    def put(self, unit: Unit) -> None:
        """Add a unit, or replace it; one that changes its group becomes the last of the new one."""
        former = self.units.get(unit.name)
        if former and former.group != unit.group:
            del self._groups[former.group or former.name][former.name]
        self.units[unit.name] = unit
        self._groups.setdefault(unit.group or unit.name, {})[unit.name] = unit

    def take_off(self, name: str) -> None:
        """Remove a unit, if there is one of this name."""
        unit = self.units.pop(name, None)
        if unit:
            del self._groups[unit.group or name][name]

    def left(self, name: str, field: str, many: int) -> int:
        """The number left of a unit in a field: the others are dead, or cannot act."""
        return many - sum(
            [held.value for held in self.states_of(name) if field in held.state.less and isinstance(held.value, int)]
        )

    @property
    def course(self) -> Course:
        """The course of the game for the sides that there are now."""
        return Course(self.play, max(1, len(self.sides)))
