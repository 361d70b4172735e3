"""``refcli table``: the prompt at which a referee runs a game; it reads plain lines if there is no terminal."""

import gc
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from refcli.cli.app import SeveralCommands, run_words
from refcli.cli.ask import PendingQuestion, Unanswered, decided, numbered, read_line
from refcli.cli.command import AT_PROMPT, FIXED, GAME_OPTION, RULES_OPTION, Command, argument
from refcli.cli.evening import Evening
from refcli.cli.faces_typed import DICE, faces_as_option
from refcli.cli.main import answered
from refcli.cli.terminal import at_terminal, behind, shown, width_of, withheld
from refcli.cli.workspace import Workspace, user_folder
from refcli.core.errors import Refused, UnknownName
from refcli.core.procedure import Procedure
from refcli.game.awaited import Awaited
from refcli.game.game import Barred
from refcli.game.request_in_play import OneByOne
from refcli.prompt.describe import status_line, where
from refcli.prompt.offers import offers
from refcli.prompt.offers_of_ruling import Offer
from refcli.prompt.typed import OVERRULE, SHORT, at_prompt, faces_in, procedures_meant, words_of
from refcli.referee.referee import LoadedRuleset
from refcli.render.columns import listed, wrapped
from refcli.wire.lookup import distance_field

HISTORY = "table-history"
"""The file of typed lines in the user's folder."""

AT_TABLE = (*AT_PROMPT, "log", "help", "card")
"""The commands that completion offers besides procedures."""

COMMANDS = {name: FIXED[name][1] if name in FIXED else "what can be typed" for name in AT_TABLE}


def table(workspace: Workspace) -> Command:
    """The command."""

    def open_prompt(file: str | None, rules: str | None, game: str | None) -> int:
        if workspace.at_prompt:
            raise Refused("this is the table already; Ctrl-D leaves it")
        said = rules or workspace.typed_rules
        workspace.work_in(file or game, said)
        if workspace.evening is None:
            raise Refused("which game? refcli table evening.jsonl; a new one begins with -R RULESET before it")
        workspace.evening.loaded(said)  # reports a fault of the file before the first line
        return Table(workspace, workspace.evening).run()

    params = [
        argument("file", metavar="[FILE]", help="The game; left out, the one that is set."),
        RULES_OPTION,
        GAME_OPTION,
    ]
    return Command("table", open_prompt, params, "The prompt at which a game is run: every command, without refcli.")


LEAVE = ("quit", "exit")
"""Words that close the prompt, as Ctrl-D does."""

DROP = "drop"
"""The word that drops the pending question, as Ctrl-C does."""

UNDO = "undo"
"""The command that drops the pending question, or else the last entry; its beginning does so too."""

NOTHING_YET: tuple[list[str], int] = ([], 0)
"""No refused line, and no entry before it."""

NOT_RULED_YET = f"not ruled yet: {{which}}; answer, or {DROP} takes it back; {OVERRULE} ends the phase without"
RULED_FIRST = f"not ruled yet: {{which}}; answer, or {DROP} takes it back"
NO_DICE_ASKED = "no dice are asked for; faces stand behind what is ruled: {line} : 5 3"
NO_CHARACTER = "no name, path or note can hold the character {which}"
UNTYPABLE = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
"""Characters that no path and no text file can hold."""
NO_QUESTION = "no question waits for an answer"
NOTHING_BARRED = f"nothing was barred since; {OVERRULE} before a line overrules what bars it: {OVERRULE} {{line}}"


def lines_of_each(words: Sequence[str], several: OneByOne) -> list[list[str]]:
    """One line for each unit of a line that names several, each with its roll if there are faces: ``f1,f2 : 24/6``.

    None if the rolls are not as many, or if a ruling is corrected.
    """
    line, faces = faces_as_option(words), list[str]()
    if line[-2:-1] == [DICE]:
        line, faces = line[:-2], line[-1].split("/")
    if several.typed not in line or line[0] == "fix" or len(faces) not in (0, len(several.terms)):
        return []
    at = line.index(several.typed)
    dice = [[DICE, roll] for roll in faces] or [[]] * len(several.terms)
    return [[*line[:at], one, *line[at + 1 :], *roll] for one, roll in zip(several.terms, dice, strict=True)]


