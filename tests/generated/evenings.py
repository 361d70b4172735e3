"""Random evenings: lines for the prompt of a game or the shell, and files of games whose entries were changed.

The same seed draws the same lines on the same commit; ``tools/evenings.py`` keeps them, to play them on another one.
"""

import shlex
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from refcli.core.request import Term
from refcli.rulesets import RULESETS
from refcli.wire import JsonObject
from tests.acts import ILLEGAL, LEGAL, acts, scene_of
from tests.conftest import journal_of
from tests.generated.commands import JOURNAL, mistyped, shape, typed
from tests.generated.draw import Draw
from tests.generated.inputs import Input, Kind
from tests.generated.mutations import NUMBERS, TEXTS, bent, broken
from tests.generated.requests import request
from tests.generated.vocabulary import PROCEDURES, Said, said
from tests.play import REFUSED, Result, Session
from tests.situations import referee

SIDES = ("Blue", "Red")
Units = Mapping[str, Sequence[str]]
"""Names of units in play, each with its rows."""

NAMES: Units = dict.fromkeys(("b0", "r0", "b1", "r1", "b2"), ())
"""Units of an opening, of the two sides in turn."""

WORDS_OFFERED = 5
"""Words of a line that is drawn from completion, at most."""

SLOW = ("--odds", "--what-if")
"""Options that make no ruling, or take long."""

KNOWN, ACTS = 20, 40
"""Different games whose entries are changed, and what is done in each."""

COMMANDS = (
    *("add b77 ROW SIDE", "add UNIT ROW SIDE", "remove UNIT", "who", "who UNIT", "who --json", "sides Blue Red"),
    *("set UNIT STATE", "set UNIT STATE NUMBER", "set UNIT no-STATE", "set UNIT mud until end of WHEN"),
    *("next", "next", "next Move", "due", "undo", "undo to NUMBER", "redo", "why", "what-if", "again", "log show"),
    *("fix NUMBER NUMBER", "fix NUMBER CONDITION", "fix no-CONDITION", "note TEXT", "card ROW", "help"),
)
"""What is done in a game besides rulings; a word in capitals is drawn."""

PAPER = (
    *("log show FILE", "log show FILE 2", "log verify FILE", "log replay FILE", "log stats FILE", "log report FILE"),
    *("log report FILE --format html", "log roster FILE", "log roster FILE --format html"),
)
"""What tells of a whole game."""


def rows(rules: str) -> list[str]:
    """Every row that a unit of a ruleset can be."""
    return [row for one in procedures(rules) for names in said(*one).names.values() for row in names]


def opening(draw: Draw, rules: str) -> list[list[str]]:
    """Units come into play, and the battle begins."""
    added = [["add", unit, draw.one(rows(rules)), f"side={SIDES[number % 2]}"] for number, unit in enumerate(NAMES)]
    return [*added, ["next"]]


def act(draw: Draw, rules: str, units: Units = NAMES) -> list[str]:
    """Something that is done in a game: a ruling, or another of its commands."""
    if draw.chance(2):
        return ruled(draw, rules, units)
    of_rules = said(*draw.one(procedures(rules)))
    drawn: dict[str, Sequence[str]] = {
        "UNIT": (*units, *units, *SIDES, "game", "b99"),
        "SIDE": (*SIDES, "group=g", "2xtank"),
        "STATE": (*referee().loaded(rules).library.states()[0], "fuel-low"),
        "NUMBER": tuple(map(str, range(12))),
        "ROW": rows(rules),
        "CONDITION": of_rules.of_ruling or ("woods",),
        "WHEN": ("turn", "phase", "Fire", "2 turns"),
        "TEXT": TEXTS,
    }
    return [
        word.replace(name, draw.one(drawn[name])) if (name := word.removeprefix("no-")) in drawn else word
        for word in draw.one(COMMANDS).split()
    ]


def procedures(rules: str) -> list[tuple[str, str]]:
    """Every procedure of a ruleset, with its name."""
    return [one for one in PROCEDURES if one[0] == rules]


def ruled(draw: Draw, rules: str, units: Units) -> list[str]:
    """A procedure, most of its terms units in play."""
    about = said(*draw.one(procedures(rules)))
    plain = with_units(draw, about, request(draw, (rules, about.procedure.name)), units)
    more = draw.one(([], [], [], ["--overrule"], ["--odds"], ["--why"], ["--what-if"], ["--ask"]))
    if "--odds" in more:
        plain.pop("seed", None)
    return [*typed(draw, plain), *more, *shape(draw)]


def with_units(draw: Draw, about: Said, plain: JsonObject, units: Units) -> JsonObject:
    """The request with units in play in its terms, such as the field knows if there are any."""
    for field in about.procedure.inputs:
        if field.kind is Term and field.name in plain and not draw.chance(4):
            known = [unit for unit, rows in units.items() if {*rows} & {*about.names[field.name]}] or [*units]
            plain[field.name] = ",".join(draw.one(known) for _ in range(1 + draw.below(2 if field.several else 1)))
    return plain


