"""A unit in play: its rows in the charts, side, group, fields and conditions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from refcli.core.errors import Refused
from refcli.core.limits import in_short
from refcli.core.names import MOST_LIKE, SAID, is_name
from refcli.core.request import counted
from refcli.wire import JsonObject
from refcli.wire.lookup import MOST_OFFERED, alternatives

SIDES = ("side", "nationality")
"""Nouns of fields that name sides."""

NO_UNITS = (*SIDES, "terrain", "cause", "bomb")
"""Nouns of fields that name no units."""

SECTIONS = ("section",)
"""Nouns of fields of one thing that name a whole group."""

SUB_UNIT = "sub-unit"
"""The noun of fields that name one unit of a group, which acts by itself."""

PLANE = "aircraft"
"""The type of a unit without a row."""

PLANES = ("plane", "planes", "airplane", "aeroplane", "fighter", "bomber")
"""Other words for it."""

ROW = "ROW"
"""The placeholder of a row in a line to type."""


class Unit(NamedTuple):
    """One named thing in play.

    ``rows`` are the rows of the charts that it is, each with how many (nine men, four guns): a squad is a weapon when
    it fires and infantry when it is hit. ``fields`` fill fields of requests that name it, or are states that it comes
    into play with; ``conditions`` always hold of it.
    """

    name: str
    rows: tuple[tuple[str, int], ...] = ()
    side: str = ""
    group: str = ""
    fields: Mapping[str, Any] = {}
    conditions: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    """The rows that it is in the charts of all procedures, as these call them."""

    @property
    def strength(self) -> int:
        """How many men, guns or things it is at first."""
        guns = str(self.fields.get("guns", ""))
        return max(*[many for _, many in self.rows], int(guns) if guns.isdecimal() else 1, 1)

    def added_as(self, row: str) -> str:
        """The line that adds it again, as one row more than it is: ``add bat british-25pdr gun battery allied``."""
        rows = [counted(*each) for each in self.rows]
        fields = [key if value == 1 else f"{key}={value}" for key, value in self.fields.items()]
        group = [f"group={self.group}"] if self.group else []
        return " ".join(filter(None, ("add", self.name, *rows, row, *group, *fields, *self.conditions, self.side)))


def line_with_row(unit: Unit, known: Mapping[str, tuple[str, ...]]) -> str:
    """The line that adds a unit again with a row that a field's charts know, and which these are."""
    names = _own_names(known)
    return unit.added_as(names[0]) if len(names) == 1 else f"{unit.added_as(ROW)}{rows_offered(unit, known)}"


def rows_offered(unit: Unit, known: Mapping[str, tuple[str, ...]]) -> str:
    """The rows for the placeholder: all of the charts or, of many, those most like the unit's own."""
    names = _own_names(known)
    if len(names) <= MOST_OFFERED:
        return f", with {alternatives(names)} for {ROW}" if names[1:] else ""
    from difflib import get_close_matches  # only a refusal pays for it

    like = [one for row, _ in unit.rows for one in get_close_matches(row, names, MOST_LIKE)]
    return f", with {alternatives([*dict.fromkeys([*like, *names])][:MOST_LIKE])} for {ROW}, say"


def _own_names(known: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [name for name, rows in known.items() if rows == (name,)]


def unit_to(unit: Unit) -> JsonObject:
    """A unit as an entry of a journal keeps it."""
    found = {key.replace("_", "-"): list(one) if isinstance(one, tuple) else one for key, one in unit._asdict().items()}
    return {**found, "rows": [list(row) for row in unit.rows], "fields": dict(unit.fields)}


def unit_from(raw: Mapping[str, Any]) -> Unit:
    """A unit that an entry keeps."""
    rows = tuple([(row, many) for row, many in raw["rows"]])
    conditions, stands_for = tuple(raw["conditions"]), tuple(raw.get("stands-for", ()))
    return Unit(raw["name"], rows, raw["side"], raw["group"], raw["fields"], conditions, stands_for)


def check_name(name: str) -> None:
    """Refuse an invalid name of a unit, a side, a group or a place."""
    if not is_name(name):
        raise Refused(f"{in_short(name)} is no name: {SAID}")


def row_for(unit: Unit, known: Mapping[str, tuple[str, ...]]) -> tuple[str, int] | None:
    """The row of a unit that a field's charts know, and how many of it; None where they know none.

    A row that could be several there stands back for one that is told: ``mg42 infantry-weapon`` is a weapon. Of rows
    that mean the same, the one that counts most stands for all: ``rifle 3xinfantry`` is three.
    """
    rows = [row for row in unit.rows if row[0] in known]
    first = min(rows, key=lambda row: len(known[row[0]]) > 1, default=None)
    alike = [row for row in rows if first and known[row[0]] == known[first[0]]]
    return max(alike, key=lambda row: row[1], default=None)


def taken_by_order(unit: Unit, known: Mapping[str, tuple[str, ...]]) -> str:
    """The row of a unit in a field that was chosen by the order of its rows; empty for none."""
    row = row_for(unit, known)
    rivals = {known[one] for one, _ in unit.rows if row and len(known.get(one, ())) == len(known[row[0]])}
    return row[0] if row and len(rivals) > 1 else ""
