"""Overlays: files that change figures, conditions and words of a shipped chart."""

from typing import Any

from refcli.core.charts import Chart
from refcli.rulesets import RULESETS, ruleset
from tests.generated.commands import shape, typed
from tests.generated.draw import Draw
from tests.generated.files import source, written
from tests.generated.inputs import FOLDER, Input, Kind
from tests.generated.requests import other_figure, request
from tests.generated.vocabulary import charts_of, said

OVERLAID = {"REFCLI_CHARTS": FOLDER}


def overlay(draw: Draw, rules: str, chart: Chart) -> dict[str, Any]:
    """What an overlay says of a chart."""
    table: dict[str, Any] = {}
    if chart.rows and not draw.chance(4):
        table["rows"] = {row: figures(draw, chart, row) for row in draw.some(list(chart.rows), 3)}
        if draw.chance(8):
            table["rows"]["of-our-own"] = figures(draw, chart, draw.one(list(chart.rows)))
    if draw.chance(3):
        found = [condition(draw, rules, chart) for _ in range(1 + draw.below(2))]
        table["condition"] = list({one["name"]: one for one in found}.values())
    if draw.chance(6) and chart.rows:
        table["labels"] = {draw.one([*chart.rows, *filter(None, chart.columns)]): "Our own name"}
    if draw.chance(6) and chart.rows:
        table["aliases"] = {"ours": draw.one(list(chart.rows))}
    if draw.chance(8):
        table |= {"title": "Our own figures", "notes": ["As the club plays it."], "source": source(draw)}
    return table


def figures(draw: Draw, chart: Chart, row: str) -> Any:
    """Figures of a row: all of them, or some by their column."""
    cells = {column: other_figure(draw, chart.cell(row, column), tuple(chart.cells())) for column in chart.columns}
    if len(chart.axes) > 1 and draw.chance(2):
        return {column: cells[column] for column in draw.some(list(cells), 3)}
    return list(cells.values())


def condition(draw: Draw, rules: str, chart: Chart) -> dict[str, Any]:
    """A condition of the chart with another figure, or one of our own."""
    if chart.conditions and draw.chance(2):
        one = draw.one(list(chart.conditions.values()))
        return {"name": one.name, "value": draw.below(7) - 3}
    procedures = [name for name in ruleset(rules).procedures if chart.name in said(rules, name).charts]
    fields = [field.name for name in procedures for field in said(rules, name).procedure.inputs]
    found = {"name": "club-night", "text": "on a club night", "value": draw.below(7) - 3, "source": source(draw)}
    more = {
        "of": draw.one(fields) if fields else "",
        "only": draw.some(procedures, 2) if procedures else [],
        "counted": True,
        "several": "{times} club nights",
        "automatic": draw.chance(2),
        "aliases": ["night"],
        "excludes": draw.some(list(chart.conditions), 2) if chart.conditions else [],
    }
    return {**found, **{key: more[key] for key in draw.some(list(more), 3)}}


def looked_at(draw: Draw, rules: str, chart: str) -> tuple[str, ...]:
    """A command that needs the chart: most of the time a ruling, whose dice it changes."""
    readers = [name for name in ruleset(rules).procedures if chart in said(rules, name).charts]
    how = draw.below(12)
    if readers and how < 8:
        plain = request(draw, (rules, draw.one(readers)))
        return (*typed(draw, plain), *shape(draw), *draw.some(("--why", "--what-if"), 1))
    if how == 8:
        return ("charts", draw.one(("check", "diff", "digest")), rules)
    if how == 9:
        return ("charts", "print", rules, chart, "--format", draw.one(("md", "csv", "html")))
    return draw.one((("charts", "show", rules, chart), ("charts", "show", rules, chart, "--json")))


def make(draw: Draw) -> Input:
    """An overlay, one chart of it or two, and a command that needs it."""
    rules = draw.one(list(RULESETS))
    files = {}
    for _ in range(1 + draw.chance(8)):
        chart = draw.one(list(charts_of(rules).values()))
        files[f"{FOLDER}/{rules}/{chart.name}.toml"] = written(draw, overlay(draw, rules, chart))
    return Input((looked_at(draw, rules, chart.name),), files, environment=OVERLAID)


CHARTS = Kind(make)
