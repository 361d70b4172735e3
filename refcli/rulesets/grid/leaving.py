"""Who starts a move next to an enemy, or in a feature, between squares that are known. Source: grid.txt 81, 104-108."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.sentence import Proper, fill
from refcli.core.states import Held
from refcli.rulesets.grid.in_order import BESIDE, STARTS_ADJACENT, beside
from refcli.rulesets.grid.squares import BETWEEN, OUT_OF, apart, enemies_beside, of


def bars_of_staying(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, Source]]:
    """Who starts next to an enemy moves away from it, or stays where it is. Source: grid.txt 108.

    Into or out of a feature a move may begin and end in one square: whether it leaves the enemy is not known then.
    """
    square = str(plain["square"])
    in_feature = ledger.has(unit, "in") or plain.get("into") not in (None, "open")
    if in_feature and str(ledger.value(unit, "square", "")).lower() == square.lower():
        return
    still = {enemy: one for enemy, one in enemies_beside(ledger, unit, square) if not ledger.is_out(enemy)}
    for enemy, one in [(enemy, one) for enemy, one in enemies_beside(ledger, unit) if enemy in still][:1]:
        said = f"starts next to {enemy} ({one.here} to {one.there}) and would stay next to {enemy} in {square}"
        yield of(unit, f"{said}: {{unit:it|they}} may only move away"), STARTS_ADJACENT


def started_beside(ledger: Keeper, unit: str) -> Held | None:
    """What tells that a unit which is said to move away from an enemy starts next to one, if anything does."""
    if any(enemies_beside(ledger, unit)):
        return BETWEEN
    return ledger.has(unit, "beside-enemy") or ledger.has(unit, "next-to")


def only_away(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """Who started next to an enemy and moved nobody knows where may only have moved away. Source: grid.txt 108."""
    if deed.given.get("square") or deed.ruling["outcome"] not in ("moves", "enters", "moves up"):
        return
    squares = {who: str(held.value) for (who, state), held in deed.before.items() if state == "square"}
    for unit in [one for one, field in deed.fields_of.items() if field == "mover" and one in squares]:
        if deed.is_stated("away", unit) or not ledger.side_of(unit):
            continue
        for other, there in squares.items():
            one = apart(squares[unit], there) if other in ledger.units and not ledger.is_out(other) else None
            if one and one.far == 1 and ledger.side_of(other) not in ("", ledger.side_of(unit)):
                said = f"started next to {other} ({one.here} to {one.there}), and may only move away"
                yield of(unit, said), STARTS_ADJACENT
                break


def beside_known(ledger: Keeper, unit: str, phase: str, attacked: Sequence[str] = ()) -> Iterator[tuple[str, Source]]:
    """What a unit that moved next to an enemy is bound to: certainly, where the squares tell that one is there still.

    Source: grid.txt 108, 120, 174.
    """
    enemies = [*enemies_beside(ledger, unit)]
    if not ledger.has(unit, "beside-enemy") or not enemies or ledger.has(unit, "isolated"):
        yield from beside(ledger, unit, phase, attacked)
    elif not any(enemy in attacked for enemy, _ in enemies):
        bound, source = BESIDE[phase]
        said = f"{{unit:is|are}} next to {enemies[0][0]} ({enemies[0][1].here} to {enemies[0][1].there}): "
        bound = fill(f"{{unit:it|they}} {bound}", {"unit": Proper(unit), "that": "that one"})
        yield of(unit, f"{said}{bound}"), source


def where_from_edge(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """Who moved to a square that is farther than the move: it is there only if the feature that it left reaches so far.

    Source: grid.txt 81, 104.
    """
    square = str(deed.given.get("square") or "")
    for unit in [one for one, field in deed.fields_of.items() if field == "mover" and not ledger.has(one, "square")]:
        here, feature = deed.before.get((unit, "square")), deed.before.get((unit, "in"))
        one = apart(str(here.value), square) if here else None
        if one:
            reaches = f"if the edge of {feature.value if feature else 'what it left'} lies between"
            yield f"{one.here} to {one.there} is {one.near} squares; {reaches}: set {unit} square {square}", OUT_OF
