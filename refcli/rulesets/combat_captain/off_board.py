"""Off-board artillery and bombs. Source: combat-captain.txt 866-884, 904-908."""

from enum import StrEnum
from typing import Annotated, NamedTuple

from refcli.core.charts import Source
from refcli.core.counts import NOTHING
from refcli.core.dice import D6, Dice
from refcli.core.in_force import Charts
from refcli.core.ruleset import Conditions, Field, Procedure, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.counted import some
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, saved, target_of

SHELLS = Source(section="Artillery Fire", lines="867-870")
TOUCHED = Source(section="Artillery Fire", lines="869-870")


def shells_that_come(charts: Charts, dice: Dice) -> int:
    """The shells of off-board artillery: a pip each. Source: 867-868."""
    shells = dice.die(D6, "shells")
    dice.show(Note("thrown from behind the board with eyes closed, one for each pip", SHELLS))
    return shells


def planes_that_come(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that come, never more than are left. Source: 881-884, 895-896; a reading, CC-40."""
    most = charts["air", "most"]
    left = int(most.number) - lost
    if lost:
        dice.show(Figure(f"{most.label}, less {lost} shot down", most))
    if left <= 0:
        return 0
    planes = charts["planes", str(dice.die(D6, "planes"))]
    dice.show(Figure(planes.label, planes))
    return min(int(planes.number), left)


class Bombard(NamedTuple):
    """Off-board artillery: how many shells, or what they touched."""

    target: Annotated[
        tuple[Term, ...],
        Field(
            "what the shells touched, men and vehicles; left out, it rolls for the shells",
            position=1,
            charts=("non-armor", "armor"),
            noun="target",
        ),
    ] = ()
    cover: Annotated[int, Field("level of their cover", short="-c", unit="level", at_least=0, at_most=5)] = 0
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    SHELLS = "shells", True, "{thrown} to throw"
    CASUALTIES = "casualties", True, "{casualties} of {touched} touched fall, {killed}"
    ALL_SAVED = "all saved", False, "all {touched} touched are saved by their cover"


class Fate(StrEnum):
    """What becomes of a man or a vehicle touched."""

    HIT = "hit"
    SAVED = "saved"


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Off-board artillery: how many shells, and who of those touched falls?

    Without a target a die for the shells; then, for all that they touched, a save for each. A vehicle
    touched takes a kill. Source: combat-captain.txt 867-871.
    """
    if not request.target:
        shells = shells_that_come(charts, dice)
        return Ruling(
            BombardOutcome.SHELLS,
            {"shells": shells, "casualties": 0, "kills": 0, "touched": 0},
            names=(("thrown", some(shells, "shell")),),
        )
    casualties = kills = touched = 0
    effects: list[Effect] = []
    for label, term in labelled(request.target):
        target = target_of(charts, dice, term, request.conditions, request.cover)
        hits = dice.each(term.many, suffer, (target, charts), label)[Fate.HIT]
        touched += term.many
        if target.vehicle:
            kills += hits
        else:
            casualties += hits
        if hits:
            effects.append(Effect("kill" if target.vehicle else "casualties", term.name, hits))
    return Ruling(
        BombardOutcome.CASUALTIES if casualties or kills else BombardOutcome.ALL_SAVED,
        {"shells": 0, "casualties": casualties, "kills": kills, "touched": touched},
        names=(("killed", some(kills, "kill")),),
        effects=tuple(effects),
    )


def suffer(target: Target, charts: Charts, dice: Dice) -> Fate:
    """One thing touched: a save or nothing. Source: 869-870."""
    return Fate.SAVED if saved(1, target, charts, dice) else Fate.HIT


class Bomb(NamedTuple):
    """A bombing run: how many planes, or the target of each bomb."""

    target: Annotated[
        tuple[Term, ...],
        Field(
            "the target of each bomb; left out, it rolls for the planes",
            position=1,
            charts=("non-armor", "armor"),
            noun="target",
        ),
    ] = ()
    lost: Annotated[int, Field("planes shot down on earlier turns", unit="planes", at_least=0, at_most=3)] = 0
    conditions: Conditions = NOTHING


class BombOutcome(Outcome):
    DESTROYED = "target destroyed", True, "{destroyed} of {dropped} destroyed the target, {gone} shot down"
    PLANES = "planes", True, "{come}, a bomb each"
    MISSED = "missed", False, "{dropped} dropped, no target hit, no plane lost"
    SHOT_DOWN = "shot down", False, "{dropped} dropped, no target hit, {gone} shot down"
    NO_PLANES = "no planes", False, "no plane is left"


def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """Bombing run: is the target destroyed, is the plane?

    Without a target a die for the planes; then a die for each bomb. Cover does not help.
    Source: combat-captain.txt 881-884, 904-908.
    """
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        counts = {"planes": planes, "bombs": 0, "destroyed": 0, "shot down": 0}
        return Ruling(
            BombOutcome.PLANES if planes else BombOutcome.NO_PLANES, counts, names=(("come", some(planes, "plane")),)
        )
    bombs = destroyed = shot_down = 0
    effects: list[Effect] = []
    for label, term in labelled(request.target):
        came = dice.each(term.many, drop, (charts,), label)
        bombs += term.many
        destroyed += came[BombOutcome.DESTROYED]
        shot_down += came[BombOutcome.SHOT_DOWN]
        if came[BombOutcome.DESTROYED]:
            effects.append(Effect("remove", term.name, came[BombOutcome.DESTROYED]))
            effects.append(Effect("marker", term.name, came[BombOutcome.DESTROYED]))
    if shot_down:
        effects.append(Effect("remove", "plane", shot_down))
    outcome = BombOutcome.DESTROYED if destroyed else BombOutcome.SHOT_DOWN if shot_down else BombOutcome.MISSED
    counts = {"planes": 0, "bombs": bombs, "destroyed": destroyed, "shot down": shot_down}
    names = (("dropped", some(bombs, "bomb")), ("gone", some(shot_down, "plane")))
    return Ruling(outcome, counts, names, tuple(effects))


def drop(charts: Charts, dice: Dice) -> BombOutcome:
    """One plane's bomb. Source: 904-908."""
    hits, lost = charts["air", "bomb-hits"], charts["air", "bomb-shot-down"]
    bombing = charts.add_up("bomb")
    result = bombing.plus_die(dice.die(D6, "bomb", hits.needs.on_the_die(bombing)), hits.needs)
    dice.show(result)
    if result.met:
        return BombOutcome.DESTROYED
    if not lost.needs.met_by(result.total):
        return BombOutcome.MISSED
    dice.show(Figure(lost.label, lost))
    return BombOutcome.SHOT_DOWN


BOMBARD = Procedure(
    "bombard",
    bombard,
    Bombard,
    charts=COVER_CHARTS,
    outcomes=BombardOutcome,
    sums=("cover",),
    circumstances=Circumstance,
)
BOMB = Procedure(
    "bomb", bomb, Bomb, charts=("non-armor", "armor", "planes", "air"), outcomes=BombOutcome, sums=("bomb",)
)
