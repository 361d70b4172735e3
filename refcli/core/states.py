"""What an evening remembers, as data: states, what begins and ends them, what they give to rulings and bar.

Every ruleset says its own in ``states.toml``; ``refcli.game.ledger`` keeps them.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from refcli.core.cells import Source
from refcli.core.sentence import fill

OWNERS = ("unit", "group", "weapon", "side", "enemy side", "place", "name", "game")
"""Who or what carries a state. ``weapon`` is one of a unit's, by the role of the effect: ``T1/coax``; ``enemy side`` is
the other side than that of the unit an effect falls on, ``name`` whatever the effect names (an aircraft that is no unit
in play), ``place`` what its detail says."""

FLAG, COUNT, WORD, NUMBER = "flag", "count", "word", "number"
VALUES = (FLAG, COUNT, WORD, NUMBER)
"""A flag holds or does not; a count adds up; a word is the detail of what began it; a number is its amount."""


class Trigger(NamedTuple):
    """What begins or ends a state: an effect of a ruling, or any ruling of a procedure by which something was tried.

    ``effect`` is the word of its kind, empty for any ruling ``by`` these procedures. ``role`` is that of the effect,
    or the field of the request whose unit is meant; ``stated`` a condition that has to be stated of it, ``held`` a
    state that the owner has to have, ``unless`` one that he may not have; ``row`` one that the unit has to stand for in
    a chart. ``amount`` counts in place of the effect's.
    """

    effect: str = ""
    by: tuple[str, ...] = ()
    role: str = ""
    stated: str = ""
    held: str = ""
    unless: str = ""
    detail: str = ""
    amount: int = 0
    row: str = ""


class Moment(NamedTuple):
    """When a state ends by itself: at the ``end`` or ``start`` of a phase or the turn.

    ``what`` is ``turn``, ``phase`` (the one that is on) or the name of a phase; ``own`` waits for that of the owner's
    side, ``turns`` is how many turns later it is, and ``counted`` that the value of the state is added to them.
    """

    edge: str
    what: str
    own: bool = False
    turns: int = 0
    counted: bool = False


MOMENT = r"(?:(\d|value) turns? after|(value) turns|(end|start) of (?:(own) )?(.+))"
"""A moment as it is written: ``end of turn``, ``start of own Movement``, ``1 turn after``, ``value turns after``; with
``value turns`` the turn in which it began is one of them."""


def moment_from(said: str) -> Moment | None:
    """The moment that a text tells: ``end of turn``, ``start of own Movement``, ``1 turn after``; None for none."""
    found = re.fullmatch(MOMENT, said)
    if found is None:
        return None
    turns, so_many, edge, own, what = found.groups()
    if so_many or turns == "value":
        return Moment("end", "turn", turns=0 if turns else -1, counted=True)
    return Moment("end", "turn", turns=int(turns)) if turns else Moment(edge, what, own is not None)


class Give(NamedTuple):
    """A condition that a state states by itself of the unit that carries it.

    ``field`` is the field that has to name the unit, empty for any that knows the condition; ``value`` the value that
    the state must have, ``over`` one that it must exceed, ``after`` how many turns it must have lasted, ``same`` a
    field whose unit, feature or text it must name; ``held`` another state that the owner has to have as well,
    ``unless`` one that he may not have; ``row`` a row that the unit has to stand for in a chart, ``rows`` charts of
    which it has to be a row here.
    """

    condition: str
    field: str = ""
    by: tuple[str, ...] = ()
    value: str = ""
    after: int = 0
    same: str = ""
    held: str = ""
    row: str = ""
    over: int | float | None = None
    rows: tuple[str, ...] = ()
    unless: str = ""


class Filling(NamedTuple):
    """A field of a request that a state fills with its value; ``of`` the field that names its owner."""

    field: str
    of: str = ""
    by: tuple[str, ...] = ()


class Bar(NamedTuple):
    """What a state forbids its owner: procedures, when the ``field`` names him, and why.

    ``text`` is what is said of him, ``{unit:has|have} fired this turn``, with the ``{value}`` of the state;
    ``after`` is how many turns it must have lasted; with ``stated`` it bars only where that condition is stated,
    with ``held`` only who has that state as well, with ``row`` only who stands for that row of a chart; with
    ``unless`` not who has that one, nor where a condition of that name is stated; with ``whole`` only when nobody
    is left whom the state does not hold (``less``); with a ``reading``, ``FW-63=stays``, only under it. ``section`` and
    ``lines`` replace those of the state's source.
    """

    by: tuple[str, ...]
    text: str
    section: str = ""
    lines: str = ""
    field: str = ""
    value: str = ""
    unless: str = ""
    held: str = ""
    stated: str = ""
    row: str = ""
    whole: bool = False
    reading: str = ""
    after: int = 0


AT_ONCE = "at once"
"""In place of a phase: what is reminded of as soon as the state begins."""


class State(NamedTuple):
    """One thing that lasts from one ruling to the next.

    ``out`` takes its owner out of play, who keeps of all other states those that ``stay``: how many of them are dead.
    ``then`` is the state that follows when it ends by itself, with the same value: who ran this turn ran last turn. In
    the fields ``less`` the unit is so many less: men who are dead. A roster has boxes for it where the unit is a row of
    one of the charts ``rows``, or one of these rows; none meaning any unit that may have it. With a column,
    ``vehicle-facts.turret``, the unit has a figure there. Of what is counted there are as many boxes as the first of
    ``most`` says that the unit has: figures of its rows, ``vehicles.crew``, or numbers, several added up by ``+``; or a
    figure that counts for everybody, ``morale.rout``.
    ``lapses`` is what is said as it ends by itself, of what has to be taken off the table or was left undone.
    ``words`` are those that it may hold, where these are not any. When it begins the states that it ``excludes`` end.
    """

    name: str
    of: str
    text: str
    source: Source
    value: str = FLAG
    begins: tuple[Trigger, ...] = ()
    ends: tuple[Trigger, ...] = ()
    until: tuple[Moment, ...] = ()
    gives: tuple[Give, ...] = ()
    fills: tuple[Filling, ...] = ()
    bars: tuple[Bar, ...] = ()
    reminds: Mapping[str, str] = {}
    leads_to: str = ""
    """The procedure that the reminders lead to: a unit that a state bars from it is not reminded."""
    misses: Mapping[str, str] = {}
    """What a phase reminds of while nobody has the state: of dice that nobody has rolled."""
    out: bool = False
    stays: bool = False
    then: str = ""
    less: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    lapses: str = ""
    words: tuple[str, ...] = ()
    form: str = ""
    """A pattern that its word has, such as that of a square."""
    counts: str = ""
    """A state of units that a derived state of a group or a side counts, of units that a chart knows.

    Each entry changes the number by what changed, so that a number set by hand is counted on from there.
    """
    excludes: tuple[str, ...] = ()

    def source_of(self, bar: Bar) -> Source:
        """Return the source of one of its bars."""
        return self.source._replace(section=bar.section or self.source.section, lines=bar.lines or self.source.lines)

    @property
    def is_told(self) -> bool:
        """Whether a referee has it to remember: it has words, or something follows from it."""
        return bool(self.text or self.gives or self.fills or self.bars or self.then or self.out)

    @property
    def label(self) -> str:
        """The state in words, whatever its value."""
        return self.name.replace("-", " ") if not self.text or "{" in self.text else self.text.rstrip(":")


class Phase(NamedTuple):
    """One phase of a turn: the procedures that belong to it, and those that a state lets in besides."""

    name: str
    procedures: tuple[str, ...]
    let_in: Mapping[str, tuple[str, ...]] = {}
    """Procedures that are allowed to whoever has one of the states named, to all where none is."""
    states: Mapping[str, str] = {}
    """A condition that every ruling by a procedure states in it."""
    each_side: bool = False
    """Whether the sides go through it one after the other."""
    optional: bool = False


class Sequence(NamedTuple):
    """The sequence of play: its phases, whether every side has a turn of its own, what is done in any phase."""

    phases: tuple[Phase, ...]
    own_turns: bool = False
    any_phase: tuple[str, ...] = ()
    actors: Mapping[str, str] = {}
    """The field of those who act, for procedures in which it is not the first field of units; empty for nobody's."""
    either_side: tuple[str, ...] = ()
    """Procedures that the other side has as well in a phase that is one side's: fire at whoever moves."""
    at_enemies: tuple[str, ...] = ()
    """Procedures whose target is never of the side of those who act."""
    apart: Mapping[str, Mapping[str, str]] = {}
    """The phase in which the rows of a chart do a procedure, by procedure and chart: aircraft move in one of theirs."""
    source: Source = Source()

    def phase_of(self, procedure: str) -> tuple[Phase, ...]:
        """The phases that a procedure belongs to; none for what belongs to no phase."""
        return tuple([phase for phase in self.phases if procedure in phase.procedures])

    def is_done_in(self, phase: Phase | None, procedure: str) -> bool:
        """Whether somebody may do a procedure in a phase, or before the battle, which is no phase."""
        own = self.phase_of(procedure)
        free = phase is None or not own or procedure in self.any_phase or procedure in self.apart
        return free or phase in own or (phase is not None and procedure in phase.let_in)


