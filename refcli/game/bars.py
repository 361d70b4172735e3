"""Reasons against a ruling in a game: states of its units, the sequence of play, and refusals."""

from collections.abc import Iterator
from typing import NamedTuple

from refcli.core.cells import Source
from refcli.core.hooks import may_be_lost
from refcli.core.rows import Question, refusals
from refcli.core.sentence import Proper, fill
from refcli.core.states import GAME, Bar, Held, Phase
from refcli.game.request_in_play import NamedTerm, RequestInPlay


class Reason(NamedTuple):
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
        text = self.text
        if self.who or self.held:  # the sentence of a row is complete, with typed text in it
            values = {"unit": Proper(self.who), "value": self.held.value if self.held else ""}
            text = f"{self.who} {fill(text, values)}".strip()
        by_ruling = f"ruling {self.held.entry}" if self.held and self.held.entry else ""
        of = "as you said" if self.held and self.held.by_hand else by_ruling
        lines = self.source.lines
        where = f"{'line' if lines.isdigit() else 'lines'} {lines}" if lines else self.source.section
        behind = "; ".join(filter(None, (of, where)))
        return f"{text} ({behind})" if behind else text


def reasons_against(asked: RequestInPlay) -> list[Reason]:
    """All reasons against a request, each once."""
    return list({(one.who, one.text): one for one in _Reasons(asked).all()}.values())


class _Reasons:
    def __init__(self, asked: RequestInPlay) -> None:
        self._asked = asked
        self._ledger = asked.ledger
        self._procedure = asked.procedure.name

    def all(self) -> Iterator[Reason]:
        ledger, asked = self._ledger, self._asked
        yield from self._of_sequence()
        yield from self._of_friends()
        terms = [(term, field) for field, terms in asked.fields.items() for term in terms if term.owner]
        for term, field in (*terms, *((NamedTerm(value, value), field) for value, field in asked.texts())):
            out = ledger.is_out(term.owner)
            if out and not self._acts_when_out(out, field):
                yield Reason(term.owner, "{unit:is|are} out of play", out.state.source, out)
                continue
            missing = [held for held in ledger.states_of(term.owner) if field in held.state.less]
            if 0 < term.left < term.many and missing:
                said = f"{{unit:has|have}} {term.left} left: {', '.join(held.said for held in missing)}"
                yield Reason(term.owner, said, missing[-1].state.source, missing[-1])
            for owner, held in asked.states_for(term):
                for bar in held.state.bars:
                    if field == (bar.field or asked.actors) and self._holds(bar, held, owner, term):
                        yield self._of_bar(bar, held, owner, term)
        for held in ledger.states_of(GAME):
            for bar in held.state.bars:
                if self._holds(bar, held, GAME, NamedTerm("")):
                    yield self._of_bar(bar, held, GAME, NamedTerm(""))
        for one in refusals(ledger.hook.refusals, asked.case()):
            yield Reason("", one.text, one.source, row=one.row.name, asks=isinstance(one.row, Question))

    def _acts_when_out(self, out: Held, field: str) -> bool:
        """True if the ruling is about a unit out of play, or ends the state that took it out of play."""
        ends = [one.stated for one in out.state.ends if self._procedure in one.by and one.stated]
        about_lost = may_be_lost(self._ledger.hook, self._asked.as_plain, field)
        return about_lost or any(self._asked.is_stated(stated, "") for stated in ends)

    def _of_bar(self, bar: Bar, held: Held, owner: str, term: NamedTerm) -> Reason:
        return Reason(owner if held.state.of == "weapon" else term.owner, bar.text, held.state.source_of(bar), held)

    def _holds(self, bar: Bar, held: Held, owner: str, term: NamedTerm) -> bool:
        asked, named = self._asked, self._asked.fields.get(bar.field or self._asked.actors, ())
        return (
            self._procedure in bar.by
            and asked.applies(bar, held, owner, term.owner)
            and (not bar.reading or self._ledger.reads(bar.reading, asked.plain))
            and (not bar.stated or asked.is_stated(bar.stated, term.text))
            and not (bar.unless and asked.is_stated(bar.unless, term.text))
            and not (bar.whole and any(one.left > 0 for one in named if one.owner == term.owner))
        )

    def _of_sequence(self) -> Iterator[Reason]:
        """Bar a procedure of another phase, and units of another side."""
        ledger, name = self._ledger, self._procedure
        phase, play = ledger.phase, ledger.play
        if phase is None or name in play.any_phase:
            return
        own = play.phase_of(name)
        apart = [*self._of_charts_apart(phase)]
        yield from apart
        terms = [term for term in self._asked.fields.get(self._asked.actors, ()) if term.owner]
        let_in = phase.let_in.get(name)
        if own and phase not in own and not apart:
            if let_in is None:
                where = " or ".join(one.name for one in own)
                yield Reason("", f"{name} belongs to {where}; this is {phase.name}", play.source, row="phase")
                return
            for term in terms:
                owners = ledger.owners_for(term.owner)
                if let_in and not any(ledger.has(one, state) for one in owners for state in let_in):
                    yield self._not_let_in(term) or Reason(
                        term.owner, f"may not {name} in {phase.name}", play.source, row="phase"
                    )
        if ledger.side and name not in play.either_side:
            for term in terms:
                side = ledger.side_of(term.owner)
                if side and side != ledger.side:
                    said = f"{{unit:is|are}} of {side}; it is the turn of {ledger.side}"
                    yield Reason(term.owner, said, play.source, row="side")

    def _not_let_in(self, term: NamedTerm) -> Reason | None:
        """The reason from the last act of a unit that is not let in; None if no state has one."""
        actors = self._asked.actors
        found = [
            (held.entry, Reason(owner, bar.text, held.state.source_of(bar), held))
            for owner, held in self._asked.states_for(term)
            for bar in held.state.bars
            if self._procedure in bar.by and (bar.field or actors) == actors and not (bar.stated or bar.row or bar.held)
        ]
        return max(found, key=lambda one: one[0])[1] if found else None

    def _of_friends(self) -> Iterator[Reason]:
        """Bar an attack on the own side; aircraft fly for the side whose turn it is."""
        ledger, acting = self._ledger, self._asked.fields.get(self._asked.actors)
        if self._procedure not in ledger.play.at_enemies:
            return
        sides = {ledger.side_of(term.owner) for term in acting or () if term.owner}
        sides |= {ledger.side} if acting is None else set()
        for field, terms in self._asked.fields.items():
            for term in terms if field != self._asked.actors else ():
                side = ledger.side_of(term.owner) if term.owner else ""
                if side and side in sides:
                    yield Reason(term.owner, "{unit:is|are} on the same side", ledger.play.source, row="friend")

    def _of_charts_apart(self, phase: Phase) -> Iterator[Reason]:
        """Bar units that do this procedure in another phase, by the chart of their row."""
        name, play = self._procedure, self._ledger.play
        apart = play.apart.get(name, {})
        elsewhere = {*apart.values()}
        for term in self._asked.fields.get(self._asked.actors, ()) if apart else ():
            its = {where for chart, where in apart.items() if self._asked.is_of(term, chart)}
            its = its or {one.name for one in play.phase_of(name)} - elsewhere
            if phase.name not in its and name not in phase.let_in:
                said = f"may {name} only in {' or '.join(sorted(its))}; this is {phase.name}"
                yield Reason(term.owner or term.text, said, play.source, row="phase")
