"""What attacks share: what is asked of them, kinds of target, what counts, who is lost."""

from collections import Counter
from collections.abc import Iterable

from refcli.core.dice import Each, all_numbered
from refcli.core.request import Annotated, Field, Term, Terms
from refcli.core.rulebook import Cell, Charts, Dice, Effect, Outcome, Ruling, named, of_several

TARGETS = ("troops", "vehicles", "guns")
"""The charts that name what can be attacked on the ground."""

MOST_CM = 999
"""Centimetres of the longest range that can be asked for."""

Range = Annotated[float, Field("range to the target", short="-r", unit="cm", at_least=0, at_most=MOST_CM)]
Year = Annotated[int | None, Field("year of the battle; the weapon's first by default", at_least=1939, at_most=1945)]
Altitude = Annotated[str, Field("altitude of the plane", short="-a", choices=("low", "medium", "high"))]


def type_of(name: str, charts: Charts) -> str:
    """The target type of troops, a vehicle or a gun; every gun that no vehicle carries is a field piece.

    Source: first-watch.txt 58, 73, 100, 131, 145.
    """
    for chart in ("troops", "vehicles"):
        if charts.has(chart, name):
            return charts[chart, name, "type"].text
    return "field-piece"


def armored(name: str, charts: Charts) -> bool:
    """Whether it is an armored vehicle. Source: first-watch.txt 69-71, 77."""
    return charts.has("vehicles", name) and not charts["vehicles", name, "armor-class"].blank


def against(name: str, column: str, charts: Charts) -> Cell:
    """What the target's type adds to the number of one kind of attack."""
    return charts["target-types", type_of(name, charts), column]


def counting(*cells: Cell) -> tuple[Cell, ...]:
    """The cells that change a sum: a blank or a nought is not a modifier."""
    return tuple([cell for cell in cells if not cell.blank and cell.number])


def show_unused(why: str, chart: str, stated: Iterable[str], charts: Charts, dice: Dice) -> None:
    """Show the stated conditions of a chart, which do not count here."""
    for name in charts.conditions(chart):
        unused = charts.bar(why, chart, stated, name)
        if unused:
            dice.show(unused)


def as_terms(singles: Iterable[tuple[str, Term]]) -> Terms:
    """Single things, labelled one by one, as the terms that they came from."""
    counted = Counter([(all_numbered(label), single.name) for label, single in singles])
    return tuple([Term(name, many) for (_, name), many in counted.items()])


def losses(outcomes: type[Outcome], destroyed: int, each: Each[Term, int], of: int, charts: Charts) -> Ruling:
    """An attack on several targets that destroys so many: all, some or none of them, and which."""
    lost = as_terms((label, target) for label, target, fell in each if fell)
    return Ruling(
        outcomes["ALL" if destroyed == of else "SOME" if destroyed else "NONE"],
        {"destroyed": destroyed},
        tuple([Effect("destroy", target.name, target.many) for target in lost]),
        of_several((label, outcomes["ALL" if fell else "NONE"]) for label, _, fell in each),
        {"lost": named(lost, charts, *TARGETS), "total": of},
    )
