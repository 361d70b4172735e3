"""Commands that can only refuse: a procedure while no ruleset is chosen, ``again`` before the first ruling."""

from typing import Annotated

import typer

from refcli.cli.options import RULES
from refcli.core.errors import Refused
from refcli.rulesets import RULESETS, ruleset


def without_ruleset(name: str) -> typer.Typer:
    """What a procedure answers while no ruleset is chosen."""
    having = [rules for rules in RULESETS if name in (*ruleset(rules).procedures, *ruleset(rules).also)]
    said = f"{name} is a procedure of {', '.join(having)}; choose the ruleset: refcli -R {having[0]} {name}"
    return refusing(Refused(f"which rules? {said}"), said, "...")


def refusing(why: Refused, help: str, metavar: str) -> typer.Typer:
    """A command that takes whatever is typed, and refuses it."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False)

    @app.command(help=help, context_settings={"ignore_unknown_options": True})
    def refuse(
        words: Annotated[list[str] | None, typer.Argument(metavar=metavar)] = None,
        rules: Annotated[str | None, typer.Option("--rules", "-R", **RULES)] = None,
    ) -> None:
        raise why

    return app
