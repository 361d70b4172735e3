"""How long one refcli command takes beside the smallest Typer programs that do the like.

    python bench/startup.py [--runs N] [--noise FACTOR]

Run it in an environment where refcli is installed; it needs nothing else. Two floors are written
to a temporary folder: a one-command Typer app that prints a line, and one that prints a small Rich
table, both as Typer's and Rich's own pages show them. Against them stand one `fire` in each of its
three formats, one TAB completion, and the page of all commands against the help that Typer draws of
the first of them.

All of them are started alike: the same interpreter runs a script file, from the same folder, with
the same environment, output captured, no input. (refcli's script is the console script's two lines;
`python -m refcli` would add the cost of finding the module.) They take turns, A B C A B C, so that
what slows the machine slows both sides. Every round gives one ratio for each command, its wall time
over its floor's; the median of those ratios is judged. The processor time (user + system, of the
process and whatever it started) is shown beside it: it is steadier and judges nothing.

What the floors do not do, refcli does inside its bound: read settings and charts, check names,
resolve, keep the source of each figure. What refcli saves to pay for it counts as its own: it
collects no garbage in so short a life and leaves without taking its modules apart, which the floors,
ordinary programs, do. Before the first run refcli is compiled to bytecode, as pip
compiles what it installs (Typer and Rich are; an editable checkout is not where
PYTHONDONTWRITEBYTECODE is set). The first runs fill the chart cache and are not counted. Each run
has to print what it should, so that a quick failure is never measured.

Exit status: 0 within the bounds, 1 a bound exceeded, 2 a command failed or said something else.
"""

import argparse
import compileall
import importlib.util
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

try:
    from resource import RUSAGE_CHILDREN, getrusage
except ImportError:  # Windows does not tell the processor time of ended children
    getrusage = None  # type: ignore[assignment]

NOISE = 1.03
"""A bound may be exceeded by this factor before it counts. A floor against itself, measured eight
times over 25 rounds on a two-processor virtual machine, gave medians from 0.967 to 1.011 (the place
in the turn is worth about a hundredth); a shared CI machine needs more."""

WARM_UP = 3

LINE_FLOOR = """\
import typer

app = typer.Typer()


@app.command()
def main(name: str = "World"):
    print(f"Hello {name}")


if __name__ == "__main__":
    app()
"""

TABLE_FLOOR = """\
import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer()


@app.command()
def main(turn: int = 1):
    table = Table(title=f"Turn {turn}")
    table.add_column("Unit")
    table.add_column("Strength", justify="right")
    table.add_column("State")
    table.add_row("Infantry", "4", "in cover")
    table.add_row("Artillery", "3", "ready")
    table.add_row("Mortars", "3", "ready")
    table.add_row("Anti-tank", "5", "moved")
    table.add_row("Tanks", "4", "disrupted")
    table.add_row("Reconnaissance", "2", "ready")
    Console().print(table)


if __name__ == "__main__":
    app()
"""

REFCLI = """\
import sys

from refcli.cli.main import main

sys.exit(main())
"""

FIRE = ("-R", "grid", "fire", "tank,2xinfantry", "infantry", "cover", "--seed", "7")
LARGE = ("-R", "first-watch", "fire", "6pdr", "pzkpfw-ivf2", "-r", "12", "--facing", "side", "--seed", "7")
"""The ruleset with the most figures."""
COMPLETION = (
    ("_REFCLI_COMPLETE", "complete_bash"),
    ("_REFCLI_COMPLETE_LINE", "refcli -R grid fire tank inf"),
)


class Program(NamedTuple):
    """One command line that takes its turn: its script, arguments, environment, and what it has to print."""

    name: str
    script: str
    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    right: Callable[[str], bool]


class Bound(NamedTuple):
    """A program, the floor it stands against, and how many times the floor it may take."""

    program: Program
    floor: Program
    most: float


