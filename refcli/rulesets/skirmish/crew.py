"""Men who are hit, and crews that get out. Source: skirmish.txt 129, 174-181, 197-201, 279-281, 413-417."""

from operator import add

from refcli.core.charts import Source, TargetNumber
from refcli.core.dice import D10, numbered, part
from refcli.core.errors import Refused
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, changes, note, procedure

TURRET_DESTROYED, JUMP_CLEAR = "turret-destroyed", "soft-vehicle-destroyed"
"""What befalls a vehicle, where a crew gets out in a way of its own."""

NEAR_MISSES = "[, {near misses:near miss|near misses}]"
ABOARD = "[men?; of {men} aboard {dead} dead]"
"""What verdicts say of near misses, and of those in a vehicle that is lost."""


class Casualties(NamedTuple):
    """What becomes of men, or of those in a vehicle: those that escape may still be dead or near-missed.

    The ``driver`` is told of where he may drive on, in a wreck without its turret.
    """

    dead: int = 0
    near_misses: int = 0
    escaped: int = 0
    driver: int = 0

    def __add__(self, other: "Casualties") -> "Casualties":  # type: ignore[override]
        return Casualties(*map(add, self, other))

    def effects_on(self, unit: str) -> tuple[Effect, ...]:
        """What becomes of men, as effects on the unit they belong to. Source: skirmish.txt 174-183."""
        return changes(Effect("kill", unit, self.dead), Effect("near-miss", unit, self.near_misses))


FATES = {"dead": Casualties(dead=1), "near-miss": Casualties(near_misses=1), "": Casualties()}
"""What becomes of a man, in the words of the Hit Effect Table."""


