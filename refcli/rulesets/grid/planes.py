"""Planes that fly sorties. Source: grid.txt 214-225."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.errors import Refused
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import Proper, fill, of, some
from refcli.core.states import GAME, Held
from refcli.rulesets.grid.effects import UNNAMED
from refcli.rulesets.grid.in_play import said_of, targets
from refcli.rulesets.grid.squares import BETWEEN, apart_units

SORTIES = Source(section="Aircraft Sorties", lines="214-219")
FLIES_FOR = Source(section="Sequence of play; Aircraft Sorties", lines="48, 214-219")
LOST = Source(section="Aircraft Sorties", lines="225")
AA_GUNS = Source(section="Aircraft Sorties", lines="221")
AA_RANGE = 2
"""Squares from an AA gun to a unit that it protects. Source: grid.txt 221."""


def is_plane(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a plane: one that is no row of the charts."""
    return unit in ledger.units and not ledger.units[unit].rows


def planes_of(ledger: Keeper, side: str) -> list[str]:
    """The planes that a side brought, and still has."""
    return [
        name
        for name in ledger.units
        if is_plane(ledger, name) and ledger.side_of(name) == side and not ledger.is_out(name)
    ]


def bars_of_sortie(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Where planes were brought, each sortie is flown by one of them; who has lost his only one flies none."""
    planes, aircraft = planes_of(ledger, ledger.side), str(plain.get("aircraft", ""))
    if not any(is_plane(ledger, unit) for unit in ledger.units):
        return
    if not planes:
        lost = any(is_plane(ledger, unit) and ledger.side_of(unit) == ledger.side for unit in ledger.units)
        yield f"{ledger.side} has no plane{' left' if lost else ''}", LOST if lost else SORTIES
    elif not aircraft:
        yield f"which plane flies? {' or '.join(planes)}: strafe ... {planes[0]}", SORTIES
    elif aircraft.lower() not in [name.lower() for name in planes]:
        yield f"{aircraft} is no plane of {ledger.side}", SORTIES


def check_no_second(ledger: Keeper, procedure: str, plain: Mapping[str, Any], word: str) -> None:
    """Refuse a target behind the plane that flies at it, or behind who observes, who takes a range. Source: 58, 219."""
    first = str(plain.get("target") or plain.get("observer") or "").partition("+")[0]
    if word not in ledger.units:
        return
    if procedure == "strafe" and is_plane(ledger, first) and not is_plane(ledger, word):
        raise Refused(f"the target first, then the plane: strafe {word} {first}")
    if procedure == "observe":
        raise Refused(f"observe takes no target: observe {first} -r 2, and what lies between, -b smoke")


def bars_of_no_plane(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A unit on the table flies no sortie. Source: grid.txt 214-219."""
    aircraft = str(plain.get("aircraft", ""))
    for unit in ledger.units if aircraft else ():
        if unit.lower() == aircraft.lower() and not is_plane(ledger, unit):
            yield of(unit, "{unit:is|are} no plane, and {unit:flies|fly} no sortie"), SORTIES


def sortie_unknown(ledger: Keeper, deed: Deed) -> None:
    """Keep the first sortie by a plane that nobody named or brought. Source: grid.txt 214-219."""
    known = deed.given.get("aircraft", UNNAMED) != UNNAMED or ledger.has(GAME, "unknown-plane")
    if not known and not any(is_plane(ledger, unit) for unit in ledger.units):
        ledger.begin(GAME, "unknown-plane", 1, deed.number)


def told_of_unknown(ledger: Keeper, deed: Deed) -> Sentences:
    """How a plane that nobody named is brought, told at its first sortie. Source: grid.txt 214-225."""
    unknown = ledger.has(GAME, "unknown-plane")
    if unknown and unknown.entry == deed.number:
        yield "no plane is in the game: add Stuka SIDE, and its disruption and its loss are kept", SORTIES


def flew_for(ledger: Keeper, deed: Deed) -> None:
    """Keep for which side a plane flies that was named and never brought. Source: grid.txt 48, 214-219."""
    plane = str(deed.given.get("aircraft", UNNAMED))
    known = plane == UNNAMED or is_plane(ledger, plane) or ledger.has(plane, "flies-for") or ledger.is_out(plane)
    if ledger.side and not known:
        ledger.begin(plane, "flies-for", ledger.side, deed.number)


def bars_of_other_side(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """A plane that was never brought flies for the side that it flew for first. Source: grid.txt 48, 214-219."""
    aircraft = str(plain.get("aircraft", ""))
    for (plane, state), held in ledger.held.items():
        if state == "flies-for" and plane.lower() == aircraft.lower() and held.value != ledger.side:
            yield f"{plane} flies for {held.value}; it is the turn of {ledger.side}", FLIES_FOR


def aa_guns_of(ledger: Keeper, side: str) -> list[str]:
    """The AA guns of a side that are there."""
    return [
        unit
        for unit in ledger.units
        if ledger.stands_for(unit, "aa-gun") and ledger.side_of(unit) == side and not ledger.is_out(unit)
    ]


def aa_near(ledger: Keeper, target: str) -> Held | None:
    """What tells that an AA gun stands within its range of a target: the squares of both."""
    guns = aa_guns_of(ledger, ledger.side_of(target))
    known = [one for gun in guns if (one := apart_units(ledger, gun, target))]
    return BETWEEN if any(one.far <= AA_RANGE for one in known) else None


def bars_of_aa(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """No AA guns are near a target whose side has none, or has them all too far away. Source: grid.txt 221."""
    for target in plain.get(NAMES, {}).get("target", ()) if "aa-near" in said_of(plain, "target") else ():
        yield from no_aa_near(ledger, target)


def no_aa_near(ledger: Keeper, target: str) -> Sentences:
    """Why no AA guns are near a target, as far as a game knows. Source: grid.txt 221."""
    side = ledger.side_of(target) if target in ledger.units else ""
    guns = aa_guns_of(ledger, side)
    if side and not guns:
        had = any(ledger.stands_for(unit, "aa-gun") and ledger.side_of(unit) == side for unit in ledger.units)
        yield f"{side} has no AA gun{' left' if had else ''}", AA_GUNS
    elif side and all(is_far(ledger, gun, target) for gun in guns):
        far = [(one.near, gun, one) for gun in guns if (one := apart_units(ledger, gun, target))]
        _, gun, one = min(far)
        far_off = f"not within {some(AA_RANGE, 'square', 'squares')} of {target}"
        yield of(gun, f"{{unit:is|are}} {far_off}: {one.here} to {one.there} is {one.near}"), AA_GUNS


def aa_guns(ledger: Keeper, deed: Deed) -> Sentences:
    """AA guns that may stand near a unit that a sortie eliminated: near them it would only be disrupted."""
    lost = deed.ruling["outcome"] == "eliminated"
    for unit in targets(deed) if lost else ():
        spared = ledger.side_of(unit) and not any(deed.is_stated(one, unit) for one in ("aa-near", "disrupted"))
        near = [gun for gun in aa_guns_of(ledger, ledger.side_of(unit)) if spared and not is_far(ledger, gun, unit)]
        if near:
            said = "if {guns} {guns:is|are} within 2 squares of {unit}, the hit only disrupts: +aa-near"
            yield fill(said, {"guns": near, "unit": Proper(unit)}), AA_GUNS


def is_far(ledger: Keeper, gun: str, target: str) -> bool:
    """Whether an AA gun is known to stand out of its range of a target."""
    one = apart_units(ledger, gun, target)
    return one is not None and one.near > AA_RANGE
