"""What a referee may forget: what is due in the phase that begins, and who has done nothing in the one that ends."""

from collections.abc import Iterator

from refcli.core.cells import Source
from refcli.core.sentence import Proper, fill
from refcli.game.ledger import Ledger


def due(ledger: Ledger) -> Iterator[tuple[str, Source]]:
    """What is due in the phase that is on, each with where it stands: only for those who are there."""
    phase = ledger.phase
    if phase is None:
        return
    for (owner, _), held in ledger.held.items():
        said = held.state.reminds.get(phase.name)
        if not said or (owner in ledger.units and ledger.is_out(owner)):
            continue
        side = ledger.side_of(owner)
        if ledger.side and side and side != ledger.side:
            continue
        who = f"{owner} " if owner else ""
        yield f"{who}{fill(said, {'unit': Proper(owner), 'value': held.value})}", held.state.source
    yield from ledger.hook.due(ledger, phase.name, ledger.side)


def idle(ledger: Ledger) -> list[str]:
    """The units in play, of the side whose phase it is, that have done nothing this turn."""
    return [
        name
        for name, unit in ledger.units.items()
        if name not in ledger.acted and not ledger.is_out(name) and (not ledger.side or unit.side == ledger.side)
    ]