Value = int | float | str
"""What a state holds: 1 for a flag, a number, a word."""

GAME = ""
"""The owner of what is true of the whole game."""


class Held(NamedTuple):
    """A state that somebody has: since which turn, and by which entry of the journal or by the referee's hand.

    ``phase`` is the place of the phase in the turn, and of the side whose phase it was.
    """

    state: State
    value: Value = 1
    turn: int = 0
    entry: int = 0
    side: str = ""
    by_hand: bool = False
    phase: tuple[int, int] = (0, 0)

    @property
    def last_turn(self) -> int | str:
        """The turn with the end of which it ends, of a state whose value is how many turns it lasts; else empty."""
        lasts = [moment.turns for moment in self.state.until if moment.counted and not isinstance(self.value, str)]
        return int(self.turn + float(self.value) + min(lasts)) if lasts else ""

    @property
    def said(self) -> str:
        """The state in words, with its value in the place of its text or, where it tells more, behind.

        Empty for a flag or a number without words, which is kept for the rules alone, and for a word that nobody said.
        """
        if not self.state.text and self.state.value != WORD:
            return ""
        if "{" in self.state.text:
            return fill(self.state.text, {"value": self.value, "last": self.last_turn}) if self.value != "" else ""
        if self.state.value == FLAG:
            return self.state.text
        value = f"{self.value:g}" if isinstance(self.value, float) else self.value
        return f"{self.state.text} {value}".strip()


class Change(NamedTuple):
    """What an entry did to the ledger: a state that began, grew, shrank or ended, in words.

    ``lapses`` is what a state says as it ends by itself.
    """

    owner: str
    said: str
    ended: bool = False
    lapses: str = ""