class Time(NamedTuple):
    """What one run took, in seconds; no processor time where the system does not tell it."""

    wall: float
    processor: float


def verdict(text: str) -> bool:
    """Whether a ruling ends in what came of the shot."""
    return re.search(r"infantry .*is (not hit|disrupted|eliminated)", " ".join(text.split()), re.IGNORECASE) is not None


def lines(text: str) -> bool:
    """Whether the text is a ruling in plain lines, without a box about its verdict."""
    return verdict(text) and "against Infantry" in text and "┏" not in text


def picture(text: str) -> bool:
    """Whether the text is a ruling as a picture, a box about its verdict."""
    return verdict(text) and "against Infantry" in text and "┏" in text


def large(text: str) -> bool:
    """Whether a ruling of the large charts ends in what came of the shot."""
    return (
        re.search(r"pzkpfw ivf2", text, re.IGNORECASE) is not None and re.search(r"to hit.*needs 4\+", text) is not None
    )


def page(text: str) -> bool:
    """Whether the text is the page of all commands, in panels."""
    return "Usage: refcli" in text and text.count("╭─ ") > 3 and "close-assault" in text


def ruling(text: str) -> bool:
    """Whether the text is a ruling as one JSON object."""
    try:
        return verdict(json.loads(text)["verdict"])
    except (ValueError, KeyError, TypeError):
        return False


LINE = Program("Typer, a line", "line.py", (), (), lambda text: text == "Hello World\n")
HELP = Program(
    "Typer, its Rich help", "line.py", ("--help",), (), lambda text: "Usage:" in text and "─ Options ─" in text
)
TABLE = Program("Typer, a Rich table", "table.py", (), (), lambda text: "Reconnaissance" in text)
BOUNDS = (
    Bound(Program("fire, Rich table", "refcli", FIRE, (("REFCLI_FORMAT", "rich"),), picture), TABLE, 1.10),
    Bound(Program("large, Rich table", "refcli", LARGE, (("REFCLI_FORMAT", "rich"),), large), TABLE, 1.10),
    Bound(Program("large, --plain", "refcli", (*LARGE, "--plain"), (), large), LINE, 1.25),
    Bound(Program("fire --plain", "refcli", (*FIRE, "--plain"), (), lines), LINE, 1.25),
    Bound(Program("fire --json", "refcli", (*FIRE, "--json"), (), ruling), LINE, 1.25),
    Bound(
        Program("TAB completion", "refcli", (), COMPLETION, lambda text: "infantry" in text.split()),
        LINE,
        1.15,
    ),
    Bound(Program("--help, Rich panels", "refcli", ("--help",), (("REFCLI_FORMAT", "rich"),), page), HELP, 1.50),
)
SCRIPTS = {"line.py": LINE_FLOOR, "table.py": TABLE_FLOOR, "refcli": REFCLI}


class Failed(Exception):
    """A command did not do what is to be measured."""


def main() -> int:
    """Measure, print the table, and say by the exit status whether the bounds hold."""
    parser = argparse.ArgumentParser(description="Start-up time of refcli, as ratios to the smallest Typer programs.")
    parser.add_argument("--runs", type=int, default=25, metavar="N", help="counted rounds (default: %(default)s)")
    parser.add_argument(
        "--noise",
        type=float,
        default=NOISE,
        metavar="FACTOR",
        help="a bound counts as exceeded beyond this many times itself (default: %(default)s)",
    )
    options = parser.parse_args()
    if options.runs < 1 or options.noise < 1:
        parser.error("--runs and --noise are at least 1")
    programs = list(dict.fromkeys(program for bound in BOUNDS for program in (bound.floor, bound.program)))
    try:
        compile_refcli()
        times = measure(programs, options.runs)
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2
    return report(times, options.noise)


