"""A command: its parameters, how its words are read, and the page of help about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial, wraps
from inspect import cleandoc, signature
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

from refcli.cli.terminal import in_a_line
from refcli.core.errors import Refused, nearest
from refcli.core.request import Input, Term

if TYPE_CHECKING:
    from refcli.cli.workspace import Workspace

HELP, SHORT_HELP, HELP_ALL = "--help", "-h", "--help-all"

FIXED = {
    "rules": ("refcli.cli.rules:commands", "What each ruleset has; begin and check one of your own."),
    "card": ("refcli.cli.charts:card", "Every figure of one weapon, vehicle or unit type."),
    "charts": ("refcli.cli.charts:charts", "List, show, check, compare and print charts; begin your own."),
    "scenario": ("refcli.cli.scenario:scenario", "List, run and check named situations."),
    "batch": ("refcli.cli.batch:batch", "One ruling a line: JSON lines or CSV in, JSON lines out."),
    "log": (
        "refcli.cli.log:commands",
        "The journal of an evening: show, tell, print, verify, replay, amend, count the luck.",
    ),
    "again": ("refcli.cli.again:again", "Judge the last ruling again: the same dice, other conditions."),
    "table": ("refcli.cli.table:table", "The prompt at which a game is run."),
    "add": ("refcli.cli.game:add", "A unit comes into play: its name, what it is, its side."),
    "remove": ("refcli.cli.game:remove", "A unit leaves the game."),
    "who": ("refcli.cli.game:who", "Who is in play, in what state."),
    "sides": ("refcli.cli.game:sides", "The sides, in the order of their turns."),
    "set": ("refcli.cli.game:set_", "A state is said by hand, or taken back."),
    "done": ("refcli.cli.game:done", "A unit has finished its activation."),
    "map": ("refcli.cli.game:map_", "Declare the terrain of squares."),
    "next": ("refcli.cli.game:next_", "The phase ends; what is due in the next one."),
    "due": ("refcli.cli.game:due_", "List what is due in this phase."),
    "undo": ("refcli.cli.game:undo", "Take back the last entry, or all behind one."),
    "redo": ("refcli.cli.game:redo", "Bring back what was undone."),
    "fix": ("refcli.cli.fixing:fix", "Judge a ruling of the game again: a misread die, another condition."),
    "why": ("refcli.cli.fixing:why", "The last ruling with where each of its figures stands."),
    "what-if": ("refcli.cli.fixing:what_if", "What else would have changed the last ruling, with its dice."),
    "note": ("refcli.cli.game:note", "Write something down in the game."),
    "config": ("refcli.cli.config:config", "Every setting and where it was set."),
    "schema": ("refcli.cli.schema:schema", "JSON Schemas of requests, rulings, odds, sweeps and errors."),
}
"""The commands that no ruleset defines: the place of each, and its line on the page of help."""

IN_A_GAME = {"again": "fix"}
"""Commands that another one replaces in a game."""

AT_PROMPT = (
    *("add", "remove", "who", "sides", "set", "done", "map", "next", "due"),
    *("undo", "redo", "fix", "why", "what-if", "note"),
)
"""The commands of a game that its prompt takes as well."""

EVENING = ("table", *AT_PROMPT)
"""The commands of a game."""

Section = tuple[str, str | list[tuple[str, str]]]
"""A section of a page of help: its title, and a text or names with a line about each."""

OPTION = type(typer.Option())


class Page(NamedTuple):
    """A page of help."""

    usage: str
    text: str
    sections: list[Section]


class Parameter(NamedTuple):
    """An argument, an option or a flag of a command.

    ``names`` are the spellings of an option; an argument has none, and a flag has no ``metavar``. Faces after a colon
    may follow a value that has ``no_colon`` of its own.
    """

    name: str
    names: tuple[str, ...] = ()
    metavar: str = ""
    help: str = ""
    many: bool = False
    required: bool = False
    hidden: bool = False
    choices: tuple[str, ...] = ()
    no_colon: bool = False

    @property
    def no_value(self) -> Any:
        """The value of a parameter that is left out."""
        return () if self.many else None if self.metavar else False

    @property
    def described(self) -> tuple[str, str]:
        """The names and the description, as a page of help lists them."""
        names = ", ".join(sorted(self.names, key=len))
        required = "[required]" if self.required else ""
        return f"{names} {self.metavar}".strip(), "  ".join(filter(None, (self.help, required)))


def argument(name: str, metavar: str, help: str = "", **more: Any) -> Parameter:
    """Return a parameter that is typed by its place, or ``many`` words to the end."""
    return Parameter(name, (), metavar, help, **more)


def option(*names: str, metavar: str, help: str = "", **more: Any) -> Parameter:
    """Return an option with a value; ``many`` values if it may be repeated."""
    return Parameter(names[0].lstrip("-").replace("-", "_"), names, metavar, help, **more)


def flag(*names: str, help: str = "", **more: Any) -> Parameter:
    """Return an option without a value."""
    return Parameter(names[0].lstrip("-").replace("-", "_"), names, "", help, **more)


def placeholder(field: Input) -> str:
    """Return the word for a field's value in usage lines."""
    if field.kind is Term:
        return f"{field.name.upper()}[,...]" if field.several else field.name.upper()
    return (field.field.unit or field.name).upper() if field.kind in (int, float) else "TEXT"


