"""What direct fire and bombardment share: one attacking unit's die, cover, disruptions."""

from typing import NamedTuple

from refcli.core.charts import Cell, Source
from refcli.core.counts import Counts
from refcli.core.dice import D6, Dice
from refcli.core.figures import Charts
from refcli.core.request import Conditions
from refcli.core.ruling import Effect, Figure, Note, merged
from refcli.core.tally import Tally
from refcli.rulesets.grid.circumstance import Circumstance


class Shot(NamedTuple):
    """One unit's attack: who, at whom, what is stated of either, and the squares between them."""

    attacker: str
    target: str
    of_attacker: Conditions
    of_target: Conditions
    squares: int

    @property
    def adjacent(self) -> bool:
        """Whether the target is in an adjacent square."""
        return self.squares <= 1 or Circumstance.ADJACENT in self.of_attacker


class Came(NamedTuple):
    """What came of one unit's attack."""

    attacked: bool = False
    hit: bool = False
    firer_disrupted: bool = False


BARRED = Came()


def totals(came: Counts[Came]) -> tuple[int, int, int]:
    """How many of several units attacked, how many of them hit, how many disrupted themselves."""
    return (
        sum(count for each, count in came.items() if each.attacked),
        sum(count for each, count in came.items() if each.hit),
        sum(count for each, count in came.items() if each.firer_disrupted),
    )


def effects_of(tally: Tally) -> tuple[Effect, ...]:
    """What several groups change on the table, from a tally whose parts are the effects of each."""
    return merged([effect for effects in tally.parts for effect in effects])


def barred(dice: Dice, text: str, source: Source) -> Came:
    """The unit may not make this attack; tell why."""
    dice.show(Note(text, source))
    return BARRED


def barred_by(dice: Dice, charts: Charts, chart: str, name: str, act: str = "attack") -> Came:
    """The unit may not attack, or do what ``act`` says, because of a stated condition."""
    condition = charts.stated(chart, name)
    return barred(dice, f"cannot {act}: {condition.text}", condition.source)


def target_class(charts: Charts, dice: Dice, target: str) -> str:
    """The class of the target, its column of the Combat Table. Source: grid.txt 35-39."""
    cell = charts["units", target, "class"]
    dice.show(Figure(f"class of {charts.label('units', target)}", cell))
    return cell.text


def cover_for(shot: Shot, charts: Charts) -> Cell | None:
    """The circumstance that puts the target in cover, if any does; more of them are no more cover.

    Source: grid.txt 85-99, 191, 212.
    """
    column = charts["units", shot.target, "class"].text
    for circumstance in charts.rows("cover"):
        if circumstance not in shot.of_target:
            continue
        if circumstance in (Circumstance.DUSK, Circumstance.NIGHT) and shot.adjacent:
            continue
        cell = charts["cover", circumstance, column]
        if not cell.blank:
            return cell
    return None


def deductions(charts: Charts, cover: Cell | None, clause: bool) -> tuple[Cell, ...]:
    """What lowers the die: the target's cover, or the reconnaissance clause.

    Source: grid.txt 125-128.
    """
    lowered_by = []
    if cover is not None:
        in_cover = charts.condition("combat", "target-in-cover")
        lowered_by.append(in_cover._replace(label=f"{in_cover.label}: {cover.label}"))
    if clause and (cover is None or charts.reads("G-8", "cumulative")):
        lowered_by.append(charts.condition("combat", "reconnaissance-clause"))
    return tuple(lowered_by)


def roll_for_hit(shot: Shot, charts: Charts, dice: Dice, lowered_by: tuple[Cell, ...]) -> tuple[bool, int]:
    """The unit's die against the Combat Table: whether it hits, and the natural face that stands.

    A failed die against a unit in a minefield is thrown once again. Source: grid.txt 124-125, 206.
    """
    row = charts["units", shot.attacker, "attacks-as"].text
    needed = charts["combat", row, charts["units", shot.target, "class"].text]
    also = charts.modifiers("combat", {**shot.of_attacker, **shot.of_target})
    score = charts.add_up("score", *lowered_by, *also)
    on_the_die = needed.needs.on_the_die(score)
    face = dice.die(D6, "attack", on_the_die)
    result = score.plus_die(face, needed.needs)
    dice.show(result)
    if not result.met and Circumstance.MINEFIELD in shot.of_target:
        mines = charts.stated("disruption", Circumstance.MINEFIELD)
        dice.show(Note(mines.text, mines.source))
        face = dice.die(D6, "attack again", on_the_die)
        result = score.plus_die(face, needed.needs)
        dice.show(result)
    return result.met, face


def required(shot: Shot, charts: Charts, dice: Dice) -> bool:
    """Show the score that the Combat Table asks for; False where it has a dash.

    Source: grid.txt 125, 130-162.
    """
    row = charts["units", shot.attacker, "attacks-as"].text
    column = charts["units", shot.target, "class"].text
    cell = charts["combat", row, column]
    dice.show(Figure(f"{charts.label('units', shot.attacker)} against {charts.column_label('combat', column)}", cell))
    return not cell.blank


SPENT = Note("what attacked neither moves nor regroups this turn", Source(section="Combat; Regroup", lines="111, 174"))


def suffer(
    charts: Charts, dice: Dice, target: str, hits: int, already: bool, destroyed: bool = False
) -> tuple[Effect, ...]:
    """What hits do to the target: a disruption each, and elimination at the second.

    ``destroyed`` eliminates whatever the disruptions. A tank or tank destroyer leaves a wreck.
    Source: grid.txt 169, 209.
    """
    last = charts["disruption", "eliminated"]
    if not hits and not destroyed:
        return ()
    if not destroyed:
        dice.show(Figure(last.label, last))
    if destroyed or hits + already >= last.number:
        wreck = charts["units", target, "wreck"]
        gone = Effect("eliminate", target)
        return (gone,) if wreck.blank else (gone, Effect("wreck", target))
    return (Effect("disrupt", target, hits),)


def eliminated(effects: tuple[Effect, ...]) -> bool:
    """Whether the effects take the target off the table."""
    return any(effect.kind == "eliminate" for effect in effects)
