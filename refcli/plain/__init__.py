"""Requests and rulings as plain objects: what JSON, TOML, CSV and the command line share."""

from typing import Any

SCHEMA = "refcli/1"
"""The version of every object that is written."""

Plain = dict[str, Any]
"""An object as JSON or TOML has it."""
