"""The command line: one Typer app with the command that the words name."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from refcli import __version__
from refcli.cli.command import (
    EVENING,
    FIXED,
    GAME_OPTION,
    HELP,
    HELP_ALL,
    IN_A_GAME,
    RULES_OPTION,
    SHORT_HELP,
    Command,
    Group,
    Parameter,
    command_of,
    first_words,
    flag,
    no_such_option,
    option,
    split,
)
from refcli.cli.workspace import Workspace
from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import in_short

VERSION = flag("--version", help="Show the version.")
SHOW_COMPLETION = option(
    "--show-completion",
    metavar="SHELL",
    help="Print what makes TAB work in bash, zsh, fish, powershell or pwsh.",
)
OPTIONS = (RULES_OPTION, GAME_OPTION, VERSION, SHOW_COMPLETION)
"""The options of refcli itself, before the command word."""

SCRIPTS = {"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1", "pwsh": "ps1"}
"""The shells with the endings of their scripts."""


class SeveralCommands(UnknownName):
    """The beginning of several commands."""

    def __init__(self, word: str, names: Sequence[str]) -> None:
        from refcli.wire.lookup import alternatives

        super().__init__(f"{in_short(word)} could be {alternatives(names)}: type which one")
        self.names = names


def run_words(words: Sequence[str], workspace: Workspace) -> int:
    """Run the words of a command line; return the exit status. Raises errors of refcli and of Typer."""
    own, rest = split_at_command(words)
    if HELP in own or SHORT_HELP in own or words in ([], ["help"]):
        from refcli.cli.help import first_page, show

        rules = value_of(RULES_OPTION, own)
        show(first_page(workspace, rules, OPTIONS), workspace)
        return 0
    given, _ = split(own, OPTIONS)
    if given["version"]:
        print(f"refcli {__version__}")
        return 0
    if given["show_completion"] is not None:
        print(script(given["show_completion"]))
        return 0
    if rest[:1] == ["help"]:
        rest = [*rest[1:2], HELP]
    if not rest:
        from refcli.cli.help import first_page, show

        show(first_page(workspace, given["rules"] or "", OPTIONS), workspace, missing=True)
        raise Refused("which command? refcli --help tells them all")
    path, command, rest = find(given, rest, workspace, workspace.takes_prefixes)
    asks_all = HELP_ALL in rest and any(HELP_ALL in one.names for one in command.parameters)
    asks_help = asks_all or not {HELP, SHORT_HELP}.isdisjoint(rest[: rest.index("--")] if "--" in rest else rest)
    if asks_help or command.is_unfinished(rest):
        from refcli.cli.help import show

        show(command.page(path, workspace, asks_all), workspace, missing=not asks_help)
        if asks_help:
            return 0
    if isinstance(command, Group):
        raise Refused(f"which command? {path} --help tells them all")
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    command.register(app)
    words = ["--", *rest] if command.verbatim else rest
    # Typer has answers of its own to a closed pipe and to Ctrl-C, so the work begins after it has read the words.
    work: Callable[[], int | None] = app(words, standalone_mode=False, prog_name=path, obj=workspace)
    return work() or 0


def script(shell: str) -> str:
    """Return the completion script of a shell."""
    if shell not in SCRIPTS:
        raise Refused(f"--show-completion: {in_short(shell)} is none of {', '.join(SCRIPTS)}")
    path = Path(__file__).with_name("shells") / f"refcli.{SCRIPTS[shell]}"
    return path.read_text(encoding="utf-8").strip()


def split_at_command(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words before the command, which are refcli's own options, and the others."""
    with_value = {name for one in OPTIONS if one.metavar for name in one.names}
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in with_value else 1
    return [*words[:at]], [*words[at:]]


def value_of(parameter: Parameter, words: Sequence[str]) -> str:
    """Return the value of an option, wherever it is among words; empty without one."""
    for at, word in enumerate(words):
        if word in parameter.names:
            return words[at + 1] if at + 1 < len(words) else ""
        for name in parameter.names:
            start = f"{name}=" if name.startswith("--") else name
            if word.startswith(start):
                return word.removeprefix(start)
    return ""


