"""``refcli again``: the last ruling with the same dice and other conditions, the difference step by step."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from refcli.cli.complete import complete_conditions
from refcli.cli.options import USUAL, field_option, procedure_options
from refcli.cli.procedure import conditions_told
from refcli.cli.refusing import Refusing
from refcli.cli.resolving import controls, print_and_keep, record_of, referee_for
from refcli.cli.surroundings import Surroundings, output_format, takes_prefixes, user_folder
from refcli.cli.typer_inside import Command, Page, RulingCommand, argument, flag, option, page_of
from refcli.core.dice import Die, Roll
from refcli.core.errors import Refused
from refcli.core.faces import checked_face, meant_by
from refcli.core.labels import place, roll_of, thing_of
from refcli.core.limits import MOST_DICE
from refcli.core.procedure import Procedure, Record
from refcli.core.sentence import some
from refcli.plain.dump import asked_typed
from refcli.plain.parse import CONTROLS, READING_TEXT, SET_TEXT, table_from
from refcli.plain.vocabulary import whole_number
from refcli.referee.last import amended, last
from refcli.referee.referee import Case, LoadedRuleset, Referee, ruleset_name
from refcli.referee.settings import as_recorded

NOT_AGAIN = ("--odds", "--sample", "--sweep", "--outcome", "--need", "--csv", "--scenario")
"""Options that say nothing to dice that fell, and the units of a scenario: their names are in the ruling."""


TOLD_AS = "a die that was misread is told"


class Entry(NamedTuple):
    """An entry of a journal: the file and its number there."""

    file: Path
    number: int

    def said(self) -> list[Any]:
        """The words that name it."""
        return [
            argument("file", metavar="FILE", required=True, expose_value=False, help="The journal."),
            argument("number", metavar="N", required=True, expose_value=False, help="The entry to judge again."),
        ]


def again(surroundings: Surroundings) -> Command:
    """The command, with the fields of the last ruling's procedure as its options."""
    try:
        kept = last(user_folder())
    except Refused as error:
        said = "Judge the last ruling again, with the same dice; there is none yet. The options are its procedure's."
        return Refusing("again", error, said, "[CONDITION]...")
    return judging("again", "the last ruling", kept, surroundings.referee)


def judging(name: str, what: str, kept: Mapping[str, Any], referee: Referee, entry: Entry | None = None) -> Command:
    """The command that judges a kept ruling again, with the fields of its procedure as its options.

    An ``entry`` of a journal is said by its file and its number; what comes of it is appended there.
    """
    loaded = referee.loaded(str(kept.get("rules")))
    procedure = loaded.procedure(str(kept.get("procedure")))
    complete = complete_conditions(loaded, procedure)
    params: list[Any] = [
        *(entry.said() if entry else ()),
        argument(
            "conditions",
            many=True,
            metavar="[CONDITION]...",
            help="What holds now; no-woods takes it back; die 2 is 4 reads a die anew.",
            autocompletion=complete,
        ),
        option("--without", many=True, metavar="CONDITION", help="Take this condition away."),
        *(field_option(loaded, procedure, field) for field in procedure.inputs),
        *procedure_options(loaded, but=(*NOT_AGAIN, "--log") if entry else NOT_AGAIN),
        *(() if entry else (flag("--odds", "-o", hidden=True, help="Refused: the dice have fallen."),)),
    ]

    def run(**given: Any) -> int:
        return judge_and_print(referee, procedure, kept, given, entry)

    said = f"Judge {what} again ({loaded.ruleset.name} {procedure.name}), with the same dice."
    return Judging(loaded, procedure, name, run, params, said)


class Judging(RulingCommand):
    """A command that judges a ruling again; its help tells the conditions that may hold now."""

    def __init__(self, loaded: LoadedRuleset, procedure: Procedure, *said: Any) -> None:
        super().__init__(*said)
        self.usual = USUAL | {"--without", *(f"--{field.name}" for field in procedure.inputs)}
        self.loaded = loaded
        self.procedure = procedure

    def page(self, ctx: Any, every: bool = False) -> Page:
        """Its help: what can be typed, the conditions by whom they are said of, the options."""
        page = page_of(self, ctx, [], frozenset() if every else self.usual)
        arguments, *others = page.sections
        return page._replace(sections=[arguments, *conditions_told(self.loaded, self.procedure), *others])


