"""The manual's page of keys: what may stand in each file of data, as its reader accepts it, and what it means."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NewType, get_args, get_origin

from markdown_pages import table, typed

from refcli.core.cells import Source
from refcli.core.charts import Chart, Condition
from refcli.core.quick_sheet import Block, Part, Plan
from refcli.core.readings import Option, Reading
from refcli.core.reference import ReferenceTable
from refcli.core.states import Bar, Filling, Give, State, Trigger
from refcli.files.chart_file import Side, chart_format
from refcli.files.paper_files import SHAPES, PartTable, TemplateTable, paper_format, template_format
from refcli.files.reader import Format
from refcli.files.ruleset_file import About, PlayTable, about_format, reading_format, state_format
from refcli.referee.scenario import ScenarioTable, UnitTable, scenario_format

TABLES: Mapping[str, tuple[Format, type]] = {
    "A chart": (chart_format(), Chart),
    "A side of a chart": (chart_format(), Side),
    "A condition": (chart_format(), Condition),
    "A source": (chart_format(), Source),
    "A reading": (reading_format(), Reading),
    "An option of a reading": (reading_format(), Option),
    "A state": (state_format(), State),
    "What begins or ends a state": (state_format(), Trigger),
    "What a state gives": (state_format(), Give),
    "What a state fills": (state_format(), Filling),
    "What a state bars": (state_format(), Bar),
    "The ruleset": (about_format(), About),
    "The sequence of play": (state_format(), PlayTable),
    "The quick-reference sheet": (paper_format(), Plan),
    "A block of the sheet": (paper_format(), Block),
    "A part of a block": (paper_format(), Part),
    "A list of the reference set": (paper_format(), ReferenceTable),
    "A template": (template_format(), TemplateTable),
    "A part of a stick": (template_format(), PartTable),
    "A scenario": (scenario_format(), ScenarioTable),
    "A unit of a scenario": (scenario_format(), UnitTable),
}
"""Each kind of table: its format, and the class that it is read as."""

HOLDS = {
    **{str: "text", int: "number", float: "number", bool: "true or false", list: "list", tuple: "list"},
    **dict.fromkeys((dict, Mapping, Source), "table"),
}

INTRODUCTION = """# Every key of a data file

What may stand in the charts, readings and states of a ruleset and beside them, and in an overlay of yours. A key that
is not here is refused, with its line and the nearest that is. [A ruleset of your own](../rulesets.md) shows the most of
them at work, [figures of your own](../figures.md) what an overlay is.
"""


def keys_page() -> Iterator[str]:
    """The page; raises KeyError for a key that a reader accepts and nothing tells, or the other way round."""
    told = tomllib.loads(Path(__file__).with_name("keys.toml").read_text(encoding="utf-8"))
    yield INTRODUCTION
    for title, (format, kind) in TABLES.items():
        means = told.pop(title)
        yield from (f"## {title}", "", means.pop("about"), "", "| key | holds | means |", "|---|---|---|")
        for key, kinds in format.keys(kind).items():
            yield f"| {typed(key)} | {_holds(kinds)} | {means.pop(key).replace('|', chr(92) + '|')} |"
        yield ""
        _nothing_left(means, title)
        if title == "A template":
            shapes = SHAPES.items()
            rows = [(shape, ", ".join(needed), ", ".join(others)) for shape, (needed, others) in shapes]
            yield from table(("shape", "its keys", "and if need be"), rows)
    _nothing_left(told, "keys.toml")


def _holds(kinds: Any) -> str:
    """What a key may hold, in words; of a field of a class, what its type is in TOML."""
    of_union = get_args(kinds) if isinstance(kinds, UnionType) else (kinds,)
    found = (_in_toml(kind) for kind in of_union if kind is not NoneType)
    return ", ".join(dict.fromkeys(HOLDS[kind] for kind in found))


def _in_toml(kind: Any) -> Any:
    """The type that a type is made of."""
    while isinstance(kind, NewType):
        kind = kind.__supertype__
    return get_origin(kind) or kind


def _nothing_left(told: Mapping[str, Any], where: str) -> None:
    if told:
        raise KeyError(f"{where}: no reader accepts {', '.join(told)}")
