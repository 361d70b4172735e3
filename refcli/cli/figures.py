"""The figures of weapons, vehicles and units as a card or a roster prints them."""

from collections.abc import Iterable, Sequence

from refcli.core.card import CardPart, card_parts, rows_called
from refcli.core.charts import Chart
from refcli.core.marks import Marks
from refcli.printing.games.roster import Figures, figures_of, modifiers_of
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings


class Printed:
    """What the charts of a ruleset say of the rows that are in play."""

    def __init__(
        self, loaded: LoadedRuleset, settings: Settings, rows: Iterable[str], besides: Iterable[str] = ()
    ) -> None:
        self.charts = loaded.charts_in_force(settings)
        self.tables = loaded.library.reference()
        self._parts = {row: self._parts_of(row) for row in dict.fromkeys((*rows, *besides))}
        self._called: dict[str, Sequence[tuple[Chart, str]]] = {}
        charts = self.charts.values()
        every = [chart.source_of(row, column) for chart in charts for row in chart.rows for column in chart.columns]
        self._marks = Marks(every)  # alike on every card

    def figures(self, rows: Iterable[str], besides: Iterable[str] = ()) -> tuple[Figures, ...]:
        """The figures of a unit that is these rows, each chart's once.

        Of rows that it is ``besides``, what the lists do not say: a tank moves as a vehicle.
        """
        found: list[CardPart] = []
        own = dict.fromkeys(rows)
        for row in own:
            found += [part for part in self._parts[row] if part not in found]
        listed, said = bool(found), {part.chart.name for part in found}
        for row in (row for row in dict.fromkeys(besides) if row not in own):
            for part in self._parts[row]:
                if not listed or (not part.chart.reference and part.chart.name not in said):
                    found.append(part._replace(of=part.of or part.chart.label(row)))
        return figures_of(found, self._marks)

    def rows_of(self, row: str) -> Sequence[tuple[Chart, str]]:
        """The rows that say anything of a unit: its own, and those that their figures name."""
        if row not in self._called:
            self._called[row] = tuple(rows_called(row, self.charts, self.tables))
        return self._called[row]

    def charts_figure(self, said: str) -> int | None:
        """The number that a chart says of everybody: ``morale.rout``; none where it is each unit's own."""
        name, _, row = said.partition(".")
        chart = self.charts.get(name)
        if chart is None or row not in chart.rows or tuple(chart.columns) != ("",):
            return None
        value = chart.cell(row, "").value
        return int(value) if isinstance(value, int | float) else None

    @property
    def modifiers(self) -> tuple[Figures, ...]:
        """The modifiers that count for what these rows are, by the lists of the reference set that they stand in."""
        here = {part.chart.name for parts in self._parts.values() for part in parts}
        names = dict.fromkeys(name for table in self.tables if here & {*table.charts} for name in table.conditions)
        return tuple(modifiers_of((self.charts[name] for name in names), self._marks))

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """What the marks mean of the figures and modifiers that were asked for."""
        return self._marks.legend

    def _parts_of(self, row: str) -> tuple[CardPart, ...]:
        if not any(row in chart.rows for chart in self.charts.values()):
            return ()
        return tuple(card_parts(row, self.charts, self.tables))
