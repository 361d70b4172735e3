"""Men who are hit, and crews that get out. Source: skirmish.txt 129, 174-181, 197-201, 279-281, 413-417."""

from operator import add

from refcli.core.cells import TargetNumber
from refcli.core.dice import D10, numbered, part
from refcli.core.errors import Refused
from refcli.core.request import Conditions, NamedTuple
from refcli.core.rulebook import (
    Cell,
    Charts,
    Dice,
    Effect,
    Note,
    changes,
    note,
)
from refcli.rulesets.skirmish.effects import Kind

TURRET_DESTROYED, JUMP_CLEAR = "turret-destroyed", "soft-vehicle-destroyed"
"""What befalls a vehicle, where a crew gets out in a way of its own."""

NEAR_MISSES = "[, {near misses:near miss|near misses}]"
ABOARD = "[men?; {killed} of {men} aboard killed]"
"""What verdicts say of near misses, and of those in a vehicle that is lost."""


def told_aboard(men: int, dead: int) -> dict[str, int | str]:
    """What a verdict tells of so many men in a vehicle."""
    return {"men": men, "killed": dead or "none"}


class Casualties(NamedTuple):
    """What becomes of men, or of those in a vehicle: those that escape may still be dead or near-missed.

    The ``driver`` is told of where he may drive on, in a wreck without its turret; ``leaders`` are those of the dead
    who led a section.
    """

    dead: int = 0
    near_misses: int = 0
    escaped: int = 0
    driver: int = 0
    leaders: int = 0

    def __add__(self, other: "Casualties") -> "Casualties":  # type: ignore[override]
        return Casualties(*map(add, self, other))

    def and_then(self, later: "Casualties") -> "Casualties":
        """One man whom two things befall: he is dead once, and suffers a near miss if neither kills him."""
        if self.dead or later.dead:
            return DEAD
        return Casualties(near_misses=max(self.near_misses, later.near_misses), escaped=later.escaped)


DEAD, SAFE = Casualties(dead=1), Casualties(escaped=1)
FATES = {"dead": DEAD, "near-miss": Casualties(near_misses=1), "": Casualties()}
"""What becomes of a man, in the words of the Hit Effect Table."""


class Aboard(NamedTuple):
    """What becomes of those in a vehicle: all together, and each of them, the crew first.

    ``each`` is empty for odds, and where the dead come first and all others are safe.
    """

    all: Casualties = Casualties()
    each: tuple[Casualties, ...] = ()

    @property
    def one_by_one(self) -> tuple[Casualties, ...]:
        """Each man's fate, the crew first."""
        return self.each or (DEAD,) * self.all.dead + (SAFE,) * self.all.escaped


def effects_aboard(vehicle: str, crew: int, aboard: Aboard, *, stay: bool = False) -> tuple[Effect, ...]:
    """What becomes of the crew of a vehicle, and of its passengers; those who live may ``stay`` aboard.

    Source: skirmish.txt 174-183, 279-281, 413-417.
    """
    effects: list[Effect] = []
    for who, men in (("crew", aboard.one_by_one[:crew]), ("passengers", aboard.one_by_one[crew:])):
        fates = sum(men, Casualties())
        effects += changes(
            Effect(Kind.KILL_ABOARD, vehicle, fates.dead, role="target", detail=who),
            Effect(Kind.ESCAPED, vehicle, 0 if stay else fates.escaped, role="target", detail=who),
            Effect(Kind.NEAR_MISS_ABOARD, vehicle, fates.near_misses, role="target", detail=who),
        )
    return tuple(effects)


def effects_on_man(name: str, fate: Casualties) -> tuple[Effect, ...]:
    """What becomes of a man who is hit. Source: skirmish.txt 174-183, 433."""
    return changes(
        Effect(Kind.KILL, name, fate.dead, role="target"),
        Effect(Kind.LEADER_KILLED, name, fate.leaders, role="target"),
        Effect(Kind.NEAR_MISS, name, fate.near_misses, role="target"),
    )


