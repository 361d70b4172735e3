"""What rules are written with, each from its own module: one import for the most of it."""

from refcli.core.cells import Cell, Source, Sum, TargetNumber
from refcli.core.dice import AVERAGE_DIE, D6, D10, Check, Dice, Die, part
from refcli.core.errors import Refused
from refcli.core.figures import Charts
from refcli.core.procedure import named, procedure, unit_names
from refcli.core.ruling import Effect, EffectKind, Note, Outcome, Ruling, changes, note, of_several

__all__ = [
    "AVERAGE_DIE",
    "D6",
    "D10",
    "Cell",
    "Charts",
    "Check",
    "Dice",
    "Die",
    "Effect",
    "EffectKind",
    "Note",
    "Outcome",
    "Refused",
    "Ruling",
    "Source",
    "Sum",
    "TargetNumber",
    "changes",
    "named",
    "note",
    "of_several",
    "part",
    "procedure",
    "unit_names",
]
