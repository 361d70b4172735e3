"""Who is in which square. Source: grid.txt 83, 106, 209."""

from collections.abc import Collection, Iterator

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.core.sentence import Proper, fill

OPEN = Source(section="Open Terrain", lines="83")
WRECKED = Source(section="Open Terrain; Wrecks", lines="83, 209")
STOPS = Source(section="Movement", lines="106")
MOST_IN_SQUARE = 2


def bars_of_square(ledger: Keeper, square: str, movers: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Two units fill an open square, a wreck being one of them. Source: grid.txt 83, 209."""
    held = [one for one in ledger.held.items() if one[0][0] not in movers]
    units = [who for (who, state), one in held if state == "square" and str(one.value).lower() == square.lower()]
    wrecks = ["a wreck" for (where, state), _ in held if state == "wreck" and where.lower() == square.lower()]
    there = [*units, *wrecks]
    if len(there) >= MOST_IN_SQUARE:
        yield (
            fill("{there} {there:is|are} in {square} already", {"there": there, "square": square}),
            (WRECKED if wrecks else OPEN),
        )


def bars_of_enemy(ledger: Keeper, square: str, movers: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Who moves stops next to an enemy, and never comes into its square. Source: grid.txt 106."""
    sides = {ledger.side_of(unit) for unit in movers if ledger.side_of(unit)}
    for (who, state), one in ledger.held.items() if sides else ():
        is_there = who in ledger.units and state == "square" and str(one.value).lower() == square.lower()
        if is_there and ledger.side_of(who) not in {*sides, ""}:
            yield of(who, f"{{unit:is|are}} in {square}: a move ends in the square before it"), STOPS


def of(unit: str, text: str) -> str:
    """What is said of a unit in play, its name first."""
    return f"{unit} {fill(text, {'unit': Proper(unit)})}"
