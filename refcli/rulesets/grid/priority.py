"""Whom a unit attacks first. Source: grid.txt 120."""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import Proper, fill, of
from refcli.rulesets.grid.beside import PRIORITY, first_of, is_adjacent
from refcli.rulesets.grid.in_play import TANK, acting, is_one, of_class, range_said, said_of_attacker, targets
from refcli.rulesets.grid.sight import is_unseen
from refcli.rulesets.grid.squares import distances


def bars_of_priority(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """An enemy in the next square comes before one farther away; among those, for some units, one of Tank Class.

    By a reading, G-17, the closest of Tank Class may come before both. Source: grid.txt 120.
    """
    names = plain.get(NAMES, {})
    (target,) = names.get("target", ()) or [""]
    attackers = [one for one in names.get("attackers", ()) if one in ledger.units]
    for unit in attackers if plain.get("target") else ():  # where nobody said yet whom, it may be that one
        if {"enemy-adjacent", "tank-adjacent"} & said_of_attacker(plain, unit):
            continue  # which the rules refuse themselves
        seeks, at_tank = is_one(ledger, unit, "seeks", TANK), target in ledger.units and is_tank(ledger, target)
        beside = [(enemy, one) for enemy, one in first_of(ledger, unit) if enemy != target]
        if is_at_next(ledger, plain, unit):
            beside = [(enemy, one) for enemy, one in beside if seeks and not at_tank and is_tank(ledger, enemy)]
        elif seeks and at_tank and ledger.reads("G-17=tank-class", plain):
            continue
        for enemy, one in beside[:1]:
            said = f"{{unit:is|are}} next to {enemy} ({one.here} to {one.there}): {{unit:it attacks|they attack}}"
            yield of(unit, f"{said} that one first"), PRIORITY


def tank_first(ledger: Keeper, deed: Deed) -> Sentences:
    """Tanks and AT units attack the closest of Tank Class that they see; who it is, no square tells for sure.

    Source: grid.txt 120.
    """
    if is_adjacent(deed.given) or any(is_tank(ledger, unit) for unit in targets(deed)):
        return
    first: dict[tuple[str, ...], list[str]] = {}
    for unit in acting(deed, unless=("adjacent", "tank-seen", "tank-adjacent")):
        enemies = [one for one in of_class(ledger, TANK) if ledger.side_of(one) != ledger.side_of(unit)]
        powerful = deed.is_stated("powerful", unit)
        tanks = [one for one in enemies if may_come_first(ledger, unit, one, powerful=powerful)]
        if tanks and is_one(ledger, unit, "seeks", TANK):
            first.setdefault(tuple(tanks), []).append(unit)
    for tanks_seen, units in first.items():
        have = "{units} have" if len(units) > 1 else "{unit} {unit:has|have}"
        said = f"{have} to attack the closest enemy of Tank Class first, if any is in sight: {{tanks}}"
        yield fill(said, {"unit": Proper(units[0]), "units": units, "tanks": ", ".join(tanks_seen)}), PRIORITY


def may_come_first(ledger: Keeper, unit: str, tank: str, *, powerful: bool) -> bool:
    """Whether a unit may have to attack one of Tank Class that is not next to it; a heavy tank it cannot from there.

    Source: grid.txt 58, 120, 199.
    """
    heavy = is_one(ledger, tank, "heavy", "heavy") and not powerful
    return not (heavy or ledger.is_out(tank) or is_unseen(ledger, unit, tank))


def is_at_next(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> bool:
    """Whether an attack is at the next square, as it was said or as the squares tell it."""
    said, one = range_said(plain), distances(ledger, plain).get(unit)
    if "adjacent" in said_of_attacker(plain, unit) or (said is not None and said <= 1):
        return True
    return said is None and one is not None and one.far == 1


def is_tank(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is of Tank Class."""
    return is_one(ledger, unit, "class", TANK)
