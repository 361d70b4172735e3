"""What Motorised and Armoured Infantry are in a building. Source: grid.txt 85."""

from refcli.core.charts import Source
from refcli.core.dice import Dice
from refcli.core.figures import Charts
from refcli.core.ruling import Note

BUILDINGS = Source(section="Buildings", lines="85")


def treated_as(unit: str, charts: Charts, dice: Dice, *, in_building: bool) -> str:
    """The unit that this one counts as: Motorised and Armoured Infantry in a building are Infantry, others themselves.

    Source: grid.txt 85; a reading, G-40.
    """
    if not in_building or charts["units", unit, "enters-as"].text != "carried-infantry":
        return unit
    infantry = charts.label("units", "infantry")
    dice.show(Note(f"{charts.label('units', unit)} in a building is treated as {infantry}", BUILDINGS))
    return "infantry"
