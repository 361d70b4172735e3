"""``refcli again``: the last ruling with the same dice and other conditions, the difference step by step."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from refcli.cli.command import Command, Parameter, RefusingCommand, Section, argument, field_option, flag, option
from refcli.cli.corrected_dice import faces_instead, misread_dice
from refcli.cli.procedure import (
    USUAL,
    RulingCommand,
    controls,
    options_but,
    print_and_keep,
    record_of,
    referee_for,
)
from refcli.cli.terminal import takes_prefixes
from refcli.cli.workspace import Workspace, output_format, user_folder
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure, Record
from refcli.referee.last import amended, last
from refcli.referee.referee import Case, Referee
from refcli.referee.settings import as_recorded
from refcli.wire.requests import CONTROLS, READING_TEXT, SET_TEXT, asked_typed, table_from

NOT_AGAIN = ("--odds", "--sample", "--sweep", "--outcome", "--need", "--csv", "--scenario")
"""Options without a use for dice that were rolled, and a scenario, as its names are in the ruling."""


class Entry(NamedTuple):
    """An entry of a journal: the file and its number there."""

    file: Path
    number: int


def again(workspace: Workspace) -> Command:
    """Return the command, with the fields of the last ruling's procedure as its options."""
    try:
        kept = last(user_folder())
    except Refused as error:
        help = "Judge the last ruling again, with the same dice; there is none yet. The options are its procedure's."
        return RefusingCommand("again", error, "[CONDITION]...", help)
    return JudgeCommand("again", "the last ruling", kept, workspace)


class JudgeCommand(RulingCommand):
    """A command that judges a kept ruling again, with the fields of its procedure as options.

    The file and the number of a journal's ``entry`` are its first words; the new ruling is appended there.
    """

    def __init__(
        self, name: str, what: str, kept: Mapping[str, Any], workspace: Workspace, entry: Entry | None = None
    ) -> None:
        loaded = workspace.referee.loaded(str(kept.get("rules")))
        procedure = loaded.procedure(str(kept.get("procedure")))
        of_entry = [
            argument("file", "FILE", "The journal.", required=True),
            argument("number", "N", "The entry to judge again.", required=True),
        ]
        help = "What holds now; no-woods takes it back; die 2 is 4 reads a die anew."
        parameters = [
            *(of_entry if entry else ()),
            argument("conditions", "[CONDITION]...", help, many=True),
            *options_of_correction(procedure, but=("--log",) if entry else ()),
        ]
        if not entry:
            parameters.append(flag("--odds", "-o", hidden=True, help="Refused: the dice have fallen."))
        what = f"Judge {what} again ({loaded.ruleset.name} {procedure.name}), with the same dice."
        super().__init__(name, self._judge, parameters, what, loaded, procedure)
        self.usual = USUAL | {"--without", *(f"--{field.name}" for field in procedure.inputs)}
        self.referee = workspace.referee
        self.kept = kept
        self.entry = entry

    def sections(self, workspace: Workspace, every: bool) -> Iterator[Section]:
        """Return the conditions that may hold now."""
        from refcli.cli.help import sections_of_conditions

        yield from sections_of_conditions(self.loaded, self.procedure)

    def _judge(self, **given: Any) -> int:
        return judge_and_print(self.referee, self.procedure, self.kept, given, self.entry)


def options_of_correction(procedure: Procedure, but: Collection[str] = ()) -> list[Parameter]:
    """Return the options to judge a ruling again: the fields of its procedure, and those of every procedure."""
    from refcli.cli.help import field_help

    return [
        option("--without", many=True, metavar="CONDITION", help="Take this condition away."),
        *(field_option(field, field_help(field)) for field in procedure.inputs),
        *options_but((*NOT_AGAIN, *but)),
    ]


def judge_and_print(
    referee: Referee, procedure: Procedure, kept: Mapping[str, Any], given: dict[str, Any], entry: Entry | None
) -> int:
    """Judge the kept ruling with the typed changes, and print it with the differences."""
    rules = str(kept["rules"])
    if given["rules"] and referee.rulesets.name_of(given["rules"]) != rules:
        raise Refused(f"--rules: it is a ruling of {rules}, and is judged again by the same")
    if given.get("odds"):
        asked = referee.case({key: value for key, value in kept.items() if key in _keys(procedure)})
        line = f"refcli {' '.join(asked_typed(asked))} --odds"
        raise Refused(f"again is for dice that fell; what could fall is told by the ruling itself: {line}")
    referee = referee_for(referee, given)
    how = output_format(referee.settings)
    referee = referee.under(as_recorded(referee.settings))
    if entry:
        given["log"] = str(entry.file)
    amends = entry.number if entry else None
    was, case, record = judged(referee, procedure, kept, given)
    return print_and_keep(referee, case, record, how, given, amends, was)


def judged(
    referee: Referee, procedure: Procedure, kept: Mapping[str, Any], given: Mapping[str, Any]
) -> tuple[Record, Case, Record]:
    """Return a kept ruling as it was, and the case and record with the typed changes and the same dice."""
    changes = {field.name: given[field.name] for field in procedure.inputs if given.get(field.name) is not None}
    changes |= {key: value for key, value in controls_on(kept, controls(given)).items() if value}
    if given["published"]:
        changes["published"] = True
    before = referee.case({key: value for key, value in kept.items() if key in _keys(procedure)})
    chosen = {label: made for label, made in kept.get("chosen", {}).items() if isinstance(made, list)}
    was = referee.rule(before, kept["seed"], known=kept["faces"], chosen=chosen)
    typed, read_right = misread_dice(given["conditions"], before, was.ruling.rolls)
    prefixes = takes_prefixes()
    words = referee.loaded(str(kept["rules"])).words(procedure, prefixes)
    added, taken_back = words.stated_and_negated(typed)
    without = {*words.stated(given["without"]), *taken_back}
    dropped = {*without, *(other for name in added for other in words.excluded(name))}
    case = referee.case(amended(kept, changes, list(added), list(dropped)), prefixes)
    if any(field.field.decides and field.name in changes for field in procedure.inputs):
        chosen = {}  # what he says now, he does not choose as he did
    faces = {**kept["faces"], **read_right}
    given = with_unused_dice(given, kept, was)
    instead = faces_instead(referee.rule(case, kept["seed"], known=faces, chosen=chosen), case, faces, given["dice"])
    if instead:
        faces, given = {**faces, **instead}, {**given, "dice": None}
    by_hand = all(origin == "entered" for roll in was.ruling.rolls for origin in roll.origins)
    record = record_of(referee, case, given, known=faces, seed=kept["seed"], by_hand=by_hand, chosen=chosen)
    return was, case, record


def with_unused_dice(given: Mapping[str, Any], kept: Mapping[str, Any], was: Record) -> dict[str, Any]:
    """Return the typed values, with the faces of a ruling that rolled nothing: those dice still lie on the table."""
    unused = kept.get("spare", ())
    if given["dice"] or was.ruling.rolls or not unused:
        return {**given}
    return {**given, "dice": " ".join(map(str, unused))}


def _keys(procedure: Procedure) -> tuple[str, ...]:
    return (*CONTROLS, *(field.name for field in procedure.inputs), "conditions")


def controls_on(kept: Mapping[str, Any], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kept figures, modifiers and readings with the typed ones on top."""
    return {
        "set": {**kept.get("set", {}), **table_from(typed["set"], *SET_TEXT)},
        "adjust": [*kept.get("adjust", []), *typed["adjust"]],
        "readings": {**kept.get("readings", {}), **table_from(typed["readings"], *READING_TEXT)},
    }
