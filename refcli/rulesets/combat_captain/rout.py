"""Units that rout, and those that put their losses together. Source: combat-captain.txt 538, 549-550, 570-573."""

from collections.abc import Iterable, Sequence

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.rulesets.combat_captain.in_play import groups_of, kind_of
from refcli.rulesets.combat_captain.losses import MEN
from refcli.rulesets.combat_captain.unit import ROUT

PARTIAL = Source(section="Organization of Troops; Casualties", lines="55-58, 570-573")


def rout(ledger: Keeper, groups: Iterable[str], number: int) -> None:
    """Units rout that have as many markers as sub-units left, or so many as rout any. Source: 549-550."""
    for group in dict.fromkeys(groups):
        sub_units, markers = len(ledger.in_group(group)), ledger.value(group, "markers")
        if markers and sub_units and markers >= min(sub_units, ledger.figure("morale", "rout", "")):
            ledger.begin(group, "routed", 1, number)


def routs_untold(ledger: Keeper, deed: Deed) -> Sentences:
    """Units that rout by the markers of a ruling that itself says nothing of it. Source: 549-550."""
    told = {effect["unit"] for effect in deed.ruling["effects"] if effect["kind"] == "rout"}
    for owner, held in ledger.named("routed"):
        if held.entry == deed.number and owner not in told:
            yield f"{owner} routs on the spot and leaves the field", ROUT


def hold_no_more(ledger: Keeper) -> None:
    """Whoever is out of play holds no fire: nobody is told to take its markers off. Source: 538, 549-550."""
    for owner, _ in ledger.named("held-fire"):
        if owner in ledger.units and ledger.is_out(owner):
            ledger.end(owner, "held-fire")


def bars_to_consolidate(ledger: Keeper, named: Sequence[str]) -> Sentences:
    """Losses are put together within one unit, all of which counts for its rout. Source: 55-58, 570-573."""
    groups = groups_of(ledger, named)
    if len(groups) > 1:
        yield f"losses of one unit are put together, and not of {' and '.join(groups)}", PARTIAL
    elif groups and any(kind_of(ledger, one.name) and one.name not in named for one in ledger.in_group(groups[0])):
        yield f"all of {groups[0]} counts: consolidate {groups[0]}", PARTIAL


def to_put_together(ledger: Keeper, since: int = 0) -> Sentences:
    """Units whose sub-units together lost the men of a whole one, by a ruling ``since`` or at any time.

    Source: 538, 570-573; readings CC-65.
    """
    for group in groups_of(ledger, ledger.units):
        for kind in MEN:
            alike = [one.name for one in ledger.in_group(group) if kind_of(ledger, one.name) == kind]
            lost = [held for one in alike if (held := ledger.has(one, "men-lost"))]
            men = sum([int(held.value) for held in lost])
            whole = lost and men >= ledger.figure("non-armor", kind, "men")
            if whole and max(held.entry for held in lost) >= since:
                yield f"{group} has lost {men} men together, a whole sub-unit: consolidate {group}", PARTIAL
