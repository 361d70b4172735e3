"""Choices at random that are the same again for the same seed, on every Python."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")


class Draw:
    """Chooses among a few, again and again."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def below(self, limit: int) -> int:
        """A number from 0 up to ``limit``, not included."""
        return int(self._random() * limit)

    def chance(self, one_in: int) -> bool:
        """Whether it comes to pass, one time in so many."""
        return self.below(one_in) == 0

    def one(self, choices: Sequence[Choice]) -> Choice:
        """One of them."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[Choice], most: int) -> list[Choice]:
        """Some of them, perhaps none, each once."""
        count = self.below(min(most, len(choices)) + 1)
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(count)]
