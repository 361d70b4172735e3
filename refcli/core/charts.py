"""Charts as data: their cells, their conditions, the readings of them, and where each figure comes from."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import LARGEST_FIGURE, MOST_UNITS, in_short

Value = int | float | str | None
"""What a cell holds: a number, a word, or None for a blank (printed ``-``)."""

PUBLISHED, INFERRED, HOUSE = "published", "inferred", "house"
OVERLAY, REFEREE, READING = "overlay", "referee", "reading"
SIGNS = (">=", "<=", ">", "<")


def check_size(value: Value) -> None:
    """Refuse a figure that no chart and no referee can mean, and that no rule is made to count with."""
    if isinstance(value, (int, float)) and not -LARGEST_FIGURE <= value <= LARGEST_FIGURE:
        raise Refused(f"{in_short(value)} is out of range; a figure is from {-LARGEST_FIGURE} to {LARGEST_FIGURE}")


def split(ref: str) -> tuple[str, str, str]:
    """The chart, the row and the column of a reference; a part left out is empty."""
    chart, row, column = (*ref.split(".", 2), "", "")[:3]
    return chart, row, column


class TargetNumber(NamedTuple):
    """What a die or a sum needs, a comparison: ``>= 7``, ``<= 2``, ``> 8``."""

    sign: str
    number: int | float

    def met_by(self, value: int | float) -> bool:
        """Whether ``value`` meets it."""
        if self.sign == ">=":
            return value >= self.number
        if self.sign == "<=":
            return value <= self.number
        if self.sign == ">":
            return value > self.number
        return value < self.number

    def on_the_die(self, modifiers: "Sum") -> "TargetNumber":
        """What the die itself needs when ``modifiers`` are added to its face."""
        return TargetNumber(self.sign, self.number - modifiers.total)

    @property
    def said(self) -> str:
        """The comparison as players say it: ``4+``, ``2 or less``, ``over 8``."""
        if self.sign == ">=":
            return f"{self.number:g}+"
        if self.sign == "<=":
            return f"{self.number:g} or less"
        return f"over {self.number:g}" if self.sign == ">" else f"under {self.number:g}"

    def __str__(self) -> str:
        return f"{self.sign} {self.number:g}"


class Source(NamedTuple):
    """Where a figure stands: ``origin`` is published, inferred, house, overlay, reading, referee or die.

    A figure of a band that is known at one point alone names it with ``at``; elsewhere in the band it is
    a house value.
    """

    origin: str = PUBLISHED
    section: str = ""
    lines: str = ""
    at: int | float | None = None

    @property
    def is_house(self) -> bool:
        """Whether refcli filled the figure in because the source lacks it."""
        return self.origin == HOUSE

    @property
    def said(self) -> str:
        """Where the figure stands, with its lines; a section that names a reading says itself whose it is."""
        one = self.lines.isdigit()
        where = f"{self.section}, {'line' if one else 'lines'} {self.lines}" if self.lines else self.section
        return ": ".join(filter(None, ("" if self.origin in (PUBLISHED, READING) else self.origin, where)))


DIE = Source("die")
"""Where the face of a die stands: on the die."""


class Cell(NamedTuple):
    """One figure: its value, what to call it, its name (``chart.row.column``) and its source.

    ``sign`` is that of a number required; empty for any other figure.
    """

    value: Value
    label: str
    ref: str
    source: Source
    sign: str = ""

    @property
    def blank(self) -> bool:
        """Whether the chart has a dash here."""
        return self.value is None

    @property
    def number(self) -> int | float:
        """The value as a number; a word or a dash here is a fault of the chart."""
        if isinstance(self.value, (int, float)):
            return self.value
        raise Refused(f"{self.ref} is {self.text!r}; the rule needs a number there")

    def whole(self, at_least: int = 0) -> int:
        """The value as a count of things. Raises Refused for a part of one, less than ``at_least``, and too many."""
        number = self.number
        if number < at_least or number % 1:
            raise Refused(f"{self.ref} is {self.text}; it must be a whole number, {at_least} or more")
        if number > MOST_UNITS:
            raise Refused(f"{self.ref} is {self.text}; it must be a whole number, {MOST_UNITS} at most")
        return int(number)

    def called(self, label: str, *names: object) -> "Cell":
        """The same figure under another label, with ``names`` in the places ``{}`` of it."""
        return Cell(self.value, label.format(*names) if names else label, self.ref, self.source, self.sign)

    @property
    def target_number(self) -> TargetNumber:
        """The comparison that a number required states."""
        return TargetNumber(self.sign, self.number)

    @property
    def text(self) -> str:
        """The value as it stands on paper."""
        if self.value is None:
            return "-"
        return self.value if isinstance(self.value, str) else f"{self.value:g}"

    @property
    def said(self) -> str:
        """The text, a number required as players say it."""
        return self.text if self.blank or not self.sign or isinstance(self.value, str) else self.target_number.said


class Condition(NamedTuple):
    """A named condition; with a ``value`` it is a modifier, without one a rule reads it by name.

    ``of`` says whose it is: a request's field (attackers, target) or the ruling. ``only`` names the
    procedures that know it, none meaning all that read the chart. An ``automatic`` one is applied by
    the rule itself and is never typed. Those that it ``excludes``, of its own chart, cannot hold with it. A
    ``counted`` one may hold several times.
    """

    name: str
    text: str
    value: int | float | None
    of: str
    only: tuple[str, ...]
    automatic: bool
    aliases: tuple[str, ...]
    source: Source
    excludes: tuple[str, ...] = ()
    counted: bool = False


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


class Allowed(NamedTuple):
    """What can stand in a column of a chart: its words, numbers unless they are ``words_alone``, perhaps a blank.

    In an ``empty`` one anything can.
    """

    chart: str
    words: tuple[str, ...]
    words_alone: bool
    blank: bool
    empty: bool

    def check(self, value: Value) -> None:
        """Refuse a value that cannot stand there: Refused for a number or a word, UnknownName for that word."""
        check_size(value)
        if self.empty or (value is None and (self.blank or not self.words_alone)):
            return
        if isinstance(value, str) and value not in self.words and not self.words:
            raise Refused(f"{in_short(value)} is not a number")
        if value not in self.words and (self.words_alone or isinstance(value, str)):
            kind = UnknownName if isinstance(value, str) else Refused
            said = "-" if value is None else in_short(value) if isinstance(value, str) else f"{value:g}"
            raise kind(f"{said} is none of the words of {self.chart}: {', '.join(self.words)}")


class Chart(NamedTuple):
    """One table of a ruleset: rows of figures, and the conditions printed beside them.

    ``signs`` are those of numbers required by row or column; ``modifies`` names the sum that its conditions change;
    ``rising`` the order its figures keep; ``rungs`` the side, rows or columns, along which its numbers required are
    results of one roll, of which the hardest that is met counts; ``names`` the chart that defines the words of a
    column; ``phase`` is where it is laid out, where that is not the first phase that reads it; ``rows_of`` the charts
    whose rows are its own, every one of them. Labels, sources and signs are those of a row by its name, of a column
    by its name behind a point, which can be left out where no row is called alike.
    """

    name: str
    title: str
    source: Source
    axes: tuple[Axis, ...]
    rows: Mapping[str, tuple[Value, ...]]
    labels: Mapping[str, str]
    aliases: Mapping[str, str]
    sources: Mapping[str, Source]
    conditions: Mapping[str, Condition]
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

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; a chart of one axis has one column without a name."""
        return self.axes[1].columns if len(self.axes) > 1 else ("",)

    def row_name(self, name: str) -> str | None:
        """The row that ``name`` or an alias of it means."""
        key = name.lower()
        key = self.aliases.get(key, key)
        return key if key in self.rows else None

    def label(self, row: str) -> str:
        """A row in the ruleset's own words."""
        return self.labels.get(row) or row.replace("-", " ")

    def column_label(self, column: str) -> str:
        """A column in the ruleset's own words."""
        return str(self._of_column(self.labels, column) or column.replace("-", " "))

    def head(self, column: str, unit: str = "", both_ends: bool = False) -> str:
        """What stands over a column: its label, or its band up to its upper end, in a unit, or from end to end."""
        axis = self.axes[1] if column else None
        if axis is None or not axis.bands or self._of_column(self.labels, column):
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
            raise UnknownName(f"{self.name} has no row {row!r}{nearest(row, self.rows)}")
        values = self.rows[name]
        if len(self.axes) < 2:
            at, ref, value = "", f"{self.name}.{name}", values[0]
        else:
            axis = self.axes[1]
            index: int | None
            if axis.names:
                at = str(column)
                if at not in axis.names:
                    raise UnknownName(f"{self.name} has no column {column!r}{nearest(at, axis.names)}")
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


