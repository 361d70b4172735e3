"""Requests, rulings and games as JSON, TOML, CSV and the command line have them: parse, dump, check, schema."""

from typing import Any

SCHEMA = "refcli/1"
"""The version of every object that is written."""

JsonObject = dict[str, Any]
"""An object as JSON or TOML has it."""
