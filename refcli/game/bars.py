"""Reasons against a ruling in a game: states of its units, the sequence of play, and refusals."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.cells import Source
from refcli.core.hooks import may_be_lost
from refcli.core.rows import Case, Question, refusals
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, Bar, Held, Phase, State
from refcli.core.view import chart_rows
from refcli.game.request_in_play import NamedTerm, RequestInPlay


class Barred(NamedTuple):
    """A reason against a ruling: the unit, the sentence, its source, and the state behind it.

    ``row`` is the name of the row of a table. A reason that ``asks`` wants a missing word and forbids nothing.
    """

    who: str
    text: str
    source: Source
    held: Held | None = None
    row: str = ""
    asks: bool = False

    @property
    def name(self) -> str:
        """The name of the row, or of the state that forbids it."""
        return self.row or (self.held.state.name if self.held else "rule")

    @property
    def said(self) -> str:
        """The reason in one line: ``arty has fired in this phase (ruling 12; line 72)``."""
        by_ruling = f"ruling {self.held.entry}" if self.held and self.held.entry else ""
        of = "as you said" if self.held and self.held.by_hand else by_ruling
        lines = self.source.lines
        where = f"{'line' if lines.isdigit() else 'lines'} {lines}" if lines else self.source.section
        behind = "; ".join(filter(None, (of, where)))
        return f"{self.reason} ({behind})" if behind else self.reason

    @property
    def reason(self) -> str:
        """The reason alone: ``arty has fired in this phase``. What a hook says is complete, with typed text in it."""
        if not self.who and self.held is None:
            return self.text
        values = {"unit": Proper(self.who), "value": self.held.value if self.held else ""}
        return f"{self.who} {fill(self.text, values)}".strip()


def bars_of(asked: RequestInPlay) -> list[Barred]:
    """All reasons against a request, each once."""
    return list({(bar.who, bar.text): bar for bar in _Bars(asked).all()}.values())


class _Bars:
    def __init__(self, asked: RequestInPlay) -> None:
        self._asked = asked
        self._ledger = asked.ledger
        self._words = asked.words
        self._procedure = asked.procedure.name

    def all(self) -> Iterator[Barred]:
        ledger, name = self._ledger, self._procedure
        actors = ledger.actors(name)
        yield from self._of_sequence(actors)
        yield from self._of_friends(actors)
        owners = [(term, field) for field, terms in self._asked.fields.items() for term in terms if term.owner]
        for term, field in [*owners, *[(NamedTerm(value, value), field) for value, field in self._asked.texts()]]:
            owner = term.owner
            out = ledger.is_out(owner)
            about_lost = out and may_be_lost(ledger.hook, self._asked.as_plain, field)
            if out and not (about_lost or self._brings_back(out.state)):
                yield Barred(owner, "{unit:is|are} out of play", out.state.source, out)
                continue
            yield from self._of_count(term, field)
            for each, held in self._asked.states_for(term):
                for bar in held.state.bars:
                    if self._holds(bar, held, owner, each, field, actors):
                        yield Barred(
                            each if held.state.of == "weapon" else owner, bar.text, held.state.source_of(bar), held
                        )
        for held in ledger.states_of(GAME):
            for bar in held.state.bars:
                if self._holds(bar, held, GAME, GAME, bar.field or actors, actors):
                    yield Barred("", bar.text, held.state.source_of(bar), held)
        for one in refusals(ledger.hook.refusals, Case(ledger, self._asked.as_plain, procedure=name)):
            yield Barred("", one.text, one.source, row=one.row.name, asks=isinstance(one.row, Question))

    def _holds(self, bar: Bar, held: Held, owner: str, each: str, field: str, actors: str) -> bool:
        if self._procedure not in bar.by or field != (bar.field or actors):
            return False
        if bar.reading and not self._ledger.reads(bar.reading, self._asked.plain):
            return False
        if self._ledger.turn - held.turn < bar.after:
            return False
        if bar.value and str(held.value).lower() != bar.value.lower():
            return False
        if bar.stated and not self._asked.is_stated(bar.stated, self._asked.text_of(owner, field)):
            return False
        if bar.row and bar.row not in chart_rows(self._ledger, owner):
            return False
        if bar.held and not (self._ledger.any_has(owner, bar.held) or self._ledger.has(each, bar.held)):
            return False
        if bar.unless and self._asked.is_stated(bar.unless, self._asked.text_of(owner, field)):
            return False
        if bar.whole and any(term.left > 0 for term in self._asked.fields.get(field, ()) if term.owner == owner):
            return False
        return not (bar.unless and (self._ledger.any_has(owner, bar.unless) or self._ledger.has(each, bar.unless)))

    def _of_count(self, term: NamedTerm, field: str) -> Iterator[Barred]:
        """Bar a count above the number left: the others are dead, or pinned."""
        missing = [held for held in self._ledger.states_of(term.owner) if field in held.state.less]
        if 0 < term.left < term.many and missing:
            said = ", ".join(held.said for held in missing)
            yield Barred(
                term.owner, f"{{unit:has|have}} {term.left} left: {said}", missing[-1].state.source, missing[-1]
            )

    def _brings_back(self, out: State) -> bool:
        """True if the ruling ends the state that took a unit out of play."""
        return any(
            self._procedure in trigger.by and trigger.stated and self._asked.is_stated(trigger.stated, "")
            for trigger in out.ends
        )

    def _of_sequence(self, actors: str) -> Iterator[Barred]:
        """Bar a procedure of another phase, and units of another side."""
        ledger, name = self._ledger, self._procedure
        phase, play = ledger.phase, ledger.play
        if phase is None or name in play.any_phase:
            return
        own = play.phase_of(name)
        apart = [*self._of_charts_apart(phase, actors)]
        yield from apart
        terms = [term for term in self._asked.fields.get(actors, ()) if term.owner]
        let_in = phase.let_in.get(name)
        if own and phase not in own and not apart:
            if let_in is None:
                where = " or ".join(one.name for one in own)
                yield Barred("", f"{name} belongs to {where}; this is {phase.name}", play.source, row="phase")
                return
            for term in terms:
                owners = ledger.owners_for(term.owner)
                if let_in and not any(ledger.has(one, state) for one in owners for state in let_in):
                    yield self._not_let_in(term, actors) or Barred(
                        term.owner, f"may not {name} in {phase.name}", play.source, row="phase"
                    )
        if ledger.side and name not in play.either_side:
            for term in terms:
                side = ledger.side_of(term.owner)
                if side and side != ledger.side:
                    said = f"{{unit:is|are}} of {side}; it is the turn of {ledger.side}"
                    yield Barred(term.owner, said, play.source, row="side")

    def _not_let_in(self, term: NamedTerm, actors: str) -> Barred | None:
        """The reason from the last act of a unit that is not let in; None if no state has one."""
        found = [
            Barred(owner, bar.text, held.state.source_of(bar), held)
            for owner, held in self._asked.states_for(term)
            for bar in held.state.bars
            if self._procedure in bar.by and (bar.field or actors) == actors and not (bar.stated or bar.row or bar.held)
        ]
        return max(found, key=lambda one: one.held.entry if one.held else 0, default=None)

    def _of_friends(self, actors: str) -> Iterator[Barred]:
        """Bar an attack on the own side; aircraft fly for the side whose turn it is."""
        if self._procedure not in self._ledger.play.at_enemies:
            return
        acting = self._asked.fields.get(actors)
        sides = {self._ledger.side_of(term.owner) for term in acting or () if term.owner}
        if acting is None:
            sides = {self._ledger.side}
        for field, terms in self._asked.fields.items():
            for term in terms if field != actors else ():
                side = self._ledger.side_of(term.owner) if term.owner else ""
                if side and side in sides:
                    yield Barred(term.owner, "{unit:is|are} on the same side", self._ledger.play.source, row="friend")

    def _of_charts_apart(self, phase: Phase, actors: str) -> Iterator[Barred]:
        """Bar units that do this procedure in another phase, by the chart of their row."""
        name, play = self._procedure, self._ledger.play
        apart = play.apart.get(name, {})
        elsewhere = {*apart.values()}
        for term in self._asked.fields.get(actors, ()) if apart else ():
            its = {where for chart, where in apart.items() if self._asked.is_of(term, chart)}
            its = its or {one.name for one in play.phase_of(name)} - elsewhere
            if phase.name not in its and name not in phase.let_in:
                said = f"may {name} only in {' or '.join(sorted(its))}; this is {phase.name}"
                yield Barred(term.owner or term.text, said, play.source, row="phase")
