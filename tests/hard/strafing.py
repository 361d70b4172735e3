"""Combat Captain's strafing run: it can stop at any man it crosses."""

from typing import Annotated, NamedTuple

from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field
from refcli.core.ruling import Effect, Outcome, Ruling

FLY_ON, STOP = "fly on", "stop"


class Strafe(NamedTuple):
    """One plane over the men under its tape, in the order in which it crosses them."""

    men: Annotated[int, Field("men crossed", at_least=0)]
    cover: Annotated[int, Field("level of their cover", at_least=0, at_most=5)] = 0
    policy: Annotated[str, Field("what the player does after each man", choices=(FLY_ON, STOP))] = FLY_ON
    conditions: Conditions = NOTHING


class StrafeOutcome(Outcome):
    FINISHED = "finished", True, "the run is finished: {casualties} fall"
    TERMINATED = "terminated", True, "the player ends the run: {casualties} fall"
    BREAKS_OFF = "breaks off", False, "the plane breaks off: {casualties} fall"
    CRASHES = "crashes", False, "the plane crashes: {casualties} fall"


class Run(NamedTuple):
    """What the run comes to from one man on."""

    casualties: int
    end: StrafeOutcome


def strafe(request: Strafe, charts: Charts, dice: Dice) -> Ruling:
    """Strafing run: how many fall, and does the plane come back? Source: combat-captain.txt 886-899."""
    run = dice.sub(cross, (request.men, request.cover, request.policy), "run")
    lost = (Effect("remove", "plane"),) if run.end is StrafeOutcome.CRASHES else ()
    return Ruling(run.end, {"casualties": run.casualties}, effects=lost)


def cross(men: int, cover: int, policy: str, dice: Dice) -> Run:
    """The next man under the tape, and all after him. Source: combat-captain.txt 888-897."""
    if not men:
        return Run(0, StrafeOutcome.FINISHED)
    face = dice.die(D6, "man")
    if face == 1:
        effect = dice.die(D6, "return shot")
        if effect >= 4:
            return Run(0, StrafeOutcome.CRASHES if effect == 6 else StrafeOutcome.BREAKS_OFF)
    possible = face >= 5
    saved = possible and cover > 0 and dice.die(D6, "save") <= cover
    fallen = int(possible and not saved)
    if men > 1 and dice.decide("the run", (FLY_ON, STOP), policy) == STOP:
        return Run(fallen, StrafeOutcome.TERMINATED)
    rest = dice.sub(cross, (men - 1, cover, policy), "next")
    return Run(fallen + rest.casualties, rest.end)


STRAFE = Procedure("strafe", strafe, Strafe, charts=(), outcomes=StrafeOutcome)
