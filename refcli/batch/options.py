"""What a batch is asked to do."""

import os
from collections.abc import Iterable
from typing import NamedTuple

from refcli.core.errors import Refused, nearest
from refcli.core.limits import MOST_JOBS, MOST_REPEATS, in_short
from refcli.wire.objects import RULING

ID = "id"
"""What a line calls itself: asked for by name, the number of one that has none."""


class Options(NamedTuple):
    """What a batch is asked to do.

    ``repeat`` resolves every line that often; ``only`` are the keys of an answer that are written, none
    meaning all; ``dry_run`` writes errors alone, those of repeated ids among them; ``number`` writes the
    lines themselves, each with an id; ``fail_fast`` ends with the first error; ``csv`` reads rows under a
    header instead of JSON lines, their cells parted by the ``delimiter``, or by the one that the header has;
    ``jobs`` is the number of processes. With ``odds`` nothing is rolled, and an answer is the line's exact
    odds; with ``sweep``, one field or two each with its values, it is the chance of success, or of an
    ``outcome``, at each of these.
    """

    seed: int = 0
    repeat: int = 1
    only: tuple[str, ...] = ()
    dry_run: bool = False
    number: bool = False
    fail_fast: bool = False
    csv: bool = False
    jobs: int = 1
    odds: bool = False
    sweep: tuple[str, ...] = ()
    outcome: str = ""
    delimiter: str = ""

    @property
    def rolls(self) -> bool:
        """Whether dice are rolled at all."""
        return not (self.odds or self.sweep)

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that are written besides the id; None for all."""
        return tuple(key for key in self.only if key != ID) if self.only else None


def checked(options: Options) -> Options:
    """The options, if they make sense together."""
    noun, known = keys_known(options)
    for key in options.keys or ():
        if key not in known:
            raise Refused(f"--only: {noun} has no {in_short(key)}{nearest(key, known)}; it has {', '.join(known)}")
    if options.repeat < 1 or options.jobs < 1:
        raise Refused("--repeat and --jobs are whole numbers from 1 on")
    if options.repeat > MOST_REPEATS:
        raise Refused(f"--repeat {options.repeat}: at most {MOST_REPEATS:,} rulings are made of a line")
    processors = os.cpu_count() or 1
    if options.jobs > processors * MOST_JOBS:
        most = processors * MOST_JOBS
        raise Refused(f"--jobs {options.jobs}: at most {most}, {MOST_JOBS} for each processor that this machine has")
    if options.number and (options.dry_run or options.only or options.repeat > 1 or not options.rolls):
        others = "--dry-run, --only, --repeat, --odds and --sweep"
        raise Refused(f"--number writes the lines themselves, with ids: leave out {others}")
    if options.odds and options.sweep:
        raise Refused("--odds or --sweep, not both")
    if options.repeat > 1 and not options.rolls:
        raise Refused("--repeat goes with rulings: the odds of a line are the same each time")
    if options.outcome and not options.sweep:
        raise Refused("--outcome goes with --sweep")
    if options.delimiter and not options.csv:
        raise Refused("--delimiter goes with --csv")
    return options


def keys_known(options: Options) -> tuple[str, Iterable[str]]:
    """What an answer is, and the keys that it may have."""
    if options.rolls:
        return "a ruling", RULING.keys
    from refcli.wire.schemas import odds_schema, sweep_schema  # rulings do without

    noun, schema = ("a sweep", sweep_schema()) if options.sweep else ("odds", odds_schema())
    return noun, [key for key in schema["properties"] if key != ID]
