"""How the time of a game grows with its entries and its units.

    python bench/table.py [--runs N] [--noise FACTOR]

Run it in an environment where refcli is installed; it needs nothing else. Games of the grid are written to a temporary
folder: so many units, then rulings, phases and states said by hand until the game has so many entries. Every figure is
a ratio of two times that are measured in turn, so that what slows the machine slows both sides, or the growth of a time
with the number of entries: the exponent of the least squares line through the logarithms, 1 for a linear growth.

- Opening without a kept ledger, `note`, `undo` and `fix` are measured within this process by its processor time.
- A shell command that rules in a long game is timed against the same command without a game. A line at the prompt (a
  whole `refcli table` that reads many lines through a pipe, less one that reads none, for each line) is timed against
  the start of a process (`refcli --version`).

Before the first run refcli is compiled to bytecode, as in bench/startup.py. The first runs are not counted.

Exit status: 0 within the bounds, 1 a bound exceeded, 2 a command failed.
"""

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from math import log
from pathlib import Path
from typing import NamedTuple

from startup import Failed, compile_refcli

from refcli.game.game import Game
from refcli.game.journal import Part, append_entries, appending, ruling_entry
from refcli.game.replay import case_of
from refcli.game.roster import Roster
from refcli.game.supply import Completed
from refcli.game.units import unit_to
from refcli.referee.referee import Referee
from refcli.referee.settings import Settings
from refcli.wire import JsonObject

NOISE = 1.03
"""A bound may be exceeded by this factor before it counts, as in bench/startup.py."""

FEW, MANY, MOST = 16, 100, 500
"""Units in play."""

LONG = 2000
SIZES, SIZES_OF_MOST = (500, 2000, 16000), (4000, 16000)
"""Entries of a game; of one with the most units, few of whose entries may be the cheap ones that add them.

With 500 units, opening takes 127 calls for each of the 500 entries that add them and 759 to 761 for each later one,
with 2,000 entries and with 16,000. The growth of the later ones alone is 1.00 in calls and 1.01 in time; that of whole
games from 2,000 to 16,000 entries, a quarter of whose entries add units at first, is 1.10 in calls and 1.11 in time.
"""

LINES = 40
"""Lines that are typed at the prompt in one run."""

WARM_UP = 2
RULING = ("fire", "b0", "r0", "--overrule", "--plain", "--seed", "1")
PLAIN = ("fire", "tank", "infantry", "--plain", "--seed", "1")
UNITS_BOUND, GROWTH_BOUND = 1.5, 1.1
ACTS = ("open", "note", "undo", "fix")


