"""``refcli log``: show, verify, replay, amend and count the rulings of a journal."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from refcli.cli.again import Entry, JudgeCommand
from refcli.cli.command import AsJson, AsJsonLines, AsPlain, Command, FunctionCommand, Group, command_of
from refcli.cli.entry_lines import (
    SAID,
    ActWords,
    act_in_short,
    day_of,
    in_full,
    in_short,
    in_words,
    same_dice,
    undone_in,
)
from refcli.cli.output import print_answer
from refcli.cli.print import Format, On, Output, Over, Printout, format_of, paper_of_pdf, print_report, print_roster
from refcli.cli.terminal import STDIN, standard_input, width_of
from refcli.cli.workspace import Workspace, wants_json, workspace_of
from refcli.core.errors import Disagreement, Refused
from refcli.core.sentence import some
from refcli.game.journal import Damaged, Line, entry_numbered, lines_in, read
from refcli.game.luck import ENOUGH, ENOUGH_EACH_WAY, stats
from refcli.game.replay import Replay, replay
from refcli.referee.settings import as_recorded, written
from refcli.wire import JsonObject
from refcli.wire.lookup import whole_number


class AmendCommand(FunctionCommand):
    """``log amend``: with an entry named, the command that judges it again, with the options of its procedure."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("amend", amend)
        self.workspace = workspace

    def specific(self, words: Sequence[str]) -> Command:
        """Return the command of the entry that the words name."""
        if len(words) < 2 or not {"-h", "--help"}.isdisjoint(words[:2]):
            return self
        if words[0].startswith("-"):
            raise Refused("log amend: FILE and N come first, and what changes behind them")
        entry = Entry(Path(words[0]), whole_number(words[1], "N", 1))
        kept = entry_numbered(entry.file, entry.number).get("given")
        if kept is None:
            raise Refused(f"{entry.file}: entry {entry.number} is no ruling")
        return JudgeCommand("amend", f"entry {entry.number} of {entry.file}", kept, self.workspace, entry)


def commands(workspace: Workspace) -> Group:
    """Return the commands of ``log``."""
    group = command_of(log, "log")
    assert isinstance(group, Group)
    group.commands["amend"] = AmendCommand(workspace)
    return group


log = typer.Typer(
    help="The journal of an evening: show, tell, print, verify, replay, amend, count the luck.",
    rich_markup_mode=None,
    add_completion=False,
)

File = Annotated[
    str | None,
    typer.Argument(metavar="[FILE|-]", help="The journal; left out, that of the settings (log); - for stdin."),
]


@log.command()
def show(
    ctx: typer.Context,
    file: File = None,
    numbers: Annotated[list[str] | None, typer.Argument(metavar="[N]...", help="Entries to show in full.")] = None,
    json: AsJsonLines = False,
    plain: AsPlain = False,
) -> None:
    """List the rulings of a journal, or show some of them in full."""
    as_json = wants_json(ctx, json, plain)
    words = [file, *(numbers or ())] if file is not None else []
    if file is not None and file.isdecimal() and not Path(file).exists():
        file = None  # log show 3: of the journal that is set
    else:
        del words[:1]
    journal = journal_of(ctx, file)
    wanted = [whole_number(word, "N", 1) for word in words]
    entries = {line.number: line.entry for line in lines_of(journal) if line.entry is not None} if wanted else {}
    for number in wanted:
        if number not in entries:
            raise Refused(f"{journal} has no entry {number}")
        entry = entries[number]
        if as_json:
            print_answer(entry=number, **entry)
        elif "game" in entry:
            acts = ActWords(workspace_of(ctx).referee)
            said = [acts.of(one) for at, one in entries.items() if at <= number][-1]
            print("\n".join([day_of(entry), *act_in_short(number, entry, said, False, width_of(sys.stdout))]))
        else:
            print("\n".join(in_full(number, entry, workspace_of(ctx).referee.rulesets)))
    if wanted:
        return
    width = width_of(sys.stdout)
    acts = ActWords(workspace_of(ctx).referee)
    undone = undone_in(_entries_before_damage(journal)) if str(journal) != STDIN else set()
    seen: dict[tuple[Any, ...], int] = {}
    day = ""
    for line in lines_of(journal):
        if line.entry is None:
            continue
        if as_json:
            print_answer(entry=line.number, **line.entry)
            continue
        if day_of(line.entry) != day:
            day = day_of(line.entry)
            print(day)
        if "game" in line.entry:
            said = acts.of(line.entry)
            print("\n".join(act_in_short(line.number, line.entry, said, line.number in undone, width)))
            continue
        acts.follow(line.entry)
        first = seen.setdefault(same_dice(line.entry), line.number)
        known = workspace_of(ctx).referee.rulesets
        print("\n".join(in_short(line.number, line.entry, first, width, known, line.number in undone)))


