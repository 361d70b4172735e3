"""Who observes for the guns. Source: grid.txt 64-70."""

from collections.abc import Iterator

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.rulesets.grid.in_order import INFANTRY, acting, is_one, of_class

OFFICER = Source(section="Artillery & Mortars", lines="68, 70")
OBSERVED = Source(section="Observation; Artillery & Mortars", lines="64, 68")


def bars_of_officer(ledger: Keeper, side: str) -> Iterator[tuple[str, Source]]:
    """A Forward Observation Officer belongs to a reconnaissance unit of the side.

    Where nobody but guns was ever brought, nobody knows who is with them: that is no bar.
    """
    own = [unit for unit in ledger.units if ledger.side_of(unit) == side]
    officers = [unit for unit in own if has_officer(ledger, unit)]
    named = [unit for unit in officers if "foo" in ledger.units[unit].conditions]
    if not side or all(is_guns(ledger, unit) for unit in own) or not all(map(ledger.is_out, named or officers)):
        return
    if named:
        yield f"the Forward Observation Officer of {side} is out of play", OFFICER
    else:
        left = " left" if officers else ""
        yield f"{side} has no reconnaissance unit{left} for a Forward Observation Officer", OFFICER


def is_guns(ledger: Keeper, unit: str) -> bool:
    """Whether a unit fires in the Artillery & Mortar Fire phase, and has no officer of its own."""
    fires = any(is_one(ledger, unit, "indirect", of) for of in ("artillery", "mortars"))
    return fires and not has_officer(ledger, unit)


def has_officer(ledger: Keeper, unit: str) -> bool:
    """Whether a Forward Observation Officer is with a unit, or may be."""
    return "foo" in ledger.units[unit].conditions or is_one(ledger, unit, "reconnaissance", "yes")


def nobody_observes(ledger: Keeper, deed: Deed) -> Iterator[tuple[str, Source]]:
    """Guns that do not see their target need a friend who does: all who could are gone, or nobody ever was there."""
    for side in dict.fromkeys(map(ledger.side_of, acting(deed, unless=("in-sight",)))):
        infantry = [one for one in of_class(ledger, INFANTRY) if ledger.side_of(one) == side]
        if (side or infantry) and all(map(ledger.is_out, infantry)):
            said = f"{side} has no infantry or reconnaissance{' left' if infantry else ''} to observe".strip()
            yield f"{said}: guns fire only at what they see themselves: in-sight", OBSERVED
