"""The figures of the shipped charts are stored a second time, so that every change of one is seen in a diff."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from refcli.core.charts import Chart
from refcli.files.library import shipped
from refcli.rulesets import RULESETS
from tests.situations import referee
from tests.update import Compare

STORED = Path(__file__).parent / "stored" / "figures.toml"
HEAD = """\
# The figures of the shipped charts, written by: pytest --update-figures
# Read its diff against the lines of the source. House values of First Watch are left out: tools/derive_house_values.py
# works them out again.
"""

DERIVED = "first-watch"
"""The ruleset with house values derived by a tool."""

PRINTED = ("says", "several", "text", "notes", "line", "parts", "heads")
"""Keys of sentences in a chart file."""

TYPED = re.compile(r"(?<![\w.-])[d-]?\d+")
"""A number typed in a sentence: ``-1``, ``d6``, ``12`` of 12"; not a part of a name."""

OF_TEMPLATES = ("width", "height", "copies", "across", "arm", "towards")

BARE = re.compile(r"[\w-]+")


def test_figures_are_as_stored(compare: Compare) -> None:
    """Every figure, sign, band, modifier, reading and number in a sentence, of every ruleset."""
    compare("figures", STORED, HEAD + "".join(line for rules in RULESETS for line in written(rules)))


def test_the_stored_figures_are_toml() -> None:
    assert tomllib.loads(STORED.read_text("utf-8")).keys() == RULESETS.keys()


def written(rules: str) -> Iterator[str]:
    """The figures of a ruleset as TOML, a row in each line."""
    for heads, table in tables(rules):
        if table:
            yield f"\n[{'.'.join((rules, *heads))}]\n"
            yield from (f"{key_of(key)} = {value_of(value)}\n" for key, value in table.items())


def tables(rules: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The tables of a ruleset: figures of each chart, then all other numbers in its files."""
    loaded = referee().loaded(rules)
    charts = dict(sorted(loaded.library.charts(tuple(loaded.library.names())).items()))
    for name, chart in charts.items():
        yield ("rows", name), dict(rows_of(chart, rules))
    yield ("bands",), {name: chart.axes[1].bands for name, chart in charts.items() if bands_of(chart)}
    yield ("signs",), {name: chart.signs for name, chart in charts.items() if chart.signs}
    for name, chart in charts.items():
        yield ("conditions", name), {key: one.value for key, one in chart.conditions.items() if one.value is not None}
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((shipped() / rules).glob("*.toml"))}
    typed = {name: " ".join(typed_in(file)) for name, file in files.items()}
    yield ("words",), {name: numbers for name, numbers in typed.items() if numbers}
    templates = {one["name"]: dict(figures_of(one)) for one in files.get("templates", {}).get("template", ())}
    yield ("templates",), {name: figures for name, figures in templates.items() if figures}
    year = files["ruleset"].get("year")
    yield (
        ("kinds",),
        {
            "reference": [name for name, chart in charts.items() if chart.reference],
            "rising": {name: chart.rising for name, chart in charts.items() if chart.rising},
            **({"year": year} if year is not None else {}),
        },
    )
    yield ("procedures",), dict(loaded.ruleset.also)
    yield ("readings",), {name: reading.default for name, reading in loaded.readings.items()}
    for name, reading in loaded.readings.items():
        for option in reading.options:
            figures = {cell: "-" if value is None else value for cell, value in option.figures.items()}
            yield ("options", name, option.word), {**figures, **option.signs}


def rows_of(chart: Chart, rules: str) -> Iterator[tuple[str, Any]]:
    """The rows of a chart: a list of its figures, or those by column that no tool derives."""
    for row in chart.rows:
        cells = {column: chart.cell(row, column) for column in chart.columns}
        kept = {column: cell for column, cell in cells.items() if rules != DERIVED or not cell.source.is_house}
        values = {column: "-" if cell.blank else cell.value for column, cell in kept.items()}
        if values:
            yield row, [*values.values()] if len(values) == len(cells) else values


def bands_of(chart: Chart) -> Any:
    return chart.axes[1].bands if len(chart.axes) > 1 else ()


def figures_of(template: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The sizes and directions of a template, and the numbers that its parts show."""
    yield from [(key, template[key]) for key in OF_TEMPLATES if key in template]
    parts = template.get("part", ())
    for key, found in (
        ("alone", [part["text"] for part in parts if part.get("alone")]),
        ("needs", [part["needs"] for part in parts if "needs" in part]),
    ):
        if found:
            yield key, found


def typed_in(value: Any, key: str = "") -> Iterator[str]:
    """Every number typed in the sentences of a file, in order; a figure of a chart is in braces there."""
    if isinstance(value, str):
        yield from TYPED.findall(re.sub(r"{[^}]*}", "", value)) if key in PRINTED else ()
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from typed_in(one, key if key == "heads" else name)
    elif isinstance(value, list):
        for one in value:
            yield from typed_in(one, key)


def key_of(key: object) -> str:
    """A key of TOML."""
    return str(key) if BARE.fullmatch(str(key)) else json.dumps(str(key), ensure_ascii=False)


def value_of(value: Any) -> str:
    """A value of TOML in one line."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_of, value))}]"
    if hasattr(value, "items"):
        return f"{{ {', '.join(f'{key_of(key)} = {value_of(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
