"""A counted set that can be a key: what ``each`` hands back, and conditions that may be counted."""

from collections.abc import Hashable, ItemsView, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Counts(Mapping[Thing, int], Generic[Thing]):
    """How often each thing came; a thing that did not come counts 0. Immutable and hashable."""

    __slots__ = ("_counts", "_hash")

    def __init__(self, things: Mapping[Thing, int] | Iterable[Thing] = ()) -> None:
        counts: dict[Thing, int] = {}
        # a dict is told sooner than any other mapping
        pairs = things.items() if isinstance(things, (dict, Mapping)) else ((thing, 1) for thing in things)
        for thing, count in pairs:
            if count:
                counts[thing] = counts.get(thing, 0) + count
        self._counts = counts
        self._hash: int | None = None

    def __getitem__(self, thing: Thing) -> int:
        return self._counts.get(thing, 0)

    def __contains__(self, thing: object) -> bool:
        return thing in self._counts

    def __iter__(self) -> Iterator[Thing]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def items(self) -> ItemsView[Thing, int]:
        """Each thing with how often it came."""
        return self._counts.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._counts.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Counts):
            return self._counts == other._counts
        return NotImplemented

    def __add__(self, other: "Counts[Thing]") -> "Counts[Thing]":
        if not other:
            return self
        merged = dict(self._counts)
        for thing, count in other.items():
            merged[thing] = merged.get(thing, 0) + count
        return Counts(merged)

    def __repr__(self) -> str:
        return f"Counts({self._counts})"

    @property
    def total(self) -> int:
        """How many things came in all."""
        return sum(self._counts.values())


NOTHING: Counts[str] = Counts()
