"""One command for each procedure, made from its request: its arguments, options and help."""

from collections.abc import Collection
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperOption

from refcli.cli.complete import (
    complete_choices,
    complete_conditions,
    complete_readings,
    complete_scenarios,
    complete_terms,
)
from refcli.cli.shared import rules_option
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.request import Input, Term
from refcli.referee.referee import LoadedRuleset, Referee

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


def command_for(referee: Referee, loaded: LoadedRuleset, name: str) -> TyperCommand:
    """The command of a procedure, by its name or the ruleset's own word for it."""
    procedure = loaded.procedure(name)
    params: list[Any] = [
        TyperArgument(
            param_decls=[field.name],
            metavar=_placed(field),
            hidden=True,
            autocompletion=complete_terms(loaded, procedure, field),
        )
        for field in by_position(procedure)
    ]
    params.append(
        TyperArgument(
            param_decls=["conditions"],
            metavar="[CONDITION]...",
            nargs=-1,
            hidden=True,
            autocompletion=complete_conditions(loaded, procedure),
        )
    )
    params += [field_option(loaded, procedure, field) for field in procedure.inputs if not field.field.position]
    params += options(loaded)

    def run(**given: Any) -> int:
        from refcli.cli.resolving import resolve_and_print

        return resolve_and_print(referee, loaded, procedure, given)

    return ProcedureCommand(
        name=procedure.name,
        callback=run,
        params=params,
        help=(procedure.rule.__doc__ or "").partition("\n")[0],
        rich_markup_mode=None,
        loaded=loaded,
        procedure=procedure,
    )


def field_option(loaded: LoadedRuleset, procedure: Procedure, field: Input) -> TyperOption:
    """The option of a request's field."""
    flags = [f"--{field.name}", *([field.field.short] if field.field.short else [])]
    complete = complete_terms(loaded, procedure, field) if field.kind is Term else complete_choices(field)
    return TyperOption(param_decls=flags, metavar=metavar(field), help=_help(field), autocompletion=complete)


def options(loaded: LoadedRuleset, but: Collection[str] = ()) -> list[TyperOption]:
    """The options that every procedure takes, ``but`` some."""
    known = {"--scenario": complete_scenarios, "--reading": complete_readings(loaded)}

    def option(flag: str, metavar: str, help: str, multiple: bool = False) -> TyperOption:
        return TyperOption(
            param_decls=[flag],
            metavar=metavar,
            help=help,
            multiple=multiple,
            callback=_something,
            autocompletion=known.get(flag),
        )

    found = [
        rules_option(),
        *(option(*said) for said in CONTROLS),
        *(option(*said, multiple=True) for said in SEVERAL),
        *(TyperOption(param_decls=[flag], is_flag=True, help=text) for flag, text in FLAGS),
    ]
    return [option for option in found if option.opts[0] not in but]


def _something(ctx: Any, param: Any, value: Any) -> Any:
    """What an option was given; an empty text is a variable of a shell script that holds nothing."""
    if value == "" and not ctx.resilient_parsing:
        raise Refused(f"{param.opts[0]}: nothing is given; leave it out or give {param.metavar}")
    return value


class ProcedureCommand(TyperCommand):
    """A command whose help tells the conditions of its ruleset's charts."""

    def __init__(self, *, loaded: LoadedRuleset, procedure: Procedure, **rest: Any) -> None:
        super().__init__(**rest)
        self.loaded = loaded
        self.procedure = procedure

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What has to be said stands bare, what may be left out in brackets."""
        said = [_placed(field) for field in by_position(self.procedure)]
        return [*said, "[CONDITION]...", "[OPTIONS]"]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The inputs and where their names are listed, the conditions, the readings, then the options."""
        rules = self.loaded.ruleset.name
        title = str(self.loaded.library.about().get("title", rules))
        charts = self.loaded.library.charts(self.procedure.charts)
        with formatter.section(f"{title}: what to say"):
            rows = [(_placed(field), _named(field, rules)) for field in by_position(self.procedure)]
            formatter.write_dl([*rows, ("CONDITION", "a circumstance, after the terms or joined to one by +")])
        conditions = self.procedure.conditions(charts)
        if conditions:
            with formatter.section("Conditions"):
                formatter.write_dl([(name, _condition(condition)) for name, condition in conditions.items()])
        if self.loaded.readings:
            with formatter.section(f"Readings of {rules}, told by refcli rules {rules}"):
                formatter.write_text(", ".join(self.loaded.readings))
        super().format_options(ctx, formatter)


def by_position(procedure: Procedure) -> list[Input]:
    """The fields that are said by their place: WHO, then WHOM."""
    placed = [field for field in procedure.inputs if field.field.position]
    return sorted(placed, key=lambda field: field.field.position)


def _named(field: Input, rules: str) -> str:
    where = f"; names: refcli charts show {rules} {' '.join(field.field.charts)}" if field.field.charts else ""
    places = f"; /PLACE is {' or '.join(field.field.places)}" if field.field.places else ""
    return f"{field.field.help}{places}{where}"


def _condition(condition: Any) -> str:
    value = "" if condition.value is None else f"{condition.value:+g}: "
    owner = f" (of the {condition.of})" if condition.of else ""
    counted = f"; may be counted: 2x{condition.name}" if condition.counted else ""
    return f"{value}{condition.text}{owner}{counted}"


def help_without_rules(name: str) -> TyperCommand:
    """What a procedure answers while no ruleset is chosen."""
    from refcli.rulesets import RULESETS, ruleset

    having = [rules for rules in RULESETS if name in (*ruleset(rules).procedures, *ruleset(rules).also)]
    said = f"{name} is a procedure of {', '.join(having)}; choose the ruleset: refcli -R {having[0]} {name}"

    def run(**given: Any) -> int:
        raise Refused(f"which rules? {said}")

    return TyperCommand(
        name=name,
        callback=run,
        params=[TyperArgument(param_decls=["words"], nargs=-1, metavar="..."), rules_option()],
        help=said,
        rich_markup_mode=None,
        context_settings={"ignore_unknown_options": True},
    )


def _placed(field: Input) -> str:
    """A field that is said by its place, as a usage line has it."""
    return metavar(field) if field.required else f"[{metavar(field)}]"


def metavar(field: Input) -> str:
    """What stands for a field's value."""
    if field.kind is Term:
        return f"{field.name.upper()}[,...]" if field.several else field.name.upper()
    return (field.field.unit or field.name).upper() if field.kind in (int, float) else "TEXT"


def _help(field: Input) -> str:
    choices = f" ({', '.join(field.field.choices)})" if field.field.choices else ""
    default = f" [default: {field.default}]" if field.default not in (None, ()) else ""
    return f"{field.field.help[:1].upper()}{field.field.help[1:]}{choices}.{default}"
