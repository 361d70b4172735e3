"""States that the referee sets: owner, type of value and unknown words; the phase that next begins."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import in_short
from refcli.core.names import names_like
from refcli.core.request import NAMES, Term
from refcli.core.rows import Case, refusals
from refcli.core.sentence import fill
from refcli.core.states import COUNT, FLAG, GAME, NUMBER, WORD, State, moment_from
from refcli.game.bars import Reason
from refcli.game.course import Position
from refcli.game.ledger import Ledger
from refcli.game.names import complete_name, owner_named
from refcli.game.reminders import HIDE
from refcli.game.units import NO_UNITS, check_name
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import BARE_NUMBER, alternatives
from refcli.wire.lookup import number as number_from

READING = "reading"

DONE = "done"
"""The state of a unit that has finished its activation, and the command that sets it."""

UNITS, WEAPONS, SIDES, PLACES, PLANES, THE_GAME = "a unit", "a weapon", "a side", "a place", "a plane", "the game"
OWNER_KINDS = {
    "unit": (UNITS, WEAPONS),
    "group": (UNITS,),
    "weapon": (WEAPONS, UNITS),
    "side": (SIDES,),
    "enemy side": (SIDES,),
    "place": (PLACES, SIDES),
    "name": (PLANES, PLACES),
    "game": (THE_GAME,),
}
"""The owners that may have a state, by its kind; the first is the usual one."""


def state_to_set(
    ledger: Ledger, loaded: LoadedRuleset, owner: str, state: str, value: str, until: str
) -> Mapping[str, Any]:
    """Check a state that is set: its owner, its value and unknown words; return it as an entry keeps it.

    Raises Refused.
    """
    if BARE_NUMBER.fullmatch(state):
        of_game = owner.lower() in ledger.states and ledger.states[owner.lower()].of == "game"
        raise Refused(f"{state} is no state: set {f'game {owner}' if of_game else f'{owner} STATE'} {state}")
    who = owner_named(ledger, owner, state)
    state = as_of_plane(ledger, who, state)
    until = _moment_meant(ledger, until) if until else ""
    known, found = ledger.states.get(state), value or 1
    if known:
        check_owner(ledger, known, who, f"{state} {value}".strip())
        found = _value_from(loaded, known, owner, value, until)
    elif state.startswith(HIDE):
        names = [name for name, one in ledger.states.items() if one.reminds or one.misses]
        reminds = [f"{HIDE}{name}" for name in (*names, *(row.name for row in ledger.hook.reminders))]
        if who != GAME or state not in reminds:
            raise Refused(f"{in_short(state)} hides no reminder{nearest(state, reminds)}; set game {HIDE}STATE does")
    else:
        check_name(state)
        if not until:
            raise _no_state(ledger, loaded, owner, state, value)
    set_of = Case(ledger, {"unit": [who], NAMES: {"unit": [who]}}, procedure=f"set {state}")
    for one in refusals(ledger.hook.refusals, set_of):
        raise Refused(Reason("", one.text, one.source).said)
    return {"of": who, "state": state, "value": found, **({"until": until} if until else {})}


def _value_from(loaded: LoadedRuleset, state: State, owner: str, value: str, until: str) -> Any:
    """The value of a state of the ruleset. Refuses a value of another type and an unknown word."""
    if state.value in (COUNT, NUMBER):
        if not value and not until and any(moment.counted for moment in state.until):
            raise Refused(f"for how many turns? set {owner} {state.name} 2")
        number = number_from(value or 1, f"set {owner} {state.name} takes a number")
        if state.value == COUNT and number != int(number):
            raise Refused(f"set {owner} {state.name} takes a whole number")
        return number
    if state.value == FLAG:
        if value:
            raise Refused(f"{state.name} holds or does not hold: leave {in_short(value)} out")
        return 1
    if not value:
        raise Refused(f"{state.name} needs a word behind it: {' or '.join(words_of(state)) or 'what it is'}")
    words, form = _words_and_form(loaded, state)
    word = complete_name(value, words)
    if form and not re.fullmatch(form, word):
        raise Refused(f"{in_short(word)} is no value of {state.name}")
    if words and word not in words:
        near = nearest(value, words)
        raise Refused(
            f"{in_short(value)} is no value of {state.name}{near}: set {owner} {state.name} {alternatives(words)}"
        )
    return word


def _words_and_form(loaded: LoadedRuleset, state: State) -> tuple[Sequence[str], str]:
    """The words that a state may hold, none if it may hold any, and their pattern.

    They are those of the state, or of the fields that it fills: names in their charts, such as terrain, and the pattern
    of a text field, such as a time of day.
    """
    words, form = list(state.words or [give.value for give in state.gives if give.value]), state.form
    for name in loaded.ruleset.procedures if state.fills and not state.words else ():
        for field in loaded.procedure(name).inputs:
            filling = next((one for one in state.fills if one.field == field.name), None)
            if filling and field.kind is Term and field.field.noun in NO_UNITS and name in filling.by:
                words += loaded.words(loaded.procedure(name), False).names_of(field)
            elif filling and field.kind is str and name in (filling.by or (name,)):
                form = form or field.field.pattern
    return list(dict.fromkeys(words)), form


def _moment_meant(ledger: Ledger, until: str) -> str:
    """The moment that a text means, with the whole name of a phase. Raises Refused."""
    moment, names = moment_from(until), [one.name for one in ledger.play.phases]
    if moment is None:
        raise Refused(f"until {in_short(until)}: say end of turn, end of phase, 1 turn after or end of a phase by name")
    if moment.what in ("turn", "phase", *names):
        return until
    phase = complete_name(moment.what, names)
    if phase not in names:
        raise UnknownName(f"no phase is called {in_short(moment.what)}; they are {', '.join(names)}")
    return f"{until.removesuffix(moment.what)}{phase}"


def _no_state(ledger: Ledger, loaded: LoadedRuleset, owner: str, state: str, value: str) -> Refused:
    """The refusal of an unknown state, with the nearest ones and how one of the referee's own is set."""
    if state == READING:
        return Refused(f"a reading is chosen with a ruling, --reading {value or 'ID=WORD'}, or in the settings")
    if state in ("turn", "phase"):
        return Refused(f"the {state} goes on with next")
    gives = [(one.name, give) for one in ledger.states.values() for give in one.gives]
    by = {f"{name} {give.value}".strip() for name, give in gives if give.condition.startswith(state) and not value}
    if by:
        others = " or ".join([f"set {owner} {one}" for one in sorted(by)])
        return Refused(f"{in_short(state)} is no state of {loaded.ruleset.name}, but comes of another: {others}")
    about = [
        one.name
        for one in ledger.states.values()
        if state in re.findall(r"[a-z-]+", one.text.lower()) or any(each.field == state for each in one.fills)
    ]
    known = [*ledger.states, *(give.condition for _, give in gives), *names_like(state, ledger.units)]
    near = f" (nearest: {', '.join(about)})" if about else nearest(state, [one for one in known if one != state])
    own = f"set {owner} {state} {value}".rstrip()
    return Refused(
        f"{in_short(state)} is no state of {loaded.ruleset.name}{near}; "
        f"your own state needs an end: {own} until end of turn"
    )


