"""What the states of the grid need beyond their data. Source: grid.txt 173-176."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Hook, Keeper
from refcli.core.sentence import Proper, fill

REGROUP = Source(section="Regroup", lines="173-176")


class Grid(Hook):
    """Regrouping takes a disruption away: there has to be one."""

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
        """Who has nothing to regroup from."""
        named = plain.get("names", {}).get("units", ()) if procedure == "morale" else ()
        for unit in named:
            if unit in ledger.units and not ledger.has(unit, "disrupted") and not ledger.has(unit, "isolated"):
                said = fill("{unit:is|are} not disrupted: there is nothing to regroup from", {"unit": Proper(unit)})
                yield f"{unit} {said}", REGROUP


HOOK = Grid()
