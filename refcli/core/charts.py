"""Charts as data: their rows, axes and conditions."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from refcli.core.cells import Cell, Source, Value
from refcli.core.errors import UnknownName, nearest
from refcli.core.limits import in_short

if TYPE_CHECKING:
    from refcli.core.allowed import Allowed


VALUE = "{value}"
"""The place of its modifier in what a condition says."""
TIMES = "{times}"
"""The place of how often it holds in what a condition is."""


class Condition(NamedTuple):
    """A named condition; with a ``value`` it is a modifier, without one a rule reads it by name.

    ``of`` says whose it is: a request's field (attackers, target) or the ruling. ``only`` names the
    procedures that know it, none meaning all that read the chart. An ``automatic`` one is applied by
    the rule itself and is never typed. Those that it ``excludes``, of its own chart or of another one (``chart.name``),
    cannot hold with it. A ``counted`` one may hold several times. ``text`` is what it is (in woods), ``says`` what
    follows from it (in cover, ``{value}`` to hit), its modifier in the place of ``{value}``; ``several`` is what it is
    when it holds ``{times}`` times (``{times}`` men lost).
    """

    name: str
    text: str
    source: Source
    value: int | float | None = None
    of: str = ""
    only: tuple[str, ...] = ()
    automatic: bool = False
    aliases: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    counted: bool = False
    says: str = ""
    several: str = ""

    def often(self, times: int) -> str:
        """What it is when it holds so often: ``2 men lost``, or ``a man lost, 2 times``."""
        if times == 1:
            return self.text
        return self.several.replace(TIMES, str(times)) or f"{self.text}, {times} times"

    @property
    def consequence(self) -> str:
        """What follows from it: what it says, its modifier before that where it has no place; empty with neither."""
        modifier = "" if self.value is None else f"{self.value:+g}"
        if VALUE in self.says:
            return self.says.replace(VALUE, modifier)
        return ", ".join(filter(None, (modifier, self.says)))

    @property
    def told(self) -> str:
        """What it is and what follows, beside its name: what the name says already is not said again."""
        text = "" if self.text.lower() == self.name.replace("-", " ") and self.consequence else self.text
        return ": ".join(filter(None, (text, self.consequence)))


class Axis(NamedTuple):
    """One side of a chart: named columns, or bands of a unit, inclusive at their upper end."""

    name: str
    names: tuple[str, ...] = ()
    unit: str = ""
    bands: tuple[tuple[int | float, int | float], ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """What to call each column: its name, or the upper end of its band."""
        return self.names or tuple([self.column(index) for index in range(len(self.bands))])

    def column(self, index: int) -> str:
        """What to call the column at ``index``."""
        return self.names[index] if self.names else f"{self.bands[index][1]:g}"

    def column_of(self, key: str | int | float) -> int | None:
        """The column of a name, or of a value in its band; None when it lies outside."""
        if self.bands:
            value = float(key)
            if value < self.bands[0][0]:
                return None
            index = bisect_left(self.bands, value, key=itemgetter(1))
            return index if index < len(self.bands) else None
        return self.names.index(key) if key in self.names else None


class Chart(NamedTuple):
    """One table of a ruleset: rows of figures, and the conditions printed beside them.

    ``signs`` are those of numbers required by row or column; ``modifies`` names the sum that its conditions change;
    ``rising`` the order its figures keep; ``rungs`` the side, rows or columns, along which its numbers required are
    results of one roll, of which the hardest that is met counts; ``names`` the chart that defines the words of a
    column; ``phase`` is where it is laid out, where that is not the first phase that reads it; ``rows_of`` the charts
    whose rows are its own, every one of them; ``says`` what follows from a condition that has a modifier
    and does not say so itself. Labels, sources and signs are those of a row by its name, of a column
    by its name behind a point, which can be left out where no row is called alike. An alias has the rows that it may
    mean, the most usual first.
    """

    name: str
    title: str
    source: Source
    axes: tuple[Axis, ...]
    rows: Mapping[str, tuple[Value, ...]] = {}
    labels: Mapping[str, str] = {}
    aliases: Mapping[str, tuple[str, ...]] = {}
    sources: Mapping[str, Source] = {}
    conditions: Mapping[str, Condition] = {}
    signs: Mapping[str, str] = {}
    die: str = ""
    unit: str = ""
    modifies: str = ""
    reference: bool = False
    rising: str = ""
    rungs: str = ""
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    phase: str = ""
    rows_of: tuple[str, ...] = ()
    says: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; a chart of one axis has one column without a name."""
        return self.axes[1].columns if len(self.axes) > 1 else ("",)

    def row_name(self, name: str) -> str | None:
        """The row that ``name`` or an alias of it means; None where it means none, or could mean several."""
        rows = self.rows_called(name)
        return rows[0] if len(rows) == 1 else None

    def rows_called(self, name: str) -> tuple[str, ...]:
        """The rows that ``name`` or an alias of it may mean, the most usual first."""
        key = name.lower()
        return self.aliases.get(key) or ((key,) if key in self.rows else ())

    def rows_labelled(self, label: str) -> tuple[str, ...]:
        """The rows that are called so in the ruleset's own words, in any case."""
        return tuple([row for row in self.rows if self.label(row).lower() == label.lower()])

    def label(self, row: str) -> str:
        """A row in the ruleset's own words."""
        return self.labels.get(row) or row.replace("-", " ")

    def column_label(self, column: str) -> str:
        """A column in the ruleset's own words."""
        return str(self._of_column(self.labels, column) or column.replace("-", " "))

    def is_labelled(self, column: str) -> bool:
        """Whether a column has words of its own, beside its name or its band."""
        return bool(self._of_column(self.labels, column))

    def head(self, column: str, unit: str = "", both_ends: bool = False) -> str:
        """What stands over a column: its label, or its band up to its upper end, in a unit, or from end to end."""
        axis = self.axes[1] if column else None
        if axis is None or not axis.bands or self.is_labelled(column):
            return self.column_label(column)
        low, high = axis.bands[axis.columns.index(column)]
        if low == high:
            return f"{high:g}"
        return f"{low:g}-{high:g}" if both_ends else f"to {high:g} {unit}".rstrip()

    @property
    def facts(self) -> tuple[str, ...]:
        """What counts for the whole chart: the die rolled, the unit of its figures, the sum its conditions change."""
        unit = f"in {self.unit}" if len(self.unit.split()) == 1 else self.unit
        sum = f"modifiers of the {self.modifies.replace('-', ' ')}" if self.modifies and self.conditions else ""
        return tuple(filter(None, (self.die, unit, sum)))

    def _of_column(self, texts: Mapping[str, Any], column: str) -> Any:
        """What stands under ``.column``, or under ``column`` where no row is called so."""
        found = texts.get(f".{column}")
        return texts.get(column) if found is None and column in texts and column not in self.rows else found

    def cell(self, row: str, column: str | int | float = "") -> Cell:
        """The figure at ``row`` and ``column``; a value beyond the last band is a blank."""
        name = row if row in self.rows else self.row_name(row)
        if name is None:
            raise UnknownName(f"{self.name} has no row {in_short(row)}{nearest(row, self.rows)}")
        values = self.rows[name]
        if len(self.axes) < 2:
            at, ref, value = "", f"{self.name}.{name}", values[0]
        else:
            axis = self.axes[1]
            index: int | None
            if axis.names:
                at = str(column)
                if at not in axis.names:
                    raise UnknownName(f"{self.name} has no column {in_short(column)}{nearest(at, axis.names)}")
                index = axis.names.index(at)
            else:
                index = axis.column_of(column)
                at = f"{float(column):g}" if index is None else axis.column(index)
            ref = f"{self.name}.{name}.{at}"
            value = values[index] if index is not None and index < len(values) else None
        source = self.source_of(name, at) if self.sources else self.source
        label = self.labels.get(name) or self.label(name)
        return Cell(value, label, ref, source, self.sign_of(name, at) if self.signs else "")

    def sign_of(self, row: str, column: str = "") -> str:
        """The sign of the numbers required: the row's, the column's, or the chart's."""
        signs = self.signs
        return signs.get(row) or self._of_column(signs, column) or signs.get("", "")

    def source_of(self, row: str, column: str = "") -> Source:
        """The source of a cell: its own, its row's, or the chart's."""
        sources = self.sources
        found = sources.get(f"{row}.{column}") or sources.get(row) or self._of_column(sources, column)
        return found or self.source

    def beside(self, column: str | int | float) -> tuple[Value, ...]:
        """What stands in a column, each value once: a chart holds numbers, words or both, all through.

        Of a reference chart, whose columns are facts of different kinds, that is true of each column.
        """
        cells: Iterable[Value] = (cell for row in self.rows.values() for cell in row)
        if self.reference and len(self.axes) > 1:
            index = self.axes[1].column_of(column)
            cells = (row[index] for row in self.rows.values() if index is not None and index < len(row))
        return tuple(dict.fromkeys(cell for cell in cells if cell is not None))

    def has_blank(self, column: str | int | float = "") -> bool:
        """Whether a blank stands among what stands beside a cell of a column."""
        index = self.axes[1].column_of(column) if self.reference and len(self.axes) > 1 else None
        many = len(self.columns)
        if index is None:
            return any(len(row) < many or None in row for row in self.rows.values())
        return any(len(row) <= index or row[index] is None for row in self.rows.values())

    def words_alone(self, column: str | int | float = "") -> bool:
        """Whether words stand in a column, and no number can."""
        known = self.beside(column)
        return bool(known) and all(isinstance(cell, str) for cell in known)

    def check_value(self, column: str | int | float, value: Value) -> None:
        """Refuse a value that cannot stand in a column: Refused for a number or a word, UnknownName for that word.

        Its words are those that stand in it already. A blank can stand among numbers, and where a blank does already.
        """
        self.allowed(column).check(value)

    def allowed(self, column: str | int | float = "") -> "Allowed":
        """What can stand in a column."""
        from refcli.core.allowed import Allowed  # asked for where a figure is given, which no usual start does

        known = self.beside(column)
        words = tuple([cell for cell in known if isinstance(cell, str)])
        return Allowed(self.name, words, self.words_alone(column), self.has_blank(column), not known)

    def sources_beside(self) -> dict[Source, list[Cell]]:
        """The cells whose source is not the chart's, by their source."""
        found: dict[Source, list[Cell]] = {}
        for cell in self.cells():
            if cell.source != self.source:
                found.setdefault(cell.source, []).append(cell)
        return found

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        for row in self.rows:
            for column in self.columns:
                yield self.cell(row, column)