def at_table(draw: Draw) -> Input:
    """Lines at the prompt, or each a command of the shell; the last of them with slips."""
    rules = draw.one(list(RULESETS))
    lines = [*opening(draw, rules), *(act(draw, rules) for _ in range(draw.below(6)))]
    lines += [mistyped(draw, one) if draw.chance(3) else one for one in (act(draw, rules) for _ in range(2))]
    if draw.chance(3):
        shell = [("-R", rules, "--game", JOURNAL, *map(str, one)) for one in lines]
        return Input((*shell, ("--game", JOURNAL, *paper(draw))))
    marked = [f"{draw.one(('! ', '+', '-', '')) if draw.chance(9) else ''}{joined(line)}" for line in lines]
    stdin = "\n".join(marked).encode("utf-8", "surrogatepass")
    return Input((("-R", rules, "table", JOURNAL), paper(draw)), stdin=stdin)


def joined(words: list[str]) -> str:
    """Words as they are typed at the prompt."""
    return " ".join(shlex.quote(word) if {*word} & {*" '\"\\"} else word for word in words)


def paper(draw: Draw) -> tuple[str, ...]:
    """A command that tells of a whole game."""
    return tuple(draw.one(PAPER).replace("FILE", JOURNAL).split())


class Evening:
    """A game that random lines are typed in, in the scene of a ruleset's acts."""

    def __init__(self, file: Path, rules: str, seed: int) -> None:
        self.rules = rules
        self.draw = Draw(f"evening {rules} {seed}")
        self.session = Session(file, rules, seed * 1000)
        self.game = self.session.game
        self._acts = [act for kind in (LEGAL, LEGAL, ILLEGAL) for act in acts(kind, rules)]
        self._next = scene_of(rules).splitlines()
        self.opening = [self.go_on() for _ in range(len(self._next))]

    def go_on(self) -> Result:
        """Draw a line, type it, and give its result."""
        self._last = self.session.type(self._next.pop(0) if self._next else self._line())
        return self._last

    def _line(self) -> str:
        draw = self.draw
        if self.session.is_asking and draw.chance(2):
            return draw.one(("", "", ": 5", "1", "drop"))
        if self._last.decision == REFUSED and draw.chance(2):
            return "!"
        how = draw.below(10)
        if how < 2:
            first, *self._next = draw.one(self._acts).typed
            return first
        if how < 6:
            return " ".join(map(self._other_unit, draw.one(draw.one(self._acts).typed).split()))
        if how == 6:
            return self._offered()
        if how == 7:
            return draw.one(("next", "next", "next", "due", "undo", "redo", "fix rear"))
        while True:
            units = {name: [row for row, _ in unit.rows] for name, unit in self.game.ledger.units.items()}
            words = [word for word in act(draw, self.rules, units or NAMES) if word not in ("-R", self.rules)]
            if not {*SLOW} & {*words}:
                return joined(words)

    def _other_unit(self, word: str) -> str:
        """Now and then another unit in play in place of one."""
        units = list(self.game.ledger.units)
        return self.draw.one(units) if word in units and self.draw.chance(3) else word

    def _offered(self) -> str:
        """A line of words that completion offers one after the other."""
        line = ""
        for _ in range(1 + self.draw.below(WORDS_OFFERED)):
            offered = self.session.offers(line)
            if not offered:
                break
            line += f"{self.draw.one(offered)} "
        return line.strip()


@cache
def played(number: int) -> tuple[JsonObject, ...]:
    """The entries of a game, the same each time."""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder, JOURNAL), list(RULESETS)[number % len(RULESETS)], number)
        for _ in range(ACTS):
            evening.go_on()
        return tuple(evening.game.entries.values())


def stored(draw: Draw) -> Input:
    """The file of a game whose entries were changed in one place or two, and what is done with it."""
    number = draw.below(KNOWN)
    entries = list(played(number))
    entries = entries[: len(entries) - draw.below(len(entries) - 1)]
    for _ in range(draw.below(3)):
        forge(draw, entries)
    text = journal_of(entries)
    done = act(draw, list(RULESETS)[number % len(RULESETS)])
    command = paper(draw) if draw.chance(2) else ("--game", JOURNAL, *done)
    return Input((command,), {JOURNAL: broken(draw, text) if draw.chance(20) else text})


def forge(draw: Draw, entries: list[JsonObject]) -> None:
    """Change an entry, or the order of entries; each has its right check all the same."""
    at = draw.below(len(entries))
    entry = entries[at]
    how = draw.below(8)
    if how == 0:
        del entries[at]
    elif how == 1:
        entries.insert(draw.below(len(entries)), entry)
    elif how == 2:
        entries.append({**entry, "amends": draw.one((at, at + 1, draw.below(len(entries) + 2), *NUMBERS[:9]))})
    elif how == 3:
        undoing = draw.one(([], [at], [1], [at, at], [len(entries) + 1], [-1], [10**9]))
        entries.append({**entries[0], "game": {"do": draw.one(("undo", "redo")), "entries": undoing}})
    elif how == 4:
        place = {key: draw.one((0, 1, 2, *NUMBERS[:24])) for key in ("turn", "phase", "side")}
        entries.append({**entries[0], "game": {"do": "phase", **place}})
    else:
        part = draw.one([key for key in ("game", "game", "given", "ruling", "supplied", "typed") if key in entry])
        entries[at] = {**entry, part: bent(draw, entry[part])}
    if not entries:
        entries.append(entry)


TABLE, GAMES = Kind(at_table), Kind(stored)
