"""Men who are hit, and crews that get out. Source: skirmish.txt 129, 174-181, 197-201, 279-281, 413-417."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need, Source, whole
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.skirmish.circumstance import Circumstance
from refcli.rulesets.skirmish.throw import result


class Fate(StrEnum):
    """What becomes of one man."""

    DEAD = "dead"
    NEAR_MISS = "near-miss"
    UNHURT = ""
    ESCAPED = "escaped"


class Fared(NamedTuple):
    """What becomes of those in a vehicle: those that escape may still be dead or near-missed.

    The ``driver`` is told of where he may drive on, in a wreck without its turret.
    """

    dead: int = 0
    near_misses: int = 0
    escaped: int = 0
    driver: bool = False


NOBODY = Fared()


class Cause(StrEnum):
    """What befell a vehicle, where a rule asks for it by name."""

    TURRET_DESTROYED = "turret-destroyed"
    JUMP_CLEAR = "soft-vehicle-destroyed"
    WRECKED = "wrecked"
    DESTROYED = "destroyed"
    RAMMED = "rammed"


def suffer(row: str, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> Fate:
    """A man who is hit throws on a row of the Hit Effect Table. Source: skirmish.txt 174-181."""
    return Fate(result("effect", "hit-effect", row, parts, charts, dice))


def occupants(men: int, row: str, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> Fared:
    """Those in an immobilised vehicle throw on the Hit Effect Table. Source: skirmish.txt 200, 281."""
    fates = dice.each(men, suffer, (row, parts, charts), "aboard")
    return Fared(dead=fates[Fate.DEAD], near_misses=fates[Fate.NEAR_MISS])


def jump_clear(men: int, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> Fared:
    """Those in a destroyed soft vehicle jump clear, and then are hit in soft cover.

    Source: skirmish.txt 201.
    """
    chance = charts["escape", Cause.JUMP_CLEAR]
    if men:
        dice.show(Figure(f"{chance.label}: escape, %", chance))
    if charts.reads("S-33", "crew"):
        if not men or not escapes(chance, charts, dice):
            return Fared(dead=men)
        fates = dice.each(men, suffer, ("soft-cover", parts, charts), "clear")
    else:
        fates = dice.each(men, leap, (chance, parts, charts), "aboard")
    return Fared(fates[Fate.DEAD], fates[Fate.NEAR_MISS], men - fates[Fate.DEAD])


def leap(chance: Cell, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> Fate:
    """One man jumps clear or is dead; clear, he is hit in soft cover. Source: skirmish.txt 201."""
    return suffer("soft-cover", parts, charts, dice) if escapes(chance, charts, dice) else Fate.DEAD


def escapes(chance: Cell, charts: Charts, dice: Dice) -> bool:
    """One d10 against a chance in per cent: 60 % is 1 to 6."""
    return dice.test(charts.add_up("escape"), D10, "escape", Need("<=", chance.number / 10))


def get_out(men: int, cause: str, in_turret: int, charts: Charts, dice: Dice) -> Fared:
    """The crew and passengers of a vehicle that is lost: who escapes?

    Those ``in_turret``, where it is destroyed, are killed; where nothing worse befell the vehicle, the first die of
    the others is the driver's. Source: skirmish.txt 129, 413-417.
    """
    chance = charts["escape", cause]
    dice.show(Figure(f"{chance.label}: escape, %", chance))
    if chance.number <= 0:
        return Fared(dead=men)
    rest = max(0, men - in_turret)
    if not rest:
        return Fared(dead=men)
    if charts.reads("S-33", "crew"):
        safe = rest if escapes(chance, charts, dice) else 0
        return Fared(men - safe, 0, safe, driver=bool(safe) and cause == Cause.TURRET_DESTROYED)
    if cause != Cause.TURRET_DESTROYED:
        safe = dice.each(rest, escapes, (chance, charts), "aboard")[True]
        return Fared(men - safe, 0, safe)
    driver = dice.sub(escapes, (chance, charts), "driver")
    safe = dice.each(rest - 1, escapes, (chance, charts), "aboard")[True] + driver
    return Fared(men - safe, 0, safe, driver)


def men_in(name: str, stated: Conditions, charts: Charts) -> int:
    """The crew of a vehicle and those aboard besides; of a soft vehicle those that are stated."""
    crew = whole(charts["vehicles", name, "crew"]) if charts.has("vehicles", name) else 0
    return crew + stated[Circumstance.ABOARD]


def turret_crew(name: str, charts: Charts) -> int:
    """How many of a vehicle's crew are in its turret. Raises Refused where it has none."""
    armoured = charts.has("vehicles", name)
    if not armoured or charts["vehicle-facts", name, "turret"].blank:
        raise Refused(f"{charts.label('vehicles' if armoured else 'troops', name)} has no turret that can be destroyed")
    return whole(charts["vehicle-facts", name, "turret"])


