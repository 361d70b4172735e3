"""How fast, and in how much memory, refcli batch resolves many lines.

    python bench/batch.py [--lines N] [--rounds N] [--noise FACTOR] [--long N]

Run it in an environment where refcli is installed; it needs nothing else. The lines are the rulings
of every scenario in scenarios.toml, of all rulesets, in turn; entered dice are taken out, so that
every die is rolled, and each line has an id of its own. The answers are whole: request, steps with
the source of each figure, rolls, effects.

The ratio to the floor is measured with lines no two of which are alike: each has a title of its own.

The floor does what any filter of JSON lines has to: it reads the same file line by line, parses each
with json.loads, serialises the same answer, parsed before the clock starts, with json.dumps, and
writes it; the text it writes has to be the same, byte by byte. Against it stands the same work as
refcli batch does it in one process (refcli.batch.run, from bytes in a file to bytes in a file). Both
are measured by the processor time of their process, which others who use the machine change little.
Against one process stands the command line with one job and with two, process start included, by the
clock. They take turns, so that what slows the machine slows both sides; the median of the rounds'
ratios is judged.

Memory is the largest resident set that the operating system tells of a child process, at ten
thousand lines and at a million (or --long).

Exit status: 0 within the bounds, 1 a bound exceeded, 2 a command failed.
"""

import argparse
import filecmp
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

NOISE = 1.03
"""A bound may be exceeded by this factor before it counts, as in bench/startup.py."""

BOUNDS = {
    "one process / floor, no line alike": 8.0,
    "two jobs / one": 0.65,
    "memory, long / short": 1.25,
}

LEFT_OUT = ("dice", "expect", "title", "source")


class Failed(Exception):
    """A process did not do what is to be measured."""


def rulings() -> list[dict[str, object]]:
    """Every ruling of the scenarios as a batch line, without its dice."""
    from refcli.referee.referee import Referee
    from refcli.referee.scenario import scenario_file, scenarios_in
    from refcli.referee.settings import Settings

    referee = Referee(Settings())
    file = scenario_file(str(Path(__file__).parent.parent / "scenarios.toml"))
    plain = [
        scenario.raw_request(number, referee)
        for scenario in scenarios_in(file)
        for number in range(len(scenario.rulings))
    ]
    return [{key: value for key, value in one.items() if key not in LEFT_OUT} for one in plain]


def write_lines(path: Path, count: int, alike: bool = True) -> None:
    """A file of ``count`` mixed lines, each with an id; unless ``alike``, each with a title of its own as well."""
    with path.open("w", encoding="utf-8") as file:
        for number, plain in enumerate(islice(cycle(rulings()), count), 1):
            own = {} if alike else {"title": f"line {number}"}
            file.write(json.dumps({**plain, **own, "id": number}) + "\n")


FLOOR = """
import json, sys, time
answers = [json.loads(line) for line in open(sys.argv[2], "rb")]
start = time.process_time()
with open(sys.argv[1], "rb") as lines, open(sys.argv[3], "wb") as out:
    for line, answer in zip(lines, answers, strict=True):
        json.loads(line)
        out.write(json.dumps(answer).encode() + b"\\n")
print(time.process_time() - start)
"""

ONE_PROCESS = """
import sys, time
from pathlib import Path
from refcli.batch import Options, run
from refcli.referee.settings import settings_from
folder = Path(sys.argv[1]).parent
settings = settings_from({}, folder, folder)
with open(sys.argv[1], "rb") as file, open(sys.argv[2], "wb") as out:
    start = time.process_time()
    tally = run(file, out.write, settings, Options(seed=1))
    out.flush()
    took = time.process_time() - start
assert not tally.errors, tally
print(took)
"""


def timed(code: str, *arguments: Path) -> float:
    """What a process says that it took of the processor, in seconds."""
    ran = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True)
    if ran.returncode:
        raise Failed(f"a measured process failed:\n{ran.stderr}")
    return float(ran.stdout)


def command(lines: Path, out: Path, jobs: int) -> tuple[float, int]:
    """Wall time of the whole command in seconds, and its largest resident set in kilobytes.

    It runs beside its lines, away from the user's settings.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
    environment |= {"XDG_CONFIG_HOME": str(lines.parent / "config"), "XDG_CACHE_HOME": str(lines.parent / "cache")}
    call = [sys.executable, "-m", "refcli", "batch", str(lines), "--seed", "1", "--jobs", str(jobs)]
    with out.open("wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen(call, cwd=lines.parent, env=environment, stdout=file, stderr=subprocess.PIPE)
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failed(f"{' '.join(call)} failed:\n{said.decode()}")
    return took, usage.ru_maxrss


def measured(folder: Path, count: int, rounds: int, long: int) -> Iterator[tuple[str, float]]:
    """Each ratio under the name of its bound."""
    lines, out, again = folder / "lines.jsonl", folder / "out.jsonl", folder / "again.jsonl"
    write_lines(lines, count)
    timed(ONE_PROCESS, lines, out)
    print(f"{count:,} lines of {lines.stat().st_size / count:.0f} bytes, answers of {out.stat().st_size / count:.0f}")
    to_one = []
    for number in range(1, rounds + 1):
        floor = timed(FLOOR, lines, out, again)
        if not filecmp.cmp(again, out, shallow=False):
            raise Failed("the floor writes another text than refcli")
        one = timed(ONE_PROCESS, lines, again)
        single, _ = command(lines, again, 1)
        if not filecmp.cmp(again, out, shallow=False):
            raise Failed("the command line answers otherwise than refcli.batch.run")
        two, _ = command(lines, again, 2)
        if not filecmp.cmp(again, out, shallow=False):
            raise Failed("two jobs answer otherwise than one")
        to_one.append(two / single)
        each = f"{one / count * 1e6:.0f} microseconds a line"
        print(
            f"round {number}: floor {floor:.2f} s, one process {one:.2f} s ({each}), "
            f"one job {single:.2f} s, two {two:.2f} s"
        )
    write_lines(lines, count, alike=False)
    strange = [timed(ONE_PROCESS, lines, out) / timed(FLOOR, lines, out, again) for _ in range(rounds)]
    yield "one process / floor, no line alike", statistics.median(strange)
    write_lines(lines, count)
    yield "two jobs / one", statistics.median(to_one)
    sizes = []
    for length in (10_000, long):
        write_lines(lines, length)
        _, size = command(lines, again, 1)
        print(f"memory at {length:,} lines: {size / 1024:.1f} MiB")
        sizes.append(size)
    yield "memory, long / short", sizes[1] / sizes[0]


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--long", type=int, default=1_000_000)
    parser.add_argument("--noise", type=float, default=NOISE)
    given = parser.parse_args()
    status = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, ratio in measured(Path(folder), given.lines, given.rounds, given.long):
                bound = BOUNDS[name]
                good = ratio <= bound * given.noise
                status |= not good
                print(f"{name}: {ratio:.2f}, at most {bound:g}: {'holds' if good else 'EXCEEDED'}")
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
