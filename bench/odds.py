"""How long exact odds take, cold, beside icepool asked the same question.

    python bench/odds.py [--rounds N] [--noise FACTOR]

Run it in an environment where refcli is installed with its extra `bench`, which is icepool. Three
questions are asked, each for the chance of every outcome and of every value of every count:

- fire (Combat Captain): squads with enhanced small arms fire 3, 12 and 20 activity dice at infantry in
  level 2 cover, 6 inches away. All pips count, each squad adds its modifier, a variable die reads the
  fire chart (100 points are an auto kill), each hit may be saved, a man falls for each that is not, and
  the fifth takes the sub-unit off with a morale marker.
- anti-tank (skirmish): a stationary 88mm L56 fires at the front of a T34/85, 50 cm away: to hit, attack
  value against defence value, hull or turret, the effect, and a die for each man who may escape.
- close assault (Combat Captain): 5 squads and 2 heavy weapons against as many in level 2 cover: hits,
  saves, men and sub-units lost, markers, rout between the steps, who wins, markers for losing, rout.

refcli runs the procedure itself, as `--odds` does (refcli.odds.enumeration.odds_of, in odds_refcli.py); how icepool is
asked stands in odds_icepool.py. It is handed the chart figures and the hit number ready; refcli reads its
charts, checks the request's names and looks every figure up, the look-ups inside the solving. Both run in a
process of their own for every single measurement, in turn, the one first in every other round, so that nothing
is remembered. All times are processor time, so that other work on the machine hardly changes them. Solving is timed
inside the process, when all is imported and read, until every chance is a fraction; the whole process from outside,
from its start until it has printed its answer. Each round gives one ratio; their median is judged. The two answers
are compared as fractions first, and anything that differs by more than 1e-12 is no measurement but a failure.

Growth is refcli alone: the same fire with more and more dice (32 are a whole company's, 48 the most the
procedure takes), and close assaults of more and more a side. The exponent is the slope of the least
squares line through the logarithms; at most quadratic is the bound.

Exit status: 0 within the bounds, 1 a bound exceeded, 2 a process failed or the answers differ.
"""

import argparse
import compileall
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any, NamedTuple

NOISE = 1.03
"""A bound may be exceeded by this factor before it counts, as in bench/startup.py."""

MOST = 0.8
"""The most that refcli may take of icepool's time, to solve and as a whole process. The aim of both is 0.5."""

SMALL, MOST_SMALL = ("fire, 3 dice", "anti-tank"), 0.85
"""The questions that take a millisecond or two, and their bound."""

QUADRATIC = 2.0
"""The largest exponent of growth."""

SAME = 1e-12

REFCLI = "import odds_refcli; odds_refcli.main()"
ICEPOOL = "import odds_icepool; odds_icepool.main()"


class Question(NamedTuple):
    """One question: what refcli is asked, and which function of odds_icepool is asked with which figures."""

    name: str
    plain: Mapping[str, Any]
    function: str
    figures: Mapping[str, Any]


class Time(NamedTuple):
    """What one process took, in seconds: to solve, and as a whole."""

    solve: float
    whole: float


class Failed(Exception):
    """A process did not do what is to be measured."""


def fire(sub_units: int, activity: int) -> dict[str, Any]:
    """So many squads that fire so many dice each."""
    return {
        "rules": "combat-captain",
        "procedure": "fire",
        "attackers": f"{sub_units}xenhanced-small-arms",
        "target": "infantry",
        "range": 6,
        "activity": activity,
        "cover": 2,
    }


def close_assault(squads: int, heavy: int) -> dict[str, Any]:
    """So many sub-units a side."""
    side = ",".join(f"{many}x{name}" for many, name in ((squads, "infantry"), (heavy, "heavy-weapon")) if many)
    return {
        "rules": "combat-captain",
        "procedure": "close-assault",
        "attackers": side,
        "defenders": side,
        "cover": 2,
    }


ANTI_TANK = {
    "rules": "skirmish",
    "procedure": "fire",
    "firer": "88mm-l56",
    "target": "t34-85",
    "range": 50,
    "facing": "front",
    "conditions": ["stationary"],
}

