"""``refcli card``: every figure of one weapon, vehicle or unit type."""

import sys
from typing import Annotated

import typer

from refcli.cli.chosen_ruleset import chosen_ruleset
from refcli.cli.command import AsJson, AsPlain
from refcli.cli.output import print_answer
from refcli.cli.terminal import width_of
from refcli.cli.workspace import wants_json, workspace_of
from refcli.core.reference import card_parts, label_of, rows_called
from refcli.referee.documents import row_named
from refcli.render.card import card_lines
from refcli.wire.objects import CELL

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
        print_answer(name=row, cells=[CELL.dump(one) for one in cells.values()])
        return
    print("\n".join(card_lines(label_of(row, every), parts, width_of(sys.stdout))))
