"""The figures in force for one ruling: what the charts say, and what the referee made of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from refcli.core.cells import HOUSE, READING, REFEREE, Cell, Source, Sum, Value, split
from refcli.core.charts import Axis, Chart, Condition
from refcli.core.errors import Refused
from refcli.core.readings import Option, Reading
from refcli.core.request import Conditions, Named
from refcli.core.ruling import Note
from refcli.core.sentence import fill

CONDITION = "condition"
Place = tuple[str, str] | tuple[str, str, str | int | float] | tuple[str, str, str, str]
"""Chart and row, with the column where there are several; a condition is named behind both."""

MOST_KNOWN = 5000
"""Looked-up figures that are remembered: a distance may be any number at all."""


class Adjustment(NamedTuple):
    """A modifier the referee adds to a sum, with the reason."""

    sum: str
    value: int | float
    reason: str


def options_in_force(readings: Mapping[str, Reading], choices: Mapping[str, str]) -> dict[str, Option]:
    """The option of each reading that holds: the one chosen by the reading's id, or its default. Raises UnknownName."""
    return {id: reading.option(choices.get(id, reading.default)) for id, reading in readings.items()}


def with_readings(charts: Mapping[str, Chart], options: Mapping[str, Option]) -> dict[str, Chart]:
    """The charts with the figures and signs of the options in force, by the id of their reading.

    A figure of another option than the usual one has the origin ``reading``. A chart that is not among these,
    and a cell that a chart has not, are passed over.
    """
    found = dict(charts)
    for id, option in options.items():
        for name in dict.fromkeys((*[split(ref)[0] for ref in option.figures], *option.signs)):
            if name in found:
                found[name] = _with(found[name], id, option)
    return found


def _with(chart: Chart, id: str, option: Option) -> Chart:
    """A chart with the figures and the sign that an option of reading ``id`` gives it."""
    rows, sources, columns = dict(chart.rows), dict(chart.sources), chart.columns
    for ref, value in option.figures.items():
        name, row, column = split(ref)
        if name == chart.name and row in rows and column in columns:
            index = columns.index(column)
            values = [*rows[row], *[None] * (len(columns) - len(rows[row]))]
            values[index] = value
            rows[row] = tuple(values)
            stood = chart.source_of(row, column) if option.usual else Source(READING)
            sources[f"{row}.{column}" if column else row] = stood._replace(section=f"reading {id}")
    signs = {"": option.signs[chart.name]} if chart.name in option.signs else chart.signs
    return chart._replace(rows=rows, sources=sources, signs=signs)


