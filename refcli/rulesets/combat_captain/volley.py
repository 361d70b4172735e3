"""What a firing sub-unit brings to a target: its band, the dice that count, its modifiers.

Source: combat-captain.txt 234-254, 435-448, 592-701, 959-1011.
"""

from collections.abc import Iterator, Sequence

from refcli.core.charts import Cell, Source
from refcli.core.request import Conditions, NamedTuple, Term, Terms, labelled
from refcli.core.rulebook import D6, Charts, Dice, Note, Refused, note
from refcli.rulesets.combat_captain.unit import Pips, pips_that_count

BANDS = ("short", "medium", "long")
MOST_DICE = 4
"""Activity dice that a sub-unit fires at most: three, and one more for all alike. Source: 149-156, 188-198."""
RANGE = Source(section="Weapon Ranges", lines="623-646")


class Shot(NamedTuple):
    """What is fired at, from how far, with how many dice and markers, under what conditions of the ruling."""

    targets: Terms
    range: float | None
    activity: int
    markers: int
    conditions: Conditions


class Weapon(NamedTuple):
    """A weapon of a sub-unit: its rows of the ranges and of the modifiers, the target that it fires at.

    ``place`` is a band of its own; ``also`` are modifiers besides that against the target.
    """

    range: str
    modifier: str
    at: int
    place: str
    also: tuple[Cell, ...] = ()


class Aim(NamedTuple):
    """One weapon at the target number ``at``: its name, the dice that count, its modifiers for each sub-unit."""

    at: int
    label: str
    pips: Pips
    modifiers: tuple[Cell, ...]


class Volley(NamedTuple):
    """Alike sub-units that fire: so many of them, with so many dice each; a tank's dice serve two weapons."""

    label: str
    weapon: str
    many: int
    dice: int
    aims: tuple[Aim, ...]

    def roll(self, dice: Dice) -> tuple[int, ...]:
        """The pips that each weapon counts. Source: 598-600, 670-672."""
        if len(self.aims) == 1:
            return (dice.pool(self.many * self.dice, D6, self.aims[0].pips.on, self.label),)
        return dice.pool(self.many * self.dice, D6, self.on_each, self.label)

    def on_each(self, face: int) -> tuple[int, ...]:
        """The pips that a die counts for each weapon."""
        return tuple([aim.pips.on(face) for aim in self.aims])


def volleys_of(firers: Terms, shot: Shot, charts: Charts, dice: Dice) -> tuple[Volley, ...]:
    """What all firing sub-units bring that may fire with any effect."""
    volleys: list[Volley] = []
    for label, firer in labelled(firers):
        stated = shot.conditions + firer.conditions
        bar = bar_to(firer.name, stated, charts)
        if bar:
            dice.show(bar)
            continue
        activity = activity_dice(label, firer.name, stated, shot, charts, dice)
        aims = [aim(weapon, shot, charts, dice) for weapon in weapons_of(firer, stated, shot, charts, dice)]
        volley = Volley(label, firer.name, firer.many, activity, tuple([one for one in aims if one is not None]))
        if volley.aims:
            volleys.append(with_modifiers(volley, volleys, charts))
    return tuple(volleys)


def bar_to(weapon: str, stated: Conditions, charts: Charts) -> Note | None:
    """Why a sub-unit may not fire, if it may not. Source: 234-239, 446-448."""
    cannot_fire = f"{charts.label('weapons', weapon)} cannot fire"
    bar = None
    if not charts["weapons", weapon, "crewed"].blank:
        bar = charts.bar(cannot_fire, "weapons", stated, "moved")
    if not bar and "hold-fire" not in stated:
        bar = charts.bar(cannot_fire, "weapons", stated, "out-of-cohesion")
    return bar


def activity_dice(label: str, weapon: str, stated: Conditions, shot: Shot, charts: Charts, dice: Dice) -> int:
    """The activity dice that a sub-unit fires, no more than hold fire markers. Source: 149-156, 188-198, 250-252."""
    activity = stated["activity-die"] or shot.activity
    if activity > MOST_DICE:
        raise Refused(f"{label}: {activity} activity dice; a sub-unit fires {MOST_DICE} at most")
    if "hold-fire" in stated:
        held = charts["activity", "hold-fire"]
        if activity > held.whole():
            dice.show(held, "{}: {}", charts.label("weapons", weapon), held.label)
            return held.whole()
    return activity


