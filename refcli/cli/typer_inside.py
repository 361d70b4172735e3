"""What refcli takes from behind Typer's public interface; nothing else of ours knows what a version of Typer changes.

A command that is a function goes by the public interface alone: ``typer.Typer``, ``Option``, ``Argument``, ``Context``.
The command line itself and the procedures' commands are made from requests, and every ruling makes them: by way of
a function's signature that takes eight times as long, a millisecond of each start. So they are put together here.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, NamedTuple

import typer
from typer._click.shell_completion import ShellComplete as ShellComplete
from typer._click.shell_completion import add_completion_class
from typer._click.shell_completion import split_arg_string as split_arg_string
from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    shell_complete,
)
from typer.core import (  # type: ignore[attr-defined]
    CompletionItem,
    TyperArgument,
    TyperCommand,
    TyperGroup,
    TyperOption,
)

from refcli.cli.faces_typed import faces_as_option
from refcli.core.errors import Refused, nearest

Section = tuple[str, str | list[tuple[str, str]]]
"""A section of a help page: its title, and a text or what it lists, each with what it is."""


class Page(NamedTuple):
    """A help page: how the command is typed, what it does, and its sections."""

    usage: str
    text: str
    sections: list[Section]


Completer = Callable[[Any, Any, str], list[str]]
"""What TAB offers: a function of the context, of nothing, and of the word as far as it is typed."""

COMPLETE = "_REFCLI_COMPLETE"
"""The variable in which a shell asks for completion."""

LONG = 1000
"""Letters that no first sentence of a command has."""

TEXT: dict[str, Any] = {}
TEXTS: dict[str, Any] = {}
YES_OR_NO: dict[str, Any] = {}
"""How a parameter says its type: not at all up to Typer 0.28, where it is text, or yes or no for a flag."""

Argument = TyperArgument
"""An argument that is told by the word it says of itself."""

if "type_descriptor" in TyperOption.__init__.__annotations__:  # from Typer 0.29 on
    from typer._coercion import resolve_type_descriptor  # type: ignore[import-not-found]
    from typer.models import OptionInfo

    TEXT, TEXTS, YES_OR_NO = (
        {"type_descriptor": resolve_type_descriptor(type, OptionInfo())} for type in (str, list[str], bool)
    )

    class Argument(TyperArgument):  # type: ignore[no-redef]
        """As up to Typer 0.28: no type behind its word, and no brackets around one that has its own."""

        def display_type_rich(self, ctx: Any) -> str:
            return ""

        def get_usage_pieces(self, ctx: Any) -> list[str]:
            word = self.metavar or ""
            return [word] if word.startswith("[") else list(super().get_usage_pieces(ctx))


def argument(name: str, many: bool = False, **said: Any) -> Any:
    """A word that is said by its place, or ``many`` words to the end."""
    complete = said.pop("autocompletion", None)
    found = Argument(param_decls=[name], nargs=-1 if many else 1, **(TEXTS if many else TEXT), **said)
    return _completed_by(complete, found)


def option(*names: str, many: bool = False, no_colon: bool = False, **said: Any) -> Any:
    """An option that takes a text, once or ``many`` times; one with ``no_colon`` of its own has faces behind it."""
    complete = said.pop("autocompletion", None)
    found: Any = TyperOption(param_decls=[*names], multiple=many, **(TEXTS if many else TEXT), **said)
    found.no_colon = no_colon
    return _completed_by(complete, found)


def _completed_by(complete: Completer | None, param: Any) -> Any:
    """A parameter with what TAB offers of it, all of that: Typer leaves out what begins otherwise than was typed."""
    if complete is not None:
        param._custom_shell_complete = lambda ctx, param, incomplete: offered(complete(ctx, [], incomplete))
    return param


def flag(*names: str, **said: Any) -> TyperOption:
    """An option that takes nothing."""
    return TyperOption(param_decls=[*names], is_flag=True, **YES_OR_NO, **said)


class Helped(TyperCommand):
    """A command whose help is a page: plain in a pipe, with panels at a terminal."""

    usual: frozenset[str] = frozenset()
    """The options that a game needs, where the others stand on a page of their own."""

    def page(self, ctx: Any, every: bool = False) -> Page:
        """Its help; ``every`` option is told, or those alone that a game needs."""
        return page_of(self, ctx, [], frozenset() if every else self.usual)

    def get_help(self, ctx: Any) -> str:
        """Shows the page, and leaves."""
        ctx.obj.show(self.page(ctx))
        raise typer.Exit


class Command(Helped):
    """A command that calls ``run`` with its parameters by name."""

    def __init__(self, name: str, run: Callable[..., int], params: list[Any], help: str) -> None:
        super().__init__(name=name, callback=run, params=params, help=help, rich_markup_mode=None)


class RulingCommand(Command):
    """A command that makes a ruling: the faces that players rolled may stand at its end, behind a colon."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        no_colon = [name for one in self.params if getattr(one, "no_colon", False) for name in one.opts]
        return list(super().parse_args(ctx, args if ctx.resilient_parsing else faces_as_option(args, no_colon)))


class HelpfulCommand(RulingCommand):
    """A command that says its own usage line, and sections of its help that stand before the options."""

    told: frozenset[str] = frozenset()
    """Options that its sections tell."""

    def usage(self) -> list[str]:
        """What stands behind the command's name in the usage line."""
        raise NotImplementedError

    def sections(self, ctx: Any, every: bool) -> Iterable[Section]:
        """What its help tells before the options."""
        raise NotImplementedError

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return self.usage()

    def page(self, ctx: Any, every: bool = False) -> Page:
        return page_of(self, ctx, self.sections(ctx, every), frozenset() if every else self.usual, self.told)


