"""From a game as it stands to the roster that is printed of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refcli.cli.units_told import Labels
from refcli.core.request import Term
from refcli.core.sentence import fill, many
from refcli.core.states import COUNT, FLAG, GAME, Held, State, Value
from refcli.game.game import Game
from refcli.game.units import Unit
from refcli.printing.paper import footer_of
from refcli.printing.sheets.chart_tables import readings_of
from refcli.printing.unit_cards import Boxes, Card, CardTables, Roster, RosterGroup, RosterSide
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings

FEWEST = 5
"""Boxes of what is counted and has no end."""


def roster_of(game: Game) -> Roster:
    """The roster of a game: everybody in play with his states, and boxes for what may still happen to him."""
    return _Writer(game).roster()


def chosen_in(loaded: LoadedRuleset, settings: Settings, besides: Iterable[Mapping[str, str]] = ()) -> tuple[str, ...]:
    """The disputed rules that are not played as usual, by the settings or ``besides`` in some rulings."""
    chosen = [loaded.chosen(settings), *besides]
    readings = [one for choices in chosen for one in readings_of(loaded.readings, choices)]
    return tuple(dict.fromkeys(f"Chosen here: {one.question} {one.holds}" for one in readings if one.changed))


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.ledger = game.ledger
        self.labels = Labels(game.loaded)
        rows = [row for unit in self.ledger.units.values() for row, _ in unit.rows]
        besides = [row for unit in self.ledger.units.values() for row in unit.stands_for]
        self.charts = game.loaded.charts_in_force(game.referee.settings)
        self.tables = CardTables(self.charts, game.loaded.library.reference(), (*rows, *besides))
        self.told = {state.name: self._knowing(state) for state in self.ledger.states.values()}

    def roster(self) -> Roster:
        """The whole roster."""
        ledger = self.ledger
        title = str(self.game.loaded.library.about()["title"])
        phase = ledger.phase
        where = f"Turn {ledger.at.turn}, {ledger.side + ', ' if ledger.side else ''}{phase.name}" if phase else ""
        of_game = ", ".join(filter(None, map(_said, ledger.states_of(GAME))))
        sides = dict.fromkeys((*ledger.sides, *(unit.side for unit in ledger.units.values())))
        footer = footer_of(self.game.loaded.library.digest(), title, self.game.path.stem)
        under = (*filter(None, (where, of_game)), *chosen_in(self.game.loaded, self.game.referee.settings))
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
        if men:  # who is lost is ticked among them
            own = [state for state in own if not state.less]
        own = [] if out else own  # nothing is ticked any more of who is out of play; what he had is told
        boxes = (*men, *self._boxes(unit.name, own, [unit]))
        what = self.labels.said(unit)
        figures = self.tables.of((row for row, _ in unit.rows), unit.stands_for)
        return Card(unit.name, what, self._besides(unit.name, own), boxes, out, figures)

    def _besides(self, owner: str, states: list[State]) -> tuple[str, ...]:
        """What somebody has that no box tells."""
        shown = [one for one in self.ledger.states_of(owner) if one.state not in states and one.state.text]
        return tuple(filter(None, map(_said, shown)))

    def _boxes(self, owner: str, states: list[State], units: Sequence[Unit]) -> Iterator[Boxes]:
        """A box for each flag, some for what is counted, as many of them ticked as there are already.

        One man dies once.
        """
        for state in states:
            value = int(self.ledger.value(owner, state.name))
            yield Boxes(called(state), 1 if state.value == FLAG else max(self._most(state, units), value), value)

    def _most(self, state: State, units: Sequence[Unit]) -> int:
        """How many boxes what is counted has: the men of a unit, what the charts say of the units, or some."""
        if state.less and state.of == "unit":
            return sum(unit.strength for unit in units)
        for said in state.most:
            if (figure := self._of_everybody(said)) is not None:
                return figure
            if found := sum(self._sum(said, unit) * unit.strength for unit in units):
                return found
        return FEWEST

    def _of_everybody(self, said: str) -> int | None:
        """The number that a chart says of everybody: ``morale.rout``; none where it is each unit's own."""
        name, _, row = said.partition(".")
        chart = self.charts.get(name)
        if chart is None or row not in chart.rows or tuple(chart.columns) != ("",):
            return None
        value = chart.cell(row, "").value
        return int(value) if isinstance(value, int | float) else None

    def _sum(self, said: str, unit: Unit) -> int:
        """What figures of a unit come to: ``vehicles.crew + vehicles.passengers``; a number is one."""
        parts = [one.strip() for one in said.split("+")]
        figures = [int(one) if one.isdigit() else self._figure(one, unit) for one in parts]
        return sum(int(figure) for figure in figures if isinstance(figure, int | float))

    def _figure(self, said: str, unit: Unit) -> Value | None:
        """The figure of a unit in a column: ``vehicles.crew``; none where it has none."""
        name, _, column = said.partition(".")
        for row in _rows(unit):
            for chart, there in self.tables.rows_called(row):
                if chart.name == name and not chart.cell(there, column).blank:
                    return chart.cell(there, column).value
        return None

    def _concerns(self, state: State, unit: Unit) -> bool:
        """Whether a state is one that this unit can have, as far as its charts tell, or the fields that heed it."""
        if state.rows and not self.ledger.has(unit.name, state.name):
            if any("." in one for one in state.rows):
                return any(self._figure(one, unit) is not None for one in state.rows)
            names = {*(row for row, _ in unit.rows), *unit.stands_for}
            charts = [self.charts[one] for one in state.rows if one in self.charts]
            return bool(names & {*state.rows}) or any(chart.row_name(name) for chart in charts for name in names)
        known = self.told[state.name]
        return not known or bool(self.ledger.has(unit.name, state.name)) or any(row in known for row, _ in unit.rows)

    def _knowing(self, state: State) -> set[str]:
        """The rows that a field knows which heeds a state; none where nothing heeds it."""
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
    """The rows of a unit, and those that charts have for it: a tank moves as a vehicle."""
    return tuple(dict.fromkeys((*(row for row, _ in unit.rows), *unit.stands_for)))


def _has_boxes(state: State) -> bool:
    """Whether boxes are ticked for a state: it is counted, a phase asks after it, or it says whom it befalls; and no
    end of a turn ends it.

    What has no words is kept for the rules alone.
    """
    lasts = bool(state.text) and not state.until
    return lasts and (state.value == COUNT or (state.value == FLAG and bool(state.reminds or state.rows)))


def called(state: State) -> str:
    """What stands before the boxes of a state: ``morale markers``, ``men dead aboard``."""
    number, _, what = fill(state.text, {"value": 2}).partition(" ") if state.value == COUNT else ("", "", "")
    return what if number == "2" else state.label


def _said(held: Held) -> str:
    """A state in words, with its name where its value alone would tell nothing."""
    return held.said if held.state.text or not held.said else f"{held.state.name} {held.value}"
