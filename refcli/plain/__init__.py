"""Requests and rulings over the wire: what JSON, TOML, CSV and the command line share."""

from typing import Any

SCHEMA = "refcli/1"
"""The version of everything that goes over the wire."""

Plain = dict[str, Any]
"""An object as JSON or TOML has it."""
