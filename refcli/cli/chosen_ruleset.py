"""Which ruleset, and which of its charts, a command about charts means."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from refcli.cli.complete import complete_rules, items, labels_of
from refcli.cli.surroundings import around, tell
from refcli.cli.typer_inside import are_told
from refcli.core.errors import Refused, UnknownName
from refcli.referee.referee import LoadedRuleset


def chosen_ruleset(ctx: typer.Context, rules: str | None = None) -> LoadedRuleset:
    """The ruleset that is named, or set."""
    chosen = _named_or_set(ctx, rules)
    if not chosen:
        raise Refused('which rules? name the ruleset behind the command, or set it: rules = "grid" in refcli.toml')
    return around(ctx).referee.loaded(chosen)


def chosen_rulesets(ctx: typer.Context, rules: str | None) -> list[LoadedRuleset]:
    """The ruleset that is named, or set, or all of them."""
    referee = around(ctx).referee
    chosen = _named_or_set(ctx, rules)
    return [referee.loaded(name) for name in ([chosen] if chosen else referee.rulesets)]


def whole(found: Sequence[LoadedRuleset]) -> list[LoadedRuleset]:
    """Of several rulesets, those that can be listed: one that is not ours is told and left out for a fault."""
    return [loaded for loaded in found if len(found) == 1 or not loaded.place or _is_whole(loaded)]


def _is_whole(loaded: LoadedRuleset) -> bool:
    try:
        loaded.library.everything()
        loaded.fields()
    except Refused as error:
        tell(f"{loaded.ruleset.name} is left out: {str(error).splitlines()[0]}")
        return False
    return True


def chosen_ruleset_and_charts(
    ctx: typer.Context, rules: str | None, charts: list[str] | None
) -> tuple[LoadedRuleset, list[str]]:
    """The first word may be left out, or be a chart, where the ruleset is set."""
    words = list(charts or [])
    if rules:
        try:
            return around(ctx).referee.loaded(rules), words
        except UnknownName:
            if not _named_or_set(ctx, None):
                raise
            words.insert(0, rules)
    return chosen_ruleset(ctx), words


def _named_or_set(ctx: typer.Context, rules: str | None) -> str:
    return str(rules or ctx.find_root().params.get("rules") or around(ctx).settings.rules.value)


def complete_charts(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
    """Charts that were not named yet, of the ruleset that stands before them or is set."""
    loaded, named = chosen_ruleset_and_charts(ctx, ctx.params.get("rules"), ctx.params.get("names"))
    titles = {name: chart.title for name, chart in loaded.library.everything().items()} if are_told() else {}
    return items({name: titles.get(name, "") for name in loaded.library.names() if name not in named}, incomplete)


def complete_rows(ctx: typer.Context, args: Any, incomplete: str) -> list[str]:
    """Rows of all charts of the ruleset that is named or set."""
    charts = chosen_ruleset(ctx, ctx.params.get("rules")).library.everything().values()
    return items(labels_of(charts), incomplete)


Rules = Annotated[
    str | None,
    typer.Argument(
        help="The ruleset; left out, the one that is set, or all.", metavar="[RULESET]", autocompletion=complete_rules
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Argument(help="Charts; none means all.", metavar="[CHART]...", autocompletion=complete_charts),
]
