"""What a firing sub-unit brings to a target: its band, the dice that count, its modifiers.

Source: combat-captain.txt 234-254, 435-448, 592-701, 959-1011.
"""

from collections.abc import Sequence

from refcli.core.cells import Cell, Source
from refcli.core.request import NOTHING, Annotated, Conditions, Field, NamedTuple, Term, Terms, labelled, who_of
from refcli.core.rulebook import D6, Charts, Dice, Note, Refused, note
from refcli.core.sentence import Proper
from refcli.rulesets.combat_captain.casualties import FirersMarkers
from refcli.rulesets.combat_captain.cover import TARGETS
from refcli.rulesets.combat_captain.unit import Pips, pips_that_count

BANDS = ("short", "medium", "long")
FIRE = "fire"
"""The roll of the activity dice that a sub-unit fires with."""
MOST_DICE = 4
"""Activity dice that a sub-unit fires at most: three, and one more for all alike. Source: 149-156, 188-198."""
RANGE = Source(section="Weapon Ranges", lines="623-646")
OWN_DICE = Source(section="Using the Activity Dice per Sub-unit", lines="265-271, 312-316")
ON_CALL = Source(section="Defensive Activity Dice", lines="257-263")


class Fire(NamedTuple):
    """Sub-units of one unit that fire together at a target; a tank may fire at two."""

    attackers: Annotated[
        Terms,
        Field(
            "the sub-units that fire, each perhaps with a range of its own, as rifles/short",
            1,
            ("weapons",),
            BANDS,
            "weapon",
        ),
    ]
    target: Annotated[
        Terms,
        Field("the target; a tank may name a second one for its machine gun", 2, TARGETS, BANDS, "target"),
    ]
    range: Annotated[
        float | None, Field("inches to the target", short="-r", unit="inches", at_least=0, at_most=999)
    ] = None
    activity: Annotated[
        int,
        Field(
            "activity dice of each sub-unit",
            said="{value:activity die|activity dice}",
            short="-a",
            unit="dice",
            at_least=1,
            at_most=MOST_DICE,
        ),
    ] = 3
    cover: Annotated[
        int,
        Field(
            "level of the target's cover", said="level {value} cover", short="-c", unit="level", at_least=0, at_most=5
        ),
    ] = 0
    markers: FirersMarkers = 0
    swap: Annotated[
        int,
        Field(
            "most hits that the owner takes as morale markers",
            said="{value:hit} at most taken as markers",
            at_least=0,
            at_most=99,
            decides=True,
        ),
    ] = 0
    conditions: Conditions = NOTHING


class Aim(NamedTuple):
    """One weapon at the target number ``at``: its name, the dice that count, its modifiers for each sub-unit.

    ``second`` is the machine gun of a tank, which its cannon's dice serve too.
    """

    at: int
    second: bool
    label: str
    pips: Pips
    modifiers: tuple[Cell, ...]


class Volley(NamedTuple):
    """Alike sub-units that fire: so many of them, with so many dice each, perhaps held; a tank's serve two weapons."""

    label: str
    many: int
    dice: int
    held: bool
    aims: tuple[Aim, ...]


class Rolled(NamedTuple):
    """The pips that the dice of sub-units come to: for their main weapon, and for the machine gun of a tank."""

    main: int = 0
    second: int = 0


def roll_fire(volley: Volley, dice: Dice) -> Rolled:
    """The pips that each weapon of a volley counts. Source: 598-600, 670-672."""
    count = volley.many * volley.dice
    if len(volley.aims) > 1:
        main, second = [aim.pips.on for aim in volley.aims]
        return Rolled(*dice.pool(count, D6, lambda face: (main(face), second(face)), FIRE))
    (alone,) = volley.aims
    pips = dice.pool(count, D6, alone.pips.on, FIRE)
    return Rolled(second=pips) if alone.second else Rolled(pips)


def volleys_of(fire: Fire, charts: Charts, dice: Dice) -> tuple[Volley, ...]:
    """What all firing sub-units bring that may fire with any effect."""
    volleys: list[Volley] = []
    for label, firer in labelled(fire.attackers):
        stated = fire.conditions + firer.conditions
        bar = bar_to(firer.name, stated, charts)
        if bar:
            dice.show(bar)
            continue
        activity = activity_dice(label, firer.name, stated, fire, charts, dice)
        aims = aims_of(firer, stated, fire, charts, dice)
        if aims:
            volleys.append(Volley(label, firer.many, activity, "hold-fire" in stated, tuple(aims)))
    return tuple([with_modifiers(volley, volleys[:number], charts) for number, volley in enumerate(volleys)])


