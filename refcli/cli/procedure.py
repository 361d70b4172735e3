"""One command for each procedure, made from its request: parsing, resolving, printing."""

import os
import sys
from pathlib import Path
from typing import Any, TextIO

from typer.core import TyperArgument, TyperCommand, TyperOption

from refcli.cli.app import rules_option, settings
from refcli.core.errors import Refused, UnknownName
from refcli.core.ruleset import Input, Procedure, Record, Term
from refcli.referee import Case, Referee, Shelf, ruleset_name
from refcli.settings import Settings

CONTROLS = (
    (["--dice"], "FACES", "Faces that fell, by commas: 8,4,3; what is not entered is rolled."),
    (["--seed"], "NUMBER", "Roll the dice of this seed."),
    (["--scenario"], "NAME", "Take the units of this scenario by name."),
    (["--svg"], "FILE", "Write the picture to this file as well, which must not exist."),
)
SEVERAL = (
    (["--set"], "CELL=FIGURE", "This figure for this ruling: chart.row.column=6."),
    (["--adjust"], "[SUM=]N[:WHY]", "A modifier for this ruling, with the reason: -1:dusk."),
    (["--reading"], "ID=OPTION", "Read a disputed rule this way."),
)
FLAGS = (
    ("--ask", "Ask for each die and each decision as it comes up; Enter rolls it."),
    ("--odds", "Roll nothing: the exact chance of every outcome."),
    ("--why", "Where each figure stands, and what was not stated."),
    ("--published", "Use published figures only."),
    ("--json", "Print JSON."),
    ("--plain", "Print plain lines."),
    ("--exit-status", "Leave with 1 when the attempt fails."),
)


def command_for(referee: Referee, shelf: Shelf, name: str) -> TyperCommand:
    """The command of a procedure, by its name or the ruleset's own word for it."""
    procedure = shelf.procedure(name)
    from refcli.cli.complete import complete_conditions, complete_terms

    positional = sorted((field for field in procedure.inputs if field.field.position), key=lambda f: f.field.position)
    params: list[Any] = [
        TyperArgument(
            param_decls=[field.name],
            metavar=metavar(field),
            help=field.field.help,
            autocompletion=complete_terms(shelf, procedure, field),
        )
        for field in positional
    ]
    params.append(
        TyperArgument(
            param_decls=["conditions"],
            metavar="[CONDITION]...",
            nargs=-1,
            autocompletion=complete_conditions(shelf, procedure),
        )
    )
    for field in procedure.inputs:
        if not field.field.position:
            flags = [f"--{field.name}", *([field.field.short] if field.field.short else [])]
            complete = complete_terms(shelf, procedure, field) if field.kind is Term else None
            params.append(
                TyperOption(param_decls=flags, metavar=metavar(field), help=_help(field), autocompletion=complete)
            )
    params.append(rules_option())
    params += [TyperOption(param_decls=flags, metavar=meta, help=text) for flags, meta, text in CONTROLS]
    params += [TyperOption(param_decls=flags, metavar=meta, help=text, multiple=True) for flags, meta, text in SEVERAL]
    params += [TyperOption(param_decls=[flag], is_flag=True, help=text) for flag, text in FLAGS]

    def run(**given: Any) -> int:
        return resolve_and_print(referee, shelf, procedure, given)

    return ProcedureCommand(
        name=procedure.name,
        callback=run,
        params=params,
        help=(procedure.rule.__doc__ or "").partition("\n")[0],
        rich_markup_mode=None,
        shelf=shelf,
        procedure=procedure,
    )


class ProcedureCommand(TyperCommand):
    """A command whose help tells the conditions of its ruleset's charts."""

    def __init__(self, *, shelf: Shelf, procedure: Procedure, **rest: Any) -> None:
        super().__init__(**rest)
        self.shelf = shelf
        self.procedure = procedure

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The inputs, the conditions, the readings, then the options."""
        about = self.shelf.library.about()
        rows = [(metavar(field), field.field.help) for field in self.procedure.inputs if field.field.position]
        if rows:
            with formatter.section(f"{about.get('title', self.shelf.ruleset.name)}: what to say"):
                formatter.write_dl([*rows, ("CONDITION", "a circumstance, after the terms or joined to one by +")])
        charts = self.shelf.library.charts(self.procedure.charts)
        conditions = self.procedure.conditions(charts)
        if conditions:
            with formatter.section("Conditions"):
                formatter.write_dl([(name, _condition(condition)) for name, condition in conditions.items()])
        super().format_options(ctx, formatter)


def _condition(condition: Any) -> str:
    value = "" if condition.value is None else f"{condition.value:+g}: "
    owner = f" (of the {condition.of})" if condition.of else ""
    return f"{value}{condition.text}{owner}"


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


def metavar(field: Input) -> str:
    """How a field is written in a usage line."""
    if field.kind is Term:
        noun = field.name.upper()
        return f"{noun}[,...]" if field.several else noun if field.required else f"[{noun}]"
    return (field.field.unit or field.name).upper() if field.kind in (int, float) else "TEXT"


def _help(field: Input) -> str:
    default = f" [default: {field.default}]" if field.default not in (None, ()) else ""
    return f"{field.field.help[:1].upper()}{field.field.help[1:]}.{default}"


def resolve_and_print(referee: Referee, shelf: Shelf, procedure: Procedure, given: dict[str, Any]) -> int:
    """Resolve what was typed and print the ruling or the odds; the exit status."""
    if given["rules"] and ruleset_name(given["rules"]) != shelf.ruleset.name:
        raise Refused(f"--rules: {shelf.ruleset.name} or {ruleset_name(given['rules'])}, not both")
    how_said = chosen_format(given["json"], given["plain"])
    chosen = settings({"rules": given["rules"], "published": given["published"] or None, "format": how_said})
    referee.settings = chosen
    how = output_format(chosen)
    case = referee.case(_plain(shelf, procedure, given), prefixes=at_terminal(sys.stdin) or at_terminal(sys.stdout))
    title = str(shelf.library.about().get("title", shelf.ruleset.name))
    if given["odds"]:
        _print_odds(referee, case, title, how, given)
        return 0
    record = _record(referee, case, given)
    if given["svg"]:
        _write_svg(referee, record, given["svg"])
    print_record(referee, record, how, given["why"])
    return 1 if given["exit_status"] and not record.ruling.outcome.success else 0


def output_format(chosen: Settings) -> str:
    """The format that is set; else the picture on a terminal that can show it, plain lines elsewhere."""
    if chosen.format.value:
        return str(chosen.format.value)
    return "rich" if at_terminal(sys.stdout) and os.environ.get("TERM") != "dumb" else "plain"


def at_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; one that was closed before the start is none."""
    return stream is not None and stream.isatty()


