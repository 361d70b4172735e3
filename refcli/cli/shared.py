"""What every command takes from its surroundings: settings, the terminal, the format, ``--rules``."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import typer
from typer.core import TyperGroup, TyperOption

from refcli.cli.complete import complete_rules
from refcli.core.errors import Refused
from refcli.referee.settings import Settings, here, settings_from

LONG = 1000
"""Letters that no first sentence of a command has."""


def user_folder() -> Path:
    """The user's folder of refcli: settings, remembered files, the last ruling."""
    folder = Path(typer.get_app_dir("refcli"))
    return folder if folder.is_absolute() else Path.home() / ".config" / folder.name  # XDG_CONFIG_HOME names no place


def settings(flags: Mapping[str, Any]) -> Settings:
    """The settings in force, under the flags that were given."""
    given = {key: flags.get(key) for key in ("rules", "format", "published")}
    return settings_from(given, os.environ, here(), user_folder())


def at_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; one that was closed before the start is none."""
    return stream is not None and stream.isatty()


def takes_prefixes() -> bool:
    """Whether the beginning of a name is enough: where somebody types it and sees what it was taken for."""
    return at_terminal(sys.stdin) and at_terminal(sys.stdout)


def chosen_format(json: bool, plain: bool) -> str | None:
    """The format that flags choose."""
    if json and plain:
        raise Refused("--json or --plain, not both")
    return "json" if json else "plain" if plain else None


def output_format(chosen: Settings) -> str:
    """The format that is set; else the picture on a terminal that can show it, plain lines elsewhere."""
    if chosen.format.value:
        return str(chosen.format.value)
    return "rich" if at_terminal(sys.stdout) and os.environ.get("TERM") != "dumb" else "plain"


def rules_option() -> TyperOption:
    """``--rules``, on either side of the procedure."""
    return TyperOption(
        param_decls=["--rules", "-R"],
        metavar="RULESET",
        help="The ruleset, or a short name of it.",
        autocompletion=complete_rules,
    )


class Listed(TyperGroup):
    """Commands of one subject, each told in full in the help."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The first sentence of each, however long it is."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit=LONG)) for name, one in self.commands.items()])
