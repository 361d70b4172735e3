"""A referee's dice-and-chart assistant for miniatures games.

What ``__all__`` names is for programs that use refcli; docs/library.md tells how. Each name is loaded when it is asked
for, so that a command pays for none that it does not use. ``core.rulebook`` and ``core.request`` are for rulesets, and
kept as well. Everything else may change with any release.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refcli.core.cells import Cell, Source, Sum, TargetNumber
    from refcli.core.chances import Odds
    from refcli.core.dice import Again, Choice, Die, Roll
    from refcli.core.errors import BadData, Refused, UnknownName
    from refcli.core.procedure import Record
    from refcli.core.ruling import Effect, Note, Outcome, Ruling
    from refcli.game.game import Answer, Barred, Game
    from refcli.referee.api import odds, resolve, sweep
    from refcli.referee.referee import Case, Referee
    from refcli.referee.settings import Settings
    from refcli.referee.sweep import Sweep, SweptAxis
    from refcli.wire.objects import ruling_to

__version__ = "0.1.0"

__all__ = [
    "Again",
    "Answer",
    "BadData",
    "Barred",
    "Case",
    "Cell",
    "Choice",
    "Die",
    "Effect",
    "Game",
    "Note",
    "Odds",
    "Outcome",
    "Record",
    "Referee",
    "Refused",
    "Roll",
    "Ruling",
    "Settings",
    "Source",
    "Sum",
    "Sweep",
    "SweptAxis",
    "TargetNumber",
    "UnknownName",
    "__version__",
    "odds",
    "resolve",
    "ruling_to",
    "sweep",
]

_HOMES = {
    "core.cells": ("Cell", "Source", "Sum", "TargetNumber"),
    "core.chances": ("Odds",),
    "core.dice": ("Again", "Choice", "Die", "Roll"),
    "core.errors": ("BadData", "Refused", "UnknownName"),
    "core.procedure": ("Record",),
    "core.ruling": ("Effect", "Note", "Outcome", "Ruling"),
    "game.game": ("Answer", "Barred", "Game"),
    "wire.objects": ("ruling_to",),
    "referee.api": ("odds", "resolve", "sweep"),
    "referee.referee": ("Case", "Referee"),
    "referee.settings": ("Settings",),
    "referee.sweep": ("Sweep", "SweptAxis"),
}
"""The modules in which the public names are."""


class _Library(ModuleType):
    """This module; its ``odds`` is the public function, although a folder is called so as well."""

    def __getattr__(self, name: str) -> Any:
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"{__name__}.{home}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*__all__]

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "odds":  # as which Python would keep the folder once it is imported
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library
