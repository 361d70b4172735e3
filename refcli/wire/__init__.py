"""JsonObject objects, as JSON, TOML, CSV and the command line share them: parse, dump, schema, vocabulary."""

from typing import Any

SCHEMA = "refcli/1"
"""The version of every object that is written."""

JsonObject = dict[str, Any]
"""An object as JSON or TOML has it."""
