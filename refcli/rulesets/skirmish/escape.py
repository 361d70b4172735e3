"""Crews and passengers that get out of what is lost. Source: skirmish.txt 129, 201, 413-417."""

from refcli.core.cells import Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, procedure, unit_names
from refcli.rulesets.skirmish.crew import (
    JUMP_CLEAR,
    NEAR_MISSES,
    TURRET_DESTROYED,
    crew_of,
    effects_aboard,
    get_out,
    jump_clear,
    limps,
    men_in,
    pinned,
    turret_crew,
)


class Escape(NamedTuple):
    """A vehicle with those aboard, and what happened to it."""

    target: Annotated[Term, Field("the vehicle", 1, ("vehicles", "troops"), noun="vehicle")]
    cause: Annotated[Term, Field("what happened to it", 2, ("escape",), noun="cause")]
    conditions: Conditions = NOTHING


LIVES = f"{NEAR_MISSES}[driver?; the driver lives, so it may limp at half speed]."


class EscapeOutcome(Outcome):
    ALL = "all escape", True, f"All aboard {{the target}} [stay?live][!stay?escape]{LIVES}"
    SOME = (
        "some escape",
        True,
        "[stay?{escaped:man lives|men live} aboard {the target}][!stay?{escaped:man escapes|men escape} from "
        f"{{the target}}], {{dead}} of {{men}} killed{LIVES}",
    )
    NONE = "none escapes", False, "Nobody [stay?lives aboard][!stay?escapes from] {the target}: {dead} killed."
    NOBODY = "nobody aboard", Outcome.NO_ATTEMPT, "Nobody is known to be aboard {the target}."


CHARTS = ("vehicles", "vehicle-facts", "troops", "escape", "hit-effect", "prisoners")


@procedure("escape", EscapeOutcome, CHARTS, sums=("escape", "effect"))
def escape(request: Escape, charts: Charts, dice: Dice) -> Ruling:
    """A crew and its passengers leave a vehicle that is lost: who gets out?

    One d10 for each man. Where the ruling that lost the vehicle has rolled for them, nobody rolls again.
    Source: skirmish.txt 129, 201, 413-417.
    """
    target, cause = request.target.name, request.cause.name
    stated, stay = request.conditions + request.target.conditions, cause == TURRET_DESTROYED
    men = men_in(target, stated, charts)
    in_turret = min(men, turret_crew(target, charts)) if stay else 0
    if not men:
        dice.show(
            Note(
                "the lists give it no crew: only those said to be aboard can escape",
                Source(section="Equipment Data", lines="293-338"),
            )
        )
        return Ruling(EscapeOutcome.NOBODY, {"escaped": 0, "dead": 0, "near misses": 0})
    jumps = cause == JUMP_CLEAR
    aboard = jump_clear(men, 0, (), charts, dice) if jumps else get_out(men, cause, in_turret, charts, dice)
    fates = aboard.all
    if fates.near_misses:
        dice.show(pinned(charts))
    outcome = EscapeOutcome.ALL if fates.escaped == men else EscapeOutcome.SOME

    def effects() -> tuple[Effect, ...]:
        vehicle = unit_names([request.target], charts, "vehicles", "troops")[target]
        crew = crew_of(target, stated, charts)
        return *effects_aboard(vehicle, crew, aboard, stay=stay), *limps(vehicle, fates)

    return Ruling(
        outcome if fates.escaped else EscapeOutcome.NONE,
        {"escaped": fates.escaped, "dead": fates.dead, "near misses": fates.near_misses},
        effects,
        told={"men": men, "driver": fates.driver, "stay": stay},
    )
