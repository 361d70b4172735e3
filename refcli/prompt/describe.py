"""A game in words: changes, units and their states, reminders."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from refcli.core.cells import Source
from refcli.core.request import Term, counted
from refcli.core.rows import Case
from refcli.core.sentence import Many, Proper, fill
from refcli.core.states import COUNT, GAME, WORD, Change, Held
from refcli.game.ledger import Ledger
from refcli.game.units import PLANE, Unit, row_for, taken_by_order
from refcli.render.columns import wrapped
from refcli.render.things import together

if TYPE_CHECKING:
    from refcli.game.game import Game

FIRE = "fire"

NUMBER = r"\b\d+ [a-z]"
"""A number of something, which several have each."""

NO_LONGER = "no longer "
OR = " or "

OTHERS = "game"
"""The printed name of the game as an owner of states."""


def changes_said(changes: Iterable[Change]) -> str:
    """Changes in one line, equal ones together: ``f1, f2 and f3 fought; alpha no longer disrupted``.

    Empty where nothing did.
    """
    by_owner: dict[str, tuple[list[str], list[str]]] = {}
    for one in changes:
        if one.said:
            by_owner.setdefault(one.owner, ([], []))[one.ended].append(one.said)
    alike: dict[tuple[str, str], list[str]] = {}
    for owner, (begun, ended) in by_owner.items():
        gone = OR.join(filter(None, (", ".join(ended[:-1]), *ended[-1:])))
        alike.setdefault((", ".join(dict.fromkeys(begun)), NO_LONGER + gone if gone else ""), []).append(owner)
    found = []
    for said, owners in alike.items():
        each = [f"{one} each" if len(owners) > 1 and re.search(NUMBER, one) else one for one in said if one]
        found.append(f"{together(owners)} {', '.join(each)}".strip())
    return "; ".join(found)


def ends_said(changes: Iterable[Change]) -> str:
    """Changes at the end of a phase: markers to take off, acts left undone, states that began.

    ``take the smoke off C4; rifles pinned``
    """
    by_state: dict[str, list[str]] = {}
    begun = []
    for one in changes:
        if one.lapses:
            by_state.setdefault(one.lapses, []).append(one.owner)
        elif not one.ended:
            begun.append(one)
    lapsed = [
        fill(said, {"unit": Proper(*owners) if len(owners) == 1 else Many(together(owners)), "units": ",".join(owners)})
        for said, owners in by_state.items()
    ]
    return "; ".join(filter(None, (*lapsed, changes_said(begun))))


def where(ledger: Ledger) -> str:
    """The position of the game: ``turn 1, Blue: Combat``."""
    phase = ledger.phase
    if phase is None:
        return "before the battle"
    side = f", {ledger.side}" if ledger.side else ""
    return f"turn {ledger.at.turn}{side}: {phase.name}"


def since(held: Held) -> str:
    """The turn and the ruling in which a state began."""
    by = "as you said" if held.by_hand or not held.entry else f"ruling {held.entry}"
    return f"turn {held.turn}, {by}" if held.turn else by


def clock(ledger: Ledger) -> list[str]:
    """The states of the whole game from rulings: the time, the light."""
    return [held.said for held in ledger.states_of(GAME) if held.state.begins and held.said]


def what_it_is(unit: Unit, states: Collection[str] = ()) -> str:
    """The rows, fields and conditions of a unit; ``states`` among its fields are left out."""
    fields = [key if value == 1 else f"{key}={value}" for key, value in unit.fields.items() if key not in states]
    group = [f"group={unit.group}"] if unit.group else []
    rows = [counted(*row) for row in unit.rows] or [PLANE]
    return " ".join([*rows, *group, *fields, *unit.conditions])


def type_and_side(unit: Unit) -> str:
    """A unit as its charts know it, and its side."""
    return ", ".join(filter(None, (what_it_is(unit), unit.side or "of no side")))


def rows_in_fire(game: "Game", unit: Unit) -> str:
    """The rows of a unit in fire if the order of its rows decides, or if fewer of it fire than it has."""
    loaded, chosen, fewer = game.loaded, [], ""
    words = loaded.words(loaded.procedure(FIRE), False) if FIRE in loaded.ruleset.procedures else None
    actors = game.ledger.actors(FIRE) if words else ""
    for name, field in words.fields.items() if words else ():
        known = words.names_of(field) if words and field.kind is Term else {}
        row = taken_by_order(unit, known)
        if row and not game.ledger.hook.row_of(Case(game.ledger, {}, unit.name, name, FIRE)):
            chosen.append(f"{'fires' if name == actors else 'is hit'} as {row}")
        one = row_for(unit, known) if name == actors and field.several else None
        if one and one[1] == 1 < unit.strength:
            fewer = f"; fires as one {one[0]}, {unit.strength}x{one[0]} where all fire"
    decided = f"; {' and '.join(dict.fromkeys(chosen))}, the row said first" if chosen else ""
    return f"{decided}{fewer}"


def everybody(ledger: Ledger, width: int) -> Iterator[str]:
    """All units by their sides, each with its states in short; then places, sides and the game."""
    units = list(ledger.units.values())
    if not units and not ledger.held:
        yield "nobody is in play yet: add NAME ROW SIDE, as in add Tiger-131 heavy-tank german"
        return
    names = max((len(unit.name) for unit in units), default=0)
    rows = max((len(what_it_is(unit, ledger.states)) for unit in units), default=0)
    for side in dict.fromkeys((*ledger.sides, *(unit.side for unit in units))):
        own = _short(ledger, side) if side else ""
        yield from wrapped(f"{side or 'of no side'}{f': {own}' if own else ''}", width, "", "  ")
        for unit in units:
            if unit.side == side:
                begin = f"  {unit.name:{names}}  {what_it_is(unit, ledger.states):{rows}}  "
                yield from wrapped(_short(ledger, unit.name), width, begin, " " * min(len(begin), width * 2 // 3))
    others = dict.fromkeys(owner for owner, _ in ledger.held)
    for owner in others:
        if owner not in ledger.units and owner not in ledger.sides and _short(ledger, owner):
            yield from wrapped(f"{owner or OTHERS}: {_short(ledger, owner)}", width, "", "  ")


def _short(ledger: Ledger, owner: str) -> str:
    """The states of an owner in a line; a unit is out of play if its group is."""
    out = ledger.is_out(owner) if owner in ledger.units else None
    of_group = [out] if out and not ledger.has(owner, out.state.name) else []
    return ", ".join(filter(None, (_with_name(held, owner) for held in (*of_group, *ledger.states_of(owner)))))


def _with_name(held: Held, owner: str) -> str:
    """A state in words; a bare value of the game has the name of the state before it.

    What has no words is kept for the rules alone.
    """
    if held.state.text or owner != GAME:
        return held.said if held.state.text else ""
    return f"{held.state.name} {held.value}" if held.said else ""


def one_unit(ledger: Ledger, name: str) -> Iterator[str]:
    """All that is known of a unit, a side, a group, a place or the game: a line for each state, and since when."""
    unit = ledger.units.get(name)
    if unit is not None:
        side = f", {unit.side}" if unit.side else ""
        yield f"{name}: {what_it_is(unit, ledger.states)}{side}"
        acted = ledger.acted.get(name)
        if acted:
            yield f"  has acted this turn (ruling {acted})"
    else:
        there = list(ledger.units_at(name))
        yield f"{name or OTHERS}{f': {together(there)}' if there else ''}"
    for owner in ledger.owners_for(name):
        of = "" if owner == name else f"{owner}: "
        for held in ledger.states_of(owner):
            lasts = held.state.out or (held.state.stays and ledger.is_out(owner))
            takes_back = "" if lasts else f"; set {owner or OTHERS} no-{held.state.name} takes it back"
            if _with_name(held, owner):
                yield f"  {of}{_with_name(held, owner)} ({since(held)}{takes_back})"


def due_lines(due: Iterable[tuple[str, Source]]) -> Iterator[str]:
    """Reminders with their source lines."""
    for said, source in due:
        lines = source.lines
        behind = f" ({'line' if lines.isdigit() else 'lines'} {lines})" if lines else ""
        yield f"{said}{behind}"


def status_line(rules: str, ledger: Ledger, width: int) -> str:
    """Ruleset, turn, side, phase, clock, and the states that matter now, in one line of that width.

    Where there is no room for all, the ruleset goes first, and then the clock.
    """
    here, time, states = where(ledger), ", ".join(clock(ledger)), [*_that_matter(ledger)]
    for parts in ([rules, here, time, *states], [here, time, *states], [here, *states]):
        found = f" {' | '.join(filter(None, parts))}"
        if len(found) < width:
            return found
    return f"{found[: width - 4]}..."


def _that_matter(ledger: Ledger) -> Iterator[str]:
    """States in play that this phase reminds of, or that bar its procedures."""
    phase = ledger.phase
    if phase is None:
        return
    by_state: dict[str, list[str]] = {}
    for (owner, _), held in ledger.held.items():
        state = held.state
        here = phase.name in state.reminds or any(set(bar.by) & set(phase.procedures) for bar in state.bars)
        if owner == GAME or not here or (owner in ledger.units and ledger.is_out(owner)):
            continue
        side = ledger.side_of(owner)
        if not ledger.side or not side or side == ledger.side:
            alone = state.value in (COUNT, WORD) and "{" not in state.text
            said = state.text.removesuffix(":") if alone else held.said
            by_state.setdefault(said or state.label, []).append(owner)
    yield from (f"{said}: {', '.join(owners)}" for said, owners in by_state.items())
