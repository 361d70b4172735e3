"""The roster of a game or a scenario, as it is printed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from refcli.core.errors import Refused
from refcli.core.request import Term
from refcli.core.sentence import fill, many
from refcli.core.states import COUNT, FLAG, GAME, Held, State, Value
from refcli.game.game import Game
from refcli.game.unit_labels import UnitLabels
from refcli.game.units import NO_UNITS, Unit
from refcli.printing.paper import footer_of
from refcli.printing.sheets.chart_tables import readings_of
from refcli.printing.unit_cards import Boxes, Card, CardTables, Roster, RosterGroup, RosterSide
from refcli.referee.referee import Case, LoadedRuleset, Referee
from refcli.referee.scenario import Scenario
from refcli.referee.settings import Settings

FEWEST = 5
"""Boxes of a count without a known limit."""


def roster_of(game: Game) -> Roster:
    """Return the units of a game with their states, and boxes for the states that they can get. Raises Refused."""
    if not game.ledger.units:
        raise Refused(f"{game.path}: nobody is in play, so there is no roster")
    return _RosterWriter(game).roster()


def scenario_roster(scenario: Scenario, referee: Referee) -> Roster:
    """Return the units of a scenario, and the rows that its rulings name. Raises Refused."""
    cases = [referee.case(scenario.raw_request(number, referee)) for number in range(len(scenario.rulings))]
    with TemporaryDirectory() as folder:
        game = Game(Path(folder) / f"{scenario.name}.jsonl", referee, scenario.rules)
        for name, words in scenario.typed_units():
            game.add(name, words)
        known = {row for unit in game.ledger.units.values() for row, _ in unit.rows}
        nameless = [row for row in _rows_in(cases) if row not in known]
        for row in nameless:
            game.add(row, [row])
        if not game.ledger.units:
            raise Refused(f"{scenario.name} names no unit, so there is no roster")
        roster = roster_of(game)
    sides = tuple(side._replace(title="", groups=_called(side.groups, nameless)) for side in roster.sides)
    library = game.loaded.library
    footer = footer_of(library.digest(), str(library.about()["title"]), scenario.title)
    under = _chosen_in(game.loaded, referee.settings, [case.overrides["readings"] for case in cases])
    return roster._replace(title=scenario.title, under=under, sides=sides, footer=footer)


def _rows_in(cases: Iterable[Case]) -> dict[str, None]:
    """Return the weapons, vehicles and units of rulings."""
    found: dict[str, None] = {}
    for case in cases:
        for field in case.procedure.inputs:
            given = getattr(case.request, field.name) or ()
            if field.kind is Term and field.field.noun not in NO_UNITS:
                found |= dict.fromkeys(term.name for term in ((given,) if isinstance(given, Term) else given))
    return found


def _called(groups: Iterable[RosterGroup], nameless: Collection[str]) -> tuple[RosterGroup, ...]:
    """Return groups in which a unit without a name is called by its type."""
    return tuple(
        group._replace(
            cards=tuple(
                card._replace(name=card.what, what="") if card.name in nameless else card for card in group.cards
            )
        )
        for group in groups
    )


def _chosen_in(loaded: LoadedRuleset, settings: Settings, also: Iterable[Mapping[str, str]] = ()) -> tuple[str, ...]:
    """Return the readings that settings, or ``also`` some rulings, choose against what is usual."""
    choices = [loaded.chosen(settings), *also]
    readings = [one for chosen in choices for one in readings_of(loaded.readings, chosen)]
    return tuple(dict.fromkeys(f"Chosen here: {one.question} {one.holds}" for one in readings if one.changed))


class _RosterWriter:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = game.ledger
        self.labels = UnitLabels(game.loaded)
        rows = [row for unit in self.ledger.units.values() for row, _ in unit.rows]
        besides = [row for unit in self.ledger.units.values() for row in unit.stands_for]
        self.charts = game.loaded.charts_in_force(game.referee.settings)
        self.tables = CardTables(self.charts, game.loaded.library.reference(), (*rows, *besides))
        self.known_rows = {state.name: self._rows_knowing(state) for state in self.ledger.states.values()}

    def roster(self) -> Roster:
        """Return the whole roster."""
        ledger = self.ledger
        title = str(self.game.loaded.library.about()["title"])
        phase = ledger.phase
        where = f"Turn {ledger.at.turn}, {ledger.side + ', ' if ledger.side else ''}{phase.name}" if phase else ""
        of_game = ", ".join(filter(None, map(_said, ledger.states_of(GAME))))
        sides = dict.fromkeys((*ledger.sides, *(unit.side for unit in ledger.units.values())))
        footer = footer_of(self.game.loaded.library.digest(), title, self.game.path.stem)
        under = (*filter(None, (where, of_game)), *_chosen_in(self.game.loaded, self.game.referee.settings))
        shown = tuple(map(self._side, sides))
        return Roster(f"{title}: the forces", under, shown, footer, self.tables.modifiers, self.tables.legend)

    def _side(self, side: str) -> RosterSide:
        units = [unit for unit in self.ledger.units.values() if unit.side == side]
        states = tuple(map(_said, self.ledger.states_of(side))) if side else ()
        groups = dict.fromkeys(unit.group for unit in units)
        return RosterSide(
            side or "Of no side",
            states,
            tuple(self._group(name, [unit for unit in units if unit.group == name]) for name in groups),
        )

    def _group(self, name: str, units: list[Unit]) -> RosterGroup:
        cards = tuple(map(self._card, units))
        if not name:
            return RosterGroup(None, cards)
        of_group = [
            state
            for state in self.ledger.states.values()
            if state.of == "group" and _has_boxes(state)
            if self.ledger.has(name, state.name) or any(self._concerns(state, unit) for unit in units)
        ]
        boxes = tuple(self._boxes(name, of_group, units))
        return RosterGroup(Card(name, "", self._besides(name, of_group), boxes), cards)

    def _card(self, unit: Unit) -> Card:
        ledger = self.ledger
        owners = ("unit", "weapon") if unit.group else ("unit", "weapon", "group")
        own = [
            state
            for state in ledger.states.values()
            if state.of in owners and _has_boxes(state) and self._concerns(state, unit)
        ]
        lost = sum(int(ledger.value(unit.name, state.name)) for state in own if state.less)
        rows = {times: row for row, times in reversed(unit.rows) if times > 1}  # as many of two rows are the same men
        men = [
            Boxes(many(times, self.labels.row(row)), times, min(lost, times)) for times, row in reversed(rows.items())
        ]
        out = ledger.is_out(unit.name) is not None
        if men:  # losses are ticked among them
            own = [state for state in own if not state.less]
        own = [] if out else own  # a unit out of play has no boxes, only its states
        boxes = (*men, *self._boxes(unit.name, own, [unit]))
        what = self.labels.said(unit)
        figures = self.tables.of((row for row, _ in unit.rows), unit.stands_for)
        return Card(unit.name, what, self._besides(unit.name, own), boxes, out, figures)

    def _besides(self, owner: str, states: list[State]) -> tuple[str, ...]:
        """Return the states of an owner that have no boxes."""
        shown = [one for one in self.ledger.states_of(owner) if one.state not in states and one.state.text]
        return tuple(filter(None, map(_said, shown)))

    def _boxes(self, owner: str, states: list[State], units: Sequence[Unit]) -> Iterator[Boxes]:
        """Yield one box for a flag and several for a count, ticked as far as the state holds."""
        for state in states:
            value = int(self.ledger.value(owner, state.name))
            yield Boxes(called(state), 1 if state.value == FLAG else max(self._most(state, units), value), value)

    def _most(self, state: State, units: Sequence[Unit]) -> int:
        """Return the boxes of a count: the men of a unit, a limit of the charts, or ``FEWEST``."""
        if state.less and state.of == "unit":
            return sum(unit.strength for unit in units)
        for said in state.most:
            if (figure := self._of_everybody(said)) is not None:
                return figure
            if found := sum(self._sum(said, unit) * unit.strength for unit in units):
                return found
        return FEWEST

    def _of_everybody(self, said: str) -> int | None:
        """Return the number of a chart that is the same for all units, such as ``morale.rout``."""
        name, _, row = said.partition(".")
        chart = self.charts.get(name)
        if chart is None or row not in chart.rows or tuple(chart.columns) != ("",):
            return None
        value = chart.cell(row, "").value
        return int(value) if isinstance(value, int | float) else None

    def _sum(self, said: str, unit: Unit) -> int:
        """Return the sum of figures of a unit: ``vehicles.crew + vehicles.passengers``; a number counts as itself."""
        parts = [one.strip() for one in said.split("+")]
        figures = [int(one) if one.isdigit() else self._figure(one, unit) for one in parts]
        return sum(int(figure) for figure in figures if isinstance(figure, int | float))

    def _figure(self, said: str, unit: Unit) -> Value | None:
        """Return the figure of a unit in a column, such as ``vehicles.crew``, if it has one."""
        name, _, column = said.partition(".")
        for row in _rows(unit):
            for chart, there in self.tables.rows_called(row):
                if chart.name == name and not chart.cell(there, column).blank:
                    return chart.cell(there, column).value
        return None

    def _concerns(self, state: State, unit: Unit) -> bool:
        """Return whether this unit can have a state, by its charts or by the fields that depend on the state."""
        if state.rows and not self.ledger.has(unit.name, state.name):
            if any("." in one for one in state.rows):
                return any(self._figure(one, unit) is not None for one in state.rows)
            names = {*(row for row, _ in unit.rows), *unit.stands_for}
            charts = [self.charts[one] for one in state.rows if one in self.charts]
            return bool(names & {*state.rows}) or any(chart.row_name(name) for chart in charts for name in names)
        known = self.known_rows[state.name]
        return not known or bool(self.ledger.has(unit.name, state.name)) or any(row in known for row, _ in unit.rows)

    def _rows_knowing(self, state: State) -> set[str]:
        """Return the rows of the fields that depend on a state."""
        loaded, known = self.game.loaded, set[str]()
        for name in loaded.ruleset.procedures:
            words = loaded.words(loaded.procedure(name), False)
            fields = {bar.field or self.ledger.actors(name) for bar in state.bars if name in bar.by}
            for give in state.gives:
                condition = words.conditions.get(give.condition)
                if condition and (not give.by or name in give.by):
                    fields |= {give.field or condition.of} - {""}
            for field in fields & words.fields.keys():
                if words.fields[field].kind is Term:
                    known |= words.names_of(words.fields[field]).keys()
        return known


def _rows(unit: Unit) -> tuple[str, ...]:
    """Return the rows of a unit and those that it also counts as: a tank moves as a vehicle."""
    return tuple(dict.fromkeys((*(row for row, _ in unit.rows), *unit.stands_for)))


def _has_boxes(state: State) -> bool:
    """Return whether a state has boxes: it outlasts the turn, and is a count, a reminder or limited to some units.

    A state without words is for the rules alone.
    """
    lasts = bool(state.text) and not state.until
    return lasts and (state.value == COUNT or (state.value == FLAG and bool(state.reminds or state.rows)))


def called(state: State) -> str:
    """Return the label of the boxes of a state: ``morale markers``, ``men dead aboard``."""
    number, _, what = fill(state.text, {"value": 2}).partition(" ") if state.value == COUNT else ("", "", "")
    return what if number == "2" else state.label


def _said(held: Held) -> str:
    """Return a state in words, with its name if it has only a value."""
    return held.said if held.state.text or not held.said else f"{held.state.name} {held.value}"
