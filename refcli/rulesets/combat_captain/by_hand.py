"""What a referee may not say by hand of units of Combat Captain: more than there can be, or what is not their turn.

Source: combat-captain.txt 24-36, 117-122, 188-198, 250-253, 362-386, 429-433, 568-578, 719-731, 819, 867, 881-884.
"""

from itertools import count
from typing import Any

from refcli.core.cells import Source
from refcli.core.dice import D6
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import some
from refcli.core.states import FLAG, GAME, State
from refcli.rulesets.combat_captain.charges import CONTACT
from refcli.rulesets.combat_captain.dice_left import (
    ALIKE,
    APART,
    DICE,
    HELD,
    NOTHING_SAID,
    begun_apart,
    done_by_all,
    never_extra,
    usual,
)
from refcli.rulesets.combat_captain.in_order import COHESION, ONCE, TRUCKS, bars_to_activation, bars_to_others
from refcli.rulesets.combat_captain.in_play import (
    KILLS,
    group_called,
    groups_of,
    in_phase,
    is_tank,
    kind_of,
    models_left,
    models_to_go,
    next_kill,
)
from refcli.rulesets.combat_captain.strikes import lost_on_earlier_turns

LEVELS = Source(section="Levels of Cover", lines="362-386")
VEHICLES = Source(section="Vehicles in Cover", lines="429-433")
MEN_OF = Source(section="Organization of Troops; Casualties", lines="56-57, 568-575")
SHELLS = Source(section="Artillery Fire", lines="867")
PLANES = Source(section="Airplanes", lines="881-884")
NASHCON = Source(section="Introduction", lines="24-43")
FORWARD = Source(section="Combat resolution", lines="819")

MOST_SHELLS = max(D6.faces)
"""A shell for each pip of a die. Source: 867."""
OF_PLANES = ("planes", "strafing-planes", "bombing-planes", "planes-lost")
WHOLE = ("dice-limit", "shells", *OF_PLANES)
"""Numbers of things that nobody has a half of; what is counted is whole anyway."""
TOUCHES = ("contact", "short-of")
DONE = ("done", "activation-over")
"""States of a unit that is through with its activation."""
FEWEST_LETTERS = 3
"""Letters of a use of dice that are taken for it, where a referee types a state of his own."""
LEFT_BY = {
    "activity-dice": ("dice", DICE),
    "take-cover": ("cover", LEVELS),
    "leave-cover": ("cover-paid", LEVELS),
}
"""The state of a sub-unit that a use of its dice leaves, with where it stands."""


def cannot_be(ledger: Keeper, owner: str, state: str, value: Any) -> Sentences:
    """Why a state that is said by hand cannot be."""
    if state in DONE and in_phase(ledger, "Activation"):
        yield from not_done_now(ledger, owner)
    elif state in ledger.states and (whose := of_whom(ledger, owner, ledger.states[state], value)):
        yield whose
    elif state == "out-of-cohesion" and len(ledger.in_group(group_called(ledger, owner))) == 1:
        yield f"{group_called(ledger, owner)} is one sub-unit, and keeps cohesion", COHESION
    elif state == "all-alike":
        yield from not_all_alike(ledger, group_called(ledger, owner), str(value))
    elif state in TOUCHES and str(value) in ledger.units and ledger.side_of(str(value)) == ledger.side_of(owner):
        yield f"{value} is on the same side", CONTACT
    elif state == "riding" and str(value) in ledger.units:
        yield from cannot_ride(ledger, owner, str(value))
    elif owner == GAME and state.lower() in ("nashcon", "cc-47") and not ledger.reads("CC-47=nashcon", NOTHING_SAID):
        way = "--reading CC-47=nashcon with a ruling, or for good in the settings"
        yield f"whether the Nashcon rules hold is reading CC-47: {way}", NASHCON
    elif owner in ledger.units and (state == "hold-fire" or begins(ledger, state, value, "hold-fire")):
        yield f"hold fire markers are said as such: set {owner} held-fire {value}", HELD
    elif owner in ledger.units and (meant := state_of_use(ledger, state, value)):
        yield f"{state} is what a sub-unit does with its dice; what it has is said as set {owner} {meant[0]}", meant[1]
    elif state in WHOLE and isinstance(value, float):
        yield f"{state} takes a whole number", {"dice-limit": DICE, "shells": SHELLS}.get(state, PLANES)
    elif isinstance(value, int) and owner in ledger.units:
        yield from too_many_of_a_sub_unit(ledger, owner, state, value)
    elif isinstance(value, int):
        yield from too_many(ledger, owner, state, value)


