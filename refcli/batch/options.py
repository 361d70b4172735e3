"""What a batch is asked to do."""

import os
from typing import NamedTuple

from refcli.core.errors import Refused, nearest
from refcli.core.limits import MOST_JOBS, MOST_REPEATS, in_short
from refcli.plain.dump import RULING


class Options(NamedTuple):
    """What a batch is asked to do.

    ``repeat`` resolves every line that often; ``only`` are the keys of a ruling that are written, none
    meaning all; ``dry_run`` writes errors alone, those of repeated ids among them; ``number`` writes the
    lines themselves, each with an id; ``fail_fast`` ends with the first error; ``csv`` reads rows under a
    header instead of JSON lines; ``jobs`` is the number of processes.
    """

    seed: int = 0
    repeat: int = 1
    only: tuple[str, ...] = ()
    dry_run: bool = False
    number: bool = False
    fail_fast: bool = False
    csv: bool = False
    jobs: int = 1


def checked(options: Options) -> Options:
    """The options, if they make sense together."""
    for key in options.only:
        if key not in RULING:
            raise Refused(f"--only: a ruling has no {in_short(key)}{nearest(key, RULING)}; it has {', '.join(RULING)}")
    if options.repeat < 1 or options.jobs < 1:
        raise Refused("--repeat and --jobs are whole numbers from 1 on")
    if options.repeat > MOST_REPEATS:
        raise Refused(f"--repeat {options.repeat}: at most {MOST_REPEATS:,} rulings are made of a line")
    processors = os.cpu_count() or 1
    if options.jobs > processors * MOST_JOBS:
        most = processors * MOST_JOBS
        raise Refused(f"--jobs {options.jobs}: at most {most}, {MOST_JOBS} for each processor that this machine has")
    if options.number and (options.dry_run or options.only or options.repeat > 1):
        raise Refused("--number writes the lines themselves, with ids: leave out --dry-run, --only and --repeat")
    return options
