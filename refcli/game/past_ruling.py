"""A ruling of the journal in a game: the units that it names, and the owners of the states that it changes."""

from collections.abc import Iterable, Iterator

from refcli.core.request import NAMES, uncounted
from refcli.core.states import GAME, State, Trigger
from refcli.core.view import PastEffect, chart_rows, member_called, terms_said, unit_called
from refcli.game.state import GameState
from refcli.wire import JsonObject


class JournalRuling:
    """A ruling of the journal as a ledger and a ruleset read it (``refcli.core.view.PastRuling``)."""

    def __init__(
        self, game: GameState, number: int, given: JsonObject, ruling: JsonObject, supplied: Iterable[JsonObject]
    ) -> None:
        """``supplied`` are the conditions and fields that the ledger gave to the ruling."""
        self.number = number
        self.given = given
        self.procedure: str = given["procedure"]
        self.outcome: str = ruling["outcome"]
        self.attempt = game.is_attempt(self.procedure, self.outcome)
        self.effects = [_effect_from(effect, game) for effect in ruling["effects"]]
        self._supplied = {(one["owner"], uncounted(one["what"])[1] or one["what"]) for one in supplied}
        self.fields_of: dict[str, str] = {}
        """Each unit in play that is named, with its field."""
        self._stated: dict[str, set[str]] = {}
        self._whole = {uncounted(one)[1] for one in given.get("conditions", ())}
        for field in given.get(NAMES, {}):
            for name, term in terms_said(given, field):
                if name:
                    self.fields_of.setdefault(name, field)
                    own = {uncounted(one)[1] for one in term.split("+")[1:]}
                    self._stated[name] = self._stated.get(name, self._whole) | own

    def is_stated(self, condition: str, name: str = "") -> bool:
        """True if a condition was stated of a unit, or of the whole ruling."""
        return condition in self._stated.get(name, self._whole)

    def is_supplied(self, condition: str, name: str) -> bool:
        """True if the ledger stated a condition of a unit, and not the referee."""
        return (name, condition) in self._supplied

    def owners(self, game: GameState, state: State, trigger: Trigger, effect: PastEffect | None) -> Iterator[str]:
        """The owners of a state that an effect begins or ends, or that the ruling itself does, without an effect."""
        if trigger.by and self.procedure not in trigger.by:
            return
        if effect is None:
            fields = self.fields_of.items()
            effects = [PastEffect("", one, 1, "", "", one, one) for one, its in fields if trigger.role in ("", its)]
        else:
            effects = [effect] if trigger.role in ("", effect.role) and trigger.detail in ("", effect.detail) else []
        for one in effects:
            owner = self._owner(game, state, one)
            if (
                owner is not None
                and not (trigger.stated and not self.is_stated(trigger.stated, one.unit or one.name))
                and not (trigger.row and trigger.row not in chart_rows(game, one.unit))
                and not (trigger.held and not game.any_has(owner, trigger.held))
                and not (trigger.unless and game.any_has(owner, trigger.unless))
            ):
                yield owner

    def _owner(self, game: GameState, state: State, effect: PastEffect) -> str | None:
        """The owner of a state for an effect; None for none."""
        if state.of == "game":
            return GAME
        if state.of == "name":
            return effect.name if effect.name in self.given.values() else None
        if state.of == "place":
            return effect.detail or None
        if state.of == "unit":
            return effect.unit or None
        if state.of == "weapon":
            whole = effect.role.removesuffix("s") in [field.removesuffix("s") for field in self.given]
            return weapon_of(effect.member, "" if whole else effect.role) if effect.member else None
        if state.of == "group":
            if game.in_group(effect.name, lost_too=True):
                return effect.name
            return game.group_of(effect.member) if effect.member else None
        side = next((one for one in game.sides if one.lower() == effect.name.lower()), None)
        side = side or game.side_of(effect.member or effect.name)
        if state.of == "side" or not side:
            return side or None
        others = [one for one in game.sides if one != side]
        return others[0] if len(others) == 1 else None  # the enemy side


def _effect_from(effect: JsonObject, game: GameState) -> PastEffect:
    name = effect["unit"]
    unit, member = unit_called(game.units, name), member_called(game, name)
    detail, role = effect.get("detail", ""), effect.get("role", "")
    return PastEffect(effect["kind"], name, effect["amount"], detail, role, unit, member)


def weapon_of(unit: str, place: str) -> str:
    """One weapon of a unit as the owner of states: ``T1/coax``, and ``T1`` for its main one."""
    return f"{unit}/{place}" if place not in ("", "main") else unit
