"""Attack the journal of a game: cut, flip, edit its bytes, lose, double, exchange its lines; open each result.

An attacked game has to be refused by the number of a line, or to open as the first so many of its entries, with a
message that names all the others: an incomplete last line, and the entries that the kept ledger of the whole game had.
Where no ledger is kept (``--elsewhere``), a game that was cut behind a line is a shorter game without a message.
Another ledger, a refusal without a line and a traceback are failures.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from refcli.core.errors import BadData, Refused
from refcli.game.game import Game
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from tests.play import known

UNITS = {"alpha": "tank Blue", "bravo": "infantry Blue", "guns": "artillery Blue", "red-1": "infantry Red",
         "red-2": "heavy-tank Red", "red-3": "infantry Red"}  # fmt: skip

TYPED = b'\r\n\t\x00\x0b\x1c\x85 019ae"{},:\\'

REFUSED, WHOLE = "refused by its line", "opened whole"
REPORTED, SHORTER = "opened to a beginning, with a message", "opened to a beginning, cut behind a line"
FAILURES = UNNAMED, SILENT, OTHER, TRACEBACK = (
    "REFUSED WITHOUT A LINE", "OPENED TO A BEGINNING WITHOUT A MESSAGE", "OPENED AS ANOTHER GAME", "TRACEBACK"
)  # fmt: skip


def play(path: Path, referee: Referee, entries: int, chance: random.Random) -> None:
    """Play a game of so many entries: units, phases, rulings, notes, states, undo and redo."""
    game = Game(path, referee, "grid")
    for name, words in UNITS.items():
        game.add(name, words.split())
    names = list(UNITS)
    while game.last < entries:
        try:
            act = chance.choice(("fire", "fire", "next", "note", "note", "set", "undo", "redo"))
            if act == "fire":
                plain = {"procedure": "fire", "attackers": chance.choice(names[:2]), "target": chance.choice(names[3:])}
                done = game.complete(plain, overrule=True)
                case = referee.case({"rules": game.rules, **done.plain})
                game.keep(referee.rule(case, chance.randrange(1 << 53)), done, overrule=True, typed=plain)
            elif act == "note":
                game.act("note", text=f"after entry {game.last}: \u00e9vening")
            elif act == "set":
                game.set(chance.choice(names), "disrupted")
            else:
                getattr(game, act)()
        except Refused:
            continue


def attacks(content: bytes, chance: random.Random) -> dict[str, tuple[int, Callable[[int], bytes]]]:
    """The kinds of attack: how many there are of each, and the content that each of them leaves."""
    lines = content.splitlines(keepends=True)
    doubled = list(product(range(len(lines)), range(len(lines) + 1)))
    pairs = list(combinations(range(len(lines)), 2))

    def flipped(at: int) -> bytes:
        return content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :]

    def edited(at: int) -> bytes:
        """A byte taken out, doubled, or replaced by another one that a person or a program writes."""
        byte = content[at : at + 1]
        other = bytes([chance.choice([one for one in TYPED if one != content[at]])])
        return content[:at] + chance.choice((b"", byte + byte, other, other + byte)) + content[at + 1 :]

    def with_a_line_doubled(number: int) -> bytes:
        at, to = doubled[number]
        return b"".join([*lines[:to], lines[at], *lines[to:]])

    def with_lines_exchanged(number: int) -> bytes:
        one, other = pairs[number]
        return b"".join([*lines[:one], lines[other], *lines[one + 1 : other], lines[one], *lines[other + 1 :]])

    return {
        "byte cut": (len(content), lambda at: content[:at]),
        "byte flipped": (len(content), flipped),
        "byte edited": (len(content), edited),
        "line lost": (len(lines) - 1, lambda at: b"".join([*lines[:at], *lines[at + 1 :]])),
        "line doubled": (len(doubled), with_a_line_doubled),
        "lines exchanged": (len(pairs), with_lines_exchanged),
    }


class Judge:
    """Opens attacked games, and knows what each beginning of the right one comes to.

    With a ``user_folder``, the ledger of the whole game is kept there whenever one is opened.
    """

    def __init__(self, path: Path, user_folder: Path | None) -> None:
        self.path, self.referee = path, Referee(Settings())
        self.kept: dict[Path, bytes] = {}
        self.content = path.read_bytes()
        self.lines = self.content.splitlines(keepends=True)
        self.entries = list(Game(path, self.referee).entries.values())
        self.ledgers = [known(self.opened(b"".join(self.lines[:end])).ledger) for end in range(1, len(self.lines) + 1)]
        if user_folder:
            self.referee = Referee(Settings(user_folder=user_folder))
            self.opened(self.content)
            self.kept = {place: place.read_bytes() for place in (user_folder / "cache" / "ledgers").iterdir()}

    def opened(self, content: bytes) -> Game:
        """The game of a content; an empty one is begun by the right rules."""
        self.path.write_bytes(content)
        for place, kept in self.kept.items():
            place.write_bytes(kept)
        return Game(self.path, self.referee, "grid")

    def verdict(self, content: bytes) -> str:
        """What becomes of a content."""
        try:
            game = self.opened(content)
        except BadData as error:
            return REFUSED if re.match(rf"{re.escape(str(self.path))}:\d+: [^\n]+\Z", str(error)) else UNNAMED
        except Exception as error:
            print(repr(error), file=sys.stderr)
            return TRACEBACK
        entries = list(game.entries.values())
        if entries != self.entries[: len(entries)] or (
            entries and known(game.ledger) != self.ledgers[len(entries) - 1]
        ):
            return OTHER
        if len(entries) == len(self.entries):
            return WHOLE
        reported = [*([game.broken_off.number] if game.broken_off else ()), *game.missing]
        if reported == [*range(len(entries) + 1, len(self.entries) + 1)] or (reported and not self.kept):
            return REPORTED
        beginning = b"".join(self.lines[: len(entries)])
        return SHORTER if content in (beginning, beginning[:-1]) and not self.kept else SILENT


def main() -> int:
    """Attack a game, print what became of each attack; 1 where any failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=60, help="entries of the game")
    parser.add_argument("--sample", type=int, help="so many attacks of each kind, in place of all")
    parser.add_argument("--seed", type=int, default=34)
    parser.add_argument("--elsewhere", action="store_true", help="keep no ledger of the game, as on another machine")
    given = parser.parse_args()
    chance, referee = random.Random(given.seed), Referee(Settings())
    failed = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.jsonl"
        play(path, referee, given.entries, chance)
        judge = Judge(path, None if given.elsewhere else Path(folder) / "user")
        print(f"a game of {len(judge.entries)} entries, {len(judge.content):,} bytes; seed {given.seed}")
        for kind, (many, made) in attacks(judge.content, chance).items():
            chosen = range(many) if given.sample is None else chance.sample(range(many), min(many, given.sample))
            began = time.process_time()
            verdicts = Counter(judge.verdict(made(number)) for number in chosen)
            failed += sum(verdicts[one] for one in FAILURES)
            counted = "; ".join(f"{many:,} {verdict}" for verdict, many in verdicts.most_common())
            print(
                f"{kind}: {len(chosen):,} in {time.process_time() - began:.0f} s of the processor: {counted}",
                flush=True,
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
