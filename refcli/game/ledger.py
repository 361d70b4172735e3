"""The ledger: the state of a game after its entries. Units and their states, turn, phase and side.

Every entry is applied in order, one after the other; nothing else changes a ledger, so that the same entries always
make the same one. What a ruleset's states.toml cannot say stands in its hook (``refcli.rulesets.<ruleset>.ledger``).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from refcli.core.cells import REFEREE, Source
from refcli.core.limits import MOST_TURNS_ON
from refcli.core.request import NAMES
from refcli.core.rows import apply_consequences
from refcli.core.states import COUNT, FLAG, NUMBER, WORD, Held, Moment, State, Trigger, Value, moment_from
from refcli.game.course import Position
from refcli.game.held_states import Changed, States, unit_of
from refcli.game.owners import owners
from refcli.game.ruled import Ruled
from refcli.game.standing import Standing
from refcli.game.units import unit_from
from refcli.wire import JsonObject


class Ledger(Standing):
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
                self._ruled(self.ruled(number, entry))
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
            source = state.derived.counts or state.derived.sums
            whole = self.group_of if state.of == "group" else self.side_of
            changes: dict[str, int] = {}
            for (unit, name), before in changed.items():
                if name == source and unit in self.units and self.units[unit].rows:
                    amounts = [
                        0 if held is None else 1 if state.derived.counts else int(held.value)
                        for held in (self.held.get((unit, name)), before)
                    ]
                    changes[whole(unit)] = changes.get(whole(unit), 0) + amounts[0] - amounts[1]
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
        self.hook.ordered(self)

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
        self.hook.added(self, unit.name)

    def _remove(self, number: int, act: JsonObject) -> None:
        name = act["unit"]
        group = self.group_of(name) if name in self.units else name
        self.take_off(name)
        for key in [key for key in self.held.of_unit(name) if key[0] == name]:
            del self.held[key]
        for one in dict.fromkeys((name, group)):
            self.hook.by_hand(self, one)

    def _set(self, number: int, act: JsonObject) -> None:
        moment = moment_from(act.get("until", ""))
        state = self.state_said(act["state"], act["value"], [moment] if moment else [])
        check_value(state, act["value"])
        self._give(act["of"], state, act["value"], number, by_hand=True, new=True)
        self.hook.by_hand(self, act["of"])

    def state_said(self, name: str, value: Value, until: Sequence[Moment]) -> State:
        """A state that the referee sets: one of the ruleset, with another end if one is given, or one of their own."""
        known = self.states.get(name)
        if known is None:
            return own_state(name, value, until)
        return known._replace(until=tuple(until)) if until else known

    def _unset(self, number: int, act: JsonObject) -> None:
        self.end(act["of"], act["state"])
        self.hook.taken_back(self, act["of"], act["state"])

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
        turn_too = course.with_turn(edge, at)
        follow: list[tuple[str, Held]] = []
        for (owner, name), held in list(self.held.passing.items()):
            if any(course.has_come(moment, edge, at, side, held) for moment in held.state.until):
                self.end(owner, name)
                follow += [(owner, held)] if held.state.then else []
        for owner, held in follow:
            self._give(owner, self.states[held.state.then], held.value, held.entry)
        self.hook.moment(self, edge, self.play.phases[at.phase].name, turn_too)

    # rulings

    def ruled(self, number: int, entry: Mapping[str, Any], before: States | None = None) -> Ruled:
        """A ruling of the journal as it is read here, with the states that held ``before`` it where these are asked."""
        given, ruling = {NAMES: {}, **entry["given"]}, entry["ruling"]
        attempt = self.is_attempt(given["procedure"], ruling["outcome"])
        return Ruled(number, given, ruling, attempt, entry.get("supplied", ()), before)

    def _ruled(self, ruled: Ruled) -> None:
        about = {
            unit
            for unit, field in ruled.fields_of.items()
            if self.hook.is_about_lost(ruled.procedure, ruled.given, field)
        }
        with self.held.watched() as changed:
            if ruled.attempt:
                self._did(ruled)
                self._effect(ruled, {"kind": "", "unit": "", "amount": 1})
            for effect in ruled.ruling["effects"]:
                unit = self._takes(effect)
                if unit and unit not in about and self._was_gone(unit, changed):
                    continue  # lost once, however many attacks on it were declared before it fell
                self._effect(ruled, effect)
                self.hook.effect(self, ruled, effect)
            self.hook.after(self, ruled)
        self._leave_alone(about, changed)

    def _did(self, ruled: Ruled) -> None:
        """Note the units that acted this turn; acts before the last turn are no longer known."""
        acted = [name for name, field in ruled.fields_of.items() if field == self.actors(ruled.procedure)]
        # a plane that no chart knows
        unknown = [said for said in ruled.given.values() if isinstance(said, str) and said in self.units]
        self.deeds = {turn: deeds for turn, deeds in self.deeds.items() if turn >= self.turn - 1}
        self.deeds.setdefault(self.turn, {}).update(dict.fromkeys((*acted, *unknown), ruled.number))

    def _takes(self, effect: JsonObject) -> str | None:
        """The unit that an effect takes out of play, or men of it; None for no unit."""
        takes = any(state.out for state, _ in self.began_by.get(effect["kind"], ())) or self.hook.falls_on_men(effect)
        return self.unit_called(effect["unit"]) if takes else None

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

    def _effect(self, ruled: Ruled, effect: JsonObject) -> None:
        """End and begin the states of an effect; the effect without a kind is the ruling itself."""
        kind = effect["kind"]
        for state, trigger in self.ended_by.get(kind, ()):
            for owner in owners(self, state, trigger, ruled, effect):
                held = self.held.get((owner, state.name))
                if held is None:
                    continue
                if state.value == COUNT and kind:
                    self._shrink(owner, held, trigger.amount or effect["amount"])
                else:
                    self.end(owner, state.name)
        for state, trigger in self.began_by.get(kind, ()):
            for owner in owners(self, state, trigger, ruled, effect):
                if self._may_begin(state, unit_of(owner)):
                    self._give(owner, state, self._value(state, trigger, effect), ruled.number)

    def _may_begin(self, state: State, unit: str) -> bool:
        """True unless the state is for units of some rows or figures, and this unit has none of them."""
        rows = self.units[unit].stands_for if unit in self.units and state.only else ()
        return not rows or any(one in rows or self._figure_of(unit, one) for one in state.only)

    def _figure_of(self, unit: str, name: str) -> Any:
        """A figure ``chart.column`` of a unit, or a number itself; None if no row of the unit has it."""
        if name.isdigit():
            return int(name)
        chart, _, column = name.partition(".")
        found = [self.figure(chart, row, column) for row in self.units[unit].stands_for if column]
        return next((one for one in found if one), None)

    @staticmethod
    def _value(state: State, trigger: Trigger, effect: JsonObject) -> Value:
        if state.value == FLAG:
            return 1
        if state.value == WORD:
            return str(effect.get("detail", ""))
        found: Value = trigger.amount or effect["amount"]
        return found

    def _give(
        self, owner: str, state: State, value: Value, number: int, by_hand: bool = False, new: bool = False
    ) -> None:
        """Let a state begin or, of one that counts, grow."""
        old = self.held.get((owner, state.name))
        if old and state.value == COUNT and not new and not isinstance(value, str) and not isinstance(old.value, str):
            value = old.value + value
        if state.less and owner in self.units and not by_hand and not isinstance(value, str):
            value = min(value, self.hook.strength(self.units[owner]))  # hit twice, one man is one man
        if state.at_most and owner in self.units and not by_hand and not isinstance(value, str):
            most = next((one for name in state.at_most if (one := self._figure_of(owner, name))), value)
            value = min(value, most)
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
        """Let a state of the ruleset begin or, of one that counts, grow."""
        self._give(owner, self.states[state], value, number)

    def end(self, owner: str, name: str) -> None:
        """Let a state end."""
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
