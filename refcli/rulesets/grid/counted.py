"""Units in words, one or more of them."""

from refcli.core.in_force import Charts
from refcli.core.ruleset import Term


def named(units: tuple[Term, ...], charts: Charts) -> str:
    """The units in words."""
    return ", ".join((f"{unit.many} " if unit.many > 1 else "") + charts.label("units", unit.name) for unit in units)


def is_or_are(unit: str) -> str:
    """What a verdict says of a unit by its name: a Tank is, Mortars are."""
    return "are" if unit.endswith("s") else "is"
