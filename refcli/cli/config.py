"""``refcli config``: every setting and where it was set."""

import json as json_text

import typer

from refcli.cli.command import AsJson, AsPlain
from refcli.cli.output import print_answer
from refcli.cli.workspace import wants_json, workspace_of
from refcli.core.errors import UnknownName
from refcli.referee.referee import Referee
from refcli.referee.settings import KINDS

config = typer.Typer(rich_markup_mode=None, add_completion=False)


@config.command("config")
def config_(ctx: typer.Context, json: AsJson = False, plain: AsPlain = False) -> None:
    """Every setting, and whether a flag, the environment, a file or the default has set it."""
    found = workspace_of(ctx).settings.under(rules=workspace_of(ctx).typed_rules or None)
    pairs = [(key, getattr(found, key)) for key in KINDS]
    _check(workspace_of(ctx).referee.under(found))
    if wants_json(ctx, json, plain):
        print_answer(settings={key: {"value": one.value, "origin": one.origin} for key, one in pairs})
        return
    for key, one in pairs:
        value = json_text.dumps(one.value, ensure_ascii=False) if one.value not in ("", (), [], {}) else "-"
        print(f"{key:10} {value:30} from {one.origin}")


def _check(referee: Referee) -> None:
    """Raise UnknownName, with where it was set, for a ruleset that does not exist, BadData for such a reading."""
    settings = referee.settings
    try:
        if settings.rules.value:
            referee.loaded(settings.rules.value)
    except UnknownName as error:
        raise UnknownName(f"{settings.rules.origin}: {error}") from None
    for name in settings.readings.value:
        referee.loaded(name).chosen(settings)
