"""What attacks share: what is asked of them, kinds of target, what counts, who is lost."""

from collections import Counter
from collections.abc import Iterable

from refcli.core.dice import Each, all_numbered
from refcli.core.request import Annotated, Field, Term, Terms, how_many
from refcli.core.rulebook import (
    Cell,
    Charts,
    Dice,
    Effect,
    Note,
    Outcome,
    Ruling,
    Source,
    named,
    note,
    of_several,
    unit_names,
)
from refcli.rulesets.first_watch.effects import Kind

TARGETS = ("troops", "vehicles", "guns")
"""The charts that name what can be attacked on the ground."""

SIZE = Source(section="Air-to-Air Combat", lines="115")

MOST_NAMED = 4
"""Things lost that a verdict names one by one; of more it counts the types."""

MOST_CM = 999
"""Centimetres of the longest range that can be asked for."""

FIRST_YEAR, LAST_YEAR = 1939, 1945
"""The years of the war."""

Range = Annotated[float, Field("range to the target", short="-r", unit="cm", at_least=0, at_most=MOST_CM)]
Year = Annotated[
    int | None,
    Field("year of the battle; the weapon's first by default", short="-y", at_least=FIRST_YEAR, at_most=LAST_YEAR),
]
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
    """Whether it is an armored vehicle, whatever its armor comes to. Source: first-watch.txt 69-71, 77; FW-61."""
    return charts.has("vehicles", name) and not charts.is_blank("vehicles", name, "armor-class")


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


def bar_by_attacks(act: str, plane: str | None, attacked: int, charts: Charts, dice: Dice) -> Note | None:
    """Why a plane makes no more attack this turn: its size is how many it has; one that is not named has one.

    Source: first-watch.txt 115.
    """
    if not attacked:
        return None
    size, source = 1, SIZE
    if plane is not None:
        figure = charts["aircraft-types", charts["aircraft", plane, "type"].text, "size"]
        dice.show(figure, "A {0} makes {value:attack} a turn.", figure.label)
        size, source = figure.whole(), figure.source
    return note(f"{act}: it has had {{had:attack}} this turn", source, had=attacked) if attacked >= size else None


def as_terms(singles: Iterable[tuple[str, Term]]) -> Terms:
    """Single things, labelled one by one, as the terms that they came from."""
    counted = Counter([(all_numbered(label), single.name) for label, single in singles])
    return tuple([Term(name, many) for (_, name), many in counted.items()])


def losses(outcomes: type[Outcome], destroyed: int, each: Each[Term, int], targets: Terms, charts: Charts) -> Ruling:
    """An attack on several targets that destroys so many: all, some or none of them, and which."""
    names = unit_names(targets, charts, *TARGETS)
    of = how_many(targets)
    fallen = [(label, target) for label, target, fell in each if fell]
    lost = tuple([names[label] for label, _ in fallen])
    if len(lost) > MOST_NAMED:
        lost = named(as_terms(fallen), charts, *TARGETS)
    return Ruling(
        outcomes["ALL" if destroyed == of else "SOME" if destroyed else "NONE"],
        {"destroyed": destroyed},
        lambda: [Effect(Kind.DESTROY, names[label], role="target") for label, _ in fallen],
        of_several((names[label], outcomes["ALL" if fell else "NONE"]) for label, _, fell in each),
        {"lost": lost, "total": of},
    )
