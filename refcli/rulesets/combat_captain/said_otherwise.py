"""What a referee says with a ruling of Combat Captain otherwise than the game has it, or leaves unsaid.

Source: combat-captain.txt 101-105, 405-409, 547, 582-591, 859.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import uncounted
from refcli.core.sentence import fill
from refcli.core.states import COUNT, Held

CHOICE = Source(section="Random Event", lines="859")

Other = tuple[str, Held, Any]
"""Whose state it is, the state, and the value that was said."""


def said_otherwise(ledger: Keeper, deed: Deed, actors: Mapping[str, str]) -> Sentences:
    """Values that the referee typed while the game had others."""
    told: dict[tuple[str, str], Other] = {}
    for unit, field in deed.fields_of.items():
        fields = (field, "") if field == actors.get(deed.procedure) else (field,)
        for owner, held in states_before(ledger, deed, unit):
            for said in (*typed_in_fields(deed, owner, held, fields), *typed_of(deed, unit, field, held)):
                told[owner, held.state.name] = owner, held, said
    for owner, held, said in told.values():
        if said != held.value:
            told_as = fill(held.state.text, {"value": said})
            yield f"{owner}: you say {told_as}; the game has {held.value}", held.state.source


def states_before(ledger: Keeper, deed: Deed, unit: str) -> Iterator[tuple[str, Held]]:
    """What was counted of a unit, its group and its side before the ruling, each with whose it was."""
    owners = {unit, ledger.side_of(unit), *([ledger.group_of(unit)] if unit in ledger.units else [])} - {""}
    for (owner, _), held in deed.before.items():
        if owner in owners and held.state.value == COUNT:
            yield owner, held


def typed_in_fields(deed: Deed, owner: str, held: Held, fields: tuple[str, ...]) -> Iterator[Any]:
    """The values of fields that a state would have filled."""
    for filling in held.state.fills:
        said = deed.given.get(filling.field)
        here = filling.of in fields and (not filling.by or deed.procedure in filling.by)
        if here and said is not None and not deed.is_supplied(f"{filling.field} {said}", owner):
            yield said


def typed_of(deed: Deed, unit: str, field: str, held: Held) -> Iterator[int]:
    """How often a condition that a state would have given was said of a unit."""
    gives = {one.condition for one in held.state.gives if not one.by or deed.procedure in one.by}
    for name, term in terms_said(deed.given, field):
        for times, condition in map(uncounted, term.split("+")[1:] if name == unit else ()):
            if condition in gives and not deed.is_supplied(condition, unit):
                yield int(times or 1)


def strike_to_choose(deed: Deed) -> Sentences:
    """What else the opposing player may take, where nobody chose for him. Source: 859."""
    steps = deed.ruling.get("steps", ()) if deed.procedure == "event" else ()
    for one in steps:
        usual, *others = one.get("options") or [""]
        if one["kind"] == "choice" and one["by"] == "policy" and deed.given.get("choice", usual) == usual:
            ways = " or ".join(f"fix --choice {option}" for option in others)
            yield f"the opposing player chooses; for another strike: {ways}", CHOICE
            return