def check_owner(ledger: Ledger, state: State, who: str, said: str) -> None:
    """Refuse a state for an owner of another kind: of the game, a side, a place, a plane or a unit.

    A state that no ruling begins may be set for a side, with all its units: elite, or in cover.
    """
    kinds, kind = OWNER_KINDS[state.of], _kind(ledger, who)
    if state.of == "game" and who != GAME:
        raise Refused(f"{state.name} is of the game: set game {said}")
    if state.of == "group" and who in ledger.units and ledger.group_of(who) != who:
        raise Refused(f"{state.name} is of the whole unit: set {ledger.group_of(who)} {said}")
    if state.of == "unit" and ledger.hook.set_for_each and kind == UNITS and who not in ledger.units:
        raise Refused(f"{state.name} is of each unit: set {who} {said}")
    if state.of in ("side", "enemy side") and ledger.sides and kind != SIDES:
        raise Refused(f"{state.name} is of a side: set {ledger.sides[0]} {said}")
    of_all_units = kind == SIDES and not (state.begins or state.out or state.value != FLAG)
    takes_plane_out = kind == PLANES and state.out
    if ledger.units and kind not in kinds and not of_all_units and not takes_plane_out:
        raise Refused(Reason("", f"{state.name} is said of {kinds[0]}, and not of {kind}", state.source).said)


