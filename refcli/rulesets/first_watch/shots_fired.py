"""Which of a unit of several have fired: each gun of a battery by itself. Source: first-watch.txt 31-33, 94, 127."""

from collections.abc import Mapping
from typing import Any

from refcli.core.hook import Keeper
from refcli.rulesets.first_watch.in_play import crewed, strength_of


def count_shots(ledger: Keeper, unit: str, number: int) -> None:
    """Once each of a unit has fired, all of it has. Source: first-watch.txt 31, 33, 94."""
    if ledger.has(unit, "fired") or int(ledger.value(unit, "part-fired")) >= most_shots(ledger, unit):
        ledger.end(unit, "part-fired")
        ledger.begin(unit, "fired", 1, number)


def most_shots(ledger: Keeper, unit: str) -> int:
    """How many of a unit fire this turn at most. Source: first-watch.txt 31, 60."""
    return max(1, int(ledger.value(unit, "fit-to-fire", strength_of(ledger.units[unit]))))


def keep_fit(ledger: Keeper) -> None:
    """Let who is lost fire no more in this turn, where as many of his unit have not fired as are left of it.

    In a fire step he still fires, so that he is counted as that ends. Which of a unit fired is not known: of three, one
    of which fired before one was lost, two may still fire, of three that lost one before any fired two as well.
    Source: first-watch.txt 31, 60.
    """
    counted = [owner for state in ("losses", "crew-losses", "fit-to-fire") for owner, _ in ledger.named(state)]
    for unit in dict.fromkeys(owner for owner in counted if owner in ledger.units):
        if ledger.has(unit, "losses") or ledger.has(unit, "crew-losses"):
            fit = int(ledger.value(unit, "part-fired")) + crewed(ledger, unit)
            if fit < most_shots(ledger, unit):
                ledger.begin(unit, "fit-to-fire", fit, 0)
        else:
            ledger.end(unit, "fit-to-fire")


def count_fit_anew(ledger: Keeper, unit: str) -> None:
    """Let as many of a unit fire as are left of it, where less was lost than was said before. Source: 31, 60."""
    if not (ledger.has(unit, "losses") or ledger.has(unit, "crew-losses")):
        ledger.end(unit, "fit-to-fire")
    elif ledger.has(unit, "fit-to-fire"):
        fit = int(ledger.value(unit, "part-fired")) + crewed(ledger, unit)
        if fit > int(ledger.value(unit, "fit-to-fire")):
            ledger.begin(unit, "fit-to-fire", min(fit, strength_of(ledger.units[unit])), 0)


def ready_guns(ledger: Keeper, battery: str) -> int:
    """How many guns with a crew are left for the mission, not having fired directly. Source: first-watch.txt 31, 94."""
    return max(0, min(crewed(ledger, battery), most_shots(ledger, battery) - int(ledger.value(battery, "part-fired"))))


def fires_once(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> bool:
    """Whether a gun that fired directly may not fire a mission besides. Source: first-watch.txt 31, 94; FW-64."""
    return procedure == "bombard" and ledger.reads("FW-64=one-fire", plain)