class AlreadyRefused(Exception):
    """One of several lines from one typed line was refused, and the reason was printed."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Table:
    """The prompt of one game: its pending questions, and the last refused line."""

    def __init__(self, workspace: Workspace, evening: Evening) -> None:
        self.around = workspace
        self.evening = evening
        self.questions: list[PendingQuestion] = []
        self._barred = NOTHING_YET
        """The words of the last refused line, and the last entry of the game then."""
        self._asked_now: PendingQuestion | None = None
        """The question from the line that is being answered."""
        workspace.open_prompt(evening)
        evening.overruled_by = OVERRULE

    def run(self) -> int:
        """Read and answer lines until the input ends; return the exit status."""
        gc.enable()
        game = self.evening.game
        if at_terminal(sys.stdin) and at_terminal(sys.stdout) and os.environ.get("TERM") != "dumb":
            print(f"{self.evening.file}: {game.rules}, {where(game.ledger)}; help; Ctrl-D leaves")
            lines = self._at_terminal
        else:
            lines = self._on_dumb_terminal if at_terminal(sys.stdin) else self._in_plain_lines
        try:
            return lines()
        except EOFError:
            return 0

    def _at_terminal(self) -> int:
        from refcli.prompt.session import session

        prompt = session(self._offers, self._status, self._history, behind(sys.stdout))
        while True:
            try:
                self._answer_block(prompt.prompt(self._sign).splitlines() or [""])
            except KeyboardInterrupt:  # at the prompt, or before it is drawn again
                if self.questions and not prompt.default_buffer.text:
                    self._drop()

    def _answer_block(self, block: Sequence[str]) -> None:
        """Answer a line, or the lines of a block that was pasted, to the first error."""
        for number, line in enumerate(block, 1):
            if self.answer(line, "") and number < len(block):
                print(f"the lines behind it are left out: {len(block) - number}", file=sys.stderr)
                break

    def _on_dumb_terminal(self) -> int:
        """Read lines from a terminal that cannot draw a prompt; a refused line is typed again."""
        read = self._plain_line
        if at_terminal(sys.stdout) and find_spec("readline"):
            from refcli.prompt.session import DumbTerminal

            read = DumbTerminal(self._offers, self._history).line
        while True:
            try:
                self.answer(read(self._sign), "")
            except KeyboardInterrupt:
                print(file=sys.stderr)
                if self.questions:
                    self._drop()

    @staticmethod
    def _plain_line(sign: str) -> str:
        print(sign, end="", file=sys.stderr, flush=True)
        if line := read_line():
            return line
        raise EOFError

    @property
    def _history(self) -> Path | None:
        """The file of typed lines, if the user has a folder."""
        folder = user_folder()
        return folder and folder / HISTORY

    def _in_plain_lines(self) -> int:
        number = 0
        while line := read_line():
            number += 1
            status = self.answer(line, f"refcli: line {number}: ")
            if status:
                return status
        if self.questions:
            raise Refused(f"line {number}: the input ended before the answer")
        return 0

    @property
    def _sign(self) -> str:
        """The sign of the prompt."""
        return "? " if self.questions else "> "

    def answer(self, line: str, begins: str) -> int:
        """Answer a typed line; return the exit status. Errors are printed behind ``begins``.

        A pending question is repeated after any other line. The phase cannot end while one is pending, unless the
        referee overrules; the question of a correction stays.
        """
        self._asked_now = None
        at, barred = self.evening.game.ledger.at, self._barred
        status = self._answered(line, begins)
        self.evening.report_incomplete()
        if status and self._barred is barred:
            self._barred = NOTHING_YET  # ! cannot overrule this refusal, and must not repeat an older line
        if self.evening.game.ledger.at != at:
            self._drop_of_phase()
        for undone in [one for one in self.questions if self._is_undone(one)]:
            self.questions.remove(undone)
            print(f"not ruled: {' '.join(undone.words)}", flush=True)
        if self.questions and self.questions[-1] is not self._asked_now:
            waits = self.questions[-1]
            self._ask(f"{' '.join(waits.words)} still waits: {waits.asked}; {DROP} takes it back")
        return status

    def _answered(self, line: str, begins: str) -> int:
        if found := UNTYPABLE.search(line):
            return self._refuse(NO_CHARACTER, begins, which=f"\\u{ord(found[0]):04x}")
        faces, words = faces_in(line), words_of(line)
        waits = self.questions[-1] if self.questions else None
        if waits and (faces or not line.strip() or (waits.options and not self._is_command(line, words, waits))):
            waits.answers.append(faces or line.strip())
            return self._rule(self.questions.pop(), begins)
        if faces:
            return self._refuse(NO_DICE_ASKED, begins)
        if words in ([word] for word in LEAVE):
            raise EOFError
        if line.strip() == OVERRULE:
            barred, at = self._barred
            if not barred or at != self.evening.game.last:
                return self._refuse(NOTHING_BARRED, begins)
            words = [*barred, "--overrule"]
        if waits and len(words) == 1 and UNDO.startswith(words[0]):
            return self._drop("" if self.questions[1:] else f"; {UNDO} again takes back the last entry")
        if words[:1] == [DROP] and words[1:] in ([], ["--overrule"]):
            return self._drop() if waits else self._refuse(NO_QUESTION, begins)
        if words in (["help"], ["--help"]):
            return answered(self._help, words, self.around, begins)
        if words == ["help", "all"]:
            words = ["help"]
        if self.questions and words[:1] == ["next"]:
            if words[-1] != "--overrule":
                self._barred = words, self.evening.game.last
                which = ", ".join(" ".join(one.words) for one in self.questions)
                return self._refuse(NOT_RULED_YET, begins, which=which)
            words = words[:-1]
        unruled = [" ".join(one.words) for one in self.questions if one.words[0] != "fix"]
        if unruled and words[:1] == ["sides"]:
            return self._refuse(RULED_FIRST, begins, which=", ".join(unruled))
        return self._rule(PendingQuestion(words), begins) if words else 0

    def _help(self) -> int:
        """Print a page of what can be typed."""
        print("\n".join(help_page(self.evening.loaded(), width_of(sys.stdout))))
        return 0

    def _is_command(self, line: str, words: list[str], waits: PendingQuestion) -> bool:
        """True if a line is a command and no answer to a pending decision.

        The beginning of a command, or its short word, is one unless an option begins so.
        """
        entry = self.evening.game.loaded.ruleset
        known = {*FIXED, *entry.procedures, *entry.also, "help", DROP, *LEAVE}
        if line.strip().lower() in waits.options:
            return False
        if line.strip() == OVERRULE or (words and words[0] in known and line.strip().lower() not in SHORT):
            return True
        begins = bool(words) and any(name.startswith(words[0]) for name in known)
        return begins and not decided(line.strip(), waits.options)

    def _rule(self, question: PendingQuestion, begins: str) -> int:
        """Run a command line; a question that it asks becomes pending."""
        self.evening.players, self.evening.parts = question.players, None
        game = self.evening.game
        game.waiting = [waits.awaited for waits in self.questions if waits.awaited]
        game.was_in_order = question.awaited is not None
        words = question.words
        each: list[list[str]] = []

        def work() -> int:
            try:
                return run_words(words, self.around)
            except OneByOne as several:
                each.extend(lines_of_each(words, several))
                if not each:
                    raise
                return 0
            except Barred:
                self._barred = words, self.evening.game.last
                raise
            except SeveralCommands as several:
                self._settle(question, several.names)
                return work()
            except UnknownName as unknown:
                raise UnknownName(at_prompt(str(unknown))) from None

        try:
            status = answered(work, words, self.around, begins)
            return self._rule_all(each, words, begins) if each else status
        except Unanswered as asked:
            question.asked = str(asked)
            if self.evening.parts is not None:
                question.awaited = Awaited(" ".join(words), self.evening.parts)
            question.since = self.evening.game.last
            if words[0] == "fix":
                from refcli.cli.fixing import of_its_entry

                question.words = of_its_entry(words, self.evening.game)
            self._asked_now = question
            self.questions.append(question)
            self._ask(question.asked)
            return 0

    def _rule_all(self, lines: list[list[str]], words: list[str], begins: str) -> int:
        """Rule all lines of one typed line; if one is refused, keep none of them."""
        waiting, game = len(self.questions), self.evening.game
        at = game.last

        def work() -> None:
            for line in lines:
                if status := self._rule(PendingQuestion(line), begins):
                    raise AlreadyRefused(status)

        def all_of_them() -> int:
            try:
                with withheld():
                    game.in_one(work)
            except AlreadyRefused as refused:
                del self.questions[waiting:]
                if self._barred[0] in lines:
                    self._barred = words, at
                return refused.status
            self.questions[waiting:] = reversed(self.questions[waiting:])
            return 0

        return answered(all_of_them, words, self.around, begins)

    def _settle(self, question: PendingQuestion, names: Sequence[str]) -> None:
        """Take the one of several commands that the first unit may do. Raises Unanswered where it is not clear."""
        words = question.words
        found = procedures_meant(self.evening.game, names, words[1:])
        if question.answers:
            found = decided(question.answers.pop(), question.options)
        if len(found) != 1:
            question.options = tuple(found or question.options)
            raise Unanswered(f"{words[0]}? {numbered(question.options)}")
        words[0], question.options = found[0], ()

    def _ask(self, question: str) -> None:
        """Print a question, wrapped at the screen's width."""
        print("\n".join(wrapped(question, width_of(sys.stdout), "", "  ")), flush=True)

    def _is_undone(self, question: PendingQuestion) -> bool:
        """True if the ruling that a question would correct was undone, or corrected meanwhile."""
        first, *rest = question.words
        if first != "fix" or not rest or not rest[0].isdecimal():
            return False
        game, of = self.evening.game, int(rest[0])
        since = [entry for number, entry in game.entries.items() if number > question.since]
        return of in game.undone or any(entry.get("amends") == game.root_of(of) for entry in since)

    def _drop(self, note: str = "") -> int:
        """Drop the pending question, and say which line it was."""
        print(f"not ruled: {' '.join(self.questions.pop().words)}{note}", flush=True)
        return 0

    def _drop_of_phase(self) -> None:
        """Drop the questions of a phase that has ended, and print them with the dice already thrown.

        The question of a correction stays, as its ruling does.
        """
        for question in [one for one in self.questions if one.words[0] != "fix"]:
            self.questions.remove(question)
            answered = f"; answered {', '.join(question.answers)}" if question.answers else ""
            print(f"not ruled before the phase ended: {' '.join(question.words)}{answered}", flush=True)

    def _refuse(self, sentence: str, begins: str, **typed: str) -> int:
        """Refuse a line; the sentence may hold the ``typed`` words and an example of the ruleset."""

        def refuse() -> int:
            raise Refused(sentence.format(line=example_line(self.evening.loaded()), **typed))

        return answered(refuse, [], self.around, begins)

    def _offers(self, typed: str) -> tuple[str, list[Offer]]:
        """The completions of a line."""
        try:
            begun, found = offers(self.evening.game, COMMANDS, typed)
            return begun, [one._replace(about=shown(one.about)) for one in found if one.text.isprintable()]
        except (Refused, OSError):
            return "", []

    def _status(self) -> str:
        game = self.evening.game
        return shown(status_line(game.rules, game.ledger, width_of(sys.stdout)))


