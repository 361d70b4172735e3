"""What was ruled and may be a slip, which the referee is asked about.

Source: first-watch.txt 30, 60-67, 75-79, 108, 131-135.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper
from refcli.rulesets.first_watch.in_play import Bars, crew_of, has_moved, has_speed, is_gun, is_plane, of

HITS = Source(section="Main Gun Fire", lines="75-79")
CHARGES = Source(section="Artillery Fire, example", lines="108")
STAYS = Source(section="Land Movement Phase", lines="30")
RIDERS = Source(section="Small Arms, example; Main Gun Fire", lines="62-67, 79")
CREWS = Source(section="Small Arms", lines="60")
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


def lost_besides(ledger: Keeper, deed: Deed) -> Bars:
    """Who was aboard of what is lost, and a gun that had fewer crew counters than it was hit for.

    Source: first-watch.txt 60-67, 79.
    """
    yield from riders_of_lost(deed)
    yield from crew_before(ledger, deed)


def riders_of_lost(deed: Deed) -> Bars:
    """Who was aboard of what is destroyed: the source does not say what becomes of them. Source: 62-67, 79."""
    for effect in deed.ruling["effects"]:
        if effect["kind"] in ("destroy", "shoot-down"):
            aboard = [
                owner
                for (owner, state), held in deed.before.items()
                if state == "aboard" and str(held.value).lower() == effect["unit"].lower()
            ]
            for rider in aboard:
                told = "{unit:was|were} aboard; what becomes of {unit:it|them} is not said: set {unit} out, if lost"
                yield of(rider, told), RIDERS


def crew_before(ledger: Keeper, deed: Deed) -> Bars:
    """A gun that was hit for more crew counters than it had left. Source: first-watch.txt 60."""
    for effect in deed.ruling["effects"]:
        unit = ledger.unit_called(effect["unit"]) or ""
        if effect["kind"] == "lose-crew" and unit and is_gun(ledger, unit):
            lost = deed.before.get((unit, "crew-losses"))
            left = crew_of(ledger, unit) - int(lost.value if lost else 0)
            if 0 < left < effect["amount"]:
                yield of(unit, "had only {left:crew counter} left", left=left), CREWS
