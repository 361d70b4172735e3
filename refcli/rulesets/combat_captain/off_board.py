"""Off-board artillery and bombs. Source: combat-captain.txt 866-884, 895-896, 900-908."""

from refcli.core.charts import Source
from refcli.core.dice import D6, numbered
from refcli.core.errors import Refused
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, how_many, labelled
from refcli.core.rulebook import Charts, Dice, Effect, Note, Outcome, Ruling, changes, note, of_several, procedure
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.casualties import Suffered, kills_of_a_model, mark_kills
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, Target, TheirCover, is_vehicle, saved, target_of

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
    if not left:
        return 0
    return min(left, dice.show(charts["planes", str(dice.die(D6, "planes"))]).whole())


class Bombard(NamedTuple):
    """Off-board artillery: how many shells, or what they touched."""

    target: Annotated[
        Terms,
        Field(
            "what the shells touched, men and vehicles; left out, it rolls for the shells",
            1,
            ("non-armor", "armor"),
            noun="target",
        ),
    ] = ()
    cover: TheirCover = 0
    conditions: Conditions = NOTHING


class BombardOutcome(Outcome):
    SHELLS = "shells", True, "{shells:shell} to throw"
    CASUALTIES = (
        "casualties",
        True,
        "of {touched} touched, [{casualties:man falls|men fall}][both?, ][{kills:kill} on the roster]"
        "[, {removed:model} removed]",
    )
    SAVED = "saved", False, "none of {touched} touched falls: saved by cover"


class Shelled(NamedTuple):
    """What shells do to alike things that they touch, or to all of these; how each fares is for those who rolled."""

    casualties: int = 0
    kills: int = 0
    removed: int = 0
    outcomes: tuple[BombardOutcome, ...] = ()


@procedure("bombard", BombardOutcome, (*COVER_CHARTS, "kill"), sums=("cover",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Off-board artillery: how many shells, and who of those touched falls?

    Without a target a die for the shells; then, for all that they touched, a save for each. A vehicle
    touched takes a kill on the roster of its unit. Source: combat-captain.txt 576-578, 867-871.
    """
    shells = 0 if request.target else shells_that_come(dice)
    touched = how_many(request.target)
    fell, each = dice.all_of(touch_alike, labelled(request.target), request.conditions, request.cover, charts)
    if not request.target:
        outcome = BombardOutcome.SHELLS
    else:
        outcome = BombardOutcome.CASUALTIES if fell.casualties or fell.kills else BombardOutcome.SAVED
    effects: list[Effect] = []
    for _, term, of_them in each:
        effects += Suffered(0, of_them.casualties, of_them.kills, of_them.removed).effects_on(term.name)
    counts = {"shells": shells, "casualties": fell.casualties, "kills": fell.kills, "markers": fell.removed}
    return Ruling(
        outcome,
        {**counts, "touched": touched},
        tuple(effects),
        of_several((label, one) for label, _, of_them in each for one in of_them.outcomes),
        {"removed": fell.removed, "both": fell.casualties and fell.kills},
    )


def touch_alike(term: Term, of_all: Conditions, cover: int, charts: Charts, dice: Dice) -> Shelled:
    """Alike things touched: men who fall, or kills on the roster of their unit. Source: 576-578, 869-870."""
    target = target_of(term, of_all, cover, charts, dice)
    fallen, each = dice.all_of(touch, numbered("", term.many, target), charts)
    suffered = mark_kills(fallen, target, charts, dice) if target.vehicle else Suffered(casualties=fallen)
    outcomes = [BombardOutcome.CASUALTIES if falls else BombardOutcome.SAVED for _, _, falls in each]
    return Shelled(suffered.casualties, suffered.kills, suffered.destroyed, tuple(outcomes))


def touch(target: Target, charts: Charts, dice: Dice) -> int:
    """Whether one thing touched falls: a save or nothing. Source: 869-870."""
    return 1 - saved(1, target, charts, dice)


class Bomb(NamedTuple):
    """A bombing run: how many planes, or the target of each bomb."""

    target: Annotated[
        Terms,
        Field("the target of each bomb; left out, it rolls for the planes", 1, ("non-armor", "armor"), noun="target"),
    ] = ()
    lost: PlanesLost = 0
    conditions: Conditions = NOTHING


class BombOutcome(Outcome):
    DESTROYED = (
        "target destroyed",
        True,
        "{bombs:bomb} dropped, {destroyed:target} destroyed[, {kills:kill} on the roster]"
        "[, {shot down:plane} shot down]",
    )
    PLANES = "planes", True, "{planes:plane}, a bomb each"
    MISSED = "missed", False, "{bombs:bomb} dropped, no target hit, no plane lost"
    SHOT_DOWN = "shot down", False, "{bombs:bomb} dropped, no target hit, {shot down:plane} shot down"
    NO_PLANES = "no planes", False, "no plane is left"


class Bombed(NamedTuple):
    """What bombs do to alike targets, or to all of them; how each fares is for those who rolled."""

    destroyed: int = 0
    kills: int = 0
    shot_down: int = 0
    outcomes: tuple[BombOutcome, ...] = ()

    @property
    def outcome(self) -> BombOutcome:
        """The outcome of one bomb, or of all."""
        if self.destroyed:
            return BombOutcome.DESTROYED
        return BombOutcome.SHOT_DOWN if self.shot_down else BombOutcome.MISSED


@procedure("bomb", BombOutcome, ("non-armor", "armor", "planes", "air"), sums=("bomb",))
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

    bombed, each = dice.all_of(bomb_alike, labelled(request.target), charts)
    effects: list[Effect] = []
    for _, term, of_them in each:
        effects += Suffered(kills=of_them.kills, destroyed=of_them.destroyed).effects_on(term.name)
    counts |= {"bombs": bombs, "destroyed": bombed.destroyed, "kills": bombed.kills, "shot down": bombed.shot_down}
    return Ruling(
        bombed.outcome,
        counts,
        (*effects, *changes(Effect("remove", "plane", bombed.shot_down))),
        of_several((label, one) for label, _, of_them in each for one in of_them.outcomes),
    )


def bomb_alike(term: Term, charts: Charts, dice: Dice) -> Bombed:
    """Bombs on alike targets: sub-units destroyed, or models with all their kills. Source: 538, 576-578, 908."""
    bombed, each = dice.all_of(drop, numbered("", term.many, term.name), charts)
    kills = 0
    if bombed.destroyed and is_vehicle(term.name, charts):
        kills = bombed.destroyed * kills_of_a_model(term.name, charts, dice)
    return bombed._replace(kills=kills, outcomes=tuple([one.outcome for _, _, one in each]))


def drop(target: str, charts: Charts, dice: Dice) -> Bombed:
    """One plane's bomb. Source: 904-908."""
    hits, lost = charts["air", "bomb-hits"], charts["air", "bomb-shot-down"]
    dropped = dice.check(charts.add_up("bomb"), D6, "bomb", hits.target_number)
    if dropped.passed:
        return Bombed(destroyed=1)
    if not lost.target_number.met_by(dropped.total):
        return Bombed()
    dice.show(lost)
    return Bombed(shot_down=1)
