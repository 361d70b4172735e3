"""The options: ``--rules``, a request's own, and those that every procedure takes."""

from collections.abc import Collection
from typing import Any

import typer

from refcli.cli.complete import (
    complete_choices,
    complete_readings,
    complete_rules,
    complete_scenarios,
    complete_terms,
)
from refcli.cli.typer_inside import flag, option
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term, one_word
from refcli.referee.referee import LoadedRuleset

RULES: dict[str, Any] = {
    "metavar": "RULESET",
    "help": "The ruleset, or a short name of it: cc, fw, sk.",
    "autocompletion": complete_rules,
}
"""What ``--rules`` says of itself."""

CONTROLS = (
    ("--dice", "FACES", "The same as : FACES at the end of the line."),
    ("--seed", "NUMBER", "Roll the dice of an earlier ruling again: it tells its seed."),
    ("--scenario", "NAME", "Call units by the names that this scenario gives them."),
    ("--outcome", "WORD", "With --sweep: the chance of this outcome, not of success."),
    ("--need", "PERCENT", "With --sweep: mark the first value that reaches it: 50%."),
    ("--log", "FILE", "Keep the ruling in this journal."),
    ("--game", "FILE", "Rule in this game: its units may be named, and their states count."),
    ("--sample", "N", "With --odds: roll N times and tell about how often, where exact chances take too long."),
    ("--svg", "FILE", "Draw the ruling into this new file as well."),
)
SEVERAL = (
    ("--set", "CELL=FIGURE", "Another figure for this ruling: chart.row.column=6."),
    ("--adjust", "[SUM=]N[:WHY]", "Another modifier for this ruling, and why: -1:dusk."),
    ("--reading", "ID=OPTION", "Read a disputed rule this way."),
    ("--sweep", "FIELD[=VALUES]", "A table of chances over one field, or two: range=5:60:5."),
)
FLAGS = (
    ("--ask", "Ask for the dice of each roll, and for each decision; Enter rolls."),
    ("--odds", "-o", "Roll nothing: tell the chance of every outcome."),
    ("--what-if", "What else would have changed it, with these dice."),
    ("--why", "-w", "Where each figure stands, and which conditions were not stated."),
    ("--overrule", "Rule in a game what a state or the sequence of play forbids."),
    ("--published", "Use no house value: published figures only."),
    ("--json", "Print JSON."),
    ("--plain", "Print plain lines."),
    ("--csv", "With --sweep: print CSV."),
    ("--exit-status", "Leave with status 1 when the attempt fails."),
)
HELP_OPTIONS = ("-h", "--help")
"""What asks for help of any command."""
USUAL = frozenset(
    (
        "--ask",
        "--odds",
        "--what-if",
        "--why",
        "--adjust",
        "--set",
        "--reading",
        "--seed",
        "--game",
        "--log",
        "--help-all",
    )
)
"""The options that a game needs, besides a procedure's own; the others are told by ``--help-all``."""


def rules_option() -> Any:
    """``--rules``, on either side of the procedure."""
    return option("--rules", "-R", **RULES)


def game_option() -> Any:
    """``--game``, on either side of the command."""
    return option("--game", metavar="FILE", help="The game that is worked in; else the one that is set.")


def field_option(loaded: LoadedRuleset, procedure: Procedure, field: Input) -> Any:
    """The option of a request's field."""
    names = [f"--{field.name}", *([field.field.short] if field.field.short else [])]
    complete = complete_terms(loaded, procedure, field) if field.kind is Term else complete_choices(field)
    no_colon = ":" not in (field.field.pattern or "")
    return option(*names, metavar=metavar(field), help=field_help(field), autocompletion=complete, no_colon=no_colon)


def procedure_options(loaded: LoadedRuleset, but: Collection[str] = ()) -> list[Any]:
    """The options that every procedure takes, ``but`` some."""
    known = {"--scenario": complete_scenarios, "--reading": complete_readings(loaded)}

    found = [
        rules_option(),
        *[flag(*names, help=help) for *names, help in FLAGS],
        *[
            option(name, many=True, metavar=metavar, help=help, callback=_something, autocompletion=known.get(name))
            for name, metavar, help in SEVERAL
        ],
        *[
            option(name, metavar=metavar, help=help, callback=_something, autocompletion=known.get(name))
            for name, metavar, help in CONTROLS
        ],
        flag("--help-all", is_eager=True, expose_value=False, callback=_show_all, help="Show every option."),
    ]
    return [one for one in found if one.opts[0] not in but]


def options_taken(loaded: LoadedRuleset) -> tuple[str, ...]:
    """The options that no field of a request can have, since every procedure takes them."""
    return (*HELP_OPTIONS, "--without", *[name for one in procedure_options(loaded) for name in one.opts])


def _something(ctx: Any, param: Any, value: Any) -> Any:
    """What an option was given; an empty text is a variable of a shell script that holds nothing."""
    if value == "" and not ctx.resilient_parsing:
        raise Refused(f"{param.opts[0]}: nothing is given; leave it out or give {param.metavar}")
    return value


def _show_all(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.obj.show(ctx.command.page(ctx, every=True))
        raise typer.Exit


def metavar(field: Input) -> str:
    """What stands for a field's value."""
    if field.kind is Term:
        return f"{field.name.upper()}[,...]" if field.several else field.name.upper()
    return (field.field.unit or field.name).upper() if field.kind in (int, float) else "TEXT"


def field_help(field: Input, alone: bool = False) -> str:
    """What a field is, all that it may be, whether that may stand ``alone``, and what it is where it is left out."""
    without = "; the word alone will do" if alone else ""
    choices = f" ({', '.join(map(one_word, field.field.choices))}{without})" if field.field.choices else ""
    usual = one_word(field.default) if field.field.choices and field.default else field.default
    default = f" [default: {usual}]" if usual not in (None, (), "") else ""
    return f"{field.field.help[:1].upper()}{field.field.help[1:]}{choices}.{default}"
