"""What may stand in a cell of a chart, whoever gives its figure."""

from typing import NamedTuple

from refcli.core.cells import Value
from refcli.core.errors import Refused, UnknownName
from refcli.core.limits import LARGEST_FIGURE, in_short


def check_size(value: Value) -> None:
    """Refuse a figure that no chart and no referee can mean, and that no rule is made to count with."""
    if isinstance(value, (int, float)) and not -LARGEST_FIGURE <= value <= LARGEST_FIGURE:
        raise Refused(f"{in_short(value)} is out of range; a figure is from {-LARGEST_FIGURE} to {LARGEST_FIGURE}")


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
