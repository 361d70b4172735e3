"""The commands: fixed ones, and one for each procedure of the chosen ruleset, each built when it is called."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

import typer

from refcli import __version__
from refcli.cli.complete import items, script
from refcli.cli.options import HELP_OPTIONS, game_option, rules_option
from refcli.cli.surroundings import Surroundings, around
from refcli.cli.typer_inside import Group, Section, are_told, built, flag, offered, option
from refcli.core.errors import Refused, UnknownName, nearest
from refcli.core.limits import in_short
from refcli.referee.known_rulesets import KnownRulesets
from refcli.referee.referee import Referee

FIXED = {
    "rules": ("refcli.cli.rules:rules", "What each ruleset has; begin and check one of your own."),
    "card": ("refcli.cli.card:card", "Every figure of one weapon, vehicle or unit type."),
    "charts": ("refcli.cli.charts:charts", "List, show, check, compare and print charts; begin your own."),
    "scenario": ("refcli.cli.scenario:scenario", "List, run and check named situations."),
    "batch": ("refcli.cli.batch:batch", "One ruling a line: JSON lines or CSV in, JSON lines out."),
    "log": (
        "refcli.cli.log:log",
        "The journal of an evening: show, tell, print, verify, replay, amend, count the luck.",
    ),
    "again": ("refcli.cli.again:again", "Judge the last ruling again: the same dice, other conditions."),
    "table": ("refcli.cli.table:table", "The prompt at which a game is run."),
    "add": ("refcli.cli.game:add", "A unit comes into play: its name, what it is, its side."),
    "remove": ("refcli.cli.game:remove", "A unit leaves the game."),
    "who": ("refcli.cli.game:who", "Who is in play, in what state."),
    "sides": ("refcli.cli.game:sides", "The sides, in the order of their turns."),
    "set": ("refcli.cli.by_hand:set_", "A state is said by hand, or taken back."),
    "map": ("refcli.cli.by_hand:map_", "Declare the terrain of squares."),
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
"""Commands that do not depend on the ruleset: where each is, and its line in the help."""

IN_A_GAME = {"again": "fix"}
"""Commands that another one stands in for where there is a game."""

AT_PROMPT = (
    *("add", "remove", "who", "sides", "set", "map", "next", "due"),
    *("undo", "redo", "fix", "why", "what-if", "note"),
)
"""The commands of a game that are typed at its prompt as well."""

EVENING = ("table", *AT_PROMPT)
"""The commands of a game."""

HELP = "The referee's assistant at a Second World War miniatures table: one short command, one ruling."

EXAMPLES = (
    ("refcli -R grid fire tank infantry woods", "refcli rolls the die"),
    ("refcli -R grid fire tank infantry woods : 5", "you rolled a 5"),
    ("refcli -R grid f tank inf woo : 5", "at a terminal the beginning of a name is enough"),
    ("refcli -R grid fire tank infantry --odds", "the chances, before anyone rolls"),
    ("refcli -R grid fire --help", "what can be said to fire"),
)


class Commands(Group):
    """Finds commands by name, the procedures of a ruleset among them."""

    rules = ""
    """The ruleset that is chosen, as far as it is known."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Without any word, the help."""
        if not args and not ctx.resilient_parsing:
            self.get_help(ctx)
        self.rules = said_after(args)  # --help comes before the options that stand left of it
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As Typer does it, with the ruleset known first; an unknown name is told in our words.

        ``help fire`` is ``fire --help``.
        """
        if args[0] == "help":
            args = [*args[1:2], "--help"]
            if len(args) == 1:
                self.get_help(ctx)
        chosen = ctx.params.get("rules") or said_after(args[1:])
        around(ctx).work_in(ctx.params.get("game") or said_after(args[1:], "--game"), chosen)
        self.rules = chosen or self._rules_around(ctx, args[0])
        name = args[0] if ctx.resilient_parsing else self._meant(ctx, args[0])
        command = self.get_command(ctx, name)
        if command is None:
            if ctx.resilient_parsing:
                return None, None, args[1:]
            if name.startswith("-"):
                raise Refused(f"no option is called {in_short(name)}; refcli --help lists them")
            known = self.list_commands(ctx)
            raise UnknownName(f"no command is called {in_short(name)}{nearest(name, known)}; refcli --help lists them")
        return name, command, args[1:]

    def _rules_around(self, ctx: Any, name: str) -> str:
        """The ruleset of the game that a procedure is ruled in, else the one that is set."""
        evening = None if name in FIXED else around(ctx).evening
        return evening.game.rules if evening else str(around(ctx).settings.rules.value)

    def meanings(self, ctx: Any) -> dict[str, tuple[str, ...]]:
        """Every command and every other word for one, with what it means; those of a game are left out."""
        known: dict[str, tuple[str, ...]] = {name: (name,) for name in self.list_commands(ctx) if name not in EVENING}
        known_rulesets = around(ctx).referee.rulesets
        for rules in _chosen(self.rules, known_rulesets):
            for also, name in known_rulesets.ruleset(rules).also.items():
                known[also] = tuple(dict.fromkeys((*known.get(also, ()), name)))
        return known

    def _meant(self, ctx: Any, word: str) -> str:
        """The command that a word means: at a terminal its beginning is enough, an exact name comes first."""
        if word in FIXED or not around(ctx).takes_prefixes:
            return word
        known = self.meanings(ctx)
        if self.rules and word.lower() not in known:
            from refcli.wire.lookup import matches

            if not matches(word, known, prefixes=True):
                known = {name: (name,) for name in EVENING}
            instead = around(ctx).referee.loaded(self.rules).library.about().get("instead", {})
            if word.lower() in instead or not matches(word, known, prefixes=True):
                known = {name: (name,) for name in instead}  # what it has not: that is told, and what does the job
        return around(ctx).command_meant(word, known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A fixed command, or the procedure's; None for neither."""
        if cmd_name in FIXED:
            in_a_game = cmd_name in IN_A_GAME and around(ctx).evening
            return fixed(IN_A_GAME[cmd_name] if in_a_game else cmd_name, around(ctx))
        evening = around(ctx).evening
        if evening or self.rules:
            from refcli.cli.procedure import command_for

            referee = around(ctx).referee
            loaded = evening.loaded(around(ctx).said_rules) if evening else referee.loaded(self.rules)
            return command_for(referee, loaded, cmd_name, evening)
        known = around(ctx).referee.rulesets
        having = [name for name in known.at_hand() if _has(known, name, cmd_name)]
        having = having or [name for name in known if _has(known, name, cmd_name)]
        if having:
            from refcli.cli.refusing import WithoutRuleset

            return WithoutRuleset(cmd_name, having)
        return None

    def list_commands(self, ctx: Any) -> list[str]:
        """The procedures first, as they come in the sequence of play."""
        known = around(ctx).referee.rulesets
        chosen = _chosen(self.rules, known)
        return [*dict.fromkeys(word for name in chosen for word in known.ruleset(name).procedures), *FIXED]

    def sections(self, ctx: Any) -> Iterator[Section]:
        """Examples, then a line for each procedure of the ruleset or, where none is chosen, for each ruleset."""
        set_for_good, typed = around(ctx).rules_set, around(ctx).as_typed
        at_table = around(ctx).at_table is not None
        chosen = self.rules or set_for_good
        if chosen:
            from refcli.cli.examples import first_examples, short_example  # only a page of help pays for it

            loaded = around(ctx).referee.loaded(chosen)
            entry = loaded.ruleset
            self.rules = chosen
            first = loaded.procedure(next(iter(sorted(entry.procedures, key=lambda name: name != "fire"))))
            short = short_example(loaded, first, self.meanings(ctx), set_for_good)
            where = "" if at_table else "at a terminal "
            taught = [(typed(short), f"{where}the beginning of a name is enough")] if short else []
            yield "Examples", [*((typed(one), "") for one in first_examples(loaded, set_for_good)), *taught]
            yield f"Procedures of {entry.name}", [(one, loaded.procedure(one).summary) for one in entry.procedures]
        else:
            yield "Examples", list(EXAMPLES)
            known = around(ctx).referee.rulesets
            yield (
                "Rulesets, and the procedures of each",
                [(name, ", ".join(known.ruleset(name).procedures)) for name in known.at_hand()],
            )
        in_game, commands = ("The game", AT_PROMPT) if at_table else ("A game (--game FILE)", EVENING)
        yield in_game, [(name, FIXED[name][1]) for name in commands]
        yield "Other commands", [(name, summary) for name, (_, summary) in FIXED.items() if name not in EVENING]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Names of commands, or of options."""
        if incomplete.startswith("-"):
            return list(super().shell_complete(ctx, incomplete))
        self.rules = ctx.params.get("rules") or around(ctx).settings.rules.value
        names = self.list_commands(ctx)
        return offered(items(self._summaries(names, around(ctx).referee) if are_told() else names, incomplete))

    def _summaries(self, names: Iterable[str], referee: Referee) -> dict[str, str]:
        """What each command does, in a line; a procedure of several rulesets as the first of them has it."""
        known = referee.rulesets
        chosen = reversed(_chosen(self.rules, known))
        first = {word: name for name in chosen for word in known.ruleset(name).procedures}
        return {
            name: referee.loaded(first[name]).procedure(name).summary if name in first else FIXED[name][1]
            for name in names
        }


def _chosen(rules: str, known: KnownRulesets) -> list[str]:
    """The ruleset of a name, or all but those that are only installed."""
    return [known.name_of(rules)] if rules else list(known.at_hand())


def _has(known: KnownRulesets, rules: str, procedure: str) -> bool:
    entry = known.ruleset(rules)
    return procedure in entry.procedures or procedure in entry.also


def said_after(arguments: Sequence[str], option: str = "--rules") -> str:
    """What an option names among arguments; ``--rules`` may be said as ``-R``."""
    short = "-R" if option == "--rules" else option
    for index, argument in enumerate(arguments):
        if argument in (short, option):
            return arguments[index + 1] if index + 1 < len(arguments) else ""
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
        if short != option and argument.startswith(short) and len(argument) > 2:
            return argument[2:]
    return ""


def fixed(name: str, surroundings: Surroundings) -> Any:
    """A fixed command, built now."""
    module, _, attribute = FIXED[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        found = found(surroundings)
    return built(found, name) if isinstance(found, typer.Typer) else found


def command() -> Commands:
    """The whole command line."""
    return Commands(
        name="refcli",
        help=HELP,
        params=[
            rules_option(),
            game_option(),
            flag("--version", is_eager=True, expose_value=False, callback=_version, help="Show the version."),
            option(
                "--show-completion",
                metavar="SHELL",
                is_eager=True,
                expose_value=False,
                callback=_completion,
                help="Print what makes TAB work in bash, zsh, fish, powershell or pwsh.",
            ),
        ],
        rich_markup_mode=None,
        context_settings={"help_option_names": [*HELP_OPTIONS]},
        subcommand_metavar="PROCEDURE [WHO] [WHOM] [CONDITION]...",
    )


def _version(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        print(f"refcli {__version__}")
        raise typer.Exit


def _completion(ctx: Any, param: Any, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        print(script(value))
        raise typer.Exit
