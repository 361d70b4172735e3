"""Artillery and mortar fire: where shells fall. Source: skirmish.txt 86, 127, 183, 203-255, 283-289."""

from operator import add
from typing import Annotated, NamedTuple

from refcli.core.charts import Cell, Need
from refcli.core.counts import NOTHING
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure, in_words
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.words import some
from refcli.rulesets.skirmish.circumstance import Circumstance


class Fall(NamedTuple):
    """Where one shell or grenade falls: the word of the chart, the cm it misses by, the circle over the aim."""

    where: str
    cm: float
    covers: bool

    @property
    def told(self) -> str:
        """The fall in words."""
        if self.where == "hit":
            return "a direct hit"
        side = {"short": "short", "long": "long"}.get(self.where, f"to the {self.where}")
        return f"{self.cm:g} cm {side}"


class Landed(NamedTuple):
    """A fall without its geometry."""

    hit: bool
    covers: bool


def fall_of_shot(row: str, distance: str, burst: Cell, charts: Charts, dice: Dice) -> Fall:
    """Throw for the fall of one shot, and by how much it misses.

    Source: skirmish.txt 187-195, 244-251, 285.
    """
    best = charts["fall-of-shot", row, 10]
    needs = Need(">=", charts.axis("fall-of-shot").bands[-1][0]) if best.text == "hit" else None
    falls = charts["fall-of-shot", row, dice.die(D10, "fall", needs)]
    dice.show(Figure("falls", falls))
    if falls.text == "hit":
        return Fall("hit", 0, True)
    each_point = charts["miss-distance", distance]
    points = dice.die(D10, "distance")
    shown = each_point._replace(
        value=points * each_point.number,
        label=f"{some(points, 'point')} of {each_point.text} cm: {each_point.label}",
    )
    miss = charts.add_up("miss distance", shown)
    dice.show(miss)
    cm = max(0, miss.total)
    return Fall(falls.text, cm, cm <= burst.number / 2)


def landed(row: str, distance: str, burst: Cell, charts: Charts, dice: Dice) -> Landed:
    """The fall of one of several shells, without its geometry."""
    fall = fall_of_shot(row, distance, burst, charts, dice)
    return Landed(fall.where == "hit", fall.covers)


class Bombard(NamedTuple):
    """A battery that fires at one point."""

    guns: Annotated[
        tuple[Term, ...], Field("the guns and mortars that fire", position=1, charts=("guns", "mortars"), noun="gun")
    ]
    range: Annotated[float | None, Field("cm to the point of aim", short="-r", unit="cm", at_least=0)] = None
    round: Annotated[int, Field("round on this target: 1 is the first", at_least=1, at_most=99)] = 1
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    DIRECT_HIT = "direct hit", True, "{hits} of {shells} hit the target; {rest}use burst for what lies under"
    COVERS = "covers", True, "{rest}a burst circle still covers the point of aim; use burst for what lies under"
    MISSES = "misses", False, "{rest}use burst for what lies under"
    CANNOT_FIRE = "cannot fire", False, "{guns} cannot fire"


