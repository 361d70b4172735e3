"""Owners of the states that an effect of a ruling begins or ends."""

from collections.abc import Mapping
from typing import Any

from refcli.core.states import GAME, State, Trigger
from refcli.core.view import PastEffect, PastRuling, chart_rows, member_called, unit_called
from refcli.game.standing import Standing


def owners(ledger: Standing, state: State, trigger: Trigger, ruling: PastRuling, effect: PastEffect) -> list[str]:
    """The owners of a state that an effect begins or ends; none if the trigger does not fit."""
    if trigger.by and ruling.procedure not in trigger.by:
        return []
    if effect.kind:
        if trigger.role not in ("", effect.role) or trigger.detail not in ("", effect.detail):
            return []
        names = [effect.name]
    else:
        names = [name for name, field in ruling.fields_of.items() if not trigger.role or trigger.role == field]
    found = []
    for name in names:
        owner = _owner(ledger, state, name, effect, ruling.given)
        unit = unit_called(ledger.units, name)
        if owner is None or (trigger.stated and not ruling.is_stated(trigger.stated, unit or name)):
            continue
        if trigger.row and trigger.row not in chart_rows(ledger, unit):
            continue
        if trigger.held and not ledger.any_has(owner, trigger.held):
            continue
        if trigger.unless and ledger.any_has(owner, trigger.unless):
            continue
        found.append(owner)
    return found


def _owner(ledger: Standing, state: State, name: str, effect: PastEffect, given: Mapping[str, Any]) -> str | None:
    """The owner of a state for an effect on a unit, a group or a side of that name."""
    if state.of == "game":
        return GAME
    if state.of == "name":
        return name if name in given.values() else None
    if state.of == "place":
        return effect.detail or None
    if state.of == "unit":
        return unit_called(ledger.units, name) or None
    unit = member_called(ledger, name)
    if state.of == "weapon":
        whole = effect.role.removesuffix("s") in [field.removesuffix("s") for field in given]
        return weapon_of(unit, "" if whole else effect.role) if unit else None
    if state.of in ("side", "enemy side"):
        side = next((one for one in ledger.sides if one.lower() == name.lower()), None) or ledger.side_of(unit or name)
        if state.of == "side" or not side:
            return side or None
        others = [one for one in ledger.sides if one != side]
        return others[0] if len(others) == 1 else None
    if state.of == "group":
        return name if ledger.in_group(name, lost_too=True) else ledger.group_of(unit) if unit else None
    raise AssertionError(state.of)


def weapon_of(unit: str, place: str) -> str:
    """One weapon of a unit as the owner of states: ``T1/coax``, and ``T1`` for its main one."""
    return f"{unit}/{place}" if place not in ("", "main") else unit
