"""Who never does what is asked for, or never has it done to him, whatever else is stated.

Source: grid.txt 66, 85, 117, 130-162, 189, 199, 217, 222, 228.
"""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import BACK
from refcli.core.sentence import of, some
from refcli.rulesets.grid.in_play import (
    INFANTRY,
    acting,
    fires_indirectly,
    is_one,
    known_in_field,
    never_moves,
    range_said,
    said_of,
    said_of_attacker,
    targets,
)
from refcli.rulesets.grid.squares import apart_units, at_least, distances, from_edge, in_sight
from refcli.rulesets.grid.terrain import BUILDINGS

IN_THEIR_PHASE = Source(section="Artillery & Mortars; Combat", lines="66, 117")
INDIRECT = Source(section="Artillery & Mortars", lines="66")
SMOKE = Source(section="Smoke Screens", lines="189")
TABLE = Source(section="Combat Table", lines="130-162")
STANDS = Source(section="Strongpoints", lines="228")
FROM_THE_AIR = Source(section="Aircraft Sorties", lines="217")
IN_BUILDINGS = Source(section="Buildings; Aircraft Sorties", lines="85, 217")
AA_GUNS = Source(section="Aircraft Sorties", lines="222")
HEAVY = Source(section="Heavy Tanks", lines="199")
AS_HEAVY = Source(section="Heavy Tanks; Strongpoints", lines="199, 228")

SPARED = ": aircraft may not attack {unit:it|them}"


def bars_of_guns_in_combat(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Artillery and mortars have a phase of their own to fire in."""
    for unit in known_in_field(ledger, plain, "attackers"):
        if fires_indirectly(ledger, unit):
            yield of(unit, f"{{unit:fires|fire}} in Artillery & Mortar Fire alone: bombard {unit}"), IN_THEIR_PHASE


def bars_of_others(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Artillery and mortars alone fire at what others see for them."""
    yield from bars_of_no_guns(ledger, plain, "fire indirectly", INDIRECT)


def bars_of_others_with_smoke(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Artillery and mortars alone lay smoke."""
    yield from bars_of_no_guns(ledger, plain, "lay smoke", SMOKE)


def bars_of_no_guns(ledger: Keeper, plain: Mapping[str, Any], doing: str, source: Source) -> Sentences:
    """Who is to do what artillery and mortars alone do, and is neither."""
    for unit in known_in_field(ledger, plain, "attackers"):
        if not fires_indirectly(ledger, unit):
            yield of(unit, "{unit:is|are} neither artillery nor mortars, which alone " + doing), source


def bars_of_no_score(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Some attackers have no score in the Combat Table against a class of targets."""
    for target in known_in_field(ledger, plain, "target"):
        for unit in known_in_field(ledger, plain, "attackers"):
            rows, classes = figures(ledger, unit, "attacks-as"), figures(ledger, target, "class")
            if not any(ledger.figure("combat", row, its) for row in rows for its in classes):
                said = f"{{unit:has|have}} no score against {' or '.join(classes).title()} Class in the Combat Table"
                yield of(unit, said), TABLE


def figures(ledger: Keeper, unit: str, column: str) -> list[str]:
    """What the chart of units says in a column of the rows that a unit stands for, each word once."""
    said = [ledger.figure("units", row, column) for row in ledger.units[unit].stands_for]
    return list(dict.fromkeys(str(one) for one in said if one))


def bars_of_strongpoint(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Strongpoints stay where they are."""
    for unit in known_in_field(ledger, plain, "mover"):
        if never_moves(ledger, unit):
            yield of(unit, "{unit:does|do} not move"), STANDS


def bars_from_the_air(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Aircraft attack neither infantry, on foot or in buildings, nor AA guns; nor heavy tanks, by a reading (G-24)."""
    for unit in known_in_field(ledger, plain, "target"):
        if is_one(ledger, unit, "heavy", "heavy") and ledger.reads("G-24=both", plain):
            yield of(unit, "{unit:has|have} the heavy tank rule" + SPARED), rule_of_heavy(ledger, unit)
        elif is_infantry_inside(ledger, plain, unit):
            yield of(unit, "{unit:counts|count} as infantry in Buildings" + SPARED), IN_BUILDINGS
        elif is_one(ledger, unit, "from-the-air", "target"):
            continue
        elif is_one(ledger, unit, "class", INFANTRY):
            yield of(unit, "{unit:is|are} infantry on foot" + SPARED), FROM_THE_AIR
        elif ledger.stands_for(unit, "aa-gun"):
            yield of(unit, "{unit:is an AA gun|are AA guns}" + SPARED), AA_GUNS


def bars_of_heavy(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Nobody attacks a heavy tank or a strongpoint from farther than the next square, nor do guns (a reading, G-24).

    Whether an anti-tank gun is a powerful one nobody knows before it is said, nor whether corners are adjacent.
    Source: grid.txt 199, 228.
    """
    heavy = [unit for unit in known_in_field(ledger, plain, "target") if is_one(ledger, unit, "heavy", "heavy")]
    if plain["procedure"] == "bombard" and ledger.reads("G-24=neither", plain):
        return
    said, fires = range_said(plain), plain["procedure"] == "fire"
    for unit, one in {**from_edge(ledger, plain), **distances(ledger, plain)}.items() if heavy else ():
        adjacent = "adjacent" in said_of_attacker(plain, unit) or (said is not None and said <= 1)
        squares = at_least(ledger, unit, one)
        seen = squares <= in_sight(ledger) or not fires
        if seen and not adjacent and squares > 1 and not may_be_powerful(ledger, unit):
            away = f"{{unit:is|are}} {some(one.near, 'square', 'squares')} away ({one.here} to {one.there})"
            only = f"{heavy[0]} can only be attacked from an adjacent square"
            yield of(unit, f"{away}: {only}"), rule_of_heavy(ledger, heavy[0])


def heavy_at_corner(ledger: Keeper, deed: Deed) -> Sentences:
    """Who cannot attack a heavy tank from a corner that nobody counted as adjacent: no square tells it.

    Source: grid.txt 199.
    """
    heavy = [unit for unit in targets(deed) if is_one(ledger, unit, "heavy", "heavy")]
    for unit in acting(deed, unless=("adjacent", "powerful")) if heavy else ():
        one = apart_units(ledger, unit, heavy[0])
        if one and one.near == 1 < one.far:
            corner = f"{one.here} to {one.there} is a corner; if corners count as adjacent: +adjacent"
            yield corner, rule_of_heavy(ledger, heavy[0])


def rule_of_heavy(ledger: Keeper, unit: str) -> Source:
    """Where it stands that a unit has the heavy tank rule: a strongpoint has it by a line of its own."""
    return AS_HEAVY if never_moves(ledger, unit) else HEAVY


def may_be_powerful(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is an anti-tank gun, which may be a powerful one. Source: grid.txt 199."""
    return is_one(ledger, unit, "class", "gun") and is_one(ledger, unit, "attacks-as", "anti-tank")


def is_infantry_inside(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether infantry that is carried is in buildings, as it is known or said. Source: grid.txt 85."""
    known = ledger.value(unit, "in") == BUILDINGS and "buildings" not in plain[BACK]
    inside = known or "buildings" in said_of(plain, "target")
    return inside and is_one(ledger, unit, "enters-as", "carried-infantry")
