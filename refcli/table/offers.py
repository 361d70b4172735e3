"""What may be typed next: procedures of the phase, units of the side, states, conditions; nothing that is barred."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from typing import Any, NamedTuple

from refcli.core.charts import Condition
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import NAMES, Input, Term, one_word, uncounted
from refcli.core.sentence import AnyNumber, fill
from refcli.core.states import COUNT, FLAG, NUMBER, State
from refcli.game.by_hand import said_state, words_of
from refcli.game.game import Game
from refcli.game.ledger import Ledger
from refcli.game.roster import Roster
from refcli.game.supply import complete
from refcli.game.units import NO_UNITS, SIDES, Unit, row_for
from refcli.plain.vocabulary import NOT, Words, meant
from refcli.referee.referee import LoadedRuleset
from refcli.table.settled import settled
from refcli.table.typed import SHORT

OPTIONS = {
    "--odds": "the chances, before anyone rolls",
    "--ask": "asked for the dice of each roll",
    "--why": "where each figure stands",
    "--what-if": "what else would have changed it",
}
"""Options of every procedure that a game needs."""

ANY_TWO = ["1", "2"]
"""Numbers of which one may be said where a number may be said at all: the other may hold already."""

UNTIL = ("end of turn", "end of phase", "1 turn after")


class Offer(NamedTuple):
    """One word that may be typed, and what it is."""

    text: str
    about: str = ""


def offers(game: Game, commands: Mapping[str, str], typed: str) -> tuple[str, list[Offer]]:
    """The beginning of the word that is being typed, and what it may become.

    ``commands`` are those of the prompt besides the procedures, each with what it does.
    """
    line = typed.lstrip()
    free = line.startswith("!")
    words = line.removeprefix("!").split()
    word = words.pop() if words and not typed[-1:].isspace() else ""
    if (words and words[0][:1] in "+-") or (word[:1] in ("+", "-") and not words):
        return _of_change(game, word)
    if words and words[0].lower() == "odds":
        del words[0]
    if not words:
        return _beginning(word, _first(game, commands, free))
    name = _begun(game, commands, words[0].lower(), words[1:])
    if name in game.loaded.ruleset.procedures:
        return _OfProcedure(game, game.loaded.procedure(name), words[1:], free).offers(word)
    return _beginning(word, _of_command(game, name, words[1:]))


def _begun(game: Game, commands: Mapping[str, str], word: str, said: Sequence[str]) -> str:
    """The procedure or command that a word means, a procedure first; of several one that whoever is ``said`` may do."""
    ruleset = game.loaded.ruleset
    procedures: dict[str, tuple[str, ...]] = {name: (name,) for name in ruleset.procedures}
    procedures |= {also: (name,) for also, name in ruleset.also.items() if also not in procedures}
    word = SHORT.get(word, word)
    if word in commands:
        return word
    found: Sequence[str] = meant(word, procedures, prefixes=True) or meant(
        word, {name: (name,) for name in commands}, prefixes=True
    )
    found = settled(game, found, said) if len(found) > 1 else found
    return found[0] if len(found) == 1 else word


def _beginning(word: str, found: Iterable[Offer]) -> tuple[str, list[Offer]]:
    """The offers that begin with a word, in any case, each once."""
    key = word.lower()
    return word, list({one.text: one for one in found if one.text.lower().startswith(key) and one.text}.values())


def _first(game: Game, commands: Mapping[str, str], free: bool) -> Iterator[Offer]:
    """What a line begins with: the procedures of the phase, then the commands."""
    ledger = game.ledger
    phase = ledger.phase
    names = list(game.loaded.ruleset.procedures)
    if phase is not None and not free:
        here = (*phase.procedures, *phase.let_in, *ledger.play.any_phase)
        names = [name for name in here if name in names or not ledger.play.phase_of(name)]
        names += [name for name in game.loaded.ruleset.procedures if name not in names and not _elsewhere(ledger, name)]
        names = [name for name in names if not _is_barred(game, name)]
    yield from (Offer(name, game.loaded.procedure(name).summary) for name in names)
    yield from (Offer(name, about) for name, about in commands.items())


def _elsewhere(ledger: Ledger, procedure: str) -> bool:
    """Whether a procedure belongs to phases of which none is on."""
    own = ledger.play.phase_of(procedure)
    return bool(own) and ledger.phase not in own


def _is_barred(game: Game, name: str) -> bool:
    """Whether a procedure that names nobody is barred as it stands: the weather, once the battle is on."""
    procedure = game.loaded.procedure(name)
    return not any(one.kind is Term for one in procedure.inputs) and bool(
        _OfProcedure(game, procedure, [], False).bars({})
    )


class _OfProcedure:
    """Offers behind the name of a procedure."""

    def __init__(self, game: Game, procedure: Procedure, typed: list[str], free: bool) -> None:
        self.game = game
        self.ledger = game.ledger
        self.procedure = procedure
        self.words: Words = game.loaded.words(procedure, True)
        self.free = free
        self.typed = typed
        self.placed = procedure.placed

    def offers(self, word: str) -> tuple[str, list[Offer]]:
        """What a word may become."""
        if any(one.startswith(":") for one in self.typed):
            return word, []
        options = self._options()
        if self.typed and self.typed[-1] in options and self.typed[-1] not in OPTIONS:
            return self._values(options[self.typed[-1]][0], word)
        if word.startswith("-"):
            return _beginning(word, [Offer(name, about) for name, (of, about) in options.items() if self._fits(of)])
        said = self._said(options)
        if self.typed and (lacking := [*self._lacking()]):
            return _beginning(word, lacking)
        found: list[Offer] = []
        if len(said) < len(self.placed):
            field = self.placed[len(said)]
            begun, found = self._values(field, word)
            if field.required or begun != word or (found and not _is_no_unit(field)):
                return begun, found
        return word, [*found, *_beginning(word, [*self._unplaced(said), *self._conditions()])[1]]

    def _unplaced(self, said: Collection[str]) -> Iterator[Offer]:
        """The groups, and units of none, that a field without a place may name: first who is reminded of it now."""
        terms = [one for one in self.procedure.inputs if one.kind is Term]
        if said or len(terms) != 1 or terms[0].field.position or not self.ledger.phase:
            return
        names = dict.fromkeys(self.ledger.group_of(unit.name) for unit in self._there(terms[0]))
        may = [one for one in names if self.free or self._may({terms[0].name: one})]
        phase, states = self.ledger.phase.name, self.ledger.states_of
        for one in sorted(may, key=lambda one: not any(phase in held.state.reminds for held in states(one))):
            yield Offer(one, ", ".join(self._known_of(one)))

    def _known_of(self, owner: str) -> list[str]:
        """The states of somebody, in words."""
        return [held.said for held in self.ledger.states_of(owner) if held.said]

    def _options(self) -> dict[str, tuple[Input | None, str]]:
        found: dict[str, tuple[Input | None, str]] = {}
        for field in self.procedure.inputs:
            if not field.field.position:
                for name in filter(None, (field.field.short, f"--{field.name}")):
                    found[name] = field, field.field.help
        return found | {name: (None, about) for name, about in OPTIONS.items()}

    def _fits(self, field: Input | None) -> bool:
        """Whether an option may be said with any value at all: nobody but a plane has an altitude."""
        if field is None or self.free:
            return True
        least = int(field.field.at_least or 0)
        values = field.field.choices or ((least, least + 1, least + 9) if field.kind in (int, float) else ())
        barred = self.bars({})
        return not values or any(self._brings_no_bar({field.name: one}, barred) for one in values)

    def _said(self, options: Mapping[str, object]) -> list[str]:
        """The words that stand by their place: options and their values left out."""
        said, before = [], ""
        for word in self.typed:
            if not word.startswith("-") and (before not in options or before in OPTIONS):
                said.append(word)
            before = word
        return said

    @cached_property
    def _by_place(self) -> tuple[dict[str, str], list[str]]:
        """What was typed by its place, and the words behind it; where a field is optional, that may be a condition."""
        left, placed = self._said(self._options()), {}
        for field in self.placed:
            is_condition = left and left[0] in self.words.conditions and left[0] not in self.words.names_of(field)
            if left and (field.required or not is_condition):
                placed[field.name] = left.pop(0)
        return placed, left

    def _values(self, field: Input | None, word: str) -> tuple[str, list[Offer]]:
        """What a field may be: its choices, or the units that fit, after a comma too, their conditions after a +."""
        if field is None or field.kind is not Term:
            return _beginning(word, [Offer(one_word(one)) for one in (field.field.choices if field else ())])
        done, _, last = word.rpartition(",")
        term, plus, begun = last.rpartition("+")
        if plus:
            stated = {uncounted(one)[1] or one for one in term.split("+")[1:]}
            of = [one for one in self.words.conditions.values() if one.of == field.name and one.name not in stated]
            of = [one for one in of if one.name.startswith(begun.lower())]
            return _beginning(begun, [Offer(one.name, one.told) for one in of if self._may_be_stated(field, word, one)])
        named = {one.split("+")[0].lower() for one in done.split(",")}
        units = [unit for unit in self._units(field, last.split("/")[0]) if unit.name.lower() not in named]
        found = _beginning(last, [*self._named_so(units, field), *self._with_places(units, field, last)])
        rows = [Offer(row) for meant in self.words.names_of(field).values() for row in meant]
        sides = [Offer(side) for side in self.ledger.sides if field.field.noun in SIDES and Offer(side) in rows]
        if sides or _is_no_unit(field):
            rows = sides or rows
            before, barred = f"{done}," if done else "", self.bars({})
            rows = [one for one in rows if one.text not in named and one.text.startswith(last.lower())]
            beside = [one.text for one in sides if field.several and one.text.lower() not in named]  # all of them roll
            said = (",".join(dict.fromkeys((one.text, *beside))) for one in rows)
            free = (self.free or self._brings_no_bar({field.name: before + one}, barred) for one in said)
            return _beginning(last, [*found[1], *compress(rows, free)])
        return found if found[1] else _beginning(last, rows if last or not self.ledger.units else [])

    def _may_be_stated(self, field: Input, word: str, condition: Condition) -> bool:
        """Whether a condition may stand behind the last + of a term: it says something, and brings no bar."""
        term = word.rpartition("+")[0]
        said = term.rpartition(",")[2].split("+")[0]
        plain = {**self._by_place[0], NAMES: {field.name: [uncounted(said)[1] or said]}}
        return self.free or (
            not self._is_idle(plain, condition)
            and self._brings_no_bar({field.name: f"{term}+{condition.name}"}, self.bars({field.name: term}))
        )

    def _named_so(self, units: Iterable[Unit], field: Input) -> Iterator[Offer]:
        """Units by their names, each with what is known of it."""
        return (Offer(unit.name, self._about(unit, field)) for unit in units)

    def _with_places(self, units: Collection[Unit], field: Input, begun: str) -> Iterator[Offer]:
        """The weapons of those named by the whole of their name, or who do with one alone what they are named for."""
        for unit in self._there(field, begun.split("/")[0]) if field.field.places else ():
            if unit not in units or begun.lower().split("/")[0] == unit.name.lower():
                for weapon in (f"{unit.name}/{place}" for place in field.field.places):
                    if self._may({field.name: weapon}):
                        yield Offer(weapon, self._about(unit, field))

    def _units(self, field: Input, begun: str) -> list[Unit]:
        """The units that a field may name: who may act, perhaps in one way alone, or be acted at, the enemies first.

        Their names begin with what is ``begun``: of the others nobody asks what bars them.
        """
        acts = field.name == self.ledger.actors(self.procedure.name)
        there = self._there(field, begun)
        may = [
            one for one in there if self.free or self._may({field.name: one.name}) or (acts and self._frees(field, one))
        ]
        if acts:
            usual = self.words.charts[field.field.charts[0]].row_name
            may.sort(key=lambda one: not any(usual(row) for row, _ in one.rows))
            return [one for one in may if self.free or self._has_whom(field, one)]
        side = self.ledger.side or self._own_side()
        return sorted(may, key=lambda one: bool(side) and one.side == side)

    def _there(self, field: Input, begun: str = "") -> list[Unit]:
        """The units on the table that a field knows, of those whose names begin so."""
        units = self.ledger.units.values()
        named = [one for one in units if one.name.lower().startswith(begun.lower())]
        there = [one for one in named if not self.ledger.is_out(one.name)]
        if field.required and _is_no_unit(field):  # a plane is named for the bomb that it carries
            return [one for one in there if self._may({field.name: one.name})]
        return [one for one in there if row_for(one, self.words.names_of(field))]

    def _may(self, named: Mapping[str, Any]) -> bool:
        """Whether units may stand in their fields, beside what was typed before them."""
        return self.bars(named) == []

    def _frees(self, field: Input, unit: Unit) -> bool:
        """Whether a unit that may not act as it stands may in another way: withdraw, or fire by the map."""
        states = self.ledger.states_of(unit.name)
        lifts = dict.fromkeys((*self.ledger.hook.lifts, *(bar.unless for held in states for bar in held.state.bars)))
        named = (name for name in lifts if name in self.words.conditions)
        return any(self.bars({field.name: unit.name, "conditions": [name]}) == [] for name in named)

    def _own_side(self) -> str:
        """The side that acts in a phase that is nobody's own, where only one has what it takes: its planes."""
        try:
            return dict(self.ledger.hook.whom(self.ledger, self.procedure.name, {NAMES: {}})).get("side", "")
        except Refused:
            return ""

    def _lacking(self) -> Iterator[Offer]:
        """Who may be meant where nobody is named, and that is asked: the plane that drops a bomb."""
        asked = self._all_bars({}) or []
        for field in [one for one in self.procedure.inputs if one.kind is Term and not one.field.position]:
            for unit in self._there(field) if any("?" in text for text in asked) else ():
                if self._all_bars({field.name: unit.name}) == []:
                    yield Offer(unit.name, self._about(unit, field))

    def bars(self, named: Mapping[str, Any]) -> list[str] | None:
        """What bars a ruling of what was typed by its place and what is ``named``; None where it is refused.

        What only asks for more to be said bars nothing.
        """
        found = self._all_bars(named)
        return None if found is None else [text for text in found if "?" not in text]

    def _all_bars(self, named: Mapping[str, Any]) -> list[str] | None:
        """What bars it, and what is asked."""
        plain = {"procedure": self.procedure.name, **self._by_place[0], **named}
        try:
            return [bar.text for bar in complete(self.ledger, self.words, plain).bars]
        except Refused:
            return None

    def _has_whom(self, field: Input, unit: Unit) -> bool:
        """Whether there is anybody at whom a unit may act; of an army that nobody has added anybody may be there."""
        place = field.field.position + 1
        behind = next((one for one in self.placed if one.field.position == place and one.kind is Term), None)
        others = self._there(behind) if behind else []
        if behind is None or not behind.required or all(one.side == unit.side for one in others):
            return True
        return any(self._may({field.name: unit.name, behind.name: one.name}) for one in others)

    def _brings_no_bar(self, said: Mapping[str, Any], barred: list[str] | None) -> bool:
        """Whether what is said is taken, and nothing bars it beside what did without it.

        Of a line that is refused as it stands (None) nobody knows.
        """
        if barred is None:
            return True
        bars = self.bars(said)
        return bars is not None and {*bars} <= {*barred}

    def _those_that_free_first(self, known: list[str], barred: list[str] | None) -> list[tuple[str, Condition]]:
        """All conditions, of what is barred as it stands those first with which it is not."""
        found = [*self.words.conditions.items()]
        if barred:
            found.sort(key=lambda one: self.bars({"conditions": [*known, one[0]]}) != [])
        return found

    def _about(self, unit: Unit, field: Input) -> str:
        row = row_for(unit, self.words.names_of(field))
        return ", ".join([*((row[0],) if row else ()), *self._known_of(unit.name)])

    def _known(self, behind: Iterable[str]) -> list[str]:
        """The conditions among the words that stand behind those that have their place."""
        return [
            one
            for one in (uncounted(one)[1] or one for one in behind)
            if one.removeprefix(NOT) in self.words.conditions
        ]

    def _is_idle(self, plain: Mapping[str, Any], condition: Condition) -> bool:
        hook, procedure = self.ledger.hook, self.procedure.name
        plain = {"conditions": [], **plain}
        return hook.is_idle(self.ledger, procedure, plain, condition.of, condition.name)

    def _conditions(self) -> Iterator[Offer]:
        """Conditions that were not said yet, and choices; a condition that a state gives can be taken back."""
        placed, behind = self._by_place
        plain = {"procedure": self.procedure.name, **placed}
        try:
            completed = complete(self.ledger, self.words, {**plain, "conditions": self._known(behind)})
            supplied = completed.supplied if placed else ()
            plain = {**completed.plain, "procedure": self.procedure.name}
        except Refused:
            supplied = ()
        given = {uncounted(one.what)[1] or one.what for one in supplied}
        stated = [uncounted(one)[1] or one for one in behind]
        known = self._known(behind)
        barred = self.bars({"conditions": known})
        for name, condition in self._those_that_free_first(known, barred):
            if name in given and f"{NOT}{name}" not in stated:
                yield Offer(f"{NOT}{name}", f"take back: {condition.told}")
            elif name in given or name in stated or {*self.words.excluded(name)} & {*stated}:
                continue
            elif self.free or (
                not self._is_idle(plain, condition) and self._brings_no_bar({"conditions": [*known, name]}, barred)
            ):
                yield Offer(name, condition.told)
        for field in self.words.fields.values():
            chosen = [one_word(choice) for choice in field.field.choices if not field.field.position]
            if not self.free:
                chosen = [one for one in chosen if self._brings_no_bar({"conditions": known, field.name: one}, barred)]
            typed = {"procedure": self.procedure.name, **placed}
            yield from [Offer(one, field.field.help) for one in chosen if self._is_for(one, field, typed)]

    def _is_for(self, word: str, field: Input, plain: Mapping[str, Any]) -> bool:
        """Whether a word by itself is a choice of a field: of several that have it the hook tells which one it is."""
        fields = self.words.choosing(word)
        return fields == [field] or (
            field in fields
            and self.ledger.hook.field_meant(self.ledger, self.procedure.name, plain, word) == field.name
        )


