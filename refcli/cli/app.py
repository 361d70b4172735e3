"""The commands: fixed ones, and one for each procedure of the chosen ruleset, each built when it is called."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from refcli import __version__
from refcli.cli.shared import rules_option, settings
from refcli.core.errors import Refused, UnknownName, nearest
from refcli.referee.referee import Referee, ruleset_name
from refcli.rulesets import RULESETS, ruleset

FIXED = {
    "rules": ("refcli.cli.about:rules", "What each ruleset has: procedures, readings, sequence of play."),
    "card": ("refcli.cli.charts:card", "Every figure of one weapon, vehicle or unit type."),
    "charts": ("refcli.cli.charts:charts", "List, show, check, compare and print charts; begin an overlay."),
    "scenario": ("refcli.cli.scenarios:scenario", "List, run and check named situations."),
    "batch": ("refcli.cli.batch:batch", "Resolve one ruling a line: JSON lines or CSV in, JSON lines out."),
    "log": ("refcli.cli.log:log", "Show, verify, replay, amend and count the rulings of a journal."),
    "again": ("refcli.cli.again:again", "Judge the last ruling again with the same dice, the circumstances changed."),
    "config": ("refcli.cli.about:config", "Every setting and where it was set."),
    "schema": ("refcli.cli.about:schema", "JSON Schemas of requests, rulings, odds, sweeps and errors."),
}
"""Commands that do not depend on the ruleset: where each is, and its line in the help."""

HELP = """Resolve a miniatures game's procedures: dice, charts, modifiers, verdict.

refcli -R grid fire tank,2xinfantry infantry woods

refcli -R grid fire tank infantry --dice 5

refcli fire -R grid --help
"""


class Commands(TyperGroup):
    """Finds commands by name, the procedures of a ruleset among them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Without any word, the help."""
        if not args and not ctx.resilient_parsing:
            print(self.get_help(ctx))
            raise typer.Exit
        ctx.obj = said_after(args)  # --help comes before the options that stand left of it
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As Typer does it, with the ruleset known first; an unknown name is told in our words."""
        chosen = ctx.params.get("rules") or said_after(args[1:])
        ctx.obj = chosen or settings(ctx.params).rules.value
        command = self.get_command(ctx, args[0])
        if command is None:
            if ctx.resilient_parsing:
                return None, None, args[1:]
            if args[0].startswith("-"):
                raise Refused(f"no option is called {args[0]!r}; refcli --help lists them")
            known = (*FIXED, *self._procedures(ctx))
            raise UnknownName(f"no command is called {args[0]!r}{nearest(args[0], known)}; refcli --help lists them")
        return args[0], command, args[1:]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A fixed command, or the procedure's; None for neither."""
        if cmd_name in FIXED:
            return fixed(cmd_name)
        from refcli.cli.procedure import command_for, help_without_rules

        rules = ctx.obj
        if rules:
            referee = Referee(settings(ctx.params))
            return command_for(referee, referee.loaded(rules), cmd_name)
        if any(_has(name, cmd_name) for name in RULESETS):
            return help_without_rules(cmd_name)
        return None

    def list_commands(self, ctx: Any) -> list[str]:
        """The procedures first, as they come in the sequence of play."""
        return [*self._procedures(ctx), *FIXED]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """One line for each command; nothing of theirs is built for it."""
        chosen = ctx.obj or settings(ctx.params).rules.value
        names = [ruleset_name(chosen)] if chosen else list(RULESETS)
        for name in names:
            entry = ruleset(name)
            with formatter.section(f"Procedures of {name}"):
                formatter.write_dl([(word, entry.procedure(word).summary) for word in entry.procedures])
        with formatter.section("Other commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in FIXED.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Names of commands, or of options."""
        from typer.core import CompletionItem  # type: ignore[attr-defined]

        from refcli.cli.complete import items

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        ctx.obj = ctx.params.get("rules") or settings(ctx.params).rules.value
        return [CompletionItem(name) for name in items(self.list_commands(ctx), incomplete)]

    def _procedures(self, ctx: Any) -> list[str]:
        if ctx.obj:
            return list(ruleset(ruleset_name(ctx.obj)).procedures)
        return list(dict.fromkeys(name for rules in RULESETS for name in ruleset(rules).procedures))


def _has(rules: str, procedure: str) -> bool:
    entry = ruleset(rules)
    return procedure in entry.procedures or procedure in entry.also


def said_after(arguments: Sequence[str]) -> str:
    """The ruleset that ``-R`` or ``--rules`` names among arguments."""
    for index, argument in enumerate(arguments):
        if argument in ("-R", "--rules"):
            return arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument.startswith("--rules="):
            return argument.partition("=")[2]
        if argument.startswith("-R") and len(argument) > 2:
            return argument[2:]
    return ""


def fixed(name: str) -> Any:
    """A fixed command, built now."""
    module, _, attribute = FIXED[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    built = typer.main.get_command(found) if isinstance(found, typer.Typer) else found()
    built.name = name
    return built


def command() -> TyperCommand | Commands:
    """The whole command line."""
    return Commands(
        name="refcli",
        help=HELP,
        params=[
            rules_option(),
            TyperOption(
                param_decls=["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_version,
                help="Show the version and leave.",
            ),
            TyperOption(
                param_decls=["--show-completion"],
                metavar="SHELL",
                is_eager=True,
                expose_value=False,
                callback=_completion,
                help="Print the completion script of bash, zsh, fish, powershell or pwsh.",
            ),
        ],
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        subcommand_metavar="PROCEDURE [WHO] [WHOM] [CONDITION]...",
    )


def _version(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        print(f"refcli {__version__}")
        raise typer.Exit


def _completion(ctx: Any, param: Any, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        from refcli.cli.complete import script

        print(script(value))
        raise typer.Exit
