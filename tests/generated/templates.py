"""Overlays of templates: a shipped one changed, or one of the club's own, of every shape that there is."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from refcli.core.cells import SIGNS
from refcli.core.template import BAND, EVERY, MM
from refcli.files.library import shipped
from refcli.files.paper_files import (
    SHAPES,
    Angles,
    Cells,
    Copies,
    Degrees,
    Lengths,
    Lines,
    Millimetres,
    Parts,
    Reaches,
    RowsOf,
)
from refcli.files.toml_file import TomlFile, TomlTable
from refcli.rulesets import RULESETS
from tests.generated.charts import OVERLAID
from tests.generated.draw import Draw
from tests.generated.files import source, written
from tests.generated.inputs import FOLDER, Input, Kind
from tests.generated.vocabulary import charts_of

FILE = "templates.toml"

MOST = {Lengths: 90, Angles: 360, Reaches: 90}
"""The largest figure of each kind that has a page in every unit."""


@cache
def stated(rules: str) -> tuple[TomlTable, ...]:
    """The shipped templates, as they stand in their file."""
    path = shipped() / rules / FILE
    return tuple(TomlFile(path, FILE).table["template"]) if path.exists() else ()


@cache
def sizes(rules: str, most: float) -> tuple[str, ...]:
    """The cells that state something that can be drawn."""
    cells = (cell for chart in charts_of(rules).values() for cell in chart.cells())
    return tuple(cell.ref for cell in cells if isinstance(cell.value, (int, float)) and 0 < cell.value <= most)


def cell(draw: Draw, rules: str) -> str:
    """A reference to a cell, to a row of cells, or to all of a chart."""
    chart = draw.one([chart for chart in charts_of(rules).values() if chart.rows])
    row = draw.one((draw.one(list(chart.rows)), draw.one(list(chart.rows)), EVERY))
    if len(chart.axes) < 2:
        return f"{chart.name}.{row}"
    column = draw.one((draw.one(chart.columns), draw.one(chart.columns), EVERY, BAND))
    return f"{chart.name}.{row}.{column}"


def entry(draw: Draw, rules: str, kind: Any) -> Any:
    """What can stand under a key of this kind."""
    if kind in (Lengths, Angles, Reaches) and not draw.chance(6):
        found = draw.some(sizes(rules, MOST[kind]), 2)
        return found or draw.one(sizes(rules, MOST[kind]))
    if kind in (Lengths, Angles, Reaches, Cells):
        return cell(draw, rules)
    if kind == RowsOf:
        return f"{draw.one(list(charts_of(rules)))}.{EVERY}"
    if kind == Parts:
        return [part(draw, rules) for _ in range(1 + draw.below(2))]
    return {
        Copies: draw.one((3, draw.one(sizes(rules, 9)))),
        Millimetres: 20 + draw.below(100),
        str: "FRONT",
        Lines: ["{label}", f"needs {{{draw.one(sizes(rules, 20))}}}"],
        Mapping[str, Degrees]: {"north": 0, "east": 90},
    }[kind]


def part(draw: Draw, rules: str) -> dict[str, Any]:
    """One row of numbers along a stick."""
    found: dict[str, Any] = {"text": "to hit", "add": [cell(draw, rules) for _ in range(1 + draw.below(2))]}
    if draw.chance(2):
        found["needs"] = draw.one(list(SIGNS))
    if draw.chance(4):
        found |= {"needs": ">=", draw.one(("above", "up-to")): cell(draw, rules)}
    if draw.chance(6):
        found["alone"] = True
    return found


def own(draw: Draw, rules: str) -> dict[str, Any]:
    """A template of the club's own."""
    shape = draw.one(list(SHAPES))
    needed, besides = SHAPES[shape]
    chosen = {**needed, **{key: besides[key] for key in draw.some(list(besides), 2)}} if besides else needed
    found = {"name": "ours", "title": "Our own", "shape": shape, "source": source(draw)}
    if draw.chance(2):
        found["unit"] = draw.one(list(MM))
    found |= {key: entry(draw, rules, kind) for key, kind in chosen.items()}
    if RowsOf in chosen and Parts in chosen.values() and not draw.chance(6):
        found["part"] = [{**part(draw, rules), "add": [found[RowsOf]]}]  # of the rows that it goes through
    return found


def changed(draw: Draw, rules: str) -> dict[str, Any]:
    """A shipped template with something else in one place or two."""
    table = draw.one(stated(rules))
    needed, besides = SHAPES[table["shape"]]
    keys = [key for key in {**needed, **besides} if key in table]
    return {
        "name": table["name"],
        **{key: entry(draw, rules, {**needed, **besides}[key]) for key in draw.some(keys, 2)},
    }


def copied(draw: Draw, rules: str) -> dict[str, Any]:
    """A shipped template as it stands, under a name of our own."""
    return {**draw.one(stated(rules)), "name": "ours"}


def make(draw: Draw) -> Input:
    """A file of templates, and a command that needs it."""
    rules = draw.one([rules for rules in RULESETS if stated(rules)])
    found = [draw.one((own, changed, copied))(draw, rules) for _ in range(1 + draw.below(2))]
    files = {f"{FOLDER}/{rules}/{FILE}": written(draw, {"template": found})}
    name = str(found[0].get("name"))
    drawn = ("charts", "print", rules, name, "--templates", "-o", "ours.svg")
    line = drawn if not draw.chance(4) else ("charts", draw.one(("check", "diff", "digest")), rules)
    return Input((line,), files, environment=OVERLAID)


TEMPLATES = Kind(make)
