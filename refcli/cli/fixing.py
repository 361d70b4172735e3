"""``fix``, ``why`` and ``what-if``: a ruling of the game judged again, or printed again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refcli.cli.again import controls_on, options_of_correction, with_unused_dice
from refcli.cli.command import GAME_OPTION, RULES_OPTION, Command, argument, flag
from refcli.cli.corrected_dice import misread_dice, passed_on
from refcli.cli.evening import Evening, InGame, print_wrapped
from refcli.cli.game import command_of_game, evening_of
from refcli.cli.output import book_of, print_answer, print_changes, print_record
from refcli.cli.procedure import USUAL, RulingCommand, controls, print_and_keep, record_of, referee_for
from refcli.cli.terminal import takes_prefixes
from refcli.cli.workspace import Workspace, output_format
from refcli.core.dice import Roll, die_named
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure, Record
from refcli.core.request import counted, uncounted
from refcli.game.corrections import out_of_step
from refcli.game.game import Answer, Barred, Game
from refcli.game.names import choices_corrected, units_corrected
from refcli.game.replay import NOT_ASKED
from refcli.referee.last import amended
from refcli.referee.referee import Case, Referee
from refcli.referee.settings import as_recorded
from refcli.render.plain import in_one_line
from refcli.wire import JsonObject
from refcli.wire.lookup import NOT, Words, distance_field, whole_number
from refcli.wire.requests import FIGURES, given_of

MOST_TOUCHED = 12
"""The most lines about later rulings after a correction."""

WORDS = "[N] [DIE FACE] [NAME] [CONDITION]..."
HELP = (
    "Judge a ruling of the game again, the last one or entry N, with the dice that were rolled: "
    "fix 2 4, the second die is a 4; fix tiger, at the tiger; fix by anvil, anvil did it; fix 19 woods; "
    "fix 19 alone, as the game stands now."
)


class FixCommand(Command):
    """``fix 2 4``, ``fix 19 woods``, ``fix 19``: the ruling that the words name decides about the options."""

    def __init__(self, workspace: Workspace) -> None:
        words = argument("conditions", WORDS, "What holds now; no-woods takes it back.", many=True)
        super().__init__("fix", lambda **given: None, [words, RULES_OPTION, GAME_OPTION], HELP)
        self.workspace = workspace

    def specific(self, words: Sequence[str]) -> Command:
        """Return the command for the ruling that these words name, or for the last one. Raises Refused."""
        if not {"-h", "--help"}.isdisjoint(words):
            return self
        evening = evening_of(self.workspace)
        evening.game.refresh()
        number, rest = entry_said(words)
        or_figure = figure_meant(evening, number, rest) if number else ""
        try:
            return CorrectCommand(evening, *evening.game.ruling(number), or_figure)
        except Refused as error:
            meant = face_meant(evening.game, number) if number and not rest else ""
            raise Refused("; ".join(filter(None, (f"{error}{meant}", or_figure)))) from None


class CorrectCommand(RulingCommand):
    """``fix`` for one ruling of a game."""

    def __init__(self, evening: Evening, number: int, entry: JsonObject, or_figure: str) -> None:
        loaded = evening.loaded()
        procedure = loaded.procedure(entry["given"]["procedure"])
        words = argument("conditions", WORDS, many=True)
        parameters = [words, *options_of_correction(procedure, but=("--log",))]
        super().__init__("fix", self._correct, parameters, HELP, loaded, procedure)
        self.usual = USUAL | {"--without"}
        self.evening = evening
        self.number = number
        self.entry = entry
        self.or_figure = or_figure

    def read(self, words: Sequence[str]) -> Callable[[], int | None]:
        """Return the work that these words ask for. Raises Refused."""
        return super().read(entry_said(words)[1])

    def _correct(self, **given: Any) -> int:
        self.evening.loaded(given["rules"] or "")
        status = judge_again(self.evening, self.number, self.entry, given)
        if self.or_figure and output_format(referee_for(self.evening.referee, given).settings) != "json":
            print_wrapped([f"this was ruling {self.number}; {self.or_figure}"])
        return status


def fix(workspace: Workspace) -> Command:
    """Return the command."""
    return FixCommand(workspace)


def entry_said(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """Return the entry at the beginning of the words, if any, and the other words, a die and its face as ``2 is 4``."""
    numbers = next((index for index, word in enumerate(words) if not word.isdecimal()), len(words))
    names_one = (numbers % 2 == 1) != (words[numbers : numbers + 1] == ["is"])
    rest = list(words[1:] if names_one else words)
    said: list[str] = []
    while rest:
        if len(rest) > 1 and rest[0].isdecimal() and rest[1].isdecimal():
            said += [rest[0], "is", rest[1]]
            del rest[:2]
        else:
            said.append(rest.pop(0))
    return whole_number(words[0], "the number of the entry", 1) if names_one else None, said


def face_meant(game: Game, face: int) -> str:
    """Return the line that corrects the only die of the last ruling, if its face was typed as an entry."""
    rulings = [entry["ruling"] for entry in game.live().values() if "ruling" in entry]
    dice = [roll["die"] for ruling in rulings[-1:] for roll in ruling["rolls"] for _ in roll["faces"]]
    die = die_named(dice[0]) if len(dice) == 1 else None
    return f"; if the die was a {face}: fix 1 {face}" if die and face in die.faces else ""


def ruling_meant(game: Game, words: Sequence[str]) -> str:
    """Return the line that corrects a die of a ruling, if its entry was typed as the die: ``fix 19 1``."""
    said, _, face = [*words, "", "", ""][:3]
    rulings = {one for one, entry in game.live().items() if "ruling" in entry}
    of = int(said) if said.isdecimal() else 0
    return f"; in ruling {of}: fix {of} 1 {face}" if of in rulings else ""


def figure_meant(evening: Evening, number: int, words: Sequence[str]) -> str:
    """Return the line that corrects the range of the last ruling, if it may have been typed as an entry."""
    rulings = [one for one, entry in evening.game.live().items() if "ruling" in entry]
    if not (rulings and words) or rulings[-1] == number:
        return ""
    last, entry = evening.game.ruling(rulings[-1])
    known = evening.loaded().words(evening.loaded().procedure(entry["given"]["procedure"]), True)
    far = distance_field(known.procedure)
    fits = all(known.choosing(word) or word.removeprefix(NOT) in known.conditions for word in words)
    if far is None or not fits or entry.get("typed", {}).get(far.name) is None:  # what was not said is no slip
        return ""
    unit = f" {far.field.unit}" if far.field.unit else ""
    return f"for {number}{unit} in ruling {last}: fix {far.field.short} {number} {' '.join(words)}"


def of_its_entry(words: list[str], game: Game) -> list[str]:
    """Return the words of a ``fix`` with the entry that it corrects, as later rulings must not change that."""
    return ["fix", str(game.ruling()[0]), *words[1:]] if entry_said(words[1:])[0] is None else words


def record_as_it_was(referee: Referee, entry: JsonObject) -> tuple[Case, Record]:
    """Return the case and the record of a game's ruling, made again with its dice."""
    given = entry["given"]
    case = referee.case({key: value for key, value in given.items() if key not in NOT_ASKED})
    return case, referee.rule(case, given["seed"], known=given["faces"], chosen=given.get("chosen", {}))