LINES_TYPED = (
    ("odds {rule} ...", "the chances, before anyone rolls"),
    ("! {rule} ...", "in spite of what bars it; ! alone: that line"),
    ("+{woods}  -{woods}", "the last ruling again, with it or without"),
    ("fix 2 4  fix h1  fix by f1", "die 2 is a 4; at h1; f1 did it; fix 19 ...: no. 19"),
    ("u  undo to 14  redo", "take back the last entry, all behind 14; bring back"),
    ("why  what-if", "where its figures stand; what would have changed it"),
    ("n  next {phase}  due", "the phase ends; jump to one; what is due"),
    ("who  who f1", "everybody; all that is known of one"),
    ("add f1 ROW... SIDE", "a unit: its name, rows of the charts, its side"),
    ("set f1 STATE  no-STATE", "a state by your word, or the end of one"),
    ("map D3-E4 woods, E2 hill", "the terrain of squares, on the grid"),
    ("5 2  Enter  drop", "dice asked for; roll them; leave the question"),
    ("note ...  log", "write something down; all that happened"),
    ("log report -o FILE.html", "the report; log roster: the forces on paper"),
)
"""Lines besides a ruling, and what they do."""

DICE_TYPED = "the program rolls; with :5 2 behind the last name these are the dice; beginnings of names are enough"

