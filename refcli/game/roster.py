"""The words of a unit that is added: its rows, side and group, fields, states, conditions."""

from collections.abc import Collection, Mapping, Sequence

from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import in_short
from refcli.core.request import Term, uncounted
from refcli.core.states import COUNT, FLAG, NUMBER, WORD
from refcli.game.units import NO_UNITS, PLANE, PLANES, ROW, SIDES, Unit, check_name, row_for
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import alternatives, matches, number, whole_number

MAN, MEN = "man", "men"
"""The row of a chart that is one man, and the key for its count: ``men=9`` is ``9xman``."""

MOST_ROWS = 8
"""Rows that one unit is made of at most."""


class Roster:
    """The words of a unit in a ruleset: rows, fields and conditions of all procedures, and states."""

    def __init__(self, loaded: LoadedRuleset) -> None:
        self.rows: dict[str, tuple[str, ...]] = {}
        self.known: list[Mapping[str, tuple[str, ...]]] = []
        self.fields: set[str] = set()
        self.numbers: dict[str, type] = {}
        """Fields that take a number, each with its kind."""
        self.texts: set[str] = set()
        """Text fields that name units without a row."""
        self.conditions: set[str] = set()
        self.sides: dict[str, tuple[str, ...]] = {}
        """Names that a side has in the charts, with the row that each means."""
        self.states, _ = loaded.library.states()
        for name in loaded.ruleset.procedures:
            words = loaded.words(loaded.procedure(name), False)
            self.conditions |= words.conditions.keys()
            for field in words.fields.values():
                if field.kind is not Term:
                    self.fields.add(field.name)
                    self.numbers |= {field.name: field.kind} if field.kind in (int, float) else {}
                    self.texts |= {field.name} if field.kind is str and not field.field.choices else set()
                elif field.field.noun in SIDES:
                    self.sides.update(words.names_of(field))
                elif field.field.noun not in NO_UNITS:
                    self.known.append(words.names_of(field))
                    for spelled, rows in words.names_of(field).items():
                        self.rows[spelled] = tuple(dict.fromkeys((*self.rows.get(spelled, ()), *rows)))

    def unit(self, name: str, words: Sequence[str], sides: Collection[str], prefixes: bool = False) -> Unit:
        """The unit of a ``name`` and its words: rows, a side, ``group=A``, ``guns=3``, conditions.

        So do states that it has from the beginning: ``altitude=low``, ``dug-in``. A word that is none of these is its
        side. With ``prefixes`` the beginning of a row is enough. Raises Refused.
        """
        check_name(name)
        place, side = self._side_said(words, sides, prefixes)
        side = side or _side_named(words)
        unit, rowless = Unit(name, side=side), False
        for index, word in enumerate(words):
            if index == place:
                continue
            key, equals, value = word.partition("=")
            if equals:
                unit = self._with(unit, key.lower(), value)
                continue
            times, row = uncounted(word)
            row = (row or word).lower()
            new_side = (unit.rows or rowless) and not unit.side and word == [one for one in words if "=" not in one][-1]
            if row not in self.rows and not self._is_said_so(row) and not new_side:
                row = self._begun(name, row, prefixes)
            if row in self.rows:
                many = whole_number(times, f"the count in {in_short(word)}", 1, 999) if times else 1
                unit = unit._replace(rows=(*unit.rows, (row, many)))
            elif row in self.texts and not unit.rows:
                rowless = True  # what no chart knows: a plane is an aircraft
            elif self._is_flag(word.lower()):
                unit = unit._replace(fields={**unit.fields, word.lower(): 1})
            elif word.lower() in self.conditions:
                unit = unit._replace(conditions=(*unit.conditions, word.lower()))
            elif (unit.rows or rowless) and not unit.side and not (word.isdecimal() or _is_misspelt(word, self.rows)):
                check_name(word)
                unit = unit._replace(side=word)
            else:
                raise Refused(self._no_row(unit, unit.side if unit.side and not side else word, words))
        if len(unit.rows) > MOST_ROWS:
            raise Refused(f"{name}: a unit is {MOST_ROWS} rows of the charts at most")
        unit = unit._replace(rows=tuple([(self._of_its_side(row, unit.side), many) for row, many in unit.rows]))
        return unit._replace(stands_for=self._stands_for(unit))

    def _of_its_side(self, row: str, side: str) -> str:
        """An ambiguous row as the one of the unit's side: german ``105mm`` is german-105mm."""
        meant = [known.get(row, ()) for known in self.known]
        nations = {side.lower(), *self.sides.get(side.lower(), ())}
        own = {one for rows in meant for one in rows if one.partition("-")[0] in nations and one in self.rows}
        return own.pop() if len(own) == 1 and any(rows[1:] for rows in meant) else row

    def _is_said_so(self, word: str) -> bool:
        return word in self.conditions or word in self.texts or self._is_flag(word)

    def _begun(self, name: str, word: str, prefixes: bool) -> str:
        """The row that a word begins; the word itself where it begins none.

        Raises UnknownName where it begins several, or another name of a row alone.
        """
        found = matches(word, {spelled: (spelled,) for spelled, rows in self.rows.items() if spelled in rows}, True)
        if not prefixes or word.isdecimal():
            return word
        if len(found) == 1:
            return found[0]
        found = found or matches(word, {spelled: (spelled,) for spelled in self.rows}, True)
        if found:
            could_be = alternatives(found) if len(found) > 1 else found[0]
            raise UnknownName(f"{name}: {in_short(word)} could be {could_be}: type its whole name")
        return word

    def _no_row(self, unit: Unit, word: str, words: Sequence[str]) -> str:
        """The refusal of a word that is no row, with the way to type a side or a unit without a row."""
        side, last = _side_named(words) or unit.side, [one for one in words if "=" not in one][-1]
        bare = next((one for one in words if one.isdecimal()), "")
        if (uncounted(word)[1] or word) == ROW:
            why = f"{ROW} stands for a row of the charts: type the one that it is"
        elif bare:
            row = next((one for one in words[words.index(bare) + 1 :] if "=" not in one), [*dict(unit.rows), ROW][0])
            why = f"so many of a row are said with an x: {bare}x{row}"
        elif PLANE in self.texts and not unit.rows and (PLANE.startswith(word.lower()) or word.lower() in PLANES):
            typed = f"add {unit.name} {PLANE} {side or ('SIDE' if last == word else last)}"
            why = f"{PLANE} is the word for a plane: {typed}"
        else:
            why = f"{in_short(word)} is no row of the charts{nearest(word.lower(), self.rows)}"
            if side and side != word and not unit.rows:
                why += f"; what no chart knows has its side alone: add {unit.name} side={side}"
            elif not side:
                why += f"; a new side is said as side={last}"
        return f"{unit.name}: {why}"

    def _side_said(self, words: Sequence[str], sides: Collection[str], prefixes: bool) -> tuple[int, str]:
        """The place of the word that is the unit's side, and that side: one of the table's, or one of the charts.

        What is a row as well is no side where nothing else is one: ``german`` alone is German infantry. Another name of
        a side that is there means that side; with ``prefixes`` the last word means the side that it begins.
        """
        rows = [index for index, word in enumerate(words) if (uncounted(word)[1] or word).lower() in self.rows]
        known = {row: (row,) for row in self.rows}
        begun_rows = [at for at, one in enumerate(words) if prefixes and "=" not in one and matches(one, known, True)]
        for index, word in reversed(list(enumerate(words))):
            key = word.lower()
            row = self.sides.get(key)
            there = [one for one in sides if one.lower() == key or (row and self.sides.get(one.lower()) == row)]
            if (there or row) and (rows != [index] or begun_rows not in ([], [index])):
                check_name(word)
                return index, [*there, word][0]
        last = max([index for index, word in enumerate(words) if "=" not in word], default=-1)
        begun = [side for side in sides if prefixes and last > 0 and side.lower().startswith(words[last].lower())]
        return (last, begun[0]) if len(begun) == 1 and last not in rows else (-1, "")

    def _stands_for(self, unit: Unit) -> tuple[str, ...]:
        """The rows that a unit is in each field, where it is clear which."""
        taken = [(known, row_for(unit, known)) for known in self.known]
        meant = [known[row[0]] for known, row in taken if row]
        return tuple(sorted({rows[0] for rows in meant if len(rows) == 1}))

    def _is_flag(self, word: str) -> bool:
        state = self.states.get(word)
        return state is not None and state.of == "unit" and state.value == FLAG

    def _with(self, unit: Unit, key: str, value: str) -> Unit:
        if key in ("side", "group"):
            check_name(value)
            return unit._replace(side=value) if key == "side" else unit._replace(group=value)
        if key == MEN and key not in self.fields and MAN in self.rows:
            man = MAN, whole_number(value, key, 1, 999)
            return unit._replace(rows=(*(row for row in unit.rows if row[0] != MAN), man))
        state = self.states.get(key)
        if state is not None and state.value in (COUNT, NUMBER):
            return unit._replace(fields={**unit.fields, key: number(value, key)})
        if key not in self.fields and (state is None or state.value != WORD):
            known = ("side", "group", *sorted(self.fields), *self.states)
            raise Refused(f"{unit.name}: {in_short(key)} is nothing that is said of a unit{nearest(key, known)}")
        if state is None and key in self.numbers:
            read = whole_number if self.numbers[key] is int else number
            return unit._replace(fields={**unit.fields, key: read(value, key)})
        return unit._replace(fields={**unit.fields, key: value})


def _is_misspelt(word: str, rows: Collection[str]) -> bool:
    """True if a word is so near to a row that it is hardly meant to be a new side."""
    from difflib import get_close_matches  # only a unit that is added pays for it

    return bool(get_close_matches(word.lower(), rows, 1, 0.8))


def _side_named(words: Sequence[str]) -> str:
    """The side of ``side=allies``, if there is one: no other word is a side then."""
    return next((one.partition("=")[2] for one in reversed(words) if one.lower().startswith("side=")), "")
