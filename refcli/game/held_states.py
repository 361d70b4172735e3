"""The states in force, indexed by unit, by name and by whether they end by themselves."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from refcli.core.states import Held

Key = tuple[str, str]
"""The owner and the name of a state."""

States = Mapping[Key, Held]
"""States by owner and name."""

Changed = dict[Key, Held | None]
"""States that changed, each as it was before; None for a state that has begun."""


class HeldStates(dict[Key, Held]):
    """The states in force by owner and name, in the order in which they began.

    Only assignment, ``del`` and ``pop`` change it; they keep the indexes, so that no reader has to scan all states.
    """

    def __init__(self, states: States | None = None) -> None:
        super().__init__()
        self._of_unit: dict[str, dict[Key, Held]] = {}
        self._named: dict[str, dict[str, Held]] = {}
        self._passing: dict[Key, Held] = {}
        self._watches: list[Changed] = []
        for key, held in (states or {}).items():
            self[key] = held

    def another(self) -> "HeldStates":
        """The same states once more, unwatched."""
        found = HeldStates()
        dict.update(found, self)
        found._of_unit = {unit: {**states} for unit, states in self._of_unit.items()}
        found._named = {name: {**states} for name, states in self._named.items()}
        found._passing = {**self._passing}
        return found

    def __setitem__(self, key: Key, held: Held) -> None:
        self._note(key)
        super().__setitem__(key, held)
        owner, name = key
        self._of_unit.setdefault(unit_of(owner), {})[key] = held
        self._named.setdefault(name, {})[owner] = held
        if held.state.until:
            self._passing[key] = held
        else:
            self._passing.pop(key, None)

    def __delitem__(self, key: Key) -> None:
        self._note(key)
        super().__delitem__(key)
        owner, name = key
        del self._of_unit[unit_of(owner)][key]
        del self._named[name][owner]
        self._passing.pop(key, None)

    def pop(self, key: Key, default: Any = None) -> Any:
        """Remove a state and return it; ``default`` if it is not in force."""
        found = self.get(key)
        if found is None:
            return default
        del self[key]
        return found

    def of_unit(self, unit: str) -> States:
        """The states of a unit and of its weapons; of a group, a side or a place its own."""
        return self._of_unit.get(unit, {})

    def of(self, owner: str) -> Iterator[Held]:
        """The states of one owner."""
        return (held for (name, _), held in self.of_unit(unit_of(owner)).items() if name == owner)

    def named(self, name: str) -> Mapping[str, Held]:
        """The states of one name by their owners."""
        return self._named.get(name, {})

    @property
    def passing(self) -> States:
        """The states that end by themselves."""
        return self._passing

    @contextmanager
    def watched(self) -> Iterator[Changed]:
        """Collect each state that changes meanwhile, as it was before."""
        changed: Changed = {}
        self._watches.append(changed)
        try:
            yield changed
        finally:
            self._watches.pop()

    def _note(self, key: Key) -> None:
        for changed in self._watches:
            changed.setdefault(key, self.get(key))


def unit_of(owner: str) -> str:
    """The unit that owns states itself or through a weapon: ``T1`` for ``T1/coax``."""
    return owner.partition("/")[0]
