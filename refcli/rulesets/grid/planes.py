"""Planes that fly sorties. Source: grid.txt 214-225."""

from collections.abc import Iterator

from refcli.core.cells import Source
from refcli.core.hook import Keeper

SORTIES = Source(section="Aircraft Sorties", lines="214-219")


def is_plane(ledger: Keeper, unit: str) -> bool:
    """Whether a unit in play is a plane: one that is no row of the charts."""
    return unit in ledger.units and not ledger.units[unit].rows


def planes_of(ledger: Keeper, side: str) -> list[str]:
    """The planes that a side brought, and still has."""
    return [
        name
        for name in ledger.units
        if is_plane(ledger, name) and ledger.side_of(name) == side and not ledger.is_out(name)
    ]


def bars_of_sortie(ledger: Keeper, aircraft: str) -> Iterator[tuple[str, Source]]:
    """Where planes were brought, each sortie is flown by one of them; who has lost his only one flies none."""
    planes = planes_of(ledger, ledger.side)
    if not planes:
        lost = any(is_plane(ledger, unit) and ledger.side_of(unit) == ledger.side for unit in ledger.units)
        yield f"{ledger.side} has no plane{' left' if lost else ''}", SORTIES
    elif not aircraft:
        yield f"which plane flies? {' or '.join(planes)}: strafe ... {planes[0]}", SORTIES
    elif aircraft.lower() not in [name.lower() for name in planes]:
        yield f"{aircraft} is no plane of {ledger.side}", SORTIES
