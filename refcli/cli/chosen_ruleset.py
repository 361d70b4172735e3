"""Which ruleset, and which of its charts, a command about charts means."""

from typing import Annotated

import typer

from refcli.cli.workspace import workspace_of
from refcli.core.errors import Refused, UnknownName
from refcli.referee.referee import LoadedRuleset


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


Rules = Annotated[
    str | None, typer.Argument(help="The ruleset; left out, the one that is set, or all.", metavar="[RULESET]")
]
Names = Annotated[list[str] | None, typer.Argument(help="Charts; none means all.", metavar="[CHART]...")]