RANGES = {float: "fire f1 h1 8:5/2", int: "fire alpha rifles 1:5"}
"""A shot with its range, in inches or cm or in squares, and its dice, roll by roll."""

SHORT_ENOUGH = 9
"""The most letters of a condition or phase that serves as an example."""


def help_page(loaded: LoadedRuleset, width: int) -> Iterator[str]:
    """A page of what can be typed, with examples of the ruleset: a ruling, the other lines, the procedures."""
    first, phases = example_procedure(loaded), loaded.library.states()[1].phases
    yield example_line(loaded)
    far = distance_field(first)
    shot = f"; a number behind the target is the range: {RANGES[far.kind]}" if far else ""
    yield from wrapped(f"{DICE_TYPED}{shot}", width, "  ", "  ")
    examples = {
        "rule": first.name,
        "woods": _short(loaded.words(first, False).conditions),
        "phase": _short(phase.name.split()[0] for phase in phases[1:]),
    }
    yield from listed([(typed.format_map(examples), does) for typed, does in LINES_TYPED], width, "")
    yield from wrapped(", ".join(loaded.ruleset.procedures), width, "", "  ")
    last = f"help {first.name}: what can be said to it; help all: every command. Ctrl-D leaves."
    yield from wrapped(last, width, "", "  ")


def example_procedure(loaded: LoadedRuleset) -> Procedure:
    """Fire, or the first procedure of a ruleset without it."""
    procedures = loaded.ruleset.procedures
    return loaded.procedure("fire" if "fire" in procedures else next(iter(procedures)))


def example_line(loaded: LoadedRuleset) -> str:
    """A line that rules something."""
    from refcli.cli.help import examples_of

    example = examples_of(loaded, example_procedure(loaded), loaded.ruleset.name)[0]
    return example.removeprefix("refcli ").partition(" : ")[0]


def _short(words: Iterable[str]) -> str:
    """The first word that is short enough for an example, else the shortest."""
    known = list(words)
    return next((word for word in known if len(word) <= SHORT_ENOUGH), min(known, key=len, default="..."))
