"""``refcli charts``: list, show, check, compare and print charts, and begin an overlay; ``refcli card``."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from refcli.cli.command import AsJson, AsPlain
from refcli.cli.print import Format, Odds, On, Output, Over, Printout, format_of, names_in, roster_as, upright
from refcli.cli.terminal import width_of
from refcli.cli.workspace import chosen_format, output_format, usable, wants_json, workspace_of
from refcli.core.charts import Chart
from refcli.core.errors import BadData, Refused, UnknownName
from refcli.printing.paper import SHEET_PAPERS
from refcli.referee.referee import LoadedRuleset
from refcli.wire.lookup import known_name

Rules = Annotated[
    str | None, typer.Argument(help="The ruleset; left out, the one that is set, or all.", metavar="[RULESET]")
]
Names = Annotated[list[str] | None, typer.Argument(help="Charts; none means all.", metavar="[CHART]...")]

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


@charts.command("print")
def print_(
    ctx: typer.Context,
    rules: Rules = None,
    names: Names = None,
    format: Annotated[Format | None, typer.Option("--format", help="[default: as OUT ends, else html]")] = None,
    paper: Annotated[On | None, typer.Option(help="The paper of PDF and SVG. [default: a4]")] = None,
    landscape: Annotated[bool, typer.Option("--landscape", help="Turn the paper of the sheet.")] = False,
    out: Output = None,
    without: Annotated[str, typer.Option("--without", metavar="A,B", help="Leave these blocks out.")] = "",
    large: Annotated[bool, typer.Option("--large", help="One block a page, as large as it goes.")] = False,
    odds: Annotated[Odds, typer.Option(help="The chance beside target numbers.")] = Odds.SOME,
    published: Annotated[bool, typer.Option("--published", help="Leave house values open, to write in.")] = False,
    sources: Annotated[bool, typer.Option("--sources", help="Print every chart with where it stands.")] = False,
    changes: Annotated[
        bool, typer.Option("--changes", help="Print what differs here from the rules as shipped, to sign.")
    ] = False,
    reference: Annotated[bool, typer.Option("--reference", help="Print the lists of weapons and units.")] = False,
    templates: Annotated[bool, typer.Option("--templates", help="Print templates to cut out, at true scale.")] = False,
    over: Over = False,
) -> None:
    """Print the quick-reference sheet, or what it has of the charts that are named."""
    loaded, words = chosen_ruleset_and_charts(ctx, rules, names)
    if str(out) == "-":
        out = None
    if changes and (words or templates):
        raise Refused("--changes is one handout of its own: leave out charts and --templates")
    if sum((changes, templates, reference, sources)) > 1:
        raise Refused("--changes, --templates, --reference and --sources are printed one at a time")
    if (without or large or landscape) and (changes or templates or reference or sources):
        raise Refused("--without, --large and --landscape are for the quick-reference sheet alone")
    allowed = (Format.PDF, Format.SVG) if templates else tuple(one for one in Format if one is not Format.SVG)
    how = format_of(format, out, allowed, "templates are" if templates else "sheets are")
    if how not in (Format.PDF, Format.SVG) and (paper or large or landscape):
        raise Refused("--paper, --large and --landscape lay out a PDF: say --format pdf, or -o FILE.pdf")
    from refcli.referee import documents  # TAB and --help do without

    to, on, settings = Printout(how, out, over), paper or On.A4, workspace_of(ctx).settings
    if templates:
        if published:
            raise Refused("--published and --templates: a size cannot be left open; those of the house are starred")
        pages = documents.template_pages(loaded, words, settings, upright(on))
        to.write_pages(pages, f"{loaded.library.about()['title']}: templates")
        return
    if words and documents.are_rows(loaded, words):
        format_of(how, None, (Format.HTML, Format.PDF), "cards are")
        to.write(roster_as(documents.cards_of(loaded, words, settings), how, upright(on)))
        return
    settings = settings.under(published=published or None)
    if reference:
        from refcli.printing.reference_formats import reference_as

        lists = documents.reference_set(loaded, words, settings)
        to.write(reference_as(lists, how, upright(on), loaded.ruleset.name))
        return
    from refcli.printing.sheets.sheet import Style
    from refcli.printing.sheets.sheet_formats import sheet_as

    style = Style(odds.value, bool(settings.published.value))
    if changes:
        to.write(sheet_as(documents.changes_sheet(loaded, settings), how, upright(on)))
    elif sources:
        to.write(sheet_as(documents.charts_sheet(loaded, words, settings, style), how, upright(on)))
    else:
        sheet = documents.quick_sheet(loaded, words, settings, style, names_in(without))
        to.write(sheet_as(sheet, how, SHEET_PAPERS[on.value], landscape, large))


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


card = typer.Typer(rich_markup_mode=None, add_completion=False)


@card.command("card")
def card_(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="A weapon, vehicle or unit type.", metavar="NAME")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", "-R", metavar="RULESET", help="The ruleset, or a short name of it: cc, fw, sk."),
    ] = None,
    json: AsJson = False,
    plain: AsPlain = False,
) -> None:
    """Every figure of one weapon, vehicle or unit type."""
    from refcli.core.reference import card_parts, label_of, rows_called
    from refcli.referee.documents import row_named
    from refcli.render.chart import card_lines
    from refcli.wire.objects import CELL

    loaded = chosen_ruleset(ctx, rules)
    every = loaded.charts_in_force(workspace_of(ctx).settings)
    row = row_named(name, every, loaded.ruleset.name)
    tables = loaded.library.reference()
    parts = list(card_parts(row, every, tables))
    if wants_json(ctx, json, plain):
        cells = {
            cell.ref: cell
            for chart, one in rows_called(row, every, tables)
            for cell in [chart.cell(one, column) for column in chart.columns]
        }
        _print_answer(name=row, cells=[CELL.dump(one) for one in cells.values()])
        return
    print("\n".join(card_lines(label_of(row, every), parts, width_of(sys.stdout))))


def chosen_ruleset(ctx: typer.Context, rules: str | None = None) -> LoadedRuleset:
    """The ruleset that is named, or set."""
    chosen = _named_or_set(ctx, rules)
    if not chosen:
        raise Refused('which rules? name the ruleset behind the command, or set it: rules = "grid" in refcli.toml')
    return workspace_of(ctx).referee.loaded(chosen)


def chosen_rulesets(ctx: typer.Context, rules: str | None) -> list[LoadedRuleset]:
    """The ruleset that is named, or set, or all of them."""
    referee = workspace_of(ctx).referee
    chosen = _named_or_set(ctx, rules)
    return [referee.loaded(name) for name in ([chosen] if chosen else referee.rulesets)]


def chosen_ruleset_and_charts(
    ctx: typer.Context, rules: str | None, charts: list[str] | None
) -> tuple[LoadedRuleset, list[str]]:
    """The first word may be left out, or be a chart, where the ruleset is set."""
    words = list(charts or [])
    if rules:
        try:
            return workspace_of(ctx).referee.loaded(rules), words
        except UnknownName:
            if not _named_or_set(ctx, None):
                raise
            words.insert(0, rules)
    return chosen_ruleset(ctx), words


def _named_or_set(ctx: typer.Context, rules: str | None) -> str:
    return str(rules or workspace_of(ctx).typed_rules or workspace_of(ctx).settings.rules.value)
