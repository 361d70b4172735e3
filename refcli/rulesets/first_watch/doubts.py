"""What was ruled and may be a slip, which the referee is asked about.

Source: first-watch.txt 30, 75-79, 108, 131-135.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.rulesets.first_watch.in_play import Bars, has_moved, has_speed, is_plane, of

HITS = Source(section="Main Gun Fire", lines="75-79")
CHARGES = Source(section="Artillery Fire, example", lines="108")
STAYS = Source(section="Land Movement Phase", lines="30")
FLIES = Source(section="Bombing and Strafing", lines="131, 135")


def doubts(ledger: Keeper, deed: Deed) -> Bars:
    """Armor that nothing has hit, a charge of who did not move, a move of some that fired, a plane that did not fly."""
    for unit, field in deed.fields_of.items() if ledger.turn and deed.attempt else ():
        if deed.procedure == "penetrate" and field == "attacker":
            yield (
                of(unit, f"{{unit:has|have}} hit already? fire {unit} rolls for that and the armor: undo, if not"),
                HITS,
            )
        elif deed.procedure == "burst" and field == "targets" and deed.is_stated("charging", unit):
            if has_speed(ledger, unit) and not has_moved(ledger, unit):
                yield (
                    of(unit, "{unit:has|have} not moved this turn: undo, if {unit:it does|they do} not charge"),
                    CHARGES,
                )
        elif deed.procedure == "move" and ledger.has(unit, "part-fired") and ledger.reads("FW-63=stays", {}):
            yield (
                of(unit, "{unit:has|have} {fired} that fired and may not move", fired=ledger.value(unit, "part-fired")),
                STAYS,
            )
        elif deed.procedure in ("bomb", "strafe") and is_plane(ledger, unit) and not ledger.has(unit, "moved"):
            yield of(unit, "{unit:has|have} not moved this turn: undo, then back for {unit:its|their} move"), FLIES