@log.command()
def verify(ctx: typer.Context, file: File = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """Check that every line is whole, unchanged and in its place; status 5 when one is not."""
    as_json = wants_json(ctx, json, plain)
    journal = journal_of(ctx, file)
    acts = 0
    torn: list[int] = []
    faults: list[JsonObject] = []
    judged: dict[int, str] = {}
    for line in _up_to_damage(journal, faults):
        if line.entry is None:
            torn.append(line.number)
            continue
        if "game" in line.entry:
            acts += 1
            continue
        procedure = f"{line.entry['ruling']['rules']} {line.entry['ruling']['procedure']}"
        amends = line.entry.get("amends")
        if amends is not None and judged.get(amends) != procedure:
            why = f"a ruling of {judged[amends]}, as one of {procedure}" if amends in judged else "which is not there"
            faults.append({"line": line.number, "what": f"amends entry {amends}, {why}"})
            print(f"{journal}:{line.number}: amends entry {amends}, {why}", file=sys.stderr)
        judged[line.number] = procedure
    whole = len(judged) + acts
    said = f"{some(whole, 'entry', 'entries')} whole, {some(len(torn), 'line')} incomplete"
    if as_json:
        print_answer(whole=whole, torn=torn, faults=faults)
    if torn or faults:
        raise Disagreement(f"{journal}: {said}, {some(len(faults), 'fault')}")
    if not as_json:
        print(said)


def _entries_before_damage(journal: Path) -> Iterator[JsonObject]:
    with suppress(Damaged):
        yield from (line.entry for line in read(journal) if line.entry is not None)


def _up_to_damage(journal: Path, faults: list[JsonObject]) -> Iterator[Line]:
    """The lines of a journal up to the first that is no entry, which is printed and becomes one of the faults."""
    try:
        yield from lines_of(journal)
    except Damaged as error:
        print(error, file=sys.stderr)
        faults.append({"line": error.number, "what": error.fault})


@log.command("replay")
def replay_(ctx: typer.Context, file: File = None, json: AsJson = False, plain: AsPlain = False) -> None:
    """Rule on everything again, with the same dice; status 5 when a ruling comes out otherwise."""
    as_json = wants_json(ctx, json, plain)
    journal = journal_of(ctx, file)
    referee = workspace_of(ctx).referee.under(as_recorded(workspace_of(ctx).settings))
    made = changed = 0
    differ: list[Replay] = []
    for line in lines_of(journal):
        for one in replay([line], referee):
            made += 1
            changed += one.charts_changed
            if one.differs:
                differ.append(one)
                charts = "its charts have changed since" if one.charts_changed else "its charts are the same"
                if len(differ) == 1 and not as_json:
                    print(f"{journal}:{one.number}: {one.differs} ({charts})", file=sys.stderr)
    charts = f"; of {changed} the charts have changed since" if changed else "; the charts are the same"
    if as_json:
        others = [{"entry": one.number, "what": one.differs, "charts_changed": one.charts_changed} for one in differ]
        print_answer(rulings=made, differ=others, charts_changed=changed)
    if differ:
        raise Disagreement(f"{journal}: {len(differ)} of {some(made, 'ruling')} come to be otherwise{charts}")
    if not as_json:
        print(f"{some(made, 'ruling')} made again: all agree{charts}")


@log.command()
def amend(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The journal.")],
    number: Annotated[int, typer.Argument(metavar="N", help="The entry to judge again.")],
    conditions: Annotated[
        list[str] | None, typer.Argument(metavar="[CONDITION]...", help="What holds now; no-woods takes it back.")
    ] = None,
) -> None:
    """Judge a ruling of the journal again, with the same dice: a new entry that points at the old one.

    It is again for entry N, with the options of that entry's procedure: refcli log amend FILE N --help tells them.
    """
    raise AssertionError("AmendCommand returns the command of the entry")


@log.command("stats")
def stats_(ctx: typer.Context, file: File = None, json: AsJsonLines = False, plain: AsPlain = False) -> None:
    """Count the luck: what came off beside what was to be expected, dice rolled by refcli and by hand apart."""
    found = stats(
        lines_of(journal_of(ctx, file)), workspace_of(ctx).referee.under(as_recorded(workspace_of(ctx).settings))
    )
    if wants_json(ctx, json, plain):
        for measure in found.measures:
            print_answer(**measure._asdict(), enough=measure.enough, luck=measure.luck)
        return
    for origin in dict.fromkeys(measure.origin for measure in found.measures):
        print(f"{SAID[origin]}:")
        for measure in found.measures:
            if measure.origin == origin:
                print(f"  {in_words(measure)}")
    for why, count in found.left_out.items():
        print(f"left out: {some(count, 'ruling')}: {why}")
    if any(not measure.enough for measure in found.measures):
        print(
            f"(Nothing is said of luck below {ENOUGH} rulings that could have gone either way,\n"
            f"{ENOUGH_EACH_WAY} successes and {ENOUGH_EACH_WAY} failures to be expected among them.)"
        )


@log.command()
def report(
    ctx: typer.Context,
    file: File = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="md or html [default: as OUT ends, else md]")
    ] = None,
    out: Output = None,
    over: Over = False,
) -> None:
    """Tell the evening, turn by turn: rulings with their dice, losses, luck."""
    how = format_of(format, out, (Format.MD, Format.HTML), "a report is")
    print_report(journal_of(ctx, file), workspace_of(ctx).referee, Printout(how, out, over))


