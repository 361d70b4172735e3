"""The nationalities that roll, and the year of the battle. Source: first-watch.txt 29, 90, 166."""

from collections.abc import Mapping
from typing import Any

from refcli.core.cells import Source
from refcli.core.hook import Keeper, Sentences
from refcli.core.request import NAMES
from refcli.core.states import GAME
from refcli.rulesets.first_watch.by_type import nameless
from refcli.rulesets.first_watch.in_play import whole

YEAR = Source(section="Initiative Phase", lines="29")
YEAR_OF_SHOT = Source(section="Main Gun Fire, example", lines="90")

ROLLED = {"initiative": ("sides", YEAR), "fortunes": ("side", Source(section="Optional rules", lines="166"))}
"""The field of the nationalities that roll, and where it stands who does."""


def bars_of_nations(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """Each nationality in play rolls for initiative, and nobody else for that or for his fortunes.

    Nothing is known of this where a side is no nationality. Source: first-watch.txt 29, 166.
    """
    field, source = ROLLED[procedure]
    nations = [side for side in ledger.sides if ledger.figure("initiative", side, "1943") is not None]
    if not ledger.turn or nations != ledger.sides:
        return
    there = [
        side
        for side in nations
        if any(ledger.side_of(unit) == side and not ledger.is_out(unit) for unit in ledger.units)
    ]
    rolls = f"initiative {','.join(there)}" if field == "sides" else f"fortunes {' or '.join(there)}"
    for nation in nameless(plain, field):
        yield f"{nation} has nobody in play: {rolls}", source
    if field == "side" and there and not plain.get(field):
        yield f"which side rolls? {rolls}", source
    for side in there if field == "sides" else ():
        if side not in plain[NAMES].get(field, there):
            yield f"{side} is in play, and rolls too: {rolls}", source


def bars_of_year(ledger: Keeper, procedure: str, plain: Mapping[str, Any]) -> Sentences:
    """The year is that of the battle, by which initiative and penetration go. Source: first-watch.txt 29, 90."""
    year, said = ledger.has(GAME, "year"), plain.get("year")
    if procedure == "initiative" and said is None and not year:
        yield "which year is it? set game year 1943", YEAR
    elif ledger.turn and year and said is not None and whole(plain, "year") != year.value:
        source = YEAR if procedure == "initiative" else YEAR_OF_SHOT
        yield f"the year is {year.value:g}; if it is {said}: set game year {said}", source