def of_whom(ledger: Keeper, owner: str, state: State, value: Any) -> tuple[str, Source] | None:
    """Why a state is not this owner's: it is a whole unit's, a sub-unit's, a side's or the game's."""
    groups = groups_of(ledger, ledger.units)
    said = state.name if state.value == FLAG else f"{state.name} {value}"
    whole, of_side, of_game = owner in groups, owner in ledger.sides, owner == GAME
    ours = [one for one in ledger.units if of_game or ledger.side_of(one) == owner]
    if state.of == "group" and not whole and owner in ledger.units:
        return f"'{state.name}' is said of the whole unit: set {ledger.group_of(owner)} {said}", state.source
    if state.of == "unit" and whole and owner not in ledger.units:
        names = [one.name for one in ledger.in_group(owner)]
        who = ",".join(names if is_said_of_each(ledger, owner, state.name) else names[:1])
        return f"'{state.name}' is said of a sub-unit: set {who} {said}", state.source
    if state.of in ("group", "unit") and (of_side or of_game):
        one = next((ledger.group_of(one) if state.of == "group" else one for one in ours), "")
        which = "a unit" if state.of == "group" else "a sub-unit"
        way = f": set {one} {said}" if one else ""
        return f"'{state.name}' is said of {which}{way}", state.source
    its_side = state.of in ("side", "enemy side") or state.name in OF_PLANES
    if its_side and (whole or owner in ledger.units) and not of_side:
        return f"'{state.name}' is said of a side: set {ledger.side_of(owner)} {said}", state.source
    if state.of == "game" and not of_game:
        return f"'{state.name}' is said of the game: set game {said}", state.source
    return None


def is_said_of_each(ledger: Keeper, owner: str, state: str) -> bool:
    """Whether a state that is said of a whole unit is that of each sub-unit; men are lost by one of them.

    Source: 149-155, 250-254, 335-346, 446-448, 565-573.
    """
    its = ledger.states.get(state)
    whole = owner not in ledger.units and bool(ledger.in_group(owner))
    return whole and its is not None and its.of == "unit" and state != "men-lost"


def cannot_ride(ledger: Keeper, unit: str, truck: str) -> Sentences:
    """Why a sub-unit does not ride in a car or truck: it is the other side's, or cover. Source: 33-36."""
    if not ledger.stands_for(truck, "truck"):
        yield f"{truck} is no car or truck", TRUCKS
    elif ledger.has(truck, "overturned"):
        yield f"{truck} is on its side and carries nobody", TRUCKS
    elif ledger.side_of(truck) != ledger.side_of(unit):
        yield f"{truck} is on the other side", TRUCKS


def not_done_now(ledger: Keeper, owner: str) -> Sentences:
    """Why it is not for a unit to be through with its activation: it may not activate now, or is no unit.

    Source: 111-122, 157-161, 772-776.
    """
    group = group_called(ledger, owner)
    if all(ledger.group_of(one) != group for one in ledger.units):
        yield "a unit is done, and not a side or the game", ONCE
    first = [one.name for one in ledger.in_group(group)][:1]
    nothing: dict[str, Any] = {"conditions": [], NAMES: {}}
    if not ledger.has(group, "activated"):
        yield from bars_to_others(ledger, "activity", nothing, first)
    yield from bars_to_activation(ledger, "activity", nothing, first)


def not_all_alike(ledger: Keeper, group: str, use: str) -> Sentences:
    """Why not all of a unit do alike with all dice: some are used, or one may not. Source: 188-198, 446-448."""
    sub_units = [one.name for one in ledger.in_group(group)]
    begun = [unit for unit in sub_units if ledger.has(unit, "dice")]
    if begun and done_by_all(ledger, group) != use:
        yield begun_apart(begun[0]), ALIKE
    for unit in [one for one in sub_units if ledger.has(one, "out-of-cohesion")][:1] if use in APART else ():
        yield f'{unit} is 12" or more from the rest of the unit, and does not {use} with it', COHESION


