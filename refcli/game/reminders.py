"""Reminders of a phase that begins or ends, reactions to a ruling, and units that have done nothing."""

from refcli.core.cells import Source
from refcli.core.request import NAMES
from refcli.core.rows import Case, Refusal, Reminder, reactions, refusals, reminders
from refcli.core.sentence import Proper, fill
from refcli.core.states import AT_ONCE, GAME, Held
from refcli.core.view import PastRuling, Sentences
from refcli.game.course import Position
from refcli.game.ledger import Ledger

HIDE = "hide-"
"""Before the name of a state: the game has it while the referee does not want to be reminded of that state."""


def due(ledger: Ledger) -> Sentences:
    """The reminders of the phase that is on, with their sources, for owners in play."""
    phase = ledger.phase
    if phase is None:
        return
    for (owner, _), held in ledger.held.items():
        said = held.state.reminds.get(phase.name)
        if not said or ledger.has(GAME, f"{HIDE}{held.state.name}") or (owner in ledger.units and ledger.is_out(owner)):
            continue
        side = ledger.side_of(owner)
        if ledger.side and side and side != ledger.side:
            continue
        if held.state.leads_to and _is_refused(ledger, held.state.leads_to, owner):
            continue
        yield reminder_text(said, owner, held), held.state.source
    there = {name for _, name in ledger.held}
    for state in ledger.states.values():
        if phase.name in state.misses and state.name not in there and not ledger.has(GAME, f"{HIDE}{state.name}"):
            yield state.misses[phase.name], state.source
    yield from _reminders(ledger, phase.name)


def _reminders(ledger: Ledger, phase: str, *, at_end: bool = False) -> Sentences:
    """The reminders of a ruleset, except hidden ones and those that lead to a refused act."""
    for one in reminders(ledger.hook.reminders, ledger, phase, at_end=at_end):
        row = one.row
        assert isinstance(row, Reminder)
        if not ledger.has(GAME, f"{HIDE}{row.name}") and not (
            row.leads_to and _is_refused(ledger, row.leads_to, one.unit)
        ):
            yield one.text, one.source


def _is_refused(ledger: Ledger, procedure: str, unit: str) -> bool:
    """True if a state or a row forbids a unit the procedure that a reminder leads to."""
    field = ledger.actors(procedure) if procedure else ""
    request = {"procedure": procedure, field: unit, NAMES: {field: [unit]}, "conditions": ()} if field else {}
    rows = (one.row for one in refusals(ledger.hook.refusals, Case(ledger, request, procedure=procedure)))
    return ledger.is_barred(unit, procedure, {}) or any(isinstance(row, Refusal) for row in rows)


def passed_over(ledger: Ledger, to: Position) -> Sentences:
    """The reminders of phases that the game jumps over."""
    course, now = ledger.course, ledger.another()
    at = course.after(now.at)
    while ledger.at.turn and course.order(at) < course.order(to):
        now.apply(0, {"game": {"do": "phase", "turn": at.turn, "phase": at.phase, "side": at.side}})
        phases = ledger.play.phases
        yield from _reminders(now, phases[at.phase].name, at_end=True)
        at = course.after(at)


def at_once(ledger: Ledger, deed: PastRuling) -> Sentences:
    """The reactions to a ruling that are possible or due at once, with their sources."""
    for (owner, _), held in ledger.held.items():
        said = held.state.reminds.get(AT_ONCE)
        if said and held.entry == deed.number:
            yield reminder_text(said, owner, held), held.state.source
    request = {**deed.given, "outcome": deed.outcome}
    for one in reactions(ledger.hook.reactions, Case(ledger, request, procedure=deed.procedure)):
        yield one.text, one.source
    first_act = all(entry == deed.number for entry in ledger.acted.values())
    if ledger.phase is None and deed.attempt and first_act and ledger.play.phase_of(deed.procedure):
        yield "the battle has not begun, and this is of no turn: next begins turn 1", Source()


def reminder_text(said: str, owner: str, held: Held) -> str:
    """A reminder after the name of its owner."""
    return f"{owner} {fill(said, {'unit': Proper(owner), 'value': held.value})}".strip()


def idle(ledger: Ledger) -> list[str]:
    """The units in play of the side in turn that have done nothing and are not occupied."""
    return [
        name
        for name, unit in ledger.units.items()
        if name not in ledger.acted and not ledger.is_out(name) and (not ledger.side or unit.side == ledger.side)
        if not ledger.hook.busy.holds(Case(ledger, {}, name))
    ]
