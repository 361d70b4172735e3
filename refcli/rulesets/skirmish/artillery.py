"""Artillery and mortar fire: where shells fall. Source: skirmish.txt 86, 127, 183, 203-255, 283-289."""

from typing import Any

from refcli.core.charts import TargetNumber
from refcli.core.dice import numbered
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Terms, labelled
from refcli.core.rulebook import D10, Cell, Charts, Dice, Effect, Note, Outcome, Ruling, note, part, procedure
from refcli.core.sentence import some

CHARTS = ("guns", "mortars", "fall-of-shot", "miss-distance", "observed-fire")

ON_TARGET = "on-target"
"""What is stated of observed fire that hit its target."""


class Fall(NamedTuple):
    """Where one shell or grenade falls: on the aim, with its circle over it, or so many cm to a side.

    Falls that hit and cover alike are equal: how far they fell is told, and decides nothing more.
    """

    hit: bool
    covers: bool
    cm: int | float = 0
    side: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fall) and self[:2] == other[:2]

    def __hash__(self) -> int:
        return hash(self[:2])


@part
def fall_of_shot(row: str, distance: str, burst: Cell, charts: Charts, dice: Dice) -> Fall:
    """The fall of one shot, and by how much it misses. Source: skirmish.txt 187-195, 244-251, 285."""
    best = charts["fall-of-shot", row, 10]
    target = TargetNumber(">=", charts.axis("fall-of-shot").bands[-1][0]) if best.text == "hit" else None
    falls = charts["fall-of-shot", row, dice.die(D10, "fall", target)]
    dice.show(falls, "falls")
    if falls.text == "hit":
        return Fall(hit=True, covers=True)
    each_point = charts["miss-distance", distance]
    points = dice.die(D10, "distance")
    shown = each_point.called("{} of {} cm: {}", some(points, "point"), each_point.text, each_point.label)
    miss = dice.show(charts.add_up("miss distance", shown._replace(value=points * each_point.number)))
    cm = max(0, miss.total)
    side = falls.text if falls.text in ("short", "long") else f"to the {falls.text}"
    return Fall(False, cm <= burst.number / 2, cm, side)


Guns = Annotated[Terms, Field("the guns and mortars that fire", 1, ("guns", "mortars"), noun="gun")]
ToTheAim = Annotated[float | None, Field("cm to the point of aim", short="-r", unit="cm", at_least=0)]


class Bombard(NamedTuple):
    """A battery that fires at one point."""

    guns: Guns
    range: ToTheAim = None
    round: Annotated[int, Field("round on this target: 1 is the first", at_least=1, at_most=99)] = 1
    conditions: Conditions = NOTHING


REST = "[alone?the shell falls {cm} cm {side}; ][{missed} of {shells} missed; ]"
"""What verdicts say of shells that missed."""


class BombardOutcome(Outcome):
    DIRECT_HIT = "direct hit", True, f"{{hits}} of {{shells}} hit the target; {REST}use burst for what lies under"
    COVERS = "covers", True, f"{REST}a burst circle still covers the point of aim; use burst for what lies under"
    MISSES = "misses", False, f"{REST}use burst for what lies under"
    CANNOT_FIRE = "cannot fire", False, "{guns} cannot fire"


class Gun(NamedTuple):
    """Alike guns or mortars that fire: their burst circle, and how their shells fall, a row of the miss distances.

    A gun is ``alone`` where its battery has no other.
    """

    name: str
    many: int
    burst: Cell
    falls: str
    alone: bool


