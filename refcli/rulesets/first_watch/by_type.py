"""Who is named by a type while units of it are in play: which of them is it? Source: first-watch.txt 30-36, 60, 79."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences, terms_said
from refcli.core.request import NAMES, ROWS, uncounted
from refcli.rulesets.first_watch.in_play import (
    FIGURES,
    has_main_gun,
    is_plane,
    is_row,
    is_small_arm,
    is_vehicle,
    planes_of,
    word_of,
)
from refcli.rulesets.first_watch.missions import fired_mission
from refcli.rulesets.first_watch.weapons import first_said

ACTS = {
    "move": ("mover", Source(section="Land Movement Phase; Movement", lines="30, 39")),
    "phase": ("mover", Source(section="Fire Resolution Phase", lines="31-33")),
    "fire": ("attacker", Source(section="Fire Resolution Phase", lines="31, 33")),
    "penetrate": ("attacker", Source(section="Fire Resolution Phase", lines="31, 33")),
    "close-assault": ("attackers", Source(section="Close Assault Tactic", lines="71")),
    "plot": ("attacker", Source(section="Artillery Fire", lines="36, 94")),
    "bombard": ("attacker", Source(section="Artillery Fire", lines="36, 94")),
    "burst": ("attacker", Source(section="Artillery Fire", lines="96-98")),
    "air-combat": ("attacker", Source(section="Air-to-Air Combat", lines="115")),
    "strafe": ("attacker", Source(section="Air-to-Air Combat; Bombing and Strafing", lines="115, 131")),
    "anti-air": ("attacker", Source(section="Anti-Aircraft Fire", lines="127")),
}
"""The field of those who act, and where it stands that each does so once."""

AT = {
    "fire": Source(section="Small Arms; Main Gun Fire", lines="60, 79"),
    "penetrate": Source(section="Main Gun Fire", lines="79"),
    "close-assault": Source(section="Close Assault Tactic", lines="71"),
    "air-combat": Source(section="Air-to-Air Combat", lines="115-117"),
    "anti-air": Source(section="Anti-Aircraft Fire", lines="127"),
}
"""Where it stands what its one target loses."""


def bars_of_types(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """A type is asked which unit it is, where its side has some of it in play: who acts, and who is aimed at."""
    field, source = ACTS.get(procedure, ("", Source()))
    for word in nameless(plain, field) if field and ledger.turn else ():
        if found := [unit for unit in units_of(ledger, plain, field, word) if may_be(ledger, procedure, word, unit)]:
            beside = [unit for unit in found if fires_it_beside(ledger, procedure, word, unit)]
            names = " or ".join([unit for unit in found if unit not in beside] or found)
            first = f"phase {names} small-arms, then " if beside == found else ""
            lines = with_weapon(ledger, procedure, [word, *rows_meant(plain, field, word)], found)
            yield f"which {word} is it? {lines or f'{first}{procedure} {names}'}", source
    for word in nameless(plain, "target") if procedure in AT and ledger.turn else ():
        if found := [*units_of(ledger, plain, "target", word)]:
            actors = ",".join([unit or text for unit, text in terms_said(plain, field)])
            yield f"which {word} is it? {procedure} {actors} {' or '.join(found)}", AT[procedure]


def with_weapon(ledger: Keeper, procedure: str, words: Sequence[str], found: Sequence[str]) -> str:
    """The lines by which the units found fire a weapon that some of them would not; empty where all would.

    ``set bb weapon piat, then fire bb``. Source: first-watch.txt 69, 131.
    """
    said = {unit: next(filter(None, [first_said(ledger, procedure, one, unit) for one in words]), "") for unit in found}
    as_it_is = [unit for unit in found if not said[unit]]
    lines = [f"{said[unit]}{procedure} {unit}" for unit in found if said[unit]]
    return "; or ".join([*([f"{procedure} {' or '.join(as_it_is)}"] if as_it_is else []), *lines]) if lines else ""


def nameless(plain: Mapping[str, Any], field: str) -> Iterator[str]:
    """What a field names that is no unit in play: each as it was typed, without its count."""
    for unit, text in terms_said(plain, field):
        if not unit:
            word = word_of(text).lower()
            yield uncounted(word)[1] or word


def rows_meant(plain: Mapping[str, Any], field: str, word: str) -> set[str]:
    """The rows that a word of a field means which names no unit in play."""
    texts = [word_of(text).lower() for _, text in terms_said(plain, field)]
    rows = plain.get(ROWS, {}).get(field) or [""] * len(texts)
    paired = zip(texts, rows, strict=False)  # of several where one is meant, nobody is
    return {row for text, row in paired if row and word == (uncounted(text)[1] or text)}


def units_of(ledger: Keeper, plain: Mapping[str, Any], field: str, word: str) -> Iterator[str]:
    """The units in play that a type could mean: of that row, or of one that it begins, and of no side that suffers.

    A type is its row, whatever it is called: a Tiger is a ``tiger-i``.
    """
    others = {ledger.side_of(unit) for name, units in plain[NAMES].items() if name != field for unit in units if unit}
    whole, meant = is_row(ledger, word, *FIGURES), rows_meant(plain, field, word)
    for name, unit in ledger.units.items():
        rows = {*unit.stands_for, *(row for row, _ in unit.rows)}
        rows |= main_guns(ledger, name) if field == "attacker" else set()
        its = {word, *meant} & rows or (not whole and any(row.startswith(word) for row in rows))
        if its and not ledger.is_out(name) and not (unit.side and unit.side in others):
            yield name


def main_guns(ledger: Keeper, unit: str) -> set[str]:
    """The main gun of a vehicle in play, by which it may be named as it fires. Source: first-watch.txt 31, 73."""
    return {gun for row, _ in ledger.units[unit].rows if (gun := ledger.figure("vehicles", row, "main-gun"))}


def may_be(ledger: Keeper, procedure: str, word: str, unit: str) -> bool:
    """Whether a unit of a type may be the one that acts: of shells that burst, the battery that has fired."""
    return procedure != "burst" or (is_row(ledger, word, "artillery") and fired_mission(ledger, unit))


def fires_it_beside(ledger: Keeper, procedure: str, word: str, unit: str) -> bool:
    """Whether a weapon is the machinegun of a vehicle that has a main gun, and would fire that."""
    its = procedure == "fire" and is_vehicle(ledger, unit) and is_small_arm(ledger, word)
    return its and has_main_gun(ledger, unit) and not ledger.has(unit, "small-arms")


def planes_not_kept(ledger: Keeper, deed: Deed) -> Sentences:
    """A plane that is no unit in play has no limits: what it does is kept of nobody."""
    field, source = ACTS.get(deed.procedure, ("", Source()))
    plain = {**deed.given, NAMES: deed.given.get(NAMES, {})}
    for word in nameless(plain, field) if field and ledger.turn and planes_of(ledger) and deed.attempt else ():
        if is_row(ledger, word, "aircraft") and not any(
            ledger.stands_for(unit, word) and is_plane(ledger, unit) for unit in ledger.units
        ):
            yield f"nothing is kept of {word}, which is no unit in play: add NAME {word}", source