def request_parameters(fields: Sequence[Input]) -> list[Parameter]:
    """Return the parameters of a request: fields by their places, conditions, then options."""
    placed = sorted([field for field in fields if field.field.position], key=lambda field: field.field.position)
    return [
        *[Parameter(field.name, (), placeholder(field), hidden=True) for field in placed],
        Parameter("conditions", (), "[CONDITION]...", many=True, hidden=True),
        *[field_option(field) for field in fields if not field.field.position],
    ]


def field_option(field: Input, help: str = "") -> Parameter:
    """Return the option of a request's field."""
    names = [f"--{field.name}", *([field.field.short] if field.field.short else [])]
    no_colon = ":" not in (field.field.pattern or "")
    return Parameter(field.name, tuple(names), placeholder(field), help, no_colon=no_colon)


HELP_FLAG = flag(HELP, SHORT_HELP, help="Show this page.")
RULES_OPTION = option("--rules", "-R", metavar="RULESET", help="The ruleset, or a short name of it: cc, fw, sk.")
GAME_OPTION = option("--game", metavar="FILE", help="The game that is worked in; else the one that is set.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
AsPlain = Annotated[bool, typer.Option("--plain", help="Print plain lines.")]


class Command:
    """A command that reads its words by its own parameters and calls ``run`` with their values by name."""

    verbatim = True
    """True if the words go past Typer as they were typed."""

    usual: frozenset[str] = frozenset()
    """The options on the short page of help, if the others have a page of their own."""

    described: frozenset[str] = frozenset()
    """Options that a section of the page describes already."""

    def __init__(
        self, name: str, run: Callable[..., int | None], parameters: Sequence[Parameter], help: str, raw: bool = False
    ) -> None:
        """A command with ``raw`` words takes an unknown option for a word."""
        self.name = name
        self.run = run
        self.parameters = [*parameters]
        self.help = help
        self.raw = raw

    def register(self, app: typer.Typer) -> None:
        """Make this the command of a Typer app, which hands over its words as they were typed."""

        def read(context: typer.Context) -> Callable[[], int | None]:
            return self.read(context.args)

        app.command(
            self.name,
            add_help_option=False,
            context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
        )(read)

    def read(self, words: Sequence[str]) -> Callable[[], int | None]:
        """Return the work that these words ask for. Raises Refused."""
        return partial(self.run, **parse(words, self.parameters, self.raw))

    def specific(self, words: Sequence[str]) -> "Command":
        """Return the command for these words: of the ruling that they name, for instance. Raises Refused."""
        return self

    def is_unfinished(self, words: Sequence[str]) -> bool:
        """True if something must be typed and nothing is: the page of help appears before the error."""
        return False

    def usage(self) -> list[str]:
        """Return the words of the usage line after the command's name."""
        return ["[OPTIONS]", *[one.metavar for one in self.parameters if not one.names]]

    def sections(self, workspace: "Workspace", every: bool) -> Iterator[Section]:
        """Return the sections before the options."""
        yield from ()

    def page(self, path: str, workspace: "Workspace", every: bool = False) -> Page:
        """Return the page of help; with ``every`` option, or with the usual ones."""
        hidden = workspace.hidden_options | self.described
        shown = [one for one in (*self.parameters, HELP_FLAG) if not one.hidden and hidden.isdisjoint(one.names)]
        if self.usual and not every:
            shown = [one for one in shown if not one.names or one is HELP_FLAG or not self.usual.isdisjoint(one.names)]
        sections: list[Section] = [
            ("Arguments", [one.described for one in shown if not one.names]),
            *self.sections(workspace, every),
            ("Options", [one.described for one in shown if one.names]),
        ]
        return Page(f"{path} {' '.join(self.usage())}".lstrip(), self.help, [one for one in sections if one[1]])


class RefusingCommand(Command):
    """A command that refuses whatever is typed, but has a page of help."""

    def __init__(self, name: str, error: Refused, metavar: str, help: str = "") -> None:
        words = argument("words", metavar, many=True, hidden=True)
        super().__init__(name, self._refuse, [words, RULES_OPTION], help, raw=True)
        self.error = error

    def _refuse(self, **given: Any) -> int:
        raise self.error


class FunctionCommand(Command):
    """A function with Typer's annotations; Typer reads its words."""

    verbatim = False

    def __init__(self, name: str, function: Callable[..., int | None]) -> None:
        super().__init__(name, function, [*parameters_of(function)], cleandoc(function.__doc__ or ""))

    def register(self, app: typer.Typer) -> None:
        """Make this the command of a Typer app, which reads the words."""

        @wraps(self.run)
        def read(*given: Any, **named: Any) -> Callable[[], int | None]:
            return partial(self.run, *given, **named)

        app.command(self.name, add_help_option=False)(read)


class Group(Command):
    """Commands about one subject; any other word goes to the ``default`` command, if there is one."""

    def __init__(self, name: str, help: str, commands: Iterable[Command], default: str = "") -> None:
        super().__init__(name, lambda: None, (), help)
        self.commands = {one.name: one for one in commands}
        self.default = default

    def is_unfinished(self, words: Sequence[str]) -> bool:
        """True, as a group alone does nothing."""
        return True

    def usage(self) -> list[str]:
        """Return the words of the usage line after the group's name."""
        return ["[OPTIONS]", "COMMAND", "[ARGS]..."]

    def sections(self, workspace: "Workspace", every: bool) -> Iterator[Section]:
        """Return the commands, each with its first sentence."""
        yield "Commands", [(name, first_sentence(one.help)) for name, one in self.commands.items()]


def first_words(workspace: "Workspace", rules: str) -> dict[str, tuple[str, ...]]:
    """Return every command and every other word for one, with its meanings, but not those of a game.

    Without a chosen ruleset the procedures of all count, but not of those that are only installed.
    """
    rulesets = workspace.referee.rulesets
    chosen = [rulesets.ruleset(name) for name in ([rulesets.name_of(rules)] if rules else rulesets.at_hand())]
    names = [*(name for one in chosen for name in one.procedures), *FIXED]
    words: dict[str, tuple[str, ...]] = {name: (name,) for name in names if name not in EVENING}
    for one in chosen:
        for also, name in one.also.items():
            words[also] = tuple(dict.fromkeys((*words.get(also, ()), name)))
    return words


def command_of(app: typer.Typer, name: str) -> Command:
    """Return the command of a Typer app with one function, or the group of several."""
    functions = {
        one.name or one.callback.__name__: one.callback for one in app.registered_commands if one.callback is not None
    }
    if len(functions) == 1:
        return FunctionCommand(name, *functions.values())
    commands = [FunctionCommand(one, function) for one, function in functions.items()]
    return Group(name, str(app.info.help), commands)


def first_sentence(help: str) -> str:
    """Return the first paragraph of a command's help in one line, without its last full stop."""
    return " ".join(help.partition("\n\n")[0].split())


def parameters_of(function: Callable[..., Any]) -> Iterator[Parameter]:
    """Return the parameters that a function's annotations declare for Typer."""
    hints = get_type_hints(function, include_extras=True)
    for name, one in signature(function).parameters.items():
        if len(declared := get_args(hints[name])) != 2 or not hasattr(declared[1], "param_decls"):
            continue
        kind, info = declared
        if isinstance(kind, UnionType):
            kind = get_args(kind)[0]  # str of ``str | None``
        default = "" if one.default in (one.empty, None) or one.default is False else one.default
        names: tuple[str, ...] = ()
        if isinstance(info, OPTION):
            names = tuple(word for word in (info.default, *info.param_decls) if str(word).startswith("-"))
            names = names or (f"--{name.replace('_', '-')}",)
        choices = tuple(str(word.value) for word in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()
        metavar = "" if kind is bool else info.metavar or f"<{'|'.join(choices)}>"
        if not names and one.default is not one.empty and not metavar.startswith("["):
            metavar = f"[{metavar}]"
        shown = str(default.value if isinstance(default, Enum) else default)
        yield Parameter(
            name,
            names,
            metavar,
            "  ".join(filter(None, (info.help, f"[default: {shown}]" if shown else ""))),
            many=get_origin(kind) is list,
            required=one.default is one.empty,
            hidden=info.hidden,
            choices=choices,
        )


def parse(words: Sequence[str], parameters: Sequence[Parameter], raw: bool = False) -> dict[str, Any]:
    """Return the value of each parameter by its name. Raises Refused."""
    given, placed = split(words, parameters, raw)
    for one in parameters:
        if one.names:
            continue
        if one.required and not placed:
            raise Refused(f"Missing argument '{one.metavar}'.")
        if one.many:
            given[one.name], placed = tuple(placed), []
        elif placed:
            given[one.name] = placed.pop(0)
    if placed:
        extra = in_a_line(" ".join(placed))
        raise Refused(f"Got unexpected extra argument{'s' * (len(placed) > 1)} ({extra})")
    return given


def split(words: Sequence[str], parameters: Sequence[Parameter], raw: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Return the values of options by name, and the other words in their order. Raises Refused."""
    known = {name: one for one in parameters for name in one.names}
    given: dict[str, Any] = {one.name: one.no_value for one in parameters}
    placed: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            placed += rest
            break
        options = options_in(word, known) if word.startswith("-") and word != "-" else []
        if not options:
            if word.startswith("-") and word != "-" and not raw:
                raise no_such_option(word, known)
            placed.append(word)
        for name, value in options:
            one = known[name]
            if not one.metavar and value is not None:
                raise Refused(f"Option '{name}' does not take a value.")
            if one.metavar and value is None:
                value = next(rest, None)
                if value is None:
                    raise Refused(f"Option '{name}' requires an argument.")
            given[one.name] = True if value is None else (*given[one.name], value) if one.many else value
    return given, placed


def options_in(word: str, known: Mapping[str, Parameter]) -> list[tuple[str, str | None]]:
    """Return the options of a word with the value of the last one; none if one of them is unknown.

    ``-r50`` is ``-r 50``, and ``-ow`` is ``-o -w``.
    """
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return [(name, value if equals else None)] if name in known else []
    found: list[tuple[str, str | None]] = []
    for at, letter in enumerate(word[1:], 2):
        name = f"-{letter}"
        if name not in known:
            return []
        if known[name].metavar:
            return [*found, (name, word[at:] or None)]
        found.append((name, None))
    return found


def no_such_option(word: str, known: Mapping[str, Parameter]) -> Refused:
    """Return the error for an unknown option, with the nearest that there is."""
    name = in_a_line(word.partition("=")[0])
    if not word.startswith("--"):
        return Refused(f"No such option: {name}")
    shown = [one for one, parameter in known.items() if one.startswith("--") and not parameter.hidden]
    return Refused(f"No such option: {name}{nearest(name, [*shown, HELP])}")
