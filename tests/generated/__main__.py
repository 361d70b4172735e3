"""``python -m tests.generated --kind batch-json --count 100000 --from 0``: run inputs, and say what came of them."""

import argparse
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

from tests.generated import KINDS
from tests.generated.runner import Place, Tally, TooSlow, run_as_process, run_in_process

LONGEST = 10.0
"""Seconds that a line may take."""

LARGEST = 500 << 20
"""Bytes that a process of its own may take, or this one on top of what it takes before the first line."""

TELLING = 60.0
"""Seconds between two words on how far it is."""


@contextmanager
def limited() -> Iterator[None]:
    """Raises TooSlow where a line takes too long."""

    def stop(*_: object) -> NoReturn:
        raise TooSlow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def bound_memory() -> None:
    """Have this process take so much more memory at most, so that a line that needs more is told by its number."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + LARGEST,) * 2)


def run(name: str, numbers: range, processes: bool) -> Tally:
    """Run inputs of a kind."""
    how = partial(run_as_process, memory=LARGEST, seconds=LONGEST) if processes else run_in_process
    tally, told = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as home, Place(Path(home), how, limited).entered() as place:
        for number in numbers:
            tally.add(number, place.made(name, KINDS[name], number))
            if time.monotonic() - told > TELLING:
                told = time.monotonic()
                print(f"{name}: {tally.inputs:,} so far, {len(tally.faults)} faults", file=sys.stderr, flush=True)
    return tally


def main() -> None:
    """Run what the command line asks for."""
    asked = argparse.ArgumentParser(prog="python -m tests.generated", description="Run generated inputs.")
    asked.add_argument("--kind", action="append", choices=KINDS, help="a kind of input, or several; none means all")
    asked.add_argument("--count", type=int, default=1000, help="inputs of each kind")
    asked.add_argument("--from", dest="first", type=int, default=0, help="the number of the first")
    asked.add_argument("--processes", action="store_true", help="each line as a process of its own")
    given = asked.parse_args()
    if not given.processes:
        bound_memory()
    faults = 0
    for name in given.kind or KINDS:
        began = time.monotonic()
        tally = run(name, range(given.first, given.first + given.count), given.processes)
        who = resource.RUSAGE_CHILDREN if given.processes else resource.RUSAGE_SELF
        memory = resource.getrusage(who).ru_maxrss / 1024
        print(
            f"{name}: {time.monotonic() - began:.0f} s, at most {memory:.0f} MiB", *tally.told(), sep="\n", flush=True
        )
        faults += len(tally.faults)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
