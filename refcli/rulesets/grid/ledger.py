"""What the states of the grid need beyond their data. Source: grid.txt 113-116, 173-176, 184."""

from collections.abc import Iterator, Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Hook, Keeper
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, Held

COMBAT_MOVE = Source(section="Combat Move", lines="113-116, 166")
REGROUP = Source(section="Regroup", lines="173-176")


class Grid(Hook):
    """Who regroups is disrupted, and who makes a combat move has attacked."""

    def bars(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Source]]:
        """Who has nothing to regroup from, or no combat move to make."""
        named = plain.get("names", {})
        for unit in named.get("units", ()) if procedure == "morale" else ():
            if unit in ledger.units and not ledger.has(unit, "disrupted") and not ledger.has(unit, "isolated"):
                yield of(unit, "{unit:is|are} not disrupted: there is nothing to regroup from"), REGROUP
        said = f"{plain['mover']} {' '.join(plain['conditions'])}" if ledger.turn and procedure == "move" else ""
        for unit in named.get("mover", ()) if "combat-move" in said else ():
            if unit in ledger.units and not ledger.has(unit, "combat-move"):
                yield of(unit, "{unit:has|have} no combat move to make"), COMBAT_MOVE

    def fills(self, ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Iterator[tuple[str, Any, Held]]:
        """What the side that has lost more has lost, where a number of losses ends the game. Source: grid.txt 184."""
        most = ledger.has(GAME, "most-losses")
        if procedure == "clock" and most:
            yield "casualties", max([int(ledger.value(side, "losses")) for side in ledger.sides], default=0), most


def of(unit: str, text: str) -> str:
    """What is said of a unit in play, its name first."""
    return f"{unit} {fill(text, {'unit': Proper(unit)})}"


HOOK = Grid()