class Shells(NamedTuple):
    """How many shells fell, hit, and cover the aim with their burst circle; and where one falls that is alone."""

    fired: int = 0
    hits: int = 0
    covering: int = 0
    alone: tuple[Fall, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """What a ruling counts of them."""
        return {"shells": self.fired, "hits": self.hits, "covering": self.covering}

    @property
    def told(self) -> dict[str, Any]:
        """What a verdict says of those that missed."""
        if self.alone:
            return {"alone": True, **self.alone[0]._asdict()}
        return {"missed": self.fired - self.hits}


@procedure("bombard", BombardOutcome, (*CHARTS, "radio"), sums=("miss distance",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire indirectly: where do the shells fall?

    Two d10 for each gun, the second only on a miss. Source: skirmish.txt 205-253.
    """
    guns = guns_that_fire(request, charts, dice)
    if not guns:
        return Ruling(BombardOutcome.CANNOT_FIRE, Shells().counts)
    shells = fall_of_shells(guns, charts, dice)
    ready = charts["radio", "guns-ready"]
    dice.show(note("it arrives {turns} turn after the request", ready.source, turns=ready.text))
    missed = BombardOutcome.COVERS if shells.covering else BombardOutcome.MISSES
    outcome = BombardOutcome.DIRECT_HIT if shells.hits else missed
    fell = tuple([Effect("shell", gun.name, gun.many) for _, gun in guns])
    return Ruling(outcome, shells.counts, fell, told=shells.told)


class Smoke(NamedTuple):
    """Guns and mortars that fire smoke at one point."""

    guns: Guns
    range: ToTheAim = None
    round: Annotated[int, Field("round on this point: 1 is the first", at_least=1, at_most=99)] = 1
    conditions: Conditions = NOTHING


LASTS = "[alone? (the shell falls {cm} cm {side})][ ({missed} of {shells} missed)]; it lasts {turns} full turns more"


class SmokeOutcome(Outcome):
    ON_THE_SPOT = "on the spot", True, f"smoke lies on the point of aim{LASTS}"
    COVERS = "covers", True, f"smoke covers the point of aim{LASTS}"
    WIDE = "wide", False, f"the smoke falls wide{LASTS}"
    CANNOT_FIRE = "cannot fire", False, "{guns} cannot fire"


@procedure("smoke", SmokeOutcome, (*CHARTS, "smoke"), sums=("miss distance",))
def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire smoke: where does it fall, and how long does it lie?

    It falls as HE does and covers the burst circle. Source: skirmish.txt 244-253, 287-289.
    """
    guns = guns_that_fire(request, charts, dice)
    if not guns:
        return Ruling(SmokeOutcome.CANNOT_FIRE, Shells().counts)
    shells = fall_of_shells(guns, charts, dice)
    lasts = dice.show(charts["smoke", "turns"])
    missed = SmokeOutcome.COVERS if shells.covering else SmokeOutcome.WIDE
    outcome = SmokeOutcome.ON_THE_SPOT if shells.hits else missed
    fell = tuple([Effect("smoke", gun.name, gun.many) for _, gun in guns])
    return Ruling(outcome, shells.counts, fell, told={**shells.told, "turns": lasts.text})


@part
def guns_that_fire(mission: Bombard | Smoke, charts: Charts, dice: Dice) -> tuple[tuple[str, Gun], ...]:
    """The groups of alike guns of a battery that can fire, labelled. Source: skirmish.txt 86, 127, 183, 205-251."""
    guns = []
    alone = sum([gun.many for gun in mission.guns]) == 1
    for label, gun in labelled(mission.guns):
        stated = mission.conditions + gun.conditions
        chart = "guns" if charts.has("guns", gun.name) else "mortars"
        bar = bar_to(chart, gun.name, stated, mission.range, charts)
        if bar:
            dice.show(bar)
            continue
        burst = charts[chart, gun.name, "burst"]
        dice.show(burst, "{}: {}, cm", burst.label, charts.label(chart, "burst"))
        falls = how_it_falls(stated, mission.round, charts)
        if falls == ON_TARGET:
            dice.show(charts.note("observed-fire", ON_TARGET))
        guns.append((label, Gun(gun.name, gun.many, burst, falls, alone)))
    return tuple(guns)


def bar_to(chart: str, gun: str, stated: Conditions, range: float | None, charts: Charts) -> Note | None:
    """Why a gun or mortar cannot fire; None when it can. A range that is not given lies within its own."""
    bar = charts.bar(f"{charts.label(chart, gun)} cannot fire", "observed-fire", stated, "near-missed", "moved")
    if bar or range is None:
        return bar
    least, most = charts[chart, gun, "min"], charts[chart, gun, "max"]
    if least.number <= range <= most.number:
        return None
    reaches = "{gun} reaches from {least} to {most} cm, not {range}"
    return note(reaches, least.source, gun=least.label, least=least.text, most=most.text, range=range)


def how_it_falls(stated: Conditions, round: int, charts: Charts) -> str:
    """The row of the miss distances; observed fire that hit keeps on its target. Source: skirmish.txt 251-253, 285."""
    if "direct-fire" in stated:
        return "direct"
    if "observed" not in stated or "map-fire" in stated:
        return "indirect"
    if ON_TARGET in stated:
        return ON_TARGET
    return "adjusted" if round >= charts["observed-fire", "adjusted-from"].number else "indirect"


@part
def fall_of_shells(guns: tuple[tuple[str, Gun], ...], charts: Charts, dice: Dice) -> Shells:
    """The fall of every gun's shell. Source: skirmish.txt 244-253."""
    each = [one for label, gun in guns for one in numbered(label, gun.many, gun)]
    return dice.all_of(fall_of_shell, guns if guns[0][1].alone else each, charts)[0]


def fall_of_shell(gun: Gun, charts: Charts, dice: Dice) -> Shells:
    """The fall of one gun's shell. Source: skirmish.txt 244-253."""
    if gun.falls == ON_TARGET:
        return Shells(1, 1, 1)
    fall = fall_of_shot("shell", gun.falls, gun.burst, charts, dice)
    return Shells(1, fall.hit, fall.covers, (fall,) if gun.alone and not fall.hit else ())
