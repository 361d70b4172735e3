"""``refcli log``: show, verify, replay, amend and count the rulings of a journal."""

import sys
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import typer

from refcli.cli.again import Entry, judging
from refcli.cli.entry_lines import in_full, in_short, in_words
from refcli.cli.flags import AsJsonLines
from refcli.cli.surroundings import around
from refcli.cli.typer_inside import Group
from refcli.core.errors import Disagreement, Refused
from refcli.core.sentence import some
from refcli.game.journal import Line, entry_numbered, read
from refcli.game.luck import ENOUGH, ENOUGH_EACH_WAY, stats
from refcli.game.replay import replay
from refcli.plain.vocabulary import whole_number
from refcli.referee.referee import Referee
from refcli.referee.settings import as_recorded


class Commands(Group):
    """Finds the commands by name; the one that amends is made from the entry's procedure."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As Typer does it, with the entry known first."""
        name, *words = args
        if name == "amend" and {"-h", "--help"} & set(words[:2]):  # no entry is named before it
            return super().resolve_command(ctx, [name, "--help"])
        if name == "amend" and len(words) > 1:
            if words[0].startswith("-"):
                raise Refused("log amend: FILE and N come first, and what changes behind them")
            entry = Entry(Path(words[0]), whole_number(words[1], "N", 1))
            kept = entry_numbered(entry.file, entry.number)["given"]
            return name, judging(name, f"entry {entry.number} of {entry.file}", kept, around(ctx).referee, entry), words
        return super().resolve_command(ctx, args)


log = typer.Typer(
    cls=Commands,
    help="Show, verify, replay, amend and count the rulings of a journal.",
    rich_markup_mode=None,
    add_completion=False,
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The journal.")]

SAID = {"rolled": "dice rolled by refcli", "entered": "dice entered by hand", "both": "dice rolled and entered"}


@log.command()
def show(
    file: File,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="Entries to show in full.")] = None,
    json: AsJsonLines = False,
) -> None:
    """List the entries, or show some of them in full."""
    if numbers:
        for number in numbers:
            entry = entry_numbered(file, number)
            print(dumps({"entry": number, **entry}) if json else "\n".join(in_full(number, entry)))
        return
    for line in lines_of(file):
        if line.entry is not None:
            print(dumps({"entry": line.number, **line.entry}) if json else in_short(line.number, line.entry))


@log.command()
def verify(file: File) -> None:
    """Check that every line is whole and unchanged; leave with 5 when one is not."""
    torn = faults = 0
    judged: dict[int, str] = {}
    for line in lines_of(file):
        if line.entry is None:
            torn += line.torn
            faults += not line.torn
            continue
        procedure = f"{line.entry['ruling']['rules']} {line.entry['ruling']['procedure']}"
        amends = line.entry.get("amends")
        if amends is not None and judged.get(amends) != procedure:
            faults += 1
            why = f"a ruling of {judged[amends]}, as one of {procedure}" if amends in judged else "which is not there"
            print(f"{file}:{line.number}: amends entry {amends}, {why}", file=sys.stderr)
        judged[line.number] = procedure
    said = f"{some(len(judged), 'entry', 'entries')} whole, {some(torn, 'line')} torn"
    if torn or faults:
        raise Disagreement(f"{file}: {said}, {some(faults, 'fault')}")
    print(said)


@log.command("replay")
def replay_(ctx: typer.Context, file: File) -> None:
    """Make each ruling again from its recorded faces; leave with 5 when one comes to be otherwise, or was changed.

    A line that its writer did not live to finish is no ruling: it is named and stepped over.
    """
    referee = Referee(as_recorded(around(ctx).settings))
    made = differ = changed = spoiled = 0
    for line in lines_of(file):
        spoiled += line.entry is None and not line.torn
        for one in replay([line], referee):
            made += 1
            changed += one.charts_changed
            if one.differs:
                differ += 1
                charts = "its charts have changed since" if one.charts_changed else "its charts are the same"
                if differ == 1:
                    print(f"{file}:{one.number}: {one.differs} ({charts})", file=sys.stderr)
    charts = f"; of {changed} the charts have changed since" if changed else "; the charts are the same"
    unmade = f"{some(spoiled, 'line')} cannot be made again; " if spoiled else ""
    if differ:
        raise Disagreement(f"{file}: {unmade}{differ} of {some(made, 'ruling')} come to be otherwise{charts}")
    if spoiled:
        raise Disagreement(f"{file}: {unmade}the other {some(made, 'ruling')} agree")
    print(f"{some(made, 'ruling')} made again: all agree{charts}")


@log.command()
def amend(
    file: File,
    number: Annotated[int, typer.Argument(metavar="N", help="The entry to judge again.")],
    conditions: Annotated[list[str] | None, typer.Argument(metavar="[CONDITION]...", help="Conditions to add.")] = None,
) -> None:
    """Judge an entry again with the same dice: a new entry that points at the old one.

    It is again for entry N, and takes the options of that entry's procedure: refcli log amend FILE N --help tells them.
    """
    raise AssertionError("Commands makes a command of the entry's procedure")


@log.command("stats")
def stats_(ctx: typer.Context, file: File, json: AsJsonLines = False) -> None:
    """Set the results beside what was to be expected of each ruling, rolled and entered dice apart."""
    found = stats(lines_of(file), Referee(as_recorded(around(ctx).settings)))
    if json:
        for measure in found.measures:
            print(dumps({**measure._asdict(), "enough": measure.enough, "luck": measure.luck}))
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


def lines_of(file: Path) -> Iterator[Line]:
    """The lines of a journal; one that is not whole is named on stderr and stepped over."""
    for line in read(file):
        if line.entry is None:
            torn = "; its writer did not live to finish it" if line.torn else ""
            print(f"{file}:{line.number}: {line.fault}{torn}", file=sys.stderr)
        yield line