def judge_and_print(
    referee: Referee, procedure: Procedure, kept: Mapping[str, Any], given: dict[str, Any], entry: Entry | None
) -> int:
    """Judge the kept ruling with the changes that were typed, and print what it is now and what changed."""
    rules = str(kept["rules"])
    if given["rules"] and ruleset_name(given["rules"]) != rules:
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
    """A kept ruling as it was, and the case and record with the changes that were typed, on the same dice."""
    changes = {field.name: given[field.name] for field in procedure.inputs if given.get(field.name) is not None}
    changes |= {key: value for key, value in controls_on(kept, controls(given)).items() if value}
    if given["published"]:
        changes["published"] = True
    before = referee.case({key: value for key, value in kept.items() if key in _keys(procedure)})
    was = referee.rule(before, kept["seed"], known=kept["faces"])
    typed, read_right = misread_dice(given["conditions"], before, was.ruling.rolls)
    prefixes = takes_prefixes()
    words = referee.loaded(str(kept["rules"])).words(procedure, prefixes)
    added, taken_back = words.stated_and_taken_back(typed)
    without = {*words.stated(given["without"]), *taken_back}
    dropped = {*without, *(other for name in added for other in words.excluded(name))}
    case = referee.case(amended(kept, changes, list(added), list(dropped)), prefixes)
    faces = {**kept["faces"], **read_right}
    by_hand = all(origin == "entered" for roll in was.ruling.rolls for origin in roll.origins)
    return was, case, record_of(referee, case, given, known=faces, seed=kept["seed"], by_hand=by_hand)


def misread_dice(words: Sequence[str], case: Case, rolls: Sequence[Roll]) -> tuple[list[str], dict[str, int]]:
    """The words that are left, and the faces by label of the dice that were misread.

    One is told as ``die 2 is 4``, by its roll, ``effect 1 is 9``, or by who rolled it, as the ruling calls the thing:
    ``Tank A is 4``, ``Tank A effect is 9``. Dice are counted roll by roll, as they were rolled.
    """
    if "is" not in words:
        return list(words), {}
    from refcli.render.things import Things

    things = Things(case.procedure, case.request, case.words.charts)
    by_roll: dict[str, list[tuple[str, Die]]] = {}
    by_name: dict[str, tuple[str, Die]] = {}
    for roll in rolls:
        several = len(roll.faces) > 1
        labels = [place(roll.label, str(number)) if several else roll.label for number in range(1, len(roll.faces) + 1)]
        by_roll.setdefault(roll_of(roll.label), []).extend([(label, roll.die) for label in labels])
        name = things.said(thing_of(roll.label)).lower()
        if name and not several:
            by_name.setdefault(name, (labels[0], roll.die))
            by_name.setdefault(f"{name} {roll_of(roll.label)}", (labels[0], roll.die))
    rolled = ", ".join(f"{name} ({some(len(dice), 'die', 'dice')})" for name, dice in by_roll.items()) or "no dice"
    left: list[str] = list(words)
    found: dict[str, int] = {}
    while "is" in left:
        at = left.index("is")
        if at < 1 or at + 1 == len(left):
            raise Refused(f"{TOLD_AS} as: refcli again die 2 is 4, or by its roll: effect 1 is 9")
        begin = next((begin for begin in range(at) if " ".join(left[begin:at]).lower() in by_name), at)
        if begin < at:
            said = " ".join(left[begin:at])
            label, die = by_name[said.lower()]
        elif left[at - 1].isdecimal():
            begin, names = _said_roll(left[: at - 1], by_roll)
            dice = [one for name in names for one in by_roll[name]]
            number = whole_number(left[at - 1], "the number of a die", 1, MOST_DICE)
            said = f"{' '.join(left[begin : at - 1]) or 'die'} {number}"
            if number > len(dice):
                raise Refused(f"{said}: there is no such die; the ruling rolled {rolled}")
            label, die = dice[number - 1]
        else:
            raise Refused(f"{TOLD_AS} by its number: refcli again die 1 is {left[at + 1]}; the ruling rolled {rolled}")
        face = checked_face(whole_number(left[at + 1], "a face", 0, 1000), said, die)
        found |= {label: face} if label[-1].isdecimal() else {label: face, place(label, "1"): face}
        del left[begin : at + 2]
    return left, found


def _said_roll(words: Sequence[str], known: Iterable[str]) -> tuple[int, list[str]]:
    """Where the name of a roll begins among words that end with it, and the rolls that it means; ``die`` means any."""
    for begin in range(max(0, len(words) - 3), len(words)):
        said = " ".join(words[begin:])
        meant = meant_by(said, known)
        if len(meant) == 1:
            return begin, meant
    if not words or words[-1] not in ("die", "dice"):  # the number alone, as in 2 is 4
        return len(words), [*known]
    return len(words) - 1, [*known]


def _keys(procedure: Procedure) -> tuple[str, ...]:
    return (*CONTROLS, *(field.name for field in procedure.inputs), "conditions")


def controls_on(kept: Mapping[str, Any], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Figures, modifiers and readings that were typed, on top of the kept ones."""
    return {
        "set": {**kept.get("set", {}), **table_from(typed["set"], *SET_TEXT)},
        "adjust": [*kept.get("adjust", []), *typed["adjust"]],
        "readings": {**kept.get("readings", {}), **table_from(typed["readings"], *READING_TEXT)},
    }
