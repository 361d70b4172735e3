"""Cells: single figures, the sums that they make, the target numbers that they state, and where each stands."""

from typing import NamedTuple

from refcli.core.errors import Refused
from refcli.core.limits import MOST_UNITS
from refcli.core.sentence import fill

Value = int | float | str | None
"""What a cell holds: a number, a word, or None for a blank (printed ``-``)."""

PUBLISHED, INFERRED, HOUSE = "published", "inferred", "house"
OVERLAY, REFEREE, READING = "overlay", "referee", "reading"
SIGNS = (">=", "<=", ">", "<")


def split(ref: str) -> tuple[str, str, str]:
    """The chart, the row and the column of a reference; a part left out is empty."""
    chart, row, column = (*ref.split(".", 2), "", "")[:3]
    return chart, row, column


class TargetNumber(NamedTuple):
    """What a die or a sum needs, a comparison: ``>= 7``, ``<= 2``, ``> 8``.

    ``sign`` is one of ``>=``, ``<=``, ``>`` and ``<``, ``number`` what is compared with; ``str`` of it is the
    comparison.
    """

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

    ``section`` is that of the published rules, ``lines`` its lines in our copy of them, as text; empty where there is
    none. A figure of a band that is known at one point alone names it with ``at``; elsewhere in the band it is a
    house value.
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
    """One figure: its ``value`` (a number, a word, None for a dash), the ``label`` to call it by, its ``source``.

    ``ref`` is its name (``chart.row.column``), empty for what no chart has. A range is in the unit of its chart.
    ``sign`` is that of a number required; empty for any other figure. What a rule tells of it may be
    a sentence that says the figure itself, ``is_sentence``.
    """

    value: Value
    label: str
    ref: str
    source: Source
    sign: str = ""
    is_sentence: bool = False

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

    def called(self, label: str) -> "Cell":
        """The same figure under another label, which is taken as it stands."""
        return self._replace(label=label, is_sentence=False)

    def told(self, label: str, *names: object) -> "Cell":
        """The same figure under a label of a rule's: ``names`` are put in its places by number, ``shell of {0}``.

        One that ends with a stop is a sentence and says the figure, with its value in a place of it:
        ``{The 0} reaches {value} cm.``
        """
        said = self.text if self.blank else self.value
        label = fill(label, {"value": said, **{str(number): name for number, name in enumerate(names)}})
        return Cell(self.value, label, self.ref, self.source, self.sign, label.endswith("."))

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


class Sum(NamedTuple):
    """Figures that add up: a ``name``, its ``parts`` in order, their ``total``, and the ``target`` number, if any."""

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