def _of_command(game: Game, name: str, said: list[str]) -> Iterator[Offer]:
    """What may stand behind a command of the prompt."""
    ledger = game.ledger
    if name in ("who", "remove") and not said:
        yield from (Offer(one.name, " ".join(row for row, _ in one.rows)) for one in ledger.units.values())
        if name == "who":
            yield from map(Offer, _owners(ledger))
    elif name == "set":
        yield from _of_set(game, said)
    elif name == "next" and not said:
        yield from (Offer(phase.name) for phase in ledger.play.phases)
    elif name == "undo" and not said:
        yield Offer("to", "an entry, as log tells it")
    elif name == "sides":
        yield from (Offer(side) for side in ledger.sides if side not in said)
    elif name == "add" and said:
        roster = _roster(game.loaded)
        yield from map(Offer, ledger.sides)
        yield from map(Offer, (*roster.rows, *roster.conditions, "group=", *(f"{one}=" for one in roster.fields)))
    elif name == "fix":
        yield from _of_fix(game, said)
        yield from (Offer(name) for name in ledger.units if not ledger.is_out(name))


def _is_no_unit(field: Input) -> bool:
    """Whether a field names what is no unit, terrain say."""
    return field.kind is Term and field.field.noun in NO_UNITS and field.field.noun not in SIDES


