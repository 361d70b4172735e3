"""The manual's page of keys: what may stand in each file of data, as its reader accepts it, and what it means."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from markdown_pages import table, typed

from refcli.core.cells import Source
from refcli.core.states import Bar, Filling, Give, State, Trigger
from refcli.files import (
    chart_file,
    judge,
    library,
    reading_file,
    reference_file,
    sheet_file,
    state_file,
    template_file,
)
from refcli.referee import scenario

READERS: Mapping[str, Mapping[str, Any]] = {
    "A chart": chart_file.KEYS,
    "A side of a chart": chart_file.AXIS_KEYS,
    "A condition": chart_file.CONDITION_KEYS,
    "A source": judge.SOURCE_KEYS,
    "A reading": reading_file.READING_KEYS,
    "An option of a reading": reading_file.OPTION_KEYS,
    "A state": state_file.keys_of(State),
    "What begins or ends a state": state_file.keys_of(Trigger),
    "What a state gives": state_file.keys_of(Give),
    "What a state fills": state_file.keys_of(Filling),
    "What a state bars": state_file.keys_of(Bar),
    "The ruleset": library.ABOUT_KEYS,
    "The sequence of play": state_file.keys_of(state_file.PlayTable),
    "The quick-reference sheet": sheet_file.KEYS,
    "A block of the sheet": sheet_file.BLOCK_KEYS,
    "A part of a block": sheet_file.PART_KEYS,
    "A list of the reference set": reference_file.TABLE_KEYS,
    "A template": template_file.KEYS,
    "A part of a stick": template_file.PART_KEYS,
    "A scenario": scenario.KEYS,
    "A unit of a scenario": scenario.UNIT_KEYS,
}
"""The keys of each kind of table, with what each may hold."""

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
    for title, keys in READERS.items():
        means = told.pop(title)
        yield from (f"## {title}", "", means.pop("about"), "", "| key | holds | means |", "|---|---|---|")
        for key, kinds in keys.items():
            yield f"| {typed(key)} | {_holds(kinds)} | {means.pop(key).replace('|', chr(92) + '|')} |"
        yield ""
        _nothing_left(means, title)
        if title == "A template":
            shapes = template_file.SHAPES.items()
            rows = [(shape, ", ".join(needed), ", ".join(others)) for shape, (needed, others) in shapes]
            yield from table(("shape", "its keys", "and if need be"), rows)
    _nothing_left(told, "keys.toml")


def _holds(kinds: Any) -> str:
    """What a key may hold, in words; of a field of a class, what its type is in TOML."""
    of_union = get_args(kinds) if isinstance(kinds, UnionType) else kinds if isinstance(kinds, tuple) else (kinds,)
    found = (get_origin(kind) or kind for kind in of_union)
    return ", ".join(dict.fromkeys(HOLDS[kind] for kind in found if kind is not NoneType))


def _nothing_left(told: Mapping[str, Any], where: str) -> None:
    if told:
        raise KeyError(f"{where}: no reader accepts {', '.join(told)}")