def weapons_of(firer: Term, stated: Conditions, shot: Shot, charts: Charts, dice: Dice) -> Iterator[Weapon]:
    """The main weapon at the first target, the machine gun of a tank at the last. Source: 435-437, 664-675."""
    row = firer.name
    also = () if charts["weapons", row, "gun"].blank else charts.modifiers("fire-modifiers", stated)
    yield Weapon(charts["weapons", row, "range"].text, charts["weapons", row, "modifier"].text, 0, firer.place, also)
    machine_gun = charts["weapons", row, "machine-gun"]
    if not machine_gun.blank and "in-cover" in stated:
        dice.show(charts.note("weapons", "in-cover"))
    elif not machine_gun.blank:
        last = len(shot.targets) - 1
        yield Weapon(charts["weapons", "crewed-mg", "range"].text, machine_gun.text, last, firer.place)


def aim(weapon: Weapon, shot: Shot, charts: Charts, dice: Dice) -> Aim | None:
    """One weapon at one target: in sight, in range, and of some effect. Source: 593-600, 618-646, 699-701."""
    target = shot.targets[weapon.at]
    label = charts.label("fire-modifiers", weapon.modifier)
    bar = charts.bar(f"{label} cannot fire", "counting", target.conditions, "no-line-of-sight")
    if bar:
        dice.show(bar)
        return None
    column = charts["non-armor" if charts.has("non-armor", target.name) else "armor", target.name, "target"].text
    effect = charts["fire-modifiers", weapon.modifier, column]
    if effect.blank:
        called = charts.called(target.name, "non-armor", "armor")
        dice.show(note("{weapon}: no effect on {target}", effect.source, weapon=label, target=called))
        return None
    band = band_of(weapon.range, weapon.place or target.place, label, shot, charts, dice)
    if not band:
        return None
    counts = charts["counting", band]
    dice.show(counts, "{}: {}, dice", label, counts.label)
    against = effect.called("{} vs. {}", label, charts.label("fire-modifiers", column))
    return Aim(weapon.at, label, pips_that_count(counts.text, shot.markers, charts), (against, *weapon.also))


def band_of(weapon: str, place: str, label: str, shot: Shot, charts: Charts, dice: Dice) -> str:
    """The band of the range table, an upper end still inside it; empty beyond the last. Source: 618-646, 700-701."""
    if "forest" in shot.conditions:
        sight = charts["sight", "forest"]
        if shot.range is None or shot.range <= sight.number:
            return "forest"
        dice.show(sight, "{} cannot fire: {}", label, sight.label)
        return ""
    if place:
        if not charts["ranges", weapon, place].blank:
            return place
        dice.show(note("{weapon} cannot fire: no {place} range", RANGE, weapon=label, place=place))
        return ""
    if shot.range is None:
        raise Refused("fire needs the range: inches to the target (-r), or a band behind a slash")
    reach = charts["ranges", weapon, "short"]
    for band in BANDS:
        cell = charts["ranges", weapon, band]
        if cell.blank:
            break
        reach = cell
        if shot.range <= reach.number:
            return band
    dice.show(reach, "{} cannot fire: beyond its range in inches", label)
    return ""


def with_modifiers(volley: Volley, before: Sequence[Volley], charts: Charts) -> Volley:
    """A volley with its modifiers for each sub-unit, for each of their dice, or once at a target.

    Source: 969-1011; readings CC-8.
    """
    counted = {(aim.at, cell.ref) for other in before for aim in other.aims for cell in aim.modifiers}
    aims = []
    for aim in volley.aims:
        modifiers = []
        for cell in aim.modifiers:
            if not cell.value or charts.reads("CC-8", "sub-unit"):
                modifiers.append(times(cell, volley.many, "sub-units"))
            elif charts.reads("CC-8", "die"):
                modifiers.append(times(cell, volley.many * volley.dice, "dice"))
            elif (aim.at, cell.ref) not in counted:
                modifiers.append(cell)
        aims.append(aim._replace(modifiers=tuple(modifiers)))
    return volley._replace(aims=tuple(aims))


def times(cell: Cell, many: int, what: str) -> Cell:
    """A modifier that counts so many times."""
    if many == 1:
        return cell
    return cell._replace(value=cell.number * many).called("{}, {} {}", cell.label, many, what)