def print_record(referee: Referee, record: Record, how: str, why: bool = False) -> None:
    """Print a ruling in a format."""
    if how == "json":
        from json import dumps

        from refcli.wire.told import ruling_to

        print(dumps(ruling_to(record), ensure_ascii=False))
        return
    library = referee.shelf(record.rules).library
    charts = library.charts(record.procedure.charts)
    title = str(library.about().get("title", record.rules))
    if how == "plain":
        from refcli.render.plain import ruling_lines

        print("\n".join(ruling_lines(record, charts, title, why)))
    else:
        from rich.console import Console

        from refcli.render.terminal import ruling_picture

        console = Console(highlight=False, markup=False, emoji=False)
        console.print(ruling_picture(record, charts, title, console, why))


def _write_svg(referee: Referee, record: Record, name: str) -> None:
    from refcli.render.terminal import ruling_svg

    library = referee.shelf(record.rules).library
    picture = ruling_svg(record, library.charts(record.procedure.charts), str(library.about().get("title", "")))
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(picture)
    except FileExistsError:
        raise Refused(f"--svg: {name} exists already; refcli never writes over a file") from None


def chosen_format(json: bool, plain: bool) -> str | None:
    """The format that flags choose."""
    if json and plain:
        raise Refused("--json or --plain, not both")
    return "json" if json else "plain" if plain else None


def _plain(shelf: Shelf, procedure: Procedure, given: dict[str, Any]) -> dict[str, Any]:
    """What was typed as a plain object."""
    plain: dict[str, Any] = {"rules": shelf.ruleset.name, "procedure": procedure.name}
    for field in procedure.inputs:
        if given[field.name] == "":  # a variable of a shell script that holds nothing
            raise Refused(f"{field.name}: nothing is given; leave it out or give {field.field.help}")
        plain[field.name] = given[field.name]
    plain["conditions"] = list(given["conditions"])
    words = shelf.words(procedure, prefixes=False)
    for field in reversed([field for field in procedure.inputs if field.field.position and not field.required]):
        text = plain[field.name]
        if text is not None and _is_condition(words, text, field):
            plain["conditions"].insert(0, text)  # an optional term was left out: the next word is a condition
            plain[field.name] = None
    plain |= {"set": list(given["set"]), "adjust": list(given["adjust"]), "readings": list(given["reading"])}
    if given["scenario"]:
        from refcli.scenario import take_units

        take_units(plain, given["scenario"], procedure)
    return plain


def _is_condition(words: Any, text: str, field: Input) -> bool:
    try:
        words.terms(text, field)
    except (Refused, UnknownName):
        try:
            words.stated([text])
        except (Refused, UnknownName):
            return False
        return True
    return False


def _record(referee: Referee, case: Case, given: dict[str, Any]) -> Record:
    asker = None
    if given["ask"]:
        from refcli.cli.ask import Prompter

        asker = Prompter(case.procedure)
    seed = given["seed"] if given["seed"] is not None else int.from_bytes(os.urandom(8), "big")
    return referee.rule(case, seed, given["dice"], asker)


def _print_odds(referee: Referee, case: Case, title: str, how: str, given: dict[str, Any]) -> None:
    if given["dice"] or given["ask"] or given["seed"] is not None:
        raise Refused("--odds rolls nothing: leave out --dice, --ask and --seed")
    odds = referee.odds(case)
    if how == "json":
        from json import dumps

        from refcli.wire.told import odds_to

        print(dumps(odds_to(case.rules, case.procedure, case.request, odds), ensure_ascii=False))
    elif how == "plain":
        from refcli.render.plain import odds_lines

        print("\n".join(odds_lines(title, case.procedure, odds)))
    else:
        from rich.console import Console

        from refcli.render.terminal import odds_picture

        console = Console(highlight=False, markup=False, emoji=False)
        console.print(odds_picture(title, case.procedure, odds, console))
