"""How long a line takes at the prompt of a game, and a shell command in a long game.

    python bench/table.py [--entries N] [--runs N] [--noise FACTOR]

Run it in an environment where refcli is installed; it needs nothing else. A game of the grid is written to a temporary
folder: sixteen units, then rulings, phases and states said by hand until it has so many entries, and a short one of
its units alone. Against each other stand, in turn, so that what slows the machine slows both sides:

- a line at the prompt (a whole `refcli table` that reads many lines through a pipe, less one that reads none, for
  each line) and the start of a process (`refcli --version`);
- a shell command that rules in the long game and the same command without a game;
- opening the long game and opening the short one, as `refcli table` does off a terminal without a line.

Before the first run refcli is compiled to bytecode, as in bench/startup.py. The first runs, which keep the ledger of
the long game in the user's cache, are not counted. Growth is the time of the
shell command at a quarter of the entries, half and all of them, as the exponent of the least squares line.

Exit status: 0 within the bounds, 1 a bound exceeded, 2 a command failed.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import NamedTuple

from startup import Failed, compile_refcli

NOISE = 1.03
"""A bound may be exceeded by this factor before it counts, as in bench/startup.py."""

LINES = 40
"""Lines that are typed at the prompt in one run."""

WARM_UP = 2
RULING = ("fire", "b0", "r0", "--overrule", "--plain", "--seed", "1")
PLAIN = ("fire", "tank", "infantry", "--plain", "--seed", "1")
BOUNDS = {
    "a line at the prompt / the start of a process": 1.0,
    "a command in the long game / without a game": 1.25,
    "the long game opened / the short one": 2.0,
    "growth with entries": 1.0,
}


class Place(NamedTuple):
    """A folder with its games, and the environment that commands run in."""

    folder: Path
    environment: dict[str, str]

    def run(self, *words: str, typed: str = "") -> float:
        """Run a command; its wall time in seconds."""
        call = [sys.executable, "-m", "refcli", *words]
        start = time.perf_counter()
        ran = subprocess.run(
            call, cwd=self.folder, env=self.environment, input=typed, capture_output=True, text=True, check=False
        )
        took = time.perf_counter() - start
        if ran.returncode:
            raise Failed(f"{' '.join(words)}: status {ran.returncode}\n{ran.stdout[-300:]}{ran.stderr[-300:]}")
        return took

    def game(self, name: str, entries: int) -> Path:
        """A game of so many entries, written without a process for each."""
        from refcli.game.game import Game
        from refcli.referee.referee import Referee
        from refcli.referee.settings import Settings

        path = self.folder / name
        referee = Referee(Settings())
        game = Game(path, referee, "grid")
        for side, letter in (("Blue", "b"), ("Red", "r")):
            for number in range(8):
                game.add(f"{letter}{number}", ["tank" if number % 2 else "infantry", side])
        seed = 0
        while game.last < entries:
            seed += 1
            if seed % 9 == 0:
                game.next()
            elif seed % 7 == 0:
                unit = f"b{seed % 8}"  # nobody fires at Blue: it is in play throughout
                game.unset(unit, "in") if (unit, "in") in game.ledger.held else game.set(unit, "in", "Fields")
            else:
                plain = {"procedure": "fire", "attackers": f"b{seed % 8}", "target": f"r{seed // 8 % 8}"}
                done = game.complete(plain, overrule=True)
                game.keep(referee.rule(referee.case({"rules": "grid", **done.plain}), seed), done, overrule=True)
        return path


def ratio(first: Callable[[], float], second: Callable[[], float], runs: int) -> float:
    """The median of the ratios of two times, measured in turn."""
    found = []
    for number in range(WARM_UP + runs):
        one, other = (first(), second()) if number % 2 else (second(), first())[::-1]
        if number >= WARM_UP:
            found.append(one / other)
    return statistics.median(found)


def measured(place: Place, entries: int, runs: int) -> dict[str, float]:
    """Each ratio under the name of its bound."""
    quarter, half = place.game("quarter.jsonl", entries // 4), place.game("half.jsonl", entries // 2)
    long, short = place.game("long.jsonl", entries), place.game("short.jsonl", 0)
    lines = "note a line\n" * LINES

    def at_the_prompt() -> float:
        return (place.run("table", str(short), typed=lines) - place.run("table", str(short))) / LINES

    def ruled_in(game: Path) -> float:
        return statistics.median(place.run(*RULING, "--game", str(game)) for _ in range(runs))

    sizes = {size: ruled_in(game) for size, game in ((entries // 4, quarter), (entries // 2, half), (entries, long))}
    for size, took in sizes.items():
        print(f"a command in a game of {size:,} entries: {took * 1000:.0f} ms")
    return {
        "a line at the prompt / the start of a process": ratio(at_the_prompt, lambda: place.run("--version"), runs),
        "a command in the long game / without a game": ratio(
            lambda: place.run(*RULING, "--game", str(long)), lambda: place.run("-R", "grid", *PLAIN), runs
        ),
        "the long game opened / the short one": ratio(
            lambda: place.run("table", str(long)), lambda: place.run("table", str(short)), runs
        ),
        "growth with entries": slope(sizes),
    }


def slope(times: dict[int, float]) -> float:
    """The slope of the least squares line through the logarithms."""
    points = [(log(size), log(took)) for size, took in times.items()]
    middle_x, middle_y = (statistics.mean(one) for one in zip(*points, strict=True))
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / sum((x - middle_x) ** 2 for x, _ in points)


def main() -> int:
    """Measure and judge; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--noise", type=float, default=NOISE)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
        environment |= {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "TERM": "dumb", "COLUMNS": "80"}
        try:
            compile_refcli()
            found = measured(Place(Path(home), environment), given.entries, given.runs)
        except Failed as error:
            print(error, file=sys.stderr)
            return 2
    for name, value in found.items():
        bound = BOUNDS[name]
        word = "holds" if value <= bound * given.noise else "EXCEEDED"
        print(f"{name}: {value:.2f}, at most {bound}: {word}")
    return int(any(value > BOUNDS[name] * given.noise for name, value in found.items()))


if __name__ == "__main__":
    sys.exit(main())
