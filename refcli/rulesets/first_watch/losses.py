"""Who is lost, and when: at once, in a fire step at its end. Source: first-watch.txt 31, 60-67, 79.

A side owes a counter close at hand until somebody takes it off.
"""

from refcli.core.cells import Source
from refcli.core.hook import Deed, Keeper, Sentences
from refcli.core.sentence import of
from refcli.rulesets.first_watch.in_play import crew_of, crewed, is_gun, is_vehicle, left_of, phase_of, unit_typed
from refcli.rulesets.first_watch.steps import FIRE_STEPS

RIDERS = Source(section="Small Arms, example; Main Gun Fire", lines="62-67, 79")
CREWS = Source(section="Small Arms", lines="60")

FIRES = ("fire", "penetrate", "close-assault")
"""What somebody may be lost by twice in a step."""

NOT_LEFT = "had no crew left to lose: undo, if another target was meant"
LOST = {
    "destroy": {"lost": "{unit:was|were} lost in this step already"},
    "eliminate": {"lost": "{unit:was|were} lost in this step already"},
    "lose-crew": {"crew-lost": NOT_LEFT, "losing-crew": "had lost {unit:its|their} crew in this step already"},
}
"""What is told of who is lost once more, by the effect and the state that he is in."""


def lose_crew(ledger: Keeper, unit: str, number: int) -> None:
    """No gun or vehicle loses more crew than it has, and one without any fires no more, in a fire step once that ends.

    Source: first-watch.txt 31, 60.
    """
    most, lost = crew_of(ledger, unit), int(ledger.value(unit, "crew-losses"))
    if (is_gun(ledger, unit) or is_vehicle(ledger, unit)) and lost > most:
        ledger.begin(unit, "crew-losses", most - lost, number)
    if not (crewed(ledger, unit) or ledger.has(unit, "crew-lost")):
        ledger.begin(unit, "losing-crew" if phase_of(ledger) in FIRE_STEPS else "crew-lost", 1, number)


def come_back(ledger: Keeper, unit: str) -> None:
    """Who has a crew after all, or somebody left, since less was lost than was said before. Source: 31, 60."""
    for state, left in (("lost", left_of), ("crew-lost", crewed), ("losing-crew", crewed)):
        held = ledger.has(unit, state)
        if held and not held.by_hand and left(ledger, unit):
            ledger.end(unit, state)


def lose_all(ledger: Keeper, unit: str, number: int) -> None:
    """A unit of which nobody is left is out of play, in a fire step once that ends. Source: first-watch.txt 31, 60."""
    if ledger.has(unit, "losses") and not left_of(ledger, unit) and not ledger.is_out(unit):
        hand_on(ledger, unit)
        ledger.begin(unit, "lost" if phase_of(ledger) in FIRE_STEPS else "out", 1, number)


def hand_on(ledger: Keeper, unit: str) -> None:
    """What is owed for one who is lost himself his side still owes. Source: first-watch.txt 60, 67."""
    owed, side = ledger.has(unit, "counter-owed"), ledger.side_of(unit)
    if owed and side:
        ledger.end(unit, "counter-owed")
        ledger.begin(side, "counter-owed", owed.value, owed.entry)


def take_off(ledger: Keeper, unit: str) -> None:
    """Whoever is said to have lost counters was the one close at hand, if his side owes one. Source: 60, 67."""
    if any(held.by_hand for state in ("losses", "crew-losses", "out") if (held := ledger.has(unit, state))):
        side = ledger.side_of(unit)
        for owner, _ in ledger.named("counter-owed"):
            if ledger.side_of(owner) == side:
                ledger.end(owner, "counter-owed")


def put_down(ledger: Keeper) -> None:
    """Whom a lost vehicle carried is aboard no longer; the rest is the referee's. Source: first-watch.txt 62-67."""
    for owner, held in ledger.named("aboard"):
        if ledger.is_out(unit_typed(ledger, str(held.value))):
            ledger.end(owner, "aboard")


def go_at_last(ledger: Keeper) -> None:
    """Who was lost in a fire step is out, and who lost his crew in it has none, now that it ends. Source: 31."""
    for owner, held in ledger.named("lost"):
        ledger.begin(owner, "out", 1, held.entry)
    for owner, held in ledger.named("losing-crew"):
        ledger.end(owner, "losing-crew")
        ledger.begin(owner, "crew-lost", 1, held.entry)


def told_of_losses(ledger: Keeper, deed: Deed) -> Sentences:
    """Who was lost before, who was aboard of what is lost, and who had fewer crew counters than were hit.

    Source: first-watch.txt 31, 60-67, 79.
    """
    if deed.procedure in FIRES:
        yield from lost_before(ledger, deed)
    yield from riders_of_lost(deed)
    yield from crew_before(ledger, deed)


def lost_before(ledger: Keeper, deed: Deed) -> Sentences:
    """Who was hit that had nobody left to lose, in this step or before it. Source: first-watch.txt 31, 60."""
    for effect in deed.ruling["effects"]:
        unit = ledger.unit_called(effect["unit"]) or ""
        for state, told in LOST.get(effect["kind"], {}).items():
            gone = ledger.has(unit, state)
            if gone and gone.entry < deed.number:
                yield of(unit, told), gone.state.source


def riders_of_lost(deed: Deed) -> Sentences:
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


def crew_before(ledger: Keeper, deed: Deed) -> Sentences:
    """A gun or a vehicle that was hit for more crew counters than it had left. Source: first-watch.txt 60."""
    for effect in deed.ruling["effects"]:
        unit = ledger.unit_called(effect["unit"]) or ""
        if effect["kind"] == "lose-crew" and unit and (is_gun(ledger, unit) or is_vehicle(ledger, unit)):
            lost = deed.before.get((unit, "crew-losses"))
            left = crew_of(ledger, unit) - int(lost.value if lost else 0)
            if 0 < left < effect["amount"]:
                yield of(unit, "had only {left:crew counter} left", left=left), CREWS
