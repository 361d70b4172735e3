"""How long a ruleset takes to be printed in each format, and how large it gets.

    python bench/print.py [--runs N] [--noise FACTOR]

Run it in an environment where refcli and its extra `pdf` are installed; it needs nothing else. Every
ruleset is printed whole as HTML, PDF (A4), Markdown and CSV, in two ways: as a command, process start
included, `refcli charts print RULESET --format FORMAT`; and inside one process, from the charts to the
bytes, the charts being read anew each time.

The formats take turns, so that what slows the machine slows all of them. Every round gives one ratio
for each ruleset, the PDF's wall time over that of its HTML; the median of the commands' ratios is judged:
under ten. Inside one process the same ratio is shown and judges nothing: a process that is there already
pays for neither Python nor Typst, and HTML alone gains from that. The first runs fill the caches and are
not counted.

Exit status: 0 within the bound, 1 the bound exceeded, 2 a command failed or printed nothing.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

MOST = 10.0
"""How many times as long as its HTML the PDF of a ruleset may take."""

NOISE = 1.03
"""The bound may be exceeded by this factor before it counts, as in bench/startup.py."""

FORMATS = ("html", "pdf", "md", "csv")
WARM_UP = 1


class Took(NamedTuple):
    """What one printing took, in seconds, and its bytes."""

    seconds: float
    size: int


class Failed(Exception):
    """A command did not do what is to be measured."""


def main() -> int:
    """Measure, print the tables, and say by the exit status whether the bound holds."""
    parser = argparse.ArgumentParser(description="Time and size of printed charts, for each format and ruleset.")
    parser.add_argument("--runs", type=int, default=9, metavar="N", help="counted rounds (default: %(default)s)")
    parser.add_argument(
        "--noise",
        type=float,
        default=NOISE,
        metavar="FACTOR",
        help="the bound counts as exceeded beyond this many times itself (default: %(default)s)",
    )
    options = parser.parse_args()
    if options.runs < 1 or options.noise < 1:
        parser.error("--runs and --noise are at least 1")
    from refcli.rulesets import RULESETS

    rulesets = tuple(RULESETS)
    try:
        commands = measure(rulesets, options.runs, as_command)
        inside = measure(rulesets, options.runs, in_this_process)
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2
    exceeded = report("whole command", rulesets, commands, options.noise)
    print()
    report("inside one process", rulesets, inside, None)
    rounds = f"Medians of {options.runs} rounds, Python {sys.version.split()[0]} on {sys.platform}"
    print(f"\n{rounds}; the bound is exceeded beyond {options.noise:g} times itself.")
    return 1 if exceeded else 0


def measure(rulesets, rounds, printing):
    """For each ruleset and format what every counted round took, the formats taking turns."""
    times: dict[tuple[str, str], list[Took]] = {(rules, how): [] for rules in rulesets for how in FORMATS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(-WARM_UP, rounds):
            for rules, how in times:
                start = time.perf_counter()
                size = printing(rules, how, folder)
                took = Took(time.perf_counter() - start, size)
                if not size:
                    raise Failed(f"{rules} as {how}: nothing was printed")
                if number >= 0:
                    times[rules, how].append(took)
    return times


def as_command(rules: str, how: str, folder: Path) -> int:
    """One run of the command in a folder of its own, away from the user's settings; how much it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
    environment |= {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-m", "refcli", "charts", "print", rules, "--format", how]
    done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr.decode()}")
    return len(done.stdout)


def in_this_process(rules: str, how: str, folder: Path) -> int:
    """The same without a process: charts, sheet, bytes."""
    from refcli.printing.paper import PAPERS
    from refcli.printing.sheets.sheet import Style
    from refcli.printing.sheets.sheet_formats import sheet_as
    from refcli.referee.documents import quick_sheet
    from refcli.referee.referee import Referee
    from refcli.referee.settings import settings_from

    settings = settings_from({}, folder, folder)
    sheet = quick_sheet(Referee(settings).loaded(rules), [], settings, Style())
    return len(sheet_as(sheet, how, PAPERS["a4"]))


def report(title, rulesets, times, noise) -> bool:
    """Print a table; whether the bound is exceeded. No bound is told of without a noise."""
    rows = [(title, *(f"{how}, ms" for how in FORMATS), *(f"{how}, kB" for how in FORMATS), "pdf/html", "")]
    exceeded = False
    for rules in rulesets:
        took = [times[rules, how] for how in FORMATS]
        ratio = statistics.median(
            pdf.seconds / html.seconds for pdf, html in zip(times[rules, "pdf"], times[rules, "html"], strict=True)
        )
        over = noise is not None and ratio > MOST * noise
        exceeded |= over
        told = "" if noise is None else f"at most {MOST:g}: {'EXCEEDED' if over else 'ok'}"
        milliseconds = (f"{statistics.median(one.seconds for one in runs) * 1000:.0f}" for runs in took)
        sizes = (f"{runs[-1].size / 1000:.0f}" for runs in took)
        rows.append((rules, *milliseconds, *sizes, f"{ratio:.2f}", told))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others, last = row
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=False))]
        print("  ".join([*cells, last]).rstrip())
    return exceeded


if __name__ == "__main__":
    sys.exit(main())