class Charts:
    """The figures in force for one ruling: the charts, and what the referee made of them.

    ``charts["combat", "tanks", "infantry"]`` is a cell. Every look-up passes through here, so that a
    figure the referee set, a reading's figure and a refused house value are found in one place.
    """

    def __init__(
        self,
        charts: Mapping[str, Chart],
        readings: Mapping[str, Reading] | None = None,
        choices: Mapping[str, str] | None = None,
        figures: Mapping[str, Value] | None = None,
        adjustments: Sequence[Adjustment] = (),
        published_only: bool = False,
    ) -> None:
        self.readings = readings or {}
        self.figures = dict(figures or {})
        self.adjustments = tuple(adjustments)
        self.published_only = published_only
        self.used: dict[str, Cell] = {}
        self.passed: dict[str, Option] = {}
        self._chosen = options_in_force(self.readings, choices or {})
        self._charts = with_readings(charts, self._chosen)
        self._known: dict[Place, Cell] = {}
        self._names: dict[tuple[str, ...], str] = {}
        self._modifying: dict[str, tuple[str, ...]] = {}
        self._disputed: dict[str, str] = {}
        for id, reading in self.readings.items():
            for option in reading.options:
                self._disputed.update((ref, id) for ref in option.figures if ref not in self.figures)
                for name in option.signs:
                    cells = self._charts[name].cells() if name in self._charts else ()
                    signed = [cell.ref for cell in cells if self.figures.get(cell.ref, cell.value) is not None]
                    self._disputed.update(dict.fromkeys(signed, id))

    def fresh(self) -> "Charts":
        """The same figures in force, none of them used yet; what was looked up is remembered in both."""
        other = Charts.__new__(Charts)
        other.__dict__.update(self.__dict__)
        other.used, other.passed = {}, {}
        return other

    def __getitem__(self, place: Place) -> Cell:
        cell = self._known.get(place)
        if cell is None:
            cell = self._in_force(*place)
            if len(self._known) < MOST_KNOWN:
                self._known[place] = cell
        ref = cell.ref
        self.used[ref] = cell
        if ref in self._disputed:
            id = self._disputed[ref]
            self.passed[id] = self._chosen[id]
        return cell

    def has(self, chart: str, row: str) -> bool:
        """Whether a chart has a row of this name."""
        return row in self._charts[chart].rows

    def row_name(self, chart: str, name: str) -> str | None:
        """The row of a chart that a name or an alias of it means."""
        return self._charts[chart].row_name(name)

    def rows(self, chart: str) -> Iterable[str]:
        """The names of a chart's rows, in its order."""
        return self._charts[chart].rows

    def axis(self, chart: str) -> Axis:
        """What the columns of a chart are: names, or bands of a unit."""
        return self._charts[chart].axes[1]

    def source(self, chart: str) -> Source:
        """Where a chart stands."""
        return self._charts[chart].source

    def is_house(self, chart: str, row: str) -> bool:
        """Whether the figure of a row is a house value, not one that the referee set; to ask is not to use it."""
        cell = self._charts[chart].cell(row)
        return cell.source.is_house and cell.ref not in self.figures

    def is_blank(self, chart: str, row: str, column: str | int | float = "") -> bool:
        """Whether a figure is a dash, which tells a kind (armored or not); to ask is not to use it."""
        cell = self._charts[chart].cell(row, column)
        return self.figures.get(cell.ref, cell.value) is None

    def condition(self, chart: str, name: str) -> Cell:
        """The modifier of a condition, as a cell."""
        return self[chart, name, "", CONDITION]

    def modifiers(self, chart: str, stated: Iterable[str]) -> tuple[Cell, ...]:
        """The modifiers of the stated conditions that a chart gives a value, in the chart's order."""
        names = self._modifying.get(chart)
        if names is None:
            conditions = self._charts[chart].conditions.values()
            names = self._modifying[chart] = tuple([one.name for one in conditions if one.value is not None])
        stated = stated if isinstance(stated, Conditions) else Conditions(stated)
        return tuple([self.condition(chart, name) for name in stated.among(names)])

    def reads(self, id: str, word: str) -> bool:
        """Whether reading ``id`` is taken in the sense of ``word``."""
        chosen = self.passed[id] = self._chosen[id]
        if chosen.word == word:
            return True
        self.readings[id].option(word)  # raises UnknownName
        return False

    def label(self, chart: str, name: str) -> str:
        """A name of a chart in the ruleset's own words."""
        return self._charts[chart].label(name)

    def called(self, name: str, *charts: str) -> str:
        """What the first of these charts that has a name calls it; the name itself where none has it.

        A unit in play is called by its own name.
        """
        if isinstance(name, Named):
            return name.who
        found = self._names.get((name, *charts))
        if found is None:
            found = next((self.label(chart, name) for chart in charts if self.has(chart, name)), name)
            if len(self._names) < MOST_KNOWN:
                self._names[name, *charts] = found
        return found

    def column_label(self, chart: str, column: str) -> str:
        """A column of a chart in the ruleset's own words."""
        return self._charts[chart].column_label(column)

    def conditions(self, chart: str) -> Mapping[str, Condition]:
        """The conditions of a chart by name, in its order."""
        return self._charts[chart].conditions

    def note(self, chart: str, name: str, consequence: str = "") -> Note:
        """What a chart says of a condition, and what that means here, with its source."""
        condition = self._charts[chart].conditions[name]
        return Note(f"{condition.text}: {consequence}" if consequence else condition.text, condition.source)

    def bar(self, act: str, chart: str, stated: Iterable[str], *names: str, **values: Any) -> Note | None:
        """Why ``act`` (as ``cannot attack``) is refused: the first of these conditions that is stated; None without.

        ``values`` are what is put in the places of ``act``.
        """
        for name in names:
            if name in stated:
                condition = self._charts[chart].conditions[name]
                return Note(f"{fill(act, values)}: {condition.text}", condition.source)
        return None

    def add_up(self, name: str, *parts: Cell) -> Sum:
        """Figures added under a name, with what the referee adjusts it by."""
        if self.adjustments:
            parts += tuple(
                Cell(adjustment.value, adjustment.reason or "referee", "", Source(REFEREE))
                for adjustment in self.adjustments
                if adjustment.sum == name
            )
        return Sum(name, parts, sum([cell.number for cell in parts]))

    def _in_force(self, chart: str, row: str, column: str | int | float = "", what: str = "") -> Cell:
        """The cell of a chart or, named so, of one of its conditions, as it counts here."""
        if what == CONDITION:
            condition = self._charts[chart].conditions[row]
            cell = Cell(condition.value, condition.text, f"{chart}.{row}", condition.source)
        else:
            cell = self._charts[chart].cell(row, column)
            point = cell.source.at
            if point is not None and column != "" and float(column) != point:
                cell = cell._replace(source=Source(HOUSE, f"the band around the figure published at {point:g}"))
        if self.figures and cell.ref in self.figures:
            cell = cell._replace(value=self.figures[cell.ref], source=Source(REFEREE))
        if self.published_only and cell.source.is_house:
            word = isinstance(cell.value, str) or (cell.blank and self._charts[chart].words_alone(column))
            raise Refused(
                f"{cell.ref} ({cell.label}) is a house value, {cell.text}, and --published allows none; "
                f"give the figure with --set {cell.ref}={'WORD' if word else 'N'}"
            )
        return cell
