"""Off-board artillery, and the planes that come. Source: combat-captain.txt 565-578, 866-884, 895-896."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
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
)
from refcli.core.rulebook import (
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Ruling,
    changes,
    note,
    of_several,
    part,
    procedure,
    unit_names,
)
from refcli.rulesets.combat_captain.casualties import Suffered, mark_kills
from refcli.rulesets.combat_captain.cover import COVER_CHARTS, TARGETS, TheirCover, is_vehicle, saved, target_of
from refcli.rulesets.combat_captain.effects import Kind, unit_of
from refcli.rulesets.combat_captain.losses import Fallen, SubUnit, fates, fell, group_of, roster_of, sub_units_lost

SHELLS = Source(section="Artillery Fire", lines="867-870")


def shot_down_before(whose: str = "") -> Field:
    """The field of the planes that do not come back. Source: 883-884, 895-896."""
    said = f"{{value:plane}}{whose} shot down before"
    return Field(f"planes{whose} shot down on earlier turns", said=said, unit="planes", at_least=0, at_most=3)


Side = Annotated[Term | None, Field("the side whose planes they are", charts=("sides",), noun="side")]
PlanesLost = Annotated[int, shot_down_before()]


def shells_that_come(dice: Dice) -> int:
    """The shells of off-board artillery: a pip each. Source: 867-868."""
    shells = dice.die(D6, "shells")
    dice.show(Note("from behind the board, eyes closed, a shell for each pip", SHELLS))
    return shells


def planes_left(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that a side still has. Source: 883-884, 895-896."""
    most = charts["air", "most"]
    left = max(0, most.whole() - lost)
    if lost:
        dice.show(most, "A side has {value:plane} at most.")
        dice.show(note("{lost} shot down on earlier turns, {left:plane} left", most.source, lost=lost, left=left))
    return left


def planes_that_come(lost: int, charts: Charts, dice: Dice) -> int:
    """The planes that come, never more than are left. Source: 881-884, 895-896; a reading, CC-40."""
    left = planes_left(lost, charts, dice)
    return min(left, dice.show(charts["planes", str(dice.die(D6, "planes"))]).whole()) if left else 0


def planes_of(side: Term | None, planes: int, strike: str, charts: Charts) -> tuple[Effect, ...]:
    """The planes that a side has for a strike. Source: 881-884."""
    whose = charts.called(side.name, "sides") if side else "the player"
    return changes(Effect(Kind.PLANES, whose, planes, role="side", detail=strike))


class Attacked(NamedTuple):
    """What befalls alike things touched, or all of them; the fate of each, by its number, is for those who rolled."""

    suffered: Suffered = Suffered()
    fallen: Fallen = Fallen()
    fates: tuple[tuple[str, Outcome], ...] = ()


class Bombard(NamedTuple):
    """Off-board artillery: how many shells, or what they touched: so many men of each sub-unit, and vehicles."""

    target: Annotated[
        Terms,
        Field("what the shells touch, men and vehicles; leave it out to roll for the shells", 1, TARGETS, (), "target"),
    ] = ()
    cover: TheirCover = 0
    conditions: Conditions = NOTHING


FELL = (
    "[casualties?{casualties:man|men} of {the who} lost][both?, ][kills?{kills:kill} on the roster of {the whose}]"
    "[, {lost:sub-unit} lost][, remove {removed:model}]."
)


class BombardOutcome(Outcome):
    SHELLS = "shells", True, "{shells:shell} to drop."
    CASUALTIES = "casualties", True, f"{{touched}} touched: {FELL}"
    SAVED = "saved", False, "{touched} touched, none falls: saved by cover."


