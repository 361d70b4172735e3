"""What the Nashcon game alone knows. Source: combat-captain.txt 22-43."""

from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.request import Conditions
from refcli.core.ruling import Note


def in_nashcon(name: str, chart: str, stated: Conditions, charts: Charts, dice: Dice) -> bool:
    """Whether a condition of the Nashcon game is stated and holds; under the general rules tell that it does not.

    Source: 22-43; readings CC-47.
    """
    if name not in stated:
        return False
    if charts.reads("CC-47", "nashcon"):
        return True
    condition = charts.stated(chart, name)
    dice.show(Note(f"not by the general rules: {condition.text}", condition.source))
    return False