@lru_cache(8)
def _roster(loaded: LoadedRuleset) -> Roster:
    return Roster(loaded)


def _owners(ledger: Ledger) -> list[str]:
    """Whoever may have a state, besides units: sides, groups, places, the game."""
    groups = dict.fromkeys(unit.group for unit in ledger.units.values() if unit.group)
    others = dict.fromkeys(owner for owner, _ in ledger.held if owner and owner not in ledger.units)
    return [*dict.fromkeys((*ledger.sides, *groups, *others, "game"))]


def _of_set(game: Game, said: list[str]) -> Iterator[Offer]:
    ledger = game.ledger
    if not said:
        yield from (Offer(one) for one in (*ledger.units, *_owners(ledger)))
        return
    owner = "" if said[0].lower() == "game" else said[0]
    if len(said) == 1:
        held = [one.state for one in ledger.states_of(owner)]
        yield from (Offer(f"{NOT}{state.name}", "it ends") for state in held)
        kinds = _kinds(ledger, owner)
        yield from (
            Offer(state.name, _about(state))
            for state in ledger.states.values()
            if (state.of in kinds if kinds else state.of != "game") and _may_be(game, said[0], state)
        )
    elif "until" in said:
        yield from (Offer(moment) for moment in UNTIL if len(said) == said.index("until") + 1)
    else:
        state: State | None = ledger.states.get(said[1])
        yield from map(Offer, words_of(state) if state and len(said) == 2 else ())
        yield Offer("until", "when it ends")


