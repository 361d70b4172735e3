"""The figures of weapons, vehicles and units as a card or a roster prints them."""

from collections.abc import Iterable

from refcli.core.card import CardPart, card_parts
from refcli.core.marks import Marks
from refcli.printing.games.roster import Figures, figures_of, modifiers_of
from refcli.referee.referee import LoadedRuleset
from refcli.referee.settings import Settings


class Printed:
    """What the charts of a ruleset say of the rows that are in play."""

    def __init__(self, loaded: LoadedRuleset, settings: Settings, rows: Iterable[str]) -> None:
        self.charts = loaded.charts_in_force(settings)
        self.tables = loaded.library.reference()
        self._parts = {row: self._parts_of(row) for row in dict.fromkeys(rows)}
        shown = [figure.cell.source for parts in self._parts.values() for part in parts for figure in part.figures]
        self._marks = Marks(shown)

    def figures(self, rows: Iterable[str]) -> tuple[Figures, ...]:
        """The figures of a unit that is these rows, each chart's once."""
        found: list[CardPart] = []
        for row in dict.fromkeys(rows):
            found += [part for part in self._parts[row] if part not in found]
        return figures_of(found, self._marks)

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
