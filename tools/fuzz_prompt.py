"""Type random lines at the prompt of a game and check each answer.

    python tools/fuzz_prompt.py [--rules RULESET] [--lines N] [--seed N] [--game-lines N]

Run it from the checkout, in an environment with the tests' packages. A line is an act of the stored games, a command
with drawn words, or a procedure with arbitrary arguments; most lines are then changed at random: words swapped,
shortened, lost, negated, or replaced by units, groups, sides, large numbers, braces and control characters. Every
game of ``--game-lines`` lines starts from the stored scene of its ruleset and is typed into the prompt in this process.

Each line must be answered without a traceback and without "a fault of refcli", within 10 seconds and 500 MB of memory.
A refused line must leave the file and the ledger as they were. At its end each game is opened again: its file must add
up to the ledger that the prompt had. The same seed types the same lines.

Exit status: 0 without a fault, 1 with faults; each is printed with the seed and the lines of its game.
"""

import argparse
import contextlib
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parent.parent))

from refcli.cli.table import AT_TABLE
from refcli.rulesets import RULESETS
from tests.acts import ILLEGAL, LEGAL, acts, scene_of
from tests.conftest import environment_of
from tests.generated.draw import Draw
from tests.generated.evenings import NAMES, act, procedures, rows
from tests.generated.mutations import TEXTS, spelled
from tests.generated.vocabulary import said
from tests.play import CRASHED, Session
from tests.situations import STORED, referee

GAMES = STORED / "games"
LONGEST = 10.0
"""Seconds that a line may take."""

LARGEST = 500 << 20
"""Bytes of memory that the process may take."""

FAULT = "fault of refcli"
ODD = ("{x}", "{", "}", "{0}", "{unit}", "\0", "\1", "\x1b[2J", "[red]", "a" * 1200, "9" * 40, "-1", "0", "1e9", "½")
ODD_WORDS = ("game", "until", "no-", "not", "and", "by", "over", "open", "!", "drop", "all", ":", "+", ",", "/")


class TooSlow(BaseException):
    """A line that takes longer than it may; the program does not catch it."""


@cache
def scene(rules: str) -> tuple[str, ...]:
    """The lines that set the stored scene of a ruleset."""
    return tuple(scene_of(rules).splitlines())


@cache
def stored_lines(rules: str) -> tuple[str, ...]:
    """Every line of the stored acts and games of a ruleset that is typed at the prompt."""
    found = [line for kind in (LEGAL, ILLEGAL) for one in acts(kind, rules) for line in one.typed]
    for path in sorted(GAMES.glob("*.toml")):
        content = tomllib.loads(path.read_text("utf-8"))
        if content["rules"] == rules:
            found += [step["do"] for step in content["step"] if "do" in step]
    return tuple(dict.fromkeys(found))


@cache
def names_in(rules: str) -> tuple[str, ...]:
    """Units, groups and sides of the scene, and names of no unit."""
    names = [word for line in scene(rules) if line.startswith("add ") for word in line.split()[1:2]]
    groups = [word.partition("=")[2] for line in scene(rules) for word in line.split() if "group=" in word]
    sides = [line.replace("side=", "").split()[3] for line in scene(rules) if line.startswith("add ")]
    return tuple(dict.fromkeys((*names, *groups, *sides, "nobody", "game")))


@cache
def words_in(rules: str) -> tuple[str, ...]:
    """Every word that means something in a ruleset: states, conditions, rows, procedures, commands."""
    states, play = referee().loaded(rules).library.states()
    conditions = [name for one in procedures(rules) for name in said(*one).procedure.conditions(said(*one).charts)]
    return tuple(
        dict.fromkeys(
            [*states, *conditions, *rows(rules), *AT_TABLE]
            + [name for _, name in procedures(rules)]
            + [phase.name for phase in play.phases]
        )
    )


