"""Off-board artillery and bombs. Source: combat-captain.txt 866-884, 895-896, 900-908."""

from operator import add
from typing import Annotated, Any, NamedTuple

from refcli.core.charts import Source, whole
from refcli.core.counts import NOTHING, Counts
from refcli.core.dice import D6, Dice, with_die
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import Procedure
from refcli.core.request import Conditions, Field, Term, labelled
from refcli.core.ruling import Effect, Figure, Note, Outcome, Ruling
from refcli.core.tally import Tally
from refcli.core.words import some
from refcli.rulesets.combat_captain.casualties import Suffered, effects_of, kills_of_a_model, mark_kills
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, is_vehicle, saved, target_of

SHELLS = Source(section="Artillery Fire", lines="867-870")


def shells_that_come(dice: Dice) -> int:
    """The shells of off-board artillery: a pip each. Source: 867-868."""
    shells = dice.die(D6, "shells")
    dice.show(Note("thrown from behind the board with eyes closed, one for each pip", SHELLS))
    return shells


def planes_left(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that a side still has. Source: 883-884, 895-896."""
    most = charts["air", "most"]
    left = max(0, whole(most) - lost)
    if lost:
        dice.show(Figure(most.label, most))
        dice.show(Note(f"{lost} shot down on earlier turns: {some(left, 'plane')} left", most.source))
    return left


def planes_that_come(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that come, never more than are left. Source: 881-884, 895-896; a reading, CC-40."""
    left = planes_left(lost, charts, dice)
    if not left:
        return 0
    planes = charts["planes", str(dice.die(D6, "planes"))]
    dice.show(Figure(planes.label, planes))
    return min(whole(planes), left)


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
    CASUALTIES = "casualties", True, "of {touched} touched, {came}"
    SAVED = "saved", False, "none of {touched} touched falls: saved by cover"


def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Off-board artillery: how many shells, and who of those touched falls?

    Without a target a die for the shells; then, for all that they touched, a save for each. A vehicle
    touched takes a kill on the roster of its unit. Source: combat-captain.txt 576-578, 867-871.
    """
    if not request.target:
        shells = shells_that_come(dice)
        return Ruling(
            BombardOutcome.SHELLS,
            {"shells": shells, "casualties": 0, "kills": 0, "markers": 0, "touched": 0},
            names=(("thrown", some(shells, "shell")),),
        )
    stated, cover = request.conditions, request.cover
    several = [("", (label, term, stated, cover, charts)) for label, term in labelled(request.target)]
    tally = dice.joined(add, touched, several)
    touches, _, casualties, markers, removed, kills = tally.counts
    return Ruling(
        BombardOutcome.CASUALTIES if casualties or kills else BombardOutcome.SAVED,
        {"shells": 0, "casualties": casualties, "kills": kills, "markers": markers, "touched": touches},
        names=(("came", came_to(casualties, kills, removed)),),
        effects=dice.told(effects_touched, tally),
        each=dice.told(each_touched, tally) if touches > 1 else (),
    )


def touched(label: str, term: Term, stated: Conditions, cover: int, charts: Charts, dice: Dice) -> Tally:
    """Alike things touched: how many they are, and what they suffer together. Source: 576-578, 869-870."""
    target = target_of(charts, dice, term, stated, cover)
    came = dice.each(term.many, touch, (target, charts), label)
    fallen = came[BombardOutcome.CASUALTIES]
    suffered = mark_kills(fallen, target, charts, dice) if target.vehicle else Suffered(casualties=fallen)
    return Tally((term.many, *suffered), (term.name, label, came, suffered))


def effects_touched(tally: Tally) -> tuple[Effect, ...]:
    """What the shells change on the table."""
    return tuple([effect for name, _, _, fell in tally.parts for effect in effects_of(name, fell)])


def each_touched(tally: Tally) -> tuple[tuple[str, Outcome], ...]:
    """What became of each thing touched."""
    return tuple([one for _, label, came, _ in tally.parts for one in each_of(label, came)])


def touch(target: Target, charts: Charts, dice: Dice) -> BombardOutcome:
    """One thing touched: a save or nothing. Source: 869-870."""
    return BombardOutcome.SAVED if saved(1, target, charts, dice) else BombardOutcome.CASUALTIES


def came_to(casualties: int, kills: int, removed: int) -> str:
    """What the shells came to, in words: men, kills on the roster, models removed."""
    said = (
        (casualties, some(casualties, "man falls", "men fall")),
        (kills, f"{some(kills, 'kill')} on the roster"),
        (removed, f"{some(removed, 'model')} removed"),
    )
    return ", ".join(words for many, words in said if many)


def each_of(label: str, came: Counts[Any]) -> list[tuple[str, Outcome]]:
    """The outcome of every one of several alike targets."""
    return [(label, outcome) for outcome, times in came.items() for _ in range(times)]


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
    DESTROYED = "target destroyed", True, "{dropped} dropped, {hit} destroyed{marked}{gone}"
    PLANES = "planes", True, "{come}, a bomb each"
    MISSED = "missed", False, "{dropped} dropped, no target hit, no plane lost"
    SHOT_DOWN = "shot down", False, "{dropped} dropped, no target hit{gone}"
    NO_PLANES = "no planes", False, "no plane is left"


NO_BOMBS = {"planes": 0, "bombs": 0, "destroyed": 0, "kills": 0, "shot down": 0}


def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """Bombing run: is the target destroyed, is the plane?

    Without a target a die for the planes; then a die for each bomb. Cover does not help.
    Source: combat-captain.txt 576-578, 881-884, 904-908; a reading, CC-42.
    """
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        outcome = BombOutcome.PLANES if planes else BombOutcome.NO_PLANES
        return Ruling(outcome, {**NO_BOMBS, "planes": planes}, names=(("come", some(planes, "plane")),))
    left = planes_left(request.lost, charts, dice)
    if not left:
        return Ruling(BombOutcome.NO_PLANES, NO_BOMBS)
    bombs = sum(term.many for term in request.target)
    if bombs > left:
        raise Refused(f"each plane carries one bomb: {some(bombs, 'target')}, {some(left, 'plane')} left")
    destroyed = kills = shot_down = 0
    effects: list[Effect] = []
    each: list[tuple[str, Outcome]] = []
    for label, term in labelled(request.target):
        came = dice.each(term.many, drop, (charts,), label)
        each += each_of(label, came)
        destroyed += came[BombOutcome.DESTROYED]
        shot_down += came[BombOutcome.SHOT_DOWN]
        if came[BombOutcome.DESTROYED]:
            suffered = blown_up(came[BombOutcome.DESTROYED], term.name, charts, dice)
            kills += suffered.kills
            effects += effects_of(term.name, suffered)
    if shot_down:
        effects.append(Effect("remove", "plane", shot_down))
    return Ruling(
        BombOutcome.DESTROYED if destroyed else BombOutcome.SHOT_DOWN if shot_down else BombOutcome.MISSED,
        {"planes": 0, "bombs": bombs, "destroyed": destroyed, "kills": kills, "shot down": shot_down},
        names=(
            ("dropped", some(bombs, "bomb")),
            ("hit", some(destroyed, "target")),
            ("marked", f", {some(kills, 'kill')} on the roster" if kills else ""),
            ("gone", f", {some(shot_down, 'plane')} shot down" if shot_down else ""),
        ),
        effects=tuple(effects),
        each=tuple(each) if len(each) > 1 else (),
    )


def blown_up(many: int, name: str, charts: Charts, dice: Dice) -> Suffered:
    """So many targets destroyed: sub-units, or models with all the kills of a model. Source: 538, 576-578, 908."""
    kills = many * kills_of_a_model(name, charts, dice) if is_vehicle(charts, name) else 0
    return Suffered(markers=many, destroyed=many, kills=kills)


def drop(charts: Charts, dice: Dice) -> BombOutcome:
    """One plane's bomb. Source: 904-908."""
    hits, lost = charts["air", "bomb-hits"], charts["air", "bomb-shot-down"]
    bombing = charts.add_up("bomb")
    result = with_die(dice, bombing, D6, "bomb", hits.needs)
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
    charts=(*COVER_CHARTS, "kill"),
    outcomes=BombardOutcome,
    sums=("cover",),
    circumstances=Circumstance,
)
BOMB = Procedure(
    "bomb", bomb, Bomb, charts=("non-armor", "armor", "planes", "air"), outcomes=BombOutcome, sums=("bomb",)
)