def judge_again(evening: Evening, number: int, entry: JsonObject, given: dict[str, Any]) -> int:
    """Judge a ruling again with the typed changes, at its place in the game; list the later rulings that depend on it.

    Raises Barred where nothing would have been tried, though something was.
    """
    referee = referee_for(evening.referee, given)
    how = output_format(referee.settings)
    referee = referee.under(as_recorded(referee.settings))
    was_asked, was = record_as_it_was(referee, entry)
    dice = _dice_that_lie(evening.game, referee, number, was_asked, was)
    try:
        typed, read_right = misread_dice(given["conditions"], *dice)
    except Refused as error:
        raise Refused(f"{error}{ruling_meant(evening.game, given['conditions'])}") from None
    words = evening.loaded().words(was_asked.procedure, takes_prefixes() or evening.at_table)
    typed, named = units_corrected(evening.game.ledger, words, entry["given"], typed)
    typed, choices = choices_corrected(words, typed)
    plain = changed(entry, was_asked.procedure, words, typed, {**given, **choices, **named})
    overrules = given["overrule"] or "overrules" in entry
    in_game = InGame(evening, plain, True, overrules, number)  # it may have been typed at a terminal
    case = referee.case(in_game.plain, True)
    says = {**given, **choices}
    decided = any(field.field.decides and says.get(field.name) is not None for field in was_asked.procedure.inputs)
    chosen = {} if decided else entry["given"].get("chosen", {})  # what he says now, he does not choose as he did
    faces = {**entry["given"]["faces"], **read_right}
    if named:
        seed = entry["given"]["seed"]
        faces = passed_on(faces, was.ruling.rolls, lambda lie: referee.rule(case, seed, known=lie, chosen=chosen))
    given = with_unused_dice(given, entry["given"], was)
    by_hand = all(origin == "entered" for roll in was.ruling.rolls for origin in roll.origins)
    record = record_of(referee, case, given, faces, entry["given"]["seed"], by_hand, evening.players, chosen)
    if _is_same(record, was, entry) and overrules == ("overrules" in entry):
        if how == "json":
            print_record(referee, record, how, given["why"], in_game.beside(Answer(number)))
        else:
            print_wrapped([f"ruling {number} stays as it is: that changes nothing"])
        return 0
    if was.ruling.outcome.attempt and not record.ruling.outcome.attempt and not overrules:
        why = in_one_line(record, book_of(referee, record.rules, record.procedure.charts)).partition(": ")[2]
        raise Barred(f"no: {why}; ruling {number} stays as it is. {evening.overruled_by} overrules", in_game.done)
    before = out_of_step(evening.game, number)
    status = print_and_keep(referee, case, record, how, given, was=was, in_game=in_game)
    if how != "json":
        print_wrapped(touched(evening.game, number, before))
    return status


