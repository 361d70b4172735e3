"""``refcli card``: every figure of one weapon, vehicle or unit type."""

import json as json_text
from typing import Annotated, Any

import typer

from refcli.cli.chosen_ruleset import chosen_ruleset, complete_rows
from refcli.cli.flags import AsJson
from refcli.cli.surroundings import around
from refcli.core.charts import Chart
from refcli.plain.dump import cell_to
from refcli.plain.vocabulary import one_of

card = typer.Typer(rich_markup_mode=None, add_completion=False)


@card.command("card")
def card_(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(help="A weapon, vehicle or unit type.", metavar="NAME", autocompletion=complete_rows)
    ],
    rules: Annotated[str | None, typer.Option("--rules", "-R", help="The ruleset.", metavar="RULESET")] = None,
    json: AsJson = False,
) -> None:
    """Every figure of one weapon, vehicle or unit type, with where it stands."""
    loaded = chosen_ruleset(ctx, rules)
    every = loaded.charts_in_force(around(ctx).settings)
    found = [(chart, chart.row_name(name)) for chart in every.values() if chart.row_name(name)]
    if not found:
        known = [row for chart in every.values() for row in (*chart.rows, *chart.aliases)]
        one_of(name, known, f"row of {loaded.ruleset.name}", f"refcli charts show {loaded.ruleset.name}")
    rows = [name for _, name in found]
    indirect = _also(found, every)
    direct = [chart.cell(row or name, column) for chart, row in found for column in chart.columns]
    cells = list({cell.ref: cell for cell in (*direct, *indirect)}.values())
    if json:
        print(json_text.dumps({"name": rows[0], "cells": [cell_to(cell) for cell in cells]}, ensure_ascii=False))
        return
    print(found[0][0].label(rows[0] or name))
    for cell in cells:
        whose = "" if cell.source.origin == "published" else f" [{cell.source.origin}]"
        print(f"  {cell.ref:44} {cell.said:18} {cell.source.section}{whose}")


def _also(found: list[tuple[Chart, str | None]], every: dict[str, Chart]) -> list[Any]:
    """Rows of other charts that the found cells name: a unit's row of the combat table."""
    cells = []
    for chart, row in found:
        for column, target in chart.names.items():
            word = chart.cell(row or "", column).value
            if isinstance(word, str) and word in every[target].rows:
                cells += [every[target].cell(word, other) for other in every[target].columns]
    return cells
