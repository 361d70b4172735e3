"""``refcli card``: every figure of one weapon, vehicle or unit type."""

import json as json_text
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from refcli.cli.chosen_ruleset import chosen_ruleset, complete_rows
from refcli.cli.flags import AsJson
from refcli.cli.options import RULES
from refcli.cli.screen import width_of
from refcli.cli.surroundings import around
from refcli.core.charts import Chart
from refcli.core.errors import UnknownName
from refcli.plain.dump import cell_to
from refcli.plain.vocabulary import one_of, one_of_these
from refcli.render.card import card_lines

card = typer.Typer(rich_markup_mode=None, add_completion=False)


@card.command("card")
def card_(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(help="A weapon, vehicle or unit type.", metavar="NAME", autocompletion=complete_rows)
    ],
    rules: Annotated[str | None, typer.Option("--rules", "-R", **RULES)] = None,
    json: AsJson = False,
) -> None:
    """Every figure of one weapon, vehicle or unit type."""
    loaded = chosen_ruleset(ctx, rules)
    every = loaded.charts_in_force(around(ctx).settings)
    meant = list(dict.fromkeys(row for chart in every.values() for row in chart.rows_called(name)))
    if not meant:
        known = [row for chart in every.values() for row in (*chart.rows, *chart.aliases)]
        one_of(name, known, f"row of {loaded.ruleset.name}", f"refcli charts show {loaded.ruleset.name}")
    if len(meant) > 1 and name.lower() not in meant:
        raise UnknownName(f"{name!r} could be {one_of_these(meant)}: type which one")
    row = name.lower() if name.lower() in meant else meant[0]
    rows = list(_rows(row, every))
    if json:
        cells = {
            cell.ref: cell for chart, one in rows for cell in [chart.cell(one, column) for column in chart.columns]
        }
        print(json_text.dumps({"name": row, "cells": [cell_to(one) for one in cells.values()]}, ensure_ascii=False))
        return
    print("\n".join(card_lines(rows, every, width_of(sys.stdout))))


def _rows(row: str, every: Mapping[str, Chart]) -> Iterator[tuple[Chart, str]]:
    """The rows of that name in all charts, then those of other charts that their cells name: a unit's combat row."""
    found = [(chart, row) for chart in every.values() if row in chart.rows]
    seen = {(chart.name, row) for chart, row in found}
    yield from found
    for chart, _ in found:
        for column, target in chart.names.items():
            word = chart.cell(row, column).value
            if isinstance(word, str) and word in every[target].rows and (target, word) not in seen:
                seen.add((target, word))
                yield every[target], word
