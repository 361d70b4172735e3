"""Which of many mistakes the tests notice: for each, the tests that touch its lines, the cheapest first, then others.

The tests are run once before, without any mistake, to know what touches what and how long it takes.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from random_mutants import Mutant

LEFT_OUT = ("browser", "completion", "dask", "printing", "wheel")
"""Files of tests that start other programs, and are as slow as all the others together."""

FEW_FILES = 3
SECONDS_AT_FIRST, SECONDS = 15, 60
"""Of the clean run, that the tests take which are tried at first, and all that are tried."""

PATIENCE = 4
"""How many times as long as the clean run a mistake may take; what takes longer hangs."""

SURVIVES = (0, 5)
"""How pytest leaves when all tests pass, and when there are none."""


class Touched(NamedTuple):
    """The seconds of each test, and for each file the tests of each line."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def by(self, mutant: Mutant) -> set[str]:
        """The tests that touch a mistake; for what runs as a module is loaded, those that touch the module."""
        if mutant.file.startswith("charts/"):
            ruleset = mutant.file.split("/")[1]
            return {test for test in self.seconds if ruleset in test.replace("_", "-")}
        lines = self.lines.get(mutant.file, {})
        return {test for line in mutant.lines for test in lines.get(line, ())} or {
            test for tests in lines.values() for test in tests
        }

    def cheapest(self, tests: Iterable[str], seconds: float) -> list[str]:
        """As many of the tests as take so long together, the cheapest first."""
        found = []
        for test in sorted(tests, key=lambda test: self.seconds[test]):
            seconds -= self.seconds[test]
            if seconds < 0:
                break
            found.append(test)
        return found


def touched(copy: Path, folder: Path) -> Touched:
    """What the tests of a copy of the checkout touch; each file of tests that ``folder`` does not know yet is run."""
    seconds: dict[str, float] = {}
    lines: dict[str, dict[int, list[str]]] = {}
    folder.mkdir(exist_ok=True)
    for file in sorted((copy / "tests").glob("test_*.py")):
        if file.stem.removeprefix("test_") in LEFT_OUT:
            continue
        known = folder / f"{file.stem}.json"
        if not known.exists():
            run([f"tests/{file.name}"], copy, TOUCHED_TO=str(known))
        found = json.loads(known.read_text(encoding="utf-8"))
        seconds |= found["seconds"]
        for module, by_line in found["lines"].items():
            of_module = lines.setdefault(module, {})
            for line, tests in by_line.items():
                of_module.setdefault(int(line), []).extend(test for test in tests if test in found["seconds"])
    return Touched(seconds, lines)


def caught_by(mutant: Mutant, copy: Path, known: Touched) -> str:
    """The test that notices a mistake, or what else came of it; nothing when it survives."""
    path = copy / mutant.file
    content = path.read_text(encoding="utf-8")
    touching = known.by(mutant)
    files = Counter(test.split("::")[0] for test in touching)
    near = {file for file, _ in files.most_common(FEW_FILES)}
    first = known.cheapest([test for test in touching if test.split("::")[0] in near], SECONDS_AT_FIRST)
    then = known.cheapest(touching - set(first), SECONDS)
    more = known.cheapest(set(known.seconds) - touching, SECONDS - sum(known.seconds[test] for test in then))
    path.write_text(mutant.applied(content), encoding="utf-8")
    try:
        return failed(first, copy, known) or failed(then + more, copy, known)
    finally:
        path.write_text(content, encoding="utf-8")


def failed(tests: list[str], copy: Path, known: Touched) -> str:
    """The first of these tests that fails, or how they ended otherwise; nothing when all pass."""
    names = copy / "tests.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    seconds = 20 + PATIENCE * sum(known.seconds[test] for test in tests)
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    try:
        ran = run(["-x", *files], copy, seconds, TOUCHED_FROM=str(names)) if files else None
    except subprocess.TimeoutExpired:
        return f"hangs: more than {seconds:.0f} seconds"
    if ran is None or ran.returncode in SURVIVES:
        return ""
    told = [line.split(" ")[1] for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return told[0] if told else f"pytest leaves with {ran.returncode}"


def run(arguments: list[str], copy: Path, seconds: float | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """pytest in a copy of the checkout."""
    call = [sys.executable, "-B", "-m", "pytest", "-q", "-n", "0", "-p", "touched", "--hypothesis-seed=0", *arguments]
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(copy), here]), **more}
    return subprocess.run(call, cwd=copy, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
