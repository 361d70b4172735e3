"""Which units may activate, answer, charge, withdraw and fight now: predicates that compute.

Source: combat-captain.txt 111-122, 157-161, 188-198, 246-263, 755-796, 838-842.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from refcli.core.rows import Case, Predicate, Words
from refcli.core.sentence import listed
from refcli.core.states import GAME, Held
from refcli.core.view import LedgerView
from refcli.rulesets.combat_captain.activity_dice import doing, left, used, usual
from refcli.rulesets.combat_captain.unit_types import comrades, groups_of, kind_of, names_in

# activation: 111-122, 157-161, 188-198


@Predicate
def turn_of_other(case: Case) -> Words | None:
    """The side has activated a unit, and another side has one that has not activated. Source: 111-122."""
    ledger, active = case.ledger, str(case.ledger.value(GAME, "active", ""))
    side = ledger.side_of(active) if active else ""
    for unit in ledger.units if side and side == case.side else ():
        may_act = not (ledger.is_out(unit) or ledger.has(unit, "overturned"))
        if may_act and ledger.side_of(unit) != side and not ledger.has(ledger.group_of(unit), "activated"):
            return {"other": ledger.side_of(unit)}
    return None


@Predicate
def another_active(case: Case) -> Words | None:
    """The active unit has dice left and is not done. Source: 117-122, 157-161."""
    active = str(case.ledger.value(GAME, "active", ""))
    done = not active or case.ledger.has(active, "activation-over")
    dice = [] if done else unused(case.at(active)) or to_follow(case.at(active))
    return {"active": active, "dice": ", ".join(dice)} if dice else None


def unused(case: Case) -> list[str]:
    """The sub-units of a unit with the dice left to each; if all do the same, only those that began."""
    dice = {one.unit: left(one) for one in comrades(case) if used(one) or not doing(case)}
    return [f"{unit} {many}" for unit, many in dice.items() if many]


def to_follow(case: Case) -> list[str]:
    """The sub-units that have yet to do the same as one with the extra die. Source: 188-198, 317-320."""
    all_do = doing(case) not in ("", "fire")  # in fire not all need a target
    extra = all_do and any(used(one) > usual(one) for one in comrades(case))
    return [one.unit for one in comrades(case) if extra and used(one) < usual(one)]


def left_behind(ledger: LedgerView) -> list[str]:
    """The sub-units that have yet to withdraw with their unit. Source: 772-776."""
    return [unit for unit, _ in ledger.named("left-behind") if not ledger.is_out(unit)]


@Predicate
def others_withdraw(case: Case) -> Words | None:
    """Another unit is withdrawing. Source: 772-776."""
    behind = left_behind(case.ledger)
    group = case.ledger.group_of(behind[0]) if behind else case.group
    return {"other": group, "behind": behind[0]} if group != case.group else None


# held fire: 246-263


@Predicate
def did_neither(case: Case) -> bool:
    """All dice of a sub-unit went into cover and held fire: it neither moved nor fired. Source: 246-263."""
    ledger, unit = case.ledger, case.unit
    went, moved, cover = (ledger.has(unit, state) for state in ("last-move", "moved", "cover"))
    acted = ledger.has(unit, "fired") or ledger.has(unit, "withdrew") or (moved and moved.by_hand)
    prepared = ledger.value(unit, "held-fire") + (cover.value if cover and cover.turn == ledger.now.turn else 0)
    return not acted and not (went and went.turn == ledger.now.turn) and used(case) <= prepared


def acted_before(case: Case, targets: Iterable[str], since: Held | None) -> Words | None:
    """A target last moved or fired before the entry of a state. Binds ``target`` and ``active``."""
    for target in targets:
        acts = [case.ledger.has(target, one) for one in ("fired", "last-move", "withdrew", "dice", "moved")]
        known = [act for act in acts if act]
        last = max([act.entry for act in known], default=0)
        if since and 0 < last < since.entry and not any(act.by_hand for act in known):
            return {"target": target, "active": case.ledger.value(GAME, "active", "")}
    return None


@Predicate
def acted_before_done(case: Case) -> Words | None:
    """A target moved or fired before the unit was done. Source: 246-249, 257-263."""
    return acted_before(case, case.named("target"), case.ledger.has(case.group, "activation-over"))


@Predicate
def acted_before_next(case: Case) -> Words | None:
    """Another unit has activated since a target moved or fired. Source: 246-249, 257-263."""
    active = case.ledger.has(GAME, "active")
    others = [one for one in case.named("target") if active and active.value != case.ledger.group_of(one)]
    return acted_before(case, others, active)


# charges and contacts: 755-776, 838-842


def contacts(ledger: LedgerView) -> Iterator[tuple[str, str]]:
    """The sub-units in contact, with the enemies that they touch. Source: 755-771."""
    for owner, held in ledger.named("contact"):
        both = (owner, str(held.value))
        if not any(one in ledger.units and ledger.is_out(one) for one in both):
            yield both


@Predicate
def in_contact(case: Case) -> Words | None:
    """A sub-unit of the unit touches an enemy, or is touched. Source: 526-530, 755-771."""
    for pair in contacts(case.ledger):
        both = [one for one in pair if one in case.ledger.units]
        if case.group in groups_of(case.ledger, both):
            return {"both": " and ".join(both)}
    return None


@Predicate
def touches_named(case: Case) -> Words | None:
    """The sub-unit is in contact with the enemy that it would charge. Source: 755-771."""
    touch, enemies = case.ledger.has(case.unit, "contact"), case.named("enemy")
    return {"enemy": touch.value or "an enemy"} if touch and enemies and touch.value in ("", *enemies) else None


@Predicate
def faces_charge(case: Case) -> bool:
    """The unit may withdraw, already does, or a unit charged without naming an enemy. Source: 772-776."""
    states = ("may-withdraw", "unit-withdrew", "activation-over", "has-to-withdraw")
    return any(case.ledger.has(case.group, one) for one in states) or bool(case.ledger.named("charge-called"))


def touches(ledger: LedgerView, ours: Iterable[str], theirs: Sequence[str]) -> bool:
    """True if one of ours charged home into one of theirs, or without naming an enemy."""
    values = [str(touch.value) for one in ours if (touch := ledger.has(one, "contact"))]
    return any(value in theirs or value not in ledger.units for value in values)


def charged_first(ledger: LedgerView, group: str, other: str) -> bool:
    """True if a unit charged before another one did. Source: 838-842."""
    never = float("inf")
    return bool(ledger.value(group, "first-charge", never) < ledger.value(other, "first-charge", never))


def fights(ledger: LedgerView) -> Iterator[tuple[str, str]]:
    """The close combats to be fought: the unit that charged first, and the one that it touches."""
    touched = {ledger.group_of(owner): None for owner, _ in contacts(ledger) if owner in ledger.units}
    for group in sorted(touched, key=groups_of(ledger, ledger.units).index):
        ours = names_in(ledger, group)
        enemies = [str(touch.value) for one in ours if (touch := ledger.has(one, "contact"))]
        for enemy in groups_of(ledger, enemies):
            both = touches(ledger, names_in(ledger, enemy), ours)
            if not (both and charged_first(ledger, enemy, group)):
                yield group, enemy


def combat(test: Callable[[dict[str, Any]], Any]) -> Predicate:
    """A test of a close combat: ``we`` and ``they`` touch, they charged ``first``, the ``rest`` of both."""

    def found(case: Case) -> Words | None:
        ledger, ours, theirs = case.ledger, case.named("attackers"), case.named("defenders")
        if not case.request.get("defenders") or not ours:
            return None
        our, their = groups_of(ledger, ours), groups_of(ledger, theirs)
        all_of = [one for group in dict.fromkeys((*our, *their)) for one in names_in(ledger, group)]
        words = {
            "we": touches(ledger, ours, theirs),
            "they": touches(ledger, theirs, ours),
            "first": all(charged_first(ledger, other, one) for one in our for other in their),
            "rest": listed([one for one in all_of if one not in (*ours, *theirs) and kind_of(ledger, one)]),
            "ours": "/".join(our),
            "theirs": "/".join(their) or listed(case.request["defenders"]),
        }
        return words if test(words) else None

    return Predicate(found)