class Group(TyperGroup):
    """Commands of one subject."""

    def sections(self, ctx: Any) -> Iterable[Section]:
        """What its help lists: the first sentence of each command, however long it is."""
        yield "Commands", [(name, one.get_short_help_str(limit=LONG)) for name, one in self.commands.items()]

    def page(self, ctx: Any) -> Page:
        """Its help."""
        return page_of(self, ctx, self.sections(ctx))

    def get_help(self, ctx: Any) -> str:
        """Shows the page, and leaves."""
        ctx.obj.show(self.page(ctx))
        raise typer.Exit

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As Typer does it; where no command is named, they are shown before the error."""
        found = list(super().parse_args(ctx, args))
        if not ctx._protected_args and not ctx.resilient_parsing:
            page = self.page(ctx)
            ctx.obj.show(page._replace(sections=page.sections[:2]), missing=True)
            raise Refused(f"which command? {ctx.command_path} --help tells them all")
        return found

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """As Typer does it, with the whole first sentence of each command."""
        found = list(super().shell_complete(ctx, incomplete))
        for item in found:
            if item.value in self.commands:
                item.help = self.commands[item.value].get_short_help_str(limit=LONG)
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As Typer does it, with what the first word means."""
        if not ctx.resilient_parsing:
            known = {name: (name,) for name in self.list_commands(ctx)}
            args = [ctx.obj.command_meant(args[0], known), *args[1:]]
        return super().resolve_command(ctx, args)


def page_of(
    command: Any,
    ctx: Any,
    sections: Iterable[Section],
    usual: frozenset[str] = frozenset(),
    told: frozenset[str] = frozenset(),
) -> Page:
    """The help of a command: its sections, and what its arguments and options say of themselves.

    Options are the ``usual`` ones where there are such, without those that were ``told`` already or say nothing here.
    """
    told |= ctx.obj.says_nothing
    arguments: list[tuple[str, str]] = []
    options: list[tuple[str, str]] = []
    for param in command.get_params(ctx):
        said = param.get_help_record(ctx)
        if said is not None and isinstance(param, TyperArgument):
            arguments.append(said)
        elif "--help" in param.opts:
            options.append((", ".join(sorted(param.opts, key=len)), "Show this page."))
        elif said is not None and (not usual or not usual.isdisjoint(param.opts)) and told.isdisjoint(param.opts):
            options.append(said)
    every = [*sections, ("Arguments", arguments), ("Options", options)]
    pieces = " ".join(command.collect_usage_pieces(ctx)).translate({ord("{"): "", ord("}"): ""})
    return Page(
        f"{ctx.command_path} {pieces}".lstrip(),
        cleandoc(command.help or ""),
        [(title, one) for title, one in every if one],
    )


def built(app: typer.Typer, name: str) -> Any:
    """The command, or the group of commands, that functions were written for."""
    command: Any = typer.main.get_command(app)
    command.name = name
    for one in (command, *getattr(command, "commands", {}).values()):
        if type(one) is TyperCommand:
            one.__class__ = Helped
        for param in one.params:
            if type(param) is TyperArgument:
                param.__class__ = Argument
    return command


def run(command: Any, arguments: Sequence[str], around: Any) -> int:
    """Run a command line, ``around`` being its context's object; the exit status.

    This is not ``main`` of the command, which would answer for a closed pipe and for Ctrl-C in its own way.
    """
    try:
        with command.make_context(around.program, list(arguments), obj=around) as context:
            status = command.invoke(context)
    except typer.Exit as leave:
        return leave.exit_code
    return status if isinstance(status, int) else 0


def told(error: Any, arguments: Sequence[str] = ()) -> str:
    """What is wrong with a command line; of an option that there is not, with the nearest, one that begins so first.

    Of several letters behind one dash, ``-woods``, all are told as they were typed in the ``arguments``.
    """
    name, context = getattr(error, "option_name", ""), getattr(error, "ctx", None)
    several = [one for one in arguments if one[:1] == "-" != one[1:2] and len(one) > len("-d") == len(name)]
    typed = next((one for one in several if name[1] in one[1:]), None)
    if typed:
        return f"No such option: {typed}"
    if not name.startswith("--") or context is None or not hasattr(error, "possibilities"):
        return str(error.format_message())
    shown = [param for param in context.command.get_params(context) if not getattr(param, "hidden", False)]
    known = [one for param in shown for one in param.opts if one.startswith("--")]
    return f"No such option: {name}{nearest(name, known)}"


def answer_tab(command: Any, around: Any, shells: Mapping[str, Any]) -> int:
    """Answer one press of TAB, as the environment asks it; what is in ``shells`` answers in place of Typer's own."""
    completion_init()
    for name, one in shells.items():
        add_completion_class(one, name)
    return int(shell_complete(command, {"obj": around}, "refcli", COMPLETE, os.environ[COMPLETE]))


class Offer(str):
    """A word that TAB offers, and what it is, in a few words."""

    said: str

    def __new__(cls, word: str, said: str = "") -> "Offer":
        found = super().__new__(cls, word)
        found.said = said
        return found


def are_told() -> bool:
    """Whether the shell that asks tells what its offers are: bash shows bare words."""
    return os.environ.get(COMPLETE) != "complete_bash"


def offered(names: Iterable[str]) -> list[Any]:
    """Names as a group of commands offers them for completion."""
    return [CompletionItem(str(name), help=getattr(name, "said", "") or None) for name in names]


def completion_script(shell: str) -> str:
    """Typer's script that has a shell ask for completion."""
    return str(get_completion_script(prog_name="refcli", complete_var=COMPLETE, shell=shell))
