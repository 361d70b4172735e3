"""The range that was measured between two sub-units in play, while neither has moved since.

Source: combat-captain.txt 693-694, 719-730, 755-758.
"""

from collections.abc import Iterator
from typing import Any

from refcli.core.hook import Deed, Keeper
from refcli.core.states import Held


def measured(ledger: Keeper, deed: Deed) -> None:
    """Remember the range of one sub-unit's shot at one other, for the turn. Source: 693-694."""
    pair = [unit for field in ("attackers", "target") for unit, its in deed.fields_of.items() if its == field]
    inches = deed.given.get("range")
    if inches is not None and len(pair) == len(deed.fields_of) == 2 and all(one in ledger.units for one in pair):
        ledger.begin(pair[0], "range-to", f"{pair[1]} {inches:g}", deed.number)


def known_range(ledger: Keeper, one: str, other: str) -> Iterator[tuple[str, Any, Held]]:
    """The range of a shot between two sub-units: in contact, short of a charge, or as it was measured this turn.

    Source: 693-694, 719-730, 755-758.
    """
    for unit, enemy in ((one, other), (other, one)):
        contact, short, shot = [ledger.has(unit, state) for state in ("contact", "short-of", "range-to")]
        if contact and contact.value == enemy:
            yield "range", 0, contact
        elif short and short.value == enemy:
            yield "range", ledger.value(unit, "inches-short"), short
        elif shot and not any(has_moved_since(ledger, each, shot) for each in (one, other)):
            target, _, inches = str(shot.value).rpartition(" ")
            if target == enemy:
                told = shot._replace(state=shot.state._replace(text="range to"))  # it is told only as it counts
                yield "range", float(inches) if "." in inches else int(inches), told


def has_moved_since(ledger: Keeper, unit: str, shot: Held) -> bool:
    """Whether a sub-unit moved after a shot, or was said to have moved, nobody knows when."""
    moves, said = ledger.has(unit, "last-move"), ledger.has(unit, "moved")
    return bool((moves and moves.entry > shot.entry) or (said and said.by_hand))
