"""A skirmish burst: everyone under the circle suffers by class, and those inside a vehicle by what it suffers."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Outcome, Ruling

DEAD_FROM = {"open": 6, "soft cover": 8, "hard cover": 10}
"""The effect die that kills; below it is a near miss. Source: skirmish.txt 176-180."""

SUFFERS_FROM = {"soft": (3, 7), "open-topped": (6, 9), "tank": (8, 10)}
"""The die that immobilises a vehicle, and the die that destroys it. Source: skirmish.txt 259-275."""

ROW_INSIDE = {"soft": "soft cover", "open-topped": "hard cover"}
"""The row of those inside when it is immobilised; in a tank nobody suffers. Source: 281, a reading, S-60."""

OVER, SERIOUS = 100, 82
"""Millimetres: guns over the first add 1; up to the second no tank suffers. Source: 257, 271, 277."""


class Burst(NamedTuple):
    """What lies under one burst circle: men by their cover, and a vehicle with those inside it."""

    calibre: Annotated[int, Field("calibre of the gun or mortar", unit="mm")]
    in_open: Annotated[int, Field("men in the open", at_least=0)] = 0
    in_soft_cover: Annotated[int, Field("men in soft cover", at_least=0)] = 0
    in_hard_cover: Annotated[int, Field("men in hard cover", at_least=0)] = 0
    vehicle: Annotated[str, Field("kind of the vehicle", choices=("", *SUFFERS_FROM))] = ""
    occupants: Annotated[int, Field("crew and passengers", at_least=0)] = 0
    conditions: Conditions = NOTHING


class BurstOutcome(Outcome):
    LOSSES = "losses", True, "{dead} dead, {destroyed} destroyed, {immobilised} immobilised"
    SHAKEN = "shaken", False, "nobody is dead: {near misses} near misses"
    NOTHING = "nothing", False, "no effect"


class Fate(StrEnum):
    """What the effect die says of one man."""

    DEAD = "dead"
    NEAR_MISS = "near miss"


class Suffered(NamedTuple):
    """What a vehicle and those inside it suffer."""

    destroyed: int = 0
    immobilised: int = 0
    dead: int = 0
    near_misses: int = 0


def burst(request: Burst, charts: Charts, dice: Dice) -> Ruling:
    """Everyone under the burst circle: who is dead, and what becomes of the vehicle?

    Source: skirmish.txt 253-281.
    """
    added = int(request.calibre > OVER)
    men = request.in_open + request.in_soft_cover + request.in_hard_cover
    dead = dice.sub(killed, (request.in_open, request.in_soft_cover, request.in_hard_cover, added), "men")
    vehicle = Suffered()
    if request.vehicle:
        vehicle = dice.sub(hit, (request.vehicle, request.occupants, request.calibre), request.vehicle)
    came = {
        "dead": dead + vehicle.dead,
        "near misses": men - dead + vehicle.near_misses,
        "destroyed": vehicle.destroyed,
        "immobilised": vehicle.immobilised,
    }
    if came["dead"] or came["destroyed"] or came["immobilised"]:
        return Ruling(BurstOutcome.LOSSES, came)
    return Ruling(BurstOutcome.SHAKEN if came["near misses"] else BurstOutcome.NOTHING, came)


def killed(in_open: int, in_soft_cover: int, in_hard_cover: int, added: int, dice: Dice) -> int:
    """The men outside vehicles that the burst kills. Source: skirmish.txt 257."""
    rows = (("open", in_open), ("soft cover", in_soft_cover), ("hard cover", in_hard_cover))
    return sum(dice.each(men, suffer, (row, added), row)[Fate.DEAD] for row, men in rows)


def suffer(row: str, added: int, dice: Dice) -> Fate:
    """One man's effect die. Source: skirmish.txt 174-180, 257."""
    return Fate.DEAD if dice.die(D10, "effect") + added >= DEAD_FROM[row] else Fate.NEAR_MISS


def hit(vehicle: str, occupants: int, calibre: int, dice: Dice) -> Suffered:
    """A vehicle's die, then those inside it. Source: skirmish.txt 259-281."""
    if vehicle == "tank" and calibre <= SERIOUS:
        return Suffered()
    added = int(calibre > OVER)
    immobilised, destroyed = SUFFERS_FROM[vehicle]
    score = dice.die(D10, "damage") + added
    if score >= destroyed:
        return Suffered(destroyed=1, dead=occupants)
    if score < immobilised:
        return Suffered()
    if vehicle not in ROW_INSIDE:
        return Suffered(immobilised=1)
    fates = dice.each(occupants, suffer, (ROW_INSIDE[vehicle], added), "inside")
    return Suffered(immobilised=1, dead=fates[Fate.DEAD], near_misses=fates[Fate.NEAR_MISS])


BURST = Procedure("burst", burst, Burst, charts=(), outcomes=BurstOutcome)