@procedure("bombard", BombardOutcome, (*COVER_CHARTS, "kill"), sums=("cover",))
def bombard(request: Bombard, charts: Charts, dice: Dice) -> Ruling:
    """Off-board artillery: how many shells, and who of those touched falls?

    Without a target a die for the shells; then, for all that they touched, a save for each. A vehicle
    touched takes a kill on the roster of its unit. Source: combat-captain.txt 576-578, 867-871.
    """
    shells = 0 if request.target else shells_that_come(dice)
    touched = how_many(request.target)
    attacked, each = dice.all_of(touch, labelled(request.target), request.conditions, request.cover, charts)
    casualties, kills, removed = attacked.fallen.total, attacked.suffered.kills, attacked.suffered.destroyed
    sub_units = sub_units_under(request.target, request.conditions, charts, dice)
    lost = sub_units_lost(sub_units, attacked.fallen)
    outcome = BombardOutcome.SAVED if request.target else BombardOutcome.SHELLS
    if casualties or kills:
        outcome = BombardOutcome.CASUALTIES
    counts = {"shells": shells, "casualties": casualties, "kills": kills, "markers": removed + lost, "touched": touched}
    names = names_under(request.target, charts) if each else {}
    effects = touched_by(each, sub_units, names) if each else ()
    outcomes = of_several((names[place(label, number)], fate) for label, _, one in each for number, fate in one.fates)
    told: dict[str, Any] = {"removed": removed, "both": casualties and kills, "lost": lost}
    told |= {"who": units_with(effects, Kind.CASUALTIES), "whose": units_with(effects, Kind.KILL)}
    return Ruling(
        outcome,
        counts,
        lambda: (*changes(Effect(Kind.SHELLS, "off-board artillery", shells, role="artillery")), *effects),
        outcomes,
        told,
    )


def units_with(effects: tuple[Effect, ...], kind: Kind) -> tuple[str, ...]:
    """The units that an effect of a kind falls on, each once."""
    return tuple(dict.fromkeys(effect.unit for effect in effects if effect.kind is kind))


@part
def sub_units_under(terms: Terms, of_all: Conditions, charts: Charts, dice: Dice) -> tuple[SubUnit, ...]:
    """The sub-units of men that shells or a tape touch, with what they and their units lost before.

    Source: 565-573; readings CC-65.
    """
    names = names_under(terms, charts)
    return roster_of([(names[place(label, "1")], term) for label, term in labelled(terms)], of_all, charts)


def names_under(terms: Terms, charts: Charts) -> dict[str, str]:
    """What shells or a tape touch, by label: so many men of a sub-unit have its name, a vehicle its own."""
    one_each = [term if is_vehicle(term.name, charts) else term._replace(many=1) for term in terms]
    names = unit_names(one_each, charts, *TARGETS)
    return {
        one: names[one if term.many == whole.many else place(label, "1")]
        for (label, term), whole in zip(labelled(terms), one_each, strict=True)
        for one, _ in numbered(label, term.many, term)
    }


def touched_by(
    each: Each[Term, Attacked], sub_units: tuple[SubUnit, ...], names: Mapping[str, str]
) -> tuple[Effect, ...]:
    """Who falls and which sub-units are lost; kills on rosters, a model for every third. Source: 565-578, 869-870."""
    fallen: dict[str, int] = {}
    on_vehicles: list[Effect] = []
    for label, _, one in each:
        if one.fallen.total:
            fallen[names[place(label, "1")]] = one.fallen.total
        if one.suffered.kills:
            hit = [names[place(label, number)] for number, fate in one.fates if fate is BombardOutcome.CASUALTIES]
            gone = hit[: one.suffered.destroyed]
            on_vehicles.append(Effect(Kind.KILL, unit_of(hit[0]), one.suffered.kills, role="target"))
            on_vehicles += [Effect(Kind.REMOVE, model, role="target") for model in gone]
            on_vehicles += changes(Effect(Kind.MARKER, unit_of(hit[0]), len(gone), role="target"))
    return (*fates(sub_units, fallen, "target"), *on_vehicles)


def touch(term: Term, of_all: Conditions, cover: int, charts: Charts, dice: Dice) -> Attacked:
    """Alike things touched: men who fall, or kills on the roster of their unit. Source: 565-578, 867-870."""
    target = target_of(term, of_all, cover, charts, dice)
    rescued, each = dice.all_of(saved, numbered("", term.many, 1), target, charts)
    fallen = term.many - rescued
    fates = tuple([(one, BombardOutcome.SAVED if safe else BombardOutcome.CASUALTIES) for one, _, safe in each])
    if target.vehicle:
        return Attacked(mark_kills(fallen, target, charts, dice), fates=fates)
    beyond = max(0, fallen - target.men) if term.who or (of_all + term.conditions)["man-lost"] else 0
    if beyond:
        dice.show(note("{beyond:touch|touches} to spare: a man falls once", SHELLS, beyond=beyond))
        again = [fate for fate in fates if fate[1] is BombardOutcome.CASUALTIES][-beyond:]
        fates = tuple([fate for fate in fates if fate not in again])
    return Attacked(fallen=fell(group_of(term), fallen - beyond), fates=fates)
