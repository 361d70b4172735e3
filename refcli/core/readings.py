"""Readings: the choices between the meanings of a disputed rule."""

from collections.abc import Mapping
from typing import NamedTuple

from refcli.core.cells import Source, Value
from refcli.core.errors import UnknownName
from refcli.core.limits import in_short


class Option(NamedTuple):
    """One meaning of a disputed rule: a letter, a word, and the cells it changes, if any.

    ``usual`` marks the one that holds where nobody chooses; ``source`` is where the rule stands; ``signs`` is the
    sign that it gives the numbers required of a chart, by the chart's name.
    """

    letter: str
    word: str
    text: str
    figures: Mapping[str, Value] = {}
    source: Source = Source()
    usual: bool = False
    signs: Mapping[str, str] = {}


class Reading(NamedTuple):
    """A named choice between the meanings of an ambiguous rule."""

    id: str
    question: str
    options: tuple[Option, ...]
    default: str
    source: Source

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
        raise UnknownName(f"reading {self.id} has no option {in_short(choice)}; it has {known}")
