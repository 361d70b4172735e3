"""What can go wrong, in the user's words: one line, one exit status."""

from collections.abc import Iterable
from itertools import islice

from refcli.core.limits import LIKENED_TO, LONGEST_TEXT, MOST_LIKENED


class Refused(Exception):
    """A request that cannot be answered; the message is one clear line.

    ``status`` is the exit status of the command line: 2 usage, 3 a bad data file,
    4 an unknown name, 5 a check that does not agree. ``kind`` is the word for it in JSON: ``usage``, ``data``,
    ``unknown-name``, ``ruleset``, ``disagreement``.
    """

    status = 2
    kind = "usage"


class BadData(Refused):
    """Faults of data files, every one of them: ``faults`` holds ``file:line: what`` lines."""

    status = 3
    kind = "data"

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)  # what it is made of again behind a pipe

    def __str__(self) -> str:
        return "\n".join(self.faults)


class BrokenRuleset(Refused):
    """Code of a ruleset that is not ours went wrong; the message begins with file and line."""

    status = 3
    kind = "ruleset"


class UnknownName(Refused):
    """A name that nothing defines, with the nearest ones that something does."""

    status = 4
    kind = "unknown-name"


class Disagreement(Refused):
    """A check or a replay that did not agree."""

    status = 5
    kind = "disagreement"


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle of long work; the message is one clear line on what was done until then."""


def nearest(name: str, known: Iterable[str], most: int = 3) -> str:
    """`` (nearest: a, b)`` for the known names most like ``name``, in large letters or small, or an empty text."""
    from difflib import get_close_matches  # only an error pays for it

    names = {other.lower(): other for other in known}
    word = name.lower()
    begun = [other for other in names if word and other.startswith(word)]
    like = get_close_matches(word, names, n=most, cutoff=0.5)
    found = list(dict.fromkeys([*begun, *like, *(other for other in names if word in other)]))
    return f" (nearest: {', '.join([names[one] for one in found[:most]])})" if found else ""


class Likeness:
    """Tells the known names most like a wrong one, for the first of many alone: it takes longer than all else."""

    def __init__(self) -> None:
        self._asked = 0

    def __call__(self, name: str, known: Iterable[str]) -> str:
        """As ``nearest`` has it, while few were asked for; else nothing."""
        self._asked += 1
        few = self._asked <= MOST_LIKENED and len(name) <= LONGEST_TEXT
        return nearest(name, islice(known, LIKENED_TO)) if few else ""