def bail_out(name: str, men: int, aboard: Aboard) -> tuple[Effect, ...]:
    """The survivors leave a soft vehicle that is immobilised. Source: skirmish.txt 281, 435."""
    return changes(Effect(Kind.BAIL_OUT, name, men - aboard.all.dead, role="target"))


def roll_on(chart: str, row: str, name: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> str:
    """The last column of a row that one d10 and its modifiers reach; empty when they reach none.

    The die is shown as the sum ``name`` against what it reached; where any die reaches that, against the next column.
    """
    added = charts.add_up(name, *modifiers)
    results = {}
    for column in charts.axis(chart).columns:
        cell = charts[chart, row, column]
        if not cell.blank:
            dice.show(cell, "{0}: {1}", charts.label(chart, row), charts.column_label(chart, column))
            results[column] = cell.target_number
    in_doubt = [target for target in results.values() if not target.met_by(D10.faces[0] + added.total)]
    face = dice.die(D10, name, in_doubt[0].on_the_die(added) if len(in_doubt) == 1 else None)
    reached = [column for column, target in results.items() if target.met_by(face + added.total)]
    met = [results[column] for column in reached if results[column] in in_doubt]
    dice.show(added.plus_die(face, met[-1] if met else in_doubt[0] if in_doubt else None))
    return reached[-1] if reached else ""


@part
def suffer(row: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """A man who is hit rolls on a row of the Hit Effect Table. Source: skirmish.txt 174-181."""
    return FATES[roll_on("hit-effect", row, "effect", modifiers, charts, dice)]


@part
def occupants(men: int, row: str, hits: int, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Aboard:
    """Those in a vehicle roll for effect for each hit that immobilises it. Source: skirmish.txt 200, 281."""
    fates, each = dice.all_of(suffer_each, numbered("aboard", men, hits), row, modifiers, charts)
    return Aboard(fates, tuple([fate for _, _, fate in each]))


@part
def suffer_each(hits: int, row: str, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """A man rolls for each of several hits, until one kills him. Source: skirmish.txt 174-181, 200, 281."""
    if not hits:
        return Casualties()
    fate = suffer(row, modifiers, charts, dice)
    if fate.dead or hits == 1:
        return fate
    return fate.and_then(suffer_each(hits - 1, row, modifiers, charts, dice.at("next hit")))


@part
def jump_clear(men: int, hits: int, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Aboard:
    """Those in a destroyed soft vehicle jump clear, and then are hit in soft cover.

    Before it they suffer for each of the ``hits`` that immobilised it. Source: skirmish.txt 200-201.
    """
    chance = charts["escape", JUMP_CLEAR]
    if men:
        show_chance(chance, "jumps clear", "jump clear", charts, dice)
    if not charts.reads("S-33", "crew"):
        fates, each = dice.all_of(leap, numbered("aboard", men, hits), chance, modifiers, charts)
    elif men and escapes(chance, charts, dice):
        fates, each = dice.all_of(land, numbered("clear", men, hits), modifiers, charts)
    else:
        return Aboard(Casualties(dead=men))
    return Aboard(fates, tuple([fate for _, _, fate in each]))


def leap(hits: int, chance: Cell, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """One man jumps clear or is dead; clear, he is hit in soft cover. Source: skirmish.txt 201."""
    before = suffer_each(hits, "soft-cover", (), charts, dice.at("before"))
    if before.dead or not escapes(chance, charts, dice):
        return DEAD
    return before.and_then(suffer("soft-cover", modifiers, charts, dice)).and_then(SAFE)


def land(hits: int, modifiers: tuple[Cell, ...], charts: Charts, dice: Dice) -> Casualties:
    """One man who has jumped clear is hit in soft cover. Source: skirmish.txt 201."""
    before = suffer_each(hits, "soft-cover", (), charts, dice.at("before"))
    return before if before.dead else before.and_then(suffer("soft-cover", modifiers, charts, dice)).and_then(SAFE)


@part
def get_out(men: int, cause: str, in_turret: int, charts: Charts, dice: Dice) -> Aboard:
    """The crew and passengers of a vehicle that is lost: who escapes?

    Those ``in_turret``, where it is destroyed, are killed; where nothing worse befell the vehicle, the first die of
    the others is the driver's. Source: skirmish.txt 129, 413-417.
    """
    chance = charts["escape", cause]
    words = ("lives", "live") if cause == TURRET_DESTROYED else ("escapes", "escape")
    show_chance(chance, *words, charts, dice)
    rest = max(0, men - in_turret)
    if chance.number <= 0 or not rest:
        return Aboard(Casualties(dead=men))
    may_limp = cause == TURRET_DESTROYED
    if charts.reads("S-33", "crew"):
        driver = escapes(chance, charts, dice)
        safe = rest if driver else 0
        return Aboard(Casualties(men - safe, 0, safe, may_limp and driver))
    driver = may_limp and escapes(chance, charts, dice.at("driver"))
    others, each = dice.all_of(escapes, numbered("aboard", rest - may_limp, chance), charts)
    safe = driver + others
    out = [driver] * may_limp + [escaped for _, _, escaped in each]
    fates = tuple([SAFE if escaped else DEAD for escaped in out]) if each else ()
    return Aboard(Casualties(men - safe, 0, safe, driver), (DEAD,) * in_turret + fates if each else ())


def show_chance(chance: Cell, one: str, all: str, charts: Charts, dice: Dice) -> None:
    """Show who gets out on what: each man on a die of his own, or by a reading all on one."""
    if chance.number <= 0:
        dice.show(chance, "Nobody can escape.")
    elif charts.reads("S-33", "crew"):
        dice.show(chance, "All {0} on {1}, or nobody.", all, on_a_d10(chance).said)
    else:
        dice.show(chance, "Each man {0} on {1}.", one, on_a_d10(chance).said)


def on_a_d10(chance: Cell) -> TargetNumber:
    """A chance in per cent on a d10: 60 % is 6 or less."""
    return TargetNumber("<=", chance.number / 10)


def escapes(chance: Cell, charts: Charts, dice: Dice) -> bool:
    """One d10 against a chance in per cent."""
    return dice.check(charts.add_up("escape"), D10, "escape", on_a_d10(chance)).passed


def crew_of(name: str, stated: Conditions, charts: Charts) -> int:
    """The crew of a vehicle as the Equipment Data has it, without those who are gone; of a soft vehicle none.

    Source: skirmish.txt 279-338, 413-417.
    """
    crew = charts["vehicles", name, "crew"].whole() if charts.has("vehicles", name) else 0
    return max(0, crew - stated["crew-gone"])


def men_in(name: str, stated: Conditions, charts: Charts) -> int:
    """The crew of a vehicle and those aboard besides; of a soft vehicle those that are stated."""
    return crew_of(name, stated, charts) + stated["aboard"]


def turret_crew(name: str, charts: Charts) -> int:
    """How many of a vehicle's crew are in its turret. Raises Refused where it has none."""
    if not charts.has("vehicles", name) or charts["vehicle-facts", name, "turret"].blank:
        raise Refused(f"{charts.called(name, 'vehicles', 'troops')} has no turret to lose")
    return charts["vehicle-facts", name, "turret"].whole()


def pinned(charts: Charts) -> Note:
    """What a near miss means besides to those who suffer it. Source: skirmish.txt 183, 462."""
    capture = charts["prisoners", "capture"]
    says = "near miss: an enemy within {near} cm takes him prisoner next turn"
    return note(says, capture.source, near=capture.text)


def limps(vehicle: str, fates: Casualties) -> tuple[Effect, ...]:
    """A wreck without its turret limps along if its driver lives. Source: skirmish.txt 415."""
    return changes(Effect(Kind.LIMP, vehicle, fates.driver, role="target"))
