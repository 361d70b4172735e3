"""``refcli schema``: JSON Schemas of requests, rulings, odds, sweeps, errors, and of what other commands answer."""

import json as json_text
from typing import Annotated, Any

import typer

from refcli.cli.workspace import usable, workspace_of
from refcli.core.procedure import Procedure, effect_kinds
from refcli.wire.schemas import answer_schemas, error_schema, odds_schema, request_schema, ruling_schema, sweep_schema

schema = typer.Typer(rich_markup_mode=None, add_completion=False)


@schema.command("schema")
def schema_(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="The ruleset; none means all.", metavar="[RULESET]")] = None,
    procedure: Annotated[str | None, typer.Argument(help="One procedure.", metavar="[PROCEDURE]")] = None,
) -> None:
    """JSON Schemas: the request of each procedure (a batch line, a scenario's ruling), every answer, the error."""
    chosen = name or workspace_of(ctx).typed_rules
    referee = workspace_of(ctx).referee
    requests: dict[str, Any] = {}
    procedures: list[Procedure] = []
    for loaded in usable([referee.loaded(rules) for rules in ([chosen] if chosen else referee.rulesets)]):
        for one in [procedure] if procedure else loaded.ruleset.procedures:
            found = loaded.procedure(one)
            procedures.append(found)
            requests[f"{loaded.ruleset.name} {found.name}"] = request_schema(
                loaded.ruleset.name, found, loaded.library.charts(found.charts), loaded.readings
            )
    outcomes = [outcome.word for one in procedures for outcome in one.outcomes]
    answers = {
        "ruling": ruling_schema(outcomes, [kind.word for kind in effect_kinds(procedures)]),
        "odds": odds_schema(outcomes),
        "sweep": sweep_schema(outcomes),
    }
    of = [*([loaded.ruleset.name] if chosen else ()), *([found.name] if procedure else ())]
    for schema in answers.values():
        schema["$id"] = ":".join([schema["$id"], *of])
    answers |= {"error": error_schema(), "answers": answer_schemas()}
    print(json_text.dumps({"requests": requests, **answers}, indent=1, ensure_ascii=False))
