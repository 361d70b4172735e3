"""Owners of the states that an effect of a ruling begins or ends."""

from collections.abc import Mapping
from typing import Any

from refcli.core.states import GAME, State, Trigger
from refcli.core.view import PastRuling
from refcli.game.standing import Standing
from refcli.wire import JsonObject


def owners(ledger: Standing, state: State, trigger: Trigger, ruled: PastRuling, effect: JsonObject) -> list[str]:
    """The owners of a state that an effect begins or ends; none if the trigger does not fit."""
    if trigger.by and ruled.procedure not in trigger.by:
        return []
    if effect["kind"]:
        if trigger.role and trigger.role != effect.get("role", ""):
            return []
        if trigger.detail and trigger.detail != effect.get("detail", ""):
            return []
        names = [effect["unit"]]
    else:
        names = [name for name, field in ruled.fields_of.items() if not trigger.role or trigger.role == field]
    found = []
    for name in names:
        owner = _owner(ledger, state, name, effect, ruled.given)
        unit = ledger.unit_called(name)
        if owner is None or (trigger.stated and not ruled.is_stated(trigger.stated, unit or name)):
            continue
        if trigger.row and not ledger.stands_for(unit or "", trigger.row):
            continue
        if trigger.held and not ledger.any_has(owner, trigger.held):
            continue
        if trigger.unless and ledger.any_has(owner, trigger.unless):
            continue
        found.append(owner)
    return found


def _owner(ledger: Standing, state: State, name: str, effect: JsonObject, given: Mapping[str, Any]) -> str | None:
    """The owner of a state for an effect on a unit, a group or a side of that name."""
    if state.of == "game":
        return GAME
    if state.of == "name":
        return name if name in given.values() else None
    if state.of == "place":
        return effect.get("detail") or None
    if state.of == "unit":
        return ledger.unit_called(name)
    unit = ledger.member_called(name)
    if state.of == "weapon":
        role = effect.get("role", "")
        whole = role.removesuffix("s") in [field.removesuffix("s") for field in given]
        return unit and weapon_of(unit, "" if whole else role)
    if state.of in ("side", "enemy side"):
        side = next((one for one in ledger.sides if one.lower() == name.lower()), None) or ledger.side_of(unit or name)
        if state.of == "side" or not side:
            return side or None
        others = [one for one in ledger.sides if one != side]
        return others[0] if len(others) == 1 else None
    if state.of == "group":
        return name if ledger.all_in_group(name) else (unit and ledger.group_of(unit)) or None
    raise AssertionError(state.of)


def weapon_of(unit: str, place: str) -> str:
    """One weapon of a unit as the owner of states: ``T1/coax``, and ``T1`` for its main one."""
    return f"{unit}/{place}" if place not in ("", "main") else unit
