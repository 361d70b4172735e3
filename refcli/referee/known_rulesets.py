"""Every ruleset that can be asked for: ours, those that the user names, and installed ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from refcli.core.errors import Refused
from refcli.core.procedure import Ruleset
from refcli.rulesets import RULESETS, SHORT, ruleset
from refcli.wire.lookup import known_name


class KnownRulesets:
    """Rulesets by name; what is not ours is loaded when a name is asked for that is none of ours.

    ``places`` are the folders and packages that the user names. ``tell`` is told in a line of each that cannot be
    used; the others go on.
    """

    def __init__(self, places: Sequence[str] = (), tell: Callable[[str], None] = lambda line: None) -> None:
        self.places = tuple(places)
        self._tell = tell
        self._found: dict[str, Ruleset] = {}
        self._from: dict[str, str] = {}
        """The place that each of them was loaded from."""
        self._left_out: set[str] = set()
        """Places whose ruleset cannot be used."""

    def __iter__(self) -> Iterator[str]:
        """The names of all, ours first; those behind are loaded when it comes to them."""
        yield from self.at_hand()
        yield from self._installed()

    def at_hand(self) -> Iterator[str]:
        """The names of ours, then of those that the user names."""
        yield from RULESETS
        yield from self._named()

    def name_of(self, word: str) -> str:
        """The name of the ruleset that a word means: an exact name, else a beginning of one. Raises UnknownName."""
        key = word.lower()
        key = SHORT.get(key, key)
        if key in RULESETS:
            return key
        begun = [name for name in self.at_hand() if name.startswith(key)]
        if key in begun or (len(begun) == 1 and key):
            return key if key in begun else begun[0]
        if self.has(key):
            return key
        return known_name(key, (*self, *SHORT), "ruleset", "refcli rules")

    def has(self, name: str) -> bool:
        """Whether there is a ruleset of exactly this name."""
        return name in RULESETS or name in self._named() or name in self._installed(name)

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of an exact name. Raises BadData for one of ours that is broken, KeyError where there is none."""
        if name in RULESETS:
            return ruleset(name)
        if not self.has(name):
            raise KeyError(name)
        return self._found[name]

    def place(self, name: str) -> str:
        """The folder or package that a ruleset comes from; empty for ours."""
        return "" if name in RULESETS else self._from.get(name, "")

    def has_unusable(self) -> bool:
        """Whether one that the user names cannot be used, so that nobody knows what it is called."""
        self._named()
        return not self._left_out.isdisjoint(self.places)

    def fault(self, error: Exception) -> Refused | None:
        """What to say of an error that came up in the code of one that is not ours; None where it did not."""
        if not self._found:
            return None
        from refcli.referee.own_rulesets import fault_in

        return fault_in(self._found.values(), error)

    def _named(self) -> list[str]:
        """The names of those that the user names, loaded now."""
        for place in self.places:
            self._load(place)
        return [name for name, place in self._from.items() if place in self.places]

    def _installed(self, wanted: str = "") -> list[str]:
        """The names of those that installed packages offer, loaded now: all, or the one that is wanted."""
        offered = [(name, place) for name, place in self._offered if wanted in ("", name) and place not in self.places]
        for name, place in offered:
            self._load(place, name)
        return [name for name, place in offered if self._from.get(name) == place]

    @cached_property
    def _offered(self) -> tuple[tuple[str, str], ...]:
        """What installed packages offer, looked for once."""
        from refcli.referee.own_rulesets import installed  # a name of ours never comes here

        return installed()

    def _load(self, place: str, name: str = "") -> None:
        if place in self._left_out or place in self._from.values():
            return
        from refcli.referee.own_rulesets import ruleset_from

        try:
            found = ruleset_from(place, name)
            if found.name in RULESETS or found.name in SHORT:
                raise Refused(f"refcli has a ruleset called {found.name} already")
            if found.name in self._from:
                raise Refused(f"{self._from[found.name]} is called {found.name} already")
        except Refused as error:
            self._left_out.add(place)
            self._tell(f"{place} is left out: {error}")
        else:
            self._found[found.name] = found
            self._from[found.name] = place
