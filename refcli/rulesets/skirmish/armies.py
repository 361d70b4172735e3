"""Which side is which army, and has the initiative. Source: skirmish.txt 9."""

from refcli.core.hook import Keeper
from refcli.core.states import GAME


def win(ledger: Keeper, army: str, number: int) -> None:
    """The side that is an army has the initiative; of two, the other where one is known. Source: 9."""
    sides = [side for side in ledger.sides if _army_of(ledger, side) == army]
    unknown = [side for side in ledger.sides if not _army_of(ledger, side)]
    if not sides and len(ledger.sides) == 2 and len(unknown) == 1:
        sides = unknown
    for side in sides:
        ledger.begin(side, "initiative", 1, number)
    if ledger.sides and not sides:
        ledger.begin(GAME, "won-by", army, number)


def _army_of(ledger: Keeper, side: str) -> str:
    """The army that a side is, as was said of it or by its name; empty where neither tells. Source: 9."""
    return str(ledger.value(side, "army", ledger.figure("armies", side.lower(), "army") or ""))