@log.command()
def roster(
    ctx: typer.Context,
    file: File = None,
    format: Annotated[Format | None, typer.Option("--format", help="html or pdf [default: as OUT ends]")] = None,
    paper: Annotated[On | None, typer.Option(help="The paper of a PDF. [default: a4]")] = None,
    out: Output = None,
    over: Over = False,
) -> None:
    """Print who is in play, in what state, with boxes to tick."""
    how = format_of(format, out, (Format.HTML, Format.PDF), "a roster is")
    print_roster(journal_of(ctx, file), workspace_of(ctx).referee, Printout(how, out, over), paper_of_pdf(paper, how))


def journal_of(ctx: typer.Context, file: str | None) -> Path:
    """The journal that is named, else the game, else the one of the settings. Raises Refused where there is none."""
    if file is not None:
        return Path(file)
    evening = workspace_of(ctx).evening
    if evening is not None:
        return evening.file
    setting = workspace_of(ctx).settings.log.value
    if not setting:
        raise Refused('which journal? name its file, or set it: log = "evening.jsonl" in refcli.toml')
    return written(setting)


def lines_of(file: Path) -> Iterator[Line]:
    """The lines of a journal; an incomplete last one is reported on stderr. Raises Damaged."""
    for line in lines_in(standard_input(), file) if str(file) == STDIN else read(file):
        if line.entry is None:
            print(f"{file}:{line.number}: {line.said}", file=sys.stderr)
        yield line