def _kind(ledger: Ledger, who: str) -> str:
    """The kind of an owner; an aircraft is a unit without a row, and an unknown name is a place."""
    unit = ledger.units.get(who.partition("/")[0])
    if unit or ledger.in_group(who, lost_too=True):
        return WEAPONS if "/" in who else PLANES if unit and not unit.rows else UNITS
    return THE_GAME if who == GAME else SIDES if who in ledger.sides else PLACES


def state_from_text(states: Mapping[str, State], words: Sequence[str]) -> list[str]:
    """The name of a state, and its number, typed as printed or counted: ``in level 2 cover``, ``2 morale markers``."""
    said, numbers = " ".join(words).lower().replace("-", " "), [word for word in words if word.isdecimal()][:1]
    if len(words) == 1 or (words[0] in states and states[words[0]].value != FLAG):
        return [*words]
    found = [
        [one.name, *numbers]
        for one in states.values()
        if one.value != WORD and bool(numbers) == (one.value in (COUNT, NUMBER))
        if said in _spoken(one, *map(int, numbers))
    ]
    return found[0] if len(found) == 1 else [*words]


def _spoken(state: State, number: int = 1) -> set[str]:
    """A state as it is printed and, of one that counts, its name or text behind the number: ``2 marker``."""
    texts = {fill(state.text, {"value": one}).replace("-", " "): one for one in (number, 1, 2)}
    if state.value == FLAG:
        return {*texts}
    names = {state.name, state.name.removesuffix("s"), *(text.removeprefix(f"{one} ") for text, one in texts.items())}
    return {fill(state.text, {"value": number}), *(f"{number} {name.replace('-', ' ')}" for name in names)}


def as_of_plane(ledger: Ledger, who: str, state: str) -> str:
    """The state of an aircraft with the same text as a state of units."""
    unit, said = ledger.units.get(who), ledger.states.get(state)
    if unit is None or unit.rows or said is None or said.of != "unit":
        return state
    alike = [one.name for one in ledger.states.values() if one.of == "name" and one.text == (said.text or said.name)]
    return alike[0] if alike else state


def words_of(state: State) -> list[str]:
    """The words that a state may hold, as far as the state lists them."""
    return [*state.words] or list(dict.fromkeys(give.value for give in state.gives if give.value))


def phase_meant(ledger: Ledger, name: str) -> Position:
    """The position that follows or, with a name, the next one of a phase that is called so. Raises Refused.

    The beginning of a name is enough, or a part of it; of several phases the one that comes first is meant.
    """
    course, phases = ledger.course, ledger.play.phases
    at = course.after(ledger.at)
    if name:
        key = name.lower()
        names = [one.name for one in phases]
        meant = (
            [one for one in names if one.lower() == key]
            or [one for one in names if one.lower().startswith(key)]
            or [one for one in names if key in one.lower()]
        )
        if not meant:
            raise Refused(f"no phase is called {in_short(name)}; they are {', '.join(names)}")
        while phases[at.phase].name not in meant:
            at = course.after(at)
    return at