class Option(NamedTuple):
    """One meaning of a disputed rule: a letter, a word, and the cells it changes, if any.

    ``usual`` marks the one that holds where nobody chooses; ``source`` is where the rule stands; ``signs`` is the
    sign that it gives the numbers required of a chart, by the chart's name.
    """

    letter: str
    word: str
    text: str
    figures: Mapping[str, Value]
    source: Source
    usual: bool = False
    signs: Mapping[str, str] = {}


class Reading(NamedTuple):
    """A named choice between the meanings of an ambiguous rule."""

    id: str
    question: str
    options: tuple[Option, ...]
    default: str

    @property
    def source(self) -> Source:
        """Where the rule stands."""
        return self.options[0].source

    @property
    def usual(self) -> Option:
        """The option that holds as shipped, where nobody chooses."""
        return next((option for option in self.options if option.usual), self.option(self.default))

    def option(self, choice: str) -> Option:
        """The option of a letter or a word."""
        for option in self.options:
            if choice.lower() in (option.letter, option.word):
                return option
        known = ", ".join(f"{option.letter} ({option.word})" for option in self.options)
        raise UnknownName(f"reading {self.id} has no option {choice!r}; it has {known}")


class Sum(NamedTuple):
    """Figures that add up: a name, its parts, the total, and its target number."""

    name: str
    parts: tuple[Cell, ...]
    total: int | float
    target: TargetNumber | None = None

    @property
    def passed(self) -> bool:
        """Whether the total meets the target number."""
        return self.target is None or self.target.met_by(self.total)

    def plus_die(self, face: int, target: TargetNumber | None = None) -> "Sum":
        """The sum with a die's face put first, held against a target number."""
        die = Cell(face, "die", "", DIE)
        return Sum(self.name, (die, *self.parts), self.total + face, target)
