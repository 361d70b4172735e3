"""What every procedure shares: a hit number, and a table that is read by what a die reaches."""

from refcli.core.charts import Cell, Need
from refcli.core.dice import D10, Dice
from refcli.core.figures import Charts
from refcli.core.ruling import Figure


def hit_number(parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> bool:
    """Whether one d10 reaches the modified hit number. Source: skirmish.txt 151, 344."""
    number = charts.add_up("hit number", *parts)
    dice.show(number)
    return dice.test(charts.add_up("to hit"), D10, "to hit", Need(">=", number.total))


def result(name: str, chart: str, row: str, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> str:
    """The last column of a row that one d10 with ``parts`` added to it reaches; empty when it reaches none.

    The die is shown as the sum ``name`` against what it reached; where any die reaches that, against the next column.
    """
    modifiers = charts.add_up(name, *parts)
    numbers = {column: charts[chart, row, column] for column in charts.axis(chart).columns}
    rungs = {column: number for column, number in numbers.items() if not number.blank}
    for column, number in rungs.items():
        dice.show(Figure(f"{charts.label(chart, row)}: {charts.column_label(chart, column)}", number))
    least = D10.faces[0] + modifiers.total
    open_ = [number.needs for number in rungs.values() if not number.needs.met_by(least)]
    face = dice.die(D10, name, open_[0].on_the_die(modifiers) if len(open_) == 1 else None)
    met = [needs for needs in open_ if needs.met_by(face + modifiers.total)]
    total = modifiers.plus_die(face, met[-1] if met else open_[0] if open_ else None)
    dice.show(total)
    return next((column for column in reversed(rungs) if rungs[column].needs.met_by(total.total)), "")
