"""Firing at the enemy: fire points, the variable die, what the chart gives.

Source: combat-captain.txt 592-701, 950-1022, 1025-1310.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from refcli.core.cells import Cell, Source
from refcli.core.dice import Each, numbered
from refcli.core.labels import place
from refcli.core.request import NOTHING, NamedTuple, labelled
from refcli.core.rulebook import (
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Refused,
    Ruling,
    of_several,
    part,
    procedure,
    unit_names,
)
from refcli.core.sentence import some
from refcli.rulesets.combat_captain.casualties import (
    LOSES,
    SWAPPED,
    TOGETHER,
    Suffered,
    look_at_rout,
    mark_kills,
    roll_to_kill,
    take_hits,
    take_kill,
)
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, TARGETS, Target, target_of
from refcli.rulesets.combat_captain.effects import Kind, added_up, unit_of
from refcli.rulesets.combat_captain.unit import check_unit, roll_on_chart, show_markers
from refcli.rulesets.combat_captain.volley import Fire, Rolled, Volley, roll_fire, volleys_of

TWO_TARGETS = "only a tank fires at two, its cannon at the first and its machine gun at the second"
LAST_ROW = 100
FIRE_POINTS = "fire points"
FIRE_CHARTS = ("weapons", "fire-modifiers", "ranges", "counting", "sight", "fire-chart", "kill", "activity")
PIPS = Source(section="Range Modifiers", lines="620-622")
CHART = Source(section="Fire Chart", lines="950-956")
AUTO = Source(section="Fire Chart", lines="1254-1255")

Points = tuple[int | None, ...]
"""The fire points at each target; None where no weapon aims."""
ChartResult = int | str | None
"""What the fire chart gives: hits or a kill number, its word for an auto kill, nothing where no weapon aims."""


ROSTER = "{The target}: {kills:kill} on the roster"
FELL = "[hits?{hits:hit}, {casualties:man|men} lost][!hits?auto kill]"
OTHER = "[; {the other}: {fared}]."


class FireOutcome(Outcome):
    MODEL_REMOVED = "model removed", True, f"{ROSTER}, remove {{destroyed:model}}{SWAPPED}{OTHER}"
    DESTROYED = "destroyed", True, f"{{The target}} {{target:is|are}} destroyed: {FELL}{SWAPPED}{OTHER}"
    SUB_UNIT_LOST = "sub-unit lost", True, f"{LOSES}{TOGETHER}{SWAPPED}{OTHER}"
    KILL = "kill", True, f"{ROSTER} of its unit{SWAPPED}{OTHER}"
    CASUALTIES = "casualties", True, f"{LOSES}{SWAPPED}{OTHER}"
    SAVED = "saved", False, f"Cover saves {{the target}}{OTHER}"
    NO_KILL = "no kill", False, f"No kill on {{the target}}{OTHER}"
    NO_EFFECT = "no effect", False, f"No effect on {{the target}}{OTHER}"
    CANNOT_FIRE = (
        "cannot fire",
        Outcome.NO_ATTEMPT,
        "{The attackers} cannot fire at {the target}[ and {the other}] with any effect.",
    )


class FireResult(NamedTuple):
    """What the fire comes to at one target, or at two together."""

    outcome: FireOutcome = FireOutcome.CANNOT_FIRE
    suffered: Suffered = Suffered()


FiredAt = Each[tuple[Target, ChartResult], FireResult]
"""What the fire comes to at each target."""


@procedure("fire", FireOutcome, (*FIRE_CHARTS, *COVER_CHARTS), (FIRE_POINTS, "variable die", "kill die", "cover"))
def fire(request: Fire, charts: Charts, dice: Dice) -> Ruling:
    """Sub-units fire: how many hits, or a kill?

    The dice of all sub-units make fire points, a variable die reads the chart. Non-armor saves and
    loses men; armor faces a kill die. Source: combat-captain.txt 592-683, 950-1022.
    """
    volleys, targets = take_aim(request, charts, dice)
    if not volleys:
        told = {"target": targets[0].called, "other": [target.called for target in targets[1:]]}
        return Ruling(FireOutcome.CANNOT_FIRE, Suffered().counts, told=told)

    if len(targets) == 1:
        number = number_for(volleys, request.markers, charts, dice)
        result, each = dice.all_of(hit, [("", (targets[0], number))], request.markers, charts)
    else:
        result, each = fire_at_two(volleys, targets, request.markers, charts, dice)
    if not each:  # odds need no names
        return Ruling(result.outcome, result.suffered.counts)
    names = unit_names(request.target, charts, *TARGETS)
    came = [(names[label], one) for (label, _), (_, _, one) in zip(labelled(request.target), each, strict=False)]
    return Ruling(
        result.outcome,
        result.suffered.counts,
        lambda: effects_of(request, volleys, came, charts),
        of_several((name, one.outcome) for name, one in came),
        told_of(each),
    )


def effects_of(
    request: Fire, volleys: tuple[Volley, ...], came: Sequence[tuple[str, FireResult]], charts: Charts
) -> tuple[Effect, ...]:
    """What the fire changes for each target, by its name, then who fired. Source: 562-578, 655-660."""
    suffered = chain.from_iterable([one.suffered.effects_on(name) for name, one in came])
    return (*added_up(suffered), *fired_by(request, volleys, [name for name, _ in came], charts))


def fired_by(request: Fire, volleys: tuple[Volley, ...], targets: Sequence[str], charts: Charts) -> list[Effect]:
    """Who fired at whom, with activity dice or held fire; the first shot of a unit is its activation.

    Source: 117-122, 149-156, 246-254, 327-329.
    """
    names = unit_names(request.attackers, charts, "weapons")
    effects: list[Effect] = []
    activated = [names[place(volley.label, "1")] for volley in volleys if not volley.held]
    for volley in volleys:
        at = ", ".join(dict.fromkeys(targets[aim.at] for aim in volley.aims))
        spent = Kind.SPEND_HOLD_FIRE if volley.held else Kind.DICE
        for label, _ in numbered(volley.label, volley.many, volley):
            name = names[label]
            effects.append(Effect(Kind.FIRED, name, role="firer", detail=at))
            effects.append(Effect(spent, name, volley.dice, "" if volley.held else "dice", "firer"))
    return [*effects, *[Effect(Kind.ACTIVATED, unit_of(name), role="firer") for name in activated[:1]]]


@part
def take_aim(request: Fire, charts: Charts, dice: Dice) -> tuple[tuple[Volley, ...], tuple[Target, ...]]:
    """What all firing sub-units bring, and what they fire at."""
    check_targets(request, charts)
    terms = tuple([term._replace(conditions=term.conditions + request.conditions) for term in request.target])
    volleys = volleys_of(request._replace(target=terms), charts, dice)
    if volleys:
        show_markers(request.markers, charts, dice)
    return volleys, tuple([target_of(term, NOTHING, request.cover, charts, dice, swap=request.swap) for term in terms])


def check_targets(request: Fire, charts: Charts) -> None:
    """Fire is at one sub-unit; only a tank fires at two. Source: 314-322, 670-675."""
    check_unit(request.attackers)
    tanks = all(not charts["weapons", firer.name, "machine-gun"].blank for firer in request.attackers)
    if len(request.target) > (2 if tanks else 1):
        raise Refused(f"name one target: {TWO_TARGETS}")
    for target in request.target:
        if target.many > 1:
            raise Refused(f"name one sub-unit, {target._replace(many=1).typed}: hits never pass to another")


@part
def number_for(volleys: tuple[Volley, ...], markers: int, charts: Charts, dice: Dice) -> ChartResult:
    """What the chart gives for the dice of all sub-units. Source: 598-604."""
    (points,) = fire_points(volleys, 1, charts, dice)
    return read_chart(points, markers, charts, dice)


@part
def fire_at_two(
    volleys: tuple[Volley, ...], targets: tuple[Target, ...], markers: int, charts: Charts, dice: Dice
) -> tuple[FireResult, FiredAt]:
    """The same dice are for the cannon of a tank at one target and its machine gun at another. Source: 670-675."""
    cannon, machine_gun = fire_points(volleys, 2, charts, dice)
    first, second = targets
    at_first = "cannon", (first, cannon)
    at_second = "machine gun", (second, machine_gun)
    return dice.all_of(fire_at, (at_first, at_second), markers, charts)


def fire_at(aimed: tuple[Target, int | None], markers: int, charts: Charts, dice: Dice) -> FireResult:
    """What so many fire points do to one target. Source: 601-609."""
    number = read_chart(aimed[1], markers, charts, dice)
    return hit((aimed[0], number), markers, charts, dice)


@part
def fire_points(volleys: tuple[Volley, ...], targets: int, charts: Charts, dice: Dice) -> Points:
    """The fire points at each target. Source: 598-604, 969-1011."""
    rolled, each = dice.all_of(roll_fire, [(volley.label, volley) for volley in volleys])
    pips = [(volley, one) for _, volley, one in each]
    return tuple([points_at(target, targets == 1, rolled, pips, volleys, charts, dice) for target in range(targets)])


def points_at(
    target: int,
    alone: bool,
    rolled: Rolled,
    each: Sequence[tuple[Volley, Rolled]],
    volleys: Sequence[Volley],
    charts: Charts,
    dice: Dice,
) -> int | None:
    """The pips and the modifiers of all weapons that aim at a target; None where none does."""
    aims = [aim for volley in volleys for aim in volley.aims if aim.at == target]
    if not aims:
        return None
    added: list[Cell] = []
    for volley, pips in each:
        for aim in volley.aims:
            if aim.at == target:
                counted = pips.second if aim.second else pips.main
                added += [Cell(counted, f"{aim.label}, {aim.pips.which} dice", "", PIPS), *aim.modifiers]
    if not added:  # the sum is all that odds ask for
        all_pips = sum(rolled) if alone else rolled[target]
        added = [Cell(all_pips, "dice", "", PIPS), *[cell for aim in aims for cell in aim.modifiers]]
    return int(dice.show(charts.add_up(FIRE_POINTS, *added)).total)


def read_chart(points: int | None, markers: int, charts: Charts, dice: Dice) -> ChartResult:
    """The variable die and what the fire chart has there. Source: 601-604, 1025-1255."""
    if points is None:
        return None
    column = roll_on_chart("variable die", markers, charts, dice)
    if points < 1:
        dice.show(Note("no fire points: no effect", CHART))
        return 0
    row = min(points, LAST_ROW)
    cell = charts["fire-chart", str(row), column]
    dice.show(cell, "fire chart, {0}", some(row, "point"))
    return cell.value if isinstance(cell.value, str) else 0 if cell.blank else cell.whole()


def hit(struck: tuple[Target, ChartResult], markers: int, charts: Charts, dice: Dice) -> FireResult:
    """What a figure of the fire chart does to one target. Source: 655-660, 954-956."""
    target, number = struck
    if not number:
        return FireResult(FireOutcome.CANNOT_FIRE if number is None else FireOutcome.NO_EFFECT)
    if isinstance(number, str):
        dice.show(Note("auto kill: no save and no kill die", AUTO))
        all_men = Suffered(casualties=target.men, destroyed=1)
        suffered = mark_kills(1, target, charts, dice) if target.armored else all_men
        return fared(look_at_rout(suffered, target, charts, dice))
    if not target.armored:
        return fared(look_at_rout(take_hits(number, target, charts, dice), target, charts, dice))
    if not roll_to_kill(number, markers, charts, dice):
        return FireResult(FireOutcome.NO_KILL)
    return fared(look_at_rout(take_kill(target, charts, dice), target, charts, dice))


def fared(suffered: Suffered) -> FireResult:
    """How a target that was hit fared: men have casualties, vehicles kills on a roster. Source: 562-578, 660."""
    if suffered.consolidated:
        return FireResult(FireOutcome.SUB_UNIT_LOST, suffered)
    if suffered.destroyed:
        return FireResult(FireOutcome.MODEL_REMOVED if suffered.kills else FireOutcome.DESTROYED, suffered)
    if suffered.kills:
        return FireResult(FireOutcome.KILL, suffered)
    return FireResult(FireOutcome.CASUALTIES if suffered.casualties else FireOutcome.SAVED, suffered)


def told_of(each: FiredAt) -> dict[str, Any]:
    """What the verdict tells of the target that fares worst, and how the other fares."""
    told: dict[str, Any] = {}
    for _, (target, _), one in sorted(each, key=lambda fired_at: fired_at[2].outcome.rank):
        if told:
            unshot = one.outcome is FireOutcome.CANNOT_FIRE
            told |= {"other": target.called, "fared": "no weapon fires at it" if unshot else told_of_other(one)}
        else:
            told = {"target": target.called, **one.suffered.told}
    return told


def told_of_other(result: FireResult) -> str:
    """How the target that fares better fares, with what it costs: ``2 men lost, 1 hit taken as a marker``.

    Source: 562-578, 655-660, 670-675.
    """
    suffered, one_kind = result.suffered, {FireOutcome.CASUALTIES: "men", FireOutcome.KILL: "kills"}
    lost = {"men": some(suffered.casualties, "man lost", "men lost"), "kills": some(suffered.kills, "kill")}
    taken = some(suffered.swapped, "hit taken as a marker", "hits taken as markers") if suffered.swapped else ""
    return ", ".join(filter(None, (lost.get(one_kind.get(result.outcome, ""), result.outcome.word), taken)))
