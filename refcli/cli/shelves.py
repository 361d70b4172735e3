"""Which ruleset, and which of its charts, a command about charts means."""

from typing import Annotated

import typer

from refcli.cli.complete import complete_charts, complete_rules
from refcli.cli.shared import settings
from refcli.core.errors import Refused, UnknownName
from refcli.referee.referee import Referee, Shelf, ruleset_name
from refcli.rulesets import RULESETS

Rules = Annotated[str | None, typer.Argument(help="The ruleset.", metavar="[RULESET]", autocompletion=complete_rules)]
Names = Annotated[
    list[str] | None,
    typer.Argument(help="Charts; none means all.", metavar="[CHART]...", autocompletion=complete_charts),
]


def shelf_of(ctx: typer.Context, rules: str | None = None) -> Shelf:
    """The ruleset that is named, or set."""
    chosen = rules or ctx.find_root().params.get("rules") or settings({}).rules.value
    if not chosen:
        raise Refused('which rules? name the ruleset behind the command, or set it: rules = "grid" in refcli.toml')
    return Referee(settings({})).shelf(chosen)


def shelves(ctx: typer.Context, rules: str | None) -> list[Shelf]:
    """The ruleset that is named, or set, or all of them."""
    chosen = rules or ctx.find_root().params.get("rules") or settings({}).rules.value
    referee = Referee(settings({}))
    return [referee.shelf(name) for name in ([chosen] if chosen else RULESETS)]


def shelf_and_names(ctx: typer.Context, rules: str | None, names: list[str] | None) -> tuple[Shelf, list[str]]:
    """The first word may be left out, or be a chart, where the ruleset is set."""
    words = list(names or [])
    if rules:
        try:
            return Referee(settings({})).shelf(ruleset_name(rules)), words
        except UnknownName:
            if not (ctx.find_root().params.get("rules") or settings({}).rules.value):
                raise
            words.insert(0, rules)
    return shelf_of(ctx), words