def entries_of(referee: Referee, units: int) -> Iterator[JsonObject]:
    """The entries of an endless game behind its first one; all units take part in turn."""
    loaded, half = referee.loaded("grid"), units // 2
    roster = Roster(loaded)
    for side, letter in (("Blue", "b"), ("Red", "r")):
        for number in range(half):
            words = ["tank" if number % 2 else "infantry", side]
            yield {"game": {"do": "add", "unit": unit_to(roster.unit(f"{letter}{number}", words, []))}}
    fires = [_fire(referee, f"b{number % half}", f"r{number // 8 % half}", number) for number in range(400)]
    phases = len(loaded.library.states()[1].phases)
    passed = 0
    for number in count():
        if number % 9 == 0:
            turn, place = divmod(passed, 2 * phases)
            yield {"game": {"do": "phase", "turn": turn + 1, "phase": place % phases, "side": place // phases}}
            passed += 1
        elif number % 7 == 0:
            yield {"game": {"do": "set", "of": f"b{number % half}", "state": "in", "value": "Fields"}}
        else:
            yield fires[number % len(fires)]


def _fire(referee: Referee, attacker: str, target: str, seed: int) -> JsonObject:
    plain = {"rules": "grid", "procedure": "fire", "attackers": "tank", "target": "infantry"}
    case = referee.case({**plain, "names": {"attackers": [attacker], "target": [target]}})
    return ruling_entry(referee.rule(case, seed))


def write_game(path: Path, units: int, entries: int) -> None:
    """Write a game of so many units and entries in one piece, without looking at each entry first."""
    made = islice(entries_of(Referee(Settings()), units), entries - 1)
    with appending(path) as file:
        append_entries(file, path, Part(), [{"game": {"do": "begin", "rules": "grid"}}, *made])


class Place(NamedTuple):
    """A folder with its games, and the environment that commands run in."""

    folder: Path
    environment: dict[str, str]

    def game(self, units: int, entries: int) -> Path:
        """The file of a game, written when it is first asked for."""
        path = self.folder / f"{units}-{entries}.jsonl"
        if not path.exists():
            write_game(path, units, entries)
        return path

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

    def act(self, name: str, units: int, entries: int) -> Callable[[], float]:
        """Opening a game or an act in it, as a function that returns its processor time in seconds."""
        path, referee, cold = self.game(units, entries), Referee(Settings(user_folder=self.folder)), Referee(Settings())
        game = Game(path, referee)
        root, entry = next((number, one) for number, one in game.entries.items() if "ruling" in one)
        record = referee.rule(case_of(entry, referee), 1)
        acts: dict[str, Callable[[], object]] = {
            "open": lambda: Game(path, cold),
            "note": lambda: game.act("note", text="a line"),
            "undo": game.undo,
            "fix": lambda: game.keep(record, Completed({}, (), ()), amends=root),
        }

        def timed() -> float:
            start = time.process_time()
            acts[name]()
            took = time.process_time() - start
            if name == "undo":
                game.redo()
            return took

        return timed


def ratio(first: Callable[[], float], second: Callable[[], float], runs: int) -> float:
    """The median of the ratios of two times, measured in turn."""
    found = []
    for number in range(WARM_UP + runs):
        one, other = (first(), second()) if number % 2 else (second(), first())[::-1]
        if number >= WARM_UP:
            found.append(one / other)
    return statistics.median(found)


def measured(place: Place, runs: int) -> Iterator[tuple[str, float, float]]:
    """Each ratio with its name and its bound."""
    long, short = str(place.game(FEW, LONG)), str(place.game(FEW, FEW + 1))
    lines = "note a line\n" * LINES

    def at_the_prompt() -> float:
        return (place.run("table", short, typed=lines) - place.run("table", short)) / LINES

    def without_game() -> float:
        return place.run("-R", "grid", *PLAIN)

    started = ratio(at_the_prompt, lambda: place.run("--version"), runs)
    yield "a line at the prompt / the start of a process", started, 0.05
    ruled = ratio(lambda: place.run(*RULING, "--game", long), without_game, runs)
    yield f"a command in a game of {LONG:,} entries / without a game", ruled, 1.25
    for name in ACTS:
        found = ratio(place.act(name, MANY, LONG), place.act(name, FEW, LONG), runs)
        yield f"{name}, {LONG:,} entries: {MANY} units / {FEW}", found, UNITS_BOUND
    for units, sizes in ((FEW, SIZES), (MOST, SIZES_OF_MOST)):
        for name in ACTS:
            times = {}
            for size in sizes:
                act = place.act(name, units, size)
                times[size] = min(act(), act())
            yield f"{name}, {units} units: growth with entries", slope(times), GROWTH_BOUND


def slope(times: dict[int, float]) -> float:
    """The slope of the least squares line through the logarithms."""
    points = [(log(size), log(took)) for size, took in times.items()]
    middle_x, middle_y = (statistics.mean(one) for one in zip(*points, strict=True))
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / sum((x - middle_x) ** 2 for x, _ in points)


def main() -> int:
    """Measure and judge; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--noise", type=float, default=NOISE)
    given = parser.parse_args()
    status = 0
    gc.disable()  # as refcli does
    with tempfile.TemporaryDirectory() as home:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
        environment |= {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "TERM": "dumb", "COLUMNS": "80"}
        try:
            compile_refcli()
            for name, value, bound in measured(Place(Path(home), environment), given.runs):
                holds = value <= bound * given.noise
                status |= not holds
                print(f"{name}: {value:.2f}, at most {bound}: {'holds' if holds else 'EXCEEDED'}", flush=True)
        except Failed as error:
            print(error, file=sys.stderr)
            return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
