"""The ledger: the state of a game after its entries. Units and their states, turn, phase and side.

Every entry is applied in order, one after the other; nothing else changes a ledger, so that the same entries always
make the same one. What a ruleset's states.toml cannot say stands in its hook (``refcli.rulesets.<ruleset>.ledger``).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from refcli.core.cells import REFEREE, Source
from refcli.core.hooks import may_be_lost
from refcli.core.limits import MOST_TURNS_ON
from refcli.core.request import NAMES
from refcli.core.rows import apply_consequences
from refcli.core.states import COUNT, FLAG, NUMBER, WORD, Held, Moment, State, Value, moment_from
from refcli.core.view import PastEffect
from refcli.game.course import Position
from refcli.game.held_states import Changed, unit_of
from refcli.game.past_ruling import JournalRuling
from refcli.game.state import GameState
from refcli.game.units import unit_from
from refcli.wire import JsonObject


class Ledger(GameState):
    """The state of a game after the entries that were applied."""

    def another(self) -> "Ledger":
        """A copy of the ledger: changes to it leave this one as it is."""
        found = copy(self)
        found.units, found.sides, found.held = {**self.units}, [*self.sides], self.held.another()
        found._groups = {group: {**units} for group, units in self._groups.items()}
        found.deeds = {turn: {**deeds} for turn, deeds in self.deeds.items()}
        return found

    def apply(self, number: int, entry: Mapping[str, Any]) -> None:
        """Let an entry of the journal have its effect.

        An entry that was forged, and follows from nothing before it, raises whatever comes of it.
        """
        with self.held.watched() as changed:
            if "ruling" in entry:
                self._ruled(self.past_ruling(number, entry))
            else:
                act = entry["game"]
                getattr(self, f"_{act['do'].replace('-', '_')}")(number, act)
        added = [act["unit"]["name"] for act in [entry.get("game", {})] if act.get("do") == "add"]
        touched = [*added, *[owner for owner, _ in changed]]
        with self.held.watched() as followed:
            self._count(number, changed)
            apply_consequences(self.hook.consequences, self, touched, number if "ruling" in entry else 0)
        self._count(number, followed)

    def _count(self, number: int, changed: Changed) -> None:
        """Let derived states follow the changes of an entry; a value set by hand is counted on from there."""
        for state in self._derived:
            whole = self.group_of if state.of == "group" else self.side_of
            changes: dict[str, int] = {}
            for (unit, name), before in changed.items():
                if name == state.counts and unit in self.units and self.units[unit].rows:
                    change = ((unit, name) in self.held) - (before is not None)
                    changes[whole(unit)] = changes.get(whole(unit), 0) + change
            for owner, change in changes.items():
                if owner and change:
                    self._give(owner, state, max(0, int(self.value(owner, state.name)) + change), number, new=True)

    def _begin(self, number: int, act: JsonObject) -> None:
        pass

    def _note(self, number: int, act: JsonObject) -> None:
        pass

    def _sides(self, number: int, act: JsonObject) -> None:
        at, first = self.side, self.at.side == 0 and self.phase is not None and self.phase.each_side
        self.sides = list(act["sides"])
        self.at = self.at._replace(side=self.sides.index(at) if at in self.sides and not first else 0)
        self.hook.after_act(self, "sides", "")

    def _add(self, number: int, act: JsonObject) -> None:
        unit = unit_from(act["unit"])
        former = self.units.get(unit.name)
        for name in former.fields if former else ():
            held = self.held.get((unit.name, name))
            if held and held.by_hand and name not in unit.fields:
                self.end(unit.name, name)
        self.put(unit)
        if unit.side and unit.side not in self.sides:
            self.sides.append(unit.side)
        for name, value in unit.fields.items():
            if name in self.states:
                check_value(self.states[name], value)
                owner = self.group_of(unit.name) if self.states[name].of == "group" else unit.name
                self._give(owner, self.states[name], value, number, by_hand=True, new=True)
        self.hook.after_act(self, "add", unit.name)

    def _remove(self, number: int, act: JsonObject) -> None:
        name = act["unit"]
        group = self.group_of(name) if name in self.units else name
        self.take_off(name)
        for key in [key for key in self.held.of_unit(name) if key[0] == name]:
            del self.held[key]
        for one in dict.fromkeys((name, group)):
            self.hook.after_act(self, "remove", one)

    def _set(self, number: int, act: JsonObject) -> None:
        moment = moment_from(act.get("until", ""))
        state = self.state_said(act["state"], act["value"], [moment] if moment else [])
        check_value(state, act["value"])
        self._give(act["of"], state, act["value"], number, by_hand=True, new=True)
        self.hook.after_act(self, "set", act["of"], act["state"])

    def state_said(self, name: str, value: Value, until: Sequence[Moment]) -> State:
        """A state that the referee sets: one of the ruleset, with another end if one is given, or one of their own."""
        known = self.states.get(name)
        if known is None:
            return own_state(name, value, until)
        return known._replace(until=tuple(until)) if until else known

    def _unset(self, number: int, act: JsonObject) -> None:
        self.end(act["of"], act["state"])
        self.hook.after_act(self, "unset", act["of"], act["state"])

    def _phase(self, number: int, act: JsonObject) -> None:
        to = Position(act["turn"], act["phase"], act["side"])
        course = self.course
        if (
            to.turn > self.at.turn + MOST_TURNS_ON
            or to.phase >= len(self.play.phases)
            or to.side >= max(1, len(self.sides))
            or (to.side and not (self.play.own_turns or self.play.phases[to.phase].each_side))
            or course.order(to) <= course.order(self.at)
        ):
            raise ValueError(f"no phase of this game: {to}")
        while course.order(self.at) < course.order(to):
            self._moment("end", self.at)
            self.at = course.after(self.at)
            self._moment("start", self.at)

    def _moment(self, edge: str, at: Position) -> None:
        """Let a phase begin or end, with all that begins or ends with it; before turn 1 the battle begins."""
        if at.turn:
            self._edge(edge, at)
        else:
            self._battle_begins()

    def _battle_begins(self) -> None:
        """End states of a phase or a turn that rulings before the battle left."""
        for (owner, name), held in list(self.held.passing.items()):
            ends = [one for one in held.state.until if one.edge == "end" and not (one.turns or one.counted)]
            if ends and not held.by_hand:
                self.end(owner, name)

    def _edge(self, edge: str, at: Position) -> None:
        """End states at the beginning or end of a phase and, with its first or last phase, of the turn."""
        course, side = self.course, self.side
        follow: list[tuple[str, Held]] = []
        for (owner, name), held in list(self.held.passing.items()):
            if any(course.has_come(moment, edge, at, side, held) for moment in held.state.until):
                self.end(owner, name)
                follow += [(owner, held)] if held.state.then else []
        for owner, held in follow:
            self._give(owner, self.states[held.state.then], held.value, held.entry)
        moments = f"{edge} of phase", f"{edge} of {self.play.phases[at.phase].name}"
        apply_consequences(self.hook.consequences, self, (), 0, *moments)

    # rulings

    def past_ruling(self, number: int, entry: Mapping[str, Any]) -> JournalRuling:
        """A ruling of the journal with the units in play that it names."""
        return JournalRuling(self, number, {NAMES: {}, **entry["given"]}, entry["ruling"], entry.get("supplied", ()))

    def _ruled(self, ruling: JournalRuling) -> None:
        about = {unit for unit, field in ruling.fields_of.items() if may_be_lost(self.hook, ruling.given, field)}
        with self.held.watched() as changed:
            if ruling.attempt:
                self._did(ruling)
                self._effect(ruling, None)
            for effect in ruling.effects:
                if effect.unit in about or not (self._takes(effect) and self._was_gone(effect.unit, changed)):
                    self._effect(ruling, effect)  # a unit is lost once, however many attacks on it were declared
            self.hook.after_ruling(self, ruling)
        self._leave_alone(about, changed)

    def _did(self, ruling: JournalRuling) -> None:
        """Note the units that acted this turn; acts before the last turn are no longer known."""
        acted = [name for name, field in ruling.fields_of.items() if field == self.actors(ruling.procedure)]
        # a plane that no chart knows
        unknown = [word for word in ruling.given.values() if isinstance(word, str) and word in self.units]
        self.deeds = {turn: deeds for turn, deeds in self.deeds.items() if turn >= self.turn - 1}
        self.deeds.setdefault(self.turn, {}).update(dict.fromkeys((*acted, *unknown), ruling.number))

    def _takes(self, effect: PastEffect) -> bool:
        """True if an effect takes its unit out of play, or men of it."""
        return effect.kind in self.hook.on_men or any(state.out for state, _ in self.began_by.get(effect.kind, ()))

    def _is_gone(self, unit: str) -> bool:
        """True if a unit is itself out of play, and not its group alone, which may come back."""
        return any(held.state.out for held in self.states_of(unit))

    def _was_gone(self, unit: str, changed: Changed) -> bool:
        """True if a unit was itself out of play before states ``changed``."""
        before = {**self.held.of_unit(unit), **{key: held for key, held in changed.items() if key[0] == unit}}
        return unit in self.units and any(
            held and held.state.out for (owner, _), held in before.items() if owner == unit
        )

    def _leave_alone(self, about: Collection[str], changed: Changed) -> None:
        """Restore units that were out of play before a ruling, except those it is ``about``."""
        lost = {
            unit
            for unit in {unit_of(owner) for owner, _ in changed} - {*about}
            if self._was_gone(unit, changed) and self._is_gone(unit)
        }
        for key, held in changed.items():
            if unit_of(key[0]) not in lost or key not in self.held:
                continue
            if held:
                self.held[key] = held
            else:
                del self.held[key]

    def _effect(self, ruling: JournalRuling, effect: PastEffect | None) -> None:
        """End and begin the states of an effect or, without one, of the ruling itself."""
        kind, amount, detail = (effect.kind, effect.amount, effect.detail) if effect else ("", 1, "")
        for state, trigger in self.ended_by.get(kind, ()):
            for owner in [*ruling.owners(self, state, trigger, effect)]:
                held = self.held.get((owner, state.name))
                if held and state.value == COUNT and effect:
                    self._shrink(owner, held, trigger.amount or amount)
                elif held:
                    self.end(owner, state.name)
        for state, trigger in self.began_by.get(kind, ()):
            value = 1 if state.value == FLAG else detail if state.value == WORD else trigger.amount or amount
            for owner in [*ruling.owners(self, state, trigger, effect)]:
                self._give(owner, state, value, ruling.number)

    def _give(
        self, owner: str, state: State, value: Value, number: int, by_hand: bool = False, new: bool = False
    ) -> None:
        """Let a state begin or, of one that counts, grow."""
        old = self.held.get((owner, state.name))
        if old and state.value == COUNT and not new and not isinstance(value, str) and not isinstance(old.value, str):
            value = old.value + value
        if state.less and owner in self.units and not by_hand and not isinstance(value, str):
            value = min(value, self.units[owner].strength)  # hit twice, one man is one man
        if state.value in (COUNT, NUMBER) and value == 0:
            self.end(owner, state.name)
            return
        if old and state.value == WORD and not new and old.entry == number and value:
            value = ", ".join(dict.fromkeys([*str(old.value).split(", "), str(value)]))
        side = self.side_of(owner) or self.side
        held = Held(state, value, self.at.turn, number, side, by_hand, (self.at.phase, self.at.side))
        if old is not None and state.value == FLAG and not new and not state.until:
            return
        self.held.pop((owner, state.name), None)
        self.held[owner, state.name] = held
        for other in state.excludes:
            self.end(owner, other)
        if state.out:
            for key in [key for key, one in self.held.of_unit(owner).items() if not (one.state.out or one.state.stays)]:
                del self.held[key]

    def _shrink(self, owner: str, held: Held, amount: int | float) -> None:
        assert not isinstance(held.value, str)
        left = held.value - amount
        if left <= 0:
            self.end(owner, held.state.name)
        else:
            self.held[owner, held.state.name] = held._replace(value=left)

    def begin(self, owner: str, state: str, value: Value, number: int) -> None:
        """Begin a state of the ruleset, or add to one that counts."""
        self._give(owner, self.states[state], value, number)

    def end(self, owner: str, name: str) -> None:
        """End a state."""
        self.held.pop((owner, name), None)


def check_value(state: State, value: Any) -> None:
    """Raise ValueError for a value of another type; an earlier version could leave out a word."""
    if state.value == WORD and value == 1:
        return
    if isinstance(value, str) != (state.value == WORD) and state.value != FLAG:
        raise ValueError(f"{state.name} is no {value!r}")


def own_state(name: str, value: Value, until: Iterable[Moment]) -> State:
    """A state of the referee's own: a flag, or a word of his, that ends at some moment."""
    kind = FLAG if value == 1 else WORD
    return State(name, "unit", name.replace("-", " "), Source(REFEREE), kind, until=tuple(until))
