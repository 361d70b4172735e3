"""Units in play: who attacks whom, of which class they are, what is stated and what is told of them.

Source: grid.txt 35-39, 66.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.hook import Deed, Keeper, terms_said
from refcli.core.request import NAMES

INFANTRY, TANK = "infantry", "tank"


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


def in_field(ledger: Keeper, plain: Mapping[str, Any], field: str) -> list[str]:
    """The units in play that a field of a request names."""
    return [unit for unit in plain.get(NAMES, {}).get(field, ()) if unit in ledger.units]


def known_in_field(ledger: Keeper, plain: Mapping[str, Any], field: str) -> list[str]:
    """Those of them that a chart knows, which no plane is."""
    return [unit for unit in in_field(ledger, plain, field) if ledger.units[unit].stands_for]


def of_class(ledger: Keeper, name: str) -> list[str]:
    """The units in play of a class, those that are out of play with them."""
    return [unit for unit in ledger.units if is_one(ledger, unit, "class", name)]


def is_one(ledger: Keeper, unit: str, column: str, word: str) -> bool:
    """Whether the chart of units says a word of a unit in play; of a whole group it says none."""
    rows = ledger.units[unit].stands_for if unit in ledger.units else ()
    return any(ledger.figure("units", row, column) == word for row in rows)


def never_moves(ledger: Keeper, unit: str) -> bool:
    """Whether a unit stays where it is, as strongpoints do. Source: grid.txt 228."""
    return any(ledger.figure("movement", row, "cross-country") == 0 for row in ledger.units[unit].stands_for)


def fires_indirectly(ledger: Keeper, unit: str) -> bool:
    """Whether a unit is artillery or mortars, which alone fire at what they do not see. Source: grid.txt 66."""
    return any(is_one(ledger, unit, "indirect", guns) for guns in ("artillery", "mortars"))


def said_of(plain: Mapping[str, Any], field: str) -> list[str]:
    """The conditions that are stated of those in a field, if anybody is named in it, or of the whole ruling."""
    terms = plain.get(field) or ()
    said = [word for text in ([terms] if isinstance(terms, str) else terms) for word in text.split("+")[1:]]
    return [*said, *plain["conditions"]]


def said_of_attacker(plain: Mapping[str, Any], unit: str) -> set[str]:
    """The conditions that are stated of one attacker, or of the whole ruling."""
    said = dict(terms_said(plain, "attackers")).get(unit, "")
    return {*said.split("+")[1:], *plain["conditions"]}


def range_said(plain: Mapping[str, Any]) -> int | None:
    """The range that was said; None for none, and for what is no whole number, which is refused later."""
    said = str(plain.get("range", ""))
    return int(said) if re.fullmatch(r"-?\d{1,9}", said) else None