class Battery(NamedTuple):
    """What came of all the guns of a battery."""

    shells: int
    hits: int
    covering: int
    where: str
    effects: tuple[Effect, ...]


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire indirectly: where do the shells fall?

    Two d10 for each gun, the second only on a miss. Source: skirmish.txt 205-253.
    """
    came = battery(request, "indirect", charts, dice)
    if came.shells:
        ready = charts["radio", "guns-ready"]
        dice.show(Note(f"it arrives {ready.text} turn after the request", ready.source))
    outcomes = {True: BombardOutcome.DIRECT_HIT, False: BombardOutcome.COVERS}
    outcome = outcomes[came.hits > 0] if came.covering else BombardOutcome.MISSES
    return Ruling(
        outcome if came.shells else BombardOutcome.CANNOT_FIRE,
        {"shells": came.shells, "hits": came.hits, "covering": came.covering},
        names=(
            ("guns", in_words(request.guns, charts, "guns", "mortars")),
            ("rest", came.where),
        ),
        effects=came.effects,
    )


def bar(chart: str, gun: str, stated: Conditions, range: float | None, charts: Charts) -> Note | None:
    """Why a gun or mortar cannot fire; None when it can. A range that is not given lies within its own.

    Source: skirmish.txt 86, 127, 183, 205-240.
    """
    for circumstance in (Circumstance.NEAR_MISSED, Circumstance.MOVED):
        if circumstance in stated:
            condition = charts.stated("observed-fire", circumstance)
            return Note(f"{charts.label(chart, gun)} cannot fire: {condition.text}", condition.source)
    if range is None:
        return None
    least, most = charts[chart, gun, "min"], charts[chart, gun, "max"]
    if least.number <= range <= most.number:
        return None
    return Note(f"{least.label} reaches from {least.text} to {most.text} cm, not {range:g}", least.source)


def battery(request: "Bombard | Smoke", distance: str, charts: Charts, dice: Dice) -> Battery:
    """Every gun of a battery in turn. Source: skirmish.txt 244-253."""
    alone = sum(gun.many for gun in request.guns) == 1
    order = request._replace(guns=())
    several = [("", (label, gun, order, distance, alone, charts)) for label, gun in labelled(request.guns)]
    came = dice.joined(both, guns_fire, several)
    if not alone and came.shells > came.hits:
        return came._replace(where=f"{came.shells - came.hits} of {came.shells} missed; ")
    return came


def both(one: Battery, other: Battery) -> Battery:
    """What came of two groups of guns together."""
    return Battery(*map(add, one, other))


def guns_fire(
    label: str, gun: Term, request: "Bombard | Smoke", distance: str, alone: bool, charts: Charts, dice: Dice
) -> Battery:
    """What came of alike guns; of a gun that is alone also where its shell falls."""
    stated = request.conditions + gun.conditions
    chart = "guns" if charts.has("guns", gun.name) else "mortars"
    burst = charts[chart, gun.name, "burst"]
    barred = bar(chart, gun.name, stated, request.range, charts)
    if barred:
        dice.show(barred)
        return Battery(0, 0, 0, "", ())
    dice.show(Figure(f"{burst.label}: {charts.label(chart, 'burst')}, cm", burst))
    effects = (Effect("shell", gun.name, gun.many),)
    seen = Circumstance.OBSERVED in stated and Circumstance.MAP_FIRE not in stated
    direct = Circumstance.DIRECT_FIRE in stated
    if seen and Circumstance.ON_TARGET in stated and not direct:
        kept = charts.stated("observed-fire", Circumstance.ON_TARGET)
        dice.show(Note(kept.text, kept.source))
        return Battery(gun.many, gun.many, gun.many, "", effects)
    adjusted = seen and request.round >= charts["observed-fire", "adjusted-from"].number
    row = "direct" if direct else "adjusted" if adjusted else distance
    if alone:
        fall = dice.sub(fall_of_shot, ("shell", row, burst, charts), label)
        where = f"the shell falls {fall.told}; " if fall.where != "hit" else ""
        return Battery(1, int(fall.where == "hit"), int(fall.covers), where, effects)
    came = dice.each(gun.many, landed, ("shell", row, burst, charts), label)
    hits = sum(times for one, times in came.items() if one.hit)
    return Battery(came.total, hits, sum(times for one, times in came.items() if one.covers), "", effects)


class Smoke(NamedTuple):
    """Guns and mortars that fire smoke at one point."""

    guns: Annotated[
        tuple[Term, ...], Field("the guns and mortars that fire", position=1, charts=("guns", "mortars"), noun="gun")
    ]
    range: Annotated[float | None, Field("cm to the point of aim", short="-r", unit="cm", at_least=0)] = None
    round: Annotated[int, Field("round on this point: 1 is the first", at_least=1, at_most=99)] = 1
    conditions: Conditions = NOTHING


class SmokeOutcome(Outcome):
    ON_THE_SPOT = "on the spot", True, "smoke lies on the point of aim{rest}; it lasts {turns} full turns more"
    COVERS = "covers", True, "smoke covers the point of aim{rest}; it lasts {turns} full turns more"
    WIDE = "wide", False, "the smoke falls wide{rest}; it lasts {turns} full turns more"
    CANNOT_FIRE = "cannot fire", False, "{guns} cannot fire"


def smoke(request: Smoke, charts: Charts, dice: Dice) -> Ruling:
    """Guns and mortars fire smoke: where does it fall, and how long does it lie?

    It falls as HE does and covers the burst circle. Source: skirmish.txt 244-253, 287-289.
    """
    came = battery(request, "indirect", charts, dice)
    lasts = charts["smoke", "turns"]
    if came.shells:
        dice.show(Figure(lasts.label, lasts))
    outcome = SmokeOutcome.ON_THE_SPOT if came.hits else SmokeOutcome.COVERS if came.covering else SmokeOutcome.WIDE
    rest = came.where.removesuffix("; ")
    return Ruling(
        outcome if came.shells else SmokeOutcome.CANNOT_FIRE,
        {"shells": came.shells, "hits": came.hits, "covering": came.covering},
        names=(
            ("guns", in_words(request.guns, charts, "guns", "mortars")),
            ("rest", f" ({rest})" if rest else ""),
            ("turns", lasts.text),
        ),
        effects=tuple(effect._replace(kind="smoke") for effect in came.effects),
    )


BOMBARD = Procedure(
    "bombard",
    bombard,
    Bombard,
    charts=("guns", "mortars", "fall-of-shot", "miss-distance", "observed-fire", "radio"),
    outcomes=BombardOutcome,
    sums=("miss distance",),
    circumstances=Circumstance,
)
SMOKE = Procedure(
    "smoke",
    smoke,
    Smoke,
    charts=("guns", "mortars", "fall-of-shot", "miss-distance", "observed-fire", "smoke"),
    outcomes=SmokeOutcome,
    sums=("miss distance",),
    circumstances=Circumstance,
)