def find(
    given: Mapping[str, Any], words: Sequence[str], workspace: Workspace, prefixes: bool
) -> tuple[str, Command, list[str]]:
    """Return the path of the command that words name, the command, and its own words.

    With ``prefixes`` the beginning of a command is enough. Raises UnknownName or Refused.
    """
    word, *rest = words
    rules = given["rules"] or value_of(RULES_OPTION, rest)
    workspace.work_in(given["game"] or value_of(GAME_OPTION, rest), rules)
    if not rules:
        evening = None if word in FIXED else workspace.evening
        rules = evening.game.rules if evening else str(workspace.settings.rules.value)
    name = _full_name(word, rules, workspace) if prefixes and word not in FIXED else word
    command = command_named(name, rules, workspace)
    path = f"{workspace.program} {name}".lstrip()
    if isinstance(command, Group) and rest[:1] not in ([HELP], [SHORT_HELP]):
        if command.default and (not rest or rest[0] not in command.commands):
            rest = [command.default, *rest]
        if rest:
            known = {one: (one,) for one in command.commands}
            inner = meant_by(rest[0], known) if prefixes else rest[0]
            if inner.startswith("-"):
                raise no_such_option(inner, {})
            if inner not in command.commands:
                raise Refused(
                    f"{path} has no command {in_short(inner)}{nearest(inner, known)}; {path} --help lists them"
                )
            path, command, rest = f"{path} {inner}", command.commands[inner], rest[1:]
    return path, command.specific(rest), rest


def _full_name(word: str, rules: str, workspace: Workspace) -> str:
    """Return the command that the beginning of a name means: a procedure first, then one of a game."""
    from refcli.wire.lookup import matches

    known = first_words(workspace, rules)
    if rules and word.lower() not in known:
        if not matches(word, known, prefixes=True):
            known = {name: (name,) for name in EVENING}
        instead = workspace.referee.loaded(rules).library.about().get("instead", {})
        if word.lower() in instead or not matches(word, known, prefixes=True):
            known = {name: (name,) for name in instead}  # the error names the procedure that does the job
    return meant_by(word, known)


def meant_by(word: str, known: Mapping[str, tuple[str, ...]]) -> str:
    """Return the command that a word or its beginning means, or the word itself. Raises SeveralCommands."""
    if word in known:
        return word
    from refcli.wire.lookup import matches

    names = matches(word, known, prefixes=True)
    if len(names) > 1:
        raise SeveralCommands(word, names)
    return names[0] if names else word


def command_named(name: str, rules: str, workspace: Workspace) -> Command:
    """Return the command of a full name. Raises UnknownName."""
    if name in FIXED:
        if name in IN_A_GAME and workspace.evening:
            name = IN_A_GAME[name]
        module, _, attribute = FIXED[name][0].partition(":")
        found = getattr(import_module(module), attribute)
        command: Command = command_of(found, name) if isinstance(found, typer.Typer) else found(workspace)
        return command
    from refcli.cli.procedure import MissingRulesetCommand, ProcedureCommand  # no other command prints rulings

    evening = workspace.evening
    if evening or rules:
        loaded = evening.loaded(workspace.typed_rules) if evening else workspace.referee.loaded(rules)
        return ProcedureCommand(workspace, loaded, loaded.procedure(name))
    rulesets = workspace.referee.rulesets
    for known in (rulesets.at_hand(), rulesets):
        having = [one for one in known if name in (*rulesets.ruleset(one).procedures, *rulesets.ruleset(one).also)]
        if having:
            return MissingRulesetCommand(name, having)
    words = [*first_words(workspace, ""), *EVENING]
    raise UnknownName(f"no command is called {in_short(name)}{nearest(name, words)}; refcli --help lists them")