def bar_to(weapon: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why a sub-unit may not fire, if it may not. Source: 234-239, 245-249, 446-448."""
    bars = [] if charts["weapons", weapon, "crewed"].blank else ["moved"]
    bars.append("activation-not-over" if "hold-fire" in stated else "out-of-cohesion")
    return charts.bar("no fire from {the weapon}", "weapons", stated, *bars, weapon=charts.called(weapon, "weapons"))


def activity_dice(label: str, weapon: str, stated: Conditions, fire: Fire, charts: Charts, dice: Dice) -> int:
    """The activity dice that a sub-unit fires, no more than hold fire markers. Source: 149-156, 188-198, 250-252."""
    activity = stated["activity-die"] or fire.activity
    if activity > MOST_DICE:
        raise Refused(f"{label}: a sub-unit fires {MOST_DICE} activity dice at most, not {activity}")
    if "activity-die" in stated:
        who, own = charts.called(weapon, "weapons"), "{the who} {who:fires|fire} {own:activity die|activity dice}"
        dice.show(note(own, OWN_DICE, who=who, own=activity))
    if "hold-fire" in stated:
        dice.show(Note("held fire: called while an enemy moves, or after the casualties of his shot", ON_CALL))
        held = charts["activity", "hold-fire"]
        if activity > held.whole():
            dice.show(
                held, "{The 0} {0:fires|fire} {value:die|dice} of held fire at most.", charts.called(weapon, "weapons")
            )
            return held.whole()
    return activity


def aims_of(firer: Term, stated: Conditions, fire: Fire, charts: Charts, dice: Dice) -> list[Aim]:
    """The main weapon at the first target, the machine gun of a tank at the last. Source: 435-437, 664-675."""
    modifier, machine_gun = charts["weapons", firer.name, "modifier"], charts["weapons", firer.name, "machine-gun"]
    also = () if charts["weapons", firer.name, "gun"].blank else charts.modifiers("fire-modifiers", stated)
    aims = [aim(firer.name, modifier.text, False, firer.place, also, fire, charts, dice)]
    if not machine_gun.blank and "in-cover" in stated:
        dice.show(charts.note("weapons", "in-cover", "only its main weapon fires"))
    elif not machine_gun.blank:
        gun = Term("crewed-mg").called(firer.who, firer.unit).name
        aims.append(aim(gun, machine_gun.text, True, firer.place, (), fire, charts, dice))
    return [one for one in aims if one is not None]


def aim(
    weapon: str, modifier: str, second: bool, place: str, also: tuple[Cell, ...], fire: Fire, charts: Charts, dice: Dice
) -> Aim | None:
    """One weapon at one target: in sight, in range, and of some effect. Source: 593-600, 618-646, 699-701."""
    at = len(fire.target) - 1 if second else 0
    target = fire.target[at]
    label, who = charts.label("fire-modifiers", modifier), who_of(weapon)
    own = label.replace(" (", ", ").removesuffix(")")  # no brackets in brackets
    label = Proper(f"{who} ({own})") if who else label
    bar = charts.bar("no fire from {the weapon}", "counting", target.conditions, "no-line-of-sight", weapon=label)
    if bar:
        dice.show(bar)
        return None
    column = charts["non-armor" if charts.has("non-armor", target.name) else "armor", target.name, "target"].text
    effect = charts["fire-modifiers", modifier, column]
    if effect.blank:
        called = charts.called(target.name, *TARGETS)
        dice.show(note("no effect: {weapon} against {target}", effect.source, weapon=label, target=called))
        return None
    band = band_of(charts["weapons", weapon, "range"].text, place or target.place, label, fire, charts, dice)
    if not band:
        return None
    counts = charts["counting", band]
    dice.show(counts, "{0}, {1}: {value} dice count.", label, counts.label)
    against = effect.told("{0} vs. {1}", label, charts.label("fire-modifiers", column))
    return Aim(at, second, label, pips_that_count(counts.text, fire.markers, charts), (against, *also))


def band_of(weapon: str, place: str, label: str, fire: Fire, charts: Charts, dice: Dice) -> str:
    """The band of the range table, an upper end still inside it; empty beyond the last. Source: 618-646, 700-701."""
    if "forest" in fire.conditions:
        sight = charts["sight", "forest"]
        if fire.range is None or fire.range <= sight.number:
            return "forest"
        dice.show(
            note('no fire from {the weapon} beyond {far}" in a forest', sight.source, weapon=label, far=sight.text)
        )
        return ""
    if place:
        if not charts["ranges", weapon, place].blank:
            return place
        dice.show(note("no fire from {the weapon}: it has no {place} range", RANGE, weapon=label, place=place))
        return ""
    if fire.range is None:
        raise Refused("fire needs the range, in inches as -r 12, or as a band: rifles/short")
    reach = charts["ranges", weapon, "short"]
    for band in BANDS:
        cell = charts["ranges", weapon, band]
        if cell.blank:
            break
        reach = cell
        if fire.range <= reach.number:
            return band
    dice.show(note('no fire from {the weapon} beyond {far}"', reach.source, weapon=label, far=reach.text))
    return ""


def with_modifiers(volley: Volley, before: Sequence[Volley], charts: Charts) -> Volley:
    """A volley, its modifiers for each sub-unit, each of their dice, or once at a target. Source: 969-1011; CC-8."""
    counted = {(aim.at, cell.ref) for other in before for aim in other.aims for cell in aim.modifiers}
    aims = []
    for aim in volley.aims:
        modifiers = []
        for cell in aim.modifiers:
            many, what = volley.many, "sub-units"
            if cell.value and charts.reads("CC-8", "die"):
                many, what = many * volley.dice, "dice"
            elif cell.value and charts.reads("CC-8", "target"):
                many = int((aim.at, cell.ref) not in counted)
            if many > 1:
                modifiers.append(cell._replace(value=cell.number * many).told("{0}, {1} {2}", cell.label, many, what))
            elif many:
                modifiers.append(cell)
        aims.append(aim._replace(modifiers=tuple(modifiers)))
    return volley._replace(aims=tuple(aims))
