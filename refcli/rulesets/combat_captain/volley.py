"""What a firing sub-unit brings to a target: its band, the dice that count, its modifiers.

Source: combat-captain.txt 234-254, 435-448, 592-701, 959-1011.
"""

from typing import NamedTuple

from refcli.core.charts import Cell, Source, whole
from refcli.core.dice import D6, Dice
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.request import Conditions, Term, labelled
from refcli.core.ruling import Figure, Note
from refcli.rulesets.combat_captain.circumstance import Circumstance
from refcli.rulesets.combat_captain.pips import Pips, pips_that_count

BANDS = ("short", "medium", "long")
MOST_DICE = 4
"""Activity dice that a sub-unit fires at most: three, and one more for all alike. Source: 149-156, 188-198."""
RANGE = Source(section="Weapon Ranges", lines="623-646")
HEAVY = Source(section="Offensive Activity Dice for Heavy Weapons", lines="234-239")


class Shot(NamedTuple):
    """What is fired at, from how far, with how many dice and markers, under what conditions of the ruling."""

    targets: tuple[Term, ...]
    range: float | None
    activity: int
    markers: int
    conditions: Conditions

    def of(self, firer: Term) -> Conditions:
        """All that is stated of a firing sub-unit."""
        return self.conditions + firer.conditions


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

    def throw(self, dice: Dice) -> tuple[int, ...]:
        """The pips that each weapon counts. Source: 598-600, 670-672."""
        if len(self.aims) == 1:
            return (dice.pool(self.many * self.dice, D6, self.aims[0].pips.on, self.label),)
        return dice.pool(self.many * self.dice, D6, self.scored, self.label)

    def scored(self, face: int) -> tuple[int, ...]:
        """The pips that a die counts for each weapon."""
        return tuple(aim.pips.on(face) for aim in self.aims)


def volleys_of(firers: tuple[Term, ...], shot: Shot, charts: Charts, dice: Dice) -> tuple[Volley, ...]:
    """What all firing sub-units bring, each modifier as often as it counts."""
    brought = [volley_of(label, firer, shot, charts, dice) for label, firer in labelled(firers)]
    return with_modifiers(tuple(volley for volley in brought if volley is not None), charts)


def volley_of(label: str, firer: Term, shot: Shot, charts: Charts, dice: Dice) -> Volley | None:
    """What one kind of firing sub-unit brings; None when it may not fire or has no effect, and the trail tells why."""
    stated = shot.of(firer)
    weapon = firer.name
    name = charts.label("weapons", weapon)
    crewed = charts["weapons", weapon, "crewed"]
    if Circumstance.MOVED in stated and not crewed.blank:
        dice.show(Note(f"{name} cannot fire: {charts.stated('weapons', Circumstance.MOVED).text}", HEAVY))
        return None
    if Circumstance.OUT_OF_COHESION in stated and Circumstance.HOLD_FIRE not in stated:
        apart = charts.stated("weapons", Circumstance.OUT_OF_COHESION)
        dice.show(Note(f"{name} cannot fire: {apart.text}", apart.source))
        return None
    thrown = stated[Circumstance.ACTIVITY_DIE] or shot.activity
    if thrown > MOST_DICE:
        raise Refused(f"{label}: {thrown} activity dice; a sub-unit fires {MOST_DICE} at most")
    if Circumstance.HOLD_FIRE in stated:
        held = charts["activity", "hold-fire"]
        if thrown > whole(held):
            dice.show(Figure(f"{name}: {held.label}", held))
            thrown = whole(held)
    main = aim(firer, weapon, charts["weapons", weapon, "modifier"].text, 0, shot, charts, dice)
    aims = [main]
    machine_gun = charts["weapons", weapon, "machine-gun"]
    if not machine_gun.blank and Circumstance.IN_COVER in stated:
        covered = charts.stated("weapons", Circumstance.IN_COVER)
        dice.show(Note(covered.text, covered.source))
    elif not machine_gun.blank:
        last = len(shot.targets) - 1
        aims.append(aim(firer, "crewed-mg", machine_gun.text, last, shot, charts, dice))
    firing = tuple(one for one in aims if one is not None)
    return Volley(label, weapon, firer.many, thrown, firing) if firing else None