def _kinds(ledger: Ledger, owner: str) -> tuple[str, ...]:
    """Whose states somebody may have: those of a unit, of a side, of a place; none where that is not told."""
    if not owner:
        return ("game",)
    if owner in ledger.units:
        return ("unit", "group")
    if owner in ledger.sides:
        return ("side",)
    is_part = "/" in owner or any(unit.group == owner for unit in ledger.units.values())
    return () if is_part else ("place", "name")


def _may_be(game: Game, owner: str, state: State) -> bool:
    """Whether a state may be said of somebody now; of one that takes any word nobody knows before it is typed."""
    values = words_of(state) or {FLAG: [""], COUNT: ANY_TWO, NUMBER: ANY_TWO}.get(state.value, [])
    return not values or any(_is_taken(game, owner, state, value) for value in values)


def _is_taken(game: Game, owner: str, state: State, value: str) -> bool:
    try:
        said_state(game.ledger, game.loaded, owner, state.name, value, "")
    except Refused:
        return False
    return True


def _about(state: State) -> str:
    """A state in words, whatever its value: ``N near misses``, ``observed by ...``."""
    value = AnyNumber("N") if state.value in (COUNT, NUMBER) else "..."
    return fill(state.text, {"value": value, "last": ""})


def _of_change(game: Game, word: str) -> tuple[str, list[Offer]]:
    """What may be added to the last ruling, or taken back: ``+woods``, ``-woods``."""
    found = list(_of_fix(game, []))
    added = [Offer(f"+{one.text}", one.about) for one in found if not one.text.startswith(NOT)]
    taken_back = [Offer(f"-{one.text.removeprefix(NOT)}", one.about) for one in found if one.text.startswith(NOT)]
    return _beginning(word, [*added, *taken_back])


def _of_fix(game: Game, said: list[str]) -> Iterator[Offer]:
    """Conditions of the ruling that is judged again, those it has to be taken back."""
    try:
        _, entry = game.ruling(int(said[0]) if said and said[0].isdecimal() else None)
    except Refused:
        return
    words = game.loaded.words(game.loaded.procedure(entry["given"]["procedure"]), True)
    given = entry["given"]
    texts = [text for value in given.values() for text in (value if isinstance(value, list) else [value])]
    stated = {uncounted(one)[1] or one for text in texts if isinstance(text, str) for one in text.split("+")}
    for name, condition in words.conditions.items():
        yield Offer(f"{NOT}{name}" if name in stated else name, condition.told)