class Typist:
    """Draws the lines of one game."""

    def __init__(self, rules: str, seed: str) -> None:
        self.rules = rules
        self.draw = Draw(seed)

    def line(self) -> str:
        """A line, most of them changed at random."""
        how = self.draw.below(14)
        if how < 5:
            line = self.draw.one(stored_lines(self.rules))
        elif how < 8:
            line = " ".join(self.name() if word in NAMES else word for word in act(self.draw, self.rules))
        elif how < 10:
            line = self.ruled()
        elif how < 11:
            line = self.state()
        elif how < 13:
            line = self.draw.one(("next", "next", "undo", "redo", "due", "who", "drop", "!", "", "1", "2 5"))
        else:
            line = f"fix {self.word()} {self.word()}"
        if self.draw.chance(8):
            line = f"{line.partition(':')[0]} : {self.faces()}"
        for _ in range(self.draw.one((0, 0, 0, 1, 1, 2))):
            line = self.changed(line)
        return f"! {line}" if self.draw.chance(4) else line

    def ruled(self) -> str:
        """A procedure with arbitrary arguments."""
        _, procedure = self.draw.one(procedures(self.rules))
        return " ".join([procedure, *(self.word() for _ in range(self.draw.below(5)))])

    def state(self) -> str:
        """A state of an arbitrary owner."""
        states = [*referee().loaded(self.rules).library.states()[0]]
        value = self.draw.one(("", "", "1", "2", self.word(), self.draw.one(ODD)))
        until = self.draw.one(("", "", "", " until end of turn", f" until {self.word()}"))
        no = "no-" if self.draw.chance(5) else ""
        return f"set {self.name()} {no}{self.draw.one(states)} {value}{until}"

    def name(self) -> str:
        """One name in play, or several."""
        names = names_in(self.rules)
        return ",".join(self.draw.one(names) for _ in range(self.draw.one((1, 1, 1, 2, 3))))

    def faces(self) -> str:
        """Dice, more or fewer than a ruling wants, in one group or several."""
        return " ".join(self.draw.one((*map(str, range(11)), "/", "6", "99")) for _ in range(self.draw.below(9)))

    def word(self) -> str:
        """Any word."""
        how = self.draw.below(12)
        if how < 4:
            return self.name()
        if how < 7:
            return self.draw.one(words_in(self.rules))
        if how == 7:
            return f"{self.name()}+{self.draw.one(words_in(self.rules))}"
        if how == 8:
            return f"{self.draw.one(('no-', 'not-', 'no', '2x', '99x'))}{self.draw.one(words_in(self.rules))}"
        if how == 9:
            word = self.draw.one(words_in(self.rules))
            return word[: 1 + self.draw.below(len(word))]
        return self.draw.one((*ODD, *ODD_WORDS, *map(str, range(12)), self.draw.one(TEXTS)))

    def changed(self, line: str) -> str:
        """A line with one of its words changed, lost, doubled, moved or added."""
        words = line.split(" ")
        at, how = self.draw.below(len(words)), self.draw.below(8)
        if how == 0:
            words[at] = self.word()
        elif how == 1:
            del words[at]
        elif how == 2:
            words.insert(at, self.word())
        elif how == 3:
            words.append(words.pop(at))
        elif how == 4:
            words[at] = words[at][: 1 + self.draw.below(len(words[at]) or 1)]
        elif how == 5:
            words[at] = f"no-{words[at]}"
        elif how == 6:
            words[at] = spelled(self.draw, words[at])
        else:
            words[at] = f"{words[at]},{self.word()}"
        return " ".join(words)


def faults_of(session: Session, line: str) -> Iterator[str]:
    """Type a line; yield each fault of its answer."""
    before = session.snapshot
    try:
        with limited():
            result = session.type(line)
    except TooSlow:
        yield f"takes longer than {LONGEST:g} s"
    else:
        if result.decision == CRASHED:
            yield result.printed
        elif FAULT in result.printed:
            yield next(one for one in result.printed.splitlines() if FAULT in one)
        if not result.is_accepted and session.snapshot != before:
            yield f"{result.decision}, but the game has changed: {result.printed[-300:]}"
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10 > LARGEST:
        yield f"takes more than {LARGEST >> 20} MB"


def faults_of_file(session: Session) -> Iterator[str]:
    """Open the game again; yield how it differs from the game at the prompt."""
    if session.game.path.exists() and Session(session.game.path).snapshot != session.snapshot:
        yield "opened again, the game has another ledger"


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Raise TooSlow where a line takes too long."""

    def stop(*_: object) -> NoReturn:
        raise TooSlow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def play(rules: str, seed: str, lines: int, folder: Path, tally: Counter[str]) -> Iterator[str]:
    """Type the lines of one game, up to the first fault; yield each fault with the lines before it."""
    file = folder / "evening.jsonl"
    file.unlink(missing_ok=True)
    session, typist, typed = Session(file, rules), Typist(rules, seed), list[str]()
    session.must(*scene(rules))
    for _ in range(lines):
        line, last = typist.line(), session.game.last
        began = time.perf_counter()
        found = [*faults_of(session, line)]
        tally["slowest, ms"] = max(tally["slowest, ms"], int(1000 * (time.perf_counter() - began)))
        tally["lines"] += 1
        tally["entries"] += session.game.last - last
        typed.append(line)
        if found:
            yield from (f"{seed}: {line!r}: {one}\n    after {typed[:-1]!r}" for one in found)
            return
    yield from (f"{seed}: {one}\n    after {typed!r}" for one in faults_of_file(session))


def run(rules: str, lines: int, seed: int, game_lines: int) -> int:
    """Type so many lines by one ruleset; the number of faults."""
    began, tally, faults = time.perf_counter(), Counter[str](), 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "table")
        folder.mkdir()
        os.environ.update(environment_of(Path(home)))
        os.chdir(folder)
        number = 0
        while tally["lines"] < lines:
            for one in play(rules, f"{rules} {seed} {number}", min(game_lines, lines - tally["lines"]), folder, tally):
                faults += 1
                print(one, flush=True)
            number += 1
        os.chdir("/")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"{rules}: {tally['lines']:,} lines, {tally['entries']:,} entries, {faults} faults; "
        f"slowest {tally['slowest, ms'] / 1000:.1f} s, {memory} MB, {time.perf_counter() - began:.0f} s in all",
        flush=True,
    )
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Type what the command line asks for; the exit status."""
    parser = argparse.ArgumentParser(description="Type random lines at the prompt and check each answer.")
    parser.add_argument("--rules", action="append", choices=RULESETS, help="a ruleset, or several; none means all")
    parser.add_argument("--lines", type=int, default=500, help="lines for each ruleset")
    parser.add_argument("--seed", type=int, default=0, help="other seeds type other lines")
    parser.add_argument("--game-lines", type=int, default=40, help="lines in each game")
    given = parser.parse_args(arguments)
    faults = [run(one, given.lines, given.seed, given.game_lines) for one in given.rules or RULESETS]
    return int(any(faults))


if __name__ == "__main__":
    sys.exit(main())
