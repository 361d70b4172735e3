"""What is declared first, and who is next to an enemy. Source: grid.txt 72-74, 108, 120-122, 174."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.core.sentence import Proper, fill

PRIORITY = Source(section="Target Priority", lines="120")
DECLARED = Source(section="Artillery & Mortars; Target Priority", lines="72-74, 122")
SPENT = Source(section="Target Priority", lines="122")
STARTS_ADJACENT = Source(section="Movement", lines="108")
NO_REGROUP = Source(section="Regroup", lines="174")
INFANTRY, TANK = "infantry", "tank"


def declared_late(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """All attacks on a target are declared before any of their dice, those that eliminated it as well."""
    for unit in targets(deed) if ledger.turn and deed.procedure != "strafe" else ():
        if (unit, "attacked") in deed.before:
            said = "{unit} {unit:was|were} attacked before in this phase: all attacks on a target come before any die"
            yield fill(said, {"unit": Proper(unit)}), DECLARED


def spent(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """Who attacks a unit that other dice eliminated meanwhile took part in it, and attacks nobody else."""
    for unit in targets(deed):
        out = ledger.is_out(unit)
        if out and out.entry < deed.number:
            yield is_spent(unit), SPENT


def is_spent(target: str) -> str:
    """What is said of an attack at a unit that other dice eliminated."""
    said = "{unit} {unit:was|were} out of play before these dice: the attack is spent, and goes at nobody else"
    return fill(said, {"unit": Proper(target)})


BESIDE = {
    "Combat": ("{unit:attacks|attack} {that} first", PRIORITY),
    "Movement": ("may only move away: move {unit} away", STARTS_ADJACENT),
    "Reorganisation": ("may not regroup", NO_REGROUP),
}
"""What a phase asks of a unit while an enemy is in the next square, and where it stands."""


def beside(ledger: Keeper, unit: str, phase: str, attacked: Sequence[str] = ()) -> Iterator[tuple[str, Source]]:
    """What a unit that moved next to an enemy is bound to, if that one is still there: nobody knows that it is.

    So is who fought an enemy in the next square, if neither has moved since; ``attacked`` are those it attacks now.
    """
    bound, source = BESIDE[phase]
    there = [one for one in neighbours(ledger, unit) if one in ledger.units and not ledger.is_out(one)]
    there = [] if set(there) & set(attacked) else there
    known = ledger.has(unit, "enemy-adjacent") or ledger.has(unit, "isolated")
    if ledger.has(unit, "beside-enemy") and not known:
        said = f"{{unit}} moved next to an enemy: if one is still there, {{unit:it|they}} {bound}"
        yield fill(said, {"unit": Proper(unit), "that": "that one"}), source
    elif there and not known:
        one = Proper(there[0]) if len(there) == 1 else ""
        still = "if {one:it is|they are} still there" if one else "if one of them is still there"
        said = f"{{unit}} {{unit:was|were}} next to {{there}}: {still}, {{unit}} {bound}"
        that = fill("{one:it|them}", {"one": one}) if one else "that one"
        yield fill(said, {"unit": Proper(unit), "there": there, "one": one, "that": that}), source


def neighbours(ledger: Keeper, unit: str) -> list[str]:
    """Those whom a unit fought in the next square, while neither has moved since."""
    return [one for one in str(ledger.value(unit, "next-to", "")).split(", ") if one]


def keep_neighbours(ledger: Keeper, unit: str, others: Sequence[str], number: int) -> None:
    """Let a unit be next to others, by the ruling of a number."""
    ledger.end(unit, "next-to")
    if others:
        ledger.begin(unit, "next-to", ", ".join(dict.fromkeys(others)), number)


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


def left_alone(ledger: Keeper, unit: str) -> None:
    """Nobody is known to be next to a unit that has moved."""
    for other, state in list(ledger.held):
        if state == "next-to" and unit in neighbours(ledger, other):
            no_neighbour(ledger, other, unit)


def no_neighbour(ledger: Keeper, unit: str, other: str) -> None:
    """Let a unit be next to another no more; it stays next to the rest."""
    held, rest = ledger.has(unit, "next-to"), [one for one in neighbours(ledger, unit) if one != other]
    keep_neighbours(ledger, unit, rest, held.entry if held else 0)


def is_adjacent(plain: Mapping[str, Any]) -> bool:
    """Whether an attack is at a unit in the next square, as it is where no range is said."""
    return int(plain.get("range") or 1) <= 1


def acting(deed: Deed, unless: Sequence[str]) -> list[str]:
    """The units in play that attack, but those of which a condition is stated."""
    return [
        unit
        for unit, field in deed.fields_of.items()
        if field == "attackers" and not any(deed.is_stated(one, unit) for one in unless)
    ]


def targets(deed: Deed) -> list[str]:
    """The units in play that are attacked."""
    return [unit for unit, field in deed.fields_of.items() if field == "target"]


def of_class(ledger: Keeper, name: str) -> list[str]:
    """The units in play of a class, those that are out of play with them."""
    return [unit for unit in ledger.units if is_one(ledger, unit, "class", name)]


def is_one(ledger: Keeper, unit: str, column: str, word: str) -> bool:
    """Whether the chart of units says a word of a unit in play."""
    return any(ledger.figure("units", row, column) == word for row in ledger.units[unit].stands_for)
