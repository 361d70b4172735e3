"""Every bound of refcli in one place, each with its reason: nothing that a file or a line says may eat the machine.

What goes beyond one is refused in one line. None is met at a table: each lies far above what a game needs.
"""

from collections.abc import Sequence

MOST_UNITS = 999
"""Units, men or times that one thing counts, and units that one field of a request names.

A large game has some hundred units; three digits are still typed on purpose.
"""

MOST_DICE = 10_000
"""Dice of one ruling: ten for each of the most units, rolled in a tenth of a second."""

LARGEST_FIGURE = 100_000
"""The figure furthest from 0 that a chart, a reading or a referee gives.

The largest published one is a range of 4,500; sums and products of these stay exact in any number.
"""

MOST_WORK = 1_500_000
"""Units of work for one exact answer: a few seconds, at most ten on a slow machine."""

LARGEST_WEIGHTS = 1 << 25
"""Bytes of the weights of a pool's sums, all together: some 4,000 dice of six sides."""

MOST_SAMPLED = 1_000_000
"""Rulings of one sample: beyond them the odds are no better for a referee."""

LONGEST_SAMPLED = 5.0
"""Seconds of the processor that one sample takes: what is rolled by then is an answer, and says how good it is."""

MOST_SWEPT = 1000
"""Answers of one sweep: a page holds no more, and each of them is exact odds of its own."""

MOST_SWEPT_WORK = 2 * MOST_WORK
"""Units of work for all answers of one sweep together."""

MOST_REPEATS = 1_000_000
"""Rulings that a batch makes of one line: as many as a sample, and some gigabytes of text."""

MOST_JOBS = 4
"""Processes of a batch for each processor: more take memory and turns from one another."""

SEED_BITS = 53
"""Bits of a seed that the program makes: a number that every reader of JSON keeps whole, jq and browsers too."""

MOST_TURNS_ON = 20
"""Turns that one entry of a game goes on: a whole game has a dozen, and each phase of them is gone through."""

LONGEST_TEXT = 1000
"""Characters of a name, a label, a reason, a note: a paragraph. What is longer is told, and not shown whole."""

LONGEST_LINE = 1 << 20
"""Bytes of a line that is read: it names the most units, each with its conditions, ten times over."""

MOST_LINES_OF_ROW = 10
"""Lines that one row of CSV is broken into: a quote that is still open then was never meant to be."""

LARGEST_FILE = 1 << 19
"""Bytes of a file that a person edits: well over twice the shipped scenarios; read, judged and told in seconds."""

LARGEST_GAME = 1 << 25
"""Bytes of the file of a game: some seventeen thousand rulings of 2 kB, each read and known at once."""

DEEPEST = 32
"""Tables and lists inside one another in a file, or parts of one key: four are needed."""

MOST_LIKENED, LIKENED_TO = 50, 500
"""Faults of one file whose nearest right name is looked for, and among how many: it takes longer than all else."""

MOST_SHOWN, MOST_LISTED = 60, 24
"""Characters of a value that a message shows, and faces or rolls that it lists."""


def in_short(value: object) -> str:
    """A value as a message shows it: whole, or its beginning."""
    if isinstance(value, int) and value.bit_length() > 4 * MOST_SHOWN:  # its digits are many, and slow to tell
        return "a number of very many digits"
    text = repr(value[: 2 * MOST_SHOWN] if isinstance(value, (str, bytes, list, tuple)) else value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


def as_typed(text: str) -> str:
    """A text as a message shows it where it stands without quotes: as it was typed, or in short."""
    return text if text.isprintable() and len(text) <= MOST_SHOWN else in_short(text)


def listed(names: Sequence[str]) -> str:
    """Names as a message lists them: the first of very many."""
    more = len(names) - MOST_LISTED
    return f"{', '.join(names[:MOST_LISTED])} and {more:,} more" if more > 0 else ", ".join(names)
