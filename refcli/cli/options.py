"""The options: ``--rules``, a request's own, and those that every procedure takes."""

from collections.abc import Collection
from typing import Any

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
    "help": "The ruleset, or a short name of it.",
    "autocompletion": complete_rules,
}
"""What ``--rules`` says of itself."""

CONTROLS = (
    ("--dice", "FACES", "Faces that fell, by commas: 8,4,3; what is not entered is rolled."),
    ("--seed", "NUMBER", "Roll the dice of this seed."),
    ("--scenario", "NAME", "Take the units of this scenario by name."),
    ("--outcome", "WORD", "With --sweep: the chance of this outcome instead of success."),
    ("--need", "PERCENT", "With --sweep: mark the first value that reaches it: 50%."),
    ("--log", "FILE", "Append the ruling to this journal before it is shown."),
    ("--sample", "N", "With --odds: estimate them by so many throws, for what is too large to be exact."),
    ("--svg", "FILE", "Write the picture to this file as well, which must not exist."),
)
SEVERAL = (
    ("--set", "CELL=FIGURE", "This figure for this ruling: chart.row.column=6."),
    ("--adjust", "[SUM=]N[:WHY]", "A modifier for this ruling, with the reason: -1:dusk."),
    ("--reading", "ID=OPTION", "Read a disputed rule this way."),
    ("--sweep", "FIELD[=VALUES]", "The chances over values of a field, one or two: range=5:60:5."),
)
FLAGS = (
    ("--ask", "Ask for each die and each decision as it comes up; Enter rolls it."),
    ("--odds", "Roll nothing: the exact chance of every outcome; --dice are faces that fell."),
    ("--what-if", "What else would have changed this ruling, with these dice."),
    ("--why", "Where each figure stands, and what was not stated."),
    ("--published", "Use published figures only."),
    ("--json", "Print JSON."),
    ("--plain", "Print plain lines."),
    ("--csv", "With --sweep: print CSV."),
    ("--exit-status", "Leave with 1 when the attempt fails."),
)


def rules_option() -> Any:
    """``--rules``, on either side of the procedure."""
    return option("--rules", "-R", **RULES)


def field_option(loaded: LoadedRuleset, procedure: Procedure, field: Input) -> Any:
    """The option of a request's field."""
    names = [f"--{field.name}", *([field.field.short] if field.field.short else [])]
    complete = complete_terms(loaded, procedure, field) if field.kind is Term else complete_choices(field)
    return option(*names, metavar=metavar(field), help=_help(field), autocompletion=complete)


def procedure_options(loaded: LoadedRuleset, but: Collection[str] = ()) -> list[Any]:
    """The options that every procedure takes, ``but`` some."""
    known = {"--scenario": complete_scenarios, "--reading": complete_readings(loaded)}

    found = [
        rules_option(),
        *[
            option(name, metavar=metavar, help=help, callback=_something, autocompletion=known.get(name))
            for name, metavar, help in CONTROLS
        ],
        *[
            option(name, many=True, metavar=metavar, help=help, callback=_something, autocompletion=known.get(name))
            for name, metavar, help in SEVERAL
        ],
        *[flag(name, help=help) for name, help in FLAGS],
    ]
    return [one for one in found if one.opts[0] not in but]


def _something(ctx: Any, param: Any, value: Any) -> Any:
    """What an option was given; an empty text is a variable of a shell script that holds nothing."""
    if value == "" and not ctx.resilient_parsing:
        raise Refused(f"{param.opts[0]}: nothing is given; leave it out or give {param.metavar}")
    return value


def metavar(field: Input) -> str:
    """What stands for a field's value."""
    if field.kind is Term:
        return f"{field.name.upper()}[,...]" if field.several else field.name.upper()
    return (field.field.unit or field.name).upper() if field.kind in (int, float) else "TEXT"


def _help(field: Input) -> str:
    choices = f" ({', '.join(map(one_word, field.field.choices))})" if field.field.choices else ""
    usual = one_word(field.default) if field.field.choices and field.default else field.default
    default = f" [default: {usual}]" if usual not in (None, ()) else ""
    return f"{field.field.help[:1].upper()}{field.field.help[1:]}{choices}.{default}"