def near_told(number: int) -> str:
    """So many near misses in words."""
    return some(number, "near miss", "near misses")


def pinned(charts: Charts) -> Note:
    """What a near miss means to those who suffer it. Source: skirmish.txt 183, 462."""
    capture = charts["prisoners", "capture"]
    return Note(
        f"who suffers a near miss cannot move or fire next turn; enemies within {capture.text} cm capture him",
        capture.source,
    )


def casualties(unit: str, fared: Fared) -> tuple[Effect, ...]:
    """What becomes of men, as effects on the unit they belong to. Source: skirmish.txt 174-183."""
    befell = (("kill", fared.dead), ("near-miss", fared.near_misses))
    return tuple(Effect(kind, unit, men) for kind, men in befell if men)


def fates_told(fared: Fared, men: int) -> str:
    """What a verdict says of those aboard."""
    if not men or fared == NOBODY:
        return ""
    near = f", {near_told(fared.near_misses)}" if fared.near_misses else ""
    return f"; of {men} aboard {fared.dead} dead{near}"


class Escape(NamedTuple):
    """A vehicle with those aboard, and what befell it."""

    target: Annotated[Term, Field("the vehicle", position=1, charts=("vehicles", "troops"), noun="vehicle")]
    cause: Annotated[Term, Field("what befell it", position=2, charts=("escape",), noun="cause")]
    conditions: Conditions = NOTHING


class EscapeOutcome(Outcome):
    ALL = "all escape", True, "{escaped} of {men} escaped from {target}{near}{driver}"
    SOME = "some escape", True, "{escaped} of {men} escaped from {target}, {dead} dead{near}{driver}"
    NONE = "none escapes", False, "none of {men} escaped from {target}"
    NOBODY = "nobody aboard", False, "nobody is aboard {target}: say how many with aboard, as 4xaboard"


def escape(request: Escape, charts: Charts, dice: Dice) -> Ruling:
    """A crew and its passengers leave a vehicle that is lost: who gets out?

    One d10 for each man. Source: skirmish.txt 129, 201, 413-417.
    """
    target, cause = request.target.name, request.cause.name
    men = men_in(target, request.conditions + request.target.conditions, charts)
    in_turret = turret_crew(target, charts) if cause == Cause.TURRET_DESTROYED else 0
    names = [("target", charts.called(target, "vehicles", "troops")), ("men", f"{men}"), ("near", ""), ("driver", "")]
    if not men:
        dice.show(Note("its crew is not in the charts", Source(section="Equipment Data", lines="293-338")))
        return Ruling(EscapeOutcome.NOBODY, {"escaped": 0, "dead": 0, "near misses": 0}, names=tuple(names))
    if cause == Cause.JUMP_CLEAR:
        fared = jump_clear(men, (), charts, dice)
    else:
        fared = get_out(men, cause, in_turret, charts, dice)
    effects = [*casualties(target, fared)]
    if fared.near_misses:
        dice.show(pinned(charts))
        names[2] = "near", f", {near_told(fared.near_misses)}"
    if fared.driver:
        effects.append(Effect("limp", target))
        names[3] = "driver", "; the driver lives, and the wreck limps at half speed"
    outcome = EscapeOutcome.ALL if fared.escaped == men else EscapeOutcome.SOME
    return Ruling(
        outcome if fared.escaped else EscapeOutcome.NONE,
        {"escaped": fared.escaped, "dead": fared.dead, "near misses": fared.near_misses},
        names=tuple(names),
        effects=tuple(effects),
    )


ESCAPE = Procedure(
    "escape",
    escape,
    Escape,
    charts=("vehicles", "vehicle-facts", "troops", "escape", "hit-effect", "prisoners"),
    outcomes=EscapeOutcome,
    sums=("escape", "effect"),
    circumstances=Circumstance,
)
