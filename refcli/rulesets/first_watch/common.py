"""What several procedures of First Watch share: kinds of target, a die and whether it made it."""

from refcli.core.charts import Cell, Condition, Need, Sum
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.request import Term
from refcli.core.ruling import Effect, Note, Outcome
from refcli.core.tally import Tally

TARGETS = ("troops", "vehicles", "guns")
"""The charts that name what can be attacked on the ground."""

FIRST_YEAR, LAST_YEAR = 1939, 1945
"""The years that a battle may be fought in."""

MOST_CM = 999
"""Centimetres of the longest range that can be asked for."""

ALTITUDES = ("low", "medium", "high")
"""The altitudes of a plane, the lowest first."""

FIELD_PIECE = "field-piece"
"""The type of every gun that no vehicle carries. Source: first-watch.txt 145."""


def type_of(name: str, charts: Charts) -> str:
    """The target type of troops, a vehicle or a gun. Source: first-watch.txt 58, 73, 100, 131."""
    for chart in ("troops", "vehicles"):
        if charts.has(chart, name):
            return charts[chart, name, "type"].text
    return FIELD_PIECE


def armored(name: str, charts: Charts) -> bool:
    """Whether it is an armored vehicle. Source: first-watch.txt 69-71, 77."""
    return charts.has("vehicles", name) and not charts["vehicles", name, "armor-class"].blank


def against(name: str, column: str, charts: Charts) -> Cell:
    """What the target's type adds to the number of one kind of attack."""
    return charts["target-types", type_of(name, charts), column]


def counting(*cells: Cell) -> tuple[Cell, ...]:
    """The cells that change a sum: a blank or a nought is not a modifier."""
    return tuple(cell for cell in cells if not cell.blank and cell.number)


def made(dice: Dice, label: str, need: Need) -> tuple[bool, int]:
    """One d10 that has to meet a need: whether it does, and its face."""
    face = dice.die(D10, label, need)
    dice.show(Sum(label, (), 0).plus_die(face, need))
    return need.met_by(face), face


def meets(dice: Dice, label: str, need: Need) -> bool:
    """Whether one d10 meets a need."""
    return dice.test(Sum(label, (), 0), D10, label, need)


def lost(struck: Tally) -> tuple[Term, ...]:
    """The targets destroyed, from a tally whose parts tell label, what is destroyed, and how many there were."""
    return tuple([term for _, term, _ in struck.parts if term.many])


def effects_of(struck: Tally) -> tuple[Effect, ...]:
    """What such a tally changes on the table."""
    return tuple([Effect("destroy", term.name, term.many) for term in lost(struck)])


def each_of(struck: Tally, destroyed: Outcome, stands: Outcome) -> tuple[tuple[str, Outcome], ...]:
    """What became of each target of such a tally, the destroyed ones of a term first."""
    each: list[tuple[str, Outcome]] = []
    for label, term, many in struck.parts:
        each += [(label, destroyed)] * term.many + [(label, stands)] * (many - term.many)
    return tuple(each)


def barred(dice: Dice, condition: Condition, what: str) -> None:
    """Tell which circumstance forbids the attack."""
    dice.show(Note(f"{what}: {condition.text}", condition.source))
