"""Units in a line whose dice are awaited: those that it names, and groups that would activate instead."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.request import uncounted
from refcli.game.bars import Reason
from refcli.game.ledger import Ledger
from refcli.game.request_in_play import RequestInPlay

OF = {"set": "of", "unset": "of", "remove": "unit", "add": "unit"}
"""The key of the owner in the acts of the referee."""


class Part(NamedTuple):
    """The part of a unit in a ruling: the procedure, the unit, whether it acts, and its weapon.

    Where men of a unit act by themselves, so ``many`` of it do, of those who are ``left`` to do so.
    """

    procedure: str
    who: str
    acts: bool
    weapon: str = ""
    many: int = 0
    left: int = 0


class Parts(NamedTuple):
    """The parts of the units in a ruling, and the group that acts; empty where two groups may act at once.

    ``in_turn`` is true where a target is acted at once the dice of the act before are known.
    """

    named: tuple[Part, ...] = ()
    group: str = ""
    in_turn: bool = False


class Awaited(NamedTuple):
    """A typed line whose dice are awaited, and the parts of its units."""

    line: str
    parts: Parts


def parts_in(asked: RequestInPlay) -> Parts:
    """The parts of the units in a request, each unit of a group by itself."""
    ledger, named, in_turn = asked.ledger, tuple(_named_in(asked)), not asked.ledger.hook.simultaneous
    acting = [part.who for part in named if part.acts and part.who in ledger.units] if ledger.phase and in_turn else []
    acting = [one for one in acting if not ledger.hook.reacts.holds(asked.case(one))]
    return Parts(named, ledger.group_of(acting[0]) if acting else "", in_turn)


def _named_in(asked: RequestInPlay) -> Iterator[Part]:
    ledger, name = asked.ledger, asked.procedure.name
    counted = [bar for state in ledger.states.values() if asked.actors in state.less for bar in state.bars]
    act_apart = any(bar.whole and name in bar.by for bar in counted)  # barred once none of its men is left
    for field, terms in asked.fields.items():
        acts = field == asked.actors
        for term in [one for one in terms if one.owner]:
            members = [] if term.owner in ledger.units else ledger.in_group(term.owner)
            many = int(uncounted(term.text)[0] or 1) if acts and term.unit and act_apart else 0
            for who in [one.name for one in members] or [term.owner]:
                if acts or who in ledger.units:
                    yield Part(name, who, acts, term.place, many, term.left)
    for owner, _ in asked.texts():
        yield Part(name, owner, True)


def reasons_of_awaited(parts: Parts, waiting: Iterable[Awaited]) -> Iterator[Reason]:
    """Bar units in a line whose dice are awaited, and the activation of another group."""
    lines = list(waiting)
    asked = Counter[tuple[str, str]]()
    for part in (*parts.named, *(part for before in lines for part in before.parts.named)):
        asked[part.procedure, part.who] += part.many
    for before in lines:
        held = any(not _is_beside(one, other, asked, parts) for one in parts.named for other in before.parts.named)
        if held or (parts.group and before.parts.group not in ("", parts.group)):
            yield Reason("", f"first the dice of {before.line}", Source(), row="awaited")


def _is_beside(one: Part, other: Part, asked: Mapping[tuple[str, str], int], parts: Parts) -> bool:
    """True if two parts go together: not the same man's, those of another weapon, or at a target at the same time.

    Nor are they the same man's where the unit has men enough for all that are ``asked`` of it.
    """
    if one.who != other.who:
        return True
    if one.procedure != other.procedure or one.acts != other.acts:
        return False
    others = min(one.many, other.many) > 0 and asked[one.procedure, one.who] <= one.left
    return not (one.acts or parts.in_turn) or others or bool(one.weapon and other.weapon and one.weapon != other.weapon)


def check_said(before: Ledger, after: Ledger, act: Mapping[str, Any], waiting: Iterable[Awaited]) -> None:
    """Refuse an act of the referee on a unit in a line whose dice are awaited, or one that takes it off.

    The ledger is that ``before`` the act, and ``after`` it: markers of one sub-unit may rout a whole unit.
    """
    said = act[OF[act["do"]]] if act.get("do") in OF else ""
    of = str(said["name"] if isinstance(said, Mapping) else said).split("/")[0]
    for one in waiting if of else ():
        named = {part.who for part in one.parts.named}
        its = {before.group_of(who) for who in named if who in before.units}
        gone = [who for who in named if after.is_out(who) and not before.is_out(who)]
        if of in named | its or gone:
            raise Refused(f"{of}: first the dice of {one.line}; drop takes it back")