def aim(firer: Term, weapon: str, modifier: str, at: int, shot: Shot, charts: Charts, dice: Dice) -> Aim | None:
    """One weapon at one target: in sight, in range, and of some effect. Source: 593-600, 618-646, 699-701."""
    target = shot.targets[at]
    label = charts.label("fire-modifiers", modifier)
    if Circumstance.NO_LINE_OF_SIGHT in target.conditions:
        blocked = charts.stated("counting", Circumstance.NO_LINE_OF_SIGHT)
        dice.show(Note(f"{label} cannot fire: {blocked.text}", blocked.source))
        return None
    armored = not charts.has("non-armor", target.name)
    column = charts["armor" if armored else "non-armor", target.name, "target"].text
    effect = charts["fire-modifiers", modifier, column]
    if effect.blank:
        called = charts.called(target.name, "non-armor", "armor")
        dice.show(Note(f"{label}: no effect on {called}", effect.source))
        return None
    band = band_of(charts["weapons", weapon, "range"].text, firer.place or target.place, label, shot, charts, dice)
    if not band:
        return None
    counts = charts["counting", band]
    dice.show(Figure(f"{label}: {counts.label}, dice", counts))
    against = effect._replace(label=f"{label} vs. {charts.label('fire-modifiers', column)}")
    also: tuple[Cell, ...] = ()
    if modifier == charts["weapons", firer.name, "modifier"].text and not charts["weapons", firer.name, "gun"].blank:
        also = charts.modifiers("fire-modifiers", shot.of(firer))
    return Aim(at, label, pips_that_count(charts, counts.text, shot.markers), (against, *also))


def band_of(kind: str, place: str, label: str, shot: Shot, charts: Charts, dice: Dice) -> str:
    """The band of the range table, an upper end still inside it; empty beyond the last. Source: 618-646, 700-701."""
    if Circumstance.FOREST in shot.conditions:
        sight = charts["sight", "forest"]
        if shot.range is not None and shot.range > sight.number:
            dice.show(Figure(f"{label} cannot fire: {sight.label}", sight))
            return ""
        return "forest"
    if place:
        reach = charts["ranges", kind, place]
        if reach.blank:
            dice.show(Note(f"{label} cannot fire: no {place} range", RANGE))
        return "" if reach.blank else place
    if shot.range is None:
        raise Refused("fire needs the range: inches to the target (-r), or a band behind a slash")
    reach = charts["ranges", kind, "short"]
    for band in BANDS:
        cell = charts["ranges", kind, band]
        if cell.blank:
            break
        reach = cell
        if shot.range <= cell.number:
            return band
    dice.show(Figure(f"{label} cannot fire: beyond its range in inches", reach))
    return ""


def with_modifiers(volleys: tuple[Volley, ...], charts: Charts) -> tuple[Volley, ...]:
    """The volleys with each modifier counted as often as it counts. Source: 969-1011; readings CC-8."""
    counted: set[tuple[int, str]] = set()
    found = []
    for volley in volleys:
        aims = []
        for one in volley.aims:
            modifiers = []
            for cell in one.modifiers:
                if cell.value and charts.reads("CC-8", "target"):
                    if (one.at, cell.ref) not in counted:
                        modifiers.append(cell)
                    counted.add((one.at, cell.ref))
                else:
                    modifiers.append(times(cell, volley, charts))
            aims.append(one._replace(modifiers=tuple(modifiers)))
        found.append(volley._replace(aims=tuple(aims)))
    return tuple(found)


def times(cell: Cell, volley: Volley, charts: Charts) -> Cell:
    """A modifier for each sub-unit of a volley, or for each of its dice. Source: 969; readings CC-8."""
    by_die = bool(cell.value) and charts.reads("CC-8", "die")
    many = volley.many * volley.dice if by_die else volley.many
    if many == 1:
        return cell
    said = f"{cell.label}, {many} {'dice' if by_die else 'sub-units'}"
    return cell._replace(value=cell.number * many, label=said)
