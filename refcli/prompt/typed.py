"""Lines typed at the prompt as words of a command line, and the procedure that a beginning means."""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.game.game import Game
from refcli.game.names import with_words_placed
from refcli.game.supply import Completed, complete

OVERRULE = "!"
"""The sign before a line that overrules the reasons against it."""

FACES = re.compile(r":?\s*(\d[\d\s,/]*)")
"""A line of faces alone: ``5 2 6``, perhaps behind a colon."""

LISTS = re.compile(r"(?<=; all of them: )refcli (?:(\S+) -R \S+ --help|(rules)$|)")
"""Shell commands that list names: a page of help, the rulesets, a chart."""

QUOTING, WORD = re.compile(r"""['"\\]"""), re.compile(r"[^ \t\r\n]+")
LONGEST_QUOTED = 1 << 16
"""Characters of a line in which quotes are read: shlex takes a time that grows with the square of a word."""

SHORT = {"u": "undo", "?": "help", "n": "next"}
"""Words that may be typed in short."""


def faces_in(line: str) -> str:
    """The faces of a line that is nothing else; empty for any other."""
    found = FACES.fullmatch(line.strip())
    return found[1].strip() if found else ""


def at_prompt(why: str) -> str:
    """The refusal of an unknown name with the command of the prompt that lists the names: ``help fire``."""
    return LISTS.sub(lambda found: f"help {found[1]}" if found[1] else "help" if found[2] else "", why)


def words_of(line: str) -> list[str]:
    """The command line of a typed line; empty for an empty line or a remark."""
    line = line.strip()
    if not line or line.startswith("#"):
        return []
    overrules = line.startswith(OVERRULE)
    line = line.removeprefix(OVERRULE).strip() if overrules else line
    words = _split(line)
    if not words:
        return []
    if words[0] == "refcli" and len(words) > 1:
        return words_of(" ".join([OVERRULE * overrules, *line.split()[1:]]))
    first, colon, face = words[0].partition(":")  # initiative:53
    first = SHORT.get(first.lower(), first.lower())
    rest = [*([colon + face] if colon else []), *words[1:]]
    if first == "note":
        return ["note", "--", line[len(words[0]) :].strip()] if rest else ["note"]
    if not first:
        return words
    if first[0] in "+-" and len(first) > 1 and first[1:2].isalpha():
        words = ["fix", *map(_changed, words)]
    elif first == "odds" and rest:
        words = [*words[1:], "--odds"]
    elif first == "log" and not rest:
        words = ["log", "show"]
    elif first == "log" and rest[0].isdecimal():
        words = ["log", "show", *rest]
    else:
        words = [first, *rest]
    return [*words, "--overrule"] if overrules else words


def _split(line: str) -> list[str]:
    if not QUOTING.search(line) or len(line) > LONGEST_QUOTED:
        return WORD.findall(line)
    try:
        return shlex.split(line)
    except ValueError:  # an apostrophe
        return line.split()


def _changed(word: str) -> str:
    """A condition that is added or taken back, as ``fix`` takes it."""
    if word.startswith("+"):
        return word[1:]
    return f"no-{word[1:]}" if word.startswith("-") and word[1:2].isalpha() else word


def procedures_meant(game: Game, names: Sequence[str], typed: Sequence[str]) -> Sequence[str]:
    """Return the procedures that the unit named first may do now, and that take the words behind it.

    If it may do none, the first of the phase, or the first that knows it: its refusal gives the reason.
    """
    words = [word for word in _before_faces(typed) if word]
    procedures = [game.loaded.procedure(name) for name in names if words and name in game.loaded.ruleset.procedures]
    known = {one.name: done for one in procedures if (done := _completed(game, one, words[0]))}
    free = [name for name, done in known.items() if not done.bars]
    if known and not free:
        phase, play = game.ledger.phase, game.ledger.play
        return [*(name for name in known if phase and play.is_done_in(phase, name)), *known][:1]
    found = free or names
    if len(found) > 1 and len(words) > 1:
        found = [one.name for one in procedures if one.name in found and _takes(game, one, words)] or found
    return found


def _before_faces(typed: Sequence[str]) -> Iterator[str]:
    """The words of a line up to its first option and its faces: ``bty`` of ``bty:5 4``."""
    for word in takewhile(lambda one: not one.startswith("-"), typed):
        before, colon, _ = word.partition(":")
        yield before
        if colon:
            return


def _takes(game: Game, procedure: Procedure, typed: Sequence[str]) -> bool:
    """True if the words behind those that have their places are conditions or fields of a procedure."""
    words = game.loaded.words(procedure, True)
    rest = typed[len(procedure.positional) :]
    with suppress(Refused):
        left = with_words_placed(game.ledger, words, {"procedure": procedure.name, "conditions": rest})["conditions"]
        words.stated_and_negated(left)
        return True
    return False


def _completed(game: Game, procedure: Procedure, unit: str) -> Completed | None:
    """A request that names only a unit, by its place or without; None if the procedure knows no such unit."""
    words = game.loaded.words(procedure, True)
    asked = {"procedure": procedure.name}
    with suppress(Refused):
        for first in procedure.positional[:1]:
            done = complete(game.ledger, words, {**asked, first.name: unit})
            terms = done.plain[first.name]
            words.terms(terms if isinstance(terms, str) else ",".join(terms), first)
            return done
    with suppress(Refused):
        plain = with_words_placed(game.ledger, words, {**asked, "conditions": [unit]})
        return None if plain["conditions"] else complete(game.ledger, words, plain)
    return None
