"""What every procedure shares: a die with its modifiers, and a table that is read by what a die reaches."""

from refcli.core.charts import Cell, Need, Sum
from refcli.core.dice import D10, Dice
from refcli.core.in_force import Charts


def throw(name: str, label: str, needs: Need, parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> Sum:
    """One d10 with ``parts`` added to it, shown as the sum ``name`` against what it needs."""
    modifiers = charts.add_up(name, *parts)
    result = modifiers.plus_die(dice.die(D10, label, needs.on_the_die(modifiers)), needs)
    dice.show(result)
    return result


def hit_number(parts: tuple[Cell, ...], charts: Charts, dice: Dice) -> bool:
    """Whether one d10 reaches the modified hit number. Source: skirmish.txt 151, 344."""
    number = charts.add_up("hit number", *parts)
    dice.show(number)
    return throw("to hit", "to hit", Need(">=", number.total), (), charts, dice).met


def reached(chart: str, row: str, total: int | float, charts: Charts) -> str:
    """The last column of a row whose lowest die ``total`` reaches; empty when it reaches none."""
    last = ""
    for column in charts.axis(chart).columns:
        cell = charts[chart, row, column]
        if not cell.blank and cell.needs.met_by(total):
            last = column
    return last
