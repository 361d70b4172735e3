"""Which of a unit of several have fired: each gun of a battery by itself. Source: first-watch.txt 31-33, 94, 127."""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.rulesets.first_watch.in_play import crew_of_each, crewed, strength_of


def count_shots(ledger: Keeper, unit: str, number: int) -> None:
    """Once each of a unit has fired, all of it has. Source: first-watch.txt 31, 33, 94."""
    if ledger.has(unit, "fired") or int(ledger.value(unit, "part-fired")) >= most_shots(ledger, unit):
        ledger.end(unit, "part-fired")
        ledger.begin(unit, "fired", 1, number)


def most_shots(ledger: Keeper, unit: str) -> int:
    """How many of a unit may fire this turn: who is lost in a fire step still fires in it.

    Of losses that fell in several turns those of the last are not told apart, and all count as of this turn.
    Source: first-watch.txt 31, 60.
    """
    losses, crews = ledger.has(unit, "losses"), ledger.has(unit, "crew-losses")
    lost = int(losses.value) if losses and losses.turn < ledger.turn else 0
    without = int(crews.value) // crew_of_each(ledger, unit) if crews and crews.turn < ledger.turn else 0
    return max(1, strength_of(ledger.units[unit]) - lost - without)


def ready_guns(ledger: Keeper, battery: str) -> int:
    """How many guns with a crew are left for the mission, not having fired directly. Source: first-watch.txt 31, 94."""
    return max(0, crewed(ledger, battery) - int(ledger.value(battery, "part-fired")))


def fires_once(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> bool:
    """Whether a gun that fired directly may not fire a mission besides. Source: first-watch.txt 31, 94; FW-64."""
    return procedure == "bombard" and ledger.reads("FW-64=one-fire", plain)