FIRES = {3: (1, 3), 12: (4, 3), 20: (5, 4)}
GROWTH = {
    "dice": {
        sub_units * dice: fire(sub_units, dice) for sub_units, dice in ((1, 3), (2, 3), (4, 3), (5, 4), (8, 4), (12, 4))
    },
    "a side": {
        squads + heavy: close_assault(squads, heavy)
        for squads, heavy in ((2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (8, 4))
    },
}


def questions() -> Iterator[Question]:
    """The questions, with the figures that icepool needs, looked up in the charts."""
    from refcli.referee.referee import Referee
    from refcli.referee.settings import Settings

    referee = Referee(Settings())
    charts = referee.case(fire(1, 3)).charts()
    for dice, (sub_units, activity) in FIRES.items():
        chart = [[charts["fire-chart", f"{points}", f"{die}"] for die in range(1, 7)] for points in range(1, 101)]
        figures = {
            "dice": dice,
            "modifier": sub_units * charts["fire-modifiers", "enhanced-small-arms", "infantry"].number,
            "chart": [
                [0 if cell.blank else -1 if isinstance(cell.value, str) else cell.value for cell in row]
                for row in chart
            ],
            "save": charts["cover", "2", "save"].number,
            "men": charts["non-armor", "infantry", "men"].number,
        }
        yield Question(f"fire, {dice} dice", fire(sub_units, activity), "fire", figures)
    charts = referee.case(ANTI_TANK).charts()
    yield Question(
        "anti-tank",
        ANTI_TANK,
        "anti-tank",
        {
            "hit": charts["ap-hit", "ap", 50].number + charts.condition("ap-hit", "stationary").number,
            "attack": charts["attack-values", "88mm-l56", 50].number,
            "defence": charts["vehicles", "t34-85", "front"].number,
            "hull": max(die for die in range(1, 11) if charts["hit-location", "ap", die].text == "hull"),
            "effects": {
                place: [charts["ap-effect", place, by].text.replace("-", " ") for by in range(1, 11)]
                for place in ("hull", "turret")
            },
            "escape": {
                fate: charts["escape", fate.replace(" ", "-")].number // 10
                for fate in ("wrecked", "turret destroyed", "destroyed")
            },
            "crew": charts["vehicles", "t34-85", "crew"].number,
            "in_turret": charts["vehicle-facts", "t34-85", "turret"].number,
        },
    )
    charts = referee.case(close_assault(5, 2)).charts()
    costs = {name: charts["close-combat-result", name].number for name in ("destroyed", "withdraws", "loses")}
    yield Question(
        "close assault, 7 a side",
        close_assault(5, 2),
        "close-assault",
        {
            "squads": 5,
            "heavy": 2,
            "men": [charts["non-armor", name, "men"].number for name in ("infantry", "heavy-weapon")],
            "cover": charts["cover", "2", "save"].number,
            "routs_at": charts["morale", "rout"].number,
            "for_destroyed": costs["destroyed"],
            "for_losing": costs["withdraws"] + costs["loses"],
        },
    )


def run(code: str, folder: str, *arguments: str) -> tuple[Time, dict[str, dict[str, str]]]:
    """One process, in a folder of its own: its times, and its answer."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("REFCLI_")}
    environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")])
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        raise Failed(f"a measured process failed:\n{done.stderr}")
    said = json.loads(done.stdout)
    return Time(said["solve"], whole), said["answer"]


def difference(ours: dict[str, dict[str, str]], theirs: dict[str, dict[str, str]]) -> Fraction:
    """The largest difference between two answers, over every outcome and every value of every count."""
    if ours.keys() != theirs.keys():
        raise Failed(f"refcli tells the chances of {', '.join(ours)}, icepool those of {', '.join(theirs)}")
    return max(
        abs(Fraction(ours[name].get(value, 0)) - Fraction(theirs[name].get(value, 0)))
        for name in ours
        for value in ours[name].keys() | theirs[name].keys()
    )


def pairs(question: Question, folder: str, rounds: int) -> list[tuple[Time, Time]]:
    """Both sides' times, round by round, after an uncounted round whose answers are held to agree."""
    ours = (REFCLI, folder, json.dumps(question.plain))
    theirs = (ICEPOOL, folder, question.function, json.dumps(question.figures))
    apart = difference(run(*ours)[1], run(*theirs)[1])
    if apart > SAME:
        raise Failed(f"{question.name}: the answers differ by up to {float(apart):g}")
    found = []
    for number in range(rounds):
        if number % 2:
            their_time, our_time = run(*theirs)[0], run(*ours)[0]
        else:
            our_time, their_time = run(*ours)[0], run(*theirs)[0]
        found.append((our_time, their_time))
    print(f"{question.name}: the answers differ by {float(apart):g}")
    return found


def exponent(times: Mapping[int, float]) -> float:
    """The slope of the least squares line through the logarithms of sizes and times."""
    return statistics.linear_regression(
        *zip(*((log(size), log(took)) for size, took in times.items()), strict=True)
    ).slope


def report(measured: Mapping[str, list[tuple[Time, Time]]], noise: float) -> bool:
    """Print a line for each ratio; whether all of them are within their bound."""
    good = True
    print(f"\n{'':24}{'':9}{'refcli':>9}{'icepool':>9}{'ratio':>8}{'quartiles':>15}{'at most':>9}")
    for name, found in measured.items():
        for which in Time._fields:
            ours = [getattr(our, which) for our, _ in found]
            theirs = [getattr(their, which) for _, their in found]
            ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
            ratio = statistics.median(ratios)
            low, _, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
            most = MOST_SMALL if name in SMALL else MOST
            over = ratio > most * noise
            good = good and not over
            print(
                f"{name:24}{which:9}{statistics.median(ours) * 1000:>9.2f}{statistics.median(theirs) * 1000:>9.2f}"
                f"{ratio:>8.3f}{f'{low:.3f}-{high:.3f}':>15}{most:>9.2f}  {'EXCEEDED' if over else 'holds'}"
            )
    return good


def grows(folder: str, rounds: int, noise: float) -> bool:
    """Print how solving grows; whether it is at most quadratic."""
    good = True
    for unit, sizes in GROWTH.items():
        times = {
            size: statistics.median(run(REFCLI, folder, json.dumps(plain))[0].solve for _ in range(rounds))
            for size, plain in sizes.items()
        }
        slope = exponent(times)
        over = slope > QUADRATIC * noise
        good = good and not over
        print(f"\nsolve, milliseconds: {', '.join(f'{size} {unit} {took * 1000:.1f}' for size, took in times.items())}")
        print(f"grows with the power {slope:.2f}, at most {QUADRATIC:g}: {'EXCEEDED' if over else 'holds'}")
    return good


def compile_both() -> None:
    """Write the bytecode of both sides, as pip does for what it installs; Failed when one is not installed here."""
    for name in ("refcli", "icepool"):
        found = importlib.util.find_spec(name)
        if found is None or not found.submodule_search_locations:
            raise Failed(f"{name} is not installed for {sys.executable}: pip install -e '.[bench]'")
        for folder in found.submodule_search_locations:
            compileall.compile_dir(folder, quiet=1)
    for name in ("odds_refcli", "odds_icepool"):
        compileall.compile_file(Path(__file__).parent / f"{name}.py", quiet=1)


def main() -> int:
    """Measure and judge."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--noise", type=float, default=NOISE)
    given = parser.parse_args()
    if given.rounds < 1 or given.noise < 1:
        parser.error("--rounds and --noise are at least 1")
    try:
        compile_both()
        with tempfile.TemporaryDirectory() as folder:
            measured = {question.name: pairs(question, folder, given.rounds) for question in questions()}
            good = report(measured, given.noise)
            good = grows(folder, given.rounds, given.noise) and good
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 2
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"\nMedians of {given.rounds} rounds, Python {sys.version.split()[0]} on {sys.platform}, load {load}.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