def compile_refcli() -> None:
    """Write the bytecode of refcli beside its modules; Failed when it is not installed here."""
    found = importlib.util.find_spec("refcli")
    if found is None or not found.submodule_search_locations:
        raise Failed(f"refcli is not installed for {sys.executable}")
    for folder in found.submodule_search_locations:
        if not compileall.compile_dir(folder, quiet=1):
            raise Failed(f"{folder}: cannot be compiled; the times would include compiling it at every start")


def measure(programs: list[Program], rounds: int) -> dict[str, list[Time]]:
    """The times of every program, round by round, the programs taking turns."""
    times: dict[str, list[Time]] = {program.name: [] for program in programs}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for script, text in SCRIPTS.items():
            (folder / script).write_text(text, encoding="utf-8")
        for number in range(-WARM_UP, rounds):
            for program in programs:
                took = run(program, folder)
                if number >= 0:
                    times[program.name].append(took)
    return times


def run(program: Program, folder: Path) -> Time:
    """One run in a folder of its own, away from the user's settings; Failed when it is not right."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
    environment |= {"XDG_CONFIG_HOME": name_in(folder, "config"), "XDG_CACHE_HOME": name_in(folder, "cache")}
    environment |= dict(program.environment)
    command = [sys.executable, name_in(folder, program.script), *program.arguments]
    processor = processor_time()
    start = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8"
    )
    took = Time(time.perf_counter() - start, processor_time() - processor)
    if done.returncode or not program.right(done.stdout):
        raise Failed(
            f"{program.name}: exit status {done.returncode}, and it "
            f"{'printed' if program.right(done.stdout) else 'did not print'} what it should\n"
            f"{done.stdout}{done.stderr}"
        )
    return took


def name_in(folder: Path, name: str) -> str:
    """A path inside the folder, as a command line takes it."""
    return str(folder / name)


def processor_time() -> float:
    """User and system time of all children that have ended."""
    if getrusage is None:
        return 0.0
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(times: dict[str, list[Time]], noise: float) -> int:
    """Print a line for each bound; 1 when one of them is exceeded, else 0."""
    rows = [("", "ms", "against", "ms", "ratio", "quartiles", "at most", "CPU", "")]
    exceeded = 0
    for program, floor, most in BOUNDS:
        pairs = list(zip(times[program.name], times[floor.name], strict=True))
        ratios = [ours.wall / theirs.wall for ours, theirs in pairs]
        ratio = statistics.median(ratios)
        low, high = spread(ratios)
        over = ratio > most * noise
        exceeded += over
        rows.append(
            (
                program.name,
                milliseconds(times[program.name]),
                floor.name,
                milliseconds(times[floor.name]),
                f"{ratio:.3f}",
                f"{low:.3f}-{high:.3f}",
                f"{most:.2f}",
                processor_ratio(pairs),
                "EXCEEDED" if over else "ok" if ratio <= most else "ok with noise",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.ljust(width) if column in (0, 2, 8) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    rounds = len(times[LINE.name])
    print(
        f"\nMedians of {rounds} rounds, Python {sys.version.split()[0]} on {sys.platform}; "
        f"the ratio is the median of the rounds' wall-time ratios,\n"
        f"CPU the same of processor time. A bound is exceeded beyond {noise:g} times itself."
    )
    return 1 if exceeded else 0


def spread(ratios: list[float]) -> tuple[float, float]:
    """The lower and the upper quartile."""
    if len(ratios) < 2:
        return ratios[0], ratios[0]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, high


def milliseconds(times: list[Time]) -> str:
    """The median wall time in milliseconds."""
    return f"{statistics.median(one.wall for one in times) * 1000:.1f}"


def processor_ratio(pairs: list[tuple[Time, Time]]) -> str:
    """The median ratio of processor times, or a dash where the system does not tell them."""
    known = [ours.processor / theirs.processor for ours, theirs in pairs if theirs.processor]
    return f"{statistics.median(known):.3f}" if known else "-"


if __name__ == "__main__":
    sys.exit(main())
