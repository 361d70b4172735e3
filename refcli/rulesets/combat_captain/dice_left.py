"""The activity dice that sub-units in play have left. Source: combat-captain.txt 31-32, 149-198, 223-254, 557-561."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import listed, some
from refcli.core.states import GAME, Held, State
from refcli.rulesets.combat_captain.faces_told import check_faces, dice_by_runs, faces_told, fire_faces, no_faces
from refcli.rulesets.combat_captain.in_play import ROSTER, groups_of, have, is_home_guard, stated, whole

DICE = Source(section="Activity Dice", lines="149-173, 188-198, 265-287")
ALIKE = Source(section="Exception to Activity Dice Limit", lines="188-198")
HOME_GUARD = Source(section="Introduction", lines="31-32")
HELD = Source(section="Defensive Activity Dice", lines="250-254")
PULL = Source(section="Removing Morale Markers", lines="223-230, 557-561")
ACTIVATES = Source(section="Activation; Removing Morale Markers", lines="111-122, 557-561")
UNUSED = Source(section="Activation; Activity per Unit", lines="117-122, 173")
HEAVY = Source(section="Offensive Activity Dice for Heavy Weapons", lines="237-238")

FACES = Held(State("faces", "unit", "", DICE))
"""What faces tell comes from no state."""

NOTHING_SAID: Mapping[str, Any] = {}
"""A ruling that says nothing of which readings hold: those of the game do."""

USES = ("move", "fire", "hold-fire", "take-cover", "leave-cover", "pull-marker")
"""Conditions of an activity that take a die each time."""
APART = {"move": "moves with all dice", "fire": "fires with all dice"}
"""Uses of dice that are rulings of their own, as one says them; the others are an activity."""
FREE = ("break-cover", "overturn")
"""Conditions of an activity that take no die. Source: 34-36, 422-425."""
NO_ACTIVITY = ("withdraw", "reinforce", "beaten", "take-ground", "advance")
"""Conditions of a move that is none of the activity dice."""


def usual(ledger: Keeper, unit: str) -> int:
    """The activity dice of a sub-unit in a turn, without the extra one. Source: 149-155, 182-185."""
    return int(ledger.value(ledger.group_of(unit), "dice-limit", ledger.figure("activity", "limit", "")))


def limit(ledger: Keeper, unit: str, plain: Mapping[str, Any] = NOTHING_SAID) -> int:
    """All its activity dice in this turn, with the extra one where its unit does all alike. Source: 31-32, 149-198."""
    alike = done_by_all(ledger, ledger.group_of(unit)) and not never_extra(ledger, unit, plain)
    return usual(ledger, unit) + (int(ledger.figure("activity", "extra", "")) if alike else 0)


def left(ledger: Keeper, unit: str, plain: Mapping[str, Any] = NOTHING_SAID) -> int:
    """Those that it has left. Source: 172-173, 265-287."""
    return max(0, limit(ledger, unit, plain) - int(ledger.value(unit, "dice")))


def fewest(ledger: Keeper, units: Iterable[str]) -> str:
    """The sub-unit that has the fewest left."""
    return min(units, key=lambda unit: left(ledger, unit))


def extra(ledger: Keeper, unit: str) -> int:
    """The die more that a unit may begin with which does one and the same with all its dice. Source: 188-198."""
    group = ledger.group_of(unit)
    begun = done_by_all(ledger, group) or any(ledger.has(one.name, "dice") for one in ledger.in_group(group))
    return 0 if begun else int(ledger.figure("activity", "extra", ""))


def never_extra(ledger: Keeper, unit: str, plain: Mapping[str, Any] = NOTHING_SAID) -> bool:
    """Whether a sub-unit is of the Home Guard in the Nashcon game. Source: 22, 31-32; readings CC-47."""
    return is_home_guard(ledger, unit) and ledger.reads("CC-47=nashcon", plain)


def may_all(ledger: Keeper, group: str, procedure: str) -> bool:
    """Whether all sub-units of a unit may do the same, as far as is known; one that may withdraw is asked first.

    Source: 188-198, 399-400, 446-448, 772-776.
    """
    keeps = ("out-of-cohesion", *(("cover",) if procedure == "move" else ()))
    kept = any(ledger.has(one.name, state) for one in ledger.in_group(group) for state in keeps)
    return not kept and not ledger.has(group, "may-withdraw")


def done_by_all(ledger: Keeper, group: str) -> str:
    """What all sub-units of a unit do with all their dice: a use of dice; empty where each does as it likes."""
    return str(ledger.value(group, "all-alike", ""))


def all_alike(ledger: Keeper, deed: Deed, unit: str, dice: int) -> None:
    """A unit does one and the same with all its dice: it is said, or a sub-unit used the extra die. Source: 188-198."""
    uses = [use for use in USES if deed.is_stated(use, unit)] if deed.procedure == "activity" else [deed.procedure]
    if len(uses) == 1 and (dice > usual(ledger, unit) or deed.is_stated("all-alike", unit)):
        ledger.begin(ledger.group_of(unit), "all-alike", uses[0], deed.number)


def use_of(procedure: str, plain: Mapping[str, Any]) -> list[str]:
    """What dice are used for in a ruling: a move, fire, or what is stated of an activity."""
    return [procedure] if procedure in APART else [use for use in USES if stated(plain, use)]


def bars_to_alike(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Sentences:
    """Who does something else than the whole unit does with all its dice, or too late. Source: 188-198."""
    for unit in units:
        group = ledger.group_of(unit)
        doing, over = done_by_all(ledger, group), ledger.has(group, "activation-over")
        if doing and not over and set(use_of(procedure, plain)) - {doing}:
            yield f"{unit} {APART.get(doing, f'spends all dice on {doing}')}, as the whole unit does", ALIKE
        before = [one.name for one in ledger.in_group(group) if ledger.has(one.name, "dice")]
        if before and not doing and stated(plain, "all-alike", of=unit):
            yield begun_apart(before[0]), ALIKE


def begun_apart(unit: str) -> str:
    """Why a unit does not do all alike any more: one of its sub-units used dice. Source: 188-198."""
    return f"{unit} has used dice already: all sub-units begin alike, or none does"


def dice_of_each(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> int:
    """The dice of a sub-unit that fires with others who have not as many left, or hold not as many.

    Those that its faces tell; all that it has, where the faces are all that they have, or nobody gave any. Each may
    fire as many as it likes, so other faces tell nothing of it. Source: 250-254, 265-287, 312-316.
    """
    units = [one for one in plain[NAMES].get("attackers", ()) if one in ledger.units]
    if plain.get("activity") is not None or any(stated(plain, "activity-die", of=one) for one in units):
        return 0
    apiece = dice_by_runs(plain)
    if apiece:
        return apiece.get(unit, 0)
    dice = {one: int(held.value) if (held := holds_fire(ledger, one)) else left(ledger, one, plain) for one in units}
    apart = len({*dice.values()}) > 1 and all(dice.values())
    return dice[unit] if apart and (len("".join(fire_faces(plain))) == sum(dice.values()) or no_faces(plain)) else 0


def holds_fire(ledger: Keeper, unit: str) -> Held | None:
    """The hold fire markers that it may fire now: its activation is over. Source: 245-254, 327-328."""
    over = ledger.has(ledger.group_of(unit), "activation-over")
    return ledger.has(unit, "held-fire") if over else None


def bars_to_dice(ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]) -> Sentences:
    """Dice that a sub-unit does not have. Source: 149-198, 250-254."""
    by_faces = procedure in APART and plain.get("activity") is None
    if procedure == "activity":
        of_each = stated(plain, *USES)
    else:
        of_each = whole(plain.get("activity"), faces_told(ledger, procedure, plain, units) or 1)
    own = any(stated(plain, "activity-die", of=unit) for unit in units)
    told = dice_by_runs(plain) if by_faces and procedure == "fire" else {}
    several = procedure == "fire" and len(units) > 1 and not own and not told
    apart = "; with dice of its own for each: 5 55/6" if several else ""
    for unit in units:
        wanted = stated(plain, "activity-die", of=unit) or told.get(unit) or of_each
        if procedure == "move" and stated(plain, *NO_ACTIVITY, of=unit):
            continue
        held = holds_fire(ledger, unit) if procedure == "fire" else None
        if procedure == "fire" and stated(plain, "hold-fire", of=unit) and not ledger.has(unit, "held-fire"):
            yield f"{unit} has no hold fire marker", HELD
        if held:
            if wanted > int(held.value):
                yield f"{unit} has {some(int(held.value), 'hold fire marker')}{apart}", HELD
            continue
        now, group = left(ledger, unit, plain), ledger.group_of(unit)
        if procedure == "activity" and not (now or of_each or stated(plain, *FREE, of=unit)):
            yield f"{unit} has none of its {limit(ledger, unit, plain)} dice left", DICE
        more = extra(ledger, unit)
        begins, too_many = by_faces and wanted > now, wanted > now + more
        if now < wanted <= now + more and never_extra(ledger, unit, plain):
            has = some(now, "activity die", "activity dice")
            yield f"{unit} has {has}: the Home Guard never has the extra one", HOME_GUARD
        elif procedure == "fire" and not now and ledger.has(unit, "held-fire"):
            yield f"{unit} holds its dice, and waits until the activation of {group} is over", HELD
        elif too_many or (begins and not may_all(ledger, group, procedure)):
            fewer = f"{now or 'none'} of its {limit(ledger, unit, plain)} dice left"
            has = fewer if now < limit(ledger, unit, plain) else some(now, "activity die", "activity dice")
            yield f"{unit} has {has}{'' if too_many else f'; -a {wanted} if all of {group} do the same'}{apart}", DICE


def bars_to_pull(ledger: Keeper, unit: str, pulled: int) -> Sentences:
    """Why the unit of a sub-unit pulls no marker. Source: 223-230, 237-238, 557-561."""
    group = ledger.group_of(unit)
    one = fewest(ledger, [each.name for each in ledger.in_group(group)] or [unit])
    if ledger.has(group, "heavy-fired"):
        yield f"{group} may pull no marker: its heavy weapons have fired this turn", HEAVY
    elif ledger.has(group, "activation-over"):
        yield f"{group} may pull no marker: its activation is over", PULL
    elif doing := done_by_all(ledger, group):
        yield f"{group} {APART.get(doing, f'spends all dice on {doing}')}, as the whole unit does", ALIKE
    elif (dice := left(ledger, one)) < pulled:
        has = f"only {some(dice, 'activity die', 'activity dice')}" if dice else "no activity die"
        yield f"every sub-unit has to pay, and {one} has {has} left", PULL


def dice_to_use(
    ledger: Keeper, procedure: str, plain: Mapping[str, Any], units: list[str]
) -> Iterator[tuple[str, int, Held]]:
    """Fields that the dice of sub-units fill: how many are left, or held."""
    used = [held for unit in units if (held := ledger.has(unit, "dice"))]
    if procedure in ("fire", "move") and units and not stated(plain, *NO_ACTIVITY, of=units[0]):
        held_fire = [held for unit in units if procedure == "fire" and (held := holds_fire(ledger, unit))]
        if len(held_fire) == len(units):
            used, dice = held_fire, min(int(held.value) for held in held_fire)
        else:
            dice = max(1, left(ledger, fewest(ledger, units)))
        if procedure == "fire" and plain.get("activity") is None:
            check_faces(plain, dice, units)
            if dice_of_each(ledger, plain, units[0]):
                return
        told = faces_told(ledger, procedure, plain, units)
        if (told or dice) != ledger.figure("activity", "limit", ""):
            yield "activity", told or dice, FACES if told else used[0] if used else ROSTER
    elif procedure == "activity" and units:
        limited = ledger.has(ledger.group_of(units[0]), "dice-limit") or (used[0] if used else None)
        dice = usual(ledger, units[0]) - int(ledger.value(units[0], "dice"))
        if limited and dice > 0:
            yield "limit", dice, limited
    elif procedure == "morale" and used and plain.get("pull"):
        yield "activity", left(ledger, fewest(ledger, units)), used[0]


def dice_of_others(ledger: Keeper, unit: str) -> Iterator[tuple[str, int, Held]]:
    """The dice that the other sub-unit has left that has the fewest: all have to pay. Source: 223-230, 557-561."""
    others = [each.name for each in ledger.in_group(ledger.group_of(unit)) if each.name != unit]
    held = ledger.has(fewest(ledger, others), "dice") if others else None
    if held:
        yield "others", left(ledger, fewest(ledger, others)), held


def dice_lost(ledger: Keeper, deed: Deed, actors: Mapping[str, str]) -> Sentences:
    """What the unit whose activation another one ends has not used. Source: 117-122, 173."""
    acting = [unit for unit, field in deed.fields_of.items() if field == actors.get(deed.procedure)]
    for group in groups_of(ledger, ledger.units):
        over = ledger.has(group, "activation-over")
        if over and over.entry == deed.number and group not in groups_of(ledger, acting):
            yield from not_alike(ledger, group, "undo, then the rest of the unit")
            each, doing = unused(ledger, group), done_by_all(ledger, group)
            if each and doing and not to_follow(ledger, group):
                yield f"{group} does the same with all its dice, and some are left: {listed(each)}: undo", ALIKE
            elif each and not doing:
                yield f"{group} is done, and loses the dice that it has left: {listed(each)}", UNUSED


def unused(ledger: Keeper, group: str) -> list[str]:
    """The sub-units of a unit that have dice left, each with how many; of one that does all alike those that began.

    Source: 173, 188-198, 317-320.
    """
    doing, dice = done_by_all(ledger, group), {one.name: left(ledger, one.name) for one in ledger.in_group(group)}
    return [f"{name} {many}" for name, many in dice.items() if many and (ledger.has(name, "dice") or not doing)]


def to_follow(ledger: Keeper, group: str) -> list[str]:
    """The sub-units that have yet to do what one of them did with the extra die; in fire not all need a target.

    Source: 188-198, 317-320.
    """
    used = {one.name: int(ledger.value(one.name, "dice")) for one in ledger.in_group(group)}
    if done_by_all(ledger, group) in ("", "fire") or not any(dice > usual(ledger, one) for one, dice in used.items()):
        return []
    return [one for one, dice in used.items() if dice < usual(ledger, one)]


def dice_to_roll(ledger: Keeper, deed: Deed) -> Sentences:
    """Who said that dice move or fire, which the move or the shot itself uses. Source: 149-173, 265-287."""
    for unit in [one for one, field in deed.fields_of.items() if deed.procedure == "activity" and field == "unit"]:
        for use in [use for use in APART if deed.is_stated(use, unit) and not deed.is_stated("all-alike", unit)]:
            yield f"{unit} has not used its dice to {use} yet: {use} {unit}", DICE


def done_apart(ledger: Keeper, deed: Deed) -> Sentences:
    """The unit before, said to be done, that took the extra die though not all of it did the same. Source: 188-198."""
    before = deed.before.get((GAME, "active"))
    group = str(before.value) if before else ""
    over = ledger.has(group, "activation-over")
    if over and over.entry < deed.number and ledger.value(GAME, "active", "") != group:
        yield from not_alike(ledger, group, f"undo, set {group} no-done, then the rest of the unit")


def not_yet_alike(ledger: Keeper, deed: Deed, actors: Mapping[str, str]) -> Sentences:
    """Who does next what one sub-unit of the unit has done with the extra die. Source: 188-198."""
    acting = [unit for unit, field in deed.fields_of.items() if field == actors.get(deed.procedure)]
    for group in groups_of(ledger, acting):
        rest, doing = to_follow(ledger, group) or not_said_alike(ledger, deed, group), done_by_all(ledger, group)
        if rest:
            way = f"move {rest[0]}" if doing == "move" else f"activity {rest[0]} {doing}"
            if doing == "move" and ledger.has(rest[0], "cover"):
                way = f"{rest[0]} is in cover, activity {rest[0]} break-cover, then {way}"
            yield f"{listed(rest)} {have(rest)} yet to do the same, with all dice: {way}", ALIKE


def not_said_alike(ledger: Keeper, deed: Deed, group: str) -> list[str]:
    """The sub-units of a unit that are not named where all are said to do alike; in fire not all need a target.

    Source: 188-198, 317-320.
    """
    said = any(deed.is_stated("all-alike", unit) for unit in deed.fields_of)
    rest = [one.name for one in ledger.in_group(group) if one.name not in deed.fields_of]
    return [one for one in rest if said and done_by_all(ledger, group) != "fire" and not ledger.has(one, "dice")]


def not_alike(ledger: Keeper, group: str, way: str) -> Sentences:
    """A unit that took the extra die though not all of it did the same. Source: 188-198."""
    rest = to_follow(ledger, group)
    if rest:
        yield f"{listed(rest)} {have(rest)} not done the same as {group}, which took the extra die: {way}", ALIKE
