"""``refcli schema``: JSON Schemas of requests, rulings, odds, sweeps and errors."""

import json as json_text
from typing import Annotated, Any

import typer

from refcli.cli.surroundings import around
from refcli.core.procedure import Procedure
from refcli.plain.schema import error_schema, odds_schema, request_schema, ruling_schema, sweep_schema
from refcli.rulesets import RULESETS

schema = typer.Typer(rich_markup_mode=None, add_completion=False)


@schema.command("schema")
def schema_(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The ruleset; none means all.", metavar="[RULESET]")] = None,
    procedure: Annotated[str | None, typer.Argument(help="One procedure.", metavar="[PROCEDURE]")] = None,
) -> None:
    """JSON Schemas: the request of each procedure (a batch line, a scenario's ruling), the answers, the error."""
    chosen = name or ctx.find_root().params.get("rules")
    referee = around(ctx).referee
    requests: dict[str, Any] = {}
    for rules in [chosen] if chosen else RULESETS:
        loaded = referee.loaded(rules)
        wanted: list[Procedure] = (
            [loaded.procedure(procedure)] if procedure else [loaded.procedure(one) for one in loaded.ruleset.procedures]
        )
        for one in wanted:
            requests[f"{loaded.ruleset.name} {one.name}"] = request_schema(
                loaded.ruleset.name, one, loaded.library.charts(one.charts), loaded.readings
            )
    answers = {"ruling": ruling_schema(), "odds": odds_schema(), "sweep": sweep_schema(), "error": error_schema()}
    print(json_text.dumps({"requests": requests, **answers}, indent=1, ensure_ascii=False))
