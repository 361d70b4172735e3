"""Who in play is meant by a word: a unit, a group or a side, by the whole of its name or by the beginning."""

from collections.abc import Mapping, Sequence
from typing import Any

from refcli.core.errors import Refused, UnknownName
from refcli.core.limits import in_short
from refcli.core.names import names_like
from refcli.core.request import Input
from refcli.game.ledger import Ledger
from refcli.game.units import SIDES, Unit, row_for
from refcli.game.who_could import who_may, whom_at
from refcli.plain.vocabulary import Words, meant, one_of_these


class WhoIsMeant:
    """Whom the words of one request mean: what else it says, and whom it names already, tells one from another.

    ``plain`` and ``names`` are the request's own, and are read as they stand when a word is asked about.
    """

    def __init__(
        self, ledger: Ledger, words: Words, plain: Mapping[str, Any], names: Mapping[str, Sequence[str]]
    ) -> None:
        self._ledger = ledger
        self._words = words
        self._plain = plain
        self._names = names

    def unit(self, name: str, field: Input) -> Unit | None:
        """The unit of a name, or of its beginning; none by the whole name of a group, or of a side where one is due.

        Of several that begin so the only one that could be meant here. Raises UnknownName where several could.
        """
        key = name.lower()
        for unit in self._ledger.units.values():
            if unit.name.lower() == key:
                return unit
        sides = self._ledger.sides if field.field.noun in SIDES else []
        if key in (one.lower() for one in (*sides, *(unit.group for unit in self._ledger.units.values()))):
            return None
        begun = [unit for unit in self._ledger.units.values() if unit.name.lower().startswith(key)]
        found = begun if len(begun) < 2 else self._could_be(begun, field)
        if self._words.prefixes and not found:
            self._check_no_slip(key, field)
        if not self._words.prefixes or not found or self._is_rather_row(key, field, found):
            return None
        if len(found) == 1:
            return found[0]
        if key in self._words.names_of(field):
            return None
        names = one_of_these([unit.name for unit in found])
        raise UnknownName(f"{field.name}: {in_short(name)} could be {names}: type which one")

    def _check_no_slip(self, key: str, field: Input) -> None:
        """Refuse the beginning of a row that is nearly the name of a unit which could be meant. Raises UnknownName."""
        rows = self._words.names_of(field)
        like = [self._ledger.units[name] for name in names_like(key, self._ledger.units)]
        units = [unit.name for unit in self._could_be(like, field)] if like and key not in rows else []
        begun = meant(key, rows, True) if units else ()
        if begun:
            raise UnknownName(
                f"{field.name}: {in_short(key)} could be {one_of_these([*units, *begun])}: type which one"
            )

    def _could_be(self, begun: Sequence[Unit], field: Input) -> Sequence[Unit]:
        """Those of several units who could be meant in a field: who may act, or whoever is not of the same side."""
        known, name = [unit for unit in begun if row_for(unit, self._words.names_of(field))], self._words.procedure.name
        if field.name == self._ledger.actors(name):
            return who_may(self._ledger, name, known, self._plain)
        named = [one for names in self._names.values() for one in names]
        return whom_at(self._ledger, name, known, named)

    def side(self, name: str, field: Input) -> str:
        """The side in play that a name means: it is called so, or by another name of the same row (german, germany).

        At a terminal the beginning of a name is enough, as elsewhere.
        """
        rows = self._words.names_of(field)
        row = meant(name, rows, self._words.prefixes)
        for side in self._ledger.sides:
            if side.lower() == name.lower() or (len(row) == 1 and meant(side, rows, self._words.prefixes) == row):
                return side
        return ""

    def _is_rather_row(self, key: str, field: Input, begun: Sequence[Unit]) -> bool:
        """Whether a word is a row of the charts though names in play begin so, that of units which are not meant here.

        They are of a side that is named already, as its own target, or the field knows none of them.
        """
        rows = self._words.names_of(field)
        named = {self._ledger.side_of(name) for names in self._names.values() for name in names}
        return key in rows and not any(
            row_for(unit, rows) and self._ledger.side_of(unit.name) not in named for unit in begun
        )

    def check_somebody_left(self, name: str, field: Input) -> None:
        """Refuse a group of whom nobody is in play any more, for it is no row of the charts that begins as its name."""
        key = name.lower()
        gone = next((one.group for one in self._ledger.units.values() if one.group and one.group.lower() == key), "")
        if gone and key not in self._words.names_of(field):
            raise Refused(f"{field.name}: nobody of {gone} is left")

    def group(self, name: str, field: Input) -> list[Unit]:
        """The units of a group that is called so or, at a terminal, of the only one whose name begins so."""
        units = [one for one in self._ledger.units.values() if one.group]
        groups = {one.group.lower(): (one.group,) for one in units}
        found = meant(name, groups, self._words.prefixes)
        whole = [one for one in units if (one.group,) == found]
        if name.lower() not in groups and self._is_rather_row(name.lower(), field, whole):
            return []
        return [one for one in whole if not self._ledger.is_out(one.name)] or [
            one for one in whole if not any(held.state.out for held in self._ledger.states_of(one.name))
        ]
