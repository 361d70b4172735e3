"""The bombing run. Source: combat-captain.txt 538, 576-578, 881-884, 895-896, 900-908."""

from collections.abc import Sequence

from refcli.core.dice import D6, Each, numbered
from refcli.core.labels import place
from refcli.core.request import (
    NOTHING,
    Annotated,
    Conditions,
    Field,
    NamedTuple,
    Term,
    Terms,
    how_many,
    labelled,
    letters,
)
from refcli.core.rulebook import Charts, Dice, Effect, Outcome, Refused, Ruling, of_several, procedure, unit_names
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.casualties import Suffered, kills_of_a_model
from refcli.rulesets.combat_captain.cover import TARGETS, is_vehicle
from refcli.rulesets.combat_captain.effects import Kind, added_up
from refcli.rulesets.combat_captain.off_board import PlanesLost, Side, planes_left, planes_of, planes_that_come


class Bombed(NamedTuple):
    """What befalls alike targets, or all of them, and the planes over them; each outcome is for those who rolled."""

    suffered: Suffered = Suffered()
    shot_down: int = 0
    outcomes: tuple[Outcome, ...] = ()


class Bomb(NamedTuple):
    """A bombing run: how many planes, or the target of each bomb."""

    target: Annotated[
        Terms,
        Field("the target of each bomb; leave it out to roll for the planes", 1, TARGETS, noun="target"),
    ] = ()
    lost: PlanesLost = 0
    side: Side = None
    conditions: Conditions = NOTHING


DROPPED = "{bombs:bomb}: "
HIT = "{destroyed:target} destroyed[, {kills:kill} on the roster][, {shot down:plane} shot down]"


class BombOutcome(Outcome):
    DESTROYED = "target destroyed", True, f"{DROPPED}{HIT}."
    PLANES = "planes", True, "{planes:plane}, one bomb to a plane."
    MISSED = "missed", False, f"{DROPPED}no target hit, no plane lost."
    SHOT_DOWN = "shot down", False, f"{DROPPED}no target hit, {{shot down:plane}} shot down."
    NO_PLANES = "no planes", False, "No plane is left."


@procedure("bomb", BombOutcome, (*TARGETS, "planes", "air", "sides"), sums=("bomb",))
def bomb(request: Bomb, charts: Charts, dice: Dice) -> Ruling:
    """Bombing run: is the target destroyed, and is the plane shot down?

    Without a target a die for the planes; then a die for each bomb. Cover does not help.
    Source: combat-captain.txt 576-578, 881-884, 904-908; a reading, CC-42.
    """
    counts = {"planes": 0, "bombs": 0, "destroyed": 0, "kills": 0, "shot down": 0}
    if not request.target:
        planes = planes_that_come(request.lost, charts, dice)
        return Ruling(
            BombOutcome.PLANES if planes else BombOutcome.NO_PLANES,
            {**counts, "planes": planes},
            lambda: planes_of(request.side, planes, "bombing", charts),
        )
    left = planes_left(request.lost, charts, dice)
    if not left:
        return Ruling(BombOutcome.NO_PLANES, counts)
    bombs = how_many(request.target)
    if bombs > left:
        have = some(left, "plane is", "planes are")
        raise Refused(f"{have} left, with one bomb each: name {some(left, 'target')} at most, not {bombs}")

    attacked, each = dice.all_of(drop_on, labelled(request.target), charts)
    suffered = attacked.suffered
    counts |= {"bombs": bombs, "destroyed": suffered.destroyed, "kills": suffered.kills}
    counts |= {"shot down": attacked.shot_down}
    runs = runs_of(request, each, charts)
    outcomes = of_several((f"{run.plane} over {run.target}", run.fate) for run in runs)
    return Ruling(bomb_outcome(attacked), counts, lambda: bombed_by(request, runs, charts), outcomes)


class Bombing(NamedTuple):
    """One plane's run: the plane, what it bombs, what came of it, the kills of a model that it destroys."""

    plane: str
    target: str
    fate: Outcome
    kills: int


def runs_of(request: Bomb, each: Each[Term, Bombed], charts: Charts) -> list[Bombing]:
    """Every plane's run, in the order of the targets. Source: 904-908."""
    names, bombs = unit_names(request.target, charts, *TARGETS), how_many(request.target)
    runs: list[Bombing] = []
    for label, _, one in each:
        kills = one.suffered.kills // max(1, one.suffered.destroyed)
        for number, fate in enumerate(one.outcomes, 1):
            plane = f"Plane {letters(len(runs))}" if bombs > 1 else "plane"
            runs.append(Bombing(plane, names[place(label, str(number))], fate, kills))
    return runs


def bombed_by(request: Bomb, runs: Sequence[Bombing], charts: Charts) -> tuple[Effect, ...]:
    """Each plane's bomb: its target goes with all its kills and a marker of its unit, or the plane.

    Source: 538, 576-578, 904-908.
    """
    whose = charts.called(request.side.name, "sides") if request.side else ""
    fell: list[Effect] = []
    for run in runs:
        if run.fate is BombOutcome.DESTROYED:
            fell += Suffered(kills=run.kills, destroyed=1).effects_on(run.target)
        elif run.fate is BombOutcome.SHOT_DOWN:
            fell.append(Effect(Kind.REMOVE, run.plane, role="aircraft", detail=whose))
    return (*added_up(fell), *[Effect(Kind.BOMBED, run.plane, role="aircraft", detail=run.target) for run in runs])


def drop_on(term: Term, charts: Charts, dice: Dice) -> Bombed:
    """Bombs on alike targets: sub-units destroyed, or models with all their kills. Source: 538, 576-578, 908."""
    bombs, each = dice.all_of(drop, numbered("", term.many, term.name), charts)
    suffered = bombs.suffered
    if suffered.destroyed and is_vehicle(term.name, charts):
        suffered = suffered._replace(kills=suffered.destroyed * kills_of_a_model(term.name, charts, dice))
    outcomes = tuple([bomb_outcome(bomb) for _, _, bomb in each])
    return Bombed(suffered, shot_down=bombs.shot_down, outcomes=outcomes)


def drop(target: str, charts: Charts, dice: Dice) -> Bombed:
    """One plane's bomb. Source: 904-908."""
    hits, lost = charts["air", "bomb-hits"], charts["air", "bomb-shot-down"]
    dropped = dice.check(charts.add_up("bomb"), D6, "bomb", hits.target_number)
    if dropped.passed:
        return Bombed(Suffered(destroyed=1))
    if not lost.target_number.met_by(dropped.total):
        return Bombed()
    dice.show(lost, "{0} shoots the plane down.", lost.said)
    return Bombed(shot_down=1)


def bomb_outcome(attacked: Bombed) -> BombOutcome:
    """The outcome of one bomb, or of all."""
    if attacked.suffered.destroyed:
        return BombOutcome.DESTROYED
    return BombOutcome.SHOT_DOWN if attacked.shot_down else BombOutcome.MISSED
