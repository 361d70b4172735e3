"""Markers that a referee gives for what the game never saw. Source: combat-captain.txt 422-425, 536-544, 655-657."""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import listed
from refcli.rulesets.combat_captain.in_play import groups_of

MARKERS = Source(section="Morale; Number of Hits", lines="422-425, 536-544, 655-657")

SEEN_BY = {
    "failed-charge": ("charge of {group} was ruled this turn", ("first-charge", "charged", "charge-failed")),
    "withdrew": (
        "withdrawal of {group} was ruled this turn",
        ("unit-withdrew", "lost-close-combat", "has-to-withdraw"),
    ),
    "lost-close-combat": (
        "close combat of {group} was ruled this turn",
        ("fought", "lost-close-combat", "has-to-withdraw"),
    ),
    "swapped-hit": ("shot at {group} was ruled this turn", ("shot-at",)),
}
"""What each reason for a marker calls for, and the states of a unit that tell of it."""
COUNTED = {
    "failed-charge": {"charge-failed": "the charge of {group} has given its marker already"},
    "withdrew": {
        "unit-withdrew": "the withdrawal of {group} has given its marker already",
        "lost-close-combat": "the lost close combat of {group} has given the marker of its withdrawal already",
    },
    "lost-close-combat": {"lost-close-combat": "the lost close combat of {group} has given its marker already"},
}
"""The states of a unit that tell of a marker which the game has given it for a reason, and what is said of it.

One for a charge in a turn, one for a withdrawal however many run. Source: 539-541, 811-812; readings CC-37, CC-64.
"""


def markers_for_nothing(ledger: Keeper, deed: Deed) -> Sentences:
    """Markers for a charge, a withdrawal, a combat, a shot, a loss or a cover left that nobody had, or had already."""
    if deed.procedure != "morale" or not ledger.phase:
        return
    for group in groups_of(ledger, deed.fields_of):
        missing = [
            f"no {told.format(group=group)}"
            for reason, (told, states) in SEEN_BY.items()
            if deed.is_stated(reason) and not any((group, state) in deed.before for state in states)
        ]
        everybody = [one for one in ledger.units if ledger.group_of(one) == group]
        if deed.is_stated("destroyed") and not any((one, "out") in deed.before for one in everybody):
            missing.append(f"no sub-unit of {group} is out of play")
        if deed.is_stated("broke-cover") and not any((one, "cover") in deed.before for one in everybody):
            missing.append(f"no sub-unit of {group} is in cover")
        missing += markers_counted(deed, group)
        if missing:
            yield f"{listed(missing)}: undo takes the marker back", MARKERS


def markers_counted(deed: Deed, group: str) -> list[str]:
    """Why a marker is given twice, for what the game gave one for before. Source: 539-541, 811-812."""
    counted = [
        [told.format(group=group) for state, told in states.items() if (group, state) in deed.before]
        for reason, states in COUNTED.items()
        if deed.is_stated(reason)
    ]
    return [told[0] for told in counted if told]
