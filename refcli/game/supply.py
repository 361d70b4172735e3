"""What the ledger brings to a ruling: names in play become rows of the charts, with what their states give or bar."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from refcli.core.cells import Source
from refcli.core.charts import Condition
from refcli.core.errors import Refused
from refcli.core.limits import MOST_UNITS, in_short
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, counted, field_called, uncounted
from refcli.core.sentence import Proper, fill
from refcli.core.states import COUNT, GAME, Bar, Give, Held, Phase, State
from refcli.game.ledger import Ledger, weapon_of
from refcli.game.units import Unit, row_for
from refcli.plain import NAMES, Plain
from refcli.plain.vocabulary import NOT, Words, whole_number

PART = re.compile(r"(?:(\d{1,9})x)?([^/+]+)((?:/[^+]*)?)(.*)", re.IGNORECASE)
"""One term as it is typed: how many, the name, the place behind a slash, the conditions behind it."""


class Supplied(NamedTuple):
    """What a state brought to a ruling: the condition, or the field with its value, and whose state it is."""

    owner: str
    what: str
    held: Held


class Barred(NamedTuple):
    """Why a ruling may not be made: who may not, the sentence, where it stands, and the state that says so."""

    who: str
    text: str
    source: Source
    held: Held | None = None

    @property
    def said(self) -> str:
        """The reason in one line: ``arty has fired in this phase (ruling 12; line 72)``."""
        of = f"ruling {self.held.entry}" if self.held and not self.held.by_hand else "as you said" if self.held else ""
        lines = self.source.lines
        where = f"{'line' if lines.isdigit() else 'lines'} {lines}" if lines else self.source.section
        behind = "; ".join(filter(None, (of, where)))
        return f"{self.who} {fill(self.text, {'unit': Proper(self.who)})}".strip() + (f" ({behind})" if behind else "")


class Completed(NamedTuple):
    """A plain object in the names of the charts, what was supplied to it, and what bars it."""

    plain: Plain
    supplied: tuple[Supplied, ...]
    bars: tuple[Barred, ...]


def complete(ledger: Ledger, words: Words, plain: Mapping[str, Any], overrule: bool = False) -> Completed:
    """The plain object with units in play in it, and what their states give and bar.

    What the referee states himself stands; ``no-NAME`` among the conditions takes back what a state gives. Where he
    means to ``overrule``, a state that bars the ruling gives nothing to it. Raises Refused.
    """
    return _Completion(ledger, words, plain, overrule).completed()


class _Named(NamedTuple):
    """One term of a field: the text that is asked for, the unit it names (or a side, or an aircraft), if any.

    So many are ``left`` of it there.
    """

    text: str
    owner: str = ""
    unit: Unit | None = None
    left: int = 1


class _Completion:
    def __init__(self, ledger: Ledger, words: Words, plain: Mapping[str, Any], overrule: bool) -> None:
        self.ledger = ledger
        self.words = words
        self.procedure: Procedure = words.procedure
        self.plain = {field_called(key, words.fields) or key: value for key, value in plain.items()}
        self.overrule = overrule
        said = self.plain.get("conditions") or []
        stated = said.split() if isinstance(said, str) else said
        if not isinstance(stated, (list, tuple)) or not all(isinstance(one, str) for one in stated):
            raise Refused("conditions must be a list of names, or a text with spaces between them")
        back = [one for one in stated if one.startswith(NOT) and one not in words.conditions]
        self.back = {self._meant(one[len(NOT) :]) for one in back}
        self.stated = [self._meant(one) for one in stated if one not in back]
        in_phase = ledger.phase.states.get(self.procedure.name) if ledger.phase else None
        if in_phase and in_phase not in (*self.stated, *self.back):
            self.stated.append(in_phase)
        self.supplied: list[Supplied] = []
        self.fields: dict[str, list[_Named]] = {}
        self.names: dict[str, list[str]] = {}
        self._name_units()
        for name, text in ledger.hook.whom(ledger, self.procedure.name, self.asked):
            self.plain.setdefault(name, text)
        self._name_units()

    @property
    def asked(self) -> Plain:
        """What was asked for, with the names of those in play, as a hook reads it."""
        return {**self.plain, "conditions": self.stated, NAMES: self.names}

    def _name_units(self) -> None:
        """Find those in play that the fields name."""
        for field in self.procedure.inputs:
            if field.kind is Term and self.plain.get(field.name) and field.name not in self.fields:
                self.fields[field.name] = terms = list(self._named(field, self.plain[field.name]))
                if any(term.owner for term in terms):
                    self.names[field.name] = [term.owner for term in terms]

    def completed(self) -> Completed:
        """Supply everything, and collect what bars it."""
        bars = tuple({(bar.who, bar.text): bar for bar in self._bars()}.values())
        silent = {(bar.held.state.name, bar.held.entry) for bar in bars if bar.held} if self.overrule else set()
        plain = {**self.plain}
        for name, terms in self.fields.items():
            field = self.words.fields[name]
            texts = [self._with_conditions(term, field, silent) for term in terms]
            plain[name] = texts if field.several else texts[0]
        for value, name in self._texts():
            self._give(value, self.words.fields[name], self.stated, silent)
        self._give(GAME, None, self.stated, silent)
        plain["conditions"] = self.stated
        self._fill(plain)
        if self.names:
            plain[NAMES] = self.names
        return Completed(plain, tuple(self.supplied), bars)

    # names

    def _named(self, field: Input, given: Any) -> Iterator[_Named]:
        texts = given if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in texts):
            raise Refused(f"{field.name} must be a name, or a list of names, not {in_short(given)}")
        for part in (part.strip() for text in texts for part in text.split(",")):
            found = PART.fullmatch(part)
            name = found[2] if found else part
            unit = self._unit(name)
            group: Sequence[Unit] = [] if unit else self._group(name)
            if not found or not (unit or group):
                yield _Named(part, self._side(name, field))
                continue
            if group:
                group = self._in_field(group, field)
            for one in [unit] if unit else group:
                assert one is not None
                row = row_for(one, self.words.names_of(field))
                if row is None:
                    has = ", ".join(counted(*each) for each in one.rows) or "nothing of the charts"
                    what = f"{one.name} is {has}, which is no {field.field.noun} of {self.procedure.name}"
                    raise Refused(
                        f"{field.name}: {what}; say what it is there: add {one.name} ... again, with that row"
                    )
                left = self.ledger.left(one.name, field.name, row[1])
                count = whole_number(found[1], f"the count in {in_short(part)}", 1, MOST_UNITS) if found[1] else 0
                count = count or (max(1, left) if field.several else 1)
                own = "+".join(map(self._meant, found[4].split("+")))
                yield _Named(f"{counted(row[0], count)}{found[3]}{own}", one.name, one, left)

    def _in_field(self, group: Sequence[Unit], field: Input) -> Sequence[Unit]:
        """Those of a group whom a field knows; where it takes one thing, the group itself by the row of one of them."""
        known = [one for one in group if row_for(one, self.words.names_of(field))] or group
        return known if field.several else [known[0]._replace(name=known[0].group, fields={}, conditions=())]

    def _meant(self, word: str) -> str:
        """A condition by its own name, as often as it was said; what is none stays as it is, and is refused later."""
        times, name = uncounted(word)
        try:
            found = self.words.condition(name) if name else ""
        except Refused:
            return word
        return f"{times}x{found}" if times else found

    def _unit(self, name: str) -> Unit | None:
        key = name.lower()
        for unit in self.ledger.units.values():
            if unit.name.lower() == key:
                return unit
        begun = [unit for unit in self.ledger.units.values() if unit.name.lower().startswith(key)]
        return begun[0] if self.words.prefixes and len(begun) == 1 and not self._is_row(key) else None

    def _side(self, name: str, field: Input) -> str:
        """The side in play that a name means: it is called so, or by another name of the same row (german, germany)."""
        rows = self.words.names_of(field)
        meant = rows.get(name.lower())
        for side in self.ledger.sides:
            if side.lower() == name.lower() or (meant and rows.get(side.lower()) == meant):
                return side
        return ""

    def _is_row(self, key: str) -> bool:
        return any(key in self.words.names_of(field) for field in self.words.fields.values() if field.kind is Term)

    def _group(self, name: str) -> list[Unit]:
        whole = [one for one in self.ledger.units.values() if one.group and one.group.lower() == name.lower()]
        return [one for one in whole if not self.ledger.is_out(one.name)] or [
            one for one in whole if not any(held.state.out for held in self.ledger.states_of(one.name))
        ]

    def _texts(self) -> Iterator[tuple[str, str]]:
        """Values of text fields that may own states, as an aircraft does that is no unit of the charts."""
        for field in self.procedure.inputs:
            value = self.plain.get(field.name)
            if field.kind is str and isinstance(value, str) and value:
                yield value, field.name

    # what states give

    def _with_conditions(self, term: _Named, field: Input, silent: set[tuple[str, int]]) -> str:
        """A term's text with the conditions that its unit, its group, its side and the game give it."""
        if not term.owner:
            own: list[str] = []
            self._give(GAME, field, own, silent, term)
            return "+".join([term.text, *own])
        own = []
        for condition in term.unit.conditions if term.unit else ():
            where = self._place_of(condition, field)
            if where is not None and not self._is_stated(condition, term.text):
                (own if where else self.stated).append(condition)
        for owner, held in (*self._states_for(term), *[(GAME, held) for held in self.ledger.states_of(GAME)]):
            self._give_from(owner, held, field, own, silent, term)
        hook = self.ledger.hook
        for name, times, held in hook.gives(self.ledger, self.procedure.name, self.asked, field.name, term.owner):
            if all(self._is_meant(give, term, field) for give in held.state.gives if give.condition == name):
                self._state(name, times, held, term.owner, field, own, term.text, True)
        return "+".join([term.text, *own])

    def _give(
        self,
        owner: str,
        field: Input | None,
        own: list[str],
        silent: set[tuple[str, int]],
        term: _Named | None = None,
    ) -> None:
        """State what the states of an owner give in a field; with no field, what they give to the whole ruling."""
        for held in list(self.ledger.states_of(owner)):
            self._give_from(owner, held, field, own, silent, term)

    def _give_from(
        self,
        owner: str,
        held: Held,
        field: Input | None,
        own: list[str],
        silent: set[tuple[str, int]],
        term: _Named | None,
    ) -> None:
        """State what one state of an owner gives."""
        if (held.state.name, held.entry) in silent:
            return
        for give in held.state.gives:
            if self._fits(give, held, owner, field, term) and self._is_meant(give, term, field):
                times = held.value if held.state.value == COUNT and isinstance(held.value, int) else 1
                beside = term.text if term else ""
                self._state(give.condition, times, held, owner, field, own, beside, bool(give.field))

    def _fits(self, give: Give, held: Held, owner: str, field: Input | None, term: _Named | None) -> bool:
        if give.by and self.procedure.name not in give.by:
            return False
        if give.value and str(held.value).lower() != give.value.lower():
            return False
        if self.ledger.at.turn - held.turn < give.after:
            return False
        who = term.owner if term else owner
        if give.held and not (self.ledger.has(owner, give.held) or self.ledger.any_has(who, give.held)):
            return False
        if give.row and not self.ledger.stands_for(who, give.row):
            return False
        if give.field and give.field != (field.name if field else ""):
            return False
        if give.over is not None and (isinstance(held.value, str) or held.value <= give.over):
            return False
        if give.same:
            return self._names_same(give.same, str(held.value))
        return True

    def _is_meant(self, give: Give, term: _Named | None, field: Input | None) -> bool:
        """Whether a term is a row of one of the charts that a condition is given for, where it is for some alone."""
        if not give.rows:
            return True
        return term is not None and field is not None and any(self._is_of(term, field, chart) for chart in give.rows)

    def _names_same(self, field: str, value: str) -> bool:
        """Whether a field of units names one of those that a state tells of, or a text the same, if it says any."""
        if field not in self.words.fields:
            return False
        if self.words.fields[field].kind is not Term:
            return self.plain.get(field) in (None, value)
        told = {self.ledger.unit_called(name) or name for name in value.split(", ")}
        return any(term.owner in told for term in self.fields.get(field, ()))

    def _states_for(self, term: _Named) -> Iterator[tuple[str, Held]]:
        """The states that count for a term, each with its owner: of its weapons only the one whose place is named."""
        weapon = weapon_of(term.owner, term.text.partition("+")[0].partition("/")[2])
        for owner in dict.fromkeys((*self.ledger.owners_for(term.owner), weapon)):
            for held in list(self.ledger.states_of(owner)):
                if held.state.of != "weapon" or owner == weapon:
                    yield owner, held

    def _place_of(self, name: str, field: Input | None, field_named: bool = False) -> bool | None:
        """Whether a condition belongs to the field's terms (True) or the ruling (False); None where to neither.

        One of the ruling is given by whoever acts, by others only where the giver names their field.
        """
        condition: Condition | None = self.words.conditions.get(name)
        if condition is None:
            return None
        if field is not None and condition.of == field.name:
            return True
        if not condition.of and (field_named or field is None or field.kind is not Term or field.field.position <= 1):
            return False
        return None

    def _state(
        self,
        name: str,
        times: int,
        held: Held,
        owner: str,
        field: Input | None,
        own: list[str],
        beside: str,
        field_named: bool = False,
    ) -> None:
        where = self._place_of(name, field, field_named)
        if where is None or name in self.back or self._is_stated(name, beside) or self._excluded(name, beside, own):
            return
        condition = self.words.conditions[name]
        text = counted(name, times if condition.counted else 1)
        (own if where else self.stated).append(text)
        self.supplied.append(Supplied(owner, text, held))

    def _is_stated(self, name: str, beside: str) -> bool:
        """Whether the referee states a condition himself, of the term or of the whole ruling."""
        said = [*beside.split("+")[1:], *self.stated]
        return any((uncounted(one)[1] or one) == name for one in said)

    def _excluded(self, name: str, beside: str, own: Sequence[str]) -> bool:
        """Whether what is stated already cannot hold together with a condition."""
        said = {uncounted(one)[1] or one for one in (*beside.split("+")[1:], *self.stated, *own)}
        return bool(said & set(self.words.excluded(name)))

    # what states fill

    def _fill(self, plain: Plain) -> None:
        actors = self.ledger.actors(self.procedure.name)
        owners = [(term.owner, name, term.unit) for name, terms in self.fields.items() for term in terms if term.owner]
        for owner, name, unit in owners:
            for key, value in (unit.fields if unit and name == actors else {}).items():
                if key in self.words.fields and key not in self.ledger.states and plain.get(key) is None:
                    plain[key] = value
            for each in self.ledger.owners_for(owner):
                self._fill_from(each, name, actors, plain)
        self._fill_from(GAME, "", "", plain)
        asked = {**plain, NAMES: self.names}  # what states fill as well
        for name, value, held in self.ledger.hook.fills(self.ledger, self.procedure.name, asked):
            if name in self.words.fields and plain.get(name) is None:
                plain[name] = value
                self.supplied.append(Supplied(GAME, f"{name} {value}", held))

    def _fill_from(self, owner: str, field: str, actors: str, plain: Plain) -> None:
        for held in self.ledger.states_of(owner):
            for filling in held.state.fills:
                if filling.by and self.procedure.name not in filling.by:
                    continue
                if held.value == "" or (field != (filling.of or actors) and owner != GAME):
                    continue
                if filling.field in self.words.fields and plain.get(filling.field) is None:
                    plain[filling.field] = held.value
                    self.supplied.append(Supplied(owner, f"{filling.field} {held.value}", held))

    # what bars

    def _bars(self) -> Iterator[Barred]:
        ledger, name = self.ledger, self.procedure.name
        actors = ledger.actors(name)
        yield from self._sequence_bars(actors)
        owners = [(term, field) for field, terms in self.fields.items() for term in terms if term.owner]
        for term, field in [*owners, *[(_Named(value, value), field) for value, field in self._texts()]]:
            owner = term.owner
            out = ledger.is_out(owner)
            if out and not self._brings_back(out.state):
                yield Barred(owner, "{unit:is|are} out of play", out.state.source, out)
                continue
            for each, held in self._states_for(term):
                for bar in held.state.bars:
                    if self._bars_here(bar, held, owner, each, field, actors):
                        yield Barred(each if held.state.of == "weapon" else owner, bar.text, bar.source, held)
        for held in ledger.states_of(GAME):
            for bar in held.state.bars:
                if self._bars_here(bar, held, GAME, GAME, bar.field or actors, actors):
                    yield Barred("", bar.text, bar.source, held)
        for text, source in ledger.hook.bars(ledger, name, self.asked):
            yield Barred("", text, source)

    def _bars_here(self, bar: Bar, held: Held, owner: str, each: str, field: str, actors: str) -> bool:
        if self.procedure.name not in bar.by or field != (bar.field or actors):
            return False
        if bar.value and str(held.value).lower() != bar.value.lower():
            return False
        if bar.stated and not self._is_stated(bar.stated, self._text_of(owner, field)):
            return False
        if bar.row and not self.ledger.stands_for(owner, bar.row):
            return False
        if bar.held and not (self.ledger.any_has(owner, bar.held) or self.ledger.has(each, bar.held)):
            return False
        if bar.unless and self._is_stated(bar.unless, self._text_of(owner, field)):
            return False
        if bar.whole and any(term.left > 0 for term in self.fields.get(field, ()) if term.owner == owner):
            return False
        return not (bar.unless and (self.ledger.any_has(owner, bar.unless) or self.ledger.has(each, bar.unless)))

    def _brings_back(self, out: State) -> bool:
        """Whether the ruling is the one that ends what took somebody out of play."""
        return any(
            self.procedure.name in trigger.by and trigger.stated and self._is_stated(trigger.stated, "")
            for trigger in out.ends
        )

    def _text_of(self, owner: str, field: str) -> str:
        return next((term.text for term in self.fields.get(field, ()) if term.owner == owner), "")

    def _sequence_bars(self, actors: str) -> Iterator[Barred]:
        """What is not done in this phase, or not by that side."""
        ledger, name = self.ledger, self.procedure.name
        phase, play = ledger.phase, ledger.play
        if phase is None or name in play.any_phase:
            return
        own = play.phase_of(name)
        apart = [*self._bars_apart(phase, actors)]
        yield from apart
        terms = [term for term in self.fields.get(actors, ()) if term.owner]
        let_in = phase.let_in.get(name)
        if own and phase not in own and not apart:
            if let_in is None:
                where = " or ".join(one.name for one in own)
                yield Barred("", f"{name} belongs to {where}; this is {phase.name}", play.source)
                return
            for term in terms:
                if let_in and not any(ledger.has(one, let_in) for one in ledger.owners_for(term.owner)):
                    text = f"may not {name} in {phase.name}"
                    yield Barred(term.owner, text, play.source)
        if ledger.side and name not in play.either_side:
            for term in terms:
                side = ledger.side_of(term.owner)
                if side and side != ledger.side:
                    yield Barred(term.owner, f"{{unit:is|are}} of {side}; it is the turn of {ledger.side}", play.source)

    def _bars_apart(self, phase: Phase, actors: str) -> Iterator[Barred]:
        """Who does this procedure in another phase than this, by the chart of its row."""
        name, play = self.procedure.name, self.ledger.play
        apart = play.apart.get(name, {})
        elsewhere = {*apart.values()}
        for term in self.fields.get(actors, ()) if apart else ():
            its = {where for chart, where in apart.items() if self._is_of(term, self.words.fields[actors], chart)}
            its = its or {one.name for one in play.phase_of(name)} - elsewhere
            if phase.name not in its and name not in phase.let_in:
                said = f"may {name} only in {' or '.join(sorted(its))}; this is {phase.name}"
                yield Barred(term.owner or term.text, said, play.source)

    def _is_of(self, term: _Named, field: Input, chart: str) -> bool:
        """Whether a term is a row of a chart."""
        found = PART.fullmatch(term.text)
        rows = self.words.names_of(field).get(found[2].lower(), ()) if found else ()
        return any(row in self.words.charts[chart].rows for row in rows if chart in self.words.charts)


def what_was_supplied(supplied: Iterable[Supplied]) -> list[str]:
    """What states brought to a ruling, as it is told beside it: ``rifles: disrupted, dusk (turn 1, ruling 12)``."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in supplied:
        since = f"turn {one.held.turn}, " if one.held.turn else ""
        by = "as you said" if one.held.by_hand else f"{since}ruling {one.held.entry}" if one.held.entry else ""
        found.setdefault((one.owner, by), []).append(one.what)
    return [
        f"{f'{owner}: ' if owner else ''}{', '.join(dict.fromkeys(what))}{f' ({by})' if by else ''}"
        for (owner, by), what in found.items()
    ]
