"""Artillery and mortar fire: where shells fall. Source: skirmish.txt 59, 86, 115-127, 183, 203-255, 283-289."""

from collections.abc import Iterator
from typing import Any

from refcli.core.dice import Each, numbered
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, labelled
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Note, Outcome, Ruling, note, part, procedure, unit_names
from refcli.rulesets.skirmish.effects import Kind
from refcli.rulesets.skirmish.fall_of_shot import Covering, Fall, fall_of, fall_of_shot

CHARTS = ("guns", "mortars", "fall-of-shot", "miss-distance", "observed-fire")

ON_TARGET, SOME_ON_TARGET = "on-target", "guns-on-target"
"""What is stated of observed fire that hit its target: of all guns that are named, or of how many of them."""


class Mission(NamedTuple):
    """Guns and mortars that fire at one point, HE or smoke."""

    guns: Annotated[Terms, Field("the guns and mortars that fire", 1, ("guns", "mortars"), noun="gun")]
    range: Annotated[float | None, Field("cm to the point of aim", short="-r", unit="cm", at_least=0)] = None
    round: Annotated[int, Field("the round on this point of aim: 1 is the first", at_least=1, at_most=99)] = 1
    point: Annotated[
        str | None,
        Field("the point of aim, a name of letters and digits with spaces", short="-p", pattern=r"\w[\w .'-]{0,39}"),
    ] = None
    conditions: Conditions = NOTHING


FELL = "[alone?The shell falls {cm} cm {side}][!alone?{shells:shell}, none on target]"
BURST = "Roll for all under a burst circle"
"""What verdicts say of shells that missed, and what is rolled next."""


class BombardOutcome(Outcome):
    DIRECT_HIT = "direct hit", True, f"{{hits}} of {{shells:shell}} on target. {BURST}."
    COVERS = "covers", True, f"{FELL}, but a burst circle covers the aim. {BURST}."
    MISSES = "misses", False, f"{FELL}. {BURST}."
    CANNOT_FIRE = "cannot fire", Outcome.NO_ATTEMPT, "{The guns} cannot fire."


class Gun(NamedTuple):
    """Alike guns or mortars that fire: their burst circle, how their shells fall, and whether that is observed.

    How they fall is a row of the miss distances; the first so many of them are on target already.
    """

    name: str
    many: int
    burst: Cell
    falls: str
    observed: bool
    on_target: int = 0

    def as_numbered(self, number: int) -> "Gun":
        """The gun of that number, counted from 1. Source: skirmish.txt 244, 251."""
        return self._replace(many=1, falls=ON_TARGET if number <= self.on_target else self.falls)


class Shells(NamedTuple):
    """How many shells fell, hit, and cover the aim with their burst circle."""

    fired: int = 0
    hits: int = 0
    covering: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """What a ruling counts of them."""
        return {"shells": self.fired, "hits": self.hits, "covering": self.covering}


def told_of(shells: Shells, each: Each[Gun, Shells]) -> dict[str, Any]:
    """What a verdict says of the shells that missed; of one that is alone, where it fell."""
    falls = [fall_of(shell) for _, _, shell in each]
    if len(falls) == 1 and not falls[0].hit:
        return {"alone": True, **falls[0]._asdict()}
    return {"missed": shells.fired - shells.hits}


