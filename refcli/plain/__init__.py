"""Plain objects, as JSON, TOML, CSV and the command line share them: parse, dump, schema, vocabulary."""

from typing import Any

SCHEMA = "refcli/1"
"""The version of every object that is written."""

NAMES = "names"
"""The key of the names that units have in play: a list for each field, a name for each of its terms."""

ROWS = "rows"
"""The key of the rows that are meant where no unit in play is named, for a ruleset's bars: as ``NAMES`` has them."""

BACK = "taken-back"
"""The key of the conditions that are taken back, ``no-buildings``, for a ruleset's bars."""

GROUPS = "groups"
"""The key of the groups that units in play belong to, a company say, by the names of the units."""

DICE = "dice"
"""The key of the faces that were given, beside what is asked for."""

Plain = dict[str, Any]
"""An object as JSON or TOML has it."""
