"""Whom held fire answers in Combat Captain, and when. Source: combat-captain.txt 245-263."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.states import GAME, Held
from refcli.rulesets.combat_captain.dice_left import holds_fire

CALLED = Source(section="Defensive Activity Dice", lines="257-263")
AS_IT_IS_MADE = Source(section="Defensive Activity Dice", lines="246-249, 257-263")

NEITHER = "held fire answers a move or a shot, and {target} has made neither this turn"

ACTS = ("fired", "last-move", "withdrew", "dice")
"""States of a sub-unit that tell when it moved or fired last."""


def bars_to_held_fire(ledger: Keeper, plain: Mapping[str, Any], units: list[str]) -> Sentences:
    """Held fire answers a move or a shot as it is made; who has done neither, or did it before, is not fired at.

    Source: 246-249, 257-263.
    """
    holding = [unit for unit in units if holds_fire(ledger, unit)]
    for target in plain[NAMES].get("target", ()) if holding else ():
        if target in ledger.units and did_neither(ledger, target):
            yield NEITHER.format(target=target), CALLED
        elif target in ledger.units:
            yield from bars_to_late_fire(ledger, holding[0], target)


def bars_to_late_fire(ledger: Keeper, unit: str, target: str) -> Sentences:
    """What a sub-unit did before those who hold fire were done, or before the next unit was active, is over.

    Between two activations a referee may still be slow. Source: 246-249, 257-263.
    """
    acts = [held for state in (*ACTS, "moved") if (held := ledger.has(target, state))]
    last = max([held.entry for held in acts], default=0)
    if not last or any(held.by_hand for held in acts):
        return
    group, active = ledger.group_of(unit), ledger.has(GAME, "active")
    done = ledger.has(group, "activation-over")
    told = "held fire answers a move or a shot as it is made"
    if done and last < done.entry:
        yield f"{told}, and {target} moved or fired before {group} was done", AS_IT_IS_MADE
    elif active and str(active.value) != ledger.group_of(target) and last < active.entry:
        yield f"{told}, and {active.value} has activated since {target} moved or fired", AS_IT_IS_MADE


def did_neither(ledger: Keeper, unit: str) -> bool:
    """Whether a sub-unit surely neither moved nor fired: all its dice went into cover and held fire.

    A move by 0 inches uses dice, too. Source: 246-263.
    """
    moved, cover = ledger.has(unit, "moved"), ledger.has(unit, "cover")
    acted = any(ledger.has(unit, state) for state in ("fired", "withdrew"))
    if acted or moved_now(ledger, ledger.has(unit, "last-move")) or (moved and moved.by_hand):
        return False
    taken = int(cover.value) if cover and cover.turn == ledger.turn else 0
    return int(ledger.value(unit, "dice")) <= taken + int(ledger.value(unit, "held-fire"))


def answered_nothing(ledger: Keeper, deed: Deed) -> Sentences:
    """Held fire that was ruled at who had neither moved nor fired. Source: 257-263."""
    if any(deed.is_stated("hold-fire", unit) for unit in deed.fields_of):
        for target in [unit for unit, field in deed.fields_of.items() if field == "target"]:
            if not provoked(ledger, deed, target):
                yield NEITHER.format(target=target), CALLED


def provoked(ledger: Keeper, deed: Deed, unit: str) -> bool:
    """Whether held fire answered a sub-unit, perhaps one that fell to it: it had moved or fired this turn.

    Dice that went neither into cover nor into held fire moved it, if only by 0 inches. Source: 246-263.
    """
    had = {state for owner, state in deed.before if owner == unit}
    used = "dice" in had and not had & {"cover", "held-fire"}
    return used or bool(had & {"fired", "withdrew"}) or moved_now(ledger, deed.before.get((unit, "last-move")))


def moved_now(ledger: Keeper, moved: Held | None) -> bool:
    """Whether a last move was made in this turn."""
    return bool(moved and moved.turn == ledger.turn)
