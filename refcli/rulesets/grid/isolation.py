"""Who is isolated between squares that are known: disrupted, next to an enemy, no friend in sight.

Source: grid.txt 58, 181.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import fill, of
from refcli.rulesets.grid.in_play import fires_indirectly
from refcli.rulesets.grid.planes import is_plane
from refcli.rulesets.grid.sight import is_unseen, what_blocks
from refcli.rulesets.grid.squares import Apart, apart_units, enemies_beside, in_sight

ISOLATED = Source(section="Isolated units", lines="181")
NO_FIRE = Source(section="Artillery & Mortars", lines="78")
NO_CLOSER = Source(section="Regroup", lines="178")
ASKED_IN = ("Artillery & Mortar Fire", "Combat", "Movement")
"""The phases in which an isolated unit is barred from something, or bound to it."""


def bars_of_isolated(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Who is known to be isolated does not attack. Source: grid.txt 181."""
    for unit in plain.get(NAMES, {}).get("attackers", ()):
        if beside := isolated_beside(ledger, unit):
            said = f"{{unit:is|are}} disrupted {_there(beside)}, {{unit:sees|see}} no friend and may not attack"
            yield of(unit, said), ISOLATED


def due_to_isolated(ledger: Keeper, unit: str, phase: str) -> Sentences:
    """Who is known to be isolated has to move away; who may be, because nobody said where a friend is, is asked about.

    Source: grid.txt 181.
    """
    beside = beside_when_disrupted(ledger, unit) if phase in ASKED_IN else None
    if beside is None or any(_is_seen(ledger, unit, friend) for friend in friends_of(ledger, unit)):
        return
    if not isolated_beside(ledger, unit):
        said = "if {unit:it sees|they see} no friend, {unit:it|they} may not attack and must move away"
        yield of(unit, f"{{unit:is|are}} disrupted {_there(beside)}; {said}: set {unit} isolated"), ISOLATED
    elif phase == "Movement":
        said = "{unit:sees|see} no friend and must try to move away"
        yield of(unit, f"{{unit:is|are}} disrupted {_there(beside)}, {said}: move {unit}"), ISOLATED


def due_to_disrupted(ledger: Keeper, units: Sequence[str], phase: str) -> Sentences:
    """What those of a side who are disrupted may not do in a phase, all in one line. Source: grid.txt 78, 178."""
    may_act = [one for one in units if ledger.has(one, "disrupted") and not ledger.has(one, "isolated")]
    guns = [one for one in may_act if fires_indirectly(ledger, one)]
    may_not = {
        "Artillery & Mortar Fire": (guns, "fire", NO_FIRE),
        "Movement": (may_act, "move next to an enemy", NO_CLOSER),
    }
    those, what, source = may_not.get(phase, ([], "", NO_FIRE))
    if len(those) == 1:
        yield of(those[0], f"{{unit:is|are}} disrupted and may not {what}"), source
    elif those:
        yield fill(f"{{units}} are disrupted and may not {what}", {"units": those}), source


def isolated_beside(ledger: Keeper, unit: str) -> tuple[str, Apart] | None:
    """The enemy that an isolated unit is next to, and the squares; None where a friend is in sight, or may be.

    Where no friend was ever brought, nobody knows that there is none.
    """
    beside = beside_when_disrupted(ledger, unit)
    brought = friends_of(ledger, unit, lost_too=True)
    alone = brought and all(is_unseen(ledger, unit, friend) for friend in friends_of(ledger, unit))
    return beside if alone else None


def beside_when_disrupted(ledger: Keeper, unit: str) -> tuple[str, Apart] | None:
    """An enemy in the square next to a unit that is disrupted, of which nobody said that it is isolated."""
    if not ledger.has(unit, "disrupted") or ledger.has(unit, "isolated"):
        return None
    return next(enemies_beside(ledger, unit), None)


def friends_of(ledger: Keeper, unit: str, *, lost_too: bool = False) -> list[str]:
    """The other units of a side that are there, or were ever brought, without its planes."""
    side = ledger.side_of(unit)
    brought = [one for one in ledger.units if one != unit and ledger.side_of(one) == side and not is_plane(ledger, one)]
    return [one for one in brought if lost_too or not ledger.is_out(one)]


def _is_seen(ledger: Keeper, unit: str, friend: str) -> bool:
    """Whether squares tell that a unit sees a friend, where no terrain hides it."""
    one = apart_units(ledger, unit, friend)
    if one is None:
        here = ledger.value(unit, "square", "")
        return bool(here) and str(here).lower() == str(ledger.value(friend, "square", "")).lower()
    return one.far <= in_sight(ledger) and not any(what_blocks(ledger, one))


def _there(beside: tuple[str, Apart]) -> str:
    """Next to whom, and between which squares."""
    enemy, one = beside
    return f"next to {enemy} ({one.here} to {one.there})"
