"""Who of several units could be meant by the beginning of a name: those who may act, or who may be acted at."""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.states import Bar
from refcli.game.ledger import Ledger
from refcli.game.units import Unit


def who_may(ledger: Ledger, procedure: str, units: Sequence[Unit], plain: Mapping[str, Any]) -> Sequence[Unit]:
    """Those who may act now: who are there, of the side whose turn it is, and barred by no state; else all there."""
    there = [unit for unit in units if not ledger.is_out(unit.name)]
    return [one for one in there if not _is_held_back(ledger, procedure, one.name, plain)] or there


def whom_at(ledger: Ledger, procedure: str, units: Sequence[Unit], named: Sequence[str]) -> Sequence[Unit]:
    """Those who may be acted at: who are there and, where enemies are due, of another side than who is ``named``."""
    there = [unit for unit in units if not ledger.is_out(unit.name)]
    if procedure not in ledger.play.at_enemies:
        return there
    sides = {ledger.side_of(one) for one in named}
    return [one for one in there if ledger.side_of(one.name) not in sides] or there


def _is_held_back(ledger: Ledger, procedure: str, unit: str, plain: Mapping[str, Any]) -> bool:
    """Whether it is another side's turn than that of a unit, or a state of it bars what is asked for."""
    side = ledger.side_of(unit)
    if ledger.side and side and side != ledger.side and procedure not in ledger.play.either_side:
        return True
    held = [one for owner in ledger.owners_for(unit) for one in ledger.states_of(owner)]
    return any(
        procedure in bar.by and _is_plain(bar) and (not bar.reading or ledger.reads(bar.reading, plain))
        for one in held
        for bar in one.state.bars
    )


def _is_plain(bar: Bar) -> bool:
    """Whether a state bars by itself, whatever else is so."""
    of_others = (bar.field, bar.value, bar.stated, bar.row, bar.held, bar.unless)
    return not any(of_others) and not bar.whole and not bar.after
