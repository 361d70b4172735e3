"""What is declared first, and what is spent when its target falls before. Source: grid.txt 72-74, 122."""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.grid.in_play import targets

DECLARED = Source(section="Artillery & Mortars; Target Priority", lines="72-74, 122")
SPENT = Source(section="Target Priority", lines="122")


def declared_late(ledger: Keeper, deed: Deed) -> Sentences:
    """All attacks on a target are declared before any of their dice, those that eliminated it as well."""
    for unit in targets(deed) if ledger.turn and deed.procedure != "strafe" else ():
        if (unit, "attacked") in deed.before:
            said = "{unit:was|were} attacked before in this phase: all attacks on a target come before any die"
            yield of(unit, said), DECLARED


def spent(ledger: Keeper, deed: Deed) -> Sentences:
    """Who attacks a unit that other dice eliminated meanwhile took part in it, and attacks nobody else."""
    for unit in targets(deed):
        out = ledger.is_out(unit)
        if out and out.entry < deed.number:
            yield is_spent(unit), SPENT


def is_spent(target: str) -> str:
    """What is said of an attack at a unit that other dice eliminated."""
    return of(target, "{unit:was|were} out of play before these dice: the attack is spent, and goes at nobody else")
