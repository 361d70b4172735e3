"""Forward Observation Officers, and which of them directs the artillery. Source: grid.txt 68-70."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.sentence import of
from refcli.core.states import WORD, Held, State
from refcli.rulesets.grid.in_play import INFANTRY, acting, fires_indirectly, is_one, of_class, said_of, said_of_attacker

OFFICER = Source(section="Artillery & Mortars", lines="68, 70")

DIRECTS = State("foo", "unit", "{value}", OFFICER, WORD)
"""What the only officer of a side gives to its artillery, by the unit that he is with."""


def officers_of(ledger: Keeper, side: str) -> list[str]:
    """The reconnaissance units of a side that were brought with a Forward Observation Officer, and are still there."""
    return [
        unit
        for unit in of_class(ledger, INFANTRY)
        if is_officer(ledger, unit) and ledger.side_of(unit) == side and not ledger.is_out(unit)
    ]


def is_officer(ledger: Keeper, unit: str) -> bool:
    """Whether a unit was brought with a Forward Observation Officer: reconnaissance alone has one. Source: 70."""
    return "foo" in ledger.units[unit].conditions and is_one(ledger, unit, "reconnaissance", "yes")


def has_officer(ledger: Keeper, unit: str) -> bool:
    """Whether a Forward Observation Officer is with a unit, or may be: with guns that were brought so, as said."""
    told = fires_indirectly(ledger, unit) and "foo" in ledger.units[unit].conditions
    return told or is_one(ledger, unit, "reconnaissance", "yes")


def directed_by(ledger: Keeper, plain: Mapping[str, Any], unit: str) -> Held | None:
    """The officer who directs a unit, as far as the game knows: the only one of its side directs its artillery.

    Guns that see the target themselves need none; where nobody observes it, neither does he.
    """
    officers = officers_of(ledger, ledger.side_of(unit))
    if not is_one(ledger, unit, "indirect", "artillery") or len(officers) != 1:
        return None
    needs_none = {"in-sight", "unobserved"} & said_of_attacker(plain, unit)
    return None if needs_none else Held(DIRECTS, f"with {officers[0]}")


def which_officer(ledger: Keeper, deed: Deed) -> Sentences:
    """Artillery that several officers could direct, and nobody was said to."""
    guns = [
        unit
        for unit in acting(deed, unless=("in-sight", "unobserved", "foo"))
        if is_one(ledger, unit, "indirect", "artillery")
    ]
    for side in dict.fromkeys(map(ledger.side_of, guns)):
        officers = officers_of(ledger, side)
        if len(officers) > 1:
            yield f"if {' or '.join(officers)} can see the target, he may direct the artillery: +foo", OFFICER


def bars_of_officer(ledger: Keeper, plain: Mapping[str, Any]) -> Sentences:
    """Guns that are said to be directed need an officer of their side. Source: grid.txt 70."""
    firers = plain.get(NAMES, {}).get("attackers", ()) if "foo" in said_of(plain, "attackers") else ()
    for side in dict.fromkeys(map(ledger.side_of, firers)):
        yield from no_officer_left(ledger, side)


def no_officer_left(ledger: Keeper, side: str) -> Sentences:
    """Why no officer is with a side: he belongs to a reconnaissance unit of it. Source: grid.txt 70.

    Where nobody but guns was ever brought, nobody knows who is with them: that is no bar.
    """
    own = [unit for unit in ledger.units if ledger.side_of(unit) == side]
    officers = [unit for unit in own if has_officer(ledger, unit)]
    named = [unit for unit in officers if is_officer(ledger, unit)]
    if not side or all(is_guns(ledger, unit) for unit in own) or not all(map(ledger.is_out, named or officers)):
        return
    if named:
        yield f"the Forward Observation Officer of {side} is out of play", OFFICER
    else:
        left = " left" if officers else ""
        yield f"{side} has no reconnaissance unit{left} for a Forward Observation Officer", OFFICER


def is_guns(ledger: Keeper, unit: str) -> bool:
    """Whether a unit fires in the Artillery & Mortar Fire phase, and has no officer of its own."""
    return fires_indirectly(ledger, unit) and not has_officer(ledger, unit)


def no_officer(ledger: Keeper, deed: Deed) -> Sentences:
    """Who was brought with a Forward Observation Officer and can have none, told as guns fire. Source: grid.txt 70."""
    sides = {ledger.side_of(unit) for unit in acting(deed, unless=("in-sight", "unobserved", "foo"))}
    for unit in [one for one in ledger.units if ledger.side_of(one) in sides and not ledger.is_out(one)]:
        if "foo" in ledger.units[unit].conditions and ledger.units[unit].rows and not has_officer(ledger, unit):
            said = "{unit:is|are} no reconnaissance unit, and no Forward Observation Officer is with {unit:it|them}"
            yield of(unit, said), OFFICER