def roll_on(chart: str, row: str, name: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> str:
    """The last column of a row that one d10 and its modifiers reach; empty when they reach none.

    The die is shown as the sum ``name`` against what it reached; where any die reaches that, against the next column.
    """
    added = charts.add_up(name, *modifiers)
    results = {}
    for column in charts.axis(chart).columns:
        cell = charts[chart, row, column]
        if not cell.blank:
            dice.show(cell, "{}: {}", charts.label(chart, row), charts.column_label(chart, column))
            results[column] = cell.target_number
    in_doubt = [target for target in results.values() if not target.met_by(D10.faces[0] + added.total)]
    face = dice.die(D10, name, in_doubt[0].on_the_die(added) if len(in_doubt) == 1 else None)
    reached = [column for column, target in results.items() if target.met_by(face + added.total)]
    met = [results[column] for column in reached if results[column] in in_doubt]
    dice.show(added.plus_die(face, met[-1] if met else in_doubt[0] if in_doubt else None))
    return reached[-1] if reached else ""


def suffer(row: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """A man who is hit rolls on a row of the Hit Effect Table. Source: skirmish.txt 174-181."""
    return FATES[roll_on("hit-effect", row, "effect", modifiers, charts, dice)]


@part
def occupants(men: int, row: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """Those in an immobilised vehicle roll on the Hit Effect Table. Source: skirmish.txt 200, 281."""
    return dice.all_of(suffer, numbered("aboard", men, row), modifiers, charts)[0]


@part
def jump_clear(men: int, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """Those in a destroyed soft vehicle jump clear, and then are hit in soft cover. Source: skirmish.txt 201."""
    chance = charts["escape", JUMP_CLEAR]
    if men:
        dice.show(chance, "{}: escape, %", chance.label)
    if not charts.reads("S-33", "crew"):
        fates, _ = dice.all_of(leap, numbered("aboard", men, chance), modifiers, charts)
    elif men and escapes(chance, charts, dice):
        fates, _ = dice.all_of(suffer, numbered("clear", men, "soft-cover"), modifiers, charts)
    else:
        fates = Casualties(dead=men)
    return fates._replace(escaped=men - fates.dead)


def leap(chance: Cell, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """One man jumps clear or is dead; clear, he is hit in soft cover. Source: skirmish.txt 201."""
    return suffer("soft-cover", modifiers, charts, dice) if escapes(chance, charts, dice) else Casualties(dead=1)


@part
def get_out(men: int, cause: str, in_turret: int, charts: Charts, dice: Dice) -> Casualties:
    """The crew and passengers of a vehicle that is lost: who escapes?

    Those ``in_turret``, where it is destroyed, are killed; where nothing worse befell the vehicle, the first die of
    the others is the driver's. Source: skirmish.txt 129, 413-417.
    """
    chance = charts["escape", cause]
    dice.show(chance, "{}: escape, %", chance.label)
    rest = max(0, men - in_turret)
    if chance.number <= 0 or not rest:
        return Casualties(dead=men)
    may_limp = cause == TURRET_DESTROYED
    if charts.reads("S-33", "crew"):
        driver = escapes(chance, charts, dice)
        safe = rest if driver else 0
    else:
        driver = may_limp and escapes(chance, charts, dice.at("driver"))
        safe = driver + dice.all_of(escapes, numbered("aboard", rest - may_limp, chance), charts)[0]
    return Casualties(men - safe, 0, safe, may_limp and driver)


def escapes(chance: Cell, charts: Charts, dice: Dice) -> bool:
    """One d10 against a chance in per cent: 60 % is 1 to 6."""
    return dice.check(charts.add_up("escape"), D10, "escape", TargetNumber("<=", chance.number / 10)).passed


def men_in(name: str, stated: Conditions, charts: Charts) -> int:
    """The crew of a vehicle and those aboard besides; of a soft vehicle those that are stated."""
    crew = charts["vehicles", name, "crew"].whole() if charts.has("vehicles", name) else 0
    return crew + stated["aboard"]


def turret_crew(name: str, charts: Charts) -> int:
    """How many of a vehicle's crew are in its turret. Raises Refused where it has none."""
    if not charts.has("vehicles", name) or charts["vehicle-facts", name, "turret"].blank:
        raise Refused(f"{charts.called(name, 'vehicles', 'troops')} has no turret that can be destroyed")
    return charts["vehicle-facts", name, "turret"].whole()


def pinned(charts: Charts) -> Note:
    """What a near miss means to those who suffer it. Source: skirmish.txt 183, 462."""
    capture = charts["prisoners", "capture"]
    says = "who suffers a near miss cannot move or fire next turn; enemies within {near} cm capture him"
    return note(says, capture.source, near=capture.text)


class Escape(NamedTuple):
    """A vehicle with those aboard, and what befell it."""

    target: Annotated[Term, Field("the vehicle", 1, ("vehicles", "troops"), noun="vehicle")]
    cause: Annotated[Term, Field("what befell it", 2, ("escape",), noun="cause")]
    conditions: Conditions = NOTHING


LIVES = f"{NEAR_MISSES}[driver?; the driver lives, and the wreck limps at half speed]"


class EscapeOutcome(Outcome):
    ALL = "all escape", True, f"{{escaped}} of {{men}} escaped from {{target}}{LIVES}"
    SOME = "some escape", True, f"{{escaped}} of {{men}} escaped from {{target}}, {{dead}} dead{LIVES}"
    NONE = "none escapes", False, "none of {men} escaped from {target}"
    NOBODY = "nobody aboard", False, "nobody is aboard {target}: say how many with aboard, as 4xaboard"


CHARTS = ("vehicles", "vehicle-facts", "troops", "escape", "hit-effect", "prisoners")


@procedure("escape", EscapeOutcome, CHARTS, sums=("escape", "effect"))
def escape(request: Escape, charts: Charts, dice: Dice) -> Ruling:
    """A crew and its passengers leave a vehicle that is lost: who gets out?

    One d10 for each man. Source: skirmish.txt 129, 201, 413-417.
    """
    target, cause = request.target.name, request.cause.name
    men = men_in(target, request.conditions + request.target.conditions, charts)
    in_turret = turret_crew(target, charts) if cause == TURRET_DESTROYED else 0
    if not men:
        dice.show(Note("its crew is not in the charts", Source(section="Equipment Data", lines="293-338")))
        return Ruling(EscapeOutcome.NOBODY, {"escaped": 0, "dead": 0, "near misses": 0})
    jumps = cause == JUMP_CLEAR
    fates = jump_clear(men, (), charts, dice) if jumps else get_out(men, cause, in_turret, charts, dice)
    if fates.near_misses:
        dice.show(pinned(charts))
    outcome = EscapeOutcome.ALL if fates.escaped == men else EscapeOutcome.SOME
    return Ruling(
        outcome if fates.escaped else EscapeOutcome.NONE,
        {"escaped": fates.escaped, "dead": fates.dead, "near misses": fates.near_misses},
        (*fates.effects_on(target), *changes(Effect("limp", target, fates.driver))),
        told={"men": men, "driver": fates.driver},
    )