def too_many_of_a_sub_unit(ledger: Keeper, unit: str, state: str, value: int) -> Sentences:
    """More cover, losses, dice or hold fire markers than a sub-unit can have."""
    if state == "cover" and ledger.stands_for(unit, "vehicle"):
        level = ledger.figure("vehicle-cover", "vehicle", "")
        if value > level:
            yield f"{unit} is a vehicle: level {level} cover at most", VEHICLES
    elif state == "cover" and value > highest_cover(ledger):
        yield f"there is no level {value} cover: level {highest_cover(ledger)} at most", LEVELS
    elif state == "men-lost" and is_tank(ledger, unit):
        yield f"{unit} loses no men: the kills of its unit are counted, {next_kill(ledger, unit)}", KILLS
    elif state == "men-lost" and kind_of(ledger, unit):
        men = ledger.figure("non-armor", kind_of(ledger, unit), "men")
        if value >= men:
            way = f"set {unit} out, and for the marker morale {ledger.group_of(unit)} destroyed"
            yield f"{unit} has {some(men, 'man', 'men')}: with the last of them it goes, {way}", MEN_OF
    elif state == "held-fire":
        markers = ledger.figure("activity", "hold-fire", "")
        if value > markers:
            yield f"{unit} has {some(markers, 'hold fire marker')} at most", HELD
    elif state == "dice":
        dice = usual(ledger, unit) + (0 if never_extra(ledger, unit) else ledger.figure("activity", "extra", ""))
        if not value and not ledger.has(unit, "dice"):
            yield f"{unit} has used no activity die", DICE
        if value > dice:
            yield f"{unit} has {some(dice, 'activity die', 'activity dice')} at most", DICE


def highest_cover(ledger: Keeper) -> int:
    """The highest level of cover that the charts know. Source: 362-386."""
    return next(level for level in count() if ledger.figure("cover", str(level + 1), "save") is None)


def too_many(ledger: Keeper, owner: str, state: str, value: int) -> Sentences:
    """More kills than a unit can take, more inches, shells or planes than there are."""
    if state == "kills":
        tanks = [one for one in ledger.units if ledger.group_of(one) == owner and is_tank(ledger, one)]
        kills = ledger.figure("armor", "armor", "kills") * len(tanks)
        if not any(ledger.stands_for(one, "vehicle") for one in ledger.units if ledger.group_of(one) == owner):
            yield f"{owner} has no vehicle, and loses men: men-lost of a sub-unit", KILLS
        if tanks and value > kills:
            yield f"{owner} has {some(len(tanks), 'model')}, and takes {some(kills, 'kill')} at most", KILLS
        elif to_go := models_to_go(ledger, owner, value):
            yield how_models_go(ledger, owner, value, to_go), KILLS
    elif state == "may-advance":
        inches = ledger.figure("close-combat-result", "advance", "")
        if value > inches:
            yield f'a winning defender moves {inches}" forward at most', FORWARD
    elif state == "shells" and value > MOST_SHELLS:
        yield f"{MOST_SHELLS} shells come at most, one for each pip of a die", SHELLS
    elif state in OF_PLANES:
        most = ledger.figure("air", "most", "")
        lost = 0 if state == "planes-lost" else lost_on_earlier_turns(ledger, owner)
        if value > most - lost:
            told = f"{owner} has lost {some(lost, 'plane')}, and has {most - lost or 'none'} left" if lost else ""
            yield told or f"a side has {some(most, 'plane')} at most", PLANES


def begins(ledger: Keeper, word: str, value: Any, use: str) -> bool:
    """Whether a word that is no state, with a number behind it, begins a use of dice: ``hold 2``."""
    numbered = isinstance(value, str) and value.isdecimal()
    return word not in ledger.states and numbered and len(word) >= FEWEST_LETTERS and use.startswith(word)


def state_of_use(ledger: Keeper, word: str, value: Any) -> tuple[str, Source] | None:
    """The state that a use of dice leaves, as it is said in place of the use. Source: 149-173, 210-239, 335-409."""
    meant = [told for use, told in LEFT_BY.items() if begins(ledger, word, value, use)]
    return (f"{meant[0][0]} {value}".strip(), meant[0][1]) if meant else None


def how_models_go(ledger: Keeper, group: str, kills: int, to_go: int) -> str:
    """What a referee says in place of kills that take off models which still stand. Source: 538, 576-578, 710-712."""
    left = models_left(ledger, group)
    off, others = ",".join(left[:to_go]), left[to_go:]
    which = f" (or {' or '.join(others)})" if others else ""
    times = f"{to_go}x" if to_go > 1 else ""
    after = f", then set {group} kills {kills}, and for the marker morale {group} {times}destroyed" if others else ""
    return f"{some(kills, 'kill')} take {some(to_go, 'model')} of {group} off the table: set {off} out{which}{after}"