@procedure("bombard", BombardOutcome, CHARTS, sums=("miss distance",))
def bombard(request: Mission, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire indirectly: where do the shells fall?

    Two d10 for each gun, the second only on a miss. Source: skirmish.txt 205-253.
    """
    guns = guns_that_fire(request, charts, dice)
    if not guns:
        return Ruling(BombardOutcome.CANNOT_FIRE, Shells().counts)
    shells, each = dice.all_of(fall_of_shell, guns, charts)
    missed = BombardOutcome.COVERS if shells.covering else BombardOutcome.MISSES
    outcome = BombardOutcome.DIRECT_HIT if shells.hits else missed
    return Ruling(
        outcome,
        shells.counts,
        lambda: effects_of_mission(request, Kind.SHELL, each, charts),
        told=told_of(shells, each),
    )


LASTS = "; it lasts {turns:full turn} more."


class SmokeOutcome(Outcome):
    ON_THE_SPOT = "on the spot", True, f"Smoke lies on the aim[, {{missed}} of {{shells}} wide]{LASTS}"
    COVERS = "covers", True, f"[alone?The smoke falls {{cm}} cm {{side}}, but][!alone?The smoke] covers the aim{LASTS}"
    WIDE = "wide", False, f"[alone?The smoke falls {{cm}} cm {{side}}][!alone?All smoke falls wide]{LASTS}"
    CANNOT_FIRE = "cannot fire", Outcome.NO_ATTEMPT, "{The guns} cannot fire."


@procedure("smoke", SmokeOutcome, (*CHARTS, "smoke"), sums=("miss distance",))
def smoke(request: Mission, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire smoke: where does it fall, and how long does it lie?

    It falls as HE does and covers the burst circle. Source: skirmish.txt 244-253, 287-289.
    """
    guns = guns_that_fire(request, charts, dice)
    if not guns:
        return Ruling(SmokeOutcome.CANNOT_FIRE, Shells().counts)
    shells, each = dice.all_of(fall_of_shell, guns, charts)
    lasts = dice.show(charts["smoke", "turns"], "Smoke lasts {value:full turn} after this one.")
    missed = SmokeOutcome.COVERS if shells.covering else SmokeOutcome.WIDE
    outcome = SmokeOutcome.ON_THE_SPOT if shells.hits else missed

    def effects() -> Iterator[Effect]:
        yield from effects_of_mission(request, Kind.SMOKE, each, charts)
        names = unit_names(request.guns, charts, "guns", "mortars")
        for gun in [names[label] for label, _, _ in each]:
            yield Effect(Kind.SMOKE_LASTS, gun, lasts.number, "turns", "gun", request.point or f"aim of {gun}")

    return Ruling(outcome, shells.counts, effects, told={**told_of(shells, each), "turns": lasts.whole()})


@part
def guns_that_fire(mission: Mission, charts: Charts, dice: Dice) -> tuple[tuple[str, Gun], ...]:
    """Every gun of a battery that can fire, labelled; numbered unless it fires alone.

    Source: skirmish.txt 59, 86, 115-127, 183, 205-251.
    """
    guns = []
    for label, gun in labelled(mission.guns):
        stated = mission.conditions + gun.conditions
        chart = "guns" if charts.has("guns", gun.name) else "mortars"
        bar = bar_to(chart, gun.name, stated, mission.range, charts)
        if bar:
            dice.show(bar)
            continue
        burst = charts[chart, gun.name, "burst"]
        dice.show(burst, "The burst circle of {the 0} is {value} cm across.", burst.label)
        falls = how_it_falls(stated, mission.round, charts)
        on_target = guns_on_target(gun.many, stated, charts, dice)
        guns.append((label, Gun(gun.name, gun.many, burst, falls, is_observed(stated), on_target)))
    if sum([gun.many for _, gun in guns]) == 1:
        return tuple([(label, gun.as_numbered(1)) for label, gun in guns])
    each = [numbered(label, gun.many, gun) for label, gun in guns]
    return tuple([(label, gun.as_numbered(at)) for battery in each for at, (label, gun) in enumerate(battery, 1)])


def bar_to(chart: str, gun: str, stated: Conditions, range: float | None, charts: Charts) -> Note | None:
    """Why a gun or mortar cannot fire; None when it can. A range that is not given lies within its own.

    Source: skirmish.txt 59, 86, 115-121, 127, 183, 207-240.
    """
    bars = ["near-missed", "moved", "unready"]
    bars.append("short-handed" if chart == "mortars" else "out-of-supply")
    if "direct-fire" not in stated:  # who sees the target needs no call
        bars.append("uncalled")
    bar = charts.bar("no fire from {the gun}", "observed-fire", stated, *bars, gun=charts.called(gun, chart))
    if bar or range is None:
        return bar
    least, most = charts[chart, gun, "min"], charts[chart, gun, "max"]
    if least.number <= range <= most.number:
        return None
    reaches = "no fire from {the gun}: it reaches {least} to {most} cm, not {range}"
    return note(reaches, least.source, gun=charts.called(gun, chart), least=least.text, most=most.text, range=range)


@part
def guns_on_target(many: int, stated: Conditions, charts: Charts, dice: Dice) -> int:
    """How many of alike guns hit before and keep on their target: each for itself. Source: skirmish.txt 244, 251."""
    if not is_observed(stated):
        return 0
    if ON_TARGET in stated:
        dice.show(charts.note("observed-fire", ON_TARGET, "hits again without a die"))
        return many
    on_target = min(stated[SOME_ON_TARGET], many)
    if on_target:
        source = charts.note("observed-fire", SOME_ON_TARGET).source
        dice.show(note("{guns:gun} on target: no die", source, guns=on_target))
    return on_target


def is_observed(stated: Conditions) -> bool:
    """Whether an observer adjusts the fire: not by the map, nor at what the guns see. Source: skirmish.txt 251-253."""
    return "observed" in stated and "map-fire" not in stated and "direct-fire" not in stated


def how_it_falls(stated: Conditions, round: int, charts: Charts) -> str:
    """The row of the miss distances for a gun that is not on target. Source: skirmish.txt 251-253, 285."""
    if "direct-fire" in stated:
        return "direct"
    if not is_observed(stated):
        return "indirect"
    return "adjusted" if round >= charts["observed-fire", "adjusted-from"].number else "indirect"


def fall_of_shell(gun: Gun, charts: Charts, dice: Dice) -> Shells:
    """The fall of one gun's shell. Source: skirmish.txt 244-253."""
    if gun.falls == ON_TARGET:
        return Shells(1, 1, Covering(Fall(hit=True, covers=True)))
    fall = fall_of_shot("shell", gun.falls, gun.burst, charts, dice)
    return Shells(1, fall.hit, Covering(fall))


def effects_of_mission(mission: Mission, kind: Kind, each: Each[Gun, Shells], charts: Charts) -> tuple[Effect, ...]:
    """What every gun fired at, in which round, where its shell fell, and whether observed fire stays on its target.

    Source: skirmish.txt 244-253.
    """
    names, point = unit_names(mission.guns, charts, "guns", "mortars"), mission.point or ""
    effects: list[Effect] = []
    for label, gun, shell in each:
        name, fall = names[label], fall_of(shell)
        effects += [
            Effect(Kind.FIRED, name, role="gun", detail=point),
            Effect(Kind.ROUND, name, mission.round, "round", "gun", point),
            Effect(kind, name, fall.cm, "cm", "gun", fall.place),
            Effect(Kind.CIRCLE, name, gun.burst.number, "cm", "gun"),
        ]
        if fall.hit and gun.observed:
            effects.append(Effect(Kind.ON_TARGET, name, role="gun", detail=point))
    return tuple(effects)
