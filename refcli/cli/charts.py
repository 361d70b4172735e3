"""``refcli charts``: list, show, check, compare and print charts, and begin an overlay."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from refcli.cli.charts_print import print_
from refcli.cli.chosen_ruleset import Names, Rules, chosen_ruleset_and_charts, chosen_rulesets
from refcli.cli.command import AsJson, AsPlain
from refcli.cli.terminal import width_of
from refcli.cli.workspace import chosen_format, output_format, usable, wants_json, workspace_of
from refcli.core.charts import Chart
from refcli.core.errors import BadData
from refcli.wire.lookup import known_name

charts = typer.Typer(
    help="List, show, check, compare and print charts; begin your own.",
    rich_markup_mode=None,
    add_completion=False,
)


@charts.command("list")
def list_(ctx: typer.Context, rules: Rules = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """List the charts of a ruleset, or of all."""
    from refcli.render.columns import wrapped

    rows: list[dict[str, Any]] = []
    for loaded in usable(chosen_rulesets(ctx, rules)):
        for name, chart in loaded.charts_in_force(workspace_of(ctx).settings).items():
            ours = [cell.source.is_house for cell in chart.cells()]
            row = {"rules": loaded.ruleset.name, "chart": name, "title": chart.title}
            rows.append({**row, "cells": len(ours), "house": sum(ours)})
    if wants_json(ctx, json, plain):
        _print_answer(charts=rows)
        return
    first, second = (max(len(row[column]) for row in rows) + 2 for column in ("rules", "chart"))
    width = width_of(sys.stdout)
    for row in rows:
        house = f", {row['house']} house" if row["house"] else ""
        names = f"{row['rules']:{first}}{row['chart']:{second}}"
        said = f"{row['title']}  ({row['cells']} cells{house})"
        print("\n".join(wrapped(said, width, names, " " * len(names))))


@charts.command()
def show(
    ctx: typer.Context, rules: Rules = None, names: Names = None, json: AsJson = False, plain: AsPlain = False
) -> None:
    """Show charts as the book lays them out, with their conditions and sources."""
    from refcli.render.chart import chart_lines, chart_table

    loaded, words = chosen_ruleset_and_charts(ctx, rules, names)
    chosen = workspace_of(ctx).settings.under(format=chosen_format(json, plain))
    every = loaded.charts_in_force(chosen)
    where = f"refcli charts list {loaded.ruleset.name}"
    wanted = [known_name(word, every, f"chart of {loaded.ruleset.name}", where) for word in words] or every
    how = output_format(chosen)
    for index, chart in enumerate(every[name] for name in dict.fromkeys(wanted)):
        if how == "json":
            _print_answer(**chart_object(loaded.ruleset.name, chart))
        elif how == "plain":
            print(("\n" if index else "") + "\n".join(chart_lines(chart, every, width_of(sys.stdout))))
        else:
            from refcli.cli.console import Console

            screen = Console()
            screen.print(chart_table(chart, every, screen.width))


@charts.command()
def check(ctx: typer.Context, rules: Rules = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """Check chart files, yours too: their form, and whether they fit the rules; status 3 on a fault."""
    from refcli.files.check import faults_of
    from refcli.files.overlays import unknown_folders

    faults: list[str] = []
    checked = 0
    for loaded in chosen_rulesets(ctx, rules):
        try:
            faults.extend(faults_of(loaded.ruleset, loaded.library))
            checked += len(loaded.library.names())
        except BadData as error:
            faults.extend(error.faults)
    overlays = workspace_of(ctx).settings.overlays
    faults.extend(unknown_folders(overlays, [*workspace_of(ctx).referee.rulesets] if overlays else ()))
    found = list(dict.fromkeys(faults))
    if wants_json(ctx, json, plain):
        _print_answer(charts=checked, faults=found)
    elif not found:
        print(f"{checked} charts: no fault")
    if found:
        raise BadData(found)


@charts.command()
def diff(ctx: typer.Context, rules: Rules = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """Show what your own charts change, before and after: figures, conditions, readings, words, templates."""
    from refcli.files.overlays import overlay_changes

    rows: list[dict[str, Any]] = []
    for loaded in usable(chosen_rulesets(ctx, rules)):
        for ref, old, new in overlay_changes(loaded.library.as_shipped(), loaded.library):
            rows.append({"rules": loaded.ruleset.name, "cell": ref, "before": old, "after": new})
    if wants_json(ctx, json, plain):
        _print_answer(changes=rows)
        return
    for row in rows:
        old = "new" if row["before"] is None else row["before"]
        print(f"{row['rules']} {row['cell']}: {old} -> {row['after']}")
    if not rows:
        print("no overlay changes anything")


@charts.command()
def new(
    ctx: typer.Context,
    rules: Annotated[str, typer.Argument(help="The ruleset.", metavar="RULESET")],
    chart: Annotated[str, typer.Argument(help="The chart to begin from.", metavar="CHART")],
    folder: Annotated[Path, typer.Argument(help="The folder of your charts.", metavar="FOLDER")] = Path("my-charts"),
) -> None:
    """Begin a chart of your own: a file with the shipped figures, which you change by hand."""
    from refcli.files.toml_file import write_toml

    loaded = workspace_of(ctx).referee.loaded(rules)
    where = f"refcli charts list {loaded.ruleset.name}"
    name = known_name(chart, loaded.library.names(), f"chart of {loaded.ruleset.name}", where)
    table = loaded.library.file(name).table
    kept: dict[str, Any] = {key: table[key] for key in ("rows", "condition") if key in table}
    path = folder / loaded.ruleset.name / f"{name}.toml"
    comment = (
        f"{table['title']}: an overlay of {loaded.ruleset.name}.\n"
        "Change figures here; lines left out stay as they are shipped.\n"
        f'In refcli.toml: charts = ["{folder}"], or REFCLI_CHARTS={folder}'
    )
    write_toml(path, kept, comment)
    print(f"{path} written; it changes nothing yet. Then: REFCLI_CHARTS={folder} refcli charts diff {rules}")


charts.command("print")(print_)


@charts.command()
def digest(ctx: typer.Context, rules: Rules = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """Print the digest of each ruleset's charts: a sheet with another one below it is out of date."""
    digests: dict[str, str] = {}
    for loaded in usable(chosen_rulesets(ctx, rules)):
        loaded.library.everything()  # what cannot be read has no digest
        digests[loaded.ruleset.name] = loaded.library.digest()
    if wants_json(ctx, json, plain):
        _print_answer(digests=digests)
    else:
        print("\n".join(f"{name:16}{one}" for name, one in digests.items()))


def _print_answer(**answer: Any) -> None:
    from refcli.cli.output import print_answer  # loaded when it is used: a sheet is printed without

    print_answer(**answer)


def chart_object(rules: str, chart: Chart) -> dict[str, Any]:
    """A chart as a plain object."""
    from refcli.wire.objects import CELL, SOURCE

    return {
        "rules": rules,
        "chart": chart.name,
        "title": chart.title,
        "source": SOURCE.dump(chart.source),
        "columns": list(chart.columns),
        "rows": {row: [CELL.dump(chart.cell(row, column)) for column in chart.columns] for row in chart.rows},
        "conditions": [
            {
                "name": one.name,
                "text": one.text,
                "says": one.consequence,
                "value": one.value,
                "source": SOURCE.dump(one.source),
            }
            for one in chart.conditions.values()
        ],
    }
