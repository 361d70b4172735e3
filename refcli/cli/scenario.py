"""``refcli scenario``: list, run and check named situations."""

import sys
from typing import Annotated

import typer

from refcli.cli.command import AsJson, AsJsonLines, AsPlain
from refcli.cli.output import print_answer, print_record
from refcli.cli.print import Format, On, Output, Printout, format_of, paper_of_pdf, roster_as
from refcli.cli.terminal import STDIN, standard_input
from refcli.cli.workspace import cache_folder, chosen_format, output_format, wants_json, workspace_of
from refcli.core.errors import BadData, Disagreement
from refcli.core.sentence import some
from refcli.files.toml_file import TomlFile
from refcli.referee.scenario import Scenario, disagreements, rulings, scenario_file, scenario_named, scenarios_in
from refcli.wire import JsonObject
from refcli.wire.requests import seed_from

scenario = typer.Typer(help="List, run and check named situations.", rich_markup_mode=None, add_completion=False)

Names = Annotated[
    list[str] | None,
    typer.Argument(help="Names of scenarios; none means all.", metavar="[NAME]..."),
]
File = Annotated[
    str | None,
    typer.Option(
        "--file",
        "-f",
        metavar="FILE",
        help="The file of scenarios, - for stdin; left out, ./scenarios.toml or the shipped one.",
    ),
]
Over = Annotated[bool, typer.Option("--force", help="Write over OUT if it is there.")]
"""Without the short option that other commands have for it: here that is the file."""

Seed = Annotated[int, typer.Option(metavar="NUMBER", help="Roll the dice of this seed where none are given.")]


@scenario.command("list")
def list_(ctx: typer.Context, file: File = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """List the scenarios of a file."""
    found = scenarios_in(file_of(file))
    if wants_json(ctx, json, plain):
        listed = [{"name": one.name, "rules": one.rules, "title": one.title, "source": one.source} for one in found]
        print_answer(scenarios=listed)
        return
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        print(f"{one.rules:16}{one.name:{width}}  {one.title}")


@scenario.command()
def run(
    ctx: typer.Context,
    names: Names = None,
    file: File = None,
    json: AsJsonLines = False,
    plain: AsPlain = False,
    seed: Seed = 0,
) -> None:
    """Rule on what scenarios ask, and show it."""
    referee = workspace_of(ctx).referee
    how = output_format(referee.settings.under(format=chosen_format(json, plain)))
    seed = seed_from(seed)
    for one in _chosen(names, file):
        if how != "json":
            print(f"\n{one.name}: {one.title}{f' ({one.source})' if one.source else ''}")
        for _, record in rulings(one, referee, seed):
            if how != "json":
                print()
            print_record(referee, record, how)


@scenario.command()
def check(
    ctx: typer.Context, names: Names = None, file: File = None, json: AsJson = False, plain: AsPlain = False
) -> None:
    """Rule on what scenarios ask, and compare with what they expect; status 5 when a ruling does not agree."""
    referee = workspace_of(ctx).referee
    as_json = wants_json(ctx, json, plain)
    made = 0
    found: list[JsonObject] = []
    chosen = _chosen(names, file)
    for one in chosen:
        made += len(one.rulings)
        for number, what in disagreements(one, referee):
            found.append({"scenario": one.name, "ruling": number + 1, "place": one.place(number), "what": what})
            if not as_json:
                print(f"{one.place(number)}: {what}", file=sys.stderr)
    if as_json:
        print_answer(scenarios=len(chosen), rulings=made, disagreements=found)
    if found:
        does = "does" if len(found) == 1 else "do"
        raise Disagreement(f"{some(len(found), 'expectation')} {does} not agree")
    if not as_json:
        print(f"{len(chosen)} scenarios, {made} rulings: all agree")


def file_of(file: str | None) -> TomlFile:
    """The file of scenarios that is named, or found, or what comes in. Raises BadData."""
    return scenario_file(file, cache_folder(), standard_input() if file == STDIN else None)


@scenario.command()
def roster(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="The scenario.", metavar="NAME")],
    file: File = None,
    format: Annotated[Format | None, typer.Option("--format", help="html or pdf [default: as OUT ends]")] = None,
    paper: Annotated[On | None, typer.Option(help="The paper of a PDF. [default: a4]")] = None,
    out: Output = None,
    over: Over = False,
) -> None:
    """Print who is in play with every figure, boxes to tick, and the modifiers that count."""
    how = format_of(format, out, (Format.HTML, Format.PDF), "a roster is")
    from refcli.game.printed_roster import scenario_roster

    (one,) = _chosen([name], file)
    made = scenario_roster(one, workspace_of(ctx).referee)
    Printout(how, out, over).write(roster_as(made, how, paper_of_pdf(paper, how)), say_so=True)


def _chosen(names: list[str] | None, file: str | None) -> list[Scenario]:
    found = scenarios_in(file_of(file))
    if not found:
        raise BadData([f"{file or 'scenarios.toml'}: no scenario in it"])
    return [scenario_named(name, found) for name in names] if names else found
