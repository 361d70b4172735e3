"""Who is next to an enemy, as squares or a fight tell it, and what it is bound to. Source: grid.txt 108, 120, 174."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import Proper, fill, of
from refcli.core.states import Held
from refcli.rulesets.grid.in_play import acting, fires_indirectly, range_said, targets
from refcli.rulesets.grid.squares import BETWEEN, Apart, enemies_beside, is_next_to, measured, smoke_on

PRIORITY = Source(section="Target Priority", lines="120")
STARTS_ADJACENT = Source(section="Movement", lines="108")
NO_REGROUP = Source(section="Regroup", lines="174")

BESIDE = {
    "Combat": ("{unit:attacks|attack} {that} first", PRIORITY),
    "Movement": ("may only move away: move {unit} away", STARTS_ADJACENT),
    "Reorganisation": ("may not regroup", NO_REGROUP),
}
"""What a phase asks of a unit while an enemy is in the next square, and where it stands."""


def beside(ledger: Keeper, unit: str, phase: str, attacked: Sequence[str] = ()) -> Sentences:
    """What a unit next to an enemy, by a move or a fight, is bound to; ``attacked`` are those it attacks now.

    Certain it is where the squares tell that an enemy is there, whoever came; else it is if that one has not moved
    away. Whom it cannot attack, or may not see in smoke, it does not have to attack. Source: grid.txt 108, 120, 174.
    """
    bound, source = BESIDE[phase]
    near = [*enemies_beside(ledger, unit)]
    certain = [*first_of(ledger, unit)] if phase == "Combat" else near
    fires_no_more = phase == "Combat" and fires_indirectly(ledger, unit)
    if ledger.has(unit, "isolated") or fires_no_more or (near and not certain):
        return
    moved_up = ledger.has(unit, "beside-enemy")
    there = [one for one in neighbours(ledger, unit) if one in ledger.units and not ledger.is_out(one)]
    if certain:
        if not attacked:  # another than these is barred
            enemy, apart = certain[0]
            said = f"{{unit:is|are}} next to {enemy} ({apart.here} to {apart.there}): {{unit:it|they}} {bound}"
            yield of(unit, said, that="that one"), source
    elif ledger.has(unit, "enemy-adjacent"):
        return
    elif moved_up:
        said = f"moved next to an enemy: if one is still there, {{unit:it|they}} {bound}"
        yield of(unit, said, that="that one"), source
    elif there and not {*there} & {*attacked}:
        one = Proper(there[0]) if len(there) == 1 else ""
        still = "if {one:it is|they are} still there" if one else "if one of them is still there"
        said = f"{{unit:was|were}} next to {{there}}: {still}, {{unit}} {bound}"
        that = fill("{one:it|them}", {"one": one}) if one else "that one"
        yield of(unit, said, there=there, one=one, that=that), source


def first_of(ledger: Keeper, unit: str) -> Iterator[tuple[str, Apart]]:
    """The enemies next to a unit that it can attack in Combat.

    Whether it sees one in smoke is left open. Source: grid.txt 120, 130-162, 191.
    """
    for enemy, one in enemies_beside(ledger, unit):
        if not smoke_on(ledger, one.there) and has_score(ledger, unit, enemy):
            yield enemy, one


def guns_beside(ledger: Keeper, deed: Deed) -> Sentences:
    """Guns that fire past an enemy in the next square; whether it comes first in their phase too is left open.

    Source: grid.txt 66-74, 120.
    """
    attacked = targets(deed)
    for unit in acting(deed, unless=()):
        there = [*first_of(ledger, unit)]
        for enemy, one in there[:1] if attacked and not any(who in attacked for who, _ in there) else ():
            said = (
                f"{{unit:is|are}} next to {enemy} ({one.here} to {one.there}): if guns too attack such an enemy first"
            )
            yield of(unit, f"{said}, {{unit:it has|they have}} to"), PRIORITY


def has_score(ledger: Keeper, unit: str, enemy: str) -> bool:
    """Whether the Combat Table has a score for one unit against another. Source: grid.txt 130-162."""
    rows = [ledger.figure("units", row, "attacks-as") for row in ledger.units[unit].stands_for]
    classes = [ledger.figure("units", row, "class") for row in ledger.units[enemy].stands_for]
    return any(ledger.figure("combat", row, its) for row in rows if row for its in classes if its)


def given_to_attacker(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Iterator[tuple[str, int, Held]]:
    """Who is next to the target, by the squares, or to some enemy, as was said: the target where that is so, too.

    Source: grid.txt 120.
    """
    if next_to := is_next_to(ledger, plain, unit):
        yield "adjacent", 1, next_to
    held = ledger.has(unit, "enemy-adjacent") if plain["procedure"] == "fire" else None
    if held:
        of_all = measured(ledger, plain) if plain.get("range") is None else None
        at_next = is_adjacent({**plain, "range": of_all.value} if of_all else plain)
        too = at_next and any(ledger.has(one, "enemy-adjacent") for one in plain.get(NAMES, {}).get("target", ()))
        yield "adjacent" if too else "enemy-adjacent", 1, held


def bars_beside(ledger: Keeper, unit: str) -> Sentences:
    """Who is known to be next to an enemy does not regroup; who moved up to one this turn still is.

    Where the squares of all are known, they alone tell it.

    Source: grid.txt 106, 174.
    """
    there = [*enemies_beside(ledger, unit)][:1]
    for enemy, one in there:
        yield of(unit, f"{{unit:is|are}} next to {enemy} ({one.here} to {one.there}) and may not regroup"), NO_REGROUP
    enemies = [one for one in ledger.units if ledger.side_of(one) != ledger.side_of(unit) and not ledger.is_out(one)]
    told = all(ledger.has(one, "square") for one in (unit, *enemies))
    if not there and not told and ledger.has(unit, "moved") and ledger.has(unit, "beside-enemy"):
        yield of(unit, "moved next to an enemy this turn and may not regroup"), NO_REGROUP


def started_beside(ledger: Keeper, unit: str) -> Held | None:
    """What tells that a unit which is said to move away from an enemy starts next to one, if anything does."""
    if any(enemies_beside(ledger, unit)):
        return BETWEEN
    return ledger.has(unit, "beside-enemy") or ledger.has(unit, "next-to")


def is_adjacent(plain: Mapping[str, Any]) -> bool:
    """Whether an attack is at a unit in the next square, as it is where no range is said."""
    return (range_said(plain) or 1) <= 1


def fought_beside(ledger: Keeper, deed: Deed) -> None:
    """Who fights an enemy in the next square is next to it until one of them moves; known squares tell it themselves.

    Source: grid.txt 108, 120, 174.
    """
    for unit in acting(deed, unless=()):
        for enemy in targets(deed):
            if ledger.is_out(enemy) or (ledger.has(unit, "square") and ledger.has(enemy, "square")):
                continue
            if is_adjacent(deed.given) or deed.is_stated("adjacent", unit):
                for one, other in ((unit, enemy), (enemy, unit)):
                    keep_neighbours(ledger, one, [*neighbours(ledger, one), other], deed.number)
            elif enemy in neighbours(ledger, unit):
                no_neighbour(ledger, unit, enemy)


def neighbours(ledger: Keeper, unit: str) -> list[str]:
    """Those whom a unit fought in the next square, while neither has moved since."""
    return [one for one in str(ledger.value(unit, "next-to", "")).split(", ") if one]


def keep_neighbours(ledger: Keeper, unit: str, others: Sequence[str], number: int) -> None:
    """Let a unit be next to others, by the ruling of a number."""
    ledger.end(unit, "next-to")
    if others:
        ledger.begin(unit, "next-to", ", ".join(dict.fromkeys(others)), number)


def left_alone(ledger: Keeper, unit: str) -> None:
    """Nobody is known to be next to a unit that has moved."""
    for other, _ in ledger.named("next-to"):
        if unit in neighbours(ledger, other):
            no_neighbour(ledger, other, unit)


def no_neighbour(ledger: Keeper, unit: str, other: str) -> None:
    """Let a unit be next to another no more; it stays next to the rest."""
    held, rest = ledger.has(unit, "next-to"), [one for one in neighbours(ledger, unit) if one != other]
    keep_neighbours(ledger, unit, rest, held.entry if held else 0)