def _dice_that_lie(game: Game, referee: Referee, number: int, case: Case, was: Record) -> tuple[Case, Sequence[Roll]]:
    """Return the request and the dice of a ruling; if it rolled none, those of its last form with dice."""
    forms = [entry for one, entry in game.entries.items() if game.root_of(one) == number and one not in game.undone]
    for form in reversed([] if was.ruling.rolls else forms):
        asked, before = record_as_it_was(referee, form)
        if before.ruling.rolls:
            return asked, before.ruling.rolls
    return case, was.ruling.rolls


def _is_same(record: Record, was: Record, entry: JsonObject) -> bool:
    """True if request, dice and verdict of a ruling are unchanged."""
    return given_of(record) == given_of(was) and record.ruling.verdict == entry["ruling"]["verdict"]


def changed(
    entry: JsonObject, procedure: Procedure, words: Words, typed: Sequence[str], given: Mapping[str, Any]
) -> JsonObject:
    """Return the request of a ruling with the typed changes: fields, figures, conditions added and taken back."""
    kept = {key: value for key, value in entry["given"].items() if key not in NOT_ASKED}
    asked = {**entry.get("typed", kept), **{key: kept[key] for key in FIGURES if key in kept}}
    changes = {field.name: given[field.name] for field in procedure.inputs if given.get(field.name) is not None}
    changes |= {key: value for key, value in controls_on(kept, controls(given)).items() if value}
    stated, taken_back = words.stated_and_negated(typed)
    again = [name for name, many in stated.items() if many > 1]
    asked = amended(asked, {}, [], again)  # 2xhold-fire says how many there are, not how many more
    added = [counted(name, many) for name, many in stated.items() if many > 1 or not _holds_of_all(kept, words, name)]
    without = {*words.stated(given["without"]), *taken_back}
    dropped = {
        *without,
        *(other for name in stated for other in words.excluded(name)),
        *(f"{NOT}{one}" for one in stated),
    }
    plain = amended(asked, changes, added, list(dropped))
    plain["conditions"] += [f"{NOT}{name}" for name in without if not _is_stated(asked, name)]
    return plain


def _holds_of_all(given: JsonObject, words: Words, name: str) -> bool:
    """True if a ruling counted a condition for every unit that can have it."""
    of = given.get(words.conditions[name].of or "conditions") or []
    terms = of if isinstance(of, list) else [of]
    if not words.conditions[name].of:
        return name in terms
    return bool(terms) and all(name in term.split("+")[1:] for term in terms)


def _is_stated(asked: Mapping[str, Any], name: str) -> bool:
    """True if a condition was typed for the ruling or for one of its terms."""
    texts = [text for value in asked.values() for text in (value if isinstance(value, list) else [value])]
    said = [word for text in texts if isinstance(text, str) for word in text.split("+")]
    return any((uncounted(word)[1] or word) == name for word in said)


def touched(game: Game, number: int, before: Mapping[int, Sequence[str]]) -> list[str]:
    """Return the later rulings that depend on a correction, each with the line that judges it again."""
    now = out_of_step(game, number)
    found = [
        f"{said}; fix {one} judges it again"
        for one, all_said in now.items()
        for said in all_said
        if said not in before.get(one, ())
    ]
    left = len(found) - MOST_TOUCHED
    return [*found[:MOST_TOUCHED], *([f"and {left} more"] if left > 0 else [])]


def why(workspace: Workspace) -> Command:
    """``why [N]``."""

    def act(game: Game, as_json: bool, number: str | None) -> None:
        referee = workspace.referee.under(as_recorded(workspace.settings))
        _, record = _judged_before(game, referee, number)
        print_record(referee, record, "json" if as_json else output_format(workspace.settings), True)

    said = "A ruling of the game with where each of its figures stands."
    return command_of_game(workspace, "why", said, [_number()], act)


def what_if(workspace: Workspace) -> Command:
    """``what-if [N]``."""

    def act(game: Game, as_json: bool, number: str | None, why: bool) -> None:
        from refcli.referee.what_if import what_if as changes_of

        referee = workspace.referee.under(as_recorded(workspace.settings))
        case, record = _judged_before(game, referee, number)
        found = list(changes_of(referee, case, record))
        if as_json:
            print_answer(changes=[one._asdict() for one in found])
        else:
            print_changes(found, record.ruling.outcome.word, why)

    said = "What else would have changed a ruling of the game, with its dice."
    every = flag("--why", help="All of it, in full.")
    return command_of_game(workspace, "what-if", said, [_number(), every], act)


def _number() -> Any:
    return argument("number", metavar="[N]", help="The entry; left out, the last ruling.")


def _judged_before(game: Game, referee: Referee, number: str | None) -> tuple[Case, Record]:
    if number is not None and not number.isdecimal():
        raise Refused("which ruling? its number, as log tells it; left out, the last one")
    return record_as_it_was(referee, game.ruling(None if number is None else int(number))[1])
