"""What comes down: missions, and the bursts of shells and bombs. Source: first-watch.txt 36, 94-98, 129-143."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper
from refcli.rulesets.first_watch.in_play import Bars, of, planes_of, whole

PLOTTED = Source(section="Artillery Fire", lines="36, 94")
SAME_POINT = Source(section="Artillery Fire", lines="96")
BURSTS = Source(section="Artillery Fire", lines="96-98")
BOMBS = Source(section="Bombing and Strafing", lines="129-135, 141-143")


def bars_of_mission(ledger: Keeper, battery: str, plain: Mapping[str, Any]) -> Bars:
    """Indirect fire is plotted in an earlier turn, and a point is known by what was fired at it.

    Source: first-watch.txt 36, 94-96.
    """
    mission, fired = ledger.has(battery, "mission"), int(ledger.value(battery, "turns-of-fire"))
    if mission is None:
        yield of(battery, "{unit:has|have} no mission plotted"), PLOTTED
    elif ledger.turn and mission.turn == ledger.turn:
        yield of(battery, "{unit:has its|have their} mission plotted this turn, for the next one"), PLOTTED
    elif mission.value and str(plain.get("point") or mission.value).lower() != str(mission.value).lower():
        yield of(battery, "{unit:has|have} a mission at {there}, not there", there=mission.value), PLOTTED
    if plain.get("shift") is not None and not ledger.has(battery, "impact"):
        yield of(battery, "{unit:has|have} no last impact to shift from"), SAME_POINT
    if whole(plain, "turn") > fired + 1:
        before = "{unit:has|have} fired {fired:turn} at this point, so that this is turn {now}"
        yield of(battery, before, fired=fired, now=fired + 1), SAME_POINT


def bars_of_burst(ledger: Keeper, battery: str, what: str) -> Bars:
    """Shells come down in the turn of their mission, a bomb in that in which a plane drops it.

    Source: first-watch.txt 96-98, 141-143.
    """
    fired = ledger.has(battery, "turns-of-fire")
    if battery in ledger.units and not (fired and fired.turn == ledger.turn):
        yield of(battery, "{unit:has|have} fired no mission this turn: bombard {unit}"), BURSTS
    bomb = ledger.figure("bombs", what, "ring") is not None
    if bomb and planes_of(ledger) and not any(ledger.has(one, "attacks") for one in planes_of(ledger)):
        yield "no plane has dropped a bomb this turn: bomb BOMB PLANE", BOMBS
