"""Which ruleset, and which of its charts, a command about charts means."""

from typing import Annotated

import typer

from refcli.cli.complete import complete_charts, complete_rules
from refcli.cli.shared import settings
from refcli.core.errors import Refused, UnknownName
from refcli.referee.referee import LoadedRuleset, Referee, ruleset_name
from refcli.rulesets import RULESETS

Rules = Annotated[str | None, typer.Argument(help="The ruleset.", metavar="[RULESET]", autocompletion=complete_rules)]
Names = Annotated[
    list[str] | None,
    typer.Argument(help="Charts; none means all.", metavar="[CHART]...", autocompletion=complete_charts),
]


def chosen_ruleset(ctx: typer.Context, rules: str | None = None) -> LoadedRuleset:
    """The ruleset that is named, or set."""
    chosen = rules or ctx.find_root().params.get("rules") or settings({}).rules.value
    if not chosen:
        raise Refused('which rules? name the ruleset behind the command, or set it: rules = "grid" in refcli.toml')
    return Referee(settings({})).loaded(chosen)


def chosen_rulesets(ctx: typer.Context, rules: str | None) -> list[LoadedRuleset]:
    """The ruleset that is named, or set, or all of them."""
    chosen = rules or ctx.find_root().params.get("rules") or settings({}).rules.value
    referee = Referee(settings({}))
    return [referee.loaded(name) for name in ([chosen] if chosen else RULESETS)]


def chosen_ruleset_and_charts(
    ctx: typer.Context, rules: str | None, names: list[str] | None
) -> tuple[LoadedRuleset, list[str]]:
    """The first word may be left out, or be a chart, where the ruleset is set."""
    words = list(names or [])
    if rules:
        try:
            return Referee(settings({})).loaded(ruleset_name(rules)), words
        except UnknownName:
            if not (ctx.find_root().params.get("rules") or settings({}).rules.value):
                raise
            words.insert(0, rules)
    return chosen_ruleset(ctx), words
