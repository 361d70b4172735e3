"""Off-board artillery and bombs. Source: combat-captain.txt 866-884, 895-896, 900-908."""

from refcli.core.charts import Source
from refcli.core.dice import D6, numbered
from refcli.core.errors import Refused
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, how_many, labelled
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, changes, note, of_several, procedure
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.casualties import Suffered, kills_of_a_model, mark_kills
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, TARGETS, TheirCover, is_vehicle, saved, target_of

SHELLS = Source(section="Artillery Fire", lines="867-870")

PlanesLost = Annotated[int, Field("planes shot down on earlier turns", unit="planes", at_least=0, at_most=3)]


def shells_that_come(dice: Dice) -> int:
    """The shells of off-board artillery: a pip each. Source: 867-868."""
    shells = dice.die(D6, "shells")
    dice.show(Note("thrown from behind the board with eyes closed, one for each pip", SHELLS))
    return shells


def planes_left(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that a side still has. Source: 883-884, 895-896."""
    most = charts["air", "most"]
    left = max(0, most.whole() - lost)
    if lost:
        dice.show(most)
        dice.show(note("{lost} shot down on earlier turns: {left:plane} left", most.source, lost=lost, left=left))
    return left


def planes_that_come(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that come, never more than are left. Source: 881-884, 895-896; a reading, CC-40."""
    left = planes_left(lost, charts, dice)
    return min(left, dice.show(charts["planes", str(dice.die(D6, "planes"))]).whole()) if left else 0


class Attacked(NamedTuple):
    """What befalls alike targets, or all of them, and the planes over them; each outcome is for those who rolled."""

    suffered: Suffered = Suffered()
    shot_down: int = 0
    outcomes: tuple[Outcome, ...] = ()


class Bombard(NamedTuple):
    """Off-board artillery: how many shells, or what they touched."""

    target: Annotated[
        Terms,
        Field("what the shells touched, men and vehicles; left out, it rolls for the shells", 1, TARGETS, (), "target"),
    ] = ()
    cover: TheirCover = 0
    conditions: Conditions = NOTHING


FELL = "[{casualties:man falls|men fall}][both?, ][{kills:kill} on the roster][, {removed:model} removed]"


class BombardOutcome(Outcome):
    SHELLS = "shells", True, "{shells:shell} to throw"
    CASUALTIES = "casualties", True, f"of {{touched}} touched, {FELL}"
    SAVED = "saved", False, "none of {touched} touched falls: saved by cover"


@procedure("bombard", BombardOutcome, (*COVER_CHARTS, "kill"), sums=("cover",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Off-board artillery: how many shells, and who of those touched falls?

    Without a target a die for the shells; then, for all that they touched, a save for each. A vehicle
    touched takes a kill on the roster of its unit. Source: combat-captain.txt 576-578, 867-871.
    """
    shells = 0 if request.target else shells_that_come(dice)
    touched = how_many(request.target)
    attacked, each = dice.all_of(touch, labelled(request.target), request.conditions, request.cover, charts)
    _, casualties, kills, removed, _ = attacked.suffered
    outcome = BombardOutcome.SAVED if request.target else BombardOutcome.SHELLS
    if casualties or kills:
        outcome = BombardOutcome.CASUALTIES
    counts = {"shells": shells, "casualties": casualties, "kills": kills, "markers": removed, "touched": touched}
    effects = [effect for _, term, one in each for effect in one.suffered.effects_on(term.name)]
    outcomes = of_several((label, fate) for label, _, one in each for fate in one.outcomes)
    told = {"removed": removed, "both": casualties and kills}
    return Ruling(outcome, counts, tuple(effects), outcomes, told)


def touch(term: Term, of_all: Conditions, cover: int, charts: Charts, dice: Dice) -> Attacked:
    """Alike things touched: men who fall, or kills on the roster of their unit. Source: 576-578, 869-870."""
    target = target_of(term, of_all, cover, charts, dice)
    rescued, each = dice.all_of(saved, numbered("", term.many, 1), target, charts)
    fallen = term.many - rescued
    suffered = mark_kills(fallen, target, charts, dice) if target.vehicle else Suffered(casualties=fallen)
    outcomes = [BombardOutcome.SAVED if safe else BombardOutcome.CASUALTIES for _, _, safe in each]
    return Attacked(suffered, outcomes=tuple(outcomes))


class Bomb(NamedTuple):
    """A bombing run: how many planes, or the target of each bomb."""

    target: Annotated[
        Terms,
        Field("the target of each bomb; left out, it rolls for the planes", 1, TARGETS, noun="target"),
    ] = ()
    lost: PlanesLost = 0
    conditions: Conditions = NOTHING


DROPPED = "{bombs:bomb} dropped"
HIT = "{destroyed:target} destroyed[, {kills:kill} on the roster][, {shot down:plane} shot down]"


class BombOutcome(Outcome):
    DESTROYED = "target destroyed", True, f"{DROPPED}, {HIT}"
    PLANES = "planes", True, "{planes:plane}, a bomb each"
    MISSED = "missed", False, f"{DROPPED}, no target hit, no plane lost"
    SHOT_DOWN = "shot down", False, f"{DROPPED}, no target hit, {{shot down:plane}} shot down"
    NO_PLANES = "no planes", False, "no plane is left"


@procedure("bomb", BombOutcome, (*TARGETS, "planes", "air"), sums=("bomb",))
def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """Bombing run: is the target destroyed, is the plane?

    Without a target a die for the planes; then a die for each bomb. Cover does not help.
    Source: combat-captain.txt 576-578, 881-884, 904-908; a reading, CC-42.
    """
    counts = {"planes": 0, "bombs": 0, "destroyed": 0, "kills": 0, "shot down": 0}
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        return Ruling(BombOutcome.PLANES if planes else BombOutcome.NO_PLANES, {**counts, "planes": planes})
    left = planes_left(request.lost, charts, dice)
    if not left:
        return Ruling(BombOutcome.NO_PLANES, counts)
    bombs = how_many(request.target)
    if bombs > left:
        raise Refused(f"each plane carries one bomb: {some(bombs, 'target')}, {some(left, 'plane')} left")

    attacked, each = dice.all_of(drop_on, labelled(request.target), charts)
    _, _, kills, destroyed, _ = attacked.suffered
    counts |= {"bombs": bombs, "destroyed": destroyed, "kills": kills, "shot down": attacked.shot_down}
    effects = [effect for _, term, one in each for effect in one.suffered.effects_on(term.name)]
    effects += changes(Effect("remove", "plane", attacked.shot_down))
    outcomes = of_several((label, fate) for label, _, one in each for fate in one.outcomes)
    return Ruling(bomb_outcome(attacked), counts, tuple(effects), outcomes)


def drop_on(term: Term, charts: Charts, dice: Dice) -> Attacked:
    """Bombs on alike targets: sub-units destroyed, or models with all their kills. Source: 538, 576-578, 908."""
    bombs, each = dice.all_of(drop, numbered("", term.many, term.name), charts)
    suffered = bombs.suffered
    if suffered.destroyed and is_vehicle(term.name, charts):
        suffered = suffered._replace(kills=suffered.destroyed * kills_of_a_model(term.name, charts, dice))
    return Attacked(suffered, bombs.shot_down, tuple([bomb_outcome(bomb) for _, _, bomb in each]))


def drop(target: str, charts: Charts, dice: Dice) -> Attacked:
    """One plane's bomb. Source: 904-908."""
    hits, lost = charts["air", "bomb-hits"], charts["air", "bomb-shot-down"]
    dropped = dice.check(charts.add_up("bomb"), D6, "bomb", hits.target_number)
    if dropped.passed:
        return Attacked(Suffered(destroyed=1))
    if not lost.target_number.met_by(dropped.total):
        return Attacked()
    dice.show(lost)
    return Attacked(shot_down=1)


def bomb_outcome(attacked: Attacked) -> BombOutcome:
    """The outcome of one bomb, or of all."""
    if attacked.suffered.destroyed:
        return BombOutcome.DESTROYED
    return BombOutcome.SHOT_DOWN if attacked.shot_down else BombOutcome.MISSED
